//! The queries that a program is asked, in order.

use std::collections::HashSet;

use super::change::{CellChange, Spot};
use super::evidence::{ANSWERS_ABOUT_FACE, BoardFace, Evidence};
use super::pieces::PieceMoves;
use super::survey::{Seen, Survey};
use crate::cases::Question;
use crate::notation::Query;
use crate::path::MoveGraph;
use crate::workbench::Asked;

/// The queries that were not asked yet, the most telling first.
pub(super) struct Plan<'e> {
    evidence: &'e Evidence<'e>,
    wanted: Vec<Question>,
    known: HashSet<Question>,
    /// The length of the longest ride that was made in the first direction where it is known.
    ride: Option<i32>,
}

/// Number of queries of the plan, so that some runs are left to ask again what is shown.
const MOST_ASKED: usize = 190;
/// Number of queries after the first wrong answer at which the quick plan turns to the piece.
const QUICK: usize = 10;
/// Sizes of the changes that a piece is asked besides its own. The screen asks one of each of the
/// first six, the survey two of each.
const CLASSES: [[i32; 3]; 9] = [
    [0, 0, 1],
    [0, 1, 1],
    [1, 1, 1],
    [0, 0, 2],
    [0, 1, 2],
    [1, 1, 2],
    [0, 2, 2],
    [1, 2, 2],
    [2, 2, 2],
];
const SCREENED_CLASSES: usize = 6;
/// Number of steps of a piece without rides that the screen asks.
const SAMPLES: usize = 8;
/// Number of finishes with one right answer on the ladder of longer ways.
const RUNGS: usize = 2;

impl<'e> Plan<'e> {
    pub(super) fn new(evidence: &'e Evidence<'e>) -> Self {
        Self { evidence, wanted: Vec::new(), known: HashSet::new(), ride: None }
    }

    /// Returns the queries that the program should be asked now.
    pub(super) fn questions(mut self) -> Vec<Question> {
        let left = MOST_ASKED.saturating_sub(self.evidence.asked.len());
        self.all();
        self.wanted.truncate(left);
        self.wanted
    }

    fn all(&mut self) {
        let mut suspects = self.evidence.suspects();
        if self.evidence.observer.is_quick {
            if self.asked_since_first_wrong() < QUICK {
                self.screen();
            }
            if let Some(piece) = suspects.first() {
                self.survey(piece);
            }
            return;
        }
        self.screen();
        if !self.evidence.wrong_single_moves().is_empty() {
            return;
        }
        suspects.sort_by_key(|piece| piece.steps.len());
        for piece in &suspects {
            self.each_step(piece);
        }
        for piece in suspects {
            let before = self.wanted.len();
            self.survey(piece);
            if self.wanted.len() == before {
                self.ladder(piece);
            }
        }
        for piece in &self.evidence.pieces {
            self.steps(piece, &self.evidence.survey(piece));
        }
    }

    fn asked_since_first_wrong(&self) -> usize {
        let asked = &self.evidence.asked;
        asked.iter().skip_while(|(asked, _)| !asked.is_wrong()).count()
    }

    fn want(&mut self, query: impl IntoIterator<Item = Query>) {
        for query in query {
            let question = Question::Path(self.evidence.grid.size, query);
            let is_answered = self.evidence.observer.answers.get(&question).is_some();
            if !is_answered && self.known.insert(question.clone()) {
                self.wanted.push(question);
            }
        }
    }

    fn want_move(&mut self, piece: &PieceMoves, change: CellChange, spot: Spot) {
        let (grid, margin) = (self.evidence.grid, self.evidence.margin());
        self.want(piece.query(grid, change, spot, margin));
    }

