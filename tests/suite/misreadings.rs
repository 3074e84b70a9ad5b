//! Compares verdicts under misreadings of checkmate with a second implementation, which uses only
//! the oracle's distance predicates, and checks the misreadings in printing.

use kubikschach::board::{Board, Move};
use kubikschach::cases::{Answer, Puzzle, Question};
use kubikschach::cell::Cell;
use kubikschach::notation::{self, write_board};
use kubikschach::piece::{Color, Piece, Role};
use kubikschach::position::Position;
use kubikschach::render;
use kubikschach::rules::Rules;
use kubikschach::verdict::Verdict;
use kubikschach::workbench::{
    AnswerMisreading, Misreading, MisreadingKind, Separator, Trials, VerdictMisreading,
};

use crate::common::coverage::Coverage;
use crate::common::rng::SplitMix64;
use crate::common::rounds::rounds;
use crate::common::rules;
use crate::oracle::{Oracle, after};
use crate::random_positions::{Makeup, check, read};

const MAKEUP: Makeup = Makeup {
    edges: &[(3, 2), (9, 3), (3, 4)],
    pieces: "qrrbbnn",
    most: [4, 8],
    kings: [&[(1, 1)], &[(1, 0), (3, 1)]],
};

#[test]
fn misread_verdicts_agree_with_a_second_implementation() {
    let (rules, coverage) = (rules("cube"), Coverage::default());
    let programs = programs(&rules);
    check(6_000, MAKEUP, |text| {
        let position = Position::new_unchecked(&rules, read(&rules, text));
        // With several kings or none the misreadings are undefined.
        if position.kings(position.turn()).len() == 1 {
            agree_on(&programs, &position, &coverage);
        }
        Ok(())
    });
    // Trials reveal misreadings more often than random boards.
    let mut trials = Trials::new(&rules, Puzzle::Mate, None, 1).expect("boards need no size");
    for _ in 0..rounds(800) {
        if let Ok(Question::Mate(setup)) = trials.next_question() {
            agree_on(&programs, &Position::new_unchecked(&rules, setup), &coverage);
        }
    }
    // Some misreadings change hardly any random verdict.
    let right = Misreading::right(&rules);
    let mut separator = Separator::new(&rules, Puzzle::Mate, None, 1);
    for (_, wrong) in &programs {
        for _ in 0..10 {
            let question = separator.separating(&right, wrong).expect("there is memory");
            let Some(Question::Mate(setup)) = question else { panic!("{:?}", wrong.kind) };
            agree_on(&programs, &Position::new_unchecked(&rules, setup), &coverage);
        }
    }
    for misreading in VerdictMisreading::all(&rules) {
        coverage.at_least(10, &format!("{misreading:?}"));
    }
}

/// The longest route of a pawn has seven steps along each of two edges.
#[test]
fn a_search_may_stop_after_any_number_of_moves_below_that_of_the_longest_route() {
    let all = Misreading::all(&rules("kubikschach"), Puzzle::Path);
    let is_listed = |most| {
        let kind = MisreadingKind::Answer(AnswerMisreading::StopsAfter(most));
        all.iter().any(|it| it.kind == kind)
    };
    assert_eq!([0, 1, 13, 14].map(is_listed), [false, true, true, false]);
}

/// The numbers of a cell in the order of its name, or of a field in the order of a board's text.
type Numbers = [usize; 3];

/// A reading of three numbers below the edge of the board.
type Reading = fn(Numbers, usize) -> Numbers;

/// Wrong readings of three numbers below `edge`, each with the words for it: of queries by
/// `kubikschach` and of boards by `raumschach`.
const READINGS: [(&str, &str, Reading); 6] = [
    (
        "exchanges row and column of each cell",
        "exchanges level and rank of each cell",
        |[a, b, c], _| [b, a, c],
    ),
    (
        "exchanges row and slice of each cell",
        "exchanges level and file of each cell",
        |[a, b, c], _| [c, b, a],
    ),
    (
        "exchanges column and slice of each cell",
        "exchanges file and rank of each cell",
        |[a, b, c], _| [a, c, b],
    ),
    ("counts rows from White's side", "reads levels from the bottom", |[a, b, c], edge| {
        [edge - 1 - a, b, c]
    }),
    ("counts columns from the right", "reads ranks from White's side", |[a, b, c], edge| {
        [a, edge - 1 - b, c]
    }),
    ("counts slices from the top", "reads files from the right", |[a, b, c], edge| {
        [a, b, edge - 1 - c]
    }),
];

