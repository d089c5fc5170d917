//! The languages, and the phrases of the library: one enum, generated from the files
//! `texts/*/library.ftl`.
//!
//! Phrases that end in a full stop are sentences. Others are clauses, which fill a place of a
//! sentence.

use std::fmt::Display;

use gridwalk_pathfinding::named;
use serde::{Deserialize, Serialize};

include!(concat!(env!("OUT_DIR"), "/library.rs"));

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
