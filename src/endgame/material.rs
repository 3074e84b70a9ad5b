//! The men (pieces) of an endgame, and the sets of men that captures may leave.

use std::collections::BTreeMap;
use std::ops::Range;

use super::Placement;
use super::placements::{choices, narrow};
use crate::board::Board;
use crate::cell::{Isometry, Size};
use crate::diagnostic::Diagnostic;
use crate::piece::{Color, Piece, Role};
use crate::rules::{Promotion, Rules, Zone};
use crate::words::article;

/// An endgame: its men and the size of its board.
///
/// # Example
/// ```
/// use kubikschach::{cell::Size, endgame::Endgame, rules::Rules};
/// let rules = Rules::cube();
/// let size = Size::new(3).expect("a size of boards");
/// assert!(Endgame::parse(&rules, size, "KQk")?.memory() < 1 << 20);
/// assert!(Endgame::parse(&rules, size, "KQ").is_err(), "Black has no king");
/// # Ok::<(), kubikschach::diagnostic::Diagnostic>(())
/// ```
#[derive(Clone, Debug)]
pub struct Endgame {
    pub(super) rules: Rules,
    pub(super) size: Size,
    kings: [Piece; 2],
    /// The men besides the kings: each piece with its count, White's pieces first.
    groups: Vec<(Piece, usize)>,
}

/// A set of men: for each group of equal men, the number on the board. Kings are not counted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Men(Vec<usize>);

impl Men {
    pub(super) fn counts(&self) -> &[usize] {
        &self.0
    }

    /// Returns the set without the man at index `place` in the order of [`Endgame::pieces`].
    pub(super) fn without(&self, place: usize) -> Self {
        let (mut less, mut left) = (self.0.clone(), place.saturating_sub(2));
        for count in &mut less {
            if left < *count {
                *count -= 1;
                break;
            }
            left -= *count;
        }
        Self(less)
    }
}

/// The largest number of men besides the kings. With more men, an endgame has too many positions on
/// any board.
const MOST_MEN: usize = 10;
/// The largest number of cells of a board, because tables store cell indexes in 16 bits.
const MOST_CELLS: usize = 1 << 16;

impl Endgame {
    /// Parses an endgame from the letters of its pieces, such as `KQk`. Upper-case letters are
    /// White's pieces.
    ///
    /// # Errors
    /// Returns an error if a letter belongs to no piece or to a piece that promotes, or if a side
    /// does not have exactly one king.
    ///
    /// Returns an error for more than ten men besides the kings, more men than cells, or a board
    /// with more than 40 cells per edge.
    ///
    /// Returns an error if the rule set has no verdict, lets kings hold each other, or ends games
    /// by a bare king.
    pub fn parse(rules: &Rules, size: Size, text: &str) -> Result<Self, Diagnostic> {
        expect_plain(rules).map_err(|message| Diagnostic::new(0..text.len(), message))?;
        expect_limits(size, text)?;
        let mut kings: [Option<Piece>; 2] = [None; 2];
        let mut groups: BTreeMap<(Color, Role), usize> = BTreeMap::new();
        for (at, letter) in text.char_indices() {
            let span = at..at + letter.len_utf8();
            let piece = man(rules, letter, span.clone())?;
            if !rules.is_royal(piece) {
                *groups.entry((piece.color(), piece.role())).or_default() += 1;
            } else if kings[piece.color() as usize].replace(piece).is_some() {
                let expected = format!("one {} king", piece.color().name());
                return Err(Diagnostic::expected(span, expected, "a second"));
            }
        }
        let missing = |color: Color| {
            let expected = format!("a {} king", color.name());
            Diagnostic::expected(0..text.len(), expected, "none")
        };
        let [white, black] = kings;
        let kings = [
            white.ok_or_else(|| missing(Color::White))?,
            black.ok_or_else(|| missing(Color::Black))?,
        ];
        let piece = |((color, role), count)| (Piece::new(color, role), count);
        Ok(Self {
            rules: rules.clone(),
            size,
            kings,
            groups: groups.into_iter().map(piece).collect(),
        })
    }

    pub(super) fn men(&self) -> Men {
        Men(self.groups.iter().map(|(_, count)| *count).collect())
    }

    /// Returns the full set of men and each set that captures may leave, smaller sets first.
    pub(super) fn smaller(&self) -> Vec<Men> {
        let mut all = vec![Vec::new()];
        for &(_, count) in &self.groups {
            let longer = |men: &Vec<usize>| {
                let men = men.clone();
                (0..=count).map(move |left| [&men[..], &[left]].concat())
            };
            all = all.iter().flat_map(longer).collect();
        }
        all.sort_by_key(|men| men.iter().sum::<usize>());
        all.into_iter().map(Men).collect()
    }

    /// Returns the pieces of a set of men: White's king, Black's king, then the other
    /// men, group by group.
    pub(super) fn pieces(&self, men: &Men) -> Vec<Piece> {
        let groups = self.groups.iter().zip(&men.0);
        let others = groups.flat_map(|((piece, _), count)| vec![*piece; *count]);
        self.kings.into_iter().chain(others).collect()
    }

