//! Inputs that are JSON objects.

use crate::board::Setup;
use crate::cases::{CaseError, Form, Puzzle, Question};
use crate::cli::ndjson::{FromFields, Ndjson, Request};
use crate::notation::{Boards, Queries};
use crate::piece::Color;
use crate::workbench::Importer;

/// Rewrites an object as a query or board.
pub(super) fn rewrite(
    importer: &Importer<'_>,
    object: &str,
    puzzle: Puzzle,
) -> Result<String, CaseError> {
    match puzzle {
        Puzzle::Path => {
            let (rules, _) = importer.path;
            let size = rules.size().or(importer.size).ok_or(CaseError::NoSize)?;
            let (query, _) = record(Queries::new(rules, size), object)?;
            Ok(Question::Path(size, query).text(rules, Form::Puzzle))
        }
        Puzzle::Mate => {
            let (rules, _) = importer.mate;
            let (setup, side) = record(Boards::new(rules), object)?;
            let setup = Setup { turn: side.or(setup.turn), ..setup };
            Ok(Question::Mate(setup).text(rules, Form::Puzzle))
        }
    }
}

/// Returns the record of an object, and the side whose king it asks about.
fn record<R: FromFields>(reader: R, object: &str) -> Result<(R::Record, Option<Color>), CaseError> {
    let request = Ndjson::new(reader).whole(object.as_bytes());
    let Request { record, side, .. } = request.map_err(|bad| bad.diagnostic)?;
    Ok((record, side))
}
