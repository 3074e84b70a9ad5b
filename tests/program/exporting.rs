//! Checks that exported cases are imported again without a loss.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::Duration;

use fastrand::Rng;
use kubikschach::cases::{Case, Form, PUBLISHED, document};
use kubikschach::rules::Rules;

use crate::folder;

/// Options of `export` for each form that `import` reads, with a folder or to standard output.
const FORMS: [&[&str]; 7] = [
    &["--dir", "out"],
    &["--dir", "out", "--form", "line"],
    &["--dir", "out", "--form", "grid"],
    &["--dir", "out", "--form", "json"],
    &["--dir", "out", "--form", "oj"],
    &["--form", "markdown"],
    &["--form", "json"],
];

/// Options for the packages of judges, which have the cases of one puzzle.
const PACKAGES: [&[&str]; 2] =
    [&["--dir", "out", "--form", "kattis"], &["--dir", "out", "--form", "dmoj"]];

/// Parts of names, kinds and remarks that a form might lose.
const PARTS: [&str; 20] = [
    "a", "Über", " ", "  ", "`", "``` ", "\n", "\"", "'", "\\", "(test)", ": ", "→", "[[case]]",
    "]", "#", "|", "7", "\t", "\"\"\"",
];

#[test]
fn exported_cases_are_imported_again() {
    let published = PUBLISHED.iter().flat_map(|(_, _, text)| Case::parse(text).expect("published"));
    let mut known: Vec<Case> = published.collect();
    let others = "[[case]]\nrules = 'cube'\nsize = 5\ninput = 'Queen W a1I e5V'\nexpected = 1\n\
        [[case]]\nrules = 'great-shatranj'\ninput = 'start'\nexpected = 'ongoing'\n";
    known.extend(Case::parse(others).expect("cases"));
    let mut random = Rng::with_seed(1);
    for _ in 0..6 {
        let count = random.usize(1..6);
        let cases: Vec<Case> = (0..count).map(|nth| any_case(&known, nth, &mut random)).collect();
        check(&cases, &FORMS);
        let puzzle = cases[0].expected.puzzle();
        let cases: Vec<Case> =
            cases.into_iter().filter(|case| case.expected.puzzle() == puzzle).collect();
        check(&cases, &PACKAGES);
    }
}

/// A package of Polygon has nothing but inputs and answers, and one of CodinGame their names and
/// kinds as well.
#[test]
fn forms_without_details_keep_inputs_and_answers() {
    for (puzzle, _, text) in PUBLISHED {
        let folder = folder();
        let cases = Case::parse(text).expect("published");
        run(folder.path(), &["export", puzzle.name(), "--form", "polygon", "--dir", "out"]);
        let mut files: Vec<String> = fs::read_dir(folder.path().join("out/tests"))
            .expect("it is a folder")
            .map(|file| file.expect("a file").file_name().into_string().expect("UTF-8"))
            .collect();
        files.sort();
        let numbers = (1..=cases.len()).map(|number| format!("{number:02}"));
        assert_eq!(files, numbers.flat_map(|it| [it.clone(), it + ".a"]).collect::<Vec<_>>());
        let all = fs::read_dir(folder.path().join("out")).expect("it is a folder");
        assert_eq!(all.count(), 1, "{puzzle:?}");
        let list = run(folder.path(), &["export", puzzle.name(), "--form", "codingame"]);
        fs::write(folder.path().join("list"), list).expect("the folder is writable");
        for (source, has_names) in [("out", false), ("list", true)] {
            let imported = Case::parse(&run(folder.path(), &["import", source])).expect("cases");
            assert_eq!(imported.len(), cases.len());
            for (nth, (imported, case)) in imported.iter().zip(&cases).enumerate() {
                assert_eq!(imported.expected, case.expected);
                assert_eq!(asked(imported), asked(case));
                if has_names {
                    assert_eq!((&imported.name, &imported.kind), (&case.name, &case.kind));
                } else {
                    assert_eq!(imported.name, format!("{:02}", nth + 1));
                }
            }
        }
    }
}

#[test]
fn a_package_has_the_cases_of_one_puzzle() {
    let folder = folder();
    for form in ["kattis", "polygon", "dmoj"] {
        let program = env!("CARGO_BIN_EXE_kubikschach");
        let mut run = Command::new(program);
        let run = run.args(["export", "--form", form, "--dir", "out"]);
        let run = run.current_dir(folder.path()).output().expect("the program runs");
        assert_eq!(run.status.code(), Some(2), "{form}");
        let said = String::from_utf8_lossy(&run.stderr);
        assert!(said.contains("a package has the cases of one puzzle"), "{said}");
        assert!(!folder.path().join("out").exists(), "{form}");
    }
}

