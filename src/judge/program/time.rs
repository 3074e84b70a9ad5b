//! The time of a run, and the limits on it.

use std::fmt;
use std::time::Duration;

/// The amount by which a measured processor time may be too long.
const TICK: Duration = Duration::from_millis(10);
/// The multiple of its time limit after which a run is stopped by the clock, even if it sleeps.
const SLEEPING: u32 = 3;

/// The time of a run, from the start of its first process to its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct RunTime {
    /// Time that counts: the smaller of the clock and the processor time plus [`TICK`]. If the
    /// system does not tell the processor time, and for runs that were stopped, it is the clock
    /// without the times for which samples tell nothing.
    pub(crate) counted: Duration,
    pub(crate) clock: Duration,
    /// Part of the clock in which the run waited for a core.
    pub(crate) waited: Duration,
    /// True if the system tells the processor time.
    has_processor_time: bool,
}

impl RunTime {
    pub(crate) fn new(clock: Duration, samples: Samples, processor: Option<Duration>) -> Self {
        let Samples { asleep, untold, .. } = samples;
        let Some(processor) = processor else {
            let counted = clock.saturating_sub(untold);
            return Self { counted, clock, waited: Duration::ZERO, has_processor_time: false };
        };
        let waited = clock.saturating_sub(asleep + processor);
        Self { counted: clock.min(processor + TICK), clock, waited, has_processor_time: true }
    }

    /// Returns the limit that the time reaches: `limit` by the counted time, of which a tick may be
    /// too much, or [`SLEEPING`] times `limit` by the clock, without the time of waiting.
    pub(crate) fn reached(self, limit: Duration) -> Option<TimeLimit> {
        let by_clock = limit.saturating_mul(SLEEPING);
        if self.counted >= limit + TICK {
            let is_by_processor = self.has_processor_time;
            let reached = if is_by_processor { TimeLimit::Processor } else { TimeLimit::Clock };
            Some(reached(limit))
        } else if self.clock.saturating_sub(self.waited) >= by_clock {
            Some(TimeLimit::Clock(by_clock))
        } else {
            None
        }
    }

    /// Returns `true` if the run waited for a core most of the time in which it had none.
    pub(crate) fn is_mostly_waiting(self) -> bool {
        2 * self.waited > self.clock.saturating_sub(self.counted)
    }
}

/// A limit of the time of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TimeLimit {
    Processor(Duration),
    Clock(Duration),
}

impl fmt::Display for TimeLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Processor(limit) => write!(f, "{} s of processor time", limit.as_secs_f64()),
            Self::Clock(limit) => write!(f, "{} s by the clock", limit.as_secs_f64()),
        }
    }
}

/// Samples of the state of a run, which is awake or asleep. It is asleep while it neither uses a core
/// nor waits for one.
///
/// Linux writes the waiting time of a process to `schedstat` only after the wait, and forgets it
/// with the process. For a run of short commands beside 28 busy loops, samples of `schedstat` found
/// 0.12 s of 0.39 s.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Samples {
    asleep: Duration,
    /// Time for which the samples tell nothing.
    untold: Duration,
    /// Clock of the run at the last sample.
    last: Duration,
}

/// The longest time before a sample for which the sample tells the state. On a busy machine this
/// program waits for a core, too, and samples are rare.
const TOLD: Duration = Duration::from_millis(50);

impl Samples {
    /// Adds a sample of the run's state.
    pub(crate) fn add(&mut self, clock: Duration, is_asleep: bool) {
        let passed = clock.saturating_sub(self.last);
        let told = passed.min(TOLD);
        self.untold += passed.saturating_sub(told);
        if is_asleep {
            self.asleep += told;
        }
        self.last = clock;
    }
}
