//! Sprites of agents, flags on their goals, and a ring around the selected agent.

use std::collections::HashMap;

use bevy::prelude::*;
use bevy::render::render_resource::TextureFormat;
use bevy_gridwalk::crowd_kernel::Crowd;
use bevy_gridwalk::{
    AgentKind, AgentMotion, AgentName, CrowdState, Crowds, FacePath, FailReason, GridAgent,
    GridLayout, Hold, PathFailed, PathStack, Planning, goal_of, position_of,
};
use gridwalk_level::Document;
use gridwalk_pathfinding::Cell;

use crate::app::command::Mode;
use crate::app::view::camera::CameraView;
use crate::app::view::canvas::{AGENT_LAYER, height, texture};
use crate::app::{AppSystems, Hovered, OpenDocument, Selection};
use crate::picture::{self, AgentSign, Picture, palette};

/// The program's drawings as images.
#[derive(Resource)]
pub struct AgentSprites {
    agent: Handle<Image>,
    quiet_agent: Handle<Image>,
    held_agent: Handle<Image>,
    quiet_held_agent: Handle<Image>,
    waiting_agent: Handle<Image>,
    blocked_agent: Handle<Image>,
    flag: Handle<Image>,
    quiet_flag: Handle<Image>,
    ring: Handle<Image>,
}

/// Marker of flags and of the ring around the selected agent.
#[derive(Component)]
pub struct Badge;

/// The agents whose paths and goals are drawn.
///
/// The selected agent is drawn strongly and the hovered one faintly. Other agents are drawn faintly
/// if there are few.
#[derive(Resource, Default)]
pub struct Followed {
    /// Agents drawn strongly.
    pub strong: Vec<Entity>,
    /// Agents drawn faintly.
    pub faint: Vec<Entity>,
}

/// Agents that have left their places in the level, with these places; empty outside of the editor.
///
/// The editor works on the places in the level, so it draws the agents there.
#[derive(Resource, Default)]
pub struct LevelPlaces(HashMap<Entity, Cell>);

/// Opacity in the editor of an agent at the position to which it has walked.
const GHOST: f32 = 0.3;

/// Maximum number of agents for which all paths are drawn.
const MAX_FAINT: usize = 24;

/// Ticks after which an agent of a crowd is drawn as one that waits; most waits are over before,
/// and would flash.
const LONG_WAIT: u64 = 20;

/// Minimum size of a drawn agent in logical pixels, so that it can be found on a large map.
const SMALLEST_AGENT: f32 = 14.0;

pub fn plugin(app: &mut App) {
    app.init_resource::<Followed>()
        .init_resource::<LevelPlaces>()
        .add_systems(Startup, draw_sprites)
        .add_systems(
            Update,
            (
                find_level_places,
                choose_followed,
                draw_new_agents,
                style_agents,
                place_badges,
            )
                .chain()
                .in_set(AppSystems::Draw),
        );
}

/// Returns `true` if an agent covers the cell, by its position rounded to whole cells.
pub fn covers(motion: &AgentMotion, kind: Option<&AgentKind>, cell: Cell) -> bool {
    let corner = motion.position.round().as_ivec2();
    let size = i32::from(AgentKind::size_of(kind));
    (corner.x..corner.x + size).contains(&cell.x) && (corner.y..corner.y + size).contains(&cell.y)
}

fn find_level_places(
    (mode, open): (Res<Mode>, Res<OpenDocument>),
    agents: Query<(Entity, &AgentName, &AgentMotion), With<GridAgent>>,
    mut places: ResMut<LevelPlaces>,
) {
    let places = &mut places.bypass_change_detection().0;
    places.clear();
    let Some(level) = open
        .document()
        .map(Document::level)
        .filter(|_| *mode == Mode::Edit)
    else {
        return;
    };
    let members = level.members();
    let at: HashMap<&str, Cell> = level
        .agents
        .iter()
        .chain(&members)
        .map(|agent| (agent.name.as_str(), agent.at))
        .collect();
    let here = |(agent, name, motion): (Entity, &AgentName, &AgentMotion)| {
        let place = *at.get(name.0.as_str())?;
        (motion.position != position_of(place)).then_some((agent, place))
    };
    places.extend(agents.iter().filter_map(here));
}

