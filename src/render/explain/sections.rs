//! The lists below the first sentence.

use super::Text;
use super::sentence::escapes;
use crate::cell::Cell;
use crate::verdict::Verdict;
use crate::verdict::explain::{
    Attack, KingStep, NearMiss, StepOutcome, Stuck, StuckReason, Target, Try, TryOutcome,
};
use crate::words::{and, capitalized, counted, list};

/// How many cells without a possible block are listed one by one.
const FEW_CELLS: usize = 3;
/// How many pieces in the way still leave a near miss.
const FEW_BLOCKERS: usize = 2;

/// A heading and the lines below it.
pub(super) struct Section {
    heading: String,
    lines: Vec<Line>,
}

/// What a line is about, and what becomes of it.
struct Line {
    works: bool,
    label: String,
    text: String,
}

impl Section {
    /// A heading that says it all.
    const fn only(heading: String) -> Self {
        Self { heading, lines: Vec::new() }
    }

    /// The section with its lines' texts one below the other.
    pub(super) fn text(&self) -> String {
        let end = if self.lines.is_empty() { "." } else { ":" };
        let heading = format!("  {}{end}\n", self.heading);
        let width = self.lines.iter().map(|line| line.label.chars().count()).max().unwrap_or(0);
        let lines = self.lines.iter().map(|line| line.text(width));
        std::iter::once(heading).chain(lines).collect()
    }
}

impl Line {
    /// The line, with its text behind labels of this width if it has one.
    fn text(&self, width: usize) -> String {
        let Self { works, label, text } = self;
        let mark = if *works { '+' } else { ' ' };
        if label.is_empty() {
            format!("  {mark} {text}\n")
        } else {
            format!("  {mark} {label:<width$}  {text}\n")
        }
    }
}

