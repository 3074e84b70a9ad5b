//! Tests of the library, one module per subject. A single program links faster than one program per
//! module.

mod allowed;
#[cfg(feature = "serde")]
mod asked;
mod attacks;
mod bad_input;
mod board_forms;
mod boards;
mod case_files;
mod checkmate;
mod circles;
mod coinciding;
mod comments;
mod common;
mod cubic_chess;
mod distances;
mod distinguishing;
mod endgame;
#[cfg(feature = "serde")]
mod examples;
mod exotic_rules;
mod explain;
mod explain_random;
mod explained_reasons;
#[cfg(feature = "serde")]
mod fields;
mod figurines;
mod games;
mod generating;
mod graphs;
mod great_shatranj;
mod great_shatranj_random;
mod held_king;
#[cfg(feature = "serde")]
mod import;
mod isometries;
mod judged_tries;
#[cfg(feature = "serde")]
mod kinds;
mod layout;
mod legality;
mod legend;
mod mates;
mod misreadings;
mod movement;
mod notation;
mod observing_boards;
mod observing_paths;
mod oracle;
mod own_rules;
mod pasted_boards;
mod path_finder;
mod paths_among;
mod playouts;
mod problems;
mod random_positions;
mod raumschach;
mod resuming;
mod rules;
#[cfg(feature = "serde")]
mod saved_games;
#[cfg(feature = "serde")]
mod serialized;
mod sessions;
mod setups;
mod shrinking;
mod sideways;
mod spellings;
#[cfg(feature = "serde")]
mod stopping;
mod text_in_parts;
mod why;
mod workbench;
