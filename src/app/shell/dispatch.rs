//! The dispatcher: hands each command of a frame, in order, to the part that owns the data.
//!
//! Its schedule runs between `PreUpdate`, where keys and mouse become commands, and the fixed steps, which act on them
//! in the same frame. No system has to be ordered against it.

use bevy::app::MainScheduleOrder;
use bevy::ecs::schedule::ScheduleLabel;
use bevy::prelude::*;

use super::window;
use crate::app::boards::{self, TraceRun};
use crate::app::command::{CompareCommand, LevelCommand, Mode, ScenarioCommand, ToolCommand, WindowCommand};
use crate::app::common::state::MapDrag;
use crate::app::common::toggles;
use crate::app::document::{self, open_level};
use crate::app::edit::{self, Edit};
use crate::app::view::{camera, cell};
use crate::app::{AddressProblems, AppCommand, agents, lesson, options};
use crate::scenario;

/// The schedule in which commands are dispatched.
#[derive(ScheduleLabel, Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Dispatch;

pub(in crate::app) fn plugin(app: &mut App) {
    app.add_message::<AppCommand>().init_schedule(Dispatch).add_systems(Dispatch, dispatch_all);
    app.world_mut().resource_mut::<MainScheduleOrder>().insert_after(PreUpdate, Dispatch);
}

fn dispatch_all(world: &mut World) {
    let commands: Vec<_> = world.resource_mut::<Messages<AppCommand>>().drain().collect();
    if world.resource::<Edit>().is_making() {
        hand(world, edit::put_made, ());
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
        AppCommand::Agents(command) => hand(world, agents::act, command),
        AppCommand::Select(command) => hand(world, agents::select, command),
        AppCommand::Spawn(command) => hand(world, agents::spawn, command),
        AppCommand::Watch(command) => hand(world, boards::act, command),
        AppCommand::Compare(command) => hand(world, boards::compare, command),
        AppCommand::Scenario(command) => hand(world, boards::act_on_scenario, command),
        AppCommand::Flood(preset) => hand(world, boards::flood, preset),
        AppCommand::Play(command) => hand(world, boards::play, command),
        // Undo and redo apply to whole strokes: the current stroke ends first.
        AppCommand::Edit(command) if command.is_of_history() && world.resource::<Edit>().is_drawing() => {
            hand(world, edit::act, ToolCommand::End);
            hand(world, document::edit, command);
        }
        AppCommand::Edit(command) => hand(world, document::edit, command),
        AppCommand::Tool(command) => {
            let next = hand(world, edit::act, command);
            go_on(world, next);
        }
        AppCommand::Legend(command) => hand(world, edit::act_on_legend, command),
        AppCommand::Character(command) => hand(world, edit::act_on_agent, command),
        AppCommand::Portal(command) => {
            let next = hand(world, edit::act_on_portal, command);
            go_on(world, next);
        }
        AppCommand::Generate(command) => hand(world, edit::generate, command),
        AppCommand::Window(WindowCommand::Back) if !world.resource::<AddressProblems>().0.is_empty() => {
            world.resource_mut::<AddressProblems>().0.clear();
        }
        AppCommand::Window(WindowCommand::Back) if *world.resource::<MapDrag>() != MapDrag::None => {
            *world.resource_mut::<MapDrag>() = MapDrag::None;
        }
        AppCommand::Window(WindowCommand::Back) if world.resource::<Edit>().can_cancel() => {
            dispatch(world, ToolCommand::Cancel.into());
        }
        AppCommand::File(command) => hand(world, document::act, command),
        AppCommand::View(command) => hand(world, camera::act, command),
        AppCommand::Level(LevelCommand::OpenFile(path)) if TraceRun::is_file(&path) => {
            hand(world, boards::open_trace, path);
        }
        AppCommand::Level(LevelCommand::OpenFile(path)) if scenario::is_one(&path) => {
            dispatch(world, ScenarioCommand::Open(path).into());
        }
        AppCommand::Level(command) => hand(world, open_level::act, command),
        AppCommand::Lesson(command) => hand(world, lesson::act, command),
        AppCommand::Options(command) => hand(world, options::act, command),
        AppCommand::Window(WindowCommand::Mode(Mode::Compare)) => dispatch(world, CompareCommand::Begin.into()),
        AppCommand::Toggle(toggle) => hand(world, toggles::act, toggle),
        AppCommand::Window(command) => {
            let next = hand(world, window::act, command);
            go_on(world, next);
        }
        AppCommand::Cell(command) => {
            let next = hand(world, cell::resolve, command);
            go_on(world, next);
        }
    }
}

/// Dispatches the command that a part returned, if any.
fn go_on(world: &mut World, next: Option<AppCommand>) {
    if let Some(command) = next {
        dispatch(world, command);
    }
}

/// Runs a part's system with a command; without a window, some of its data is missing.
fn hand<C, O, M>(world: &mut World, part: impl IntoSystem<In<C>, O, M> + 'static, command: C) -> O
where
    C: 'static,
    O: Default + 'static,
{
    world.run_system_cached_with(part, command).unwrap_or_else(|error| {
        debug!("a command comes too early or too late: {error}");
        O::default()
    })
}
