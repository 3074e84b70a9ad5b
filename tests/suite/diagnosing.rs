//! Diagnoses solvers whose flaws are implemented here, without the library's misreadings.

use std::sync::LazyLock;

use kubikschach::cases::{Answer, Case, PUBLISHED, Puzzle, Question};
use kubikschach::cell::{Cell, Size};
use kubikschach::notation::{self, Query};
use kubikschach::piece::Color;
use kubikschach::position::Position;
use kubikschach::render;
use kubikschach::rules::Rules;
use kubikschach::verdict::Verdict;
use kubikschach::workbench::{
    Diagnosis, Misreading, MisreadingKind, Observation, Separator, Trials, VerdictMisreading,
};

use crate::common::rules;
use crate::misreadings::misread_verdict;

#[derive(Clone, Copy, Debug)]
enum Flaw {
    /// Allowed numbers of axes along which the named piece moves at once.
    Axes(&'static str, &'static [usize]),
    /// The named piece rides (`true`) or makes single steps only (`false`).
    Rides(&'static str, bool),
    /// White pawns have these steps, as (file, rank, level).
    Pawn(&'static [[i32; 3]]),
    /// The solver replaces the color of a query by the value of this function.
    Color(fn(Color) -> Color),
    /// The solver replaces each cell (file, rank, level) of a query by the value of this function.
    Cell(fn([u16; 3]) -> [u16; 3]),
    /// The solver prints the value of this function. Its arguments are the right distance (`None`
    /// if there is no route) and the greatest distance of any cell from the start.
    Print(fn(Option<u32>, u32) -> i64),
}

use Flaw::{Axes, Cell as Coordinates, Color as Colors, Pawn, Print, Rides};

const UP: [[i32; 3]; 2] = [[0, 1, 0], [0, 0, 1]];

fn number(moves: Option<u32>) -> i64 {
    moves.map_or(-1, i64::from)
}

/// Descriptions of misreadings, each with a flaw. The diagnosis of a solver with that flaw must
/// name the misreading.
const SINGLE: [(&str, Flaw); 29] = [
    ("the King never steps along all three axes at once", Axes("King", &[1, 2])),
    ("the King never steps along one axis", Axes("King", &[2, 3])),
    ("the King repeats a step or leap any number of times", Rides("King", true)),
    ("the Queen also rides along two axes at once", Axes("Queen", &[1, 2, 3])),
    ("the Queen never rides along all three axes at once", Axes("Queen", &[1])),
    ("the Queen goes only one step", Rides("Queen", false)),
    (
        "the Queen rides along two axes at once and never rides along all three axes at once",
        Axes("Queen", &[1, 2]),
    ),
    ("the Rook also rides along two axes at once", Axes("Rook", &[1, 2])),
    ("the Rook goes only one step", Rides("Rook", false)),
    ("the Bishop also rides along two axes at once", Axes("Bishop", &[2, 3])),
    ("the Bishop also rides along one axis", Axes("Bishop", &[1, 3])),
    ("the Knight repeats a step or leap any number of times", Rides("Knight", true)),
    ("the Pawn also goes sideways", Pawn(&[UP[0], UP[1], [1, 0, 0], [-1, 0, 0]])),
    ("the Pawn also goes back", Pawn(&[UP[0], UP[1], [0, -1, 0], [0, 0, -1]])),
    ("the Pawn also makes two of its steps at once", Pawn(&[UP[0], UP[1], [0, 1, 1]])),
    ("the Pawn never steps 1 slice up", Pawn(&[UP[0]])),
    ("the black Pawn moves like the white one", Colors(|_| Color::White)),
    ("the Pawn of each color moves like that of the other color", Colors(|color| !color)),
    ("rows are read from White's side", Coordinates(|[x, y, z]| [x, 7 - y, z])),
    ("slices are read from the bottom", Coordinates(|[x, y, z]| [x, y, 7 - z])),
    ("column and row of each cell are exchanged", Coordinates(|[x, y, z]| [y, x, z])),
    (
        "every count is one too high",
        Print(|moves, _| moves.map_or(-1, |moves| i64::from(moves) + 1)),
    ),
    (
        "every count is one too low",
        Print(|moves, _| moves.map_or(-1, |moves| i64::from(moves) - 1)),
    ),
    (
        "a way from a cell to itself takes 1 move",
        Print(|moves, _| number(moves.map(|it| it.max(1)))),
    ),
    ("an unreachable cell is 0 moves away", Print(|moves, _| number(moves).max(0))),
    (
        "an unreachable cell is as many moves away as the board has cells",
        Print(|moves, _| moves.map_or(512, i64::from)),
    ),
    ("the search stops after 5 moves", Print(|moves, _| number(moves.filter(|it| *it <= 5)))),
    (
        "the search stops one move early, before the farthest cells",
        Print(|moves, farthest| number(moves.filter(|it| *it < farthest))),
    ),
    ("the Pawn also makes the step row -1, column +1, slice -1", Pawn(&[UP[0], UP[1], [1, 1, -1]])),
];

/// Pairs of flaws that one solver has, as indices in [`SINGLE`].
const DOUBLE: [[usize; 2]; 12] = [
    [0, 3],
    [1, 12],
    [4, 8],
    [9, 16],
    [3, 23],
    [6, 24],
    [10, 21],
    [13, 22],
    [7, 25],
    [0, 19],
    [18, 23],
    [2, 14],
];

/// Boards that reveal two misreadings of checkmate that no published case reveals. One is that a
/// king shields the cells behind it, the other that pinned pieces guard nothing.
const BOARDS: [&str; 2] =
    ["[###,###,###],[#R#,K##,q##],[###,###,qq#]", "[k##,n##,R##],[###,###,###],[#Q#,#q#,KR#]"];

struct Solver<'f> {
    flaws: &'f [Flaw],
}

impl Solver<'_> {
    fn answer(&self, rules: &Rules, size: Size, query: Query) -> i64 {
        let name = &*rules.role(query.piece.role()).name;
        let mut color = query.piece.color();
        let [mut start, mut finish] = [query.start, query.finish].map(parts);
        for flaw in self.flaws {
            match flaw {
                Colors(read) => color = read(color),
                Coordinates(read) => (start, finish) = (read(start), read(finish)),
                _ => {}
            }
        }
        let all = self.search(name, color, start, size);
        let farthest = all.iter().flatten().max().copied().unwrap_or(0);
        let (moves, prints) = (all[index(size, finish)], |flaw: &Flaw| match flaw {
            Print(print) => Some(*print),
            _ => None,
        });
        self.flaws
            .iter()
            .find_map(prints)
            .map_or_else(|| number(moves), |print| print(moves, farthest))
    }

