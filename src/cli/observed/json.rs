//! The facts about a judged program, as JSON.

use serde::Serialize;

use super::lines::Observed;
use crate::api::json;
use crate::cases::Form;
use crate::cli::failure::Failure;
use crate::cli::output::Output;
use crate::mistake::on_one_line;
use crate::render;
use crate::rules::Rules;
use crate::workbench::{
    Answered, CellChange, Fact, MateClaim, MateFact, PathFact, PathSubject, Reply, Survey,
};

/// The remarks and facts about a program as `--json` prints them.
#[derive(Default, Serialize)]
pub(crate) struct JsonObserved {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    remarks: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    observations: Vec<JsonObservation>,
}

/// The facts about a program on one puzzle and rule set.
#[derive(Serialize)]
struct JsonObservation {
    asked: usize,
    wrong: usize,
    facts: Vec<JsonFact>,
    smallest: Option<JsonSmallest>,
    in_short: Vec<String>,
}

#[derive(Serialize)]
struct JsonSmallest {
    input: String,
    expected: String,
    got: String,
    why: Option<String>,
    run: String,
}

/// A fact: its sentence, with its figures.
#[derive(Serialize)]
#[serde(untagged)]
enum JsonFact {
    Moves {
        text: String,
        piece: String,
        /// Number of the single steps asked to which the program answers 1.
        answers_1: usize,
        /// Number of the single steps asked.
        of: usize,
        /// Single steps to which the program does not answer 1.
        missing: Vec<String>,
        /// Moves to which the program answers 1, although they take more moves.
        also: Vec<String>,
        /// Rides of two or more steps to which the program does not answer 1.
        rides: Vec<String>,
    },
    Path {
        text: String,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pieces: Vec<String>,
        wrong: usize,
        of: usize,
    },
    Belief {
        text: String,
        belief: String,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        or: Vec<String>,
        #[serde(flatten)]
        boards: JsonBoards,
    },
    Boards {
        text: String,
        #[serde(flatten)]
        boards: JsonBoards,
    },
    Text {
        text: String,
    },
}

/// The boards that a fact counts.
#[derive(Serialize)]
struct JsonBoards {
    wrong: usize,
    of: usize,
    others_wrong: usize,
    others: usize,
    boards: Vec<String>,
    smallest: Option<String>,
}

impl JsonObserved {
    pub(crate) fn new(all: &[Observed<'_>]) -> Self {
        let mut object = Self::default();
        for observed in all {
            object.remarks.extend_from_slice(observed.remarks);
            object.observations.extend(observed.object());
        }
        object
    }

    fn is_empty(&self) -> bool {
        self.remarks.is_empty() && self.observations.is_empty()
    }
}

impl Observed<'_> {
    fn object(&self) -> Option<JsonObservation> {
        let report = self.report.as_ref()?;
        let smallest = report.smallest.as_ref().map(|asked| JsonSmallest {
            input: on_one_line(&asked.question.text(self.rules, self.form)),
            expected: asked.expected.to_string(),
            got: match &asked.reply {
                Reply::Answer(answer) => answer.to_string(),
                other => render::does(other),
            },
            why: self.why(&asked.question),
            run: self.shell_command(&asked.question),
        });
        Some(JsonObservation {
            asked: report.asked,
            wrong: report.wrong,
            facts: report.facts.iter().flat_map(|fact| facts(self.rules, fact)).collect(),
            smallest,
            in_short: self.programs(),
        })
    }
}

/// Writes the remarks and facts as one JSON object, unless there is nothing to say.
pub(crate) fn write_object(all: &[Observed<'_>], out: &mut Output) -> Result<(), Failure> {
    let object = JsonObserved::new(all);
    if object.is_empty() { Ok(()) } else { Ok(json::line(out, &object)?) }
}

/// Returns the objects of a fact: one for each piece whose moves the fact is about, else one.
fn facts(rules: &Rules, fact: &Fact) -> Vec<JsonFact> {
    let text = render::fact(rules, fact);
    match fact {
        Fact::Path(fact)
            if matches!(fact.subject, PathSubject::Moves | PathSubject::Like { .. }) =>
        {
            fact.surveys().iter().map(|survey| moves(rules, text.clone(), survey)).collect()
        }
        Fact::Path(fact) => vec![path_fact(rules, text, fact)],
        Fact::Mate(fact) => vec![mate_fact(rules, text, fact)],
        _ => vec![JsonFact::Text { text }],
    }
}

fn path_fact(rules: &Rules, text: String, fact: &PathFact) -> JsonFact {
    let pieces = fact.pieces.iter().map(|piece| piece.name(rules)).collect();
    JsonFact::Path { text, pieces, wrong: fact.wrong().count(), of: fact.asked.len() }
}

fn moves(rules: &Rules, text: String, survey: &Survey<'_>) -> JsonFact {
    let texts = |changes: &[CellChange]| {
        changes.iter().map(|change| render::cell_change(rules, *change)).collect()
    };
    let steps = &survey.steps;
    JsonFact::Moves {
        text,
        piece: survey.piece.name(rules),
        answers_1: steps.right().len(),
        of: steps.asked.len(),
        missing: texts(&steps.wrong),
        also: texts(&survey.others.wrong),
        rides: texts(&survey.rides.wrong),
    }
}

fn mate_fact(rules: &Rules, text: String, fact: &MateFact) -> JsonFact {
    let board = |asked: &Answered| on_one_line(&asked.question.text(rules, Form::Line));
    let boards = JsonBoards {
        wrong: fact.wrong().count(),
        of: fact.boards().len(),
        others_wrong: fact.others_wrong().count(),
        others: fact.others().len(),
        boards: fact.boards().iter().map(board).collect(),
        smallest: fact.smallest().map(board),
    };
    match &fact.claim {
        MateClaim::Beliefs(beliefs) => {
            let mut beliefs = beliefs.iter().map(|belief| render::belief(rules, belief));
            let belief = beliefs.next().unwrap_or_default();
            JsonFact::Belief { text, belief, or: beliefs.collect(), boards }
        }
        _ => JsonFact::Boards { text, boards },
    }
}
