//! Runs another program on inputs, judges its answers, and observes what it does.

mod asking;
mod error;
mod judgement;
mod oddities;
mod other_forms;
mod output_texts;
mod program;
mod program_answers;
mod remarks;
mod repeats;
mod stress;
mod wording;
mod workers;

pub(crate) use self::asking::Asking;
pub(crate) use self::error::JudgeError;
pub(crate) use self::judgement::{JudgeVerdict, Judged, Judgement};
pub(crate) use self::program::{
    Program, ProgramOptions, RunError, RunTime, is_start_of_program, limits, start_hint,
};
pub(crate) use self::program_answers::{ProgramAnswers, add_to_group};
pub(crate) use self::repeats::Repeats;
pub(crate) use self::stress::{Search, SearchEnd, Shrinking, Shrunk, WrongAnswer, interrupted};
pub(crate) use self::workers::run_tasks;
