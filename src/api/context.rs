//! Limits and caches that several questions share.

use std::sync::Arc;

use super::error::Error;
use super::fields::Fields;
use super::illegal::broken;
use super::placed;
use super::shared_search::SharedSearch;
use crate::board::Setup;
use crate::cell::Size;
use crate::control::Control;
use crate::mistake::Mistake;
use crate::notation::{Boards, Reader as _};
use crate::path::PathFinder;
use crate::position::Position;
use crate::rules::{BUILT_IN, NameTable, Rules};

/// Limits on the size and cost of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Largest allowed number of cells along an edge of a board.
    pub edge: usize,
    /// Largest number of routes that one answer may list.
    pub routes: u64,
    /// Largest amount of memory, in bytes, for path searches that are kept for later questions.
    ///
    /// The limit applies to all questions with the same rule set, size and board together.
    pub path_memory: usize,
    /// Longest mate that a question may search for, in moves of the attacker.
    pub mate_in: usize,
    /// Largest allowed size of the transposition table of a mate search, in bytes.
    pub search_memory: u64,
    /// Largest amount of memory that solving an endgame may use, in bytes.
    pub endgame_memory: u64,
    /// Number of threads that solve an endgame; `None` uses one per core.
    pub threads: Option<usize>,
}

impl Limits {
    /// No limits except those of the library itself.
    pub const NONE: Self = Self {
        edge: Size::MAX,
        routes: u64::MAX,
        path_memory: usize::MAX,
        mate_in: usize::MAX,
        search_memory: u64::MAX,
        endgame_memory: u64::MAX,
        threads: None,
    };

    /// Limits for questions to the server or from the web page.
    ///
    /// They keep an answer from taking too much memory or time.
    pub const SERVED: Self = Self {
        edge: 32,
        routes: 1_000,
        path_memory: 4 << 20,
        mate_in: 10,
        search_memory: 8 << 20,
        endgame_memory: 64 << 20,
        // The server's watch counts the processor time of one thread.
        threads: Some(1),
    };
}

/// The limits that questions must respect, and caches of rule sets, path finders and mate searches.
#[derive(Debug)]
pub struct Context<'c> {
    pub(super) limits: Limits,
    pub(super) control: Control<'c>,
    /// Name and rule set from [`Self::with_rules`]; questions refer to the rule set by this name.
    own: Option<(String, Rules)>,
    /// Cache of at most [`FINDERS`] path finders, the most recently used last.
    finders: Vec<CachedFinder>,
    search: Option<(Rules, SharedSearch)>,
}

#[derive(Debug)]
struct CachedFinder {
    rules: Rules,
    size: Option<Size>,
    board: Option<String>,
    safe: bool,
    finder: PathFinder,
    names: Arc<NameTable>,
}

const FINDERS: usize = 8;

