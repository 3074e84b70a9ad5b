//! Sentences about a program that solves `path`.

use crate::rules::Rules;
use crate::workbench::PathFact;

pub(super) fn sentence(rules: &Rules, fact: &PathFact) -> String {
    let _ = (rules, fact);
    String::new()
}
