//! The meaning of gestures on the map of agents, on a watched search and on boards.

mod drags;

use bevy::ecs::query::QueryData;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::EguiContexts;
use bevy_gridwalk::{
    AgentCell, AgentKind, AgentMotion, AgentName, GridLayout, NavGrid, PathStack, Planning,
};
use gridwalk_level::Ask;
use gridwalk_pathfinding::Cell;

use crate::app::boards::{BoardPlaces, Playback, WatchQuery};
use crate::app::command::{
    AgentCommand, CompareCommand, EditCommand, LessonAnswer, LessonCommand, Mode, SelectionCommand,
    SpawnCommand, Toggle, ViewCommand, WatchCommand, WindowCommand,
};
use crate::app::common::state::{Dragging, MapDrag};
use crate::app::edit::draw_strokes;
use crate::app::view::camera::{CameraView, CellCursor, CellMenu};
use crate::app::view::gestures::{Gesture, PressedBy, recognise_gestures};
use crate::app::{AppCommand, AppSystems, Hovered, MapArea, OpenLesson, Selection, Toggles};

pub(in crate::app) fn plugin(app: &mut App) {
    app.add_message::<Gesture>().add_systems(
        PreUpdate,
        (recognise_gestures, use_gestures, draw_strokes)
            .chain()
            .in_set(AppSystems::Mouse),
    );
}

/// Distances in logical pixels within which a press hits something small.
#[derive(Clone, Copy)]
struct GrabRadius {
    /// Distance at which start, goal and flags can be grabbed.
    grab: f32,
    /// Minimum distance at which an agent is hit, from its centre.
    agent: f32,
}

impl GrabRadius {
    const fn of(by: PressedBy) -> Self {
        match by {
            PressedBy::Button(_) => Self {
                grab: 9.0,
                agent: 8.0,
            },
            PressedBy::Finger => Self {
                grab: 14.0,
                agent: 14.0,
            },
        }
    }
}

/// A press on the map or on a board.
struct MapPress {
    by: PressedBy,
    mode: Mode,
    /// Index of the board.
    board: Option<usize>,
    from: Vec2,
    last: Vec2,
    effect: DragEffect,
}

/// The effect of a drag, decided when the pointer goes down.
enum DragEffect {
    /// The map follows the pointer.
    Pan,
    /// The brush of the terrain toggle paints from this cell on.
    Paint(Option<Cell>),
    /// The brush of the spawn toggle adds agents from this cell on.
    Spawn(Option<Cell>),
    /// An object follows the pointer.
    Carry(Grabbed),
    /// A box or a line is shown, and does something at its end.
    Draw(DraggedShape),
    Nothing,
}

/// A shape that is dragged over the map of agents.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DraggedShape {
    /// A box that selects agents.
    Box,
    /// A line on which the selected agents are to stand.
    Line,
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

/// The pointer and everything on which it acts.
#[derive(SystemParam)]
struct MapPointer<'w, 's> {
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
    window: Single<'w, 's, &'static Window, With<PrimaryWindow>>,
    hovered: ResMut<'w, Hovered>,
    cursor: ResMut<'w, CellCursor>,
    held: ResMut<'w, Dragging>,
    selection: Res<'w, Selection>,
    shown: ResMut<'w, MapDrag>,
    press: Local<'s, Option<MapPress>>,
    /// The agent that the last click has selected.
    clicked: Local<'s, Option<String>>,
    commands: MessageWriter<'w, AppCommand>,
}

