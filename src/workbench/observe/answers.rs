//! The questions that a program was asked, with its replies.

use std::collections::HashMap;

use crate::cases::{Answer, Question};

/// A program's reply to a question: its answer, or how it failed to give one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Reply {
    /// It printed this answer.
    Answer(Answer),
    /// It printed this text, which is no answer to the question.
    Text(String),
    /// It printed nothing.
    Nothing,
    /// It ended with an error; the last line that it wrote to standard error, which may be empty.
    Crash(String),
    /// It did not end within the time limit.
    TimeLimit,
    /// It took more memory than allowed.
    MemoryLimit,
    /// It printed more than allowed.
    OutputLimit,
}

impl Reply {
    /// Returns `true` for equal replies, and for two errors whatever the program wrote about them.
    pub(in crate::workbench) fn is_like(&self, other: &Self) -> bool {
        self == other || matches!((self, other), (Self::Crash(_), Self::Crash(_)))
    }
}

/// A question that a program was asked, with the right answer and the program's reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answered {
    /// Question that the program was asked.
    pub question: Question,
    /// Right answer to the question.
    pub expected: Answer,
    /// First reply of the program.
    pub reply: Reply,
    /// Reply of the program when it was asked again; `None` if it was asked once.
    pub again: Option<Reply>,
}

impl Answered {
    /// Returns `true` if the program's first reply is not the right answer.
    #[must_use]
    pub fn is_wrong(&self) -> bool {
        !matches!(&self.reply, Reply::Answer(answer) if *answer == self.expected)
    }

    /// Returns by how much the program's reply is higher than the right answer; `None` if one of them
    /// is no number of moves.
    #[must_use]
    pub fn excess(&self) -> Option<i64> {
        match (&self.reply, &self.expected) {
            (Reply::Answer(Answer::Moves(Some(reply))), Answer::Moves(Some(right))) => {
                Some(i64::from(*reply) - i64::from(*right))
            }
            _ => None,
        }
    }

    /// Returns `true` if the program gave two different replies.
    #[must_use]
    pub fn differs(&self) -> bool {
        self.again.as_ref().is_some_and(|again| !again.is_like(&self.reply))
    }
}

/// All questions that a program was asked, each once, in their order.
#[derive(Clone, Debug, Default)]
pub(super) struct Answers {
    all: Vec<Answered>,
    index: HashMap<Question, usize>,
}

impl Answers {
    /// Adds a reply. The second reply to a question is kept beside the first; later ones are dropped.
    pub(super) fn add(&mut self, question: Question, expected: Answer, reply: Reply) {
        if let Some(&at) = self.index.get(&question) {
            self.all[at].again.get_or_insert(reply);
            return;
        }
        self.index.insert(question.clone(), self.all.len());
        self.all.push(Answered { question, expected, reply, again: None });
    }

    pub(super) fn get(&self, question: &Question) -> Option<&Answered> {
        self.index.get(question).map(|&at| &self.all[at])
    }

    pub(super) fn iter(&self) -> std::slice::Iter<'_, Answered> {
        self.all.iter()
    }

    pub(super) fn wrong(&self) -> impl Iterator<Item = &Answered> {
        self.iter().filter(|asked| asked.is_wrong())
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// Returns `true` if there are several replies, all equal, although the right answers differ.
    pub(super) fn are_constant(&self) -> bool {
        let Some((first, others)) = self.all.split_first() else { return false };
        let are_same = others.iter().all(|asked| asked.reply.is_like(&first.reply));
        are_same && others.iter().any(|asked| asked.expected != first.expected)
    }
}
