//! Checks the import of cases from the text of a page, and the report of lines that belong to no
//! case.

use std::{fmt, fs};

use kubikschach::cases::{Answer, Case, Form};
use kubikschach::cell::Size;
use kubikschach::import::{Imported, Importer, Unused};
use kubikschach::rules::Rules;
use kubikschach::workbench::{MateConstraint, MateGenerator, PathConstraint, PathGenerator};
use serde::Deserialize;

use crate::common::rng::SplitMix64;
use crate::common::rounds::rounds;
use crate::common::{Differences, fixture, rules};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pages {
    page: Vec<Page>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Page {
    name: String,
    text: String,
    /// True if inputs without answers become cases.
    #[serde(default)]
    answers: bool,
    /// Name, kind, input and answer of each expected case.
    #[serde(default)]
    cases: Vec<[String; 4]>,
    /// Sentences that become the reasons of the cases, in their order; empty to leave them unchecked.
    #[serde(default)]
    whys: Vec<String>,
    /// Expected unused lines: their numbers, the first line, and the reason why the lines make no
    /// case if they are an input or an answer.
    #[serde(default)]
    unused: Vec<[String; 3]>,
}

/// The case of a query stores the board size only if the rule set fixes no size. The case of a
/// board never stores it, because the board shows it.
#[test]
fn a_query_has_the_size_of_its_board() {
    let (cube, puzzle) = (rules("cube"), rules("kubikschach"));
    let importer =
        Importer { path: (&cube, "cube"), size: Size::new(5), ..importer(&puzzle, &cube) };
    let found = |input: &str, answer: &str| importer.case("1", input, answer).map(|case| case.size);
    assert_eq!(found("Rook W a1I e1I", "1"), Ok(Some(5)));
    assert_eq!(found("[#q,##],[##,K#]", "false"), Ok(None));
    let importer = Importer { path: (&puzzle, "kubikschach"), ..importer };
    assert_eq!(importer.case("1", "Rook W A1a A1b", "1").map(|case| case.size), Ok(None));
}

#[test]
fn cases_of_a_page_are_imported_and_other_lines_reported() {
    let mut differences = Differences::default();
    for file in fs::read_dir("fixtures/imports").expect("a folder") {
        let path = file.expect("it can be read").path();
        if path.extension().is_none_or(|end| end != "toml") {
            continue;
        }
        let document = fs::read_to_string(&path).expect("it is text");
        for page in fixture::<Pages>(&document).page {
            let found = imported(&page.text, page.answers);
            let name = format!("{}: {}", path.display(), page.name);
            let is_stated =
                found.cases.iter().all(|found| states(&page.text, &found.case.expected));
            assert!(page.answers || is_stated, "{name}: an answer that the text does not have");
            let whys = if page.whys.is_empty() { Vec::new() } else { whys(&found) };
            differences.compare(&format!("{name}, reasons"), &page.whys, &whys);
            let expected = Listed { cases: page.cases, unused: page.unused };
            differences.compare(&name, &expected, &listed(&found));
        }
    }
    differences.finish();
}

/// A table whose rows are longer than those of data arranges the page.
#[test]
fn the_lines_in_the_cells_of_a_large_table_are_lines_of_the_page() {
    let (puzzle, cube) = (rules("kubikschach"), rules("cube"));
    let filler = "<p>Some words.</p>".repeat(1000);
    let cases = "<p>King W A1a B3d -&gt; 3<p>Rook W A1a A1b -&gt; 1";
    let page = format!("<table><tr><td>{filler}{cases}</td></tr></table>");
    assert_eq!(importer(&puzzle, &cube).page(&page).cases.len(), 2);
}

/// Words of the fixtures for true and false.
const TRUTH: [(bool, &[&str]); 2] = [
    (true, &["true", "truthy", "verdadero", "vrai", "wahr", "yes", "checkmate", "1"]),
    (false, &["false", "falsy", "falso", "faux", "falsch", "none", "null", "stalemate", "0"]),
];

/// Returns `true` if a text has a word for the answer.
fn states(text: &str, answer: &Answer) -> bool {
    let text = text.to_lowercase().replace('−', "-").replace("&minus;", "-");
    match answer {
        Answer::Checkmate(checkmate) => {
            let words = TRUTH.iter().filter(|(value, _)| value == checkmate);
            words.flat_map(|(_, words)| *words).any(|word| text.contains(word))
        }
        answer => text.contains(&answer.to_string()),
    }
}

fn importer<'r>(path: &'r Rules, mate: &'r Rules) -> Importer<'r> {
    Importer { path: (path, "kubikschach"), mate: (mate, "cube"), size: None, answers: false }
}

fn imported(text: &str, answers: bool) -> Imported {
    let (path, mate) = (rules("kubikschach"), rules("cube"));
    Importer { answers, ..importer(&path, &mate) }.page(text)
}

/// Cases and unused lines of a page, shown as lines of a fixture.
#[derive(PartialEq)]
struct Listed {
    cases: Vec<[String; 4]>,
    unused: Vec<[String; 3]>,
}

impl fmt::Debug for Listed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "cases = [")?;
        self.cases.iter().try_for_each(|case| writeln!(f, "    {case:?},"))?;
        writeln!(f, "]\nunused = [")?;
        self.unused.iter().try_for_each(|line| writeln!(f, "    {line:?},"))?;
        writeln!(f, "]")
    }
}

