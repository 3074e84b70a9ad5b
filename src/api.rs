//! Parses questions, answers them and serializes the answers as JSON.
//!
//! A [`Question`] is parsed from [`Fields`]: the members of a JSON object or command-line options.
//! [`answer`] returns an [`Answer`], which serializes with the fields that `docs/json.md`
//! documents. The command line and the server both use these types.
//!
//! # Example
//! ```
//! use kubikschach::api::{self, Command, Context, Fields, Limits, Question};
//! use kubikschach::control::Control;
//! let object = r#"{"piece": "King", "color": "W", "start": "A1a", "finish": "B3d"}"#;
//! let fields = Fields::of_object(object).expect("an object");
//! let question = Question::read(Command::Path, &fields, &mut Context::new(Limits::NONE))?;
//! let answer = api::answer(&question, &Control::FREE)?;
//! let object = serde_json::to_string(&answer).expect("every answer has its JSON");
//! assert!(object.ends_with("\"moves\":3}"));
//! # Ok::<(), api::Error>(())
//! ```

mod board;
pub(crate) mod context;
mod distances;
mod endgame;
mod error;
pub(crate) mod error_object;
pub(crate) mod examples;
mod explain;
pub(crate) mod fields;
mod graph;
mod illegal;
pub(crate) mod json;
pub(crate) mod mate;
mod mate_in;
mod moves;
pub(crate) mod object;
mod parts;
mod path;
mod perft;
pub(crate) mod picture;
mod play;
pub(crate) mod position;
pub(crate) mod rules;
mod shared_search;

use std::io::Write;

use serde::Serialize;

pub use self::board::{BoardAnswer, BoardQuestion};
pub use self::context::{Context, Limits};
pub use self::distances::{DistancesAnswer, DistancesQuestion};
pub use self::endgame::{AllPositions, EndgameAnswer, EndgameQuestion, OnePosition, OneSide};
pub use self::error::{Error, ErrorKind, Place};
pub use self::fields::Fields;
pub use self::graph::{GraphAnswer, GraphQuestion};
pub use self::mate::{MateAnswer, MateOptions, MateQuestion, PositionQuestion};
pub use self::mate_in::{MateInAnswer, MateInQuestion};
pub use self::moves::{MovesAnswer, MovesQuestion};
pub use self::path::{PathAnswer, PathOptions, PathQuestion};
pub use self::perft::{MOST_PLIES, PerftAnswer, PerftQuestion};
pub use self::picture::{PictureAnswer, PictureQuestion, Pictured};
pub use self::play::{LegalMoves, PlayAnswer, PlayQuestion, Reply, Session};
pub use self::rules::{RulesAnswer, RulesQuestion};
use crate::control::Control;

/// The kind of a [`Question`]; each kind has the name of a command on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Command {
    /// Asks for the least number of moves between two cells.
    Path,
    /// Asks for the least number of moves from one cell to every cell.
    Distances,
    /// Asks for the verdict on a position, or for a forced mate in several moves.
    Mate,
    /// Asks for a board in its normal text form.
    Board,
    /// Asks for the cells that one piece can move to.
    Moves,
    /// Asks for the position after a list of moves.
    Play,
    /// Asks for the number of edges, the number of components and the diameter of a piece's move
    /// graph.
    ///
    /// The vertices of this graph are the cells of an empty board, and its edges are the piece's
    /// moves.
    Graph,
    /// Asks for the number of sequences of legal moves of a given length.
    Perft,
    /// Asks for White's number of moves until mate in every position with given pieces.
    Endgame,
    /// Asks for a rule set's pieces, coordinates and setups.
    Rules,
    /// Asks for an SVG picture of the answer to another question.
    Picture,
}

impl Command {
    /// Returns `true` if the answer to a question with these fields may take seconds.
    #[cfg(feature = "serve")]
    pub(crate) fn is_long(self, fields: &Fields<'_>) -> bool {
        /// The number of cells along an edge up to which pictures and distances take little time.
        const SHORT: usize = 12;
        match self {
            Self::Graph | Self::Perft | Self::Endgame => true,
            Self::Mate => fields.has("in"),
            Self::Path => fields.has("board"),
            Self::Distances | Self::Picture => {
                let edge = fields.json("size").and_then(|edge| edge.parse().ok());
                let board = fields.board("board").ok().flatten().unwrap_or_default();
                edge.unwrap_or(0) > SHORT || board.len() > SHORT * SHORT * SHORT
            }
            _ => false,
        }
    }
}

