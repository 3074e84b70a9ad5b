//! Checks that the files of a module do not import each other in a circle.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::layout::sources;

/// Modules without circles between their files.
const MODULES: [&str; 8] =
    ["api", "cli", "endgame", "import", "judge", "play", "serve", "terminal"];

/// The path of a module: `cli::args` is the file `src/cli/args.rs`.
type ModulePath = Vec<String>;

/// An import of a file: the path of an item, and whether the file exports the item again.
struct Import {
    path: ModulePath,
    is_public: bool,
}

#[test]
fn no_files_of_a_module_import_each_other_in_a_circle() {
    let files: BTreeMap<ModulePath, Vec<Import>> = sources(Path::new("src"))
        .iter()
        .map(|file| {
            let module = file.strip_prefix("src").expect("all are below src").with_extension("");
            let name = |part: std::path::Component<'_>| part.as_os_str().to_string_lossy().into();
            let module: ModulePath = module.components().map(name).collect();
            let text = fs::read_to_string(file).expect("sources are text");
            (module.clone(), imports(&module, &text))
        })
        .collect();
    let uses: BTreeMap<&ModulePath, BTreeSet<&ModulePath>> =
        files.keys().map(|file| (file, used(&files, file))).collect();
    for module in MODULES {
        assert!(files.contains_key(&vec![module.to_owned()]), "there is no module `{module}`");
    }
    for file in files.keys().filter(|file| MODULES.contains(&file[0].as_str())) {
        let (mut reached, mut open) = (BTreeSet::new(), vec![file]);
        while let Some(next) = open.pop() {
            open.extend(uses[next].iter().filter(|used| reached.insert(**used)));
        }
        assert!(!reached.contains(file), "{} imports itself in a circle", file.join("/"));
    }
}

/// Returns the files that a file imports, and the files of the modules that it declares.
fn used<'f>(
    files: &'f BTreeMap<ModulePath, Vec<Import>>,
    file: &[String],
) -> BTreeSet<&'f ModulePath> {
    let found = files[file].iter().filter_map(|import| defining(files, import.path.clone()));
    found.filter(|found| found.as_slice() != file).collect()
}

/// Returns the file that defines an item. An item that a file exports again is defined elsewhere.
fn defining(
    files: &BTreeMap<ModulePath, Vec<Import>>,
    mut path: ModulePath,
) -> Option<&ModulePath> {
    // Items are exported again a few times at most.
    for _ in 0..8 {
        let length = (1..=path.len()).rev().find(|length| files.contains_key(&path[..*length]))?;
        let (file, imports) = files.get_key_value(&path[..length])?;
        let item = path.get(length);
        let exported = imports.iter().find(|it| it.is_public && it.path.last() == item);
        match exported {
            Some(exported) => path = [&exported.path[..], &path[length + 1..]].concat(),
            None => return Some(file),
        }
    }
    None
}

/// Returns the imports of a file, and the modules that it declares.
fn imports(module: &[String], text: &str) -> Vec<Import> {
    let text: String =
        text.lines().filter(|line| !line.starts_with("//")).collect::<Vec<_>>().join("\n");
    let mut imports = Vec::new();
    for statement in text.split_inclusive(';') {
        // Statements of functions and of inner modules are indented.
        let start = statement.lines().position(|line| {
            let line = without_visibility(line);
            line.starts_with("use ") || line.starts_with("mod ")
        });
        let Some(start) = start else { continue };
        let statement = statement.lines().skip(start).map(str::trim).collect::<Vec<_>>().join(" ");
        let is_public = statement.starts_with("pub");
        let statement = without_visibility(&statement).trim_end_matches(';');
        if let Some(tree) = statement.strip_prefix("use ") {
            let paths = expanded(tree).into_iter().filter_map(|path| absolute(module, &path));
            imports.extend(paths.map(|path| Import { path, is_public }));
        } else if let Some(name) = statement.strip_prefix("mod ").filter(|name| !name.contains('{'))
        {
            let path = [module, &[name.to_owned()]].concat();
            imports.push(Import { path, is_public: false });
        }
    }
    imports
}

fn without_visibility(line: &str) -> &str {
    let Some(rest) = line.strip_prefix("pub") else { return line };
    let rest = rest.strip_prefix('(').and_then(|rest| rest.split_once(')')).map_or(rest, |it| it.1);
    rest.trim_start()
}

/// Returns the paths of a tree of imports, such as `a::b` and `a::c` for `a::{b, c}`.
fn expanded(tree: &str) -> Vec<String> {
    let tree = tree.split(" as ").next().unwrap_or_default().trim();
    let Some((before, inner)) = tree.split_once('{') else { return vec![tree.to_owned()] };
    let inner = inner.trim_end().trim_end_matches('}');
    let (mut depth, mut parts, mut start) = (0, Vec::new(), 0);
    for (at, sign) in inner.char_indices() {
        match sign {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&inner[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&inner[start..]);
    let parts = parts.into_iter().map(str::trim).filter(|part| !part.is_empty());
    parts.flat_map(|part| expanded(&format!("{before}{part}"))).collect()
}

/// Returns the path from the root of the library; `None` for an item of another crate.
fn absolute(module: &[String], path: &str) -> Option<ModulePath> {
    let mut parts = path.split("::").peekable();
    let base = match parts.next()? {
        "crate" => Vec::new(),
        "self" => module.to_vec(),
        "super" => {
            let mut base = module[..module.len() - 1].to_vec();
            while parts.next_if_eq(&"super").is_some() {
                base.pop();
            }
            base
        }
        _ => return None,
    };
    Some(base.into_iter().chain(parts.filter(|part| *part != "self").map(str::to_owned)).collect())
}
