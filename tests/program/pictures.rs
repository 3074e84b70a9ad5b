//! SVG pictures: every cell has its place, title, piece and mark, and nothing overlaps.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Command;

use kubikschach::render;
use kubikschach::rules::{BUILT_IN, Rules};
use roxmltree::{Document, Node};
use serde_json::Value;
use tempfile::NamedTempFile;

use crate::stdout_of;

/// Rectangle as its upper left and lower right corners `[x, y]`.
type Area = [[f64; 2]; 2];

fn number(node: Node<'_, '_>, name: &str) -> f64 {
    node.attribute(name).and_then(|value| value.parse().ok()).unwrap_or_else(|| panic!("{name}"))
}

fn cells(picture: &Document<'_>) -> BTreeMap<String, Area> {
    let groups =
        picture.descendants().filter_map(|node| Some((node, node.attribute("transform")?)));
    let cell = |(group, place): (Node<'_, '_>, &str)| {
        let place = place.trim_start_matches("translate(").trim_end_matches(')');
        let (x, y) = place.split_once(' ').expect("two numbers");
        let [x, y]: [f64; 2] = [x, y].map(|part| part.parse().expect("a number"));
        let child = |name| group.children().find(|child| child.has_tag_name(name));
        let rect = child("rect").expect("a cell is a square");
        let title = child("title").and_then(|title| title.text()).expect("a cell has a name");
        (title.to_owned(), [[x, x + number(rect, "width")], [y, y + number(rect, "height")]])
    };
    groups.map(cell).collect()
}

/// Returns the estimated area of a text. Each letter is assumed to be 0.6 times as wide as the font
/// size.
fn text_area(text: Node<'_, '_>) -> Area {
    let (x, y, size) = (number(text, "x"), number(text, "y"), number(text, "font-size"));
    let letters = text.text().unwrap_or_default().chars().count();
    let width = size * 0.6 * f64::from(u32::try_from(letters).expect("labels are short"));
    let left = match text.attribute("text-anchor") {
        Some("end") => x - width,
        Some("middle") => x - width / 2.0,
        _ => x,
    };
    [[left, left + width], [y - size * 0.75, y]]
}

fn overlap(a: &Area, b: &Area) -> bool {
    (0..2).all(|axis| a[axis][0] < b[axis][1] && b[axis][0] < a[axis][1])
}

fn check(picture: &str, expected: &BTreeSet<String>, what: &str) {
    let picture = Document::parse(picture).expect("pictures are XML");
    let root = picture.root_element();
    let size = [number(root, "width"), number(root, "height")];
    assert_eq!(root.attribute("viewBox"), Some(&*format!("0 0 {} {}", size[0], size[1])), "{what}");
    let cells = cells(&picture);
    assert_eq!(&cells.keys().cloned().collect::<BTreeSet<_>>(), expected, "{what}");
    let labels = picture.descendants().filter(|node| node.attribute("class") == Some("label"));
    let labels: Vec<Area> = labels.map(text_area).collect();
    let areas: Vec<&Area> = cells.values().chain(&labels).collect();
    for (nth, area) in areas.iter().enumerate() {
        let inside = (0..2).all(|axis| area[axis][0] >= 0.0 && area[axis][1] <= size[axis]);
        assert!(inside, "{what}: {area:?} is not inside");
        // Comparing every pair of cells would take too long.
        let near = areas[nth + 1..].iter().find(|other| overlap(area, other));
        assert!(near.is_none(), "{what}: {area:?} and {near:?} overlap");
    }
    for forbidden in ["script", "http://", "https://", "href", "url("] {
        let text = picture.input_text().replace("http://www.w3.org/2000/svg", "");
        assert!(!text.contains(forbidden), "{what}: {forbidden}");
    }
}

#[test]
fn every_cell_has_its_title_and_mark_and_nothing_overlaps() {
    let mut cases = vec![("kubikschach", "8", "D4d"), ("great-shatranj", "6", "3c3")];
    let sizes = ["2", "3", "4", "5", "6", "7", "8", "9", "10"];
    cases.extend(sizes.map(|size| ("cube", size, "b2(II)")));
    for (rules, size, at) in cases {
        for columns in [None, Some("1"), Some("3"), Some("99")] {
            let base = ["moves", "N", "B", at, "--rules", rules, "--size", size];
            let answer = stdout_of(&[&base[..], &["--json"]].concat());
            let answer: Value = serde_json::from_str(&answer).expect("JSON");
            let mut svg = [&base[..], &["--svg", "-"]].concat();
            svg.extend(columns.iter().flat_map(|columns| ["--columns", columns]));
            let picture = stdout_of(&svg);
            assert_eq!(picture, stdout_of(&svg), "the same each time");
            let moves = answer["moves"].as_array().expect("a list").iter();
            let moves: BTreeSet<String> =
                moves.filter_map(Value::as_str).map(|cell| format!("{cell}, a move")).collect();
            let all = cells(&Document::parse(&picture).expect("pictures are XML"));
            let marked: BTreeSet<String> =
                all.keys().filter(|title| title.ends_with(", a move")).cloned().collect();
            assert_eq!(marked, moves, "{rules} {size}");
            assert!(all.contains_key(&format!("{at}, black knight, the piece")));
            let edge: usize = size.parse().expect("a number");
            assert_eq!(all.len(), edge.pow(3), "{rules} {size}");
            check(&picture, &all.keys().cloned().collect(), &format!("{rules} {size} {columns:?}"));
        }
    }
}

