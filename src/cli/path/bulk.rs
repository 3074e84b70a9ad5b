//! Queries by the million: those in the common form are looked up in a table.

use std::io::Write;
use std::sync::OnceLock;

use kubikschach::cell::Size;
use kubikschach::notation::{CommonQueries, Numbering};
use kubikschach::path::{DistanceTable, Entry};
use kubikschach::rules::Rules;

use super::super::{Failure, args};
use super::number;

/// A table for more cells would take more memory than it saves time.
const MOST_CELLS: usize = 1000;
/// Texts shorter than this are answered faster without a table.
const FEW: usize = 1 << 11;
/// Room for the longest answer, two digits or a sign and a digit and the line end, in a word.
const WIDEST: usize = 4;
/// No query in its common form is shorter.
const SHORTEST: usize = "K W A1a A1a\n".len();

/// A table, made when there are queries enough, which all threads share.
pub(super) struct Shared<'r> {
    rules: &'r Rules,
    size: Size,
    /// Whether only numbers are asked for, on a board of the kind.
    is_plain: bool,
    table: OnceLock<Option<Table<'r>>>,
}

struct Table<'r> {
    queries: CommonQueries,
    distances: DistanceTable<'r>,
    /// The text of each entry and its length.
    texts: [([u8; WIDEST], usize); Entry::COUNT],
}

/// Answers queries in their common form with a number each.
pub(super) struct Bulk<'t> {
    shared: &'t Shared<'t>,
    answers: Vec<u8>,
}

impl<'r> Shared<'r> {
    pub(super) const fn new(rules: &'r Rules, size: Size, args: &args::Path, json: bool) -> Self {
        let more = json || args.route || args.count || args.all || args.why || args.exit_status;
        let is_plain = !more && size.cells() <= MOST_CELLS;
        Self { rules, size, is_plain, table: OnceLock::new() }
    }

    /// The table, if a text of so many bytes is worth it.
    fn table(&self, length: usize) -> Option<&Table<'r>> {
        let known = self.table.get().is_some();
        if !self.is_plain || length < FEW && !known {
            return None;
        }
        self.table.get_or_init(|| Table::new(self.rules, self.size)).as_ref()
    }

    fn find(&self, table: &Table<'r>, place: usize) -> Result<Entry, Failure> {
        table.distances.find(place).map_err(|error| Failure::memory(self.size, &error))
    }
}

impl<'r> Table<'r> {
    /// None if the queries are not of the kind, or there is no memory for a table.
    fn new(rules: &'r Rules, size: Size) -> Option<Self> {
        let distances = DistanceTable::new(rules, size).ok()?;
        let (pieces, starts) = distances.places();
        let narrow = |place: usize| u32::try_from(place).unwrap_or(u32::MAX);
        let numbering = Numbering { pieces: pieces.map(narrow), starts: narrow(starts) };
        let queries = CommonQueries::new(rules, size, &numbering)?;
        let mut texts = [([0; WIDEST], 0); Entry::COUNT];
        for entry in Entry::all() {
            let text = format!("{}\n", number(entry.distance().flatten()));
            let (bytes, length) = &mut texts[entry.index()];
            bytes[..text.len()].copy_from_slice(text.as_bytes());
            *length = text.len();
        }
        Some(Self { queries, distances, texts })
    }
}

impl<'t> Bulk<'t> {
    pub(super) const fn new(shared: &'t Shared<'t>) -> Self {
        Self { shared, answers: Vec::new() }
    }

    /// Answers the queries at the front of the text up to the first that is not in the common
    /// form; says how long they are.
    pub(super) fn answer(&mut self, text: &[u8], out: &mut impl Write) -> Result<usize, Failure> {
        let (used, written) = self.look_up(text)?;
        out.write_all(&self.answers[..written])?;
        Ok(used)
    }

    /// Looks up the queries at the front of the text; says how long they and their answers are.
    fn look_up(&mut self, text: &[u8]) -> Result<(usize, usize), Failure> {
        let Self { shared, answers } = self;
        let Some(table) = shared.table(text.len()) else { return Ok((0, 0)) };
        let (mut used, mut written) = (0, 0);
        let most = text.len() / SHORTEST * WIDEST + WIDEST;
        if answers.len() < most {
            answers.resize(most, 0);
        }
        while let Some(query) = table.queries.take(&text[used..]) {
            let mut entry = table.distances.entry(query.number);
            if entry.is_unknown() {
                entry = shared.find(table, query.number)?;
            }
            let (bytes, length) = &table.texts[entry.index()];
            // A way too long for the table is found by the careful reader's search.
            if *length == 0 {
                break;
            }
            answers[written..written + WIDEST].copy_from_slice(bytes);
            written += length;
            used += query.length;
        }
        Ok((used, written))
    }
}