    /// Returns the set of men on `board` and their cells, in the order of [`Endgame::pieces`].
    ///
    /// Returns `None` if the board has another size, other pieces, or more men of one kind than the
    /// endgame.
    pub(super) fn placement_of(&self, board: &Board) -> Option<(Men, Placement)> {
        if board.size() != self.size {
            return None;
        }
        let index = |cell| narrow(self.size.index(cell));
        let standing: Vec<(Piece, u16)> =
            board.pieces().map(|(cell, piece)| (piece, index(cell))).collect();
        let cells_of = |piece: Piece| {
            let own = standing.iter().filter(move |(other, _)| *other == piece);
            own.map(|(_, cell)| *cell).collect::<Placement>()
        };
        let groups: Vec<Placement> =
            self.groups.iter().map(|(piece, _)| cells_of(*piece)).collect();
        let kings = self.kings.map(cells_of);
        let cells: Placement = kings.iter().chain(&groups).flatten().copied().collect();
        let are_own = kings.iter().all(|cells| cells.len() == 1) && cells.len() == standing.len();
        let are_there = groups.iter().zip(&self.groups).all(|(own, (_, all))| own.len() <= *all);
        (are_own && are_there).then(|| (Men(groups.iter().map(Placement::len).collect()), cells))
    }

    /// Returns `true` if `board` has the size of the endgame, both kings, and no men except those
    /// of the endgame. Captured men may be missing.
    #[must_use]
    pub fn has_men_of(&self, board: &Board) -> bool {
        self.placement_of(board).is_some()
    }

    /// Returns the isometries of the board that leave the moves of all men in the set unchanged.
    pub(super) fn isometries(&self, men: &Men) -> Vec<Isometry> {
        let (pieces, movement) = (self.pieces(men), self.rules.movement());
        let is_same = |isometry: &Isometry| {
            pieces.iter().all(|&piece| movement.is_same(*isometry, self.size, piece))
        };
        Isometry::all().filter(is_same).collect()
    }

    /// Returns an estimate of the memory that solving takes, in bytes; [`u64::MAX`] if the estimate
    /// overflows.
    #[must_use]
    pub fn memory(&self) -> u64 {
        let cells = self.size.cells() as u64;
        let pairs = cells * cells;
        let of_men = |men: Men| {
            // An isometry leaves few pairs of kings in place, so adding a twentieth covers them.
            let turns = self.isometries(&men).len() as u64;
            let kings = pairs / turns + pairs / turns / 20 + cells;
            let others = men.0.iter().map(|&count| choices(self.size.cells(), count) as u64);
            let positions = others.fold(kings, u64::saturating_mul);
            positions.saturating_mul(BYTES_PER_POSITION).saturating_add(pairs * BYTES_PER_PAIR)
        };
        self.smaller().into_iter().map(of_men).fold(0, u64::saturating_add)
    }
}

/// Returns an error if the board has too many cells, or if `text` names too many men.
fn expect_limits(size: Size, text: &str) -> Result<(), Diagnostic> {
    let (men, cells) = (text.chars().count(), size.cells());
    let (expected, found) = if cells > MOST_CELLS {
        ("a board of at most 40 cells per edge".to_owned(), format!("one of {}", size.edge()))
    } else if men > cells {
        (format!("at most {cells} men, one on each cell"), men.to_string())
    } else if men > MOST_MEN + 2 {
        (format!("at most {MOST_MEN} men besides the kings"), (men - 2).to_string())
    } else {
        return Ok(());
    };
    Err(Diagnostic::expected(0..text.len(), expected, found))
}

/// Returns the piece with this letter. Returns an error if there is no such piece or if it can
/// promote.
fn man(rules: &Rules, letter: char, span: Range<usize>) -> Result<Piece, Diagnostic> {
    let Some((_, piece)) = rules.letters().find(|(known, _)| *known == letter) else {
        let known: String = rules.letters().map(|(letter, _)| letter).collect();
        let expected = format!("a letter of `{known}`");
        return Err(Diagnostic::expected(span, expected, format!("`{letter}`")));
    };
    let promotes = |promotion: &Promotion| {
        promotion.zone != Zone::Nowhere && promotion.pieces.contains(piece.role())
    };
    if rules.promotion().is_some_and(promotes) {
        let name = &rules.role(piece.role()).name;
        let found = format!("{} {name}", article(name));
        let message = format!("expected pieces that never promote, but found {found}");
        return Err(Diagnostic::new(span, message));
    }
    Ok(piece)
}

/// The memory for each position, in bytes: two table entries of one byte, and a two-byte counter of
/// Black's moves.
const BYTES_PER_POSITION: u64 = 4;
/// The memory for each pair of king cells, in bytes: the index of the pair's smallest image, and
/// the isometries that map the pair to this image.
const BYTES_PER_PAIR: u64 = 16;

/// Returns an error if games of the rule set may end by anything but mate or stalemate.
pub(crate) fn expect_plain(rules: &Rules) -> Result<(), String> {
    let name = rules.name();
    let refused = if rules.verdict().is_none() {
        "defines no check"
    } else if !rules.holds().is_empty() {
        "lets kings hold each other"
    } else if rules.results().is_some_and(|results| results.bare_king) {
        "ends a game when a king is bare"
    } else {
        return Ok(());
    };
    Err(format!(
        "expected a rule set in which games end only by mate or stalemate, but `{name}` {refused}"
    ))
}
