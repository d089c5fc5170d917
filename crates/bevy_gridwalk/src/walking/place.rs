//! Synchronisation of agents with their `Transform`.
//!
//! The positions set by the game are read when a tick begins; the agents' positions are drawn after
//! it.

use std::f32::consts::{PI, TAU};

use crate::engine::prelude::*;
use bevy_ecs::entity::EntityHashMap;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::query::Allow;
use bevy_ecs::schedule::InternedScheduleLabel;
use bevy_ecs::system::SystemParam;
use bevy_math::Affine3A;
use gridwalk_pathfinding::Cell;

use crate::agent::DrawnTransform;
use crate::engine::PathfindingSchedule;
use crate::inbox::Inbox;
use crate::layout::{cell_at, position_of};
use crate::map::maps::{Layouts, Maps, register_kinds};
use crate::messages::may_end;
use crate::{
    AgentCell, AgentKind, AgentMotion, CrowdMember, Crowds, FacePath, FailReason, GridAgent,
    GridLayout, OnMap, PathFailed, PathOnly, PathRequest, PathStack, PathfindingSystems,
    PlaceAgent, PlaceRefused, PlanCause, Planning, goal_of, inbox,
};

/// Whether agents walked in the newest tick; otherwise they are drawn without interpolation.
#[derive(Resource, Default)]
pub(crate) struct Walked(pub bool);

pub(crate) fn plugin(app: &mut App, schedule: InternedScheduleLabel) {
    inbox::accept::<PlaceAgent>(app);
    inbox::keep::<PlaceAgent, ()>(app);
    app.init_resource::<Walked>()
        .add_message::<PlaceRefused>()
        .add_systems(
            schedule,
            (read_transforms, put_agents)
                .chain()
                .after(register_kinds)
                .in_set(PathfindingSystems::ApplyEdits),
        );
    if PathfindingSchedule(schedule).is_fixed() {
        let after = RunFixedMainLoopSystems::AfterFixedMainLoop;
        app.configure_sets(RunFixedMainLoop, PathfindingSystems::Draw.in_set(after))
            .add_systems(
                RunFixedMainLoop,
                draw_agents.in_set(PathfindingSystems::Draw),
            );
    } else {
        app.configure_sets(
            schedule,
            PathfindingSystems::Draw.after(PathfindingSystems::Follow),
        )
        .add_systems(schedule, draw_agents.in_set(PathfindingSystems::Draw));
    }
}

/// The components that hold an agent's goal, or the goal of a failure that another place may end.
type GoalData<'a> = (
    Option<&'a PathStack>,
    Option<&'a Planning>,
    Option<&'a PathFailed>,
);

fn goal_of_data((stack, planning, failed): GoalData) -> Option<Cell> {
    goal_of(stack, planning).or(failed
        .filter(|failed| may_end(failed.reason))
        .map(|failed| failed.goal))
}

/// The kind, the map and the crowd of an agent.
type IdentityData<'a> = (
    Option<&'a AgentKind>,
    Option<&'a OnMap>,
    Option<&'a CrowdMember>,
);

/// The resources and messages with which agents are put on other cells.
#[derive(SystemParam)]
pub(crate) struct Putting<'w, 's> {
    commands: Commands<'w, 's>,
    maps: Maps<'w, 's>,
    crowds: ResMut<'w, Crowds>,
    requests: MessageWriter<'w, PathRequest>,
    refused: MessageWriter<'w, PlaceRefused>,
}

impl Putting<'_, '_> {
    /// Whether the agent can stand on the cell; if not, sends a [`PlaceRefused`].
    ///
    /// A crowd agent also takes the cell in its crowd.
    fn allows(&mut self, agent: Entity, (kind, on, member): IdentityData, cell: Cell) -> bool {
        let mut can = self.maps.of(on).can_stand(kind, cell);
        if let Some(member) = member.filter(|_| can.is_ok()) {
            can = self.crowds.place(agent, *member, cell);
        }
        if let Err(reason) = can {
            self.refused.write(PlaceRefused {
                agent,
                cell,
                reason,
            });
        }
        can.is_ok()
    }

    /// Lets the agent continue to its goal from its new place.
    fn resume_walk(&mut self, agent: Entity, identity: IdentityData, goal_data: GoalData) {
        if identity.2.is_some() {
            // The crowd knows its goal, and its stack follows it.
        } else if let Some(goal) = goal_of_data(goal_data) {
            self.requests
                .write(PathRequest::because(PlanCause::Placed, agent, goal));
        } else {
            self.commands.entity(agent).try_remove::<PathStack>();
        }
    }
}

