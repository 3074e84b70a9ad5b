//! Sentences about a program that solves `mate`.

use super::does;
use crate::cases::Question;
use crate::cell::{Axis, Offset};
use crate::common::{all_of, article, list, numbered};
use crate::movement::{Atom, Mode};
use crate::notation::write_board;
use crate::piece::{Color, Role};
use crate::render::along_axes::along_axes;
use crate::rules::Rules;
use crate::workbench::{
    Answered, Belief, BoardFeature, Directions, MateClaim, MateFact, MovementMisreading,
    VerdictMisreading,
};

pub(super) fn sentence(rules: &Rules, fact: &MateFact) -> String {
    let (all, wrong) = (fact.boards().len(), fact.wrong().count());
    let others = fact.others().len();
    let on_others = match fact.others_wrong().count() {
        _ if others == 0 => String::new(),
        0 => format!("; right on the other {others}"),
        wrong => format!("; wrong on {wrong} of the other {others}"),
    };
    match &fact.claim {
        MateClaim::Beliefs(beliefs) => {
            let clauses: Vec<String> = beliefs.iter().map(|it| belief(rules, it)).collect();
            let same = match &clauses[1..] {
                [] => String::new(),
                others => format!(" (or, for the same boards, if {})", list(others, "or if")),
            };
            let of = match wrong {
                wrong if wrong == all => all_of(all, "board"),
                _ => format!("{wrong} of the {}", boards(all)),
            };
            let first = &clauses[0];
            format!("wrong on {of} whose verdict would change if {first}{same}{on_others}")
        }
        MateClaim::Feature(feature) => {
            let of = all_of(all, "board");
            format!("wrong on {of} with {}{on_others}", self::feature(rules, *feature))
        }
        MateClaim::Reply(reply, feature) => {
            let exactly =
                feature.map(|it| format!(": exactly those with {}", self::feature(rules, it)));
            let reply = does(reply);
            let reply = reply.strip_prefix("it ").unwrap_or(&reply);
            format!("{reply} on {} of {}{}", boards(all), all + others, exactly.unwrap_or_default())
        }
        MateClaim::NotAsked => format!(
            "wrong on {all} of {}; no more were asked, because none are prepared for `{}`",
            boards(all + others),
            rules.name()
        ),
        MateClaim::Undivided if all == 1 => "one wrong board alone shows no rule".to_owned(),
        MateClaim::Undivided => {
            format!("no rule divides the {} from the right ones", numbered(all, "wrong board"))
        }
        MateClaim::More => {
            format!("{}{}", numbered(all, "more wrong answer"), such_as(rules, fact))
        }
    }
}

fn boards(number: usize) -> String {
    numbered(number, "board")
}

/// Returns the smallest board if it is small enough for a line.
fn such_as(rules: &Rules, fact: &MateFact) -> String {
    match fact.smallest() {
        Some(Answered { question: Question::Mate(setup), .. })
            if setup.board.size().edge() <= 4 =>
        {
            format!(", such as {}", write_board(rules, &setup.board))
        }
        _ => String::new(),
    }
}

/// Returns a clause such as `no piece could move between checker and king`, which names a change of
/// the rules.
#[must_use]
pub fn belief(rules: &Rules, belief: &Belief) -> String {
    let name = |role: Role| rules.role(role).name.to_lowercase();
    match belief {
        Belief::Verdict(misreading) => verdict(*misreading, name),
        Belief::Movement(role, misreading, color) => {
            let piece = format!("{}{}", of_color(*color), name(*role));
            movement(rules, *role, &piece, misreading)
        }
        Belief::Riders(misreading, color) => {
            let does = match misreading {
                MovementMisreading::Leaps => "went only one cell",
                MovementMisreading::AtMost(2) => "went at most two cells",
                _ => "jumped over pieces",
            };
            let riders =
                rules.roles().filter(|(_, def)| def.atoms.iter().any(|it| it.mode == Mode::Ride));
            let riders: Vec<String> = riders.map(|(role, _)| name(role) + "s").collect();
            format!("{}{} {does}", of_color(*color), list(&riders, "and"))
        }
        Belief::Without(role, directions) => {
            let piece = role.map_or_else(|| "piece".to_owned(), name);
            format!("no {piece} could go {}", way(rules, *directions))
        }
    }
}

const fn of_color(color: Option<Color>) -> &'static str {
    match color {
        None => "",
        Some(Color::White) => "white ",
        Some(Color::Black) => "black ",
    }
}

fn verdict(misreading: VerdictMisreading, name: impl Fn(Role) -> String) -> String {
    use VerdictMisreading as V;
    match misreading {
        V::NoBlocksOf(role) => return format!("no check by a {} could be blocked", name(role)),
        V::NoPinsOf(role) => return format!("a pinned white {} could move freely", name(role)),
        V::NoCapturesBy(role) => return format!("no {} could capture in check", name(role)),
        V::NoChecksBy(role) => return format!("{}s gave no check", name(role)),
        V::NoGuardsBy(role) => return format!("{}s closed no cell to the king", name(role)),
        V::CheckIsMate => "every check were mate",
        V::StalemateIsMate => "stalemate were mate",
        V::NoBlocks => "no piece could move between checker and king",
        V::NoCaptures => "only the king could capture in check",
        V::KingSparesChecker => "the king could not capture a checker",
        V::KingTakesGuarded => "the king could capture guarded pieces",
        V::KingShields => "the king's old cell still stopped the checker's line",
        V::NoPins => "pinned white pieces could move freely",
        V::PinnedGuardNothing => "pinned black pieces closed no cell to the king",
        V::OneAnswer => {
            "in double check, a move of another piece than the king had to end only one check"
        }
        V::KingGuardsNothing => "the black king closed no cell to the white king",
        V::CapturesOwn => "a piece could capture its own color",
        V::IgnoresCheck => "a move could leave the king in check",
        V::DoubleCheckIsMate => "every double check were mate",
        V::FirstChecker => {
            "a capture of the first checker, as boards are written, ended a double check"
        }
        V::StraightBlocks => "only a check along one axis could be blocked",
        V::PinnedBlocks => "pinned white pieces could block",
        V::PinnedCaptures => "pinned white pieces could capture",
        V::NoStraightBlocks => "no check along one axis could be blocked",
        V::OnlyKingMoves => "only the king could move in check",
        V::KingNeverCaptures => "the king could not capture",
        V::KingIgnoresGuards => "the king could step onto guarded cells",
        V::PinnedAttackNothing => "pinned black pieces attacked nothing",
        V::MovedPieceStays => "a moved piece also stayed where it was",
        V::JumpsOverOwn => "pieces jumped over pieces of their own color",
    }
    .to_owned()
}

