//! The step size of the player.

use gridwalk_explain::Timeline;
use gridwalk_pathfinding::SearchEvent;
use serde::Deserialize;

use crate::app::Phrase;

/// The length of one step of the player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum StepSize {
    /// One event.
    Event,
    /// One expansion.
    #[default]
    Expansion,
    /// All expansions with the same f-value.
    Layer,
}

impl StepSize {
    /// All step sizes.
    pub const ALL: [Self; 3] = [Self::Event, Self::Expansion, Self::Layer];

    /// Returns the text of the button.
    #[must_use]
    pub const fn title(self) -> Phrase {
        match self {
            Self::Event => Phrase::ByEvent,
            Self::Expansion => Phrase::ByExpansion,
            Self::Layer => Phrase::ByLayer,
        }
    }

    /// Returns the position at which the step after this one ends.
    ///
    /// An expansion ends right before the next one, when all its successors are open.
    #[must_use]
    pub fn next(self, timeline: &Timeline, position: usize) -> usize {
        let end = timeline.len();
        match self {
            Self::Event => (position + 1).min(end),
            Self::Expansion => (position + 1..end).find(|&number| is_expansion(timeline, number)).unwrap_or(end),
            Self::Layer => timeline.next_layer(position),
        }
    }

    /// Returns the position at which the step before this one starts.
    #[must_use]
    pub fn previous(self, timeline: &Timeline, position: usize) -> usize {
        match self {
            Self::Event => position.saturating_sub(1),
            Self::Expansion => (0..position).rev().find(|&number| is_expansion(timeline, number)).unwrap_or(0),
            Self::Layer => timeline.previous_layer(position),
        }
    }
}

fn is_expansion(timeline: &Timeline, number: usize) -> bool {
    matches!(timeline.trace().event(number), Some(SearchEvent::Expanded { .. }))
}
