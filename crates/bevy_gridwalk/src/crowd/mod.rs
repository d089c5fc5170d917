//! Agents that share a crowd: they join it, are sent, walk and leave, and follow edits of their
//! map.

mod edits;
mod members;
mod orders;
mod tick;

use crate::engine::prelude::*;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::query::Allow;
use bevy_ecs::schedule::InternedScheduleLabel;

use crate::in_crowd::{CrowdNews, CrowdReport};
use crate::map::maps;
use crate::walking::{leaving, place};
use crate::{
    CrowdOptions, CrowdStateChanged, Crowds, InCrowd, PathfindingSystems, requests, walking,
};

pub(crate) fn plugin(app: &mut App, schedule: InternedScheduleLabel) {
    use PathfindingSystems::{Accept, ApplyEdits, Follow};
    app.init_resource::<Crowds>()
        .init_resource::<CrowdNews>()
        .init_resource::<CrowdOptions>()
        .init_resource::<CrowdReport>()
        .add_message::<CrowdStateChanged>()
        .add_observer(members::leave_the_crowd)
        .add_observer(members::leave_while_disabled)
        .add_observer(members::lose_the_kind)
        .configure_sets(
            schedule,
            (
                CrowdSystems::Edit
                    .after(maps::register_kinds)
                    .after(leaving::leave_maps)
                    .before(place::read_transforms)
                    .in_set(ApplyEdits),
                CrowdSystems::Join
                    .before(requests::read_move_to)
                    .in_set(Accept),
                CrowdSystems::Order
                    .after(requests::take_next_goal)
                    .before(requests::accept_requests)
                    .in_set(Accept),
                CrowdSystems::Step
                    .after(walking::follow_path)
                    .in_set(Follow),
            )
                .distributive_run_if(are_in_crowd),
        )
        .add_systems(
            schedule,
            (
                (
                    members::leave_crowds,
                    edits::follow_edits,
                    edits::report_taken_back,
                )
                    .chain()
                    .in_set(CrowdSystems::Edit),
                (members::resume_crowds, members::join_crowds)
                    .chain()
                    .in_set(CrowdSystems::Join),
                orders::take_orders.in_set(CrowdSystems::Order),
                (tick::set_paces, tick::take_pops, tick::tick_crowds)
                    .chain()
                    .in_set(CrowdSystems::Step),
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
