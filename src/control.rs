//! Progress reports from long computations, and a way to cancel them.

use std::error::Error;
use std::fmt;
use std::ops::ControlFlow;

/// A callback that watches a long computation and may stop it.
///
/// A function that may take over a second has a `&Control` as its last parameter. The function
/// calls [`Control::tick`] before each part of its work. If the callback stops the computation, the
/// function returns an error that is or contains [`Stopped`].
///
/// # Example
/// ```
/// use std::{ops::ControlFlow, sync::atomic::{AtomicU64, Ordering}};
/// use kubikschach::control::{Control, Stopped};
/// let done = AtomicU64::new(0);
/// let watch = |work| match done.fetch_add(work, Ordering::Relaxed) {
///     0..100 => ControlFlow::Continue(()),
///     _ => ControlFlow::Break(()),
/// };
/// let control = Control::new(&watch);
/// assert_eq!(control.tick(100), Ok(()));
/// assert_eq!(control.tick(1), Err(Stopped));
/// ```
#[derive(Clone, Copy)]
pub struct Control<'a> {
    watch: Option<&'a (dyn Fn(u64) -> ControlFlow<()> + Sync)>,
    stage: Option<&'a (dyn Fn(String) + Sync)>,
}

impl<'a> Control<'a> {
    /// A control without a callback: it never stops a computation.
    pub const FREE: Control<'static> = Control { watch: None, stage: None };

    /// Creates a control whose callback receives the work done since the last call, as a number of
    /// positions or cells.
    ///
    /// The callback is called from all threads of the computation. The computation stops soon after
    /// the callback returns `Break`.
    #[must_use]
    pub const fn new(watch: &'a (dyn Fn(u64) -> ControlFlow<()> + Sync)) -> Self {
        Self { watch: Some(watch), stage: None }
    }

    /// Returns the control with a second callback, which receives the name of each stage of the
    /// computation when it begins, such as `KQk (2 of 5)`. Not all computations have stages.
    #[must_use]
    pub const fn with_stages(self, stage: &'a (dyn Fn(String) + Sync)) -> Self {
        Self { stage: Some(stage), ..self }
    }

    /// Passes the name of a stage to the callback, if there is one.
    pub(crate) fn stage(&self, name: impl FnOnce() -> String) {
        if let Some(stage) = self.stage {
            stage(name());
        }
    }

    /// Passes an amount of work, such as a number of positions or cells, to the callback.
    ///
    /// # Errors
    /// Returns [`Stopped`] if the callback returned `Break`.
    pub fn tick(&self, work: u64) -> Result<(), Stopped> {
        match self.watch.map(|watch| watch(work)) {
            Some(ControlFlow::Break(())) => Err(Stopped),
            _ => Ok(()),
        }
    }
}

impl fmt::Debug for Control<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Control").finish_non_exhaustive()
    }
}

/// The error of a computation that was cancelled because the callback of its [`Control`] returned
/// `Break`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("stopped")
    }
}

impl Error for Stopped {}
