//! The keys of levels in words: as an entry of the history, and as a loss in another format.

use gridwalk_explain::Language;
use gridwalk_level::LevelKey;
use gridwalk_pathfinding::KeepOffWalls;

use crate::app::common::words;
use crate::app::{Phrase, Sentence};

/// Returns the entry of the history for a key that was set to this value.
pub(super) fn step(key: &LevelKey, language: Language) -> String {
    let [step, _] = in_words(key, language);
    step.tell(language)
}

/// Returns the clause for a key that a copy in another format lacks.
pub(super) fn loss(key: &LevelKey, language: Language) -> Sentence {
    let [_, loss] = in_words(key, language);
    loss
}

/// Returns the entry of the history and the loss.
fn in_words(key: &LevelKey, language: Language) -> [Sentence; 2] {
    match key {
        LevelKey::Name(name) => {
            [Phrase::StepName, Phrase::LossName].map(|text| text.with("name", name))
        }
        LevelKey::About(_) => [Phrase::StepAbout.into(), Phrase::LossAbout.into()],
        LevelKey::Groups(groups) => {
            let names = language.list(groups.iter().map(|group| group.name.clone()));
            [
                Phrase::StepGroups.into(),
                Phrase::LossGroups.with("names", names),
            ]
        }
        LevelKey::KeepOffWalls(value) => [
            Phrase::StepKeepOffWalls.with("value", value.unwrap_or(KeepOffWalls::NONE)),
            Phrase::LossKeepOffWalls.into(),
        ],
        LevelKey::Options(_) => [Phrase::Options.into(), Phrase::Options.into()],
        LevelKey::Unreachable(policy) => [
            Phrase::StepUnreachable.with("policy", words::unreachable(*policy).text(language)),
            Phrase::LossUnreachable.into(),
        ],
        LevelKey::Crowd(true) => [Phrase::StepCrowd.into(), Phrase::LossCrowd.into()],
        LevelKey::Crowd(false) => [Phrase::StepNoCrowd.into(), Phrase::LossCrowd.into()],
        LevelKey::Click(_) => [Phrase::StepClick.into(), Phrase::LossClick.into()],
    }
}
