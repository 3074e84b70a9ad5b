//! Checks that a reason is given exactly if there is no route, and that the reason is true.

use std::collections::HashSet;

use kubikschach::cell::{Cell, Offset, Size};
use kubikschach::notation::{self, Query};
use kubikschach::path::{LinearForm, MoveGraph, NoRoute, PathFinder};
use kubikschach::piece::{Color, Piece};
use kubikschach::render::WhyNoRoute;
use kubikschach::rules::{BUILT_IN, Rules};
use petgraph::Direction;
use petgraph::algo::tarjan_scc;
use petgraph::visit::Dfs;

use crate::common::{open_rules, parsed, rules, size};

/// Rules with pieces that cannot reach some cells at all, each piece for a different reason.
const EXOTIC: &str = r#"
name = "exotic"
size = "open"
cells = [
    { axis = "rank", numeral = "A", name = "row", reversed = true },
    { axis = "file", numeral = "1", name = "column" },
    { axis = "level", numeral = "a", name = "slice" },
]
piece = [
    { name = "Alfil", letter = "A", moves = [{ leap = [2, 2, 0] }] },
    { name = "Bend", letter = "B", moves = [
        { leap = [2, -1, 0], symmetry = "fixed" },
        { leap = [-1, 2, 0], symmetry = "fixed" },
        { leap = [0, 0, 2], symmetry = "fixed" },
    ] },
    { name = "Camel", letter = "C", moves = [{ leap = [3, 1, 0] }] },
    { name = "Dabbaba", letter = "D", moves = [{ leap = [2, 0, 0] }] },
    { name = "Elephant", letter = "E", moves = [
        { leap = [1, 1, 0], symmetry = "planar" },
        { leap = [2, 2, 0], symmetry = "planar" },
        { leap = [0, 0, 1], symmetry = "planar" },
        { leap = [0, 0, -1], symmetry = "planar" },
    ] },
    { name = "Slope", letter = "F", moves = [{ ride = [1, 1, 0], symmetry = "fixed" }] },
    { name = "Lame", letter = "L", moves = [
        { lame = [2, 1, 0], symmetry = "planar", routes = [[[1, 0, 0], [2, 0, 0]]] },
    ] },
    { name = "Five", letter = "M", moves = [
        { leap = [1, 2, 0], symmetry = "fixed" },
        { leap = [-2, 1, 0], symmetry = "fixed" },
        { leap = [-1, -2, 0], symmetry = "fixed" },
        { leap = [2, -1, 0], symmetry = "fixed" },
        { ride = [0, 0, 1], symmetry = "planar" },
        { ride = [0, 0, -1], symmetry = "planar" },
    ] },
    { name = "Soldier", letter = "S", moves = [
        { leap = [0, 1, 0], symmetry = "fixed", when = "move" },
        { leap = [1, 1, 0], symmetry = "fixed", when = "capture" },
    ] },
    { name = "Threeleaper", letter = "T", moves = [{ leap = [3, 0, 0] }] },
    { name = "Slanted", letter = "U", moves = [
        { leap = [1, 1, 0], symmetry = "fixed" },
        { leap = [-1, -1, 0], symmetry = "fixed" },
        { leap = [3, 0, 0], symmetry = "fixed" },
        { leap = [0, 0, 1], symmetry = "fixed" },
    ] },
    { name = "Trio", letter = "V", moves = [
        { leap = [1, 1, 0], symmetry = "fixed" },
        { leap = [-1, -1, 0], symmetry = "fixed" },
        { leap = [3, 0, 0] },
    ] },
    { name = "Wall", letter = "W", moves = [] },
    { name = "Zebra", letter = "Z", moves = [{ leap = [3, 2, 0] }] },
]
"#;

#[test]
fn reasons_of_the_built_in_rule_sets_are_true() {
    for (name, _) in BUILT_IN {
        let rules = Rules::built_in(name).expect("it is built in");
        let sizes = rules.size().map_or_else(|| sizes(2..=4), |size| vec![size]);
        for size in sizes {
            check_all(&rules, size);
        }
    }
}

