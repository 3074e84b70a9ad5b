//! The commands of an interactive game.

use std::ops::Range;

use super::game_text::CLAIM;
use super::hint::hint;
use super::legal_moves::{legal_moves, moves_by_piece, moves_of, own_cell};
use super::moves;
use super::session::{Session, SessionReply};
use crate::common::list;
use crate::control::Control;
use crate::mistake::{Mistake, did_you_mean, names_meant, quote};
use crate::notation::write_move;
use crate::piece::{Piece, Role};
use crate::render::why_illegal;

/// A command that a player types in place of a move.
struct Action {
    name: &'static str,
    argument: Argument,
    /// Description of the command in the help; `None` hides a second name of another command.
    help: Option<&'static str>,
    run: fn(&mut Session, Typed<'_>) -> Result<SessionReply, Mistake>,
}

/// The text that may or must follow a command, with the name that the help shows, such as `MOVE`.
enum Argument {
    None,
    Optional(&'static str),
    Required(&'static str),
}

/// A line with a command, and the text after the command, which is part of the line.
#[derive(Clone, Copy)]
struct Typed<'l> {
    line: &'l str,
    rest: &'l str,
}

/// The commands in the order of the help.
const ACTIONS: [Action; 20] = [
    Action {
        name: "moves",
        argument: Argument::Optional("[CELL]"),
        help: Some("list the legal moves, or draw those of the piece on a cell"),
        run: |session, typed| session.legal_moves(typed),
    },
    Action {
        name: "pieces",
        argument: Argument::None,
        help: Some("draw how the pieces move"),
        run: |_, _| Ok(SessionReply::Pieces),
    },
    Action {
        name: "why",
        argument: Argument::Required("MOVE"),
        help: Some("say why a move is illegal"),
        run: |session, typed| session.why(typed),
    },
    Action {
        name: "hint",
        argument: Argument::None,
        help: Some("suggest a move"),
        run: |session, typed| session.hint(typed),
    },
    Action {
        name: "undo",
        argument: Argument::None,
        help: Some("take back the last move"),
        run: |session, typed| {
            session.undo().ok_or_else(|| typed.wrong("no move has been made yet"))
        },
    },
    Action {
        name: "board",
        argument: Argument::None,
        help: Some("draw the board"),
        run: |_, _| Ok(SessionReply::Board),
    },
    Action {
        name: "flip",
        argument: Argument::None,
        help: Some("see the board from the other side"),
        run: |session, _| Ok(session.flip()),
    },
    Action {
        name: "history",
        argument: Argument::None,
        help: Some("list the moves of the game"),
        run: |session, _| Ok(SessionReply::Text(session.history())),
    },
    Action {
        name: CLAIM,
        argument: Argument::Optional(""),
        help: Some("claim a draw"),
        run: |session, typed| session.play(&typed.line.to_ascii_lowercase()),
    },
    Action {
        name: "1/2-1/2",
        argument: Argument::None,
        help: Some("agree on a draw"),
        run: |session, typed| session.play(typed.line),
    },
    Action {
        name: "draw",
        argument: Argument::Optional(""),
        help: None,
        run: |session, typed| Err(session.unclear_draw(typed)),
    },
    Action {
        name: "resign",
        argument: Argument::None,
        help: Some("give up the game"),
        run: |session, _| Ok(session.resign()),
    },
    Action {
        name: "save",
        argument: Argument::Required("FILE"),
        help: Some("write the game into a file"),
        run: |_, typed| Ok(SessionReply::Save(typed.file())),
    },
    Action {
        name: "load",
        argument: Argument::Required("FILE"),
        help: Some("go on with the game in a file"),
        run: |_, typed| Ok(SessionReply::Load(typed.file())),
    },
    Action {
        name: "help",
        argument: Argument::None,
        help: Some("list the commands"),
        run: |session, _| Ok(SessionReply::Text(session.help())),
    },
    Action {
        name: "quit",
        argument: Argument::None,
        help: Some("leave, as `exit` and Ctrl-D do; the game is printed"),
        run: |_, _| Ok(SessionReply::Quit),
    },
    Action {
        name: "exit",
        argument: Argument::None,
        help: None,
        run: |_, _| Ok(SessionReply::Quit),
    },
    Action { name: "q", argument: Argument::None, help: None, run: |_, _| Ok(SessionReply::Quit) },
    Action {
        name: "h",
        argument: Argument::None,
        help: None,
        run: |session, _| Ok(SessionReply::Text(session.help())),
    },
    Action {
        name: "?",
        argument: Argument::None,
        help: None,
        run: |session, _| Ok(SessionReply::Text(session.help())),
    },
];

impl Action {
    /// Runs the command that `line` starts with; `None` if the line starts with no command.
    fn answer(session: &mut Session, line: &str) -> Option<Result<SessionReply, Mistake>> {
        let text = line.trim();
        let (name, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let command = ACTIONS.iter().find(|command| command.name.eq_ignore_ascii_case(name))?;
        let typed = Typed { line, rest: rest.trim_start() };
        Some(command.expect_argument(typed).and_then(|()| (command.run)(session, typed)))
    }

    fn expect_argument(&self, typed: Typed<'_>) -> Result<(), Mistake> {
        match self.argument {
            Argument::None if !typed.rest.is_empty() => Err(typed.too_many(self.name, typed.rest)),
            Argument::Required(what) if typed.rest.is_empty() => {
                Err(typed.wrong(format!("`{}` needs a {}", self.name, what.to_lowercase())))
            }
            _ => Ok(()),
        }
    }

    /// Returns the names of the commands, except those of one letter or sign. Such a name is near
    /// every short word, and `q` leaves the game.
    fn full_names() -> Vec<&'static str> {
        ACTIONS.iter().map(|command| command.name).filter(|name| name.len() > 1).collect()
    }

