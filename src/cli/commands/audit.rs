//! `audit`: finds the misreadings of the rules that a set of cases does not catch.

use std::collections::BTreeSet;
use std::io::Write;
use std::mem::{Discriminant, discriminant};

use clap::Parser;
use serde::Serialize;

use crate::api::json;
use crate::cases::{Answer, Case, Form, Puzzle, Question, document};
use crate::cli::args::{CaseArgs, SeedArgs};
use crate::cli::cases::{AskedCases, JsonCase};
use crate::cli::command::CliCommand;
use crate::cli::failure::Failure;
use crate::cli::output::{Output, styles};
use crate::cli::success::Success;
use crate::common::numbered;
use crate::mistake::printable;
use crate::piece::Role;
use crate::render;
use crate::rules::Rules;
use crate::terminal::progress::watched;
use crate::terminal::signals;
use crate::workbench::{
    Audit, AuditOutcome, Finding, MisreadingKind, MovementMisreading, Searched, Suggestion,
};

#[derive(Debug, Parser)]
#[command(after_help = "\
Examples:
  kubikschach audit path
  kubikschach audit my-cases.toml
  kubikschach audit mate --suggest > more-cases.toml")]
pub(crate) struct AuditArgs {
    #[command(flatten)]
    pub(crate) cases: CaseArgs,
    /// Print cases that catch the surviving misreadings, with the audit as comments
    #[arg(long)]
    pub(crate) suggest: bool,
    /// Name the fewest cases that catch as many misreadings as all cases
    #[arg(long)]
    pub(crate) least: bool,
    #[command(flatten)]
    pub(crate) seed: SeedArgs,
}

impl CliCommand for AuditArgs {
    fn run(&self, json: bool, out: &mut Output) -> Result<Success, Failure> {
        let (mut asked, failures) = AskedCases::without_problems(&self.cases, "audit");
        // After an error some cases are missing, and the misreadings that they catch would be reported
        // as survivors.
        Failure::all(failures)?;
        asked.print_warnings("left out");
        asked.remove_wrong();
        let AskedCases { cases, questions, rule_sets, .. } = asked;
        if cases.is_empty() {
            return Err(Failure::new("no case has the right answer, so there is nothing to audit"));
        }
        // A signal stops the audit, which then prints what it has found.
        let _deferral = signals::defer();
        let mut survivors = 0;
        for (puzzle, rules_name) in sets(&cases) {
            let is_own = |case: &Case| case.expected.puzzle() == puzzle && case.rules == rules_name;
            let own = cases.iter().zip(&questions).filter(|(case, _)| is_own(case));
            let expected =
                |(case, question): (&Case, &Question)| (question.clone(), case.expected.clone());
            let questions: Vec<(Question, Answer)> = own.clone().map(expected).collect();
            let own: Vec<&Case> = own.map(|(case, _)| case).collect();
            let (rules, seed) = (rule_sets.rules(own[0]), self.seed.seed);
            let audit = watched(|control| Audit::new(rules, puzzle, &questions, seed, control))?;
            let suggestions =
                if self.suggest { watched(|control| audit.suggest(control))? } else { Vec::new() };
            let report = AuditReport {
                rules,
                rules_name: &rules_name,
                puzzle,
                cases: &own,
                audit: &audit,
                least: (self.least && audit.is_complete()).then(|| audit.least()),
                seed,
            };
            let suggested = report.cases_of(&suggestions)?;
            // An interrupted audit is reported in full, so the report is written at once: of many
            // parts, `out` would drop those after 64 kB.
            let mut whole = Output::in_memory();
            if json {
                report.write_objects(&suggested, &mut whole)?;
            } else {
                report.write(self.suggest, &mut whole)?;
                write!(whole, "{}", document(&suggested))?;
            }
            out.write_all(&whole.into_bytes())?;
            // Results are written now, because the next audit may take long.
            out.flush()?;
            if signals::is_received() {
                return Err(report.interrupted());
            }
            survivors += report.count(|outcome| matches!(outcome, AuditOutcome::Survives(_)));
        }
        Ok(Success::when(survivors == 0))
    }
}

fn sets(cases: &[Case]) -> BTreeSet<(Puzzle, String)> {
    cases.iter().map(|case| (case.expected.puzzle(), case.rules.clone())).collect()
}

