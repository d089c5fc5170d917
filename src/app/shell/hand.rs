//! What a hand does on the map and on the boards, whether it has a mouse or is a finger: clicks, drags, brushes.

use core::time::Duration;

use bevy::ecs::query::QueryData;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::EguiContexts;
use bevy_gridwalk::{AgentCell, AgentKind, AgentMotion, AgentName, GridLayout, NavGrid, PathStack, Planning, goal_of};
use gridwalk_level::Ask;
use gridwalk_pathfinding::{Cell, GridSize};

use crate::app::boards::{BoardPlaces, Playback, WatchQuery};
use crate::app::command::{
    AgentCommand, CompareCommand, EditCommand, LessonAnswer, LessonCommand, Mode, Toggle, ViewCommand, WatchCommand,
    WindowCommand,
};
use crate::app::common::state::InHand;
use crate::app::view::camera::View;
use crate::app::view::cell::{CellCursor, CellMenu};
use crate::app::{AppCommand, Hovered, MapArea, OpenLesson, Toggles};

/// How exact a hand is.
#[derive(Clone, Copy)]
pub(super) struct Grip {
    /// Logical pixels around start, goal and flags where they can be grabbed.
    grab: f32,
    /// Logical pixels from the middle of an agent where it is met, at least.
    agent: f32,
    /// Logical pixels that a click may move before it is a drag.
    drag: f32,
    /// Whether it paints where clicks change terrain. A finger moves the map there as elsewhere.
    paints: bool,
}

impl Grip {
    pub const MOUSE: Self = Self { grab: 9.0, agent: 8.0, drag: 5.0, paints: true };
    pub const FINGER: Self = Self { grab: 14.0, agent: 14.0, drag: 8.0, paints: false };
}

/// Between the two clicks of a double click.
const DOUBLE_CLICK: Duration = Duration::from_millis(400);

/// A button that is down on the map or on a board.
struct Press {
    button: MouseButton,
    grip: Grip,
    /// The number of the board, from 0.
    board: Option<usize>,
    from: Vec2,
    last: Vec2,
    /// Whether it has moved since.
    dragging: bool,
    /// The click before it.
    clicked: Option<Clicked>,
    grabbed: Option<Grabbed>,
    /// Where a brush has come so far.
    painted: Option<Cell>,
}

/// A click: when and where it was, and the agent that it met.
struct Clicked {
    at: Duration,
    place: Vec2,
    name: Option<String>,
}

/// What is being dragged: an end of the watched path, an agent, or the flag of its goal.
struct Grabbed {
    /// How it is put on a cell.
    put: fn(Cell) -> AppCommand,
    /// Where it was, and where it was last put.
    first: Cell,
    last: Cell,
    /// The agent that it is or belongs to.
    agent: Option<Entity>,
}

/// Where a hand is.
struct Place {
    on_map: bool,
    world: Vec2,
    board: Option<usize>,
    /// Beside all boards there is none.
    cell: Option<Cell>,
}

/// A hand, and what it works on.
#[derive(SystemParam)]
pub(super) struct Hand<'w, 's> {
    contexts: EguiContexts<'w, 's>,
    keys: Res<'w, ButtonInput<KeyCode>>,
    area: Res<'w, MapArea>,
    places: Res<'w, BoardPlaces>,
    view: Res<'w, View>,
    layout: Res<'w, GridLayout>,
    grid: Res<'w, NavGrid>,
    agents: Query<'w, 's, Seen>,
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
    held: ResMut<'w, InHand>,
    press: Local<'s, Option<Press>>,
    clicked: Local<'s, Option<Clicked>>,
    commands: MessageWriter<'w, AppCommand>,
}

impl Hand<'_, '_> {
    /// The button that is down.
    pub fn button(&self) -> Option<MouseButton> {
        self.press.as_ref().map(|press| press.button)
    }

    /// Where the mouse is.
    pub fn pointer(&self) -> Option<Vec2> {
        self.window.cursor_position()
    }

