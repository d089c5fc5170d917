//! State of the player: speed, step size and breakpoints.

use core::time::Duration;

use bevy::prelude::*;
use gridwalk_explain::{Breakpoint, Language};

use crate::app::command::{StepSize, Toggle};
use crate::app::{Phrase, Sentence, Toggles};

/// State of the player.
#[derive(Resource, Clone, Debug, Default)]
pub struct Playback {
    /// Whether the player runs.
    pub playing: bool,
    /// The speed.
    pub speed: Speed,
    /// Whether the user chose the speed; otherwise it follows from the number of steps.
    speed_is_chosen: bool,
    /// The length of one step.
    pub step: StepSize,
    /// The breakpoints.
    pub stops: Vec<Breakpoint>,
    /// Whether start or goal is being dragged.
    pub dragging: bool,
    /// Fraction of a step that is due.
    due_fraction: f64,
    /// The time at which playing reached the end.
    pub(super) ended: Option<Duration>,
}

impl Playback {
    /// Starts to play this number of steps at a speed that can be followed, unless motion is
    /// reduced.
    pub(super) fn begin_steps(&mut self, steps: u64, toggles: &Toggles) {
        self.playing = !toggles.is_on(Toggle::ReducedMotion);
        self.reset_clock();
        if !self.speed_is_chosen {
            self.speed = Speed::for_steps(steps);
        }
    }

    /// Adds a time in seconds, and returns the whole steps that are due; their fraction is kept.
    /// `all` is the total number of steps.
    #[expect(clippy::cast_precision_loss, reason = "a speed")]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "steps of a search in memory"
    )]
    pub(super) fn steps_due(&mut self, seconds: f64, all: u64) -> u64 {
        // The fastest speed takes two seconds for all steps, or less for a short search.
        let per_second = self
            .speed
            .per_second()
            .map_or((all as f64 / 2.0).max(1_000_000.0), f64::from);
        self.due_fraction += per_second * seconds;
        let due = self.due_fraction.floor();
        self.due_fraction -= due;
        due as u64
    }

    /// Discards the fraction of a step and the time of the end.
    pub(super) fn reset_clock(&mut self) {
        self.due_fraction = 0.0;
        self.ended = None;
    }

    pub(super) fn choose_speed(&mut self, notch: u8) {
        self.speed = Speed::from_notch(notch);
        debug!("watch: speed {notch} of {}", Speed::FASTEST.notch());
        self.speed_is_chosen = true;
    }

    /// Changes the speed by this number of notches.
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
        debug!(
            "watch: breakpoint {change}: {}",
            Sentence::from(stop).tell(Language::English)
        );
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

/// Speed in steps per second, as a notch of a logarithmic scale; the last notch is as fast as
/// possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Speed(u8);

impl Default for Speed {
    fn default() -> Self {
        Self(6)
    }
}

impl Speed {
    /// Steps per second of each notch.
    const NOTCHES: [u32; 19] = [
        1, 2, 3, 5, 8, 12, 20, 30, 50, 80, 120, 200, 500, 1000, 2000, 5000, 10_000, 50_000, 100_000,
    ];
    /// The fastest notch: the whole recording in two seconds, but at least a million steps per
    /// second.
    pub const FASTEST: Self = Self(19);

    /// Returns the notch, from 0 to that of [`Speed::FASTEST`].
    #[must_use]
    pub const fn notch(self) -> u8 {
        self.0
    }

    /// Returns the speed of a notch; larger notches give the fastest speed.
    #[must_use]
    pub const fn from_notch(notch: u8) -> Self {
        if notch > Self::FASTEST.0 {
            Self::FASTEST
        } else {
            Self(notch)
        }
    }

    /// Returns the speed at which this number of steps takes closest to 14 seconds.
    ///
    /// The time is between 10 and 20 seconds where the notches allow it.
    #[must_use]
    pub fn for_steps(steps: u64) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "a speed")]
        let distance = |notch: &u8| {
            let per_second = Self::NOTCHES[usize::from(*notch)];
            (steps.max(1) as f64 / f64::from(per_second) / 14.0)
                .ln()
                .abs()
        };
        let notches = 0..Self::FASTEST.0;
        Self(
            notches
                .min_by(|a, b| distance(a).total_cmp(&distance(b)))
                .unwrap_or_default(),
        )
    }

    /// Returns the steps per second; `None` for as fast as possible.
    #[must_use]
    pub fn per_second(self) -> Option<u32> {
        Self::NOTCHES.get(usize::from(self.0)).copied()
    }
}
