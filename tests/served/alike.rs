//! Checks that a question has one answer in all three forms: as a JSON object over HTTP, as a JSON
//! object on standard input, and as arguments.

use std::fs::File;
use std::process::{Command, Output};

use fastrand::Rng;
use kubikschach::cell::Size;
use kubikschach::rules::Rules;

use crate::serve::{JSON, NDJSON};
use crate::web::Server;

const QUESTIONS: usize = 300;

struct Asked {
    command: &'static str,
    /// Fields of the JSON object except `id`, with their values as JSON.
    members: Vec<(&'static str, String)>,
    arguments: Vec<String>,
}

impl Asked {
    fn new(command: &'static str) -> Self {
        Self { command, members: Vec::new(), arguments: vec![command.to_owned()] }
    }

    /// Adds a positional argument, which is the field `name` in the JSON object.
    fn argument(&mut self, name: &'static str, value: &str) {
        self.members.push((name, format!("{value:?}")));
        self.arguments.push(value.to_owned());
    }

    fn text(&mut self, name: &'static str, value: &str) {
        self.members.push((name, format!("{value:?}")));
        self.arguments.extend([format!("--{name}"), value.to_owned()]);
    }

    fn number(&mut self, name: &'static str, value: usize) {
        self.members.push((name, value.to_string()));
        self.arguments.extend([format!("--{name}"), value.to_string()]);
    }

    fn flag(&mut self, name: &'static str, value: bool) {
        self.members.push((name, value.to_string()));
        if value {
            self.arguments.push(format!("--{name}"));
        }
    }

    fn object(&self, id: usize) -> String {
        let members = self.members.iter().map(|(name, value)| format!(",{name:?}:{value}"));
        format!("{{\"id\":{id}{}}}", members.collect::<String>())
    }
}

struct Asking {
    rng: Rng,
}

impl Asking {
    fn one(&mut self) -> Asked {
        match self.rng.u32(0..10) {
            0..3 => self.path(),
            3..6 => self.mate(),
            6 => self.moves(),
            7 => self.play(),
            8 => self.graph(),
            _ => self.perft_or_endgame(),
        }
    }

    fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.rng.usize(0..choices.len())]
    }

    fn rules(&mut self, asked: &mut Asked) -> (Rules, Size) {
        let name = self.pick(&["kubikschach", "cube", "raumschach", "great-shatranj:sideways"]);
        let rules = Rules::built_in(name).expect("it is built in");
        asked.text("rules", name);
        let size = rules.size().unwrap_or_else(|| {
            let edge = self.rng.usize(2..5);
            asked.number("size", edge);
            Size::new(edge).expect("there are such boards")
        });
        (rules, size)
    }

    fn piece(&mut self, asked: &mut Asked, rules: &Rules) {
        let letters: Vec<char> = rules.letters().map(|(letter, _)| letter).collect();
        let letter = self.pick(&letters).to_ascii_uppercase().to_string();
        let color = self.pick(&["W", "B", "white"]);
        asked.argument("piece", &letter);
        asked.argument("color", color);
    }

    /// Returns a random cell; one in 40 is off the board.
    fn cell(&mut self, (rules, size): (&Rules, Size)) -> String {
        if self.rng.u32(0..40) == 0 {
            return "Z99".to_owned();
        }
        let cell = size.cell(self.rng.usize(0..size.cells()));
        rules.cells().name(size, cell)
    }

    /// Returns the text of a board that has the pieces with the letters `pieces`, and up to four
    /// random pieces, on random cells.
    fn board(&mut self, (rules, size): (&Rules, Size), pieces: &str) -> String {
        let mut cells = vec!['#'; size.cells()];
        let letters: Vec<char> = rules.letters().map(|(letter, _)| letter).collect();
        let more = (0..self.rng.usize(0..5)).map(|_| self.pick(&letters)).collect::<Vec<_>>();
        for letter in pieces.chars().chain(more) {
            let at = self.rng.usize(0..cells.len());
            cells[at] = letter;
        }
        let rows: Vec<String> = cells.chunks(size.edge()).map(|row| row.iter().collect()).collect();
        let levels = rows.chunks(size.edge()).map(|level| format!("[{}]", level.join(",")));
        levels.collect::<Vec<_>>().join(",")
    }

    fn path(&mut self) -> Asked {
        let mut asked = Asked::new("path");
        let (rules, size) = self.rules(&mut asked);
        self.piece(&mut asked, &rules);
        for name in ["start", "finish"] {
            let cell = self.cell((&rules, size));
            asked.argument(name, &cell);
        }
        if self.rng.bool() {
            let board = self.board((&rules, size), "");
            asked.text("board", &board);
            asked.flag("safe", self.rng.bool());
        }
        asked.flag("count", self.rng.bool());
        asked.flag("why", self.rng.bool());
        if self.rng.bool() {
            asked.flag("route", self.rng.bool());
        } else {
            asked.flag("all", true);
            asked.number("limit", self.rng.usize(0..20));
        }
        asked
    }

    fn mate(&mut self) -> Asked {
        let mut asked = Asked::new("mate");
        let size = Size::new(self.rng.usize(2..4)).expect("there are such boards");
        let board = self.board((&Rules::cube(), size), "kK");
        asked.argument("board", &board);
        asked.flag("force", self.rng.u32(0..4) > 0);
        if self.rng.bool() {
            let turn = self.pick(&["white", "black"]);
            asked.text("side", turn);
        }
        if self.rng.bool() {
            asked.number("in", self.rng.usize(1..3));
            asked.flag("set", self.rng.bool());
            asked.flag("tries", self.rng.bool());
        }
        asked.flag("explain", self.rng.bool());
        asked
    }

    fn moves(&mut self) -> Asked {
        let mut asked = Asked::new("moves");
        let (rules, size) = self.rules(&mut asked);
        self.piece(&mut asked, &rules);
        let cell = self.cell((&rules, size));
        asked.argument("cell", &cell);
        if self.rng.bool() {
            let board = self.board((&rules, size), "");
            asked.text("board", &board);
        }
        asked
    }

    fn play(&mut self) -> Asked {
        let mut asked = Asked::new("play");
        let start = self.pick(&["start", "start:sideways"]);
        asked.argument("position", start);
        let moves = ["2a2-2a3", "5a5-5a4", "2b2-2b3", "5b5-5b4"];
        let moves = &moves[..self.rng.usize(1..=moves.len())];
        asked.members.push(("moves", format!("{moves:?}")));
        asked.arguments.extend(moves.iter().map(|&mv| mv.to_owned()));
        match self.rng.u32(0..3) {
            0 => {
                asked.members.push(("legal_moves", "true".to_owned()));
                asked.arguments.push("--moves".to_owned());
            }
            1 => {
                asked.members.push(("legal_moves", "\"2c2\"".to_owned()));
                asked.arguments.push("--moves=2c2".to_owned());
            }
            _ => {}
        }
        asked
    }

    fn graph(&mut self) -> Asked {
        let mut asked = Asked::new("graph");
        let (rules, _) = self.rules(&mut asked);
        self.piece(&mut asked, &rules);
        asked
    }

    fn perft_or_endgame(&mut self) -> Asked {
        if self.rng.bool() {
            let mut asked = Asked::new("perft");
            asked.argument("position", "start");
            asked.number("depth", self.rng.usize(0..3));
            asked.flag("divide", self.rng.bool());
            return asked;
        }
        let mut asked = Asked::new("endgame");
        asked.argument("pieces", "KRk");
        if self.rng.bool() {
            let size = Size::new(3).expect("there are such boards");
            let board = self.board((&Rules::cube(), size), "KRk");
            asked.text("at", &board);
        } else {
            asked.number("size", 2);
        }
        asked
    }
}

fn run(arguments: &[String], input: File) -> Output {
    let program =
        Command::new(env!("CARGO_BIN_EXE_kubikschach")).args(arguments).stdin(input).output();
    program.expect("the program runs")
}

