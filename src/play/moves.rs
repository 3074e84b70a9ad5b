//! Makes the moves in the text of a game, and validates the result and signs such as `+` and `#` in
//! that text.

use std::ops::Range;

use super::error::PlayError;
use super::game_text::{GameMove, GameResult, GameText};
use super::legal_moves::legal_moves;
use super::shorthand::{moves_from_part, moves_meant, moves_written, start_written};
use crate::board::Move;
use crate::cell::Cell;
use crate::common::list;
use crate::control::Control;
use crate::game::{Game, Refusal};
use crate::mistake::{Label, Mistake, did_you_mean, quote};
use crate::notation::{TIMES, WrittenMove, before_sign, parse_written_move, write_move};
use crate::piece::{Color, Piece};
use crate::position::Position;
use crate::render::why_illegal;
use crate::rules::{Rules, Score};
use crate::verdict::Verdict;

/// Scores of White and Black that a resignation or an agreed draw may give to an unfinished game.
const AGREED: [[Score; 2]; 3] =
    [[Score::ONE, Score::ZERO], [Score::ZERO, Score::ONE], [Score::HALF, Score::HALF]];

const CASTLING: [&str; 4] = ["O-O", "O-O-O", "o-o", "o-o-o"];

/// Makes the moves in `text`, claims a draw if the text says so, and returns the written result.
///
/// If a move has a mistake, the moves before it remain made. Each move is a unit of work for
/// `control`.
pub(crate) fn play(
    game: &mut Game,
    text: &str,
    written: &GameText,
    control: &Control<'_>,
) -> Result<Option<GameResult>, PlayError> {
    let mut words = &written.moves[..];
    while let [first, ..] = words {
        control.tick(1)?;
        let next = next(game);
        let numbered = |error: Mistake| {
            let message = format!("{next}'s: {}", error.message);
            Mistake { message, ..error }
        };
        let length = words_of_move(game, text, words);
        let last = &words[length - 1];
        let mv = GameMove { span: first.span.start..last.span.end, marks: last.marks.clone() };
        words = &words[length..];
        play_move(game, text, mv).map_err(numbered)?;
    }
    if let Some(claim) = written.claim.clone() {
        let refused = |refusal: Refusal| Mistake::new(claim, refusal.to_string());
        game.claim().map_err(refused)?;
    }
    if let Some(result) = &written.result {
        check_result(game, text, result)?;
        end(game, result.scores);
    }
    Ok(written.result.clone())
}

/// Returns the number of words of the first move: usually one, but `2b2 2b3` has two, and
/// `2b2 - 2b3` three.
fn words_of_move(game: &Game, text: &str, words: &[GameMove]) -> usize {
    let position = game.position();
    let (rules, board) = (position.rules(), position.board());
    let word = |word: &GameMove| &text[word.span.clone()];
    let is_move = |text: &str| parse_written_move(rules, board.size(), text).is_ok();
    // A comment between two words separates them.
    let is_near = |from: &GameMove, to: &GameMove| {
        !text[from.span.end..to.span.start].contains(['{', ';', '(', '[', '$', '%'])
    };
    let are_cells = |from: &GameMove, to: &GameMove| {
        is_near(from, to) && is_move(&format!("{}-{}", word(from), word(to)))
    };
    match words {
        [first, ..] if is_move(word(first)) => 1,
        [first, sign, last, ..] if is_sign(word(sign)) && are_cells(first, last) => 3,
        [first, second, ..] if are_cells(first, second) => 2,
        [first, second, ..] if is_near(first, second) => {
            let legal = game.legal_moves();
            let is_meant = |text: &str| !moves_meant(rules, board, &legal, text).is_empty();
            let both = format!("{}{}", word(first), word(second));
            if !is_meant(word(first)) && is_meant(&both) { 2 } else { 1 }
        }
        _ => 1,
    }
}

/// Returns `true` if a word may stand between the two cells of a move, such as `-`, `x` or `to`.
fn is_sign(word: &str) -> bool {
    before_sign(word) == Some("") && word.chars().count() <= 2 || word == "to"
}