    /// Returns the number of moves to each cell, by [`index`].
    fn search(&self, name: &str, color: Color, start: [u16; 3], size: Size) -> Vec<Option<u32>> {
        let (steps, rides) = (self.steps(name, color), self.rides(name));
        let mut moves = vec![None; size.cells()];
        moves[index(size, start)] = Some(0);
        let mut queue = vec![start];
        let mut visited = 0;
        while let Some(&from) = queue.get(visited) {
            visited += 1;
            let next = moves[index(size, from)].map(|moves| moves + 1);
            for step in &steps {
                let mut to = from;
                for _ in 1..if rides { 8 } else { 2 } {
                    let [Some(file), Some(rank), Some(level)] =
                        [0, 1, 2].map(|axis| on_board(size, to[axis], step[axis]))
                    else {
                        break;
                    };
                    to = [file, rank, level];
                    let known = &mut moves[index(size, to)];
                    if known.is_none() {
                        *known = next;
                        queue.push(to);
                    }
                }
            }
        }
        moves
    }

    fn steps(&self, name: &str, color: Color) -> Vec<[i32; 3]> {
        let all = (0..125).map(|it| [it / 25 - 2, it / 5 % 5 - 2, it % 5 - 2]);
        if name == "Pawn" {
            let pawn = self.flaws.iter().find_map(|flaw| match flaw {
                Pawn(steps) => Some(*steps),
                _ => None,
            });
            let ahead = if color == Color::White { 1 } else { -1 };
            let steps = pawn.unwrap_or(&UP).iter();
            return steps.map(|[x, y, z]| [*x, y * ahead, z * ahead]).collect();
        }
        if name == "Knight" {
            return all.filter(|step| sorted(*step) == [0, 1, 2]).collect();
        }
        let right: &[usize] = match name {
            "King" => &[1, 2, 3],
            "Queen" => &[1, 3],
            "Rook" => &[1],
            _ => &[3],
        };
        let axes = self.flaws.iter().find_map(|flaw| match flaw {
            Axes(piece, axes) if *piece == name => Some(*axes),
            _ => None,
        });
        let axes = axes.unwrap_or(right);
        let near = all.filter(|step| step.iter().all(|part| part.abs() < 2));
        near.filter(|step| axes.contains(&step.iter().filter(|part| **part != 0).count())).collect()
    }