    fn at(&mut self, pointer: Vec2) -> Option<Place> {
        let on_map = self.area.owns(self.contexts.ctx_mut().ok()?, pointer);
        let world = self.view.world_at(&self.area, pointer);
        if *self.mode != Mode::Compare {
            return Some(Place { on_map, world, board: None, cell: Some(self.layout.cell(world)) });
        }
        // What is dragged stays on its board.
        let held = self.press.as_ref().and_then(|press| press.board);
        let board = held.or_else(|| self.places.at(pointer));
        let cell = board.and_then(|board| self.places.0.get(board)?.cell(pointer));
        Some(Place { on_map, world, board, cell })
    }

    /// The cell under the mouse is the one that is meant, unless keys have chosen another.
    pub fn hover(&mut self) {
        if self.cursor.holds(self.window.cursor_position()) {
            return;
        }
        let place = self.pointer().and_then(|pointer| self.at(pointer)).filter(|place| place.on_map);
        self.mean(place.and_then(|place| place.cell));
    }

    /// Where a finger went down stays the cell that is meant, until the mouse moves.
    pub fn touch(&mut self, pointer: Vec2) {
        let Some(place) = self.at(pointer) else { return };
        self.mean(place.cell);
        self.cursor.choose(self.window.cursor_position());
    }

    fn mean(&mut self, cell: Option<Cell>) {
        self.hovered.set_if_neq(Hovered(cell.filter(|cell| self.grid.grid().contains(*cell))));
    }

    /// The wheel was turned by so many lines.
    pub fn turn_wheel(&mut self, lines: f32) {
        let Some(pointer) = self.pointer() else { return };
        if lines != 0.0 && *self.mode != Mode::Compare && self.at(pointer).is_some_and(|place| place.on_map) {
            let zoom = ViewCommand::Zoom { factor: 1.15f32.powf(lines), at: Some(pointer.into()) };
            self.commands.write(zoom.into());
        }
    }

    /// A button goes down here.
    pub fn begin(&mut self, pointer: Vec2, button: MouseButton, grip: Grip) {
        let Some(Place { on_map, world, board, cell }) = self.at(pointer) else { return };
        // A click beside an open menu closes it, and does nothing else; while the level is edited these two draw.
        let is_free = *self.mode != Mode::Edit || button == MouseButton::Middle;
        let for_the_map = on_map && is_free && !(self.menu.0.is_some() && button == MouseButton::Left);
        let for_a_board = cell.is_some() && button == MouseButton::Left;
        if !for_the_map || (*self.mode == Mode::Compare && !for_a_board) || self.press.is_some() {
            return;
        }
        // Ends and flags are drawn large enough to be grabbed, however small the cells are.
        let drawn = board.and_then(|board| self.places.0.get(board));
        let middle = |at| {
            drawn.map_or_else(|| self.view.window_at(&self.area, self.layout.center(at)), |place| place.center(at))
        };
        let near = |at: Cell| cell == Some(at) || middle(at).distance(pointer) <= grip.grab;
        let grabbed = match (button, *self.mode) {
            (MouseButton::Left, Mode::Agents) => grab_agent(&self.agents, self.agent_at(world, grip), near),
            (MouseButton::Left, _) => grab_end(&self.question, near),
            _ => None,
        };
        let clicked = self.clicked.take();
        let (from, last) = (pointer, pointer);
        *self.press = Some(Press { button, grip, board, from, last, dragging: false, clicked, grabbed, painted: None });
    }

