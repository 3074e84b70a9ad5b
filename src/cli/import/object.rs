//! Converts inputs of imported cases from JSON objects to the text of the original puzzle.

use crate::api::{Context, Error, Fields, Limits, PathQuestion, mate};
use crate::cases::{CaseError, Form, Puzzle, Question};
use crate::cell::Size;
use crate::rules::Rules;
use crate::workbench::Importer;

pub(super) fn rewrite(
    importer: &Importer<'_>,
    object: &str,
    puzzle: Puzzle,
) -> Result<String, CaseError> {
    let (rules, _) = match puzzle {
        Puzzle::Path => importer.path,
        Puzzle::Mate => importer.mate,
    };
    let options = Fields::default().with_text("rules", Some(rules.name()));
    let fields = Fields::of_object(object).map_err(|(error, _)| error)?;
    let wrong = |error: Error| CaseError::from(fields.place(&error));
    let question = match puzzle {
        Puzzle::Path => {
            let size = rules.size().or(importer.size).ok_or(CaseError::NoSize)?;
            let open = rules.size().is_none();
            let options = options.with_number("size", open.then_some(size.edge() as u64));
            path(&fields.clone().with_defaults(&options), rules, size).map_err(wrong)?
        }
        Puzzle::Mate => mate(&fields.clone().with_defaults(&options), rules).map_err(wrong)?,
    };
    Ok(question.text(rules, Form::Puzzle))
}

/// Parses a query. The case has no fields for another rule set, size or board.
fn path(fields: &Fields<'_>, rules: &Rules, size: Size) -> Result<Question, Error> {
    let PathQuestion { query, options } = PathQuestion::read(fields, &mut context(rules))?;
    let finder = &options.finder;
    expect_rules(rules, finder.rules())?;
    if finder.size() != size {
        let (size, found) = (size.edge(), finder.size().edge());
        let message = format!("expected the size {size} of the import, but found {found}");
        return Err(Error::about("size", message));
    }
    if finder.board().is_some() {
        let message = "expected no board, because a query of a case has an empty one";
        return Err(Error::about("board", message));
    }
    Ok(Question::Path(size, query))
}

fn mate(fields: &Fields<'_>, rules: &Rules) -> Result<Question, Error> {
    let (own, setup) = mate::setup(fields, &mut context(rules))?;
    expect_rules(rules, &own)?;
    Ok(Question::Mate(setup))
}

/// Returns an error if an object has another rule set than the import, whose name its case gets.
fn expect_rules(rules: &Rules, own: &Rules) -> Result<(), Error> {
    if own.is_same(rules) {
        return Ok(());
    }
    let name = rules.name();
    let message = format!("expected the rule set `{name}` of the import, but found another");
    Err(Error::about("rules", message))
}

fn context(rules: &Rules) -> Context<'static> {
    Context::new(Limits::NONE).with_rules(rules.name(), rules.clone())
}
