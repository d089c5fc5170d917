//! Start of the window in a page, and the report of a panic.

use bevy::a11y::AccessibilityPlugin;
use bevy::app::{PanicHandlerPlugin, TaskPoolPlugin};
use bevy::camera::CameraPlugin;
use bevy::core_pipeline::CorePipelinePlugin;
use bevy::diagnostic::{DiagnosticsPlugin, FrameCountPlugin};
use bevy::input::InputPlugin;
use bevy::mesh::MeshPlugin;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::sprite::SpritePlugin;
use bevy::sprite_render::SpriteRenderPlugin;
use bevy::time::TimePlugin;
use bevy::winit::WinitPlugin;

use super::{console, host};

/// Shows on the page the reason why the program does not start.
pub fn refuse(sentence: &str) {
    host::refuse(sentence);
}

/// Adds Bevy's plugins: those of `DefaultPlugins` in their order, with the console as the log.
///
/// A later panic is reported on the page, which keeps unsaved work.
///
/// # Errors
/// Never: the page has checked for WebGL before the program starts.
pub fn add_window(app: &mut App, window: WindowPlugin, assets: AssetPlugin, log: &str) -> Result<(), String> {
    console::begin(log);
    app.add_plugins((
        (
            PanicHandlerPlugin,
            TaskPoolPlugin::default(),
            FrameCountPlugin,
            TimePlugin,
            TransformPlugin,
            DiagnosticsPlugin,
        ),
        (InputPlugin, window, AccessibilityPlugin, assets, WinitPlugin::default(), RenderPlugin::default()),
        (ImagePlugin::default(), MeshPlugin, CameraPlugin, CorePipelinePlugin, SpritePlugin, SpriteRenderPlugin),
    ));
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        hook(panic);
        host::panicked(&panic.to_string());
    }));
    Ok(())
}

/// Returns a parameter of the page's address.
#[must_use]
pub fn address(name: &str) -> Option<String> {
    host::address(name)
}

/// Takes these keys from the browser, which keeps all others.
pub fn claim_keys(keys: &[String]) {
    host::claim_keys(keys.to_vec());
}

/// Shows or hides the keyboard of a phone's screen.
///
/// `types` is set while a field is edited, `is_on_text` while the pointer is on a field.
pub fn show_keyboard(types: bool, is_on_text: bool) {
    host::show_keyboard(types, is_on_text);
}

/// Reports that the first frame is drawn.
pub fn is_shown() {
    host::shown();
}

/// Shows a place of the window in the address, the title and the language of the page.
pub fn show_place(parameters: &str, keeps_share: bool, title: &str, language: &str) {
    host::show_place(parameters, keeps_share, title, language);
}

/// Writes the shown text into the page, for screen readers.
pub fn speak(lesson: &str, step: &str, note: &str) {
    host::speak(lesson, step, note);
}

/// Whether the system's settings ask for reduced motion.
#[must_use]
pub fn prefers_reduced_motion() -> bool {
    host::prefers_reduced_motion()
}

/// Returns the address of a place as a frame in another page.
///
/// The frame shows a shared level if `share` is not empty.
#[must_use]
pub fn frame_of(parameters: &str, share: &str) -> Option<String> {
    Some(host::frame_of(parameters, share))
}

/// Returns the text that shares a level: the address of a page that opens it.
pub fn link_to(share: String) -> String {
    host::link_to(&share)
}
