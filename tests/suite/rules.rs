//! Checks that the built-in rule documents load, that errors have their line and column, and that
//! changes to a document change the moves.

use kubikschach::board::Empty;
use kubikschach::cell::Cell;
use kubikschach::mistake::Mistake;
use kubikschach::notation;
use kubikschach::piece::{Color, Piece};
use kubikschach::position::Position;
use kubikschach::render;
use kubikschach::rules::{BUILT_IN, Rules, Score};
use proptest::collection::vec;
use proptest::prelude::{any, prop_assert};
use proptest::sample::Index;
use serde::Deserialize;

use crate::common::{
    Differences, changed_rules, fixture, for_all, is_within, replaced, report, rules, size,
};

#[test]
fn scores_are_in_lowest_terms() {
    for (text, expected) in
        [("2/4", "1/2"), ("3/3", "1"), ("0/5", "0"), ("2/6", "1/3"), ("6/9", "2/3")]
    {
        let rules = changed_rules("great-shatranj", [["\"1/3\"", &format!("\"{text}\"")]]);
        let stalemate = rules.results().expect("it has results").stalemate;
        assert_eq!(stalemate.to_string(), expected, "{text}");
    }
    assert_eq!(Score::new(2, 4), Some(Score::HALF));
    assert_eq!([Score::new(1, 0), Score::new(3, 2)], [None; 2]);
}

#[test]
fn positions_under_documents_of_one_name_are_equal_only_if_the_rules_are() {
    let position = |rules: Rules| {
        let setup = notation::parse_board(&rules, "[#q,##],[##,K#]").expect("it is a board");
        Position::new(&rules, setup).expect("it breaks no invariant")
    };
    let knights = ["{ leap = [2, 1, 0] }", "{ leap = [3, 1, 0] }"];
    let cube = position(Rules::cube());
    assert_eq!(position(changed_rules("cube", [])), cube);
    assert_ne!(position(changed_rules("cube", [knights])), cube);
}

/// Valid rule document, and invalid documents made from it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BadRules {
    document: String,
    bad: Vec<BadDocument>,
}

/// Invalid rule document, given in full or as changes of the valid one, with the expected errors.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BadDocument {
    name: String,
    document: Option<String>,
    #[serde(default)]
    change: Vec<Change>,
    expected: Vec<String>,
    /// Hints of the errors, in their order; not compared if empty.
    #[serde(default)]
    hints: Vec<String>,
}

/// Replacement of a text that must occur exactly once.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Change {
    from: String,
    to: String,
}

impl BadDocument {
    fn text(&self, good: &str) -> String {
        let text = self.document.clone().unwrap_or_else(|| good.to_owned());
        self.change.iter().fold(text, |text, Change { from, to }| replaced(&text, from, to))
    }
}

fn mistakes(document: &str) -> Vec<Mistake> {
    Rules::parse(document).err().map(|mistakes| mistakes.0).unwrap_or_default()
}

fn messages(document: &str) -> Vec<String> {
    let mistakes = mistakes(document);
    mistakes.iter().map(|mistake| report(document.as_bytes(), mistake)).collect()
}

fn bad_rules() -> BadRules {
    fixture(include_str!("../../fixtures/bad-rules.toml"))
}

#[test]
fn the_built_in_rule_sets_load_by_name() {
    for (name, document) in BUILT_IN {
        assert_eq!(messages(document), [""; 0], "{name}");
        assert_eq!(rules(name).name(), name);
    }
    assert!(Rules::built_in("chess").is_none());
}

#[test]
fn every_error_in_a_rule_set_has_its_position() {
    let BadRules { document, bad } = bad_rules();
    assert_eq!(messages(&document), [""; 0], "the document to change is good");
    let mut differences = Differences::default();
    for case in bad {
        let text = case.text(&document);
        differences.compare(&case.name, &case.expected, &messages(&text));
        if !case.hints.is_empty() {
            let hints = mistakes(&text).into_iter().filter_map(|mistake| mistake.hint);
            differences.compare(&case.name, &case.hints, &hints.collect());
        }
    }
    differences.finish();
}

