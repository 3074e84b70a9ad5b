//! `audit`: finds the misreadings of the rules that a set of cases does not catch.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Parser;
use serde::Serialize;

use crate::api::json;
use crate::cases::{Answer, Case, Form, Puzzle, Question, document};
use crate::cli::args::{CaseArgs, SeedArgs};
use crate::cli::cases::{Asked, JsonCase, asked_without_problems, print_warnings};
use crate::cli::command::CliCommand;
use crate::cli::failure::Failure;
use crate::cli::files::write;
use crate::cli::messages::print_message;
use crate::cli::output::{Output, styles};
use crate::cli::success::Success;
use crate::common::{counted, numbered};
use crate::mistake::printable;
use crate::piece::Role;
use crate::render;
use crate::rules::Rules;
use crate::terminal::progress::watched;
use crate::terminal::{fitted_line, signals};
use crate::workbench::{
    Audit, AuditOutcome, Finding, MisreadingKind, MovementMisreading, Searched, Suggestion,
};

#[derive(Debug, Parser)]
#[command(after_help = "\
Examples:
  kubikschach audit path
  kubikschach audit my-cases.toml
  kubikschach audit path --least --save few-cases.toml
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
    /// Write these cases into a new file, with --least
    #[arg(long, value_name = "FILE", requires = "least")]
    pub(crate) save: Option<PathBuf>,
    /// List only the misreadings that survive
    #[arg(long)]
    pub(crate) survivors: bool,
    #[command(flatten)]
    pub(crate) seed: SeedArgs,
}

impl CliCommand for AuditArgs {
    fn run(&self, json: bool, out: &mut Output) -> Result<Success, Failure> {
        if let Some(file) = self.save.as_ref().filter(|file| file.exists()) {
            return Err(Failure::new(format!("--save: {} exists already", file.display())));
        }
        let (mut asked, failures) = asked_without_problems(&self.cases, "audit");
        // After an error some cases are missing, and the misreadings that they catch would be reported
        // as survivors.
        Failure::all(failures)?;
        print_warnings(&asked, "left out");
        asked.retain(Asked::is_right);
        if asked.is_empty() {
            return Err(Failure::new("no case has the right answer, so there is nothing to audit"));
        }
        // A signal stops the audit, which then prints what it has found.
        let _deferral = signals::defer();
        let (mut survivors, mut least) = (0, Vec::new());
        for (puzzle, rules_name) in sets(&asked) {
            let is_own = |case: &Case| case.expected.puzzle() == puzzle && case.rules == rules_name;
            let own = asked.iter().filter(|asked| is_own(asked.case()));
            let expected = |asked: &Asked| (asked.question.clone(), asked.case().expected.clone());
            let questions: Vec<(Question, Answer)> = own.clone().map(expected).collect();
            let Some(first) = own.clone().next() else { continue };
            let rules = &first.rules;
            let own: Vec<&Case> = own.map(Asked::case).collect();
            let seed = self.seed.seed;
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
                survivors_only: self.survivors,
            };
            least.extend(report.least.iter().flatten().map(|&nth| own[nth].clone()));
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
            survivors += audit.findings.iter().filter(|finding| is_survivor(finding)).count();
        }
        if let Some(file) = &self.save {
            save(file, &least)?;
        }
        Ok(Success::when(survivors == 0))
    }
}

fn save(file: &Path, cases: &[Case]) -> Result<(), Failure> {
    write(file, &document(cases)).map_err(|error| Failure::unwritten(file, &error))?;
    let cases = counted(cases.len(), "case");
    print_message(&format!("wrote {cases} into {}", file.display()));
    Ok(())
}

fn sets(asked: &[Asked]) -> BTreeSet<(Puzzle, String)> {
    let cases = asked.iter().map(Asked::case);
    cases.map(|case| (case.expected.puzzle(), case.rules.clone())).collect()
}

