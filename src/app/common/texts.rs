//! Everything that the window says, in every language.
//!
//! A [`Phrase`] is one meaning with named places; the enum is made from the files in `assets/texts`, one for each
//! language. What the library itself has to say, such as verdicts and steps, is said by the library in the same form.

use std::fmt::Display;

use gridwalk_explain::Language;
use gridwalk_explain::language::fill;

include!(concat!(env!("OUT_DIR"), "/window.rs"));

impl Phrase {
    /// The phrase with its first place filled; a sentence takes the others.
    #[must_use]
    pub fn with(self, place: &'static str, value: impl Display) -> Sentence {
        Sentence::from(self).with(place, value)
    }
}

/// A phrase with its places filled, to be said in the language that is chosen when it is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    phrase: Phrase,
    places: Vec<(&'static str, String)>,
}

impl Sentence {
    /// What it is about.
    #[must_use]
    pub const fn phrase(&self) -> Phrase {
        self.phrase
    }

    /// The sentence with one more place filled.
    #[must_use]
    pub fn with(mut self, place: &'static str, value: impl Display) -> Self {
        self.places.push((place, value.to_string()));
        self
    }

    /// The sentence in a language.
    #[must_use]
    pub fn tell(&self, language: Language) -> String {
        let places: Vec<(&str, &dyn Display)> =
            self.places.iter().map(|(name, value)| (*name, value as &dyn Display)).collect();
        fill(self.phrase.text(language), &places)
    }
}

impl From<Phrase> for Sentence {
    fn from(phrase: Phrase) -> Self {
        Self { phrase, places: Vec::new() }
    }
}
