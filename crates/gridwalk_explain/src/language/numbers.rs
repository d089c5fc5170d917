//! Numbers and times as people read them.
//!
//! They are the same in every language, in the window and on the command line.

// A span, not a clock.
use core::time::Duration;

/// Formats a whole number with a comma between thousands.
///
/// # Examples
/// ```
/// assert_eq!(gridwalk_explain::thousands(1_234_567), "1,234,567");
/// ```
#[must_use]
pub fn thousands(number: u64) -> String {
    let digits: Vec<char> = number.to_string().chars().collect();
    let groups: Vec<String> = digits.rchunks(3).rev().map(String::from_iter).collect();
    groups.join(",")
}

/// Formats a number of things, in English.
///
/// # Examples
/// ```
/// use gridwalk_explain::counted;
/// assert_eq!([counted(1, "cell"), counted(2, "query")], ["1 cell", "2 queries"]);
/// ```
#[must_use]
pub fn counted(count: u64, noun: &str) -> String {
    let number = thousands(count);
    match noun.strip_suffix('y') {
        _ if count == 1 => format!("{number} {noun}"),
        Some(stem) => format!("{number} {stem}ies"),
        None => format!("{number} {noun}s"),
    }
}

/// Formats a time in a suitable unit: µs, ms or s.
///
/// A time of 0 was too short for the clock: the clock of a browser has steps of a tenth of a millisecond.
///
/// # Examples
/// ```
/// use std::time::Duration;
/// assert_eq!(gridwalk_explain::duration(Duration::from_micros(2500)), "2.5 ms");
/// assert_eq!(gridwalk_explain::duration(Duration::ZERO), "< 0.1 ms");
/// ```
#[must_use]
pub fn duration(time: Duration) -> String {
    let micros = time.as_secs_f64() * 1e6;
    if time.is_zero() {
        "< 0.1 ms".to_owned()
    } else if micros < 10.0 {
        format!("{micros:.1} µs")
    } else if micros < 1000.0 {
        format!("{micros:.0} µs")
    } else if micros < 1e6 {
        format!("{:.1} ms", micros / 1e3)
    } else {
        format!("{:.2} s", micros / 1e6)
    }
}
