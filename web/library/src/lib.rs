//! The library for a Web Worker, as three functions over one text.
//!
//! The worker writes a question to the memory at [`text`], calls [`ask`], and reads the answer at
//! [`answer`]. A question is the name of a command, a space, and a JSON object with the fields.

use std::sync::{Mutex, MutexGuard, PoisonError};

use kubikschach::api::{self, Context, Fields, Limits};
use kubikschach::control::Control;
use kubikschach::render::symbols;
use kubikschach::rules::Rules;

static TEXT: Mutex<Vec<u8>> = Mutex::new(Vec::new());

fn lock() -> MutexGuard<'static, Vec<u8>> {
    TEXT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the address of a text of `length` bytes, to which the worker writes a question.
#[unsafe(no_mangle)]
pub extern "C" fn text(length: usize) -> *mut u8 {
    let mut text = lock();
    text.clear();
    text.resize(length, 0);
    text.as_mut_ptr()
}

/// Answers the question, and returns the length of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    let mut text = lock();
    *text = answer_to(&String::from_utf8_lossy(&text));
    text.len()
}

/// Returns the address of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    lock().as_ptr()
}

/// Returns the answer to a question, or the JSON object of its error.
fn answer_to(question: &str) -> Vec<u8> {
    let (command, object) = question.split_once(' ').unwrap_or((question, "{}"));
    if let Some(rules) = drawn(command) {
        return symbols(&rules).into_bytes();
    }
    let mut out = Vec::new();
    let error = match Fields::of_object(object) {
        Ok(fields) => {
            let mut context = Context::new(Limits::SERVED);
            match api::ask(command, &fields, &mut context, &Control::FREE, &mut out) {
                Ok(()) => return out,
                Err(error) => error,
            }
        }
        Err((mistake, _)) => mistake.into(),
    };
    serde_json::to_vec(&error).unwrap_or_default()
}

/// Returns the rule set that an address such as `pieces/cube.svg` names; `None` for any other text.
/// The answer to such an address is an SVG document with the drawings of its pieces.
fn drawn(address: &str) -> Option<Rules> {
    Rules::built_in(address.strip_prefix("pieces/")?.strip_suffix(".svg")?)
}

#[cfg(test)]
mod tests {
    use super::answer_to;

    #[test]
    fn questions_get_answers_and_mistakes_get_errors() {
        for (question, expected) in [
            (r#"path {"piece":"King","color":"W","start":"A1a","finish":"B3d"}"#, r#""moves":3"#),
            (r#"path {"piece":"Kin"}"#, r#"{"error":"#),
            (r#"query {"query":"King, A1a-B3d"}"#, r#""finish":"B3d""#),
            (r#"board {"board":"Ka1I qb2II"}"#, r#""pieces":"Ka1(I) qb2(II)""#),
            (r#"path {"piece""#, r#"{"error":"#),
            ("pats {}", r#""hint":"did you mean `path`?""#),
            ("rules", r#""name":"cube""#),
            ("pieces/cube.svg {}", "<svg"),
        ] {
            let answer = String::from_utf8(answer_to(question)).expect("answers are text");
            assert!(answer.contains(expected), "{question}: {answer:.200}");
        }
    }
}
