//! Options of searches and of ticks, and resources that the plugin restores or validates.

use std::time::Duration;

use crate::engine::prelude::*;
use bevy_ecs::schedule::InternedScheduleLabel;
use gridwalk_pathfinding::{Movement, SearchOptions, UnreachablePolicy};

use super::engine::PathfindingSchedule;
use super::{GridLayout, MapLayout, PathfindingSystems};

/// Search options of all agents without [`AgentOptions`](super::AgentOptions) of their own.
#[derive(Resource, Reflect, Clone, Debug, Default, PartialEq)]
#[type_path = "bevy_gridwalk"]
#[reflect(Resource, Default, Clone, Debug, PartialEq)]
pub struct PathfindingOptions {
    /// Algorithm, movement, costs and tie-breaking.
    pub options: SearchOptions,
    /// Policy for goals that are blocked or cannot be reached.
    pub unreachable: UnreachablePolicy,
}

impl PathfindingOptions {
    /// Creates options from search options or an [`Algorithm`](gridwalk_pathfinding::Algorithm).
    ///
    /// All others are the defaults.
    #[must_use]
    pub fn new(options: impl Into<SearchOptions>) -> Self {
        Self {
            options: options.into(),
            ..Self::default()
        }
    }

    /// Returns the options with this movement.
    #[must_use]
    pub fn with_movement(mut self, movement: Movement) -> Self {
        self.options.movement = movement;
        self
    }

    /// Returns the options with paths that may end this many cells from the goal.
    #[must_use]
    pub fn with_goal_tolerance(mut self, cells: u32) -> Self {
        self.options.goal_tolerance = cells;
        self
    }

    /// Returns the options with this policy for goals out of reach.
    #[must_use]
    pub const fn with_unreachable(mut self, unreachable: UnreachablePolicy) -> Self {
        self.unreachable = unreachable;
        self
    }
}

/// Options for serving requests.
#[derive(Resource, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[type_path = "bevy_gridwalk"]
#[reflect(Resource, Default, Clone, Debug, PartialEq)]
pub struct PlanningOptions {
    /// The maximum amount of searching in one tick.
    pub budget: TickBudget,
    /// Whether agents look for a cheaper path when some cell became cheaper.
    ///
    /// They use the rest of the budget after the requests. Agents that found no path at all look
    /// for one in any case, a few of them beside the requests.
    pub seek_cheaper: bool,
    /// Whether landmarks guide searches: distances from far cells, which halve the time of a search
    /// on a large map, or save more of it.
    ///
    /// They are computed once earlier searches were long enough to pay for them. Of several
    /// cheapest paths, an agent may then get another one than without those searches. Without
    /// landmarks its path depends on its request and the map; see
    /// [`Planner::without_landmarks`](crate::Planner::without_landmarks).
    pub landmarks: bool,
}

impl Default for PlanningOptions {
    fn default() -> Self {
        Self {
            budget: TickBudget::default(),
            seek_cheaper: true,
            landmarks: true,
        }
    }
}

impl PlanningOptions {
    /// Returns options with this budget.
    #[must_use]
    pub fn with_budget(budget: TickBudget) -> Self {
        Self {
            budget,
            ..Self::default()
        }
    }
}

/// The maximum amount of searching in one tick; the rest continues in the next one.
///
/// A budget of 0 still serves a little of one request in each tick.
#[derive(Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[type_path = "bevy_gridwalk"]
#[reflect(Default, Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum TickBudget {
    /// Time per tick; 2 ms by default.
    ///
    /// The tick of an answer depends on the machine.
    Time(Duration),
    /// Number of expansions per tick; answers come in the same ticks on every machine.
    Expansions(u64),
}

impl Default for TickBudget {
    fn default() -> Self {
        Self::Time(Duration::from_millis(2))
    }
}

/// Message that an invalid [`GridLayout`] was refused: its cells have no area, or a number is not
/// finite.
///
/// The previous layout stays in use; in place of a refused [`MapLayout`], the resource is used.
#[derive(Message, Reflect, Clone, Copy, Debug, PartialEq)]
#[type_path = "bevy_gridwalk"]
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
        .add_systems(
            schedule,
            (put_back, check_layout)
                .chain()
                .before(PathfindingSystems::ApplyEdits),
        );
    // Agents are also drawn in frames without a tick.
    if PathfindingSchedule(schedule).is_fixed() {
        let systems = (put_back, check_layout)
            .chain()
            .before(PathfindingSystems::Draw);
        app.add_systems(
            RunFixedMainLoop,
            systems.in_set(RunFixedMainLoopSystems::AfterFixedMainLoop),
        );
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
        refused.write(LayoutRefused {
            map: None,
            layout: *layout,
        });
        *layout = valid.0;
    }
}

/// Reports each invalid layout of a map once. Systems that read a layout check its validity
/// themselves.
fn check_map_layouts(
    changed: Query<(Entity, &MapLayout), Changed<MapLayout>>,
    mut refused: MessageWriter<LayoutRefused>,
) {
    let invalid = changed.iter().filter(|(_, own)| !own.0.is_valid());
    refused.write_batch(invalid.map(|(map, own)| LayoutRefused {
        map: Some(map),
        layout: own.0,
    }));
}
