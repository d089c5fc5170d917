//! Short messages at the lower edge of the map, one sentence each, about recent events.

use core::time::Duration;

use bevy::prelude::*;

use crate::app::{AppSystems, Phrase, Sentence};

/// The messages on screen, the newest last.
#[derive(Resource, Default, Debug)]
pub struct Notes {
    shown: Vec<Note>,
}

/// One message.
#[derive(Debug, Clone, PartialEq)]
pub struct Note {
    /// The sentence.
    pub sentence: Sentence,
    /// The outcome, which determines the colour of the message.
    pub outcome: NoteOutcome,
    left: Duration,
}

/// The outcome of the action that a message reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoteOutcome {
    /// The action was done.
    Done,
    /// No action was taken, and nothing is wrong.
    Nothing,
    /// The user should look at something.
    Warning,
}

/// The time for which a message is shown.
const STAY: Duration = Duration::from_secs(5);
/// Maximum number of messages on screen.
const MOST: usize = 3;

impl Notes {
    /// Reports an action that was done.
    pub fn say(&mut self, sentence: impl Into<Sentence>) {
        self.push(sentence.into(), NoteOutcome::Done);
    }

    /// Reports why no action was taken.
    pub fn tell(&mut self, sentence: impl Into<Sentence>) {
        self.push(sentence.into(), NoteOutcome::Nothing);
    }

    /// Reports something that the user should look at.
    pub fn warn(&mut self, sentence: impl Into<Sentence>) {
        self.push(sentence.into(), NoteOutcome::Warning);
    }

    fn push(&mut self, sentence: Sentence, outcome: NoteOutcome) {
        // A message replaces an older one with the same phrase, so that a changing number does not
        // fill the list.
        self.forget(sentence.phrase());
        self.shown.push(Note {
            sentence,
            outcome,
            left: STAY,
        });
        if self.shown.len() > MOST {
            self.shown.remove(0);
        }
    }

    /// Removes the message with this phrase, because it is no longer true.
    pub fn forget(&mut self, phrase: Phrase) {
        self.shown.retain(|note| note.sentence.phrase() != phrase);
    }

    /// Returns the messages, the newest last.
    #[must_use]
    pub fn shown(&self) -> &[Note] {
        &self.shown
    }
}

pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<Notes>()
        .add_systems(Update, forget_notes.in_set(AppSystems::Report));
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
