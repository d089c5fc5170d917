//! The dispatcher: hands each command of a frame, in order, to the part that owns the data.
//! Commands about the window itself are its own.

use std::path::PathBuf;

use bevy::app::MainScheduleOrder;
use bevy::ecs::schedule::ScheduleLabel;
use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy_gridwalk::ActiveLevel;
use gridwalk_level::formats::{visible, write_png};

use crate::app::boards::{self, Boards, Scenarios, TraceRun, WatchQuery};
use crate::app::command::{
    CompareCommand, FileCommand, LevelCommand, Mode, ScenarioCommand, SelectionCommand, Toggle,
    ToolCommand, WatchCommand, WindowCommand,
};
use crate::app::common::files::PictureFolder;
use crate::app::common::script::Ending;
use crate::app::common::settings::Settings;
use crate::app::common::state::{MapDrag, PanelFocus, act_on_toggle};
use crate::app::document::{self, Next, open_level};
use crate::app::edit::{self, Edit};
use crate::app::platform::files;
use crate::app::view::camera::{self, CellMenu};
use crate::app::{
    AddressProblems, AppCommand, ChosenLanguage, Notes, OpenDocument, OpenLesson, Phrase, Script,
    Selection, Toggles, agents, lesson, options,
};
use crate::scenario;

/// The schedule in which commands are dispatched.
#[derive(ScheduleLabel, Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Dispatch;

pub(in crate::app) fn plugin(app: &mut App) {
    app.add_message::<AppCommand>()
        .init_schedule(Dispatch)
        .add_systems(Dispatch, dispatch_all);
    app.world_mut()
        .resource_mut::<MainScheduleOrder>()
        .insert_after(PreUpdate, Dispatch);
}

fn dispatch_all(world: &mut World) {
    let commands: Vec<_> = world
        .resource_mut::<Messages<AppCommand>>()
        .drain()
        .collect();
    if world.resource::<Edit>().is_making() {
        run_part(world, edit::put_made, ());
    }
    for command in commands {
        dispatch(world, command);
    }
}

/// Dispatches one command.
///
/// The match has no wildcard: a command without a handler does not compile.
fn dispatch(world: &mut World, command: AppCommand) {
    match command {
        AppCommand::Agents(command) => run_part(world, agents::act, command),
        AppCommand::Select(command) => run_part(world, agents::select, command),
        AppCommand::Spawn(command) => run_part(world, agents::spawn, command),
        AppCommand::Watch(command) => run_part(world, boards::act, command),
        AppCommand::Compare(command) => run_part(world, boards::compare, command),
        AppCommand::Scenario(command) => run_part(world, boards::act_on_scenario, command),
        AppCommand::Flood(preset) => run_part(world, boards::flood, preset),
        AppCommand::Play(command) => run_part(world, boards::play, command),
        // Undo and redo apply to whole strokes: the current stroke ends first.
        AppCommand::Edit(command)
            if command.is_of_history() && world.resource::<Edit>().is_drawing() =>
        {
            run_part(world, edit::act, ToolCommand::End);
            run_part(world, document::edit, command);
        }
        AppCommand::Edit(command) => run_part(world, document::edit, command),
        AppCommand::Tool(command) => {
            let next = run_part(world, edit::act, command);
            dispatch_next(world, next);
        }
        AppCommand::Legend(command) => run_part(world, edit::act_on_legend, command),
        AppCommand::Character(command) => run_part(world, edit::act_on_agent, command),
        AppCommand::Portal(command) => {
            let next = run_part(world, edit::act_on_portal, command);
            dispatch_next(world, next);
        }
        AppCommand::Generate(command) => run_part(world, edit::generate, command),
        AppCommand::Window(WindowCommand::Back)
            if !world.resource::<AddressProblems>().0.is_empty() =>
        {
            world.resource_mut::<AddressProblems>().0.clear();
        }
        AppCommand::Window(WindowCommand::Back)
            if *world.resource::<MapDrag>() != MapDrag::None =>
        {
            *world.resource_mut::<MapDrag>() = MapDrag::Cancelled;
        }
        AppCommand::Window(WindowCommand::Back) if world.resource::<Edit>().can_cancel() => {
            dispatch(world, ToolCommand::Cancel.into());
        }
        AppCommand::Window(WindowCommand::Back)
            if world.resource::<ActiveLevel>().is_built_in()
                && !world.resource::<OpenDocument>().is_asking() =>
        {
            let mut open = world.resource_mut::<OpenDocument>();
            if open.file().is_some() {
                open.follow_own_file();
            } else {
                // The file is followed on, and opens once it is mended.
                world.resource_mut::<ActiveLevel>().error = None;
            }
        }
        AppCommand::File(command) => run_part(world, document::act, command),
        AppCommand::View(command) => run_part(world, camera::act, command),
        AppCommand::Level(LevelCommand::OpenFile(path)) if TraceRun::is_file(&path) => {
            run_part(world, boards::open_trace, path);
        }
        AppCommand::Level(LevelCommand::OpenFile(path)) if scenario::is_one(&path) => {
            dispatch(world, ScenarioCommand::Open(path).into());
        }
        AppCommand::Level(command) => run_part(world, open_level::act, command),
        AppCommand::Lesson(command) => run_part(world, lesson::act, command),
        AppCommand::Options(command) => run_part(world, options::act, command),
        AppCommand::Window(WindowCommand::Mode(Mode::Compare)) => {
            dispatch(world, CompareCommand::Begin.into());
        }
        AppCommand::Toggle(toggle) => run_part(world, act_on_toggle, toggle),
        AppCommand::Window(command) => {
            let next = run_part(world, act_on_window, command);
            dispatch_next(world, next);
        }
        AppCommand::Cell(command) => {
            let next = run_part(world, camera::resolve, command);
            dispatch_next(world, next);
        }
    }
}

