//! Help of the program and of its commands.

use std::process::Command;

fn help(command: Option<&str>, columns: usize) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_kubikschach"))
        .args(command)
        .arg("--help")
        .env("COLUMNS", columns.to_string())
        .output()
        .expect("it runs");
    String::from_utf8(output.stdout).expect("it is text")
}

/// Returns the lines of a section of a help text, from its heading `name` to the next empty line.
fn part<'h>(help: &'h str, name: &str) -> Vec<&'h str> {
    let lines = help.lines().skip_while(|line| *line != name).skip(1);
    lines.take_while(|line| !line.is_empty()).collect()
}

#[test]
fn examples_in_the_help_are_never_wrapped() {
    let program = help(None, 1000);
    let groups = ["Puzzles:", "Your program:", "Cases:", "Games:", "More:"];
    let commands = groups.map(|group| part(&program, group)).concat();
    assert_eq!(commands.len(), 18, "{program}");
    let commands = commands.iter().filter_map(|line| line.split_whitespace().next());
    for command in [None].into_iter().chain(commands.map(Some)) {
        let [wide, narrow] = [1000, 80].map(|columns| help(command, columns));
        let examples = part(&wide, "Examples:");
        assert!(!examples.is_empty(), "{command:?}");
        assert_eq!(part(&narrow, "Examples:"), examples, "{command:?}");
    }
}
