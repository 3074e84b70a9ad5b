//! Sentences about a program that solves `mate`.

use crate::rules::Rules;
use crate::workbench::MateFact;

pub(super) fn sentence(rules: &Rules, fact: &MateFact) -> String {
    let _ = (rules, fact);
    String::new()
}
