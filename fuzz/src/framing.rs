//! Records: a byte for the rule set, then a text, which is cut at every place.

use kubikschach::notation::{Boards, Queries};

use crate::common::coverage::Coverage;
use crate::common::texts::check;
use crate::items::{hold, rules_and_text, size};

/// The longest text; cutting a longer one everywhere takes too long.
const LONGEST: usize = 300;

/// Checks that a text has the same records in whatever parts it arrives.
pub fn run(data: &[u8]) {
    let Some((rules, text)) = rules_and_text(data) else { return };
    let (text, coverage) = (&text[..text.len().min(LONGEST)], Coverage::default());
    hold(check(&mut Boards::new(rules), text, &coverage));
    hold(check(&mut Queries::new(rules, rules.size().unwrap_or(size(5))), text, &coverage));
}
