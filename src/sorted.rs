//! Sorted lists.

/// Collects items in increasing order and without repeats.
pub(crate) fn sorted<T: Ord>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut sorted: Vec<T> = items.into_iter().collect();
    sorted.sort_unstable();
    sorted.dedup();
    sorted
}
