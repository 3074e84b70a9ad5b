//! Paths: queries by the million, and distance maps of big boards.

mod common;

use std::fs::{self, File};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::Path;
use std::process::ExitStatus;
use std::time::Duration;

use common::{Numbers, compare, heading, run, time};
use kubikschach::cell::{Cell, Size};
use kubikschach::path::MoveGraph;
use kubikschach::piece::{Color, Piece};
use kubikschach::rules::Rules;
use petgraph::csr::Csr;
use petgraph::visit::{Bfs, IntoNeighbors};

const QUERIES: usize = 1_000_000;

fn main() {
    heading();
    let rules = Rules::built_in("kubikschach").expect("it is built in");
    let size = rules.size().expect("its size is fixed");
    let text = queries(&rules);
    let file = tempfile::NamedTempFile::new().expect("there is a place for temporary files");
    fs::write(file.path(), text.repeat(10)).expect("the disk holds the queries");
    let ours = (10 * QUERIES, time(|| whole_program(file.path())));
    compare(
        "path, queries: the program / BufRead::lines and a table",
        ours,
        table_and_lines(&rules, size, file.path()),
    );
    compare(
        "path, queries: the program / petgraph Bfs each",
        ours,
        petgraph_each(&rules, size, &text),
    );
    compare(
        "path, queries: the program / wc -l",
        ours,
        (10 * QUERIES, time(|| run("wc", &["-l"], file.path()))),
    );

    let two =
        time(|| run(env!("CARGO_BIN_EXE_kubikschach"), &["path", "--jobs", "2"], file.path()));
    compare("path, queries: two threads / one", (10 * QUERIES, two), ours);

    let rules = Rules::built_in("cube").expect("it is built in");
    let size = Size::new(64).expect("boards may be so large");
    for name in ["Queen", "Rook", "Bishop", "Knight", "King"] {
        let role = rules.role_named(name).expect("the cube has the piece");
        let graph = MoveGraph::new(&rules, size, Piece::new(Color::White, role));
        let start = Cell::new(0, 0, 0);
        let ours = time(|| graph.clone().search_from(start).expect("enough memory").reached());
        let stored = stored(&graph);
        let naive = time(|| bfs(&stored, size.index(start)));
        let what = format!("distance map, n = 64, {name} / petgraph Csr and Bfs");
        compare(&what, (1, ours), (1, naive));
    }
    let queen = rules.role_named("Queen").expect("the cube has the piece");
    let map = |edge| {
        let size = Size::new(edge).expect("boards may be so large");
        let graph = MoveGraph::new(&rules, size, Piece::new(Color::White, queen));
        let search = || graph.clone().search_from(Cell::new(0, 0, 0)).expect("enough memory");
        (size.cells(), time(|| search().reached()))
    };
    compare("distance map, cells, Queen: n = 128 / n = 64", map(128), map(64));
}

fn queries(rules: &Rules) -> String {
    let mut numbers = Numbers::new();
    let size = rules.size().expect("its size is fixed");
    let names: Vec<&str> = rules.roles().map(|(_, def)| def.name.as_str()).collect();
    let mut text = String::new();
    for _ in 0..QUERIES {
        let name = names[numbers.below(names.len())];
        let color = ["W", "B"][numbers.below(2)];
        let mut cell = || rules.cells().name(size, size.cell(numbers.below(size.cells())));
        text += &[name, " ", color, " ", &cell(), " ", &cell(), "\n"].concat();
    }
    text
}

fn whole_program(file: &Path) -> ExitStatus {
    run(env!("CARGO_BIN_EXE_kubikschach"), &["path", "--jobs", "1"], file)
}

/// A query by hand: the places of the piece and the color, and the indexes of the cells.
fn query(names: &[&str], line: &str) -> Option<[usize; 4]> {
    let mut words = line.split(' ');
    let name = words.next()?;
    let piece = names.iter().position(|other| *other == name)?;
    let color = words.next()?;
    let color = ["W", "B"].iter().position(|other| *other == color)?;
    let mut cell = || {
        let [row @ b'A'..=b'H', column @ b'1'..=b'8', slice @ b'a'..=b'h'] =
            words.next()?.as_bytes()
        else {
            return None;
        };
        let place = [slice - b'a', b'H' - row, column - b'1'].map(usize::from);
        Some((place[0] * 8 + place[1]) * 8 + place[2])
    };
    Some([piece, color, cell()?, cell()?])
}

