//! The mouse becomes commands, on the map and on the boards. Nothing on a panel ever reaches them.

use core::time::Duration;

use bevy::ecs::query::QueryData;
use bevy::input::mouse::{AccumulatedMouseScroll, MouseScrollUnit};
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
use crate::app::edit::use_pointer;
use crate::app::view::camera::View;
use crate::app::view::cell::{CellCursor, CellMenu};
use crate::app::{AppCommand, AppSystems, Hovered, MapArea, OpenLesson, Toggles};

pub(in crate::app) fn plugin(app: &mut App) {
    app.add_systems(PreUpdate, (use_mouse, use_pointer).chain().in_set(AppSystems::Mouse));
}

/// A button that went down on the map or on a board, and whether the pointer has moved since.
#[derive(Default)]
struct Press {
    button: Option<MouseButton>,
    /// The number of the board, from 0.
    board: Option<usize>,
    from: Vec2,
    last: Vec2,
    dragging: bool,
    /// The agent that was clicked last.
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
    /// Where it was last put.
    last: Cell,
    /// The agent that it is or belongs to.
    agent: Option<Entity>,
}

/// Logical pixels around start and goal where they can be grabbed.
const GRAB: f32 = 9.0;
/// Logical pixels that a click may move before it is a drag.
const DRAG: f32 = 5.0;
/// Between the two clicks of a double click.
const DOUBLE_CLICK: Duration = Duration::from_millis(400);

