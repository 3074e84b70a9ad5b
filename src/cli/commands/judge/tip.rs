//! The tip to go on with `stress`.

use crate::cli::args::ProgramArgs;
use crate::cli::messages::print_message;
use crate::cli::shell_words::shell_words;
use crate::judge::ProgramAnswers;

/// Prints on standard error the command that searches on after a program has passed all cases, or after
/// it was too slow to be asked much. Otherwise prints nothing.
pub(super) fn print(program: &ProgramArgs, group: &ProgramAnswers<'_>, has_passed: bool) {
    let tip = if has_passed {
        let stress = stress(program, group, &[]);
        format!("`{stress}` looks for an input that it gets wrong")
    } else if group.is_slow() {
        let stress = stress(program, group, &["--for", "1m"]);
        format!("your program is slow, so it was asked few inputs; `{stress}` asks more")
    } else {
        return;
    };
    print_message(&format!("tip: {tip}"));
}

/// Returns the command line of `stress` for the same program, puzzle, rule set and size.
fn stress(program: &ProgramArgs, group: &ProgramAnswers<'_>, options: &[&str]) -> String {
    let mut words = vec!["kubikschach", "stress", group.puzzle.name()];
    if group.rules_name != group.puzzle.rules() {
        words.extend(["--rules", group.rules_name]);
    }
    let is_free = group.rules.size().is_none();
    let size = group.size.filter(|size| is_free && *size != group.rules.default_size());
    let size = size.map(|size| size.edge().to_string());
    words.extend(size.iter().flat_map(|size| ["--size", size]));
    words.extend(options);
    let program = program.words();
    shell_words(words.into_iter().chain(program.iter().map(String::as_str)))
}