#[test]
fn reasons_of_exotic_pieces_are_true() {
    let rules = exotic();
    for size in sizes(2..=5) {
        check_all(&rules, size);
    }
}

#[test]
fn reasons_under_kubikschach_have_these_sentences() {
    let rules = Rules::kubikschach();
    let size = rules.default_size();
    for (query, sentence) in [
        (
            "Bishop W D6e F5f",
            "every Bishop step changes row + column by an even number, \
             but D6e to F5f changes it by 1",
        ),
        (
            "Bishop B D4f B7b",
            "every Bishop step changes row + column by an even number, \
             but D4f to B7b changes it by 1",
        ),
        (
            "Bishop W A1a A1b",
            "every Bishop step changes row + slice by an even number, \
             but A1a to A1b changes it by 1",
        ),
        ("Pawn W C2a A3b", "the white Pawn never leaves column 2"),
        ("Pawn B C2a A3b", "the black Pawn never leaves column 2"),
        (
            "Pawn B C6a A6g",
            "a black pawn never moves towards Black's side, and A6g lies that way from C6a",
        ),
        (
            "Pawn W C6a D6g",
            "a white pawn never moves towards White's side, and D6g lies that way from C6a",
        ),
        ("Pawn W C6b A6a", "a white pawn never moves downwards, and A6a lies that way from C6b"),
        ("Pawn B C6b D6c", "a black pawn never moves upwards, and D6c lies that way from C6b"),
    ] {
        check(&rules, size, query, sentence);
    }
}

#[test]
fn reasons_under_cube_have_these_sentences() {
    let rules = Rules::cube();
    for (query, sentence) in [
        (
            "Knight W b2(II) a1(I)",
            "the Knight can reach only 1 of the 27 cells from b2(II), and a1(I) is not one of them",
        ),
        (
            "Knight W a1(I) b2(II)",
            "the Knight can reach only 26 of the 27 cells from a1(I), and b2(II) is not one of them",
        ),
        (
            "Bishop B a1I a3II",
            "every Bishop step changes file + level by an even number, \
             but a1(I) to a3(II) changes it by 1",
        ),
    ] {
        check(&rules, sizes(3..=3)[0], query, sentence);
    }
}

#[test]
fn reasons_name_directions_as_white_sees_them() {
    for (name, back) in [("great-shatranj", "3c2"), ("great-shatranj:sideways", "3b3")] {
        let rules = rules(name);
        let sentence = format!(
            "a white pawn never moves towards White's side, and {back} lies that way from 3c3"
        );
        check(&rules, rules.default_size(), &format!("Pawn W 3c3 {back}"), &sentence);
    }
}

#[test]
fn reasons_about_exotic_pieces_have_these_sentences() {
    let rules = exotic();
    for (query, sentence) in [
        (
            "Alfil W A1a A2a",
            "every Alfil step changes column by an even number, \
             but A1a to A2a changes it by 1",
        ),
        (
            "Alfil W A1a C1a",
            "every Alfil step changes row + column + slice by a multiple of 4, \
             but A1a to C1a changes it by 2",
        ),
        // Sums use the numbers in cell names, in which rows count from the far end.
        (
            "Five W A1a A2a",
            "every white Five step changes row + 2*column by a multiple of 5, \
             but A1a to A2a changes it by 2",
        ),
        (
            "Trio W A1a C4a",
            "every white Trio step changes row + column by a multiple of 3, \
             but A1a to C4a changes it by 5",
        ),
        (
            "Slanted W A5a A2a",
            "no white Slanted step makes row + column smaller, \
             but A5a to A2a makes it smaller by 3",
        ),
        (
            "Slope W C1a A2a",
            "no white Slope step changes row + column, \
             but C1a to A2a changes it by 1",
        ),
        (
            "Slope W C3a D2a",
            "a white slope never moves towards White's side, and D2a lies that way from C3a",
        ),
        (
            "Slope B C3a C2a",
            "no black Slope step changes row - column, \
             but C3a to C2a changes it by 1",
        ),
        (
            "Threeleaper B A1a A5a",
            "every Threeleaper step changes column by a multiple of 3, \
             but A1a to A5a changes it by 4",
        ),
        (
            "Bend W C1a C3a",
            "every white Bend step changes row + column by a multiple of 3, \
             but C1a to C3a changes it by 2",
        ),
        (
            "Bend W C3a D2a",
            "no white Bend step makes row - column larger, \
             but C3a to D2a makes it larger by 2",
        ),
        (
            "Elephant W A1a A2b",
            "every Elephant step changes row + column by an even number, \
             but A1a to A2b changes it by 1",
        ),
        ("Lame W A1a B3c", "the Lame never leaves slice a"),
        ("Soldier W C3a B4a", "without captures, the white Soldier never leaves column 3"),
        ("Wall W A1a A1b", "the Wall never leaves slice a"),
    ] {
        check(&rules, sizes(5..=5)[0], query, sentence);
    }
}