fn choose_followed(
    (selection, hovered): (Res<Selection>, Res<Hovered>),
    places: Res<LevelPlaces>,
    agents: Query<(Entity, &AgentMotion, Option<&AgentKind>), With<GridAgent>>,
    mut followed: ResMut<Followed>,
) {
    let pointed_at = |cell| {
        agents
            .iter()
            .find(|(_, motion, kind)| covers(motion, *kind, cell))
    };
    let pointed_at = hovered.0.and_then(pointed_at).map(|(agent, ..)| agent);
    followed.strong.clear();
    followed.strong.extend(selection.lead());
    if selection.agents().len() <= MAX_FAINT {
        followed.strong.extend(
            selection
                .agents()
                .iter()
                .copied()
                .filter(|agent| selection.lead() != Some(*agent)),
        );
    }
    followed.faint.clear();
    if agents.iter().take(MAX_FAINT + 1).count() <= MAX_FAINT {
        followed
            .faint
            .extend(agents.iter().map(|(agent, ..)| agent));
    } else {
        followed.faint.extend(pointed_at);
    }
    // In the editor, the path of an agent that has left its place is not part of the level.
    let Followed { strong, faint } = &mut *followed;
    faint.retain(|agent| !strong.contains(agent) && !places.0.contains_key(agent));
}

fn draw_sprites(mut commands: Commands, mut images: ResMut<Assets<Image>>) {
    let mut add = |Picture {
                       width,
                       height,
                       pixels,
                       ..
                   }| {
        images.add(texture(
            UVec2::new(width, height),
            pixels,
            TextureFormat::Rgba8UnormSrgb,
        ))
    };
    commands.insert_resource(AgentSprites {
        agent: add(picture::agent(96, palette::AGENT)),
        quiet_agent: add(picture::agent(96, palette::AGENT_QUIET)),
        held_agent: add(picture::held_agent(96, palette::AGENT)),
        quiet_held_agent: add(picture::held_agent(96, palette::AGENT_QUIET)),
        waiting_agent: add(picture::agent_with(96, palette::WAITING, AgentSign::Bars)),
        blocked_agent: add(picture::agent_with(
            96,
            palette::BLOCKED,
            AgentSign::Barrier,
        )),
        flag: add(picture::flag(96, palette::GOAL)),
        quiet_flag: add(picture::flag(96, palette::GOAL_QUIET)),
        ring: add(picture::ring(96, palette::ACCENT)),
    });
}

/// Returns the drawn side of an agent of this size in world units.
///
/// The drawing leaves a gap to the neighbouring cells, but is never smaller than the minimum.
fn drawn_size(cells: u8, layout: &GridLayout, view: &CameraView) -> f32 {
    (layout.cell_size().x * (f32::from(cells) - 0.14)).max(SMALLEST_AGENT * view.scale)
}

fn draw_new_agents(mut commands: Commands, new: Query<Entity, (With<GridAgent>, Without<Sprite>)>) {
    for agent in &new {
        commands
            .entity(agent)
            .insert((Sprite::default(), FacePath::Turn, AGENT_LAYER));
    }
}

