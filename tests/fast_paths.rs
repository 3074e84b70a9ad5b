//! The fast ways agree with the careful ones, on inputs drawn at random: queries read at a glance,
//! distances looked up in a table, steps from many cells at once.

mod common;

use std::thread;

use common::{for_all, rules};
use kubikschach::board::Empty;
use kubikschach::cell::{Cell, CellSet, Offset, Size};
use kubikschach::movement::{Facing, Movement, Step, Way};
use kubikschach::notation::{CommonQueries, CommonQuery, Numbering, Queries, Query, Reader as _};
use kubikschach::path::{DistanceTable, MoveGraph};
use kubikschach::piece::{Color, Piece};
use kubikschach::rules::Rules;
use petgraph::algo::dijkstra;
use proptest::collection::vec;
use proptest::prelude::{Just, Strategy, any};
use proptest::test_runner::TestCaseError;
use proptest::{prop_assert_eq, prop_oneof};

/// A rule set of a user's own: one-way pieces, a lame rider's step with odd routes, long names.
const MINE: &str = r#"
name = "mine"
size = 5
cells = [
    { axis = "level", numeral = "1", reversed = true },
    { axis = "rank", numeral = "a" },
    { axis = "file", numeral = "A" },
]
[[piece]]
name = "Snail"
letter = "S"
moves = [{ leap = [1, 0, 0], symmetry = "fixed" }, { leap = [-4, 1, 0], symmetry = "fixed" }]
[[piece]]
name = "Zebra"
letter = "Z"
moves = [{ lame = [2, 1, 1], routes = [[[1, 0, 0]], [[3, 1, 1], [0, 0, -1]]] }, { ride = [2, 1, 0] }]
[[piece]]
name = "Superintendent"
letter = "X"
moves = [{ ride = [0, 0, 2], symmetry = "planar" }, { ride = [3, 0, 0] }]
"#;

fn rule_sets() -> Vec<Rules> {
    let mine = Rules::parse(MINE).expect("it has no mistakes");
    vec![rules("kubikschach"), rules("great-shatranj"), mine]
}

/// What a query is made of: numbers that choose its words, and a change: from a place on, so many
/// bytes become this one.
type Choice = ([usize; 4], Option<(usize, usize, u8)>);

fn choices() -> impl Strategy<Value = Vec<Choice>> {
    let byte = prop_oneof![any::<u8>(), Just(0), Just(b' '), Just(0xFF)];
    let change = (any::<usize>(), prop_oneof![9 => Just(1), 1 => 2..9_usize], byte);
    let query = (any::<[usize; 4]>(), proptest::option::weighted(0.3, change));
    vec(query, 1..8)
}

/// Lines with queries, some with a byte changed.
fn text(rules: &Rules, size: Size, choices: &[Choice]) -> Vec<u8> {
    let names: Vec<&str> = rules.roles().map(|(_, def)| def.name.as_str()).collect();
    let mut text = Vec::new();
    for ([name, color, start, finish], change) in choices {
        let cell = |number: &usize| rules.cells().name(size, size.cell(number % size.cells()));
        let words = [names[name % names.len()], ["W", "B"][color % 2], &cell(start), &cell(finish)];
        let mut line = words.join(" ").into_bytes();
        line.push(b'\n');
        if let Some((at, count, byte)) = change {
            let at = at % line.len();
            let end = line.len().min(at + count);
            line[at..end].fill(*byte);
        }
        text.extend(line);
    }
    text
}

/// The fast reader of queries, and how it numbers them.
fn common_queries(rules: &Rules, size: Size) -> (CommonQueries, impl Fn(Query) -> usize) {
    let starts = u32::try_from(size.cells() + 3).expect("the boards are small");
    let pieces = std::array::from_fn(|piece| u32::try_from(piece * 1_000_000).expect("few pieces"));
    let common = CommonQueries::new(rules, size, &Numbering { pieces, starts });
    let number = move |query: Query| {
        let [start, finish] = [query.start, query.finish].map(|cell| size.index(cell));
        query.piece.index() * 1_000_000 + start * (size.cells() + 3) + finish
    };
    (common.expect("its cells have three letters"), number)
}

#[test]
fn a_query_read_at_a_glance_is_the_one_read_with_care() {
    check_glances(20_000);
}

#[test]
#[ignore = "long: run by hand"]
fn a_million_queries_read_at_a_glance_are_those_read_with_care() {
    check_glances(1_000_000);
}

/// Checks so many texts of each rule set.
fn check_glances(cases: u32) {
    for rules in rule_sets() {
        let size = rules.size().expect("its size is fixed");
        let ((common, number), careful) =
            (common_queries(&rules, size), Queries::new(&rules, size));
        for_all(cases, &choices(), |choices| {
            let text = text(&rules, size, &choices);
            let mut rest = &text[..];
            while let Some(found) = common.take(rest) {
                let taken = careful.take(rest);
                let Some(Ok(query)) = taken.record else {
                    return Err(TestCaseError::fail("the careful reader finds no query"));
                };
                prop_assert_eq!(found, CommonQuery { number: number(query), length: taken.used });
                rest = &rest[found.length..];
            }
            Ok(())
        });
    }
}

#[test]
fn the_queries_of_the_puzzle_are_read_at_a_glance() {
    let rules = rules("kubikschach");
    let size = rules.size().expect("its size is fixed");
    let (common, _) = common_queries(&rules, size);
    for (_, def) in rules.roles() {
        for name in [&def.name, &def.letter.to_string()] {
            let text = format!("{name} W A1a H8h\nKing B B2b G7g\n");
            let query = common.take(text.as_bytes()).expect("this is the common form");
            assert_eq!(query.length, text.find('\n').expect("it has lines") + 1);
        }
    }
}

