//! The legend of a rule set: the letter, name, moves and a small picture of each piece.

use std::collections::{BTreeMap, BTreeSet};
use std::iter;
use std::ops::RangeInclusive;

use super::Styles;
use super::definition::{definition, levels};
use super::picture::side_by_side;
use crate::board::Empty;
use crate::cell::{Axis, Cell, Offset, Size};
use crate::movement::{Mode, MoveKind, Step};
use crate::piece::{Color, Piece, Role};
use crate::rules::{RoleDef, Rules};

/// The largest difference of files, ranks or levels that a picture shows.
const FARTHEST: u16 = 4;
const MARGIN: &str = "  ";

/// Returns the letters and names of the pieces, such as `K king, Q queen`.
///
/// # Example
/// ```
/// use kubikschach::{render, rules::Rules};
/// assert_eq!(render::letters(&Rules::cube()), "K king, Q queen, R rook, B bishop, N knight");
/// ```
#[must_use]
pub fn letters(rules: &Rules) -> String {
    rules.roles().map(|(_, def)| lettered(def)).collect::<Vec<_>>().join(", ")
}

fn lettered(def: &RoleDef) -> String {
    format!("{} {}", def.letter, def.name.to_lowercase())
}

/// Describes the pieces: the letter, the name and the moves of each in words, and a picture of its
/// steps on the levels around it. The signs of the pictures are explained at the end.
///
/// Pictures are at most `width` characters wide, unless a single level is wider.
///
/// # Example
/// ```
/// use kubikschach::{render::{Styles, legend}, rules::Rules};
/// let text = legend(&Rules::cube(), Styles::PLAIN, 80);
/// let bishop = text.lines().skip_while(|line| !line.starts_with("B bishop: ")).skip(1);
/// let picture = "
///   1 level up     its level      1 level down
///   + . +          . . .          + . +
///   . . .          . B .          . . .
///   + . +          . . .          + . +";
/// assert!(bishop.take(4).eq(picture.lines().skip(1)));
/// ```
#[must_use]
pub fn legend(rules: &Rules, styles: Styles, width: usize) -> String {
    let mut text = String::new();
    let (mut signs, mut is_whole) = (BTreeSet::new(), true);
    for (role, def) in rules.roles() {
        let picture = StepPicture::new(rules, role);
        let moves = match definition(rules, def) {
            moves if moves.is_empty() => "never moves".to_owned(),
            moves => moves.join("; "),
        };
        let drawn = picture.text(styles, width);
        text.extend([&lettered(def), ": ", &moves, "\n", &drawn, "\n"]);
        signs.extend(picture.signs.into_values());
        is_whole &= picture.is_whole;
    }
    text + &key(rules, &signs, is_whole)
}

/// Explains the signs of the pictures. `is_whole` is false if a picture lacks steps.
fn key(rules: &Rules, signs: &BTreeSet<Sign>, is_whole: bool) -> String {
    let words = |sign: &Sign| format!("{} {}", sign.letter(), sign.words(rules));
    let mut lines: Vec<String> = signs.iter().map(words).collect();
    if rules.roles().any(|(role, _)| rules.piece_of_any_color(role).is_none()) {
        let forward = if rules.forward() == Axis::File { "to the right" } else { "up the page" };
        lines.push(format!(
            "Shown are White's pieces: forward is {forward}. Black's go the opposite way."
        ));
    }
    if !is_whole {
        lines.push(format!("Steps of more than {FARTHEST} cells are not in the pictures."));
    }
    lines.into_iter().map(|line| line + "\n").collect()
}

/// The moves that lead to a cell of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Sign {
    /// Only kind of move that leads there; `None` if both do.
    only: Option<MoveKind>,
    mode: Mode,
}

impl Sign {
    fn of(step: &Step) -> Self {
        let only = match [MoveKind::Quiet, MoveKind::Capture].map(|kind| step.allows(kind)) {
            [true, false] => Some(MoveKind::Quiet),
            [false, true] => Some(MoveKind::Capture),
            _ => None,
        };
        let is_free = step.paths().iter().any(Vec::is_empty);
        // The signs of one kind of move don't tell leaps from lame leaps.
        let mode = match step.mode() {
            Mode::Lame if only.is_some() || is_free => Mode::Leap,
            mode => mode,
        };
        Self { only, mode }
    }

    /// Returns the sign of a cell that either of two steps reaches.
    fn or(self, other: Self) -> Self {
        let freedom =
            |mode: &Mode| [Mode::Lame, Mode::Leap, Mode::Ride].iter().position(|one| one == mode);
        Self {
            only: self.only.filter(|_| self.only == other.only),
            mode: [self.mode, other.mode].into_iter().max_by_key(freedom).unwrap_or(self.mode),
        }
    }

    const fn letter(self) -> char {
        match (self.only, self.mode) {
            (None, Mode::Leap) => '*',
            (None, Mode::Ride) => '+',
            (None, Mode::Lame) => '~',
            (Some(MoveKind::Quiet), Mode::Ride) => 'O',
            (Some(MoveKind::Quiet), _) => 'o',
            (Some(MoveKind::Capture), Mode::Ride) => 'X',
            (Some(MoveKind::Capture), _) => 'x',
        }
    }

