//! Boards as golfers paste them: arrays of many languages, symbols and pictures.

use kubikschach::notation::{self, Boards, Next, Reader};
use kubikschach::rules::Rules;
use serde::Deserialize;

use crate::common::{Differences, fixture};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pasted {
    board: Vec<PastedBoard>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PastedBoard {
    pub(crate) name: String,
    pub(crate) input: String,
    /// Board that the input means; empty if the input is a mistake.
    pub(crate) board: String,
}

pub(crate) fn boards() -> Vec<PastedBoard> {
    fixture::<Pasted>(include_str!("../../fixtures/pasted-boards.toml")).board
}

#[test]
fn a_pasted_board_means_what_it_shows() {
    let (rules, mut differences) = (Rules::cube(), Differences::default());
    for PastedBoard { name, input, board } in boards() {
        let setup = notation::parse_board(&rules, &input);
        let read = setup.map(|setup| notation::write_board(&rules, &setup.board));
        differences.compare(&name, &board, &read.unwrap_or_default());
    }
    differences.finish();
}

/// Reads all records of a text that arrives in parts, the first of which has `first` bytes.
fn read_in_parts(rules: &Rules, text: &[u8], first: usize) -> Vec<String> {
    let (mut reader, mut boards, mut start, mut end) = (Boards::new(rules), Vec::new(), 0, first);
    loop {
        match reader.next(&text[start..end], end == text.len()) {
            Next::Record { end: length, result } => {
                start += length;
                let board = result.map(|setup| notation::write_board(rules, &setup.board));
                boards.push(board.unwrap_or_default());
            }
            Next::NeedMore if end < text.len() => end = text.len(),
            Next::Done if end < text.len() => (start, end) = (end, text.len()),
            Next::NeedMore | Next::Done => return boards,
        }
    }
}

#[test]
fn a_pasted_board_may_arrive_in_parts_and_another_may_follow() {
    let rules = Rules::cube();
    for PastedBoard { name, input, board } in boards().into_iter().filter(|b| !b.board.is_empty()) {
        let text = format!("{}\n[#q,##],[##,K#]\n", input.trim_end());
        let expected = [board, "[#q,##],[##,K#]".to_owned()];
        for first in 0..text.len() {
            let read = read_in_parts(&rules, text.as_bytes(), first);
            assert_eq!(read, expected, "{name}, cut after {first} bytes");
        }
    }
}
