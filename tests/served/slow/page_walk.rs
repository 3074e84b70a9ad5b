//! A short random walk over the page. A long one is in [`campaign`](crate::campaign).

use crate::web::page;
use crate::web::walk::walk;

#[test]
#[ignore = "drives a browser"]
fn three_hundred_random_actions_break_nothing() {
    for seed in 1..=3 {
        let Some((server, browser)) = page() else { return };
        walk(server, &browser, seed, 100);
    }
}
