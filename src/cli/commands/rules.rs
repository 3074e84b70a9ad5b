//! `rules`: lists, shows and checks rule sets, and draws how their pieces move.

mod check;

use std::io::Write;
use std::path::PathBuf;

use clap::{Parser, Subcommand};

use crate::api::{RulesAnswer, json};
use crate::cli::command::CliCommand;
use crate::cli::completion::candidates::rule_sets;
use crate::cli::failure::Failure;
use crate::cli::output::Output;
use crate::cli::picture::draw_legend;
use crate::cli::rule_sets::{document, load};
use crate::cli::success::Success;
use crate::rules::Rules;
use crate::terminal::fitted_line;

/// List, show and check rule sets, and draw how pieces move
#[derive(Debug, Parser)]
#[command(after_help = "\
Examples:
  kubikschach rules list
  kubikschach rules pieces raumschach
  kubikschach rules show cube > my.toml
  kubikschach rules check my.toml")]
pub(crate) struct RulesArgs {
    #[command(subcommand)]
    pub(crate) action: Option<RulesAction>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum RulesAction {
    /// List the built-in rule sets
    List,
    /// Draw how the pieces of a rule set move, with their letters and names
    Pieces {
        /// Name of a built-in rule set, or a file; all built-in rule sets by default
        #[arg(value_name = "NAME|FILE", add = rule_sets())]
        name: Option<String>,
    },
    /// Print a rule set's TOML document
    Show {
        /// Name of a built-in rule set, or a file
        #[arg(value_name = "NAME|FILE", add = rule_sets())]
        name: String,
    },
    /// Find every mistake in a rule set's TOML document
    ///
    /// Also plays random moves from each setup, for at most 2 seconds, and reports a position that the rule set
    /// refuses.
    Check {
        /// File to check; `-` is standard input
        file: PathBuf,
    },
}

impl CliCommand for RulesArgs {
    fn run(&self, json: bool, out: &mut Output) -> Result<Success, Failure> {
        match self.action.as_ref().unwrap_or(&RulesAction::List) {
            RulesAction::List => list(json, out)?,
            RulesAction::Pieces { name } => pieces(name.as_deref(), json, out)?,
            RulesAction::Show { name } if json => write_json(&load(name)?, out)?,
            RulesAction::Show { name } => {
                load(name)?;
                out.write_all(document(name)?.as_bytes())?;
            }
            RulesAction::Check { file } => check::run(file, json, out)?,
        }
        Ok(Success::Yes)
    }
}

fn list(json: bool, out: &mut Output) -> Result<(), Failure> {
    for rules in Rules::all_built_in() {
        if json {
            write_json(&rules, out)?;
            continue;
        }
        let size = rules.size().map_or_else(|| "any size".to_owned(), |size| size.to_string());
        writeln!(out, "{:<25}{size:<10}{}", rules.name(), rules.title())?;
    }
    Ok(())
}

/// Writes the legend of a rule set below its name, or the legends of all built-in rule sets.
fn pieces(name: Option<&str>, json: bool, out: &mut Output) -> Result<(), Failure> {
    let rule_sets = match name {
        Some(name) => vec![load(name)?],
        None => Rules::all_built_in().collect(),
    };
    for (nth, rules) in rule_sets.iter().enumerate() {
        if json {
            write_json(rules, out)?;
            continue;
        }
        let space = if nth > 0 { "\n\n" } else { "" };
        let heading = [rules.name(), rules.title()].into_iter().filter(|part| !part.is_empty());
        writeln!(out, "{space}{}\n", fitted_line(&heading.collect::<Vec<_>>().join(": "), 2))?;
        draw_legend(rules, out)?;
    }
    Ok(())
}

fn write_json(rules: &Rules, out: &mut Output) -> Result<(), Failure> {
    Ok(json::answer(out, None, &RulesAnswer::new(rules))?)
}
