//! The men (pieces) of an endgame, and the sets of men that captures and promotions lead to.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use smallvec::SmallVec;

use super::isometries;
use super::men_on_board::Arrival;
use super::placements::{self, Placement, choices, narrow};
use crate::board::Board;
use crate::cell::{Isometry, Size};
use crate::common::article;
use crate::mistake::{Mistake, quote};
use crate::piece::{Color, Piece, Role};
use crate::rules::{Hold, Rules};

/// An endgame: its men and the size of its board.
///
/// # Example
/// ```
/// use kubikschach::{cell::Size, endgame::Endgame, rules::Rules};
/// let rules = Rules::cube();
/// let size = Size::new(3).expect("a size of boards");
/// assert!(Endgame::parse(&rules, size, "KQk")?.memory() < 1 << 20);
/// assert!(Endgame::parse(&rules, size, "KQ").is_err(), "Black has no king");
/// # Ok::<(), kubikschach::mistake::Mistake>(())
/// ```
#[derive(Clone, Debug)]
pub struct Endgame {
    pub(super) rules: Rules,
    pub(super) size: Size,
    kings: [Piece; 2],
    /// Kinds of men besides the kings that may be on the board, White's first.
    groups: Vec<Piece>,
    /// Full set of men.
    men: Men,
    /// Isometries that leave the moves of the kings and the holds unchanged, as a set of
    /// numbers in the order of [`Isometry::all`].
    isometries_of_kings: u64,
    /// For each group, the isometries that leave three things unchanged: its moves, its promotion
    /// cells, and the moves of the pieces to which it may promote.
    isometries_of: Vec<u64>,
}

/// A set of men: for each group of equal men, the number on the board. Kings are not counted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Men(SmallVec<[u8; 16]>);

impl Men {
    /// Returns the number of men in each group.
    pub(super) fn counts(&self) -> impl Iterator<Item = usize> {
        self.0.iter().map(|&count| count.into())
    }

    /// Returns the number of men besides the kings.
    fn len(&self) -> usize {
        self.counts().sum()
    }

    /// Returns the set with one man less in the group `without`, and one more in the group `with`.
    fn changed(&self, without: usize, with: Option<usize>) -> Self {
        let mut changed = self.clone();
        changed.0[without] -= 1;
        if let Some(with) = with {
            changed.0[with] += 1;
        }
        changed
    }

    /// Returns the group of each man besides the kings, in the order of [`Endgame::pieces`].
    fn groups(&self) -> impl Iterator<Item = usize> {
        self.counts().enumerate().flat_map(|(group, count)| (0..count).map(move |_| group))
    }
}

/// The largest number of men besides the kings. With more men, an endgame has too many positions on
/// any board.
const MOST_MEN: usize = placements::MOST_MEN - 2;
/// The largest number of cells of a board, because tables store cell indexes in 16 bits.
const MOST_CELLS: usize = 1 << 16;

impl Endgame {
    /// Parses an endgame from the letters of its pieces, such as `KQk`. Upper-case letters are
    /// White's pieces.
    ///
    /// # Errors
    /// Returns an error if a letter belongs to no piece, if a side does not have exactly one king,
    /// or if a king promotes or a piece may promote to one that promotes.
    ///
    /// Returns an error for more than ten men besides the kings, more men than cells, a board with
    /// more than 40 cells per edge, or a rule set without verdicts.
    pub fn parse(rules: &Rules, size: Size, text: &str) -> Result<Self, Mistake> {
        if rules.verdict().is_none() {
            let message = format!("the rule set `{}` defines no check", rules.name());
            return Err(Mistake::new(0..text.len(), message));
        }
        expect_limits(size, text)?;
        let mut kings: [Option<Piece>; 2] = [None; 2];
        let mut counts: BTreeMap<(Color, Role), u8> = BTreeMap::new();
        for (at, letter) in text.char_indices() {
            let span = at..at + letter.len_utf8();
            let piece = man(rules, letter, span.clone()).map_err(|error| {
                let hint = meant_hint(rules, text).or(error.hint);
                Mistake { hint, ..error }
            })?;
            if !rules.is_royal(piece) {
                *counts.entry((piece.color(), piece.role())).or_default() += 1;
                for role in rules.promotions(piece) {
                    counts.entry((piece.color(), *role)).or_default();
                }
            } else if kings[piece.color() as usize].replace(piece).is_some() {
                let expected = format!("one {} king", piece.color().name());
                let hint = meant_hint(rules, text);
                return Err(Mistake { hint, ..Mistake::expected(span, expected, "a second") });
            }
        }
        let missing = |color: Color| {
            let expected = format!("a {} king", color.name());
            let hint = meant_hint(rules, text);
            Mistake { hint, ..Mistake::expected(0..text.len(), expected, "none") }
        };
        let [white, black] = kings;
        let kings = [
            white.ok_or_else(|| missing(Color::White))?,
            black.ok_or_else(|| missing(Color::Black))?,
        ];
        let groups: Vec<Piece> =
            counts.keys().map(|&(color, role)| Piece::new(color, role)).collect();
        Ok(Self {
            rules: rules.clone(),
            size,
            kings,
            isometries_of_kings: isometries::of_kings(rules, size, kings),
            isometries_of: groups
                .iter()
                .map(|&piece| isometries::of_piece(rules, size, piece))
                .collect(),
            groups,
            men: Men(counts.into_values().collect()),
        })
    }