#[test]
fn routes_are_numbered_and_checkers_marked() {
    let route = stdout_of(&["path", "--route", "Rook", "W", "G6f", "C2e", "--svg", "-"]);
    let picture = Document::parse(&route).expect("pictures are XML");
    let digits = picture.descendants().filter(|node| node.attribute("class") == Some("digits"));
    assert_eq!(digits.filter_map(|node| node.text()).collect::<Vec<_>>(), ["1", "2", "3"]);
    let titles: Vec<String> = cells(&picture).into_keys().collect();
    for title in
        ["C2e, the finish", "C2f, on the route", "C6f, on the route", "G6f, white rook, the start"]
    {
        assert!(titles.iter().any(|found| found == title), "{title}");
    }
    assert_eq!(route, stdout_of(&["path", "Rook", "W", "G6f", "C2e", "--svg", "-"]));
    let none = stdout_of(&["path", "--route", "Pawn", "W", "H1a", "A8h", "--svg", "-"]);
    for title in ["H1a, white pawn, the start", "A8h, the finish"] {
        assert!(none.contains(&format!("<title>{title}</title>")), "without a route: {title}");
    }
    let mate = stdout_of(&["mate", "--svg", "-", "[rq,##],[##,K#]"]);
    for title in
        ["b2(II), black queen, gives check", "a1(I), white king, the piece", "b1(I), illegal"]
    {
        assert!(mate.contains(&format!("<title>{title}</title>")), "{title}");
    }
}

/// In an HTML page, the styles of a picture must not apply to other elements, so each selector
/// names the class that all pictures have.
#[test]
fn pictures_style_nothing_else_on_a_page() {
    for arguments in [&["moves", "Rook", "W", "A1a"][..], &["mate", "[rq,##],[##,K#]"]] {
        let text = stdout_of(&[arguments, &["--svg", "-"]].concat());
        let picture = Document::parse(&text).expect("it is XML");
        let class = picture.root_element().attribute("class").expect("a class");
        let style = picture.descendants().find(|node| node.has_tag_name("style"));
        let style = style.and_then(|style| style.text()).expect("it has styles");
        let dark = style.strip_prefix("@media(prefers-color-scheme:dark){").expect("dark colors");
        let rules = dark.strip_suffix("}").expect("they end").split_terminator('}');
        let selectors = rules.filter_map(|rule| Some(rule.split_once('{')?.0));
        for selector in selectors.flat_map(|selectors| selectors.split(',')) {
            assert!(selector.starts_with(&format!(".{class} ")), "{selector} in {class}");
        }
    }
}

#[test]
fn names_of_pieces_and_rules_are_escaped_in_pictures() {
    let (_, cube) = BUILT_IN.into_iter().find(|(name, _)| *name == "cube").expect("it is there");
    let document = cube.replacen("name = \"cube\"", "name = \"<&\"", 1).replacen(
        "name = \"Rook\"",
        "name = \"R&<\"",
        1,
    );
    let file = NamedTempFile::new().expect("there is a place for temporary files");
    fs::write(file.path(), &document).expect("there is room");
    let rules = file.path().to_str().expect("its name is text");
    let picture =
        stdout_of(&["moves", "R&<", "W", "a1I", "--rules", rules, "--size", "3", "--svg", "-"]);
    let picture = Document::parse(&picture).expect("pictures are XML");
    let title = picture.descendants().find(|node| node.has_tag_name("title"));
    let title = title.and_then(|title| title.text()).unwrap_or_default();
    assert!(title.starts_with("White R&< on a1"), "{title}");
    let symbols = render::symbols(&Rules::parse(&document).expect("a rule set"));
    let symbols = Document::parse(&symbols).expect("symbols are XML");
    let ids = symbols.descendants().filter_map(|node| node.attribute("id"));
    assert!(ids.clone().any(|id| id == "piece-<&-R"), "{:?}", ids.collect::<Vec<_>>());
}

#[test]
fn a_picture_that_cannot_be_written_is_an_error_without_an_answer() {
    let query = ["--svg", "no-such-folder/way.svg", "King", "W", "A1a", "B3d"];
    for options in [&["path", "--route"][..], &["path", "--route", "-k"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kubikschach"));
        let output = command.args(options).args(query).output().expect("the program runs");
        assert_eq!(output.status.code(), Some(2), "{options:?}");
        assert_eq!(String::from_utf8_lossy(&output.stdout), "", "{options:?}");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(error.starts_with("error: no-such-folder: no such folder\n"), "{error}");
    }
}

#[test]
fn a_picture_needs_a_single_answer() {
    let refused = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_kubikschach")).args(arguments).output();
        let output = output.expect("the program runs");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let board = "[rq,##],[##,K#]";
    assert!(refused(&["mate", "--svg", "-", board, board]).contains("draws one record"));
    assert!(refused(&["path", "--all", "--svg", "-", "King", "W", "A1a", "B3d"]).contains("--all"));
}
