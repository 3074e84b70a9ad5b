//! Compares mates in N moves with a plain search that makes every move.

use std::iter::repeat_with;
use std::ops::ControlFlow;

use kubikschach::board::{Board, Setup};
use kubikschach::cell::{Cell, Size};
use kubikschach::control::{Control, Stopped};
use kubikschach::notation;
use kubikschach::piece::{Color, Piece};
use kubikschach::position::Position;
use kubikschach::rules::Rules;
use kubikschach::search::{MateSearch, ProofError};

use crate::common::coverage::Coverage;
use crate::common::rng::SplitMix64;
use crate::common::rounds::rounds;
use crate::common::{cubic_chess, open_rules, rules, size};
use crate::exotic_rules;
use crate::oracle::mates;

const MEMORY: usize = 1 << 16;

/// Boards with White in check, each with the only move that mates. The move captures the checker,
/// blocks the check, or moves the king.
const OUT_OF_CHECK: [(&str, &str); 9] = [
    ("[r##,###,###],[###,##R,n#r],[##k,Qr#,#K#]", "a2(I)-b2(I)"),
    ("[#Q#,K##,#R#],[#q#,###,#B#],[bk#,###,##n]", "b3(III)-b3(II)"),
    ("[##Q,##N,###],[###,#b#,##k],[#nK,###,###]", "c3(III)-b2(II)"),
    ("[##b,##K,###],[kq#,###,rQ#],[###,###,###]", "b1(II)-b3(II)"),
    (
        "[##Q#n,R#n##,###Q#,##K##,#####],[B#B#k,#####,#####,QN###,QNQ##],\
         [##B##,BN##b,#####,#####,####N],[####n,#####,###Q#,#####,###q#],\
         [#####,##N##,#####,#####,###R#]",
        "b2(IV)-d3(IV)",
    ),
    (
        "[#####,n####,#r###,B#Q##,Q####],[##NQ#,b####,##N#B,##K#R,####N],\
         [###Q#,#####,#Nq##,br###,####n],[####B,#####,###R#,##RR#,###R#],\
         [##r#k,#R###,##N#B,#####,##N##]",
        "a1(V)-c3(III)",
    ),
    (
        "[r#K##,R####,#####,#####,#####],[k####,#B###,#####,#####,#n##B],\
         [#Bnr#,b####,R####,####B,#Rn#n],[###Nb,#####,#####,###b#,#####],\
         [#####,####n,N####,R####,b###b]",
        "a4(V)-a5(V)",
    ),
    (
        "[#r##n#,#qnN##,####R#,N#####,####R#,######],[##B#N#,Q##b#R,#####r,######,###b##,#R##Q#],\
         [####Q#,######,######,##b###,##q###,######],[#####b,######,######,B#N###,####n#,######],\
         [######,bQBR##,######,##Rn#N,#K####,###k#N],[##N##b,#q#B#B,######,######,######,#B####]",
        "b5(II)-d3(II)",
    ),
    (
        "[###N##,Nr###n,##r###,#####q,#r####,#rNb##],[######,######,##Q#Q#,######,#####q,#RR###],\
         [###Q#N,######,######,###R##,##N###,##n###],[######,#r####,######,#####q,######,####b#],\
         [####NR,#q##nr,######,#R####,##q###,####R#],[b###K#,qq####,####qk,######,#n####,##N##N]",
        "e4(V)-e4(I)",
    ),
];

/// Returns a random position with this many pieces, or `None` if the position is invalid.
fn draw(rules: &Rules, size: Size, pieces: usize, rng: &mut SplitMix64) -> Option<Position> {
    let mut board = Board::new(size);
    let letters: Vec<char> = rules.letters().map(|(letter, _)| letter).collect();
    let letter =
        |letter: char| rules.letters().find(|(known, _)| *known == letter).map(|(_, piece)| piece);
    for nth in 0..pieces {
        let chosen = match nth {
            0 => 'K',
            1 => 'k',
            _ => letters[rng.below(letters.len())],
        };
        let piece: Piece = letter(chosen).filter(|piece| nth < 2 || !rules.is_royal(*piece))?;
        let cell = size.cell(rng.below(size.cells()));
        if !board.is_empty(cell) {
            return None;
        }
        board.set(cell, Some(piece));
    }
    let turn = if rng.in_percent(50) { Color::White } else { Color::Black };
    let holder = [Some(Color::White), Some(Color::Black), None][rng.below(3)];
    let setup =
        Setup { board, turn: Some(turn), holder: holder.filter(|_| !rules.holds().is_empty()) };
    Position::new(rules, setup).ok()
}

