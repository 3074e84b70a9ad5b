//! Kubikschach: 3D-chess puzzles.
//!
//! One idea carries the crate: the rules are data, and one movement module interprets them. What
//! a piece can do is written once, in the TOML document of a rule set; the least number of moves,
//! attacks, legal moves and verdicts all follow from it.
//!
//! ```text
//! text → notation → Board → movement → ┬ move graph → distances, routes
//!                                      └ attacks → legal moves → verdict
//! ```
//!
//! # The modules, in reading order
//! - [`cell`]: cells, offsets and sizes; arithmetic only.
//! - [`piece`]: colors, roles and pieces.
//! - [`board`]: what stands where.
//! - [`movement`]: leapers, riders and lame leapers, and the one generator over a board.
//! - [`document`]: TOML documents read with all their mistakes.
//! - [`rules`]: rule sets and their cell names.
//! - [`notation`]: text from and to cells, boards and queries.
//! - [`path`]: the move graph, breadth-first distances, shortest routes, and why there is none.
//! - [`position`]: checks and legal moves.
//! - [`verdict`]: checkmate, stalemate, check, why, and how games end.
//! - [`game`]: positions one after the other, and the draws their history allows.
//! - [`cases`]: files of cases with their expected answers.
//! - [`render`]: values as text.
//!
//! # What holds everywhere
//! - File to the right, rank 0 on White's side, level 0 at the bottom; every notation converts at
//!   the border.
//! - No rule of movement outside `movement` and the rule sets' documents.
//! - Whatever is fast has a general way beside it that gives the same answers to more questions:
//!   the common forms of queries and boards to the careful readers, the table of distances to the
//!   search, quick looks to positions. It takes its rules from the same steps.
//! - No input or output, and nothing printed. Errors are values with a place in the text.
//! - No panic on any text.
//!
//! # Example
//! ```
//! use kubikschach::{notation, path::MoveGraph, rules::Rules};
//! let rules = Rules::built_in("kubikschach").expect("it is built in");
//! let size = rules.size().expect("its size is fixed");
//! let query = notation::query(&rules, size, "King W A1a B3d")?;
//! let graph = MoveGraph::new(&rules, size, query.piece);
//! assert_eq!(graph.distance(query.start, query.finish)?, Some(3));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bits;
pub mod board;
pub mod cases;
pub mod cell;
pub mod document;
pub mod game;
pub mod movement;
pub mod notation;
pub mod path;
pub mod piece;
pub mod position;
pub mod render;
pub mod rules;
pub mod verdict;

/// The README's example of the library is run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
