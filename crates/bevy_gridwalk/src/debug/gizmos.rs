//! Debug drawing of the plugin's state over any game.

use crate::engine::prelude::*;
use bevy_color::palettes::tailwind::{AMBER_400, EMERALD_500, RED_500, SKY_500, SLATE_400};
use bevy_color::{Color, Hsla, Srgba};
use bevy_gizmos::AppGizmoBuilder;
use bevy_gizmos::config::{GizmoConfigGroup, GizmoConfigStore};
use bevy_gizmos::gizmos::{GizmoBuffer, Gizmos};
use gridwalk_pathfinding::{Cell, Direction};

use crate::layout::position_of;
use crate::{
    AgentKind, AgentMotion, CrowdState, GridAgent, GridLayout, GridMap, MapLayout, NavGrid, OnMap,
    PathFailed, PathStack, PathfindingOptions, Planning, RequestQueue,
};

/// Plugin that draws the map and the state of agents with Bevy's gizmos, in 2D and in 3D.
///
/// # Examples
/// ```no_run
/// use bevy::prelude::*;
/// use bevy_gridwalk::{GridGizmos, GridGizmosPlugin, PathfindingPlugin};
/// App::new()
///     .add_plugins((DefaultPlugins, PathfindingPlugin::default(), GridGizmosPlugin))
///     // The store of gizmo settings selects what is drawn.
///     .add_systems(Startup, |mut store: ResMut<GizmoConfigStore>| {
///         store.config_mut::<GridGizmos>().1.regions = true;
///     });
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct GridGizmosPlugin;

impl Plugin for GridGizmosPlugin {
    fn build(&self, app: &mut App) {
        app.init_gizmo_group::<GridGizmos>()
            .add_systems(PostUpdate, draw);
    }
}

/// Selection of what [`GridGizmosPlugin`] draws.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a thing of its own to show"
)]
#[derive(GizmoConfigGroup, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[type_path = "bevy_gridwalk"]
#[reflect(Default)]
pub struct GridGizmos {
    /// The edges of the map, and the borders between walkable and blocked cells.
    pub map: bool,
    /// A mark in each cell, whose colour identifies its region of connected cells.
    pub regions: bool,
    /// The remaining paths of agents.
    pub paths: bool,
    /// The cells to which agents walk next.
    pub next: bool,
    /// A ring around each agent: grey at rest, green on its way, amber while it waits for a path or
    /// for another agent, red where it failed or is blocked.
    pub states: bool,
    /// The number of waiting requests, over a corner of the map.
    pub queue: bool,
    /// The cells that agents of a crowd enter, and a line from each agent that waits to the one in
    /// its way.
    pub crowd: bool,
}

impl Default for GridGizmos {
    fn default() -> Self {
        Self {
            map: true,
            regions: false,
            paths: true,
            next: true,
            states: true,
            queue: true,
            crowd: true,
        }
    }
}

/// Maximum number of cells of a map whose details are drawn, because gizmos are built in every
/// frame.
const MAX_CELLS: usize = 128 * 128;

/// Components of an agent that determine the drawing.
type GizmoParts<'a> = (
    &'a AgentMotion,
    Option<&'a AgentKind>,
    Option<&'a PathStack>,
    Option<&'a Planning>,
    Option<&'a PathFailed>,
    Option<&'a CrowdState>,
    &'a GlobalTransform,
);

fn draw(
    mut gizmos: Gizmos<GridGizmos>,
    store: Res<GizmoConfigStore>,
    (grid, layout): (If<Res<NavGrid>>, If<Res<GridLayout>>),
    others: Query<(&GridMap, Option<&MapLayout>)>,
    (options, queue): (If<Res<PathfindingOptions>>, Res<RequestQueue>),
    agents: Query<(Option<&OnMap>, GizmoParts), With<GridAgent>>,
    crowd: Query<(
        Option<&OnMap>,
        &AgentMotion,
        Option<&AgentKind>,
        &CrowdState,
    )>,
    places: Query<&GlobalTransform>,
) {
    let wanted = *store.config::<GridGizmos>().1;
    let valid = |own: Option<&'_ MapLayout>| {
        own.map(|own| own.0)
            .filter(GridLayout::is_valid)
            .unwrap_or(**layout)
    };
    let maps = others.iter().map(|(map, own)| (&**map, valid(own)));
    for (grid, layout) in maps.chain(grid.is_given().then_some((&**grid, **layout))) {
        let mut pen = Pen {
            to: &mut gizmos,
            layout: &layout,
        };
        if wanted.map {
            pen.map(grid);
        }
        if wanted.regions {
            pen.regions(grid, &options);
        }
    }
    for (on, agent) in &agents {
        let own = on.and_then(|on| others.get(on.0).ok()?.1);
        Pen {
            to: &mut gizmos,
            layout: &valid(own),
        }
        .agent(wanted, agent);
    }
    for (on, motion, kind, state) in crowd.iter().filter(|_| wanted.crowd) {
        let own = on.and_then(|on| others.get(on.0).ok()?.1);
        let in_the_way = state.in_the_way().and_then(|other| places.get(other).ok());
        Pen {
            to: &mut gizmos,
            layout: &valid(own),
        }
        .crowd(motion, kind, in_the_way);
    }
    let mut pen = Pen {
        to: &mut gizmos,
        layout: &layout,
    };
    if wanted.queue && !queue.is_empty() {
        pen.queue(queue.len());
    }
}

/// A pen for shapes given in cells.
struct Pen<'a, C: GizmoConfigGroup> {
    to: &'a mut GizmoBuffer<C, ()>,
    layout: &'a GridLayout,
}

