//! Signals that ask the program to end, such as Ctrl-C.
//!
//! By default they end it at once. While a [`Deferral`] is alive the first of them is only noted: the work
//! stops soon, tells what is known and cleans up, and then [`die_of_received`] ends the program by that very signal, so
//! that a shell sees what happened. A second signal ends the program at once.

use std::ffi::c_int;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use signal_hook::consts::TERM_SIGNALS;
use signal_hook::{flag, low_level};

use super::Failure;
use crate::control::Control;

/// The state that the handlers of the signals write.
struct Signals {
    /// True if the next signal ends the program.
    is_deadly: Arc<AtomicBool>,
    /// The signal that was deferred, or zero.
    received: Arc<AtomicUsize>,
}

/// Set when signals are first deferred; until then the system's own handlers act.
static SIGNALS: OnceLock<Signals> = OnceLock::new();

impl Signals {
    /// Installs the handlers. Where the system has none, signals end the program at once.
    fn install() -> Self {
        let (is_deadly, received) = (Arc::new(AtomicBool::new(true)), Arc::default());
        for signal in handled() {
            let number = usize::try_from(signal).unwrap_or_default();
            // The first signal must pass the deadly check before it arms it.
            let _ = flag::register_conditional_default(signal, Arc::clone(&is_deadly))
                .and_then(|_| flag::register_usize(signal, Arc::clone(&received), number))
                .and_then(|_| flag::register(signal, Arc::clone(&is_deadly)));
        }
        Self { is_deadly, received }
    }
}

/// Returns the signals to defer, without those that the program was started to ignore, as by `nohup`.
fn handled() -> impl Iterator<Item = c_int> {
    let hangup = cfg!(unix).then_some(HANGUP);
    TERM_SIGNALS.iter().copied().chain(hangup).filter(|&signal| !is_ignored(signal))
}

/// The signal of a terminal that is closed, on Unix systems.
const HANGUP: c_int = 1;

#[cfg(target_os = "linux")]
fn is_ignored(signal: c_int) -> bool {
    let status = procfs::process::Process::myself().and_then(|process| process.status());
    status.is_ok_and(|status| status.sigign >> (signal - 1) & 1 == 1)
}

/// Other systems do not show it.
#[cfg(not(target_os = "linux"))]
const fn is_ignored(_signal: c_int) -> bool {
    false
}

/// Keeps the first signal from ending the program, until it is dropped.
#[derive(Debug)]
#[must_use = "signals are deferred while it is alive"]
pub(crate) struct Deferral {
    /// True if no other deferral is around this one.
    is_outermost: bool,
}

/// Defers the first signal. The work that follows looks for it often.
pub(crate) fn defer() -> Deferral {
    let signals = SIGNALS.get_or_init(Signals::install);
    // After the first signal the second one stays deadly.
    let is_outermost = !is_received() && signals.is_deadly.swap(false, Ordering::SeqCst);
    Deferral { is_outermost }
}

impl Drop for Deferral {
    fn drop(&mut self) {
        if let (true, Some(signals)) = (self.is_outermost, SIGNALS.get()) {
            signals.is_deadly.store(true, Ordering::SeqCst);
        }
    }
}

/// Returns the signal that was deferred, if one came.
fn received() -> Option<c_int> {
    let signal = SIGNALS.get()?.received.load(Ordering::Relaxed);
    c_int::try_from(signal).ok().filter(|&signal| signal != 0)
}

/// Returns `true` if the work is to stop.
pub(crate) fn is_received() -> bool {
    received().is_some()
}

/// Returns the name of the signal that was deferred, such as `SIGINT`.
pub(crate) fn name() -> &'static str {
    received().and_then(low_level::signal_name).unwrap_or("a signal")
}

/// Ends work of many parts between two of them.
///
/// # Errors
/// If a signal came.
pub(crate) fn check() -> Result<(), Failure> {
    if is_received() { Err(Failure::Interrupted) } else { Ok(()) }
}

/// Asks a computation to stop once a signal came.
pub(crate) fn watch(_work: u64) -> ControlFlow<()> {
    if is_received() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// The control of computations that show no progress.
pub(crate) const CONTROL: Control<'static> = Control::new(&watch);

/// Ends the program by the signal that was deferred, if one came.
pub(crate) fn die_of_received() {
    if let Some(signal) = received() {
        // The exit status is left to the caller where the system has no such signal.
        let _ = low_level::emulate_default_handler(signal);
    }
}
