//! Tests the misreadings that fit a program's answers: each predicts the program's answers to new
//! inputs.

use std::time::Instant;

use super::candidates::{Candidates, TIME_FOR_ONE};
use super::judgement::{JudgeVerdict, Judgement};
use super::program::{End, Program, Run, RunError};
use super::wording::{ProgramReply, Wording};
use crate::cases::{Answer, Form, Puzzle, Question};
use crate::judge::error::JudgeError;
use crate::mistake::on_one_line;
use crate::render;
use crate::rules::Rules;
use crate::terminal::progress::Progress;
use crate::workbench::{
    BestFits, Comparison, Diagnosis, InCommon, Misreading, Observation, Separator,
};

/// The number of new inputs that test a misreading where it differs from the rules.
const INPUTS: usize = 10;
/// The maximum number of new inputs that show what wrong answers have in common.
const COMPARED: usize = 30;

/// An input on which a run failed, with the verdict on the run.
pub(crate) type Failed = (JudgeVerdict, Question);

/// Runs of a program on new inputs, within limits.
pub(crate) struct NewRuns<'a> {
    pub(crate) program: &'a Program,
    pub(crate) rules: &'a Rules,
    pub(crate) form: Form,
    /// The wording in which the program's answers are read.
    pub(crate) wording: Wording,
    pub(crate) separator: Separator,
    /// The maximum number of inputs per run.
    pub(crate) batch: usize,
    /// The number of inputs that the program may still get.
    pub(crate) left: usize,
    /// The end of all tests.
    pub(crate) end: Instant,
    /// The first new input on which a run failed.
    pub(crate) failed: Option<Failed>,
}

/// The misreadings that come nearest to a program's answers, or what its wrong answers share.
pub(crate) struct Diagnosed {
    pub(crate) best: BestFits,
    /// Common traits of the wrong answers, if no misreading fits.
    pub(crate) in_common: Option<InCommon>,
    /// The first new input on which a run failed.
    pub(crate) failed: Option<Failed>,
}

/// Finds the misreadings that fit the answers in `diagnosis`, or else what the wrong answers have in
/// common. Tests both with new runs, if there are any.
pub(crate) fn diagnose(
    diagnosis: &mut Diagnosis,
    mut comparison: Comparison,
    mut runs: Option<NewRuns<'_>>,
) -> Result<Diagnosed, JudgeError> {
    let first = diagnosis.observations().len();
    if let Some(runs) = &mut runs {
        runs.test(diagnosis, &mut comparison)?;
    }
    let mut in_common = None;
    if diagnosis.fits()?.is_empty() && diagnosis.wrong() > 0 {
        let (first, new) = diagnosis.observations().split_at(first);
        for observation in first {
            comparison.add(observation);
        }
        for observation in new {
            comparison.add_unpredicted(observation);
        }
        if let Some(runs) = &mut runs {
            runs.compare(diagnosis, &mut comparison)?;
            // Pairs of misreadings may fit now that there are more wrong answers.
            runs.test(diagnosis, &mut comparison)?;
        }
        let fits = diagnosis.fits()?;
        in_common = fits.is_empty().then(|| comparison.in_common());
    }
    let failed = runs.and_then(|runs| runs.failed);
    let best = diagnosis.best()?;
    let in_common = in_common.filter(|_| best.constant.is_none());
    Ok(Diagnosed { best, in_common, failed })
}

impl Diagnosed {
    /// Returns the lines that report the diagnosis.
    pub(crate) fn lines(&self, rules: &Rules, form: Form) -> Vec<String> {
        let mut lines = render::best_fits(rules, &self.best);
        lines.extend(self.in_common(rules));
        lines.extend(self.failed.iter().map(|(verdict, question)| {
            let input = on_one_line(&question.text(rules, form));
            format!("your program also failed a new input: {} for `{input}`", verdict.noun())
        }));
        lines
    }

    /// Returns the sentences about what the wrong answers have in common.
    pub(crate) fn in_common(&self, rules: &Rules) -> Vec<String> {
        self.in_common.as_ref().map(|it| render::in_common(rules, it)).unwrap_or_default()
    }
}

