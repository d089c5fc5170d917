//! Time and progress of a command: its clocks, a progress line, and its end by Ctrl-C or SIGTERM.
//!
//! Progress is shown on stderr if that is a terminal. A benchmark without one writes an occasional
//! line.

use std::fmt::Write;
use std::fs;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, Once, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use gridwalk_explain::thousands;
use gridwalk_pathfinding::{Named, named};
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use serde::{Serialize, Serializer};
use tempfile::NamedTempFile;

use crate::cli::output::remark;

/// The time before progress is shown.
const QUIET: Duration = Duration::from_secs(1);
const TICK: Duration = Duration::from_millis(100);

/// The start of the command.
static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);

/// Records the start of the command.
pub fn begin() {
    LazyLock::force(&BEGIN);
}

/// A progress line, which disappears on drop.
pub struct ProgressLine {
    done: Arc<AtomicU64>,
    line: ProgressBar,
}

impl ProgressLine {
    /// Starts a line about the work `what`, counted in `units`: "searching", "cells expanded".
    ///
    /// `units` is empty if the amount is unknown.
    pub fn start(what: &'static str, units: &'static str) -> Self {
        let done = Arc::new(AtomicU64::new(0));
        let count = Arc::clone(&done);
        let text = move |_: &ProgressState, out: &mut dyn Write| {
            let time = BEGIN.elapsed();
            if time < QUIET {
                return;
            }
            let count = match count.load(Ordering::Relaxed) {
                0 => String::new(),
                count => format!("{} {units}, ", thousands(count)),
            };
            let _ = write!(out, "{what}: {count}{} s", time.as_secs());
        };
        let style = ProgressStyle::with_template("{text}")
            .expect("the template is one")
            .with_key("text", text);
        let line = ProgressBar::new_spinner().with_style(style);
        line.enable_steady_tick(TICK);
        Self { done, line }
    }

    /// Returns the counter of finished units, for the work to update.
    pub fn done(&self) -> &AtomicU64 {
        &self.done
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.line.finish_and_clear();
    }
}

/// The exit code that shells use for Ctrl-C.
pub const INTERRUPTED: u8 = 130;

/// The file being written, to be removed if it stays unfinished.
static DRAFT: Mutex<Option<PathBuf>> = Mutex::new(None);
/// The flag that the first signal sets, instead of ending the program.
static FLAG: OnceLock<&AtomicBool> = OnceLock::new();

/// Makes the first signal set the flag only; the second one ends the program.
pub fn set_flag_first(flag: &'static AtomicBool) {
    let _ = FLAG.set(flag);
    watch();
}

/// A guard: while it lives, a signal removes its file before ending the program.
pub struct UnfinishedFile;

impl UnfinishedFile {
    /// Creates the draft and its file. No signal ends the program in between.
    pub fn make(
        make: impl FnOnce() -> io::Result<NamedTempFile>,
    ) -> io::Result<(Self, NamedTempFile)> {
        watch();
        let mut draft = DRAFT.lock().unwrap_or_else(PoisonError::into_inner);
        let file = make()?;
        *draft = Some(file.path().to_owned());
        Ok((Self, file))
    }
}

impl Drop for UnfinishedFile {
    fn drop(&mut self) {
        *DRAFT.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

/// Starts the signal handler, where the system has signals.
fn watch() {
    static BEGIN: Once = Once::new();
    BEGIN.call_once(|| {
        let _ = on_signal(end_by_signal);
    });
}

fn end_by_signal(code: i32) {
    if FLAG
        .get()
        .is_some_and(|flag| !flag.swap(true, Ordering::Relaxed))
    {
        return;
    }
    // The lock is held to the end, so that no other file is begun.
    let draft = DRAFT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(path) = draft.as_deref() {
        let _ = fs::remove_file(path);
    }
    std::process::exit(code);
}

/// Calls `act` on its own thread, with the exit code that shells use for the signal.
#[cfg(unix)]
fn on_signal(act: fn(i32)) -> io::Result<()> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM])?;
    std::thread::spawn(move || signals.forever().for_each(|signal| act(128 + signal)));
    Ok(())
}

#[cfg(not(unix))]
fn on_signal(act: fn(i32)) -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(move || act(INTERRUPTED.into()))
}

/// Counts measured searches.
pub struct SearchCounter {
    bar: ProgressBar,
    /// The time of the last line; `None` on a terminal, which shows the bar.
    said: Option<Mutex<Instant>>,
}

/// The time between two lines if stderr is no terminal.
const PAUSE: Duration = Duration::from_secs(30);

impl SearchCounter {
    pub fn new(searches: usize) -> Self {
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {eta}")
            .expect("the template is one");
        let bar = ProgressBar::new(searches as u64).with_style(style);
        let said = (!io::stderr().is_terminal()).then(|| Mutex::new(Instant::now()));
        Self { bar, said }
    }

    /// Counts a finished search.
    pub fn count(&self) {
        self.bar.inc(1);
        let done = self.bar.position();
        // Reading the clock costs as much as a short search.
        let Some(said) = self.said.as_ref().filter(|_| done.is_multiple_of(64)) else {
            return;
        };
        let Ok(mut said) = said.try_lock() else {
            return;
        };
        if said.elapsed() >= PAUSE {
            *said = Instant::now();
            let [done, all] = [done, self.bar.length().unwrap_or(done)].map(thousands);
            remark(&format!("{done} of {all} searches are measured"));
        }
    }

    /// Ends the bar, and returns the number of counted searches.
    pub fn finish(&self) -> u64 {
        self.bar.finish_and_clear();
        self.bar.position()
    }
}

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
