//! Checks that modules import only modules of lower layers, and that type names are unique.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

/// Settings of cargo-mutants: regular expressions for the mutations that it skips.
#[derive(Deserialize)]
struct Mutants {
    exclude_re: Vec<String>,
}

/// Modules, each with the modules that it may import. `api` may import all of these, `serve` all of
/// these and `api`, and `cli` all of these and both.
const MAY_USE: [(&str, &[&str]); 22] = [
    ("common", &[]),
    ("control", &[]),
    ("mistake", &["common"]),
    ("cell", &["common"]),
    ("piece", &["common"]),
    ("board", &["common", "cell", "piece"]),
    ("movement", &["common", "board", "cell", "piece"]),
    ("toml_reader", &["mistake", "cell"]),
    ("rules", &["common", "mistake", "toml_reader", "movement", "board", "cell", "piece"]),
    ("path", &["common", "control", "rules", "movement", "board", "cell", "piece"]),
    ("notation", &["common", "mistake", "path", "rules", "board", "cell", "piece"]),
    (
        "position",
        &[
            "common", "control", "mistake", "notation", "rules", "movement", "board", "cell",
            "piece",
        ],
    ),
    ("verdict", &["common", "control", "position", "rules", "movement", "board", "cell", "piece"]),
    ("search", &["common", "control", "position", "movement", "rules", "board", "cell", "piece"]),
    (
        "endgame",
        &[
            "common", "control", "mistake", "verdict", "position", "movement", "rules", "board",
            "cell", "piece",
        ],
    ),
    ("game", &["control", "verdict", "position", "rules", "board", "cell", "piece"]),
    (
        "cases",
        &[
            "common",
            "mistake",
            "toml_reader",
            "notation",
            "control",
            "path",
            "position",
            "verdict",
            "search",
            "rules",
            "board",
            "cell",
            "piece",
        ],
    ),
    (
        "workbench",
        &[
            "common", "control", "mistake", "cases", "notation", "path", "position", "verdict",
            "search", "rules", "movement", "board", "cell", "piece",
        ],
    ),
    (
        "render",
        &[
            "common",
            "control",
            "mistake",
            "notation",
            "search",
            "cases",
            "workbench",
            "verdict",
            "position",
            "movement",
            "path",
            "game",
            "rules",
            "board",
            "cell",
            "piece",
        ],
    ),
    (
        "play",
        &[
            "common", "control", "mistake", "notation", "position", "verdict", "search", "game",
            "render", "rules", "board", "cell", "piece",
        ],
    ),
    ("terminal", &["control"]),
    (
        "judge",
        &["common", "terminal", "mistake", "cases", "workbench", "render", "path", "rules", "cell"],
    ),
];

/// The modules of the program, which may open files and print.
const PROGRAM: [&str; 4] = ["terminal", "judge", "serve", "cli"];

#[test]
fn each_module_imports_only_those_it_may() {
    let all = MAY_USE.map(|(module, _)| module);
    let mut library = all.to_vec();
    library.retain(|module| !PROGRAM.contains(module));
    let with_api = [&library[..], &["api"]].concat();
    let mut allowed: BTreeMap<&str, &[&str]> = MAY_USE.into();
    let with_program = [&all[..], &["api", "import", "serve"]].concat();
    allowed.extend([
        ("api", &library[..]),
        ("import", &with_api),
        ("serve", &with_api),
        ("cli", &with_program),
    ]);
    let mut seen = Vec::new();
    for file in sources(Path::new("src")) {
        let module = module_of(&file);
        if ["lib", "main"].contains(&module.as_str()) {
            continue;
        }
        let allowed = allowed.get(module.as_str()).unwrap_or_else(|| {
            panic!("{} belongs to a module that the list does not know", file.display())
        });
        let text = fs::read_to_string(&file).expect("sources are text");
        for used in imports(&text).filter(|used| *used != module) {
            assert!(allowed.contains(&used), "{} uses `{used}`", file.display());
        }
        seen.push(module);
    }
    for module in allowed.keys() {
        assert!(seen.iter().any(|seen| seen == module), "there is no module `{module}`");
    }
}

