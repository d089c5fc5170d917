//! Pointer input on the map and the boards, by mouse or finger: clicks, drags and brush strokes.

use core::time::Duration;

use bevy::ecs::query::QueryData;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::EguiContexts;
use bevy_gridwalk::{
    AgentCell, AgentKind, AgentMotion, AgentName, GridLayout, NavGrid, PathStack, Planning, goal_of,
};
use gridwalk_level::Ask;
use gridwalk_pathfinding::{Cell, GridSize};

use crate::app::boards::{BoardPlaces, Playback, WatchQuery};
use crate::app::command::{
    AgentCommand, CompareCommand, EditCommand, LessonAnswer, LessonCommand, Mode, SelectionCommand,
    SpawnCommand, Toggle, ViewCommand, WatchCommand, WindowCommand,
};
use crate::app::common::state::{Dragging, MapDrag};
use crate::app::view::camera::{CameraView, CellCursor, CellMenu};
use crate::app::{AppCommand, Hovered, MapArea, OpenLesson, Selection, Toggles};

/// Tolerances of a pointer.
#[derive(Clone, Copy)]
pub(super) struct PointerTolerance {
    /// Distance in logical pixels at which start, goal and flags can be grabbed.
    grab: f32,
    /// Minimum distance in logical pixels at which an agent is hit, from its centre.
    agent: f32,
    /// Distance in logical pixels after which a click becomes a drag.
    drag: f32,
    /// Whether a drag paints where clicks change terrain; a finger pans the map instead.
    paints: bool,
}

impl PointerTolerance {
    pub const MOUSE: Self = Self {
        grab: 9.0,
        agent: 8.0,
        drag: 5.0,
        paints: true,
    };
    pub const FINGER: Self = Self {
        grab: 14.0,
        agent: 14.0,
        drag: 8.0,
        paints: false,
    };
}

/// Maximum time between the clicks of a double click.
const DOUBLE_CLICK: Duration = Duration::from_millis(400);

/// A pressed button on the map or on a board.
struct Press {
    button: MouseButton,
    grip: PointerTolerance,
    /// Index of the board.
    board: Option<usize>,
    from: Vec2,
    last: Vec2,
    /// Whether the pointer has moved far enough for a drag.
    dragging: bool,
    /// The shape that the drag draws, if it draws one.
    shape: Option<DraggedShape>,
    /// The previous click.
    clicked: Option<Clicked>,
    grabbed: Option<Grabbed>,
    /// The last cell that the brush reached.
    painted: Option<Cell>,
}

/// A shape that is dragged over the map of agents, and does something at its end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DraggedShape {
    /// A box that selects agents.
    Box,
    /// A line on which the selected agents are to stand.
    Line,
}

/// A click: its time, its position and the agent that it hit.
struct Clicked {
    at: Duration,
    place: Vec2,
    name: Option<String>,
}

/// A dragged object: an end of the watched path, an agent, or the flag of an agent's goal.
struct Grabbed {
    /// The function that returns the command to put the object on a cell.
    put: fn(Cell) -> AppCommand,
    /// The cell at the start, and the cell of the last command.
    first: Cell,
    last: Cell,
    /// The agent that is dragged, or to which the flag belongs.
    agent: Option<Entity>,
}

/// The position of a pointer.
struct PointerPlace {
    on_map: bool,
    world: Vec2,
    board: Option<usize>,
    /// The cell; `None` beside the boards of a comparison.
    cell: Option<Cell>,
}

