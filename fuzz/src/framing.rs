//! Fuzz target `framing`: the first byte chooses the rule set, and the rest is a text, which the
//! target cuts in two at each byte in turn.

use kubikschach::notation::{Boards, Queries};

use crate::common::coverage::Coverage;
use crate::common::size;
use crate::common::texts::check;
use crate::items::{expect_ok, rules_and_text};

/// Maximum length of the text in bytes. The time of a run grows with the square of that length.
const LONGEST: usize = 300;

/// Checks that the records of a text do not depend on where the text is cut in two.
pub fn run(data: &[u8]) {
    let Some((rules, text)) = rules_and_text(data) else { return };
    let (text, coverage) = (&text[..text.len().min(LONGEST)], Coverage::default());
    expect_ok(check(&mut Boards::new(rules), text, &coverage));
    expect_ok(check(&mut Queries::new(rules, rules.size().unwrap_or(size(5))), text, &coverage));
}