impl<'c> Context<'c> {
    /// Creates a context in which questions can name the built-in rule sets only.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Self { limits, control: Control::FREE, own: None, finders: Vec::new(), search: None }
    }

    /// Sets the control that can stop the parsing of a game with many moves.
    #[must_use]
    pub fn with_control(self, control: Control<'c>) -> Self {
        Self { control, ..self }
    }

    /// Lets questions use `rules`, such as a rule set from a file, under the name `name`.
    ///
    /// A second call replaces the rule set of the first call.
    #[must_use]
    pub fn with_rules(self, name: &str, rules: Rules) -> Self {
        Self { own: Some((name.to_owned(), rules)), ..self }
    }

    /// Returns the rule set that the field `rules` names, or the one named `default` if the field
    /// is absent.
    pub(crate) fn rules(&self, fields: &Fields<'_>, default: &str) -> Result<Rules, Error> {
        let name = fields.text("rules")?.unwrap_or(default);
        let rules = self.rules_named(name);
        rules.map_err(|error| Error::about("rules", error.message).with_hint(error.hint))
    }

    /// Returns a rule set by its name.
    pub(super) fn rules_named(&self, name: &str) -> Result<Rules, Mistake> {
        let own = self.own.as_ref().filter(|(known, _)| known == name);
        let rules = own.map(|(_, rules)| rules.clone()).or_else(|| self.rules_with_name(name));
        rules.ok_or_else(|| {
            let names = BUILT_IN.map(|(name, _)| name);
            Mistake::unknown(0..name.len(), "a rule set", name.as_bytes(), names)
        })
    }

    /// Returns the rule set of [`Self::with_rules`] or the built-in one whose own name is `name`;
    /// `None` if there is neither.
    fn rules_with_name(&self, name: &str) -> Option<Rules> {
        let own = self.own.as_ref().map(|(_, rules)| rules).filter(|rules| rules.name() == name);
        own.cloned().or_else(|| Rules::built_in(name))
    }

    /// Returns the board size from the field `size` or, without that field, from the rule set.
    ///
    /// Returns `None` if the field is absent and the rule set has no fixed size. A `size` that
    /// differs from the fixed size is an error.
    pub(crate) fn chosen_size(
        &self,
        fields: &Fields<'_>,
        rules: &Rules,
    ) -> Result<Option<Size>, Error> {
        let chosen = self.size_in(fields, "size")?;
        match (chosen, rules.size()) {
            (Some(chosen), Some(fixed)) if chosen != fixed => {
                let (expected, name, found) = (fixed.edge(), rules.name(), chosen.edge());
                let message =
                    format!("expected {expected}, the size of `{name}`, but found {found}");
                let cube = Rules::cube();
                let has = |name: &str| cube.role_named(name).is_some();
                let has_men = |men: &str| men.chars().all(|letter| has(&letter.to_string()));
                let has_pieces = fields.text("piece")?.is_none_or(has)
                    && fields.text("pieces")?.is_none_or(has_men);
                let verb = if fields.has("rules") { "use" } else { "add" };
                let hint = format!(
                    "{verb} {}, which has boards of any size and cells such as `{}`",
                    fields.spell("rules", "cube"),
                    cube.cells().corners(chosen)[0]
                );
                Err(Error::about("size", message).with_hint(has_pieces.then_some(hint)))
            }
            (None, Some(fixed)) => Ok(Some(fixed)),
            (chosen, _) => Ok(chosen),
        }
    }

    /// Returns the size in a field; `None` if the field is absent.
    fn size_in(&self, fields: &Fields<'_>, name: &str) -> Result<Option<Size>, Error> {
        let (least, most) = (Size::MIN as u64, Size::MAX as u64);
        let edge = fields.number(name, "a size", least..=most, self.limits.edge as u64)?;
        Ok(edge.and_then(|edge| Size::new(usize::try_from(edge).ok()?)))
    }

    /// Returns the board size from the field `size` or, without that field, the default size of the
    /// rule set.
    pub(crate) fn size(&self, fields: &Fields<'_>, rules: &Rules) -> Result<Size, Error> {
        Ok(self.chosen_size(fields, rules)?.unwrap_or_else(|| rules.default_size()))
    }

    /// Parses a board: a text, or an object with the pieces by their cells. `name` is the field of
    /// the board, and `text` its value.
    ///
    /// If the field `size` or the rule set fixes a size, the board must have that size. The returned
    /// rules are `rules`, unless the text names another rule set, as `raumschach` does.
    ///
    /// # Errors
    /// Returns an error if the text is no board, or names another rule set than the field `rules`.
    pub(super) fn setup(
        &self,
        fields: &Fields<'_>,
        rules: &Rules,
        name: &str,
        text: &str,
    ) -> Result<(Rules, Setup), Error> {
        let size = || self.chosen_size(fields, rules);
        let wrong = |error| Error::at(name, error);
        if fields.json(name).is_some_and(|json| json.starts_with('{')) {
            let size = size()?.unwrap_or_else(|| rules.default_size());
            return Ok((rules.clone(), placed::setup(rules, size, text).map_err(wrong)?));
        }
        let mut boards = Boards::new(rules);
        if !fields.has("rules") {
            boards = boards.of_named_rules();
        }
        if rules.size().is_none()
            && let Some(size) = size()?
        {
            boards = boards.of_size(size);
        }
        if let Some(size) = self.size_in(fields, "default_size")? {
            boards = boards.with_default_size(size);
        }
        let setup = boards.single(text.as_bytes()).map_err(wrong)?;
        let rules = boards.rules().clone();
        self.chosen_size(fields, &rules)?;
        let edge = setup.board.size().edge();
        if edge <= self.limits.edge {
            return Ok((rules, setup));
        }
        let expected = format!("a size from {} to {}", Size::MIN, self.limits.edge);
        Err(Error::about(name, format!("expected {expected}, but found {edge}")).limit())
    }

    pub(super) fn finder(
        &mut self,
        fields: &Fields<'_>,
        rules: &Rules,
        board: Option<&str>,
        safe: bool,
    ) -> Result<(PathFinder, Arc<NameTable>), Error> {
        let size = self.chosen_size(fields, rules)?;
        let is_match = |cached: &CachedFinder| {
            cached.rules == *rules
                && cached.safe == safe
                && cached.board.as_deref() == board
                && cached.size == size
                // The board may name another rule set, unless the field `rules` is there.
                && (!fields.has("rules") || cached.finder.rules() == rules)
        };
        let cached = match self.finders.iter().rposition(is_match) {
            Some(nth) => self.finders.remove(nth),
            None => self.create_finder(fields, rules, board, safe)?,
        };
        let found = (cached.finder.clone(), Arc::clone(&cached.names));
        if self.finders.len() == FINDERS {
            self.finders.remove(0);
        }
        self.finders.push(cached);
        Ok(found)
    }

    fn create_finder(
        &self,
        fields: &Fields<'_>,
        rules: &Rules,
        board: Option<&str>,
        safe: bool,
    ) -> Result<CachedFinder, Error> {
        let finder = match board {
            None => PathFinder::new(rules, self.size(fields, rules)?),
            Some(text) => {
                let (rules, setup) = self.piece_setup(fields, rules, text)?;
                let among = if safe { PathFinder::safely_among } else { PathFinder::among };
                among(&rules, setup.board)
            }
        };
        finder.keep_at_most(self.limits.path_memory);
        Ok(CachedFinder {
            rules: rules.clone(),
            size: self.chosen_size(fields, rules)?,
            board: board.map(str::to_owned),
            safe,
            names: Arc::new(finder.rules().cells().table(finder.size())),
            finder,
        })
    }

    /// Returns a mate search for `rules` whose transposition table has `memory` bytes.
    ///
    /// If the last question about a forced mate had equal rules and memory, this method returns the
    /// search of that question, so that its filled table is used again.
    pub(super) fn shared_search(&mut self, rules: &Rules, memory: u64) -> SharedSearch {
        match &self.search {
            Some((kept, search)) if kept == rules && search.memory == memory => search.clone(),
            _ => {
                let search = SharedSearch::new(memory);
                self.search = Some((rules.clone(), search.clone()));
                search
            }
        }
    }

    /// Parses the field `board` of a question about a single piece.
    ///
    /// The position may be illegal. If the text names the side to move and one king holds the other
    /// king, the text must also name the side whose king holds.
    pub(super) fn piece_setup(
        &self,
        fields: &Fields<'_>,
        rules: &Rules,
        text: &str,
    ) -> Result<(Rules, Setup), Error> {
        let (rules, setup) = self.setup(fields, rules, "board", text)?;
        if setup.turn.is_none() {
            return Ok((rules, setup));
        }
        let position = Position::new_unchecked(&rules, setup);
        let checked = position.validate_holder();
        checked.map_err(|error| Error::at("board", broken(&position, &error, text)))?;
        Ok((rules, position.into_setup()))
    }
}
