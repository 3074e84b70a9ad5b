//! Plays interactive games of `play` at a pseudo-terminal, which the program `script` provides.

use std::io::{Read as _, Write as _};
use std::process::{Child, Command, Stdio};

struct Terminal {
    script: Child,
    shown: String,
}

impl Terminal {
    /// Starts a command; returns `None` if `script` is not installed.
    fn start(arguments: &str) -> Option<Self> {
        // If the expected text never comes, `timeout` ends the program.
        let program = env!("CARGO_BIN_EXE_kubikschach");
        let command =
            format!("stty rows 40 cols 80; timeout --foreground 60 '{program}' {arguments}");
        let script = Command::new("script")
            .args(["-qec", &command, "/dev/null"])
            .envs([("NO_COLOR", "1"), ("TERM", "xterm")])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        if script.is_err() {
            crate::skipped::note("script", "`play` at a terminal");
        }
        Some(Self { script: script.ok()?, shown: String::new() })
    }

    fn press(&mut self, keys: &str) {
        let stdin = self.script.stdin.as_mut().expect("it is piped");
        stdin.write_all(keys.as_bytes()).and_then(|()| stdin.flush()).expect("keys are taken");
    }

    /// Reads and discards output up to the end of the first occurrence of `text`.
    fn expect(&mut self, text: &str) {
        loop {
            if let Some(at) = self.shown.find(text) {
                self.shown.drain(..at + text.len());
                return;
            }
            let mut bytes = [0; 4096];
            let stdout = self.script.stdout.as_mut().expect("it is piped");
            let length = stdout.read(&mut bytes).expect("the terminal can be read");
            assert_ne!(length, 0, "expected {text:?}, but found {:?}", self.shown);
            self.shown.push_str(&String::from_utf8_lossy(&bytes[..length]).replace('\r', ""));
        }
    }

    /// Closes the input and checks that the program exits with status 0.
    fn end(mut self) {
        drop(self.script.stdin.take());
        let status = self.script.wait().expect("the terminal is closed");
        assert!(status.success(), "{status}");
    }
}

/// Plays a game. Each step is a line of input and the texts that must then appear, in this order.
fn play(arguments: &str, steps: &[(&str, &[&str])]) {
    let Some(mut terminal) = Terminal::start(arguments) else { return };
    for (keys, texts) in steps {
        terminal.press(keys);
        texts.iter().for_each(|text| terminal.expect(text));
    }
    terminal.end();
}

const WHITE: &str = "move 1, White: ";
const BLACK: &str = "move 1, Black: ";

#[test]
fn a_game_is_played_line_by_line() {
    play(
        "play start",
        &[
            (
                "",
                &[
                    "level 6 ",
                    "K king, G guard, ",
                    "`pieces` draws how they move.\n",
                    "Type a move such as `1b1-1a1` or a command;",
                    WHITE,
                ],
            ),
            (
                "moves 2b2\r",
                &["3  . . . . . .    . * . . . .", "!P>P!P", "\npawn 2b2: 2b3 3b2\n", WHITE],
            ),
            ("moves n\r", &["White's knights stand on 1b2", "`moves 1b2` draws", WHITE]),
            (
                "pieces\r",
                &["K king: ", "its level", "* K *", "P pawn: ", "Shown are White's", WHITE],
            ),
            ("h\r", &["pieces        draw how the pieces move\n", WHITE]),
            ("2b2-2b9\r", &["error: expected a cell", "such as `1b1-1a1`", WHITE]),
            ("2b2-2b3\r", &[".<P . . . .", "White's pawn moves from 2b2 to 2b3\n", BLACK]),
            ("resgn\r", &["= help: did you mean `resign`?", BLACK]),
            ("5b5-5b4 2c2-2c3\r", &["level 6 ", "move 2, Black: "]),
            ("undo\r", &["level 6 ", "move 2, White: "]),
            (
                "resign\r",
                &[
                    "White resigns: 0-1\n",
                    "the game is over; `save FILE`, `undo`, or Enter to leave: ",
                ],
            ),
            ("save /nosuch/game.txt\r", &["error: /nosuch: no such folder\n", "to leave: "]),
            ("\r", &["[Variant \"great-shatranj\"]\n", "1. 2b2-2b3 5b5-5b4 0-1\n"]),
        ],
    );
}

#[test]
fn lines_are_completed_cancelled_and_repeated() {
    play(
        "play start --rules raumschach",
        &[
            ("", &[WHITE]),
            ("mo\t Ab1\r", &["knight Ab1: Aa3", WHITE]),
            ("Ab1-Aa\t\r", &["level A\n", BLACK]),
            ("half a line\x03", &["Press Ctrl-C again to leave.\n", BLACK]),
            ("board\r", &["level A\n", BLACK]),
            ("\x03", &["Press Ctrl-C again to leave.\n", BLACK]),
            ("board\r", &["level A\n", BLACK]),
            ("undo\r", &["level A\n", WHITE]),
            // Two times the up arrow: the line before the last one.
            ("\x1b[A\x1b[A\r", &["level A\n", WHITE]),
            ("Ab1-Aa3\r", &["level A\n", BLACK]),
            ("\x03", &["Press Ctrl-C again to leave.\n", BLACK]),
            ("\x03", &["1. Ab1-Aa3 *\n"]),
        ],
    );
}

