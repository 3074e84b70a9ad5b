//! `rules`: lists, shows and checks rule sets.

mod check;

use std::io::Write;
use std::path::PathBuf;

use clap::{Parser, Subcommand};

use crate::api::{RulesAnswer, json};
use crate::cli::command::CliCommand;
use crate::cli::completion::candidates::rule_sets;
use crate::cli::failure::Failure;
use crate::cli::output::Output;
use crate::cli::rule_sets::{document, load};
use crate::cli::success::Success;
use crate::rules::Rules;

/// List, show and check rule sets
#[derive(Debug, Parser)]
#[command(after_help = "\
Examples:
  kubikschach rules list
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

fn write_json(rules: &Rules, out: &mut Output) -> Result<(), Failure> {
    Ok(json::answer(out, None, &RulesAnswer::new(rules))?)
}
