//! Random play from the setups of a rule set, which finds positions that the program would refuse.

use fastrand::Rng;

use crate::control::{Control, Stopped};
use crate::mistake::Mistake;
use crate::notation::{parse_board, write_move, write_position};
use crate::piece::Color;
use crate::position::Position;
use crate::rules::Rules;

/// Plays `plies` random legal moves from a setup, and reports the first position that is refused.
///
/// Each position is written as a record and read back. The mistake is `None` if no position is
/// refused.
///
/// After the end of a game, a new game starts from the setup. Nothing is played if the rule set has
/// no check or no such setup, or if a side has no king in the setup. The mistake marks the setup in
/// the rule document. Each ply is a unit of work for `control`.
///
/// # Errors
/// Returns an error if `control` stops the play.
///
/// # Example
/// ```
/// use kubikschach::{control::Control, rules::Rules, workbench::mistake_in_playout};
/// let rules = Rules::raumschach();
/// assert_eq!(mistake_in_playout(&rules, "start", 100, 1, &Control::FREE), Ok(None));
/// ```
pub fn mistake_in_playout(
    rules: &Rules,
    setup: &str,
    plies: usize,
    seed: u64,
    control: &Control<'_>,
) -> Result<Option<Mistake>, Stopped> {
    let (Some((_, span)), Ok(start), Some(_)) =
        (rules.setup(setup), parse_board(rules, setup), rules.verdict())
    else {
        return Ok(None);
    };
    let start = Position::new_unchecked(rules, start);
    if Color::ALL.into_iter().any(|color| start.kings(color).is_empty()) {
        return Ok(None);
    }
    let (mut position, mut moves, mut rng) = (start.clone(), Vec::new(), Rng::with_seed(seed));
    let mut played = 0;
    while played < plies {
        let Some(mv) = rng.choice(position.legal_moves()) else {
            if moves.is_empty() {
                break;
            }
            moves.clear();
            position.clone_from(&start);
            continue;
        };
        position.make(mv);
        moves.push(write_move(rules, position.board().size(), mv));
        if let Err((record, error)) = read_back(&position) {
            let moves = moves.join(" ");
            let message =
                format!("the setup `{setup}`: after `{moves}` the position is refused: {error}");
            let hint = Some(format!("the position is `{record}`"));
            return Ok(Some(Mistake { hint, ..Mistake::new(span, message) }));
        }
        played += 1;
        control.tick(1)?;
    }
    Ok(None)
}

/// Writes the position as a record and reads the record.
///
/// # Errors
/// Returns the record and a message if the record is refused or has another position.
fn read_back(position: &Position) -> Result<(), (String, String)> {
    let rules = position.rules();
    let record = write_position(rules, position.board(), position.turn(), position.holder());
    let error = match parse_board(rules, &record) {
        Err(error) => error.message,
        Ok(setup) => {
            let read = Position::new_unchecked(rules, setup);
            match read.validate_playable() {
                Err(error) => error.to_string(),
                Ok(()) if read != *position => "its record is read as another position".to_owned(),
                Ok(()) => return Ok(()),
            }
        }
    };
    Err((record, error))
}
