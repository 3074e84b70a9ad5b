//! A record of the lines of a page that belong to cases.

use std::ops::RangeInclusive;

use super::Unused;

/// The use that was made of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    /// The line is blank.
    Blank,
    /// The line belongs to no case.
    None,
    /// The line is a part of a case.
    Case,
    /// The line looked like a part of a case; the number is the index of the reason.
    Failed(usize),
}

/// The lines of a page, each with its use.
pub(super) struct Ledger<'t> {
    lines: Vec<(&'t str, Use)>,
    reasons: Vec<String>,
    /// Texts after answers, with their line numbers.
    rests: Vec<Unused>,
}

impl<'t> Ledger<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let lines = text.lines().map(str::trim);
        let lines = lines.map(|line| (line, if line.is_empty() { Use::Blank } else { Use::None }));
        Self { lines: lines.collect(), reasons: Vec::new(), rests: Vec::new() }
    }

    /// Marks a line, numbered from 1, as blank.
    pub(super) fn skip(&mut self, number: usize) {
        self.lines[number - 1].1 = Use::Blank;
    }

    /// Marks lines as parts of a case.
    pub(super) fn take(&mut self, numbers: &[usize]) {
        for number in numbers {
            self.lines[number - 1].1 = Use::Case;
        }
    }

    /// Marks lines as no case, for a reason.
    pub(super) fn fail(&mut self, numbers: &[usize], reason: &str) {
        if self.reasons.last().is_none_or(|last| last != reason) {
            self.reasons.push(reason.to_owned());
        }
        for number in numbers {
            let place = &mut self.lines[number - 1].1;
            // A line may be the end of one case and the start of the next.
            if *place == Use::None {
                *place = Use::Failed(self.reasons.len() - 1);
            }
        }
    }

    /// Marks lines of an earlier case as no case, for a reason.
    pub(super) fn fail_taken(&mut self, numbers: &[usize], reason: &str) {
        for number in numbers {
            self.lines[number - 1].1 = Use::None;
        }
        self.fail(numbers, reason);
    }

    /// Records a text that follows an answer on its line.
    pub(super) fn leave(&mut self, number: usize, text: &str) {
        if !text.is_empty() {
            self.rests.push(Unused { lines: number..=number, text: text.to_owned(), why: None });
        }
    }

    /// Returns the unused lines; consecutive lines with the same use form a group.
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
