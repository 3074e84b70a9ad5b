//! The limits of a judged program. `time.rs` decides when a run reaches its time limit.

/// Processor time of a run, unless an option sets another one.
pub(crate) const TIME: &str = "5s";
/// Memory of all processes of a run, unless an option sets another one.
pub(crate) const MEMORY: &str = "1G";
/// The maximum number of bytes on standard output.
pub(super) const MAX_OUTPUT: usize = 1 << 20;
