//! The answers of a program to the inputs of one puzzle, with what they show.

use std::time::{Duration, Instant};

use super::asking::Asking;
use super::judgement::{JudgeVerdict, Judged};
use super::other_forms::{FORMS_LIMIT, FormTrial, in_all_forms, try_forms};
use super::remarks::{Remarks, Replies};
use super::wording::Wording;
use crate::cases::{Answer, Form, Puzzle, Question};
use crate::cell::Size;
use crate::judge::error::JudgeError;
use crate::mistake::printable;
use crate::rules::Rules;
use crate::terminal::progress::Progress;
use crate::terminal::signals;
use crate::workbench::{Observer, Report};

/// The maximum number of runs of an observation, with those of the cases.
const RUNS: usize = 200;
/// The least number of runs that many cases leave to an observation.
const LEAST_RUNS: usize = 100;
/// The time limit of an observation.
const TIME: Duration = Duration::from_secs(10);
/// The number of questions after which the plan is made anew.
const AT_ONCE: usize = 10;
/// The counted time of a run above which the whole plan would take too long.
const SLOW_RUN: Duration = Duration::from_millis(40);

/// The answers of a program to the inputs of one puzzle and rule set.
pub(crate) struct ProgramAnswers<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) rules_name: &'a str,
    pub(crate) puzzle: Puzzle,
    /// Size of the boards of queries; `None` for boards of any size.
    pub(crate) size: Option<Size>,
    /// Observer without answers; what it computes about the rules is shared by its copies.
    observer: Observer,
    /// First replies to all questions.
    replies: Replies,
    /// First wrong answer, with its index in `replies`.
    first_wrong: Option<(usize, Judged)>,
    /// Second replies to some of them.
    again: Vec<Judged>,
    /// Number of runs left to the observation.
    left: usize,
    /// Sentences about the program's outputs.
    pub(crate) remarks: Vec<String>,
    /// Wording in which the answers are read; `None` if all outputs are equal.
    wording: Option<Wording>,
}

impl<'a> ProgramAnswers<'a> {
    pub(crate) fn new(
        rules: &'a Rules,
        rules_name: &'a str,
        puzzle: Puzzle,
        size: Option<Size>,
    ) -> Self {
        Self {
            rules,
            rules_name,
            puzzle,
            size,
            observer: Observer::new(rules, puzzle, size),
            replies: Replies::default(),
            first_wrong: None,
            again: Vec::new(),
            left: RUNS,
            remarks: Vec::new(),
            wording: None,
        }
    }

    /// Adds the answer to a question. A second answer is kept beside the first.
    pub(crate) fn add(&mut self, judged: Judged) {
        if judged.judgement.verdict != JudgeVerdict::Ok && self.first_wrong.is_none() {
            self.first_wrong = Some((self.replies.len(), judged.clone()));
        }
        if self.replies.iter().any(|known| known.question == judged.question) {
            self.again.push(judged);
        } else {
            self.replies.add(judged);
        }
    }

    /// Adds the answer to a case, whose run counts among those of the observation.
    pub(crate) fn add_case(&mut self, judged: Judged) {
        self.left = (self.left - 1).max(LEAST_RUNS);
        self.add(judged);
    }

    pub(crate) fn len(&self) -> usize {
        self.replies.len()
    }

    /// Returns the first wrong answer with its index; `None` if all answers are right.
    pub(crate) fn first_wrong(&self) -> Option<(usize, Judged)> {
        let (nth, judged) = self.first_wrong.as_ref()?;
        Some((*nth, judged.clone()))
    }

    /// Returns the number of single steps of pieces that the program was asked, and of all of them;
    /// `None` if the questions are not about steps.
    pub(crate) fn steps(&self) -> Option<(usize, usize)> {
        self.observer().steps()
    }

    /// Returns `true` if all answers are right.
    pub(crate) fn is_right(&self) -> bool {
        self.first_wrong.is_none()
    }

    /// Makes the remarks on all replies. If there is none and most inputs failed, runs the program with
    /// inputs in other forms. Without `asking`, makes no runs. `form` is that of all inputs.
    ///
    /// # Errors
    /// Returns an error if a run can't start, or if a signal came.
    pub(crate) fn remark(
        &mut self,
        asking: Option<&Asking<'_>>,
        form: Form,
        end: Option<Instant>,
    ) -> Result<(), JudgeError> {
        let Remarks { mut sentences, wording } = self.replies.remarks(asking.is_some());
        if sentences.is_empty() {
            let (crashes, failed) = (self.replies.about_lost_runs(), self.mostly_failed());
            let trials = match asking {
                Some(asking) => {
                    let end = ends_within(FORMS_LIMIT, end);
                    try_forms(asking, &failed, end, crashes.is_some())?
                }
                None => Vec::new(),
            };
            if let Some(sentence) = trials.last().and_then(FormTrial::right_form) {
                // What a program makes of inputs that it does not expect tells nothing.
                self.left = 0;
                sentences.push(sentence);
            } else if let Some(sentence) = crashes {
                sentences.push(sentence + &in_all_forms(self.rules, form, &failed, &trials));
            }
        }
        if sentences.is_empty() {
            sentences.extend(wording.as_ref().and_then(|it| self.replies.about_outputs(it)));
        }
        (self.remarks, self.wording) = (sentences, wording);
        Ok(())
    }

