//! The choice of facts: each wrong answer belongs to the first fact that accounts for it.

use super::evidence::Evidence;
use super::fact::{PathFact, PathSubject, one_reply};
use super::grouped;
use super::pieces::PieceMoves;
use super::seen::SeenDistances;
use super::survey::Survey;
use crate::cases::Answer;
use crate::notation::Query;
use crate::workbench::{Answered, Reply};

/// Number of wrong answers to queries without a way that make a fact about them.
const NO_WAY: usize = 3;
/// Largest number of facts.
const MOST_FACTS: usize = 8;

/// The facts so far, and the wrong answers that none of them accounts for.
pub(super) struct Chooser<'e> {
    evidence: &'e Evidence<'e>,
    facts: Vec<PathFact>,
    left: Vec<(&'e Answered, Query)>,
    /// Pieces to which the program does not always reply the same.
    surveys: Vec<&'e Survey<'e>>,
    seen: SeenDistances<'e>,
}

impl<'e> Chooser<'e> {
    /// Creates a chooser with the facts that are about no single moves of a piece.
    pub(super) fn new(evidence: &'e Evidence<'e>) -> Self {
        let left = evidence.asked.iter().copied().filter(|(asked, _)| asked.is_wrong()).collect();
        let (constant, surveys) =
            evidence.surveys.iter().partition(|survey| evidence.is_constant(survey.piece));
        let seen = SeenDistances::new(evidence);
        let mut chooser = Self { evidence, facts: Vec::new(), left, surveys, seen };
        chooser.constants(constant);
        chooser.start_is_finish();
        if !evidence.faces.is_empty() {
            let faces = PathSubject::Faces(evidence.faces.clone());
            chooser.add(faces, &[], evidence.moves_into(&evidence.faces).collect());
        }
        if !evidence.wrong_single_moves.is_empty() {
            chooser.add(PathSubject::SingleMoves, &[], evidence.wrong_single_moves.clone());
        }
        chooser.no_way();
        chooser
    }

    /// Returns the pieces with a wrong answer that may come from their moves, in the order of the
    /// first such answer.
    pub(super) fn suspects(self) -> Vec<&'e Survey<'e>> {
        let mut suspects: Vec<&Survey<'_>> = Vec::new();
        for (_, query) in
            self.left.iter().filter(|(_, query)| !self.evidence.is_on_bad_face(*query))
        {
            let of = self.surveys.iter().find(|survey| survey.piece.is(query.piece));
            suspects.extend(of.filter(|of| !suspects.iter().any(|it| it.piece == of.piece)));
        }
        suspects
    }

    /// Returns the facts, the most telling first.
    pub(super) fn facts(mut self) -> Vec<PathFact> {
        self.follows_from();
        let are_told = !self.evidence.wrong_single_moves.is_empty();
        let flawed: Vec<_> = self.surveys.iter().copied().filter(|it| it.has_flaw()).collect();
        if !are_told {
            self.moves(&flawed);
        }
        let is_flawed = |piece: &PieceMoves| flawed.iter().any(|survey| survey.piece == piece);
        self.rest(PathSubject::Ways, |piece| are_told || !is_flawed(piece));
        self.rest(PathSubject::Other, |_| true);
        self.right();
        self.facts
    }

