//! Checks that exported cases are imported again without a loss.

use std::fs;
use std::path::Path;
use std::process::Command;

use fastrand::Rng;
use kubikschach::cases::{Case, Form, PUBLISHED, document};
use kubikschach::rules::Rules;

use crate::folder;

/// Options of `export` for each form that `import` reads, with a folder or to standard output.
const FORMS: [&[&str]; 8] = [
    &["--dir", "out"],
    &["--dir", "out", "--form", "line"],
    &["--dir", "out", "--form", "grid"],
    &["--dir", "out", "--form", "json"],
    &["--dir", "out", "--form", "kattis"],
    &["--dir", "out", "--form", "oj"],
    &["--form", "markdown"],
    &["--form", "json"],
];

/// Parts of names, kinds and remarks that a form might lose.
const PARTS: [&str; 20] = [
    "a", "Über", " ", "  ", "`", "``` ", "\n", "\"", "'", "\\", "(test)", ": ", "→", "[[case]]",
    "]", "#", "|", "7", "\t", "\"\"\"",
];

#[test]
fn exported_cases_are_imported_again() {
    let published = PUBLISHED.iter().flat_map(|(_, _, text)| Case::parse(text).expect("published"));
    let mut known: Vec<Case> = published.collect();
    let others = "[[case]]\nrules = 'cube'\nsize = 5\ninput = 'Queen W a1I e5V'\nexpected = 1\n\
        [[case]]\nrules = 'great-shatranj'\ninput = 'start'\nexpected = 'ongoing'\n";
    known.extend(Case::parse(others).expect("cases"));
    let mut random = Rng::with_seed(1);
    for _ in 0..6 {
        let count = random.usize(1..6);
        let cases: Vec<Case> = (0..count).map(|nth| any_case(&known, nth, &mut random)).collect();
        check(&cases);
    }
}

/// Returns a known case with other texts around it, and a name that starts with a number of its own.
fn any_case(known: &[Case], nth: usize, random: &mut Rng) -> Case {
    let case = known[random.usize(..known.len())].clone();
    let mut text = || -> String {
        (0..random.usize(..4)).map(|_| PARTS[random.usize(..PARTS.len())]).collect()
    };
    let name = format!("n{nth}{}", text());
    let kind = if name.len() % 2 == 0 { "test".to_owned() } else { text() };
    Case { name, kind, why: text(), source: text(), ..case }
}

fn check(cases: &[Case]) {
    for form in FORMS {
        let folder = folder();
        fs::write(folder.path().join("all.toml"), document(cases)).expect("the folder is writable");
        let printed = run(folder.path(), &[&["export", "all.toml"], form].concat());
        let source = if form.contains(&"--dir") { "out" } else { "printed" };
        fs::write(folder.path().join("printed"), printed).expect("the folder is writable");
        let imported = run(folder.path(), &["import", source]);
        let imported = Case::parse(&imported).unwrap_or_else(|error| panic!("{form:?}: {error}"));
        assert_eq!(imported.len(), cases.len(), "{form:?}: {imported:?}");
        for (imported, case) in imported.iter().zip(cases) {
            // The wording of an input may change, but not what it asks.
            assert_eq!(Case { input: case.input.clone(), ..imported.clone() }, *case, "{form:?}");
            assert_eq!(asked(imported), asked(case), "{form:?}");
        }
    }
}

fn asked(case: &Case) -> String {
    let rules = Rules::built_in(&case.rules).expect("it is built in");
    case.question(&rules).expect("a question").text(&rules, Form::Line)
}

fn run(folder: &Path, arguments: &[&str]) -> String {
    let program = env!("CARGO_BIN_EXE_kubikschach");
    let run = Command::new(program).args(arguments).current_dir(folder).output();
    let run = run.expect("the program runs");
    assert!(run.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8(run.stdout).expect("it prints text")
}
