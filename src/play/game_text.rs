//! The parser and writer of games: tag pairs, moves with their marks, comments, variations and a
//! result.

use std::ops::Range;

use super::written_result::{WrittenResult, result_at};
use crate::game::Game;
use crate::mistake::{Mistake, quote};
use crate::notation::{DASHES, write_move};
use crate::piece::Color;
use crate::rules::Score;

/// The characters that may follow a move number, as in `12.`, or replace White's move, as in `…`.
const DOTS: &[char] = &['.', '…'];
/// The marks that may follow a move: `+` is check, `#` is checkmate, `!` and `?` judge the move.
const MARKS: &[char] = &['+', '#', '!', '?', '‼', '⁇', '⁉', '⁈'];
/// The words that judge a move or a position. They are skipped, as are words of signs alone.
const JUDGEMENTS: [&str; 8] = ["=", "N", "TN", "D", "RR", "e.p.", "ch", "ch."];
/// The quotation marks around the value of a tag.
const QUOTES: &[char] = &['"', '“', '”', '„', '\'', '‘', '’'];
/// The maximum number of tag pairs.
const MOST_TAGS: usize = 10_000;
/// The maximum number of words of moves; `2b2 2b3` is a move of two words.
const MOST_MOVE_WORDS: usize = 100_000;

/// The word at the end of a game's text with which the side to move claims a draw.
pub const CLAIM: &str = "claim";

/// The byte ranges of the tags, the moves, the claim and the result in the text of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameText {
    /// Tag pairs, in order.
    pub tags: Vec<GameTag>,
    /// Moves of the game, in order.
    pub moves: Vec<GameMove>,
    /// Byte range of the word [`CLAIM`] after the moves; `None` without a claim.
    pub claim: Option<Range<usize>>,
    /// Result at the end of the game; `None` if the text has no result.
    pub result: Option<GameResult>,
    /// True if the text has comments or variations.
    pub has_remarks: bool,
}

/// A tag pair such as `[White "Ada"]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameTag {
    /// Name, such as `White`.
    pub name: String,
    /// Byte range of the name in the text of the game.
    pub name_span: Range<usize>,
    /// Value, without quotation marks and escapes.
    pub value: String,
    /// Byte range of the value in the text of the game, without its quotation marks.
    pub span: Range<usize>,
}

/// The byte ranges of a move and of its marks in the text of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameMove {
    /// Byte range of the move, without its number and marks.
    pub span: Range<usize>,
    /// Byte range of the marks after the move, such as `+!`; empty without marks.
    pub marks: Range<usize>,
}

/// The result at the end of a game's text, such as `1-0`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// Byte range of the result.
    pub span: Range<usize>,
    /// Scores of White and Black; `None` for `*`, an unfinished game.
    pub scores: Option<[Score; 2]>,
}

/// Finds the tags, the moves, the claim and the result in the text of a game.
///
/// A move may have a number, such as `12.`, and dots may replace a move of White. The word `claim`
/// at the end claims a draw, and a result such as `1-0`, `1/2` or `*` may end the text. The function does
/// not parse the moves themselves.
///
/// These parts are skipped:
/// - comments in braces, and from `;` to the end of the line
/// - comments from a `#` that follows no move, to the end of the line
/// - lines that start with `%`
/// - variations in parentheses, numbers after `$`, and judgements such as `±`, `+-` or `N`
///
/// # Errors
/// Returns an error if a skipped part has no end, if a word or a second game follows the result, if
/// a move follows the claim, or if there are too many tags or words of moves.
///
/// # Example
/// ```
/// use kubikschach::play::parse_game;
/// let text = "1. 2b2-2b3 {careful} (1. 2a2-2a3) 5a5x5a4+ $1 1/2-1/2";
/// let moves = parse_game(text)?.moves;
/// let moves: Vec<&str> = moves.into_iter().map(|written| &text[written.span]).collect();
/// assert_eq!(moves, ["2b2-2b3", "5a5x5a4"]);
/// # Ok::<(), kubikschach::mistake::Mistake>(())
/// ```
pub fn parse_game(text: &str) -> Result<GameText, Mistake> {
    let (mut game, mut at) = (GameText::default(), 0);
    while at < text.len() {
        game.has_remarks |= text[at..].starts_with(['{', ';', '(', '#', '%']);
        at = match skipped(text, at)? {
            Some(end) => end,
            None if text[at..].starts_with('[') => game.add_tag(text, at)?,
            None => game.add_word(text, at)?,
        };
    }
    Ok(game)
}