/// Ends an unfinished game with the scores of White and Black; `None` leaves the game open.
///
/// The scores 1 and 0 mean a resignation, all others an agreed draw.
fn end(game: &mut Game, scores: Option<[Score; 2]>) {
    let _ = match scores {
        Some([Score::ONE, _]) => game.resign(Color::Black),
        Some([Score::ZERO, _]) => game.resign(Color::White),
        Some(_) => game.agree_draw(),
        None => return,
    };
}

/// Returns the number of the next move and the side to move, such as `move 1, White`.
pub(super) fn next(game: &Game) -> String {
    // A game that begins with Black's move starts in the middle of move 1, one ply later.
    let (number, color) = (game.history().len() + 2, game.position().turn());
    let first = game.history().len().is_multiple_of(2) == (color == Color::White);
    let number = if first { number } else { number + 1 } / 2;
    format!("move {number}, {color}")
}

fn play_move(game: &mut Game, text: &str, mv: GameMove) -> Result<(), Mistake> {
    let GameMove { span, marks } = mv;
    let written = &text[span.clone()];
    let bad = |error: Mistake| error.moved(span.start);
    let move_read = read_move(game, written).map_err(bad)?;
    check_capture(game.position(), written, &move_read).map_err(bad)?;
    let mv = move_read.mv;
    let Err(refusal) = game.play(mv) else { return check_marks(game.position(), text, marks) };
    let reason = match &refusal {
        Refusal::Illegal(illegal) => why_illegal(game.position(), mv, illegal).text,
        other => other.to_string(),
    };
    let own = legal_moves(game, Some(mv.from), &Control::FREE).unwrap_or_default();
    let taken = taken_for_cell(game.position(), mv.to, written);
    let error = illegal(written, &(taken + &reason), &own);
    Err(bad(Mistake { hint: meant_hint(game, written).or(error.hint.clone()), ..error }))
}

/// Returns the hint `did you mean …?` with the legal moves that a text means if it has a part of the
/// cell where the piece starts, as `Nba3` does; `None` if there are none, or the text has two cells.
fn meant_hint(game: &Game, text: &str) -> Option<String> {
    let position = game.position();
    let (rules, board) = (position.rules(), position.board());
    let meant = moves_from_part(rules, board, &game.legal_moves(), text);
    let meant: Vec<String> = meant.iter().map(|&mv| write_move(rules, board.size(), mv)).collect();
    did_you_mean(&meant)
}

/// Returns the mistake of an illegal move. `own` has the legal moves of the same piece.
fn illegal(written: &str, reason: &str, own: &[String]) -> Mistake {
    let message = format!("illegal move `{written}`: {reason}");
    let hint = format!("legal moves of this piece: {}", own.join(" "));
    let hint = (!own.is_empty()).then_some(hint);
    Mistake { hint, ..Mistake::new(0..written.len(), message) }
}

/// Parses a legal move of a position, such as `2b2-2b3`.
///
/// # Errors
/// Returns an error if the text is not a move, or if the move is illegal.
#[cfg(feature = "serde")]
pub(crate) fn parse_legal_move(position: &Position, text: &str) -> Result<Move, Mistake> {
    use crate::notation::trimmed;
    use crate::position::IllegalMove;

    trimmed(text, |text| {
        let (rules, size) = (position.rules(), position.board().size());
        let parsed = parse_written_move(rules, size, text)?;
        check_capture(position, text, &parsed)?;
        let mv = parsed.mv;
        let Err(reason) = position.check_legal(mv) else { return Ok(mv) };
        let own = match reason {
            IllegalMove::GameOver => Vec::new(),
            _ => position.legal_moves_from(mv.from, &Control::FREE).unwrap_or_default(),
        };
        let own: Vec<String> = own.into_iter().map(|mv| write_move(rules, size, mv)).collect();
        Err(illegal(text, &why_illegal(position, mv, &reason).text, &own))
    })
}

/// Parses a move, which may be illegal, or a short notation of a legal move.
pub(super) fn read_move(game: &Game, text: &str) -> Result<WrittenMove, Mistake> {
    read(game, text).map_err(|error| match meant_hint(game, text) {
        None => error,
        hint => Mistake { hint, ..Mistake::new(0..text.len(), error.message) },
    })
}

