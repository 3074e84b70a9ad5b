//! Observation of programs that are functions of a question.

use kubikschach::cases::{Puzzle, Question};
use kubikschach::render;
use kubikschach::rules::Rules;
use kubikschach::workbench::{Observer, Reply, Report};

/// Largest number of runs, repeated ones included.
const RUNS: usize = 200;

/// Asks a program all questions of the plan, and returns the report and the number of runs.
pub(crate) fn observe(
    rules: &Rules,
    puzzle: Puzzle,
    mut program: impl FnMut(&Question) -> Reply,
) -> (Report, usize) {
    let mut observer = Observer::new(rules, puzzle, None);
    let mut runs = 0;
    loop {
        let mut questions = observer.questions();
        questions.truncate((RUNS - runs).min(10));
        if questions.is_empty() {
            return (observer.report(), runs);
        }
        runs += questions.len();
        for question in questions {
            let expected = question.answer(rules).expect("cells on the board");
            let reply = program(&question);
            observer.add(question, expected, reply);
        }
    }
}

/// Returns the sentences of a report, one a line.
pub(crate) fn sentences(rules: &Rules, report: &Report) -> String {
    let lines = report.facts.iter().map(|fact| render::fact(rules, fact) + "\n");
    lines.collect()
}