    /// Asks a bit of everything.
    fn screen(&mut self) {
        let evidence = self.evidence;
        if let Some(piece) = evidence.pieces.first()
            && let Some(step) = piece.steps.first()
        {
            self.want_move(piece, step.change, Spot::Middle);
        }
        for piece in evidence.pieces.iter().filter(|piece| piece.is_of_one_color()) {
            self.each_step(piece);
            self.double_steps(piece);
        }
        for piece in &evidence.pieces {
            self.ways(piece);
        }
        self.start_is_finish();
        for face in evidence.all_faces() {
            self.face(face);
        }
        self.far();
        for (nth, piece) in evidence.pieces.iter().enumerate() {
            self.one_of_each_class(piece, nth);
        }
        self.directions();
        // The long plan asks all steps later.
        if evidence.observer.is_quick {
            for piece in &evidence.pieces {
                self.samples(piece);
            }
        }
    }

    fn samples(&mut self, piece: &PieceMoves) {
        let every = piece.steps.len().div_ceil(SAMPLES).max(1);
        for step in piece.steps.iter().filter(|step| !step.rides).step_by(every) {
            self.want_move(piece, step.change, Spot::Middle);
        }
    }

    fn each_step(&mut self, piece: &PieceMoves) {
        for step in &piece.steps {
            self.want_move(piece, step.change, Spot::Middle);
        }
    }

    /// Asks each step of a piece twice in one move, from the two cells where it may first start.
    fn double_steps(&mut self, piece: &PieceMoves) {
        let grid = self.evidence.grid;
        for step in &piece.steps {
            for back in [0, 1] {
                let home = |by: i32| match by.signum() {
                    0 => grid.last() / 2,
                    1 => back,
                    _ => grid.last() - back,
                };
                let start = step.change.0.map(home);
                let finish = [0, 1, 2].map(|nth| start[nth] + 2 * step.change.0[nth]);
                let mover = piece.piece(Spot::Middle);
                let cells = grid.cell(start).zip(grid.cell(finish));
                self.want(cells.map(|(start, finish)| Query { piece: mover, start, finish }));
            }
        }
    }

    /// Asks for the two nearest cells to which the piece has no way, and for the longest way.
    fn ways(&mut self, piece: &PieceMoves) {
        let evidence = self.evidence;
        let (grid, mover) = (evidence.grid, piece.piece(Spot::Middle));
        let Some(start) = grid.start(CellChange([0; 3]), Spot::Middle, 0) else { return };
        let Some(start) = grid.cell(start) else { return };
        let graph = MoveGraph::new(&evidence.observer.rules, grid.size, mover);
        let Ok(distances) = graph.distances_from(start) else { return };
        let away = |finish| Query { piece: mover, start, finish };
        let is_farthest = |moves: Option<u32>| moves == Some(distances.farthest());
        let mut found = grid.size.iter().zip(distances.iter());
        let farthest = found.find(|(_, moves)| is_farthest(*moves)).map(|(finish, _)| away(finish));
        let all = grid.size.iter().zip(distances.iter());
        let mut without: Vec<Query> =
            all.filter(|(_, moves)| moves.is_none()).map(|(finish, _)| away(finish)).collect();
        without.sort_by_key(|&query| {
            let [least, middle, most] = evidence.change(query).sizes();
            (most, least + middle)
        });
        self.want(without.into_iter().take(2).chain(farthest));
    }

    fn start_is_finish(&mut self) {
        let pieces = &self.evidence.pieces;
        let spots = [Spot::Middle, Spot::Low, Spot::High];
        for (nth, spot) in spots.into_iter().enumerate() {
            if let Some(piece) = pieces.get(nth * pieces.len().saturating_sub(1) / 2) {
                self.want(piece.query(self.evidence.grid, CellChange([0; 3]), spot, 0));
            }
        }
    }

