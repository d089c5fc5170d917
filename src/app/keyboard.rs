//! The keyboard becomes commands: what the mouse does on the map has keys too, and most buttons have one.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::{EguiContext, EguiContexts, EguiInput, EguiPreUpdateSet, egui};

use super::camera::View;
use super::panels::PanelState;
use super::panels::cell_menu::Entry;
use super::watch::{Mode, Question, Recording};
use super::{AppCommand, AppSystems, ChosenLanguage, Hovered, MapArea};
use crate::pathfinding::{Algorithm, Cell, Language};
use crate::plugin::{GridLayout, NavGrid, PathfindingSettings};

/// Whether the cell under the pointer was chosen by keys, and where the mouse was then: as long as it stays
/// there, the keys have it.
#[derive(Resource, Default, Debug)]
pub struct CellCursor {
    chosen: bool,
    mouse: Option<Vec2>,
}

impl CellCursor {
    /// Whether the keys still have the cell, while the mouse is here.
    pub fn holds(&mut self, pointer: Option<Vec2>) -> bool {
        self.chosen &= self.mouse == pointer;
        self.chosen
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<CellCursor>()
        .add_systems(
            PreUpdate,
            (
                keep_tab.after(EguiPreUpdateSet::ProcessInput).before(EguiPreUpdateSet::BeginPass),
                // Before egui takes the focus from a field on Esc or Enter: such a key is the field's.
                use_keys.in_set(AppSystems::Input).after(super::pointer::use_mouse).before(EguiPreUpdateSet::BeginPass),
            ),
        )
        .add_systems(PreUpdate, move_cursor.in_set(AppSystems::Act));
}

/// Tab folds the panel. To egui it would also give the focus to a button, which then takes all keys.
fn keep_tab(mut windows: Query<(&mut EguiContext, &mut EguiInput)>) {
    for (mut context, mut input) in &mut windows {
        if !context.get_mut().text_edit_focused() {
            input.events.retain(|event| !matches!(event, egui::Event::Key { key: egui::Key::Tab, .. }));
        }
    }
}

fn use_keys(
    mut contexts: EguiContexts,
    keys: Res<ButtonInput<KeyCode>>,
    mode: Res<Mode>,
    panels: Res<PanelState>,
    hovered: Res<Hovered>,
    (settings, question, recording): (Res<PathfindingSettings>, Res<Question>, Res<Recording>),
    grid: Res<NavGrid>,
    language: Res<ChosenLanguage>,
    mut commands: MessageWriter<AppCommand>,
) {
    let Ok(context) = contexts.ctx_mut() else { return };
    if context.text_edit_focused() {
        return;
    }
    let watches = *mode == Mode::Watch;
    let control = keys.any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight]);
    let shift = keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    let options = if watches { &question.options } else { &settings.options };
    for &key in keys.get_just_pressed() {
        let inside = |cell: &Cell| grid.grid().contains(*cell);
        let on_cell = hovered.0.filter(inside).and_then(|cell| cell_key(key, cell, watches, (shift, control)));
        let free = |cell: &Cell| !control && grid.grid().is_walkable(*cell);
        let of_menu = panels.menu().filter(free).and_then(|cell| menu_key(key, cell));
        let command = match key {
            _ if of_menu.is_some() => {
                commands.write(AppCommand::CellMenu(None));
                of_menu
            }
            _ if on_cell.is_some() => on_cell,
            _ if shift && !control && arrow(key).is_some() => {
                arrow(key).map(|step| AppCommand::MoveCursor(step.x, step.y))
            }
            KeyCode::KeyA if !control => Some(another_algorithm(options.algorithm, shift)),
            KeyCode::KeyZ if !control => Some(another_language(language.0)),
            KeyCode::KeyL if watches && !control => Some(AppCommand::ShowLegend(!panels.has_legend())),
            KeyCode::Escape => escape(&panels, recording.is_busy(), watches),
            _ if control => control_key(key),
            _ => watch_key(key, shift).filter(|_| watches).or_else(|| common_key(key, watches, shift)),
        };
        if let Some(command) = command {
            commands.write(command);
        }
    }
}

