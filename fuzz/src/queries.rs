//! Fuzz target `queries`: the first byte chooses the rule set, the rest is the text of queries.

use kubikschach::cases::{Form, Question};
use kubikschach::notation::{self, Queries, Query};

use crate::common::texts::check_survives;
use crate::common::{records, size};
use crate::items::{check_way, expect_ok, rules_and_text};

/// Checks that no text makes the parser panic. Each query must stay equal if it is written and
/// parsed again, and must have a route or a reason for having none.
pub fn run(data: &[u8]) {
    let Some((rules, text)) = rules_and_text(data) else { return };
    let size = rules.size().unwrap_or(size(5));
    let mut queries = Queries::new(rules, size);
    expect_ok(check_survives(&mut queries, text));
    for query in records(&mut queries, text).into_iter().flatten().take(3) {
        for form in [Form::Puzzle, Form::Line] {
            let text = Question::Path(size, query).text(rules, form);
            assert_eq!(notation::parse_query(rules, size, &text), Ok(query), "{text:?}");
        }
        let Query { piece, start, finish } = query;
        check_way(rules, size, piece, [start, finish]);
    }
}