/// A pointer and everything on which it acts.
#[derive(SystemParam)]
pub(super) struct MapPointer<'w, 's> {
    contexts: EguiContexts<'w, 's>,
    keys: Res<'w, ButtonInput<KeyCode>>,
    area: Res<'w, MapArea>,
    places: Res<'w, BoardPlaces>,
    view: Res<'w, CameraView>,
    layout: Res<'w, GridLayout>,
    grid: Res<'w, NavGrid>,
    agents: Query<'w, 's, PointedAgent>,
    mode: Res<'w, Mode>,
    question: Res<'w, WatchQuery>,
    playback: ResMut<'w, Playback>,
    menu: Res<'w, CellMenu>,
    toggles: Res<'w, Toggles>,
    lesson: Res<'w, OpenLesson>,
    time: Res<'w, Time<Real>>,
    window: Single<'w, 's, &'static Window, With<PrimaryWindow>>,
    hovered: ResMut<'w, Hovered>,
    cursor: ResMut<'w, CellCursor>,
    held: ResMut<'w, Dragging>,
    selection: Res<'w, Selection>,
    drag: ResMut<'w, MapDrag>,
    press: Local<'s, Option<Press>>,
    clicked: Local<'s, Option<Clicked>>,
    commands: MessageWriter<'w, AppCommand>,
}

impl MapPointer<'_, '_> {
    /// Returns the pressed button.
    pub fn button(&self) -> Option<MouseButton> {
        self.press.as_ref().map(|press| press.button)
    }

    /// Returns the position of the mouse.
    pub fn position(&self) -> Option<Vec2> {
        self.window.cursor_position()
    }

    fn at(&mut self, pointer: Vec2) -> Option<PointerPlace> {
        let on_map = self.area.owns(self.contexts.ctx_mut().ok()?, pointer);
        let world = self.view.world_at(&self.area, pointer);
        if *self.mode != Mode::Compare {
            return Some(PointerPlace {
                on_map,
                world,
                board: None,
                cell: Some(self.layout.cell(world)),
            });
        }
        // A dragged object stays on its board.
        let held = self.press.as_ref().and_then(|press| press.board);
        let board = held.or_else(|| self.places.at(pointer));
        let cell = board.and_then(|board| self.places.0.get(board)?.cell(pointer));
        Some(PointerPlace {
            on_map,
            world,
            board,
            cell,
        })
    }

    /// Makes the cell under the mouse the hovered one, unless the keyboard cursor is used.
    pub fn hover(&mut self) {
        if self.cursor.holds(self.window.cursor_position()) {
            return;
        }
        let place = self
            .position()
            .and_then(|pointer| self.at(pointer))
            .filter(|place| place.on_map);
        self.mean(place.and_then(|place| place.cell));
    }

    /// Makes the cell under a finger the hovered one, until the mouse moves.
    pub fn touch(&mut self, pointer: Vec2) {
        let Some(place) = self.at(pointer) else {
            return;
        };
        self.mean(place.cell);
        self.cursor.choose(self.window.cursor_position());
    }

    fn mean(&mut self, cell: Option<Cell>) {
        self.hovered.set_if_neq(Hovered(
            cell.filter(|cell| self.grid.grid().contains(*cell)),
        ));
    }

    /// Zooms by this number of lines of the wheel.
    pub fn turn_wheel(&mut self, lines: f32) {
        let Some(pointer) = self.position() else {
            return;
        };
        if lines != 0.0
            && *self.mode != Mode::Compare
            && self.at(pointer).is_some_and(|place| place.on_map)
        {
            let zoom = ViewCommand::Zoom {
                factor: 1.15f32.powf(lines),
                at: Some(pointer.into()),
            };
            self.commands.write(zoom.into());
        }
    }

