//! The tests of `kubikschach serve` and its page.
#![cfg(all(feature = "serve", unix))]

mod alike;
mod crowded;
mod errors;
mod load;
mod mate_in;
mod page;
mod page_among;
mod page_boards;
mod page_layout;
mod serve;
mod stopping;
mod web;
