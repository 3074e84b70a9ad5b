//! The sentence about a king that holds the other king.

use crate::cell::Axis;
use crate::position::Position;
use crate::rules::Hold;

/// Describes which king holds the other, and how the held king may move; `None` if no king is held.
///
/// # Example
/// ```
/// use kubikschach::{notation, position::Position, render, rules::Rules};
/// let rules = Rules::great_shatranj();
/// let empty = "[######,######,######,######,######,######]";
/// let kings = "[#####k,######,######,######,######,K#####]";
/// let board = format!("{empty},{empty},{kings},{empty},{empty},{empty} b w");
/// let position = Position::new(&rules, notation::parse_board(&rules, &board)?)?;
/// let sentence = render::hold(&position).expect("the kings share a level");
/// assert_eq!(sentence, "White's king holds Black's king, which may not leave level 4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn hold(position: &Position) -> Option<String> {
    let (holder, hold) = (position.holder()?, position.hold()?);
    let king = position.kings(!holder).first()?;
    let limit = match hold {
        Hold::Level => {
            let parts = position.rules().cells().coordinates();
            let part = parts.iter().find(|part| part.axis == Axis::Level)?;
            format!("not leave {} {}", part.name, part.label(position.board().size(), king.level))
        }
        Hold::Column => {
            format!("only move between {}s", position.rules().cells().along(Axis::Level).name)
        }
    };
    Some(format!("{holder}'s king holds {}'s king, which may {limit}", !holder))
}
