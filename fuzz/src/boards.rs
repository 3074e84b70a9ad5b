//! Fuzz target `boards`: the first byte chooses the rule set, and the rest is the text of boards.

use kubikschach::board::Setup;
use kubikschach::cases::{Form, Question};
use kubikschach::notation::{self, Boards};
use kubikschach::piece::Color;
use kubikschach::rules::Rules;

use crate::common::coverage::Coverage;
use crate::common::records;
use crate::common::texts::check_survives;
use crate::items::{check_position, expect_ok, is_small, rules_and_text};
use crate::oracle::explanation;

/// Checks that no text makes the parser panic, and that verdicts agree with the oracle, a second
/// program for verdicts. Accepted boards must stay equal if they are written and parsed again.
pub fn run(data: &[u8]) {
    let Some((rules, text)) = rules_and_text(data) else { return };
    let mut boards = Boards::new(rules);
    expect_ok(check_survives(&mut boards, text));
    let setups = records(&mut boards, text).into_iter().flatten();
    setups.filter(|setup| is_small(&setup.board)).take(2).for_each(|setup| check(rules, &setup));
}

fn check(rules: &Rules, setup: &Setup) {
    let said = Setup { turn: setup.turn.or(Some(Color::White)), ..setup.clone() };
    for form in [Form::Puzzle, Form::Line, Form::Grid] {
        let text = Question::Mate(setup.clone()).text(rules, form);
        let again = expect_ok(notation::parse_board(rules, &text));
        let again = Setup { turn: again.turn.or(Some(Color::White)), ..again };
        assert_eq!(again, said, "{text}");
    }
    check_position(rules, setup);
    // The oracle checks the sentences of explanations for `cube` only.
    if rules.name() == "cube" {
        expect_ok(explanation::holds(rules, &said, &Coverage::default()));
    }
}
