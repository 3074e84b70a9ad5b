//! Helpers that several test files share.

pub(crate) mod board_text;
pub(crate) mod coverage;
pub(crate) mod crowded;
pub(crate) mod games;
pub(crate) mod observed;
pub(crate) mod positions;
pub(crate) mod queries;
pub(crate) mod rng;
pub(crate) mod rounds;
pub(crate) mod texts;
pub(crate) mod turned;

use std::fmt::Debug;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash};

use kubikschach::cell::Size;
use kubikschach::mistake::{LineColumn, Mistake};
use kubikschach::notation::{self, Reader};
use kubikschach::piece::Piece;
use kubikschach::position::Position;
use kubikschach::rules::{BUILT_IN, Rules};
use proptest::strategy::Strategy;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};
use serde::de::DeserializeOwned;

use rounds::rounds;

pub(crate) fn rules(name: &str) -> Rules {
    Rules::built_in(name).expect("the rule set is built in")
}

/// Rule document of Cubic Chess, as a user would write it.
pub(crate) const CUBIC_CHESS: &str = include_str!("../../../fixtures/rules/cubic-chess.toml");

pub(crate) fn cubic_chess() -> Rules {
    parsed(CUBIC_CHESS)
}

/// Returns rules with lame leapers and soldiers. Unlike the pieces of `cube`, lame leapers can be
/// blocked on their way, and soldiers do not capture where they move.
pub(crate) fn other_pieces() -> Rules {
    parsed(include_str!("../../../fixtures/other-pieces.toml"))
}

pub(crate) fn parsed(document: &str) -> Rules {
    Rules::parse(document).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

/// Returns rules for boards of any size, with cell names such as `b3A` (file, rank, level).
pub(crate) fn open_rules(name: &str, pieces: &str) -> Rules {
    parsed(&format!(
        "name = '{name}'
        size = 'open'
        cells = [
            {{ axis = 'file', numeral = 'a' }},
            {{ axis = 'rank', numeral = '1' }},
            {{ axis = 'level', numeral = 'A' }},
        ]
        {pieces}"
    ))
}

/// Returns a built-in rule set after replacements `[from, to]` in its document. Each `from` must
/// occur once.
pub(crate) fn changed_rules<'a>(
    name: &str,
    changes: impl IntoIterator<Item = [&'a str; 2]>,
) -> Rules {
    let built_in = BUILT_IN.into_iter().find(|(built_in, _)| *built_in == name);
    let (_, document) = built_in.expect("the rule set is built in");
    let change = |document: String, [from, to]: [&str; 2]| replaced(&document, from, to);
    parsed(&changes.into_iter().fold(document.to_owned(), change))
}

/// Returns `text` with `to` in the place of `from`, which must occur once.
pub(crate) fn replaced(text: &str, from: &str, to: &str) -> String {
    assert_eq!(text.matches(from).count(), 1, "{from:?} occurs once");
    text.replace(from, to)
}

pub(crate) fn size(edge: usize) -> Size {
    Size::new(edge).expect("boards have 2 to 64 cells per edge")
}

/// Returns the pieces of both colors.
pub(crate) fn pieces(rules: &Rules) -> Vec<Piece> {
    rules.letters().map(|(_, piece)| piece).collect()
}

/// Returns the position of the setup `start`.
pub(crate) fn start(rules: &Rules) -> Position {
    let setup = notation::parse_board(rules, "start").expect("the rule set has this setup");
    Position::new(rules, setup).expect("it breaks no invariant")
}

pub(crate) fn text_of(position: &Position) -> String {
    let (rules, board) = (position.rules(), position.board());
    notation::write_position(rules, board, position.turn(), position.holder())
}

pub(crate) fn hash(value: &impl Hash) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(value)
}

pub(crate) fn fixture<T: DeserializeOwned>(document: &str) -> T {
    toml::from_str(document).unwrap_or_else(|error| panic!("{error}"))
}

/// Formats a mistake about `text` as the program prints it, with line and column.
pub(crate) fn report(text: &[u8], mistake: &Mistake) -> String {
    let before = &text[..mistake.span().start];
    format!("{}: {mistake}", LineColumn::START.after(before))
}

/// Returns `true` if a mistake has labels and all of them lie within the text.
pub(crate) fn is_within(mistake: &Mistake, text: &[u8]) -> bool {
    let mut spans = mistake.labels.iter().map(|label| &label.span);
    !mistake.labels.is_empty() && spans.all(|span| span.start <= span.end && span.end <= text.len())
}

/// Returns the result of parsing each record of a text.
pub(crate) fn records<R: Reader>(reader: &mut R, text: &[u8]) -> Vec<Result<R::Record, Mistake>> {
    texts::read(reader, text).into_iter().map(|(_, record)| record).collect()
}

/// Differences between expected and found values in a table of cases. They are collected so that
/// one run shows all failing cases.
#[derive(Default)]
pub(crate) struct Differences(Vec<String>);

impl Differences {
    pub(crate) fn compare<T: PartialEq + Debug>(&mut self, name: &str, expected: &T, found: &T) {
        if expected != found {
            self.0.push(format!("{name}\n  expected {expected:#?}\n  found    {found:#?}"));
        }
    }

    pub(crate) fn finish(self) {
        assert!(self.0.is_empty(), "{} differ\n{}", self.0.len(), self.0.join("\n"));
    }
}

/// Checks a property of random values, which are the same in every run. The number of values is
/// `cases`, scaled by [`rounds`].
pub(crate) fn for_all<S: Strategy>(
    cases: u32,
    values: &S,
    property: impl Fn(S::Value) -> Result<(), TestCaseError>,
) {
    let cases = u32::try_from(rounds(cases as usize)).expect("there is time for them");
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let random = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let outcome = TestRunner::new_with_rng(config, random).run(values, property);
    outcome.unwrap_or_else(|failure| panic!("{failure}"));
}
