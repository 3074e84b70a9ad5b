//! The processes of a run: measures their memory and processor time, and ends them.
//!
//! A run is a session. On Linux this program also becomes a subreaper: it adopts orphaned processes
//! of a run, even those that left the session. On other systems only the process group of the run,
//! or on Windows its job object, is known.

#[cfg(target_os = "linux")]
mod descent;
#[cfg(target_os = "linux")]
mod stat;
#[cfg(not(target_os = "linux"))]
mod descent {
    //! A replacement of `descent` for systems on which this program knows only the process group or
    //! job object of a run.

    use std::io;
    use std::time::Duration;

    use process_wrap::std::{ChildWrapper, CommandWrap};

    use super::Usage;

    pub(in super::super) struct RunProcesses;

    impl RunProcesses {
        pub(in super::super) fn adopt_orphans() {}

        pub(in super::super) fn start(
            _mark: String,
            command: &mut CommandWrap,
        ) -> io::Result<(Box<dyn ChildWrapper>, Self)> {
            Ok((command.spawn()?, Self))
        }

        /// Returns `true`, because on this system only reaping tells if the process has ended.
        #[allow(clippy::unused_self)]
        pub(in super::super) fn has_ended(&self) -> bool {
            true
        }

        #[allow(clippy::unused_self)]
        pub(in super::super) fn time_of_ended(&self) -> Option<Duration> {
            None
        }

        #[allow(clippy::unused_self)]
        pub(in super::super) fn usage(&self, _max_age: Duration) -> Usage {
            Usage::default()
        }

        #[allow(clippy::unused_self)]
        pub(in super::super) fn end(&self) {}
    }
}

mod usage;

use std::process;
use std::sync::atomic::{AtomicU64, Ordering};

pub(super) use self::descent::RunProcesses;
pub(super) use self::usage::{MARK, Usage};

/// Returns a value for the environment variable [`MARK`] that no other run has.
pub(super) fn new_mark() -> String {
    static RUNS: AtomicU64 = AtomicU64::new(0);
    format!("{}-{}", process::id(), RUNS.fetch_add(1, Ordering::Relaxed))
}
