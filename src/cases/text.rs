//! Writes cases as TOML, and their inputs in the forms that other programs expect.

use toml_writer::ToTomlValue;

use super::{Answer, Case, Question};
use crate::board::Setup;
use crate::cell::Size;
use crate::notation::{Query, write_board, write_position};
use crate::piece::Color;
use crate::rules::Rules;

/// The form in which the input of a case is written for another program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// A query on three lines, or a board on one line as in `n=2, [rq,##],[##,K#]`.
    ///
    /// The puzzles were published in this form.
    #[default]
    Puzzle,
    /// A query or a board on one line.
    Line,
    /// A board with one row per line and an empty line between levels; a query on three lines.
    Grid,
    /// A query as a JSON object, or a board as nested JSON arrays of rows.
    Json,
}

impl Question {
    /// Returns the input in a form, with a final newline.
    ///
    /// The text of a board names the side to move if Black is to move or one king holds the other
    /// king. In a hold, the text also names the side whose king holds. In JSON, a board whose text
    /// names a side is written as an object with that text.
    #[must_use]
    pub fn text(&self, rules: &Rules, form: Form) -> String {
        match self {
            Self::Path(size, query) => query_text(rules, *size, *query, form),
            Self::Mate(setup) => setup_text(rules, setup, form),
        }
    }
}

fn query_text(rules: &Rules, size: Size, query: Query, form: Form) -> String {
    let Query { piece, start, finish } = query;
    let name = &rules.role(piece.role()).name;
    let [start, finish] = [start, finish].map(|cell| rules.cells().name(size, cell));
    let color = match piece.color() {
        Color::White => "W",
        Color::Black => "B",
    };
    match form {
        Form::Puzzle | Form::Grid => format!("{name} {color}\n{start}\n{finish}\n"),
        Form::Line => format!("{name} {color} {start} {finish}\n"),
        Form::Json => {
            // Names consist of visible characters, so only these two need an escape.
            let name = name.replace('\\', "\\\\").replace('"', "\\\"");
            format!(
                "{{\"piece\":\"{name}\",\"color\":\"{color}\",\"start\":\"{start}\",\"finish\":\"{finish}\"}}\n"
            )
        }
    }
}

fn setup_text(rules: &Rules, Setup { board, turn, holder }: &Setup, form: Form) -> String {
    let plain = write_board(rules, board);
    let full = write_position(rules, board, turn.unwrap_or(Color::White), *holder);
    let says_more = *turn == Some(Color::Black) || holder.is_some();
    let more = if says_more { &full[plain.len()..] } else { "" };
    let levels = plain[1..plain.len() - 1].split("],[");
    match form {
        Form::Puzzle => format!("n={}, {plain}{more}\n", board.size().edge()),
        Form::Line => format!("{plain}{more}\n"),
        Form::Grid => {
            let levels: Vec<String> = levels.map(|level| level.replace(',', "\n")).collect();
            format!("{}{more}\n", levels.join("\n\n"))
        }
        Form::Json if says_more => format!("{{\"board\":\"{full}\"}}\n"),
        Form::Json => {
            let level = |level: &str| format!("[\"{}\"]", level.replace(',', "\",\""));
            format!("[{}]\n", levels.map(level).collect::<Vec<_>>().join(","))
        }
    }
}

/// Returns a TOML document with the cases.
///
/// # Example
/// ```
/// use kubikschach::cases::{Case, document};
/// let cases = "[[case]]\nname = 'far'\nrules = 'cube'\ninput = '[#q,##],[##,K#]'\nexpected = false";
/// let cases = Case::parse(cases)?;
/// assert_eq!(Case::parse(&document(&cases))?[0].input, cases[0].input);
/// # Ok::<(), kubikschach::mistake::Mistakes>(())
/// ```
#[must_use]
pub fn document<'c>(cases: impl IntoIterator<Item = &'c Case>) -> String {
    cases.into_iter().map(Case::toml).collect::<Vec<_>>().join("\n")
}

impl Case {
    fn toml(&self) -> String {
        let fields = self.toml_fields().into_iter();
        let lines: Vec<String> = fields.map(|(key, value)| format!("{key} = {value}")).collect();
        format!("[[case]]\n{}\n", lines.join("\n"))
    }

    /// Returns the case as an inline table, for an array of cases.
    pub(super) fn inline_table(&self) -> String {
        let fields = self.toml_fields().into_iter();
        let fields: Vec<String> = fields.map(|(key, value)| format!("{key} = {value}")).collect();
        format!("{{ {} }}", fields.join(", "))
    }

    fn toml_fields(&self) -> Vec<(&'static str, String)> {
        let expected = match &self.expected {
            answer @ (Answer::Status(_) | Answer::MateIn { .. }) => {
                answer.to_string().to_toml_value()
            }
            answer => answer.to_string(),
        };
        let optional = |text: &str| (!text.is_empty()).then(|| text.to_toml_value());
        let fields = [
            ("name", Some(self.name.to_toml_value())),
            ("kind", optional(&self.kind)),
            ("rules", Some(self.rules.to_toml_value())),
            ("size", self.size.map(|size| size.to_string())),
            ("input", Some(self.input.to_toml_value())),
            ("expected", Some(expected)),
            ("why", optional(&self.why)),
            ("source", optional(&self.source)),
        ];
        fields.into_iter().filter_map(|(key, value)| Some((key, value?))).collect()
    }
}