/// Follows the game's changes to the `Transform` of agents.
pub(crate) fn read_transforms(
    mut putting: Putting,
    layouts: Layouts,
    world: TransformHelper,
    mut agents: ParamSet<(
        Query<
            (Entity, &Transform, &DrawnTransform),
            (
                With<GridAgent>,
                Or<(Changed<Transform>, Added<DrawnTransform>)>,
            ),
        >,
        Query<(
            (&Transform, Option<&ChildOf>, &mut DrawnTransform),
            (
                &mut AgentCell,
                &mut AgentMotion,
                IdentityData<'static>,
                Has<PathOnly>,
            ),
            GoalData<'static>,
        )>,
    )>,
) {
    // The plugin itself drew most of them there.
    let all = agents.p0();
    let moved = all
        .iter()
        .filter(|(_, transform, drawn)| **drawn != DrawnTransform::At(transform.translation));
    let moved: Vec<Entity> = moved.map(|(agent, ..)| agent).collect();
    for agent in moved {
        let mut agents = agents.p1();
        let Ok((
            (transform, child, mut drawn),
            (mut cell, mut motion, identity, game_walks),
            goal_data,
        )) = agents.get_mut(agent)
        else {
            continue;
        };
        let now = transform.translation;
        let layout = layouts.of(identity.1);
        let before = match *drawn {
            DrawnTransform::Unread(guess)
                if (motion.position, cell.0) != (guess, cell_at(guess)) =>
            {
                if motion.position == guess {
                    let at = cell.0;
                    stand(&mut cell, &mut motion, at);
                }
                *drawn = DrawnTransform::Never;
                DrawnTransform::Never
            }
            before => before,
        };
        let parent = child.and_then(|child| {
            Some(
                world
                    .compute_global_transform(child.parent())
                    .ok()?
                    .affine(),
            )
        });
        let is_moved = match before {
            DrawnTransform::Never if game_walks => false,
            DrawnTransform::Never => continue,
            DrawnTransform::Unread(_) => true,
            DrawnTransform::At(there) | DrawnTransform::Followed(there) => {
                is_moved(layout, parent.as_ref(), there, now)
            }
        };
        let follows = game_walks
            && (before.is_followed() || is_moved && !matches!(before, DrawnTransform::Unread(_)));
        drawn.set_if_neq(if follows {
            DrawnTransform::Followed(now)
        } else {
            DrawnTransform::At(now)
        });
        if !is_moved {
            continue;
        }
        let in_world = parent.map_or(now, |parent| parent.transform_point3(now));
        let position = layout.position_3d(in_world) - AgentKind::middle_of(identity.0);
        let to = cell_at(position);
        if matches!(before, DrawnTransform::Unread(_)) {
            cell.0 = to;
            *motion = AgentMotion {
                position,
                previous: position,
                ..*motion
            };
            continue;
        }
        if game_walks {
            let is_kept = || {
                identity
                    .2
                    .is_some_and(|member| putting.crowds.keeps(agent, *member, to))
            };
            if to == cell.0 || !is_kept() && !putting.allows(agent, identity, to) {
                continue;
            }
            stand(&mut cell, &mut motion, to);
            let strays = goal_data.0.is_none_or(|stack| !stack.is_near(to));
            if strays && goal_of_data(goal_data).is_some() {
                putting.resume_walk(agent, identity, goal_data);
            }
            continue;
        }
        // An agent that is pushed a little continues from there; on another cell it needs another
        // path.
        let is_near = to == cell.0 || motion.heading == Some(to);
        // A crowd agent is on the curve of its step again after the next tick.
        if is_near || putting.allows(agent, identity, to) {
            motion.position = position;
            motion.previous = position;
            if !is_near {
                cell.0 = to;
                motion.heading = None;
                putting.resume_walk(agent, identity, goal_data);
            }
        }
    }
}

/// Whether the game has moved the agent along the map; its height above the map is up to the game.
fn is_moved(layout: &GridLayout, parent: Option<&Affine3A>, there: Vec3, now: Vec3) -> bool {
    if there == now {
        return false;
    }
    let way = parent.map_or(now - there, |parent| parent.transform_vector3(now - there));
    layout.cells_along(way).abs().max_element() > 1e-4
}

/// Puts agents on the requested cells, and requests paths from there.
pub(crate) fn put_agents(
    mut putting: Putting,
    mut placed: Inbox<PlaceAgent>,
    mut failures: MessageWriter<PathFailed>,
    all: Query<(), Allow<Disabled>>,
    mut agents: Query<
        (
            &mut AgentCell,
            &mut AgentMotion,
            IdentityData<'static>,
            GoalData<'static>,
        ),
        With<GridAgent>,
    >,
) {
    for PlaceAgent { agent, cell: to } in placed.take() {
        let Ok((mut cell, mut motion, identity, goal_data)) = agents.get_mut(agent) else {
            failures.write(PathFailed {
                agent,
                goal: to,
                reason: FailReason::of_no_agent(all.contains(agent)),
            });
            continue;
        };
        if putting.allows(agent, identity, to) {
            stand(&mut cell, &mut motion, to);
            putting.resume_walk(agent, identity, goal_data);
        }
    }
}