#[test]
fn crlf_a_missing_last_line_end_and_a_byte_order_mark_are_accepted() {
    let document = bad_rules().document;
    assert_eq!(messages(document.trim_end()), [""; 0]);
    assert_eq!(messages(&document.replace('\n', "\r\n")), [""; 0]);
    assert_eq!(messages(&format!("\u{feff}{document}")), [""; 0]);
    let bad = replaced(&document, "\"open\"", "1").replace('\n', "\r\n");
    let expected = "line 2, column 8: expected a size from 2 to 64, or \"open\", but found 1";
    assert_eq!(messages(&bad), [expected]);
}

#[test]
fn deeply_nested_brackets_are_an_error() {
    for deep in ["[".repeat(100_000), "{a=".repeat(100_000), "a.".repeat(100_000)] {
        assert!(!messages(&format!("name = {deep}")).is_empty());
        assert!(!messages(&deep).is_empty());
    }
}

#[test]
fn more_pieces_than_letters_are_one_mistake() {
    let piece = "[[piece]]\nname = 'Pawn'\nletter = 'P'\nmoves = 3\n";
    let promotion = "[promotion]\npieces = ['Pawn']\nto = ['Horse']\nzone = 'both'\n";
    for (count, found) in [(25, 27), (16_000, 16_002)] {
        let document = format!("{}\n{promotion}{}", bad_rules().document, piece.repeat(count));
        let why = "because each has a letter of its own";
        let expected =
            format!("line 14, column 1: expected at most 26 pieces, {why}, but found {found}");
        assert_eq!(messages(&document), [expected]);
    }
}

#[test]
fn a_document_of_more_than_two_megabytes_is_not_read() {
    let document = bad_rules().document;
    let of_length = |length| format!("{document}{}", "#".repeat(length - document.len()));
    assert_eq!(messages(&of_length(2 << 20)), [""; 0]);
    let expected =
        "line 1, column 1: expected a document of at most 2097152 bytes, but found 2097153";
    assert_eq!(messages(&of_length((2 << 20) + 1)), [expected]);
}

#[test]
fn no_change_of_a_document_makes_the_loader_panic() {
    let document = bad_rules().document;
    let pieces = vec((any::<Index>(), any::<Index>(), any::<Index>()), 1..=4);
    for_all(300, &pieces, |changes| {
        let mut text = document.clone();
        for (from, to, target) in changes {
            let [from, to, target] = [from, to, target].map(|index| index.index(text.len()));
            let part = text.get(from.min(to)..from.max(to)).unwrap_or_default().to_owned();
            text.insert_str(target, &part[..part.len().min(30)]);
            text.drain(..text.len().min(target / 9));
        }
        if let Err(mistakes) = Rules::parse(&text) {
            prop_assert!(!mistakes.0.is_empty());
            for mistake in mistakes.0 {
                prop_assert!(is_within(&mistake, text.as_bytes()), "{:?}", text);
            }
        }
        Ok(())
    });
}

/// Returns the number of destinations of a white piece in the middle of an empty board.
fn reach(rules: &Rules, name: &str, edge: usize) -> usize {
    let size = size(edge);
    let middle = u16::try_from(edge / 2).expect("it is small");
    let role = rules.role_named(name).expect("the rule set has the piece");
    let piece = Piece::new(Color::White, role);
    let cell = Cell::new(middle, middle, middle);
    rules.movement().destinations(&Empty(size), piece, cell).len()
}

