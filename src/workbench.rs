//! The workbench: tools for people who solve the puzzles, and for those who set them.
//!
//! A [`Reading`] is a way to misunderstand the rules, derived from a rule set. An [`Audit`] finds
//! the readings that a set of cases does not catch, and suggests cases that do. A [`PathGenerator`]
//! and a [`MateGenerator`] make questions to order; [`Trials`] make questions that reveal mistakes.
//! A [`Diagnosis`] finds the readings that explain a program's answers, and a [`Splitter`] makes
//! questions to tell them apart. [`shrink`] reduces a question. An [`Importer`] parses cases from
//! the text of a page.
//!
//! No tool runs a program: where one must be asked, the caller passes a closure. Equal seeds give
//! equal results.

mod audit;
mod diagnosis;
mod generate;
mod import;
mod misreading;
mod reading;
mod shrink;
mod splitter;
mod trials;
mod witness;

pub use self::audit::{Audit, Finding, Outcome, Suggestion};
pub use self::diagnosis::{Diagnosis, Explanation, Observation};
pub use self::generate::{
    Impossible, MateConstraint, MateGenerator, PathConstraint, PathGenerator,
};
pub use self::import::{Found, Imported, Importer, NoCase, ReadObject, Unused, distinguish};
pub use self::misreading::Misreading;
pub use self::reading::{AnswerMutation, InputMutation, Mutation, Reading, ReadingKind};
pub use self::shrink::shrink;
pub use self::splitter::Splitter;
pub use self::trials::Trials;
pub use self::witness::Searched;
