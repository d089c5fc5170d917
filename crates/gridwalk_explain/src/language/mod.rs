//! Languages, phrases and the sentences that they become, and numbers as people read them.
//!
//! Every sentence is one `Phrase` with named places: an enum generated from the files
//! `texts/*/library.ftl`. Phrases that end in a full stop are sentences. Others are clauses, which
//! fill a place of a sentence. A new language is one more folder in `texts` and a variant of
//! [`Language`]; a missing phrase does not compile.
//!
//! Numbers, times and costs are the same in every language, in the window and on the command line.

mod describe;

// A span, not a clock.
use core::time::Duration;
use std::fmt::Display;

pub use describe::{Describe, option_meaning_in, path_fault_in, value_in};
use gridwalk_pathfinding::{Cost, DecidingNumber, named};
use serde::{Deserialize, Serialize};

pub(crate) use phrases::Phrase;

mod phrases {
    use super::Language;

    include!(concat!(env!("OUT_DIR"), "/library.rs"));
}

/// Small numbers in words, in English.
const NUMBERS: [&str; 11] = [
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
];

named! {
    /// The language of sentences.
    #[derive(Default, Serialize, Deserialize)]
    pub enum Language {
        #[default]
        English = "en", "English";
        Chinese = "zh", "Simplified Chinese";
    }
}

impl Language {
    /// Returns the next language of the list, and after the last one the first.
    #[must_use]
    pub fn next(self) -> Self {
        Self::ALL[(self as usize + 1) % Self::ALL.len()]
    }

    /// Returns a number of things as a word of a sentence.
    pub(crate) fn count(self, number: usize) -> String {
        match self {
            Self::English => NUMBERS
                .get(number)
                .map_or_else(|| number.to_string(), |&word| word.to_owned()),
            Self::Chinese => number.to_string(),
        }
    }

    /// Joins sentences, with a space between them or none.
    #[must_use]
    pub fn join(self, sentences: &[String]) -> String {
        sentences.join(if self == Self::Chinese { "" } else { " " })
    }

    /// Joins the parts of a list.
    #[must_use]
    pub fn list(self, parts: impl IntoIterator<Item = String>) -> String {
        parts.into_iter().collect::<Vec<_>>().join(self.comma())
    }

    /// Returns the separator between the parts of a list.
    pub(crate) const fn comma(self) -> &'static str {
        match self {
            Self::English => ", ",
            Self::Chinese => "、",
        }
    }

    /// Returns the approximate maximum of characters for a step in one line. Chinese ones are twice
    /// as wide.
    pub(crate) const fn room(self) -> usize {
        match self {
            Self::English => 200,
            Self::Chinese => 120,
        }
    }

    /// Returns a phrase without places.
    pub(crate) const fn text(self, phrase: Phrase) -> &'static str {
        phrase.text(self)
    }

    /// Returns the phrase with its places filled.
    pub(crate) fn say(self, phrase: Phrase, places: &[(&str, &dyn Display)]) -> String {
        fill(phrase.text(self), places)
    }

    /// Returns the phrase with its places filled; `places` may have others too, which are ignored.
    pub(crate) fn say_some(self, phrase: Phrase, places: &[(&str, &dyn Display)]) -> String {
        let text = phrase.text(self);
        let wanted = places
            .iter()
            .filter(|(name, _)| text.contains(&format!("{{{name}}}")));
        fill(text, &wanted.copied().collect::<Vec<_>>())
    }
}

/// Lists the values of a phrase's places, each a variable of the place's name, or `name = value`.
macro_rules! places {
    (@ $name:ident) => { &$name };
    (@ $name:ident $value:expr) => { &$value };
    ($($name:ident $(= $value:expr)?),*) => {
        &[$((stringify!($name), places!(@ $name $($value)?) as &dyn ::std::fmt::Display)),*]
    };
}
pub(crate) use places;

/// Fills the places of a text, such as `{cell}`, by name.
pub fn fill(template: &str, places: &[(&str, &dyn Display)]) -> String {
    debug_assert!(
        places
            .iter()
            .all(|(name, _)| template.contains(&format!("{{{name}}}"))),
        "{template}"
    );
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}').expect("tests read every template");
        let (_, value) = places
            .iter()
            .find(|place| place.0 == name)
            .unwrap_or_else(|| panic!("{{{name}}} of {template:?} is open"));
        text += before;
        text += &value.to_string();
        rest = after;
    }
    text + rest
}

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
/// Each rounded on its own, they would not add up: 3.41 + 12.24 is 15.65, and F is 15.66. So two of
/// them are rounded, and the third is computed from these two: H, or F if the search is ordered by
/// another number than F.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellCosts {
    /// The cost of the path so far.
    pub g: String,
    /// The estimate of the remaining cost.
    pub h: String,
    /// The sum of both.
    pub f: String,
}

impl CellCosts {
    /// Formats the costs of a cell with `write`.
    ///
    /// `deciding` is the number by which the search orders open cells.
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

/// Returns the sum of a decimal number and `sign` times another one; `None` if one is no number.
fn combined(one: &str, other: &str, sign: i128) -> Option<String> {
    let places = decimals(one).max(decimals(other));
    let sum = scaled(one, places)? + sign * scaled(other, places)?;
    let digits = format!("{:0width$}", u128::try_from(sum).ok()?, width = places + 1);
    let (whole, part) = digits.split_at(digits.len() - places);
    Some(if places == 0 {
        whole.to_owned()
    } else {
        format!("{whole}.{part}")
    })
}

/// Counts the digits behind the point.
fn decimals(number: &str) -> usize {
    number.split_once('.').map_or(0, |(_, part)| part.len())
}

/// Returns the number times 10 to the power of `places`.
fn scaled(number: &str, places: usize) -> Option<i128> {
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    format!("{whole}{part:0<places$}").parse().ok()
}

/// Whether both texts show the same number, as "12" and "12.00" do.
fn is_same(one: &str, other: &str) -> bool {
    let places = decimals(one).max(decimals(other));
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