    /// Asks a step into a face, and more moves into it if the answer is wrong.
    fn face(&mut self, face: BoardFace) {
        let evidence = self.evidence;
        let mut numbers = [evidence.grid.last() / 2 + 1; 3];
        let end = i32::from(face.number) - 1;
        let inwards = if end == 0 { 1 } else { -1 };
        numbers[face.coordinate] = end;
        let mut into = CellChange([0; 3]);
        into.0[face.coordinate] = -inwards;
        let mut along = CellChange([0; 3]);
        along.0[(face.coordinate + 1) % 3] = 1;
        let mut queries = Vec::new();
        for change in [into, along] {
            let able = evidence.pieces.iter().filter(|piece| piece.is_step(change));
            let start = [0, 1, 2].map(|nth| numbers[nth] - change.0[nth]);
            let cells = (evidence.grid.cell(start), evidence.grid.cell(numbers));
            let (Some(start), Some(finish)) = cells else { continue };
            let query =
                |piece: &PieceMoves| Query { piece: piece.piece(Spot::Middle), start, finish };
            queries.extend(able.filter(|piece| !piece.is_of_one_color()).take(2).map(query));
        }
        let is_bad = evidence.moves_into(face).any(Asked::is_wrong);
        let count = if is_bad { ANSWERS_ABOUT_FACE + 1 } else { 1 };
        self.want(queries.into_iter().take(count));
    }

    /// Asks for ways through the whole board: along each axis, and from corner to corner.
    fn far(&mut self) {
        let evidence = self.evidence;
        let last = evidence.grid.last();
        for nth in 0..3 {
            let mut step = CellChange([0; 3]);
            step.0[nth] = 1;
            if let Some(piece) = evidence.pieces.iter().find(|piece| piece.is_step(step)) {
                self.want(piece.query(evidence.grid, step * last, Spot::Middle, 0));
            }
        }
        for piece in &evidence.pieces {
            for sign in [1, -1] {
                let change = piece.heading() * (sign * last);
                self.want(piece.query(evidence.grid, change, Spot::High, 0));
            }
        }
    }

    fn one_of_each_class(&mut self, piece: &PieceMoves, nth: usize) {
        for class in &CLASSES[..SCREENED_CLASSES] {
            let others = others(piece, *class);
            if others.len() == CellChange::near().filter(|it| it.sizes() == *class).count() {
                self.want_move(piece, others[nth * 5 % others.len()], Spot::Middle);
            }
        }
    }

    /// Asks the longest ride in each direction, once. Pieces with few directions come first.
    fn directions(&mut self) {
        let evidence = self.evidence;
        let mut pieces: Vec<&PieceMoves> = evidence.pieces.iter().collect();
        pieces.sort_by_key(|piece| piece.steps.len());
        let mut asked = HashSet::new();
        for piece in pieces {
            for step in piece.steps.iter().filter(|step| step.rides) {
                if asked.insert(step.change) {
                    let most = step.most(evidence.grid.size, evidence.margin());
                    self.want_move(piece, step.change * most, Spot::Middle);
                }
            }
        }
    }

    /// Asks all moves of a piece, and more moves of each class in which one is answered 1.
    fn survey(&mut self, piece: &PieceMoves) {
        let survey = self.evidence.survey(piece);
        self.each_step(piece);
        self.rides(piece, &survey);
        let steps = survey.steps();
        self.elsewhere(&[steps.right(), steps.wrong.clone()], piece);
        if survey.has_short_answer() || !steps.wrong.is_empty() && piece.is_of_one_color() {
            self.others(piece, &survey);
        }
    }

    fn others(&mut self, piece: &PieceMoves, survey: &Survey<'_>) {
        for (nth, class) in CLASSES.into_iter().enumerate() {
            let others = others(piece, class);
            let is_made = |&change: &CellChange| survey.seen(change) == Some(Seen::Made);
            let is_whole = nth < 2 && piece.is_of_one_color() || others.iter().any(is_made);
            let ends = others.first().into_iter().chain(others.last()).copied().collect();
            let asked: Vec<CellChange> = if is_whole { others.clone() } else { ends };
            for change in asked {
                self.want_move(piece, change, Spot::Middle);
            }
        }
        self.extra_rides(piece, survey);
        self.elsewhere(&[survey.others().wrong], piece);
    }

    /// Asks for rides in each direction where the piece makes a step of one and of two cells that it
    /// should not make.
    fn extra_rides(&mut self, piece: &PieceMoves, survey: &Survey<'_>) {
        let extra = survey.others().wrong;
        let (last, margin) = (self.evidence.grid.last(), self.evidence.margin());
        for &change in extra.iter().filter(|change| change.direction().1 == 1) {
            let longest = (last - 2 * margin) / change.length();
            if extra.contains(&(change * 2)) {
                self.want_move(piece, change * longest, Spot::Middle);
            }
        }
    }

