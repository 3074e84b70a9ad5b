//! Where the record of a board ends: good or broken, told by its brackets, lines and first row.
//!
//! A line that has the length and the brackets of a board without blanks is one. Any other board in
//! brackets ends with the bracket that its first one asks for, or with the number of
//! levels that its first row asks for, and then with its line or before another board on it. A grid
//! has as many lines as its first one asks for. What starts a record of its own ends the one
//! before: a line that starts with `{` or `n=`, and one that starts with a bracket where none may
//! open. Anything else that is no board is a line.

mod brackets;
mod grid;

use std::cmp::Ordering;

use memchr::{memchr, memchr3};

use self::brackets::Brackets;
use self::grid::Grid;
use super::FirstRow;
use super::line::{LONGEST_LINE, declaration, skip_blanks, skip_space};
use crate::notation::text::front_line;

/// What is known of a record whose end is not.
#[derive(Clone, Debug, Default)]
pub(super) struct Framing {
    /// How many of its bytes have been looked at.
    at: usize,
    /// How many it took to tell its form.
    seen: usize,
    /// Its form, once enough of it is there.
    form: Option<Form>,
    pub(super) first_row: FirstRow,
}

/// What a record looks like.
#[derive(Clone, Copy, Debug)]
enum Form {
    /// A board that may stand on one line without blanks, whose end has been searched for up to the byte
    /// `searched`. If it does not, it is taken for [`Form::Brackets`].
    Tight {
        first_row: FirstRow,
        searched: usize,
    },
    Brackets(Brackets),
    Grid(Grid),
    /// Something that ends with its line.
    Line,
    /// What follows a board: it ends with its line or before another board.
    Tail,
}

/// How a record opens: its form, where its first bracket or row is, and how much was looked at to know
/// that.
struct Opening {
    at: usize,
    seen: usize,
    form: Form,
}

/// Where a record ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct End {
    pub(super) place: usize,
    /// How much was looked at to know that.
    pub(super) seen: usize,
    /// Whether its line goes on without an end in sight.
    pub(super) is_cut: bool,
}

/// What looking on came to.
enum Found {
    End(End),
    /// More text is needed.
    TooLittle,
    /// The record goes on in another form; `seen` bytes were looked at to know that.
    Becomes {
        form: Form,
        seen: usize,
    },
}

impl End {
    /// An end after which nothing was looked at.
    const fn at(place: usize) -> Self {
        Self { place, seen: place, is_cut: false }
    }
}

impl Framing {
    /// The end of the record that the text starts with; `None` if that depends on what follows the
    /// text, which has not `ended`. Then it goes on from there with a longer text.
    pub(super) fn end(
        &mut self,
        text: &[u8],
        ended: bool,
        is_letter: impl Fn(u8) -> bool,
        is_setup: impl Fn(&[u8]) -> bool,
    ) -> Option<End> {
        let whole = End::at(text.len());
        if self.form.is_none() {
            let first = front_line(text, LONGEST_LINE);
            match opening(first, ended && first.len() == text.len(), is_letter, is_setup) {
                Some(Opening { at, seen, form }) => {
                    (self.at, self.seen, self.form) = (at, seen, Some(form));
                    self.first_row = form.first_row();
                }
                None if first.len() > LONGEST_LINE => {
                    return Some(End { is_cut: true, ..End::at(first.len()) });
                }
                None if ended => return Some(whole),
                None => return None,
            }
        }
        loop {
            let found = match self.form.as_mut()? {
                Form::Tight { first_row, searched } => {
                    first_row.tight_end(text, self.at, searched, ended)
                }
                Form::Brackets(brackets) => brackets.end(text, &mut self.at),
                Form::Grid(grid) => grid.end(text, &mut self.at),
                Form::Line => line_end(text, self.at),
                Form::Tail => tail_end(text, self.at),
            };
            match found {
                Found::End(end) => return Some(End { seen: end.seen.max(self.seen), ..end }),
                Found::Becomes { form, seen } => {
                    (self.form, self.seen) = (Some(form), self.seen.max(seen));
                }
                Found::TooLittle if ended => return Some(whole),
                Found::TooLittle => return None,
            }
        }
    }
}

impl Form {
    fn first_row(self) -> FirstRow {
        match self {
            Self::Tight { first_row, .. }
            | Self::Brackets(Brackets { first_row, .. })
            | Self::Grid(Grid { first_row, .. }) => first_row,
            Self::Line | Self::Tail => FirstRow::default(),
        }
    }
}