/// A parsed question of any kind, to be passed to [`answer`].
#[derive(Clone, Debug)]
#[non_exhaustive]
#[expect(missing_docs, reason = "each variant has the question of its name")]
pub enum Question {
    Path(Box<PathQuestion>),
    Distances(Box<DistancesQuestion>),
    Mate(Box<MateQuestion>),
    MateIn(Box<MateInQuestion>),
    Board(Box<BoardQuestion>),
    Moves(Box<MovesQuestion>),
    Play(Box<PlayQuestion>),
    Graph(Box<GraphQuestion>),
    Perft(Box<PerftQuestion>),
    Endgame(Box<EndgameQuestion>),
    Rules(Box<RulesQuestion>),
    Picture(Box<PictureQuestion>),
}

impl Question {
    /// Parses a question of the kind `command`.
    ///
    /// # Errors
    /// Returns an error if a field is unknown or has a mistake, if two fields exclude each other,
    /// or if the question exceeds a limit of `context`.
    pub fn read(
        command: Command,
        fields: &Fields<'_>,
        context: &mut Context,
    ) -> Result<Self, Error> {
        Ok(match command {
            Command::Path => Self::Path(Box::new(PathQuestion::read(fields, context)?)),
            Command::Distances => {
                Self::Distances(Box::new(DistancesQuestion::read(fields, context)?))
            }
            Command::Mate => match PositionQuestion::read(fields, context)? {
                PositionQuestion::Verdict(question) => Self::Mate(Box::new(question)),
                PositionQuestion::MateIn(question) => Self::MateIn(Box::new(question)),
            },
            Command::Board => Self::Board(Box::new(BoardQuestion::read(fields, context)?)),
            Command::Moves => Self::Moves(Box::new(MovesQuestion::read(fields, context)?)),
            Command::Play => Self::Play(Box::new(PlayQuestion::read(fields, context)?)),
            Command::Graph => Self::Graph(Box::new(GraphQuestion::read(fields, context)?)),
            Command::Perft => Self::Perft(Box::new(PerftQuestion::read(fields, context)?)),
            Command::Endgame => Self::Endgame(Box::new(EndgameQuestion::read(fields, context)?)),
            Command::Rules => Self::Rules(Box::new(RulesQuestion::read(fields, context)?)),
            Command::Picture => Self::Picture(Box::new(PictureQuestion::read(fields, context)?)),
        })
    }
}

/// The answer to a [`Question`] of any kind, serialized as one JSON object.
#[derive(Debug, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
#[expect(missing_docs, reason = "each variant has the answer of its name")]
pub enum Answer<'q> {
    Path(PathAnswer<'q>),
    Distances(DistancesAnswer<'q>),
    Mate(MateAnswer<'q>),
    MateIn(MateInAnswer<'q>),
    Board(BoardAnswer),
    Moves(MovesAnswer<'q>),
    Play(PlayAnswer<'q>),
    Graph(GraphAnswer<'q>),
    Perft(PerftAnswer),
    Endgame(EndgameAnswer<'q>),
    Rules(RulesAnswer<'q>),
    Picture(PictureAnswer),
}

/// Answers a question of any kind.
///
/// # Errors
/// Returns an error if the question has no answer, exceeds a limit, or `control` stops the answer.
pub fn answer<'q>(question: &'q Question, control: &Control<'_>) -> Result<Answer<'q>, Error> {
    Ok(match question {
        Question::Path(question) => Answer::Path(question.options.answer(question.query, control)?),
        Question::Distances(question) => Answer::Distances(question.answer(control)?),
        Question::Mate(question) => Answer::Mate(question.answer(control)?),
        Question::MateIn(question) => Answer::MateIn(question.answer(control)?),
        Question::Board(question) => Answer::Board(question.answer()),
        Question::Moves(question) => Answer::Moves(question.answer()),
        Question::Play(question) => Answer::Play(question.answer()?),
        Question::Graph(question) => Answer::Graph(question.answer(control)?),
        Question::Perft(question) => Answer::Perft(question.answer(control)?),
        Question::Endgame(question) => Answer::Endgame(question.answer(control)?),
        Question::Rules(question) => Answer::Rules(question.answer()),
        Question::Picture(question) => Answer::Picture(question.answer(control)?),
    })
}

/// Answers a question of the kind `command`, and writes the answer: a picture as SVG, all others as
/// one line of JSON that starts with the `id` of the question.
///
/// # Errors
/// Returns an error if a field is unknown or has a mistake, if fields exclude each other, if the
/// question has no answer or exceeds a limit of `context`, if `control` stops the work, or if the
/// answer cannot be written.
pub fn ask(
    command: Command,
    fields: &Fields<'_>,
    context: &mut Context<'_>,
    control: &Control<'_>,
    out: &mut impl Write,
) -> Result<(), Error> {
    let question = Question::read(command, fields, context)?;
    match answer(&question, control)? {
        Answer::Picture(answer) => writeln!(out, "{}", answer.svg)?,
        answer => json::answer(out, fields.id(), &answer)?,
    }
    Ok(())
}
