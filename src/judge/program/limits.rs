//! The limits of a judged program.

/// Processor time of a run, unless an option sets another one.
pub(crate) const TIME: &str = "5s";
/// Memory of all processes of a run, unless an option sets another one.
pub(crate) const MEMORY: &str = "1G";
/// The multiple of its time limit after which a run is stopped by the clock, even if it sleeps.
pub(super) const SLEEPING: u32 = 3;
/// The maximum number of bytes on standard output.
pub(super) const MAX_OUTPUT: usize = 1 << 20;