    /// Handles a press.
    pub fn begin(&mut self, pointer: Vec2, button: MouseButton, grip: PointerTolerance) {
        let Some(PointerPlace {
            on_map,
            world,
            board,
            cell,
        }) = self.at(pointer)
        else {
            return;
        };
        // A click outside of an open menu only closes it. In the editor, the left and right buttons
        // draw.
        let is_free = *self.mode != Mode::Edit || button == MouseButton::Middle;
        let for_the_map =
            on_map && is_free && !(self.menu.0.is_some() && button == MouseButton::Left);
        let for_a_board = cell.is_some() && button == MouseButton::Left;
        if !for_the_map || (*self.mode == Mode::Compare && !for_a_board) || self.press.is_some() {
            return;
        }
        // Ends and flags are drawn large enough to be grabbed, however small the cells are.
        let drawn = board.and_then(|board| self.places.0.get(board));
        let middle = |at| {
            drawn.map_or_else(
                || self.view.window_at(&self.area, self.layout.center(at)),
                |place| place.center(at),
            )
        };
        let near = |at: Cell| cell == Some(at) || middle(at).distance(pointer) <= grip.grab;
        let shape = self.shape_of(button);
        let grabbed = match (button, *self.mode) {
            (MouseButton::Left, Mode::Agents)
                if shape.is_some() || self.toggles.is_on(Toggle::Spawn) =>
            {
                None
            }
            (MouseButton::Left, Mode::Agents) => {
                grab_agent(&self.agents, self.agent_at(world, grip), near)
            }
            (MouseButton::Left, _) => grab_end(&self.question, near),
            _ => None,
        };
        let clicked = self.clicked.take();
        let (from, last) = (pointer, pointer);
        let (dragging, painted) = (false, None);
        *self.press = Some(Press {
            button,
            grip,
            board,
            from,
            last,
            dragging,
            shape,
            clicked,
            grabbed,
            painted,
        });
    }

    /// Returns the shape that a drag with this button draws: with Shift a box, with the right
    /// button a line.
    fn shape_of(&self, button: MouseButton) -> Option<DraggedShape> {
        let shift = self
            .keys
            .any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
        let is_free = *self.mode == Mode::Agents && !self.toggles.is_on(Toggle::Terrain);
        match button {
            MouseButton::Left if shift && is_free => Some(DraggedShape::Box),
            MouseButton::Right if *self.mode == Mode::Agents && self.selection.is_many() => {
                Some(DraggedShape::Line)
            }
            _ => None,
        }
    }

    /// Shows the shape of a drag up to the pointer; returns `false` if the drag was cancelled
    /// meanwhile.
    fn show(&mut self, press: &Press, shape: DraggedShape, pointer: Vec2) -> bool {
        let [from, to] = [press.from, pointer].map(|at| self.view.world_at(&self.area, at));
        let is_shown = *self.drag != MapDrag::None;
        if !is_shown && press.last != press.from {
            return false;
        }
        let drag = if shape == DraggedShape::Box {
            MapDrag::Box
        } else {
            MapDrag::Line
        };
        self.drag.set_if_neq(drag(from, to));
        true
    }