/// Returns the misreading that `words` describe, if it is in the list for a puzzle.
fn program_that(rules: &Rules, puzzle: Puzzle, words: &str) -> Option<Misreading> {
    let mut all = Misreading::all(rules, puzzle).into_iter();
    all.find(|it| render::program_that(rules, it).as_deref() == Some(words))
}

/// Returns a query as a program reads it that takes the numbers of each cell for others.
fn misread_query(query: &str, reads: fn(Numbers, usize) -> Numbers) -> String {
    let digits = ["ABCDEFGH", "12345678", "abcdefgh"];
    let cell = |word: &str| {
        let numbers: Vec<usize> = word
            .chars()
            .zip(digits)
            .map(|(letter, digits)| digits.find(letter).expect("a digit"))
            .collect();
        let read = reads([numbers[0], numbers[1], numbers[2]], 8);
        read.into_iter().zip(digits).map(|(nth, digits)| &digits[nth..=nth]).collect::<String>()
    };
    let words: Vec<&str> = query.split_whitespace().collect();
    format!("{} {} {} {}", words[0], words[1], cell(words[2]), cell(words[3]))
}

#[test]
fn queries_are_misread_as_a_program_misreads_their_letters_and_digits() {
    let rules = rules("kubikschach");
    let size = rules.default_size();
    let coverage = Coverage::default();
    let question = |text: &str| {
        Question::Path(size, notation::parse_query(&rules, size, text).expect("a query"))
    };
    let answer = |text: &str| question(text).answer(&rules).expect("all cells are on the board");
    let colors = |text: &str| match text.replace(" W ", " w ").replace(" B ", " W ") {
        text if text.contains(" w ") => text.replace(" w ", " B "),
        text => text,
    };
    let ends = |text: &str| {
        let words: Vec<&str> = text.split_whitespace().collect();
        [words[0], words[1], words[3], words[2]].join(" ")
    };
    let agrees = |words: &str, reads: &dyn Fn(&str) -> String| {
        let program = program_that(&rules, Puzzle::Path, words);
        // Of the kubikschach pieces, only pawns are no cubes of moves, and go to no other column.
        let Some(program) = program else {
            return assert_eq!(words, "counts columns from the right");
        };
        let mut rng = SplitMix64(7);
        for name in ["Pawn", "Pawn", "Pawn", "Knight", "Bishop"] {
            for _ in 0..200 {
                let cell =
                    |rng: &mut SplitMix64| rules.cells().name(size, size.cell(rng.below(512)));
                let color = rng.pick(&["W", "B"]).to_owned();
                let text = format!("{name} {color} {} {}", cell(&mut rng), cell(&mut rng));
                let (right, expected) = (answer(&text), answer(&reads(&text)));
                let found = program.answer(&question(&text), &right);
                assert_eq!(found.as_ref(), Ok(&expected), "{words}: {text}");
                coverage.see(words, expected != right);
            }
        }
        coverage.at_least(10, words);
    };
    for (words, _, reads) in READINGS {
        agrees(words, &|text| misread_query(text, reads));
    }
    agrees("takes White for Black and Black for White", &colors);
    agrees("exchanges start and finish", &ends);
}

/// Returns the text of a board as a program reads it that takes the place of each field for another.
fn misread_board(text: &str, reads: fn(Numbers, usize) -> Numbers) -> String {
    let levels: Vec<Vec<Vec<char>>> = text
        .trim_matches(['[', ']'])
        .split("],[")
        .map(|level| level.split(',').map(|rank| rank.chars().collect()).collect())
        .collect();
    let edge = levels.len();
    let field = |numbers| {
        let [level, rank, file] = reads(numbers, edge);
        levels[level][rank][file]
    };
    let rank = |level, rank| (0..edge).map(|file| field([level, rank, file])).collect::<String>();
    let level = |at| (0..edge).map(|nth| rank(at, nth)).collect::<Vec<_>>().join(",");
    (0..edge).map(|at| format!("[{}]", level(at))).collect::<Vec<_>>().join(",")
}

