//! Parses inputs of imported cases that are JSON objects.

use crate::api::{Context, Error, Fields, Limits, PathQuestion, expect_known, mate};
use crate::cases::{CaseError, Puzzle, Question};
use crate::cell::Size;
use crate::rules::Rules;

/// Parses a JSON object as a question of a puzzle. `size` is the board size of queries.
pub(super) fn question(
    object: &str,
    puzzle: Puzzle,
    rules: &Rules,
    size: Size,
) -> Result<Question, CaseError> {
    let fields = Fields::of_object(object).map_err(|(error, _)| error)?;
    let wrong = |error: Error| CaseError::from(fields.in_object(error).mistake);
    expect_known(puzzle.name(), &fields).map_err(wrong)?;
    expect_rules(&fields, rules).map_err(wrong)?;
    let options = Fields::of_options([("rules", Some(rules.name()))]);
    match puzzle {
        Puzzle::Path => {
            let edge = size.edge().to_string();
            let options =
                Fields::of_options([("rules", Some(rules.name())), ("size", Some(&edge))]);
            path(&fields.clone().with_defaults(&options), rules, size).map_err(wrong)
        }
        Puzzle::Mate => {
            let fields = fields.clone().with_defaults(&options);
            mate::setup(&fields, &mut context(rules)).map(Question::Mate).map_err(wrong)
        }
    }
}

/// Returns an error if an object names another rule set than that of the import, because all cases
/// get the rule set of the import.
fn expect_rules(fields: &Fields<'_>, rules: &Rules) -> Result<(), Error> {
    let Some(found) = fields.text("rules")? else { return Ok(()) };

    if context(rules).rules(fields, found)? == *rules {
        return Ok(());
    }
    let name = rules.name();
    let message = format!("expected `{name}`, the rule set of the import, but found `{found}`");
    Err(Error::about("rules", message))
}

/// Parses a query, and rejects another board size than that of the import and any placed pieces,
/// because a case cannot store them.
fn path(fields: &Fields<'_>, rules: &Rules, size: Size) -> Result<Question, Error> {
    let PathQuestion { query, options } = PathQuestion::read(fields, &mut context(rules))?;

    let finder = &options.finder;
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

fn context(rules: &Rules) -> Context<'static> {
    Context::new(Limits::NONE).with_rules(rules.name(), rules.clone())
}
