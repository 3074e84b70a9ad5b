//! The cases that a command uses, with their rule sets, questions and right answers.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::chosen::{chosen, load_reporting};
use crate::api::Error;
use crate::cases::{Answer, Case, CaseError, Form, Question, Solver};
use crate::cli::args::CaseArgs;
use crate::cli::failure::Failure;
use crate::cli::messages::print_message;
use crate::cli::report::Excerpt;
use crate::cli::rule_sets::load;
use crate::import::{Chosen, SourcePlace};
use crate::mistake::Mistake;
use crate::rules::Rules;

/// A case with its question, parsed once, and the right answer.
pub(crate) struct Asked {
    /// Number of the case among all cases of the sources, counted from 1.
    pub(crate) number: usize,
    pub(crate) chosen: Chosen,
    pub(crate) rules: Rules,
    pub(crate) question: Question,
    right: Result<Answer, CaseError>,
}

impl Asked {
    pub(crate) const fn case(&self) -> &Case {
        &self.chosen.case
    }

    /// Returns the input in a form.
    pub(crate) fn text(&self, form: Form) -> String {
        self.question.text(&self.rules, form)
    }

    /// Returns the right answer.
    ///
    /// # Errors
    /// Returns an error about the place in the document if the case cannot be answered.
    pub(crate) fn right(&self) -> Result<Answer, Failure> {
        self.right.clone().map_err(|error| unanswered(&self.chosen, error))
    }

    pub(crate) fn is_right(&self) -> bool {
        self.right.as_ref() == Ok(&self.case().expected)
    }

    /// Returns a warning that names the place of the expected answer if the answer is wrong.
    pub(crate) fn warning(&self) -> Option<String> {
        let case = self.case();
        let mistake = match &self.right {
            Ok(right) if *right == case.expected => return None,
            Ok(right) => format!("expects {}, but the right answer is {right}", case.expected),
            Err(error) => format!("can't be answered: {error}"),
        };
        Some(format!("warning: {}: case `{case}` {mistake}", self.chosen.expected.line()))
    }
}

/// The rule sets of cases by name, each loaded once, with the searches that their cases share.
#[derive(Default)]
pub(crate) struct Solvers(BTreeMap<String, Solver>);

impl Solvers {
    /// Answers a case.
    ///
    /// # Errors
    /// Returns an error about the place in the document if the rule set cannot be loaded or the
    /// input has a mistake. [`Asked::right`] has the error of a question without an answer.
    pub(crate) fn ask(&mut self, number: usize, chosen: Chosen) -> Result<Asked, Failure> {
        let solver = match self.0.entry(chosen.case.rules.clone()) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => new.insert(Solver::new(&rules_of(&chosen)?)),
        };
        let question = match chosen.question.clone() {
            Some(question) => question,
            None => solver.question(&chosen.case).map_err(|error| unanswered(&chosen, error))?,
        };
        let right = solver.answer(&question, &chosen.case.expected);
        Ok(Asked { number, chosen, rules: solver.rules().clone(), question, right })
    }
}

/// Answers the cases that the arguments choose, one after the other.
pub(crate) fn asked(args: &CaseArgs) -> impl Iterator<Item = Result<Asked, Failure>> {
    asked_if(args, |_| Ok(()))
}

/// Answers the cases that the arguments choose. A mate problem is an error, because `command` does
/// not support mate problems. Returns the cases, and the errors about the others.
pub(crate) fn asked_without_problems(args: &CaseArgs, command: &str) -> (Vec<Asked>, Vec<Failure>) {
    divided(asked_if(args, |chosen| {
        if chosen.case.expected.is_of_problem() {
            let message = format!("`{command}` takes no mate problems; `replay` checks them");
            return Err(error_at(chosen, &chosen.expected, message));
        }
        Ok(())
    }))
}