    /// Returns the lines of the help.
    fn help() -> String {
        let row = |command: &Action| {
            let argument = match command.argument {
                Argument::None => "",
                Argument::Optional(name) | Argument::Required(name) => name,
            };
            let usage = format!("{} {argument}", command.name);
            Some(format!("{:<14}{}", usage.trim_end(), command.help?))
        };
        ACTIONS.iter().filter_map(row).collect::<Vec<_>>().join("\n")
    }
}

impl Typed<'_> {
    /// Returns the byte range of `word`, which must be part of the line.
    fn place(&self, word: &str) -> Range<usize> {
        let start = word.as_ptr().addr() - self.line.as_ptr().addr();
        start..start + word.len()
    }

    /// Returns the name of a file, without quotation marks around it.
    fn file(&self) -> String {
        let is_quoted = |mark: char| self.rest.strip_prefix(mark)?.strip_suffix(mark);
        let name = ['"', '\''].into_iter().find_map(is_quoted);
        name.filter(|name| !name.is_empty()).unwrap_or(self.rest).to_owned()
    }

    /// Creates an error that marks the whole line, without blanks around it.
    fn wrong(&self, message: impl Into<String>) -> Mistake {
        Mistake::new(self.place(self.line.trim()), message)
    }

    fn too_many(&self, before: &str, rest: &str) -> Mistake {
        let word = rest.split_whitespace().next().unwrap_or_default();
        let expected = format!("nothing after `{before}`");
        Mistake::expected(self.place(word), expected, quote(word.as_bytes()))
    }
}

impl Session {
    /// Executes a command or makes the moves of a line.
    ///
    /// # Errors
    /// Returns an error if the line is neither a command nor the text of a game, if a move is
    /// illegal, or if a command cannot be executed. After an error the game is unchanged.
    pub fn answer(&mut self, line: &str) -> Result<SessionReply, Mistake> {
        let reply = Action::answer(self, line).unwrap_or_else(|| self.play(line));
        reply.map_err(|error| self.with_help(error, line))
    }

    fn help(&self) -> String {
        format!("Type {}, or several moves; or\n{}", self.example(), Action::help())
    }

    /// Adds a hint to an error about the first word of a line: the command that the word may be
    /// meant to be, or else what can be typed.
    fn with_help(&self, error: Mistake, line: &str) -> Mistake {
        let word = line.split_whitespace().next().unwrap_or_default();
        let blanks = line.len() - line.trim_start().len();
        let is_about_word = error.span().start < blanks + word.len();
        let is_command = ACTIONS.iter().any(|command| command.name.eq_ignore_ascii_case(word));
        if error.hint.is_some() || is_command || !is_about_word {
            return error;
        }
        let example = self.example();
        let hint = if word.chars().all(char::is_alphabetic) {
            self.command_meant(line, word).unwrap_or_else(|| "`help` lists the commands".to_owned())
        } else if self.is_over() {
            return error;
        } else if error.message.contains(&example) {
            "`moves` lists the legal moves".to_owned()
        } else {
            format!("type {example}")
        };
        Mistake { hint: Some(hint), ..error }
    }

    /// Returns a hint with the commands that `word`, the first of a line, may mean and that can be
    /// done now; `None` if there are none.
    fn command_meant(&self, line: &str, word: &str) -> Option<String> {
        let usage = |name: &str| {
            let action = ACTIONS.iter().find(|action| action.name == name)?;
            match action.argument {
                Argument::Required(what) if line.trim() == word => Some(format!("{name} {what}")),
                _ => {
                    let meant = line.replacen(word, name, 1);
                    Action::answer(&mut self.clone(), &meant)?.is_ok().then(|| name.to_owned())
                }
            }
        };
        let names = Action::full_names();
        let usages: Vec<String> = names_meant(&names, word).into_iter().filter_map(usage).collect();
        did_you_mean(&usages)
    }

