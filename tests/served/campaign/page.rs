//! A long random walk over the page.

use crate::web::page;
use crate::web::walk::walk;

#[test]
#[ignore = "drives a browser for ten minutes"]
fn five_thousand_random_actions_break_nothing() {
    for seed in 100..120 {
        let Some((server, browser)) = page() else { return };
        walk(server, &browser, seed, 250);
    }
}
