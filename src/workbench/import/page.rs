//! Parses the text of a web page line by line, and pairs each example input with its answer.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::ledger::Ledger;
use super::name::{self, EXAMPLE};
use super::part::{self, Part};
use super::shape::{self, LineKind, Shape};
use super::{FoundCase, Imported, Importer, NoCase};
use crate::cases::{Answer, Case, Puzzle};

const UNANSWERED: &str = "expected `Output` after an input";

const SAME: &str = "it repeats another case";

const NO_ANSWER: &str = "expected an answer after `Output`";

const BARE: &str = "expected `Output:` or an arrow before an answer";

/// A line's number, counted from 1, and its text.
type NumberedLine = (usize, String);

#[derive(Default)]
struct Draft {
    name: Option<String>,
    kind: String,
    /// Lines of the input, with the blank lines in between.
    input: Vec<NumberedLine>,
    shape: Shape,
    /// Line numbers of the heading, the input and the answer.
    lines: Vec<usize>,
    has_word: bool,
    has_output: bool,
}

impl Draft {
    const fn is_begun(&self) -> bool {
        self.has_word || !matches!(self.shape, Shape::Empty)
    }

    fn add(&mut self, number: usize, text: &str, shape: Shape) {
        self.input.push((number, text.to_owned()));
        self.lines.push(number);
        self.shape = shape;
    }

    fn text(&self) -> String {
        let lines: Vec<&str> = self.input.iter().map(|(_, line)| line.as_str()).collect();
        lines.join("\n").trim().to_owned()
    }

    /// Removes and returns the draft's last paragraph, because it may name the next case.
    ///
    /// Nothing is removed if the draft's lines have a known form of an input, such as a board.
    fn take_last_paragraph(&mut self) -> Vec<NumberedLine> {
        let is_blank = |(_, text): &NumberedLine| text.is_empty();
        let end = self.input.iter().rposition(|line| !is_blank(line)).unwrap_or(0);
        let blank = self.input[..end].iter().rposition(is_blank);
        let paragraph = match (self.shape, blank) {
            (Shape::Unknown, Some(blank)) => self.input.split_off(blank),
            _ => Vec::new(),
        };
        if let Some(&(first, _)) = paragraph.first() {
            self.lines.retain(|&number| number < first);
        }
        paragraph.into_iter().filter(|line| !is_blank(line)).collect()
    }
}

struct Page<'i, 'r, 't> {
    importer: &'i Importer<'r>,
    ledger: Ledger<'t>,
    /// Cases with their line numbers; `None` stands for an example that a later case repeats.
    cases: Vec<Option<(FoundCase, Vec<usize>)>>,
    /// Indexes into `cases`, keyed by the input without blanks and the expected answer.
    known: HashMap<(String, Answer), usize>,
    draft: Draft,
    /// Lines since the last case, which may name the next case.
    heading: Vec<NumberedLine>,
    name: Option<String>,
    unanswered: Vec<Draft>,
    /// True if the page has `Input`, `Output`, an arrow, or an answer that follows none of these.
    has_answers: bool,
}

pub(super) fn read(importer: &Importer<'_>, text: &str) -> Imported {
    let mut page = Page {
        importer,
        ledger: Ledger::new(text),
        cases: Vec::new(),
        known: HashMap::new(),
        draft: Draft::default(),
        heading: Vec::new(),
        name: None,
        unanswered: Vec::new(),
        has_answers: false,
    };
    for (number, line) in (1..).zip(text.lines()) {
        page.read_line(number, &part::unmarked(line));
    }
    page.finish()
}

