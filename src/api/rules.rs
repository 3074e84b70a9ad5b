//! The command `rules`: describes a rule set as data.

use std::io::Write;

use serde::Serialize;

use super::context::Context;
use super::error::Error;
use super::fields::Fields;
use super::json;
use crate::cell::{Axis, Size};
use crate::render::definition;
use crate::rules::{Coordinate, RoleDef, Rules};

/// Answers a question about the rule set in the field `name`, or about all built-in rule sets.
pub(super) fn answer(
    fields: &Fields<'_>,
    context: &mut Context<'_>,
    out: &mut dyn Write,
) -> Result<(), Error> {
    if let Some(name) = fields.text("name")? {
        let rules = context.rules_named(name).map_err(|error| Error::at("name", error))?;
        return Ok(json::answer(out, fields.id(), &RulesAnswer::new(&rules))?);
    }
    let all: Vec<_> = Rules::all_built_in().collect();
    Ok(json::line(out, &all.iter().map(RulesAnswer::new).collect::<Vec<_>>())?)
}

impl<'q> RulesAnswer<'q> {
    /// Describes the pieces, coordinates, setups and other properties of a rule set.
    #[must_use]
    pub(crate) fn new(rules: &'q Rules) -> Self {
        let last = rules.size().map_or(LABELS, |size| size.opposite(0) + 1);
        let labels = |part: &Coordinate| (1..=last).map(|number| part.written(number)).collect();
        let coordinate = |part| ListedCoordinate::new(part, labels(part));
        Self {
            name: rules.name(),
            title: rules.title(),
            source: rules.source(),
            size: rules.size().map(Size::edge),
            pieces: rules.roles().map(|(_, def)| ListedPiece::new(rules, def)).collect(),
            cells: rules.cells().coordinates().iter().map(coordinate).collect(),
            captures: rules.captures(),
            verdict: rules.verdict().is_some(),
            holds: !rules.holds().is_empty(),
            setups: rules.setup_names().collect(),
        }
    }
}

/// Number of labels, such as `a`, listed for each coordinate if the rule set leaves the size open.
const LABELS: u16 = 32;

/// The description of a rule set, as an answer.
#[derive(Debug, Serialize)]
pub(crate) struct RulesAnswer<'q> {
    /// Name of the rule set, such as `raumschach`.
    pub(crate) name: &'q str,
    /// Title of the rule set for people to read.
    pub(crate) title: &'q str,
    /// Reference for the rules, such as a book or an address.
    pub(crate) source: &'q str,
    /// Cells along an edge of the board; `None` if the rule set leaves the size open.
    pub(crate) size: Option<usize>,
    pieces: Vec<ListedPiece<'q>>,
    /// Coordinates of a cell, in the order in which cell names contain them.
    cells: Vec<ListedCoordinate<'q>>,
    /// True if pieces capture in this rule set.
    pub(crate) captures: bool,
    /// True if the rule set defines check and checkmate.
    pub(crate) verdict: bool,
    /// True if a king can hold the other king in this rule set.
    pub(crate) holds: bool,
    /// Names of the setups that can be used instead of a board's text.
    pub(crate) setups: Vec<&'q str>,
}

#[derive(Debug, Serialize)]
struct ListedCoordinate<'a> {
    axis: &'static str,
    name: &'a str,
    /// True if the first label is at the far end of the axis: at the right, on Black's side or at
    /// the top.
    reversed: bool,
    /// Labels of this coordinate in their order, such as `a`, `b`, `c`.
    ///
    /// If the rule set leaves the size open, the first [`LABELS`] labels are listed. A board with n
    /// cells along an edge uses the first n of these labels.
    labels: Vec<String>,
}

impl<'a> ListedCoordinate<'a> {
    fn new(part: &'a Coordinate, labels: Vec<String>) -> Self {
        let axis = match part.axis {
            Axis::File => "file",
            Axis::Rank => "rank",
            Axis::Level => "level",
        };
        Self { axis, name: &part.name, reversed: part.reversed, labels }
    }
}

#[derive(Debug, Serialize)]
struct ListedPiece<'a> {
    name: &'a str,
    letter: char,
    royal: bool,
    /// Moves of the piece in words, one move definition per string.
    moves: Vec<String>,
}

impl<'a> ListedPiece<'a> {
    fn new(rules: &Rules, def: &'a RoleDef) -> Self {
        let moves = definition(rules, def);
        Self { name: &def.name, letter: def.letter, royal: def.royal, moves }
    }
}
