//! Numbers, times, and the costs of a cell as people read them.
//!
//! They are the same in every language, in the window and on the command line.

// A span, not a clock.
use core::time::Duration;

use gridwalk_pathfinding::{Cost, DecidingNumber};

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
/// A time of 0 was too short for the clock: the clock of a browser has steps of a tenth of a
/// millisecond.
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

/// G, H and F of one cell as texts with F = G + H.
///
/// Rounded each by itself they would not add up: 3.41 + 12.24 is 15.65, and F is 15.66. Two of them
/// are rounded, the third is what the other two leave: H, or F where a search goes by another
/// number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellCosts {
    /// The cost of the path so far.
    pub g: String,
    /// The estimate of what is left.
    pub h: String,
    /// The sum of both.
    pub f: String,
}

impl CellCosts {
    /// Writes the costs of a cell with `write`, for a search that takes the next cell by
    /// `deciding`.
    ///
    /// # Examples
    /// ```
    /// use gridwalk_explain::CellCosts;
    /// use gridwalk_pathfinding::{DecidingNumber, StepCosts};
    /// let steps = StepCosts::SQRT2;
    /// let (g, h) = (steps.from_f64(3.4142), steps.from_f64(12.2426));
    /// let costs = CellCosts::new(g, h, Some(DecidingNumber::F), |cost| steps.format(cost));
    /// assert_eq!([costs.g, costs.h, costs.f], ["3.41", "12.25", "15.66"]);
    /// ```
    #[must_use]
    pub fn new(
        g: Cost,
        h: Cost,
        deciding: Option<DecidingNumber>,
        write: impl Fn(Cost) -> String,
    ) -> Self {
        let [g, h, f] = [g, h, g.saturating_add(h)].map(write);
        if deciding == Some(DecidingNumber::F) {
            let h = combined(&f, &g, -1)
                .filter(|rest| !is_same(rest, &h))
                .unwrap_or(h);
            return Self { g, h, f };
        }
        let f = combined(&g, &h, 1)
            .filter(|sum| !is_same(sum, &f))
            .unwrap_or(f);
        Self { g, h, f }
    }
}

/// The sum of a decimal number and another one times `sign`; `None` if one of them is no such
/// number.
fn combined(one: &str, other: &str, sign: i128) -> Option<String> {
    let places = places(one).max(places(other));
    let sum = scaled(one, places)? + sign * scaled(other, places)?;
    let digits = format!("{:0width$}", u128::try_from(sum).ok()?, width = places + 1);
    let (whole, part) = digits.split_at(digits.len() - places);
    Some(if places == 0 {
        whole.to_owned()
    } else {
        format!("{whole}.{part}")
    })
}

/// Digits behind the point.
fn places(number: &str) -> usize {
    number.split_once('.').map_or(0, |(_, part)| part.len())
}

/// The number times 10 to the power of `places`.
fn scaled(number: &str, places: usize) -> Option<i128> {
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    format!("{whole}{part:0<places$}").parse().ok()
}

/// Whether both texts are of one number: "12" and "12.00".
fn is_same(one: &str, other: &str) -> bool {
    let places = places(one).max(places(other));
    scaled(one, places) == scaled(other, places)
}

#[cfg(test)]
mod tests {
    use gridwalk_pathfinding::StepCosts;

    use super::*;

    #[test]
    fn written_costs_add_up_whatever_is_rounded() {
        let steps = StepCosts::SQRT2;
        let exact = |number: u64| Cost(number * steps.straight().0);
        for number in [
            None,
            Some(DecidingNumber::F),
            Some(DecidingNumber::G),
            Some(DecidingNumber::H),
        ] {
            for (straight, diagonal) in
                (0..40).flat_map(|straight| (0..40).map(move |diagonal| (straight, diagonal)))
            {
                let of = |straight: u64, diagonal: u64| {
                    Cost(exact(straight).0 + steps.diagonal().0 * diagonal)
                };
                let (g, h) = (of(straight, diagonal), of(diagonal, straight));
                for decimals in [2, 1] {
                    let write = |cost| {
                        let text = steps.format(cost);
                        if text.contains('.') {
                            format!("{:.decimals$}", steps.to_f64(cost))
                        } else {
                            text
                        }
                    };
                    let costs = CellCosts::new(g, h, number, write);
                    assert!(
                        is_same(&combined(&costs.g, &costs.h, 1).unwrap(), &costs.f),
                        "{costs:?}"
                    );
                    let [exact_h, exact_f] =
                        [h, g.saturating_add(h)].map(|cost| steps.to_f64(cost));
                    let near = |text: &str, exact: f64| {
                        let unit = 0.1_f64.powi(i32::try_from(decimals).unwrap());
                        (text.parse::<f64>().unwrap() - exact).abs() < unit * 1.000_1
                    };
                    assert!(
                        near(&costs.h, exact_h) && near(&costs.f, exact_f),
                        "{costs:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn whole_numbers_stay_whole_and_small_ones_keep_their_digits() {
        let costs = |write: &dyn Fn(Cost) -> String| {
            let CellCosts { g, h, f } =
                CellCosts::new(Cost(20), Cost(70), Some(DecidingNumber::F), write);
            [g, h, f]
        };
        assert_eq!(costs(&|cost| cost.0.to_string()), ["20", "70", "90"]);
        let small = |cost: Cost| match cost.0 {
            20 => "0.0353".to_owned(),
            90 => "1.24".to_owned(),
            _ => "1.21".to_owned(),
        };
        assert_eq!(costs(&small), ["0.0353", "1.2047", "1.24"]);
    }
}
