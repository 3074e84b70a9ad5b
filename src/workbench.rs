//! The workbench: tools for people who solve the puzzles, and for those who set them.
//!
//! A [`Reading`] is a way to misunderstand the rules, made from a rule set's own tables. An
//! [`Audit`] says which readings a set of cases lets pass, and suggests cases that don't. A
//! [`PathGenerator`] and a [`MateGenerator`] make questions to order, a [`ProblemGenerator`] sound mate
//! problems, [`Trials`] those that find mistakes out. A [`Diagnosis`] says which reading a program's answers
//! agree with, and a [`Splitter`] makes questions that tell such readings apart. [`shrink`] makes a question that shows something as small as it can be; an
//! [`Importer`] reads cases from a page. Nothing here runs a program: whoever does brings a predicate.
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
    GeneratedProblem, Impossible, MateConstraint, MateGenerator, NoProblem, PathConstraint,
    PathGenerator, ProblemConstraint, ProblemGenerator,
};
pub use self::import::{Found, Imported, Importer, NoCase, ReadObject, Unused, distinguish};
pub use self::misreading::Misreading;
pub use self::reading::{AnswerMutation, InputMutation, Mutation, Reading, ReadingKind};
pub use self::shrink::shrink;
pub use self::splitter::Splitter;
pub use self::trials::Trials;
pub use self::witness::Searched;