fn use_mouse(
    mut contexts: EguiContexts,
    window: Single<&Window, With<PrimaryWindow>>,
    buttons: Res<ButtonInput<MouseButton>>,
    keys: Res<ButtonInput<KeyCode>>,
    scroll: Res<AccumulatedMouseScroll>,
    (area, places): (Res<MapArea>, Res<BoardPlaces>),
    view: Res<View>,
    layout: Res<GridLayout>,
    grid: Res<NavGrid>,
    agents: Query<Seen>,
    watching: (Res<Mode>, Res<WatchQuery>, ResMut<Playback>, (Res<CellMenu>, Res<Toggles>), Res<OpenLesson>),
    time: Res<Time<Real>>,
    (mut hovered, mut cursor, mut in_hand): (ResMut<Hovered>, ResMut<CellCursor>, ResMut<InHand>),
    mut press: Local<Press>,
    mut commands: MessageWriter<AppCommand>,
) {
    let (mode, question, mut playback, (menu, toggles), lesson) = watching;
    let (walks, compares) = (*mode == Mode::Agents, *mode == Mode::Compare);
    let Ok(context) = contexts.ctx_mut() else { return };
    let by_keys = cursor.holds(window.cursor_position());
    let Some(pointer) = window.cursor_position() else {
        if !by_keys {
            hovered.set_if_neq(Hovered(None));
        }
        // A button may come up beside the window.
        if press.button.is_some_and(|button| !buttons.pressed(button)) {
            (*press, playback.bypass_change_detection().dragging) = <_>::default();
            in_hand.set_if_neq(InHand(false));
        }
        return;
    };
    let on_map = area.owns(context, pointer);
    let world = view.world_at(&area, pointer);
    // What is dragged stays on its board.
    let board = if compares { press.board.or_else(|| places.at(pointer)) } else { None };
    let place = board.and_then(|board| places.0.get(board));
    // Beside all boards there is none.
    let cell = if compares { place.and_then(|place| place.cell(pointer)) } else { Some(layout.cell(world)) };
    if !by_keys {
        hovered.set_if_neq(Hovered(cell.filter(|cell| on_map && grid.grid().contains(*cell))));
    }

    commands.write_batch(zoom(&scroll, pointer).filter(|_| on_map && !compares));

    for button in [MouseButton::Left, MouseButton::Middle, MouseButton::Right] {
        // A click beside an open menu closes it, and does nothing else; while the level is edited these two draw.
        let is_free = *mode != Mode::Edit || button == MouseButton::Middle;
        let for_the_map = on_map && is_free && !(menu.0.is_some() && button == MouseButton::Left);
        let for_a_board = cell.is_some() && button == MouseButton::Left;
        if for_the_map && (!compares || for_a_board) && press.button.is_none() && buttons.just_pressed(button) {
            // Ends and flags are drawn large enough to be grabbed, however small the cells are.
            let middle = |at| place.map_or_else(|| view.window_at(&area, layout.center(at)), |place| place.center(at));
            let near = |at: Cell| cell == Some(at) || middle(at).distance(pointer) <= GRAB;
            let grabbed = match (button, walks) {
                (MouseButton::Left, false) => grab_end(&question, near),
                (MouseButton::Left, true) => grab_agent(&agents, agent_at(&agents, &layout, &view, world), near),
                _ => None,
            };
            let clicked = press.clicked.take();
            *press = Press { button: Some(button), board, from: pointer, last: pointer, clicked, grabbed, ..default() };
        }
    }
    let Some(button) = press.button else { return };
    if pointer.distance(press.from) > DRAG {
        press.dragging = true;
    }
    let dragging = press.dragging;
    let changes_terrain = toggles.is_on(Toggle::Terrain);
    let first = layout.cell(view.world_at(&area, press.from));
    let has_brush = changes_terrain && !compares && button == MouseButton::Left && press.grabbed.is_none();
    let paints = has_brush && grid.grid().contains(first);
    if let Some(cell) = cell.filter(|_| paints && dragging && on_map) {
        commands.write_batch(paint(&mut press.painted, first, cell, grid.grid().size()));
    } else if let Some(grabbed) = &mut press.grabbed {
        let seen = grabbed.agent.and_then(|agent| agents.get(agent).ok());
        // Where an agent cannot stand, it stays where it was put last.
        let fits = |cell: &Cell| match &seen {
            Some(seen) => grid.seen_by(seen.kind).is_walkable(*cell),
            None => grid.grid().contains(*cell),
        };
        if let Some(cell) = cell.filter(|cell| dragging && grabbed.last != *cell && fits(cell)) {
            grabbed.last = cell;
            commands.write_batch(seen.map(|seen| AgentCommand::Select(seen.name.0.clone()).into()));
            commands.write((grabbed.put)(cell));
        }
        playback.bypass_change_detection().dragging = dragging && !walks;
        in_hand.set_if_neq(InHand(dragging && walks));
    } else if dragging && !paints && !compares && pointer != press.last {
        let moved = pointer - press.last;
        commands.write(ViewCommand::Pan { x: moved.x, y: moved.y }.into());
        press.last = pointer;
    }
    if buttons.pressed(button) {
        return;
    }
    playback.bypass_change_detection().dragging = false;
    in_hand.set_if_neq(InHand(false));
    let Press { clicked, dragging, grabbed, board, .. } = std::mem::take(&mut *press);
    if compares {
        commands.write_batch(board.filter(|_| !dragging).map(|board| CompareCommand::Select(board + 1).into()));
        return;
    }
    let Some(cell) = cell else { return };
    let asks_next = matches!(lesson.asks(), Some(Ask::Next(_)));
    if !on_map || dragging || (!walks && grabbed.is_some() && !changes_terrain && !asks_next) {
        return;
    }
    let shift = keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    let control = keys.any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight]);
    commands.write(match (!walks, button) {
        (true, _) if !grid.grid().contains(cell) => return,
        (_, MouseButton::Left) if changes_terrain && !control && shift => EditCommand::PreviousTerrain(cell).into(),
        (_, MouseButton::Left) if changes_terrain && !control => EditCommand::NextTerrain(cell).into(),
        (true, MouseButton::Left) if shift => WatchCommand::SetStart(cell).into(),
        // What is asked counts more than the goal, which can be dragged.
        (true, MouseButton::Left) if asks_next => LessonCommand::Answer(LessonAnswer::Cell(cell)).into(),
        (true, MouseButton::Left) => WatchCommand::SetGoal(cell).into(),
        (true, MouseButton::Right) => WindowCommand::CellMenu(Some(cell)).into(),
        (false, MouseButton::Left) => {
            let under = agent_at(&agents, &layout, &view, world).map(|seen| seen.name.0.clone());
            let first = Clicked { at: time.elapsed(), place: pointer, name: under };
            order(cell, first, clicked, &mut press, [shift, control])
        }
        _ => return,
    });
}

