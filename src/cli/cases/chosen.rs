//! The cases that a command uses, with their documents and rule sets.

use std::collections::BTreeMap;
use std::path::Path;

use crate::cases::{Answer, Case, CaseError, Form, PUBLISHED, Puzzle, Question};
use crate::cli::args;
use crate::cli::failure::Failure;
use crate::cli::messages::print_message;
use crate::cli::report::{Excerpt, ReportedError};
use crate::cli::rule_sets::load;
use crate::common::list;
use crate::import::{Chosen, Imported, Importer, LoadedCases, Loader, SourcePlace, none_found};
use crate::mistake::{Mistake, nearest, quote};
use crate::rules::Rules;

/// Returns the cases of the sources, or all published cases if there are no sources. With `--only`,
/// returns the cases whose names match its text best.
///
/// Without `--only`, files are read lazily, so that the cases before a bad file can be answered
/// first.
pub(crate) fn chosen(
    args: &args::CaseArgs,
) -> Box<dyn Iterator<Item = Result<Chosen, Failure>> + '_> {
    let mut sources: Vec<&Path> = args.sources().collect();
    if sources.is_empty() {
        sources.extend(Puzzle::ALL.map(|puzzle| Path::new(puzzle.name())));
    }
    let cases = sources.into_iter().flat_map(|source| match cases_of(source) {
        Ok(cases) => cases,
        Err(failure) => vec![Err(failure)],
    });
    match &args.only {
        Some(text) => Box::new(best_matches(cases.collect(), text).into_iter()),
        None => Box::new(cases),
    }
}

/// The largest number of names of cases in a hint.
const FEW_NAMES: usize = 4;

/// Returns the published cases if the source is the name of a puzzle, else the cases of a file, a
/// folder or an archive.
fn cases_of(source: &Path) -> Result<LoadedCases<Failure>, Failure> {
    let is_named = |(puzzle, ..): &&(Puzzle, _, _)| source.as_os_str() == puzzle.name();
    if let Some((_, name, text)) = PUBLISHED.iter().find(is_named) {
        let document = (Some(format!("{name}.toml")), (*text).to_owned());
        return load_with(|loader| loader.text(document));
    }
    let puzzle = || nearest(&Puzzle::ALL.map(Puzzle::name), &source.display().to_string());
    let cases = load_cases(source).map_err(|failure| match puzzle() {
        Some(hint) if !source.exists() => Failure::with_hint(failure.sentences(), Some(hint)),
        _ => failure,
    })?;
    if cases.is_empty() {
        let name = Some(source.display().to_string()).filter(|name| name != "-");
        let excerpt = Excerpt::whole(name.as_deref(), "");
        return Err(ReportedError::in_text(none_found(), &excerpt).into());
    }
    Ok(cases)
}

/// Keeps the failures and the cases with the best [`Match`]. If nothing is kept, returns a failure.
fn best_matches(cases: Vec<Result<Chosen, Failure>>, text: &str) -> Vec<Result<Chosen, Failure>> {
    let match_of = |chosen: &Chosen| Match::of(chosen.case(), &text.to_lowercase());
    let best = cases.iter().flatten().filter_map(match_of).min();
    let is_kept = |case: &Result<Chosen, Failure>| match case {
        Ok(chosen) => best.is_some() && match_of(chosen) == best,
        Err(_) => true,
    };
    let names: Vec<String> =
        cases.iter().flatten().map(|case| format!("`{}`", case.case)).collect();
    let mut kept: Vec<_> = cases.into_iter().filter(is_kept).collect();
    if kept.is_empty() {
        let message = format!("--only: no case has {} in its name", quote(text.as_bytes()));
        let names = list(&names[..names.len().min(FEW_NAMES)], "and");
        kept.push(Err(Failure::with_hint(
            message,
            Some(format!("there are names such as {names}")),
        )));
    }
    kept
}

/// The degrees to which a text matches the name of a case, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Match {
    Exact,
    /// The text is one or more whole words of the name.
    Words,
    /// The text is a substring of the name, but is not made of whole words.
    Part,
}

impl Match {
    /// Returns the degree to which a lowercase text matches the name of a case, or `None` if it
    /// does not.
    fn of(case: &Case, text: &str) -> Option<Self> {
        let full = case.to_string().to_lowercase();
        if full == text || case.name.to_lowercase() == text {
            return Some(Self::Exact);
        }
        let is_inside = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let is_word = |(at, part): (usize, &str)| {
            let (before, after) = (&full[..at], &full[at + part.len()..]);
            let starts_inside =
                is_inside(before.chars().next_back()) && is_inside(part.chars().next());
            let ends_inside =
                is_inside(part.chars().next_back()) && is_inside(after.chars().next());
            !starts_inside && !ends_inside
        };
        if full.match_indices(text).any(is_word) {
            return Some(Self::Words);
        }
        full.contains(text).then_some(Self::Part)
    }
}

