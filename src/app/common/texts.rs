//! Everything that the window says, in every language.
//!
//! A [`Phrase`] is one meaning with named places; the enum is made from the files in `assets/texts`, one for each
//! language. What the library itself has to say, such as verdicts and steps, is said by the library in the same form.

use std::fmt::Display;

use gridwalk_explain::language::fill;
use gridwalk_explain::{Describe, Language};

include!(concat!(env!("OUT_DIR"), "/window.rs"));

impl Phrase {
    /// The phrase with its first place filled; a sentence takes the others.
    #[must_use]
    pub fn with(self, place: &'static str, value: impl Display) -> Sentence {
        Sentence::from(self).with(place, value)
    }

    /// The same with what the library says in every language.
    #[must_use]
    pub fn because(self, place: &'static str, reason: &impl Describe) -> Sentence {
        let reasons = Language::ALL.map(|language| reason.describe_in(language));
        Sentence { phrase: self, places: vec![(place, Value::InEach(reasons))] }
    }
}

/// What stands in a place.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Value {
    /// The same in every language.
    Text(String),
    /// A text for each language, in their order.
    InEach([String; Language::ALL.len()]),
}

/// A phrase with its places filled, to be said in the language that is chosen when it is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    phrase: Phrase,
    places: Vec<(&'static str, Value)>,
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
        self.places.push((place, Value::Text(value.to_string())));
        self
    }

    /// The sentence in a language.
    #[must_use]
    pub fn tell(&self, language: Language) -> String {
        let text = |value: &Value| match value {
            Value::Text(text) => text.clone(),
            Value::InEach(texts) => texts[language as usize].clone(),
        };
        let texts: Vec<_> = self.places.iter().map(|(name, value)| (*name, text(value))).collect();
        let places: Vec<(&str, &dyn Display)> =
            texts.iter().map(|(name, text)| (*name, text as &dyn Display)).collect();
        fill(self.phrase.text(language), &places)
    }
}

impl From<Phrase> for Sentence {
    fn from(phrase: Phrase) -> Self {
        Self { phrase, places: Vec::new() }
    }
}
