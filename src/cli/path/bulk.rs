//! Queries by the million: those in the common form are looked up in a table.

use std::io::Write;

use kubikschach::cell::Size;
use kubikschach::notation::{CommonQueries, Numbering};
use kubikschach::path::{DistanceTable, Entry};
use kubikschach::rules::Rules;

use super::super::{Failure, args};
use super::number;

/// A table for more cells would take more memory than it saves time.
const MOST_CELLS: usize = 1000;
/// Room for the longest answer: two digits or a sign and a digit, and the line end.
const WIDEST: usize = 4;
/// No query in its common form is shorter.
const SHORTEST: usize = "K W A1a A1a\n".len();

/// What all threads share.
pub(super) struct Table<'r> {
    size: Size,
    queries: CommonQueries,
    distances: DistanceTable<'r>,
    /// The text of each entry and its length.
    texts: [([u8; WIDEST], usize); Entry::COUNT],
}

/// Answers queries in their common form with a number each.
pub(super) struct Bulk<'t> {
    shared: &'t Table<'t>,
    answers: Vec<u8>,
}

impl<'r> Table<'r> {
    /// None if more than numbers is asked for, or the queries or the board are not of the kind.
    pub(super) fn new(
        rules: &'r Rules,
        size: Size,
        args: &args::Path,
        json: bool,
    ) -> Result<Option<Self>, Failure> {
        let options = [json, args.route, args.count, args.all, args.why, args.exit_status];
        let single = !args.query.is_empty();
        if options.contains(&true) || single || size.cells() > MOST_CELLS {
            return Ok(None);
        }
        let table =
            DistanceTable::new(rules, size).map_err(|error| Failure::memory(size, &error))?;
        let (pieces, starts) = table.places();
        let narrow = |place: usize| u32::try_from(place).unwrap_or(u32::MAX);
        let numbering = Numbering { pieces: pieces.map(narrow), starts: narrow(starts) };
        let Some(queries) = CommonQueries::new(rules, size, &numbering) else { return Ok(None) };
        let mut texts = [([0; WIDEST], 0); Entry::COUNT];
        for entry in Entry::all() {
            let text = format!("{}\n", number(entry.distance()));
            let (bytes, length) = &mut texts[entry.index()];
            bytes[..text.len()].copy_from_slice(text.as_bytes());
            *length = text.len();
        }
        Ok(Some(Self { size, queries, distances: table, texts }))
    }

    #[cold]
    #[inline(never)]
    fn find(&self, place: usize) -> Result<Entry, Failure> {
        self.distances.find(place).map_err(|error| Failure::memory(self.size, &error))
    }
}

impl<'t> Bulk<'t> {
    pub(super) const fn new(shared: &'t Table<'t>) -> Self {
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
        let (mut used, mut written) = (0, 0);
        let most = text.len() / SHORTEST * WIDEST + WIDEST;
        if answers.len() < most {
            answers.resize(most, 0);
        }
        while let Some(query) = shared.queries.take(&text[used..]) {
            let mut entry = shared.distances.entry(query.number);
            if entry.is_unknown() {
                entry = shared.find(query.number)?;
            }
            let (bytes, length) = &shared.texts[entry.index()];
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
