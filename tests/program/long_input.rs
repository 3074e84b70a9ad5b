//! Checks that records in long input, which the program reads in chunks, have the same answers as
//! in short input.

use std::fs::{self, File};
use std::io::Write as _;
use std::process::{Command, Stdio};

use kubikschach::board::Setup;
use kubikschach::notation;
use kubikschach::path::MoveGraph;
use kubikschach::piece::Color;
use kubikschach::position::Position;
use kubikschach::rules::Rules;

use crate::rng::SplitMix64;

const LENGTH: usize = 1_200_000;

#[test]
fn boards_in_long_input_have_the_answers_that_they_have_alone() {
    let records = records(board, &mut SplitMix64(1));
    let answer = |side: Option<Color>| {
        let rules = Rules::built_in("cube").expect("the rule set is built in");
        move |text: &str| {
            let setup = notation::parse_board(&rules, text).ok()?;
            let turn = side.or(setup.turn);
            let position = Position::new(&rules, Setup { turn, ..setup }).ok()?;
            Some(position.is_checkmate().to_string())
        }
    };
    check(&["mate", "-k"], &records, answer(None));
    check(&["mate", "-k", "--side", "black"], &records, answer(Some(Color::Black)));
}

#[test]
fn an_object_with_an_overlong_text_fails_alone() {
    let text = |long: &str, good: &str| format!("{{{long}}}\n{good}\n{good}\n");
    let board = format!("\"board\": \"{}\"", "#".repeat(200_000));
    let answers = run(&["mate", "-k"], &text(&board, "[#r,##],[##,K#]"));
    assert_eq!(answers[1..], ["false", "false"]);
    let fields = "\"color\": \"W\", \"start\": \"A1a\", \"finish\": \"B3d\"";
    let query = format!("\"piece\": \"{}\", {fields}", "K ".repeat(100_000));
    let answers = run(&["path", "-k"], &text(&query, "King W A1a B3d"));
    assert_eq!(answers[1..], ["3", "3"]);
}