#[test]
fn boards_are_misread_as_a_program_misreads_their_text() {
    let rules = rules("raumschach");
    let right = Misreading::right(&rules);
    let mut separator = Separator::new(&rules, Puzzle::Mate, None, 1);
    let mut listed = Vec::new();
    for (_, words, reads) in READINGS {
        let Some(program) = program_that(&rules, Puzzle::Mate, words) else { continue };
        listed.push(words);
        for _ in 0..5 {
            let question = separator.separating(&right, &program).expect("there is memory");
            let Some(Question::Mate(setup)) = &question else { panic!("{words}") };
            let text = misread_board(&write_board(&rules, &setup.board), reads);
            let position = Position::new_unchecked(&rules, read(&rules, &text));
            let question = Question::Mate(setup.clone());
            let found = program.answer(&question, &Answer::Checkmate(true));
            assert_eq!(found, Ok(Answer::Checkmate(position.is_checkmate())), "{words}: {text}");
        }
    }
    // The pieces move alike to both sides, and pawns move upwards as they move forward.
    assert_eq!(listed, READINGS.map(|(_, words, _)| words)[1..5]);
}

/// Returns the verdict of a solver with this misreading, computed without the library's verdicts.
pub(crate) fn misread_verdict(position: &Position, mistake: VerdictMisreading) -> Verdict {
    let oracle = Oracle::new(position.rules());
    let (board, side) = (position.board(), position.turn());
    let checkers = oracle.checkers(board, side);
    Judge { oracle: &oracle, board, side, checkers }.verdict(mistake)
}

/// Returns the misreadings of checkmate as programs that answer questions.
fn programs(rules: &Rules) -> Vec<(VerdictMisreading, Misreading)> {
    let verdict = |it: Misreading| match it.kind {
        MisreadingKind::Verdict(verdict) => Some((verdict, it)),
        _ => None,
    };
    Misreading::all(rules, Puzzle::Mate).into_iter().filter_map(verdict).collect()
}

fn agree_on(
    programs: &[(VerdictMisreading, Misreading)],
    position: &Position,
    coverage: &Coverage,
) {
    let question = Question::Mate(position.clone().into_setup());
    for (misreading, program) in programs {
        let expected = misread_verdict(position, *misreading);
        let text = write_board(position.rules(), position.board());
        assert_eq!(misreading.verdict(position), expected, "{misreading:?} of {text}");
        coverage.see(&format!("{misreading:?}"), expected != position.verdict());
        // Only the type of the right answer matters.
        let answer = program.answer(&question, &Answer::Checkmate(true)).expect("there is memory");
        let is_mate = Answer::Checkmate(expected == Verdict::Checkmate);
        assert_eq!(answer, is_mate, "{misreading:?} of {text}");
    }
}

/// Oracle for misreadings of checkmate. It detects check and mate by possible captures of the king.
struct Judge<'a> {
    oracle: &'a Oracle,
    board: &'a Board,
    side: Color,
    /// Cells of the pieces that give check before the move.
    checkers: Vec<Cell>,
}