    fn rides(&self, name: &str) -> bool {
        let flaw = self.flaws.iter().find_map(|flaw| match flaw {
            Rides(piece, rides) if *piece == name => Some(*rides),
            _ => None,
        });
        flaw.unwrap_or(matches!(name, "Queen" | "Rook" | "Bishop"))
    }
}

fn index(size: Size, [file, rank, level]: [u16; 3]) -> usize {
    (usize::from(level) * size.edge() + usize::from(rank)) * size.edge() + usize::from(file)
}

/// Returns a coordinate after a step; `None` if the step leads off the board.
fn on_board(size: Size, from: u16, by: i32) -> Option<u16> {
    let to = u16::try_from(i32::from(from) + by).ok();
    to.filter(|to| usize::from(*to) < size.edge())
}

fn parts(Cell { file, rank, level }: Cell) -> [u16; 3] {
    [file, rank, level]
}

fn sorted(step: [i32; 3]) -> [i32; 3] {
    let mut parts = step.map(i32::abs);
    parts.sort_unstable();
    parts
}

/// Diagnoses a solver by its answers to the published cases, to the questions in `more`, and then
/// to questions that distinguish the remaining misreadings. Returns the descriptions of the
/// misreadings that remain at the end.
fn diagnosed(
    rules: &Rules,
    puzzle: Puzzle,
    more: &[Question],
    solver: impl Fn(&Question) -> Answer,
) -> Vec<String> {
    let mut diagnosis = Diagnosis::new(rules, puzzle);
    let ask = |diagnosis: &mut Diagnosis, question: Question| {
        let (expected, got) = (question.answer(rules).expect("it is small"), solver(&question));
        let observation = Observation { question, expected, got: Some(got) };
        diagnosis.add(observation).expect("it is small");
    };
    let (_, _, document) = PUBLISHED[puzzle as usize];
    for case in Case::parse(document).expect("they are right") {
        ask(&mut diagnosis, case.question(rules).expect("it is right"));
    }
    for question in more {
        ask(&mut diagnosis, question.clone());
    }
    let mut separator = Separator::new(rules, puzzle, None, 1);
    for _ in 0..200 {
        // Pairs are only considered from three wrong answers on.
        let needs_more = diagnosis.wrong() < 3 && diagnosis.fits().expect("it is small").is_empty();
        let question = separator.any_question(&[], diagnosis.observations());
        if let Some(question) = question.filter(|_| needs_more) {
            ask(&mut diagnosis, question);
        }
    }
    for _ in 0..40 {
        let fits = diagnosis.fits().expect("it is small").into_iter();
        let fits: Vec<Misreading> = fits.map(|fit| fit.misreading.clone()).collect();
        let misreadings: Vec<&Misreading> = fits.iter().collect();
        let question = separator.separating(&misreadings, diagnosis.observations());
        match question.expect("it is small").filter(|_| fits.len() > 1) {
            Some(question) => ask(&mut diagnosis, question),
            None => break,
        }
    }
    let wrong = diagnosis.wrong();
    let best = diagnosis.best().expect("it is small").shown;
    assert!(wrong > 0, "the flaw shows");
    let fitting = best.iter().filter(|it| it.explains == wrong && it.contradicts == 0);
    fitting.map(|fit| render::misreading(rules, &fit.misreading)).collect()
}

/// Questions for a solver whose flaw is unknown. All tests share these questions, because
/// generating them takes longer than a diagnosis.
static TRIALS: LazyLock<Vec<Question>> = LazyLock::new(|| {
    let rules = rules("kubikschach");
    let mut trials = Trials::new(&rules, Puzzle::Path, None, 1).expect("the size is known");
    (0..120).map(|_| trials.next_question().expect("there are many")).collect()
});

