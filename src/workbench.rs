//! Tools for people who solve the puzzles, and for those who set them.
//!
//! - A [`Misreading`] is a wrong belief about the rules, derived from a rule set. A case catches
//!   a misreading if a program with that belief answers the case wrongly.
//! - An [`Audit`] finds the misreadings that no case of a set catches, and suggests cases that catch
//!   these misreadings.
//! - A [`PathGenerator`], a [`MateGenerator`] and a [`ProblemGenerator`] create queries, boards and
//!   sound mate problems that meet a constraint.
//! - [`Trials`] create questions that catch as many misreadings as possible.
//! - A [`Diagnosis`] finds the misreadings that explain a program's answers, and a [`Separator`]
//!   creates questions that distinguish such misreadings.
//! - A [`Comparison`] finds what the wrong answers of a program have in common.
//! - [`shrink`] reduces a question that has some property.
//! - [`mistake_in_playout`] plays at random and finds a position that the program would refuse.
//!
//! No tool runs a program: the caller passes a closure that does. Equal seeds give equal results.

mod audit;
mod cover;
mod diagnosis;
mod generate;
mod in_common;
mod misreading;
mod observe;
mod playout;
mod properties;
mod separator;
mod shrink;
mod situations;
mod trials;
mod witnesses;

pub use self::audit::{Audit, AuditOutcome, Finding, Searched, Suggestion};
pub use self::diagnosis::{BestFits, Diagnosis, MisreadingFit, Observation};
pub use self::generate::{
    GeneratedProblem, Impossible, MateConstraint, MateGenerator, NoProblem, PathConstraint,
    PathGenerator, PathLength, ProblemConstraint, ProblemGenerator,
};
pub use self::in_common::{Change, Comparison, Division, InCommon};
pub use self::misreading::{
    AnswerMisreading, InputMisreading, Misreading, MisreadingKind, MovementMisreading,
    VerdictMisreading,
};
pub use self::observe::{
    Asked, Belief, BoardFeature, ChangedRules, Directions, Fact, MateClaim, MateFact, Observer,
    PathFact, Reply, Report,
};
pub use self::playout::mistake_in_playout;
pub use self::properties::{BoardRegion, Bound, Property, Quantity};
pub use self::separator::Separator;
pub use self::shrink::shrink;
pub use self::trials::Trials;
