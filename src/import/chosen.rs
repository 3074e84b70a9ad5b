//! A case with its places in a document.

use super::error::ImportError;
use super::importer::{Importer, NoCase};
use super::place::SourcePlace;
use crate::cases::{Case, CaseError, Question};

/// The cases of a source in their order, and the mistakes of those that cannot be used.
pub(crate) type LoadedCases<E> = Vec<Result<Chosen, E>>;

/// A case with the places in its documents that errors mark.
#[derive(Clone, Debug)]
pub(crate) struct Chosen {
    pub(crate) case: Case,
    /// Parsed input; `None` if the rule set of the case is not loaded yet.
    pub(crate) question: Option<Question>,
    pub(crate) rules: SourcePlace,
    pub(crate) input: SourcePlace,
    pub(crate) expected: SourcePlace,
}

/// The text of an input or answer, and its place in the source.
pub(super) struct TextInFile<'t> {
    pub(super) text: &'t str,
    pub(super) place: SourcePlace,
}

impl Chosen {
    /// Creates a case without a place for its rule set: errors about the rule set mark the answer.
    pub(super) fn at(case: Case, input: SourcePlace, expected: SourcePlace) -> Self {
        Self { case, question: None, rules: expected.clone(), input, expected }
    }

    /// Creates a case from its input and its answer, which are at these places.
    pub(super) fn read(
        importer: &Importer<'_>,
        name: &str,
        input: TextInFile<'_>,
        answer: TextInFile<'_>,
    ) -> Result<Chosen, ImportError> {
        match importer.asked(name, input.text, answer.text) {
            Ok((case, question)) => {
                let question = Some(question);
                Ok(Chosen { question, ..Chosen::at(case, input.place, answer.place) })
            }
            Err(why @ NoCase::Answer { .. }) => Err(answer.place.failure(why.to_string())),
            Err(NoCase::Input(CaseError::Input(error))) => {
                let (document, span) = (input.place.document(), &input.place.span);
                let error = error.in_string(document, span, input.text.trim());
                Err(input.place.error(error))
            }
            Err(why) => Err(input.place.failure(why.to_string())),
        }
    }
}
