//! Finds a small set of numbers that has a number from each list: a minimum hitting set.

use std::collections::BTreeMap;

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

/// Returns up to `count` numbers, each chosen because it is in the most lists that have none of the
/// numbers before it. If no such list is left, the choice begins anew with all lists.
pub(super) fn best_first(lists: &[Vec<usize>], count: usize) -> Vec<usize> {
    let (mut chosen, mut open): (Vec<usize>, Vec<_>) = (Vec::new(), lists.iter().collect());
    while chosen.len() < count {
        let mut counts = BTreeMap::new();
        let left = open.iter().copied().flatten().filter(|number| !chosen.contains(number));
        left.for_each(|&number| *counts.entry(number).or_insert(0) += 1);
        match counts.iter().rev().max_by_key(|(_, count)| **count) {
            Some((&best, _)) => {
                open.retain(|list| !list.contains(&best));
                chosen.push(best);
            }
            None if open.len() == lists.len() => break,
            None => open = lists.iter().collect(),
        }
    }
    chosen
}

/// Returns a set from which no number can be left out: the shortest start of [`best_first`] that
/// covers all lists, without what later numbers have made superfluous.
fn greedy(lists: &[Vec<usize>]) -> Vec<usize> {
    let covers =
        |chosen: &[usize]| lists.iter().all(|list| list.iter().any(|it| chosen.contains(it)));
    let order = best_first(lists, usize::MAX);
    let is_enough = |length: &usize| covers(&order[..*length]);
    let length = (0..order.len()).find(is_enough).unwrap_or(order.len());
    let mut chosen = order[..length].to_vec();
    for number in chosen.clone() {
        let others: Vec<usize> = chosen.iter().copied().filter(|it| *it != number).collect();
        if covers(&others) {
            chosen = others;
        }
    }
    chosen
}
