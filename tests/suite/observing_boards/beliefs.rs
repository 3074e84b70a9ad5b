//! Beliefs as naive programs.

use kubikschach::cell::{Axis, Offset};
use kubikschach::movement::{Atom, Mode};
use kubikschach::piece::{Color, Role};
use kubikschach::rules::Rules;
use kubikschach::workbench::{Belief, Directions, MovementMisreading as M};

use super::naive::{Moves, Naive, Spot, offsets};

/// Returns the program that follows a belief.
pub(super) fn program(rules: &Rules, belief: &Belief) -> Naive {
    match belief {
        Belief::Verdict(flaw) => Naive::with(*flaw),
        Belief::Movement(role, misreading, color) => {
            let pieces = pieces(rules, *role, *color);
            Naive::right().changed(&pieces, |moves| change(rules, misreading, moves))
        }
        Belief::Riders(misreading, color) => {
            let pieces = match color {
                None => "QRBqrb",
                Some(Color::White) => "QRB",
                Some(Color::Black) => "qrb",
            };
            Naive::right().changed(pieces, |moves| change(rules, misreading, moves))
        }
        Belief::Without(role, directions) => {
            let pieces = role.map_or_else(|| "KQRBNkqrbn".to_owned(), |it| pieces(rules, it, None));
            Naive::right().changed(&pieces, |moves| {
                moves.rides.retain(|way| !is_in(*directions, *way));
                moves.leaps.retain(|way| !is_in(*directions, *way));
            })
        }
        other => panic!("no program for {other:?}"),
    }
}

fn pieces(rules: &Rules, role: Role, color: Option<Color>) -> String {
    let letter = rules.role(role).name.replace("Knight", "N")[..1].to_owned();
    match color {
        None => letter.clone() + &letter.to_lowercase(),
        Some(Color::White) => letter,
        Some(Color::Black) => letter.to_lowercase(),
    }
}

fn change(rules: &Rules, misreading: &M, moves: &mut Moves) {
    let ways = |atom: &Atom| {
        let mut lengths = atom.step.parts().map(i32::abs);
        lengths.sort_unstable();
        offsets(lengths)
    };
    let add = |moves: &mut Moves, atom: &Atom| match atom.mode {
        Mode::Ride => moves.rides.extend(ways(atom)),
        _ => moves.leaps.extend(ways(atom)),
    };
    let remove = |moves: &mut Moves, atom: &Atom| {
        moves.rides.retain(|way| !ways(atom).contains(way));
        moves.leaps.retain(|way| !ways(atom).contains(way));
    };
    match misreading {
        M::Without(atom) => remove(moves, atom),
        M::With(atom) => add(moves, atom),
        M::Instead(own, other) => {
            remove(moves, own);
            add(moves, other);
        }
        M::Like(other) => {
            let letter = pieces(rules, *other, Some(Color::White));
            *moves = Naive::right().moves[&letter.chars().next().expect("a letter")].clone();
        }
        M::Leaps => moves.longest = 1,
        M::AtMost(most) => moves.longest = i32::from(*most),
        M::Rides => moves.rides = std::mem::take(&mut moves.leaps),
        M::Jumps => moves.jumps = true,
        M::Blocked => moves.lame = true,
        other => panic!("no program for {other:?}"),
    }
}

/// Returns `true` if a direction, as boards are written, is in the set.
fn is_in(directions: Directions, way: Spot) -> bool {
    let along = |axis: Axis| match axis {
        Axis::Level => way[0],
        Axis::Rank => way[1],
        Axis::File => way[2],
    };
    let sign = |later: bool| if later { 1 } else { -1 };
    match directions {
        Directions::Change(axis) => along(axis) != 0,
        Directions::Keep(axis) => along(axis) == 0,
        Directions::ChangeByTwo(axis) => along(axis).abs() == 2,
        Directions::Toward(axis, later) => along(axis) * sign(later) > 0,
        Directions::ManyAxes => way.iter().filter(|part| **part != 0).count() > 1,
        Directions::Some(later) => way.iter().any(|part| part * sign(later) > 0),
        Directions::Part(part, later) => {
            let of_length = way.iter().filter(|it| it.abs() == i32::from(part)).count();
            of_length == 1 && way.contains(&(i32::from(part) * sign(later)))
        }
        Directions::One(Offset { file, rank, level }) => way == [level, rank, file],
        other => panic!("no directions for {other:?}"),
    }
}
