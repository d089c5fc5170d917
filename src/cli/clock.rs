//! The clocks of a measurement.

use std::time::{Duration, Instant};

use gridwalk_pathfinding::{Named, named};
use serde::{Serialize, Serializer};

named! {
    /// The kind of time that is measured.
    #[derive(Default)]
    pub enum TimeKind {
        /// The processor time of the thread: other programs on the machine are not counted.
        #[default]
        Cpu = "cpu", "the processor time of the thread, without that of other programs";
        /// Wall-clock time.
        Wall = "wall", "the time that passes";
    }
}

/// Serialises as the name.
impl Serialize for TimeKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_name())
    }
}

impl TimeKind {
    /// Returns the kind that this system measures: not every system counts the time of threads.
    pub const fn on_this_system(self) -> Self {
        if cfg!(unix) { self } else { Self::Wall }
    }
}

/// A running time measurement.
pub enum Stopwatch {
    /// Processor time of this thread at the start.
    #[cfg(unix)]
    Cpu(Duration),
    Wall(Instant),
}

impl Stopwatch {
    pub fn start(kind: TimeKind) -> Self {
        match kind {
            #[cfg(unix)]
            TimeKind::Cpu => Self::Cpu(thread_time()),
            _ => Self::Wall(Instant::now()),
        }
    }

    pub fn elapsed(&self) -> Duration {
        match self {
            #[cfg(unix)]
            Self::Cpu(start) => thread_time().saturating_sub(*start),
            Self::Wall(start) => start.elapsed(),
        }
    }
}

#[cfg(unix)]
fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(
        u64::try_from(time.tv_sec).unwrap_or(0),
        u32::try_from(time.tv_nsec).unwrap_or(0),
    )
}
