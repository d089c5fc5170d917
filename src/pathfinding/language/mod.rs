//! The languages of all sentences of this library, and how a phrase becomes a sentence.
//!
//! Every sentence is one `Phrase` with named places, and the texts of one language stand in one file. A new
//! language is one more such file and a variant of [`Language`]: what it lacks does not compile.

mod chinese;
mod english;
mod phrase;

use std::fmt::Display;

pub(super) use phrase::Phrase;
// The window has texts of its own, in the same form.
#[cfg(feature = "app")]
pub(crate) use phrase::phrases;

/// In which language sentences are told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Simplified Chinese.
    Chinese,
}

/// All texts of a language, with their places still open.
#[cfg(all(test, feature = "app"))]
pub(crate) fn all_texts(language: Language) -> impl Iterator<Item = &'static str> {
    Phrase::ALL.iter().map(move |phrase| language.template(*phrase))
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

    /// The language of that code.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|language| language.name() == name)
    }

    /// A phrase without places.
    pub(super) const fn text(self, phrase: Phrase) -> &'static str {
        debug_assert!(phrase.places().is_empty());
        self.template(phrase)
    }

    /// The phrase with its places still open, as in `{cell}`.
    const fn template(self, phrase: Phrase) -> &'static str {
        match self {
            Self::English => english::text(phrase),
            Self::Chinese => chinese::text(phrase),
        }
    }

    /// The phrase with its places filled.
    pub(super) fn say(self, phrase: Phrase, places: &[(&str, &dyn Display)]) -> String {
        debug_assert!(places.iter().map(|place| place.0).eq(phrase.places().iter().copied()), "{phrase:?}");
        fill(self.template(phrase), places)
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

/// A text with its places, as in `{cell}`, filled by their names.
pub(crate) fn fill(template: &str, places: &[(&str, &dyn Display)]) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}').expect("tests read every template");
        let (_, value) = places.iter().find(|place| place.0 == name).expect("tests compare all names");
        text += before;
        text += &value.to_string();
        rest = after;
    }
    text + rest
}

/// Whether a text is there in every language, with all its places and no other, and no word of it in the wrong one;
/// some names are the same in all.
#[cfg(test)]
pub(crate) fn assert_translated(
    phrase: &dyn std::fmt::Debug,
    places: &[&str],
    names: &[&str],
    template: impl Fn(Language) -> &'static str,
) {
    let mut wanted = places.to_vec();
    wanted.sort_unstable();
    for language in Language::ALL {
        let text = template(language);
        let mut found: Vec<_> = text.split('{').skip(1).map(|rest| rest.split('}').next().unwrap()).collect();
        found.sort_unstable();
        assert_eq!(found, wanted, "{phrase:?} in {language:?}: {text}");
        assert_eq!(text.matches('{').count(), text.matches('}').count(), "{text}");
        assert!(!text.is_empty(), "{phrase:?} in {language:?}");
        // What stands outside the places, letters of the field aside.
        let outside: String = text.split('{').map(|part| part.rsplit('}').next().unwrap()).collect();
        let is_chinese =
            |sign: char| ('\u{3000}'..='\u{9FFF}').contains(&sign) || ('\u{FF00}'..='\u{FFEF}').contains(&sign);
        if language == Language::English {
            assert!(!outside.contains(is_chinese), "{phrase:?}: {text}");
        } else {
            let words = outside.split(|sign: char| !sign.is_ascii_alphabetic());
            let words: Vec<_> = words.filter(|word| word.len() > 1 && !names.contains(word)).collect();
            assert_eq!(words, [""; 0], "{phrase:?}: {text}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_phrase_has_its_places_in_every_language() {
        for &phrase in Phrase::ALL {
            assert_translated(&phrase, phrase.places(), &["Dijkstra", "IDA", "Theta"], |language| {
                language.template(phrase)
            });
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
