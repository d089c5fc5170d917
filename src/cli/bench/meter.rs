//! Progress of the measurement: a bar on a terminal, else an occasional line.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use gridwalk_explain::thousands;
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::print::remark;

/// Counts measured searches.
pub struct Meter {
    bar: ProgressBar,
    /// The time of the last line; `None` on a terminal, which shows the bar.
    said: Option<Mutex<Instant>>,
}

/// The time between two lines if stderr is no terminal.
const PAUSE: Duration = Duration::from_secs(30);

impl Meter {
    pub fn new(searches: usize) -> Self {
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {eta}").expect("the template is one");
        let bar = ProgressBar::new(searches as u64).with_style(style);
        let said = (!std::io::stderr().is_terminal()).then(|| Mutex::new(Instant::now()));
        Self { bar, said }
    }

    /// Counts a finished search.
    pub fn count(&self) {
        self.bar.inc(1);
        let done = self.bar.position();
        // Reading the clock costs as much as a short search.
        let Some(said) = self.said.as_ref().filter(|_| done.is_multiple_of(64)) else { return };
        let Ok(mut said) = said.try_lock() else { return };
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