/// Returns the byte offset after the blank, comment, variation or `$` number at byte offset `at`;
/// `None` if a word or a tag pair starts there.
fn skipped(text: &str, at: usize) -> Result<Option<usize>, Mistake> {
    let rest = &text[at..];
    let end = |length: Option<usize>, close: &str, what: &str| {
        length.map(|length| Some(at + length)).ok_or_else(|| unclosed(at, close, what))
    };
    let line = || Ok(Some(at + rest.find('\n').unwrap_or(rest.len())));
    match rest.chars().next() {
        Some('{') => end(rest.find('}').map(|end| end + 1), "}", "comment"),
        Some('(') => end(variation(text, at)?, ")", "variation"),
        Some('#' | ';') => line(),
        Some('%') if at == 0 || text[..at].ends_with('\n') => line(),
        Some('$') => {
            let number = rest[1..].find(|letter: char| !letter.is_ascii_digit());
            Ok(Some(number.map_or(text.len(), |length| at + 1 + length)))
        }
        Some(blank) if blank.is_whitespace() => Ok(Some(at + blank.len_utf8())),
        _ => Ok(None),
    }
}

/// Returns an error about the part at `span` if there are as many parts as there may be.
fn expect_room(count: usize, most: usize, parts: &str, span: Range<usize>) -> Result<(), Mistake> {
    if count < most {
        return Ok(());
    }
    Err(Mistake::expected(span, format!("at most {most} {parts}"), "one more"))
}

/// Returns the error about a second game, which starts with the part at `span`.
fn second_game(text: &str, span: Range<usize>) -> Mistake {
    let line = text[span.start..].lines().next().unwrap_or_default();
    let found = format!("a second, which begins with {}", quote(line.as_bytes()));
    let hint = Some("put each game into a file of its own".to_owned());
    Mistake { hint, ..Mistake::expected(span, "one game", found) }
}

fn unclosed(at: usize, close: &str, what: &str) -> Mistake {
    let expected = format!("`{close}` after the {what}");
    Mistake::expected(at..at + 1, expected, "the end of the input")
}

