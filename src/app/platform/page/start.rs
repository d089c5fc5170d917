//! How the page begins, and how it ends when it must.

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

/// Says on the page why the program does not begin.
pub fn refuse(sentence: &str) {
    host::refuse(sentence);
}

/// Adds Bevy's plugins, those of `DefaultPlugins` in their order: but what is logged goes straight to the console. A panic
/// from now on is said on the page, which keeps what was not saved.
///
/// # Errors
/// Never: the page has looked for WebGL before the program began.
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

/// What the address of the page asks for.
#[must_use]
pub fn address(name: &str) -> Option<String> {
    host::address(name)
}

/// Takes these keys from the browser; all others stay its own.
pub fn claim_keys(keys: &[String]) {
    host::claim_keys(keys.to_vec());
}

/// A phone's keyboard comes and goes: by whether a field is typed into, and whether a finger lies on one.
pub fn show_keyboard(types: bool, is_on_text: bool) {
    host::show_keyboard(types, is_on_text);
}

/// The first frame is drawn.
pub fn is_shown() {
    host::shown();
}

/// Shows a place of the window in the address, the title and the language of the page.
pub fn show_place(parameters: &str, keeps_share: bool, title: &str, language: &str) {
    host::show_place(parameters, keeps_share, title, language);
}

/// Writes the text of what is shown into the page, where it is read out.
pub fn speak(lesson: &str, step: &str, note: &str) {
    host::speak(lesson, step, note);
}

/// Whether the system's settings ask for little motion.
#[must_use]
pub fn prefers_reduced_motion() -> bool {
    host::prefers_reduced_motion()
}

/// The address of a place as a frame in another page, with a shared level if `share` is not empty.
#[must_use]
pub fn frame_of(parameters: &str, share: &str) -> Option<String> {
    Some(host::frame_of(parameters, share))
}

/// What is handed on so that others see a shared level: the address of a page with it.
pub fn link_to(share: String) -> String {
    host::link_to(&share)
}
