//! Fuzz target `framing`: the first byte chooses the rule set, the rest is a text that is cut in
//! two at every byte.

use kubikschach::notation::{Boards, Queries};

use crate::common::coverage::Coverage;
use crate::common::texts::check;
use crate::items::{hold, rules_and_text, size};

/// Maximum length in bytes: the time grows with its square.
const LONGEST: usize = 300;

/// Checks that the records of a text do not depend on the parts in which it arrives.
pub fn run(data: &[u8]) {
    let Some((rules, text)) = rules_and_text(data) else { return };
    let (text, coverage) = (&text[..text.len().min(LONGEST)], Coverage::default());
    hold(check(&mut Boards::new(rules), text, &coverage));
    hold(check(&mut Queries::new(rules, rules.size().unwrap_or(size(5))), text, &coverage));
}
