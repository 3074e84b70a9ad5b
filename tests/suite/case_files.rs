//! Checks that cases are added to documents of every shape.

use kubikschach::cases::{Case, document, with_case};

/// Documents of cases, and the documents with a case added. `NEW` and `ROW` stand for the
/// case as `[[case]]` and as an inline table.
const ADDED: [(&str, &str); 10] = [
    ("", "NEW"),
    ("# mine", "# mine\n\nNEW"),
    ("# mine\n", "# mine\n\nNEW"),
    ("case = []", "case = [ROW]"),
    ("case = [OLD] # mine\nsource = 'x'\n", "case = [OLD, ROW] # mine\nsource = 'x'\n"),
    ("case = [OLD,]", "case = [OLD, ROW]"),
    ("case = [\n  OLD,\n]\n", "case = [\n  OLD,\n  ROW,\n]\n"),
    ("case = [\n  OLD # a, b\n]\n", "case = [\n  OLD, # a, b\n  ROW,\n]\n"),
    ("case = [\r\n\tOLD,\r\n]\r\n", "case = [\r\n\tOLD,\r\n\tROW,\r\n]\r\n"),
    ("# mine\r\n", "# mine\r\n\r\nNEW"),
];

#[test]
fn a_case_is_added_to_a_document_whose_other_text_stays() {
    let old = "{ input = 'King W A1a B3d', expected = 3, name = '#,]' }";
    let new = "[[case]]\nname = 'new'\nrules = 'cube'\ninput = '[#q,##],[##,K#]'\nexpected = false\nwhy = \"of\\ntwo\"";
    let case = &Case::parse(new).expect("a case")[0];
    let row = "{ name = \"new\", rules = \"cube\", input = \"[#q,##],[##,K#]\", expected = false, why = \"\"\"\nof\ntwo\"\"\" }";
    for (known, expected) in ADDED {
        let known = known.replace("OLD", old);
        let line_end = if known.contains("\r\n") { "\r\n" } else { "\n" };
        let text = |text: &str| text.replace('\n', line_end);
        let expected = expected.replace("OLD", old).replace("ROW", &text(row));
        let expected = expected.replace("NEW", &text(&document(std::slice::from_ref(case))));
        let added = with_case(&known, case);
        assert_eq!(added, expected);
        let read = Case::parse(&added).expect("the document is good");
        assert_eq!(read.last().map(|case| case.why.replace('\r', "")), Some("of\ntwo".to_owned()));
    }
}
