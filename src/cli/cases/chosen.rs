//! The cases that a command is about, each with the document it stands in, and their rule sets.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;
use std::rc::Rc;

use crate::cases::{Case, CaseError, Located, PUBLISHED, Puzzle, Question};
use crate::cli::Failure;
use crate::cli::args::workbench as args;
use crate::cli::failure::Told;
use crate::cli::files::{NamedText, named};
use crate::cli::report::Excerpt;
use crate::cli::rules::load;
use crate::diagnostic::Diagnostic;
use crate::rules::Rules;

/// A case that was chosen.
pub(crate) struct Chosen {
    located: Located,
    document: Rc<NamedText>,
}

/// The cases of the files, or the published ones; those with a text in their names, if it is given.
///
/// They come one by one: those before a file with a mistake, or before a failure that ends them, can be
/// answered first.
pub(crate) fn chosen<'f>(
    files: impl IntoIterator<Item = &'f PathBuf>,
    only: Option<&str>,
) -> impl Iterator<Item = Result<Chosen, Failure>> {
    let mut files = files.into_iter().peekable();
    let published = if files.peek().is_none() { &PUBLISHED[..] } else { &[] };
    let published = published.iter().map(|(_, name, text)| {
        let named: NamedText = (Some((*name).to_owned()), (*text).to_owned());
        Ok(named)
    });
    let documents = published.chain(files.map(|file| named(file)));
    let cases = documents.flat_map(|document| match document.and_then(parse) {
        Ok(cases) => cases.into_iter().map(Ok).collect(),
        Err(failure) => vec![Err(failure)],
    });
    let small = only.map(str::to_lowercase);
    let is_meant = move |case: &Result<Chosen, Failure>| match (case, &small) {
        (Ok(chosen), Some(text)) => chosen.case().to_string().to_lowercase().contains(text),
        _ => true,
    };
    let mut missing = only.map(|text| format!("--only: no case has `{text}` in its name"));
    let mut cases = cases.filter(is_meant);
    std::iter::from_fn(move || {
        let (next, missing) = (cases.next(), missing.take());
        next.or_else(|| Some(Err(Failure::new(missing?))))
    })
}

/// The cases of a document.
fn parse(document: NamedText) -> Result<Vec<Chosen>, Failure> {
    let (name, text) = &document;
    let cases = Located::parse(text);
    let cases = cases.map_err(|mistakes| Failure::mistakes(name.as_deref(), text, mistakes))?;
    let document = Rc::new(document);
    let chosen = |located| Chosen { located, document: document.clone() };
    Ok(cases.into_iter().map(chosen).collect())
}

impl Chosen {
    /// The case.
    pub(crate) const fn case(&self) -> &Case {
        &self.located.case
    }

    /// What is wrong with the case, in its document.
    fn told(&self, diagnostic: Diagnostic) -> Told {
        let (name, text) = &*self.document;
        let message = format!("case `{}`: {}", self.case(), diagnostic.message);
        let excerpt = Excerpt::whole(name.as_deref(), text);
        Told::drawn(Diagnostic { message, ..diagnostic }, &excerpt)
    }

    /// The same about this place of the document.
    fn told_at(&self, span: &Range<usize>, message: impl Into<String>) -> Failure {
        self.told(Diagnostic::new(span.clone(), message)).into()
    }

    /// Why the case has no answer.
    fn unanswered(&self, error: CaseError) -> Failure {
        let Located { case, input, .. } = &self.located;
        match error {
            CaseError::Input(error) => {
                self.told(error.in_string(&self.document.1, input, &case.input)).into()
            }
            error => self.told_at(input, error.to_string()),
        }
    }
}

/// The rule sets that cases name, each loaded once.
#[derive(Default)]
pub(crate) struct RuleSets(BTreeMap<String, Rules>);

impl RuleSets {
    /// The rule set of a case, loaded if no case before has named it.
    pub(crate) fn load(&mut self, chosen: &Chosen) -> Result<&Rules, Failure> {
        let Located { case, rules: span, .. } = &chosen.located;
        if !self.0.contains_key(&case.rules) {
            let rules = load(&case.rules);
            let place = |error| chosen.told(error);
            let rules = rules.map_err(|failure| failure.placed(span, place))?;
            self.0.insert(case.rules.clone(), rules);
        }
        Ok(self.rules(case))
    }

    /// The rule set of a case, which was loaded before.
    pub(crate) fn rules(&self, case: &Case) -> &Rules {
        &self.0[&case.rules]
    }

    /// What a case asks, if its expected answer is the right one.
    fn question(&mut self, chosen: &Chosen) -> Result<Question, Failure> {
        let Located { case, expected, .. } = &chosen.located;
        let rules = self.load(chosen)?;
        let right = case.answer(rules).map_err(|error| chosen.unanswered(error))?;
        if right != case.expected {
            let message = format!("expected {}, but the right answer is {right}", case.expected);
            return Err(chosen.told_at(expected, message));
        }
        case.question(rules).map_err(|error| chosen.unanswered(error))
    }
}

/// Cases with the right answers, what they ask, and their rule sets.
#[derive(Default)]
pub(crate) struct Asked {
    pub(crate) cases: Vec<Case>,
    /// What each of the cases asks.
    pub(crate) questions: Vec<Question>,
    pub(crate) rule_sets: RuleSets,
}

impl Asked {
    /// The chosen cases of a puzzle, or of both, and what is wrong with the one after them, if anything.
    pub(crate) fn of(args: &args::Cases, puzzle: Option<Puzzle>) -> (Self, Result<(), Failure>) {
        let mut asked = Self::default();
        let mut cases = chosen(&args.files, args.only.as_deref());
        let end = cases.try_for_each(|chosen| asked.add(chosen?, puzzle));
        (asked, end)
    }

    fn add(&mut self, chosen: Chosen, puzzle: Option<Puzzle>) -> Result<(), Failure> {
        if puzzle.is_none_or(|puzzle| chosen.case().expected.puzzle() == puzzle) {
            self.questions.push(self.rule_sets.question(&chosen)?);
            self.cases.push(chosen.located.case);
        }
        Ok(())
    }
}
