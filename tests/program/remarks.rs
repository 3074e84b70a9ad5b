//! Checks the remarks of `judge` and `stress` on frequent mistakes, such as unread input.

use std::fs;

use serde_json::Value;

use crate::{folder, stdout_of};

/// Judges a shell script, in which `$0` is the tested `kubikschach`.
fn judged(options: &[&str], script: &str) -> String {
    let program = ["--", "sh", "-c", script, env!("CARGO_BIN_EXE_kubikschach")];
    stdout_of(&[&["judge"], options, &program].concat())
}

/// Returns the remarks of `judge` on a shell script, and the number of reports on its wrong answers.
fn remarks(options: &[&str], script: &str) -> (Vec<String>, usize) {
    let text = judged(&[options, &["--json"]].concat(), script);
    let last: Value =
        serde_json::from_str(text.lines().last().expect("a line")).expect("an object");
    let texts_of = |name: &str| last[name].as_array().cloned().unwrap_or_default();
    let remarks =
        texts_of("remarks").iter().map(|it| it.as_str().expect("a text").to_owned()).collect();
    (remarks, texts_of("observations").len())
}

/// Remark on a program that crashes for all queries.
const QUERY_IN_ALL_FORMS: &str = "your program crashed for 30 of 30 inputs; if it can't read them, choose another form (`\\n` ends a line):
  as sent      King W\\nA1a\\nB3d
  --form line  King W A1a B3d
  --form json  {\"piece\":\"King\",\"color\":\"W\",\"start\":\"A1a\",\"finish\":\"B3d\"}";

/// Remark on a program that crashes for all boards unless they are in JSON.
const BOARD_IN_ALL_FORMS: &str = "your program crashed for 10 of 10 inputs; if it can't read them, choose another form (`\\n` ends a line):
  as sent      n=2, [#q,##],[##,K#]
  --form line  [#q,##],[##,K#]
  --form grid  #q\\n##\\n\\n##\\nK#
  --form json  [[\"#q\",\"##\"],[\"##\",\"K#\"]] (no crash in 5 runs)";

/// Scripts that see the right answer to a query as `$x`, each with the remarks on its answers to
/// the 30 published queries. There is no report of wrong answers after a remark, because the answers are
/// right otherwise, unless runs crash.
const QUERIES: [(&str, &[&str]); 27] = [
    ("echo 3", &["your program printed `3` for all 30 inputs"]),
    (
        "echo 'Hello, world!'",
        &["your program printed `Hello, world!` for all 30 inputs, not a number"],
    ),
    ("echo false", &["your program printed `false` for all 30 inputs, not a number"]),
    (
        "printf 'Moves: '; echo $x",
        &[
            "the answer is the last word of your program's output for 30 of 30 inputs: print only `3`, not `Moves: 3`",
        ],
    ),
    (
        "printf 'Piece? Start? Finish? '; echo $x",
        &[
            "the answer is the last word of your program's output for 30 of 30 inputs: print only `3`, not `Piece? Start? Finish? 3`",
        ],
    ),
    (
        "echo DEBUG 27 cells; echo $x",
        &[
            "the answer is the last word of your program's output for 30 of 30 inputs: print only `3`, not `DEBUG 27 cells 3`",
        ],
    ),
    (
        "test $x = 3 && echo found; echo $x",
        &[
            "the answer is the last word of your program's output for 8 of 30 inputs: print only `3`, not `found 3`",
        ],
    ),
    (
        "echo \"Some($x).\"",
        &[
            "the answer is the last word of your program's output for 30 of 30 inputs: print only `3`, not `Some(3).`",
        ],
    ),
    (
        "echo $x moves",
        &[
            "the answer is one word of your program's output for 30 of 30 inputs: print only `3`, not `3 moves`",
        ],
    ),
    (
        "printf '\\033[1mMoves: %s\\033[0m\\n' $x",
        &[
            "your program prints escape sequences (colors) for 30 of 30 inputs: print `3`, not `\\u{1b}[1mMoves: 3\\u{1b}[0m`",
            "the answer is the last word of your program's output for 30 of 30 inputs: print only `3`, not `\\u{1b}[1mMoves: 3\\u{1b}[0m`",
        ],
    ),
    (
        "test $x = -1 && x=None; echo $x",
        &["your program prints `None` for 4 of 4 inputs with the answer `-1`: print `-1`"],
    ),
    (
        "test $x = -1 && x=inf; echo $x",
        &["your program prints `inf` for 4 of 4 inputs with the answer `-1`: print `-1`"],
    ),
    (
        "test $x = -1 && x='no way'; echo $x",
        &["your program prints `no way` for 4 of 4 inputs with the answer `-1`: print `-1`"],
    ),
    (
        "test $x = -1 && x=255; echo $x",
        &["your program prints `255` for 4 of 4 inputs with the answer `-1`: print `-1`"],
    ),
    (
        "test $x = -1 && x=-2147483648; echo $x",
        &["your program prints `-2147483648` for 4 of 4 inputs with the answer `-1`: print `-1`"],
    ),
    (
        "test $x = -1 || echo $x",
        &["your program prints nothing for 4 of 4 inputs with the answer `-1`: print `-1`"],
    ),
    (
        "case $x in -1|8) x=null;; esac; echo $x",
        &[
            "your program prints `null` for 4 of 4 inputs with the answer `-1` (and for 3 with another answer): print `-1`",
        ],
    ),
    (
        "test $x = -1 && x=None; echo Moves: $x",
        &[
            "the answer is the last word of your program's output for 30 of 30 inputs: print only `3`, not `Moves: 3`",
            "your program prints `None` for 4 of 4 inputs with the answer `-1`: print `-1`",
        ],
    ),
    (
        "echo $x; exit 1",
        &[
            "your program printed the right answer in 30 of 30 crashed runs, then ended with exit status 1: end with status 0",
        ],
    ),
    (
        "echo $x; test $x != 3",
        &[
            "your program printed the right answer in 8 of 8 crashed runs, then ended with exit status 1: end with status 0",
        ],
    ),
    (
        "echo $x.5",
        &["your program's output is not a whole number for 30 of 30 inputs: print `3`, not `3.5`"],
    ),
    // A right program, and programs of which none of this can be said.
    ("echo $x", &[]),
    ("test $x = -1 && x=1; echo $x", &[]),
    ("exit 3", &[QUERY_IN_ALL_FORMS]),
    ("true", &[]),
    ("test $x = 3 && exit 1; echo $x", &[]),
    ("test $x = -1 && exit 4; echo $x", &[]),
];

/// Scripts that see the right answer to a query as `$x` and print it in odd characters, each with the
/// remarks on its answers to the 30 published queries.
const ODD: [(&str, &[&str]); 17] = [
    (
        "echo $x | sed s/-/−/",
        &[
            "your program prints a minus sign (U+2212) in place of `-` for 4 of 30 inputs: print `-1`, not `−1`",
        ],
    ),
    (
        "echo Moves: $x | sed s/-/−/",
        &[
            "your program prints a minus sign (U+2212) in place of `-` for 4 of 30 inputs: print `-1`, not `Moves: −1`",
            "the answer is the last word of your program's output for 30 of 30 inputs: print only `3`, not `Moves: 3`",
        ],
    ),
    (
        "echo $x | sed s/3/３/",
        &[
            "your program prints a full-width digit (U+FF13) in place of `3` for 8 of 30 inputs: print `3`, not `３`",
        ],
    ),
    (
        "printf '\\377\\376'; echo $x | sed 's/./&@/g' | tr @ '\\000'; printf '\\000'",
        &["your program prints UTF-16 for 30 of 30 inputs: print UTF-8"],
    ),
    (
        "echo $x | sed 's/./&@/g' | tr @ '\\000'; printf '\\000'",
        &["your program prints UTF-16 for 30 of 30 inputs: print UTF-8"],
    ),
    (
        "printf '%s\\000' $x",
        &[
            "your program prints a NUL character (U+0000) for 30 of 30 inputs: print `3`, not `3\\0`",
        ],
    ),
    (
        "printf '\\357\\273\\277%s\\n' $x",
        &[
            "your program prints a byte order mark (U+FEFF) for 30 of 30 inputs: print `3`, not `\\u{feff}3`",
        ],
    ),
    (
        "printf '%s\\342\\200\\213\\n' $x",
        &[
            "your program prints a zero-width space (U+200B) for 30 of 30 inputs: print `3`, not `3\\u{200b}`",
        ],
    ),
    (
        "printf 'Z\\374ge: %s\\n' $x",
        &[
            "your program prints bytes that are not UTF-8 (0xFC) for 30 of 30 inputs: print UTF-8",
            "the answer is the last word of your program's output for 30 of 30 inputs: print only `3`, not `Z�ge: 3`",
        ],
    ),
    (
        "printf '\\033[32m%s\\033[0m\\n' $x",
        &[
            "your program prints escape sequences (colors) for 30 of 30 inputs: print `3`, not `\\u{1b}[32m3\\u{1b}[0m`",
        ],
    ),
    (
        "test $x -ge 0 && x=+$x; echo $x",
        &["your program prints a plus sign for 26 of 30 inputs: print `3`, not `+3`"],
    ),
    (
        "printf '%03d\\n' $x",
        &["your program prints zeros in front for 30 of 30 inputs: print `3`, not `003`"],
    ),
    (
        "echo $x.0",
        &["your program prints a decimal point for 30 of 30 inputs: print `3`, not `3.0`"],
    ),
    (
        "printf '\"%s\"\\n' $x",
        &["your program prints quotation marks for 30 of 30 inputs: print `3`, not `\"3\"`"],
    ),
    // None of the answers is right, so there is no example of a right one.
    ("echo $((x + 1)).0", &["your program prints a decimal point for 30 of 30 inputs"]),
    // A sign that is not known is not left out.
    (
        "echo $x | sed s/-/⁻/",
        &["your program prints `⁻1` for 4 of 4 inputs with the answer `-1`: print `-1`"],
    ),
    (
        "echo $x | sed 's/-/- /'",
        &["your program prints `- 1` for 4 of 4 inputs with the answer `-1`: print `-1`"],
    ),
];

/// Scripts that see the right answer to a board as `$x`, each with the remarks on its answers to the
/// ten published boards.
const BOARDS: [(&str, &[&str]); 20] = [
    // That all answers are equal is a fact about the program, which is no remark.
    ("echo 0", &[]),
    ("echo 3", &["your program printed `3` for all 10 inputs, not `true` or `false`"]),
    (
        "test $x = true && echo checkmate || echo not checkmate",
        &[
            "your program prints `checkmate` for 5 of 5 inputs with the answer `true`: print `true`",
            "your program prints `not checkmate` for 5 of 5 inputs with the answer `false`: print `false`",
        ],
    ),
    (
        "test $x = true && echo vrai || echo faux",
        &[
            "your program prints `vrai` for 5 of 5 inputs with the answer `true`: print `true`",
            "your program prints `faux` for 5 of 5 inputs with the answer `false`: print `false`",
        ],
    ),
    (
        "test $x = true && echo true || echo stalemate",
        &[
            "your program prints `stalemate` for 5 of 5 inputs with the answer `false`: print `false`",
        ],
    ),
    (
        "test $x = true && echo mate; true",
        &[
            "your program prints `mate` for 5 of 5 inputs with the answer `true`: print `true`",
            "your program prints nothing for 5 of 5 inputs with the answer `false`: print `false`",
        ],
    ),
    (
        "echo Mate? $x",
        &[
            "the answer is the last word of your program's output for 10 of 10 inputs: print only `true`, not `Mate? true`",
        ],
    ),
    (
        "echo $x; exit 1",
        &[
            "your program printed the right answer in 10 of 10 crashed runs, then ended with exit status 1: end with status 0",
        ],
    ),
    // A right program, and programs of which none of this can be said. The second one is negated.
    ("echo $x", &[]),
    ("test $x = true && echo 0 || echo 1", &[]),
    (
        "echo \"$board\" | $0 mate --status",
        &[
            "your program's output is neither `true` nor `false` for 10 of 10 inputs, such as `checkmate`",
        ],
    ),
    (
        "case $board in n=3*) echo sure;; *) echo perhaps not;; esac",
        &[
            "your program's output is neither `true` nor `false` for 10 of 10 inputs, such as `sure`",
        ],
    ),
    // No word of a phrase is taken for an answer unless that is clear.
    (
        "test $x = true && echo Checkmate || echo No checkmate",
        &[
            "your program prints `Checkmate` for 5 of 5 inputs with the answer `true`: print `true`",
            "your program prints `No checkmate` for 5 of 5 inputs with the answer `false`: print `false`",
        ],
    ),
    (
        "test $x = true && echo No checkmate || echo Checkmate",
        &[
            "your program's output is neither `true` nor `false` for 10 of 10 inputs, such as `No checkmate`",
        ],
    ),
    (
        "test $x = true && echo Checkmate || case $board in *'#k#,###,#K#'*) echo Stalemate;; *) echo No checkmate;; esac",
        &[
            "your program's output is neither `true` nor `false` for 10 of 10 inputs, such as `Checkmate`",
        ],
    ),
    (
        "case $board in n=2*) echo Yes, mate;; n=4*) echo Not mate;; *) echo No mate;; esac",
        &[
            "your program's output is neither `true` nor `false` for 10 of 10 inputs, such as `No mate`",
        ],
    ),
    (
        "test $x = true && echo Legal moves: 0 || echo Legal moves: ${#board}",
        &[
            "your program's output is neither `true` nor `false` for 10 of 10 inputs, such as `Legal moves: 0`",
        ],
    ),
    (
        "test $x = true && echo Escapes: false || echo Escapes: true",
        &[
            "your program prints `Escapes: false` for 5 of 5 inputs with the answer `true`: print `true`",
            "your program prints `Escapes: true` for 5 of 5 inputs with the answer `false`: print `false`",
        ],
    ),
    (
        "test $x = true && echo Yes, White is mated || echo No, $board",
        &[
            "the answer is one word of your program's output for 10 of 10 inputs: print only `true`, not `Yes, White is mated`",
        ],
    ),
    // A crash after an answer that is always the same says nothing about the answer.
    (
        "echo false; exit 1",
        &[
            "your program crashed for 10 of 10 inputs; if it can't read them, choose another form (`\\n` ends a line):
  as sent      n=2, [#q,##],[##,K#]
  --form line  [#q,##],[##,K#]
  --form grid  #q\\n##\\n\\n##\\nK#
  --form json  [[\"#q\",\"##\"],[\"##\",\"K#\"]]",
        ],
    ),
];

/// Puzzles, scripts that read inputs in another form than that of the puzzle, and the remarks on
/// these scripts.
const FORMS: [(&str, &str, &[&str]); 7] = [
    (
        "path",
        "read line; echo $line | $0 path",
        &["with `--form line` your program is right for 5 of 5 inputs that it failed"],
    ),
    ("path", "$0 path --json | sed 's/.*\"moves\":\\([-0-9]*\\).*/\\1/'", &[]),
    (
        "path",
        "read line; case $line in {*) echo $line | $0 path;; *) exit 1;; esac",
        &["with `--form json` your program is right for 5 of 5 inputs that it failed"],
    ),
    (
        "mate",
        "read line; case $line in n=*) exit 1;; *) echo $line | $0 mate;; esac",
        &["with `--form line` your program is right for 5 of 5 inputs that it failed"],
    ),
    (
        "path",
        "read line; test \"${line#*A1a}\" != \"$line\" || exit 1; echo $line | $0 path",
        &[QUERY_IN_ALL_FORMS],
    ),
    ("path", "exit 3", &[QUERY_IN_ALL_FORMS]),
    ("mate", "read line; case $line in '[['*) echo mate;; *) exit 1;; esac", &[BOARD_IN_ALL_FORMS]),
];

#[test]
fn a_few_equal_answers_get_no_remark() {
    // All expected answers are equal, or too few runs say something.
    for (case, script) in [("king 2", "echo 3"), ("king 1", "echo 3"), ("bishop 4", "echo None")] {
        let options = ["path", "--no-new-runs", "--only", case];
        assert_eq!(remarks(&options, script).0, [""; 0], "{case}: {script}");
    }
}

#[test]
fn remarks_come_before_the_facts_that_they_do_not_explain() {
    // A king that needs one move too many, in other words.
    let script = "read piece; read start; read finish; \
                  x=$(echo $piece $start $finish | $0 path); \
                  case $piece in King*) x=$((x + 1));; esac; echo Moves: $x";
    let text = judged(&["path"], script);
    let remark = "the answer is the last word of your program's output for 30 of 30 inputs, \
                  and right for 26 of these: print only `-1`, not `Moves: -1`\n";
    let at = text.find(remark).unwrap_or_else(|| panic!("{text}"));
    assert!(text[at..].contains(" answered wrongly:\n"), "{text}");
    assert!(!text[..at].contains(" answered wrongly:\n"), "{text}");
}

/// Shell scripts that fail the ten cases of `mate`, each with the numbers of failures that are
/// printed and that are left out.
const FAILURES: [(&str, usize, usize); 8] = [
    ("echo true", 3, 2),
    ("exit 3", 3, 7),
    ("echo broken >&2; exit 3", 3, 7),
    ("true", 3, 7),
    ("echo 5", 3, 7),
    // These runs do not end alike; in those of the last script, only those before the first crash do.
    ("cat", 10, 0),
    ("cat >&2; exit 3", 10, 0),
    ("read board; case $board in n=2*) exit 3;; esac; echo 5", 6, 4),
];

#[test]
fn errors_of_equal_crashes_are_printed_once() {
    let script = "read board; echo ${board%%,*} >&2; exit 3";
    let text = judged(&["mate"], script);
    for errors in ["| n=2\n", "| n=3\n", "| n=4\n"] {
        assert_eq!(text.matches(errors).count(), 1, "{text}");
    }
    assert_eq!(text.matches(" (same errors as in Mate ").count(), 7, "{text}");
    let all = judged(&["mate", "--all"], script);
    assert_eq!((all.matches("| n=").count(), all.matches("same errors").count()), (10, 0), "{all}");
}

/// An answer such as `stalemate` stands for `false`, but is right itself where a case expects this
/// status.
#[test]
fn a_word_stands_for_answers_of_one_kind() {
    let folder = folder();
    let boards = [
        ("[rq,##],[##,K#]", "true"),
        ("[#q,##],[##,K#]", "false"),
        ("[###,###,#q#],[###,###,###],[#k#,###,BKn]", "false"),
        ("[###,##b,r#r],[###,###,###],[#k#,###,#K#]", "'stalemate'"),
    ];
    let case = |(board, expected)| {
        format!(
            "[[case]]\nname = '{board}'\nrules = 'cube'\ninput = '{board}'\nexpected = {expected}\n"
        )
    };
    let file = folder.path().join("cases.toml");
    fs::write(&file, boards.map(case).concat()).expect("there is room");
    let script = "x=$($0 mate); test $x = true && echo true || echo stalemate";
    let file = file.to_str().expect("a name in UTF-8");
    let remark =
        "your program prints `stalemate` for 2 of 2 inputs with the answer `false`: print `false`";
    assert_eq!(remarks(&[file], script), (vec![remark.to_owned()], 0));
}

/// Scripts that see the right answer to a query as `$x`, each with the start of the remark of
/// `stress` after a wrong answer.
const STRESSED: [(&str, &str); 6] = [
    ("echo 3", "your program printed `3` for all "),
    ("echo Moves: $x", "the answer is the last word of your program's output for "),
    ("test $x = -1 && x=None; echo $x", "your program prints `None` for "),
    ("echo $x; exit 1", "your program printed the right answer in "),
    ("exit 4", "your program crashed for "),
    ("test $x = 2 && x=3; echo $x", ""),
];

mod slow {
    use std::process::Command;

    use super::*;

    /// Most runs take over 40 ms of processor time, so that the plan is the shorter one.
    #[test]
    #[ignore = "keeps a core busy for seconds"]
    fn a_failing_slow_program_gets_a_tip_to_ask_it_more() {
        let script = "read p; read a; read b; i=0
            while [ $i -lt 200000 ]; do i=$((i + 1)); done; [ $a = $b ] && echo 0 || echo 1";
        let mut judge = Command::new(env!("CARGO_BIN_EXE_kubikschach"));
        let judged = judge.args(["judge", "path", "--", "sh", "-c", script]).output();
        let errors = String::from_utf8(judged.expect("it runs").stderr).expect("it is text");
        let expected = "tip: your program is slow, so it was asked few inputs; `kubikschach stress path --for 1m -- sh -c ";
        assert!(errors.contains(expected), "{errors}");
    }

    #[test]
    #[ignore = "runs hundreds of programs"]
    fn common_mistakes_of_programs_that_answer_queries_are_named() {
        for (script, expected) in QUERIES {
            let (remarks, reports) = remarks(&["path"], &format!("x=$($0 path); {script}"));
            assert_eq!(remarks, expected, "{script}");
            let is_wrong = ["null", "exit", "!= 3", ".5"].iter().any(|part| script.contains(part));
            assert!(expected.is_empty() || is_wrong || reports == 0, "{script}");
        }
    }

    #[test]
    #[ignore = "runs hundreds of programs"]
    fn odd_characters_are_named() {
        for (script, expected) in ODD {
            let (remarks, _) =
                remarks(&["path", "--no-new-runs"], &format!("x=$($0 path); {script}"));
            assert_eq!(remarks, expected, "{script}");
        }
    }

    #[test]
    #[ignore = "runs hundreds of programs"]
    fn common_mistakes_of_programs_that_judge_boards_are_named() {
        for (script, expected) in BOARDS {
            let (remarks, reports) = remarks(
                &["mate"],
                &format!("read board; x=$(echo \"$board\" | $0 mate); {script}"),
            );
            assert_eq!(remarks, expected, "{script}");
            let is_read = |it: &&str| !it.contains("crashed") && !it.contains("neither");
            assert!(!expected.iter().any(is_read) || reports == 0, "{script}");
        }
    }

    #[test]
    #[ignore = "runs hundreds of programs"]
    fn a_program_with_one_answer_is_said_to_give_it_always() {
        // Of one case alone, nothing is said without new runs.
        for (options, answer, of_cases) in [
            (&["mate"][..], "false", 1),
            (&["mate", "--only", "mate 9"], "false", 0),
            (&["path", "--only", "pawn"], "-1", 1),
        ] {
            let text = judged(options, &format!("echo {answer}"));
            assert_eq!(text.matches("  the same answer to all ").count(), 1, "{text}");
            assert!(text.contains(&format!(" inputs: it prints `{answer}`\n")), "{text}");
            let told = judged(&[options, &["--no-new-runs"]].concat(), &format!("echo {answer}"));
            let remark = format!("your program printed `{answer}` for all ");
            assert_eq!(told.matches(&remark).count(), of_cases, "{told}");
        }
    }

    #[test]
    #[ignore = "runs hundreds of programs"]
    fn a_form_in_which_a_program_is_right_is_named() {
        for (puzzle, script, expected) in FORMS {
            assert_eq!(remarks(&[puzzle], script).0, expected, "{script}");
            // Without new runs nothing is known about the program in other forms.
            let told = remarks(&[puzzle, "--no-new-runs"], script).0.concat();
            assert!(!told.contains("right for") && !told.contains("no crash"), "{script}: {told}");
        }
        let script = "read line; echo $line | $0 path";
        assert_eq!(remarks(&["path", "--form", "line"], script).0, [""; 0]);
        let script =
            "read one; read two; read three; test -n \"$three\" && echo $one $two $three | $0 path";
        let expected = "without `--form` your program is right for 5 of 5 inputs that it failed";
        assert_eq!(remarks(&["path", "--form", "line"], script).0, [expected]);
    }

    #[test]
    #[ignore = "runs hundreds of programs"]
    fn three_of_equal_failures_are_printed() {
        for (script, printed, left_out) in FAILURES {
            let text = judged(&["mate"], script);
            let failures = |text: &str| {
                let verdicts = ["WRONG ", "CRASH ", "NONE "];
                text.lines().filter(|line| verdicts.iter().any(|it| line.starts_with(it))).count()
            };
            let note = format!("… and {left_out} more (`--all`)\n");
            let shown = if text.contains(&note) { left_out } else { 0 };
            assert_eq!((failures(&text), shown), (printed, left_out), "{script}: {text}");
            let all = judged(&["mate", "--all"], script);
            assert_eq!(failures(&all), printed + left_out, "{script}: {all}");
            assert!(!all.contains("--all"), "{script}: {all}");
            let objects = judged(&["mate", "--json"], script);
            assert_eq!(objects.matches("\"passed\":").count(), 10, "{script}: {objects}");
        }
    }

    #[test]
    #[ignore = "runs hundreds of programs"]
    fn stress_makes_remarks_too() {
        let stressed = |options: &[&str], script: &str| {
            let program = ["--", "sh", "-c", script, env!("CARGO_BIN_EXE_kubikschach")];
            stdout_of(&[&["stress", "path", "--count", "60"], options, &program].concat())
        };
        for (script, start) in STRESSED {
            let script = format!("x=$($0 path); {script}");
            let text = stressed(&[], &script);
            assert!(text.lines().any(|line| line.starts_with(start)), "{script}: {text}");
            let object: Value =
                serde_json::from_str(&stressed(&["--json"], &script)).expect("an object");
            let remarks = object["remarks"].as_array().cloned().unwrap_or_default();
            let is_one =
                remarks.len() == 1 && remarks[0].as_str().is_some_and(|it| it.starts_with(start));
            assert_eq!(
                (is_one, remarks.is_empty()),
                (!start.is_empty(), start.is_empty()),
                "{script}: {object}"
            );
            let is_right = object.get("observations").is_none();
            assert!(start.is_empty() || is_right || script.contains("exit"), "{script}: {object}");
        }
        let text = stressed(&[], "read line; echo $line | $0 path");
        assert!(text.contains("\nwith `--form line` your program is right for "), "{text}");
    }
}
