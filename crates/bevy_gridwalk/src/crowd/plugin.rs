//! The systems of crowds, and when they run.

use bevy_ecs::schedule::InternedScheduleLabel;

use super::{edits, join, leave, orders, pops, tick};
use crate::engine::prelude::*;
use crate::in_crowd::{CrowdNews, CrowdReport};
use crate::{CrowdOptions, CrowdStateChanged, Crowds, PathfindingSystems, learn_kinds, place, request, travel};

pub(crate) fn plugin(app: &mut App, schedule: InternedScheduleLabel) {
    use PathfindingSystems::{Accept, ApplyEdits, Follow};
    app.init_resource::<Crowds>()
        .init_resource::<CrowdNews>()
        .init_resource::<CrowdOptions>()
        .init_resource::<CrowdReport>()
        .add_message::<CrowdStateChanged>()
        .add_observer(leave::leave_the_crowd)
        .add_observer(leave::leave_while_disabled)
        .add_observer(leave::lose_the_kind)
        .add_systems(
            schedule,
            (leave::leave_crowds, edits::follow_edits, edits::report_taken_back)
                .chain()
                .after(learn_kinds::learn_kinds)
                .after(travel::leave_maps)
                .before(place::read_transforms)
                .in_set(ApplyEdits),
        )
        .add_systems(
            schedule,
            (
                join::join_crowds.before(request::read_move_to),
                orders::take_orders.after(request::take_next_goal).before(request::accept_requests),
            )
                .chain()
                .in_set(Accept),
        )
        .add_systems(schedule, (tick::set_paces, pops::take_pops, tick::tick_crowds).chain().in_set(Follow));
}
