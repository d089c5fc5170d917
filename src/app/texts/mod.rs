//! Everything that the window says, in every language.
//!
//! A [`Phrase`] is one meaning with named places; the texts of one language stand in one file. What the
//! library itself has to say, such as verdicts and steps, is told by the library in the same way.

mod chinese;
mod english;
mod phrase;

use std::fmt::Display;

pub use phrase::Phrase;

use crate::pathfinding::Language;
use crate::pathfinding::language::fill;

impl Phrase {
    /// The text in a language, with its places still open.
    #[must_use]
    pub const fn text(self, language: Language) -> &'static str {
        match language {
            Language::English => english::text(self),
            Language::Chinese => chinese::text(self),
        }
    }

    /// The phrase with its first place filled; a sentence takes the others.
    #[must_use]
    pub fn with(self, place: &'static str, value: impl Display) -> Sentence {
        Sentence::from(self).with(place, value)
    }
}

/// A phrase with its places filled, to be told in whatever language is chosen when it is read.
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
        debug_assert!(places.iter().map(|place| place.0).eq(self.phrase.places().iter().copied()), "{self:?}");
        fill(self.phrase.text(language), &places)
    }
}

impl From<Phrase> for Sentence {
    fn from(phrase: Phrase) -> Self {
        Self { phrase, places: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pathfinding::language::assert_translated;

    #[test]
    fn every_phrase_has_its_places_in_every_language() {
        let keys = ["Shift", "Ctrl", "Tab", "Esc", "Home", "End"];
        let values = ["assets", "levels", "en", "zh", "off", "order", "event", "expansion", "layer"];
        let breakpoints = ["opened", "closed", "relaxed", "reopened", "goal"];
        let letters = ["dx", "dy", "ne", "se", "sw", "nw"];
        let names = [&keys[..], &values, &breakpoints, &letters].concat();
        for &phrase in Phrase::ALL {
            assert_translated(&phrase, phrase.places(), &names, |language| phrase.text(language));
        }
    }

    /// An arrow of an English sentence was shown as an empty box.
    #[test]
    fn the_bundled_face_has_every_character_of_the_english_texts() {
        use bevy_egui::egui;
        let context = egui::Context::default();
        context.run_ui(egui::RawInput::default(), |_| {}).textures_delta.clear();
        let library = crate::pathfinding::language::all_texts(Language::English);
        for text in Phrase::ALL.iter().map(|phrase| phrase.text(Language::English)).chain(library) {
            let font = egui::FontId::proportional(13.0);
            let missing: String =
                text.chars().filter(|letter| !context.fonts_mut(|fonts| fonts.has_glyph(&font, *letter))).collect();
            assert_eq!(missing, "", "in {text:?}");
        }
    }

    #[test]
    fn a_sentence_is_told_in_any_language() {
        let sentence = Phrase::Replanned.with("count", 2).with("all", 3);
        assert_eq!(sentence.tell(Language::English), "Re-planned 2 of 3 walking: the edit lay across their way.");
        assert!(sentence.tell(Language::Chinese).contains('2'));
        assert_eq!(Sentence::from(Phrase::NoAgentSelected).tell(Language::English), "No agent is selected.");
    }
}