/// Gives each agent its size, and the selected one its colour, above all others.
fn style_agents(
    sprites: Res<AgentSprites>,
    (selection, places): (Res<Selection>, Res<LevelPlaces>),
    layout: Res<GridLayout>,
    view: Res<CameraView>,
    (crowds, mode): (Res<Crowds>, Res<Mode>),
    mut agents: Query<
        (
            Entity,
            Option<&AgentKind>,
            (Option<&CrowdState>, Has<Hold>),
            &mut Sprite,
            &mut Transform,
        ),
        With<GridAgent>,
    >,
) {
    let now = crowds.of(None).map_or(0, Crowd::now);
    for (agent, kind, (state, is_held), mut sprite, mut transform) in &mut agents {
        let chosen = selection.contains(agent);
        let state = state.copied().filter(|_| *mode == Mode::Agents);
        let image = match (state, is_held) {
            (Some(CrowdState::Waiting { since, .. }), _)
                if now.saturating_sub(since) >= LONG_WAIT =>
            {
                &sprites.waiting_agent
            }
            (Some(CrowdState::Blocked { .. }), _) => &sprites.blocked_agent,
            (_, true) if chosen => &sprites.held_agent,
            (_, true) => &sprites.quiet_held_agent,
            _ if chosen => &sprites.agent,
            _ => &sprites.quiet_agent,
        };
        show(
            &mut sprite,
            image,
            drawn_size(AgentKind::size_of(kind), &layout, &view),
        );
        let color = Color::WHITE.with_alpha(if places.0.contains_key(&agent) {
            GHOST
        } else {
            1.0
        });
        if sprite.color != color {
            sprite.color = color;
        }
        let z = if chosen {
            height::CHOSEN_AGENT
        } else {
            height::AGENT
        };
        if transform.translation.z.to_bits() != z.to_bits() {
            transform.translation.z = z;
        }
    }
}

/// Updates a sprite only if it differs.
fn show(sprite: &mut Mut<Sprite>, image: &Handle<Image>, side: f32) {
    let size = Some(Vec2::splat(side));
    if sprite.image != *image || sprite.custom_size != size {
        sprite.image = image.clone();
        sprite.custom_size = size;
    }
}

/// Returns the goal of an agent, reachable or not; `None` if the agent is idle or was stopped.
fn goal(
    stack: Option<&PathStack>,
    planning: Option<&Planning>,
    failed: Option<&PathFailed>,
) -> Option<Cell> {
    let failed = failed.filter(|failed| failed.reason != FailReason::Cancelled);
    goal_of(stack, planning).or(failed.map(|failed| failed.goal))
}

