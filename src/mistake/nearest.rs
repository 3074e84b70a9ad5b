//! The names that a misspelt or abbreviated word may mean.

use crate::common::list;

/// The maximum length in bytes of a word that is compared with names.
const LONGEST: usize = 40;
/// The maximum number of names that a hint lists.
const MOST_MEANT: usize = 3;

/// Returns the hint `did you mean …?` with the names that `found` may mean; `None` if there are
/// none, or more than [`MOST_MEANT`].
pub(crate) fn nearest<N: AsRef<str>>(names: &[N], found: &str) -> Option<String> {
    did_you_mean(&names_meant(names, found))
}

/// Returns the hint `did you mean …?` with all names; `None` if there are none, or more than
/// [`MOST_MEANT`].
pub(crate) fn did_you_mean<N: AsRef<str>>(names: &[N]) -> Option<String> {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{}`", name.as_ref())).collect();
    let is_few = (1..=MOST_MEANT).contains(&quoted.len());
    is_few.then(|| format!("did you mean {}?", list(&quoted, "or")))
}

/// Returns the names that `found` may mean: the similar names of the least edit distance, or else
/// those that `found` abbreviates.
pub(crate) fn names_meant<'n, N: AsRef<str>>(names: &'n [N], found: &str) -> Vec<&'n str> {
    let names = || names.iter().map(AsRef::as_ref);
    let similar: Vec<&str> = names().filter(|name| is_similar(name, found)).collect();
    let Some(least) = similar.iter().map(|name| distance(name, found)).min() else {
        return names().filter(|name| is_abbreviation(found, name)).collect();
    };
    similar.into_iter().filter(|name| distance(name, found) == least).collect()
}

/// Returns `true` if a word is probably the misspelt name: at most one letter in three differs.
pub(crate) fn is_similar(name: &str, found: &str) -> bool {
    let letters = found.chars().count().max(name.chars().count());
    is_word(found) && distance(name, found) <= letters.max(3) / 3
}

/// Returns `true` if `short` has the first letter of `name` and some of those after it, in this
/// order.
fn is_abbreviation(short: &str, name: &str) -> bool {
    let [letters, name] = [short, name].map(str::to_lowercase);
    let mut rest = name.chars();
    let is_same_start = letters.chars().next() == name.chars().next();
    is_word(short) && is_same_start && letters.chars().all(|letter| rest.any(|c| c == letter))
}

/// Returns `true` if a text may mean a longer name, as blanks, one letter and long texts do not.
fn is_word(found: &str) -> bool {
    found.len() <= LONGEST && found.trim().chars().count() > 1
}

/// Returns the edit distance of two words, ignoring case.
fn distance(name: &str, found: &str) -> usize {
    strsim::damerau_levenshtein(&name.to_lowercase(), &found.to_lowercase())
}