#[test]
fn a_game_ends_with_its_result() {
    play(
        "play --rules cube '[###,###,#Q#],[###,###,###],[k##,###,##K] w'",
        &[
            ("", &[WHITE]),
            ("b1(III)-b2(II)\r", &["checkmate\n", "to leave: "]),
            ("\r", &["1. b1(III)-b2(II) 1-0\n"]),
        ],
    );
    play(
        "play start --rules raumschach",
        &[
            ("", &[WHITE]),
            ("claim\r", &["no draw can be claimed: the position has occurred 1 of 3 times", WHITE]),
            ("Ab1-Aa3 Eb5-Ea3 Aa3-Ab1 Ea3-Eb5\r", &["level A\n", "move 3, White: "]),
            (
                "Ab1-Aa3 Eb5-Ea3 Aa3-Ab1 Ea3-Eb5\r",
                &["a draw can be claimed: the position has occurred 3 times\n", "move 5, White: "],
            ),
            ("claim\r", &["1/2-1/2 repetition\n", "to leave: "]),
            ("\x04", &["Ea3-Eb5\nclaim 1/2-1/2\n"]),
        ],
    );
}

#[test]
fn generated_cases_on_a_terminal_come_with_a_tip() {
    let tip = "tip: write the cases into a file with `> my-cases.toml`";
    play("generate path --count 1", &[("", &["[[case]]", tip])]);
}

#[test]
fn the_end_of_the_input_ends_a_game() {
    play("play start", &[("", &[WHITE]), ("2b2-2b3\r", &[BLACK]), ("\x04", &["1. 2b2-2b3 *\n"])]);
    play("play start", &[("", &[WHITE]), ("quit\r", &[])]);
}

#[test]
fn a_game_is_saved_and_gone_on_with() {
    let folder = tempfile::tempdir().expect("a folder for files");
    let [file, other] = ["game.txt", "other.txt"].map(|name| folder.path().join(name));
    std::fs::write(&other, "mine").expect("the folder is writable");
    let save = format!("save {}\r", file.display());
    // Tab completes the name of the file.
    let load = format!("load {}/ga\t\r", folder.path().display());
    let save_other = format!("save {}\r", other.display());
    play(
        "play raumschach",
        &[
            ("Nb1a3\r", &["White's knight moves from Ab1 to Aa3\n", BLACK]),
            (&save, &["saved in", BLACK]),
            ("Eb5 Ea3\r", &["Black's knight moves from Eb5 to Ea3\n", "move 2, White: "]),
            (&save_other, &["exists already\n", "move 2, White: "]),
            (&load, &["loaded from", BLACK]),
            ("load nosuch.txt\r", &["error: nosuch.txt: ", BLACK]),
            ("exit\r", &["1. Ab1-Aa3 *\n"]),
        ],
    );
    assert_eq!(std::fs::read_to_string(&other).expect("the file is there"), "mine");
    play(
        &format!("play -f '{}'", file.display()),
        &[
            ("", &["<N . . . .", BLACK]),
            ("Eb5-Ea3\r", &["move 2, White: "]),
            (&save, &["replaced ", "move 2, White: "]),
            ("resign\r", &["to leave: "]),
            ("q\r", &["[Date \"", "[Result \"0-1\"]\n"]),
        ],
    );
    let text = std::fs::read_to_string(&file).expect("the game was saved");
    assert!(text.starts_with("[Variant \"raumschach\"]\n[FEN \"start\"]\n[Date \""), "{text}");
    assert!(text.ends_with("[Result \"*\"]\n\n1. Ab1-Aa3 Eb5-Ea3 *\n"), "{text}");
}

#[test]
fn a_game_is_lost_only_with_a_word() {
    let folder = tempfile::tempdir().expect("a folder for files");
    let [empty, over] = ["empty.txt", "over.txt"].map(|name| folder.path().join(name));
    std::fs::write(&empty, " \n").expect("the folder is writable");
    std::fs::write(&over, "1. 2b2-2b3 {good} (1. 2c2-2c3) 1-0").expect("the folder is writable");
    let [load_empty, load, save] = [("load", &empty), ("load", &over), ("save", &over)]
        .map(|(command, file)| format!("{command} {}\r", file.display()));
    play(
        "play start",
        &[
            ("2c2-2c3\r", &[BLACK]),
            (&load_empty, &["empty.txt: no moves and no tags\n", BLACK]),
            (&load, &["the game before was not saved: 1. 2c2-2c3\n", "loaded from", "to leave: "]),
            (&load, &["1-0 resignation\nloaded from", "to leave: "]),
            ("q\r", &["1. 2b2-2b3 1-0\n"]),
        ],
    );
    play(
        &format!("play -f '{}'", over.display()),
        &[
            ("", &["1-0 resignation\n", "to leave: "]),
            (&save, &["comments and variations are", "not kept\n", "to leave: "]),
            ("q\r", &["1. 2b2-2b3 1-0\n"]),
        ],
    );
}

#[test]
fn play_asks_for_no_moves_if_moves_or_options_are_given() {
    for arguments in ["play start 2b2-2b3", "play start --moves", "play start --json"] {
        let Some(mut terminal) = Terminal::start(arguments) else { return };
        terminal.expect("\n");
        terminal.end();
    }
}