    /// Returns the command of a finished shape.
    fn shape_command(
        &self,
        press: &Press,
        shape: DraggedShape,
        pointer: Vec2,
    ) -> Option<AppCommand> {
        let [from, to] =
            [press.from, pointer].map(|at| self.layout.cell(self.view.world_at(&self.area, at)));
        let control = self
            .keys
            .any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight]);
        (*self.drag != MapDrag::None && pointer.distance(press.from) > press.grip.drag).then(|| {
            match shape {
                DraggedShape::Box if control => SelectionCommand::AlsoIn(from, to).into(),
                DraggedShape::Box => SelectionCommand::In(from, to).into(),
                DraggedShape::Line => AgentCommand::Line(from, to).into(),
            }
        })
    }

    /// Handles a move of the pointer.
    pub fn move_to(&mut self, pointer: Vec2) {
        let (Some(PointerPlace { on_map, cell, .. }), Some(mut press)) =
            (self.at(pointer), self.press.take())
        else {
            return;
        };
        press.dragging |= pointer.distance(press.from) > press.grip.drag;
        let (walks, compares) = (*self.mode == Mode::Agents, *self.mode == Mode::Compare);
        let first = self.layout.cell(self.view.world_at(&self.area, press.from));
        let has_brush = self.toggles.is_on(Toggle::Terrain)
            && press.grip.paints
            && press.button == MouseButton::Left;
        let map = self.grid.grid();
        let paints = has_brush && !compares && press.grabbed.is_none() && map.contains(first);
        let spawns = self.spawns(&press) && press.grip.paints;
        if let Some(shape) = press.shape {
            if press.dragging {
                if !self.show(&press, shape, pointer) {
                    return;
                }
                press.last = pointer;
            }
        } else if let Some(cell) = cell.filter(|_| spawns) {
            if press.dragging && on_map {
                let from = press.painted.replace(cell).unwrap_or(first);
                let cells = std::iter::once(from).chain(line_between(from, cell));
                self.commands
                    .write_batch(cells.map(|cell| SpawnCommand::At(cell).into()));
            }
        } else if let Some(cell) = cell.filter(|_| paints && press.dragging && on_map) {
            self.commands
                .write_batch(paint(&mut press.painted, first, cell, map.size()));
        } else if let Some(grabbed) = &mut press.grabbed {
            let seen = grabbed.agent.and_then(|agent| self.agents.get(agent).ok());
            // On a cell where the agent cannot stand, the agent stays on its last cell.
            let fits = |cell: &Cell| match &seen {
                Some(seen) => self.grid.for_agent(seen.kind).is_walkable(*cell),
                None => map.contains(*cell),
            };
            if let Some(cell) =
                cell.filter(|cell| press.dragging && grabbed.last != *cell && fits(cell))
            {
                grabbed.last = cell;
                self.commands.write_batch(
                    seen.map(|seen| SelectionCommand::Lead(seen.name.0.clone()).into()),
                );
                self.commands.write((grabbed.put)(cell));
            }
            self.playback.bypass_change_detection().dragging = press.dragging && !walks;
            self.held.set_if_neq(Dragging(press.dragging && walks));
        } else if press.dragging && !paints && !compares && pointer != press.last {
            let moved = pointer - press.last;
            self.commands.write(
                ViewCommand::Pan {
                    x: moved.x,
                    y: moved.y,
                }
                .into(),
            );
            press.last = pointer;
        }
        *self.press = Some(press);
    }

    /// Handles a release.
    pub fn finish(&mut self, pointer: Vec2) {
        let place = self.at(pointer);
        let (Some(PointerPlace { on_map, world, .. }), Some(press)) = (&place, self.release())
        else {
            return;
        };
        if *self.mode == Mode::Compare {
            let board = press.board.filter(|_| !press.dragging);
            self.commands
                .write_batch(board.map(|board| CompareCommand::Select(board + 1).into()));
            return;
        }
        if let Some(shape) = press.shape.filter(|_| press.dragging) {
            let command = self.shape_command(&press, shape, pointer);
            self.commands.write_batch(command);
            self.drag.set_if_neq(MapDrag::None);
            return;
        }
        let Some(cell) = place.as_ref().and_then(|place| place.cell) else {
            return;
        };
        let walks = *self.mode == Mode::Agents;
        let changes_terrain = self.toggles.is_on(Toggle::Terrain);
        let asks_next = matches!(self.lesson.asks(), Some(Ask::Next(_)));
        let is_on_end = !walks && press.grabbed.is_some();
        if !on_map || press.dragging || (is_on_end && !changes_terrain && !asks_next) {
            return;
        }
        let shift = self
            .keys
            .any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
        let control = self
            .keys
            .any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight]);
        let command = match (!walks, press.button) {
            (true, _) if !self.grid.grid().contains(cell) => return,
            (_, MouseButton::Left) if changes_terrain && !control && shift => {
                EditCommand::PreviousTerrain(cell).into()
            }
            (_, MouseButton::Left) if changes_terrain && !control => {
                EditCommand::NextTerrain(cell).into()
            }
            (true, MouseButton::Left) if shift => WatchCommand::SetStart(cell).into(),
            // A question of a lesson takes precedence over the goal, which can be dragged instead.
            (true, MouseButton::Left) if asks_next => {
                LessonCommand::Answer(LessonAnswer::Cell(cell)).into()
            }
            (true, MouseButton::Left) => WatchCommand::SetGoal(cell).into(),
            (true, MouseButton::Right) => WindowCommand::CellMenu(Some(cell)).into(),
            (false, MouseButton::Left) if !shift && !control && self.spawns(&press) => {
                SpawnCommand::At(cell).into()
            }
            (false, MouseButton::Left) => {
                let under = self
                    .agent_at(*world, press.grip)
                    .map(|seen| seen.name.0.clone());
                let now = Clicked {
                    at: self.time.elapsed(),
                    place: pointer,
                    name: under,
                };
                self.order(cell, now, press, [shift, control])
            }
            _ => return,
        };
        self.commands.write(command);
    }

    /// Ends the press and returns it.
    fn release(&mut self) -> Option<Press> {
        let press = self.press.take()?;
        self.playback.bypass_change_detection().dragging = false;
        self.held.set_if_neq(Dragging(false));
        Some(press)
    }

    /// Ends the press, because the release was outside of the window.
    pub fn lose(&mut self) {
        self.release();
        self.drag.set_if_neq(MapDrag::None);
    }

    /// Returns `true` if a press uses the brush that spawns agents.
    fn spawns(&self, press: &Press) -> bool {
        let is_on = self.toggles.is_on(Toggle::Spawn) && !self.toggles.is_on(Toggle::Terrain);
        is_on
            && *self.mode == Mode::Agents
            && press.button == MouseButton::Left
            && press.shape.is_none()
    }

    /// Ends the press and moves a dragged object back.
    pub fn cancel(&mut self) {
        self.drag.set_if_neq(MapDrag::None);
        let grabbed = self.release().and_then(|press| press.grabbed);
        let moved = grabbed.filter(|grabbed| grabbed.last != grabbed.first);
        self.commands
            .write_batch(moved.map(|grabbed| (grabbed.put)(grabbed.first)));
    }

    /// Handles a long touch: a right click while a search is watched, a line for several agents,
    /// otherwise no click.
    pub fn hold(&mut self, pointer: Vec2) {
        if *self.mode == Mode::Watch {
            self.cancel();
            self.begin(pointer, MouseButton::Right, PointerTolerance::FINGER);
            self.finish(pointer);
        } else {
            let shape = self.shape_of(MouseButton::Right);
            if let Some(press) = &mut *self.press {
                (press.dragging, press.shape) = (true, shape);
                if shape.is_some() {
                    press.grabbed = None;
                }
            }
        }
    }

    /// Returns the command of a click in the mode of agents.
    ///
    /// A click selects the agent that it hits, with Shift it adds or removes it, and a double click
    /// opens the agent's search. Any other click sends agents to the cell.
    fn order(
        &mut self,
        cell: Cell,
        now: Clicked,
        press: Press,
        [shift, control]: [bool; 2],
    ) -> AppCommand {
        let plain = !shift && !control;
        // The agent may have walked on since the first click, so only the position counts.
        let again = |before: &Clicked| {
            let soon = now.at.saturating_sub(before.at) <= DOUBLE_CLICK;
            plain && soon && before.place.distance(now.place) <= press.grip.drag
        };
        if let Some(name) = press.clicked.filter(again).and_then(|before| before.name) {
            return WatchCommand::Agent(name, 0).into();
        }
        match now.name.clone().filter(|_| plain) {
            Some(name) => {
                *self.clicked = Some(now);
                AgentCommand::Select(name).into()
            }
            None if shift && now.name.is_some() => {
                SelectionCommand::Turn(now.name.unwrap_or_default()).into()
            }
            None if shift => AgentCommand::QueueTo(cell).into(),
            None if control => AgentCommand::SendAllTo(cell).into(),
            None => AgentCommand::SendTo(cell).into(),
        }
    }

    /// Returns the agent drawn at a world position; the nearest one if there are several.
    fn agent_at(&self, world: Vec2, grip: PointerTolerance) -> Option<PointedAgentItem<'_, '_>> {
        let near = self.agents.iter().filter_map(|seen| {
            let side = f32::from(AgentKind::size_of(seen.kind)) - 0.14;
            let reach = (self.layout.cell_size().x * side / 2.0).max(grip.agent * self.view.scale);
            let middle = seen.motion.position + AgentKind::middle_of(seen.kind);
            let distance = self.layout.world(middle).distance(world);
            (distance <= reach).then_some((distance, seen))
        });
        near.min_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, seen)| seen)
    }
}

