//! The page at its address. Its other tests in a browser are [`slow`](crate::slow).

use crate::web::board::{pieces, quiet, set, value};
use crate::web::page;

#[test]
fn a_fresh_address_shows_a_queen_in_the_middle() {
    let Some((server, browser)) = page() else { return };
    browser.open(&server.address);
    let parts = ["rules", "size", "view"].map(|part| value(&browser, part));
    assert_eq!(parts, ["cube", "5", "stack"]);
    assert_eq!(pieces(&browser), set(["Qc3(III)"]));
    assert_eq!(browser.text("count"), "52");
    let spoken = "return document.getElementById('count').closest('[role=status]').textContent";
    assert_eq!(browser.run(spoken), "Queen: 52 moves");
    assert!(browser.text("headline").contains("Drag the ground to turn the cube."));
    for size in ["6", "3"] {
        browser.choose("size", size);
        assert_eq!(value(&browser, "view"), "stack", "the usual view of {size}");
    }
    quiet(server, &browser);
}
