//! Opens the window by the arguments of the command line, or says in one sentence why that is not
//! possible.

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
use gridwalk_pathfinding::{Algorithm, Named};

use super::address::{Parameter, Wishes};
use super::power::Started;
use crate::app::boards::{ScenarioRead, TraceRun};
use crate::app::command::Mode;
use crate::app::common::script::REFUSED;
use crate::app::document::levels::{FIRST_LEVEL, LevelList, OpenUnfiled, open_from_everywhere};
use crate::app::platform::{IS_PAGE, Instant, add_window, address, files, folders, refuse};
use crate::app::{
    AppPlugin, Boards, FileDialogs, LessonList, Notes, Phrase, Scenarios, Script, SettingsFile,
    UnsavedWork,
};
use crate::scenario;
use crate::scenario::ScenarioError;
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
        let sentence = Phrase::NoSuchLevel
            .with("file", missing)
            .tell(Language::English);
        return Err(format!("{}: {sentence}", file.display()));
    }
    let query = args
        .line
        .zip(args.level.as_ref())
        .map(|(line, file)| read_query(file, line, args.algorithm))
        .transpose()?;
    let is_trace = |file: &&PathBuf| TraceRun::is_file(file);
    let trace = args
        .level
        .as_ref()
        .filter(is_trace)
        .map(|file| TraceRun::read(file))
        .transpose();
    let trace = trace.map_err(|sentence| sentence.tell(Language::English))?;
    let is_list = |file: &&PathBuf| scenario::is_one(file) && args.line.is_none();
    let list = args
        .level
        .as_ref()
        .filter(is_list)
        .map(|file| ScenarioRead::read(file))
        .transpose();
    let list = list.map_err(|sentence| sentence.tell(Language::English))?;
    let lessons = LessonList::read(&assets);
    let mut wishes = Wishes::read(address, &levels, &lessons);
    let first = || {
        levels
            .named(FIRST_LEVEL)
            .map(|_| AssetPath::from(format!("levels/{FIRST_LEVEL}.level.ron")))
    };
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
    app.insert_resource(
        script
            .unwrap_or_default()
            .ending(args.screenshot.clone(), args.exit),
    );
    app.world_mut().write_message_batch(opened.map(OpenLevel));
    if has_none {
        // Nothing is wrong with a level: there is none where the program looks for them.
        app.world_mut()
            .write_message(OpenUnfiled(Arc::new(built_in())));
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
    let read =
        |path: &Path| files::read(path).map_err(|error| format!("{}: {error}", path.display()));
    let of_map = |path: &Path, error: &ParseError| {
        format!(
            "{}:{}:{}: {}",
            path.display(),
            error.line,
            error.column,
            error.message
        )
    };
    let (query, map) =
        scenario::find_query(file, &read(file)?, line).map_err(|error| match error {
            ScenarioError::Parse(error) => of_map(file, &error),
            ScenarioError::Other(sentence) => said(sentence),
        })?;
    let name = map
        .file_name()
        .map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let level = parse_level(&read(&map)?, &name).map_err(|error| of_map(&map, &error))?;
    scenario::check_size(&query, &map, &level.grid).map_err(said)?;
    let mut level = scenario::asked(&query, level);
    level.search.algorithm = algorithm.unwrap_or(level.search.algorithm);
    Ok(level)
}

fn check_picture(path: &Path) -> Result<(), String> {
    let is_png = path
        .extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("png"));
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    if !is_png {
        return Err(format!("{}: pictures are saved as .png", path.display()));
    }
    match folder {
        Some(folder) if !files::is_folder(folder) => {
            Err(format!("{}: there is no such folder", folder.display()))
        }
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
    let window = WindowPlugin {
        primary_window: Some(window),
        close_when_requested: false,
        ..default()
    };
    let assets = AssetPlugin {
        file_path: assets.to_string_lossy().into_owned(),
        // Files from elsewhere have whole paths; no level names another file.
        unapproved_path_mode: UnapprovedPathMode::Allow,
        // The window follows its files itself, wherever they lie.
        watch_for_changes_override: Some(false),
        ..default()
    };
    // A page has no variables of the environment: there `?log=debug` says how much our own rooms
    // tell. Bevy warns of what a browser's graphics lack and we do not use.
    let level = address(Parameter::Log.name());
    let others = if IS_PAGE { "error" } else { "warn" };
    let ours = level.as_deref().unwrap_or("info");
    // After each touch bevy_egui misses its own text field. The page has another one, and typing
    // needs only that.
    let log = format!(
        "{others},gridwalk={ours},wgpu=error,naga=error,winit=error,calloop=error,bevy_asset=off,rfd=off,\
         bevy_egui::text_agent=off"
    );
    add_window(app, window, assets, &log)
}