/// Returns the length in bytes of the tag pair at the start of a text, or `None` if the tag pair
/// has no end. The quoted value of a tag pair may contain brackets.
fn tag_pair(text: &str) -> Option<usize> {
    let (mut is_quoted, mut is_escaped) = (false, false);
    for (at, letter) in text.char_indices() {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' if is_quoted => is_escaped = true,
            '"' => is_quoted = !is_quoted,
            ']' if !is_quoted => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// Returns the length in bytes of the variation at byte offset `start`, including nested
/// variations; `None` if the variation has no end.
fn variation(text: &str, start: usize) -> Result<Option<usize>, Mistake> {
    let (mut depth, mut at) = (0_usize, start);
    while let Some(letter) = text[at..].chars().next() {
        match letter {
            '(' => depth += 1,
            ')' if depth == 1 => return Ok(Some(at + 1 - start)),
            ')' => depth -= 1,
            '{' | ';' => {
                at = skipped(text, at)?.unwrap_or(text.len());
                continue;
            }
            _ => {}
        }
        at += letter.len_utf8();
    }
    Ok(None)
}

impl GameText {
    /// Returns `true` if the text has no move, claim or result.
    pub(crate) const fn is_without_game(&self) -> bool {
        self.moves.is_empty() && self.claim.is_none() && self.result.is_none()
    }

    /// Adds the tag pair at byte offset `at`, and returns the offset after the tag pair. Text in
    /// brackets that has no name and value is skipped.
    fn add_tag(&mut self, text: &str, at: usize) -> Result<usize, Mistake> {
        let length = tag_pair(&text[at..]).ok_or_else(|| unclosed(at, "]", "tag pair"))?;
        let inside = &text[at + 1..at + length - 1];
        if let Some((name, value)) = quoted_value(inside).or_else(|| bare_value(inside)) {
            let start = |part: &str| part.as_ptr().addr() - text.as_ptr().addr();
            let span = |part: &str| start(part)..start(part) + part.len();
            if self.is_over_before_tag(text, at) {
                return Err(second_game(text, at..at + length));
            }
            expect_room(self.tags.len(), MOST_TAGS, "tags", span(name))?;
            self.tags.push(GameTag {
                name: name.to_owned(),
                name_span: span(name),
                value: unescaped(value),
                span: span(value),
            });
        }
        Ok(at + length)
    }

    /// Returns the tag with this name in any case; `None` if the game has no such tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&GameTag> {
        self.tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(name))
    }

    /// Adds the word at byte offset `at` as a move, claim or result, and returns the offset after
    /// the word.
    fn add_word(&mut self, text: &str, at: usize) -> Result<usize, Mistake> {
        // Parentheses are part of some cell names, so a variation must have a blank before it.
        let ends = |letter: char| letter.is_whitespace() || "{;$".contains(letter);
        let length = text[at..].find(ends).unwrap_or(text.len() - at);
        let result = result_at(&text[at..]);
        let end = at + result.map_or(length, |(length, _)| length);
        let judged = if result.is_some() { &text[at..end] } else { without_number(&text[at..end]) };
        let start = end - judged.len();
        if self.is_over_before_move(text, at..start) {
            return Err(second_game(text, at..end));
        }
        let (word, signs) = split_signs(judged);
        let span = start..start + word.len();
        if word.is_empty() || JUDGEMENTS.contains(&word) {
            return Ok(end);
        }
        let result = result.map(|(_, result)| result);
        if let Some(expected) = self.expected_after_end(text, result.is_some()) {
            return Err(Mistake::expected(span, expected, quote(word.as_bytes())));
        }
        match result {
            Some(WrittenResult::Unfinished) => {
                self.result = Some(GameResult { span, scores: None });
            }
            Some(WrittenResult::Scores(scores)) => {
                self.result = Some(GameResult { span, scores: Some(scores) });
            }
            None if word == CLAIM => self.claim = Some(span),
            None => {
                expect_room(self.moves.len(), MOST_MOVE_WORDS, "words of moves", span.clone())?;
                let marks = span.end..span.end + marks(signs).len();
                self.moves.push(GameMove { span, marks });
            }
        }
        Ok(end)
    }

    /// Returns `true` if a tag pair at byte offset `at` belongs to a second game: it starts a line
    /// after moves or a result.
    fn is_over_before_tag(&self, text: &str, at: usize) -> bool {
        let before = text[..at].trim_end_matches([' ', '\t']);
        !self.is_without_game() && before.ends_with('\n')
    }

    /// Returns `true` if a move with this number belongs to a second game: it has number 1, and
    /// follows the result, or a blank line after moves.
    fn is_over_before_move(&self, text: &str, number: Range<usize>) -> bool {
        let gap = || &text[text[..number.start].trim_end().len()..number.start];
        let is_after_game = || self.result.is_some() || gap().matches('\n').count() > 1;
        matches!(&text[number.clone()], "1" | "1.") && !self.is_without_game() && is_after_game()
    }

    /// Checks whether the next word may follow the claim or result that was parsed. If not, the
    /// function returns a description of the text that is expected instead. `is_result` is true if
    /// the next word is a result.
    fn expected_after_end(&self, text: &str, is_result: bool) -> Option<String> {
        match (&self.result, &self.claim) {
            (Some(GameResult { span, .. }), _) => {
                Some(format!("nothing after the result `{}`", &text[span.clone()]))
            }
            (None, Some(_)) if !is_result => Some(format!("only a result after `{CLAIM}`")),
            _ => None,
        }
    }
}

/// Returns the name of a tag pair and the value in its quotation marks; `None` if it has no such
/// marks.
fn quoted_value(inside: &str) -> Option<(&str, &str)> {
    let (open, mark) = inside.char_indices().find(|(_, letter)| QUOTES.contains(letter))?;
    let (name, value) = (&inside[..open], &inside[open + mark.len_utf8()..]);
    Some((name.trim(), &value[..value.rfind(QUOTES)?]))
}

