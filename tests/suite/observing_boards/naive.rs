//! Naive search for checkmate on a cube, with rules that may be wrong.
//!
//! It shares no code with the library: it reads the text of a board, lists directions, and makes
//! every move on a copy of the board.

use std::collections::BTreeMap;

use kubikschach::workbench::VerdictMisreading as V;

/// Level, rank and file in the order in which boards are written, each from 0.
pub(crate) type Spot = [i32; 3];
pub(crate) type Cells = BTreeMap<Spot, char>;

/// Moves of one kind of piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Moves {
    pub(crate) rides: Vec<Spot>,
    pub(crate) leaps: Vec<Spot>,
    pub(crate) longest: i32,
    pub(crate) jumps: bool,
    /// True if pieces block a leap, which goes along one axis after the other.
    pub(crate) lame: bool,
}

/// Number of cells after which every ride has left the board.
const FARTHEST: i32 = 10;

/// A program for mates; its pieces are keyed by their letters in boards.
#[derive(Clone, Debug)]
pub(crate) struct Naive {
    pub(crate) moves: BTreeMap<char, Moves>,
    pub(crate) flaw: Option<V>,
    /// Letters of the roles in upper case, by index.
    letters: Vec<char>,
}

pub(crate) fn offsets(lengths: [i32; 3]) -> Vec<Spot> {
    let parts = || -2..=2;
    let mut all = Vec::new();
    for (level, rank) in parts().flat_map(|level| parts().map(move |rank| (level, rank))) {
        all.extend(parts().map(|file| [level, rank, file]));
    }
    all.retain(|offset| {
        let mut own = offset.map(i32::abs);
        own.sort_unstable();
        own == lengths
    });
    all
}

/// Returns the edge and the pieces of a board such as `[#q,##],[##,K#]`.
pub(crate) fn read(text: &str) -> (i32, Cells) {
    let text = text.trim();
    let levels: Vec<&str> = text[1..text.len() - 1].split("],[").collect();
    let mut cells = Cells::new();
    for (level, rows) in (0..).zip(&levels) {
        for (rank, row) in (0..).zip(rows.split(',')) {
            let pieces = (0..).zip(row.chars()).filter(|(_, piece)| *piece != '#');
            cells.extend(pieces.map(|(file, piece)| ([level, rank, file], piece)));
        }
    }
    (i32::try_from(levels.len()).expect("boards are small"), cells)
}

fn plus(spot: Spot, offset: Spot) -> Spot {
    [0, 1, 2].map(|axis: usize| spot[axis] + offset[axis])
}

/// Returns `true` if there is a piece on each way along one axis after the other.
fn is_blocked(cells: &Cells, from: Spot, offset: Spot) -> bool {
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    orders.into_iter().all(|order| {
        let (mut at, mut passed) = (from, Vec::new());
        for axis in order {
            for _ in 0..offset[axis].abs() {
                at[axis] += offset[axis].signum();
                passed.push(at);
            }
        }
        passed.pop();
        passed.iter().any(|spot| cells.contains_key(spot))
    })
}

impl Naive {
    pub(crate) fn right() -> Self {
        let [one, two, three] = [[0, 0, 1], [0, 1, 1], [1, 1, 1]].map(offsets);
        let all = [&one[..], &two, &three].concat();
        let table = [
            ('k', Vec::new(), all.clone()),
            ('q', all, Vec::new()),
            ('r', one, Vec::new()),
            ('b', three, Vec::new()),
            ('n', Vec::new(), offsets([0, 1, 2])),
        ];
        let mut moves = BTreeMap::new();
        for (letter, rides, leaps) in table {
            let of_piece = Moves { rides, leaps, longest: FARTHEST, jumps: false, lame: false };
            moves.insert(letter.to_ascii_uppercase(), of_piece.clone());
            moves.insert(letter, of_piece);
        }
        Self { moves, flaw: None, letters: "KQRBN".chars().collect() }
    }

    pub(crate) fn with(flaw: V) -> Self {
        Self { flaw: Some(flaw), ..Self::right() }
    }

    /// Returns the program after a change of the moves of these pieces.
    pub(crate) fn changed(mut self, pieces: &str, change: impl Fn(&mut Moves)) -> Self {
        for piece in pieces.chars() {
            self.moves.entry(piece).and_modify(&change);
        }
        self
    }

    fn has(&self, flaw: V) -> bool {
        self.flaw == Some(flaw)
    }

    fn has_about(&self, about: fn(kubikschach::piece::Role) -> V, piece: char) -> bool {
        let nth = self.letters.iter().position(|it| *it == piece.to_ascii_uppercase());
        nth.and_then(kubikschach::piece::Role::new).is_some_and(|role| self.has(about(role)))
    }

    fn hits(&self, cells: &Cells, from: Spot, to: Spot) -> bool {
        let piece = cells[&from];
        let Moves { rides, leaps, longest, jumps, lame } = &self.moves[&piece];
        let stops = |spot: Spot| {
            cells.get(&spot).is_some_and(|blocker| {
                let is_own = blocker.is_uppercase() == piece.is_uppercase();
                !(*jumps || self.has(V::JumpsOverOwn) && is_own)
            })
        };
        let rides = || {
            rides.iter().any(|way| {
                let ahead =
                    (1..=FARTHEST.min(*longest)).map(|steps| plus(from, way.map(|it| it * steps)));
                let seen: Vec<Spot> = ahead.clone().take_while(|&spot| spot != to).collect();
                seen.len() < ahead.count() && !seen.into_iter().any(stops)
            })
        };
        let offset = [0, 1, 2].map(|axis: usize| to[axis] - from[axis]);
        let leaps = || leaps.contains(&offset) && (!lame || !is_blocked(cells, from, offset));
        leaps() || rides()
    }

