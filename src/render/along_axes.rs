//! The lengths of a step along the axes, in words.

/// Describes the lengths of a step along the axes, such as `along two axes at once` or
/// `2 along one axis and 1 along another`.
///
/// The text in `of`, such as ` of the level`, is inserted after the first `axis` or `axes`.
pub(super) fn along_axes(parts: &[i32], of: &str) -> String {
    let mut far: Vec<i32> = parts.iter().map(|part| part.abs()).filter(|part| *part > 0).collect();
    far.sort_unstable_by(|a, b| b.cmp(a));
    let distance = |far: i32| if far == 1 { String::new() } else { format!("{far} ") };
    match far.as_slice() {
        [a] => format!("{}along one axis{of}", distance(*a)),
        [a, b] if a == b => format!("{}along two axes{of} at once", distance(*a)),
        [a, b, c] if a == b && b == c => format!("{}along all three axes at once", distance(*a)),
        [a, b] => format!("{a} along one axis{of} and {b} along another"),
        [a, b, c] => format!("{a}, {b} and {c} along the three axes"),
        _ => "nowhere".to_owned(),
    }
}