    /// Asks the first and the last move of each set again, in two corners.
    fn elsewhere(&mut self, sets: &[Vec<CellChange>], piece: &PieceMoves) {
        for set in sets {
            let ends = set.first().into_iter().chain(set.last());
            for (change, spots) in ends.zip([[Spot::Low, Spot::High], [Spot::High, Spot::Low]]) {
                for spot in spots {
                    self.want_move(piece, *change, spot);
                }
            }
        }
    }

    /// Asks all steps of a piece: a step that rides by its longest ride, if this is answered right.
    fn steps(&mut self, piece: &PieceMoves, survey: &Survey<'_>) {
        for step in &piece.steps {
            let most = step.most(self.evidence.grid.size, self.evidence.margin());
            self.want_move(piece, step.change * most, Spot::Middle);
            if survey.seen(step.change * most) != Some(Seen::Made) {
                self.want_move(piece, step.change, Spot::Middle);
            }
        }
    }

    /// Asks for the length of the longest ride in each direction, by bisection.
    fn rides(&mut self, piece: &PieceMoves, survey: &Survey<'_>) {
        let (size, margin) = (self.evidence.grid.size, self.evidence.margin());
        for step in piece.steps.iter().filter(|step| step.rides) {
            let is = |count: i32, seen| survey.seen(step.change * count) == Some(seen);
            let most = step.most(size, margin);
            self.want_move(piece, step.change * most, Spot::Middle);
            if is(1, Seen::NotMade) || !is(most, Seen::NotMade) {
                continue;
            }
            let made = (1..most).rev().find(|&count| is(count, Seen::Made)).unwrap_or(1);
            let first = (made + 1..=most).find(|&count| is(count, Seen::NotMade)).unwrap_or(most);
            match self.ride {
                _ if first == made + 1 => self.ride = self.ride.or(Some(made)),
                // The other directions wait until the length is known in one of them.
                None => {
                    self.ride = Some(i32::MAX);
                    self.want_move(piece, step.change * i32::midpoint(made, first), Spot::Middle);
                }
                Some(length) if (made + 1..first).contains(&length) => {
                    self.want_move(piece, step.change * length, Spot::Middle);
                }
                Some(length) if length == made => {
                    self.want_move(piece, step.change * (made + 1), Spot::Middle);
                }
                Some(i32::MAX) => {}
                Some(_) => {
                    self.want_move(piece, step.change * i32::midpoint(made, first), Spot::Middle);
                }
            }
        }
    }

    /// Asks for longer ways from a corner, if all single steps are right.
    fn ladder(&mut self, piece: &PieceMoves) {
        let evidence = self.evidence;
        if evidence.survey(piece).has_flaw() || !evidence.faces.is_empty() {
            return;
        }
        let grid = evidence.grid;
        let from = if piece.heading().0.iter().sum::<i32>() < 0 { grid.last() } else { 0 };
        let (mover, Some(start)) = (piece.piece(Spot::Low), grid.cell([from; 3])) else { return };
        let graph = MoveGraph::new(&evidence.observer.rules, grid.size, mover);
        let Ok(distances) = graph.distances_from(start) else { return };
        for moves in 2..=distances.farthest() {
            let cells = grid.size.iter().zip(distances.iter());
            let rungs = cells.filter(|(_, found)| *found == Some(moves)).map(|(cell, _)| cell);
            let rungs = rungs.map(|finish| Query { piece: mover, start, finish });
            self.want(rungs.take(RUNGS));
        }
    }
}

/// Returns the changes of a class that the piece can't make in one move.
fn others(piece: &PieceMoves, class: [i32; 3]) -> Vec<CellChange> {
    let of_class = CellChange::near().filter(|change| change.sizes() == class);
    of_class.filter(|change| piece.step(*change).is_none()).collect()
}
