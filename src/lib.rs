//! 3D-chess puzzles: fewest moves between cells, explained checkmates, games, mates in N, endgames.
//!
//! ```
//! use kubikschach::{notation, path::MoveGraph, position::Position, rules::Rules};
//!
//! let rules = Rules::kubikschach();
//! let size = rules.default_size();
//! let query = notation::parse_query(&rules, size, "King W A1a B3d")?;
//! let graph = MoveGraph::new(&rules, size, query.piece);
//! assert_eq!(graph.distance(query.start, query.finish)?, Some(3));
//!
//! let rules = Rules::cube();
//! let setup = notation::parse_board(&rules, "[rq,##],[##,K#]")?;
//! assert!(Position::new(&rules, setup)?.is_checkmate());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | I want … | use … |
//! |---|---|
//! | the rules of a game, or my own rules | [`Rules`](rules::Rules); [`rules::format`] explains the documents |
//! | to parse and write cells, boards, moves and queries | [`notation`] |
//! | the fewest moves between two cells, the routes, or the reason why no route exists | [`PathFinder`](path::PathFinder) |
//! | the graph of a piece's moves for petgraph's algorithms | [`MoveGraph`](path::MoveGraph) |
//! | check, checkmate, legal moves | [`Position`](position::Position) |
//! | the reasons for a verdict, such as why a position is no checkmate | [`Position::explain`](position::Position::explain), [`render::explain`] |
//! | to play a game, with draws that can be claimed | [`Game`](game::Game) |
//! | to parse and write the text of a game, or play interactively | [`play`] |
//! | a forced mate in N moves and its proof | [`MateSearch`](search::MateSearch) |
//! | all positions of a few men | [`Endgame`](endgame::Endgame) |
//! | the questions of the command line, with answers as JSON | `api`, with the feature `serde` |
//! | to show the progress of long computations, or cancel them | [`Control`](control::Control) |
//! | pictures of boards as text or SVG | [`Picture`](render::Picture) |
//! | test cases, misreadings of the rules, audits of cases, random cases | [`cases`], [`workbench`] |
//! | to read cases from a page | `import`, with the feature `serde` |
//!
//! [`recipes`] has example programs for common tasks.
//!
//! # Design
//! The rules are data, and one module interprets them. A rule set is a TOML document that defines
//! the moves of each piece. Distances, attacks, legal moves and verdicts all follow from that
//! definition.
//!
//! - Coordinates are files from the left, ranks from White's side and levels from the bottom, all
//!   from 0. Other notations are converted when text is parsed or written.
//! - Only [`movement`] interprets the moves of pieces, and only [`position`] decides which moves
//!   are legal.
//! - The library opens no file and prints nothing: only `terminal`, `judge`, `serve` and `cli` do
//!   input and output.
//! - Errors are values. A [`Mistake`](mistake::Mistake) says where the mistake is, what was
//!   expected and what was found, and often how to fix it.
//! - No input text makes the library panic, and the library has no `unsafe` code.
//!
//! # Features
//! - `serde`: the module `api`, with questions and answers as Rust values and as JSON; the module
//!   `import`, which reads cases from pages; and `Serialize` for cells, pieces, moves, queries and
//!   verdicts. These values do not know their rule set, so roles are indexes and cells are
//!   coordinates.
//! - `cli`: the command-line program.
//! - `serve`: the web page, and the commands over HTTP.
//!
//! The default features `cli` and `serve` bring most of the dependencies. To use only the library,
//! set `default-features = false`. Without features the library also builds for
//! `wasm32-unknown-unknown`.

#[cfg(feature = "serde")]
pub mod api;
pub mod board;
pub mod cases;
pub mod cell;
#[cfg(feature = "cli")]
pub mod cli;
mod common;
pub mod control;
pub mod endgame;
pub mod game;
#[cfg(feature = "serde")]
pub mod import;
#[cfg(feature = "cli")]
mod judge;
pub mod mistake;
pub mod movement;
pub mod notation;
pub mod path;
pub mod piece;
pub mod play;
pub mod position;
pub mod render;
pub mod rules;
pub mod search;
#[cfg(feature = "serve")]
mod serve;
#[cfg(feature = "cli")]
mod terminal;
mod toml_reader;
pub mod verdict;
pub mod workbench;

#[cfg(doc)]
#[doc = include_str!("recipes.md")]
pub mod recipes {}

/// Runs the library example of the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
