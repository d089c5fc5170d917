//! Opens the window, or says in one sentence why that is not possible.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use bevy::asset::io::AssetSourceBuilder;
use bevy::asset::{AssetPath, UnapprovedPathMode};
use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy::window::{WindowResizeConstraints, WindowResolution};
use bevy_egui::EguiPlugin;

use super::levels::{FIRST_LEVEL, LevelList};
use super::power::Started;
use super::{AppPlugin, Args, FirstStart, Script};
use crate::plugin::OpenLevel;

/// Bad input, no display, no graphics driver.
const REFUSED: u8 = 2;

/// The asset source for a level that the command line names, wherever it lies.
const USER_SOURCE: &str = "level";

/// Runs the playground until its window is closed.
#[must_use]
pub fn run(args: &Args) -> ExitCode {
    match prepare(args) {
        Ok(mut app) => match app.run() {
            AppExit::Success => ExitCode::SUCCESS,
            AppExit::Error(code) => ExitCode::from(code.get()),
        },
        Err(sentence) => {
            eprintln!("gridwalk: {sentence}");
            ExitCode::from(REFUSED)
        }
    }
}

fn prepare(args: &Args) -> Result<App, String> {
    let started = Instant::now();
    let script = args.script.as_deref().map(Script::read).transpose()?;
    let level = args.level.as_deref().map(find_level).transpose()?;
    if let Some(picture) = &args.screenshot {
        check_picture(picture)?;
    }
    let assets = asset_root();

    let mut app = App::new();
    // Sources must be known before the asset plugin is.
    let opened = if let Some((folder, file)) = level {
        app.register_asset_source(USER_SOURCE, AssetSourceBuilder::platform_default(&folder, None));
        AssetPath::from(PathBuf::from(file)).with_source(USER_SOURCE)
    } else {
        AssetPath::from(format!("levels/{FIRST_LEVEL}.level.ron"))
    };
    open_window(&mut app, args, &assets)?;
    app.add_plugins((EguiPlugin::default(), AppPlugin))
        .insert_resource(Started(started))
        .insert_resource(LevelList::read(&assets.join("levels")));
    // Pictures and scripts show the same on every machine, whoever has dismissed what before.
    if script.is_none() && args.screenshot.is_none() {
        app.insert_resource(FirstStart::of_this_user());
    }
    app.insert_resource(script.unwrap_or_default().ending(args.screenshot.clone(), args.exit));
    app.world_mut().write_message(OpenLevel(opened));
    Ok(app)
}

/// The folder and the name of a level file.
fn find_level(path: &Path) -> Result<(String, String), String> {
    let full = path.canonicalize().map_err(|error| format!("{}: cannot be opened: {error}", path.display()))?;
    if full.is_dir() {
        return Err(format!("{} is a folder; expected a level file", path.display()));
    }
    match (full.parent().and_then(Path::to_str), full.file_name().and_then(|name| name.to_str())) {
        (Some(folder), Some(name)) => Ok((folder.to_owned(), name.to_owned())),
        _ => Err(format!("{}: the name is not UTF-8", path.display())),
    }
}

fn check_picture(path: &Path) -> Result<(), String> {
    let is_png = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png"));
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if !is_png {
        return Err(format!("{}: pictures are saved as .png", path.display()));
    }
    match folder {
        Some(folder) if !folder.is_dir() => Err(format!("{}: there is no such folder", folder.display())),
        _ => Ok(()),
    }
}

/// The folder of levels: of the package under cargo, else beside the program.
fn asset_root() -> PathBuf {
    if let Some(root) = std::env::var_os("BEVY_ASSET_ROOT").or_else(|| std::env::var_os("CARGO_MANIFEST_DIR")) {
        return PathBuf::from(root).join("assets");
    }
    let beside = std::env::current_exe().ok().and_then(|exe| Some(exe.parent()?.join("assets")));
    beside.filter(|folder| folder.is_dir()).unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("assets"))
}

/// Adds Bevy's plugins. Without a display or a graphics driver they panic, before anything else
/// has begun: that is caught here and said in one sentence.
fn open_window(app: &mut App, args: &Args, assets: &Path) -> Result<(), String> {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if cfg!(target_os = "linux") && !["WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DISPLAY"].iter().any(|name| is_set(name)) {
        return Err("there is no display: neither WAYLAND_DISPLAY nor DISPLAY is set".to_owned());
    }
    let (width, height) = args.size;
    let window = Window {
        title: "gridwalk".to_owned(),
        name: Some("gridwalk".to_owned()),
        resolution: WindowResolution::new(width, height),
        resize_constraints: WindowResizeConstraints { min_width: 640.0, min_height: 400.0, ..default() },
        ..default()
    };
    let plugins = DefaultPlugins
        .set(WindowPlugin { primary_window: Some(window), ..default() })
        .set(AssetPlugin {
            file_path: assets.to_string_lossy().into_owned(),
            unapproved_path_mode: UnapprovedPathMode::Forbid,
            ..default()
        })
        .set(LogPlugin {
            filter: "warn,gridwalk=info,wgpu=error,naga=error,winit=error,calloop=error,bevy_asset=off".to_owned(),
            ..default()
        });
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let result = catch_unwind(AssertUnwindSafe(|| {
        app.add_plugins(plugins);
    }));
    std::panic::set_hook(hook);
    result.map_err(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        explain(text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or_default())
    })
}

/// One sentence for people from a panic of the window or graphics layer.
fn explain(panic: &str) -> String {
    let first_line = panic.lines().next().unwrap_or_default();
    if panic.contains("Unable to find a GPU") {
        "there is no graphics driver: no Vulkan device was found; on Debian, mesa-vulkan-drivers brings one".to_owned()
    } else if panic.contains("event loop") {
        format!("the display cannot be opened; is the display server running? ({first_line})")
    } else {
        format!("the window cannot be opened: {first_line}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_one_sentence() {
        assert!(explain("Unable to find a GPU! Make sure\nyou have").starts_with("there is no graphics driver"));
        assert_eq!(explain("Failed to build event loop: X\nmore").lines().count(), 1);
        assert!(explain("").starts_with("the window cannot be opened"));
    }
}
