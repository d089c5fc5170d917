//! Short messages at the lower edge of the map: what just happened, in one sentence.

use std::time::Duration;

use bevy::prelude::*;

use super::AppSystems;
use crate::plugin::{Relocated, Replanned};

/// Messages that are still to be read, the newest last.
#[derive(Resource, Default, Debug)]
pub struct Notes {
    shown: Vec<Note>,
}

/// One message.
#[derive(Debug, Clone, PartialEq)]
pub struct Note {
    /// What happened.
    pub text: String,
    /// Whether something needs attention.
    pub warning: bool,
    left: Duration,
}

/// How long a message stays.
const STAY: Duration = Duration::from_secs(5);
/// How many are seen at once.
const MOST: usize = 3;

impl Notes {
    /// Says something.
    pub fn say(&mut self, text: impl Into<String>) {
        self.push(text.into(), false);
    }

    /// Says something that needs attention.
    pub fn warn(&mut self, text: impl Into<String>) {
        self.push(text.into(), true);
    }

    fn push(&mut self, text: String, warning: bool) {
        // The same kind of news again replaces the old: a counter that runs, not a pile.
        let kind = |text: &str| text.split(|c: char| c.is_ascii_digit()).next().map(str::to_owned);
        self.shown.retain(|note| kind(&note.text) != kind(&text));
        self.shown.push(Note { text, warning, left: STAY });
        if self.shown.len() > MOST {
            self.shown.remove(0);
        }
    }

    /// The messages, the newest last.
    #[must_use]
    pub fn shown(&self) -> &[Note] {
        &self.shown
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Notes>().add_systems(
        Update,
        (forget_notes, tell_of_edits).chain().in_set(AppSystems::Report).before(super::levels::report_shown),
    );
}

fn forget_notes(time: Res<Time<Real>>, mut notes: ResMut<Notes>) {
    if notes.shown.is_empty() {
        return;
    }
    let delta = time.delta();
    for note in &mut notes.shown {
        note.left = note.left.saturating_sub(delta);
    }
    notes.shown.retain(|note| !note.left.is_zero());
}

fn tell_of_edits(
    mut replanned: MessageReader<Replanned>,
    mut relocated: MessageReader<Relocated>,
    mut notes: ResMut<Notes>,
) {
    for sum in replanned.read().filter(|sum| sum.crossed > 0) {
        let all = sum.crossed + sum.kept + sum.hopeful;
        let whose = if sum.crossed == 1 { "its way" } else { "their ways" };
        notes.say(format!("Re-planned {} of {all} walking: {whose} crossed the edit.", sum.crossed));
    }
    for moved in relocated.read() {
        notes.warn(format!("A wall came down on {}: the agent there was moved to {}.", moved.from, moved.to));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn news_of_one_kind_replaces_the_old_and_few_are_shown() {
        let mut notes = Notes::default();
        notes.say("Re-planned 1 of 4.");
        notes.say("Re-planned 2 of 4.");
        assert_eq!(notes.shown().len(), 1);
        for text in ["a", "b", "c", "d"] {
            notes.warn(text);
        }
        assert_eq!(notes.shown().len(), MOST);
        assert_eq!(notes.shown()[MOST - 1].text, "d");
    }
}
