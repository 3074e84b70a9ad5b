//! Compares verdicts under all rule sets with those found by making every move. One parser per rule
//! set parses all boards.

use std::cell::RefCell;

use kubikschach::board::{Board, Setup};
use kubikschach::cell::Cell;
use kubikschach::mistake::Mistake;
use kubikschach::notation::{Boards, Next, Reader as _};
use kubikschach::piece::Color;
use kubikschach::position::Position;
use kubikschach::rules::Rules;
use kubikschach::verdict::Verdict;
use proptest::prelude::*;

use crate::common::coverage::Coverage;
use crate::common::rng::SplitMix64;
use crate::common::{for_all, rules};
use crate::exotic_rules;
use crate::oracle::exhaustive;

/// Edges of small boards.
const SMALL: &[usize] = &[2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4, 5, 5, 6, 7, 8];
/// Edges of large boards.
const LARGE: &[usize] = &[9, 15, 16, 17, 18, 20];

/// Returns the rule sets to test, some of them twice, so that they get more random boards. `cube`
/// matters most. Lame leapers rarely give mate, so the rules with lame leapers need more boards to
/// include enough mates.
fn rule_sets() -> Vec<Rules> {
    let exotic = exotic_rules::all();
    [vec![rules("cube"), rules("cube"), exotic[0].clone()], exotic].concat()
}

#[test]
fn verdicts_are_those_of_making_every_move() {
    agree_on(&rule_sets(), SMALL, 12_000);
}

#[test]
fn a_king_that_attacks_but_is_not_attacked_breaks_an_invariant() {
    let coverage = agree_on(&[exotic_rules::lopsided_kings_apart()], SMALL, 6_000);
    coverage.at_least(60, "a king that touches another and is not touched");
}

#[test]
fn verdicts_on_large_boards_are_those_of_making_every_move() {
    let coverage = agree(&rule_sets(), LARGE, 800);
    for set in rule_sets() {
        coverage.at_least(1, &format!("checkmate by {}", set.name()));
        coverage.at_least(30, &format!("no checkmate by {}", set.name()));
    }
}

fn agree_on(rule_sets: &[Rules], edges: &[usize], cases: u32) -> Coverage {
    let coverage = agree(rule_sets, edges, cases);
    let share = |percent: usize| percent * cases as usize / 100;
    coverage.at_least(share(5), "a text that is no board");
    coverage.at_least(share(20), "broken invariants");
    for rules in rule_sets {
        let name = rules.name();
        coverage.at_least(share(1) / 4, &format!("checkmate by {name}"));
        coverage.at_least(share(1), &format!("no checkmate by {name}"));
    }
    coverage
}

fn agree(rule_sets: &[Rules], edges: &[usize], cases: u32) -> Coverage {
    let coverage = Coverage::default();
    let readers: Vec<RefCell<Boards<'_>>> =
        rule_sets.iter().map(|rules| RefCell::new(Boards::new(rules))).collect();
    for_all(cases, &any::<u64>(), |seed| {
        let mut rng = SplitMix64(seed);
        let reader = &readers[rng.below(readers.len())];
        let edge = rng.pick(edges);
        let written = Written::new(reader.borrow().rules(), edge, &mut rng);
        check(&mut reader.borrow_mut(), &written, &coverage)
    });
    coverage
}

fn check(
    boards: &mut Boards<'_>,
    written: &Written,
    coverage: &Coverage,
) -> Result<(), TestCaseError> {
    let (rules, shown) = (&boards.rules().clone(), String::from_utf8_lossy(&written.text));
    let found = first(boards, &written.text);
    let expected = first(&mut Boards::new(rules), &written.text);
    prop_assert_eq!(&found, &expected, "{:?}", shown);
    let setup = found.and_then(|(_, record)| record.ok());
    coverage.see("a text that is no board", setup.is_none());
    let Some(mut setup) = setup else { return Ok(()) };
    if let Some(letters) = &written.letters {
        prop_assert!(&contents(rules, &setup.board) == letters, "{:?}", shown);
    }
    for turn in Color::ALL {
        setup.turn = Some(turn);
        let broken = exhaustive::broken_invariants(rules, &setup);
        let position = Position::new_unchecked(rules, setup);
        let found =
            position.validate().map_or_else(|error| exhaustive::names(&error), |()| [].into());
        prop_assert_eq!(&found, &broken, "{} {}", shown, turn);
        let verdict = check_verdict(&position)
            .map_err(|failure| TestCaseError::fail(format!("{shown} {turn}: {failure}")))?;
        coverage.see("broken invariants", !broken.is_empty());
        let kind = if verdict == Verdict::Checkmate { "checkmate" } else { "no checkmate" };
        coverage.see(&format!("{kind} by {}", rules.name()), broken.is_empty());
        if broken.contains("kings touch") {
            coverage.see("a king that touches another and is not touched", is_lopsided(&position));
        }
        setup = position.into_setup();
    }
    Ok(())
}

/// Returns the byte offset of the end of the first record of a text, and the record or its error.
fn first(boards: &mut Boards<'_>, text: &[u8]) -> Option<(usize, Result<Setup, Mistake>)> {
    boards.restart();
    match boards.next(text, true) {
        Next::Record { end, result } => Some((end, result)),
        _ => None,
    }
}