/// What a click is for where agents walk: it selects the one that it meets, a second one opens its search, and any other
/// click sends agents to the cell.
fn order(
    cell: Cell,
    now: Clicked,
    before: Option<Clicked>,
    press: &mut Press,
    [shift, control]: [bool; 2],
) -> AppCommand {
    let plain = !shift && !control;
    // The agent may have walked on since the first click: the place counts.
    let again = |before: &Clicked| {
        plain && now.at.saturating_sub(before.at) <= DOUBLE_CLICK && before.place.distance(now.place) <= DRAG
    };
    if let Some(name) = before.filter(again).and_then(|before| before.name) {
        return WatchCommand::Agent(name, 0).into();
    }
    match now.name.clone().filter(|_| plain) {
        Some(name) => {
            press.clicked = Some(now);
            AgentCommand::Select(name).into()
        }
        None if shift => AgentCommand::QueueTo(cell).into(),
        None if control => AgentCommand::SendAllTo(cell).into(),
        None => AgentCommand::SendTo(cell).into(),
    }
}

fn zoom(scroll: &AccumulatedMouseScroll, pointer: Vec2) -> Option<AppCommand> {
    let lines = match scroll.unit {
        MouseScrollUnit::Line => scroll.delta.y,
        MouseScrollUnit::Pixel => scroll.delta.y / MouseScrollUnit::SCROLL_UNIT_CONVERSION_FACTOR,
    };
    let zoom = ViewCommand::Zoom { factor: 1.15f32.powf(lines), at: Some(pointer.into()) };
    (lines != 0.0).then(|| zoom.into())
}

/// An agent as the mouse meets it.
#[derive(QueryData)]
struct Seen {
    entity: Entity,
    motion: &'static AgentMotion,
    cell: &'static AgentCell,
    kind: Option<&'static AgentKind>,
    name: &'static AgentName,
    stack: Option<&'static PathStack>,
    planning: Option<&'static Planning>,
}

/// The agent that is drawn under a place of the world; of several the nearest.
fn agent_at<'w, 's>(
    agents: &'w Query<'_, 's, Seen>,
    layout: &GridLayout,
    view: &View,
    world: Vec2,
) -> Option<SeenItem<'w, 's>> {
    let near = agents.iter().filter_map(|seen| {
        let side = f32::from(AgentKind::size_of(seen.kind)) - 0.14;
        let reach = (layout.cell_size().x * side / 2.0).max(8.0 * view.scale);
        let distance = layout.world(seen.motion.position + AgentKind::middle_of(seen.kind)).distance(world);
        (distance <= reach).then_some((distance, seen))
    });
    near.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, seen)| seen)
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
    let end = ends.into_iter().find(|(_, at)| near(*at));
    end.map(|(put, last)| Grabbed { put, last, agent: None })
}

/// The agent under the pointer, or else the one whose flag is there.
fn grab_agent(agents: &Query<Seen>, under: Option<SeenItem>, near: impl Fn(Cell) -> bool) -> Option<Grabbed> {
    if let Some(seen) = under {
        let put = |cell| AgentCommand::Place(cell).into();
        return Some(Grabbed { put, last: seen.cell.0, agent: Some(seen.entity) });
    }
    let mut flags = agents.iter().filter_map(|seen| Some((seen.entity, goal_of(seen.stack, seen.planning)?)));
    let (agent, last) = flags.find(|(_, goal)| near(*goal))?;
    Some(Grabbed { put: |cell| AgentCommand::SendTo(cell).into(), last, agent: Some(agent) })
}
