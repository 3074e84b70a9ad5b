//! Random positions as texts of boards, the same ones in every run.

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

/// The ingredients of random boards.
#[derive(Clone, Copy)]
pub(crate) struct Makeup {
    /// The sizes, each with its weight.
    pub(crate) edges: &'static [(u32, usize)],
    /// The letters of the men besides the kings, lower case; one named twice is twice as common.
    pub(crate) men: &'static str,
    /// The most men of the side to move and of the other side.
    pub(crate) most: [usize; 2],
    /// The numbers of kings of the side to move and of the other side, each with its weight.
    pub(crate) kings: [&'static [(u32, usize)]; 2],
}

/// Checks a property of this many boards, written as users write them.
pub(crate) fn check(
    cases: u32,
    makeup: Makeup,
    property: impl Fn(&str) -> Result<(), TestCaseError>,
) {
    for_all(cases, &texts(makeup), |text| property(&text));
}

pub(crate) fn read(rules: &Rules, text: &str) -> Setup {
    notation::board(rules, text).unwrap_or_else(|error| panic!("`{text}` is a board: {error:?}"))
}

/// The coordinates of a cell as written: level from the top, row from the back, file from the left.
type Coordinates = [usize; 3];

/// The men and the kings of a side.
#[derive(Clone, Debug)]
struct Side {
    men: Vec<(Coordinates, char)>,
    kings: Vec<Coordinates>,
}

/// A man and an enemy in line with its king, as pure chance too seldom puts them.
#[derive(Clone, Debug)]
struct Line {
    /// Along which axes.
    axes: [bool; 3],
    /// The distance of the man from the king, and that of the enemy from the man.
    far: [usize; 2],
    letters: [char; 2],
}

/// Boards such as `[#q,##],[##,K#] w`, with the side to move.
pub(crate) fn texts(makeup: Makeup) -> impl Strategy<Value = String> {
    let parts = (weighted(makeup.edges), any::<bool>(), side(makeup, 0), side(makeup, 1));
    (parts, of(line(makeup))).prop_map(|((edge, white, own, other), line)| {
        let mut cells = vec!['#'; edge * edge * edge];
        let mut put = |cell: Coordinates, letter: char, upper: bool| {
            let [level, row, file] = cell.map(|part| part % edge);
            let letter = if upper { letter.to_ascii_uppercase() } else { letter };
            cells[(level * edge + row) * edge + file] = letter;
        };
        other.men.into_iter().for_each(|(cell, letter)| put(cell, letter, !white));
        own.men.into_iter().for_each(|(cell, letter)| put(cell, letter, white));
        if let (Some(king), Some(line)) = (own.kings.first(), line)
            && let [Some(man), Some(enemy)] = line.cells(edge, *king)
        {
            put(man, line.letters[0], white);
            put(enemy, line.letters[1], !white);
        }
        other.kings.into_iter().for_each(|cell| put(cell, 'k', !white));
        own.kings.into_iter().for_each(|cell| put(cell, 'k', white));
        written(edge, &cells) + if white { " w" } else { " b" }
    })
}

impl Line {
    /// Returns the cells of the man and the enemy, towards the farther ends of the axes.
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
    let men = vec((cell(), letter(makeup)), 0..=makeup.most[nth]);
    let kings = weighted(makeup.kings[nth]).prop_flat_map(|count| vec(cell(), count));
    (men, kings).prop_map(|(men, kings)| Side { men, kings })
}

fn line(makeup: Makeup) -> impl Strategy<Value = Line> {
    let far = prop_oneof![2 => Just(1_usize), 1 => Just(2)];
    (uniform3(any::<bool>()), uniform2(far), uniform2(letter(makeup)))
        .prop_map(|(axes, far, letters)| Line { axes, far, letters })
}

/// Any cell, but often one at a corner, where kings are mated.
fn cell() -> impl Strategy<Value = Coordinates> {
    let within = |last: usize| uniform3(0..=last);
    prop_oneof![within(0), within(1), within(59), within(59)]
}

fn letter(makeup: Makeup) -> impl Strategy<Value = char> {
    select(makeup.men.chars().collect::<Vec<char>>())
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
