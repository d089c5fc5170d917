//! Agents as sprites, with a ring around the selected one; the plugin moves them.

use bevy::asset::RenderAssetUsages;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};

use super::{AGENT_LAYER, height};
use crate::app::camera::View;
use crate::app::{AppSystems, Selection};
use crate::picture::{self, Picture, palette};
use crate::plugin::{AgentCell, GridAgent, GridLayout, PathFailed, PathStack, Planning};

/// Our drawings as images.
#[derive(Resource)]
pub(super) struct AgentSprites {
    agent: Handle<Image>,
    quiet_agent: Handle<Image>,
    flag: Handle<Image>,
    quiet_flag: Handle<Image>,
    ring: Handle<Image>,
}

/// The ring around the selected agent.
#[derive(Component)]
pub(super) struct SelectionRing;

/// The flag on the goal of an agent.
#[derive(Component)]
struct GoalFlag {
    agent: Entity,
}

/// Logical pixels below which an agent is not drawn smaller, so that it can be found on a large map.
const SMALLEST_AGENT: f32 = 14.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, draw_sprites)
        .add_systems(Update, (dress_agents, color_agents, plant_flags, place_ring).chain().in_set(AppSystems::Draw));
}

fn image(picture: Picture) -> Image {
    let size = Extent3d { width: picture.width, height: picture.height, depth_or_array_layers: 1 };
    let format = TextureFormat::Rgba8UnormSrgb;
    Image::new(size, TextureDimension::D2, picture.pixels, format, RenderAssetUsages::RENDER_WORLD)
}

fn draw_sprites(mut commands: Commands, mut images: ResMut<Assets<Image>>) {
    let mut add = |picture| images.add(image(picture));
    commands.insert_resource(AgentSprites {
        agent: add(picture::agent(96, palette::AGENT)),
        quiet_agent: add(picture::agent(96, palette::AGENT_QUIET)),
        flag: add(picture::flag(96, palette::GOAL)),
        quiet_flag: add(picture::flag(96, palette::GOAL_QUIET)),
        ring: add(picture::ring(96, palette::ACCENT)),
    });
    let place = Transform::from_xyz(0.0, 0.0, height::RING);
    commands.spawn((SelectionRing, Sprite::default(), place, Visibility::Hidden, AGENT_LAYER));
}

/// The side of an agent in world units: most of a cell, and never too small to see.
fn agent_size(layout: &GridLayout, view: &View) -> f32 {
    (layout.cell_size * 0.86).max(SMALLEST_AGENT * view.scale)
}

fn dress_agents(
    mut commands: Commands,
    sprites: Res<AgentSprites>,
    mut new: Query<(Entity, &mut Transform), (With<GridAgent>, Without<Sprite>)>,
) {
    for (agent, mut transform) in &mut new {
        transform.translation.z = height::AGENT;
        commands.entity(agent).insert((Sprite { image: sprites.quiet_agent.clone(), ..default() }, AGENT_LAYER));
    }
}

fn color_agents(
    sprites: Res<AgentSprites>,
    selection: Res<Selection>,
    layout: Res<GridLayout>,
    view: Res<View>,
    mut agents: Query<(Entity, &mut Sprite), With<GridAgent>>,
) {
    let size = Some(Vec2::splat(agent_size(&layout, &view)));
    for (agent, mut sprite) in &mut agents {
        let image = if selection.0 == Some(agent) { &sprites.agent } else { &sprites.quiet_agent };
        if sprite.image != *image || sprite.custom_size != size {
            sprite.image = image.clone();
            sprite.custom_size = size;
        }
    }
}

/// One flag per agent that is on its way, or that was refused.
fn plant_flags(
    mut commands: Commands,
    sprites: Res<AgentSprites>,
    selection: Res<Selection>,
    layout: Res<GridLayout>,
    view: Res<View>,
    agents: Query<(Option<&PathStack>, Option<&Planning>, Option<&PathFailed>), With<GridAgent>>,
    all: Query<Entity, With<GridAgent>>,
    mut flags: Query<(Entity, &GoalFlag, &mut Transform, &mut Sprite, &mut Visibility)>,
) {
    for agent in &all {
        if !flags.iter().any(|(_, flag, ..)| flag.agent == agent) {
            let flag = (GoalFlag { agent }, Sprite::default(), Transform::default());
            commands.spawn((flag, Visibility::Hidden, AGENT_LAYER));
        }
    }
    let size = Vec2::splat((layout.cell_size * 0.9).max(SMALLEST_AGENT * view.scale));
    for (entity, flag, mut transform, mut sprite, mut visibility) in &mut flags {
        let Ok((stack, planning, failed)) = agents.get(flag.agent) else {
            commands.entity(entity).despawn();
            continue;
        };
        let goal = planning
            .map(|planning| planning.goal)
            .or(stack.filter(|stack| stack.arrives()).map(PathStack::goal))
            .or(failed.map(|failed| failed.goal));
        let Some(goal) = goal else {
            visibility.set_if_neq(Visibility::Hidden);
            continue;
        };
        visibility.set_if_neq(Visibility::Inherited);
        let chosen = selection.0 == Some(flag.agent);
        let image = if chosen { &sprites.flag } else { &sprites.quiet_flag };
        if sprite.image != *image || sprite.custom_size != Some(size) {
            sprite.image = image.clone();
            sprite.custom_size = Some(size);
        }
        // The foot of the pole stands in the middle of the cell.
        let place = layout.center(goal) + size * Vec2::new(0.16, 0.3);
        let placed = place.extend(height::FLAG + if chosen { 0.5 } else { 0.0 });
        if transform.translation != placed {
            transform.translation = placed;
        }
    }
}

pub(super) fn place_ring(
    sprites: Res<AgentSprites>,
    selection: Res<Selection>,
    layout: Res<GridLayout>,
    view: Res<View>,
    agents: Query<&Transform, (With<AgentCell>, Without<SelectionRing>)>,
    ring: Single<(&mut Transform, &mut Sprite, &mut Visibility), With<SelectionRing>>,
) {
    let (mut transform, mut sprite, mut visibility) = ring.into_inner();
    let Some(agent) = selection.0.and_then(|agent| agents.get(agent).ok()) else {
        visibility.set_if_neq(Visibility::Hidden);
        return;
    };
    visibility.set_if_neq(Visibility::Inherited);
    let size = Some(Vec2::splat(agent_size(&layout, &view) * 1.42));
    if sprite.custom_size != size {
        sprite.image = sprites.ring.clone();
        sprite.custom_size = size;
    }
    let placed = agent.translation.truncate().extend(height::RING);
    if transform.translation != placed {
        transform.translation = placed;
    }
}