    /// The pointer is here by now.
    pub fn go(&mut self, pointer: Vec2) {
        let (Some(Place { on_map, cell, .. }), Some(mut press)) = (self.at(pointer), self.press.take()) else { return };
        press.dragging |= pointer.distance(press.from) > press.grip.drag;
        let (walks, compares) = (*self.mode == Mode::Agents, *self.mode == Mode::Compare);
        let first = self.layout.cell(self.view.world_at(&self.area, press.from));
        let has_brush = self.toggles.is_on(Toggle::Terrain) && press.grip.paints && press.button == MouseButton::Left;
        let map = self.grid.grid();
        let paints = has_brush && !compares && press.grabbed.is_none() && map.contains(first);
        if let Some(cell) = cell.filter(|_| paints && press.dragging && on_map) {
            self.commands.write_batch(paint(&mut press.painted, first, cell, map.size()));
        } else if let Some(grabbed) = &mut press.grabbed {
            let seen = grabbed.agent.and_then(|agent| self.agents.get(agent).ok());
            // Where an agent cannot stand, it stays where it was put last.
            let fits = |cell: &Cell| match &seen {
                Some(seen) => self.grid.for_agent(seen.kind).is_walkable(*cell),
                None => map.contains(*cell),
            };
            if let Some(cell) = cell.filter(|cell| press.dragging && grabbed.last != *cell && fits(cell)) {
                grabbed.last = cell;
                self.commands.write_batch(seen.map(|seen| AgentCommand::Select(seen.name.0.clone()).into()));
                self.commands.write((grabbed.put)(cell));
            }
            self.playback.bypass_change_detection().dragging = press.dragging && !walks;
            self.held.set_if_neq(InHand(press.dragging && walks));
        } else if press.dragging && !paints && !compares && pointer != press.last {
            let moved = pointer - press.last;
            self.commands.write(ViewCommand::Pan { x: moved.x, y: moved.y }.into());
            press.last = pointer;
        }
        *self.press = Some(press);
    }

    /// The button comes up here.
    pub fn finish(&mut self, pointer: Vec2) {
        let place = self.at(pointer);
        let (Some(Place { on_map, world, .. }), Some(press)) = (&place, self.let_go()) else { return };
        if *self.mode == Mode::Compare {
            let board = press.board.filter(|_| !press.dragging);
            self.commands.write_batch(board.map(|board| CompareCommand::Select(board + 1).into()));
            return;
        }
        let Some(cell) = place.as_ref().and_then(|place| place.cell) else { return };
        let walks = *self.mode == Mode::Agents;
        let changes_terrain = self.toggles.is_on(Toggle::Terrain);
        let asks_next = matches!(self.lesson.asks(), Some(Ask::Next(_)));
        let is_on_end = !walks && press.grabbed.is_some();
        if !on_map || press.dragging || (is_on_end && !changes_terrain && !asks_next) {
            return;
        }
        let shift = self.keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
        let control = self.keys.any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight]);
        let command = match (!walks, press.button) {
            (true, _) if !self.grid.grid().contains(cell) => return,
            (_, MouseButton::Left) if changes_terrain && !control && shift => EditCommand::PreviousTerrain(cell).into(),
            (_, MouseButton::Left) if changes_terrain && !control => EditCommand::NextTerrain(cell).into(),
            (true, MouseButton::Left) if shift => WatchCommand::SetStart(cell).into(),
            // What is asked counts more than the goal, which can be dragged.
            (true, MouseButton::Left) if asks_next => LessonCommand::Answer(LessonAnswer::Cell(cell)).into(),
            (true, MouseButton::Left) => WatchCommand::SetGoal(cell).into(),
            (true, MouseButton::Right) => WindowCommand::CellMenu(Some(cell)).into(),
            (false, MouseButton::Left) => {
                let under = self.agent_at(*world, press.grip).map(|seen| seen.name.0.clone());
                let now = Clicked { at: self.time.elapsed(), place: pointer, name: under };
                self.order(cell, now, press, [shift, control])
            }
            _ => return,
        };
        self.commands.write(command);
    }

    /// Whatever was held is held no more.
    fn let_go(&mut self) -> Option<Press> {
        let press = self.press.take()?;
        self.playback.bypass_change_detection().dragging = false;
        self.held.set_if_neq(InHand(false));
        Some(press)
    }

    /// The button comes up beside the window.
    pub fn lose(&mut self) {
        self.let_go();
    }

    /// What the button was for is taken back.
    pub fn cancel(&mut self) {
        let grabbed = self.let_go().and_then(|press| press.grabbed);
        let moved = grabbed.filter(|grabbed| grabbed.last != grabbed.first);
        self.commands.write_batch(moved.map(|grabbed| (grabbed.put)(grabbed.first)));
    }

    /// A finger has been here for long: that is a right click where there are any, and no click.
    pub fn hold(&mut self, pointer: Vec2) {
        if *self.mode == Mode::Watch {
            self.cancel();
            self.begin(pointer, MouseButton::Right, Grip::FINGER);
            self.finish(pointer);
        } else if let Some(press) = &mut *self.press {
            press.dragging = true;
        }
    }

    /// What a click is for where agents walk: it selects the one that it meets, a second one opens its search, and any
    /// other click sends agents to the cell.
    fn order(&mut self, cell: Cell, now: Clicked, press: Press, [shift, control]: [bool; 2]) -> AppCommand {
        let plain = !shift && !control;
        // The agent may have walked on since the first click: the place counts.
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
            None if shift => AgentCommand::QueueTo(cell).into(),
            None if control => AgentCommand::SendAllTo(cell).into(),
            None => AgentCommand::SendTo(cell).into(),
        }
    }

    /// The agent that is drawn under a place of the world; of several the nearest.
    fn agent_at(&self, world: Vec2, grip: Grip) -> Option<SeenItem<'_, '_>> {
        let near = self.agents.iter().filter_map(|seen| {
            let side = f32::from(AgentKind::size_of(seen.kind)) - 0.14;
            let reach = (self.layout.cell_size().x * side / 2.0).max(grip.agent * self.view.scale);
            let middle = seen.motion.position + AgentKind::middle_of(seen.kind);
            let distance = self.layout.world(middle).distance(world);
            (distance <= reach).then_some((distance, seen))
        });
        near.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, seen)| seen)
    }
}