/// What a good programmer writes first: each line a string, its words looked up in a table of all
/// distances that is there beforehand.
fn table_and_lines(rules: &Rules, size: Size, file: &Path) -> (usize, Duration) {
    let names: Vec<&str> = rules.roles().map(|(_, def)| def.name.as_str()).collect();
    let mut table: Vec<i8> = Vec::new();
    for (role, _) in rules.roles() {
        for piece in Color::ALL.map(|color| Piece::new(color, role)) {
            let graph = MoveGraph::new(rules, size, piece);
            for start in size.iter() {
                let mut search = graph.clone().search_from(start).expect("enough memory");
                let number = |distance: Option<u32>| {
                    distance.map_or(-1, |distance| i8::try_from(distance).expect("ways are short"))
                };
                table.extend(search.distances().map(number));
            }
        }
    }
    let took = time(|| {
        let lines = BufReader::new(File::open(file).expect("the file was written before")).lines();
        let mut answers = BufWriter::new(Vec::new());
        for line in lines {
            let query = query(&names, &line.expect("it is text")).expect("it is a query");
            let [piece, color, start, finish] = query;
            let place = ((2 * piece + color) * size.cells() + start) * size.cells() + finish;
            writeln!(answers, "{}", table[place]).expect("there is enough memory");
        }
        answers.into_inner().expect("there is enough memory").len()
    });
    (10 * QUERIES, took)
}

/// A petgraph graph for each piece, built beforehand, and a breadth-first search a query.
fn petgraph_each(rules: &Rules, size: Size, text: &str) -> (usize, Duration) {
    const FEW: usize = 20_000;
    let names: Vec<&str> = rules.roles().map(|(_, def)| def.name.as_str()).collect();
    let graphs: Vec<Csr<(), ()>> = rules
        .roles()
        .flat_map(|(role, _)| Color::ALL.map(|color| Piece::new(color, role)))
        .map(|piece| stored(&MoveGraph::new(rules, size, piece)))
        .collect();
    let took = time(|| {
        let queries = text.lines().take(FEW);
        let ways = queries.filter_map(|line| {
            let [piece, color, start, finish] = query(&names, line).expect("it is a query");
            bfs_to(&graphs[2 * piece + color], start, finish)
        });
        ways.sum::<u32>()
    });
    (FEW, took)
}

/// The graph with all its edges stored.
fn stored(graph: &MoveGraph<'_>) -> Csr<(), ()> {
    let index = |cell| u32::try_from(graph.size().index(cell)).expect("the boards are small");
    let edges: Vec<(u32, u32)> = graph
        .size()
        .iter()
        .flat_map(|cell| {
            IntoNeighbors::neighbors(graph, cell).map(move |other| (index(cell), index(other)))
        })
        .collect();
    Csr::from_sorted_edges(&edges).expect("cells and neighbors come in order")
}

/// All distances by petgraph's search, which gives the order of the visits only.
fn bfs(graph: &Csr<(), ()>, start: usize) -> usize {
    let start = u32::try_from(start).expect("the boards are small");
    let mut distances = vec![u32::MAX; graph.node_count()];
    distances[start as usize] = 0;
    let mut bfs = Bfs::new(graph, start);
    while let Some(cell) = bfs.next(graph) {
        let next = distances[cell as usize] + 1;
        for &neighbor in graph.neighbors_slice(cell) {
            let distance = &mut distances[neighbor as usize];
            *distance = next.min(*distance);
        }
    }
    distances.len()
}

fn bfs_to(graph: &Csr<(), ()>, start: usize, finish: usize) -> Option<u32> {
    let [start, finish] = [start, finish].map(|cell| u32::try_from(cell).expect("small"));
    let mut distances = vec![u32::MAX; graph.node_count()];
    distances[start as usize] = 0;
    let mut bfs = Bfs::new(graph, start);
    while let Some(cell) = bfs.next(graph) {
        let distance = distances[cell as usize];
        if cell == finish {
            return Some(distance);
        }
        for &neighbor in graph.neighbors_slice(cell) {
            let known = &mut distances[neighbor as usize];
            *known = (*known).min(distance + 1);
        }
    }
    None
}
