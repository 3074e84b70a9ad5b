//! `rules`: rule sets as data.

use serde::Serialize;

use super::context::Context;
use super::error::Error;
use super::fields::Fields;
use crate::cell::{Axis, Size};
use crate::render::definition;
use crate::rules::{BUILT_IN, Coordinate, RoleDef, Rules};

/// Asks for a rule set.
#[derive(Clone, Debug)]
pub struct RulesQuestion {
    /// The rule set.
    pub rules: Rules,
}

impl RulesQuestion {
    /// Reads a question.
    ///
    /// # Errors
    /// If a field has a mistake.
    pub fn read(fields: &Fields<'_>, context: &mut Context) -> Result<Self, Error> {
        fields.expect_only("rules", &["name"], &[])?;
        let rules = context.rules_named(fields.required("name")?);
        Ok(Self { rules: rules.map_err(|error| Error::at("name", error))? })
    }

    /// Returns the questions for all built-in rule sets.
    #[must_use]
    pub fn built_in() -> Vec<Self> {
        let rules = BUILT_IN.iter().filter_map(|(name, _)| Rules::built_in(name));
        rules.map(|rules| Self { rules }).collect()
    }

    /// Answers the question.
    #[must_use]
    pub fn answer(&self) -> RulesAnswer<'_> {
        let rules = &self.rules;
        let last = rules.size().map_or(LABELS, |size| size.opposite(0) + 1);
        let labels = |part: &Coordinate| (1..=last).map(|number| part.written(number)).collect();
        let coordinate = |part| ListedCoordinate::new(part, labels(part));
        RulesAnswer {
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

/// Labels that are listed where the size is open.
const LABELS: u16 = 32;

/// The answer to a [`RulesQuestion`].
#[derive(Debug, Serialize)]
pub struct RulesAnswer<'q> {
    /// The name.
    pub name: &'q str,
    /// The title.
    pub title: &'q str,
    /// The source of the rules.
    pub source: &'q str,
    /// Cells along an edge, `None` if the size is open.
    pub size: Option<usize>,
    pieces: Vec<ListedPiece<'q>>,
    /// The coordinates of cells in the order in which names have them.
    cells: Vec<ListedCoordinate<'q>>,
    /// True if pieces capture.
    pub captures: bool,
    /// True if the rule set says who is checkmated.
    pub verdict: bool,
    /// True if kings can be held, so that a board tells the holder.
    pub holds: bool,
    /// The names of the setups.
    pub setups: Vec<&'q str>,
}

/// A coordinate of cells' names.
#[derive(Debug, Serialize)]
struct ListedCoordinate<'a> {
    axis: &'static str,
    name: &'a str,
    /// True if it counts from the far end of its axis.
    reversed: bool,
    /// The coordinate as names have it, from the first number on; boards of open size have a part of
    /// these.
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
    /// Its moves in words.
    moves: Vec<String>,
}

impl<'a> ListedPiece<'a> {
    fn new(rules: &Rules, def: &'a RoleDef) -> Self {
        let moves = definition(rules.cells(), def);
        Self { name: &def.name, letter: def.letter, royal: def.royal, moves }
    }
}
