//! Tools for people who solve the puzzles, and for those who set them.
//!
//! - A [`Misreading`] is a wrong belief about the rules, derived from a rule set. A case catches
//!   a misreading if a program with that belief answers the case wrongly.
//! - An [`Audit`] finds the misreadings that no case of a set catches, and suggests cases that catch
//!   these misreadings.
//! - A [`PathGenerator`], a [`MateGenerator`] and a [`ProblemGenerator`] create queries, boards and
//!   sound mate problems that meet a constraint.
//! - [`Trials`] create questions that catch as many misreadings as possible.
//! - An [`Observer`] asks a program chosen questions, and states what it does as facts.
//! - A [`Separator`] creates questions that distinguish two misreadings.
//! - [`shrink`] reduces a question that has some property.
//! - [`mistake_in_playout`] plays at random and finds a position that the program would refuse.
//!
//! No tool runs a program: the caller passes a closure that does. Equal seeds give equal results.

mod audit;
mod cover;
mod generate;
mod misreading;
mod observe;
mod playout;
mod separator;
mod shrink;
mod trials;
mod witnesses;

pub use self::audit::{Audit, AuditOutcome, Finding, Searched, Suggestion};
pub use self::generate::{
    GeneratedProblem, Impossible, MateConstraint, MateGenerator, NoProblem, PathConstraint,
    PathGenerator, PathLength, ProblemConstraint, ProblemGenerator,
};
pub use self::misreading::{
    AnswerMisreading, InputMisreading, Misreading, MisreadingKind, MovementMisreading,
    VerdictMisreading,
};
pub use self::observe::{
    Answered, Belief, BoardFace, BoardFeature, CellChange, ChangedRules, Directions, Fact,
    MateClaim, MateFact, MoveSet, Observer, PathFact, PathSubject, PieceMoves, Reply, Report,
    Survey,
};
pub use self::playout::mistake_in_playout;
pub use self::separator::Separator;
pub use self::shrink::shrink;
pub use self::trials::Trials;
