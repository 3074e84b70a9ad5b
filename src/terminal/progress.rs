//! Shows the progress of long work on a terminal.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::signals;
use crate::control::Control;

/// A progress bar on standard error. It appears after one second, and only on a terminal.
pub(crate) struct Progress {
    bar: ProgressBar,
    started: Instant,
}

/// The time after which the progress bar appears.
const A_WHILE: Duration = Duration::from_secs(1);

impl Progress {
    /// Creates a progress bar for work with `parts` parts, or a counter if `parts` is `None`. `noun`
    /// is the plural noun for the parts.
    pub(crate) fn new(parts: Option<usize>, noun: &str) -> Self {
        let bar = match parts {
            Some(parts) => ProgressBar::new(parts as u64),
            None => ProgressBar::no_length(),
        };
        bar.set_draw_target(ProgressDrawTarget::hidden());
        let template = if parts.is_some() {
            format!("{{bar:30}} {{pos}} of {{len}} {noun}, {{elapsed}}")
        } else {
            format!("{{msg}}{{pos}} {noun}, {{elapsed}}")
        };
        bar.set_style(ProgressStyle::with_template(&template).expect("the template is good"));
        Self { bar, started: Instant::now() }
    }

    pub(crate) fn set(&mut self, done: usize) {
        if self.bar.is_hidden() && self.started.elapsed() > A_WHILE {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.set_position(done as u64);
    }

    /// Shows the name of the present stage before the counter.
    fn set_stage(&self, name: &str) {
        self.bar.set_message(format!("{name}: "));
    }

    /// Hides the progress bar while `write` prints to the terminal.
    pub(crate) fn pause<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Runs a computation with a progress counter that names its stage, and stops it at a signal.
pub(crate) fn watched<T>(run: impl FnOnce(&Control<'_>) -> T) -> T {
    let _deferral = signals::defer();
    let progress = Mutex::new((Progress::new(None, "steps"), 0_usize));
    let watch = |work: u64| {
        let (progress, done) = &mut *progress.lock().unwrap_or_else(PoisonError::into_inner);
        *done = done.saturating_add(usize::try_from(work).unwrap_or(usize::MAX));
        progress.set(*done);
        signals::watch(work)
    };
    let stage = |name: String| {
        let (progress, _) = &*progress.lock().unwrap_or_else(PoisonError::into_inner);
        progress.set_stage(&name);
    };
    run(&Control::new(&watch).with_stages(&stage))
}