    fn words(self, rules: &Rules) -> String {
        let kind = match self.only {
            None if rules.captures() => "a move or a capture",
            None => "a move",
            Some(MoveKind::Quiet) => "only a move",
            Some(MoveKind::Capture) => "only a capture",
        };
        let mode = match self.mode {
            Mode::Leap => "",
            Mode::Ride => ", and on in that direction",
            Mode::Lame => " if a route there is empty",
        };
        format!("{kind}{mode}")
    }
}

/// The steps of a white piece around its cell.
struct StepPicture<'r> {
    rules: &'r Rules,
    letter: char,
    signs: BTreeMap<Offset, Sign>,
    /// Number of ranks and files that the picture shows on each side of the piece.
    radius: i32,
    /// False if a step leads farther than [`FARTHEST`] cells.
    is_whole: bool,
}

impl<'r> StepPicture<'r> {
    fn new(rules: &'r Rules, role: Role) -> Self {
        let (mut signs, mut is_whole) = (BTreeMap::new(), true);
        // A ride is drawn only as far as the single steps of the piece lead.
        let (mut radius, mut top) = (1, 1);
        for step in rules.movement().steps_of(Piece::new(Color::White, role)) {
            let (sign, ends) = (Sign::of(step), ends(rules, step));
            is_whole &= !ends.is_empty();
            let nearest = ends.first().copied().unwrap_or(Offset::ZERO);
            radius = radius.max(nearest.file.abs()).max(nearest.rank.abs());
            top = top.max(nearest.level.abs());
            for end in ends {
                signs.entry(end).and_modify(|other| *other = sign.or(*other)).or_insert(sign);
            }
        }
        let is_shown = |end: &Offset| {
            end.file.abs() <= radius && end.rank.abs() <= radius && end.level.abs() <= top
        };
        signs.retain(|end, _| is_shown(end));
        Self { rules, letter: rules.role(role).letter, signs, radius, is_whole }
    }

    /// Draws the levels side by side, the highest first.
    fn text(&self, styles: Styles, width: usize) -> String {
        let top = self.signs.keys().map(|end| end.level.abs()).max().unwrap_or(0).max(1);
        let is_shown =
            |level: &i32| level.abs() <= 1 || self.signs.keys().any(|end| end.level == *level);
        let levels: Vec<i32> = (-top..=top).rev().filter(is_shown).collect();
        let titles = levels.iter().map(|&level| self.title(level).chars().count());
        let rows = self.across().count();
        let block_width = titles.max().unwrap_or(0).max(2 * rows);
        let block = |&level: &i32| self.block(level, styles, block_width);
        let blocks: Vec<Vec<String>> = levels.iter().map(block).collect();
        side_by_side(&blocks, &vec![MARGIN.to_owned(); rows + 1], block_width, width)
    }

    /// Returns the differences of ranks or files that the picture shows.
    const fn across(&self) -> RangeInclusive<i32> {
        -self.radius..=self.radius
    }

    fn title(&self, level: i32) -> String {
        let names = self.rules.cells();
        levels(names, level).unwrap_or_else(|| format!("its {}", names.along(Axis::Level).name))
    }

    /// Returns the lines of a level, all equally wide except for the escape sequences of styles.
    fn block(&self, level: i32, styles: Styles, width: usize) -> Vec<String> {
        let rest = " ".repeat(width - 2 * self.across().count());
        let row = |rank: i32| {
            let cells = self.across().map(|file| self.cell(Offset::new(file, rank, level), styles));
            cells.chain([rest.clone()]).collect()
        };
        let title = format!("{:<width$}", self.title(level));
        iter::once(title).chain(self.across().rev().map(row)).collect()
    }

    fn cell(&self, at: Offset, styles: Styles) -> String {
        let (style, letter) = match self.signs.get(&at) {
            _ if at == Offset::ZERO => (styles.subject, self.letter),
            Some(sign) if sign.only == Some(MoveKind::Capture) => (styles.capture, sign.letter()),
            Some(sign) => (styles.good, sign.letter()),
            None => return ". ".to_owned(),
        };
        format!("{style}{letter}{} ", if style.is_empty() { "" } else { styles.end })
    }
}

/// Returns the offsets of the cells that a step reaches on an empty board, nearest first, up to
/// [`FARTHEST`] cells away.
///
/// A step that starts only on some cells is made from one of them.
fn ends(rules: &Rules, step: &Step) -> Vec<Offset> {
    let around = Size::new(usize::from(2 * FARTHEST + 1)).unwrap_or_else(|| rules.default_size());
    let (size, from) = match step.starts() {
        None => (around, Some(Cell::new(FARTHEST, FARTHEST, FARTHEST))),
        Some(starts) => {
            let size = rules.default_size();
            (size, starts.iter().copied().find(|&cell| size.step(cell, step.offset()).is_some()))
        }
    };
    let is_near =
        |end: &Offset| end.parts().iter().all(|part| part.unsigned_abs() <= FARTHEST.into());
    let board = Empty(size);
    let reached = |from: Cell| {
        step.reach(&board, from).map(move |to| from.offset_to(to)).filter(is_near).collect()
    };
    from.map(reached).unwrap_or_default()
}