impl<C: GizmoConfigGroup> Pen<'_, C> {
    fn line(&mut self, from: Vec2, to: Vec2, color: Srgba) {
        self.to
            .line(self.layout.world_3d(from), self.layout.world_3d(to), color);
    }

    /// Draws the outline of a rectangle of cells.
    fn square(&mut self, corner: Vec2, sides: Vec2, color: Srgba) {
        let at = |x: f32, y: f32| self.layout.world_3d(corner - 0.5 + Vec2::new(x, y) * sides);
        let corners = [
            at(0.0, 0.0),
            at(1.0, 0.0),
            at(1.0, 1.0),
            at(0.0, 1.0),
            at(0.0, 0.0),
        ];
        self.to.linestrip(corners, color);
    }

    fn map(&mut self, grid: &NavGrid) {
        let grid = grid.grid();
        let size = grid.size();
        let end = Cell::new(size.width.cast_signed(), size.height.cast_signed());
        self.square(Vec2::ZERO, position_of(end), SLATE_400);
        if grid.cell_count() > MAX_CELLS {
            return;
        }
        for (cell, terrain) in grid.iter() {
            for (side, from) in [
                (Direction::East, Vec2::new(0.5, -0.5)),
                (Direction::South, Vec2::new(-0.5, 0.5)),
            ] {
                let beside = cell.step(side);
                if grid.contains(beside) && grid.is_walkable(beside) == terrain.is_blocked() {
                    let at = position_of(cell);
                    self.line(at + from, at + 0.5, SLATE_400);
                }
            }
        }
    }

    fn regions(&mut self, grid: &NavGrid, options: &PathfindingOptions) {
        let Some(regions) = grid.regions(options.options.movement) else {
            return;
        };
        let grid = grid.grid();
        if grid.cell_count() > MAX_CELLS {
            return;
        }
        for (cell, _) in grid.iter().filter(|(_, terrain)| !terrain.is_blocked()) {
            #[expect(clippy::cast_precision_loss, reason = "a colour")]
            let hue = (regions.of(cell) as f32 * 137.5) % 360.0;
            let color = Srgba::from(Color::from(Hsla::hsl(hue, 0.8, 0.6)));
            let at = position_of(cell);
            self.line(at - Vec2::new(0.15, 0.0), at + Vec2::new(0.15, 0.0), color);
        }
    }

    /// The cell that an agent of a crowd enters, and a line to the agent in its way.
    fn crowd(
        &mut self,
        motion: &AgentMotion,
        kind: Option<&AgentKind>,
        in_the_way: Option<&GlobalTransform>,
    ) {
        if let Some(heading) = motion.heading {
            self.square(
                position_of(heading),
                Vec2::splat(AgentKind::size_of(kind).into()),
                AMBER_400,
            );
        }
        if let Some(other) = in_the_way {
            let from = self
                .layout
                .world_3d(motion.position + AgentKind::middle_of(kind));
            self.to.line(from, other.translation(), RED_500);
        }
    }

    fn agent(
        &mut self,
        wanted: GridGizmos,
        (motion, kind, stack, planning, failed, state, place): GizmoParts,
    ) {
        let (middle, side) = (
            AgentKind::middle_of(kind),
            f32::from(AgentKind::size_of(kind)),
        );
        if let Some(stack) = stack {
            if wanted.paths {
                let ahead = stack
                    .steps()
                    .map(|step| self.layout.world_3d(step.position + middle));
                let points: Vec<Vec3> =
                    std::iter::once(self.layout.world_3d(motion.position + middle))
                        .chain(ahead)
                        .collect();
                self.to.linestrip(points, EMERALD_500);
            }
            if let Some(next) = stack.next().filter(|_| wanted.next) {
                self.square(position_of(next), Vec2::splat(side), SKY_500);
            }
        }
        if wanted.states {
            let waits =
                planning.is_some() || state.is_some_and(|state| state.in_the_way().is_some());
            let is_blocked = matches!(state, Some(CrowdState::Blocked { .. }));
            let color = match (failed.is_some() || is_blocked, waits, stack) {
                (true, ..) => RED_500,
                (_, true, _) => AMBER_400,
                (_, _, Some(_)) => EMERALD_500,
                (false, false, None) => SLATE_400,
            };
            let facing = Quat::from_rotation_arc(Vec3::Z, self.layout.up());
            let radius = self.layout.cell_size().min_element() * side * 0.45;
            self.to
                .circle(Isometry3d::new(place.translation(), facing), radius, color);
        }
    }

    fn queue(&mut self, waiting: usize) {
        let at = self.layout.world_3d(Vec2::splat(-0.5));
        let facing = Quat::from_rotation_arc(Vec3::Z, self.layout.up());
        let text = format!("{waiting} waiting");
        self.to.text(
            Isometry3d::new(at, facing),
            &text,
            self.layout.cell_size().y * 0.6,
            Vec2::new(-0.5, -0.5),
            AMBER_400,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_gizmos::GizmoAsset;
    use gridwalk_pathfinding::Grid;

    #[test]
    fn walls_are_drawn_as_lines_between_free_and_blocked_cells() {
        let layout = GridLayout::y_up(Vec2::ONE);
        let lines = |rows: &[&str]| {
            let mut to = GizmoAsset::new();
            Pen {
                to: &mut to,
                layout: &layout,
            }
            .map(&NavGrid::new(Grid::from_rows(rows)));
            to.list_positions.len() / 2
        };
        assert_eq!(lines(&["..", ".."]), 0);
        assert_eq!(lines(&["...", ".#.", "..."]), 4);
        assert_eq!(lines(&["##.", "##."]), 2);
    }
}
