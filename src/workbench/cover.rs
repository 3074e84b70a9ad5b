//! Finds a small set of numbers that has a number from each list: a minimum hitting set.

/// Returns a smallest set that has a number from each of the `lists`, in increasing order.
///
/// The lists must not be empty. After [`MOST_NODES`] steps the search ends with the smallest set
/// found so far.
pub(super) fn least_cover(lists: &[Vec<usize>]) -> Vec<usize> {
    let mut search = CoverSearch { lists, best: greedy(lists), nodes: 0 };
    search.extend(&mut Vec::new());
    search.best.sort_unstable();
    search.best
}

/// Number of partial sets to try; about a second of work for 30 cases and 300 misreadings.
const MOST_NODES: usize = 200_000;

struct CoverSearch<'l> {
    lists: &'l [Vec<usize>],
    best: Vec<usize>,
    nodes: usize,
}

impl CoverSearch<'_> {
    /// Tries all sets that contain the numbers in `chosen`, except those that cannot be smaller
    /// than the best set so far.
    fn extend(&mut self, chosen: &mut Vec<usize>) {
        self.nodes += 1;
        // A list with few numbers leaves few choices, so it comes first.
        let is_open = |list: &&Vec<usize>| !list.iter().any(|number| chosen.contains(number));
        let lists = self.lists;
        let Some(next) = lists.iter().filter(is_open).min_by_key(|list| list.len()) else {
            if chosen.len() < self.best.len() {
                self.best.clone_from(chosen);
            }
            return;
        };
        for &number in next {
            if chosen.len() + 1 >= self.best.len() || self.nodes >= MOST_NODES {
                return;
            }
            chosen.push(number);
            self.extend(chosen);
            chosen.pop();
        }
    }
}

/// Returns a set from which no number can be left out: repeatedly adds the number that is in the
/// most uncovered lists, then leaves out what later numbers have made superfluous.
fn greedy(lists: &[Vec<usize>]) -> Vec<usize> {
    let mut chosen: Vec<usize> = Vec::new();
    let covers = |chosen: &[usize], list: &[usize]| list.iter().any(|it| chosen.contains(it));
    loop {
        let open = lists.iter().filter(|list| !covers(&chosen, list));
        let mut counts = std::collections::BTreeMap::new();
        open.flatten().for_each(|&number| *counts.entry(number).or_insert(0) += 1);
        let Some((&number, _)) = counts.iter().rev().max_by_key(|(_, count)| **count) else {
            break;
        };
        chosen.push(number);
    }
    for number in chosen.clone() {
        let others: Vec<usize> = chosen.iter().copied().filter(|it| *it != number).collect();
        if lists.iter().all(|list| covers(&others, list)) {
            chosen = others;
        }
    }
    chosen
}
