//! Games as players write and play them: the text of a game, short moves, and interactive sessions.

mod commands;
mod error;
#[cfg(feature = "serde")]
mod figurines;
mod game_text;
mod hint;
mod legal_moves;
mod moves;
mod saved;
mod session;
mod shorthand;
mod written_result;

pub use self::game_text::{
    CLAIM, GameMove, GameResult, GameTag, GameText, parse_game, write_game, write_tag,
};
pub use self::session::{Session, SessionReply};
pub use self::shorthand::{WrittenStart, moves_meant, moves_written, start_written};
#[cfg(feature = "serde")]
pub(crate) use self::{
    error::PlayError,
    figurines::{figurines, legal_move_figurines},
    legal_moves::{legal_moves, own_cell},
    moves::{parse_legal_move, play},
    saved::{FEN, RESULT, VARIANT, is_kept, parse, text_of},
    written_result::{WrittenResult, parse_result},
};
