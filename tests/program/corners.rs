//! Checks that all commands agree about promotions, captures of kings and ends of games.

use std::fs;
use std::process::Command;

use crate::folder;

/// Command lines and their outputs. [`arguments`] replaces words such as `CUBE` by boards and
/// options. After `...` stands a part of the output instead of all.
const CORNERS: [(&str, &str); 27] = [
    // A piece goes no further from where it promotes.
    ("path CUBIC --all --count Pawn W a7(I) a8(III)", "3 1\na7(I) a7(II) a7(III) a8(III)\n"),
    ("path SHATRANJ --route --count Pawn W 6c5 6d6", "2 1 6c5 6d5 6d6\n"),
    ("path SHATRANJ --board EMPTY --route --count Pawn W 6c5 6d6", "2 1 6c5 6d5 6d6\n"),
    ("path SHATRANJ --board EMPTY --safe --route Pawn W 6c5 6d6", "2 6c5 6d5 6d6\n"),
    ("path SHATRANJ Pawn W 6c6 6c6", "0\n"),
    ("path SHATRANJ --why Pawn W 6c6 6d6", "-1 a white pawn on 6c6 has promoted\n"),
    ("path CUBIC --why Pawn W a8(I) a8(II)", "-1 a white pawn on a8(I) has promoted\n"),
    ("path SHATRANJ --board EMPTY --json --count Pawn W 6c6 6d6", "...\"moves\":-1,\"count\":0"),
    ("graph SHATRANJ Pawn W", "...moves       710\n"),
    ("graph CUBIC Pawn W --json", "...\"moves\":856"),
    ("moves SHATRANJ Pawn W 6c6 --list", ""),
    ("moves SHATRANJ Pawn W 6c6 --json", "...\"count\":0,\"moves\":[],\"captures\":[]"),
    ("moves CUBIC Pawn B a1(I) --list", ""),
    // A king is never captured.
    ("path CUBE --board KING Rook W a1I a2II", "-1\n"),
    (
        "path CUBE --board KING --why Rook W a1I a2II",
        "-1 the black King stands on a2(II), and the Rook can't capture a king\n",
    ),
    (
        "path CUBE --board KING --safe --why Rook W a1I a2II",
        "-1 the black King stands on a2(II), and the Rook can't capture a king\n",
    ),
    ("path CUBE --board KING --safe Rook W b1I b1II", "-1\n"),
    ("path CUBE --board KING --route Rook W a2I b2II", "2 a2(I) b2(I) b2(II)\n"),
    ("moves CUBE --board KING Rook W a2I --json", "...\"captures\":[],\"illegal\":[\"a2(II)\"]"),
    // After the end of a game there is no legal move.
    ("play SHATRANJ BARE --moves", ""),
    ("play SHATRANJ BARE --moves --json", "...\"legal_moves\":[]"),
    ("perft SHATRANJ BARE -d 1", "0\n"),
    ("perft SHATRANJ BARE -d 2 --divide", "0\n"),
    ("mate SHATRANJ --json BARE", "...\"legal_moves\":[],\"result\":\"1-0\""),
    (
        "mate SHATRANJ --json --in 2 --set --tries BARE",
        "...\"mate_in\":null,\"keys\":[],\"line\":[],\"result\":\"1-0\",\"reason\":\"bare king\"",
    ),
    ("mate SHATRANJ --json --in 2 --set --tries BARE", "...\"set\":[],\"tries\":[]}"),
    // Moves that mate within N moves are no tries, even if there is a shorter mate.
    (
        "mate --in 2 --tries [##k,###,###],[###,###,#Q#],[#K#,###,##R]",
        "1 b1(II)-b2(II) b1(II)-b3(II) b1(II)-c2(II)\ntries:\n    \
         1. b1(II)-b2(III) refuted by c3(III)-b2(III)\n    \
         1. b1(II)-c2(III) refuted by c3(III)-c2(III)\n",
    ),
];

