//! Runs another program on inputs, judges its answers, and finds misreadings that explain the wrong ones.

mod candidates;
mod diagnosis;
mod error;
mod judgement;
mod oddities;
mod other_forms;
mod prediction;
mod program;
mod remarks;
mod repeats;
mod stress;
mod wording;
mod workers;

pub(crate) use self::diagnosis::{Diagnoses, PuzzleAnswers};
pub(crate) use self::error::JudgeError;
pub(crate) use self::judgement::{JudgeVerdict, Judgement};
pub(crate) use self::prediction::Diagnosed;
pub(crate) use self::program::{
    Program, ProgramOptions, RunError, RunTime, is_start_of_program, start_hint,
};
pub(crate) use self::repeats::Repeats;
pub(crate) use self::stress::{Stress, StressOptions, WrongAnswer};
pub(crate) use self::workers::run_tasks;
