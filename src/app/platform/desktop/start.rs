//! Start of the window on the desktop.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use bevy::asset::io::{AssetSource, AssetSourceBuilder};
use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::winit::WinitPlugin;
use gridwalk_level::formats::visible;

/// Prints on the terminal the reason why the program does not start.
pub fn refuse(sentence: &str) {
    eprintln!("gridwalk: {}", visible(sentence));
}

/// Registers `elsewhere` as the asset source for all files outside the assets folder.
pub fn add_sources(app: &mut App, elsewhere: &'static str) {
    app.register_asset_source(elsewhere, AssetSourceBuilder::new(AssetSource::get_default_reader(String::new())));
}

/// Returns a parameter of the page's address: always `None`, since there is no page.
pub const fn address(_name: &str) -> Option<String> {
    None
}

/// Takes keys from a browser: does nothing, since there is none.
pub const fn claim_keys(_keys: &[String]) {}

/// Adds Bevy's plugins.
///
/// Without a display or a graphics driver they panic, before anything else has started. The panic is caught here and
/// returned as one sentence.
///
/// # Errors
/// If the window cannot be opened.
pub fn add_window(app: &mut App, window: WindowPlugin, assets: AssetPlugin, log: &str) -> Result<(), String> {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if cfg!(target_os = "linux") && !["WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DISPLAY"].iter().any(|name| is_set(name)) {
        return Err("there is no display: neither WAYLAND_DISPLAY nor DISPLAY is set".to_owned());
    }
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let result = catch_unwind(AssertUnwindSafe(|| {
        let log = LogPlugin { filter: log.to_owned(), ..default() };
        app.add_plugins(DefaultPlugins.set(window).set(assets).set(log));
    }));
    std::panic::set_hook(hook);
    result.map_err(|panic| explain(app, panic.as_ref()))
}

/// Explains the panic in one sentence.
///
/// The plugins that are built show how far the start came. (`is_plugin_added` also counts the one that panicked.)
fn explain(app: &App, panic: &(dyn Any + Send)) -> String {
    if app.get_added_plugins::<AssetPlugin>().is_empty() || !app.get_added_plugins::<RenderPlugin>().is_empty() {
        let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
        let first_line = text.and_then(|text| text.lines().next()).unwrap_or_default();
        format!("the window cannot be opened: {first_line}")
    } else if !app.get_added_plugins::<WinitPlugin>().is_empty() {
        "there is no graphics driver: no Vulkan device was found; on Debian, mesa-vulkan-drivers brings one".to_owned()
    } else {
        let name = ["WAYLAND_DISPLAY", "DISPLAY"].into_iter().find_map(|name| Some((name, std::env::var(name).ok()?)));
        let (name, value) = name.unwrap_or_default();
        format!("the display {value:?} of {name} cannot be opened; is its server running?")
    }
}

/// Shows or hides the keyboard of a phone's screen: does nothing on the desktop.
pub const fn show_keyboard(_types: bool, _is_on_text: bool) {}

/// Reports that the first frame is drawn: does nothing on the desktop.
pub const fn is_shown() {}

/// Returns the text that shares a level: on the desktop, the level's own text.
pub const fn link_to(share: String) -> String {
    share
}

/// Shows a place in the address of the page: does nothing, since there is no page.
pub const fn show_place(_parameters: &str, _keeps_share: bool, _title: &str, _language: &str) {}

/// Writes the shown text into the page: does nothing, since there is no page.
pub const fn speak(_lesson: &str, _step: &str, _note: &str) {}

/// Whether the system's settings ask for reduced motion: unknown on the desktop.
#[must_use]
pub const fn prefers_reduced_motion() -> bool {
    false
}

/// Returns the address of a place as a frame in another page: always `None` here.
#[must_use]
pub const fn frame_of(_parameters: &str, _share: &str) -> Option<String> {
    None
}