/// Answers with only a number of moves are written byte by byte, those with an `id` by serde.
#[test]
fn numbers_of_moves_are_written_as_serde_writes_them() {
    let rng = &mut SplitMix64(7);
    for name in ["kubikschach", "raumschach", "great-shatranj", "cube"] {
        let rules = Rules::built_in(name).expect("the rule set is built in");
        let size = rules.default_size();
        let cells: Vec<String> = size.iter().map(|cell| rules.cells().name(size, cell)).collect();
        let pieces: Vec<&str> = rules.roles().map(|(_, def)| &*def.name).collect();
        let mut query = || {
            let (piece, color) = (rng.pick(&pieces), rng.pick(&["white", "black"]));
            let [start, finish] = [(); 2].map(|()| &cells[rng.below(cells.len())]);
            format!(
                r#""piece":"{piece}","color":"{color}","start":"{start}","finish":"{finish}"}}"#
            )
        };
        let queries: Vec<String> = (0..25_000).map(|_| query()).collect();
        let command = ["path", "--json", "--rules", name];
        let answers = |start: &str| {
            let objects: Vec<String> = queries.iter().map(|it| format!("{start}{it}\n")).collect();
            run(&command, &objects.concat())
        };
        let by_serde = answers(r#"{"id":1,"#);
        let by_serde: Vec<String> =
            by_serde.iter().map(|it| it.replacen(r#""id":1,"#, "", 1)).collect();
        assert_eq!(by_serde.len(), queries.len(), "{name}");
        same(&answers("{"), &by_serde);
    }
}

/// Byte offsets at which chunks of standard input end.
const ENDS: [usize; 3] = [1 << 12, 1 << 16, 3 << 16];

#[test]
fn errors_do_not_depend_on_where_chunks_of_the_input_end() {
    for broken in ["[#r,##],[##,K#] x\n", "[#r,##],[##,K#],[##,##]\n", "[#r,##],[##,KX]\n"] {
        let [told] = &run(&["mate", "-k"], broken)[..] else { panic!("there is one mistake") };
        for (end, before) in
            ENDS.into_iter().flat_map(|end| (1..broken.len()).map(move |n| (end, n)))
        {
            let blank = "\n".repeat(end - before);
            let answers = run(&["mate", "-k"], &format!("{blank}{broken}[#r,##],[##,K#]\n"));
            same(&answers, &[moved(told, blank.len()), "false".to_owned()]);
        }
    }
}

struct Record {
    text: String,
    broken: bool,
}

fn records(record: impl Fn(&mut SplitMix64) -> Record, rng: &mut SplitMix64) -> Vec<Record> {
    let (mut records, mut length) = (Vec::new(), 0);
    while length < LENGTH {
        let record = record(rng);
        length += record.text.len();
        records.push(record);
    }
    records
}

fn text(records: &[Record]) -> String {
    records.iter().map(|record| &record.text[..]).collect()
}

/// Checks that each record has the same answer in one long input as in one of twelve shorter
/// inputs. The answer must also equal that of the function `answer`, which takes no JSON objects.
fn check(command: &[&str], records: &[Record], answer: impl Fn(&str) -> Option<String>) {
    let with_status = [command, &["--exit-status"]].concat();
    let (mut expected, mut lines) = (Vec::new(), 0);
    for group in records.chunks(records.len() / 12 + 1) {
        let answers = run(&with_status, &text(group));
        expected.extend(answers.iter().map(|line| moved(line, lines)));
        lines += text(group).matches('\n').count();
    }
    assert_eq!(expected.len(), records.len(), "there is an answer to each record");
    for (found, record) in expected.iter().zip(records).filter(|(_, r)| !r.text.starts_with('{')) {
        let found = Some(found).filter(|found| !found.starts_with("error: "));
        assert_eq!(found, answer(&record.text).as_ref(), "{:?}", record.text);
    }
    let whole = text(records);
    same(&run(command, &whole), &expected);
    same(&run_on_file(command, &whole), &expected);
    same(&run_on_pipe(command, &whole), &expected);
    check_places(&expected, records);
}

#[track_caller]
fn same(found: &[String], expected: &[String]) {
    for (nth, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert_eq!(found, expected, "answer {}", nth + 1);
    }
    assert_eq!(found.len(), expected.len());
}

/// Checks that the answer to each broken record is an error, and that each error names a line of
/// its own record.
fn check_places(answers: &[String], records: &[Record]) {
    let mut line = 1;
    for (answer, record) in answers.iter().zip(records) {
        let bad_line = error_line(answer);
        assert!(bad_line.is_some() || !record.broken, "{answer} to {:?}", record.text);
        let lines = record.text.matches('\n').count();
        let inside = bad_line.is_none_or(|bad| (line..line + lines).contains(&bad));
        assert!(inside, "{answer} to {:?} on line {line}", record.text);
        line += lines;
    }
}

fn error_line(answer: &str) -> Option<usize> {
    let (line, _) = answer.strip_prefix("error: line ")?.split_once(',')?;
    Some(line.parse().expect("lines are numbers"))
}

/// Returns the answer, with `lines` added to the line number if the answer is an error with a line
/// number.
fn moved(answer: &str, lines: usize) -> String {
    let Some(line) = error_line(answer) else { return answer.to_owned() };
    answer.replacen(&format!("line {line},"), &format!("line {},", line + lines), 1)
}

fn run(command: &[&str], text: &str) -> Vec<String> {
    let folder = crate::folder();
    let file = folder.path().join("records");
    fs::write(&file, text).expect("there is room");
    let input = File::open(&file).expect("it was written");
    lines(program(command).stdin(input))
}

/// Runs a command on a file with this text, and returns the lines of the answers. The name of the
/// file is removed from errors.
fn run_on_file(command: &[&str], text: &str) -> Vec<String> {
    let folder = crate::folder();
    fs::write(folder.path().join("records"), text).expect("there is room");
    let lines = lines(program(command).args(["-f", "records"]).current_dir(folder.path()));
    lines.into_iter().map(|line| line.replacen("error: records, ", "error: ", 1)).collect()
}

/// Runs a command, sends it this text through a pipe in parts of up to 20,000 bytes, and returns
/// the lines of the answers.
fn run_on_pipe(command: &[&str], text: &str) -> Vec<String> {
    let folder = crate::folder();
    let file = folder.path().join("answers");
    let output = File::create(&file).expect("there is room");
    let mut program = program(command);
    let mut child = program.stdin(Stdio::piped()).stdout(output).spawn().expect("it starts");
    let mut input = child.stdin.take().expect("it is a pipe");
    let (mut rest, mut rng) = (text.as_bytes(), SplitMix64(3));
    while !rest.is_empty() {
        let (portion, later) = rest.split_at(rest.len().min(1 + rng.below(20_000)));
        input.write_all(portion).expect("all of it is read");
        rest = later;
    }
    drop(input);
    child.wait().expect("it ends");
    let text = fs::read_to_string(&file).expect("answers are text");
    text.lines().map(str::to_owned).collect()
}

fn program(command: &[&str]) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_kubikschach"));
    program.args(command).env("NO_COLOR", "1");
    program
}

fn lines(program: &mut Command) -> Vec<String> {
    let output = program.output().expect("it starts");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    String::from_utf8(output.stdout).expect("answers are text").lines().map(str::to_owned).collect()
}

/// Returns a random board: 97 % are 3×3×3, and about one in 40 has an unusual or broken form.
fn board(rng: &mut SplitMix64) -> Record {
    let edge = if rng.in_percent(97) { 3 } else { rng.pick(&[2, 4, 5, 8]) };
    let levels = levels(edge, rng);
    let list = list(&levels);
    let good = |text: String| Record { text, broken: false };
    // The parser skips a grid after a broken board unless an empty line separates them.
    let bad = |text: &str| Record { text: format!("{text}\n"), broken: true };
    match rng.below(600) {
        0 => good(format!("{list} b\n")),
        1 => good(format!("{list} w\r\n")),
        2 => good(format!("\n{list}\r\n\n")),
        3 => good(format!("n={edge}, {list}\n")),
        4 => good(format!("[{list}]\n")),
        5 => good(list.replace("],", "],\n") + "\n"),
        6 => {
            let grid: Vec<String> = levels.iter().map(|rows| rows.join("\n")).collect();
            good(grid.join("\n\n") + "\n")
        }
        7 => good(format!("{{\"id\": 7, \"board\": \"{list}\", \"side\": \"black\"}}\n")),
        8 => good(self::list(&self::levels(18, rng)) + "\n"),
        9 => bad("[#r#,###,###],[###,#k#,R##],[##K,###,##q,###]\n"),
        10 => bad("[#r,##],[##,KX]\n"),
        11 => bad("[#r,##],[##],[##,##]\n"),
        12 => bad("[]\n"),
        13 => bad("{\"board\": 3}\n"),
        14 => bad("{\"board\": \"[#r,##],[##,K]\", \"id\": null}\n"),
        15 => bad("[#r,##],[##,K]\n"),
        _ => good(list + "\n"),
    }
}

fn levels(edge: usize, rng: &mut SplitMix64) -> Vec<Vec<String>> {
    let mut cells = vec!['#'; edge * edge * edge];
    let white = rng.pick(&[0, 10, 50]);
    for _ in 0..rng.below(2 * edge * edge) {
        let letters = if rng.in_percent(white) { "QRBN" } else { "qrbn" };
        let at = rng.below(cells.len());
        cells[at] = letters.chars().nth(rng.below(4)).expect("there are four");
    }
    for (king, percent) in [('k', 60), ('K', 98)] {
        if rng.in_percent(percent) {
            let at = rng.below(cells.len());
            cells[at] = king;
        }
    }
    let rows = |cells: &[char]| cells.chunks(edge).map(String::from_iter).collect();
    cells.chunks(edge * edge).map(rows).collect()
}

fn list(levels: &[Vec<String>]) -> String {
    let levels: Vec<String> = levels.iter().map(|rows| format!("[{}]", rows.join(","))).collect();
    levels.join(",")
}

/// Returns a random query: about one in 60 has an unusual or broken form.
fn query(rng: &mut SplitMix64) -> Record {
    let pieces = ["King", "Queen", "Rook", "Bishop", "Knight", "Pawn"];
    let (piece, color) = (rng.pick(&pieces), rng.pick(&["W", "B"]));
    let [start, finish] = [(); 2].map(|()| {
        let letter = |all: &str, rng: &mut SplitMix64| char::from(rng.pick(all.as_bytes()));
        ["ABCDEFGH", "12345678", "abcdefgh"].map(|all| letter(all, rng)).iter().collect::<String>()
    });
    let good = |text: String| Record { text, broken: false };
    let bad = |text: String| Record { text, broken: true };
    match rng.below(600) {
        0 => good(format!("{piece} {color}\n{start}\n{finish}\n")),
        1 => good(format!("{piece} {color} {start} {finish}\r\n")),
        2 => good(format!("\n\n  {piece}  {color} {start} {finish}\n\n")),
        3 => good(format!("{} white {start} {finish}\n", piece.to_lowercase())),
        4 => good(format!(
            "{{\"piece\": \"{piece}\", \"color\": \"{color}\", \"start\": \"{start}\", \"finish\": \"{finish}\"}}\n"
        )),
        5 => bad(format!("Kong {color} {start} {finish}\n")),
        6 => bad(format!("{piece} {color} {start} A9a\n")),
        7 => bad(format!("{piece} {color} {start} {finish} {start}\n")),
        8 => bad(format!("{{\"piece\": \"{piece}\"}}\n")),
        9 => bad(format!("{piece} {color} {start} é\n")),
        _ => good(format!("{piece} {color} {start} {finish}\n")),
    }
}

mod slow {
    use super::*;

    #[test]
    #[ignore = "asks thousands of times"]
    fn queries_in_long_input_have_the_answers_that_they_have_alone() {
        let rules = Rules::built_in("kubikschach").expect("the rule set is built in");
        let size = rules.default_size();
        check(&["path", "-k"], &records(query, &mut SplitMix64(2)), |text| {
            let query = notation::parse_query(&rules, size, text).ok()?;
            let graph = MoveGraph::new(&rules, size, query.piece);
            let distance = graph.distance(query.start, query.finish).expect("there is memory");
            Some(distance.map_or(-1, i64::from).to_string())
        });
    }
}
