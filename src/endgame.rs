//! Endgames: all positions of a few pieces, solved by retrograde analysis.
//!
//! All positions of a set of men are solved together, backwards from the positions in which the
//! game is over. Sets of men that captures and promotions lead to are solved first. Each position
//! takes four bytes. Positions that are rotations or mirror images of each other are stored only
//! once. The movement of the pieces, the promotion cells and the holds determine which isometries
//! preserve the game.
//!
//! Each side takes the best result that it can force, and then the shortest win or the longest
//! loss. Draws that a side claims, by repetition or after many quiet moves, are not part of the
//! analysis.

mod entry;
mod isometries;
mod material;
mod men_on_board;
mod placements;
mod solve;
mod solved;
mod solving;
mod table;
mod unsolved;

pub use self::entry::GameEnd;
pub use self::material::Endgame;
pub use self::solved::{Known, Solved, Summary};
pub use self::unsolved::{Reached, Unsolved};