    /// Returns the failed inputs with their right answers, if more than half of all inputs failed.
    fn mostly_failed(&self) -> Vec<(&Question, &Answer)> {
        let failed =
            self.replies.iter().filter(|reply| reply.judgement.verdict != JudgeVerdict::Ok);
        let failed: Vec<_> = failed.map(|reply| (&reply.question, &reply.expected)).collect();
        if 2 * failed.len() > self.replies.len() { failed } else { Vec::new() }
    }

    /// Asks the program the questions of an observer's plan, until the plan, the number of runs or the
    /// time ends. Then asks again those whose answers the report shows.
    ///
    /// # Errors
    /// Returns an error if a run can't start.
    pub(crate) fn observe(
        &mut self,
        asking: &Asking<'_>,
        end: Option<Instant>,
    ) -> Result<(), JudgeError> {
        let end = ends_within(TIME, end);
        self.follow_plan(asking, end, |answers| answers.left)?;
        if !signals::is_received() {
            let repeats = self.observer().repeats();
            self.ask(asking, &repeats, end)?;
        }
        Ok(())
    }

    /// Asks the program the questions of an observer's plan as [`Self::observe`] does, but at most
    /// `count`, and none after the first wrong answer.
    ///
    /// # Errors
    /// Returns an error if a run can't start.
    pub(crate) fn search(
        &mut self,
        asking: &Asking<'_>,
        end: Option<Instant>,
        count: usize,
    ) -> Result<(), JudgeError> {
        let left = |answers: &Self| {
            let left = answers.left.min(count.saturating_sub(answers.len()));
            if answers.is_right() { left } else { 0 }
        };
        self.follow_plan(asking, ends_within(TIME, end), left)
    }

    /// Returns `true` if the program was asked fewer questions because it is slow.
    pub(crate) fn is_slow(&self) -> bool {
        self.observer.is_quick()
    }

    /// Asks the questions of the plan. `left` returns the number of questions that may still be asked.
    fn follow_plan(
        &mut self,
        asking: &Asking<'_>,
        end: Instant,
        left: impl Fn(&Self) -> usize,
    ) -> Result<(), JudgeError> {
        let mut progress = Progress::new(Some(left(self)), "inputs");
        let (started, first) = (Instant::now(), self.left);
        // The rest of the time is for the answers that are shown, which are asked again.
        let end_of_plan = started + end.saturating_duration_since(started) * 4 / 5;
        while !signals::is_received() {
            let mut questions = self.observer().questions();
            questions.truncate(left(self).min(AT_ONCE.max(asking.jobs)));
            let times = self.ask(asking, &questions, end_of_plan)?;
            let asked = times.len();
            if asked == 0 {
                break;
            }
            // If most of the first runs are slow, the whole plan would take too long.
            let slow = times.iter().filter(|time| **time > SLOW_RUN).count();
            if self.left == first && 2 * slow > asked {
                self.observer = self.observer.clone().quick();
            }
            self.left -= asked;
            progress.set(first - self.left);
        }
        Ok(())
    }

    /// Asks the program questions, and adds the answers. Returns the counted time of each answer. There
    /// are fewer answers than questions if the time ended.
    fn ask(
        &mut self,
        asking: &Asking<'_>,
        questions: &[Question],
        end: Instant,
    ) -> Result<Vec<Duration>, JudgeError> {
        let judged = asking.ask(questions, Some(end))?;
        let times = judged.iter().map(|judged| judged.judgement.time.counted).collect();
        for judged in judged {
            self.add(judged);
        }
        Ok(times)
    }

    /// Returns the facts that the replies show; `None` if all outputs are equal, which is a remark.
    pub(crate) fn report(&self) -> Option<Report> {
        self.wording.as_ref().map(|_| self.observer().report()).filter(|it| it.wrong > 0)
    }

    fn observer(&self) -> Observer {
        let wording = self.wording.clone().unwrap_or_default();
        let mut observer = self.observer.clone();
        for reply in self.replies.iter().chain(&self.again) {
            let (question, expected) = (reply.question.clone(), reply.expected.clone());
            observer.add(question, expected, wording.reply(reply));
        }
        observer
    }

    /// Returns the start of each line: the puzzle and the rule set, if there are several groups.
    pub(crate) fn prefix(&self, are_several: bool) -> String {
        if are_several {
            format!("{} by {}: ", self.puzzle.name(), printable(self.rules_name))
        } else {
            String::new()
        }
    }
}

/// Returns the end of runs that start now and take at most `time`, but not after `end`.
fn ends_within(time: Duration, end: Option<Instant>) -> Instant {
    let latest = Instant::now() + time;
    end.map_or(latest, |end| end.min(latest))
}

/// Adds the answer to a case to the group of its puzzle and rule set.
pub(crate) fn add_to_group<'a>(
    groups: &mut Vec<ProgramAnswers<'a>>,
    rules: &'a Rules,
    rules_name: &'a str,
    judged: Judged,
) {
    let puzzle = judged.question.puzzle();
    let is_same = |it: &ProgramAnswers<'_>| (it.rules_name, it.puzzle) == (rules_name, puzzle);
    let at = groups.iter().position(is_same).unwrap_or_else(|| {
        let size = match judged.question {
            Question::Path(size, _) => Some(size),
            Question::Mate(_) => None,
        };
        groups.push(ProgramAnswers::new(rules, rules_name, puzzle, size));
        groups.len() - 1
    });
    groups[at].add_case(judged);
}
