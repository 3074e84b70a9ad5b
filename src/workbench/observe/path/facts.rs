//! The choice of facts: each wrong answer belongs to the first fact that accounts for it.

use super::evidence::Evidence;
use super::fact::{PathFact, PathSubject, one_reply};
use super::pieces::PieceMoves;
use super::seen::SeenDistances;
use super::survey::Survey;
use crate::cases::Answer;
use crate::notation::Query;
use crate::workbench::{Asked, Reply};

/// Largest number of facts.
const MOST_FACTS: usize = 8;

/// The facts so far, and the wrong answers that none of them accounts for.
pub(super) struct Chooser<'e> {
    evidence: &'e Evidence<'e>,
    facts: Vec<PathFact>,
    left: Vec<(&'e Asked, Query)>,
}

impl<'e> Chooser<'e> {
    pub(super) fn new(evidence: &'e Evidence<'e>) -> Self {
        let left = evidence.asked.iter().copied().filter(|(asked, _)| asked.is_wrong()).collect();
        Self { evidence, facts: Vec::new(), left }
    }

    /// Returns the facts, the most telling first.
    pub(super) fn facts(mut self) -> Vec<PathFact> {
        let all: Vec<&PieceMoves> = self.evidence.pieces.iter().collect();
        let (constant, others): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|it| self.evidence.is_constant(it));
        self.constants(&constant);
        self.start_is_finish(&others);
        self.faces();
        self.single_moves();
        let mut seen: Vec<_> =
            others.iter().map(|piece| (*piece, SeenDistances::new(self.evidence, piece))).collect();
        self.no_way(&mut seen);
        self.follows_from(&mut seen);
        let surveys: Vec<Survey<'_>> = others
            .iter()
            .map(|piece| self.evidence.survey(piece))
            .filter(Survey::has_flaw)
            .collect();
        let single_moves_are_wrong = !self.evidence.wrong_single_moves().is_empty();
        if !single_moves_are_wrong {
            self.moves(&surveys);
        }
        let is_flawed = |piece: &PieceMoves| surveys.iter().any(|survey| survey.piece == piece);
        self.rest(PathSubject::Ways, |piece| single_moves_are_wrong || !is_flawed(piece));
        self.rest(PathSubject::Other, |_| true);
        self.right();
        self.facts
    }

    fn add<'a>(
        &mut self,
        subject: PathSubject,
        pieces: Vec<PieceMoves>,
        asked: impl IntoIterator<Item = &'a Asked>,
    ) {
        self.facts.push(PathFact::new(&self.evidence.observer.rules, subject, pieces, asked));
    }

    fn about(&self, pieces: &[&PieceMoves]) -> impl Iterator<Item = &'e Asked> {
        let is = |query: &Query| pieces.iter().any(|piece| piece.is(query.piece));
        self.evidence.asked.iter().filter(move |(_, query)| is(query)).map(|(asked, _)| *asked)
    }

    fn constants(&mut self, pieces: &[&PieceMoves]) {
        let mut open: Vec<&PieceMoves> = pieces.to_vec();
        while let Some(first) = open.first() {
            let reply = one_reply(self.about(&[first]));
            let (same, other): (Vec<_>, Vec<_>) =
                open.into_iter().partition(|piece| one_reply(self.about(&[piece])) == reply);
            let asked: Vec<&Asked> = self.about(&same).collect();
            self.add(PathSubject::Constant, owned(&same), asked);
            self.left.retain(|(_, query)| !same.iter().any(|piece| piece.is(query.piece)));
            open = other;
        }
    }

    fn start_is_finish(&mut self, pieces: &[&PieceMoves]) {
        let is_same = |asked: &&Asked| asked.expected == Answer::Moves(Some(0));
        let asked: Vec<&Asked> = self.about(pieces).filter(is_same).collect();
        if asked.iter().any(|asked| asked.is_wrong()) {
            self.add(PathSubject::StartIsFinish, Vec::new(), asked);
            self.left.retain(|(asked, _)| !is_same(asked));
        }
    }

    fn faces(&mut self) {
        let faces = self.evidence.faces.clone();
        let is_into = |asked: &&Asked, query: Query| {
            let on = faces.iter().any(|face| self.evidence.is_on(*face, query.finish));
            on && asked.expected == Answer::Moves(Some(1))
        };
        let all = self.evidence.asked.iter().filter(|(asked, query)| is_into(asked, *query));
        let asked: Vec<&Asked> = all.map(|(asked, _)| *asked).collect();
        if !asked.is_empty() {
            self.left.retain(|(asked, query)| !is_into(asked, *query));
            self.add(PathSubject::Faces(faces), Vec::new(), asked);
        }
    }

    fn single_moves(&mut self) {
        let asked = self.evidence.wrong_single_moves();
        if !asked.is_empty() {
            self.left.retain(|(left, _)| !asked.contains(left));
            self.add(PathSubject::SingleMoves, Vec::new(), asked);
        }
    }

    /// Adds a fact about queries without a way. Pieces with a way by the moves that were seen are left
    /// out.
    fn no_way(&mut self, seen: &mut [(&'e PieceMoves, SeenDistances<'e>)]) {
        let is_lost = |asked: &Asked| asked.expected == Answer::Moves(None);
        let mut groups: Vec<(Option<&Reply>, Vec<&PieceMoves>, Vec<&'e Asked>)> = Vec::new();
        let mut is_of_all = true;
        for (piece, distances) in seen {
            let lost = self.evidence.about(piece).filter(|(asked, _)| is_lost(asked));
            let lost: Vec<(&'e Asked, Query)> = lost.collect();
            let has_way = lost.iter().any(|(_, query)| distances.get(*query).is_some());
            let asked: Vec<&'e Asked> = lost.iter().map(|(asked, _)| *asked).collect();
            if has_way || !asked.iter().all(|asked| asked.is_wrong()) {
                is_of_all = false;
            } else if !asked.is_empty() {
                let reply = one_reply(asked.iter().copied());
                match groups.iter_mut().find(|(of, ..)| *of == reply) {
                    Some((_, pieces, all)) => {
                        pieces.push(piece);
                        all.extend(asked);
                    }
                    None => groups.push((reply, vec![piece], asked)),
                }
            }
        }
        is_of_all &= groups.len() == 1;
        for (_, pieces, asked) in groups.into_iter().filter(|(_, _, asked)| asked.len() > 1) {
            self.left.retain(|(left, _)| !asked.contains(left));
            let pieces = if is_of_all { Vec::new() } else { owned(&pieces) };
            self.add(PathSubject::NoWay, pieces, asked);
        }
    }

    /// Drops the wrong answers that follow from the moves that were seen.
    fn follows_from(&mut self, seen: &mut [(&'e PieceMoves, SeenDistances<'e>)]) {
        let no_way: Vec<Reply> = self
            .facts
            .iter()
            .filter_map(|fact| match fact.subject {
                PathSubject::NoWay => fact.reply().cloned(),
                _ => None,
            })
            .collect();
        self.left.retain(|(asked, query)| {
            let own = seen.iter_mut().find(|(piece, _)| piece.is(query.piece));
            let distance = own.and_then(|(_, distances)| distances.get(*query));
            let is_lost = distance.is_none() && no_way.contains(&asked.reply);
            asked.reply != Reply::Answer(Answer::Moves(distance)) && !is_lost
        });
    }

    /// Adds a fact for each piece with a wrong move; pieces with the same moves share it.
    fn moves(&mut self, surveys: &[Survey<'e>]) {
        let evidence = self.evidence;
        let mut groups: Vec<Vec<&Survey<'e>>> = Vec::new();
        for survey in surveys {
            match groups.iter_mut().find(|group| group[0].is_like(survey)) {
                Some(group) => group.push(survey),
                None => groups.push(vec![survey]),
            }
        }
        // Three lines are for wrong answers that are left, and for the pieces that are right.
        groups.truncate(MOST_FACTS.saturating_sub(self.facts.len() + 3));
        for group in groups {
            let pieces: Vec<&PieceMoves> = group.iter().map(|survey| survey.piece).collect();
            let about = pieces.iter().flat_map(|piece| evidence.about(piece));
            let inside = about.filter(|(_, query)| !evidence.touches_bad_face(*query));
            let asked: Vec<&Asked> = inside.map(|(asked, _)| asked).collect();
            let subject = match group[..] {
                [only] => only
                    .like(&evidence.pieces)
                    .map(|(other, rides)| PathSubject::Like { other: other.clone(), rides }),
                _ => None,
            };
            self.add(subject.unwrap_or(PathSubject::Moves), owned(&pieces), asked);
            self.left.retain(|(asked, query)| {
                let of = group.iter().find(|survey| survey.piece.is(query.piece));
                of.is_none_or(|survey| {
                    !survey.asked(evidence.change(*query)).iter().any(|own| own == asked)
                })
            });
        }
    }

    /// Adds a fact about pieces with answers that are left.
    fn rest(&mut self, subject: PathSubject, belongs: impl Fn(&PieceMoves) -> bool) {
        let has_left =
            |piece: &&PieceMoves| self.left.iter().any(|(_, query)| piece.is(query.piece));
        let all = self.evidence.pieces.iter().filter(|piece| belongs(piece));
        let pieces: Vec<&PieceMoves> = all.filter(has_left).collect();
        if pieces.is_empty() {
            return;
        }
        let told = self.evidence.wrong_single_moves();
        let is_way =
            |asked: &&Asked| asked.expected != Answer::Moves(Some(0)) && !told.contains(asked);
        let asked: Vec<&Asked> = if subject == PathSubject::Ways {
            self.about(&pieces).filter(is_way).collect()
        } else {
            let is_of = |query: &Query| pieces.iter().any(|piece| piece.is(query.piece));
            let left = self.left.iter().filter(|(_, query)| is_of(query));
            let right = self.about(&pieces).filter(|asked| !asked.is_wrong());
            left.map(|(asked, _)| *asked).chain(right).collect()
        };
        self.left.retain(|(_, query)| !pieces.iter().any(|piece| piece.is(query.piece)));
        self.add(subject, owned(&pieces), asked);
    }

    fn right(&mut self) {
        let is_right = |piece: &&PieceMoves| {
            let mut asked = self.evidence.about(piece).peekable();
            asked.peek().is_some() && asked.all(|(asked, _)| !asked.is_wrong())
        };
        let right: Vec<&PieceMoves> = self.evidence.pieces.iter().filter(is_right).collect();
        if !right.is_empty() {
            let asked: Vec<&Asked> = self.about(&right).collect();
            self.add(PathSubject::Right, owned(&right), asked);
        }
    }
}

fn owned(pieces: &[&PieceMoves]) -> Vec<PieceMoves> {
    pieces.iter().map(|piece| (*piece).clone()).collect()
}