/// An agent as the pointer sees it.
#[derive(QueryData)]
pub(super) struct PointedAgent {
    entity: Entity,
    motion: &'static AgentMotion,
    cell: &'static AgentCell,
    kind: Option<&'static AgentKind>,
    name: &'static AgentName,
    stack: Option<&'static PathStack>,
    planning: Option<&'static Planning>,
}

/// Returns the commands of a brush that moves to a cell.
///
/// The first cell of the stroke gets the next terrain, and the others get the terrain of the first.
fn paint(painted: &mut Option<Cell>, first: Cell, to: Cell, map: GridSize) -> Vec<AppCommand> {
    let mut commands = Vec::new();
    let from = *painted.get_or_insert_with(|| {
        commands.push(EditCommand::NextTerrain(first).into());
        first
    });
    let line = line_between(from, to);
    commands.extend(
        line.filter(|cell| map.contains(*cell))
            .map(|cell| EditCommand::LikeCell(first, cell).into()),
    );
    *painted = Some(to);
    commands
}

/// Returns the cells of a line after its first one; a fast mouse skips them.
fn line_between(from: Cell, to: Cell) -> impl Iterator<Item = Cell> {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let steps = dx.abs().max(dy.abs());
    let between =
        move |step: i32, length: i32| (2 * step * length + steps * length.signum()) / (2 * steps);
    (1..=steps).map(move |step| Cell::new(from.x + between(step, dx), from.y + between(step, dy)))
}

