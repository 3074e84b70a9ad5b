//! The mark and the resources of the processes of a run.

use std::time::Duration;

/// The resources that the processes of a run use; the default if the system does not tell them.
#[derive(Clone, Copy, Debug, Default)]
pub(in super::super) struct Usage {
    /// Bytes that the processes have in memory.
    pub(in super::super) memory: u64,
    /// Processor time, with that of ended processes whose parents have waited for them.
    pub(in super::super) time: Option<Duration>,
    /// True if a thread uses a core or waits for one.
    pub(in super::super) is_awake: bool,
}

/// The environment variable whose value names the run that a process belongs to.
pub(in super::super) const MARK: &str = "KUBIKSCHACH_RUN";
