//! Generates boards of great-shatranj with a king in a corner. Such boards often have mates of held
//! kings, stalemates, and blockers on a knight's route, which random boards rarely have.

use proptest::array::{uniform2, uniform3};
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::select;

use super::{Coordinates, written};

const EDGE: usize = 6;

/// Pieces near a king in a corner. Their coordinates count from that corner.
#[derive(Clone, Debug)]
struct Corner {
    enemy_king: Coordinates,
    own: Vec<(Coordinates, char)>,
    enemies: Vec<(Coordinates, char)>,
    pin: Option<Pin>,
}

/// Knight that would attack the enemy king by either of two routes. A piece of the king's side
/// blocks one route, and a piece of the knight's side blocks the other.
#[derive(Clone, Debug)]
struct Pin {
    /// Axis along which the knight is two cells from the king, and axis along which it is one cell
    /// away.
    axes: [usize; 2],
    /// For each of the two pieces, `true` if it is on the cell of its route that is nearer to the
    /// king.
    nearer: [bool; 2],
    letters: [char; 2],
}

/// Generates boards whose side to move has its king in one corner and its knight in another.
/// Enemies surround the knight.
pub(crate) fn boards() -> impl Strategy<Value = String> {
    let corners = uniform2(uniform3(any::<bool>()));
    let parts = (corners, corner(), uniform3(letter()), any::<bool>());
    parts.prop_map(|([here, there], corner, hemming, white)| {
        let mut cells = vec!['#'; EDGE * EDGE * EDGE];
        let mut put = |corner: [bool; 3], far: Coordinates, letter: char, upper: bool| {
            let cell = |axis: usize| if corner[axis] { EDGE - 1 - far[axis] } else { far[axis] };
            let letter = if upper { letter.to_ascii_uppercase() } else { letter };
            cells[(cell(0) * EDGE + cell(1)) * EDGE + cell(2)] = letter;
        };
        let neighbors = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
        neighbors
            .into_iter()
            .zip(hemming)
            .for_each(|(far, letter)| put(there, far, letter, !white));
        put(there, [0; 3], 'n', white);
        corner.own.into_iter().for_each(|(far, letter)| put(here, far, letter, white));
        corner.enemies.into_iter().for_each(|(far, letter)| put(here, far, letter, !white));
        if let Some([knight, own, enemy]) = corner.pin.map(Pin::pieces) {
            put(here, knight.0, knight.1, !white);
            put(here, own.0, own.1, white);
            put(here, enemy.0, enemy.1, !white);
        }
        put(here, corner.enemy_king, 'k', !white);
        put(here, [0; 3], 'k', white);
        written(EDGE, &cells) + if white { " w" } else { " b" }
    })
}

impl Pin {
    fn pieces(self) -> [(Coordinates, char); 3] {
        let Self { axes: [long, short], nearer, letters } = self;
        let at = |far_long, far_short| {
            let mut cell = [0; 3];
            cell[long] = far_long;
            cell[short] = far_short;
            cell
        };
        let own = at(if nearer[0] { 1 } else { 2 }, 0);
        let enemy = at(usize::from(!nearer[1]), 1);
        [(at(2, 1), 'n'), (own, letters[0]), (enemy, letters[1])]
    }
}

fn corner() -> impl Strategy<Value = Corner> {
    let near = |most: usize| vec((uniform3(0..3_usize), letter()), 0..=most);
    let own = prop_oneof![near(0), near(4)];
    // The enemy king is on the king's level, on its file and rank, or anywhere near.
    let on = |level: std::ops::Range<usize>, square: usize| (level, 0..square, 0..square);
    let king = prop_oneof![6 => on(0..1, 4), 1 => on(2..4, 1), 1 => on(0..4, 4)];
    (king, own, near(4), of(pin())).prop_map(|(king, own, enemies, pin)| {
        let enemy_king = [king.0, king.1, king.2];
        Corner { enemy_king, own, enemies, pin }
    })
}

fn pin() -> impl Strategy<Value = Pin> {
    (0..3_usize, 1..3_usize, uniform2(any::<bool>()), uniform2(letter())).prop_map(
        |(long, turn, nearer, letters)| Pin { axes: [long, (long + turn) % 3], nearer, letters },
    )
}

fn letter() -> impl Strategy<Value = char> {
    select("gwennnmhp".chars().collect::<Vec<char>>())
}
