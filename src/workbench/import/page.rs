//! The text of a page, read by its answers.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::{Imported, Importer, NoCase, Unused};
use crate::cases::{Answer, Case};

/// A part of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Item {
    /// The word that stands before an input, on a line.
    Input(usize),
    /// The word that stands before an answer.
    Output(usize),
    /// Any other text, on one line.
    Text(Line),
}

/// A line, or a part of one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Line {
    number: usize,
    text: String,
}

/// What stands before an answer.
#[derive(Default)]
struct Draft {
    heading: Vec<Line>,
    body: Vec<Line>,
    has_input: bool,
    /// The line of the word before the input, if there is one.
    number: usize,
}

impl Draft {
    /// Takes the lines after the last blank one: what starts there may be another case.
    fn take_last_paragraph(&mut self) -> Vec<Line> {
        let is_blank = |line: &Line| line.text.is_empty();
        let end = self.body.iter().rposition(|line| !is_blank(line)).unwrap_or(0);
        let blank = self.body[..end].iter().rposition(is_blank);
        self.body.split_off(blank.unwrap_or(self.body.len()))
    }

    /// Which lines a case was taken from, of all that stood before its answer, and that one.
    fn taken_from(&self, lines: &[Line], answer: &Line) -> Vec<Line> {
        let left: HashSet<&Line> = self.heading.iter().chain(&self.body).collect();
        let taken = lines.iter().filter(|line| !left.contains(line));
        taken.chain([answer]).cloned().collect()
    }
}

/// A page being read.
struct Page<'i, 'r> {
    importer: &'i Importer<'r>,
    /// The cases with the lines they were read from, but for those in whose place another is told.
    cases: Vec<Option<(Case, Vec<Line>)>>,
    /// Which of them is the one of an input, without its blanks, and an answer.
    known: HashMap<(String, Answer), usize>,
    unused: Vec<Unused>,
    draft: Draft,
    /// The name that stands over what comes, until there is another.
    name: Option<String>,
}

pub(super) fn read(importer: &Importer<'_>, text: &str) -> Imported {
    let mut page = Page {
        importer,
        cases: Vec::new(),
        known: HashMap::new(),
        unused: Vec::new(),
        draft: Draft::default(),
        name: None,
    };
    let text = text.replace('\u{a0}', " ").replace('\u{2212}', "-").replace("```", "");
    let mut items =
        text.lines().enumerate().flat_map(|(nth, line)| items(nth + 1, line)).peekable();
    while let Some(item) = items.next() {
        match item {
            Item::Input(number) => page.start_input(number),
            Item::Text(line) => page.draft.body.push(line),
            Item::Output(number) => {
                let is_blank =
                    |item: &Item| matches!(item, Item::Text(line) if line.text.is_empty());
                while items.next_if(is_blank).is_some() {}
                let answer = items.next_if(|item| matches!(item, Item::Text(_)));
                if let Some(Item::Text(answer)) = answer {
                    page.end_case(answer);
                } else {
                    page.draft.body.push(Line { number, text: "Output".to_owned() });
                    page.give_up("expected an answer after `Output`");
                }
            }
        }
    }
    if page.draft.has_input {
        page.give_up("expected `Output` after an input");
    }
    page.pass_over_draft(None);
    page.unused.sort_by_key(|unused| unused.line);
    let cases = page.cases.into_iter().flatten().map(|(case, _)| case);
    Imported { cases: cases.collect(), unused: page.unused }
}

/// The parts of a line. `Input` and `Output` count where they stand alone, before a colon, or both on
/// one line.
fn items(number: usize, line: &str) -> Vec<Item> {
    let text = |text: &str| Item::Text(Line { number, text: text.trim().to_owned() });
    let lower = line.to_ascii_lowercase();
    let [input, output] = ["input", "output"].map(|word| place_of(&lower, word));
    let both = input.zip(output).is_some_and(|(input, output)| input < output);
    let is_marker = |at: usize, word: &str| {
        let (before, rest) = (before_marker(&line[..at]), &line[at + word.len()..]);
        let alone = before.chars().all(|c| !c.is_alphabetic())
            && rest.chars().all(|c| !c.is_alphanumeric());
        let its_own = rest.len() - rest.trim_start_matches(is_after).len();
        both || alone || rest[..its_own].contains(':')
    };
    let input =
        input.filter(|&at| is_marker(at, "input")).map(|at| (at, "input", Item::Input(number)));
    let output =
        output.filter(|&at| is_marker(at, "output")).map(|at| (at, "output", Item::Output(number)));
    let mut markers: Vec<(usize, &str, Item)> = [input, output].into_iter().flatten().collect();
    markers.sort_by_key(|(at, ..)| *at);
    let (mut items, mut from) = (Vec::new(), 0);
    for (at, word, item) in markers {
        items.push(text(before_marker(&line[from..at])));
        items.push(item);
        from = line.len() - line[at + word.len()..].trim_start_matches(is_after).len();
    }
    items.push(text(&line[from..]));
    let says_nothing = |item: &Item| matches!(item, Item::Text(line) if line.text.is_empty());
    if items.len() > 1 {
        items.retain(|item| !says_nothing(item));
    }
    items
}