/// Gives gestures their meaning on the map of agents, on a watched search and on boards.
fn use_gestures(mut pointer: MapPointer, mut gestures: MessageReader<Gesture>) {
    pointer.hover();
    pointer.end_with_mode();
    if *pointer.shown == MapDrag::Cancelled {
        pointer.cancel();
    }
    for gesture in gestures.read() {
        match *gesture {
            Gesture::Down { by, at } => pointer.begin(by, at),
            Gesture::Drag(at) => pointer.drag(at),
            Gesture::Hold(at) => pointer.hold(at),
            Gesture::Click { at, is_double } => pointer.click(at, is_double),
            Gesture::Drop(at) => pointer.drop(at),
            Gesture::Lost => drop(pointer.release()),
            Gesture::Cancel => pointer.cancel(),
            Gesture::Pinch {
                moved,
                factor,
                middle,
            } => {
                pointer.pan(moved);
                pointer.zoom(factor, middle);
            }
            Gesture::Wheel { lines, at } => {
                if pointer.at(at).is_some_and(|place| place.on_map) {
                    pointer.zoom(1.15f32.powf(lines), at);
                }
            }
        }
    }
    pointer.keep_up();
}

impl MapPointer<'_, '_> {
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
    fn hover(&mut self) {
        let mouse = self.window.cursor_position();
        if self.cursor.holds(mouse) {
            return;
        }
        let place = mouse
            .and_then(|pointer| self.at(pointer))
            .filter(|place| place.on_map);
        self.point_to(place.and_then(|place| place.cell));
    }

    fn point_to(&mut self, cell: Option<Cell>) {
        self.hovered.set_if_neq(Hovered(
            cell.filter(|cell| self.grid.grid().contains(*cell)),
        ));
    }

    fn pan(&mut self, moved: Vec2) {
        // Boards choose their own zoom.
        if *self.mode != Mode::Compare && moved != Vec2::ZERO {
            let (x, y) = (moved.x, moved.y);
            self.commands.write(ViewCommand::Pan { x, y }.into());
        }
    }

    fn zoom(&mut self, factor: f32, middle: Vec2) {
        if *self.mode != Mode::Compare {
            let at = Some(middle.into());
            self.commands.write(ViewCommand::Zoom { factor, at }.into());
        }
    }

    fn is_held(&self, keys: [KeyCode; 2]) -> bool {
        self.keys.any_pressed(keys)
    }

    fn has_shift(&self) -> bool {
        self.is_held([KeyCode::ShiftLeft, KeyCode::ShiftRight])
    }

    fn has_control(&self) -> bool {
        self.is_held([KeyCode::ControlLeft, KeyCode::ControlRight])
    }

    /// Returns `true` if clicks on the map of agents add agents.
    fn spawns(&self) -> bool {
        *self.mode == Mode::Agents
            && self.toggles.is_on(Toggle::Spawn)
            && !self.toggles.is_on(Toggle::Terrain)
    }

    /// Ends a press that began in another mode, where it has another meaning.
    fn end_with_mode(&mut self) {
        let mode = *self.mode;
        if self.press.as_ref().is_some_and(|press| press.mode != mode) {
            self.release();
        }
    }

    /// Ends the press and returns it.
    fn release(&mut self) -> Option<MapPress> {
        self.shown.set_if_neq(MapDrag::None);
        let press = self.press.take()?;
        self.playback.bypass_change_detection().dragging = false;
        self.held.set_if_neq(Dragging(false));
        Some(press)
    }

