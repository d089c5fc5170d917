//! How far the measuring has come: a bar on a terminal, else a line now and then.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use gridwalk_explain::thousands;
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::print::remark;

/// Counts searches.
pub struct Meter {
    bar: ProgressBar,
    /// When the last line was printed; `None` on a terminal, which has the bar.
    said: Option<Mutex<Instant>>,
}

/// Between two lines where stderr is no terminal.
const PAUSE: Duration = Duration::from_secs(30);

impl Meter {
    pub fn new(searches: usize) -> Self {
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {eta}").expect("the template is one");
        let bar = ProgressBar::new(searches as u64).with_style(style);
        let said = (!std::io::stderr().is_terminal()).then(|| Mutex::new(Instant::now()));
        Self { bar, said }
    }

    /// One more search is over.
    pub fn count(&self) {
        self.bar.inc(1);
        let done = self.bar.position();
        // Looking at the clock costs as much as a short search.
        let Some(said) = self.said.as_ref().filter(|_| done.is_multiple_of(64)) else { return };
        let Ok(mut said) = said.try_lock() else { return };
        if said.elapsed() >= PAUSE {
            *said = Instant::now();
            let [done, all] = [done, self.bar.length().unwrap_or(done)].map(thousands);
            remark(&format!("{done} of {all} searches are measured"));
        }
    }

    /// Ends the bar; how many searches were counted.
    pub fn finish(&self) -> u64 {
        self.bar.finish_and_clear();
        self.bar.position()
    }
}