/// What lies on top goes first.
fn escape(panels: &PanelState, searches: bool, watches: bool) -> Option<AppCommand> {
    if panels.menu().is_some() {
        Some(AppCommand::CellMenu(None))
    } else if panels.has_help() {
        Some(AppCommand::ToggleHelp)
    } else if watches && panels.has_runs() {
        Some(AppCommand::ToggleRuns)
    } else if searches {
        Some(AppCommand::CancelSearch)
    } else {
        (!watches).then_some(AppCommand::DismissHints)
    }
}

/// Cells to the right and down.
fn arrow(key: KeyCode) -> Option<IVec2> {
    Some(match key {
        KeyCode::ArrowLeft => IVec2::new(-1, 0),
        KeyCode::ArrowRight => IVec2::new(1, 0),
        KeyCode::ArrowUp => IVec2::new(0, -1),
        KeyCode::ArrowDown => IVec2::new(0, 1),
        _ => return None,
    })
}

/// What a key does to the cell under the pointer: the same as a click.
fn cell_key(key: KeyCode, cell: Cell, watches: bool, (shift, control): (bool, bool)) -> Option<AppCommand> {
    Some(match key {
        KeyCode::Enter | KeyCode::NumpadEnter => match (watches, shift, control) {
            (true, true, _) => AppCommand::SetStart(cell),
            (true, ..) => AppCommand::SetGoal(cell),
            (false, true, _) => AppCommand::QueueTo(cell),
            (false, _, true) => AppCommand::SendAllTo(cell),
            (false, ..) => AppCommand::SendTo(cell),
        },
        KeyCode::KeyM if watches && !control => AppCommand::CellMenu(Some(cell)),
        _ => return None,
    })
}

/// A number chooses an entry of the open menu.
fn menu_key(key: KeyCode, cell: Cell) -> Option<AppCommand> {
    const DIGITS: [[KeyCode; 2]; 5] = [
        [KeyCode::Digit1, KeyCode::Numpad1],
        [KeyCode::Digit2, KeyCode::Numpad2],
        [KeyCode::Digit3, KeyCode::Numpad3],
        [KeyCode::Digit4, KeyCode::Numpad4],
        [KeyCode::Digit5, KeyCode::Numpad5],
    ];
    let number = DIGITS.iter().position(|digits| digits.contains(&key))?;
    Entry::ALL.get(number).map(|entry| entry.command(cell))
}

fn another_algorithm(now: Algorithm, back: bool) -> AppCommand {
    let all = Algorithm::ALL;
    let here = all.iter().position(|algorithm| *algorithm == now).unwrap_or(0);
    let next = if back { (here + all.len() - 1) % all.len() } else { (here + 1) % all.len() };
    AppCommand::Set("algorithm".to_owned(), all[next].name().to_owned())
}

fn another_language(now: Language) -> AppCommand {
    let here = Language::ALL.iter().position(|language| *language == now).unwrap_or(0);
    AppCommand::Speak(Language::ALL[(here + 1) % Language::ALL.len()].name().to_owned())
}

fn control_key(key: KeyCode) -> Option<AppCommand> {
    Some(match key {
        KeyCode::Equal | KeyCode::NumpadAdd => AppCommand::Scale(1.1),
        KeyCode::Minus | KeyCode::NumpadSubtract => AppCommand::Scale(1.0 / 1.1),
        KeyCode::Digit0 | KeyCode::Numpad0 => AppCommand::Scale(0.0),
        _ => return None,
    })
}

/// Logical pixels that an arrow key moves the map.
const STEP: f32 = 64.0;