fn check_verdict(position: &Position) -> Result<Verdict, TestCaseError> {
    let verdict = exhaustive::verdict_of(position);
    let has_legal_move = matches!(verdict, Verdict::Check | Verdict::Ongoing);
    prop_assert_eq!(position.verdict(), verdict);
    prop_assert_eq!(position.is_check(), matches!(verdict, Verdict::Check | Verdict::Checkmate));
    prop_assert_eq!(position.is_checkmate(), verdict == Verdict::Checkmate);
    prop_assert_eq!(position.is_stalemate(), verdict == Verdict::Stalemate);
    prop_assert_eq!(position.has_legal_move(), has_legal_move);
    if position.board().count() <= FEW_PIECES {
        prop_assert_eq!(position.legal_moves(), exhaustive::legal_moves(position));
    }
    Ok(verdict)
}

/// Maximum number of pieces on boards whose legal moves the test compares with those of the oracle.
/// With more pieces, making every move takes too long.
const FEW_PIECES: usize = 16;
const MOST_PIECES: usize = 90;

/// Returns `true` if a king of exactly one side attacks a king of the other side.
fn is_lopsided(position: &Position) -> bool {
    let touches = |color: Color| {
        let mut others = position.kings(!color).iter();
        others.any(|&king| {
            position.attackers(king, color).iter().any(|cell| position.kings(color).contains(cell))
        })
    };
    touches(Color::White) != touches(Color::Black)
}

/// Returns the letters of a board in text order: levels from the top, ranks from Black's side.
fn contents(rules: &Rules, board: &Board) -> Vec<char> {
    let size = board.size();
    let mut letters = Vec::with_capacity(size.cells());
    for level in size.coordinates().rev() {
        for rank in size.coordinates().rev() {
            let cells = size.coordinates().map(|file| Cell::new(file, rank, level));
            letters.extend(
                cells.map(|cell| board.piece_at(cell).map_or('#', |piece| rules.letter(piece))),
            );
        }
    }
    letters
}

/// Text of a board, and the letters of that board. The letters are `None` if the text was damaged.
struct Written {
    text: Vec<u8>,
    letters: Option<Vec<char>>,
}

impl Written {
    /// Writes a random board, mostly in bracket notation, and possibly damages the text.
    fn new(rules: &Rules, edge: usize, rng: &mut SplitMix64) -> Self {
        let cells = letters(rules, edge, rng);
        let row = |row: &[char]| row.iter().collect::<String>();
        let level = |level: &[char]| level.chunks(edge).map(row).collect::<Vec<_>>().join(",");
        let levels = cells.chunks(edge * edge).map(|cells| format!("[{}]", level(cells)));
        let mut text = levels.collect::<Vec<_>>().join(",").into_bytes();
        text.push(b'\n');
        let is_damaged = rng.in_percent(15);
        if is_damaged {
            damage(&mut text, rng);
        }
        text.extend_from_slice(rng.pick(&["", "\n", "w", "[", "[K#,##],[##,k#]\n"]).as_bytes());
        Self { text, letters: (!is_damaged).then_some(cells) }
    }
}

/// Changes, removes or inserts a byte, or truncates the text.
fn damage(text: &mut Vec<u8>, rng: &mut SplitMix64) {
    let at = rng.below(text.len());
    let byte = rng.pick(b"[[]],,##KXk \n\r\0\xff{z");
    match rng.below(6) {
        0 => drop(text.remove(at)),
        1 => text.insert(at, byte),
        2 => text.truncate(at),
        3 => text.splice(text.len() - 1.., *b" b\n").for_each(drop),
        _ => text[at] = byte,
    }
}

fn letters(rules: &Rules, edge: usize, rng: &mut SplitMix64) -> Vec<char> {
    let mut cells = vec!['#'; edge * edge * edge];
    let of = |royal: bool| -> Vec<char> {
        let defs = rules.roles().map(|(_, def)| def).filter(|def| def.royal == royal);
        defs.map(|def| def.letter).collect()
    };
    let (others, kings) = (of(false), of(true));
    let mut placed = Vec::new();
    for white in [true, false] {
        for _ in 0..rng.pick(&[0, 1, 1, 1, 1, 1, 1, 2]) {
            let corner = rng.in_percent(60);
            let along = |()| if corner { rng.pick(&[0, edge - 1]) } else { rng.below(edge) };
            let cell = [(); 3].map(along);
            placed.push((cell, letter(rng.pick(&kings), white)));
        }
    }
    let white = rng.pick(&[5, 10, 30, 50, 70, 90, 95]);
    let count = match rng.below(3) {
        0 => rng.below(7),
        _ => (cells.len() * (5 + rng.below(46)) / 100).min(MOST_PIECES),
    };
    let king_cells: Vec<[usize; 3]> = placed.iter().map(|(cell, _)| *cell).collect();
    for _ in 0..count {
        let near = !king_cells.is_empty() && rng.in_percent(if edge > 8 { 85 } else { 50 });
        let cell = if near {
            rng.pick(&king_cells).map(|along| (along + rng.below(7)).saturating_sub(3))
        } else {
            [(); 3].map(|()| rng.below(edge))
        };
        placed.insert(0, (cell, letter(rng.pick(&others), rng.in_percent(white))));
    }
    // Kings are placed last, so that nothing replaces them.
    for ([level, row, file], letter) in placed {
        let [level, row, file] = [level, row, file].map(|along| along.min(edge - 1));
        cells[(level * edge + row) * edge + file] = letter;
    }
    cells
}

const fn letter(letter: char, white: bool) -> char {
    if white { letter } else { letter.to_ascii_lowercase() }
}
