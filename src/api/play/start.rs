//! The position where the text of a game starts, and remarks on tags that have no effect.

use crate::api::context::Context;
use crate::api::error::{Error, Place};
use crate::api::fields::Fields;
use crate::api::position::{expect_verdict, position};
use crate::board::{Board, Setup};
use crate::game::Game;
use crate::mistake::{Label, Mistake};
use crate::piece::{Color, Piece};
use crate::play::{
    FEN, GameTag, GameText, RESULT, VARIANT, WrittenResult, is_kept, parse, parse_result, text_of,
    write_tag,
};
use crate::position::Position;
use crate::rules::{Rules, START};

/// The position where a game starts, and remarks on tags of the game's text that do not set it.
pub(super) struct Start {
    pub(super) position: Position,
    /// Sentences about tags that are not used.
    pub(super) notes: Vec<String>,
}

impl Start {
    /// Parses the field `position`, or else the tag `FEN` of the game's text; without both, the
    /// game starts at the setup `start`. The rule set is that of the field `rules`, or else of the
    /// tag `Variant`, or else `default`.
    pub(super) fn read(
        fields: &Fields<'_>,
        context: &mut Context,
        default: &str,
        text: &GameText,
    ) -> Result<Self, Error> {
        check_names(text)?;
        let (variant, fen) = (text.tag(VARIANT), text.tag(FEN));
        let rules = match variant {
            Some(tag) if !fields.has("rules") => variant_of(fields, context, tag)?,
            _ => context.rules(fields, default)?,
        };
        expect_game(fields, &rules)?;
        let position = match (fields.board("position")?, fen) {
            (None, Some(tag)) => position(context, fields, &rules, FEN, &tag.value, None)
                .map_err(|error| in_tag(error, tag))?,
            (text, _) => start(fields, context, &rules, text)?,
        };
        let rules = position.rules();
        let mut notes = Vec::new();
        if let Some(tag) = variant.filter(|tag| !names(&tag.value, rules)) {
            notes.push(format!("{}: the rule set is `{}`", unused(tag), rules.name()));
        }
        if let Some(tag) = fen.filter(|tag| parse(rules, &tag.value).as_ref() != Some(&position)) {
            notes.push(format!("{}: another position is given", unused(tag)));
        }
        Ok(Self { position, notes })
    }
}

/// Returns an error if the name of a tag is the misspelt name of a tag that the game lacks.
fn check_names(text: &GameText) -> Result<(), Error> {
    let missing: Vec<&str> =
        [VARIANT, FEN].into_iter().filter(|name| text.tag(name).is_none()).collect();
    let is_other = |tag: &&GameTag| is_kept(&tag.name);
    for GameTag { name, name_span, .. } in text.tags.iter().filter(is_other) {
        if let Some(meant) = missing.iter().find(|known| is_misspelt(name, known)) {
            let message = format!("no tag `{name}`: a game starts with `{VARIANT}` and `{FEN}`");
            let error = Mistake::new(name_span.clone(), message);
            let hint = format!("did you mean `{meant}`?");
            return Err(Error::at("moves", error).with_hint(Some(hint)));
        }
    }
    Ok(())
}

/// Returns `true` if a name starts as `known` does, and a few letters differ. `Variation`, a tag of
/// PGN, is farther from `Variant`.
fn is_misspelt(name: &str, known: &str) -> bool {
    let [name, known] = [name, known].map(str::to_lowercase);
    name.chars().next() == known.chars().next()
        && strsim::damerau_levenshtein(&name, &known) <= known.len().div_ceil(4)
}

/// Returns the sentence about the tag `Result` of a text if the game after the moves of that text
/// has another result.
pub(super) fn note_of_result(text: &GameText, game: &Game) -> Option<String> {
    let tag = text.tag(RESULT)?;
    let outcome = game.outcome();
    let result = outcome.map_or(WrittenResult::Unfinished, |outcome| {
        WrittenResult::Scores([outcome.white, outcome.white.rest()])
    });
    if parse_result(tag.value.trim()) == Some(result) {
        return None;
    }
    let reason = outcome.map_or_else(
        || "no result follows the moves".to_owned(),
        |outcome| format!("the result is {}", outcome.result()),
    );
    Some(format!("{}: {reason}", unused(tag)))
}

/// Returns sentences about the tags `Variant` and `FEN` of a text that continues a game, where
/// these tags have no effect.
pub(super) fn notes_of_continuation(text: &GameText) -> Vec<String> {
    let tags = [VARIANT, FEN].into_iter().filter_map(|name| text.tag(name));
    tags.map(|tag| format!("{}: the game has begun", unused(tag))).collect()
}

