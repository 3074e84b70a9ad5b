//! The queries that a program is asked, in order.

use std::collections::HashSet;

use super::change::{CellChange, Spot};
use super::evidence::{ANSWERS_ABOUT_FACE, BoardFace, Evidence};
use super::facts::Chooser;
use super::pieces::PieceMoves;
use super::survey::Survey;
use crate::cases::Question;
use crate::notation::Query;
use crate::path::MoveGraph;
use crate::piece::Piece;
use crate::workbench::Answered;

/// The queries that were not asked yet, the most telling first.
pub(super) struct Plan<'e> {
    evidence: &'e Evidence<'e>,
    wanted: Vec<Question>,
    known: HashSet<Question>,
    /// Length of the longest ride that was made in the first direction where it is known.
    ride: Option<i32>,
}

/// Number of queries of the plan, so that some runs are left to ask again what is shown.
const MOST_ASKED: usize = 190;
/// Number of queries after the first wrong answer at which the quick plan turns to the piece.
const QUICK: usize = 10;
/// Sizes of the changes that a piece is asked besides its own, as three digits. The screen asks one of
/// each of the first six, the survey two of each.
const CLASSES: [i32; 9] = [1, 11, 111, 2, 12, 112, 22, 122, 222];
const SCREENED_CLASSES: usize = 6;
/// Number of steps of a piece that the screen asks.
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
        if left > 0 {
            self.all();
        }
        self.wanted.truncate(left);
        self.wanted
    }

    fn all(&mut self) {
        let evidence = self.evidence;
        let is_quick = evidence.observer.is_quick;
        let mut suspects = Chooser::new(evidence).suspects();
        let since_wrong = evidence.asked.iter().skip_while(|(asked, _)| !asked.is_wrong()).count();
        if !is_quick || since_wrong < QUICK {
            self.screen();
        }
        if !evidence.wrong_single_moves.is_empty() {
            return;
        }
        if is_quick {
            suspects.truncate(1);
        }
        suspects.sort_by_key(|survey| survey.piece.step_count());
        for survey in &suspects {
            self.each_step(survey.piece);
        }
        for survey in suspects {
            self.survey(survey);
        }
        for survey in evidence.surveys.iter().filter(|_| !is_quick) {
            self.steps(survey, 1);
        }
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
        self.want(piece.query(self.evidence.grid, change, spot, self.evidence.margin()));
    }

    /// Asks a bit of everything.
    fn screen(&mut self) {
        let evidence = self.evidence;
        let pieces: Vec<&PieceMoves> = evidence.surveys.iter().map(|it| it.piece).collect();
        if let Some(piece) = pieces.first()
            && let Some(step) = piece.steps.first()
        {
            self.want_move(piece, step.change, Spot::Middle);
        }
        for piece in pieces.iter().filter(|piece| piece.is_of_one_color()) {
            self.each_step(piece);
            // Twice in one move, from the two cells where the piece may first start.
            for (step, back) in piece.steps.iter().flat_map(|step| [(step, 0), (step, 1)]) {
                self.want(piece.query(evidence.grid, step.change * 2, Spot::Home, back));
            }
        }
        let ways = || pieces.iter().flat_map(|piece| self.ways(piece)).collect();
        let ways = evidence.observer.ways.get_or_init(ways);
        self.want(ways.iter().copied());
        for (nth, spot) in [Spot::Middle, Spot::Low, Spot::High].into_iter().enumerate() {
            if let Some(piece) = pieces.get(nth * pieces.len().saturating_sub(1) / 2) {
                self.want(piece.query(evidence.grid, CellChange([0; 3]), spot, 0));
            }
        }
        for face in evidence.all_faces() {
            self.face(face);
        }
        self.far(&pieces);
        for (nth, piece) in pieces.iter().enumerate() {
            self.one_of_each_class(piece, nth);
        }
        // The long plan asks all steps later.
        let is_quick = evidence.observer.is_quick;
        let rides = |piece: &PieceMoves| piece.steps.iter().any(|step| step.rides);
        for survey in evidence.surveys.iter().filter(|it| is_quick || rides(it.piece)) {
            self.steps(survey, survey.piece.step_count().div_ceil(SAMPLES).max(1));
        }
    }

    fn each_step(&mut self, piece: &PieceMoves) {
        for step in &piece.steps {
            self.want_move(piece, step.change, Spot::Middle);
        }
    }

    /// Returns the queries from a cell, with the right answers.
    fn ways_from(&self, piece: Piece, numbers: [i32; 3]) -> Vec<(Query, Option<u32>)> {
        let size = self.evidence.grid.size;
        let graph = MoveGraph::new(&self.evidence.observer.rules, size, piece);
        let start = self.evidence.grid.cell(numbers);
        let found = start.and_then(|start| Some((start, graph.distances_from(start).ok()?)));
        let Some((start, distances)) = found else { return Vec::new() };
        let queries = size.iter().map(|finish| Query { piece, start, finish });
        queries.zip(distances.iter()).collect()
    }

    /// Returns queries for the two nearest cells to which the piece has no way, and for the longest way.
    fn ways(&self, piece: &PieceMoves) -> Vec<Query> {
        let grid = self.evidence.grid;
        let all = self.ways_from(piece.piece(Spot::Middle), [grid.last() / 2; 3]);
        let lost = all.iter().filter(|(_, moves)| moves.is_none());
        let mut lost: Vec<Query> = lost.map(|(query, _)| *query).collect();
        lost.sort_by_key(|&query| {
            let [least, middle, most] = grid.change(query).sizes();
            (most, least + middle)
        });
        let farthest = all.iter().rev().max_by_key(|(_, moves)| *moves);
        lost.truncate(2);
        lost.extend(farthest.map(|(query, _)| *query));
        lost
    }

    /// Asks a step into a face, and more moves into it if the answer is wrong.
    fn face(&mut self, face: BoardFace) {
        let (grid, pieces) = (self.evidence.grid, &self.evidence.surveys);
        let mut numbers = [grid.last() / 2 + 1; 3];
        numbers[face.coordinate] = i32::from(face.number) - 1;
        let outwards = if face.number == 1 { -1 } else { 1 };
        let into = CellChange::along(face.coordinate, outwards);
        let mut queries = Vec::new();
        for change in [into, CellChange::along((face.coordinate + 1) % 3, 1)] {
            let start = [0, 1, 2].map(|nth| numbers[nth] - change.0[nth]);
            let able = pieces.iter().map(|survey| survey.piece);
            let able = able.filter(|piece| piece.is_step(change) && !piece.is_of_one_color());
            let movers = able.take(2).map(|piece| piece.piece(Spot::Middle));
            queries.extend(movers.filter_map(|piece| grid.query(piece, start, change)));
        }
        let is_bad = self.evidence.moves_into(&[face]).any(Answered::is_wrong);
        self.want(queries.into_iter().take(if is_bad { ANSWERS_ABOUT_FACE + 1 } else { 1 }));
    }

    /// Asks for ways through the whole board: along each axis, and from corner to corner.
    fn far(&mut self, pieces: &[&PieceMoves]) {
        let grid = self.evidence.grid;
        for step in [0, 1, 2].map(|nth| CellChange::along(nth, 1)) {
            let able = pieces.iter().find(|piece| piece.is_step(step));
            self.want(able.and_then(|it| it.query(grid, step * grid.last(), Spot::Middle, 0)));
        }
        for piece in pieces {
            for last in [grid.last(), -grid.last()] {
                self.want(piece.query(grid, piece.heading() * last, Spot::High, 0));
            }
        }
    }

    fn one_of_each_class(&mut self, piece: &PieceMoves, nth: usize) {
        for class in &CLASSES[..SCREENED_CLASSES] {
            let all = CellChange::of_class(*class);
            if all.iter().all(|change| piece.step(*change).is_none()) {
                self.want_move(piece, all[nth * 5 % all.len()], Spot::Middle);
            }
        }
    }

    /// Asks each `every`-th step of a piece: by its longest ride, and alone if that is not made.
    fn steps(&mut self, survey: &Survey<'_>, every: usize) {
        for step in survey.piece.steps.iter().step_by(every) {
            let ride = step.change * if step.rides { self.longest(step.change) } else { 1 };
            self.want_move(survey.piece, ride, Spot::Middle);
            if survey.is_made(ride) == Some(false) {
                self.want_move(survey.piece, step.change, Spot::Middle);
            }
        }
    }

    /// Returns the largest number of repeats of a change away from the bad faces.
    fn longest(&self, change: CellChange) -> i32 {
        let cells = self.evidence.grid.last() - 2 * self.evidence.margin();
        (cells / change.length()).max(1)
    }

    /// Asks all moves of a piece, and more moves of each class in which one is answered 1; longer ways
    /// if there is nothing else to ask.
    fn survey(&mut self, survey: &Survey<'_>) {
        let before = self.wanted.len();
        self.each_step(survey.piece);
        self.rides(survey);
        self.elsewhere(survey.piece, &survey.steps.right());
        self.elsewhere(survey.piece, &survey.steps.wrong);
        if survey.has_short_answer()
            || !survey.steps.wrong.is_empty() && survey.piece.is_of_one_color()
        {
            self.others(survey);
        }
        let is_done = self.wanted.len() == before && !survey.has_flaw();
        if is_done && self.evidence.faces.is_empty() && !self.evidence.observer.is_quick {
            self.ladder(survey.piece);
        }
    }

    fn others(&mut self, survey: &Survey<'_>) {
        let piece = survey.piece;
        for (nth, class) in CLASSES.into_iter().enumerate() {
            let mut others = CellChange::of_class(class);
            others.retain(|change| piece.step(*change).is_none());
            let is_made = |change: &CellChange| survey.is_made(*change) == Some(true);
            let is_whole = nth < 2 && piece.is_of_one_color() || others.iter().any(is_made);
            if !is_whole && others.len() > 2 {
                others.drain(1..others.len() - 1);
            }
            for change in others {
                self.want_move(piece, change, Spot::Middle);
            }
        }
        let extra = &survey.others.wrong;
        for &change in extra.iter().filter(|&&change| extra.contains(&(change * 2))) {
            self.want_move(piece, change * self.longest(change), Spot::Middle);
        }
        self.elsewhere(piece, extra);
    }

    /// Asks the first and the last of some moves again, in two corners.
    fn elsewhere(&mut self, piece: &PieceMoves, moves: &[CellChange]) {
        let ends = moves.first().into_iter().chain(moves.last());
        for (change, spots) in ends.zip([[Spot::Low, Spot::High], [Spot::High, Spot::Low]]) {
            for spot in spots {
                self.want_move(piece, *change, spot);
            }
        }
    }

    /// Asks for the length of the longest ride: for all lengths in the first direction whose longest
    /// ride is not made, then for this length and the next one in other directions.
    fn rides(&mut self, survey: &Survey<'_>) {
        for step in survey.piece.steps.iter().filter(|step| step.rides) {
            let longest = self.longest(step.change);
            self.want_move(survey.piece, step.change * longest, Spot::Middle);
            let is_made = |count: i32| survey.is_made(step.change * count);
            if is_made(1) == Some(false) || is_made(longest) != Some(false) {
                continue;
            }
            let fits =
                |ride: &i32| is_made(*ride) != Some(false) && is_made(ride + 1) != Some(true);
            let (from, to) = self.ride.filter(fits).map_or((2, longest), |ride| (ride, ride + 1));
            let before = self.wanted.len();
            for count in from..=to {
                self.want_move(survey.piece, step.change * count, Spot::Middle);
            }
            if self.ride.is_none() {
                if self.wanted.len() > before {
                    return;
                }
                self.ride = (1..longest).rev().find(|&count| is_made(count) == Some(true));
            }
        }
    }

    /// Asks for longer ways from a corner.
    fn ladder(&mut self, piece: &PieceMoves) {
        let is_down = piece.heading().0.iter().sum::<i32>() < 0;
        let corner = if is_down { self.evidence.grid.last() } else { 0 };
        let all = self.ways_from(piece.piece(Spot::Low), [corner; 3]);
        let farthest = all.iter().filter_map(|(_, moves)| *moves).max().unwrap_or(0);
        for rung in 2..=farthest {
            let of_rung = all.iter().filter(|(_, moves)| *moves == Some(rung));
            self.want(of_rung.map(|(query, _)| *query).take(RUNGS));
        }
    }
}