/// Dispatches the command that a part returned, if any.
fn dispatch_next(world: &mut World, next: Option<AppCommand>) {
    if let Some(command) = next {
        dispatch(world, command);
    }
}

/// Runs a part's system with a command; without a window, some of its data is missing.
fn run_part<C, O, M>(
    world: &mut World,
    part: impl IntoSystem<In<C>, O, M> + 'static,
    command: C,
) -> O
where
    C: 'static,
    O: Default + 'static,
{
    world
        .run_system_cached_with(part, command)
        .unwrap_or_else(|error| {
            debug!("a command comes too early or too late: {error}");
            O::default()
        })
}

/// Acts on one command; what another part does for it is the answer.
fn act_on_window(
    In(command): In<WindowCommand>,
    mut commands: Commands,
    (mut menu, mut toggles, mut settings): (ResMut<CellMenu>, ResMut<Toggles>, ResMut<Settings>),
    mut language: ResMut<ChosenLanguage>,
    (mut mode, question): (ResMut<Mode>, Res<WatchQuery>),
    (mut boards, scenarios): (ResMut<Boards>, Res<Scenarios>),
    mut lesson: ResMut<OpenLesson>,
    (mut ending, mut open, script): (ResMut<Ending>, ResMut<OpenDocument>, Res<Script>),
    (focus, selection): (Res<PanelFocus>, Res<Selection>),
) -> Option<AppCommand> {
    match command {
        WindowCommand::Mode(chosen) => {
            *mode = chosen;
            menu.0 = None;
        }
        WindowCommand::Fold(section) => match &mut lesson.0 {
            Some(reading) => section.turn_in(&mut reading.folded),
            None => settings.fold(section),
        },
        WindowCommand::CellMenu(cell) => menu.0 = cell,
        WindowCommand::DismissHints => settings.hints = false,
        WindowCommand::FocusPanel => {
            toggles.turn(Toggle::Panel, true);
            focus.want();
        }
        WindowCommand::Back if open.is_asking() => open.asked = None,
        WindowCommand::Back => {
            let watches = *mode == Mode::Watch;
            let closed = menu.0.take().is_some()
                || toggles.turn(Toggle::Help, false)
                || (watches && toggles.turn(Toggle::Runs, false))
                || toggles.turn(Toggle::Meter, false);
            if !closed && open.is_copying() {
                return Some(FileCommand::CancelCopy.into());
            } else if !closed && boards.is_reading() {
                return Some(WatchCommand::CancelTrace.into());
            } else if !closed && boards.is_busy() {
                boards.cancel(&question);
            } else if !closed && scenarios.is_shown_over(&open) {
                return Some(ScenarioCommand::Close.into());
            } else if !closed && *mode == Mode::Agents && toggles.turn(Toggle::Spawn, false) {
                return None;
            } else if !closed && *mode == Mode::Agents && selection.is_many() {
                return Some(SelectionCommand::Lone.into());
            } else if !closed && lesson.reading().is_some() {
                lesson.close();
            } else if !closed && *mode == Mode::Agents {
                settings.hints = false;
            }
        }
        WindowCommand::Speak(chosen) => drop(language.set_if_neq(ChosenLanguage(chosen))),
        WindowCommand::NextLanguage => language.0 = language.0.next(),
        WindowCommand::Scale(factor) => settings.scale_by(factor),
        WindowCommand::Screenshot(file) => take_picture(&mut commands, file),
        WindowCommand::Quit if script.is_repeatable() => ending.wanted = true,
        WindowCommand::Quit => ending.wanted |= open.ask_before(Next::Quit).is_some(),
    }
    None
}

/// Saves a picture of the window once it is drawn; without a name as a file that is not there yet.
fn take_picture(commands: &mut Commands, file: Option<PathBuf>) {
    commands.spawn(Screenshot::primary_window()).observe(
        move |shot: On<ScreenshotCaptured>,
              pictures: Res<PictureFolder>,
              mut notes: ResMut<Notes>| {
            let path = file.clone().unwrap_or_else(|| pictures.free_name("png"));
            let path = files::absolute(&path).unwrap_or(path);
            match encode(&shot.image)
                .and_then(|png| files::replace(&path, png).map_err(|error| error.to_string()))
            {
                Ok(()) => {
                    info!("picture saved: {}", visible(&path.display().to_string()));
                    // A script names the file, and a note would be in its next picture.
                    if file.is_none() {
                        notes.say(Phrase::PictureSaved.with("file", files::shown(&path)));
                    }
                }
                Err(error) => {
                    error!(
                        "no picture: {}",
                        visible(&format!("{}: {error}", path.display()))
                    );
                    notes.warn(
                        Phrase::PictureFailed
                            .with("file", files::shown(&path))
                            .with("error", error),
                    );
                }
            }
        },
    );
}

/// The picture as a file of the format PNG.
fn encode(picture: &Image) -> Result<Vec<u8>, String> {
    let picture = picture
        .clone()
        .try_into_dynamic()
        .map_err(|error| error.to_string())?
        .to_rgb8();
    let pixels: Vec<_> = picture.pixels().map(|pixel| pixel.0).collect();
    Ok(write_png(picture.width(), picture.height(), &pixels))
}
