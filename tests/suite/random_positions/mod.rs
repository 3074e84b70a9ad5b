//! Random positions as texts of boards. Every run generates the same positions.

pub(crate) mod cornered;

use kubikschach::board::Setup;
use kubikschach::notation;
use kubikschach::rules::Rules;
use proptest::array::{uniform2, uniform3};
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::Union;

use crate::common::for_all;

#[derive(Clone, Copy)]
pub(crate) struct Makeup {
    pub(crate) edges: &'static [(u32, usize)],
    /// Lower-case letters of the pieces other than kings. A letter that occurs twice is chosen
    /// twice as often.
    pub(crate) pieces: &'static str,
    /// Maximum numbers of pieces other than kings: for the side to move, and for the other side.
    pub(crate) most: [usize; 2],
    /// Possible numbers of kings for the side to move, and for the other side. Each pair is a
    /// weight and a number.
    pub(crate) kings: [&'static [(u32, usize)]; 2],
}

pub(crate) fn check(
    cases: u32,
    makeup: Makeup,
    property: impl Fn(&str) -> Result<(), TestCaseError>,
) {
    for_all(cases, &texts(makeup), |text| property(&text));
}

pub(crate) fn read(rules: &Rules, text: &str) -> Setup {
    notation::parse_board(rules, text)
        .unwrap_or_else(|error| panic!("`{text}` is a board: {error:?}"))
}

/// Coordinates in text order: level from the top, row from Black's side, file from the left.
type Coordinates = [usize; 3];

#[derive(Clone, Debug)]
struct Side {
    pieces: Vec<(Coordinates, char)>,
    kings: Vec<Coordinates>,
}

/// Line from a king through a piece of its side to an enemy piece. Such lines are rare on random
/// boards.
#[derive(Clone, Debug)]
struct Line {
    /// `true` for each axis that the line follows.
    axes: [bool; 3],
    /// Distance from the king to the piece of its side, and from that piece to the enemy piece.
    far: [usize; 2],
    letters: [char; 2],
}

/// Generates texts of boards with the side to move, such as `[#q,##],[##,K#] w`.
pub(crate) fn texts(makeup: Makeup) -> impl Strategy<Value = String> {
    let parts = (weighted(makeup.edges), any::<bool>(), side(makeup, 0), side(makeup, 1));
    (parts, of(line(makeup))).prop_map(|((edge, white, own, other), line)| {
        let mut cells = vec!['#'; edge * edge * edge];
        let mut put = |cell: Coordinates, letter: char, upper: bool| {
            let [level, row, file] = cell.map(|part| part % edge);
            let letter = if upper { letter.to_ascii_uppercase() } else { letter };
            cells[(level * edge + row) * edge + file] = letter;
        };
        other.pieces.into_iter().for_each(|(cell, letter)| put(cell, letter, !white));
        own.pieces.into_iter().for_each(|(cell, letter)| put(cell, letter, white));
        if let (Some(king), Some(line)) = (own.kings.first(), line)
            && let [Some(own), Some(enemy)] = line.cells(edge, *king)
        {
            put(own, line.letters[0], white);
            put(enemy, line.letters[1], !white);
        }
        other.kings.into_iter().for_each(|cell| put(cell, 'k', !white));
        own.kings.into_iter().for_each(|cell| put(cell, 'k', white));
        written(edge, &cells) + if white { " w" } else { " b" }
    })
}

impl Line {
    /// Returns the cells of the piece of the king's side and of the enemy piece, or `None` for a
    /// cell off the board. On each axis that the line follows, the line leads to the farther end of
    /// the board.
    fn cells(&self, edge: usize, king: Coordinates) -> [Option<Coordinates>; 2] {
        let [near, farther] = self.far;
        [near, near + farther].map(|far| {
            let mut cell = king.map(|part| part % edge);
            for (part, _) in cell.iter_mut().zip(self.axes).filter(|(_, along)| *along) {
                *part = if *part < edge / 2 { *part + far } else { part.checked_sub(far)? };
            }
            cell.iter().all(|part| *part < edge).then_some(cell)
        })
    }
}

fn side(makeup: Makeup, nth: usize) -> impl Strategy<Value = Side> {
    let pieces = vec((cell(), letter(makeup)), 0..=makeup.most[nth]);
    let kings = weighted(makeup.kings[nth]).prop_flat_map(|count| vec(cell(), count));
    (pieces, kings).prop_map(|(pieces, kings)| Side { pieces, kings })
}

fn line(makeup: Makeup) -> impl Strategy<Value = Line> {
    let far = prop_oneof![2 => Just(1_usize), 1 => Just(2)];
    (uniform3(any::<bool>()), uniform2(far), uniform2(letter(makeup)))
        .prop_map(|(axes, far, letters)| Line { axes, far, letters })
}

/// Generates coordinates, often near a corner, because kings are mated there.
fn cell() -> impl Strategy<Value = Coordinates> {
    let within = |last: usize| uniform3(0..=last);
    prop_oneof![within(0), within(1), within(59), within(59)]
}

fn letter(makeup: Makeup) -> impl Strategy<Value = char> {
    select(makeup.pieces.chars().collect::<Vec<char>>())
}

fn weighted(choices: &[(u32, usize)]) -> Union<Just<usize>> {
    Union::new_weighted(choices.iter().map(|&(weight, choice)| (weight, Just(choice))).collect())
}

fn written(edge: usize, cells: &[char]) -> String {
    let level = |cells: &[char]| {
        let rows: Vec<String> = cells.chunks(edge).map(|row| row.iter().collect()).collect();
        format!("[{}]", rows.join(","))
    };
    cells.chunks(edge * edge).map(level).collect::<Vec<_>>().join(",")
}
