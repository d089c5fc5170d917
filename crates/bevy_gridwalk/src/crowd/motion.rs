//! The motion of agents of a crowd: how fast they step, and the curve that a step is.

use std::num::NonZeroU16;

use gridwalk_crowd::Step;

use crate::engine::prelude::*;
use crate::follow::can_walk;
use crate::layout::position_of;
use crate::{GridAgent, GridLayout};

/// The pace of an agent in ticks of its crowd.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pace {
    /// Ticks that a straight step onto terrain of cost 1 takes.
    Ticks(NonZeroU16),
    /// It stands, and cannot be pushed.
    Stands,
}

impl Pace {
    pub const fn ticks(self) -> Option<NonZeroU16> {
        match self {
            Self::Ticks(ticks) => Some(ticks),
            Self::Stands => None,
        }
    }
}

/// The pace for a speed: the whole number of ticks nearest to what a cell takes.
///
/// A speed in world units counts along the longer side of a cell.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "casts of floats saturate")]
pub(super) fn pace_of(GridAgent { speed }: GridAgent, in_world: Option<&GridLayout>, fixed: &Time<Fixed>) -> Pace {
    if !can_walk(speed) || speed == 0.0 {
        return Pace::Stands;
    }
    let cells = in_world.map_or(speed, |layout| speed / layout.cell_size().max_element());
    let ticks = (1.0 / (f64::from(cells) * fixed.timestep().as_secs_f64())).round() as u16;
    Pace::Ticks(NonZeroU16::new(ticks).unwrap_or(NonZeroU16::MIN))
}

/// The place of an agent on its way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Place {
    /// Its position in cells.
    pub position: Vec2,
    /// The direction in which it moves; `None` at rest.
    pub ahead: Option<Vec2>,
    /// The step is not over.
    pub is_moving: bool,
}

/// The place on a step at a moment, in ticks of the crowd. `before` is the step that led there without a pause.
///
/// The curve passes the middles of both cells. It begins in the mean direction of both steps and ends in that of the
/// new one, so an agent turns smoothly, and is in its cell when its step is over.
#[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "a step takes few ticks")]
pub(super) fn place_on(step: &Step, before: Option<(i32, i32)>, moment: f64) -> Place {
    let to = position_of(step.to);
    if step.from == step.to {
        return Place { position: to, ahead: None, is_moving: false };
    }
    let length = step.end.saturating_sub(step.begin).max(1) as f64;
    let part = ((moment - step.begin as f64) / length).clamp(0.0, 1.0) as f32;
    let from = position_of(step.from);
    let way = to - from;
    let start = before.map_or(way, |(x, y)| (Vec2::new(x as f32, y as f32).normalize() * way.length() + way) / 2.0);
    let (square, cube) = (part * part, part * part * part);
    let ahead = start * (3.0 * square - 4.0 * part + 1.0) + way * (4.0 * part - 3.0 * square);
    if part >= 1.0 {
        return Place { position: to, ahead: Some(way), is_moving: false };
    }
    let position = from + start * (cube - 2.0 * square + part) + way * (2.0 * square - cube);
    Place { position, ahead: Some(ahead), is_moving: true }
}

#[cfg(test)]
mod tests {
    use gridwalk_crowd::AgentId;
    use gridwalk_pathfinding::Cell;

    use super::*;

    fn step(from: (i32, i32), to: (i32, i32)) -> Step {
        let [from, to] = [from, to].map(Cell::from);
        Step { agent: AgentId(0), from, to, begin: 8, end: 16 }
    }

    #[test]
    fn a_straight_step_is_a_line_at_one_speed() {
        let step = step((2, 3), (3, 3));
        for tick in 0..=8_u8 {
            let place = place_on(&step, Some((1, 0)), 8.0 + f64::from(tick));
            let expected = Vec2::new(2.0 + f32::from(tick) / 8.0, 3.0);
            assert!(place.position.distance(expected) < 1e-6, "{place:?}");
        }
    }

    #[test]
    fn a_turn_stays_near_its_line_and_ends_in_the_middle() {
        for (before, to) in [((1, 0), (2, 4)), ((0, -1), (3, 3)), ((1, 1), (2, 4)), ((-1, 0), (3, 3))] {
            let step = step((2, 3), to);
            let way = position_of(step.to) - position_of(step.from);
            for tick in 0..=8_u8 {
                let place = place_on(&step, Some(before), 8.0 + f64::from(tick));
                let aside = (place.position - position_of(step.from)).perp_dot(way).abs() / way.length();
                assert!(aside < 0.12, "{before:?} {to:?}: {aside}");
            }
            assert_eq!(place_on(&step, Some(before), 16.0).position, position_of(step.to));
            assert!(!place_on(&step, Some(before), 16.0).is_moving);
        }
    }
}
