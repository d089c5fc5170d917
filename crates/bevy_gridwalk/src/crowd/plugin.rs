//! The systems of crowds, and when they run.

use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::query::Allow;
use bevy_ecs::schedule::InternedScheduleLabel;

use super::{edits, join, leave, orders, pops, resume, tick};
use crate::engine::prelude::*;
use crate::in_crowd::{CrowdNews, CrowdReport};
use crate::{
    CrowdOptions, CrowdStateChanged, Crowds, InCrowd, PathfindingSystems, follow, learn_kinds, place, request, travel,
};

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
        .configure_sets(
            schedule,
            (
                CrowdSystems::Edit
                    .after(learn_kinds::learn_kinds)
                    .after(travel::leave_maps)
                    .before(place::read_transforms)
                    .in_set(ApplyEdits),
                CrowdSystems::Join.before(request::read_move_to).in_set(Accept),
                CrowdSystems::Order.after(request::take_next_goal).before(request::accept_requests).in_set(Accept),
                CrowdSystems::Step.after(follow::follow_path).in_set(Follow),
            )
                .distributive_run_if(are_in_crowd),
        )
        .add_systems(
            schedule,
            (
                (leave::leave_crowds, edits::follow_edits, edits::report_taken_back).chain().in_set(CrowdSystems::Edit),
                (resume::resume_crowds, join::join_crowds).chain().in_set(CrowdSystems::Join),
                orders::take_orders.in_set(CrowdSystems::Order),
                (tick::set_paces, pops::take_pops, tick::tick_crowds).chain().in_set(CrowdSystems::Step),
            ),
        );
}

/// The parts of a tick that are about crowds. Without agents in a crowd none of them runs.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum CrowdSystems {
    Edit,
    Join,
    Order,
    Step,
}

/// Whether agents are in a crowd, want to be, or have just left one.
fn are_in_crowd(agents: Query<(), (With<InCrowd>, Allow<Disabled>)>, crowds: Res<Crowds>) -> bool {
    !agents.is_empty() || !crowds.is_empty()
}
