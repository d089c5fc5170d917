//! The speed of time for agents, and single ticks while they are paused.

use core::time::Duration;

use bevy::prelude::*;
use bevy_gridwalk::PathfindingSystems;

use super::state::{InHand, Paused};
use crate::app::command::Mode;

/// The speed of time for agents.
#[derive(Resource, Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Pace {
    /// Exponent of the speed factor, to the base 2.
    exponent: i8,
    /// Pending ticks while agents are paused.
    ticks: u32,
}

/// Maximum exponent, up and down.
const MOST: i8 = 3;

/// Maximum time that a frame catches up on after a slow one.
const LONGEST_FRAME: Duration = Duration::from_millis(250);

impl Pace {
    /// Returns the speed factor relative to real time.
    #[must_use]
    pub fn speed(self) -> f32 {
        f32::from(self.exponent).exp2()
    }

    /// Whether time passes at normal speed.
    #[must_use]
    pub const fn is_normal(self) -> bool {
        self.exponent == 0
    }

    /// Returns the speed factor as text: a whole number or a fraction.
    #[must_use]
    pub fn text(self) -> String {
        let part = 1 << self.exponent.unsigned_abs();
        if self.exponent < 0 { format!("1/{part}") } else { part.to_string() }
    }

    /// Whether single ticks are pending.
    #[must_use]
    pub const fn is_stepping(self) -> bool {
        self.ticks > 0
    }

    /// Doubles or halves the speed, within its limits.
    pub(in crate::app) fn turn(&mut self, faster: bool) {
        self.exponent = (self.exponent + if faster { 1 } else { -1 }).clamp(-MOST, MOST);
    }

    /// Resets the speed to normal.
    pub(in crate::app) fn reset(&mut self) {
        self.exponent = 0;
    }

    /// Requests one more tick.
    pub(in crate::app) fn step(&mut self) {
        self.ticks += 1;
    }
}

pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<Pace>()
        .configure_sets(FixedUpdate, PathfindingSystems::Follow.run_if(agents_move))
        .add_systems(FixedUpdate, count_tick.after(PathfindingSystems::Follow).run_if(agents_move))
        .add_systems(Update, set_speed.run_if(resource_changed::<Pace>));
}

/// Whether time passes for agents.
fn agents_move(paused: Res<Paused>, pace: Res<Pace>, in_hand: Res<InHand>, mode: Res<Mode>) -> bool {
    (!paused.0 || pace.is_stepping()) && !in_hand.0 && *mode == Mode::Agents
}

fn count_tick(mut pace: ResMut<Pace>) {
    if pace.is_stepping() {
        pace.ticks -= 1;
    }
}

/// Sets the speed of time, and limits the catch-up after a slow frame.
///
/// The limit in ticks does not grow with the speed, and neither does the cost of a frame.
fn set_speed(pace: Res<Pace>, mut time: ResMut<Time<Virtual>>) {
    if time.relative_speed().to_bits() != pace.speed().to_bits() {
        time.set_relative_speed(pace.speed());
        time.set_max_delta(LONGEST_FRAME.div_f32(pace.speed().max(1.0)));
    }
}