impl Judge<'_> {
    fn verdict(&self, mistake: VerdictMisreading) -> Verdict {
        let (is_check, is_double) = (!self.checkers.is_empty(), self.checkers.len() > 1);
        let stuck = !self.moves(mistake).into_iter().any(|mv| self.is_legal(mistake, mv));
        match (is_check, stuck, mistake) {
            (true, _, VerdictMisreading::CheckIsMate) => Verdict::Checkmate,
            (true, _, VerdictMisreading::DoubleCheckIsMate) if is_double => Verdict::Checkmate,
            (true, true, _) | (false, true, VerdictMisreading::StalemateIsMate) => {
                Verdict::Checkmate
            }
            (true, false, _) => Verdict::Check,
            (false, true, _) => Verdict::Stalemate,
            (false, false, _) => Verdict::Ongoing,
        }
    }

    fn moves(&self, mistake: VerdictMisreading) -> Vec<Move> {
        let mut moves = self.oracle.pseudo_legal_moves(self.board, self.side);
        if mistake == VerdictMisreading::CapturesOwn {
            for (from, _) in self.board.pieces_of(self.side) {
                let own =
                    self.board.pieces_of(self.side).map(|(to, _)| to).filter(|&to| to != from);
                let own = own
                    .filter(|&to| !self.is_king(to) && self.oracle.attacks(self.board, from, to));
                moves.extend(own.map(|to| Move::new(from, to)));
            }
        }
        moves
    }

    fn is_legal(&self, mistake: VerdictMisreading, mv: Move) -> bool {
        let (board, side) = (after(self.board, mv), self.side);
        let takes = self.board.piece_at(mv.to).is_some();
        let checkers = &self.checkers;
        let left: Vec<Cell> = self.oracle.checkers(&board, side);
        let (is_king, is_check) = (self.is_king(mv.from), !checkers.is_empty());
        let ends_checks = left.iter().all(|cell| !checkers.contains(cell));
        match mistake {
            VerdictMisreading::NoBlocks if !is_king && is_check && !takes => false,
            VerdictMisreading::NoCaptures if !is_king && is_check && takes => false,
            VerdictMisreading::KingSparesChecker if is_king && checkers.contains(&mv.to) => false,
            VerdictMisreading::KingTakesGuarded if is_king && takes => true,
            VerdictMisreading::KingShields if is_king => {
                // A piece stays where the king was, and shields the cells behind.
                let mut shielded = board.clone();
                shielded.set(mv.from, self.board.piece_at(mv.from));
                self.oracle.attackers(&shielded, mv.to, !side).is_empty()
            }
            VerdictMisreading::NoBlocksOf(role) if !is_king && is_check && !takes => {
                left.is_empty() && !checkers.iter().any(|&cell| self.has_role(cell, role))
            }
            VerdictMisreading::StraightBlocks if !is_king && is_check && !takes => {
                left.is_empty() && checkers.iter().all(|&cell| self.is_straight_check(cell))
            }
            VerdictMisreading::NoPins if !is_king => ends_checks,
            VerdictMisreading::NoPinsOf(role) if self.has_role(mv.from, role) => ends_checks,
            VerdictMisreading::PinnedBlocks if !is_king && !takes => ends_checks,
            VerdictMisreading::PinnedCaptures if !is_king && takes => ends_checks,
            VerdictMisreading::FirstChecker
                if !is_king && checkers.len() > 1 && Self::first(checkers) == mv.to =>
            {
                left.iter().all(|cell| checkers.contains(cell))
            }
            VerdictMisreading::PinnedGuardNothing if is_king => {
                left.iter().all(|&cell| self.is_pinned(&board, cell))
            }
            VerdictMisreading::KingGuardsNothing if is_king => {
                left.iter().all(|&cell| self.is_king(cell))
            }
            VerdictMisreading::OneAnswer if !is_king && checkers.len() > 1 => {
                left.len() < checkers.len()
            }
            VerdictMisreading::IgnoresCheck => true,
            _ => left.is_empty(),
        }
    }

    /// Returns `true` if removing the piece on `cell` would expose the opponent's king to an
    /// attack.
    fn is_pinned(&self, board: &Board, cell: Cell) -> bool {
        let mut without = board.clone();
        without.set(cell, None);
        !self.oracle.is_check(board, !self.side) && self.oracle.is_check(&without, !self.side)
    }

    fn has_role(&self, cell: Cell, role: Role) -> bool {
        self.board.piece_at(cell).is_some_and(|piece| piece.role() == role)
    }

    /// Returns `true` if a checker stands on an axis through the king.
    fn is_straight_check(&self, checker: Cell) -> bool {
        let (king, _) =
            self.board.pieces_of(self.side).find(|(cell, _)| self.is_king(*cell)).expect("a king");
        [king.file != checker.file, king.rank != checker.rank, king.level != checker.level]
            .into_iter()
            .filter(|differs| *differs)
            .count()
            == 1
    }

    /// Returns the checker that a reader of the board's text meets first.
    fn first(checkers: &[Cell]) -> Cell {
        let text_order = |cell: &&Cell| (-i32::from(cell.level), -i32::from(cell.rank), cell.file);
        *checkers.iter().min_by_key(text_order).expect("there are checkers")
    }

    fn is_king(&self, cell: Cell) -> bool {
        self.board.piece_at(cell).is_some_and(|piece: Piece| self.oracle.is_king(piece))
    }
}
