//! Fuzz target `mates`: the bytes choose a position with a few pieces.

use kubikschach::board::Board;
use kubikschach::control::Control;
use kubikschach::endgame::Endgame;
use kubikschach::piece::Color;
use kubikschach::position::Position;
use kubikschach::rules::Rules;
use kubikschach::search::MateSearch;

use crate::choices::Choices;
use crate::common::{size, text_of};
use crate::items::{expect_ok, rule_sets};
use crate::oracle::mates;

/// Compares mates, keys, duals, set play and tries with those of a search of every move. If there
/// are few pieces, also compares mates with the solved endgame.
pub fn run(data: &[u8]) {
    let mut choices = Choices::new(data);
    let judging: Vec<&Rules> =
        rule_sets().iter().filter(|rules| rules.verdict().is_some()).collect();
    // Three in four inputs take the first rule set, whose boards may be small.
    let rules = if choices.below(4) > 0 { judging[0] } else { choices.pick(&judging) };
    let size = rules.size().unwrap_or(size(2 + choices.below(3)));
    let Ok(position) = Position::new(rules, choices.setup(rules, size, 6)) else { return };
    let most = if size.edge() <= 3 { 2 } else { 1 };
    if position.validate_playable().is_err() {
        return;
    }
    mates::solved(&position, most);
    if size.edge() <= 3 && position.board().count() <= 3 && position.turn() == Color::White {
        check_solved(&position);
    }
}

/// Compares the mate search with the solved endgame of the men on the board.
fn check_solved(position: &Position) {
    let (rules, size) = (position.rules(), position.board().size());
    let Ok(endgame) = Endgame::parse(rules, size, &men(rules, position.board())) else { return };
    let solved = expect_ok(endgame.solve(1, &Control::FREE));
    let known = expect_ok(solved.find(position)).white_wins_in().map(usize::from);
    let mut search = expect_ok(MateSearch::new(position.clone(), 1 << 16));
    let most = known.unwrap_or(3).min(4);
    let found =
        search.within(most, &Control::FREE).expect("nobody stops it").map(|mate| mate.moves);
    assert_eq!(found, known.filter(|moves| *moves <= most), "{}", text_of(position));
}

fn men(rules: &Rules, board: &Board) -> String {
    board.pieces().map(|(_, piece)| rules.letter(piece)).collect()
}
