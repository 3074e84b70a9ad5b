//! Parses positions of great-shatranj given as lists of pieces, such as `K3c2 W3a3 k3a1 p5f5`.

use kubikschach::board::{Board, Setup};
use kubikschach::cell::{Cell, Size};
use kubikschach::notation;
use kubikschach::piece::{Color, Piece};
use kubikschach::position::Position;
use kubikschach::rules::Rules;

/// Transformation of a position that must not change any result: swapped colors, a rotation, or
/// both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct View {
    /// `true` if colors are swapped, and ranks and levels reversed.
    pub(crate) mirrored: bool,
    /// `true` if the board is rotated by 90°, which moves (file, rank, level) to (rank, 7 - file,
    /// level).
    pub(crate) turned: bool,
}

impl View {
    pub(crate) const PLAIN: Self = Self { mirrored: false, turned: false };
    pub(crate) const ALL: [Self; 4] = [
        Self::PLAIN,
        Self { mirrored: true, turned: false },
        Self { mirrored: false, turned: true },
        Self { mirrored: true, turned: true },
    ];

    /// Returns the rule set whose board is turned as in this view, with changes in its document.
    pub(crate) fn rules(self, changes: &[[String; 2]]) -> Rules {
        let name = if self.turned { "great-shatranj:sideways" } else { "great-shatranj" };
        super::changed_rules(
            name,
            changes.iter().map(|change| change.each_ref().map(String::as_str)),
        )
    }

    pub(crate) fn color(self, name: &str) -> Option<Color> {
        let color = notation::parse_color(name)?;
        Some(if self.mirrored { !color } else { color })
    }

    /// Translates the cell names in a text to those of the transformed board.
    pub(crate) fn cells(self, text: &str) -> String {
        let mut bytes = text.as_bytes().to_vec();
        let mut at = 0;
        while at + 3 <= bytes.len() {
            if let [b'1'..=b'6', b'a'..=b'f', b'1'..=b'6'] = bytes[at..at + 3] {
                let name = [bytes[at] - b'0', bytes[at + 1] - b'a' + 1, bytes[at + 2] - b'0'];
                let [level, file, rank] = self.cell(name);
                bytes[at..at + 3].copy_from_slice(&[level + b'0', file + b'a' - 1, rank + b'0']);
                at += 2;
            }
            at += 1;
        }
        String::from_utf8(bytes).expect("only letters and digits have changed")
    }

    fn cell(self, [level, file, rank]: [u8; 3]) -> [u8; 3] {
        let [level, rank] = if self.mirrored { [7 - level, 7 - rank] } else { [level, rank] };
        if self.turned { [level, rank, 7 - file] } else { [level, file, rank] }
    }

    /// Returns the status of the transformed position. If colors are swapped, the scores in a
    /// status such as `1-0 checkmate` change places.
    pub(crate) fn status(self, status: &str) -> String {
        let scores = status.split_once(' ').and_then(|(score, reason)| {
            let (white, black) = score.split_once('-')?;
            Some(format!("{black}-{white} {reason}"))
        });
        scores.filter(|_| self.mirrored).unwrap_or_else(|| status.to_owned())
    }

    /// Returns the board with the listed pieces after this transformation.
    pub(crate) fn board(self, rules: &Rules, pieces: &str) -> Board {
        let mut board = Board::new(size());
        for word in self.cells(pieces).split_whitespace() {
            let (letter, name) = word.split_at(1);
            let role = rules.role_named(letter).expect("the letter of a piece");
            let color = if letter == letter.to_uppercase() { "w" } else { "b" };
            let color = self.color(color).expect("the letter of a color");
            let cell = cell(rules, name);
            assert!(board.is_empty(cell), "{word} stands on another piece");
            board.set(cell, Some(Piece::new(color, role)));
        }
        board
    }

    pub(crate) fn position(
        self,
        rules: &Rules,
        pieces: &str,
        side: &str,
        holder: &str,
    ) -> Position {
        let turn = self.color(side);
        assert!(turn.is_some(), "{side} is the letter of a color");
        let setup = Setup { board: self.board(rules, pieces), turn, holder: self.color(holder) };
        Position::new(rules, setup).unwrap_or_else(|error| panic!("{pieces}: {error}"))
    }
}

pub(crate) fn size() -> Size {
    super::size(6)
}

pub(crate) fn cell(rules: &Rules, name: &str) -> Cell {
    rules.cells().parse(size(), name).unwrap_or_else(|| panic!("`{name}` is a cell"))
}
