//! The tests of `kubikschach serve` and its page.
#![cfg(all(feature = "serve", unix))]

mod alike;
mod errors;
mod mate_in;
mod page;
mod page_access;
mod page_among;
mod page_boards;
mod page_layout;
mod page_looks;
mod serve;
mod stopping;
mod web;