/// Loads the cases of a file, a folder or an archive.
///
/// A case that names no rule set gets the rule set of its puzzle.
pub(crate) fn load_cases(path: &Path) -> Result<LoadedCases<Failure>, Failure> {
    load_with(|loader| loader.load(path))
}

/// Calls `load` with a loader, which gives a case the rule set of its puzzle if none is named.
///
/// If a source is a page, the loader prints only the lines that look like inputs or answers but
/// belong to no case.
fn load_with<T>(load: impl FnOnce(&Loader<'_>) -> T) -> T {
    load_reporting(&report_lost, load)
}

fn load_reporting<T>(
    report_page: &dyn Fn(&str, &Imported),
    load: impl FnOnce(&Loader<'_>) -> T,
) -> T {
    let (path, mate) = (Rules::kubikschach(), Rules::cube());
    let (path, mate) = ((&path, Puzzle::Path.rules()), (&mate, Puzzle::Mate.rules()));
    let importer = Importer { path, mate, size: None, answers: false };
    load(&Loader::new(importer, report_page))
}

fn report_lost(name: &str, imported: &Imported) {
    for unused in &imported.unused {
        if let Some(why) = &unused.why {
            let line = unused.lines.start();
            print_message(&format!("{name}, line {line}: not used ({why}): {}", unused.text));
        }
    }
}

impl Chosen {
    /// Returns the right answer to the case.
    ///
    /// # Errors
    /// Returns an error about the place in the document if the case cannot be answered.
    pub(crate) fn answer(&self, rule_sets: &mut RuleSets) -> Result<Answer, Failure> {
        let rules = rule_sets.load(self)?;
        self.case.answer(rules).map_err(|error| self.unanswered(error))
    }

    /// Converts a mistake about the case to an error that names the case.
    ///
    /// The byte ranges of `mistake` refer to the document of `place`.
    fn error(&self, place: &SourcePlace, mistake: Mistake) -> ReportedError {
        let message = format!("case `{}`: {}", self.case, mistake.message);
        let excerpt = Excerpt::whole(place.file(), place.document());
        ReportedError::drawn(Mistake { message, ..mistake }, &excerpt)
    }

    fn error_at(&self, place: &SourcePlace, message: impl Into<String>) -> Failure {
        self.error(place, Mistake::new(place.span.clone(), message)).into()
    }

    fn unanswered(&self, error: CaseError) -> Failure {
        let Self { case, input, expected, .. } = self;
        match error {
            CaseError::Expected { .. } => self.error_at(expected, error.to_string()),
            CaseError::Input(error) => {
                let hint = error.hint.as_deref().map(rules_in_document);
                let error = Mistake { hint, ..error };
                let error = error.in_string(input.document(), &input.span, &case.input);
                self.error(input, error).into()
            }
            error => self.error_at(input, error.to_string()),
        }
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

/// The rule sets of cases by name. Each rule set is loaded once.
#[derive(Default)]
pub(crate) struct RuleSets(BTreeMap<String, Rules>);

impl RuleSets {
    /// Returns the rule set of a case, and loads it at first use.
    pub(crate) fn load(&mut self, chosen: &Chosen) -> Result<&Rules, Failure> {
        let Chosen { case, rules: place, .. } = chosen;
        if !self.0.contains_key(&case.rules) {
            let rules = load(&case.rules);
            let report = |error| chosen.error(place, error);
            let rules = rules.map_err(|failure| failure.placed(&place.span, report))?;
            self.0.insert(case.rules.clone(), rules);
        }
        Ok(self.rules(case))
    }

    /// Returns the rule set of a case.
    ///
    /// # Panics
    /// Panics if [`load`](Self::load) was not called for this rule set before.
    pub(crate) fn rules(&self, case: &Case) -> &Rules {
        &self.0[&case.rules]
    }

    /// Returns the question of a case, and a warning if its answer is not the right one.
    fn question(&mut self, chosen: &Chosen) -> Result<(Question, Option<String>), Failure> {
        let case = chosen.case();
        let rules = self.load(chosen)?;
        let question = case.question(rules).map_err(|error| chosen.unanswered(error))?;
        let mistake = mistake(case, rules);
        Ok((question, mistake.map(|mistake| format!("{}: {mistake}", chosen.expected.line()))))
    }
}

/// Returns what is wrong with the expected answer of a case; `None` if the answer is right.
pub(crate) fn mistake(case: &Case, rules: &Rules) -> Option<String> {
    match case.answer(rules) {
        Ok(right) if right == case.expected => None,
        Ok(right) => Some(format!(
            "case `{case}` expects {}, but the right answer is {right}",
            case.expected
        )),
        Err(error) => Some(format!("case `{case}` can't be answered: {error}")),
    }
}

/// Cases with their questions and rule sets.
#[derive(Default)]
pub(crate) struct AskedCases {
    pub(crate) cases: Vec<Case>,
    pub(crate) questions: Vec<Question>,
    /// For each case, a warning if its expected answer is wrong.
    pub(crate) warnings: Vec<Option<String>>,
    pub(crate) rule_sets: RuleSets,
}

impl AskedCases {
    /// Collects the chosen cases. Returns these cases, and the errors about the others.
    pub(crate) fn all(args: &args::CaseArgs) -> (Self, Vec<Failure>) {
        Self::collect(args, |_| Ok(()))
    }

    /// Collects the chosen cases. A mate problem is an error, because `command` does not support mate
    /// problems. Returns the cases, and the errors about the others.
    pub(crate) fn without_problems(args: &args::CaseArgs, command: &str) -> (Self, Vec<Failure>) {
        Self::collect(args, |chosen| {
            let Chosen { case, expected, .. } = chosen;
            if case.expected.is_of_problem() {
                let message = format!("`{command}` takes no mate problems; `replay` checks them");
                return Err(chosen.error_at(expected, message));
            }
            Ok(())
        })
    }

    fn collect(
        args: &args::CaseArgs,
        check: impl Fn(&Chosen) -> Result<(), Failure>,
    ) -> (Self, Vec<Failure>) {
        let mut asked = Self::default();
        let add = |chosen: Result<Chosen, Failure>| {
            let chosen = chosen?;
            check(&chosen)?;
            asked.add(chosen)
        };
        let failures = chosen(args).map(add).filter_map(Result::err).collect();
        (asked, failures)
    }

    /// Prints the warnings about cases with wrong answers.
    ///
    /// `consequence` ends each warning and says what the command does with the case.
    pub(crate) fn print_warnings(&self, consequence: &str) {
        for warning in self.warnings.iter().flatten() {
            print_message(&format!("warning: {warning}; {consequence}"));
        }
    }

    /// Returns `true` if loading `text` gives exactly these cases.
    pub(crate) fn are_in(&self, text: &str) -> bool {
        let document = (None, text.to_owned());
        let loaded = load_reporting(&|_, _| {}, |loader| loader.text(document));
        loaded.is_ok_and(|loaded| self.are(&loaded))
    }

    /// Returns `true` if the cases are equal to loaded ones, except for the wording of their inputs.
    pub(crate) fn are(&self, loaded: &[Result<Chosen, Failure>]) -> bool {
        let is_same = |(read, (case, question)): (&Result<Chosen, _>, (&Case, &Question))| {
            let Ok(Chosen { case: read, .. }) = read else { return false };
            let rules = self.rule_sets.rules(case);
            let with_wording = Case { input: case.input.clone(), ..read.clone() };
            // A position that names White to move is written without a side.
            let text = |question: &Question| question.text(rules, Form::Line);
            with_wording == *case
                && read.question(rules).is_ok_and(|read| text(&read) == text(question))
        };
        let cases = self.cases.iter().zip(&self.questions);
        loaded.len() == self.cases.len() && loaded.iter().zip(cases).all(is_same)
    }

    /// Removes the cases whose answers are not the right ones.
    pub(crate) fn remove_wrong(&mut self) {
        let mut is_right = self.warnings.iter().map(Option::is_none);
        self.cases.retain(|_| is_right.next() == Some(true));
        let mut is_right = self.warnings.iter().map(Option::is_none);
        self.questions.retain(|_| is_right.next() == Some(true));
        self.warnings.retain(Option::is_none);
    }

    fn add(&mut self, chosen: Chosen) -> Result<(), Failure> {
        let (question, warning) = self.rule_sets.question(&chosen)?;
        self.questions.push(question);
        self.warnings.push(warning);
        self.cases.push(chosen.case);
        Ok(())
    }
}
