//! The commands, each with its arguments.

pub(crate) mod audit;
pub(crate) mod endgame;
pub(crate) mod export;
pub(crate) mod generate;
pub(crate) mod graph;
pub(crate) mod import;
pub(crate) mod judge;
pub(crate) mod manual;
pub(crate) mod mate;
pub(crate) mod moves;
pub(crate) mod path;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod replay;
pub(crate) mod rules;
#[cfg(feature = "serve")]
pub(crate) mod serve;
pub(crate) mod stress;