/// Returns the name and the value of a tag pair without quotation marks, such as
/// `[Variant raumschach]`. The result is `None` unless these are two words, and the first starts
/// with a capital letter.
fn bare_value(inside: &str) -> Option<(&str, &str)> {
    let (name, value) = inside.trim().split_once(' ')?;
    let is_name = name.starts_with(|first: char| first.is_ascii_uppercase());
    let value = value.trim();
    (is_name && !value.contains(char::is_whitespace)).then_some((name, value))
}

/// Returns the value of a tag without the backslashes that escape quotation marks and backslashes.
fn unescaped(value: &str) -> String {
    let mut is_escaped = false;
    let is_kept = |letter: &char| {
        is_escaped = *letter == '\\' && !is_escaped;
        !is_escaped
    };
    value.chars().filter(is_kept).collect()
}

/// Writes the tag pair that [`parse_game`] parses to this name and value.
#[must_use]
pub fn write_tag(name: &str, value: &str) -> String {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    format!("[{name} \"{value}\"]")
}

/// Splits a word before the signs at its end: marks and judgements, such as `!`, `±` or `+-`.
fn split_signs(word: &str) -> (&str, &str) {
    let (start, signs) = word.split_at(word.trim_end_matches(is_sign).len());
    // `2b2- 2b3` and `7c7-7c8= Q` are moves of two words.
    let is_inside = signs.chars().all(|sign| sign == '=' || DASHES.contains(&sign));
    if is_inside { (word, "") } else { (start, signs) }
}

/// Returns `true` for a mark, and for a sign of judgements. Unicode has most of them among its
/// arrows, operators and shapes.
fn is_sign(letter: char) -> bool {
    let is_symbol = matches!(letter, '±' | '/' | '=' | '\u{2190}'..='\u{2bff}');
    is_symbol || MARKS.contains(&letter) || DASHES.contains(&letter)
}

/// Returns the marks at the start of the signs after a move. A `+` that starts a judgement, such as
/// `+-`, `+/=` or `+=`, is no mark; in `+-+` it is one.
fn marks(signs: &str) -> &str {
    let judgement = signs.trim_start_matches(MARKS);
    let marks = &signs[..signs.len() - judgement.len()];
    let is_inner = |sign| matches!(sign, '/' | '=') || DASHES.contains(&sign);
    let after = judgement.trim_start_matches(is_inner);
    let has_plus = after.len() < judgement.len() && !after.starts_with('+');
    marks.strip_suffix('+').filter(|_| has_plus).unwrap_or(marks)
}

/// Returns a word without the move number or dots at its start, such as `12.` or `…`.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let is_number = rest.is_empty() || rest.starts_with(DOTS);
    if is_number { rest.trim_start_matches(DOTS) } else { word }
}

/// Writes a game: its numbered moves, and `claim` at the end if a player has claimed a draw.
///
/// # Example
/// ```
/// use kubikschach::{game::Game, notation, play, position::Position, rules::Rules};
/// let rules = Rules::raumschach();
/// let size = rules.default_size();
/// let mut game = Game::new(Position::new(&rules, notation::parse_board(&rules, "start")?)?)?;
/// for text in ["Ab1-Aa3", "Eb5-Ea3", "Aa3-Ab1"] {
///     game.play(notation::parse_move(&rules, size, text)?)?;
/// }
/// assert_eq!(play::write_game(&game), "1. Ab1-Aa3 Eb5-Ea3 2. Aa3-Ab1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn write_game(game: &Game) -> String {
    let (position, plies) = (game.position(), game.history().len());
    let is_white_first = plies.is_multiple_of(2) == (position.turn() == Color::White);
    let mut words = Vec::new();
    if !is_white_first && plies > 0 {
        words.push("1...".to_owned());
    }
    for (half, mv) in (usize::from(!is_white_first)..).zip(game.history()) {
        if half.is_multiple_of(2) {
            words.push(format!("{}.", half / 2 + 1));
        }
        words.push(write_move(position.rules(), position.board().size(), mv));
    }
    words.extend(game.claimed().map(|_| CLAIM.to_owned()));
    words.join(" ")
}
