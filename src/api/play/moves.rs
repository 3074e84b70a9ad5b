//! Makes the moves in the text of a game, and validates the result and signs such as `+` and `#` in
//! that text.

use std::ops::Range;

use super::legal_moves;
use crate::api::error::Error;
use crate::control::Control;
use crate::diagnostic::Diagnostic;
use crate::game::{Game, Refusal};
use crate::notation::{GameMove, GameResult, WrittenMove, parse_game, parse_written_move};
use crate::piece::Color;
use crate::position::Position;
use crate::render::why_illegal;
use crate::rules::Score;
use crate::verdict::{Outcome, Verdict};

/// Scores of White and Black that a resignation or an agreed draw may give to an unfinished game.
const AGREED: [[Score; 2]; 3] =
    [[Score::ONE, Score::ZERO], [Score::ZERO, Score::ONE], [Score::HALF, Score::HALF]];

/// Makes the moves in `text`, claims a draw if the text says so, and returns the written result.
///
/// If a move has a mistake, the moves before it remain made. Each move is a unit of work for
/// `control`.
pub(super) fn play(
    game: &mut Game,
    text: &str,
    control: &Control<'_>,
) -> Result<Option<GameResult>, Error> {
    let wrong = |error| Error::at("moves", error);
    let written = parse_game(text).map_err(wrong)?;
    for mv in written.moves {
        control.tick(1)?;
        let next = next(game);
        let numbered = |error: Diagnostic| {
            let message = format!("{next}'s: {}", error.message);
            wrong(Diagnostic { message, ..error })
        };
        play_move(game, text, mv).map_err(numbered)?;
    }
    if let Some(claim) = written.claim {
        let refused = |refusal: Refusal| wrong(Diagnostic::new(claim, refusal.to_string()));
        game.claim().map_err(refused)?;
    }
    if let Some(result) = &written.result {
        check_result(game, text, result).map_err(wrong)?;
    }
    Ok(written.result)
}

pub(super) fn play_all(game: &mut Game, text: &str) -> Result<Option<GameResult>, Diagnostic> {
    play(game, text, &Control::FREE).map_err(|error| error.diagnostic)
}

/// Returns the number of the next move and the side to move, such as `move 1, White`.
pub(super) fn next(game: &Game) -> String {
    // A game that begins with Black's move starts in the middle of move 1, one ply later.
    let (number, color) = (game.history().len() + 2, game.position().turn());
    let first = game.history().len().is_multiple_of(2) == (color == Color::White);
    let number = if first { number } else { number + 1 } / 2;
    format!("move {number}, {color}")
}

fn play_move(game: &mut Game, text: &str, mv: GameMove) -> Result<(), Diagnostic> {
    let GameMove { span, marks } = mv;
    let position = game.position();
    let (rules, size) = (position.rules(), position.board().size());
    let written = &text[span.clone()];
    let bad = |error: Diagnostic| error.moved(span.start);
    let WrittenMove { mv, capture } = parse_written_move(rules, size, written).map_err(bad)?;
    check_capture(position, written, &WrittenMove { mv, capture }).map_err(bad)?;
    let Err(refusal) = game.play(mv) else { return check_marks(game.position(), text, marks) };
    let reason = match &refusal {
        Refusal::Illegal(illegal) => why_illegal(game.position(), mv, illegal).text,
        other => other.to_string(),
    };
    let diagnostic = Diagnostic::new(span, format!("illegal move `{written}`: {reason}"));
    let own = legal_moves(game, Some(mv.from));
    let hint = format!("legal moves of this piece: {}", own.join(" "));
    Err(Diagnostic { hint: (!own.is_empty()).then_some(hint), ..diagnostic })
}

/// Returns an error if a legal move to an empty cell is written with the sign of a capture.
fn check_capture(
    position: &Position,
    text: &str,
    WrittenMove { mv, capture }: &WrittenMove,
) -> Result<(), Diagnostic> {
    let is_quiet = position.board().piece_at(mv.to).is_none();
    let Some(sign) = capture.clone().filter(|_| is_quiet && position.check_legal(*mv).is_ok())
    else {
        return Ok(());
    };
    let cell = position.cell_name(mv.to);
    let expected = format!("`-`, because {cell} is empty");
    let found = format!("`{}`", &text[sign.clone()]);
    Err(Diagnostic::expected(sign, expected, found))
}

/// Returns an error if a move is followed by `#` without checkmate, or by `+` without check.
///
/// `position` is the position after the move. `marks` is the byte range in `text` of the signs that
/// follow the move.
fn check_marks(position: &Position, text: &str, marks: Range<usize>) -> Result<(), Diagnostic> {
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
    Err(Diagnostic::expected(at..at + 1, expected, verdict.to_string()))
}

fn check_result(
    game: &Game,
    text: &str,
    GameResult { span, scores }: &GameResult,
) -> Result<(), Diagnostic> {
    let Some(scores) = *scores else { return Ok(()) };
    let expected = match outcome(game) {
        Some(outcome) if scores == [outcome.white, outcome.white.rest()] => return Ok(()),
        Some(outcome) => format!("`{}`, because the game is over ({outcome})", outcome.result()),
        None if AGREED.contains(&scores) => return Ok(()),
        None => "`1-0`, `0-1`, `1/2-1/2` or `*`, because the game is not over".to_owned(),
    };
    let found = format!("`{}`", &text[span.clone()]);
    Err(Diagnostic::expected(span.clone(), expected, found))
}

/// Returns the outcome of the game; `None` while the game is not over.
///
/// A checkmate counts as a loss even if the rule set defines no results.
pub(super) fn outcome(game: &Game) -> Option<Outcome> {
    let position = game.position();
    let lost = || position.is_checkmate().then(|| Outcome::lost_by_checkmate(position.turn()));
    game.outcome().or_else(lost)
}
