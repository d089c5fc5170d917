//! Every text of the window, in every language.
//!
//! A [`Phrase`] is one meaning with named placeholders. The enum is generated from the files in
//! `assets/texts`, one for each language. Texts of the library, such as verdicts and steps, come
//! from the library in the same form.

use std::fmt::Display;

use gridwalk_explain::language::fill;
use gridwalk_explain::{Describe, Language};

include!(concat!(env!("OUT_DIR"), "/window.rs"));

impl Phrase {
    /// Returns a sentence with the first placeholder filled; the sentence takes the others.
    #[must_use]
    pub fn with(self, place: &'static str, value: impl Display) -> Sentence {
        Sentence::from(self).with(place, value)
    }

    /// Returns a sentence with a placeholder filled by a description from the library, in every
    /// language.
    #[must_use]
    pub fn because(self, place: &'static str, reason: &impl Describe) -> Sentence {
        let reasons = Language::ALL.map(|language| reason.describe_in(language));
        Sentence {
            phrase: self,
            places: vec![(place, PlaceholderValue::InEach(reasons))],
        }
    }
}

/// The value of a placeholder.
#[derive(Clone, Debug, PartialEq, Eq)]
enum PlaceholderValue {
    /// One text for every language.
    Text(String),
    /// A text for each language, in the order of the languages.
    InEach([String; Language::ALL.len()]),
}

/// A phrase with its placeholders filled; the language is chosen when the text is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    phrase: Phrase,
    places: Vec<(&'static str, PlaceholderValue)>,
}

impl Sentence {
    /// Returns the phrase.
    #[must_use]
    pub const fn phrase(&self) -> Phrase {
        self.phrase
    }

    /// Fills one more placeholder.
    #[must_use]
    pub fn with(mut self, place: &'static str, value: impl Display) -> Self {
        self.places
            .push((place, PlaceholderValue::Text(value.to_string())));
        self
    }

    /// Returns the text in a language.
    #[must_use]
    pub fn tell(&self, language: Language) -> String {
        let text = |value: &PlaceholderValue| match value {
            PlaceholderValue::Text(text) => text.clone(),
            PlaceholderValue::InEach(texts) => texts[language as usize].clone(),
        };
        let texts: Vec<_> = self
            .places
            .iter()
            .map(|(name, value)| (*name, text(value)))
            .collect();
        let places: Vec<(&str, &dyn Display)> = texts
            .iter()
            .map(|(name, text)| (*name, text as &dyn Display))
            .collect();
        fill(self.phrase.text(language), &places)
    }
}

impl From<Phrase> for Sentence {
    fn from(phrase: Phrase) -> Self {
        Self {
            phrase,
            places: Vec::new(),
        }
    }
}
