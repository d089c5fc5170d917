//! The pace of time for agents: how fast it passes, and single ticks while it stands still.

use core::time::Duration;

use bevy::prelude::*;
use bevy_gridwalk::PathfindingSystems;

use super::state::{InHand, Paused};
use crate::app::command::Mode;

/// The pace of time for agents.
#[derive(Resource, Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Pace {
    /// Time passes 2 to the power of this times as fast as in the world.
    exponent: i8,
    /// Ticks that are still to be made although agents are paused.
    ticks: u32,
}

/// The largest exponent, up and down.
const MOST: i8 = 3;

/// Time that a frame may catch up with, however slow the one before it was.
const LONGEST_FRAME: Duration = Duration::from_millis(250);

impl Pace {
    /// How many times as fast as in the world time passes.
    #[must_use]
    pub fn speed(self) -> f32 {
        f32::from(self.exponent).exp2()
    }

    /// Whether it passes as in the world.
    #[must_use]
    pub const fn is_normal(self) -> bool {
        self.exponent == 0
    }

    /// The speed in words: whole numbers and fractions.
    #[must_use]
    pub fn text(self) -> String {
        let part = 1 << self.exponent.unsigned_abs();
        if self.exponent < 0 { format!("1/{part}") } else { part.to_string() }
    }

    /// Whether ticks are still to be made.
    #[must_use]
    pub const fn is_stepping(self) -> bool {
        self.ticks > 0
    }

    /// Time passes twice as fast, or half as fast.
    pub(in crate::app) fn turn(&mut self, faster: bool) {
        self.exponent = (self.exponent + if faster { 1 } else { -1 }).clamp(-MOST, MOST);
    }

    /// Time passes as in the world.
    pub(in crate::app) fn reset(&mut self) {
        self.exponent = 0;
    }

    /// One more tick is made.
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

/// However fast time passes, a slow frame is followed by as many ticks as ever: what they cost grows with neither.
fn set_speed(pace: Res<Pace>, mut time: ResMut<Time<Virtual>>) {
    if time.relative_speed().to_bits() != pace.speed().to_bits() {
        time.set_relative_speed(pace.speed());
        time.set_max_delta(LONGEST_FRAME.div_f32(pace.speed().max(1.0)));
    }
}
