//! 3D-chess puzzles: least moves, checkmates and why, games, mates in N, endgames.
//!
//! ```
//! use kubikschach::{notation, path::MoveGraph, position::Position, rules::Rules};
//!
//! let rules = Rules::kubikschach();
//! let size = rules.size().expect("its boards have 8 cells an edge");
//! let query = notation::query(&rules, size, "King W A1a B3d")?;
//! let graph = MoveGraph::new(&rules, size, query.piece);
//! assert_eq!(graph.distance(query.start, query.finish)?, Some(3));
//!
//! let rules = Rules::cube();
//! let setup = notation::board(&rules, "[rq,##],[##,K#]")?;
//! assert!(Position::new(&rules, setup)?.is_checkmate());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | I want … | use … |
//! |---|---|
//! | the rules of a game, or rules of my own | [`Rules`](rules::Rules); [`rules::format`] explains the documents |
//! | to read and write cells, boards, moves, queries | [`notation`] |
//! | the least number of moves, routes, why there is no way | [`PathFinder`](path::PathFinder) |
//! | the move graph for petgraph's algorithms | [`MoveGraph`](path::MoveGraph) |
//! | check, checkmate, legal moves | [`Position`](position::Position) |
//! | the reasons of a verdict | [`Position::explain`](position::Position::explain), [`render::explain`] |
//! | to play a game, with draws that can be claimed | [`Game`](game::Game) |
//! | a forced mate in N moves and its proof | [`MateSearch`](search::MateSearch) |
//! | all positions of a few men | [`Endgame`](endgame::Endgame) |
//! | to ask as the command line does, with answers as JSON | `api`, with the feature `serde` |
//! | to watch and stop long computations | [`Control`](control::Control) |
//! | pictures as text or SVG | [`Picture`](render::Picture) |
//! | cases, wrong readings of the rules, audits, random cases | [`cases`], [`workbench`] |
//!
//! [`questions`] has a program for each of them.
//!
//! # Design
//! The rules are data, and one movement module interprets them. A rule set's TOML document says once what a
//! piece can do; distances, attacks, legal moves and verdicts all follow from it.
//!
//! - File to the right, rank 0 on White's side, level 0 at the bottom; every notation converts at the border.
//! - Movement is interpreted in [`movement`] only, legality in [`position`] only.
//! - The library neither reads nor prints: only `cli` does.
//! - Errors are values. A [`Diagnostic`](diagnostic::Diagnostic) says what was expected, what was found
//!   and where, and often how to mend it.
//! - No text makes it panic, and it has no `unsafe` code.
//!
//! # Features
//! - `serde`: the module `api`, questions and answers as values and as JSON.
//! - `cli`: the command-line program.
//! - `serve`: the page, and the command line over HTTP.
//!
//! Both are on by default and bring most of the dependencies. Programs that use the library want
//! `default-features = false`; the library alone also builds for `wasm32-unknown-unknown`.

#[cfg(feature = "serde")]
pub mod api;
mod bits;
pub mod board;
pub mod cases;
pub mod cell;
#[cfg(feature = "cli")]
pub mod cli;
pub mod control;
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

/// Runs the README's example of the library as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