/// What a key means with agents, and mostly also while a search is watched.
fn common_key(key: KeyCode, watches: bool, shift: bool) -> Option<AppCommand> {
    Some(match key {
        KeyCode::Equal | KeyCode::NumpadAdd => AppCommand::Zoom { factor: 1.25, at: None },
        KeyCode::Minus | KeyCode::NumpadSubtract => AppCommand::Zoom { factor: 0.8, at: None },
        KeyCode::ArrowLeft => AppCommand::Pan { x: STEP, y: 0.0 },
        KeyCode::ArrowRight => AppCommand::Pan { x: -STEP, y: 0.0 },
        KeyCode::ArrowUp => AppCommand::Pan { x: 0.0, y: STEP },
        KeyCode::ArrowDown => AppCommand::Pan { x: 0.0, y: -STEP },
        KeyCode::KeyF => AppCommand::Fit,
        KeyCode::Space => AppCommand::TogglePause,
        // Agents are not seen while a search is watched.
        KeyCode::KeyN | KeyCode::KeyS if watches => return None,
        KeyCode::KeyN => AppCommand::SelectNext,
        KeyCode::KeyS => AppCommand::Stop,
        KeyCode::KeyR => AppCommand::Restart,
        KeyCode::KeyW if shift => AppCommand::WatchAgent(String::new(), 0),
        KeyCode::KeyW => AppCommand::ToggleWatch,
        KeyCode::PageDown => AppCommand::NextLevel,
        KeyCode::PageUp => AppCommand::PreviousLevel,
        KeyCode::Tab => AppCommand::TogglePanel,
        KeyCode::F1 | KeyCode::Slash => AppCommand::ToggleHelp,
        KeyCode::F12 => AppCommand::Screenshot("gridwalk.png".to_owned()),
        _ => return None,
    })
}

/// What a key means while a search is watched, where that differs.
fn watch_key(key: KeyCode, shift: bool) -> Option<AppCommand> {
    Some(match key {
        KeyCode::Space => AppCommand::TogglePlay,
        KeyCode::ArrowLeft => AppCommand::StepBack,
        KeyCode::ArrowRight => AppCommand::StepForward,
        KeyCode::Home => AppCommand::First,
        KeyCode::End => AppCommand::Last,
        KeyCode::BracketLeft => AppCommand::Slower,
        KeyCode::BracketRight => AppCommand::Faster,
        KeyCode::KeyE => AppCommand::NextStepSize,
        KeyCode::KeyB if shift => AppCommand::PreviousBreak,
        KeyCode::KeyB => AppCommand::NextBreak,
        KeyCode::KeyX => AppCommand::ClearBreaks,
        KeyCode::KeyH => AppCommand::NextHeatMap,
        KeyCode::KeyT => AppCommand::ToggleTree,
        KeyCode::KeyG => AppCommand::ToggleNumbers,
        KeyCode::KeyU => AppCommand::ToggleRuns,
        _ => return None,
    })
}

/// Moves the cell that keys act on, and the map with it where it would leave the window.
fn move_cursor(
    mut commands: ParamSet<(MessageReader<AppCommand>, MessageWriter<AppCommand>)>,
    mut cursor: ResMut<CellCursor>,
    mut hovered: ResMut<Hovered>,
    grid: Res<NavGrid>,
    (view, area, layout): (Res<View>, Res<MapArea>, Res<GridLayout>),
    window: Single<&Window, With<PrimaryWindow>>,
) {
    let mut pan = Vec2::ZERO;
    for command in commands.p0().read() {
        let AppCommand::MoveCursor(x, y) = *command else { continue };
        let map = grid.grid();
        let most = Cell::new(map.width().cast_signed() - 1, map.height().cast_signed() - 1);
        // Without a cell it begins in the middle of what is seen.
        let next = hovered.0.map_or_else(|| layout.cell(view.center), |cell| Cell::new(cell.x + x, cell.y + y));
        let next = Cell::new(next.x.clamp(0, most.x), next.y.clamp(0, most.y));
        hovered.set_if_neq(Hovered(Some(next)));
        *cursor = CellCursor { chosen: true, mouse: window.cursor_position() };
        let at = view.window_at(&area, layout.center(next));
        let seen = area.rect.inflate(-layout.cell_size / view.scale);
        if seen.width() > 0.0 && seen.height() > 0.0 {
            pan = at.clamp(seen.min, seen.max) - at;
        }
    }
    if pan != Vec2::ZERO {
        commands.p1().write(AppCommand::Pan { x: pan.x, y: pan.y });
    }
}