fn solved(rules: &Rules, flaws: &[Flaw]) -> Vec<String> {
    let solver = Solver { flaws };
    diagnosed(rules, Puzzle::Path, &TRIALS, |question| match question {
        Question::Path(size, query) => {
            let number = solver.answer(rules, *size, *query);
            Answer::Moves(u32::try_from(number).ok())
        }
        Question::Mate(_) => unreachable!("queries were asked for"),
    })
}

#[test]
fn a_solver_without_a_flaw_agrees_with_the_rules() {
    let (rules, solver) = (rules("kubikschach"), Solver { flaws: &[] });
    for question in TRIALS.iter().cloned() {
        let Question::Path(size, query) = question else { unreachable!("queries were asked for") };
        let number = solver.answer(&rules, size, query);
        let expected = question.answer(&rules).expect("it is small");
        assert_eq!(expected, Answer::Moves(u32::try_from(number).ok()), "{query:?}");
    }
}

/// A misreading that allows every number that is not too small, and a flaw with the numbers that
/// the library shows as an example.
const NOT_SHORTEST: (&str, Flaw) = (
    "a way is found, but not always a shortest one",
    Print(|moves, _| moves.map_or(-1, |moves| i64::from(moves) + i64::from(moves > 1))),
);

#[test]
fn a_misreading_gives_the_answers_of_a_solver_with_that_flaw() {
    let rules = rules("kubikschach");
    let misreadings = Misreading::for_diagnosis(&rules, Puzzle::Path);
    for (text, flaw) in SINGLE.into_iter().chain([NOT_SHORTEST]) {
        let is_meant = |it: &&Misreading| render::misreading(&rules, it) == text;
        let misreading = misreadings.iter().find(is_meant).expect(text);
        let solver = Solver { flaws: &[flaw] };
        for question in TRIALS.iter() {
            let Question::Path(size, query) = *question else { unreachable!("they are queries") };
            let right = question.answer(&rules).expect("it is small");
            let answer = misreading.answer(question, &right).expect("it is small");
            let number = solver.answer(&rules, size, query);
            let expected = Answer::Moves(u32::try_from(number).ok());
            assert_eq!(answer, expected, "{text}: {query:?}");
        }
    }
}

#[test]
fn each_flaw_of_a_solver_is_named() {
    let rules = rules("kubikschach");
    for (expected, flaw) in SINGLE {
        let texts = solved(&rules, &[flaw]);
        // Only pawns differ by color and between going and coming, so these are the same flaw.
        let also = [
            "the Pawn of each color moves like that of the other color",
            "start and finish are exchanged",
        ];
        let is_meant = |text: &String| text == expected || also.contains(&&text[..]);
        assert!(texts.iter().all(is_meant), "{expected}: {texts:?}");
        assert!(texts.iter().any(|text| text == expected), "{expected}: {texts:?}");
    }
}

/// The program prints 99 for every twentieth query, and has a flaw in its other answers.
///
/// Each misreading shown as near gives a third of the wrong answers, and two wrong answers for each
/// right one that it contradicts.
#[test]
fn a_flaw_in_most_answers_is_named_as_near() {
    let (rules, (text, flaw)) = (rules("kubikschach"), SINGLE[3]);
    let (solver, mut diagnosis) = (Solver { flaws: &[flaw] }, Diagnosis::new(&rules, Puzzle::Path));
    for (nth, question) in TRIALS.iter().cloned().enumerate() {
        let Question::Path(size, query) = question else { unreachable!("queries were asked for") };
        let number = if nth % 20 == 0 { 99 } else { solver.answer(&rules, size, query) };
        let expected = question.answer(&rules).expect("it is small");
        let got = Some(Answer::Moves(u32::try_from(number).ok()));
        diagnosis.add(Observation { question, expected, got }).expect("it is small");
    }
    let best = diagnosis.best().expect("it is small");
    assert!(diagnosis.wrong() > 10 && diagnosis.wrong() == best.wrong);
    let shown: Vec<_> = best.shown.iter().map(|fit| (fit.explains, fit.contradicts)).collect();
    let are_near = shown.iter().all(|(explains, contradicts)| {
        3 * explains >= best.wrong && explains >= &(2 * contradicts)
    });
    assert!(are_near, "of {}: {shown:?}", best.wrong);
    assert_eq!(render::misreading(&rules, &best.shown[0].misreading), text);
}