fn read(game: &Game, text: &str) -> Result<WrittenMove, Mistake> {
    let position = game.position();
    let (rules, board) = (position.rules(), position.board());
    let words: Vec<&str> = text.split_whitespace().collect();
    let (hyphened, capture) = match words[..] {
        [from, sign @ ("x" | "×" | ":"), to] => (format!("{from}x{to}"), Some(sign)),
        [from, sign, to] if is_sign(sign) => (format!("{from}-{to}"), None),
        _ => (words.join("-"), None),
    };
    let error = match parse_written_move(rules, board.size(), &hyphened) {
        Ok(written) if hyphened == text => return Ok(written),
        Ok(WrittenMove { mv, .. }) => {
            let place = |sign: &str| {
                let start = sign.as_ptr().addr() - text.as_ptr().addr();
                start..start + sign.len()
            };
            return Ok(WrittenMove { mv, capture: capture.map(place) });
        }
        Err(error) => error,
    };
    if let Some(outcome) = game.outcome() {
        return Err(Mistake::new(0..text.len(), Refusal::Over(outcome).to_string()));
    }
    let legal = game.legal_moves();
    let meant_by = |short: &str| match moves_meant(rules, board, &legal, short) {
        none if none.is_empty() => illegal_meant(position, text, short),
        meant => Ok(meant),
    };
    let (mut meant, mut capture) = (meant_by(text)?, None);
    // A short notation has no `x` before an empty cell.
    if meant.is_empty()
        && let Some((at, sign)) = text.rmatch_indices(TIMES).next()
    {
        capture = Some(at..at + sign.len());
        meant = meant_by(&[&text[..at], &text[at + sign.len()..]].concat())?;
    }
    if meant.is_empty()
        && let Some(error) = no_piece_at_start(position, text)
    {
        return Err(error);
    }
    if CASTLING.contains(&text.trim()) {
        let message = format!("illegal move `{text}`: no rule set has castling");
        return Err(Mistake::new(0..text.len(), message));
    }
    match &meant[..] {
        [] if !starts_with_cell(rules, &hyphened) => {
            let [first, last] = rules.cells().corners(board.size());
            let example = legal.first().map(|&mv| write_move(rules, board.size(), mv));
            let example = example.unwrap_or_else(|| format!("{first}-{last}"));
            let expected = format!("a move such as `{example}`");
            Err(Mistake::expected(0..text.len(), expected, quote(text.as_bytes())))
        }
        [] if hyphened == text => Err(error),
        [] => Err(Mistake { labels: vec![Label::plain(0..text.len())], ..error }),
        &[mv] => Ok(WrittenMove { mv, capture }),
        several => {
            let names: Vec<String> =
                several.iter().map(|&mv| write_move(rules, board.size(), mv)).collect();
            let message = format!("`{text}` may mean {}", list(&names, "or"));
            Err(Mistake::new(0..text.len(), message))
        }
    }
}

/// Returns the only illegal move that a short notation means, or no move if the notation means none.
/// `text` is the notation as a player wrote it.
///
/// # Errors
/// Returns an error with the reason why none of several moves is legal.
fn illegal_meant(position: &Position, text: &str, short: &str) -> Result<Vec<Move>, Mistake> {
    let board = position.board();
    let piece = |mv: &Move| board.piece_at(mv.from);
    let is_own = |mv: &Move| piece(mv).is_some_and(|piece| piece.color() == position.turn());
    let mut meant = moves_written(position.rules(), board, short);
    if meant.iter().any(is_own) {
        meant.retain(is_own);
    }
    let [first, _, ..] = meant[..] else { return Ok(meant) };
    let is_one_kind = meant.iter().all(|mv| piece(mv) == piece(&first));
    let name = piece(&first).filter(|_| is_one_kind).map(|piece| position.piece_name(piece));
    let reason = if is_own(&first) {
        let piece = name.map_or("move".to_owned(), |name| format!("{name} move"));
        format!("{}no {piece} leads there", taken_for_cell(position, first.to, text))
    } else {
        let turn = position.turn();
        let pieces = name.map_or("pieces".to_owned(), |name| format!("{name}s"));
        format!("{turn} is to move, but such {pieces} are {}'s", !turn)
    };
    Err(Mistake::new(0..text.len(), format!("illegal move `{text}`: {reason}")))
}

