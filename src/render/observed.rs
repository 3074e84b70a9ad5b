//! Sentences about what a program does.

mod mate;
mod path;

pub use self::mate::belief;
pub use self::path::cell_change;
use crate::common::all_of;
use crate::mistake::{on_one_line, printable};
use crate::rules::Rules;
use crate::workbench::{Answered, Fact, Reply};

/// Returns a sentence about what a program does, without a full stop at its end.
///
/// The sentence counts the replies that the fact owns, and claims nothing about other questions.
#[must_use]
pub fn fact(rules: &Rules, fact: &Fact) -> String {
    match fact {
        Fact::Constant(all) => {
            let reply = all.first().map(|asked| does(&asked.reply)).unwrap_or_default();
            format!("the same answer to {}: {reply}", all_of(all.len(), "input"))
        }
        Fact::NotRepeatable(Answered { question, reply, again, .. }) => {
            let again = again.as_ref().map(short).unwrap_or_default();
            let input = input(rules, question);
            format!("not repeatable: `{input}` asked twice, {}, then {again}", short(reply))
        }
        Fact::Path(fact) => path::sentence(rules, fact),
        Fact::Mate(fact) => mate::sentence(rules, fact),
    }
}

/// Returns an input on one line, such as `King W A1a B3d`.
fn input(rules: &Rules, question: &crate::cases::Question) -> String {
    on_one_line(&question.text(rules, crate::cases::Form::Line))
}

/// Returns a reply in one or two words, such as `3` or `no end`, for lists of replies.
fn short(reply: &Reply) -> String {
    match reply {
        Reply::Answer(answer) => format!("`{answer}`"),
        Reply::Text(text) => format!("`{}`", printable(text)),
        Reply::Nothing => "nothing".to_owned(),
        Reply::Crash(_) => "an error".to_owned(),
        Reply::TimeLimit => "no end".to_owned(),
        Reply::MemoryLimit => "too much memory".to_owned(),
        Reply::OutputLimit => "too much output".to_owned(),
    }
}

/// Returns a reply as a clause, such as `it prints 3` or `it ends with an error (KeyError: 'Knight')`.
pub(crate) fn does(reply: &Reply) -> String {
    match reply {
        Reply::Answer(_) | Reply::Text(_) => format!("it prints {}", short(reply)),
        Reply::Nothing => "it prints nothing".to_owned(),
        Reply::Crash(error) if error.is_empty() => "it ends with an error".to_owned(),
        Reply::Crash(error) => format!("it ends with an error ({})", printable(error)),
        Reply::TimeLimit => "it does not end within the time limit".to_owned(),
        Reply::MemoryLimit => "it takes more memory than allowed".to_owned(),
        Reply::OutputLimit => "it prints more than allowed".to_owned(),
    }
}