#[test]
fn sums_in_reasons_use_the_numbers_of_cell_names() {
    let (rules, size) = (exotic(), sizes(4..=4)[0]);
    let (mut sums, finder) = (HashSet::new(), PathFinder::new(&rules, size));
    for (_, piece) in rules.letters() {
        for start in size.iter().step_by(7) {
            for finish in size {
                let query = Query { piece, start, finish };
                let found = finder.why_no_route(query).expect("enough memory");
                let Some(obstacle) = found else { continue };
                let text = WhyNoRoute::new(&finder, query, obstacle).to_string();
                let Some(sum) = sum_of(&text) else { continue };
                let value = |cell| value_of(sum, &rules.cells().name(size, cell));
                let change = value(finish) - value(start);
                let number = text.rsplit(' ').next().unwrap_or_default();
                let number = number.trim_matches(['(', ')']);
                assert_eq!(number, change.abs().to_string(), "{text}");
                assert!(!text.contains(" larger") || change > 0, "{text}");
                assert!(!text.contains(" smaller") || change < 0, "{text}");
                sums.insert((sum.to_owned(), change));
            }
        }
    }
    assert!(sums.len() > 50, "there are only {} different sums", sums.len());
}

/// Returns the part of a sentence that is a sum of coordinates, such as `file + level`; `None` if
/// there is no such part.
fn sum_of(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once(" changes ").or_else(|| text.split_once(" makes "))?;
    let ends = [" by ", " larger,", " smaller,", ", but"];
    rest.get(..ends.iter().filter_map(|end| rest.find(end)).min()?)
}

/// Returns the value of a sum such as `row + 2*column - slice` for a cell such as `B3c`.
fn value_of(sum: &str, cell: &str) -> i32 {
    let number = |name: &str| {
        let nth = ["row", "column", "slice"].iter().position(|known| *known == name);
        let letter = cell.as_bytes()[nth.expect("the rule set has this coordinate")];
        i32::from(letter) - i32::from(b"A1a"[nth.unwrap_or_default()])
    };
    let (mut value, mut sign) = (0, 1);
    for word in sum.split(' ') {
        match (word, word.split_once('*')) {
            ("+", _) => sign = 1,
            ("-", _) => sign = -1,
            (_, Some((times, name))) => {
                value += sign * times.parse::<i32>().expect("a number") * number(name);
            }
            (name, None) => value += sign * number(name),
        }
    }
    value
}

/// The library reports small divisors before large ones. The only large divisor that it reports is
/// the greatest common divisor of all steps, here the length of the leap.
#[test]
fn reasons_about_long_leaps_name_their_divisors() {
    let way = "but a1A to b2A changes it by";
    for (length, divisor) in [(9, 3), (11, 11), (17, 17), (19, 19)] {
        let sentence = format!("every Giant step changes file by a multiple of {divisor}, {way} 1");
        let pieces = format!(
            "[[piece]]
            name = 'Giant'
            letter = 'G'
            moves = [{{ leap = [{length}, {length}, 0] }}]"
        );
        let rules = open_rules("mine", &pieces);
        let size = size(20);
        check(&rules, size, "Giant W a1A b2A", &sentence);
    }
}

