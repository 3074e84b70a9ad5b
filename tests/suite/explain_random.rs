//! Compares explanations of random boards with the results of making every move. Every reason must
//! be listed, and every listed reason must be true.

use kubikschach::rules::Rules;

use crate::common::coverage::Coverage;
use crate::common::{other_pieces, rules};
use crate::oracle::explanation::{Checked, holds};
use crate::random_positions;
use crate::random_positions::Makeup;

const USUAL: Makeup = Makeup {
    edges: &[(3, 2), (8, 3), (5, 4), (3, 5)],
    pieces: "qrrbbnn",
    most: [5, 7],
    kings: [&[(1, 0), (30, 1), (2, 2)], &[(10, 0), (20, 1), (1, 2)]],
};

#[test]
fn every_reason_holds_and_none_is_missing() {
    let coverage = all_hold(&rules("cube"), 3_500, USUAL);
    coverage.at_least(1_000, "safe");
    coverage.at_least(1_000, "occupied");
    coverage.at_least(1_000, "guarded");
    coverage.at_least(100, "would expose another king");
    coverage.at_least(300, "a try that works");
}

#[test]
fn every_reason_holds_with_many_riders() {
    let makeup =
        Makeup { edges: &[(1, 3), (2, 4), (1, 5)], pieces: "qrrb", most: [24, 8], ..USUAL };
    let coverage = all_hold(&rules("cube"), 1_500, makeup);
    coverage.at_least(300, "a try that works");
    coverage.at_least(15, "a pinned piece");
    coverage.at_least(50, "a near miss");
}

#[test]
fn every_reason_holds_with_lame_leapers_and_soldiers() {
    let makeup = Makeup { edges: &[(3, 3), (2, 4)], pieces: "rllls", most: [10, 8], ..USUAL };
    let coverage = all_hold(&other_pieces(), 4_000, makeup);
    coverage.at_least(200, "a try that works");
    coverage.at_least(3, "a pinned piece");
    coverage.at_least(3, "a try that leaves the check");
    coverage.at_least(30, "a near miss");
    coverage.at_least(10, "a near miss with a choice");
}

/// Some of these boards are stalemates with several pieces. The others are double checks that a
/// single blocking piece ends.
#[test]
fn rare_positions_agree_with_making_every_move() {
    let coverage = Coverage::default();
    for board in [
        "[##b,#rn,##n],[###,#R#,###],[B##,##q,K##] w",
        "[##q,q##,###],[#r#,#R#,###],[Bq#,###,K#n] w",
        "[q#b,###,B##],[###,rR#,###],[###,##q,K##] w",
    ] {
        let checked = holds_of_text(&rules("cube"), board, &coverage);
        checked.unwrap_or_else(|failure| panic!("{board}: {failure}"));
    }
    for board in [
        "[###,###,###],[###,#R#,###],[lr#,##K,lr#] w",
        "[###,###,Sl#],[##l,###,#r#],[##l,###,Kl#] w",
        "[###,r##,lll],[#r#,###,###],[###,###,KL#] w",
        "[###,l##,###],[r##,s##,L##],[###,#r#,K##] w",
        "[###,l##,L#l],[###,rr#,###],[###,###,K##] w",
        "[###,###,##l],[ls#,Sr#,###],[S##,#r#,K##] w",
    ] {
        let checked = holds_of_text(&other_pieces(), board, &coverage);
        checked.unwrap_or_else(|failure| panic!("{board}: {failure}"));
    }
    coverage.at_least(8, "stuck by a pin");
    coverage.at_least(4, "hemmed in");
    coverage.at_least(1, "one answer to several checks");
}

fn holds_of_text(rules: &Rules, text: &str, coverage: &Coverage) -> Checked {
    holds(rules, &random_positions::read(rules, text), coverage)
}

#[track_caller]
fn all_hold(rules: &Rules, cases: u32, makeup: Makeup) -> Coverage {
    let coverage = Coverage::default();
    random_positions::check(cases, makeup, |text| holds_of_text(rules, text, &coverage));
    coverage
}
