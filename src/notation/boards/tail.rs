//! The text behind a board on its last line: a size, the side to move, and the side that holds the
//! other king.

use super::lead::{self, Declared};
use super::line::BoardLine;
use super::shape::only_levels;
use crate::board::Setup;
use crate::mistake::{Mistake, quote};
use crate::notation::page_line::import_hint;
use crate::notation::{nearest_side, parse_color};
use crate::piece::Color;

/// Reads the text behind a board of size `edge`, and sets the sides of its setup. The text ends at
/// the line end or at another board.
pub(super) fn read(
    line: &mut BoardLine<'_>,
    edge: usize,
    setup: &mut Setup,
) -> Result<(), Mistake> {
    line.skip_blanks();
    loop {
        let mark = line.quotation_mark();
        line.at += mark;
        if mark == 0 && !line.skip(b"|") {
            break;
        }
    }
    line.skip_blanks();
    size(line, edge)?;
    // A statement of a program ends so.
    line.skip(b";");
    line.skip_blanks();
    if setup.turn.is_none() && !ends(line) {
        setup.turn = side(line);
    }
    let has_holds = setup.turn.is_some() && !line.alphabet.rules.holds().is_empty();
    let mut has_holder = false;
    if has_holds && !ends(line) {
        setup.holder = side(line);
        has_holder = setup.holder.is_some() || line.skip(b"-");
        line.skip_blanks();
    }
    if ends(line) {
        return Ok(());
    }
    let expected = match setup.turn {
        None => "the side to move (`w` or `b`) or the end of the line",
        Some(_) if has_holder => "the end of the line after the holder",
        Some(_) if has_holds => {
            "the holder, the side whose king holds the other (`w`, `b` or `-`), or the end of the line"
        }
        Some(_) => "the end of the line after the side to move",
    };
    Err(unexpected(line, expected, has_holder))
}

/// Reads a comma and a size, as in `[#q,##],[##,K#], n=2`. The comma may be alone at the line end,
/// because each level of a list may be followed by one.
fn size(line: &mut BoardLine<'_>, edge: usize) -> Result<(), Mistake> {
    let mut after = *line;
    if edge == 0 || !after.skip(b",") {
        return Ok(());
    }
    after.skip_blanks();
    let mut declared: Option<Declared> = None;
    if after.peek().is_some_and(|byte| !byte.is_ascii_digit()) {
        lead::size(&mut after, &mut declared)?;
    }
    match &declared {
        Some(declared) if declared.size != edge => {
            return Err(declared.error(line, edge, &format!("the board has {edge} levels")));
        }
        None if matches!(after.peek(), Some(b'[' | b'(' | b'{')) => {
            return Err(after.error(only_levels(edge)));
        }
        None if !after.is_empty() => {
            return Err(after.error(format!("`n={edge}` or the end of the line after the comma")));
        }
        _ => *line = after,
    }
    Ok(())
}

/// Returns `true` at the end of the line or at the start of another board.
fn ends(line: &BoardLine<'_>) -> bool {
    let is_size = || line.peek().is_some_and(|byte| byte | 32 == b'n');
    line.is_empty() || line.peek() == Some(b'[') || is_size() && lead::size_digits(line).is_some()
}

fn side(line: &mut BoardLine<'_>) -> Option<Color> {
    let word = line.name();
    let side = parse_color(str::from_utf8(&line.text[word.clone()]).ok()?)?;
    line.at = word.end;
    line.skip_blanks();
    Some(side)
}

/// Returns the mistake of a word or sign behind a board.
fn unexpected(line: &BoardLine<'_>, expected: &str, has_holder: bool) -> Mistake {
    let word = line.name();
    if word.is_empty() {
        let starts = |sign: &&str| line.rest().starts_with(sign.as_bytes());
        let is_answer = ["->", "=", "→"].iter().any(starts);
        let error = line.error(expected);
        let hint = if is_answer { Some(import_hint("boards")) } else { error.hint };
        return Mistake { hint, ..error };
    }
    let found = &line.text[word.clone()];
    let hint = nearest_side(&String::from_utf8_lossy(found)).filter(|_| !has_holder);
    Mistake { hint, ..Mistake::expected(word, expected, quote(found)) }
}
