//! The documents of Great Shatranj in which a bare king plays on, and the table of
//! `docs/held-king.md` about them.

use std::fs;

use kubikschach::control::Control;
use kubikschach::endgame::Endgame;
use kubikschach::piece::Color;
use kubikschach::rules::{Results, Rules};

use crate::common::{changed_rules, parsed, rules, size};

/// The names of the documents and their holds, in the order of the guide's columns.
const DOCUMENTS: [(&str, &str); 3] =
    [("free", "[]"), ("held", "[\"level\"]"), ("extended", "[\"level\", \"column\"]")];

fn document(name: &str) -> Rules {
    let path = format!("fixtures/rules/great-shatranj-{name}.toml");
    parsed(&fs::read_to_string(path).expect("the document is part of the project"))
}

#[test]
fn the_documents_differ_from_great_shatranj_by_bare_kings_holds_and_sizes() {
    let built_in = rules("great-shatranj");
    for (name, holds) in DOCUMENTS {
        let (found, expected) =
            (document(name), changed_rules("great-shatranj", [["[\"level\"]", holds]]));
        assert_eq!(found.holds(), expected.holds(), "{name}");
        assert_eq!(found.movement(), built_in.movement(), "{name}");
        assert_eq!(found.promotion(), built_in.promotion(), "{name}");
        assert_eq!(found.verdict(), built_in.verdict(), "{name}");
        let results =
            built_in.results().map(|results| Results { bare_king: false, ..results.clone() });
        assert_eq!(found.results(), results.as_ref(), "{name}");
        assert_eq!(found.size(), None, "{name}");
    }
}

#[test]
fn the_guide_has_the_results_of_one_piece_on_small_boards() {
    let guide = fs::read_to_string("docs/held-king.md").expect("it is part of the project");
    let rows = guide.lines().filter_map(|line| line.strip_prefix("| "));
    let rows: Vec<Vec<&str>> = rows.map(|row| row.split(" | ").collect()).collect();
    for letter in ["G", "M", "H", "W", "E", "N"] {
        let row = rows.iter().find(|row| row[0] == letter).expect("the table has a row");
        for (cell, (name, _)) in row[1..].iter().zip(DOCUMENTS) {
            let men = format!("K{letter}k");
            let endgame = Endgame::parse(&document(name), size(4), &men).expect("an endgame");
            let solved = endgame.solve(2, &Control::FREE).expect("nobody stops it");
            let summary = solved.summary(Color::White);
            let found = entry(summary.won, summary.legal, summary.longest());
            assert_eq!(found, *cell, "{men}, {name}");
        }
    }
}

/// Returns an entry of the guide's table, such as `11 (4.41 %)`: the length of the longest mate,
/// and the share of won positions unless it is 100 %.
fn entry(won: u64, legal: u64, longest: Option<u16>) -> String {
    let Some(longest) = longest else { return "never".to_owned() };
    if won == legal {
        return longest.to_string();
    }
    #[expect(clippy::cast_precision_loss, reason = "a share need not be exact")]
    let share = won as f64 / legal as f64 * 100.0;
    // A share that is not 0 or 100 % is not rounded to these numbers.
    let mut rounded = (2..).map(|digits| format!("{share:.digits$}"));
    let is_between = |text: &String| !text.starts_with("100") && text.contains(|digit| digit > '0');
    let rounded = rounded.find(is_between).expect("the share is neither 0 nor 100 %");
    format!("{longest} ({rounded} %)")
}
