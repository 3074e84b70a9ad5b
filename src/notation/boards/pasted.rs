//! The parser of boards as other programs print them: arrays with their own mark for an empty cell,
//! chess symbols, a flat string, rows with blanks between letters, and this program's pictures.
//!
//! These forms are tried only after a mistake in the forms that the parser documents.

use super::around::{answer_length, call_length};
use super::grid::is_rule;
use super::{Boards, EMPTIES};
use crate::board::Board;
use crate::cell::Size;

/// The result of a search for a board at the start of a text.
pub(super) enum Pasted {
    /// A board, and the length of its text.
    Board(Board, usize),
    /// The text ends inside a board, and the rest of the board may follow.
    NeedMore,
    No,
}

/// The cells of a board so far.
#[derive(Default)]
struct PastedCells {
    letters: Vec<u8>,
    /// The mark of the first empty cell, which all empty cells share.
    empty: Option<String>,
    /// True if the text has a form that the documented notations lack, such as a cell `♔` or
    /// `None`.
    is_foreign: bool,
    /// True if each cell has two letters, such as `wK`, `bR` or `--`.
    is_coded: bool,
}

/// The chess symbols of white and black pieces, with the letters for these pieces.
const SYMBOLS: [(char, u8); 12] = [
    ('♔', b'K'),
    ('♕', b'Q'),
    ('♖', b'R'),
    ('♗', b'B'),
    ('♘', b'N'),
    ('♙', b'P'),
    ('♚', b'k'),
    ('♛', b'q'),
    ('♜', b'r'),
    ('♝', b'b'),
    ('♞', b'n'),
    ('♟', b'p'),
];
/// The words that stand for an empty cell in arrays.
const EMPTY_WORDS: [&str; 4] = ["null", "None", "nil", "undefined"];
/// The characters, besides those of all boards, that stand for an empty cell.
const EMPTY_MARKS: [char; 8] = ['0', '-', '·', '□', '▢', '◻', '☐', '⬜'];
/// The number of bytes at the start of a text that are searched for the form of a board.
pub(super) const FIRST_PART: usize = 1 << 12;
/// The Unicode variation selector that may follow a chess symbol.
const SELECTOR: &str = "\u{fe0f}";

