//! Progress of a command that takes longer than a second, on stderr if that is a terminal.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use gridwalk_explain::thousands;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};

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
pub struct Progress {
    done: Arc<AtomicU64>,
    line: ProgressBar,
}

impl Progress {
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
        let style = ProgressStyle::with_template("{text}").expect("the template is one").with_key("text", text);
        let line = ProgressBar::new_spinner().with_style(style);
        line.enable_steady_tick(TICK);
        Self { done, line }
    }

    /// Returns the counter of finished units, for the work to update.
    pub fn done(&self) -> &AtomicU64 {
        &self.done
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.line.finish_and_clear();
    }
}
