//! Checks the boards by which audits distinguish misreadings, and audits that are stopped.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use kubikschach::cases::Puzzle;
use kubikschach::control::Control;
use kubikschach::render;
use kubikschach::rules::Rules;
use kubikschach::workbench::{Audit, AuditOutcome, Finding, Searched};

use crate::common::{changed_rules, cubic_chess, rules};
use crate::workbench::published;

/// Misreadings of a pawn's quiet steps change the verdict on hardly any random board, so the audit
/// constructs boards for them.
#[test]
fn boards_reveal_every_misreading_of_pawns() {
    let raumschach = rules("raumschach");
    for (rules, seed) in [(&raumschach, 1), (&cubic_chess(), 3)] {
        let audit =
            Audit::new(rules, Puzzle::Mate, &[], seed, &Control::FREE).expect("there is memory");
        for finding in &audit.findings {
            let misreading = render::misreading(rules, &finding.misreading);
            let AuditOutcome::Survives(question) = &finding.outcome else {
                panic!("no board reveals that {misreading}")
            };
            let expected = question.answer(rules).expect("there is memory");
            assert!(finding.misreading.fails(question, &expected).expect("there is memory"));
        }
    }
}

/// On a 2×2×2 board a rider moves like a leaper. No board distinguishes some misreadings, so the
/// search must give up.
#[test]
fn equivalent_misreadings_are_reported_after_a_large_search() {
    let rules = changed_rules("cube", [["size = \"open\"", "size = 2"]]);
    let audit = Audit::new(&rules, Puzzle::Mate, &[], 1, &Control::FREE).expect("there is memory");
    let mut same = BTreeSet::new();
    for finding in &audit.findings {
        if let AuditOutcome::NoWitness(Searched::Boards(count)) = finding.outcome {
            assert!(count >= 4_000, "{count}");
            same.insert(render::misreading(&rules, &finding.misreading));
        }
    }
    assert!(same.contains("the Rook goes only one step"), "{same:#?}");
}

/// Without pawns, a route back is as long as the route there, so all queries are tried in vain.
#[test]
fn a_misreading_that_changes_no_answer_is_found_by_all_queries() {
    let rules = changed_rules("cube", [["size = \"open\"", "size = 3"]]);
    let audit = Audit::new(&rules, Puzzle::Path, &[], 1, &Control::FREE).expect("there is memory");
    let is_vain = |finding: &&Finding| {
        let misreading = render::misreading(&rules, &finding.misreading);
        misreading == "the program exchanges start and finish"
    };
    let outcome = &audit.findings.iter().find(is_vain).expect("it is a misreading").outcome;
    assert_eq!(*outcome, AuditOutcome::NoWitness(Searched::AllPairs));
}

/// The longest way of a pawn leads between two corners, which a random query rarely asks for.
#[test]
fn the_misreadings_that_change_no_answer_do_not_depend_on_the_seed() {
    let rules = Rules::kubikschach();
    for seed in 0..8 {
        let audit = Audit::new(&rules, Puzzle::Path, &[], seed, &Control::FREE);
        let audit = audit.expect("all cells are on the board");
        let same = audit
            .findings
            .iter()
            .filter(|finding| finding.outcome == AuditOutcome::NoWitness(Searched::AllPairs));
        let same: Vec<String> = same.map(|it| render::misreading(&rules, &it.misreading)).collect();
        // A leap over another piece never shortens a way on an empty board.
        assert_eq!(same, ["the Knight can be blocked"], "seed {seed}");
    }
}

#[test]
fn the_best_cases_catch_the_most_and_begin_alike() {
    let (rules, _, questions) = published(Puzzle::Path);
    let audit = Audit::new(&rules, Puzzle::Path, &questions, 1, &Control::FREE);
    let audit = audit.expect("all cells are on the board");
    let caught = |cases: &[usize]| {
        let is_caught = |finding: &&Finding| finding.caught_by.iter().any(|it| cases.contains(it));
        audit.findings.iter().filter(is_caught).count()
    };
    let all: Vec<usize> = (0..questions.len()).collect();
    let most = all.iter().map(|&nth| caught(&[nth])).max();
    assert_eq!(Some(caught(&audit.best(1))), most);
    for count in 1..=all.len() {
        let best = audit.best(count);
        assert_eq!(best, audit.best(all.len())[..count]);
        // Later cases never add more than earlier ones.
        let gain = caught(&best) - caught(&best[..count - 1]);
        assert!(count == 1 || gain <= caught(&best[..1]));
    }
    assert_eq!(caught(&audit.best(all.len())), caught(&all));
}

/// Returns an audit of the published cases that its control stops after `most` units of work.
fn stopped_audit(puzzle: Puzzle, most: u64) -> Audit {
    let (rules, _, questions) = published(puzzle);
    let done = AtomicU64::new(0);
    let watch = |work| match done.fetch_add(work, Ordering::Relaxed) {
        before if before < most => ControlFlow::Continue(()),
        _ => ControlFlow::Break(()),
    };
    let control = Control::new(&watch);
    Audit::new(&rules, puzzle, &questions, 1, &control).expect("a stop is no error")
}

#[test]
fn a_stopped_audit_has_the_outcomes_that_it_found() {
    for puzzle in Puzzle::ALL {
        let (rules, _, questions) = published(puzzle);
        let whole = Audit::new(&rules, puzzle, &questions, 1, &Control::FREE);
        let whole = whole.expect("there is memory");
        assert!(whole.is_complete(), "{puzzle:?}");
        let mut known = BTreeSet::new();
        for most in [0, 100, 500, 2_000, 5_000] {
            let audit = stopped_audit(puzzle, most);
            for (stopped, whole) in audit.findings.iter().zip(&whole.findings) {
                let agrees = match (&stopped.outcome, &whole.outcome) {
                    (AuditOutcome::Caught, _) => stopped.caught_by == whole.caught_by,
                    (AuditOutcome::Unknown, _)
                    | (AuditOutcome::Survives(_), AuditOutcome::Survives(_)) => true,
                    _ => false,
                };
                assert!(agrees, "{puzzle:?}, {most}: {stopped:?}, not {whole:?}");
            }
            let is_known = |finding: &&Finding| finding.outcome != AuditOutcome::Unknown;
            known.insert(audit.findings.iter().filter(is_known).count());
            assert!(!audit.is_complete(), "{puzzle:?}, {most}");
        }
        assert!(known.first() == Some(&0) && known.len() >= 4, "{puzzle:?}: {known:?}");
    }
}