impl Boards<'_> {
    /// Parses a board at the start of a text as other programs print boards. `ended` is true if no
    /// more text follows. `mistake` is the byte offset at which the documented forms have a mistake.
    ///
    /// Rows with blanks between letters, or with chess symbols, are a board only if a blank or symbol
    /// comes in the line of `mistake` or before. Later ones may not have arrived when the mistake is
    /// reported, and the result must not depend on that.
    pub(super) fn pasted(&self, text: &[u8], mistake: usize, ended: bool) -> Pasted {
        // A mistake in one of many records must not take the time of reading all that follow.
        let start = &text[..text.len().min(FIRST_PART)];
        let is_whole = start.len() == text.len();
        match self.pasted_form(valid(start), mistake, ended && is_whole) {
            Pasted::NeedMore if !is_whole => self.pasted_form(valid(text), mistake, ended),
            found => found,
        }
    }

    fn pasted_form(&self, text: &str, mistake: usize, ended: bool) -> Pasted {
        if let Some(found) = self.flat(text) {
            return found;
        }
        let start = text.trim_start();
        match call_length(start.as_bytes(), ended) {
            None => Pasted::NeedMore,
            Some(0) if start.starts_with("level ") => self.picture(text, ended),
            Some(0) if !start.starts_with(['[', '(', '{']) => {
                self.letter_rows(text, mistake, ended)
            }
            Some(_) => self.array(text, ended),
        }
    }

    fn array(&self, text: &str, ended: bool) -> Pasted {
        let (mut cells, mut depth, mut at) = (PastedCells::default(), 0, 0);
        // The number of cells in each innermost bracket.
        let (mut groups, mut group) = (Vec::new(), 0);
        // The number of cells in the longest word.
        let mut longest = 1;
        cells.is_coded = self.has_codes(text);
        cells.is_foreign = cells.is_coded || !text.trim_start().starts_with('[');
        let mut last = ',';
        while let Some(letter) = text[at..].chars().next() {
            let rest = &text[at..];
            let Some(call) = self.call_length(rest, ended) else { return Pasted::NeedMore };
            at += letter.len_utf8();
            let before = last;
            last = if letter.is_whitespace() { before } else { letter };
            // Between brackets, `#` is no cell.
            let is_between = group == 0 && ",])}".contains(before);
            if let Some(length) = comment_length(rest, is_between) {
                (at, last, cells.is_foreign) = (at + length - 1, before, true);
                continue;
            }
            match letter {
                '[' | '(' | '{' if depth == 0 && before != ',' || group > 0 => return Pasted::No,
                ']' | ')' | '}' if "[({".contains(before) => return Pasted::No,
                '[' | '(' | '{' => (depth, group) = (depth + 1, 0),
                ']' | ')' | '}' if depth == 0 => return Pasted::No,
                ']' | ')' | '}' => {
                    groups.extend((group > 0).then_some(group));
                    (depth, group) = (depth - 1, 0);
                    let board = self.cube(&cells).filter(|_| depth == 0 && cells.is_foreign);
                    let is_row = |size: &Size| [1, 2, 3].map(|power| size.edge().pow(power));
                    if let Some((size, board)) = board
                        && groups.iter().all(|count| *count == groups[0])
                        && is_row(&size).contains(&groups[0])
                        && (longest == 1 || is_row(&size).contains(&longest))
                    {
                        // A board of 4×4×4 has as many cells as a level of 8×8×8.
                        let is_level = cells.letters.len().isqrt().pow(2) == cells.letters.len();
                        match another_follows(&text[at..], ended) {
                            Some(true) if is_level => {}
                            None if is_level => return Pasted::NeedMore,
                            _ => return Pasted::Board(board, at),
                        }
                    }
                }
                ',' => {}
                blank if blank.is_whitespace() => {}
                _ if depth == 0 && call == 0 => return Pasted::No,
                mark @ ('"' | '\'') => {
                    let Some(length) = rest[1..].find(mark) else { break };
                    let Some(count) = self.add(&mut cells, &rest[1..=length], true) else {
                        return Pasted::No;
                    };
                    (at, group, longest) = (at + length + 1, group + count, longest.max(count));
                }
                _ if call > 0 => (at, cells.is_foreign, last) = (at + call - 1, true, before),
                _ => {
                    let is_end = |c: char| c.is_whitespace() || ",[](){}\"'".contains(c);
                    let word = &rest[..rest.find(is_end).unwrap_or(rest.len())];
                    let Some(count) = self.add(&mut cells, word, false) else { return Pasted::No };
                    (at, group) = (at + word.len() - letter.len_utf8(), group + count);
                    longest = longest.max(count);
                }
            }
        }
        if cells.is_foreign && !ended { Pasted::NeedMore } else { Pasted::No }
    }

    /// Returns `true` if a text has a code such as `wK`, in which `w` is the color of a piece.
    fn has_codes(&self, text: &str) -> bool {
        let is_code = |word: &str| word.len() == 2 && word.starts_with('w');
        let is_piece = |word: &str| self.is_letter(word.as_bytes()[1].to_ascii_uppercase());
        let mut words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
        !self.is_letter(b'w') && words.any(|word| is_code(word) && is_piece(word))
    }

    /// Returns the length of a function's name or a string's prefix before cells; 0 if there is none
    /// or if it may be cells, and `None` if the text may go on with one.
    fn call_length(&self, text: &str, ended: bool) -> Option<usize> {
        let length = call_length(text.as_bytes(), ended)?;
        let is_prefix = text[length..].starts_with(['"', '\'']);
        let is_cells = text[..length].bytes().all(|byte| self.is_letter(byte));
        Some(if is_prefix || !is_cells { length } else { 0 })
    }

    /// Parses a size and all cells in one word, such as `2, rq####K#` or `2 rq####K#`.
    fn flat(&self, text: &str) -> Option<Pasted> {
        let line = first_line(text);
        let (size, word) = line.trim_end().rsplit_once([',', ' '])?;
        let size = size.trim_start_matches(['n', 'N', ' ', '=']).trim_end_matches([',', ' ']);
        let edge: usize = size.parse().ok()?;
        let mut cells = PastedCells::default();
        self.add(&mut cells, word, false)?;
        let (_, board) = self.cube(&cells).filter(|(size, _)| size.edge() == edge)?;
        Some(Pasted::Board(board, line.len()))
    }

    /// Parses rows of single letters with blanks between them, such as `r q`, and rows of chess
    /// symbols with or without blanks.
    fn letter_rows(&self, text: &str, mistake: usize, ended: bool) -> Pasted {
        let (mut cells, mut at, mut edge) = (PastedCells::default(), 0, None);
        let first: Vec<&str> = first_line(text).split_whitespace().collect();
        let is_code = |word: &&str| word.len() == 2 && code(word).is_some();
        cells.is_coded = !self.is_letter(b'w') && first.len() > 1 && first.iter().all(is_code);
        let mut is_other = cells.is_coded;
        for line in text.split_inclusive('\n') {
            if at > mistake && !is_other {
                return Pasted::No;
            }
            let mut words: Vec<&str> = line.split_whitespace().collect();
            is_other |= words.len() > 1;
            if let [row] = words[..]
                && !cells.is_coded
            {
                words =
                    row.split_inclusive(|_| true).filter(|letter| *letter != SELECTOR).collect();
            }
            let is_rule = words.len() != edge.unwrap_or(0) && is_rule(line.trim().as_bytes());
            if edge.is_some() && (words.is_empty() || is_rule) {
                at += line.len();
                continue;
            }
            let is_coded = cells.is_coded;
            let is_letter =
                |word: &&str| is_coded || word.trim_end_matches(SELECTOR).chars().count() == 1;
            let is_row = words.len() >= Size::MIN
                && *edge.get_or_insert(words.len()) == words.len()
                && words.iter().all(is_letter);
            if !line.ends_with('\n') && !ended {
                let is_start = !words.is_empty() && words.iter().all(is_letter);
                return if is_start && is_other { Pasted::NeedMore } else { Pasted::No };
            }
            if !is_row || words.iter().any(|word| self.add(&mut cells, word, false).is_none()) {
                return Pasted::No;
            }
            is_other |= cells.is_foreign;
            let end = at + line.trim_end().len();
            at += line.len();
            if let Some((size, board)) = self.cube(&cells).filter(|_| is_other)
                && Some(size.edge()) == edge
            {
                return Pasted::Board(board, end);
            }
        }
        if ended || !is_other { Pasted::No } else { Pasted::NeedMore }
    }

    /// Parses a picture as `--draw` writes it: levels side by side, with labels around them.
    fn picture(&self, text: &str, ended: bool) -> Pasted {
        let (mut levels, mut at): (Vec<PastedCells>, usize) = (Vec::new(), 0);
        let (mut edge, mut indent) = (0, None);
        for line in text.split_inclusive('\n') {
            // Marks of the last move stand around its cells.
            let is_blank = |letter: char| letter.is_whitespace() || "<>".contains(letter);
            let words: Vec<&str> = line.split(is_blank).filter(|word| !word.is_empty()).collect();
            if !line.ends_with('\n') && !ended {
                break;
            }
            let end = at + line.trim_end().len();
            at += line.len();
            let drawn = levels.iter().rposition(|level| level.letters.len() == edge * edge);
            if words.first() == Some(&"level") {
                let count = words.iter().filter(|word| **word == "level").count();
                levels.extend((0..count).map(|_| PastedCells::default()));
            } else if indent.is_some_and(|indent| line_indent(line) > indent) {
                // The line with the names of the files ends a row of levels.
                let letters: Vec<u8> =
                    levels.iter().flat_map(|level| level.letters.clone()).collect();
                let cells = PastedCells { letters, ..PastedCells::default() };
                if let Some((size, board)) = self.cube(&cells).filter(|_| levels.len() == edge) {
                    return match answer_length(&text[at..], ended) {
                        _ if size.edge() != edge => Pasted::No,
                        Some(0) => Pasted::Board(board, end),
                        Some(length) => Pasted::Board(board, at + length),
                        None => Pasted::NeedMore,
                    };
                }
            } else if !words.is_empty() {
                indent = indent.or(Some(line_indent(line)));
                let first = if edge == 0 { 0 } else { drawn.map_or(0, |last| last + 1) };
                let width = levels.len() - first;
                edge = (words.len() - 1) / width.max(1);
                for (nth, word) in words[1..].iter().enumerate() {
                    let Some(level) = levels.get_mut(first + nth / edge.max(1)) else {
                        return Pasted::No;
                    };
                    if self.add(level, word, false).is_none() {
                        return Pasted::No;
                    }
                }
            }
        }
        if ended { Pasted::No } else { Pasted::NeedMore }
    }

    /// Adds the cells of a word, and returns their number. Returns `None` if the word is no
    /// sequence of cells, or if an empty cell is written in another way than before.
    fn add(&self, cells: &mut PastedCells, word: &str, is_quoted: bool) -> Option<usize> {
        let before = cells.letters.len();
        if EMPTY_WORDS.contains(&word) || is_quoted && word.is_empty() {
            cells.add_empty(word)?;
            cells.is_foreign = true;
            return Some(1);
        }
        let code = if cells.is_coded { Some(code(word)?.to_string()) } else { None };
        for letter in code.unwrap_or_else(|| word.replace(SELECTOR, "")).chars() {
            let symbol = SYMBOLS.iter().find(|(symbol, _)| *symbol == letter);
            let byte = symbol.map(|(_, letter)| *letter).or(u8::try_from(letter).ok());
            cells.is_foreign |= symbol.is_some() || letter == ' ';
            match byte {
                _ if EMPTY_MARKS.contains(&letter) => {
                    cells.is_foreign = true;
                    cells.add_empty(&letter.to_string())?;
                }
                Some(b' ') if is_quoted => cells.add_empty(" ")?,
                Some(byte) if EMPTIES.contains(&byte) => cells.add_empty(&letter.to_string())?,
                Some(byte) if self.is_letter(byte) => cells.letters.push(byte),
                _ => return None,
            }
        }
        (cells.letters.len() <= Size::MAX.pow(3)).then(|| cells.letters.len() - before)
    }

    /// Returns the board with these cells if there are n³ of them, and this size is accepted.
    fn cube(&self, cells: &PastedCells) -> Option<(Size, Board)> {
        let count = cells.letters.len();
        let size = (Size::MIN..=Size::MAX).find(|edge| edge.pow(3) == count).and_then(Size::new)?;
        let is_accepted = self.size.is_none_or(|accepted| accepted == size);
        is_accepted.then(|| (size, self.board(size, cells.letters.iter().copied())))
    }
}

