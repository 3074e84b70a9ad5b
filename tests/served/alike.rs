//! Checks that a question has one answer in all three forms: as a JSON object over HTTP, as a JSON
//! object on standard input, and as arguments.

use std::fs::File;
use std::process::{Command, Output};

use fastrand::Rng;
use kubikschach::cell::Size;
use kubikschach::rules::Rules;

use crate::serve::{JSON, NDJSON};
use crate::web::Server;

pub(crate) const QUESTIONS: usize = 300;

/// A field of a question.
pub(crate) struct Member {
    pub(crate) name: &'static str,
    /// Value as JSON.
    value: String,
    /// Arguments that give the field on the command line.
    pub(crate) arguments: Vec<String>,
    /// True if `arguments` are an option, false if they are positional.
    pub(crate) is_option: bool,
}

/// A question, as a JSON object and as arguments.
pub(crate) struct Asked {
    command: &'static str,
    pub(crate) members: Vec<Member>,
}

impl Asked {
    const fn new(command: &'static str) -> Self {
        Self { command, members: Vec::new() }
    }

    fn add(&mut self, name: &'static str, value: String, arguments: Vec<String>, is_option: bool) {
        self.members.push(Member { name, value, arguments, is_option });
    }

    /// Adds a positional argument, which is the field `name` in the JSON object.
    fn argument(&mut self, name: &'static str, value: &str) {
        self.add(name, format!("{value:?}"), vec![value.to_owned()], false);
    }

    fn text(&mut self, name: &'static str, value: &str) {
        let arguments = vec![format!("--{name}"), value.to_owned()];
        self.add(name, format!("{value:?}"), arguments, true);
    }

    fn number(&mut self, name: &'static str, value: usize) {
        let arguments = vec![format!("--{name}"), value.to_string()];
        self.add(name, value.to_string(), arguments, true);
    }

    fn flag(&mut self, name: &'static str, value: bool) {
        let arguments = value.then(|| format!("--{name}")).into_iter().collect();
        self.add(name, value.to_string(), arguments, true);
    }

    fn arguments(&self) -> Vec<String> {
        let members = self.members.iter().flat_map(|member| member.arguments.clone());
        [self.command.to_owned()].into_iter().chain(members).collect()
    }

    /// Returns the JSON object without the fields that `is_left_out` selects.
    pub(crate) fn object(&self, id: usize, is_left_out: impl Fn(&Member) -> bool) -> String {
        let members = self.members.iter().filter(|member| !is_left_out(member));
        let members = members.map(|Member { name, value, .. }| format!(",{name:?}:{value}"));
        format!("{{\"id\":{id}{}}}", members.collect::<String>())
    }
}

pub(crate) struct Asking {
    pub(crate) rng: Rng,
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
        if rules.size().is_some() || self.rng.bool() {
            let size = rules.default_size();
            return (rules, size);
        }
        let size = self.size();
        asked.number("size", size.edge());
        (rules, size)
    }

    fn size(&mut self) -> Size {
        Size::new(self.rng.usize(2..5)).expect("there are such boards")
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

    pub(crate) fn path(&mut self) -> Asked {
        let mut asked = Asked::new("path");
        let (rules, mut size) = self.rules(&mut asked);
        let has_board = self.rng.bool();
        if has_board && rules.size().is_none() && asked.members.len() == 1 {
            size = self.size();
        }
        self.piece(&mut asked, &rules);
        for name in ["start", "finish"] {
            let cell = self.cell((&rules, size));
            asked.argument(name, &cell);
        }
        if has_board {
            let board = self.board((&rules, size), "");
            asked.text("board", &board);
        }
        let is_wrong = self.rng.u32(0..20) == 0;
        asked.flag("safe", has_board && self.rng.bool() || is_wrong);
        asked.flag("count", self.rng.bool());
        asked.flag("why", self.rng.bool());
        let all = self.rng.bool();
        asked.flag("all", all);
        asked.flag("route", !all && self.rng.bool() || is_wrong);
        if all || is_wrong {
            asked.number("limit", self.rng.usize(0..20));
        }
        asked
    }

    pub(crate) fn mate(&mut self) -> Asked {
        let mut asked = Asked::new("mate");
        let name = self.pick(&["cube", "cube", "raumschach"]);
        asked.text("rules", name);
        let rules = Rules::built_in(name).expect("it is built in");
        let open = Size::new(self.rng.usize(2..4)).expect("there are such boards");
        let size = rules.size().unwrap_or(open);
        if self.rng.u32(0..4) == 0 {
            asked.number("size", size.edge());
        }
        let board = self.board((&rules, size), "kK");
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
            asked.flag("figurines", self.rng.bool());
            if self.rng.u32(0..3) == 0 {
                let mv = self.pick(&["a1(I)-a2(I)", "b2(II)-b1(I)", "Aa1-Aa2", "a1"]);
                asked.text("try", mv);
            }
            if self.rng.bool() {
                asked.text("memory", "8M");
            }
        } else if self.rng.u32(0..20) == 0 {
            asked.flag("tries", true);
        }
        let explain = self.rng.bool();
        asked.flag("explain", explain);
        asked.flag("all", explain && self.rng.bool());
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
        let start = self.pick(&["start", "great-shatranj:sideways"]);
        asked.argument("position", start);
        let moves = ["2a2-2a3", "5a5-5a4", "2b2-2b3", "5b5-5b4"];
        let moves = &moves[..self.rng.usize(1..=moves.len())];
        let arguments = moves.iter().map(|&mv| mv.to_owned()).collect();
        asked.add("moves", format!("{moves:?}"), arguments, false);
        let lists = [("true", "--moves"), ("\"2c2\"", "--moves=2c2")];
        if let Some((value, argument)) = lists.get(self.rng.usize(0..3)) {
            asked.add("legal_moves", (*value).to_owned(), vec![(*argument).to_owned()], true);
        }
        asked.flag("figurines", self.rng.bool());
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

pub(crate) fn run(arguments: &[String], input: File) -> Output {
    let program =
        Command::new(env!("CARGO_BIN_EXE_kubikschach")).args(arguments).stdin(input).output();
    program.expect("the program runs")
}

/// Returns the part of an answer after its `id`, or `None` if the answer is an error.
pub(crate) fn answer(line: &str, id: usize) -> Option<&str> {
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
        let object = asked.object(id, |_| false);
        let posted = server.post(&format!("/api/{}", asked.command), JSON, &object).body;
        let mut arguments = asked.arguments();
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
            some.map(|(id, asked)| (id, asked.object(id, |_| false) + "\n")).collect();
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
