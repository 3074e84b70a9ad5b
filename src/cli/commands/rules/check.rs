//! `rules check`: finds the mistakes of a rule document, and plays random moves to find positions
//! that the rule set refuses.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::api::{RulesAnswer, json};
use crate::cli::failure::Failure;
use crate::cli::files::named;
use crate::cli::output::Output;
use crate::cli::rule_sets::parse;
use crate::common::numbered;
use crate::control::Control;
use crate::mistake::{Mistake, Mistakes};
use crate::rules::{BUILT_IN, Rules};
use crate::workbench::mistake_in_playout;

/// The number of random plies from each setup.
const PLIES: usize = 1000;
const SEED: u64 = 1;
/// The time limit for the random play from all setups together.
const PLAY_TIME: Duration = Duration::from_secs(2);

/// A rule set without mistakes as `rules check --json` prints it.
#[derive(Serialize)]
struct Checked<'r> {
    #[serde(flatten)]
    rules: RulesAnswer<'r>,
    plies: u64,
}

pub(super) fn run(file: &Path, json: bool, out: &mut Output) -> Result<(), Failure> {
    let built_in = BUILT_IN.iter().find(|(name, _)| Path::new(name) == file && !file.exists());
    let (name, text) = match built_in {
        Some((name, document)) => (Some((*name).to_owned()), (*document).to_owned()),
        None => named(file)?,
    };
    let name = name.as_deref();
    let rules = parse(name, &text)?;
    let Play { plies, is_whole, mistakes } = Play::from_setups(&rules);
    if !mistakes.is_empty() {
        return Err(Failure::mistakes(name, &text, Mistakes(mistakes)));
    }
    if json {
        return Ok(json::line(out, &Checked { rules: RulesAnswer::new(&rules), plies })?);
    }
    let name = name.unwrap_or("standard input");
    write!(out, "{name}: no mistakes; {}", numbered(rules.roles().count(), "piece"))?;
    if plies > 0 || !is_whole {
        let noun = if plies == 1 { "ply" } else { "plies" };
        write!(out, "; {plies} {noun} played")?;
    }
    if !is_whole {
        write!(out, " in {} s", PLAY_TIME.as_secs())?;
    }
    Ok(writeln!(out)?)
}

/// Random play from the setups of a rule set.
struct Play {
    plies: u64,
    /// False if the time ended the play.
    is_whole: bool,
    /// At most one mistake for each setup.
    mistakes: Vec<Mistake>,
}

impl Play {
    fn from_setups(rules: &Rules) -> Self {
        let (end, plies) = (Instant::now() + PLAY_TIME, AtomicU64::new(0));
        let watch = |played| {
            plies.fetch_add(played, Ordering::Relaxed);
            if Instant::now() < end { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let control = Control::new(&watch);
        let (mut mistakes, mut is_whole) = (Vec::new(), true);
        for name in rules.setup_names() {
            let Ok(found) = mistake_in_playout(rules, name, PLIES, SEED, &control) else {
                is_whole = false;
                break;
            };
            mistakes.extend(found);
        }
        Self { plies: plies.into_inner(), is_whole, mistakes }
    }
}
