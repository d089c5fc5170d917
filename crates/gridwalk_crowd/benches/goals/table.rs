//! The table of goals.

use std::time::Instant;

/// A figure with three digits or more.
fn short(figure: f64) -> String {
    let digits = match figure.abs() {
        100.0.. => 0,
        10.0.. => 1,
        _ => 2,
    };
    let digits = if figure.fract() == 0.0 { 0 } else { digits };
    format!("{figure:.digits$}")
}

/// The rows to be printed, and the result so far.
pub struct Table {
    wanted: Vec<String>,
    begun: Instant,
    met: u32,
    missed: Vec<String>,
}

/// Whether a figure must be at most or at least a limit.
#[derive(Clone, Copy)]
pub enum Limit {
    Most(f64),
    Least(f64),
}

impl Table {
    /// Prints the head of the table. `wanted` are the goals to be measured; none for all.
    pub fn new(wanted: &[String]) -> Self {
        println!("| Goal | Measured on | Wanted | Measured | Met | More |");
        println!("| --- | --- | ---: | ---: | --- | --- |");
        Self {
            wanted: wanted.to_vec(),
            begun: Instant::now(),
            met: 0,
            missed: Vec::new(),
        }
    }

    /// Returns `true` if one of these goals is to be measured.
    pub fn wants(&self, goals: &[&str]) -> bool {
        let is_wanted = |goal: &&str| self.wanted.iter().any(|wanted| wanted == *goal);
        self.wanted.is_empty() || goals.iter().any(is_wanted)
    }

    /// Prints a row with the unit of the limit and of the figure.
    pub fn row(&mut self, goal: &str, on: &str, limit: Limit, figure: f64, unit: &str, more: &str) {
        let (is_met, sign, limit) = match limit {
            Limit::Most(limit) => (figure <= limit, "≤", limit),
            Limit::Least(limit) => (figure >= limit, "≥", limit),
        };
        let unit = if unit.is_empty() {
            String::new()
        } else {
            format!(" {unit}")
        };
        let met = if is_met { "yes" } else { "**no**" };
        let [limit, figure] = [limit, figure].map(short);
        println!("| {goal} | {on} | {sign} {limit}{unit} | {figure}{unit} | {met} | {more} |");
        self.met += u32::from(is_met);
        if !is_met {
            self.missed.push(format!("{goal} {on}"));
        }
    }

    /// Prints a row for a goal that is not measured here.
    pub fn without(&self, goal: &str, reason: &str) {
        if self.wants(&[goal]) {
            println!("| {goal} | | | not measured | | {reason} |");
        }
    }

    /// Prints the summary.
    pub fn finish(&self) {
        self.without(
            "G3, plugin",
            "needs Bevy: time of a tick in the plugin, time of a frame",
        );
        self.without(
            "G17",
            "needs Bevy: positions of 10,000 agents between two ticks",
        );
        self.without("G19, WebAssembly", "stored hashes: tests/wasi/run.sh");
        println!(
            "\n{} rows met, {} missed, in {:.0} s",
            self.met,
            self.missed.len(),
            self.begun.elapsed().as_secs_f64()
        );
        for missed in &self.missed {
            println!("- missed: {missed}");
        }
    }
}
