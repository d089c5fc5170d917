//! Opens the window, or says in one sentence why that is not possible.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use bevy::asset::{AssetPath, UnapprovedPathMode};
use bevy::prelude::*;
use bevy::window::{WindowResizeConstraints, WindowResolution};
use bevy_egui::EguiPlugin;
use bevy_gridwalk::OpenLevel;
use gridwalk_explain::Language;
use gridwalk_level::Level;
use gridwalk_level::formats::{ParseError, parse_level};
use gridwalk_pathfinding::Algorithm;

use super::address::{Parameter, Wishes};
use super::power::Started;
use crate::app::boards::{ScenarioRead, TraceRun};
use crate::app::command::Mode;
use crate::app::common::script::REFUSED;
use crate::app::document::levels::{FIRST_LEVEL, LevelList, OpenUnfiled, open_from_everywhere};
use crate::app::platform::{IS_PAGE, Instant, add_window, address, files, folders, refuse};
use crate::app::{
    AppPlugin, Args, Boards, FileDialogs, LessonList, Notes, Phrase, Scenarios, Script, SettingsFile, UnsavedWork,
};
use crate::scenario::{self, ScenarioError};
use crate::shipped::built_in;

/// Runs the playground until its window is closed.
#[must_use]
pub fn run(args: &Args) -> ExitCode {
    match prepare(args) {
        Ok(mut app) => match app.run() {
            AppExit::Success => ExitCode::SUCCESS,
            AppExit::Error(code) => ExitCode::from(code.get()),
        },
        Err(sentence) => {
            refuse(&sentence);
            ExitCode::from(REFUSED)
        }
    }
}

fn prepare(args: &Args) -> Result<App, String> {
    let started = Instant::now();
    let script = args.script.as_deref().map(Script::read).transpose()?;
    if let Some(picture) = &args.screenshot {
        check_picture(picture)?;
    }
    let assets = folders::assets();

    let mut app = App::new();
    let levels = LevelList::read(&assets);
    if let (Some(file), Some(script)) = (&args.script, &script)
        && let Some(missing) = script.levels().find(|level| levels.named(level).is_none())
    {
        let sentence = Phrase::NoSuchLevel.with("file", missing).tell(Language::English);
        return Err(format!("{}: {sentence}", file.display()));
    }
    let query =
        args.line.zip(args.level.as_ref()).map(|(line, file)| read_query(file, line, args.algorithm)).transpose()?;
    let is_trace = |file: &&PathBuf| TraceRun::is_file(file);
    let trace = args.level.as_ref().filter(is_trace).map(|file| TraceRun::read(file)).transpose();
    let trace = trace.map_err(|sentence| sentence.tell(Language::English))?;
    let is_list = |file: &&PathBuf| scenario::is_one(file) && args.line.is_none();
    let list = args.level.as_ref().filter(is_list).map(|file| ScenarioRead::read(file)).transpose();
    let list = list.map_err(|sentence| sentence.tell(Language::English))?;
    let lessons = LessonList::read(&assets);
    let mut wishes = Wishes::read(address, &levels, &lessons);
    let first = || levels.named(FIRST_LEVEL).map(|_| AssetPath::from(format!("levels/{FIRST_LEVEL}.level.ron")));
    let opened = match &args.level {
        Some(_) if trace.is_some() || query.is_some() || list.is_some() => None,
        Some(level) => match levels.asset_path(level) {
            Ok(path) => Some(path),
            Err(sentence) => return Err(sentence.tell(Language::English)),
        },
        None if wishes.shared.is_some() => None,
        None => wishes.level.take().or_else(first),
    };
    let has_none = args.level.is_none() && wishes.shared.is_none() && opened.is_none();
    open_from_everywhere(&mut app);
    open_window(&mut app, args, &assets)?;
    app.add_plugins((EguiPlugin::default(), AppPlugin))
        .insert_resource(Started(started))
        .insert_resource(levels)
        .insert_resource(lessons);
    // Pictures and scripts show the same on every machine, whoever has dismissed what before.
    // A frame in another page remembers nothing, and offers no work of another tab.
    if script.is_none() && args.screenshot.is_none() && !wishes.is_embedded {
        app.insert_resource(SettingsFile::of_this_user())
            .insert_resource(UnsavedWork::of_this_user())
            .insert_resource(FileDialogs::of_the_system());
    }
    app.insert_resource(script.unwrap_or_default().ending(args.screenshot.clone(), args.exit));
    app.world_mut().write_message_batch(opened.map(OpenLevel));
    if has_none {
        // Nothing is wrong with a level: there is none where the program looks for them.
        app.world_mut().write_message(OpenUnfiled(Arc::new(built_in())));
        let sentence = Phrase::NoAssets.with("folder", assets.display());
        warn!("{}", sentence.tell(Language::English));
        app.world_mut().resource_mut::<Notes>().warn(sentence);
    }
    if let Some(level) = query {
        app.world_mut().write_message(OpenUnfiled(Arc::new(level)));
        app.world_mut().insert_resource(Mode::Watch);
    }
    if let Some(trace) = trace {
        app.world_mut().resource_mut::<Boards>().open(trace);
    }
    if let Some(list) = list {
        app.world_mut().resource_mut::<Scenarios>().open_read(list);
    }
    wishes.grant(app.world_mut());
    Ok(app)
}