impl Text<'_> {
    pub(super) fn sections(&self) -> Vec<Section> {
        let kings = self.explanation.kings.iter().map(|&king| self.king_section(king));
        match self.explanation.verdict {
            Verdict::Ongoing if !self.all => Vec::new(),
            Verdict::Ongoing => kings.collect(),
            Verdict::Stalemate => kings.chain([self.stuck()]).collect(),
            Verdict::Checkmate | Verdict::Check if self.only_the_king_could_move() => {
                kings.collect()
            }
            Verdict::Checkmate | Verdict::Check => {
                kings.chain([self.capture(), self.blocks()]).collect()
            }
        }
    }

    fn king_section(&self, king: Cell) -> Section {
        let own = |step: &&KingStep| step.from == king;
        let steps: Vec<&KingStep> = self.explanation.king_steps.iter().filter(own).collect();
        let safe = steps.iter().filter(|step| escapes(step)).count();
        let has = match steps.len() {
            0 => "nowhere to go".to_owned(),
            _ => counted(safe, "safe step"),
        };
        let who = self.piece_on(king).map_or_else(String::new, |king| self.the(king));
        let lines = steps.iter().map(|step| self.king_step(step)).collect();
        Section { heading: capitalized(&format!("{who} has {has}")), lines }
    }

    fn king_step(&self, step: &KingStep) -> Line {
        let victim = step.captured.map(|piece| format!("the {}", self.position.piece_name(piece)));
        let text = match (&step.outcome, victim) {
            (StepOutcome::Escapes, None) => "safe".to_owned(),
            (StepOutcome::Escapes, Some(victim)) => format!("captures {victim}"),
            (StepOutcome::Guarded(by), None) => format!("guarded by {}", self.all_the(by)),
            (StepOutcome::Guarded(by), Some(victim)) => {
                let guard = if by.len() == 1 { "guards" } else { "guard" };
                format!("would capture {victim}, but {} {guard} it", self.all_the(by))
            }
            (StepOutcome::Occupied(piece), _) if piece.color() == self.explanation.turn => {
                format!("occupied by its own {}", self.position.piece_name(*piece))
            }
            (StepOutcome::Occupied(piece), _) => {
                format!(
                    "occupied by the {}, which it can't capture",
                    self.position.piece_name(*piece)
                )
            }
            (StepOutcome::Held(by), None) => format!("barred: held by {}", self.the(*by)),
            (StepOutcome::Held(by), Some(victim)) => {
                format!("would capture {victim}, but is held by {}", self.the(*by))
            }
            (StepOutcome::Exposes(by), _) => {
                format!("would leave another king in check from {}", self.all_the(by))
            }
        };
        Line { works: escapes(step), label: self.position.cell_name(step.to), text }
    }

    fn capture(&self) -> Section {
        let Some(target) = &self.explanation.capture else {
            return Section::only(format!("No capture ends {}", self.all_checks()));
        };
        let victim = self.piece_on(target.cell).map_or_else(String::new, |piece| self.the(piece));
        let lines = self.attempts(target, "capture it", "capture it");
        let by_king = |step: &KingStep| escapes(step) && step.to == target.cell;
        let other = if self.explanation.king_steps.iter().any(by_king) { "other " } else { "" };
        let heading = if any_works(&lines) {
            capitalized(&format!("{victim} can be captured"))
        } else {
            format!("No {other}piece can capture {victim}")
        };
        let lines = lines.into_iter().map(|line| Line { label: String::new(), ..line }).collect();
        Section { heading, lines }
    }

    fn blocks(&self) -> Section {
        let blocks = &self.explanation.blocks;
        if blocks.is_empty() {
            return Section::only(self.no_block());
        }
        let (lines, silent) = self.block_lines();
        if lines.is_empty() {
            let cells: Vec<String> =
                silent.iter().map(|&cell| self.position.cell_name(cell)).collect();
            let where_to = match cells.len() {
                ..=FEW_CELLS => list(&cells, "or"),
                number => format!("any of the {number} cells between"),
            };
            return Section::only(format!("No piece can block on {where_to}"));
        }
        let can = if any_works(&lines) { "The check can be blocked" } else { "No piece can block" };
        Section { heading: can.to_owned(), lines }
    }

    fn no_block(&self) -> String {
        match self.checkers().as_slice() {
            [checker] => format!("The check from {} can't be blocked", self.the(*checker)),
            _ => format!("No block ends {}", self.all_checks()),
        }
    }

    fn all_checks(&self) -> &str {
        if self.explanation.checkers.len() == 2 { "both checks" } else { "all checks" }
    }

    /// The lines of the cells where there is something to say, and the cells without them.
    fn block_lines(&self) -> (Vec<Line>, Vec<Cell>) {
        let blocks = &self.explanation.blocks;
        let silent = |target: &&Target| self.attempts(target, "", "").is_empty();
        let silent: Vec<Cell> = blocks.iter().filter(silent).map(|target| target.cell).collect();
        let nothing_to_say = silent.len() == blocks.len();
        if nothing_to_say && !self.all {
            return (Vec::new(), silent);
        }
        let count_them = !self.all && silent.len() > FEW_CELLS;
        let mut lines = Vec::new();
        for target in blocks {
            let attempts = self.attempts(target, "block", "get there");
            if attempts.is_empty() && !count_them {
                lines.push(self.no_attempt(target.cell));
            }
            lines.extend(attempts);
        }
        if count_them {
            let number = silent.len();
            let text = format!("on none of the other {number} cells between can a piece block");
            lines.push(Line { works: false, label: String::new(), text });
        }
        (lines, silent)
    }

    fn no_attempt(&self, cell: Cell) -> Line {
        let text = "no piece can get there".to_owned();
        Line { works: false, label: format!("on {}:", self.position.cell_name(cell)), text }
    }

    /// What each piece could do on a cell that ends every check: `act` if it reaches it, `arrive`
    /// if others are in its way.
    fn attempts(&self, target: &Target, act: &str, arrive: &str) -> Vec<Line> {
        let label = || format!("on {}:", self.position.cell_name(target.cell));
        let near = |miss: &&NearMiss| self.all || miss.blockers.len() <= FEW_BLOCKERS;
        let tries = target.tries.iter().map(|attempt| Line {
            works: attempt.outcome == TryOutcome::Works,
            label: label(),
            text: self.attempt(attempt, act),
        });
        let misses = target.near_misses.iter().filter(near).map(|miss| Line {
            works: false,
            label: label(),
            text: self.near_miss(miss, arrive),
        });
        tries.chain(misses).collect()
    }

    fn attempt(&self, attempt: &Try, act: &str) -> String {
        let who = self.the(attempt.by);
        match &attempt.outcome {
            TryOutcome::Works => format!("{who} can {act}"),
            TryOutcome::Pinned(pins) => {
                format!("{who} could {act}, but is pinned by {}", self.pinners(pins))
            }
            TryOutcome::StillInCheck(by) => {
                format!("{who} could {act}, but {} would still give check", self.all_the(by))
            }
        }
    }

    fn near_miss(&self, miss: &NearMiss, arrive: &str) -> String {
        let stand = if miss.blockers.len() == 1 { "stands" } else { "stand" };
        let who = self.the(miss.by);
        format!("{who} would {arrive}, but {} {stand} in the way", self.all_its(&miss.blockers))
    }

    fn pinners(&self, pins: &[Attack]) -> String {
        let mut pieces: Vec<String> = pins.iter().map(|pin| self.the(pin.by)).collect();
        pieces.dedup();
        and(&pieces)
    }

    /// Why the pieces other than kings can't move.
    fn stuck(&self) -> Section {
        let other = if self.explanation.kings.is_empty() { "" } else { "other " };
        if self.explanation.stuck.is_empty() {
            return Section::only(format!("{} has no {other}piece", self.explanation.turn));
        }
        let lines = self.explanation.stuck.iter().map(|stuck| self.stuck_piece(stuck)).collect();
        Section { heading: format!("No {other}piece can move"), lines }
    }

    fn stuck_piece(&self, stuck: &Stuck) -> Line {
        let text = match &stuck.why {
            StuckReason::Hemmed(by) if by.is_empty() => "has nowhere to go".to_owned(),
            StuckReason::Hemmed(by) => format!("is hemmed in by {}", self.all_its(by)),
            StuckReason::Pinned(pins) => format!("is pinned by {}", self.pinners(pins)),
        };
        Line { works: false, label: self.the(stuck.piece), text }
    }
}

fn any_works(lines: &[Line]) -> bool {
    lines.iter().any(|line| line.works)
}
