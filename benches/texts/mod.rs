//! Writes the benchmarks' queries and boards in the longer notations, such as JSON and grids.

#![allow(dead_code, reason = "each benchmark uses a part of it")]

pub(crate) fn three_lines(queries: &str) -> String {
    let write =
        |[piece, color, start, finish]: [&str; 4]| format!("{piece} {color}\n{start}\n{finish}\n");
    queries.lines().map(|query| write(words(query))).collect()
}

pub(crate) fn query_objects(queries: &str) -> String {
    let write = |[piece, color, start, finish]: [&str; 4]| {
        format!(
            "{{\"piece\": \"{piece}\", \"color\": \"{color}\", \
             \"start\": \"{start}\", \"finish\": \"{finish}\"}}\n"
        )
    };
    queries.lines().map(|query| write(words(query))).collect()
}

fn words(query: &str) -> [&str; 4] {
    let mut words = query.split(' ');
    [(); 4].map(|()| words.next().expect("a query has four words"))
}

/// Converts boards to grids: one row per line, an empty line after each level.
pub(crate) fn grids(boards: &str) -> String {
    each(boards, |levels| levels.map(|rows| rows.collect::<Vec<_>>().join("\n") + "\n\n").collect())
}

/// Converts boards to JSON lists of levels, which are lists of rows such as `"#K#"`.
pub(crate) fn json_rows(boards: &str) -> String {
    each(boards, |levels| list(levels.map(|rows| list(rows.map(quoted), ", ")), ", ") + "\n")
}

pub(crate) fn json_cells(boards: &str) -> String {
    let row = |row: &str| list(row.chars().map(quoted), ", ");
    each(boards, |levels| list(levels.map(|rows| list(rows.map(row), ", ")), ", ") + "\n")
}

/// Converts boards to nested brackets: each row has a pair of brackets, and blanks replace the
/// commas.
pub(crate) fn nested(boards: &str) -> String {
    let row = |row: &str| format!("[{row}]");
    each(boards, |levels| list(levels.map(|rows| list(rows.map(row), " ")), " ") + "\n")
}

pub(crate) fn board_objects(boards: &str) -> String {
    boards.lines().map(|board| ["{\"board\": \"", board, "\"}\n"].concat()).collect()
}

/// Converts each board with `write`, which gets the levels of the board, each an iterator of rows.
fn each(
    boards: &str,
    write: impl Fn(&mut dyn Iterator<Item = std::str::Split<'_, char>>) -> String,
) -> String {
    let inside = |board: &str| board.trim_matches(['[', ']']).to_owned();
    let write = |board: &str| write(&mut inside(board).split("],[").map(|level| level.split(',')));
    boards.lines().map(write).collect()
}

fn list(parts: impl Iterator<Item = String>, between: &str) -> String {
    format!("[{}]", parts.collect::<Vec<_>>().join(between))
}

fn quoted(part: impl std::fmt::Display) -> String {
    format!("\"{part}\"")
}
