//! Signals that ask the program to end, such as Ctrl-C.
//!
//! By default, such a signal ends the program at once. While a [`Deferral`] is alive, the handler
//! only records the first signal. The work then stops, prints what is known and cleans up. Finally
//! [`die_of_received`] ends the program by the recorded signal, so that a shell sees the cause. A
//! second signal ends the program at once. Within [`undeferred`], the first signal does.

use std::ffi::c_int;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use signal_hook::consts::TERM_SIGNALS;
use signal_hook::{flag, low_level};

use crate::control::Control;

struct Signals {
    /// True if the next signal ends the program at once.
    is_deadly: Arc<AtomicBool>,
    /// Number of the recorded signal, or zero.
    received: Arc<AtomicUsize>,
}

/// The flags of the signal handlers, created with the first deferral. Until then the system's
/// default handlers are active.
static SIGNALS: OnceLock<Signals> = OnceLock::new();

impl Signals {
    /// Installs the handlers. If the system refuses a handler, its signal still ends the program at
    /// once.
    fn install() -> Self {
        let (is_deadly, received) = (Arc::new(AtomicBool::new(true)), Arc::default());
        for signal in handled() {
            let number = usize::try_from(signal).unwrap_or_default();
            // Handlers run in the order of registration, so the first signal passes the deadly
            // check before it sets the flag.
            let _ = flag::register_conditional_default(signal, Arc::clone(&is_deadly))
                .and_then(|_| flag::register_usize(signal, Arc::clone(&received), number))
                .and_then(|_| flag::register(signal, Arc::clone(&is_deadly)));
        }
        Self { is_deadly, received }
    }
}

/// Returns the signals to handle, except those that the program's parent made it ignore, as `nohup`
/// does.
pub(crate) fn handled() -> impl Iterator<Item = c_int> {
    let (hangup, ignored) = (cfg!(unix).then_some(HANGUP), ignored());
    let signals = TERM_SIGNALS.iter().copied().chain(hangup);
    signals.filter(move |signal| ignored >> (signal - 1) & 1 == 0)
}

/// SIGHUP, which a closed terminal sends on Unix systems.
const HANGUP: c_int = 1;

/// Returns the set of ignored signals, with bit 0 for signal 1.
#[cfg(target_os = "linux")]
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let bits = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    bits.and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok()).unwrap_or(0)
}

/// Returns the empty set, because this system does not tell whether a signal is ignored.
#[cfg(not(target_os = "linux"))]
const fn ignored() -> u64 {
    0
}

/// A signal was recorded, so that the work must stop without a message.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Interrupted;

/// A guard that keeps the first signal from ending the program.
#[derive(Debug)]
#[must_use = "signals are deferred while it is alive"]
pub(crate) struct Deferral {
    /// True if no other deferral was alive when this one was created.
    is_outermost: bool,
}

/// Defers signals. The work that follows must often check [`is_received`].
pub(crate) fn defer() -> Deferral {
    let signals = SIGNALS.get_or_init(Signals::install);
    // After a first signal, the next one must stay deadly.
    let is_outermost = !is_received() && signals.is_deadly.swap(false, Ordering::SeqCst);
    // A signal may have come in between.
    if is_received() {
        signals.is_deadly.store(true, Ordering::SeqCst);
    }
    Deferral { is_outermost }
}

impl Drop for Deferral {
    fn drop(&mut self) {
        if let (true, Some(signals)) = (self.is_outermost, SIGNALS.get()) {
            signals.is_deadly.store(true, Ordering::SeqCst);
        }
    }
}

/// Calls `run`, which computes or waits. Until `run` returns, a signal ends the program at once, even
/// if signals are deferred. The caller must have printed all results before.
///
/// # Errors
/// Returns [`Interrupted`] if a signal was recorded before, and the error of `run`.
pub(crate) fn undeferred<T, E: From<Interrupted>>(
    run: impl FnOnce() -> Result<T, E>,
) -> Result<T, E> {
    let Some(signals) = SIGNALS.get() else { return run() };
    let was_deadly = signals.is_deadly.swap(true, Ordering::SeqCst);
    check()?;
    let done = run();
    signals.is_deadly.store(was_deadly, Ordering::SeqCst);
    done
}

fn received() -> Option<c_int> {
    let signal = SIGNALS.get()?.received.load(Ordering::Relaxed);
    c_int::try_from(signal).ok().filter(|&signal| signal != 0)
}

/// Returns `true` if a signal was recorded, so that the work must stop.
pub(crate) fn is_received() -> bool {
    received().is_some()
}

/// Returns the name of the recorded signal, such as `SIGINT`.
pub(crate) fn name() -> &'static str {
    received().and_then(low_level::signal_name).unwrap_or("a signal")
}

/// Returns the name of the signal with this number.
pub(crate) fn name_of(signal: c_int) -> Option<&'static str> {
    low_level::signal_name(signal)
}

/// Returns an error if a signal was recorded. Long work calls this function between its parts.
///
/// # Errors
/// Returns an error if a signal was recorded.
pub(crate) fn check() -> Result<(), Interrupted> {
    if is_received() { Err(Interrupted) } else { Ok(()) }
}

/// Returns `Break` once a signal was recorded. This is the callback of [`CONTROL`].
pub(crate) fn watch(_work: u64) -> ControlFlow<()> {
    if is_received() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// The control of computations that stop at a signal but show no progress.
pub(crate) const CONTROL: Control<'static> = Control::new(&watch);

/// Ends the program by the recorded signal, if there is one.
pub(crate) fn die_of_received() {
    if let Some(signal) = received() {
        // If the system has no such signal, the caller ends the program with its exit status.
        let _ = low_level::emulate_default_handler(signal);
    }
}
