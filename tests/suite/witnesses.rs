//! Checks the boards by which audits distinguish misreadings.

use std::collections::BTreeSet;

use kubikschach::cases::Puzzle;
use kubikschach::render;
use kubikschach::workbench::{Audit, AuditOutcome, Searched};

use crate::common::{changed_rules, cubic_chess, rules};

/// Misreadings of a pawn's quiet steps change the verdict on hardly any random board, so the audit
/// constructs boards for them.
#[test]
fn boards_reveal_every_misreading_of_pawns() {
    let raumschach = rules("raumschach");
    for (rules, seed) in [(&raumschach, 1), (&cubic_chess(), 3)] {
        let audit = Audit::new(rules, Puzzle::Mate, &[], seed).expect("there is memory");
        for finding in &audit.findings {
            let reading = render::reading(rules, &finding.reading);
            let AuditOutcome::Survives(question) = &finding.outcome else {
                panic!("no board reveals that {reading}")
            };
            let expected = question.answer(rules).expect("there is memory");
            assert!(finding.reading.fails(question, &expected).expect("there is memory"));
        }
    }
}

/// On a 2×2×2 board a rider moves like a leaper. No board distinguishes some misreadings, so the
/// search must give up.
#[test]
fn equivalent_misreadings_are_reported_after_a_large_search() {
    let rules = changed_rules("cube", [["size = \"open\"", "size = 2"]]);
    let audit = Audit::new(&rules, Puzzle::Mate, &[], 1).expect("there is memory");
    let mut same = BTreeSet::new();
    for finding in &audit.findings {
        if let AuditOutcome::NoWitness(Searched::Boards(count)) = finding.outcome {
            assert!((200_000..201_000).contains(&count), "{count}");
            same.insert(render::reading(&rules, &finding.reading));
        }
    }
    assert!(same.contains("the Rook goes only one step"), "{same:#?}");
}