/// What right before `Input` or `Output` belongs to the word alone: marks of a heading or of another type.
fn is_before(letter: char) -> bool {
    letter.is_whitespace() || "*`_#,(".contains(letter)
}

/// What right after the word does.
fn is_after(letter: char) -> bool {
    letter.is_whitespace() || "*`_:.)".contains(letter)
}

/// A text before `Input` or `Output`, without what only belongs to that word.
fn before_marker(text: &str) -> &str {
    let text = text.trim_end_matches(is_before);
    let (rest, last) = text.rsplit_once(is_before).unwrap_or(("", text));
    let is_its = ["expected", "sample"].into_iter().any(|word| last.eq_ignore_ascii_case(word));
    if is_its { rest.trim_end_matches(is_before) } else { text }
}

/// Where a word stands by itself.
fn place_of(line: &str, word: &str) -> Option<usize> {
    let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    line.match_indices(word).map(|(at, _)| at).find(|&at| {
        !is_letter(line[..at].chars().next_back())
            && !is_letter(line[at + word.len()..].chars().next())
    })
}

impl Page<'_, '_> {
    fn start_input(&mut self, number: usize) {
        if self.draft.has_input {
            let heading = self.draft.take_last_paragraph();
            self.give_up("expected `Output` after an input");
            self.draft.body = heading;
        }
        self.draft.heading = std::mem::take(&mut self.draft.body);
        self.draft.has_input = true;
        self.draft.number = number;
    }

    /// Ends a case with its answer, whose line may say more.
    fn end_case(&mut self, answer: Line) {
        let word = answer.text.split([' ', '\t', ',', ';']).next().unwrap_or_default();
        let word = word.trim_matches(['*', '`', '.']);
        if Answer::parse(word).is_none() {
            let why = NoCase::Answer(word.to_owned());
            self.draft.body.push(answer);
            return self.give_up(&why.to_string());
        }
        let lines = [&self.draft.heading[..], &self.draft.body].concat();
        let (name, kind, input) = self.name_and_input();
        let own = self.draft.taken_from(&lines, &answer);
        self.name = Some(name.clone());
        let given = answer.clone();
        let give_up = |page: &mut Self, why: &str| {
            page.draft.heading = lines;
            page.draft.body = vec![given];
            page.give_up(why);
        };
        match self.importer.case(&name, &input, word) {
            Ok(case) => {
                let case = Case { kind, ..case };
                if self.push(case, own) {
                    self.pass_over_draft(None);
                } else {
                    give_up(self, SAME);
                }
            }
            Err(why) => give_up(self, &why.to_string()),
        }
        let more = answer.text.split_once(char::is_whitespace).map(|(_, more)| more.trim());
        if let Some(more) = more.filter(|more| !more.is_empty()) {
            self.pass_over(Line { text: more.to_owned(), ..answer }, None);
        }
    }

    /// Takes a case, unless it is the same as another but for its name. An example is told again where
    /// the cases are, by its name: the later one stays.
    fn push(&mut self, case: Case, lines: Vec<Line>) -> bool {
        let input = case.input.split_whitespace().collect::<String>();
        match self.known.entry((input, case.expected.clone())) {
            Entry::Vacant(place) => {
                place.insert(self.cases.len());
            }
            Entry::Occupied(mut place) => {
                let earlier = &mut self.cases[*place.get()];
                let Some((_, told)) = earlier.take_if(|(case, _)| case.kind == EXAMPLE) else {
                    return false;
                };
                place.insert(self.cases.len());
                self.pass_over_all(told, Some(SAME));
            }
        }
        self.cases.push(Some((case, lines)));
        true
    }

    /// Takes the name, the kind and the input of a case from what stands before its answer.
    fn name_and_input(&mut self) -> (String, String, String) {
        let draft = &mut self.draft;
        if draft.has_input {
            let input = join(&std::mem::take(&mut draft.body));
            let (name, kind) = take_name(&mut draft.heading);
            let name = name.or_else(|| self.name.clone());
            return (name.unwrap_or_else(|| self.numbered("Case")), kind, input);
        }
        let board = board_lines(self.importer, &draft.body);
        let mut lines: Vec<Line> = draft.body.drain(board.clone()).collect();
        let mut number = None;
        if let Some(first) = lines.first_mut() {
            let label = first.text[..board_start(&first.text)].to_owned();
            first.text.drain(..label.len());
            number = number_in(&label);
        }
        if number.is_none()
            && let Some(at) =
                draft.body[..board.start].iter().rposition(|line| !line.text.is_empty())
        {
            number = number_in(&draft.body[at].text);
            if number.is_some() {
                draft.body.remove(at);
            }
        }
        let name =
            number.map_or_else(|| self.numbered("Board"), |number| format!("Board {number}"));
        (name, String::new(), join(&lines))
    }