/// Returns the arguments that a word of [`CORNERS`] stands for.
fn arguments(word: &str) -> Vec<String> {
    let empty = ["[######,######,######,######,######,######]"; 6].join(",");
    let words = match word {
        "CUBIC" => vec!["--rules", "fixtures/rules/cubic-chess.toml"],
        "SHATRANJ" => vec!["--rules", "great-shatranj"],
        "CUBE" => vec!["--rules", "cube"],
        "KING" => vec!["[k#,##],[##,##]"],
        "EMPTY" => return vec![empty],
        "BARE" => {
            // Black's king is on the top level, White's pieces are on the lowest.
            return vec![format!("[k{}WK#] b -", &empty[2..empty.len() - 4])];
        }
        _ => vec![word],
    };
    words.into_iter().map(str::to_owned).collect()
}

#[test]
fn all_commands_agree_on_promotions_kings_and_ends_of_games() {
    for (command, expected) in CORNERS {
        let mut program = Command::new(env!("CARGO_BIN_EXE_kubikschach"));
        program.args(command.split(' ').flat_map(arguments));
        let output = program.output().expect("the program runs");
        let found = String::from_utf8(output.stdout).expect("answers are text");
        assert!(output.status.success(), "{command}");
        match expected.strip_prefix("...") {
            Some(part) => assert!(found.contains(part), "{command}: {found}"),
            None => assert_eq!(found, expected, "{command}"),
        }
    }
}

/// Rules of a pawn that steps in four directions on its level, climbs, and promotes on the top
/// level.
const CLIMBER: &str = r#"
name = "climber"
size = 3
cells = [
    { axis = "file", numeral = "a" },
    { axis = "rank", numeral = "1" },
    { axis = "level", numeral = "(I)" },
]
promotion = { pieces = ["Pawn"], to = ["Rook"], zone = "level" }
[[piece]]
name = "Pawn"
letter = "P"
moves = [{ leap = [1, 0, 0], symmetry = "planar" }, { leap = [0, 0, 1], symmetry = "fixed" }]
[[piece]]
name = "Rook"
letter = "R"
moves = [{ ride = [1, 0, 0] }]
"#;

#[test]
fn a_program_that_walks_on_after_a_promotion_is_wrong() {
    let folder = folder();
    let write = |name: &str, text: &str| {
        fs::write(folder.path().join(name), text).expect("the folder can be written to");
    };
    write("climber.toml", CLIMBER);
    write("walker.toml", &CLIMBER.replace("\"level\" }\n[[piece]]", "\"none\" }\n[[piece]]"));
    let case = |name: &str, expected: i32| {
        let case = format!(
            "[[case]]\nname = '{name}'\nrules = 'great-shatranj'\ninput = 'Pawn W 6c6 6d6'\nexpected = {expected}\n"
        );
        write(&format!("{name}.toml"), &case);
    };
    case("promoted", -1);
    case("walking", 1);
    let program = env!("CARGO_BIN_EXE_kubikschach");
    let run = |arguments: &str| {
        let arguments =
            arguments.split(' ').map(|word| if word == "SELF" { program } else { word });
        let output = Command::new(program).args(arguments).current_dir(&folder).output();
        let output = output.expect("the program runs");
        String::from_utf8([output.stdout, output.stderr].concat()).expect("answers are text")
    };
    for (command, expected) in [
        ("replay promoted.toml", "1 passed, 0 failed"),
        ("replay walking.toml", "0 passed, 1 failed"),
        ("audit promoted.toml", "caught "),
        ("audit walking.toml", "expects 1, but the right answer is -1; left out"),
        (
            "stress path --rules climber.toml --count 200 --batch -- SELF path --rules climber.toml",
            " inputs, all 16 single steps of pieces among them (seed 1)",
        ),
        (
            "stress path --rules climber.toml --count 200 --batch -- SELF path --rules walker.toml",
            " has promoted\n",
        ),
    ] {
        let found = run(command);
        assert!(found.contains(expected), "{command}: {found}");
    }
}