    /// Returns the error about the word `draw`, which may mean the board or the end of the game.
    fn unclear_draw(&self, typed: Typed<'_>) -> Mistake {
        let end = "`1/2-1/2` ends the game with a draw; ";
        let end = if self.is_over() { "" } else { end };
        let hint = Some(format!("{end}`board` draws the board"));
        Mistake { hint, ..typed.wrong("`draw` may mean two things") }
    }

    /// Returns the completions of the last word in `line`, and the byte offset where it starts.
    #[must_use]
    pub fn completions(&self, line: &str) -> (usize, Vec<String>) {
        let start = line.trim_end_matches(|letter: char| !letter.is_whitespace()).len();
        let moves = legal_moves(self.game(), None, &Control::FREE).unwrap_or_default();
        let commands = Action::full_names().into_iter().map(str::to_owned);
        let mut words: Vec<String> = match line[..start].trim() {
            "" => commands.chain(moves).collect(),
            "moves" => self.movable(),
            _ => Vec::new(),
        };
        words.retain(|word| word.starts_with(&line[start..]));
        (start, words)
    }

    fn movable(&self) -> Vec<String> {
        let mut cells: Vec<_> = self.game().legal_moves().into_iter().map(|mv| mv.from).collect();
        cells.dedup();
        cells.into_iter().map(|cell| self.game().position().cell_name(cell)).collect()
    }

    /// Suggests a move.
    fn hint(&self, typed: Typed<'_>) -> Result<SessionReply, Mistake> {
        self.expect_ongoing(typed)?;
        Ok(SessionReply::Text(hint(self.game())))
    }

    fn expect_ongoing(&self, typed: Typed<'_>) -> Result<(), Mistake> {
        self.end().map_or(Ok(()), |end| Err(typed.wrong(end)))
    }

    /// Lists the legal moves, one line for each piece; with a cell, only those of the piece on it.
    fn legal_moves<'l>(&self, typed: Typed<'l>) -> Result<SessionReply, Mistake> {
        self.expect_ongoing(typed)?;
        let (name, more) = typed.rest.split_once(char::is_whitespace).unwrap_or((typed.rest, ""));
        let rules = self.game().position().rules();
        let named = |text: &'l str| Some((rules.role_named(text)?, text));
        if let Some((role, text)) = named(typed.rest.trim_end()).or_else(|| named(name)) {
            return Err(self.piece_instead_of_cell(typed.place(text), text, role));
        }
        if !more.trim().is_empty() {
            return Err(typed.too_many(name, more));
        }
        if name.is_empty() {
            return Ok(SessionReply::Text(moves_by_piece(self.game()).join("\n")));
        }
        let cell =
            own_cell(self.game(), name).map_err(|error| error.moved(typed.place(name).start))?;
        let moves = self.game().legal_moves_from(cell);
        let text = if moves.is_empty() {
            format!("the piece on {name} has no legal move")
        } else {
            moves_of(self.game().position(), cell, &moves)
        };
        Ok(SessionReply::Moves { cell, text })
    }

    /// Returns an error about `text` at `place`, which names a piece where a cell is expected. The
    /// error names the cells of such pieces.
    fn piece_instead_of_cell(&self, place: Range<usize>, text: &str, role: Role) -> Mistake {
        let position = self.game().position();
        let piece = Piece::new(position.turn(), role);
        let (side, name) = (piece.color(), position.piece_name(piece));
        let all = position.board().pieces_of(side).filter(|(_, other)| *other == piece);
        let cells: Vec<String> = all.map(|(cell, _)| position.cell_name(cell)).collect();
        let stand = match &cells[..] {
            [] => format!("{side} has no {name}"),
            [cell] => format!("{side}'s {name} stands on {cell}"),
            _ => format!("{side}'s {name}s stand on {}", list(&cells, "and")),
        };
        let draw = cells.first().map(|cell| format!("`moves {cell}` draws the moves from there; "));
        let hint = format!("{}`pieces` draws how each piece moves", draw.unwrap_or_default());
        let found = quote(text.as_bytes());
        let message = format!("expected a cell, but found the piece {found}: {stand}");
        Mistake { hint: Some(hint), ..Mistake::new(place, message) }
    }

    /// Says why a move is illegal, or that it is legal. After the end of the game, no move is legal.
    fn why(&self, typed: Typed<'_>) -> Result<SessionReply, Mistake> {
        let position = self.game().position();
        let start = typed.place(typed.rest).start;
        let read = moves::read_move(self.game(), typed.rest.trim_end());
        let mv = read.map_err(|error| error.moved(start))?.mv;
        let text = write_move(position.rules(), position.board().size(), mv);
        Ok(SessionReply::Text(match position.check_legal(mv) {
            Ok(()) => {
                self.expect_ongoing(typed)?;
                format!("{text} is legal")
            }
            Err(illegal) => {
                format!("{text} is illegal: {}", why_illegal(position, mv, &illegal).text)
            }
        }))
    }
}