    fn numbered(&self, what: &str) -> String {
        format!("{what} {}", self.known.len() + 1)
    }

    /// Passes over what looked like a case.
    fn give_up(&mut self, why: &str) {
        self.pass_over_draft(Some(why));
    }

    fn pass_over_draft(&mut self, why: Option<&str>) {
        let Draft { heading, mut body, has_input, number } = std::mem::take(&mut self.draft);
        if has_input && why.is_some() && body.is_empty() {
            body.push(Line { number, text: "Input".to_owned() });
        }
        self.pass_over_all(heading.into_iter().chain(body), why);
    }

    fn pass_over_all(&mut self, lines: impl IntoIterator<Item = Line>, why: Option<&str>) {
        let lines: Vec<Line> = lines.into_iter().filter(|line| !line.text.is_empty()).collect();
        let last = lines.len();
        for (nth, line) in lines.into_iter().enumerate() {
            // The reason is told at the end of the input.
            self.pass_over(line, why.filter(|_| nth + 1 == last));
        }
    }

    fn pass_over(&mut self, Line { number, text }: Line, why: Option<&str>) {
        if !text.is_empty() {
            self.unused.push(Unused { line: number, text, why: why.map(str::to_owned) });
        }
    }
}

fn join(lines: &[Line]) -> String {
    lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join("\n")
}

/// Why a case that was told before is not used.
const SAME: &str = "another case is the same";

/// What a case that stands for others is called.
const EXAMPLE: &str = "example";

/// The words for kinds of cases.
const KINDS: [&str; 3] = ["test", "validator", EXAMPLE];

/// Takes the name from a heading, and the kind: a word for it on the last line or after the name.
fn take_name(heading: &mut Vec<Line>) -> (Option<String>, String) {
    let mut take = || {
        let at = heading.iter().rposition(|line| !line.text.is_empty())?;
        let line = heading.remove(at).text;
        Some(line.trim_matches(['#', '*', ':', '-', ' ']).to_owned())
    };
    let kind_of = |word: &str| {
        let bare = word.trim_matches(['(', ')', ':', '-', ' ']).to_lowercase();
        KINDS.into_iter().find(|kind| *kind == bare)
    };
    let Some(last) = take() else { return (None, String::new()) };
    match (kind_of(&last), last.rsplit_once(char::is_whitespace)) {
        (Some(EXAMPLE), _) => (Some(last), EXAMPLE.to_owned()),
        (Some(kind), _) => (take(), kind.to_owned()),
        (None, Some((name, word))) if kind_of(word).is_some() => {
            let kind = kind_of(word).unwrap_or_default().to_owned();
            (Some(name.trim_end_matches([' ', '-', ':']).to_owned()), kind)
        }
        (None, _) => (Some(last), String::new()),
    }
}

/// The number of a short heading such as `3.` or `Board 3:`.
fn number_in(label: &str) -> Option<u32> {
    let digits = label.trim_matches(|c: char| !c.is_ascii_digit());
    (label.len() <= 24).then(|| digits.parse().ok()).flatten()
}

/// Where a board starts on a line; its start if none is seen.
fn board_start(line: &str) -> usize {
    line.find("n=").or_else(|| line.find('[')).unwrap_or(0)
}

/// The first lines that look like a board, with no others between.
fn board_lines(importer: &Importer<'_>, lines: &[Line]) -> Range<usize> {
    let letters: Vec<char> = importer.mate.0.letters().map(|(letter, _)| letter).collect();
    let is_cell = |c: char| c == '#' || letters.contains(&c);
    let is_board = |line: &Line| {
        let board = &line.text[board_start(&line.text)..];
        let board = board.trim_start_matches("n=").trim_start_matches(|c: char| c.is_ascii_digit());
        let is_row = board.chars().count() > 1 && board.chars().all(is_cell);
        let is_list = board.contains(['[', ']'])
            && board
                .chars()
                .all(|c| c.is_alphabetic() || c.is_whitespace() || "#[],\"".contains(c));
        is_row || is_list
    };
    let Some(start) = lines.iter().position(is_board) else { return lines.len()..lines.len() };
    let others = lines[start..].iter().position(|line| !is_board(line) && !line.text.is_empty());
    let end = others.map_or(lines.len(), |count| start + count);
    let blank = lines[start..end].iter().rev().take_while(|line| line.text.is_empty()).count();
    start..end - blank
}
