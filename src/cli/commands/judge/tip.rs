//! The tip that `stress` looks for more.

use crate::cli::args::ProgramArgs;
use crate::cli::messages::print_message;
use crate::cli::shell_words::shell_words;
use crate::judge::ProgramAnswers;

/// Prints on standard error a command that searches on, if the judged cases are of one puzzle and
/// rule set. The program has passed all cases, or it was too slow to be asked much.
pub(super) fn print(program: &ProgramArgs, groups: &[ProgramAnswers<'_>], has_passed: bool) {
    let [group] = groups else { return };
    if !has_passed && !group.is_slow() {
        return;
    }
    let mut words = vec!["kubikschach".to_owned(), "stress".to_owned()];
    words.push(group.puzzle.name().to_owned());
    if group.rules_name != group.puzzle.rules() {
        words.extend(["--rules".to_owned(), group.rules_name.to_owned()]);
    }
    let is_free = group.rules.size().is_none();
    if let Some(size) = group.size.filter(|size| is_free && *size != group.rules.default_size()) {
        words.extend(["--size".to_owned(), size.edge().to_string()]);
    }
    if !has_passed {
        words.extend(["--for".to_owned(), "1m".to_owned()]);
    }
    words.extend(program.words());
    let command = shell_words(words);
    print_message(&if has_passed {
        format!("tip: `{command}` looks for an input that it gets wrong")
    } else {
        format!("tip: your program is slow, so it was asked few inputs; `{command}` asks more")
    });
}
