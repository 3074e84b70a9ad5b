//! Classic misreadings of check, checkmate and legal moves.

mod judge;

pub(in crate::workbench) use self::judge::is_mate_by;
pub(super) use self::judge::{is_checkmate, verdict};
use crate::movement::{Atom, Mode, MoveKind};
use crate::piece::Role;
use crate::position::Position;
use crate::rules::Rules;
use crate::verdict::Verdict;

/// A contestant's wrong belief about check, checkmate or legal moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum VerdictMisreading {
    /// Wrong belief that every check is checkmate.
    CheckIsMate,
    /// Wrong belief that stalemate is checkmate.
    StalemateIsMate,
    /// Wrong belief that no piece can block a check.
    NoBlocks,
    /// Wrong belief that only the king can capture while it is in check.
    NoCaptures,
    /// Wrong belief that the king cannot capture a checker.
    KingSparesChecker,
    /// Wrong belief that the king can capture guarded pieces.
    KingTakesGuarded,
    /// Wrong belief that the king's start cell still blocks a rider's attack after the king has
    /// left it.
    KingShields,
    /// Wrong belief that pinned pieces can move freely.
    NoPins,
    /// Wrong belief that an opposing piece guards no cells while it is pinned to its king.
    PinnedGuardNothing,
    /// Wrong belief that in double check a legal move needs to end only one of the checks.
    OneAnswer,
    /// Wrong belief that the opponent's king guards no cells.
    KingGuardsNothing,
    /// Wrong belief that a side can capture its own pieces.
    CapturesOwn,
    /// Wrong belief that a side can leave its own king in check.
    IgnoresCheck,
    /// Wrong belief that every double check is checkmate, or that the king cannot move then.
    DoubleCheckIsMate,
    /// Wrong belief that capturing the first checker, in the order in which boards are written,
    /// ends a double check.
    FirstChecker,
    /// Wrong belief that no piece can block a check by a piece of this role.
    NoBlocksOf(Role),
    /// Wrong belief that only a check along one axis can be blocked.
    StraightBlocks,
    /// Wrong belief that pinned pieces of this role can move freely.
    NoPinsOf(Role),
    /// Wrong belief that a pinned piece can block another check.
    PinnedBlocks,
    /// Wrong belief that a pinned piece can capture the piece that gives another check.
    PinnedCaptures,
    /// Wrong belief that no check along one axis can be blocked.
    NoStraightBlocks,
    /// Wrong belief that no piece of this role can capture while its king is in check.
    NoCapturesBy(Role),
    /// Wrong belief that only the king can move in check.
    OnlyKingMoves,
    /// Wrong belief that the king cannot capture.
    KingNeverCaptures,
    /// Wrong belief that the king can move to attacked cells.
    KingIgnoresGuards,
    /// Wrong belief that pieces of this role guard no cells from the king.
    NoGuardsBy(Role),
    /// Wrong belief that pieces of this role give no check.
    NoChecksBy(Role),
    /// Wrong belief that an opposing piece attacks nothing while it is pinned to its king.
    PinnedAttackNothing,
    /// Wrong belief that a moved piece also stays on its start cell.
    MovedPieceStays,
    /// Wrong belief that pieces jump over pieces of their own color.
    JumpsOverOwn,
}

impl VerdictMisreading {
    /// Returns the misreadings that a set of cases should catch, each once.
    #[must_use]
    pub fn all(rules: &Rules) -> Vec<Self> {
        let mut all = vec![
            Self::CheckIsMate,
            Self::StalemateIsMate,
            Self::NoBlocks,
            Self::NoCaptures,
            Self::KingSparesChecker,
            Self::KingTakesGuarded,
            Self::KingShields,
            Self::NoPins,
            Self::PinnedGuardNothing,
            Self::OneAnswer,
            Self::KingGuardsNothing,
            Self::CapturesOwn,
            Self::IgnoresCheck,
            Self::DoubleCheckIsMate,
            Self::FirstChecker,
            Self::StraightBlocks,
            Self::PinnedBlocks,
            Self::PinnedCaptures,
        ];
        let non_royal = || rules.roles().filter(|(_, def)| !def.royal).map(|(role, _)| role);
        all.extend(non_royal().map(Self::NoPinsOf));
        // Nothing blocks a leap, so a program that never blocks it is right.
        let can_be_blocked =
            |atom: &Atom| atom.mode != Mode::Leap && atom.when != Some(MoveKind::Quiet);
        let rides = |role: &Role| rules.role(*role).atoms.iter().any(can_be_blocked);
        all.extend(non_royal().filter(rides).map(Self::NoBlocksOf));
        all
    }

    /// Returns `true` if this misreading only adds legal moves. `false` means that it only removes
    /// legal moves, or takes other verdicts for checkmate. `None` means that it may do both.
    const fn allows_more(self) -> Option<bool> {
        match self {
            Self::JumpsOverOwn | Self::NoChecksBy(_) => None,
            Self::CheckIsMate
            | Self::StalemateIsMate
            | Self::DoubleCheckIsMate
            | Self::NoBlocks
            | Self::NoBlocksOf(_)
            | Self::StraightBlocks
            | Self::NoStraightBlocks
            | Self::NoCaptures
            | Self::NoCapturesBy(_)
            | Self::OnlyKingMoves
            | Self::KingNeverCaptures
            | Self::KingSparesChecker => Some(false),
            _ => Some(true),
        }
    }

    /// Returns the verdict that a program with this misreading would give.
    ///
    /// # Complexity
    /// Every pseudo-legal move is made on a copy of the position.
    ///
    /// # Example
    /// ```
    /// use kubikschach::{notation, position::Position, rules::Rules, verdict::Verdict};
    /// use kubikschach::workbench::VerdictMisreading;
    /// let rules = Rules::cube();
    /// let setup = notation::parse_board(&rules, "[#q,##],[##,K#]")?;
    /// let position = Position::new(&rules, setup)?;
    /// assert_eq!(position.verdict(), Verdict::Check);
    /// assert_eq!(VerdictMisreading::CheckIsMate.verdict(&position), Verdict::Checkmate);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn verdict(self, position: &Position) -> Verdict {
        verdict(&[self], position)
    }
}
