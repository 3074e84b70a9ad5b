//! The reasons why cases cannot be read.

use std::sync::Arc;

use crate::mistake::Mistakes;

/// The reason why a document or one of its cases cannot be read.
#[derive(Clone, Debug)]
pub(crate) enum ImportError {
    /// The document, as its name and its text, has mistakes.
    Mistakes(Arc<(Option<String>, String)>, Mistakes),
    /// The document is a rule set, whose file may have a name.
    RuleSet(Option<String>),
}
