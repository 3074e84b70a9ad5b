//! Makes cases of the inputs and answers of a page.

use std::collections::{BTreeSet, HashMap};

use super::html;
use super::importer::{FoundCase, Imported, Importer, NoCase, Unused};
use super::items::{AMONG, ItemKind, PageItem, items};
use super::lines::lines;
use super::names::{EXAMPLE, split_kind};
use super::pairing::{Pair, Pairing, Use, pair};
use crate::cases::{Case, Puzzle, Question};

const REPEATED: &str = "another case repeats this example";

/// A case, with the items of the page that it was made of.
struct Made {
    /// Number of the item of the input.
    input: usize,
    /// Number of the item of the answer; `None` if the answer is not an item of its own.
    answer: Option<usize>,
    case: FoundCase,
}

impl Importer<'_> {
    /// Extracts the cases from the text of a page.
    ///
    /// # Example
    /// ```
    /// use kubikschach::{import::Importer, rules::Rules};
    /// let [path, mate] = ["kubikschach", "cube"].map(|name| Rules::built_in(name).expect("built in"));
    /// let importer = Importer {
    ///     path: (&path, "kubikschach"),
    ///     mate: (&mate, "cube"),
    ///     size: None,
    ///     answers: false,
    /// };
    /// let imported = importer.page("King 1\nInput\nKing W\nA1a\nB3d\nOutput\n3\n");
    /// assert_eq!((imported.cases[0].case.name.as_str(), imported.unused.len()), ("King 1", 0));
    /// ```
    #[must_use]
    pub fn page(&self, text: &str) -> Imported {
        read(self, text)
    }
}

fn read(importer: &Importer<'_>, text: &str) -> Imported {
    // A page may have the line ends of any system.
    let text = &text.replace("\r\n", "\n").replace('\r', "\n");
    let (lines, hidden) =
        if html::is_source(text) { html::lines(text) } else { (lines(text), Vec::new()) };
    let items = items(importer, lines);
    let mut page = Page { importer, pairing: pair(&items), items, made: Vec::new() };
    for pair in std::mem::take(&mut page.pairing.pairs) {
        page.make(&pair);
    }
    if importer.answers {
        page.answer_itself();
    }
    page.made.sort_by_key(|made| made.input);
    page.leave_out_repeated_examples();
    page.name();
    let mut unused = page.unused(text);
    unused.extend(hidden);
    unused.sort_by_key(|unused| *unused.lines.start());
    Imported { unused, cases: page.made.into_iter().map(|made| made.case).collect() }
}

struct Page<'i, 'r> {
    importer: &'i Importer<'r>,
    items: Vec<PageItem>,
    pairing: Pairing,
    made: Vec<Made>,
}

impl Page<'_, '_> {
    /// Makes a case of an input and its answer, or marks both as no case.
    fn make(&mut self, Pair { input: nth, answer, value }: &Pair) {
        let line = *self.items[answer.unwrap_or(*nth)].lines.end();
        let ItemKind::Input(input) = &self.items[*nth].kind else { return };
        let case = match (&input.question, value) {
            (Err(error), _) => Err(error.clone()),
            (Ok(question), Ok(value)) => {
                let case = self.importer.of_question(&input.text, question, &value.answer);
                let case = case.map(|case| Case { why: value.why.clone(), ..case });
                case.map(|case| (case, question.clone())).map_err(|why| why.to_string())
            }
            (Ok(question), Err(found)) => {
                let (puzzle, found) = (Some(question.puzzle()), found.clone());
                Err(NoCase::Answer { puzzle, found }.to_string())
            }
        };
        self.add(*nth, *answer, line, case);
    }

    /// Makes cases of the inputs without an answer, with this library's answers.
    fn answer_itself(&mut self) {
        for nth in 0..self.items.len() {
            if let (Use::Unanswered, ItemKind::Input(input)) =
                (&self.pairing.uses[nth], &self.items[nth].kind)
                && let Ok(question) = &input.question
            {
                let case = self.importer.answered("", &input.text, question.puzzle());
                let line = *self.items[nth].lines.start();
                let case = case.map(|case| (case, question.clone()));
                self.add(nth, None, line, case.map_err(|why| why.to_string()));
            }
        }
    }

    fn add(
        &mut self,
        input: usize,
        answer: Option<usize>,
        line: usize,
        case: Result<(Case, Question), String>,
    ) {
        let used = match case {
            Ok((case, question)) => {
                self.made.push(Made { input, answer, case: FoundCase { case, question, line } });
                Use::Case
            }
            Err(why) => Use::NoCase(why),
        };
        for nth in [Some(input), answer].into_iter().flatten() {
            self.pairing.uses[nth] = used.clone();
        }
    }

