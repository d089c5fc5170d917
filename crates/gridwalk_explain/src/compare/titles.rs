//! Titles that tell searches apart: the values of the options in which they differ.

use gridwalk_pathfinding::{OptionChange, OptionKey, SearchOptions, Support};

use crate::Language;
use crate::language::{Describe, value_in};

/// Returns for each search the options in which it differs from others that also honour them.
///
/// The algorithm is not among these options.
#[must_use]
pub fn distinctions(all: &[&SearchOptions]) -> Vec<Vec<OptionChange>> {
    let honours = |options: &SearchOptions, key| options.algorithm.support(key) == Support::Honoured;
    let of = |options: &&SearchOptions| {
        let differs = |key: &OptionKey| {
            let differs = |other: &&&SearchOptions| honours(other, *key) && key.of(other) != key.of(options);
            *key != OptionKey::Algorithm && honours(options, *key) && all.iter().any(|other| differs(&other))
        };
        OptionKey::ALL.into_iter().filter(differs).map(|key| key.of(options)).collect()
    };
    all.iter().map(of).collect()
}

/// Returns these options in words, with their names.
#[must_use]
pub fn option_values(changes: &[OptionChange], language: Language) -> String {
    let value = |change: &OptionChange| {
        let (name, value) = (change.key().describe_in(language), value_in(change, language));
        let colon = if language == Language::Chinese { "：" } else { ": " };
        format!("{name}{colon}{value}")
    };
    language.list(changes.iter().map(value))
}