/// Returns the letter of the cell that two letters stand for, such as `r` for `bR`; `None` if they
/// are no code of a cell.
fn code(word: &str) -> Option<char> {
    match *word.as_bytes() {
        [b'w', letter] => Some(char::from(letter.to_ascii_uppercase())),
        [b'b', letter] => Some(char::from(letter.to_ascii_lowercase())),
        [first, second] if first == second => Some(char::from(first)),
        [mark] => Some(char::from(mark)),
        _ => None,
    }
}

/// Returns the length of a comment at the start of a text; `None` if there is none. `is_python` is
/// true if `#` may start a comment.
fn comment_length(text: &str, is_python: bool) -> Option<usize> {
    if text.starts_with("/*") {
        return Some(text.find("*/").map_or(text.len(), |end| end + 2));
    }
    // After the last letter of a part of a text, the rest of the comment's sign may follow.
    let starts = |sign: &str| text.starts_with(sign) || text.len() == 1 && sign.starts_with(text);
    (starts("//") || is_python && starts("# ")).then(|| text.find('\n').unwrap_or(text.len()))
}

fn line_indent(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

/// Returns `true` if a comma and another array follow; `None` if the text may go on with them.
fn another_follows(rest: &str, ended: bool) -> Option<bool> {
    let rest = rest.trim_start_matches([' ', '\t']);
    match rest.strip_prefix(',').map(str::trim_start) {
        Some("") => ended.then_some(false),
        None if rest.is_empty() => ended.then_some(false),
        Some(next) => {
            let length = call_length(next.as_bytes(), ended)?;
            Some(next[length..].starts_with(['[', '(', '{']))
        }
        None => Some(false),
    }
}

/// Returns the longest start of a text that is valid UTF-8.
fn valid(text: &[u8]) -> &str {
    let length = str::from_utf8(text).map_or_else(|error| error.valid_up_to(), str::len);
    str::from_utf8(&text[..length]).unwrap_or_default()
}

impl PastedCells {
    fn add_empty(&mut self, mark: &str) -> Option<()> {
        self.letters.push(EMPTIES[0]);
        (self.empty.get_or_insert_with(|| mark.to_owned()) == mark).then_some(())
    }
}