fn unused(tag: &GameTag) -> String {
    format!("{} is not used", write_tag(&tag.name, &tag.value))
}

/// Converts a title such as `Great Shatranj` to the spelling of names, such as `great-shatranj`.
fn joined(name: &str) -> String {
    name.trim().to_lowercase().replace([' ', '_'], "-")
}

/// Parses the field `position`, or the setup `start` if the field is absent.
fn start(
    fields: &Fields<'_>,
    context: &Context,
    rules: &Rules,
    text: Option<&str>,
) -> Result<Position, Error> {
    if text.is_none() && rules.setup(START).is_none() {
        return Err(no_start(rules));
    }
    let text = text.unwrap_or(START);
    let position = position(context, fields, rules, "position", text, None);
    position.map_err(|mut error| {
        error.mistake.hint = error.mistake.hint.or_else(|| other_rules(fields, rules, text));
        error
    })
}

fn no_start(rules: &Rules) -> Error {
    let name = rules.name();
    let message = format!("`{name}` has no setup `{START}`: give a board and the side to move");
    Error::new(message).with_hint(two_kings(rules).map(|text| format!("for example `{text}`")))
}

/// Returns an example of a position: a king of each color in opposite corners.
///
/// Returns `None` if the rule set has no king or refuses the position.
fn two_kings(rules: &Rules) -> Option<String> {
    let (king, _) = rules.roles().find(|(_, def)| def.royal)?;
    let mut board = Board::new(rules.default_size());
    let size = board.size();
    for (color, cell) in [(Color::White, 0), (Color::Black, size.cells() - 1)] {
        board.set(size.cell(cell), Some(Piece::new(color, king)));
    }
    let position =
        Position::new(rules, Setup { board, turn: Some(Color::White), holder: None }).ok()?;
    Some(text_of(&position))
}

/// Returns a hint with a rule set that reads the board `text`; `None` if there is none, or if `rules`
/// read it.
fn other_rules(fields: &Fields<'_>, rules: &Rules, text: &str) -> Option<String> {
    if parse(rules, text).is_some() {
        return None;
    }
    let reads = |rules: &Rules| rules.verdict().is_some() && parse(rules, text).is_some();
    let other = Rules::all_built_in().find(reads)?;
    Some(format!("`{}` reads this position", fields.spell("rules", other.name())))
}

/// Returns an error if a rule set defines no check. The hint names a rule set with the setup `start`
/// unless a board is given.
fn expect_game(fields: &Fields<'_>, rules: &Rules) -> Result<(), Error> {
    let is_board = fields.board("position")?.is_some_and(|text| text.contains(['[', ',']));
    expect_verdict(fields, rules).map_err(|error| {
        let name = Rules::raumschach().name().to_owned();
        let name = if fields.has("rules") { fields.spell("rules", &name) } else { name };
        let hint = format!("use `{name}`, which has a setup `{START}`");
        if is_board { error } else { error.with_hint(Some(hint)) }
    })
}

/// Returns the rule set that the tag `Variant` names. Games are saved with the right name of their
/// rule set, so an unknown name is one of a rule set of the user's own.
fn variant_of(fields: &Fields<'_>, context: &Context, tag: &GameTag) -> Result<Rules, Error> {
    let found = context.rules_named(&tag.value);
    found.or_else(|error| context.rules_named(&joined(&tag.value)).map_err(|_| error)).map_err(
        |error| {
            let hint = "`--rules FILE` reads a rule set of your own".to_owned();
            let hint = if fields.is_options() { Some(hint) } else { in_program(hint) };
            in_tag(Error::about(VARIANT, error.message).with_hint(hint), tag)
        },
    )
}

/// Adds the program and its command to a hint that starts with an option, because no option can be
/// added to a JSON object or at the prompt. The result is `None` for other hints with options.
pub(super) fn in_program(hint: String) -> Option<String> {
    match hint.strip_prefix("`--") {
        Some(rest) => Some(format!("`kubikschach play --{rest}")),
        None => (!hint.contains("--")).then_some(hint),
    }
}

fn names(variant: &str, rules: &Rules) -> bool {
    variant == rules.name() || joined(variant) == rules.name()
}

/// Converts an error about the value of a tag to an error about the text of the moves.
fn in_tag(error: Error, GameTag { value, span, .. }: &GameTag) -> Error {
    let labels = match &error.field {
        Some(Place::Text(_)) if span.len() == value.len() => {
            error.mistake.clone().moved(span.start).labels
        }
        _ => vec![Label::plain(span.clone())],
    };
    let Mistake { message, hint, .. } = error.mistake;
    let field = Some(Place::Text("moves".to_owned()));
    Error { field, mistake: Mistake { message, labels, hint }, ..error }
}