/// A folder that did not exist has all files or is not there, also if the program is killed.
#[test]
fn a_killed_export_leaves_no_part_of_a_folder() {
    let cases = "[[case]]\ninput = 'King W A1a B3d'\nexpected = 3\n".repeat(2000);
    for wait in 0..10 {
        let folder = folder();
        fs::write(folder.path().join("many.toml"), &cases).expect("there is room");
        let mut export = Command::new(env!("CARGO_BIN_EXE_kubikschach"));
        let export = export.args(["export", "many.toml", "--dir", "new/out"]);
        let mut child = export.current_dir(folder.path()).spawn().expect("the program runs");
        // The work has begun as soon as the parent folder is there.
        let new = folder.path().join("new");
        while !new.exists() {
            thread::sleep(Duration::from_millis(1));
        }
        thread::sleep(Duration::from_millis(wait * 10));
        child.kill().expect("it may be killed");
        child.wait().expect("it ends");
        if let Ok(files) = fs::read_dir(new.join("out")) {
            assert_eq!(files.count(), 4001, "killed after {wait}0 ms");
        }
    }
}

#[test]
fn the_list_of_cases_is_written_last() {
    for form in ["line", "kattis", "dmoj", "oj"] {
        let folder = folder();
        let told =
            run(folder.path(), &["export", "path", "--form", form, "--dir", "out", "--json"]);
        assert!(told.ends_with("cases.toml\"}\n"), "{form}: {told}");
    }
}

/// `verifyproblem` of `problemtools` checks a package as Kattis does.
#[test]
fn packages_are_accepted_by_their_judge() {
    if Command::new("verifyproblem").arg("--version").output().is_err() {
        crate::skipped::note("verifyproblem", "packages of Kattis");
        return;
    }
    let folder = folder();
    for puzzle in ["path", "mate"] {
        run(folder.path(), &["export", puzzle, "--form", "kattis", "--dir", puzzle]);
        let mut check = Command::new("verifyproblem");
        let check = check.args([puzzle, "-p", "data"]);
        let check = check.current_dir(folder.path()).output().expect("the program runs");
        let said = [check.stderr, check.stdout].concat();
        let said = String::from_utf8_lossy(&said);
        assert!(check.status.success() && said.contains("0 errors"), "{said}");
    }
}

/// Returns a known case with other texts around it, and a name that starts with a number of its own.
fn any_case(known: &[Case], nth: usize, random: &mut Rng) -> Case {
    let case = known[random.usize(..known.len())].clone();
    let mut text = || -> String {
        (0..random.usize(..4)).map(|_| PARTS[random.usize(..PARTS.len())]).collect()
    };
    let name = format!("n{nth}{}", text());
    let kind = if name.len() % 2 == 0 { "test".to_owned() } else { text() };
    Case { name, kind, why: text(), source: text(), ..case }
}

fn check(cases: &[Case], forms: &[&[&str]]) {
    for form in forms {
        let folder = folder();
        fs::write(folder.path().join("all.toml"), document(cases)).expect("the folder is writable");
        let printed = run(folder.path(), &[&["export", "all.toml"], *form].concat());
        let source = if form.contains(&"--dir") { "out" } else { "printed" };
        fs::write(folder.path().join("printed"), printed).expect("the folder is writable");
        let imported = run(folder.path(), &["import", source]);
        let imported = Case::parse(&imported).unwrap_or_else(|error| panic!("{form:?}: {error}"));
        assert_eq!(imported.len(), cases.len(), "{form:?}: {imported:?}");
        for (imported, case) in imported.iter().zip(cases) {
            // The wording of an input may change, but not what it asks.
            assert_eq!(Case { input: case.input.clone(), ..imported.clone() }, *case, "{form:?}");
            assert_eq!(asked(imported), asked(case), "{form:?}");
        }
    }
}

fn asked(case: &Case) -> String {
    let rules = Rules::built_in(&case.rules).expect("it is built in");
    case.question(&rules).expect("a question").text(&rules, Form::Line)
}

fn run(folder: &Path, arguments: &[&str]) -> String {
    let program = env!("CARGO_BIN_EXE_kubikschach");
    let run = Command::new(program).args(arguments).current_dir(folder).output();
    let run = run.expect("the program runs");
    assert!(run.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8(run.stdout).expect("it prints text")
}