/// Compares mates within `most` moves with a plain search on `count` random positions, whose
/// numbers of pieces are chosen from `pieces`.
fn agree_on(rules: &Rules, edge: usize, pieces: &[usize], most: usize, count: usize) -> Coverage {
    let (coverage, mut rng) = (Coverage::default(), SplitMix64(edge as u64));
    let size = size(edge);
    let draws = repeat_with(|| draw(rules, size, rng.pick(pieces), &mut rng));
    for position in draws.flatten().take(rounds(count)) {
        let found = mates::found(&position, most);
        coverage.see(&found.map_or(0, |mate| mate.moves), true);
    }
    coverage
}

#[test]
fn mates_are_those_of_a_plain_search() {
    // On a board of 2 cells per edge all kings are adjacent.
    let cube = rules("cube");
    for (edge, pieces, most, count, least) in [
        (3, &[3, 4, 5, 6][..], 2, 4_000, [1_000, 200, 50, 0]),
        (3, &[3, 4, 5], 3, 300, [50, 10, 2, 0]),
        (4, &[3, 4], 3, 120, [20, 1, 1, 1]),
        (4, &[3, 4, 5, 6], 2, 700, [100, 5, 5, 0]),
        (5, &[4, 12, 20], 1, 1_000, [100, 3, 0, 0]),
        (5, &[5, 8], 2, 30, [3, 0, 0, 0]),
        (6, &[20, 30, 40], 1, 1_000, [100, 1, 0, 0]),
    ] {
        let coverage = agree_on(&cube, edge, pieces, most, count);
        for (moves, least) in least.into_iter().enumerate() {
            coverage.at_least(least, &moves);
        }
    }
}

#[test]
fn a_check_is_answered_by_mate() {
    let cube = rules("cube");
    for (text, key) in OUT_OF_CHECK {
        let setup = notation::parse_board(&cube, text).expect("it is a board");
        let size = setup.board.size();
        let position = Position::new(&cube, setup).expect("it breaks no invariant");
        assert!(position.is_check(), "{text}");
        let mate = mates::found(&position, 1).expect(text);
        let keys = mate.keys.iter().map(|mv| notation::write_move(&cube, size, *mv));
        assert_eq!(keys.collect::<Vec<_>>(), [key], "{text}");
    }
}

/// Boards with more than 5 cells per edge have no attack tables.
#[test]
fn mates_in_two_are_found_on_a_board_of_six() {
    let cube = rules("cube");
    let empty = "[######,######,######,######,######,######]";
    for text in [
        format!(
            "[#####k,######,######,######,######,######],[#R####,Q#####,######,######,######,#r####],\
             [######,######,######,##K###,######,####Q#],{empty},{empty},{empty}"
        ),
        format!(
            "[######,##r###,######,##K###,######,#####k],{empty},\
             [######,######,######,######,######,#R####],[######,######,######,######,####Q#,######],\
             [######,###Q##,######,######,######,######],{empty}"
        ),
    ] {
        let setup = notation::parse_board(&cube, &text).expect("it is a board");
        let position = Position::new(&cube, setup).expect("it breaks no invariant");
        assert_eq!(mates::found(&position, 2).map(|mate| mate.moves), Some(2), "{text}");
    }
}

#[test]
fn mates_respect_held_kings_bare_kings_and_promotions() {
    let coverage = agree_on(&rules("great-shatranj"), 6, &[3, 4, 6, 9], 1, 40);
    coverage.at_least(10, &0);
    agree_on(&rules("raumschach"), 5, &[4, 6, 12], 1, 40);
    agree_on(&cubic_chess(), 8, &[4, 8], 1, 5);
}

