//! The languages of the sentences, and how a phrase becomes a sentence.

use std::fmt::Display;

use super::{Phrase, chinese, english};

/// In which language sentences are told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Simplified Chinese.
    Chinese,
}

impl Language {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::English, Self::Chinese];

    /// The code in settings and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Chinese => "zh",
        }
    }

    /// The sign on a small button.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::English => "EN",
            Self::Chinese => "中",
        }
    }

    /// The language of that code.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|language| language.name() == name)
    }

    /// The phrase with its places still open, as in `{cell}`.
    pub(super) const fn template(self, phrase: Phrase) -> &'static str {
        match self {
            Self::English => english::text(phrase),
            Self::Chinese => chinese::text(phrase),
        }
    }

    /// The phrase with its places filled.
    pub(super) fn say(self, phrase: Phrase, places: &[(&str, &dyn Display)]) -> String {
        debug_assert!(places.iter().map(|place| place.0).eq(phrase.places().iter().copied()), "{phrase:?}");
        let mut text = String::new();
        let mut rest = self.template(phrase);
        while let Some((before, after)) = rest.split_once('{') {
            let (name, after) = after.split_once('}').expect("tests read every template");
            let (_, value) = places.iter().find(|place| place.0 == name).expect("tests compare all names");
            text += before;
            text += &value.to_string();
            rest = after;
        }
        text + rest
    }

    /// A number of things, as one reads it in a sentence.
    pub(super) fn count(self, number: usize) -> String {
        match self {
            Self::English => english::NUMBERS.get(number).map_or_else(|| number.to_string(), |&word| word.to_owned()),
            Self::Chinese => number.to_string(),
        }
    }

    /// About how many characters of a line a step may take. Chinese ones are twice as wide.
    pub(super) const fn room(self) -> usize {
        match self {
            Self::English => 200,
            Self::Chinese => 120,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_phrase_has_its_places_in_every_language() {
        for language in Language::ALL {
            for &phrase in Phrase::ALL {
                let template = language.template(phrase);
                let mut found: Vec<_> =
                    template.split('{').skip(1).map(|rest| rest.split('}').next().unwrap()).collect();
                let mut wanted = phrase.places().to_vec();
                found.sort_unstable();
                wanted.sort_unstable();
                assert_eq!(found, wanted, "{phrase:?} in {language:?}: {template}");
                assert_eq!(template.matches('{').count(), template.matches('}').count(), "{template}");
                assert!(!template.is_empty(), "{phrase:?}");
            }
        }
    }

    #[test]
    fn no_phrase_is_left_untranslated() {
        for &phrase in Phrase::ALL {
            let text = Language::Chinese.template(phrase);
            // What stands outside the places, letters of the field aside.
            let outside: String = text.split('{').map(|part| part.rsplit('}').next().unwrap()).collect();
            let words = outside.split(|sign: char| !sign.is_ascii_alphabetic()).filter(|word| word.len() > 1);
            assert_eq!(words.collect::<Vec<_>>(), [""; 0], "{phrase:?}: {text}");
            assert!(Language::English.template(phrase).is_ascii() || text.contains('→'), "{phrase:?}");
        }
    }

    #[test]
    fn a_language_has_one_name() {
        for language in Language::ALL {
            assert_eq!(Language::from_name(language.name()), Some(language));
        }
        assert_eq!(Language::from_name("EN"), None);
    }
}
