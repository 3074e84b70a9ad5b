//! Kubikschach: 3D-chess puzzles.
//!
//! One idea carries the crate: the rules are data, and one movement module interprets them. What
//! a piece can do is written once, in the TOML document of a rule set; the least number of moves,
//! attacks, legal moves and verdicts all follow from it.
//!
//! ```text
//! text → frames → Board or Query → movement → ┬ move graph → distances, routes
//!                                             └ attacks → legal moves → verdict
//! ```
//!
//! # The modules, in reading order
//! - [`diagnostic`]: what is wrong with a text, where, and how it might be mended.
//! - [`cell`]: cells, sets of cells, offsets and sizes; arithmetic only.
//! - [`piece`]: colors, roles and pieces.
//! - [`board`]: what stands where, setups, and moves.
//! - [`movement`]: leapers, riders and lame leapers; where they go and what they attack.
//! - [`rules`]: rule sets and their cell names.
//! - [`path`]: the move graph, breadth-first distances, shortest routes, and why there is none.
//! - [`notation`]: where the records of a text end; text from and to cells, boards, moves and
//!   queries.
//! - [`position`]: what a rule set demands of a board, checks, and legal moves.
//! - [`verdict`]: checkmate, stalemate, check, why, and how games end.
//! - [`game`]: positions one after the other, and the draws their history allows.
//! - [`search`]: mates in N moves, and their proofs.
//! - [`endgame`]: all positions of a few men, solved backwards from the mates.
//! - [`cases`]: files of cases with their expected answers.
//! - [`workbench`]: wrong readings of the rules, audits of cases, cases to order, shrinking.
//! - [`render`]: values as text and pictures.
//! - `cli`: the command line, with the feature of that name; in it `serve`, the page and the command
//!   line over HTTP, with a feature of its own.
//!
//! # What holds everywhere
//! - File to the right, rank 0 on White's side, level 0 at the bottom; every notation converts at
//!   the border.
//! - No rule of movement outside the rule sets' documents and `movement`. No legality outside
//!   `position`.
//! - No input or output, and nothing printed, outside `cli`.
//! - Where a record of a text ends depends on the text alone: not on whether the record is good, nor
//!   on how the text arrives.
//! - Errors are values. What is wrong with a text is a [`Diagnostic`](diagnostic::Diagnostic): what
//!   was expected, what was found and where, and a hint if there is one.
//! - No panic on any text, and no `unsafe` code.
//!
//! [`questions`] has the programs for what is asked most, [`rules::format`] how rule sets are written.
//!
//! # Features
//! - `cli`: the command-line program, and `serve`: the same over HTTP. Both are on by default, and
//!   bring most of the dependencies: programs that use the library need `default-features = false`.
//!
//! # Example
//! ```
//! use kubikschach::{notation, path::MoveGraph, position::Position, rules::Rules};
//! let rules = Rules::built_in("kubikschach").expect("it is built in");
//! let size = rules.size().expect("its size is fixed");
//! let query = notation::query(&rules, size, "King W A1a B3d")?;
//! let graph = MoveGraph::new(&rules, size, query.piece);
//! assert_eq!(graph.distance(query.start, query.finish)?, Some(3));
//!
//! let rules = Rules::built_in("cube").expect("it is built in");
//! let setup = notation::board(&rules, "[rq,##],[##,K#]")?;
//! assert!(Position::new(&rules, setup)?.is_checkmate());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bits;
pub mod board;
pub mod cases;
pub mod cell;
#[cfg(feature = "cli")]
pub mod cli;
pub mod diagnostic;
mod document;
pub mod endgame;
pub mod game;
mod memory;
pub mod movement;
pub mod notation;
pub mod path;
pub mod piece;
pub mod position;
pub mod render;
pub mod rules;
pub mod search;
pub mod verdict;
mod words;
pub mod workbench;

#[cfg(doc)]
#[doc = include_str!("questions.md")]
pub mod questions {}

/// The README's example of the library is run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