impl Page<'_, '_, '_> {
    fn read_line(&mut self, number: usize, line: &str) {
        let parts = part::parts(line);
        for (nth, part) in parts.iter().enumerate() {
            let before_output = parts.get(nth + 1) == Some(&Part::Output);
            match *part {
                Part::Blank => self.read_blank(number),
                Part::Input => self.start_input(number),
                Part::Output => self.start_output(number),
                Part::Text(text) if self.draft.has_output => self.end_case(number, text),
                Part::Text(text) => self.read_text(number, text, before_output),
            }
        }
    }

    fn read_blank(&mut self, number: usize) {
        self.ledger.skip(number);
        if !matches!(self.draft.shape, Shape::Empty | Shape::Query { .. }) {
            self.draft.input.push((number, String::new()));
        }
    }

    fn read_text(&mut self, number: usize, text: &str, before_output: bool) {
        let kind = shape::kind(self.importer, text);
        if self.draft.is_begun() {
            if let Some(shape) = self.draft.shape.with(kind, text) {
                return self.draft.add(number, text, shape);
            }
            if self.draft.has_word && !self.draft.shape.is_whole() {
                return self.draft.add(number, text, Shape::Unknown);
            }
            if self.is_bare_answer(text) {
                self.draft.lines.push(number);
                self.has_answers = true;
                return self.fail(BARE);
            }
            self.give_up_unanswered();
        }
        let (label, input) =
            if kind == LineKind::Other { name::split_label(text) } else { ("", text) };
        let shape = Shape::Empty.with(shape::kind(self.importer, input), input);
        match shape.or(before_output.then_some(Shape::Unknown)) {
            Some(shape) => self.start_unmarked(number, label, input, shape),
            None => self.heading.push((number, text.to_owned())),
        }
    }

    fn is_bare_answer(&self, text: &str) -> bool {
        let answer = Answer::parse(text).map(|answer| answer.puzzle());
        answer.is_some() && answer == self.draft.shape.puzzle()
    }

    /// Starts a case whose input does not follow the word `Input`.
    ///
    /// The case is named by a label with a number, such as `Board 3`: by `label` or by the line
    /// above the input.
    fn start_unmarked(&mut self, number: usize, label: &str, input: &str, shape: Shape) {
        let above = std::mem::take(&mut self.heading).pop();
        if let Some(puzzle) = shape.puzzle() {
            let is_size = |label: &str| name::is_edge(label, input);
            let name = |label: &str| name::of_label(label, puzzle).filter(|_| !is_size(label));
            self.draft.name = name(label);
            if self.draft.name.is_none()
                && let Some((line, text)) = above
            {
                self.draft.name = name(&text);
                let is_used = self.draft.name.is_some() || is_size(&text);
                self.draft.lines.extend(is_used.then_some(line));
            }
        }
        self.draft.add(number, input, shape);
    }

    fn start_input(&mut self, number: usize) {
        if self.draft.has_output {
            self.fail(NO_ANSWER);
        }
        if self.draft.is_begun() {
            self.heading = self.draft.take_last_paragraph();
            self.give_up_unanswered();
        }
        let heading = std::mem::take(&mut self.heading);
        let texts: Vec<&str> = heading.iter().map(|(_, text)| text.as_str()).collect();
        if let Some((name, kind, length)) = name::of_heading(&texts) {
            let numbers = heading[heading.len() - length..].iter().map(|(number, _)| *number);
            self.draft.lines.extend(numbers);
            self.draft.name = Some(name);
            self.draft.kind = kind;
        }
        self.draft.lines.push(number);
        self.draft.has_word = true;
        self.has_answers = true;
    }

    fn start_output(&mut self, number: usize) {
        if self.draft.has_output {
            self.fail(NO_ANSWER);
        }
        self.draft.lines.push(number);
        self.draft.has_output = true;
        self.has_answers = true;
    }

    fn end_case(&mut self, number: usize, text: &str) {
        self.draft.lines.push(number);
        let Some((answer, rest)) = part::answer(text) else {
            let word = text.split([' ', '\t', ',', ';']).next().unwrap_or_default();
            let why = NoCase::Answer(word.trim_matches(['*', '_', '.']).to_owned());
            return self.fail(&why.to_string());
        };
        let draft = std::mem::take(&mut self.draft);
        let name = self.name_of(&draft);
        self.name = Some(name.clone());
        let case = self.importer.case(&name, &draft.text(), answer);
        if self.push(draft, number, case) {
            self.ledger.leave(number, rest);
        }
    }

    fn name_of(&self, draft: &Draft) -> String {
        let number = self.known.len() + 1;
        let last = self.name.clone().filter(|_| draft.has_word);
        draft.name.clone().or(last).unwrap_or_else(|| match draft.shape.puzzle() {
            Some(puzzle) if !draft.has_word => name::numbered(puzzle, number),
            _ => format!("Case {number}"),
        })
    }

    /// Adds the case of a draft; returns `false` if the case has a mistake or repeats another case.
    ///
    /// A case that repeats an example replaces the example.
    fn push(&mut self, draft: Draft, line: usize, case: Result<Case, NoCase>) -> bool {
        let case = match case {
            Ok(case) => Case { kind: draft.kind, ..case },
            Err(why) => {
                self.ledger.fail(&draft.lines, &why.to_string());
                return false;
            }
        };
        let input = case.input.split_whitespace().collect::<String>();
        match self.known.entry((input, case.expected.clone())) {
            Entry::Vacant(place) => {
                place.insert(self.cases.len());
            }
            Entry::Occupied(mut place) => {
                let earlier = &mut self.cases[*place.get()];
                let Some((_, lines)) = earlier.take_if(|(it, _)| it.case.kind == EXAMPLE) else {
                    self.ledger.fail(&draft.lines, SAME);
                    return false;
                };
                place.insert(self.cases.len());
                self.ledger.fail_taken(&lines, SAME);
            }
        }
        self.ledger.take(&draft.lines);
        self.cases.push(Some((FoundCase { case, line }, draft.lines)));
        true
    }

    fn fail(&mut self, why: &str) {
        let draft = std::mem::take(&mut self.draft);
        self.ledger.fail(&draft.lines, why);
    }

    fn give_up_unanswered(&mut self) {
        self.unanswered.push(std::mem::take(&mut self.draft));
    }

    fn finish(mut self) -> Imported {
        if self.draft.has_output {
            self.fail(NO_ANSWER);
        } else if self.draft.is_begun() {
            self.give_up_unanswered();
        }
        for draft in std::mem::take(&mut self.unanswered) {
            match draft.shape.puzzle().filter(|_| !self.has_answers) {
                Some(puzzle) => self.answer_itself(draft, puzzle),
                None => self.ledger.fail(&draft.lines, UNANSWERED),
            }
        }
        let cases: Vec<FoundCase> =
            self.cases.into_iter().flatten().map(|(found, _)| found).collect();
        let own_answers = !self.has_answers && !cases.is_empty();
        Imported { cases, own_answers, unused: self.ledger.unused() }
    }

    fn answer_itself(&mut self, draft: Draft, puzzle: Puzzle) {
        let (name, line) = (self.name_of(&draft), draft.input[0].0);
        let case = self.importer.answered(&name, &draft.text(), puzzle);
        self.push(draft, line, case);
    }
}