/// Places a flag on each followed agent's goal, and a ring around the selected agent.
///
/// In the editor, each agent is also drawn at its place in the level. Sprites come from a pool and
/// are reused.
pub fn place_badges(
    mut commands: Commands,
    sprites: Res<AgentSprites>,
    (followed, selection, places): (Res<Followed>, Res<Selection>, Res<LevelPlaces>),
    layout: Res<GridLayout>,
    view: Res<CameraView>,
    agents: Query<
        (
            &Transform,
            Option<&AgentKind>,
            Option<&PathStack>,
            Option<&Planning>,
            Option<&PathFailed>,
        ),
        (With<GridAgent>, Without<Badge>),
    >,
    mut badges: Query<(&mut Transform, &mut Sprite, &mut Visibility), With<Badge>>,
) {
    let flag_size = (layout.cell_size().x * 0.9).max(SMALLEST_AGENT * view.scale);
    let flag = |agent: Entity, image, z| {
        let (_, kind, stack, planning, failed) = agents.get(agent).ok()?;
        let goal = goal(stack, planning, failed)?;
        let middle = layout.center(goal)
            + AgentKind::middle_of(kind) * Vec2::new(1.0, -1.0) * layout.cell_size().x;
        // The foot of the pole is in the middle of the cell.
        Some((
            (middle + flag_size * Vec2::new(0.16, 0.3)).extend(z),
            image,
            flag_size,
        ))
    };
    let middle = |agent: Entity, kind| {
        let place = *places.0.get(&agent)?;
        Some(layout.world(position_of(place) + AgentKind::middle_of(kind)))
    };
    let ring = |agent: Entity| {
        let (transform, kind, ..) = agents.get(agent).ok()?;
        // The gap between ring and disc is the same for every size.
        let size = drawn_size(AgentKind::size_of(kind), &layout, &view)
            + drawn_size(1, &layout, &view) * 0.42;
        let at = middle(agent, kind).unwrap_or(transform.translation.truncate());
        Some((at.extend(height::RING), &sprites.ring, size))
    };
    let standing = places.0.keys().filter_map(|agent| {
        let (_, kind, ..) = agents.get(*agent).ok()?;
        let chosen = selection.contains(*agent);
        let (image, z) = if chosen {
            (&sprites.agent, height::CHOSEN_AGENT)
        } else {
            (&sprites.quiet_agent, height::AGENT)
        };
        Some((
            middle(*agent, kind)?.extend(z),
            image,
            drawn_size(AgentKind::size_of(kind), &layout, &view),
        ))
    });
    let faint = followed
        .faint
        .iter()
        .filter_map(|agent| flag(*agent, &sprites.quiet_flag, height::QUIET_FLAG));
    let strong = followed
        .strong
        .iter()
        .filter_map(|agent| flag(*agent, &sprites.flag, height::FLAG));
    let rings = selection.agents().iter().filter_map(|agent| ring(*agent));
    let mut pool = badges.iter_mut();
    for (placed, image, size) in faint.chain(strong).chain(standing).chain(rings) {
        let Some((mut transform, mut sprite, mut visibility)) = pool.next() else {
            let sprite = Sprite {
                image: image.clone(),
                custom_size: Some(Vec2::splat(size)),
                ..default()
            };
            commands.spawn((
                Badge,
                sprite,
                Transform::from_translation(placed),
                AGENT_LAYER,
            ));
            continue;
        };
        visibility.set_if_neq(Visibility::Inherited);
        show(&mut sprite, image, size);
        transform.set_if_neq(Transform::from_translation(placed));
    }
    for (_, _, mut visibility) in pool {
        visibility.set_if_neq(Visibility::Hidden);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stopped_agent_has_no_goal_and_a_failed_one_has() {
        let failed = |reason| PathFailed::new(Entity::PLACEHOLDER, Cell::new(3, 4), reason);
        assert_eq!(goal(None, None, Some(&failed(FailReason::Cancelled))), None);
        assert_eq!(
            goal(None, None, Some(&failed(FailReason::Unreachable))),
            Some(Cell::new(3, 4))
        );
    }

    #[test]
    fn a_large_agent_is_pointed_at_in_all_of_its_area() {
        let kind = AgentKind(std::sync::Arc::new(gridwalk_pathfinding::AgentProfile {
            size: 3,
            ..default()
        }));
        let motion = AgentMotion::standing(Cell::new(5, 2));
        assert!(
            covers(&motion, Some(&kind), Cell::new(7, 4))
                && !covers(&motion, Some(&kind), Cell::new(8, 4))
        );
        assert!(covers(&motion, None, Cell::new(5, 2)) && !covers(&motion, None, Cell::new(6, 2)));
    }

    #[test]
    fn the_path_of_the_selected_agent_alone_is_drawn_strongly() {
        use bevy::ecs::system::RunSystemOnce;
        let mut world = World::new();
        world.init_resource::<Followed>();
        world.init_resource::<LevelPlaces>();
        let agents: Vec<Entity> = (0..30)
            .map(|x| world.spawn(GridAgent::at(Cell::new(x, 0), 1.0)).id())
            .collect();
        world.insert_resource(Selection::of(agents[3]));
        world.insert_resource(Hovered(Some(Cell::new(7, 0))));
        let followed = |world: &mut World| {
            world.run_system_once(choose_followed).unwrap();
            let followed = world.resource::<Followed>();
            (followed.strong.clone(), followed.faint.clone())
        };
        assert_eq!(followed(&mut world), (vec![agents[3]], vec![agents[7]]));
        for agent in &agents[10..] {
            world.despawn(*agent);
        }
        let (strong, faint) = followed(&mut world);
        assert_eq!(
            (strong, faint.len()),
            (vec![agents[3]], 9),
            "few others are drawn faintly"
        );
    }
}