    /// Adds a fact, which accounts for the wrong ones of its answers.
    fn add(&mut self, subject: PathSubject, of: &[&Survey<'_>], asked: Vec<&'e Answered>) {
        let is_told = |left: &Answered| asked.iter().any(|asked| std::ptr::eq(*asked, left));
        self.left.retain(|(left, _)| !is_told(left));
        let pieces = of.iter().map(|survey| survey.piece.clone()).collect();
        let asked = asked.into_iter().cloned().collect();
        let rules = self.evidence.observer.rules.clone();
        self.facts.push(PathFact { pieces, subject, asked, rules });
    }

    fn about(&self, surveys: &[&Survey<'_>]) -> impl Iterator<Item = &'e Answered> {
        let is = |query: &Query| surveys.iter().any(|survey| survey.piece.is(query.piece));
        self.evidence.asked.iter().filter(move |(_, query)| is(query)).map(|(asked, _)| *asked)
    }

    fn constants(&mut self, surveys: Vec<&Survey<'_>>) {
        let reply = |survey: &&Survey<'_>| one_reply(self.about(&[survey]));
        for group in grouped(surveys, |one, other| reply(one) == reply(other)) {
            self.add(PathSubject::Constant, &group, self.about(&group).collect());
        }
    }

    fn start_is_finish(&mut self) {
        let all = self.about(&self.surveys);
        let asked: Vec<&Answered> =
            all.filter(|it| it.expected == Answer::Moves(Some(0))).collect();
        if asked.iter().any(|asked| asked.is_wrong()) {
            self.add(PathSubject::StartIsFinish, &[], asked);
        }
    }

    /// Adds a fact about queries without a way. Pieces with a way by the moves that were seen are left
    /// out.
    fn no_way(&mut self) {
        let mut lost = Vec::new();
        let mut is_of_all = true;
        for survey in &self.surveys {
            let all = self.evidence.about(survey.piece);
            let all: Vec<_> = all.filter(|(it, _)| it.expected == Answer::Moves(None)).collect();
            let asked: Vec<&Answered> = all.iter().map(|(asked, _)| *asked).collect();
            let has_reason = |(asked, query): &(&Answered, Query)| {
                asked.is_wrong() && self.seen.get(*query).is_none()
            };
            if all.iter().all(has_reason) {
                lost.extend((!asked.is_empty()).then_some((*survey, asked)));
            } else {
                is_of_all = false;
            }
        }
        let reply = |asked: &[&'e Answered]| one_reply(asked.iter().copied());
        let groups = grouped(lost, |(_, one), (_, other)| reply(one) == reply(other));
        is_of_all &= groups.len() == 1;
        for group in groups {
            let (surveys, asked): (Vec<_>, Vec<_>) = group.into_iter().unzip();
            let asked = asked.concat();
            if asked.len() >= NO_WAY {
                let of: &[_] = if is_of_all { &[] } else { &surveys };
                self.add(PathSubject::NoWay, of, asked);
            }
        }
    }

    /// Drops the wrong answers that follow from the moves that were seen.
    fn follows_from(&mut self) {
        let Self { facts, left, seen, .. } = self;
        let no_way = facts.iter().filter(|fact| fact.subject == PathSubject::NoWay);
        let no_way: Vec<&Reply> = no_way.filter_map(PathFact::reply).collect();
        left.retain(|(asked, query)| {
            let distance = seen.get(*query);
            let is_lost = distance.is_none() && no_way.contains(&&asked.reply);
            asked.reply != Reply::Answer(Answer::Moves(distance)) && !is_lost
        });
    }

    /// Adds a fact for each piece with a wrong move; pieces with the same moves share it.
    fn moves(&mut self, surveys: &[&'e Survey<'e>]) {
        let mut groups = grouped(surveys.iter().copied(), |one, other| one.is_like(other));
        // Three lines are for wrong answers that are left, and for the pieces that are right.
        groups.truncate(MOST_FACTS.saturating_sub(self.facts.len() + 3));
        for group in groups {
            let pieces = self.evidence.surveys.iter().map(|survey| survey.piece);
            let like = if group.len() == 1 { group[0].like(pieces) } else { None };
            let subject = like.map_or(PathSubject::Moves, |(other, rides)| PathSubject::Like {
                other: other.clone(),
                rides,
            });
            self.add(subject, &group, group.iter().flat_map(|survey| survey.all()).collect());
        }
    }

    /// Adds a fact about pieces with answers that are left.
    fn rest(&mut self, subject: PathSubject, belongs: impl Fn(&PieceMoves) -> bool) {
        let is_left = |piece: &PieceMoves| self.left.iter().any(|(_, query)| piece.is(query.piece));
        let all = self.evidence.surveys.iter();
        let of: Vec<_> = all.filter(|it| belongs(it.piece) && is_left(it.piece)).collect();
        let is_left =
            |asked: &Answered| self.left.iter().any(|(left, _)| std::ptr::eq(*left, asked));
        let told = &self.evidence.wrong_single_moves;
        let counts = |asked: &&Answered| match subject {
            PathSubject::Ways => asked.expected != Answer::Moves(Some(0)) && !told.contains(asked),
            _ => !asked.is_wrong() || is_left(asked),
        };
        let asked: Vec<&Answered> = self.about(&of).filter(counts).collect();
        if !of.is_empty() {
            self.left.retain(|(_, query)| !of.iter().any(|survey| survey.piece.is(query.piece)));
            self.add(subject, &of, asked);
        }
    }

    fn right(&mut self) {
        let is_right = |survey: &&Survey<'_>| {
            let mut asked = self.evidence.about(survey.piece).peekable();
            asked.peek().is_some() && !asked.any(|(asked, _)| asked.is_wrong())
        };
        let right: Vec<_> = self.evidence.surveys.iter().filter(is_right).collect();
        if !right.is_empty() {
            self.add(PathSubject::Right, &right, self.about(&right).collect());
        }
    }
}
