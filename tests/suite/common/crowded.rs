//! Board on which finding a path takes too long.

/// Returns a 9×9×9 board with a wall of rooks. Below the wall are knights that can be captured in
/// any order.
pub(crate) fn crowded() -> String {
    let letter = |level: usize, rank: usize, file: usize| match level {
        4 => 'R',
        0..=2 if (level * 81 + rank * 9 + file).is_multiple_of(4) => 'n',
        _ => '#',
    };
    let row = |level, rank| (0..9).map(|file| letter(level, rank, file)).collect::<String>();
    let level = |level| (0..9).rev().map(|rank| row(level, rank)).collect::<Vec<_>>().join(",");
    let levels = (0..9).rev().map(|nth| format!("[{}]", level(nth)));
    levels.collect::<Vec<_>>().join(",")
}