#[test]
fn the_library_opens_and_prints_nothing() {
    let is_program = |file: &&PathBuf| PROGRAM.contains(&module_of(file).as_str());
    for file in sources(Path::new("src")).iter().filter(|file| !is_program(file)) {
        let text = fs::read_to_string(file).expect("sources are text");
        for word in ["std::fs", "std::net", "io::std", "io::Read", "println!", "clap::"] {
            assert!(!text.contains(word), "{} uses `{word}`", file.display());
        }
    }
}

#[test]
#[ignore = "a house rule, which .ci/run checks"]
fn each_excluded_mutation_is_in_a_function_of_the_sources() {
    let text = fs::read_to_string(".cargo/mutants.toml").expect("the file is there");
    let settings: Mutants = toml::from_str(&text).expect("the file is TOML");
    let sources: String = sources(Path::new("src"))
        .iter()
        .map(|file| fs::read_to_string(file).expect("sources are text"))
        .collect();
    for pattern in settings.exclude_re {
        for function in mutated(&pattern) {
            let is_there = sources.contains(&format!("fn {function}"));
            assert!(is_there, "`{pattern}` names `{function}`, which is not there");
        }
    }
}

#[test]
#[ignore = "a house rule, which .ci/run checks"]
fn each_type_name_is_defined_once() {
    let mut found: BTreeMap<String, PathBuf> = BTreeMap::new();
    for file in sources(Path::new("src")) {
        let text = fs::read_to_string(&file).expect("sources are text");
        for name in types(&text) {
            let other = found.insert(name.to_owned(), file.clone());
            assert_eq!(other, None, "{} defines another `{name}`", file.display());
        }
    }
    assert!(found.contains_key("Position"));
}

/// Returns the names of the types and traits that a file defines, except associated types. An item
/// below `#[cfg(not(…))]` is skipped, because it replaces another one on other systems.
fn types(text: &str) -> impl Iterator<Item = &str> {
    let mut is_skipped = false;
    text.lines().filter_map(move |line| {
        is_skipped |= line.starts_with("#[cfg(not(");
        if is_skipped {
            is_skipped = line != "}" && (line.starts_with(' ') || !line.ends_with(';'));
            return None;
        }
        let start = line.trim_start();
        let start = start.strip_prefix("pub").map_or(start, |rest| match rest.strip_prefix('(') {
            Some(scope) => scope.split_once(") ").map_or(rest, |(_, rest)| rest),
            None => rest.trim_start(),
        });
        let defines = |keyword| match keyword {
            "type" => !line.starts_with(' '),
            _ => ["struct", "enum", "trait"].contains(&keyword),
        };
        let (_, rest) = start.split_once(' ').filter(|(keyword, _)| defines(keyword))?;
        rest.split(|c: char| !c.is_alphanumeric()).next()
    })
}

/// Returns the functions that a regular expression in [`Mutants`] names, such as `… in NAME$`,
/// `… in (NAME|NAME)$` or `replace NAME -> TYPE with VALUE`.
fn mutated(pattern: &str) -> impl Iterator<Item = &str> {
    let before_arrow = pattern.split_once(" -> ").map(|(name, _)| name);
    let name = before_arrow.unwrap_or_else(|| pattern.trim_end_matches('$'));
    let names = name.strip_suffix(')').and_then(|name| name.rsplit_once('('));
    let names = names.map_or(name, |(_, names)| names).split('|');
    names
        .filter_map(|name| name.rsplit(|c: char| c != '_' && !c.is_alphanumeric()).next())
        .filter(|name| !name.is_empty())
}

/// Returns the modules that a file imports by `use crate::…`, except in comments.
fn imports(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .flat_map(|line| line.split("crate::").skip(1))
        .filter_map(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next())
}

fn module_of(file: &Path) -> String {
    let inside = file.strip_prefix("src").expect("all are below src").with_extension("");
    let first = inside.components().next().expect("a file has a name");
    first.as_os_str().to_string_lossy().into_owned()
}

pub(crate) fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder is part of the project");
    let paths = entries.map(|entry| entry.expect("readable").path());
    let (folders, files): (Vec<_>, Vec<_>) = paths.partition(|path| path.is_dir());
    let rust = files.into_iter().filter(|file| file.extension().is_some_and(|e| e == "rs"));
    rust.chain(folders.iter().flat_map(|folder| sources(folder))).collect()
}