    /// Leaves out an example that a later case repeats.
    fn leave_out_repeated_examples(&mut self) {
        let titles = self.pairing.titles.iter().flatten();
        if !titles.into_iter().any(|title| title.kind == EXAMPLE) {
            return;
        }
        let key = |case: &Case| {
            (case.input.split_whitespace().collect::<String>(), case.expected.clone())
        };
        let mut counts: HashMap<_, usize> = HashMap::new();
        for made in &self.made {
            *counts.entry(key(&made.case.case)).or_default() += 1;
        }
        let Self { made, pairing, .. } = self;
        made.retain(|made| {
            let title = pairing.titles[made.input].as_ref();
            let is_example = title.is_some_and(|title| title.kind == EXAMPLE);
            let count = counts.entry(key(&made.case.case)).or_default();
            let is_repeated = is_example && *count > 1;
            if is_repeated {
                *count -= 1;
                for nth in [Some(made.input), made.answer].into_iter().flatten() {
                    pairing.uses[nth] = Use::NoCase(REPEATED.to_owned());
                }
            }
            !is_repeated
        });
    }

    /// Names the cases: by a title or label that no other case has, or else by their number.
    fn name(&mut self) {
        let titles: Vec<(String, String)> = self.made.iter().map(|made| self.title(made)).collect();
        let mut uses: HashMap<&(String, String), usize> = HashMap::new();
        for title in &titles {
            *uses.entry(title).or_default() += 1;
        }
        let mut numbers: HashMap<Puzzle, usize> = HashMap::new();
        for (made, title) in self.made.iter_mut().zip(&titles) {
            let puzzle = made.case.case.expected.puzzle();
            let number = numbers.entry(puzzle).or_default();
            *number += 1;
            let (name, kind) = title;
            let is_unique = !name.is_empty() && uses[title] == 1;
            made.case.case.kind.clone_from(kind);
            made.case.case.name =
                if is_unique { name.clone() } else { format!("{} {number}", puzzle.name()) };
        }
    }

    /// Returns the name and kind that the page gives to a case; both may be empty.
    fn title(&self, made: &Made) -> (String, String) {
        let title = self.pairing.titles[made.input].clone().unwrap_or_default();
        match &self.items[made.input].kind {
            ItemKind::Input(input) if !input.name.is_empty() => {
                let (name, kind) = split_kind(&input.name);
                (name, if kind.is_empty() { title.kind } else { kind })
            }
            _ => (title.name, title.kind),
        }
    }

    /// Returns the lines that no case uses. Consecutive lines with the same reason are together.
    fn unused(&self, text: &str) -> Vec<Unused> {
        let titles = self.made.iter().filter_map(|made| self.pairing.titles[made.input].as_ref());
        let of_titles: BTreeSet<usize> = titles.flat_map(|title| title.lines.clone()).collect();
        let lines: Vec<&str> = text.split('\n').collect();
        let mut unused: Vec<Unused> = Vec::new();
        let mut last: Option<usize> = None;
        for (nth, item) in self.items.iter().enumerate() {
            let why = match &self.pairing.uses[nth] {
                _ if matches!(item.kind, ItemKind::Label(..)) => continue,
                Use::Case => {
                    last = None;
                    continue;
                }
                Use::None if of_titles.contains(item.lines.start()) => {
                    last = None;
                    continue;
                }
                Use::None => why_text(item),
                Use::NoCase(why) => Some(why.clone()),
                Use::Unanswered => Some(why_unanswered(item)),
            };
            let is_input = match &item.kind {
                ItemKind::Input(_) => true,
                ItemKind::Text(other) => other.why.as_deref() == Some(AMONG),
                _ => false,
            };
            let (inputs, answers) = match why.as_deref() {
                // The case of a repeated example is there once more.
                None | Some(REPEATED) => (0, 0),
                Some(_) if is_input => (1, 0),
                Some(_) => (0, 1),
            };
            match unused.last_mut() {
                Some(group) if last.is_some() && group.why == why => {
                    group.inputs += inputs;
                    group.answers += answers;
                    group.lines = *group.lines.start()..=*item.lines.end();
                }
                _ => {
                    let first = lines.get(*item.lines.start() - 1).copied().unwrap_or_default();
                    let text = first.trim().to_owned();
                    let lines = item.lines.clone();
                    unused.push(Unused { lines, text, why, inputs, answers });
                }
            }
            last = Some(nth);
        }
        unused
    }
}

/// Returns the reason why other text belongs to no case, if an input or an answer is in it.
fn why_text(item: &PageItem) -> Option<String> {
    match &item.kind {
        ItemKind::Text(other) => other.why.clone(),
        _ => None,
    }
}

fn why_unanswered(item: &PageItem) -> String {
    let error = match &item.kind {
        ItemKind::Input(input) => input.question.as_ref().err().cloned(),
        _ => None,
    };
    error.unwrap_or_else(|| "no answer follows".to_owned())
}
