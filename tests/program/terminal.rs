//! Checks that output at a terminal is no wider than the terminal.

use std::process::Command;

/// Returns the output of a command at a terminal of this width, or `None` if the program `script`,
/// which provides the terminal, is not installed.
fn on_terminal(columns: usize, command: &str) -> Option<String> {
    let command = format!("stty rows 24 cols {columns}; {command}");
    let output = Command::new("script")
        .args(["-qec", &command, "/dev/null"])
        .env("PATH", crate::search_path(&[]))
        .env("NO_COLOR", "1")
        .output();
    if output.is_err() {
        crate::skipped::note("script", "the width of output at a terminal");
    }
    Some(String::from_utf8_lossy(&output.ok()?.stdout).replace('\r', ""))
}

#[test]
fn answers_are_no_wider_than_the_terminal() {
    for command in [
        "kubikschach moves Knight W D4d",
        "kubikschach moves King W a1I --rules cube --board '[##n,###,n##],[###,#r#,###],[b##,###,K##]'",
        "kubikschach play --rules cube '[rq#,###,###],[###,###,###],[###,###,K##] b'",
        "kubikschach mate --explain '[rq,##],[##,K#]' '[#q,##],[##,K#]'",
        "kubikschach path King W A1a Z9z",
        "kubikschach path King W A1a a1a",
        "kubikschach mate --rules cub x",
        "kubikschach rules pieces kubikschach",
        "kubikschach mate '[rq#,###,###],[###,###,###],[###,###,K#Q]'",
    ] {
        for columns in [40, 50, 90, 200] {
            let Some(shown) = on_terminal(columns, command) else { return };
            assert!(!shown.trim().is_empty(), "{command}");
            // The notation of a position is never wrapped.
            let lines = shown.lines().filter(|line| !line.starts_with('['));
            let widest = lines.map(|line| line.chars().count()).max().unwrap_or(0);
            assert!(widest <= columns, "{command} at {columns}: {shown}");
        }
    }
}

#[test]
fn a_puzzle_alone_at_a_terminal_says_what_to_type() {
    for (command, option) in [("path", "--route"), ("mate", "--explain")] {
        let Some(shown) = on_terminal(100, &format!("kubikschach {command}")) else { return };
        assert!(shown.lines().count() <= 12, "{shown}");
        assert!(shown.contains(&format!("  $ kubikschach {command} ")), "{shown}");
        assert!(shown.contains(option) && shown.contains("--help"), "{shown}");
    }
}

#[test]
fn mate_draws_the_board_at_a_terminal() {
    let Some(shown) = on_terminal(80, "kubikschach mate '[rq,##],[##,K#]'") else { return };
    let expected = "   level II    level I\n2  r q         . .\n1  . .         K .\n   a b         a b\n\ntrue\n";
    assert_eq!(shown, expected);
}
