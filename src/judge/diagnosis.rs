//! The misreadings that explain a judged program's wrong answers.

use std::time::{Duration, Instant};

use super::judgement::{JudgeVerdict, Judgement};
use super::other_forms::{FORMS_LIMIT, right_form};
use super::prediction::{Diagnosed, NewRuns, diagnose};
use super::program::Program;
use super::remarks::{Remarks, Replies};
use super::wording::{ProgramReply, Wording};
use crate::cases::{Answer, Case, Form, Puzzle, Question};
use crate::cell::Size;
use crate::judge::error::JudgeError;
use crate::mistake::printable;
use crate::render;
use crate::rules::Rules;
use crate::workbench::{BestFits, Comparison, Diagnosis, MisreadingFit, Observation, Separator};

/// The seed of the random inputs that test a diagnosis.
const SEED: u64 = 1;
/// The time limit for testing the misreadings of one puzzle and rule set.
const TIME_FOR_ALL: Duration = Duration::from_secs(30);

/// The answers of a program, grouped by puzzle and rule set, for one diagnosis per group.
#[derive(Default)]
pub(crate) struct Diagnoses<'a>(Vec<PuzzleAnswers<'a>>);

/// The answers of a program to the inputs of one puzzle and rule set.
pub(crate) struct PuzzleAnswers<'a> {
    pub(crate) rules: &'a Rules,
    rules_name: &'a str,
    puzzle: Puzzle,
    judged: Vec<&'a Case>,
    /// The replies to the judged cases.
    replies: Replies,
    /// Remarks on the replies, made by [`Diagnoses::remark`].
    pub(crate) remarks: Vec<String>,
    /// The cases that the program answered, with its answers, found by [`Diagnoses::remark`].
    cases: Vec<(&'a Case, Observation)>,
    /// The wording in which the program's answers are read.
    wording: Wording,
    /// The diagnosis by [`Diagnoses::diagnose`]; `None` if no answer is wrong.
    pub(crate) diagnosed: Option<Diagnosed>,
}

impl<'a> Diagnoses<'a> {
    pub(crate) fn add(
        &mut self,
        rules: &'a Rules,
        case: &'a Case,
        question: &Question,
        judgement: &Judgement,
    ) {
        let (rules_name, puzzle) = (&*case.rules, question.puzzle());
        let is_same = |it: &PuzzleAnswers<'_>| (it.rules_name, it.puzzle) == (rules_name, puzzle);
        let at = self.0.iter().position(is_same).unwrap_or_else(|| {
            self.0.push(PuzzleAnswers::new(rules, rules_name, puzzle));
            self.0.len() - 1
        });
        self.0[at].judged.push(case);
        self.0[at].replies.add(question, &case.expected, judgement);
    }

    /// Makes the remarks on all replies, and finds the answers to diagnose. If there is no remark and
    /// more than half of the inputs failed, runs the program with inputs in other forms than `form`.
    /// Without a program, makes no runs.
    ///
    /// # Errors
    /// Returns an error if a run can't start, or if a signal came.
    pub(crate) fn remark(
        &mut self,
        program: Option<&Program>,
        form: Form,
    ) -> Result<(), JudgeError> {
        self.0.iter_mut().try_for_each(|answers| answers.remark(program, form))
    }

    /// Finds the misreadings that come nearest to the wrong answers. Tests them by runs of the program
    /// on new inputs; without a program, makes no runs.
    ///
    /// # Errors
    /// Returns an error if a query names a cell that is not on the board.
    pub(crate) fn diagnose(
        &mut self,
        program: Option<&Program>,
        form: Form,
    ) -> Result<(), JudgeError> {
        self.0.iter_mut().try_for_each(|answers| answers.diagnose(program, form))
    }

    /// Returns the answers in groups of one puzzle and rule set.
    pub(crate) fn groups(&self) -> &[PuzzleAnswers<'a>] {
        &self.0
    }

    /// Returns the diagnosed groups of one puzzle and rule set, in which at least one answer is wrong.
    pub(crate) fn diagnosed(&self) -> impl Iterator<Item = (&PuzzleAnswers<'a>, &Diagnosed)> {
        self.0.iter().filter_map(|answers| Some((answers, answers.diagnosed.as_ref()?)))
    }
}

impl<'a> PuzzleAnswers<'a> {
    fn new(rules: &'a Rules, rules_name: &'a str, puzzle: Puzzle) -> Self {
        Self {
            rules,
            rules_name,
            puzzle,
            judged: Vec::new(),
            replies: Replies::default(),
            remarks: Vec::new(),
            cases: Vec::new(),
            wording: Wording::default(),
            diagnosed: None,
        }
    }