/// How the record opens that a text starts with; `None` if there is not enough text to tell.
fn opening(
    text: &[u8],
    ended: bool,
    is_letter: impl Fn(u8) -> bool,
    is_setup: impl Fn(&[u8]) -> bool,
) -> Option<Opening> {
    let mut at = 0;
    if let Some(sign) = declaration(text)? {
        let size = skip_blanks(text, sign);
        at = size + text[size..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if at == size {
            return (at < text.len()).then_some(Opening::line(at));
        }
        at = skip_space(text, at);
        if text.get(at) == Some(&b',') {
            at = skip_space(text, at + 1);
        }
    }
    let (first, rest) = (text.get(at)?, &text[at..]);
    if *first == b'[' {
        let (first_row, seen) = FirstRow::in_brackets(rest, ended)?;
        let form = Form::Tight { first_row, searched: at };
        return Some(Opening { at, seen: at + seen, form });
    }
    if let Some(sign) = declaration(rest)? {
        return Some(Opening::line(at + sign));
    }
    let length = memchr(b'\n', rest).or_else(|| ended.then_some(rest.len()))?;
    let seen = text.len().min(at + length + 1);
    Some(match FirstRow::of_grid(&rest[..length], is_letter) {
        // A line that names a setup is a record, be its letters those of pieces.
        Some(_) if at == 0 && is_setup(rest) => Opening::line(seen),
        Some(first_row) => Opening { at, seen, form: Form::Grid(Grid::new(first_row)) },
        None => Opening::line(seen),
    })
}

impl Opening {
    /// A record that is its line.
    const fn line(seen: usize) -> Self {
        Self { at: 0, seen, form: Form::Line }
    }
}

impl FirstRow {
    /// Where the line ends that a tight board starts, by its length and the brackets of its levels.
    fn tight_end(self, text: &[u8], from: usize, searched: &mut usize, ended: bool) -> Found {
        let level = (self.edge + 1) * self.edge;
        let other = |seen| Found::Becomes { form: Form::Brackets(Brackets::new(self)), seen };
        if self.brackets != 1 || self.edge == 0 {
            return other(from);
        }
        let end = from + (level + 2) * self.edge - 1;
        let from_here = &text[*searched..text.len().min(end + 1)];
        let line = memchr(b'\n', from_here).map(|length| *searched + length);
        *searched = line.map_or(*searched + from_here.len(), |line| line + 1);
        match line.unwrap_or(text.len()).cmp(&end) {
            Ordering::Equal if line.is_some() || ended => {}
            Ordering::Less | Ordering::Equal if line.is_none() && !ended => {
                return Found::TooLittle;
            }
            _ => return other(*searched),
        }
        let board = &text[from..end];
        let is_level = |nth| {
            let level = &board[nth * (level + 2)..][..=level];
            level[0] == b'[' && level[level.len() - 1] == b']'
        };
        let is_parted = |nth| board[nth * (level + 2) - 1] == b',';
        let fits = (0..self.edge).all(is_level) && (1..self.edge).all(is_parted);
        if fits { Found::End(End::at(*searched)) } else { other(*searched) }
    }
}

/// Where the line that goes on here ends.
fn line_end(text: &[u8], from: usize) -> Found {
    let line = front_line(&text[from..], LONGEST_LINE);
    match memchr(b'\n', line) {
        Some(length) => Found::End(End::at(from + length + 1)),
        None if line.len() > LONGEST_LINE => {
            Found::End(End { is_cut: true, ..End::at(from + line.len()) })
        }
        None => Found::TooLittle,
    }
}

/// Where a board ends whose brackets have ended: with its line or before another board on it.
fn tail_end(text: &[u8], from: usize) -> Found {
    let (mut at, text) = (from, &text[..from + front_line(&text[from..], LONGEST_LINE).len()]);
    while let Some(length) = memchr3(b'[', b'n', b'\n', &text[at..]) {
        let here = at + length;
        let (end, looked) = match text[here] {
            b'[' => (Some(here), here + 1),
            b'n' => match declaration(&text[here..]) {
                None => break,
                Some(sign) => (sign.map(|_| here), here + sign.unwrap_or(1)),
            },
            _ => (Some(here + 1), here + 1),
        };
        if let Some(end) = end {
            return Found::End(End { place: end, seen: looked, is_cut: false });
        }
        at = here + 1;
    }
    line_end(text, from)
}

/// Whether a line starts with what may start a record anywhere, a bracket, a brace or an announced
/// size, and how much was looked at then; `None` if there is not enough text to tell.
fn starts_record(text: &[u8], line: usize) -> Option<Option<usize>> {
    let text = &text[..line + front_line(&text[line..], LONGEST_LINE).len()];
    let first = skip_blanks(text, line);
    let found = match text.get(first) {
        None => None,
        Some(b'[' | b'{') => Some(Some(first + 1)),
        Some(b'n') => declaration(&text[first..]).map(|sign| sign.map(|sign| first + sign)),
        Some(_) => Some(None),
    };
    // A line that is cut has nothing else to tell.
    if text.len() - line > LONGEST_LINE { found.or(Some(None)) } else { found }
}