/// An agent as a hand meets it.
#[derive(QueryData)]
pub(super) struct Seen {
    entity: Entity,
    motion: &'static AgentMotion,
    cell: &'static AgentCell,
    kind: Option<&'static AgentKind>,
    name: &'static AgentName,
    stack: Option<&'static PathStack>,
    planning: Option<&'static Planning>,
}

/// What a brush does on its way to a cell: the first cell of the stroke gets the next terrain, the others that of the
/// first.
fn paint(painted: &mut Option<Cell>, first: Cell, to: Cell, map: GridSize) -> Vec<AppCommand> {
    let mut commands = Vec::new();
    let from = *painted.get_or_insert_with(|| {
        commands.push(EditCommand::NextTerrain(first).into());
        first
    });
    // A fast mouse leaves cells out.
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let steps = dx.abs().max(dy.abs());
    let between = |step: i32, length: i32| (2 * step * length + steps * length.signum()) / (2 * steps);
    let line = (1..=steps).map(|step| Cell::new(from.x + between(step, dx), from.y + between(step, dy)));
    commands.extend(line.filter(|cell| map.contains(*cell)).map(|cell| EditCommand::LikeCell(first, cell).into()));
    *painted = Some(to);
    commands
}

/// An end of the watched path. On one cell the goal lies above the start.
fn grab_end(question: &WatchQuery, near: impl Fn(Cell) -> bool) -> Option<Grabbed> {
    let ends: [(fn(Cell) -> AppCommand, Cell); 2] = [
        (|cell| WatchCommand::SetGoal(cell).into(), question.query.goal),
        (|cell| WatchCommand::SetStart(cell).into(), question.query.start),
    ];
    let (put, at) = ends.into_iter().find(|(_, at)| near(*at))?;
    Some(Grabbed { put, first: at, last: at, agent: None })
}

/// The agent under the pointer, or else the one whose flag is there.
fn grab_agent(agents: &Query<Seen>, under: Option<SeenItem>, near: impl Fn(Cell) -> bool) -> Option<Grabbed> {
    if let Some(seen) = under {
        let (put, at): (fn(Cell) -> AppCommand, _) = (|cell| AgentCommand::Place(cell).into(), seen.cell.0);
        return Some(Grabbed { put, first: at, last: at, agent: Some(seen.entity) });
    }
    let mut flags = agents.iter().filter_map(|seen| Some((seen.entity, goal_of(seen.stack, seen.planning)?)));
    let (agent, at) = flags.find(|(_, goal)| near(*goal))?;
    Some(Grabbed { put: |cell| AgentCommand::SendTo(cell).into(), first: at, last: at, agent: Some(agent) })
}