    /// Returns the agent drawn at a world position; the nearest one if there are several.
    fn agent_at(&self, world: Vec2, reach: GrabRadius) -> Option<PointedAgentItem<'_, '_>> {
        let near = self.agents.iter().filter_map(|seen| {
            let side = f32::from(AgentKind::size_of(seen.kind)) - 0.14;
            let reach = (self.layout.cell_size().x * side / 2.0).max(reach.agent * self.view.scale);
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
struct PointedAgent {
    entity: Entity,
    motion: &'static AgentMotion,
    cell: &'static AgentCell,
    kind: Option<&'static AgentKind>,
    name: &'static AgentName,
    stack: Option<&'static PathStack>,
    planning: Option<&'static Planning>,
}

impl MapPointer<'_, '_> {
    /// Handles a click: the release of a press that was no drag.
    pub(super) fn click(&mut self, pointer: Vec2, is_double: bool) {
        let before = self.clicked.take();
        let place = self.at(pointer);
        let (Some(place), Some(press)) = (place, self.release()) else {
            return;
        };
        let Some(cell) = place.cell.filter(|_| place.on_map) else {
            return;
        };
        let selects = before.filter(|_| is_double);
        let is_on_end = matches!(press.effect, DragEffect::Carry(_));
        let command = match *self.mode {
            Mode::Compare => press
                .board
                .map(|board| CompareCommand::Select(board + 1).into()),
            Mode::Agents => self.click_agents(cell, &press, place.world, selects),
            Mode::Watch | Mode::Edit => self.click_search(cell, press.by.button(), is_on_end),
        };
        self.commands.write_batch(command);
    }

    /// Returns the command of a click that changes the terrain of a cell.
    fn click_terrain(&self, cell: Cell, button: MouseButton) -> Option<AppCommand> {
        let changes = self.toggles.is_on(Toggle::Terrain)
            && !self.has_control()
            && button == MouseButton::Left;
        changes.then(|| {
            if self.has_shift() {
                EditCommand::PreviousTerrain(cell).into()
            } else {
                EditCommand::NextTerrain(cell).into()
            }
        })
    }

    /// Returns the command of a click while a search is watched.
    fn click_search(&self, cell: Cell, button: MouseButton, is_on_end: bool) -> Option<AppCommand> {
        let asks_next = matches!(self.lesson.asks(), Some(Ask::Next(_)));
        let changes_terrain = self.toggles.is_on(Toggle::Terrain);
        if !self.grid.grid().contains(cell) || (is_on_end && !changes_terrain && !asks_next) {
            return None;
        }
        if let Some(command) = self.click_terrain(cell, button) {
            return Some(command);
        }
        match button {
            MouseButton::Right => Some(WindowCommand::CellMenu(Some(cell)).into()),
            MouseButton::Left if self.has_shift() => Some(WatchCommand::SetStart(cell).into()),
            // A question of a lesson takes precedence over the goal, which can be dragged instead.
            MouseButton::Left if asks_next => {
                Some(LessonCommand::Answer(LessonAnswer::Cell(cell)).into())
            }
            MouseButton::Left => Some(WatchCommand::SetGoal(cell).into()),
            _ => None,
        }
    }

    /// Returns the command of a click on the map of agents.
    ///
    /// A click selects the agent that it hits, with Shift it adds or removes it, and a double click
    /// opens the agent's search. Any other click sends agents to the cell.
    fn click_agents(
        &mut self,
        cell: Cell,
        press: &MapPress,
        world: Vec2,
        selected: Option<String>,
    ) -> Option<AppCommand> {
        if let Some(command) = self.click_terrain(cell, press.by.button()) {
            return Some(command);
        }
        if press.by.button() != MouseButton::Left {
            return None;
        }
        let (shift, control) = (self.has_shift(), self.has_control());
        let plain = !shift && !control;
        if plain && self.spawns() {
            return Some(SpawnCommand::At(cell).into());
        }
        // The agent may have walked on since the first click, so only the position counts.
        if let Some(name) = selected.filter(|_| plain) {
            return Some(WatchCommand::Agent(name, 0).into());
        }
        let under = self.agent_at(world, GrabRadius::of(press.by));
        let command = match under.map(|seen| seen.name.0.clone()) {
            Some(name) if plain => {
                *self.clicked = Some(name.clone());
                AgentCommand::Select(name).into()
            }
            Some(name) if shift => SelectionCommand::Turn(name).into(),
            _ if shift => AgentCommand::QueueTo(cell).into(),
            _ if control => AgentCommand::SendAllTo(cell).into(),
            _ => AgentCommand::SendTo(cell).into(),
        };
        Some(command)
    }
}
