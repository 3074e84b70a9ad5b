//! Checks that exported cases are read again without a loss.

use std::fs;

use fastrand::Rng;

use super::{ExportForm, forms};
use crate::cases::{Case, PUBLISHED, document};
use crate::cli::args::CaseArgs;
use crate::cli::cases::{AskedCases, load_cases};

const FORMS: [Option<ExportForm>; 6] = [
    None,
    Some(ExportForm::Line),
    Some(ExportForm::Grid),
    Some(ExportForm::Json),
    Some(ExportForm::Kattis),
    Some(ExportForm::Oj),
];

/// Parts of names, kinds and remarks that a form might lose.
const PARTS: [&str; 20] = [
    "a", "Über", " ", "  ", "`", "``` ", "\n", "\"", "'", "\\", "(test)", ": ", "→", "[[case]]",
    "]", "#", "|", "7", "\t", "\"\"\"",
];

#[test]
fn exported_cases_are_read_again() {
    let published = PUBLISHED.iter().flat_map(|(_, _, text)| Case::parse(text).expect("published"));
    let mut known: Vec<Case> = published.collect();
    let of_cube = "[[case]]\nrules = 'cube'\nsize = 5\ninput = 'Queen W a1I e5V'\nexpected = 1\n\
        [[case]]\nrules = 'great-shatranj'\ninput = 'start'\nexpected = 'ongoing'\n\
        [[case]]\nrules = 'raumschach'\ninput = '[rq,##],[##,K#] b'\nexpected = false\n";
    known.extend(Case::parse(of_cube).expect("cases").into_iter().take(2));
    let mut random = Rng::with_seed(1);
    for _ in 0..40 {
        let cases: Vec<Case> =
            (0..random.usize(1..6)).map(|_| any_case(&known, &mut random)).collect();
        check(&cases);
    }
}

fn any_case(known: &[Case], random: &mut Rng) -> Case {
    let case = known[random.usize(..known.len())].clone();
    let mut text = |least: usize| -> String {
        let parts = random.usize(least..4);
        (0..parts).map(|_| PARTS[random.usize(..PARTS.len())]).collect()
    };
    let name = format!("n{}", text(0));
    let kind = if name.len() % 2 == 0 { "test".to_owned() } else { text(0) };
    Case { name, kind, why: text(0), source: text(0), ..case }
}

fn check(cases: &[Case]) {
    let folder = tempfile::tempdir().expect("there is a place for temporary files");
    let file = folder.path().join("all.toml");
    fs::write(&file, document(cases)).expect("the folder can be written to");
    let (asked, failures) =
        AskedCases::all(&CaseArgs { sources: vec![file], more_sources: Vec::new(), only: None });
    assert_eq!(failures.len(), 0, "the cases are good");
    assert_eq!(asked.cases, cases);
    assert!(asked.are_in(&forms::markdown(&asked)), "{}", forms::markdown(&asked));
    let array = forms::array(&asked.cases).expect("memory");
    assert!(asked.are_in(&array), "{array}");
    for form in FORMS {
        let files = forms::files(&asked, form);
        let target = folder.path().join(format!("{form:?}"));
        super::folder::write(&target, &files).expect("the folder can be written to");
        let loaded = load_cases(&target).expect("the folder is readable");
        assert!(asked.are(&loaded), "{form:?}: {files:#?}");
    }
}
