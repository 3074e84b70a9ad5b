//! Where the record of a board ends: good or broken, told by its brackets, lines and first row.
//!
//! A line that has the length and the brackets of a board without blanks is one. Any other board in
//! brackets ends with the bracket that its first one asks for, or with the number of
//! levels that its first row asks for, and then with its line or before another board on it. A grid
//! has as many lines as its first one asks for. What starts a record of its own ends the one
//! before: a line that starts with `{` or `n=`, and one that starts with a bracket where none may
//! open. Anything else that is no board is a line.

use std::cmp::Ordering;

use memchr::{memchr, memchr3, memrchr};

use super::FirstRow;
use super::first_row::end_of_word;
use crate::cell::Size;

/// How far a record has been looked at.
#[derive(Clone, Debug, Default)]
pub(super) struct Framing {
    /// So many bytes.
    at: usize,
    form: Option<Form>,
    pub(super) first_row: FirstRow,
}

/// What a record looks like.
#[derive(Clone, Copy, Debug)]
enum Form {
    /// Perhaps a board on a line without a blank, which was searched for its end up to a byte;
    /// else one in brackets.
    Tight {
        first_row: FirstRow,
        searched: usize,
    },
    Brackets(Brackets),
    Grid(Grid),
    /// Something that ends with its line; so much was looked at to know that.
    Line {
        seen: usize,
    },
    /// What follows a board: it ends with its line or before another board.
    Tail {
        seen: usize,
    },
}

/// A board in brackets, as far as it has been looked at.
#[derive(Clone, Copy, Debug)]
struct Brackets {
    first_row: FirstRow,
    /// How many brackets are open.
    open: usize,
    /// How many levels are complete.
    levels: usize,
    /// Whether a comma parts two levels.
    commas: bool,
    /// Where the line starts, as long as it has only opening brackets.
    line: Option<usize>,
}

/// A board as a grid, as far as it has been looked at.
#[derive(Clone, Copy, Debug)]
struct Grid {
    first_row: FirstRow,
    rows: usize,
    /// How many levels an empty line ended.
    levels: usize,
    /// Whether the last line was a row.
    in_level: bool,
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
    /// The record goes on in another way.
    Becomes(Form),
}

/// So many bytes are searched one by one.
const NEAR: usize = 16;
/// A line is cut where no row could be so long.
const LONGEST_LINE: usize = 2 * (Size::MAX + 1);

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
    ) -> Option<End> {
        let whole = End::at(text.len());
        if self.form.is_none() {
            let first = first_line(text);
            match opening(first, ended && first.len() == text.len(), is_letter) {
                Some((at, form)) => {
                    (self.at, self.form) = (at, Some(form));
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
                Form::Brackets(brackets) => brackets.end(text, &mut self.at, ended),
                Form::Grid(grid) => grid.end(text, &mut self.at, ended),
                Form::Line { seen } => line_end(text, self.at, *seen),
                Form::Tail { seen } => tail_end(text, self.at, *seen, ended),
            };
            match found {
                Found::End(end) => return Some(end),
                Found::Becomes(form) => self.form = Some(form),
                Found::TooLittle if ended => return Some(whole),
                Found::TooLittle => return None,
            }
        }
    }
}

impl Form {
    const fn first_row(self) -> FirstRow {
        match self {
            Self::Tight { first_row, .. }
            | Self::Brackets(Brackets { first_row, .. })
            | Self::Grid(Grid { first_row, .. }) => first_row,
            Self::Line { .. } | Self::Tail { .. } => FirstRow::NONE,
        }
    }
}