    /// Returns the full set of men.
    pub(super) const fn men(&self) -> &Men {
        &self.men
    }

    /// Returns the full set of men and each set that captures and promotions lead to. A set comes
    /// after the sets that its moves lead to.
    pub(super) fn sets(&self) -> Vec<Men> {
        let mut known = BTreeSet::from([self.men.clone()]);
        let mut open = vec![self.men.clone()];
        while let Some(men) = open.pop() {
            for next in self.sets_after(&men) {
                if known.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        let mut all: Vec<Men> = known.into_iter().collect();
        all.sort_by_key(|men| (men.len(), self.promoting(men)));
        all
    }

    /// Returns the sets of men after each possible capture, and after each possible promotion.
    fn sets_after(&self, men: &Men) -> Vec<Men> {
        let mut sets = Vec::new();
        for (group, &piece) in self.groups.iter().enumerate().filter(|(group, _)| men.0[*group] > 0)
        {
            sets.push(men.changed(group, None));
            let promotions = self.rules.promotions(piece).iter();
            sets.extend(promotions.map(|&role| {
                men.changed(group, Some(self.group(Piece::new(piece.color(), role))))
            }));
        }
        sets
    }

    /// Returns the number of men in the set that may promote.
    fn promoting(&self, men: &Men) -> usize {
        let promotes = |(piece, count): (&Piece, usize)| {
            if self.rules.can_promote(*piece) { count } else { 0 }
        };
        self.groups.iter().zip(men.counts()).map(promotes).sum()
    }

    fn group(&self, piece: Piece) -> usize {
        let found = self.groups.iter().position(|&group| group == piece);
        found.expect("promotions lead to pieces of the endgame")
    }

    /// Returns the set of men and their placement after a capture, a promotion to `role`, or both.
    pub(super) fn after(
        &self,
        men: &Men,
        arrival: &Arrival,
        role: Option<Role>,
    ) -> (Men, Placement) {
        let mut left: SmallVec<[(usize, u16); 8]> = SmallVec::new();
        let (kings, others) = arrival.placement.cells().split_at(2);
        for ((nth, group), &cell) in (2..).zip(men.groups()).zip(others) {
            let promoted = role.filter(|_| nth == arrival.mover);
            let color = self.groups[group].color();
            let group = promoted.map_or(group, |role| self.group(Piece::new(color, role)));
            if arrival.captured != Some(nth) {
                left.push((group, cell));
            }
        }
        left.sort_unstable();
        let mut counts = Men(SmallVec::from_elem(0, self.groups.len()));
        left.iter().for_each(|(group, _)| counts.0[*group] += 1);
        let cells = kings.iter().copied().chain(left.iter().map(|(_, cell)| *cell));
        (counts, Placement::new(cells, arrival.placement.holder))
    }

    /// Returns the pieces of a set of men: White's king, Black's king, then the other men by group.
    pub(super) fn pieces(&self, men: &Men) -> Vec<Piece> {
        let others = men.groups().map(|group| self.groups[group]);
        self.kings.into_iter().chain(others).collect()
    }

    /// Returns the letters of a set of men, White's first, such as `KQk`.
    pub(super) fn letters(&self, men: &Men) -> String {
        let mut pieces = self.pieces(men);
        pieces.sort_by_key(|piece| (piece.color(), !self.rules.is_royal(*piece)));
        pieces.into_iter().map(|piece| self.rules.letter(piece)).collect()
    }

    /// Returns the set of men on `board` and their cells, in the order of [`Endgame::pieces`].
    ///
    /// Returns `None` if the board has another size, or if no captures and promotions lead from the
    /// full set of men to the pieces on the board.
    pub(super) fn placement_of(&self, board: &Board) -> Option<(Men, Vec<u16>)> {
        if board.size() != self.size {
            return None;
        }
        let index = |cell| narrow(self.size.index(cell));
        let standing: Vec<(Piece, u16)> =
            board.pieces().map(|(cell, piece)| (piece, index(cell))).collect();
        let cells_of = |piece: Piece| {
            let own = standing.iter().filter(move |(other, _)| *other == piece);
            own.map(|(_, cell)| *cell).collect::<Vec<u16>>()
        };
        let groups: Vec<Vec<u16>> = self.groups.iter().map(|piece| cells_of(*piece)).collect();
        let kings = self.kings.map(cells_of);
        let cells: Vec<u16> = kings.iter().chain(&groups).flatten().copied().collect();
        let are_own = kings.iter().all(|cells| cells.len() == 1) && cells.len() == standing.len();
        let counts = groups.iter().map(|cells| u8::try_from(cells.len()));
        let men = Men(counts.collect::<Result<_, _>>().ok()?);
        (are_own && self.leads_to(&men)).then_some((men, cells))
    }

    /// Returns `true` if captures and promotions may lead from the full set to this set of men.
    fn leads_to(&self, men: &Men) -> bool {
        Color::ALL.into_iter().all(|color| {
            let own = |group: &usize| self.groups[*group].color() == color;
            let groups = || (0..self.groups.len()).filter(own);
            let is_pawn = |group: &usize| self.rules.can_promote(self.groups[*group]);
            let less = |group: usize| usize::from(self.men.0[group].saturating_sub(men.0[group]));
            let more = |group: usize| usize::from(men.0[group].saturating_sub(self.men.0[group]));
            groups().map(more).sum::<usize>() <= groups().filter(is_pawn).map(less).sum()
                && groups().filter(is_pawn).all(|group| more(group) == 0)
        })
    }

    /// Returns `true` if `board` has the size of the endgame, both kings, and a set of men to which
    /// captures and promotions may lead.
    #[must_use]
    pub fn has_men_of(&self, board: &Board) -> bool {
        self.placement_of(board).is_some()
    }

    /// Returns the isometries of the board that leave the game with a set of men unchanged. They
    /// preserve the moves of the men and of all pieces to which they may promote, the promotion
    /// cells, and the holds.
    pub(super) fn isometries(&self, men: &Men) -> Vec<Isometry> {
        let common = self.common_isometries(men);
        Isometry::all()
            .enumerate()
            .filter(|(nth, _)| common >> nth & 1 == 1)
            .map(|(_, it)| it)
            .collect()
    }

    /// Returns the isometries as a set of numbers, in the order of [`Isometry::all`].
    fn common_isometries(&self, men: &Men) -> u64 {
        let groups = self.isometries_of.iter().zip(men.counts());
        let present = groups.filter(|(_, count)| *count > 0).map(|(isometries, _)| *isometries);
        present.fold(self.isometries_of_kings, |common, isometries| common & isometries)
    }

    /// Returns an estimate of the memory that solving takes, in bytes; [`u64::MAX`] if the estimate
    /// exceeds 2⁵⁰ bytes.
    #[must_use]
    pub fn memory(&self) -> u64 {
        if self.memory_of(&self.men) > MOST_MEMORY {
            return u64::MAX;
        }
        let all = self.sets().iter().map(|men| self.memory_of(men)).fold(0, u64::saturating_add);
        if all > MOST_MEMORY { u64::MAX } else { all }
    }

    fn memory_of(&self, men: &Men) -> u64 {
        let (edge, cells) = (self.size.edge() as u64, self.size.cells() as u64);
        let pairs = cells * cells;
        // With two holders, a pair of king cells counts twice.
        let held = self.rules.holds().iter().map(|hold| match hold {
            Hold::Level => pairs / edge,
            Hold::Column => pairs / edge / edge,
        });
        // An isometry leaves few pairs of kings in place, so adding a twentieth covers them.
        let images = u64::from(self.common_isometries(men).count_ones());
        let states = (pairs + held.sum::<u64>()) / images;
        let kings = states + states / 20 + cells;
        let others = men.counts().map(|count| choices(self.size.cells(), count) as u64);
        let positions = others.fold(kings, u64::saturating_mul);
        positions.saturating_mul(BYTES_PER_POSITION).saturating_add(pairs * BYTES_PER_PAIR)
    }
}

/// Returns an error if the board has too many cells, or if `text` names too many men.
fn expect_limits(size: Size, text: &str) -> Result<(), Mistake> {
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
    Err(Mistake::expected(0..text.len(), expected, found))
}

/// Returns a hint with the men that a text means if it has signs between them, or no king of a
/// color, as `K+R`, `KRvK` and `KR`; `None` if they are not clear.
fn meant_hint(rules: &Rules, text: &str) -> Option<String> {
    let is_sign = |letter: char| letter.is_whitespace() || SEPARATORS.contains(&letter);
    let men = text.replace("vs", "").replace(is_sign, "");
    let kings = |men: &str| ['K', 'k'].map(|king| men.matches(king).count());
    let (meant, how) = match kings(&men) {
        [1, 1] => (men, "write all men as one word"),
        [2, 0] => {
            let (white, black) = men.split_at(men.rfind('K')?);
            (format!("{white}{}", black.to_lowercase()), "write Black's men in lower case")
        }
        [0, 2] => {
            let (white, black) = men.split_at(men.rfind('k')?);
            (format!("{}{black}", white.to_uppercase()), "write White's men in upper case")
        }
        [1, 0] => (format!("{men}k"), "add Black's king"),
        [0, 1] => (format!("K{men}"), "add White's king"),
        _ => return None,
    };
    let is_known = |letter| man(rules, letter, 0..0).is_ok();
    let is_clear = kings(&meant) == [1, 1] && meant != text && meant.chars().all(is_known);
    is_clear.then(|| format!("{how}: `{meant}`"))
}

/// The signs that people write between men, or between the sides.
const SEPARATORS: [char; 9] = ['-', '+', '/', ',', ';', ':', '&', '.', 'v'];

/// Returns the piece with this letter. Returns an error if there is no such piece, if it is a king
/// that promotes, or if it may promote to a piece that promotes.
fn man(rules: &Rules, letter: char, span: Range<usize>) -> Result<Piece, Mistake> {
    let Some((_, piece)) = rules.letters().find(|(known, _)| *known == letter) else {
        let known: String = rules.letters().map(|(letter, _)| letter).collect();
        let expected = format!("a letter of `{known}`");
        let found = quote(letter.to_string().as_bytes());
        return Err(Mistake::expected(span, expected, found));
    };
    let goes_on = |role: &Role| rules.can_promote(Piece::new(piece.color(), *role));
    let expected = if rules.can_promote(piece) && rules.is_royal(piece) {
        "a king that never promotes"
    } else if rules.promotions(piece).iter().any(goes_on) {
        "pieces that never promote twice"
    } else {
        return Ok(piece);
    };
    let name = &rules.role(piece.role()).name;
    Err(Mistake::expected(span, expected, format!("{} {name}", article(name))))
}

/// The memory for each position, in bytes: two table entries of two bytes.
const BYTES_PER_POSITION: u64 = 4;
/// The memory for each pair of king cells, in bytes: the index of the pair's smallest image, and
/// the isometries that map the pair to this image.
const BYTES_PER_PAIR: u64 = 16;
/// The largest memory estimate, in bytes: more than any machine has.
const MOST_MEMORY: u64 = 1 << 50;
