//! Restores resources that the game removes, and validates layouts that the game sets.

use crate::engine::prelude::*;
use bevy_ecs::schedule::InternedScheduleLabel;

use super::schedule::PathfindingSchedule;
use super::{GridLayout, MapLayout, PathfindingOptions, PathfindingSystems, PlanningOptions};

/// Message that a [`GridLayout`] was refused because its cells have no area.
///
/// The previous layout stays in use; in place of a refused [`MapLayout`], the resource is used.
///
/// The axes of the refused layout are zero, parallel, infinite or not numbers, or its origin is not finite.
#[derive(Message, Reflect, Clone, Copy, Debug, PartialEq)]
#[reflect(Message, Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct LayoutRefused {
    /// The entity of the [`MapLayout`]; `None` for the resource.
    pub map: Option<Entity>,
    /// The layout that the game set.
    pub layout: GridLayout,
}

/// The newest valid layout.
#[derive(Resource, Default)]
struct ValidLayout(GridLayout);

pub(super) fn plugin(app: &mut App, schedule: InternedScheduleLabel) {
    app.init_resource::<GridLayout>()
        .init_resource::<ValidLayout>()
        .add_message::<LayoutRefused>()
        .add_systems(Last, check_map_layouts)
        .add_systems(schedule, (put_back, check_layout).chain().before(PathfindingSystems::ApplyEdits));
    // Agents are also drawn in frames without a tick.
    if PathfindingSchedule(schedule).is_fixed() {
        let systems = (put_back, check_layout).chain().before(PathfindingSystems::Draw);
        app.add_systems(RunFixedMainLoop, systems.in_set(RunFixedMainLoopSystems::AfterFixedMainLoop));
    }
}

fn put_back(
    options: Option<Res<PathfindingOptions>>,
    planning: Option<Res<PlanningOptions>>,
    layout: Option<Res<GridLayout>>,
    mut commands: Commands,
) {
    if options.is_none() {
        commands.init_resource::<PathfindingOptions>();
    }
    if planning.is_none() {
        commands.init_resource::<PlanningOptions>();
    }
    if layout.is_none() {
        commands.init_resource::<GridLayout>();
    }
}

fn check_layout(
    mut layout: ResMut<GridLayout>,
    mut valid: ResMut<ValidLayout>,
    mut refused: MessageWriter<LayoutRefused>,
) {
    if !layout.is_changed() {
        return;
    }
    if layout.is_valid() {
        valid.0 = *layout;
    } else {
        refused.write(LayoutRefused { map: None, layout: *layout });
        *layout = valid.0;
    }
}

/// Reports each invalid layout of a map once. Systems that read a layout check its validity themselves.
fn check_map_layouts(
    changed: Query<(Entity, &MapLayout), Changed<MapLayout>>,
    mut refused: MessageWriter<LayoutRefused>,
) {
    let invalid = changed.iter().filter(|(_, own)| !own.0.is_valid());
    refused.write_batch(invalid.map(|(map, own)| LayoutRefused { map: Some(map), layout: own.0 }));
}