/// The form of a record and where its first bracket or row is; `None` if there is not enough text
/// to tell.
fn opening(text: &[u8], ended: bool, is_letter: impl Fn(u8) -> bool) -> Option<(usize, Form)> {
    let mut at = 0;
    if let Some(sign) = declaration(text, ended)? {
        let size = skip_blanks(text, sign);
        at = size + text[size..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if at == size {
            let known = at < text.len() || ended;
            return known.then_some((0, Form::Line { seen: 0 }));
        }
        at = skip_space(text, at);
        if text.get(at) == Some(&b',') {
            at = skip_space(text, at + 1);
        }
    }
    let seen = at + 1;
    let form = match text.get(at)? {
        b'[' => Form::Tight { first_row: FirstRow::in_brackets(&text[at..], ended)?, searched: at },
        _ => FirstRow::of_grid(&text[at..], ended, is_letter)?
            .map_or(Form::Line { seen }, |first_row| Form::Grid(Grid::new(first_row))),
    };
    Some((if matches!(form, Form::Line { .. }) { 0 } else { at }, form))
}

impl FirstRow {
    /// Where the line ends that a tight board starts, by its length and the brackets of its levels.
    fn tight_end(self, text: &[u8], from: usize, searched: &mut usize, ended: bool) -> Found {
        let (level, other) = ((self.edge + 1) * self.edge, Form::Brackets(Brackets::new(self)));
        if self.brackets != 1 || self.edge == 0 {
            return Found::Becomes(other);
        }
        let end = from + (level + 2) * self.edge - 1;
        let from_here = &text[*searched..text.len().min(end + 1)];
        let line = memchr(b'\n', from_here).map(|length| *searched + length);
        *searched += from_here.len();
        match line.unwrap_or(text.len()).cmp(&end) {
            Ordering::Equal if line.is_some() || ended => {}
            Ordering::Less | Ordering::Equal if line.is_none() && !ended => {
                return Found::TooLittle;
            }
            _ => return Found::Becomes(other),
        }
        let board = &text[from..end];
        let is_level = |nth| {
            let level = &board[nth * (level + 2)..][..=level];
            level[0] == b'[' && level[level.len() - 1] == b']'
        };
        let is_parted = |nth| board[nth * (level + 2) - 1] == b',';
        let fits = (0..self.edge).all(is_level) && (1..self.edge).all(is_parted);
        if !fits {
            return Found::Becomes(other);
        }
        Found::End(End::at(text.len().min(end + 1)))
    }
}

impl Brackets {
    const fn new(first_row: FirstRow) -> Self {
        Self { first_row, open: 0, levels: 0, commas: false, line: None }
    }

    fn end(&mut self, text: &[u8], at: &mut usize, ended: bool) -> Found {
        loop {
            let Some(here) = next_sign(text, *at) else { return Found::TooLittle };
            let found = match text[here] {
                b'[' => self.open(text, *at, here),
                b']' => self.close(text, here, ended),
                _ => self.next_line(text, here + 1, ended),
            };
            match found {
                Ok(next) => *at = next,
                Err(Found::Becomes(form)) => {
                    *at = here + 1;
                    return Found::Becomes(form);
                }
                Err(found) => {
                    *at = here;
                    return found;
                }
            }
        }
    }

    /// A bracket opens; nothing of interest is before it from a byte on.
    fn open(&mut self, text: &[u8], from: usize, here: usize) -> Result<usize, Found> {
        self.line = self.line.filter(|_| text[from..here].trim_ascii().is_empty());
        // A board that has all its levels has no more of them on a line of their own.
        let has_all = (1..=self.levels).contains(&self.first_row.edge) && self.line.is_some();
        if self.open < self.first_row.brackets && !(self.open == 1 && has_all) {
            self.open += 1;
            return Ok(here + 1);
        }
        let seen = here + 1;
        Err(self.line.map_or(Found::Becomes(Form::Line { seen }), |end| {
            Found::End(End { place: end, seen, is_cut: false })
        }))
    }

    /// A bracket closes.
    fn close(&mut self, text: &[u8], here: usize, ended: bool) -> Result<usize, Found> {
        self.line = None;
        let after = here + 1;
        if self.open > 1 {
            self.open -= 1;
            self.levels += usize::from(self.open == 1 && self.first_row.outer);
            return Ok(after);
        }
        let tail = |seen| Err(Found::Becomes(Form::Tail { seen }));
        if self.first_row.outer {
            return tail(after);
        }
        let levels = self.levels + 1;
        if (1..=levels).contains(&self.first_row.edge) {
            let next = skip_blanks(text, after);
            return match text.get(next) {
                None if !ended => Err(Found::TooLittle),
                // A level too many, unless the comma ends the line.
                Some(b',') => Err(Found::Becomes(Form::Line { seen: next })),
                _ => tail(after),
            };
        }
        let mut next = skip_space(text, after);
        let comma = text.get(next) == Some(&b',');
        if comma {
            next = skip_space(text, next + 1);
        }
        match text.get(next) {
            None => return Err(Found::TooLittle),
            Some(b'[') if comma || !self.commas && self.first_row.edge > 0 => {}
            Some(_) => return Err(Found::Becomes(Form::Line { seen: next + 1 })),
        }
        let newline = memrchr(b'\n', &text[after..next]);
        self.line = newline.map(|newline| after + newline + 1);
        self.commas |= comma;
        (self.levels, self.open) = (levels, 0);
        Ok(next)
    }

    /// A line begins.
    fn next_line(&mut self, text: &[u8], line: usize, ended: bool) -> Result<usize, Found> {
        match starts_record(text, line, ended) {
            None => Err(Found::TooLittle),
            Some(Some(seen)) if text[seen - 1] != b'[' => {
                Err(Found::End(End { place: line, seen, is_cut: false }))
            }
            Some(_) => {
                self.line = Some(line);
                Ok(line)
            }
        }
    }
}

impl Grid {
    const fn new(first_row: FirstRow) -> Self {
        Self { first_row, rows: 0, levels: 0, in_level: false }
    }

    fn end(&mut self, text: &[u8], at: &mut usize, ended: bool) -> Found {
        loop {
            let line = *at;
            if self.rows > 0 {
                match starts_record(text, line, ended) {
                    None => return Found::TooLittle,
                    Some(Some(seen)) => {
                        return Found::End(End { place: line, seen, is_cut: false });
                    }
                    Some(None) => {}
                }
            }
            let end = match line_end(text, line, 0) {
                Found::End(end) => end,
                _ if ended && line < text.len() => End::at(text.len()),
                found => return found,
            };
            if end.is_cut {
                return Found::End(end);
            }
            if !text[line..end.place].trim_ascii().is_empty() {
                (self.rows, self.in_level) = (self.rows + 1, true);
                if self.rows == self.first_row.edge.saturating_mul(self.first_row.edge) {
                    *at = end_of_word(text, skip_blanks(text, line));
                    return Found::Becomes(Form::Tail { seen: end.place });
                }
            } else if std::mem::take(&mut self.in_level) {
                self.levels += 1;
                if self.levels == self.first_row.edge {
                    return Found::End(End { place: line, ..end });
                }
            }
            *at = end.place;
        }
    }
}

/// The next bracket or line end.
fn next_sign(text: &[u8], at: usize) -> Option<usize> {
    let is_sign = |byte: &u8| matches!(byte, b'[' | b']' | b'\n');
    // A search in many bytes at once takes a while to begin.
    let (near, far) = text[at..].split_at(NEAR.min(text.len() - at));
    let found = near.iter().position(is_sign);
    Some(at + found.or_else(|| Some(NEAR + memchr3(b'[', b']', b'\n', far)?))?)
}

/// As much of a text as is looked at for the end of its first line.
fn first_line(text: &[u8]) -> &[u8] {
    &text[..text.len().min(LONGEST_LINE + 1)]
}

/// Where the line that goes on here ends.
fn line_end(text: &[u8], from: usize, seen: usize) -> Found {
    let line = first_line(&text[from..]);
    match memchr(b'\n', line) {
        Some(length) => {
            let end = from + length + 1;
            Found::End(End { place: end, seen: seen.max(end), is_cut: false })
        }
        None if line.len() > LONGEST_LINE => {
            Found::End(End { is_cut: true, ..End::at(from + line.len()) })
        }
        None => Found::TooLittle,
    }
}

/// Where a board ends whose brackets have ended: with its line or before another board on it.
fn tail_end(text: &[u8], from: usize, seen: usize, ended: bool) -> Found {
    if text.get(from) == Some(&b'\n') {
        return line_end(text, from, seen);
    }
    let (mut at, text) = (from, &text[..from + first_line(&text[from..]).len()]);
    while let Some(length) = memchr3(b'[', b'n', b'\n', &text[at..]) {
        let here = at + length;
        let (end, looked) = match text[here] {
            b'[' => (Some(here), here + 1),
            b'n' => match declaration(&text[here..], ended) {
                None => return Found::TooLittle,
                Some(sign) => (sign.map(|_| here), here + sign.unwrap_or(1)),
            },
            _ => (Some(here + 1), here + 1),
        };
        if let Some(end) = end {
            return Found::End(End { place: end, seen: seen.max(looked), is_cut: false });
        }
        at = here + 1;
    }
    line_end(text, from, seen)
}

/// Whether a line starts with what may start a record anywhere, a bracket, a brace or an announced
/// size, and how much was looked at then; `None` if there is not enough text to tell.
fn starts_record(text: &[u8], line: usize, ended: bool) -> Option<Option<usize>> {
    let first = skip_blanks(text, line);
    match text.get(first) {
        None if !ended => None,
        Some(b'[' | b'{') => Some(Some(first + 1)),
        Some(b'n') => Some(declaration(&text[first..], ended)?.map(|sign| first + sign)),
        _ => Some(None),
    }
}

/// If the text starts with the announcement of a size, such as `n = 3`, where its sign ends;
/// `None` if there is not enough text to tell.
fn declaration(text: &[u8], ended: bool) -> Option<Option<usize>> {
    if text.first() != Some(&b'n') {
        return Some(None);
    }
    let sign = skip_blanks(text, 1);
    match text.get(sign) {
        None if !ended => None,
        Some(b'=') => Some(Some(sign + 1)),
        _ => Some(None),
    }
}

/// The first byte from one on that is no blank and no line end.
pub(super) fn skip_space(text: &[u8], from: usize) -> usize {
    text.len() - text[from.min(text.len())..].trim_ascii_start().len()
}

/// The first byte from one on that is no blank; the first half of a Windows line end is one.
fn skip_blanks(text: &[u8], from: usize) -> usize {
    let blank = |byte: &&u8| **byte != b'\n' && byte.is_ascii_whitespace();
    from + text[from.min(text.len())..].iter().take_while(blank).count()
}