#[test]
fn one_answer_to_all_of_three_queries_is_named() {
    let rules = rules("kubikschach");
    let mut diagnosis = Diagnosis::new(&rules, Puzzle::Path);
    for (text, is_named) in [("A1a A1b", false), ("A1a A3a", false), ("A1a B3d", true)] {
        let query = notation::parse_query(&rules, rules.default_size(), &format!("King W {text}"));
        let question = Question::Path(rules.default_size(), query.expect("a query"));
        let expected = question.answer(&rules).expect("it is small");
        let got = Answer::Moves(Some(7));
        let observation = Observation { question, expected, got: Some(got.clone()) };
        diagnosis.add(observation).expect("it is small");
        let best = diagnosis.best().expect("it is small");
        assert_eq!(best.constant.as_ref(), is_named.then_some(&got), "{text}");
    }
}

#[test]
fn a_pair_is_confirmed_only_after_new_inputs_tested_both_halves() {
    let rules = rules("kubikschach");
    let solver = Solver { flaws: &[9, 18].map(|nth: usize| SINGLE[nth].1) };
    let mut diagnosis = Diagnosis::new(&rules, Puzzle::Path);
    let observation = |size, query| {
        let number = solver.answer(&rules, size, query);
        let question = Question::Path(size, query);
        let expected = question.answer(&rules).expect("it is small");
        Observation { question, expected, got: Some(Answer::Moves(u32::try_from(number).ok())) }
    };
    for question in TRIALS.iter() {
        let Question::Path(size, query) = question else { unreachable!("queries were asked for") };
        diagnosis.add(observation(*size, *query)).expect("it is small");
    }
    assert!(diagnosis.best().expect("it is small").confirmed.is_none());
    let mut confirmed_after = |text| {
        let size = rules.default_size();
        let query = notation::parse_query(&rules, size, text).expect("a query");
        diagnosis.add_new(observation(size, query)).expect("it is small");
        diagnosis.best().expect("it is small").confirmed
    };
    for bishop in ["Bishop W A1a B2a", "Bishop W D4d D5e", "Bishop B H8h G8g", "Bishop B A1a C3a"] {
        assert_eq!(confirmed_after(bishop), None, "{bishop}");
    }
    assert_eq!(confirmed_after("Pawn W D4d C4d"), Some(5));
}

mod slow {
    use super::*;

    #[test]
    #[ignore = "searches for more than ten seconds"]
    fn both_flaws_of_a_solver_are_named() {
        let rules = rules("kubikschach");
        for pair in DOUBLE {
            let [(one, first), (other, second)] = pair.map(|nth| SINGLE[nth]);
            let texts = solved(&rules, &[first, second]);
            let is_both = |text: &String| text.contains(one) && text.contains(other);
            assert!(texts.first().is_some_and(is_both), "{one}, {other}: {texts:?}");
        }
    }

    #[test]
    #[ignore = "searches for more than ten seconds"]
    fn each_flaw_of_a_mate_solver_is_named() {
        let rules = rules("cube");
        let board = |text| Question::Mate(notation::parse_board(&rules, text).expect("a board"));
        let mut trials = Trials::new(&rules, Puzzle::Mate, None, 1).expect("boards need no size");
        let trials = (0..400).map(|_| trials.next_question().expect("there are boards"));
        let more: Vec<Question> = BOARDS.map(board).into_iter().chain(trials).collect();
        let misreadings = Misreading::for_diagnosis(&rules, Puzzle::Mate);
        for misreading in VerdictMisreading::all(&rules) {
            let texts = diagnosed(&rules, Puzzle::Mate, &more, |question| match question {
                Question::Mate(setup) => {
                    let position = Position::new_unchecked(&rules, setup.clone());
                    Answer::Checkmate(misread_verdict(&position, misreading) == Verdict::Checkmate)
                }
                Question::Path(..) => unreachable!("boards were asked for"),
            });
            let named =
                misreadings.iter().find(|it| it.kind == MisreadingKind::Verdict(misreading));
            let expected = named.map(|misreading| render::misreading(&rules, misreading));
            assert!(
                texts.iter().any(|text| Some(text) == expected.as_ref()),
                "{misreading:?}: {texts:?}"
            );
        }
    }
}