fn asked_if(
    args: &CaseArgs,
    check: impl Fn(&Chosen) -> Result<(), Failure>,
) -> impl Iterator<Item = Result<Asked, Failure>> {
    let mut solvers = Solvers::default();
    chosen(args).map(move |(number, chosen)| {
        let chosen = chosen?;
        check(&chosen)?;
        solvers.ask(number, chosen)
    })
}

/// Divides results into values and failures.
pub(crate) fn divided<T>(
    results: impl Iterator<Item = Result<T, Failure>>,
) -> (Vec<T>, Vec<Failure>) {
    let (mut values, mut failures) = (Vec::new(), Vec::new());
    for result in results {
        match result {
            Ok(value) => values.push(value),
            Err(failure) => failures.push(failure),
        }
    }
    (values, failures)
}

/// Prints the warnings about cases with wrong answers.
///
/// `consequence` ends each warning and says what the command does with the case.
pub(crate) fn print_warnings(asked: &[Asked], consequence: &str) {
    for warning in asked.iter().filter_map(Asked::warning) {
        print_message(&format!("{warning}; {consequence}"));
    }
}

/// Returns `true` if loading `text` gives exactly these cases, except for the wording of their
/// inputs.
pub(crate) fn are_in(asked: &[Asked], text: &str) -> bool {
    let document = (None, text.to_owned());
    let loaded: Result<_, Failure> = load_reporting(&|_, _| {}, |loader| loader.text(document));
    let is_same = |(read, asked): (&Result<Chosen, Failure>, &Asked)| {
        let Ok(Chosen { case: read, .. }) = read else { return false };
        let case = asked.case();
        // A position that names White to move is written without a side.
        let text = |question: Question| question.text(&asked.rules, Form::Line);
        Case { input: case.input.clone(), ..read.clone() } == *case
            && read.question(&asked.rules).is_ok_and(|read| text(read) == asked.text(Form::Line))
    };
    let are_same =
        |loaded: Vec<_>| loaded.len() == asked.len() && loaded.iter().zip(asked).all(is_same);
    loaded.is_ok_and(are_same)
}

fn rules_of(chosen: &Chosen) -> Result<Rules, Failure> {
    let place = &chosen.rules;
    let report = |mistake| error_in(chosen, place, mistake);
    load(&chosen.case.rules).map_err(|failure| failure.placed(&place.span, report))
}

/// Converts a mistake about a case to an error that names the case.
///
/// The byte ranges of `mistake` refer to the document of `place`.
fn error_in(chosen: &Chosen, place: &SourcePlace, mistake: Mistake) -> Error {
    let message = format!("case `{}`: {}", chosen.case, mistake.message);
    let excerpt = Excerpt::whole(place.file(), place.document());
    excerpt.draw(Mistake { message, ..mistake })
}

fn error_at(chosen: &Chosen, place: &SourcePlace, message: impl Into<String>) -> Failure {
    error_in(chosen, place, Mistake::new(place.span.clone(), message)).into()
}

fn unanswered(chosen: &Chosen, error: CaseError) -> Failure {
    let Chosen { case, input, expected, .. } = chosen;
    match error {
        CaseError::Expected { .. } => error_at(chosen, expected, error.to_string()),
        CaseError::Input(error) => {
            let hint = error.hint.as_deref().map(rules_in_document);
            let error = Mistake { hint, ..error };
            let error = error.in_string(input.document(), &input.span, &case.input);
            error_in(chosen, input, error).into()
        }
        error => error_at(chosen, input, error.to_string()),
    }
}

/// Returns a hint with a rule set as a case names it, instead of `--rules`.
fn rules_in_document(hint: &str) -> String {
    match hint.strip_prefix("`--rules ").and_then(|rest| rest.split_once('`')) {
        Some((options, rest)) => {
            let name = options.split(' ').next().unwrap_or_default();
            format!("`rules = \"{name}\"`{rest}")
        }
        None => hint.to_owned(),
    }
}
