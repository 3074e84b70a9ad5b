//! Adds a case to a document of cases, whose other text stays as it is.

use super::{Case, document};
use crate::toml_reader::{TomlList, TomlTable};

/// Returns the document with another case at its end, or at the end of the array if the document
/// has its cases in one. Lines end as in the document.
///
/// # Example
/// ```
/// use kubikschach::cases::{Case, with_case};
/// let one = "case = [{ name = 'far', input = 'King W A1a H8h', expected = 7 }] # mine";
/// let case = &Case::parse(one)?[0];
/// let two = with_case(one, case);
/// assert!(two.ends_with("] # mine") && Case::parse(&two)?.len() == 2);
/// # Ok::<(), kubikschach::mistake::Mistakes>(())
/// ```
#[must_use]
pub fn with_case(known: &str, case: &Case) -> String {
    if let Some(text) = in_array(known, case) {
        return text;
    }
    let part = match known {
        "" => "",
        text if text.ends_with('\n') => "\n",
        _ => "\n\n",
    };
    let added = format!("{part}{}", document(std::slice::from_ref(case)));
    format!("{known}{}", like(known, &added))
}

/// Returns the document with the case in its array; `None` if it has no array.
fn in_array(known: &str, case: &Case) -> Option<String> {
    let array: TomlList<'_> = TomlTable::parse(known).ok()?.optional("case")?;
    let text = known.get(array.span.clone())?;
    // The array that `[[case]]` makes starts with two brackets.
    if text.starts_with("[[") || !text.starts_with('[') || !text.ends_with(']') {
        return None;
    }
    let end = array.span.end - 1;
    let last = array.values.last().map_or(end, |value| value.span.end);
    let rest = &known[last..end];
    let without_comments = rest.lines().map(|line| line.split('#').next().unwrap_or_default());
    let has_comma =
        array.values.is_empty() || without_comments.into_iter().any(|it| it.contains(','));
    let comma = if has_comma { "" } else { "," };
    // A bracket on a line of its own stays there, and the case gets the line before.
    let line = rest.rfind('\n').filter(|at| rest[*at..].trim().is_empty());
    let (rest, closing) = rest.split_at(line.map_or(rest.len(), |at| at + 1));
    let start = known[..last].rfind('\n').map_or(0, |at| at + 1);
    let indent = known[start..].split(|c| c != ' ' && c != '\t').next().unwrap_or_default();
    let table = case.inline_table();
    let added = match line {
        Some(_) => format!("{indent}{table},\n"),
        None if array.values.is_empty() => table,
        None => format!(" {table}"),
    };
    let added = like(known, &added);
    Some(format!("{}{comma}{rest}{added}{closing}{}", &known[..last], &known[end..]))
}

/// Returns `added` with the line ends of a document.
fn like(known: &str, added: &str) -> String {
    if known.contains("\r\n") { added.replace('\n', "\r\n") } else { added.to_owned() }
}
