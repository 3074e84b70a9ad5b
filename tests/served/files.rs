//! The files of the page that the server sends, compared with the folder that has them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::web::Server;

fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/web/page"))
}

fn text(name: &str) -> String {
    fs::read_to_string(folder().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Returns the parts of a text between two others.
fn between<'a>(text: &'a str, before: &'a str, after: &'a str) -> impl Iterator<Item = &'a str> {
    text.split(before).skip(1).filter_map(move |rest| rest.split(after).next())
}

#[test]
fn every_file_of_the_page_is_sent() {
    let server = Server::start();
    let files = fs::read_dir(folder()).expect("the page is there");
    for file in files {
        let name = file.expect("it can be read").file_name().into_string().expect("it is a text");
        let path = if name == "index.html" { "/".to_owned() } else { format!("/{name}") };
        let answer = server.get(&path);
        assert_eq!((answer.status, answer.body), (200, text(&name)), "{name}");
        let kind = match name.rsplit('.').next() {
            Some("html") => "text/html; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            Some("svg") => "image/svg+xml",
            _ => "text/javascript; charset=utf-8",
        };
        assert!(answer.head.contains(&format!("content-type: {kind}")), "{name}: {}", answer.head);
    }
}

/// Returns the modules that a module imports before it runs, and those that they import.
fn imported(module: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut left = vec![module.to_owned()];
    while let Some(name) = left.pop() {
        let text = text(&name);
        let names = between(&text, " from \"./", "\"").map(str::to_owned);
        left.extend(names.filter(|name| found.insert(name.clone())));
    }
    found
}

#[test]
fn the_modules_of_the_first_board_are_requested_at_once() {
    let page = text("index.html");
    let preloaded = between(&page, "<link rel=\"modulepreload\" href=\"", "\"").map(str::to_owned);
    assert_eq!(preloaded.collect::<BTreeSet<_>>(), imported("app.js"));
}

#[test]
fn the_modules_of_a_mode_are_requested_at_once() {
    let early = text("early.js");
    for mode in ["path", "mate"] {
        let list =
            between(&early, &format!("[\"{mode}\", \""), "\"").next().expect("a list").to_owned();
        let listed: BTreeSet<String> = list.split(' ').map(|name| format!("{name}.js")).collect();
        let main = format!("{mode}.js");
        let needed = &imported(&main) | &BTreeSet::from([main]);
        let later: BTreeSet<String> = &needed - &imported("app.js");
        assert_eq!(listed, later, "{mode}");
    }
}
