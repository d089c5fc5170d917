//! The languages, and the phrases of the library: one enum, made from the files `texts/*/library.ftl`.
//!
//! Phrases that end in a full stop are sentences. Others are clauses, to be put into a place of a sentence.

use std::fmt::Display;

use gridwalk_pathfinding::named;
use serde::{Deserialize, Serialize};

include!(concat!(env!("OUT_DIR"), "/library.rs"));

/// Small numbers of things, in English.
const NUMBERS: [&str; 11] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

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
    /// The next one of the list, and after the last the first.
    #[must_use]
    pub fn next(self) -> Self {
        Self::ALL[(self as usize + 1) % Self::ALL.len()]
    }

    /// A number of things, as one reads it in a sentence.
    pub(crate) fn count(self, number: usize) -> String {
        match self {
            Self::English => NUMBERS.get(number).map_or_else(|| number.to_string(), |&word| word.to_owned()),
            Self::Chinese => number.to_string(),
        }
    }

    /// Sentences one after the other, parted by a blank or by nothing at all.
    #[must_use]
    pub fn join(self, sentences: &[String]) -> String {
        sentences.join(if self == Self::Chinese { "" } else { " " })
    }

    /// The parts of a list, one after the other.
    #[must_use]
    pub fn list(self, parts: impl IntoIterator<Item = String>) -> String {
        parts.into_iter().collect::<Vec<_>>().join(self.comma())
    }

    /// Between the parts of a list.
    pub(crate) const fn comma(self) -> &'static str {
        match self {
            Self::English => ", ",
            Self::Chinese => "、",
        }
    }

    /// About how many characters of a line a step may take. Chinese ones are twice as wide.
    pub(crate) const fn room(self) -> usize {
        match self {
            Self::English => 200,
            Self::Chinese => 120,
        }
    }

    /// A phrase without places.
    pub(crate) const fn text(self, phrase: Phrase) -> &'static str {
        phrase.text(self)
    }

    /// The phrase with its places filled.
    pub(crate) fn say(self, phrase: Phrase, places: &[(&str, &dyn Display)]) -> String {
        fill(phrase.text(self), places)
    }

    /// The same with those of the places that the phrase has.
    pub(crate) fn say_some(self, phrase: Phrase, places: &[(&str, &dyn Display)]) -> String {
        let text = phrase.text(self);
        let wanted = places.iter().filter(|(name, _)| text.contains(&format!("{{{name}}}")));
        fill(text, &wanted.copied().collect::<Vec<_>>())
    }
}

/// A text with its places, as in `{cell}`, filled by their names.
pub fn fill(template: &str, places: &[(&str, &dyn Display)]) -> String {
    debug_assert!(places.iter().all(|(name, _)| template.contains(&format!("{{{name}}}"))), "{template}");
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}').expect("tests read every template");
        let (_, value) =
            places.iter().find(|place| place.0 == name).unwrap_or_else(|| panic!("{{{name}}} of {template:?} is open"));
        text += before;
        text += &value.to_string();
        rest = after;
    }
    text + rest
}