impl NewRuns<'_> {
    /// Gives the program random inputs, inputs that separate the misreadings that fit its answers, and
    /// then inputs on which the remaining ones differ from the rules. Adds the answers to the diagnosis.
    ///
    /// Ends when [`INPUTS`] predictions came true, no misreading fits, no further input separates or
    /// tests the misreadings, a limit is reached, or a signal is received.
    fn test(
        &mut self,
        diagnosis: &mut Diagnosis,
        comparison: &mut Comparison,
    ) -> Result<(), JudgeError> {
        let mut progress = Progress::new(None, "inputs");
        let mut candidates = Candidates::new(self.end);
        while self.left > 0 && candidates.update(diagnosis, self.end)? {
            let (questions, confirms) = if candidates.random == 0 {
                self.next_questions(&mut candidates, diagnosis)?
            } else {
                let count = candidates.random.min(self.batch).min(self.left);
                candidates.random -= count;
                ((0..count).filter_map(|_| comparison.random_question()).collect(), true)
            };
            let Some(observations) = self.ask(&questions, candidates.deadline)? else { break };
            if observations.is_empty() {
                break;
            }
            self.left -= observations.len();
            for observation in observations {
                candidates.drop_refuted(&observation)?;
                if confirms {
                    diagnosis.add_new(observation)?;
                } else {
                    diagnosis.add(observation)?;
                }
                progress.set(diagnosis.observations().len());
            }
        }
        Ok(())
    }

    /// Returns one question that separates the misreadings, or else questions that test them; empty
    /// if there are none.
    ///
    /// The second value is true if wrong answers to the questions would confirm the misreadings.
    fn next_questions(
        &mut self,
        candidates: &mut Candidates,
        diagnosis: &Diagnosis,
    ) -> Result<(Vec<Question>, bool), JudgeError> {
        if candidates.tests >= INPUTS {
            let question = self.neighbor_question(candidates, diagnosis)?;
            return Ok((question.into_iter().collect(), false));
        }
        let Candidates { misreadings, inseparable, tests, turn, resemble, .. } = candidates;
        let misreadings: Vec<&Misreading> = misreadings.iter().collect();
        if misreadings.len() != *inseparable {
            match self.separator.separating(&misreadings, diagnosis.observations())? {
                Some(question) => return Ok((vec![question], false)),
                None => *inseparable = misreadings.len(),
            }
        }
        let needed = INPUTS.saturating_sub(*tests).min(self.batch).min(self.left);
        let (right, mut questions) = (Misreading::right(self.rules), Vec::new());
        // A pair may differ from the rules on inputs that test only one half.
        let parts: Vec<Misreading> =
            misreadings.iter().flat_map(|misreading| diagnosis.parts(misreading)).collect();
        for _ in 0..needed {
            // Some of the misreadings may differ from the rules on more inputs than the others.
            let misreading = &parts[*tests % parts.len()];
            *turn += 1;
            // A program with another flaw may be wrong where the misreading is right.
            let any =
                turn.is_multiple_of(3).then(|| self.separator.any_question(&[misreading], &[]));
            let question = if let Some(any) = any.flatten().filter(|it| !diagnosis.has_asked(it)) {
                Some(any)
            } else {
                *tests += 1;
                self.testing_question([&right, misreading], resemble, diagnosis)?
            };
            questions.extend(question.filter(|question| !questions.contains(question)));
        }
        Ok((questions, !*resemble))
    }

    /// Returns a question that separates the first misreading from one of the pairs in
    /// [`Candidates::neighbors`].
    fn neighbor_question(
        &mut self,
        candidates: &mut Candidates,
        diagnosis: &Diagnosis,
    ) -> Result<Option<Question>, JudgeError> {
        let Candidates { misreadings, neighbors, .. } = candidates;
        let Some(leader) = misreadings.first() else { return Ok(None) };
        let neighbors = match neighbors {
            Some(neighbors) => neighbors,
            None => neighbors.insert(diagnosis.neighbors(leader)?),
        };
        while let Some(neighbor) = neighbors.first() {
            let both = [leader, neighbor];
            let question = self.separator.separating(&both, diagnosis.observations())?;
            if question.is_some() {
                return Ok(question);
            }
            neighbors.remove(0);
        }
        Ok(None)
    }

    /// Returns a question to which a misreading gives a wrong answer.
    ///
    /// A board that resembles one that the program got wrong is only a last resort. On such boards
    /// many flaws lead to the same wrong answers.
    fn testing_question(
        &mut self,
        both: [&Misreading; 2],
        resemble: &mut bool,
        diagnosis: &Diagnosis,
    ) -> Result<Option<Question>, JudgeError> {
        let all = diagnosis.observations();
        let is_board = all.first().is_some_and(|it| it.question.puzzle() == Puzzle::Mate);
        if is_board && !*resemble {
            let fresh = self.separator.separating(&both, &[])?;
            if let Some(fresh) = fresh.filter(|fresh| !diagnosis.has_asked(fresh)) {
                return Ok(Some(fresh));
            }
            *resemble = true;
        }
        Ok(self.separator.separating(&both, all)?)
    }

    /// Gives the program inputs that test what its wrong answers have in common, and adds the answers
    /// to `diagnosis` and `comparison`.
    ///
    /// Ends when [`INPUTS`] answers are as the common traits predict, the wrong answers have
    /// nothing in common, a limit is reached, or a signal is received.
    fn compare(
        &mut self,
        diagnosis: &mut Diagnosis,
        comparison: &mut Comparison,
    ) -> Result<(), JudgeError> {
        let mut progress = Progress::new(None, "inputs");
        let deadline = self.end.min(Instant::now() + TIME_FOR_ONE);
        for nth in 0..COMPARED {
            let common = comparison.in_common();
            let is_confirmed = common.divisions_confirmed.is_some_and(|inputs| inputs >= INPUTS);
            let is_over = common.is_nothing() && comparison.is_enough();
            if is_confirmed || is_over || self.left == 0 || Instant::now() >= deadline {
                break;
            }
            let question = comparison.next_question()?;
            let Some(observations) = self.ask(question.as_slice(), deadline)? else { break };
            self.left -= observations.len();
            for observation in observations {
                comparison.add_new(&observation);
                diagnosis.add(observation)?;
            }
            progress.set(nth + 1);
        }
        Ok(())
    }

    /// Returns the program's answers to the questions. An answer is `None` if the run failed.
    ///
    /// Returns no observations if the program cannot be run, or the deadline or a signal stopped it.
    fn ask(
        &mut self,
        questions: &[Question],
        deadline: Instant,
    ) -> Result<Option<Vec<Observation>>, JudgeError> {
        if questions.is_empty() {
            return Ok(None);
        }
        let run = run_on(self.program, questions, self.rules, self.form, Some(deadline));
        let Ok(run) = run else { return Ok(None) };
        if run.end == End::Stopped {
            return Ok(None);
        }
        if let Some(observations) = observations(&run, questions, self.rules, &self.wording)? {
            return Ok(Some(observations));
        }
        let [question] = questions else {
            let mut all = Vec::new();
            for question in questions {
                let Some(one) = self.ask(std::slice::from_ref(question), deadline)? else { break };
                all.extend(one);
            }
            return Ok(Some(all));
        };
        let expected = question.answer(self.rules)?;
        let verdict = Judgement::of(&run, &expected)?.verdict;
        self.failed.get_or_insert_with(|| (verdict, question.clone()));
        Ok(Some(vec![Observation { question: question.clone(), expected, got: None }]))
    }
}