/// The audit of the cases of one puzzle and one rule set.
struct AuditReport<'a> {
    rules: &'a Rules,
    /// Name of the rule set, as the cases give it.
    rules_name: &'a str,
    puzzle: Puzzle,
    cases: &'a [&'a Case],
    audit: &'a Audit,
    /// Indexes of the fewest cases that catch as many misreadings as all cases; `None` without
    /// the option `--least`.
    least: Option<Vec<usize>>,
    seed: u64,
    survivors_only: bool,
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

    /// Writes the verdict, a line for each misreading, survivors last, and the totals unless the audit
    /// was stopped. With `as_comments`, each line becomes a TOML comment, because suggested cases
    /// follow in the same output.
    fn write(&self, as_comments: bool, out: &mut Output) -> Result<(), Failure> {
        let before = if as_comments { "# " } else { "" };
        let mut line = |start: (&str, &str, &str), text: &str, indent: usize| {
            let (style, word, end) = start;
            let line = format!("{word}{}", printable(text));
            let line = fitted_line(&line, indent).replace('\n', &format!("\n{before}"));
            let rest = line.strip_prefix(word).unwrap_or(&line);
            writeln!(out, "{before}{style}{word}{end}{rest}")
        };
        let (puzzle, rules_name, seed) = (self.puzzle.name(), self.rules_name, self.seed);
        let (caught, of) = self.score();
        let of = numbered(of, "misreading");
        let cases = format!("{puzzle} cases of the rule set {rules_name} (seed {seed})");
        let verdict =
            if self.unknown() > 0 { cases } else { format!("catches {caught} of {of}: {cases}") };
        line(("", "", ""), &verdict, 2)?;
        let (survivors, others): (Vec<_>, Vec<_>) =
            self.grouped().into_iter().partition(|(finding, _)| is_survivor(finding));
        let others = others.into_iter().filter(|_| !self.survivors_only);
        for (finding, more) in others.chain(survivors) {
            let Some((word, text)) = self.line(finding, more)? else { continue };
            let styles = styles();
            let (style, end) = match finding.outcome {
                AuditOutcome::Survives(_) if !as_comments => (styles.bad, styles.end),
                _ => ("", ""),
            };
            line((style, &format!("{word:10}"), end), &text, 10)?;
        }
        if self.unknown() > 0 {
            return Ok(());
        }
        line(("", "", ""), &format!("caught {caught} of {of} known to Kubikschach"), 2)?;
        if let Some(least) = &self.least {
            let (count, all) = (least.len(), numbered(self.cases.len(), "case"));
            let text = format!("{count} of {all} catch as much: {}", self.names(least).join(", "));
            line(("", "", ""), &text, 2)?;
        }
        Ok(())
    }

    /// Returns the findings to show, each with the number of further findings that it stands for.
    ///
    /// A single missing step of a piece stands for all others of that piece that are caught by the
    /// same cases, or by none.
    fn grouped(&self) -> Vec<(&Finding, usize)> {
        let mut shown: Vec<(&Finding, usize)> = Vec::new();
        for finding in &self.audit.findings {
            let alike = missing_step_of(finding).and_then(|role| {
                shown.iter_mut().find(|(first, _)| {
                    missing_step_of(first) == Some(role)
                        && first.caught_by == finding.caught_by
                        && is_survivor(first) == is_survivor(finding)
                })
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
            AuditOutcome::NoWitness(Searched::Boards(count)) => (
                "same",
                format!("{text}; no answer changed on the {} tried", numbered(*count, "board")),
            ),
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
                AuditOutcome::Caught | AuditOutcome::NoWitness(_) if self.survivors_only => {
                    continue;
                }
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

fn is_survivor(finding: &Finding) -> bool {
    matches!(finding.outcome, AuditOutcome::Survives(_))
}

/// Returns the role of a finding about a single missing step.
fn missing_step_of(finding: &Finding) -> Option<Role> {
    match &finding.misreading.kind {
        MisreadingKind::Movement(role, misreading) => {
            matches!(**misreading, MovementMisreading::WithoutStep(_)).then_some(*role)
        }
        _ => None,
    }
}