/// Grabs an end of the watched path; if both are on one cell, the goal.
fn grab_end(question: &WatchQuery, near: impl Fn(Cell) -> bool) -> Option<Grabbed> {
    let ends: [(fn(Cell) -> AppCommand, Cell); 2] = [
        (
            |cell| WatchCommand::SetGoal(cell).into(),
            question.query.goal,
        ),
        (
            |cell| WatchCommand::SetStart(cell).into(),
            question.query.start,
        ),
    ];
    let (put, at) = ends.into_iter().find(|(_, at)| near(*at))?;
    Some(Grabbed {
        put,
        first: at,
        last: at,
        agent: None,
    })
}

/// Grabs the agent under the pointer, or else the agent whose flag is there.
fn grab_agent(
    agents: &Query<PointedAgent>,
    under: Option<PointedAgentItem>,
    near: impl Fn(Cell) -> bool,
) -> Option<Grabbed> {
    if let Some(seen) = under {
        let (put, at): (fn(Cell) -> AppCommand, _) =
            (|cell| AgentCommand::Place(cell).into(), seen.cell.0);
        return Some(Grabbed {
            put,
            first: at,
            last: at,
            agent: Some(seen.entity),
        });
    }
    let mut flags = agents
        .iter()
        .filter_map(|seen| Some((seen.entity, goal_of(seen.stack, seen.planning)?)));
    let (agent, at) = flags.find(|(_, goal)| near(*goal))?;
    Some(Grabbed {
        put: |cell| AgentCommand::SendTo(cell).into(),
        first: at,
        last: at,
        agent: Some(agent),
    })
}
