//! Records which lines of a page belong to cases.

use std::ops::RangeInclusive;

use super::Unused;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    Blank,
    None,
    Case,
    /// The line is a part of a failed case; the number is an index into [`Ledger::reasons`].
    Failed(usize),
}

pub(super) struct Ledger<'t> {
    lines: Vec<(&'t str, Use)>,
    reasons: Vec<String>,
    rests: Vec<Unused>,
}

impl<'t> Ledger<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let lines = text.lines().map(str::trim);
        let lines = lines.map(|line| (line, if line.is_empty() { Use::Blank } else { Use::None }));
        Self { lines: lines.collect(), reasons: Vec::new(), rests: Vec::new() }
    }

    pub(super) fn skip(&mut self, number: usize) {
        self.lines[number - 1].1 = Use::Blank;
    }

    pub(super) fn take(&mut self, numbers: &[usize]) {
        for number in numbers {
            self.lines[number - 1].1 = Use::Case;
        }
    }

    /// Marks lines, numbered from 1, as parts of a failed case, except lines that another case
    /// uses.
    pub(super) fn fail(&mut self, numbers: &[usize], reason: &str) {
        if self.reasons.last().is_none_or(|last| last != reason) {
            self.reasons.push(reason.to_owned());
        }
        for number in numbers {
            let place = &mut self.lines[number - 1].1;
            // A line may end one case and start the next, and the first use wins.
            if *place == Use::None {
                *place = Use::Failed(self.reasons.len() - 1);
            }
        }
    }

    /// Withdraws an earlier case by marking its lines as parts of a failed case.
    pub(super) fn fail_taken(&mut self, numbers: &[usize], reason: &str) {
        for number in numbers {
            self.lines[number - 1].1 = Use::None;
        }
        self.fail(numbers, reason);
    }

    pub(super) fn leave(&mut self, number: usize, text: &str) {
        if !text.is_empty() {
            self.rests.push(Unused { lines: number..=number, text: text.to_owned(), why: None });
        }
    }

    /// Returns the lines that belong to no case, in groups of consecutive lines.
    ///
    /// All lines of a group have the same error message, or none has a message.
    pub(super) fn unused(self) -> Vec<Unused> {
        let mut unused: Vec<Unused> = Vec::new();
        let mut last = Use::Case;
        for (number, (text, used)) in (1..).zip(&self.lines) {
            match (used, unused.last_mut()) {
                (Use::Blank, _) => continue,
                (Use::Case, _) => {}
                (_, Some(group)) if last == *used => {
                    group.lines = *group.lines.start()..=number;
                }
                (used, _) => unused.push(self.group(number..=number, text, *used)),
            }
            last = *used;
        }
        unused.extend(self.rests);
        unused.sort_by_key(|unused| *unused.lines.start());
        unused
    }

    fn group(&self, lines: RangeInclusive<usize>, text: &str, used: Use) -> Unused {
        let why = match used {
            Use::Failed(reason) => Some(self.reasons[reason].clone()),
            _ => None,
        };
        Unused { lines, text: text.to_owned(), why }
    }
}
