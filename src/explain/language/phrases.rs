//! The phrases of the library: one enum, made from the files in `assets/texts`.
//!
//! Phrases that end in a full stop are sentences. Others are clauses, to be put into a place of a sentence.

use std::fmt::Display;

use super::languages::{Language, fill};

include!(concat!(env!("OUT_DIR"), "/library.rs"));

impl Language {
    /// A phrase without places.
    pub(crate) const fn text(self, phrase: Phrase) -> &'static str {
        phrase.text(self)
    }

    /// The phrase with its places filled.
    pub(crate) fn say(self, phrase: Phrase, places: &[(&str, &dyn Display)]) -> String {
        fill(phrase.text(self), places)
    }

    /// The same with those of the places that the phrase has.
    pub(in crate::explain) fn say_some(self, phrase: Phrase, places: &[(&str, &dyn Display)]) -> String {
        let text = phrase.text(self);
        let wanted = places.iter().filter(|(name, _)| text.contains(&format!("{{{name}}}")));
        fill(text, &wanted.copied().collect::<Vec<_>>())
    }
}
