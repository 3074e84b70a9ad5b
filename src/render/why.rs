//! The reasons why a piece has no route to a cell, as sentences.

use std::fmt;

use super::heading::Heading;
use crate::cell::{Axis, Size};
use crate::common::{article, numbered};
use crate::movement::MoveKind;
use crate::path::{Confinement, LinearForm, NoRoute, PathFinder, Query};
use crate::piece::Piece;
use crate::rules::{Coordinate, Rules};

/// The reason why a piece has no route from one cell to another, displayed as a sentence.
///
/// # Example
/// ```
/// use kubikschach::{notation, path::PathFinder, render::WhyNoRoute, rules::Rules};
/// let rules = Rules::kubikschach();
/// let size = rules.default_size();
/// let query = notation::parse_query(&rules, size, "Pawn W C2a A3b")?;
/// let finder = PathFinder::new(&rules, size);
/// let obstacle = finder.why_no_route(query)?.expect("pawns never leave their column");
/// let reason = WhyNoRoute::new(&finder, query, obstacle);
/// assert_eq!(reason.to_string(), "the white Pawn never leaves column 2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct WhyNoRoute<'a> {
    /// Rule set that names the pieces and cells.
    pub rules: &'a Rules,
    /// Size of the board.
    pub size: Size,
    /// Piece, its start and the finish that it cannot reach.
    pub query: Query,
    /// True if the piece may capture on its way.
    pub captures: bool,
    /// Obstacle that rules out every route.
    pub obstacle: NoRoute,
}

/// Writes the sentence without a capital letter at its start and without a full stop.
impl fmt::Display for WhyNoRoute<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_about_steps = self.obstacle != NoRoute::Promoted;
        if is_about_steps && !self.captures && self.has_steps_for_captures_only() {
            f.write_str("without captures, ")?;
        }
        f.write_str(&self.claim())
    }
}

impl<'a> WhyNoRoute<'a> {
    /// Creates the reason for an obstacle that `finder` has found for `query`.
    #[must_use]
    pub fn new(finder: &'a PathFinder, query: Query, obstacle: NoRoute) -> Self {
        let (rules, size, captures) = (finder.rules(), finder.size(), finder.captures());
        Self { rules, size, query, captures, obstacle }
    }

    fn claim(&self) -> String {
        match self.obstacle {
            NoRoute::Constant(form) => self.constant(form),
            NoRoute::NoIncrease(form) => self.no_increase(form),
            NoRoute::Multiple { form, divisor } => self.multiple(form, divisor),
            NoRoute::Reach { reached, cells } => self.reach(reached, cells),
            NoRoute::Promoted => format!("{} on {} has promoted", self.any_piece(), self.ends()[0]),
            NoRoute::Occupied(other) => self.occupied(other),
            NoRoute::Pieces(confinement) => self.confinement(confinement),
        }
    }

    fn constant(&self, form: LinearForm) -> String {
        let piece = self.piece();
        let sum = self.sum(form);
        if let [(_, part)] = sum.0[..] {
            let label = part.label(self.size, self.query.start.along(part.axis));
            return format!("{piece} never leaves {} {label}", part.name);
        }
        let (name, way, change) = (self.name(), self.way(), self.change(form));
        let sum = sum.text();
        format!("no {name} step changes {sum}, but {way} changes it by {change}")
    }

    fn no_increase(&self, form: LinearForm) -> String {
        if let Some(heading) = self.heading(form) {
            let (piece, [start, finish]) = (self.any_piece(), self.ends());
            return format!(
                "{piece} never moves {heading}, and {finish} lies that way from {start}"
            );
        }
        let sum = self.sum(form);
        // The form increases, but the written sum may be its negative.
        let larger = if sum.sign() > 0 { "larger" } else { "smaller" };
        let (name, way, change) = (self.name(), self.way(), self.change(form));
        let sum = sum.text();
        format!("no {name} step makes {sum} {larger}, but {way} makes it {larger} by {change}")
    }

    fn multiple(&self, form: LinearForm, divisor: u64) -> String {
        let (name, sum) = (self.name(), self.sum(form).text());
        let (way, change) = (self.way(), self.change(form));
        let by = match divisor {
            2 => "an even number".to_owned(),
            _ => format!("a multiple of {divisor}"),
        };
        format!("every {name} step changes {sum} by {by}, but {way} changes it by {change}")
    }

    fn reach(&self, reached: usize, cells: usize) -> String {
        let (piece, [start, finish]) = (self.piece(), self.ends());
        format!(
            "{piece} can reach only {reached} of the {cells} cells from {start}, and {finish} is not one of them"
        )
    }

    fn occupied(&self, other: Piece) -> String {
        let (piece, [_, finish]) = (self.piece(), self.ends());
        let is_own = other.color() == self.query.piece.color();
        let whom = if is_own {
            " a piece of its own color"
        } else if self.captures {
            " a king"
        } else {
            ", because the rules have no captures"
        };
        format!("{} stands on {finish}, and {piece} can't capture{whom}", self.other(other))
    }

