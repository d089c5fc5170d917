//! How the player goes: how fast, how far in one step, and where it stops.

use core::time::Duration;

use bevy::prelude::*;
use gridwalk_explain::{Breakpoint, Language};

use crate::app::command::{StepSize, Toggle};
use crate::app::{Phrase, Sentence, Toggles};

/// How the player goes.
#[derive(Resource, Clone, Debug, Default)]
pub struct Playback {
    /// Whether it goes by itself.
    pub playing: bool,
    /// How fast.
    pub speed: Speed,
    /// Whether the user chose the speed; otherwise it follows from the length of what is played.
    speed_is_chosen: bool,
    /// How far one step goes.
    pub step: StepSize,
    /// Where it stops.
    pub stops: Vec<Breakpoint>,
    /// Whether start or goal are being dragged.
    pub dragging: bool,
    /// Steps that are due but not whole yet.
    due: f64,
    /// When it came to the end by playing.
    pub(super) ended: Option<Duration>,
}

impl Playback {
    /// Plays so many steps, as fast as can be followed, unless nothing is to move by itself.
    pub(super) fn begin_steps(&mut self, steps: u64, toggles: &Toggles) {
        self.playing = !toggles.is_on(Toggle::ReducedMotion);
        self.rest();
        if !self.speed_is_chosen {
            self.speed = Speed::for_steps(steps);
        }
    }

    /// How many whole steps are due after some more time, of so many in all.
    #[expect(clippy::cast_precision_loss, reason = "a speed")]
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "steps of a search in memory")]
    pub(super) fn steps_due(&mut self, seconds: f64, all: u64) -> u64 {
        // The fastest takes two seconds for all, and less for a short search.
        let per_second = self.speed.per_second().map_or((all as f64 / 2.0).max(1_000_000.0), f64::from);
        self.due += per_second * seconds;
        let due = self.due.floor();
        self.due -= due;
        due as u64
    }

    /// Nothing of a step is left over.
    pub(super) fn rest(&mut self) {
        self.due = 0.0;
        self.ended = None;
    }

    pub(super) fn choose_speed(&mut self, notch: u8) {
        self.speed = Speed::from_notch(notch);
        debug!("watch: speed {notch} of {}", Speed::FASTEST.notch());
        self.speed_is_chosen = true;
    }

    /// By so many notches.
    pub(super) fn change_speed(&mut self, by: i8) {
        self.choose_speed(self.speed.0.saturating_add_signed(by));
    }

    pub(super) fn toggle_stop(&mut self, stop: Breakpoint) {
        let known = self.stops.len();
        self.stops.retain(|other| *other != stop);
        let is_new = self.stops.len() == known;
        if is_new {
            self.stops.push(stop);
        }
        let change = if is_new { "set" } else { "removed" };
        debug!("watch: breakpoint {change}: {}", Sentence::from(stop).tell(Language::English));
    }
}

impl From<Breakpoint> for Sentence {
    fn from(stop: Breakpoint) -> Self {
        match stop {
            Breakpoint::Opened(cell) => Phrase::BreakOpened.with("x", cell.x).with("y", cell.y),
            Breakpoint::Closed(cell) => Phrase::BreakClosed.with("x", cell.x).with("y", cell.y),
            Breakpoint::Relaxed(cell) => Phrase::BreakRelaxed.with("x", cell.x).with("y", cell.y),
            Breakpoint::FAbove(cost) => Phrase::BreakFAbove.with("cost", cost),
            Breakpoint::GAbove(cost) => Phrase::BreakGAbove.with("cost", cost),
            Breakpoint::Reopened => Phrase::BreakReopened.into(),
            Breakpoint::Goal => Phrase::BreakGoal.into(),
        }
    }
}

/// Steps a second, on a logarithmic scale of notches; the last notch is as fast as possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Speed(u8);

impl Default for Speed {
    fn default() -> Self {
        Self(6)
    }
}

impl Speed {
    /// Steps a second of each notch.
    const NOTCHES: [u32; 19] =
        [1, 2, 3, 5, 8, 12, 20, 30, 50, 80, 120, 200, 500, 1000, 2000, 5000, 10_000, 50_000, 100_000];
    /// The fastest: the whole recording in about two seconds, but at least the last notch's speed.
    pub const FASTEST: Self = Self(19);

    /// From 0 to [`Speed::FASTEST`].
    #[must_use]
    pub const fn notch(self) -> u8 {
        self.0
    }

    /// The speed of a notch.
    #[must_use]
    pub const fn from_notch(notch: u8) -> Self {
        if notch > Self::FASTEST.0 { Self::FASTEST } else { Self(notch) }
    }

    /// The speed at which so many steps take about 14 seconds, from 10 to 20 as far as there are notches.
    #[must_use]
    pub fn for_steps(steps: u64) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "a speed")]
        let distance = |notch: &u8| {
            let per_second = Self::NOTCHES[usize::from(*notch)];
            (steps.max(1) as f64 / f64::from(per_second) / 14.0).ln().abs()
        };
        let notches = 0..Self::FASTEST.0;
        Self(notches.min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap_or_default())
    }

    /// Steps a second; `None` is as fast as possible.
    #[must_use]
    pub fn per_second(self) -> Option<u32> {
        Self::NOTCHES.get(usize::from(self.0)).copied()
    }
}
