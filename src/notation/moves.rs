//! Moves: `1b2-1b4`, and with a promotion `5c6-6c6=M`; and the texts of games.

use std::ops::Range;

use crate::board::Move;
use crate::cell::{Cell, Size};
use crate::diagnostic::{Diagnostic, quote};
use crate::notation::cell;
use crate::notation::queries::unknown_piece;
use crate::rules::Rules;

/// What may stand between the cells of a move: a hyphen and what word processors make of it, and
/// the signs of captures, which also are letters of some cells.
const DASHES: &[char] = &['-', '‐', '‑', '‒', '–', '—', '―', '−'];
const TIMES: &[char] = &['x', '×', ':'];
/// What follows the number of a move, and stands in the place of White's.
const DOTS: &[char] = &['.', '…'];
/// What may follow a move and says nothing that the rules don't; `#` is a mate there.
const REMARKS: &[char] = &['+', '#', '!', '?'];
/// What a side can score.
const SCORES: &[&str] = &["0", "1", "1/2", "½", "1/3", "⅓", "2/3", "⅔"];

/// Reads a move, which may be illegal.
///
/// # Errors
/// If the text is not two cells of the board with `-` or `x` between, and after them at most `=` and
/// the piece to become.
///
/// # Example
/// ```
/// use kubikschach::{notation, rules::Rules};
/// let rules = Rules::built_in("great-shatranj").expect("it is built in");
/// let size = rules.size().expect("its size is fixed");
/// let mv = notation::move_from(&rules, size, "2b2-2b3")?;
/// assert_eq!(notation::move_text(&rules, size, mv), "2b2-2b3");
/// # Ok::<(), kubikschach::diagnostic::Diagnostic>(())
/// ```
pub fn move_from(rules: &Rules, size: Size, text: &str) -> Result<Move, Diagnostic> {
    let (cells, promotion) = match text.split_once('=') {
        Some((cells, name)) => (cells, Some(name)),
        None => (text, None),
    };
    let (from, to) = ends(rules, size, cells)?;
    let role = |name: &str| {
        let span = text.len() - name.len()..text.len();
        rules.role_named(name).ok_or_else(|| unknown_piece(rules, span, name.as_bytes()))
    };
    Ok(Move { from, to, promotion: promotion.map(role).transpose()? })
}

/// The cells of a move.
fn ends(rules: &Rules, size: Size, text: &str) -> Result<(Cell, Cell), Diagnostic> {
    let parts = |signs: &'static [char]| text.match_indices(signs);
    let known = |name: &str| rules.cells().parse(size, name);
    let split = |(at, sign): (usize, &str)| (&text[..at], &text[at + sign.len()..]);
    // A letter may be the sign of a capture or a part of a cell's name: a text that can be read is.
    let good = parts(DASHES).chain(parts(TIMES)).map(split);
    let mut good = good.filter_map(|(from, to)| Some((known(from)?, known(to)?)));
    if let Some(ends) = good.next() {
        return Ok(ends);
    }
    let Some((from, to)) = parts(DASHES).chain(parts(TIMES)).map(split).next() else {
        let [first, last] = rules.cells().corners(size);
        let expected = format!("a move such as `{first}-{last}`");
        return Err(Diagnostic::expected(0..text.len(), expected, quote(text.as_bytes())));
    };
    let second = cell(rules, size, to).map_err(|error| error.moved(text.len() - to.len()));
    Ok((cell(rules, size, from)?, second?))
}

/// The text of a move, such as `Ab1-Aa3`, which [`move_from`] reads.
///
/// # Panics
/// If it promotes to a role that the rule set does not have.
#[must_use]
pub fn move_text(rules: &Rules, size: Size, mv: Move) -> String {
    let name = |cell| rules.cells().name(size, cell);
    let promotion = mv.promotion.map(|role| format!("={}", rules.role(role).letter));
    format!("{}-{}{}", name(mv.from), name(mv.to), promotion.unwrap_or_default())
}

/// Where the moves of a game stand in its text.
///
/// Besides moves a text may have their numbers (`12.`), dots in the place of White's move, comments
/// in braces or from `;`, or `#` that follows no move, to the end of the line, and at its end a
/// result, such as `1-0` or `*`.
///
/// # Errors
/// If a comment has no end, or a word follows the result.
///
/// # Example
/// ```
/// use kubikschach::notation::game_moves;
/// let text = "1. 2b2-2b3 {careful} 5a5x5a4 1/2-1/2";
/// let moves: Vec<&str> = game_moves(text)?.into_iter().map(|word| &text[word]).collect();
/// assert_eq!(moves, ["2b2-2b3", "5a5x5a4"]);
/// # Ok::<(), kubikschach::diagnostic::Diagnostic>(())
/// ```
pub fn game_moves(text: &str) -> Result<Vec<Range<usize>>, Diagnostic> {
    let (mut moves, mut result, mut at) = (Vec::new(), None, 0);
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = match first {
            '{' => rest.find('}').map(|end| end + 1).ok_or_else(|| {
                Diagnostic::expected(at..at + 1, "`}` after the comment", "the end of the input")
            })?,
            '#' | ';' => rest.find('\n').unwrap_or(rest.len()),
            blank if blank.is_whitespace() => blank.len_utf8(),
            _ => {
                let ends = |letter: char| letter.is_whitespace() || "{;".contains(letter);
                let length = rest.find(ends).unwrap_or(rest.len());
                let word = without_number(&rest[..length]);
                let start = at + length - word.len();
                let word = word.trim_end_matches(REMARKS);
                let span = start..start + word.len();
                match &result {
                    _ if word.is_empty() => {}
                    Some(result) => {
                        let expected = format!("nothing after the result `{result}`");
                        return Err(Diagnostic::expected(span, expected, quote(word.as_bytes())));
                    }
                    None if is_result(word) => result = Some(word.to_owned()),
                    None => moves.push(span),
                }
                length
            }
        };
        at += length;
    }
    Ok(moves)
}

/// A word without the number of a move, such as `12.` or `…`, that it starts with or is.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let is_number = rest.is_empty() || rest.starts_with(DOTS);
    if is_number { rest.trim_start_matches(DOTS) } else { word }
}

fn is_result(word: &str) -> bool {
    let scores = |(white, black)| SCORES.contains(&white) && SCORES.contains(&black);
    word == "*" || word.split_once(DASHES).is_some_and(scores)
}
