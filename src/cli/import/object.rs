//! Converts inputs of imported cases from JSON objects to the text of the original puzzle.

use crate::api::{Context, Error, Fields, Limits, PathQuestion, mate};
use crate::cases::{CaseError, Form, Puzzle, Question};
use crate::rules::Rules;
use crate::workbench::Importer;

pub(super) fn rewrite(
    importer: &Importer<'_>,
    object: &str,
    puzzle: Puzzle,
) -> Result<String, CaseError> {
    let fields = Fields::of_object(object).map_err(|(error, _)| error)?;
    let wrong = |error: Error| CaseError::from(fields.place(&error));
    match puzzle {
        Puzzle::Path => {
            let (rules, _) = importer.path;
            let size = rules.size().or(importer.size).ok_or(CaseError::NoSize)?;
            let options = options(rules).with_number("size", Some(size.edge() as u64));
            let fields = fields.clone().with_defaults(&options);
            let question = PathQuestion::read(&fields, &mut context(rules)).map_err(wrong)?;
            Ok(Question::Path(size, question.query).text(rules, Form::Puzzle))
        }
        Puzzle::Mate => {
            let (rules, _) = importer.mate;
            let options = options(rules);
            let fields = fields.clone().with_defaults(&options);
            let setup = mate::setup(&fields, &mut context(rules)).map_err(wrong)?;
            Ok(Question::Mate(setup).text(rules, Form::Puzzle))
        }
    }
}

fn options(rules: &Rules) -> Fields<'_> {
    Fields::default().with_text("rules", Some(rules.name()))
}

fn context(rules: &Rules) -> Context<'static> {
    Context::new(Limits::NONE).with_rules(rules.name(), rules.clone())
}