    fn confinement(&self, confinement: Confinement) -> String {
        let Confinement { reached, cells, safe, attacker, alone } = confinement;
        let (piece, [start, finish]) = (self.piece(), self.ends());
        let attacked = attacker.map_or_else(String::new, |(from, by)| {
            let from = self.rules.cells().name(self.size, from);
            format!(": {} on {from} attacks it", self.other(by))
        });
        let safely = if safe { " without being attacked" } else { "" };
        let alone = alone.map_or_else(String::new, |moves| {
            format!("; on an empty board it would take {}", numbered(moves, "move"))
        });
        format!(
            "on this board {piece} can reach only {reached} of the {cells} cells from {start}{safely}, \
             and {finish} is not one of them{attacked}{alone}"
        )
    }

    fn other(&self, other: Piece) -> String {
        format!("the {} {}", other.color().name(), self.rules.role(other.role()).name)
    }

    /// Returns the name of the queried piece with an indefinite article, such as `a white pawn`.
    fn any_piece(&self) -> String {
        let name = self.name().to_lowercase();
        format!("{} {name}", article(&name))
    }

    fn piece(&self) -> String {
        format!("the {}", self.name())
    }

    /// Returns the name of the piece, with its color if the two colors move differently.
    fn name(&self) -> String {
        let steps =
            |color| self.rules.movement().steps_of(Piece::new(color, self.query.piece.role()));
        let color = self.query.piece.color();
        let name = &self.rules.role(self.query.piece.role()).name;
        if steps(color).eq(steps(!color)) {
            name.clone()
        } else {
            format!("{} {name}", color.name())
        }
    }

    /// Returns `true` if the piece has steps that only capture. Such steps are impossible on an
    /// empty board.
    fn has_steps_for_captures_only(&self) -> bool {
        self.rules.movement().steps_of(self.query.piece).any(|step| !step.allows(MoveKind::Quiet))
    }

    fn ends(&self) -> [String; 2] {
        [self.query.start, self.query.finish].map(|cell| self.rules.cells().name(self.size, cell))
    }

    fn way(&self) -> String {
        let [start, finish] = self.ends();
        format!("{start} to {finish}")
    }

    /// Returns the absolute difference between the values of a linear form at the start and at the
    /// finish of the query.
    fn change(&self, form: LinearForm) -> u64 {
        form.change(self.query.start.offset_to(self.query.finish)).unsigned_abs()
    }

    /// Returns the direction, as White sees it, in which a linear form grows, if the form is a
    /// single coordinate or its negative; `None` for any other form.
    fn heading(&self, form: LinearForm) -> Option<&'static str> {
        let (axis, grows) = match form.coefficients() {
            [sign @ (1 | -1), 0, 0] => (Axis::File, sign > 0),
            [0, sign @ (1 | -1), 0] => (Axis::Rank, sign > 0),
            [0, 0, sign @ (1 | -1)] => (Axis::Level, sign > 0),
            _ => return None,
        };
        Some(match Heading::new(self.rules, axis, grows) {
            Heading::Right => "to the right",
            Heading::Left => "to the left",
            Heading::Forward => "towards Black's side",
            Heading::Back => "towards White's side",
            Heading::Up => "upwards",
            Heading::Down => "downwards",
        })
    }

    /// Returns a linear form as a sum of the rule set's coordinates, in the order in which cell
    /// names give them.
    fn sum(&self, form: LinearForm) -> Sum<'_> {
        let coefficients = form.coefficients();
        let coordinates = self.rules.cells().coordinates().iter();
        let parts = coordinates
            .map(|part| (part.facing() * coefficients[part.axis as usize], part))
            .filter(|(coefficient, _)| *coefficient != 0);
        Sum(parts.collect())
    }
}

/// A linear form as pairs of a nonzero coefficient and the coordinate that it multiplies. The
/// coefficient is negated if the rule set counts the coordinate from the far end of its axis.
#[derive(Clone, Debug)]
struct Sum<'a>(Vec<(i32, &'a Coordinate)>);

impl Sum<'_> {
    /// Returns the sign of the first coefficient. [`Sum::text`] multiplies the sum by this sign.
    fn sign(&self) -> i32 {
        self.0.first().map_or(1, |(coefficient, _)| coefficient.signum())
    }

    /// Writes the sum or its negative, whichever has a positive first coefficient, such as
    /// `row + column - 2*slice`.
    fn text(&self) -> String {
        let mut text = String::new();
        for (coefficient, part) in &self.0 {
            if !text.is_empty() {
                text.push_str(if coefficient * self.sign() < 0 { " - " } else { " + " });
            }
            if coefficient.abs() > 1 {
                text.push_str(&coefficient.abs().to_string());
                text.push('*');
            }
            text.push_str(&part.name);
        }
        text
    }
}
