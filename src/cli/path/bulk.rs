//! Queries by the million: those in the common form are looked up in a table.

use std::io::Write;

use kubikschach::cell::Size;
use kubikschach::notation::CommonQueries;
use kubikschach::path::{DistanceTable, Entry};
use kubikschach::rules::Rules;

use super::super::{Failure, args};
use super::number;

/// A table for more cells would take more memory than it saves time.
const MOST_CELLS: usize = 1000;
/// The longest answer: three digits and the line end.
const WIDEST: usize = 4;

/// Answers queries in their common form with a number each.
pub(super) struct Bulk<'r> {
    queries: CommonQueries,
    table: DistanceTable<'r>,
    /// The text of each entry and its length.
    texts: Vec<([u8; WIDEST], usize)>,
    answers: Vec<u8>,
}

impl<'r> Bulk<'r> {
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
        let Some(queries) = CommonQueries::new(rules, size) else { return Ok(None) };
        let table =
            DistanceTable::new(rules, size).map_err(|error| Failure::memory(size, &error))?;
        let mut texts = vec![([0; WIDEST], 0); 1];
        for entry in Entry::all() {
            let text = format!("{}\n", number(entry.distance()));
            let mut bytes = [0; WIDEST];
            bytes[..text.len()].copy_from_slice(text.as_bytes());
            texts.push((bytes, text.len()));
        }
        Ok(Some(Self { queries, table, texts, answers: Vec::new() }))
    }

    /// Answers the queries at the front of the text up to the first that is not in the common
    /// form; says how long they are.
    pub(super) fn answer(&mut self, text: &[u8], out: &mut impl Write) -> Result<usize, Failure> {
        let (mut used, mut written) = (0, 0);
        while let Some(query) = self.queries.take(&text[used..]) {
            let place = self.table.place(query.piece, query.start, query.finish);
            let mut entry = self.table.entry(place);
            if entry.is_unknown() {
                entry = self.table.find(place);
            }
            // A way too long for the table is found by the careful reader's search.
            if entry.is_unknown() {
                break;
            }
            if written + WIDEST > self.answers.len() {
                self.answers.resize(2 * written + (1 << 16), 0);
            }
            let (bytes, length) = self.texts[entry.index()];
            self.answers[written..written + WIDEST].copy_from_slice(&bytes);
            written += length;
            used += query.length;
        }
        out.write_all(&self.answers[..written])?;
        Ok(used)
    }
}
