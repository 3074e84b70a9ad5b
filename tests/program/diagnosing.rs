//! Checks that `judge` and `stress` diagnose the flawed programs in `fixtures/programs`.
#![expect(clippy::print_stderr, reason = "a campaign prints its table")]

use std::process::Command;
use std::sync::Mutex;
use std::thread;

use serde_json::Value;

use crate::programs::{Flaw, Program, Programs};
use crate::stdout_of;

/// The last object that `judge` or `stress` prints about a program.
struct Diagnosis(Value);

impl Diagnosis {
    fn new(program: &Program, command: &[&str]) -> Self {
        let (name, options) = command.split_first().expect("a command has a name");
        let batch = *name == "stress" && program.reads_all;
        let output = Command::new(env!("CARGO_BIN_EXE_kubikschach"))
            .args([name, program.puzzle, "--json", "--time-limit", "60s"])
            .args(options)
            .args(batch.then_some("--batch"))
            .arg("--")
            .args(&program.command)
            .output()
            .expect("the program runs");
        let text = String::from_utf8(output.stdout).expect("answers are text");
        let last = text.lines().last().expect("an object");
        Self(serde_json::from_str(last).expect("an object"))
    }

    fn misreadings(&self) -> impl Iterator<Item = &Value> {
        self.0["misreadings"].as_array().into_iter().flatten()
    }

    /// Returns a word that tells how well the diagnosis fits the program's flaw, such as
    /// `confirmed` or `none`.
    fn outcome(&self, flaw: &str) -> &'static str {
        let named = self.misreadings().find(|misreading| misreading["text"] == flaw);
        // One of two changes may explain all answers that were seen.
        let is_part =
            |misreading: &Value| flaw.split(", and ").any(|part| misreading["text"] == part);
        match named {
            Some(named) if is_confirmed(named) => "confirmed",
            _ if self.misreadings().any(|it| is_confirmed(it) && !is_part(it)) => "WRONG",
            _ if self.misreadings().any(is_confirmed) => "part",
            Some(named) if fits(named) => "possible",
            _ if self.misreadings().any(fits) => "others",
            _ => "none",
        }
    }

    /// Returns the number of inputs that `stress` took to find a wrong answer.
    fn inputs(&self) -> &Value {
        &self.0["inputs"]
    }
}

fn is_confirmed(misreading: &Value) -> bool {
    misreading["confirmed"].as_u64().is_some_and(|inputs| inputs > 0)
}

/// Returns `true` if the misreading gives all answers of the program.
fn fits(misreading: &Value) -> bool {
    misreading["explains"] == misreading["wrong"] && misreading["contradicts"] == 0
}

/// Applies `diagnose` to each of the flawed programs, four at a time. Returns the results in the
/// order of the programs.
fn of_each<'p, T: Send>(
    programs: impl Iterator<Item = &'p Program>,
    diagnose: impl Fn(&Program, &Flaw) -> T + Sync,
) -> Vec<T> {
    let flawed: Vec<_> =
        programs.filter_map(|it| Some((it, it.flaw.as_ref()?))).enumerate().collect();
    let (queue, results) = (Mutex::new(flawed.iter()), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some((nth, (program, flaw))) =
                    { queue.lock().expect("no thread panics").next() }
                {
                    let result = diagnose(program, flaw);
                    results.lock().expect("no thread panics").push((*nth, result));
                }
            });
        }
    });
    let mut results = results.into_inner().expect("no thread panics");
    results.sort_by_key(|(nth, _)| *nth);
    results.into_iter().map(|(_, result)| result).collect()
}

fn judged(options: &[&str], script: &str) -> String {
    stdout_of(&[&["judge"], options, &["--", "sh", "-c", script]].concat())
}

#[test]
fn missing_and_right_answers_are_not_explained() {
    for script in ["exit 3", "true", "echo 3"] {
        let text = judged(&["path", "--only", "king 1 (test)", "--json"], script);
        assert!(!text.contains("misreadings"), "{script}: {text}");
    }
    let text = judged(&["path", "--only", "king 1 (test)"], "echo three");
    assert!(text.contains("no known misreading fits\n"), "{text}");
}

#[test]
fn a_program_with_many_flaws_gets_no_misreading_as_its_own() {
    let script = "read piece; case $piece in King*) echo 2;; *) echo 3;; esac";
    let text = judged(&["path"], script);
    assert!(text.contains("no known misreading fits\n"), "{text}");
    assert!(!text.contains("confirmed"), "{text}");
    let nearest = text.lines().filter(|line| line.starts_with("nearest misreading: "));
    assert!(nearest.count() <= 3, "{text}");
}

mod slow {
    use super::*;

    #[test]
    #[ignore = "runs programs in six interpreters"]
    fn stress_names_exactly_the_flaws_that_are_misreadings() {
        let _undisturbed = crate::undisturbed();
        let programs = Programs::new();
        // The programs in other languages take longer; `no_flaw_is_confirmed_wrongly` tries them all.
        let compiled = programs.all.iter().filter(|it| it.is_compiled());
        let wrong = of_each(compiled, |program, flaw| {
            let diagnosis = Diagnosis::new(program, &["stress", "--for", "60s"]);
            let outcome = diagnosis.outcome(&flaw.text);
            let is_named = ["confirmed", "part", "possible"].contains(&outcome);
            let is_right = is_named == flaw.is_misreading && outcome != "WRONG";
            (!is_right).then(|| format!("{}: {outcome}: {}", program.name, diagnosis.0))
        });
        let wrong: Vec<String> = wrong.into_iter().flatten().collect();
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}

mod campaign {
    use super::*;

    /// Prints a table of all flawed programs: the outcomes of `judge` and of `stress` with three seeds,
    /// and the numbers of inputs that `stress` took to find each wrong answer.
    #[test]
    #[ignore = "takes minutes"]
    fn no_flaw_is_confirmed_wrongly() {
        let _undisturbed = crate::undisturbed();
        let programs = Programs::new();
        let rows = of_each(programs.all.iter(), |program, flaw| {
            let Flaw { text, .. } = flaw;
            let judged = Diagnosis::new(program, &["judge"]).outcome(text);
            let stressed = ["1", "2", "3"].map(|seed| {
                let diagnosis =
                    Diagnosis::new(program, &["stress", "--for", "60s", "--seed", seed]);
                format!("{} {}", diagnosis.outcome(text), diagnosis.inputs())
            });
            let [one, two, three] = stressed;
            format!("{:28} {judged:10} {one:15} {two:15} {three:15} {text}", program.name)
        });
        let table = rows.join("\n");
        eprintln!("{table}");
        assert!(
            !table.contains("WRONG"),
            "a misreading is confirmed that is not the program's flaw"
        );
    }
}
