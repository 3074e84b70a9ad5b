//! Dear questions to every command.

use crate::dear::{is_overtaken, to_every_command};

#[test]
#[ignore = "computes for half a minute"]
fn a_cheap_question_overtakes_dear_ones_to_every_command() {
    to_every_command().iter().for_each(is_overtaken);
}
