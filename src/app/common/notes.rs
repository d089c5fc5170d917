//! Short messages at the lower edge of the map: what just happened, in one sentence.

use core::time::Duration;

use bevy::prelude::*;

use crate::app::{AppSystems, Phrase, Sentence};

/// Messages that are still to be read, the newest last.
#[derive(Resource, Default, Debug)]
pub struct Notes {
    shown: Vec<Note>,
}

/// One message.
#[derive(Debug, Clone, PartialEq)]
pub struct Note {
    /// What happened.
    pub sentence: Sentence,
    /// The outcome, which is the colour of its card.
    pub outcome: NoteOutcome,
    left: Duration,
}

/// The outcome of the action that a message is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoteOutcome {
    /// Something was done.
    Done,
    /// Nothing was done, and nothing is wrong.
    Nothing,
    /// Something needs attention.
    Warning,
}

/// How long a message stays.
const STAY: Duration = Duration::from_secs(5);
/// How many are seen at once.
const MOST: usize = 3;

impl Notes {
    /// Says what was done.
    pub fn say(&mut self, sentence: impl Into<Sentence>) {
        self.push(sentence.into(), NoteOutcome::Done);
    }

    /// Says why there was nothing to do.
    pub fn tell(&mut self, sentence: impl Into<Sentence>) {
        self.push(sentence.into(), NoteOutcome::Nothing);
    }

    /// Says something that needs attention.
    pub fn warn(&mut self, sentence: impl Into<Sentence>) {
        self.push(sentence.into(), NoteOutcome::Warning);
    }

    fn push(&mut self, sentence: Sentence, outcome: NoteOutcome) {
        // The same kind of news again replaces the old: a counter that runs, not a pile.
        self.forget(sentence.phrase());
        self.shown.push(Note { sentence, outcome, left: STAY });
        if self.shown.len() > MOST {
            self.shown.remove(0);
        }
    }

    /// What is no longer true is no longer shown.
    pub fn forget(&mut self, phrase: Phrase) {
        self.shown.retain(|note| note.sentence.phrase() != phrase);
    }

    /// The messages, the newest last.
    #[must_use]
    pub fn shown(&self) -> &[Note] {
        &self.shown
    }
}

pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<Notes>().add_systems(Update, forget_notes.in_set(AppSystems::Report));
}

pub(in crate::app) fn forget_notes(time: Res<Time<Real>>, mut notes: ResMut<Notes>) {
    if notes.shown.is_empty() {
        return;
    }
    let delta = time.delta();
    for note in &mut notes.shown {
        note.left = note.left.saturating_sub(delta);
    }
    notes.shown.retain(|note| !note.left.is_zero());
}
