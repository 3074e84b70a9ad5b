//! Checks that the rule set `great-shatranj:sideways` is `great-shatranj` turned a quarter. That its
//! moves are turned, too, is tested with those of other rule sets in `isometries.rs`.

use std::collections::BTreeSet;

use kubikschach::board::Setup;
use kubikschach::cases::Puzzle;
use kubikschach::notation::parse_board;
use kubikschach::render;
use kubikschach::rules::Rules;
use kubikschach::workbench::Misreading;

use crate::common::{rules, turned};

fn both() -> [Rules; 2] {
    ["great-shatranj", "great-shatranj:sideways"].map(rules)
}

#[test]
fn all_rules_without_a_direction_are_those_of_the_upright_game() {
    let [upright, sideways] = both();
    assert_eq!(upright.size(), sideways.size());
    assert_eq!(upright.captures(), sideways.captures());
    assert_eq!(upright.cells(), sideways.cells());
    assert_eq!(upright.verdict(), sideways.verdict());
    assert_eq!(upright.promotion(), sideways.promotion());
    assert_eq!(upright.holds(), sideways.holds());
    assert_eq!(upright.results(), sideways.results());
    assert_eq!(upright.source(), sideways.source());
    let pieces = |rules: &Rules| {
        let piece =
            |(_, def): (_, &kubikschach::rules::RoleDef)| (def.name.clone(), def.letter, def.royal);
        rules.roles().map(piece).collect::<Vec<_>>()
    };
    assert_eq!(pieces(&upright), pieces(&sideways));
}

#[test]
fn the_start_is_turned() {
    let [upright, sideways] = both().map(|rules| parse_board(&rules, "start").expect("it has one"));
    let board = turned::board(&upright.board);
    assert_ne!(board, upright.board);
    assert_eq!(sideways, Setup { board, ..upright });
}

#[test]
fn pawns_promote_on_the_turned_cells() {
    let [upright, sideways] = both();
    let size = upright.default_size();
    for (_, piece) in upright.letters() {
        for cell in size {
            let image = turned::quarter().cell(size, cell);
            let promotes = sideways.promotes(piece, size, image);
            assert_eq!(promotes, upright.promotes(piece, size, cell), "{piece:?} {cell:?}");
        }
    }
}

#[test]
fn words_name_directions_as_white_sees_them() {
    let definitions = |rules: &Rules| {
        let words = rules.roles().map(|(_, def)| render::definition(rules, def));
        words.collect::<Vec<_>>()
    };
    // Misreadings that name a step or a coordinate are left out.
    let is_general = |text: &String| text.contains("Pawn") && !text.contains("the step");
    let misreadings = |rules: &Rules| {
        let all = Misreading::all(rules, Puzzle::Path);
        let words = all.iter().map(|misreading| render::misreading(rules, misreading));
        let words =
            words.filter(is_general).map(|text| text.replace("its second file", "its second rank"));
        words.collect::<BTreeSet<_>>()
    };
    let [upright, sideways] = both();
    assert_eq!(definitions(&upright), definitions(&sideways));
    assert_eq!(misreadings(&upright), misreadings(&sideways));
}