/// Returns a clause that the text after the letter of a piece was taken for `cell`, as `ba3` in
/// `Nba3` for Ba3; an empty text if another text stands there, or exactly the cell's name.
fn taken_for_cell(position: &Position, cell: Cell, text: &str) -> String {
    let mut letters = text.chars();
    letters.next();
    let (rest, cell) = (letters.as_str(), position.cell_name(cell));
    let is_taken = rest.eq_ignore_ascii_case(&cell) && rest != cell;
    if is_taken { format!("`{rest}` was taken for the cell {cell}, and ") } else { String::new() }
}

/// Returns an error if no piece, or none with the letter that a short notation has, stands where the
/// notation says that the move starts.
fn no_piece_at_start(position: &Position, text: &str) -> Option<Mistake> {
    let start = start_written(position.rules(), position.board(), text)?;
    if start.has_piece {
        return None;
    }
    let name = |role| position.piece_name(Piece::new(position.turn(), role));
    let piece = start.role.map_or_else(|| "piece".to_owned(), name);
    let cell = if start.has_level { start.cell } else { format!("{} in any level", start.cell) };
    let reason = format!("illegal move `{text}`: no {piece} stands on {cell}");
    Some(Mistake::new(0..text.len(), reason))
}

/// Returns `true` if a text has a sign between two cells, and a cell, perhaps misspelt, before it.
fn starts_with_cell(rules: &Rules, text: &str) -> bool {
    before_sign(text).is_some_and(|from| rules.role_named(from).is_none())
}

/// Returns an error if a legal move to an empty cell is written with the sign of a capture.
fn check_capture(
    position: &Position,
    text: &str,
    WrittenMove { mv, capture }: &WrittenMove,
) -> Result<(), Mistake> {
    let is_quiet = position.board().piece_at(mv.to).is_none();
    let Some(sign) = capture.clone().filter(|_| is_quiet && position.check_legal(*mv).is_ok())
    else {
        return Ok(());
    };
    let cell = position.cell_name(mv.to);
    let expected = format!("`-`, because {cell} is empty");
    let found = format!("`{}`", &text[sign.clone()]);
    Err(Mistake::expected(sign, expected, found))
}

/// Returns an error if a move is followed by `#` without checkmate, or by `+` without check.
///
/// `position` is the position after the move. `marks` is the byte range in `text` of the signs that
/// follow the move.
fn check_marks(position: &Position, text: &str, marks: Range<usize>) -> Result<(), Mistake> {
    let verdict = position.verdict();
    let is_wrong = |mark: char| match mark {
        '#' => verdict != Verdict::Checkmate,
        '+' => !matches!(verdict, Verdict::Checkmate | Verdict::Check),
        _ => false,
    };
    let Some((at, mark)) = text[marks.clone()].char_indices().find(|(_, mark)| is_wrong(*mark))
    else {
        return Ok(());
    };
    let at = marks.start + at;
    let meaning = if mark == '#' { "checkmate" } else { "check" };
    let expected = format!("{meaning}, because the move ends with `{mark}`");
    Err(Mistake::expected(at..at + 1, expected, verdict.to_string()))
}

fn check_result(
    game: &Game,
    text: &str,
    GameResult { span, scores }: &GameResult,
) -> Result<(), Mistake> {
    let Some(scores) = *scores else { return Ok(()) };
    let expected = match game.outcome() {
        Some(outcome) if scores == [outcome.white, outcome.white.rest()] => return Ok(()),
        Some(outcome) => format!("`{}`, because the game is over ({outcome})", outcome.result()),
        None if AGREED.contains(&scores) => return Ok(()),
        None => "`1-0`, `0-1`, `1/2-1/2` or `*`, because the game is not over".to_owned(),
    };
    let found = format!("`{}`", &text[span.clone()]);
    Err(Mistake::expected(span.clone(), expected, found))
}

/// Returns the result of the game; `*` while the game is not over.
pub(super) fn result(game: &Game) -> String {
    game.outcome().map_or_else(|| "*".to_owned(), |outcome| outcome.result())
}