/// Returns the part of an answer after its `id`, or `None` if the answer is an error.
fn answer(line: &str, id: usize) -> Option<&str> {
    let rest = line.strip_prefix(&format!("{{\"id\":{id},")).expect("the `id` comes back");
    Some(rest.trim_end()).filter(|rest| !rest.starts_with("\"error\":"))
}

#[test]
fn objects_and_arguments_have_the_same_answers() {
    let mut asking = Asking { rng: Rng::with_seed(44) };
    let asked: Vec<Asked> = (0..QUESTIONS).map(|_| asking.one()).collect();
    let (server, folder) = (Server::start(), tempfile::tempdir().expect("there is room"));
    let file = |text: &str| {
        let path = folder.path().join("input");
        std::fs::write(&path, text).expect("the folder can be written to");
        File::open(path).expect("it was written")
    };
    let mut answered = 0;
    for (id, asked) in asked.iter().enumerate() {
        let object = asked.object(id);
        let posted = server.post(&format!("/api/{}", asked.command), JSON, &object).body;
        let mut arguments = asked.arguments.clone();
        arguments.push("--json".to_owned());
        let output = run(&arguments, file(""));
        let printed = String::from_utf8(output.stdout).expect("answers are text");
        let printed = printed.trim_end().strip_prefix('{').filter(|_| output.status.success());
        assert_eq!(answer(&posted, id), printed, "{object}\n{arguments:?}");
        answered += usize::from(printed.is_some());
    }
    assert!(answered > QUESTIONS / 2, "only {answered} questions have answers");
    for command in ["path", "mate"] {
        let some = asked.iter().enumerate().filter(|(_, asked)| asked.command == command);
        let objects: Vec<(usize, String)> =
            some.map(|(id, asked)| (id, asked.object(id) + "\n")).collect();
        let text: String = objects.iter().map(|(_, object)| object.as_str()).collect();
        let arguments = [command, "--json", "--keep-going"].map(str::to_owned);
        let printed = String::from_utf8(run(&arguments, file(&text)).stdout).expect("text");
        let posted = server.post(&format!("/api/{command}"), NDJSON, &text).body;
        assert_eq!(printed.lines().count(), objects.len());
        for ((id, object), (printed, posted)) in
            objects.iter().zip(printed.lines().zip(posted.lines()))
        {
            assert_eq!(answer(printed, *id), answer(posted, *id), "{object}");
        }
    }
}

#[test]
fn broken_objects_have_the_same_errors_everywhere() {
    let (server, folder) = (Server::start(), tempfile::tempdir().expect("there is room"));
    let rest = r#""color":"W","start":"A1a","finish":"B3d"}"#;
    for object in [
        format!("\u{feff}{{\"piece\":\"King\",{rest}"),
        format!("{{\"id\":1e999,\"piece\":\"King\",{rest}"),
        format!("{{\"id\":\"\\ud800\",\"piece\":\"King\",{rest}"),
        format!("{{\"id\":null,\"piece\":\"\\ud800\",{rest}"),
        format!("{{\"id\":2,\"piece\":\"King\",\"piece\":\"King\",{rest}"),
        format!("{{\"piec\":\"King\",{rest}"),
        format!("{{\"piece\":null,{rest}"),
        format!("{{\"piece\":3,{rest}"),
        format!("{{\"piece\":\"King\",\"route\":1,{rest}"),
        format!("{{\"piece\":\"King\",\"route\":true,\"all\":true,{rest}"),
        format!("{{\"piece\":\"King\",\"limit\":2,{rest}"),
        format!("{{\"piece\":\"King\",\"rules\":\"/etc/passwd\",{rest}"),
        format!("{{\"piece\":\"King\",\"size\":9,{rest}"),
        "{".to_owned(),
        "{\"piece\": \"King\"} {".to_owned(),
    ] {
        let path = folder.path().join("input");
        std::fs::write(&path, &object).expect("the folder can be written to");
        let arguments = ["path", "--json", "--keep-going"].map(str::to_owned);
        let printed = run(&arguments, File::open(path).expect("it was written")).stdout;
        let posted = server.post("/api/path", NDJSON, &object).body;
        assert_eq!(String::from_utf8_lossy(&printed), posted, "{object}");
    }
}