    fn attackers(&self, cells: &Cells, to: Spot) -> Vec<Spot> {
        let black = cells.iter().filter(|(_, piece)| piece.is_lowercase());
        let mut found: Vec<Spot> =
            black.map(|(&from, _)| from).filter(|&from| self.hits(cells, from, to)).collect();
        if self.has(V::PinnedAttackNothing) {
            found.retain(|&from| !self.is_pinned(cells, from));
        }
        found
    }

    fn is_pinned(&self, cells: &Cells, at: Spot) -> bool {
        let is_checked = |cells: &Cells| {
            let king = cells.iter().find(|(_, piece)| **piece == 'k');
            let mut white = cells.iter().filter(|(_, piece)| piece.is_uppercase());
            king.is_some_and(|(&king, _)| white.any(|(&from, _)| self.hits(cells, from, king)))
        };
        let mut without = cells.clone();
        without.remove(&at);
        !is_checked(cells) && is_checked(&without)
    }

    pub(crate) fn is_mate(&self, edge: i32, cells: &Cells) -> bool {
        let Some((&king, _)) = cells.iter().find(|(_, piece)| **piece == 'K') else { return false };
        let mut checkers = self.attackers(cells, king);
        checkers.retain(|spot| !self.has_about(V::NoChecksBy, cells[spot]));
        if checkers.is_empty() && !self.has(V::StalemateIsMate) {
            return false;
        }
        let is_double = checkers.len() > 1 && self.has(V::DoubleCheckIsMate);
        if !checkers.is_empty() && (is_double || self.has(V::CheckIsMate)) {
            return true;
        }
        let white = cells.iter().filter(|(_, piece)| piece.is_uppercase());
        !white.into_iter().any(|(&from, _)| {
            let mut all = (0..edge * edge * edge)
                .map(|nth| [nth / edge / edge, nth / edge % edge, nth % edge]);
            all.any(|to| {
                self.is_move(cells, from, to) && self.is_legal(cells, king, &checkers, from, to)
            })
        })
    }

    fn is_move(&self, cells: &Cells, from: Spot, to: Spot) -> bool {
        let is_free = cells.get(&to).is_none_or(|there| match there {
            'k' | 'K' => false,
            there => there.is_lowercase() || self.has(V::CapturesOwn),
        });
        is_free && from != to && self.hits(cells, from, to)
    }

    fn is_legal(&self, cells: &Cells, king: Spot, checkers: &[Spot], from: Spot, to: Spot) -> bool {
        let piece = cells[&from];
        let mut after = cells.clone();
        after.remove(&from);
        let captures = after.insert(to, piece).is_some();
        if self.has(V::IgnoresCheck) {
            return true;
        }
        if self.has(V::MovedPieceStays) || (from == king && self.has(V::KingShields)) {
            after.insert(from, piece);
        }
        if from == king {
            return self.is_step_legal(&after, checkers, to, captures);
        }
        let left = self.attackers(&after, king);
        let double = checkers.len() > 1;
        if !checkers.is_empty() && self.overlooks(cells, king, checkers, from, captures) {
            return false;
        }
        let first = checkers.iter().min();
        let takes_first = self.has(V::FirstChecker) && double && first == Some(&to);
        let is_free = self.has(V::NoPins)
            || self.has_about(V::NoPinsOf, piece)
            || self.has(if captures { V::PinnedCaptures } else { V::PinnedBlocks });
        let matter = |attacker: &&Spot| {
            let is_known = checkers.contains(*attacker);
            !(is_free && !is_known || takes_first && is_known)
        };
        let count = left.iter().filter(matter).count();
        if double && self.has(V::OneAnswer) { count < checkers.len() } else { count == 0 }
    }

    fn is_step_legal(&self, after: &Cells, checkers: &[Spot], to: Spot, captures: bool) -> bool {
        if captures && self.has(V::KingNeverCaptures)
            || self.has(V::KingSparesChecker) && checkers.contains(&to)
        {
            return false;
        }
        if self.has(V::KingIgnoresGuards) || captures && self.has(V::KingTakesGuarded) {
            return true;
        }
        self.attackers(after, to).into_iter().all(|guard| {
            let piece = after[&guard];
            self.has_about(V::NoGuardsBy, piece)
                || piece == 'k' && self.has(V::KingGuardsNothing)
                || self.has(V::PinnedGuardNothing) && self.is_pinned(after, guard)
        })
    }

    /// Returns `true` if the program does not see that the piece on `from` could end the check.
    fn overlooks(
        &self,
        cells: &Cells,
        king: Spot,
        checkers: &[Spot],
        from: Spot,
        captures: bool,
    ) -> bool {
        if captures {
            return self.has(V::NoCaptures)
                || self.has(V::OnlyKingMoves)
                || self.has_about(V::NoCapturesBy, cells[&from]);
        }
        let is_overlooked = |checker: &Spot| {
            let axes = (0..3).filter(|&axis| checker[axis] != king[axis]).count();
            self.has_about(V::NoBlocksOf, cells[checker])
                || self.has(if axes == 1 { V::NoStraightBlocks } else { V::StraightBlocks })
        };
        self.has(V::NoBlocks) || self.has(V::OnlyKingMoves) || checkers.iter().any(is_overlooked)
    }
}