fn check(rules: &Rules, size: Size, query: &str, sentence: &str) {
    let read = notation::parse_query(rules, size, query).expect("a query");
    let finder = PathFinder::new(rules, size);
    let found = finder.why_no_route(read).expect("enough memory");
    let obstacle = found.unwrap_or_else(|| panic!("{query}: there is a way"));
    assert_eq!(WhyNoRoute::new(&finder, read, obstacle).to_string(), sentence);
}

/// Checks for every pair of cells that there is an obstacle exactly if there is no route, and that
/// the obstacle is true.
fn check_all(rules: &Rules, size: Size) {
    for (role, def) in rules.roles() {
        let [white, black] = Color::ALL.map(|color| Piece::new(color, role));
        let steps = |piece| rules.movement().steps_of(piece);
        // If both colors have the same steps, their graphs are equal.
        let pieces = if steps(white).eq(steps(black)) { vec![white] } else { vec![white, black] };
        for piece in pieces {
            let context = format!("{} {} on {}", def.name, piece.color(), size.edge());
            check_piece(rules, size, piece, &context);
        }
    }
}

fn check_piece(rules: &Rules, size: Size, piece: Piece, context: &str) {
    let graph = &MoveGraph::new(rules, size, piece);
    let moves: HashSet<Offset> = size.iter().flat_map(|cell| moves_from(graph, cell)).collect();
    let connected = tarjan_scc(graph).len() == 1;
    let mut verified = HashSet::new();
    let finder = PathFinder::new(rules, size);
    for start in size {
        let reached = if connected { vec![true; size.cells()] } else { reached_from(graph, start) };
        for finish in size {
            let query = Query { piece, start, finish };
            let obstacle = finder.why_no_route(query).expect("enough memory");
            let true_claim = match obstacle {
                None => reached[size.index(finish)],
                Some(_) if reached[size.index(finish)] => false,
                Some(NoRoute::Promoted) => rules.promotes(piece, size, start),
                Some(NoRoute::Reach { reached: count, cells }) => {
                    (count, cells) == (reached.iter().filter(|&&is| is).count(), size.cells())
                }
                Some(claim) => {
                    let is_new = verified.insert(claim);
                    !holds(claim, start.offset_to(finish))
                        && (!is_new || moves.iter().all(|&mv| holds(claim, mv)))
                }
            };
            assert!(true_claim, "{context}, {start:?} to {finish:?}: {obstacle:?}");
        }
    }
}

fn moves_from(graph: &MoveGraph, cell: Cell) -> impl Iterator<Item = Offset> {
    let reached = graph.adjacent(cell, Direction::Outgoing).into_iter();
    reached.map(move |reached| cell.offset_to(reached))
}

fn reached_from(graph: &MoveGraph, start: Cell) -> Vec<bool> {
    let mut reached = vec![false; graph.size().cells()];
    let mut dfs = Dfs::new(graph, start);
    while let Some(cell) = dfs.next(graph) {
        reached[graph.size().index(cell)] = true;
    }
    reached
}

/// Returns `true` if the step `way` has the property that an obstacle claims of all steps.
fn holds(claim: NoRoute, way: Offset) -> bool {
    let change = |form: LinearForm| {
        let [file, rank, level] = form.coefficients();
        file * way.file + rank * way.rank + level * way.level
    };
    match claim {
        NoRoute::Constant(form) => change(form) == 0,
        NoRoute::NoIncrease(form) => change(form) <= 0,
        NoRoute::Multiple { form, divisor } => {
            u64::from(change(form).unsigned_abs()) % divisor == 0
        }
        other => unreachable!("{other:?} says nothing of steps"),
    }
}

fn exotic() -> Rules {
    parsed(EXOTIC)
}

fn sizes(edges: impl Iterator<Item = usize>) -> Vec<Size> {
    edges.filter_map(Size::new).collect()
}
