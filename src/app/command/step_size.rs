//! How far one step of the player goes.

use gridwalk_explain::Timeline;
use gridwalk_pathfinding::SearchEvent;
use serde::Deserialize;

use crate::app::Phrase;

/// How far one step goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum StepSize {
    /// One event.
    Event,
    /// One expansion.
    #[default]
    Expansion,
    /// All expansions with the same f.
    Layer,
}

impl StepSize {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Event, Self::Expansion, Self::Layer];

    /// The name on the button.
    #[must_use]
    pub const fn title(self) -> Phrase {
        match self {
            Self::Event => Phrase::ByEvent,
            Self::Expansion => Phrase::ByExpansion,
            Self::Layer => Phrase::ByLayer,
        }
    }

    /// Where the step after this position ends. An expansion is over when everything that it opened is open:
    /// right before the next one.
    #[must_use]
    pub fn next(self, timeline: &Timeline, position: usize) -> usize {
        let end = timeline.len();
        match self {
            Self::Event => (position + 1).min(end),
            Self::Expansion => (position + 1..end).find(|&number| is_expansion(timeline, number)).unwrap_or(end),
            Self::Layer => timeline.next_layer(position),
        }
    }

    /// Where the step before this position ended.
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