fn listed(found: &Imported) -> Listed {
    let cases = found.cases.iter().map(|found| fields(&found.case)).collect();
    Listed { cases, unused: found.unused.iter().map(shown).collect() }
}

fn whys(found: &Imported) -> Vec<String> {
    found.cases.iter().map(|found| found.case.why.clone()).collect()
}

fn fields(case: &Case) -> [String; 4] {
    let expected = case.expected.to_string();
    [case.name.clone(), case.kind.clone(), case.input.clone(), expected]
}

fn shown(unused: &Unused) -> [String; 3] {
    let (start, end) = unused.lines.clone().into_inner();
    let lines = if start == end { start.to_string() } else { format!("{start}-{end}") };
    [lines, unused.text.clone(), unused.why.clone().unwrap_or_default()]
}

/// Lines that may stand on a page between an input and its answer, and between cases.
const NOISE: [&str; 24] = [
    "",
    "The piece is in a corner.",
    "![Board](https://example.org/board.png)",
    "See [the rules](https://example.org/rules) of 2017.",
    "12",
    "3 votes",
    "It is true that this is hard, and false that it is long.",
    "- a point in a list, with 1, 2 or 3 words",
    "```",
    "for (let a = [0]; a < 3; a++) {",
    "}",
    "[",
    "| left | right |",
    "Posted by K. Q. Rook on 1.2.2017 (5 answers)",
    "enter image description here(III) enter image description here(II)",
    "true if the king is checkmated, false otherwise",
    "cell.className = (i + j)%2 == 0 ? \"black\" : \"white\"",
    "{\"a\": 1}",
    "He said \"no, and that is all.",
    "Input size: 3 to 8",
    "board[0][0], board[0][1] and so on",
    "(see the picture)",
    "1. c2(I) - guarded by the bishop at b3(II)",
    "Copy",
];

/// Builds a page of random cases with noise between all parts, and finds exactly these cases.
#[test]
fn the_cases_of_a_random_page_are_found_whatever_stands_between_them() {
    let (path, mate) = (rules("kubikschach"), rules("cube"));
    let mut queries = PathGenerator::new(&path, path.default_size(), PathConstraint::default(), 1);
    let mut boards = MateGenerator::new(&mate, MateConstraint::default(), 1);
    for seed in 0..rounds(300) {
        let mut random = SplitMix64(seed as u64);
        let (mut page, mut expected) = (String::new(), Vec::new());
        for _ in 0..=random.below(6) {
            page.push_str(&noise(&mut random));
            let count = if random.in_percent(25) { 2 + random.below(2) } else { 1 };
            let cases: Vec<(String, String)> = (0..count)
                .map(|_| {
                    let (rules, question) = if random.in_percent(50) {
                        (&path, queries.next_question())
                    } else {
                        (&mate, boards.next_question())
                    };
                    let question = question.expect("nothing is asked for");
                    let form = random.pick(&[Form::Puzzle, Form::Line, Form::Grid]);
                    let answer = question.answer(rules).expect("it can be answered");
                    (question.text(rules, form).trim_end().to_owned(), answer.to_string())
                })
                .collect();
            write_block(&mut page, &cases, &mut random);
            expected.extend(cases);
        }
        let found = imported(&page, false).cases.into_iter();
        let found = found.map(|found| (found.case.input, found.case.expected.to_string()));
        let words = |(input, answer): (String, String)| {
            (input.split_whitespace().collect::<String>(), answer)
        };
        let found: Vec<_> = found.map(words).collect();
        let expected: Vec<_> = expected.into_iter().map(words).collect();
        assert_eq!(found, expected, "seed {seed}:\n{page}");
    }
}

/// Returns up to three lines of other text.
fn noise(random: &mut SplitMix64) -> String {
    (0..random.below(4)).flat_map(|_| [random.pick(&NOISE), "\n"]).collect()
}

/// Writes inputs that stand together, noise, and then the answers.
fn write_block(page: &mut String, cases: &[(String, String)], random: &mut SplitMix64) {
    let [input, output] = random.pick(&[
        ["Input", "Output"],
        ["Sample Input:", "Sample Output:"],
        ["Entrada", "Salida"],
        ["入力例", "出力例"],
        ["Sample Input 1Copy\nCopy", "Sample Output 1Copy\nCopy"],
        ["**Input**", "**Expected output**"],
    ]);
    let remark =
        random.pick(&["", "", ". The rest is easy.", " // as it should be", " (with care)"]);
    let fence = random.pick(&["", "```\n"]);
    for (text, _) in cases {
        page.extend([input, "\n", fence, text, "\n", fence]);
    }
    page.extend(["\n", &noise(random)]);
    for (_, answer) in cases {
        let remark = if cases.len() == 1 { remark } else { "" };
        page.extend(["\n", output, "\n", fence, answer, remark, "\n", fence]);
    }
    page.push('\n');
}