/// The audit of the cases of one puzzle and one rule set.
struct AuditReport<'a> {
    rules: &'a Rules,
    /// The name of the rule set, as the cases give it.
    rules_name: &'a str,
    puzzle: Puzzle,
    cases: &'a [&'a Case],
    audit: &'a Audit,
    /// The indexes of the fewest cases that catch as many misreadings as all cases; `None` without
    /// the option `--least`.
    least: Option<Vec<usize>>,
    seed: u64,
}

/// A misreading and its outcome as `--json` prints it.
#[derive(Serialize)]
struct JsonFinding<'a> {
    puzzle: &'static str,
    rules: &'a str,
    misreading: String,
    piece: Option<&'a str>,
    outcome: &'static str,
    caught_by: Vec<String>,
    catches: Vec<bool>,
    witness: Option<String>,
}

/// The totals of an audit as `--json` prints them.
#[derive(Serialize)]
struct JsonSummary<'a> {
    puzzle: &'static str,
    rules: &'a str,
    seed: u64,
    cases: Vec<String>,
    caught: usize,
    misreadings: usize,
    same: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    least: Option<Vec<String>>,
    suggested: Vec<JsonCase<'a>>,
}

impl AuditReport<'_> {
    fn count(&self, is: impl Fn(&AuditOutcome) -> bool) -> usize {
        self.audit.findings.iter().filter(|finding| is(&finding.outcome)).count()
    }

    fn unknown(&self) -> usize {
        self.count(|outcome| *outcome == AuditOutcome::Unknown)
    }

    fn interrupted(&self) -> Failure {
        let all = self.audit.findings.len();
        let done = all - self.unknown();
        Failure::new(format!("interrupted: {done} of {} audited", numbered(all, "misreading")))
    }

    fn names(&self, numbers: &[usize]) -> Vec<String> {
        numbers.iter().map(|&nth| self.cases[nth].to_string()).collect()
    }

    /// Returns two numbers: how many misreadings the cases catch, and how many they catch or let
    /// survive. Neither number includes misreadings that give only right answers.
    fn score(&self) -> (usize, usize) {
        let caught = self.count(|outcome| *outcome == AuditOutcome::Caught);
        (caught, caught + self.count(|outcome| matches!(outcome, AuditOutcome::Survives(_))))
    }

    /// Writes one line per misreading, and the totals unless the audit was stopped. With
    /// `as_comments`, each line becomes a TOML comment, because suggested cases follow in the same
    /// output.
    fn write(&self, as_comments: bool, out: &mut Output) -> Result<(), Failure> {
        let before = if as_comments { "# " } else { "" };

        let (puzzle, rules_name, seed) = (self.puzzle.name(), self.rules_name, self.seed);
        writeln!(
            out,
            "{before}{puzzle} cases of the rule set {} (seed {seed})",
            printable(rules_name)
        )?;
        for (finding, more) in self.grouped() {
            let Some((word, text)) = self.line(finding, more)? else { continue };
            let styles = styles();
            let style = match finding.outcome {
                AuditOutcome::Survives(_) if !as_comments => (styles.bad, styles.end),
                _ => ("", ""),
            };
            writeln!(out, "{before}{}{word:9}{} {}", style.0, style.1, printable(&text))?;
        }
        if self.unknown() > 0 {
            return Ok(());
        }
        let (caught, of) = self.score();
        let of = numbered(of, "misreading");
        writeln!(out, "{before}caught {caught} of {of} known to Kubikschach")?;
        if let Some(least) = &self.least {
            let (count, all) = (least.len(), numbered(self.cases.len(), "case"));
            let text = format!("{count} of {all} catch as much: {}", self.names(least).join(", "));
            writeln!(out, "{before}{}", printable(&text))?;
        }
        Ok(())
    }

    /// Returns the findings to show, each with the number of further findings that it stands for.
    ///
    /// A single missing step of a piece stands for all others of that piece with the same outcome,
    /// which would fill most of the report.
    fn grouped(&self) -> Vec<(&Finding, usize)> {
        let mut shown: Vec<(&Finding, usize)> = Vec::new();
        for finding in &self.audit.findings {
            let alike = missing_step_of(finding).and_then(|of| {
                shown.iter_mut().find(|(first, _)| missing_step_of(first) == Some(of))
            });
            match alike {
                Some((_, more)) => *more += 1,
                None => shown.push((finding, 0)),
            }
        }
        shown
    }

    /// Returns the outcome of a misreading as a word and a text; `None` if the outcome is unknown.
    ///
    /// The text also mentions `more` findings with this outcome, about other steps of the piece.
    fn line(
        &self,
        Finding { misreading, caught_by, outcome }: &Finding,
        more: usize,
    ) -> Result<Option<(&'static str, String)>, Failure> {
        let mut text = render::misreading(self.rules, misreading);
        if more > 0 {
            text = format!("{text} (and {more} more like this, each with one other step)");
        }
        Ok(Some(match outcome {
            AuditOutcome::Caught => {
                ("caught", format!("{text}: {}", self.names(caught_by).join(", ")))
            }
            AuditOutcome::Survives(witness) => {
                let expected = witness.answer(self.rules)?;
                let wrong = misreading.answer(witness, &expected)?;
                let input = witness.text(self.rules, Form::Line);
                let input = input.trim_end();
                ("SURVIVES", format!("{text}; {input} would catch it: {expected}, not {wrong}"))
            }
            AuditOutcome::NoWitness(Searched::AllPairs) => {
                ("same", format!("{text}; changes no answer for any pair of cells"))
            }
            AuditOutcome::NoWitness(Searched::Boards(count)) => {
                ("same", format!("{text}; no answer changed on the {count} boards tried"))
            }
            AuditOutcome::NoWitness(Searched::Queries(count)) => {
                ("same", format!("{text}; no answer changed for the {count} queries tried"))
            }
            AuditOutcome::Unknown => return Ok(None),
        }))
    }

    fn write_objects(&self, suggested: &[Case], out: &mut Output) -> Result<(), Failure> {
        let (puzzle, rules) = (self.puzzle.name(), self.rules_name);
        for Finding { misreading, caught_by, outcome } in &self.audit.findings {
            let piece = match misreading.kind {
                MisreadingKind::Movement(role, _) => Some(&*self.rules.role(role).name),
                _ => None,
            };
            let (outcome, witness) = match outcome {
                AuditOutcome::Caught => ("caught", None),
                AuditOutcome::Survives(witness) => {
                    ("survives", Some(witness.text(self.rules, Form::Line).trim_end().to_owned()))
                }
                AuditOutcome::NoWitness(_) => ("same", None),
                AuditOutcome::Unknown => continue,
            };
            json::line(
                out,
                &JsonFinding {
                    puzzle,
                    rules,
                    misreading: render::misreading(self.rules, misreading),
                    piece,
                    outcome,
                    caught_by: self.names(caught_by),
                    catches: (0..self.cases.len()).map(|nth| caught_by.contains(&nth)).collect(),
                    witness,
                },
            )?;
        }
        if self.unknown() > 0 {
            return Ok(());
        }
        let (caught, misreadings) = self.score();
        json::line(
            out,
            &JsonSummary {
                puzzle,
                rules,
                seed: self.seed,
                cases: self.cases.iter().map(ToString::to_string).collect(),
                caught,
                misreadings,
                same: self.count(|outcome| matches!(outcome, AuditOutcome::NoWitness(_))),
                least: self.least.as_ref().map(|least| self.names(least)),
                suggested: suggested.iter().map(JsonCase::new).collect(),
            },
        )?;
        Ok(())
    }

    /// Converts suggestions to cases. The field `why` of each case names the misreadings that the
    /// case catches.
    fn cases_of(&self, suggestions: &[Suggestion]) -> Result<Vec<Case>, Failure> {
        let case = |(nth, suggestion): (usize, &Suggestion)| {
            let name = format!("{} suggested {}", self.puzzle.name(), nth + 1);
            let case = suggestion.question.case(self.rules, self.rules_name, name)?;
            let misreading =
                |nth: &usize| render::misreading(self.rules, &self.audit.findings[*nth].misreading);
            let misreadings: Vec<String> = suggestion.catches.iter().map(misreading).collect();
            Ok(Case {
                kind: "suggested".to_owned(),
                why: format!("not if {}", misreadings.join("; or if ")),
                ..case
            })
        };
        suggestions.iter().enumerate().map(case).collect()
    }
}

/// Returns the role and the outcome of a finding about a single missing step.
fn missing_step_of(finding: &Finding) -> Option<(Role, Discriminant<AuditOutcome>)> {
    match &finding.misreading.kind {
        MisreadingKind::Movement(role, misreading) => match **misreading {
            MovementMisreading::WithoutStep(_) => Some((*role, discriminant(&finding.outcome))),
            _ => None,
        },
        _ => None,
    }
}