#[test]
fn the_table_knows_what_petgraph_finds() {
    const TOO_LONG: usize = 14;
    for rules in rule_sets() {
        let size = rules.size().expect("its size is fixed");
        let table = DistanceTable::new(&rules, size).expect("there is enough memory");
        let pieces: Vec<Piece> = rules
            .roles()
            .flat_map(|(role, _)| Color::ALL.map(|color| Piece::new(color, role)))
            .collect();
        for_all(300, &any::<[usize; 3]>(), |[piece, start, asked]| {
            let (piece, start) = (pieces[piece % pieces.len()], start % size.cells());
            let graph = MoveGraph::new(&rules, size, piece);
            let distances = dijkstra(&graph, size.cell(start), None, |_| 1_usize);
            let (start, asked) = (size.cell(start), size.cell(asked % size.cells()));
            let asked = table.place(piece, start, asked);
            prop_assert_eq!(table.find(asked), Ok(table.entry(asked)));
            for finish in size.iter() {
                let entry = table.entry(table.place(piece, start, finish));
                let distance = distances.get(&finish).copied();
                let known = entry.distance().map(|moves| moves.map(|moves| moves as usize));
                let expected = (distance < Some(TOO_LONG)).then_some(distance);
                prop_assert_eq!((entry.is_unknown(), known), (expected.is_none(), expected));
            }
            Ok(())
        });
    }
}

#[test]
fn steps_from_many_cells_lead_where_steps_from_each_lead() {
    let mut steps = Vec::new();
    for rules in rule_sets().into_iter().chain([rules("cube")]) {
        let atoms: Vec<_> = rules.roles().map(|(_, def)| def.atoms.clone()).collect();
        for facing in [Facing::Upright, Facing::Sideways] {
            let movement = Movement::new(atoms.iter().map(|atoms| &atoms[..]), facing);
            let pieces =
                rules.roles().flat_map(|(role, _)| Color::ALL.map(|c| Piece::new(c, role)));
            steps.extend(
                pieces.flat_map(|piece| movement.steps_of(piece).cloned().collect::<Vec<_>>()),
            );
        }
    }
    steps.sort();
    steps.dedup();
    assert!(steps.iter().any(|step| step.offset() == Offset::new(3, 0, 0)));
    let sizes = [2, 3, 5, 8, 64, 65].map(|edge| Size::new(edge).expect("boards may be so large"));
    let values = (0..sizes.len(), 0..steps.len(), vec(any::<[u16; 3]>(), 1..6));
    for_all(4_000, &values, |(size, step, cells)| {
        let (size, step) = (sizes[size], &steps[step]);
        let edge = u16::try_from(size.edge()).expect("boards are no larger");
        let cells: Vec<Cell> =
            cells.iter().map(|[f, r, l]| Cell::new(f % edge, r % edge, l % edge)).collect();
        for way in [Way::Forwards, Way::Backwards] {
            prop_assert_eq!(at_once(step, size, way, &cells), one_by_one(step, size, way, &cells));
        }
        Ok(())
    });
}

fn at_once(step: &Step, size: Size, way: Way, cells: &[Cell]) -> Vec<Cell> {
    let [mut from, mut into, mut line, mut seen] =
        [(); 4].map(|()| CellSet::new(size).expect("there is enough memory"));
    from.extend(cells.iter().copied());
    step.spread(&from, way, &mut into, &mut line);
    let mut reached = Vec::new();
    into.keep_new(&mut seen, |index| reached.push(size.cell(index)));
    reached
}

fn one_by_one(step: &Step, size: Size, way: Way, cells: &[Cell]) -> Vec<Cell> {
    let board = Empty(size);
    let mut reached: Vec<Cell> = cells
        .iter()
        .flat_map(|&cell| match way {
            Way::Forwards => step.reach(&board, cell).collect::<Vec<_>>(),
            Way::Backwards => step.retrace(&board, cell).collect(),
        })
        .collect();
    reached.sort_unstable();
    reached.dedup();
    reached
}

#[test]
fn threads_that_share_a_table_find_what_one_finds() {
    let rules = rules("kubikschach");
    let size = rules.size().expect("its size is fixed");
    let table = || DistanceTable::new(&rules, size).expect("there is enough memory");
    let (alone, shared) = (table(), table());
    let pawn = Piece::new(Color::White, rules.role_named("pawn").expect("a piece"));
    let king = Piece::new(Color::Black, rules.role_named("king").expect("a piece"));
    let ways = || {
        let of = |start| [(pawn, start, 511 - start), (king, start, 37 * start % 512)];
        let ways = (0..size.cells()).flat_map(of);
        ways.map(|(piece, start, finish)| alone.place(piece, size.cell(start), size.cell(finish)))
    };
    let expected: Vec<_> = ways().map(|place| alone.find(place)).collect();
    // Starts and their images in the mirrors, at the same time.
    let forwards: Vec<_> = ways().enumerate().collect();
    let backwards: Vec<_> = forwards.iter().rev().copied().collect();
    let orders = [forwards, backwards];
    thread::scope(|scope| {
        for order in orders.iter().chain(&orders) {
            let (shared, expected) = (&shared, &expected);
            scope.spawn(move || {
                for &(nth, place) in order {
                    assert_eq!(shared.find(place), expected[nth]);
                }
            });
        }
    });
}