/// The level of a query in a scenario file.
fn read_query(file: &Path, line: u32, algorithm: Option<Algorithm>) -> Result<Level, String> {
    let said = |sentence: String| format!("{}: {sentence}", file.display());
    if !scenario::is_one(file) {
        return Err(said("--line is for scenario files (.scen)".to_owned()));
    }
    let read = |path: &Path| files::read(path).map_err(|error| format!("{}: {error}", path.display()));
    let of_map = |path: &Path, error: &ParseError| {
        format!("{}:{}:{}: {}", path.display(), error.line, error.column, error.message)
    };
    let (query, map) = scenario::find_query(file, &read(file)?, line).map_err(|error| match error {
        ScenarioError::Parse(error) => of_map(file, &error),
        ScenarioError::Other(sentence) => said(sentence),
    })?;
    let name = map.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let level = parse_level(&read(&map)?, &name).map_err(|error| of_map(&map, &error))?;
    scenario::check_size(&query, &map, &level.grid).map_err(said)?;
    let mut level = scenario::asked(&query, level);
    level.search.algorithm = algorithm.unwrap_or(level.search.algorithm);
    Ok(level)
}

fn check_picture(path: &Path) -> Result<(), String> {
    let is_png = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png"));
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if !is_png {
        return Err(format!("{}: pictures are saved as .png", path.display()));
    }
    match folder {
        Some(folder) if !files::is_folder(folder) => Err(format!("{}: there is no such folder", folder.display())),
        _ => Ok(()),
    }
}

/// The least size of a window.
const LEAST: WindowResizeConstraints = WindowResizeConstraints {
    min_width: 320.0,
    min_height: 320.0,
    max_width: f32::INFINITY,
    max_height: f32::INFINITY,
};

/// Adds Bevy's plugins.
fn open_window(app: &mut App, args: &Args, assets: &Path) -> Result<(), String> {
    let (width, height) = args.size;
    let window = Window {
        title: "gridwalk".to_owned(),
        // Of a page: where it draws, how large, and that other keys than ours are the browser's.
        canvas: IS_PAGE.then(|| "#gridwalk".to_owned()),
        fit_canvas_to_parent: true,
        prevent_default_event_handling: false,
        name: Some("gridwalk".to_owned()),
        resolution: WindowResolution::new(width, height),
        // A page is as large as its frame.
        resize_constraints: if IS_PAGE { default() } else { LEAST },
        ..default()
    };
    // What is not saved is asked about first.
    let window = WindowPlugin { primary_window: Some(window), close_when_requested: false, ..default() };
    let assets = AssetPlugin {
        file_path: assets.to_string_lossy().into_owned(),
        // Files from elsewhere have whole paths; no level names another file.
        unapproved_path_mode: UnapprovedPathMode::Allow,
        // The window follows its files itself, wherever they lie.
        watch_for_changes_override: Some(false),
        ..default()
    };
    // A page has no variables of the environment: there `?log=debug` says how much our own rooms tell. Bevy warns of what
    // a browser's graphics lack and we do not use.
    let level = address(Parameter::Log.name());
    let others = if IS_PAGE { "error" } else { "warn" };
    let ours = level.as_deref().unwrap_or("info");
    let log =
        format!("{others},gridwalk={ours},wgpu=error,naga=error,winit=error,calloop=error,bevy_asset=off,rfd=off");
    add_window(app, window, assets, &log)
}