/// A 2D grid-pathfinding playground: click to send the agent, edit the level file and watch.
#[derive(clap::Parser, Clone, Debug, Default)]
#[command(name = "gridwalk", version, about, after_help = EXAMPLES)]
pub struct Args {
    /// The level to open: a .level.ron, a Moving AI .map, a map of digits (.txt, .digits) or costs
    /// (.csv), a picture (.png), a map of Tiled (.tmj, .tmx), an .ldtk project, or the name of a
    /// level of the program; the trace of a search that `gridwalk solve --trace` wrote, or a list
    /// of searches (.scen) on the map beside it
    pub level: Option<PathBuf>,
    /// Watches the search for the query in this line of a scenario file
    #[arg(long, value_name = "N", requires = "level", value_parser = parse_line)]
    pub line: Option<u32>,
    /// With --line: by this algorithm
    #[arg(long, value_name = "NAME", requires = "line", value_parser = parse_algorithm)]
    pub algorithm: Option<Algorithm>,
    /// Plays a RON list of (tick, command), 64 ticks a second
    #[arg(long, value_name = "FILE.ron")]
    pub script: Option<PathBuf>,
    /// Saves a picture of the window, at the end of the script or after half a second
    #[arg(long, value_name = "OUT.png")]
    pub screenshot: Option<PathBuf>,
    /// Ends the program after the script and the picture
    #[arg(long)]
    pub exit: bool,
    /// Size of the window in logical pixels
    #[arg(long, value_name = "WIDTHxHEIGHT", default_value = "1280x720", value_parser = parse_size)]
    pub size: (u32, u32),
}

impl Args {
    /// Returns the arguments of a page's address: only `?script=FILE.ron`.
    ///
    /// All other parameters are read where levels and lessons are known.
    #[must_use]
    pub fn of_the_address() -> Self {
        let script = address(Parameter::Script.name()).map(PathBuf::from);
        Self {
            script,
            size: (1280, 720),
            ..Self::default()
        }
    }
}

const EXAMPLES: &str = "\
Examples:
  gridwalk                                        opens the first level
  gridwalk assets/levels/right_angle.level.ron    opens a level and follows its file
  gridwalk right_angle                            opens a level that comes with the program
  gridwalk arena2.map                             opens a Moving AI map
  gridwalk rooms.trace.json                       plays a search again that solve --trace wrote
  gridwalk arena2.map.scen                        lists the searches of a scenario and answers them
  gridwalk arena2.map.scen --line 90              watches the search of a scenario
  gridwalk --screenshot out.png --exit            takes a picture and ends

Exit codes: 0 ended by the user, 2 bad input, no display or no graphics driver.";

fn parse_line(text: &str) -> Result<u32, String> {
    text.parse()
        .ok()
        .filter(|line| *line > 0)
        .ok_or_else(|| "expected the number of a line, from 1".to_owned())
}

fn parse_algorithm(text: &str) -> Result<Algorithm, String> {
    Algorithm::from_name(text)
        .ok_or_else(|| format!("expected one of {}", Algorithm::NAMES.join(", ")))
}

fn parse_size(text: &str) -> Result<(u32, u32), String> {
    let size = text
        .split_once('x')
        .and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
    match size {
        Some((w @ 320..=16384, h @ 240..=16384)) => Ok((w, h)),
        _ => Err("expected WIDTHxHEIGHT from 320x240 to 16384x16384, such as 1280x720".to_owned()),
    }
}
