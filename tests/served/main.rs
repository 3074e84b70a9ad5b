//! The tests of `kubikschach serve` and its page.
#![cfg(all(feature = "serve", unix))]

mod errors;
mod mate_in;
mod page;
mod page_among;
mod serve;
mod stopping;
mod web;
