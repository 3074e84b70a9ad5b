//! Checks that an object has one answer, whichever of its fields are options of the command line.

use std::collections::BTreeMap;
use std::fs::{self, File};

use fastrand::Rng;
use kubikschach::api::{Context, Fields, Limits, ask};
use kubikschach::control::Control;
use tempfile::TempDir;

use crate::alike::{Asked, Asking, Member, QUESTIONS, answer, run};

/// JSON objects, each with its `id`, by the options of the command line that answers them.
type Runs = BTreeMap<Vec<String>, Vec<(usize, String)>>;

/// Adds a question whose fields that `is_option` selects are options, and whose others are in the
/// object.
fn add(runs: &mut Runs, id: usize, asked: &Asked, is_option: impl Fn(&Member) -> bool) {
    let options = asked.members.iter().filter(|member| is_option(member));
    let options = options.flat_map(|member| member.arguments.clone()).collect();
    runs.entry(options).or_default().push((id, asked.object(id, is_option)));
}

/// Returns the answer of the library after its `id`; `None` for an error.
fn answer_of_library(command: &str, object: &str, id: usize) -> Option<String> {
    let fields = Fields::of_object(object).expect("an object");
    let (mut context, mut out) = (Context::new(Limits::NONE), Vec::new());
    ask(command, &fields, &mut context, &Control::FREE, &mut out).ok()?;
    answer(&String::from_utf8(out).expect("answers are text"), id).map(str::to_owned)
}

fn check(name: &str, runs: &Runs, expected: &[Option<String>], folder: &TempDir) {
    for (options, objects) in runs {
        let file = folder.path().join("objects");
        let text: String = objects.iter().map(|(_, object)| object.clone() + "\n").collect();
        fs::write(&file, &text).expect("the folder can be written to");
        let mut arguments = [name, "--json", "--keep-going"].map(str::to_owned).to_vec();
        arguments.extend_from_slice(options);
        let output = run(&arguments, File::open(file).expect("it was written"));
        let printed = String::from_utf8(output.stdout).expect("answers are text");
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(printed.lines().count(), objects.len(), "{arguments:?}: {error}");
        for ((id, object), line) in objects.iter().zip(printed.lines()) {
            assert_eq!(answer(line, *id), expected[*id].as_deref(), "{arguments:?} {object}");
        }
    }
}

#[test]
fn each_field_of_an_object_may_be_an_option_instead() {
    let (mut asking, folder) =
        (Asking { rng: Rng::with_seed(56) }, tempfile::tempdir().expect("there is room"));
    for (command, ask_one) in [("path", Asking::path as fn(&mut _) -> _), ("mate", Asking::mate)] {
        let asked: Vec<Asked> = (0..QUESTIONS).map(|_| ask_one(&mut asking)).collect();
        let (mut expected, mut runs) = (Vec::new(), Runs::new());
        for (id, asked) in asked.iter().enumerate() {
            expected.push(answer_of_library(command, &asked.object(id, |_| false), id));
            add(&mut runs, id, asked, |_| false);
            add(&mut runs, id, asked, |member| member.is_option);
            for option in asked.members.iter().filter(|member| member.is_option) {
                add(&mut runs, id, asked, |member| member.name == option.name);
            }
        }
        let answered = expected.iter().flatten().count();
        assert!((QUESTIONS / 2..QUESTIONS).contains(&answered), "{command}: {answered} answers");
        check(command, &runs, &expected, &folder);
    }
}