fn movement(rules: &Rules, role: Role, piece: &str, misreading: &MovementMisreading) -> String {
    let a = article(piece);
    match misreading {
        MovementMisreading::Without(_) if rules.role(role).atoms.len() == 1 => {
            format!("no {piece} could move")
        }
        MovementMisreading::Without(atom) => format!("no {piece} could move {}", along(atom)),
        MovementMisreading::With(atom) => format!("{a} {piece} could also {}", go(atom)),
        MovementMisreading::Instead(own, other) => {
            format!("{a} {piece} could {} and not {}", go(other), along(own))
        }
        MovementMisreading::Leaps => format!("{a} {piece} went only one cell"),
        MovementMisreading::AtMost(most) => format!("{a} {piece} went at most {most} cells"),
        MovementMisreading::Rides => format!("{a} {piece} could repeat a step any number of times"),
        MovementMisreading::Like(other) => {
            let other = rules.role(*other).name.to_lowercase();
            format!("{a} {piece} moved like {} {other}", article(&other))
        }
        MovementMisreading::Blocked => format!("{a} {piece} could be blocked"),
        _ => format!("{a} {piece} jumped over pieces"),
    }
}

fn along(atom: &Atom) -> String {
    along_axes(&atom.step.parts(), "")
}

fn go(atom: &Atom) -> String {
    let is_far = atom.step.parts().iter().any(|part| part.abs() > 1);
    let verb = match atom.mode {
        Mode::Ride => "ride",
        _ if is_far => "leap",
        _ => "step one cell",
    };
    format!("{verb} {}", along(atom))
}

const AS_WRITTEN: &str = "(as boards are written)";

fn way(rules: &Rules, directions: Directions) -> String {
    let name = |axis: Axis| &rules.cells().along(axis).name;
    let later = |is_later| if is_later { "a later" } else { "an earlier" };
    match directions {
        Directions::Change(axis) => format!("a way that changes the {}", name(axis)),
        Directions::Keep(axis) => format!("a way that keeps the {}", name(axis)),
        Directions::ChangeByTwo(axis) => format!("a way that changes the {} by 2", name(axis)),
        Directions::Toward(axis, is_later) => {
            format!("a way to {} {} {AS_WRITTEN}", later(is_later), name(axis))
        }
        Directions::Some(is_later) => {
            format!("a way to {} coordinate along any axis {AS_WRITTEN}", later(is_later))
        }
        Directions::Part(part, is_later) => {
            format!("a way whose {part} is to {} coordinate {AS_WRITTEN}", later(is_later))
        }
        Directions::ManyAxes => "along more than one axis".to_owned(),
        Directions::One(written) => format!("{} in the board's text", by(rules, written)),
    }
}

/// Returns a direction as changes in the order in which boards are written, level first.
fn by(rules: &Rules, written: Offset) -> String {
    let changes = [Axis::Level, Axis::Rank, Axis::File].into_iter().filter_map(|axis| {
        let by = written.along(axis);
        let (far, name) = (by.unsigned_abs(), &rules.cells().along(axis).name);
        let end = if by > 0 { "later" } else { "earlier" };
        (by != 0).then(|| format!("{} {end}", numbered(far, name)))
    });
    list(&changes.collect::<Vec<_>>(), "and")
}

fn feature(rules: &Rules, feature: BoardFeature) -> String {
    match feature {
        BoardFeature::Edge(edge) => format!("n = {edge}"),
        BoardFeature::EdgeAbove(edge) => format!("n > {edge}"),
        BoardFeature::EdgeOtherThan(edge) => format!("n other than {edge}"),
        BoardFeature::NoKing(color) => format!("no {} king", color.name()),
        BoardFeature::King(color) => format!("a {} king", color.name()),
        BoardFeature::Checks(0) => "no check".to_owned(),
        BoardFeature::Checks(1) => "a single check".to_owned(),
        BoardFeature::Checks(_) => "a double check".to_owned(),
        BoardFeature::Checkmate(mate) => format!("the right answer {mate}"),
        BoardFeature::Has(piece) => {
            format!("a {} {}", piece.color().name(), rules.role(piece.role()).name.to_lowercase())
        }
        BoardFeature::EdgeAndCheckmate(edge, mate) => {
            format!("n = {edge} and the right answer {mate}")
        }
        BoardFeature::KingAt(axis, is_last) => {
            let end = if is_last { "last" } else { "first" };
            let axis = &rules.cells().along(axis).name;
            format!("the white king on the {end} {axis} {AS_WRITTEN}")
        }
    }
}