/// Runs a program with all questions on its standard input.
pub(crate) fn run_on(
    program: &Program,
    questions: &[Question],
    rules: &Rules,
    form: Form,
    deadline: Option<Instant>,
) -> Result<Run, RunError> {
    let inputs: Vec<String> = questions.iter().map(|question| question.text(rules, form)).collect();
    // In the `grid` form a board has several lines, so an empty line separates boards.
    let part = if form == Form::Grid { "\n" } else { "" };
    program.run(&inputs.join(part), deadline)
}

/// Returns the answers of a run, or `None` if the run failed or did not print one answer per
/// question.
fn observations(
    run: &Run,
    questions: &[Question],
    rules: &Rules,
    wording: &Wording,
) -> Result<Option<Vec<Observation>>, JudgeError> {
    let Some(judgements) = judgements(run, questions, rules)? else { return Ok(None) };
    let judged = questions.iter().zip(&judgements);
    let replies =
        judged.map(|(question, (expected, it))| ProgramReply::new(question, expected, it));
    Ok(replies.map(|reply| wording.observation(&reply)).collect())
}

/// Judges each answer of a run. Returns the right answers and the judgements, or `None` if a run of
/// several questions failed or did not print one answer per question.
pub(crate) fn judgements(
    run: &Run,
    questions: &[Question],
    rules: &Rules,
) -> Result<Option<Vec<(Answer, Judgement)>>, JudgeError> {
    let output = String::from_utf8_lossy(&run.output);
    let lines = output.lines().filter(|line| !line.trim().is_empty());
    let answers: Vec<&str> = if questions.len() == 1 { vec![&*output] } else { lines.collect() };
    let is_whole = matches!(run.end, End::Exited(status) if status.success());
    if answers.len() != questions.len() || questions.len() > 1 && !is_whole {
        return Ok(None);
    }
    let mut judgements = Vec::new();
    for (question, answer) in questions.iter().zip(answers) {
        let expected = question.answer(rules)?;
        let judgement = Judgement::of_answer(run, answer, &expected)?;
        judgements.push((expected, judgement));
    }
    Ok(Some(judgements))
}