/// Puts an agent at rest on a cell, with its present orientation.
pub(crate) fn stand(cell: &mut AgentCell, motion: &mut AgentMotion, to: Cell) {
    cell.0 = to;
    let facing = motion.facing;
    *motion = AgentMotion {
        facing,
        previous_facing: facing,
        ..AgentMotion::standing(to)
    };
}

/// The kind and the map of an agent that is drawn.
type PlaceParts<'a> = (Option<&'a AgentKind>, Option<&'a OnMap>);

/// Draws agents in the middle of the area that they cover.
///
/// The position is interpolated between the last two fixed steps if agents walked, or else the
/// newest one.
fn draw_agents(
    (schedule, walked): (Res<PathfindingSchedule>, Res<Walked>),
    fixed: Res<Time<Fixed>>,
    layouts: Layouts,
    mut agents: ParamSet<(
        (Query<(Entity, &ChildOf), With<GridAgent>>, TransformHelper),
        Query<
            (
                (
                    Entity,
                    &AgentMotion,
                    PlaceParts<'static>,
                    Option<&FacePath>,
                    Has<ChildOf>,
                ),
                (&mut Transform, &mut DrawnTransform),
            ),
            (With<GridAgent>, Without<PathOnly>),
        >,
    )>,
) {
    // If agents' systems did not run in the last fixed step, there is nothing to interpolate.
    let between = if schedule.is_fixed() && walked.0 {
        fixed.overstep_fraction()
    } else {
        1.0
    };
    let parents: EntityHashMap<Affine3A> = {
        let (children, world) = agents.p0();
        let parent = |(agent, child): (Entity, &ChildOf)| {
            Some((
                agent,
                world
                    .compute_global_transform(child.parent())
                    .ok()?
                    .affine(),
            ))
        };
        children.iter().filter_map(parent).collect()
    };
    for ((agent, motion, (kind, on), face, is_child), (mut transform, mut drawn)) in
        &mut agents.p1()
    {
        let layout = layouts.of(on);
        let parent = is_child.then(|| parents.get(&agent)).flatten();
        // Changes that the game has made since are read in the next tick.
        let is_read = match *drawn {
            DrawnTransform::Never => true,
            DrawnTransform::Unread(_) => false,
            DrawnTransform::At(there) | DrawnTransform::Followed(there) => {
                !is_moved(layout, parent, there, transform.translation)
            }
        };
        if !is_read {
            continue;
        }
        let position = motion.previous.lerp(motion.position, between) + AgentKind::middle_of(kind);
        let before = parent.map_or(transform.translation, |parent| {
            parent.transform_point3(transform.translation)
        });
        let in_world = layout.world_at_height_of(before, position);
        let placed = parent.map_or(in_world, |parent| {
            parent.inverse().transform_point3(in_world)
        });
        if transform.translation != placed {
            transform.translation = placed;
        }
        drawn.set_if_neq(DrawnTransform::At(placed));
        if let Some(face) = face {
            let turned = (motion.facing - motion.previous_facing + PI).rem_euclid(TAU) - PI;
            let ahead = layout.direction(motion.previous_facing + turned * between);
            turn(*face, ahead, layout.up(), transform);
        }
    }
}

/// Turns or mirrors an agent's `Transform` to face ahead.
fn turn(face: FacePath, ahead: Vec3, up: Vec3, mut transform: Mut<Transform>) {
    match face {
        FacePath::Turn => {
            let rotation = if up == Vec3::Z {
                Quat::from_rotation_z(ahead.y.atan2(ahead.x))
            } else {
                Transform::default().looking_to(ahead, up).rotation
            };
            if transform.rotation != rotation {
                transform.rotation = rotation;
            }
        }
        FacePath::Flip => {
            // Straight up or down, the scale stays as it is.
            let side = transform.scale.x.abs().copysign(ahead.x);
            if ahead.x.abs() > 1e-3 && transform.scale.x.to_bits() != side.to_bits() {
                transform.scale.x = side;
            }
        }
    }
}

/// Puts an agent that the game has walked on the middle of a cell, facing in the step's direction.
pub(crate) fn arrive_on(cell: &mut AgentCell, motion: &mut AgentMotion, to: Cell) {
    let ahead = position_of(to) - position_of(cell.0);
    let facing = if ahead == Vec2::ZERO {
        motion.facing
    } else {
        (-ahead.y).atan2(ahead.x)
    };
    cell.0 = to;
    *motion = AgentMotion {
        facing,
        previous_facing: facing,
        ..AgentMotion::standing(to)
    };
}