#[test]
fn an_edited_rule_set_changes_the_moves() {
    let bishop = "letter = \"B\"\nmoves = [{ ride = [1, 1, 1] }]";
    let cube = rules("cube");
    let edited = |to: &str| changed_rules("cube", [[bishop, to]]);
    let planes = edited(&bishop.replace("}]", "}, { ride = [1, 1, 0] }]"));
    let level = edited(&bishop.replace("1] }]", "0], symmetry = \"planar\" }]"));
    let fixed = edited(&bishop.replace("1] }]", "1], symmetry = \"fixed\" }]"));
    let leaper = edited(&bishop.replace("ride", "leap"));
    // Each line from the middle of a 5×5×5 board has two cells in either direction.
    let bishops = [&cube, &planes, &level, &fixed, &leaper].map(|rules| reach(rules, "bishop", 5));
    assert_eq!(bishops, [8 * 2, (8 + 12) * 2, 4 * 2, 2, 8]);
    for rules in [&planes, &level, &fixed, &leaper] {
        for piece in ["king", "queen", "rook", "knight"] {
            assert_eq!(reach(rules, piece, 5), reach(&cube, piece, 5), "{piece}");
        }
    }
}

#[test]
fn one_line_turns_the_queen_of_the_puzzle_into_that_of_cube() {
    let queen = "moves = [{ ride = [1, 0, 0] }, { ride = [1, 1, 1] }]";
    let whole = "moves = [{ ride = [1, 0, 0] }, { ride = [1, 1, 0] }, { ride = [1, 1, 1] }]";
    let puzzle = rules("kubikschach");
    assert_eq!(reach(&puzzle, "queen", 5), (6 + 8) * 2);
    assert_eq!(
        reach(&changed_rules("kubikschach", [[queen, whole]]), "queen", 5),
        (6 + 12 + 8) * 2
    );
}

#[test]
fn black_mirrors_the_axes_that_a_move_names() {
    let rules = rules("kubikschach");
    let size = rules.default_size();
    let step = "leap = [0, 1, 0], symmetry = \"fixed\"";
    let from = notation::parse_cell(&rules, size, "D4d").expect("it is a cell");
    // One row and one slice ahead of `D4d`. Ahead of Black are the row E and the slice c.
    for (mirrors, expected) in [
        ("", "E4c"),
        (", mirrors = [\"rank\", \"level\"]", "E4c"),
        (", mirrors = [\"rank\"]", "E4e"),
        (", mirrors = [\"level\"]", "C4c"),
        (", mirrors = []", "C4e"),
    ] {
        let both = format!("{}{mirrors}", step.replace("1, 0]", "1, 1]"));
        let rules = changed_rules("kubikschach", [[step, &both]]);
        for (color, expected) in [(Color::White, "C4e"), (Color::Black, expected)] {
            let pawn = Piece::new(color, rules.role_named("pawn").expect("a piece"));
            let cells = rules.movement().destinations(&Empty(size), pawn, from);
            let cells: Vec<String> = cells.iter().map(|&to| rules.cells().name(size, to)).collect();
            assert!(cells.contains(&expected.to_owned()), "{color}{mirrors}: {cells:?}");
        }
    }
}

#[test]
fn edited_names_and_letters_are_accepted_in_boards_and_queries() {
    let change = ["name = \"Bishop\"\nletter = \"B\"", "name='Archer'\nletter='a'"];
    let archer = changed_rules("cube", [change]);
    let size = size(3);
    let query = notation::parse_query(&archer, size, "ARCHER w a1I b2(II)").expect("it is a query");
    assert_eq!(archer.role(query.piece.role()).name, "Archer");
    let setup = notation::parse_board(&archer, "[#A,##],[##,aK]").expect("it is a board");
    assert_eq!(notation::write_board(&archer, &setup.board), "[#A,##],[##,aK]");
    assert!(notation::parse_board(&archer, "[#B,##],[##,#K]").is_err());
}

#[test]
fn every_built_in_piece_has_a_drawing() {
    for rules in Rules::all_built_in() {
        let symbols = render::symbols(&rules);
        assert!(!symbols.contains("class=\"letter\""), "{}", rules.name());
    }
}