/// A name, a letter, and the moves.
type OddPiece = (&'static str, &'static str, &'static str);

const PIECES: [OddPiece; 3] = [
    ("Rook", "R", "ride = [1, 0, 0]"),
    ("Bishop", "B", "ride = [1, 1, 0]"),
    ("Knight", "N", "leap = [2, 1, 0]"),
];

const LEAPERS: [OddPiece; 3] = [
    ("Wazir", "W", "leap = [1, 0, 0]"),
    ("Ferz", "F", "leap = [1, 1, 0]"),
    ("Sidler", "S", "leap = [-1, 0, 0], symmetry = \"fixed\""),
];

const RIDE: &str = "{ ride = [1, 0, 0] }";

fn with_king(moves: &str, pieces: [OddPiece; 3]) -> Rules {
    let piece = |(name, letter, moves)| {
        format!("[[piece]]\nname = \"{name}\"\nletter = \"{letter}\"\nmoves = [{{ {moves} }}]\n")
    };
    let pieces: String = pieces.map(piece).concat();
    let verdict = "verdict = { white_kings = [1, 1], black_kings = [1, 1] }";
    let king = "name = \"King\"\nletter = \"K\"\nroyal = true";
    open_rules("odd-king", &format!("{verdict}\n[[piece]]\n{king}\nmoves = [{moves}]\n{pieces}"))
}

/// A king may be unable to move to a cell that nothing attacks: the cell is occupied and the king
/// cannot capture, or the king's route is blocked.
#[test]
fn mates_of_odd_kings_are_those_of_a_plain_search() {
    for (king, pieces, text, most, key) in [
        (
            "{ leap = [1, 0, 0], when = \"move\" }",
            PIECES,
            "[B##,###,###],[#K#,###,###],[Nk#,###,##B]",
            2,
            "c1A-b1B",
        ),
        // A piece blocks the king's way to a cell that nothing attacks.
        (RIDE, PIECES, "[##K,###,r##],[b##,#b#,###],[rk#,###,###] b", 2, "a1C-b1C"),
        // The checker keeps the king from a cell behind it that nothing attacks.
        (RIDE, LEAPERS, "[##K,###,#W#],[#F#,###,#W#],[###,#W#,k#S]", 1, "c1A-b1A"),
    ] {
        let rules = with_king(king, pieces);
        let setup = notation::parse_board(&rules, text).expect("it is a board");
        let size = setup.board.size();
        let position = Position::new(&rules, setup).expect("it is allowed");
        let mate = mates::found(&position, most).expect(text);
        let keys = mate.keys.iter().map(|mv| notation::write_move(&rules, size, *mv));
        assert_eq!((mate.moves, keys.collect::<Vec<_>>()), (most, vec![key.to_string()]), "{text}");
    }
    for king in [
        "{ leap = [1, 0, 0], when = \"move\" }",
        "{ leap = [1, 0, 0] }, { leap = [1, 1, 0], when = \"capture\" }",
        RIDE,
        "{ ride = [1, 0, 0], most = 2 }",
        "{ lame = [1, 1, 0], routes = [[[1, 0, 0]]] }",
    ] {
        let coverage = agree_on(&with_king(king, PIECES), 3, &[4, 6, 8], 2, 4_000);
        for moves in 0..=2 {
            coverage.at_least(10, &moves);
        }
    }
    for rules in exotic_rules::all() {
        agree_on(&rules, 3, &[3, 4, 5, 6], 2, 1_000);
    }
}

/// No piece attacks the cells above the held king, but a held king must not leave its level.
#[test]
fn a_held_king_is_mated_though_it_could_go_up() {
    let near = "symmetry = 'planar'";
    let rules = open_rules(
        "holds",
        &format!(
            "held_king = ['level']
            verdict = {{ white_kings = [1, 1], black_kings = [1, 1] }}
            [[piece]]
            name = 'King'
            letter = 'K'
            royal = true
            moves = [
                {{ leap = [1, 0, 0], {near} }}, {{ leap = [1, 1, 0], {near} }},
                {{ leap = [0, 0, 1], {near} }}, {{ leap = [0, 0, -1], {near} }},
            ]
            [[piece]]
            name = 'Warmachine'
            letter = 'W'
            moves = [{{ leap = [1, 0, 0] }}, {{ leap = [2, 0, 0] }}]"
        ),
    );
    let empty = "#####";
    let text = format!(
        "[####w,{empty},{empty},{empty},{empty}],[{empty},{empty},{empty},{empty},{empty}],\
         [W####,{empty},{empty},##K##,k####],[{empty},{empty},{empty},W####,{empty}],\
         [{empty},{empty},{empty},{empty},####W] w w"
    );
    let setup = notation::parse_board(&rules, &text).expect("it is a board");
    let quiet = notation::parse_move(&rules, setup.board.size(), "e1A-e2A").expect("a move");
    let position = Position::new(&rules, setup).expect("it is allowed");
    let mut search = MateSearch::new(position, MEMORY).expect("there is memory");
    let proof = search.proof(quiet, 2, &Control::FREE).expect("nothing stops it");
    assert_eq!(proof.map(|proof| proof.moves()), Some(2));
}

#[test]
fn a_proof_stops_on_request() {
    let cube = rules("cube");
    let setup = notation::parse_board(&cube, OUT_OF_CHECK[0].0).expect("a board");
    let position = Position::new(&cube, setup).expect("it breaks no invariant");
    let key = mates::found(&position, 1).expect("there is one").keys[0];
    let quiet = position.legal_moves().into_iter().find(|mv| *mv != key).expect("there are others");
    let mut search = MateSearch::new(position, MEMORY).expect("there is memory");
    let stopped = search.proof(quiet, 20, &Control::new(&|_| ControlFlow::Break(())));
    assert_eq!(stopped, Err(ProofError::Stopped));
}

#[test]
fn a_proof_within_any_number_of_moves_exists() {
    let cube = rules("cube");
    let setup = notation::parse_board(&cube, OUT_OF_CHECK[0].0).expect("a board");
    let position = Position::new(&cube, setup).expect("it breaks no invariant");
    let mate = mates::found(&position, 3).expect("there is one");
    let key = mate.keys[0];
    let mut search = MateSearch::new(position, MEMORY).expect("there is memory");
    let proof = |moves| search.proof(key, moves, &Control::FREE).expect("nothing stops it");
    assert_eq!([mate.moves, 1000, usize::MAX].map(proof).map(|proof| proof.is_some()), [true; 3]);
}

#[test]
fn a_search_stops_on_request() {
    let rules = rules("cube");
    let size = size(5);
    let mut rng = SplitMix64(9);
    let position = std::iter::repeat_with(|| draw(&rules, size, 12, &mut rng)).flatten().next();
    let mut search = MateSearch::new(position.expect("there are some"), MEMORY).expect("memory");
    // A search of 20 moves takes far longer than the first check for a stop.
    let stopped = search.within(20, &Control::new(&|_| ControlFlow::Break(())));
    assert_eq!(stopped, Err(Stopped));
    assert!(search.none_within() > 0);
}

#[test]
fn a_search_for_a_mate_in_one_stops_on_request() {
    let rules = rules("cube");
    let size = size(16);
    let piece = |letter| Some(notation::parse_piece(&rules, letter).expect("a piece"));
    let mut board = Board::new(size);
    for cell in size.iter().filter(|cell| cell.level == 0) {
        let letter = match (cell.file, cell.rank) {
            (0, 0) => "K",
            // A queen on another corner would attack the king.
            (0 | 15, 0 | 15) => continue,
            _ => "Q",
        };
        board.set(cell, piece(letter));
    }
    board.set(Cell::new(15, 15, 15), piece("k"));
    let position = Position::new(&rules, Setup::new(board, Color::White)).expect("no check");
    let mut search = MateSearch::new(position, MEMORY).expect("there is memory");
    let stopped = search.within(1, &Control::new(&|_| ControlFlow::Break(())));
    assert_eq!((stopped, search.none_within()), (Err(Stopped), 0));
}