    fn remark(&mut self, program: Option<&Program>, form: Form) -> Result<(), JudgeError> {
        let Remarks { mut sentences, wording } = self.replies.remarks();
        if let Some(program) = program.filter(|_| sentences.is_empty()) {
            let failed = self.mostly_failed();
            sentences.extend(right_form(
                program,
                self.rules,
                form,
                &failed,
                Instant::now() + FORMS_LIMIT,
            )?);
        }
        if sentences.is_empty() {
            sentences.extend(self.crashes_in_common());
            sentences.extend(wording.as_ref().and_then(|it| self.replies.about_outputs(it)));
        }
        for (&case, reply) in self.judged.iter().zip(self.replies.iter()) {
            let observation = wording.as_ref().and_then(|it| it.observation(reply));
            self.cases.extend(observation.map(|observation| (case, observation)));
        }
        self.remarks = sentences;
        self.wording = wording.unwrap_or_default();
        Ok(())
    }

    /// Returns a sentence about what the inputs of crashed runs have in common, and no input with a
    /// right answer has.
    fn crashes_in_common(&self) -> Option<String> {
        let is_crash = |reply: &ProgramReply| reply.verdict == JudgeVerdict::Crash;
        self.replies.iter().find(|reply| is_crash(reply))?;
        let mut comparison = Comparison::new(self.rules, self.puzzle, None, SEED);
        for reply in self.replies.iter() {
            let (question, expected) = (reply.question.clone(), reply.expected.clone());
            let is_right = reply.verdict == JudgeVerdict::Ok;
            let got = is_right.then(|| expected.clone());
            if is_right || is_crash(reply) {
                comparison.add(&Observation { question, expected, got });
            }
        }
        render::crashes_in_common(self.rules, &comparison.in_common())
    }

    /// Returns the failed inputs with their right answers, if more than half of all inputs failed.
    fn mostly_failed(&self) -> Vec<(&Question, &Answer)> {
        let failed = self.replies.iter().filter(|reply| reply.verdict != JudgeVerdict::Ok);
        let failed: Vec<_> = failed.map(|reply| (&reply.question, &reply.expected)).collect();
        if 2 * failed.len() > self.judged.len() { failed } else { Vec::new() }
    }

    /// Returns the start of each line: the puzzle and the rule set, if there are several groups.
    pub(crate) fn prefix(&self, are_several: bool) -> String {
        if are_several {
            format!("{} by {}: ", self.puzzle.name(), printable(self.rules_name))
        } else {
            String::new()
        }
    }

    pub(crate) fn wrong(&self) -> impl Iterator<Item = &(&'a Case, Observation)> {
        self.cases.iter().filter(|(_, observation)| observation.is_wrong())
    }

    fn diagnose(&mut self, program: Option<&Program>, form: Form) -> Result<(), JudgeError> {
        if self.wrong().next().is_none() {
            return Ok(());
        }
        let mut diagnosis = Diagnosis::new(self.rules, self.puzzle);
        for (_, observation) in &self.cases {
            diagnosis.add(observation.clone())?;
        }
        let (rules, size) = (self.rules, self.size());
        let runs = program.filter(|_| self.can_be_tested()).map(|program| NewRuns {
            program,
            rules,
            form,
            wording: self.wording.clone(),
            separator: Separator::new(rules, self.puzzle, size, SEED),
            batch: 1,
            left: usize::MAX,
            end: Instant::now() + TIME_FOR_ALL,
            failed: None,
        });
        let comparison = Comparison::new(rules, self.puzzle, size, SEED);
        let diagnosed = diagnose(&mut diagnosis, comparison, runs)?;
        let BestFits { constant, answers, .. } = &diagnosed.best;
        self.remarks.extend(constant.iter().map(|it| self.replies.about_answer(it, *answers)));
        self.diagnosed = Some(diagnosed);
        Ok(())
    }

    /// Returns `true` if new inputs ask for the same kind of answer as the cases.
    fn can_be_tested(&self) -> bool {
        let is_kind = |answer: &Answer| matches!(answer, Answer::Moves(_) | Answer::Checkmate(_));
        self.cases.iter().all(|(_, observation)| is_kind(&observation.expected))
    }

    /// Returns the board size of new queries; `None` for boards, which have several sizes.
    fn size(&self) -> Option<Size> {
        self.wrong().find_map(|(_, observation)| match observation.question {
            Question::Path(size, _) => Some(size),
            Question::Mate(_) => None,
        })
    }

    /// Returns the names of the cases whose wrong answers a misreading predicts.
    pub(crate) fn predicted_cases(&self, fit: &MisreadingFit) -> Result<Vec<&'a str>, JudgeError> {
        let mut names = Vec::new();
        for (case, observation) in self.wrong() {
            if fit.gives(observation)? {
                names.push(&*case.name);
            }
        }
        Ok(names)
    }
}
