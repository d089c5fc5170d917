//! The desktop: start of the window, files of the system, threads, dialogs of the portal, fonts.

pub mod files;
pub mod folders;

use core::time::Duration;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::{io, thread};

use bevy::asset::io::{AssetSource, AssetSourceBuilder};
use bevy::input::keyboard::KeyCode;
use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::tasks::futures::check_ready;
use bevy::tasks::futures_lite::future::yield_now;
use bevy::tasks::{IoTaskPool, Task, block_on};
use bevy::winit::{WINIT_WINDOWS, WinitPlugin};
use epaint_default_fonts::{EMOJI_ICON, NOTO_EMOJI_REGULAR};
use gridwalk_level::formats::visible;

use crate::app::platform::dialog::{FileAnswer, FileQuestion};

pub use files::{Lock, Stamp};

/// Whether the window is a page in a browser.
pub const IS_PAGE: bool = false;
/// Keys that a page leaves to the browser: here there is none.
pub const KEPT_KEYS: [KeyCode; 0] = [];

/// A write in progress on a thread for files.
pub struct Writing<T>(Task<T>);

impl<T: Send + 'static> Writing<T> {
    /// Starts the write.
    pub fn begin(write: impl FnOnce() -> T + Send + 'static) -> Self {
        Self(IoTaskPool::get().spawn(async move { write() }))
    }

    /// Returns the result once, when the write is finished.
    pub fn poll(&mut self) -> Option<T> {
        check_ready(&mut self.0)
    }

    /// Waits for the write and returns its result.
    pub fn finish(self) -> T {
        block_on(self.0)
    }
}

/// Yields to other tasks.
pub async fn let_frames_pass() {
    yield_now().await;
}

/// Blocks until the future is ready; `None` on a platform that cannot block.
#[expect(clippy::unnecessary_wraps, reason = "a page cannot wait")]
pub fn wait_for<T>(future: impl Future<Output = T>) -> Option<T> {
    Some(block_on(future))
}

/// Calls `work` on its own thread after each pause, until it returns `false`.
///
/// # Errors
/// The error of the system if it cannot create a thread.
pub fn repeat(
    name: &str,
    pause: Duration,
    mut work: impl FnMut() -> bool + Send + 'static,
) -> io::Result<()> {
    let again = move || {
        loop {
            thread::sleep(pause);
            if !work() {
                return;
            }
        }
    };
    thread::Builder::new()
        .name(name.to_owned())
        .spawn(again)
        .map(drop)
}

/// Opens a dialog. This is for the thread of the window; the answer is for any.
pub fn ask_for_file(
    FileQuestion {
        title,
        shows: (what, endings),
        folder,
        name,
    }: FileQuestion,
) -> FileAnswer {
    let mut dialog = rfd::AsyncFileDialog::new()
        .set_title(title)
        .add_filter(what, &endings);
    if let Some(folder) = folder {
        dialog = dialog.set_directory(folder);
    }
    dialog = WINIT_WINDOWS.with_borrow(|windows| match windows.windows.values().next() {
        Some(window) => dialog.set_parent(&**window),
        None => dialog,
    });
    // Some systems want it to be opened by the thread of the window, and then only waited for.
    match name {
        None => {
            let chosen = dialog.pick_file();
            Box::pin(async move { chosen.await.map(|file| file.path().to_owned()) })
        }
        Some(name) => {
            let chosen = dialog.set_file_name(name).save_file();
            Box::pin(async move { chosen.await.map(|file| file.path().to_owned()) })
        }
    }
}

/// Files that were handed over otherwise than by messages of the window: on the desktop none is.
pub const fn take_handed_over() -> Vec<PathBuf> {
    Vec::new()
}

/// The text that was pasted otherwise than by keys: on the desktop none is.
pub const fn take_pasted() -> Option<String> {
    None
}

/// Whether the platform takes a text for the clipboard: here the window puts it there itself.
pub const fn copy_text(_text: &str) -> bool {
    false
}

/// Whether the last text is on the clipboard, where that is known later: here it is known at once.
pub const fn take_copied() -> Option<bool> {
    None
}

/// Whether the text of the clipboard comes later, as one that is pasted: here it is read at once.
pub const fn ask_for_clipboard() -> bool {
    false
}

/// Fonts with emoji and rare symbols, for names that contain them, each with its relative size.
pub const SYMBOLS: [(&str, &[u8], f32); 2] = [
    ("smileys", NOTO_EMOJI_REGULAR, 0.81),
    ("symbols", EMOJI_ICON, 0.9),
];

/// Finds an installed upright font with these characters; returns its file and the index of the
/// face.
///
/// Fonts for Simplified Chinese come first, then those nearest to normal weight, then by name.
pub fn installed_face(characters: &str) -> Option<(Vec<u8>, u32)> {
    let mut installed = fontdb::Database::new();
    installed.load_system_fonts();
    let mut faces: Vec<_> = installed
        .faces()
        .filter(|face| face.style == fontdb::Style::Normal)
        .collect();
    // The name breaks ties, so that the order does not depend on the disk.
    let rank = |face: &fontdb::FaceInfo| {
        let name = face.families.first().map_or("", |(name, _)| name.as_str());
        let simplified = name.ends_with("SC") || name.contains("CJK SC") || name.contains("YaHei");
        (
            !simplified,
            face.weight.0.abs_diff(400),
            name.to_owned(),
            face.index,
        )
    };
    faces.sort_by_key(|face| rank(face));
    faces.into_iter().find_map(|face| {
        installed.with_face_data(face.id, |data, index| {
            let parsed = ttf_parser::Face::parse(data, index).ok()?;
            let has_all = characters
                .chars()
                .all(|character| parsed.glyph_index(character).is_some());
            has_all.then(|| (data.to_vec(), index))
        })?
    })
}

/// Prints on the terminal the reason why the program does not start.
pub fn refuse(sentence: &str) {
    eprintln!("gridwalk: {}", visible(sentence));
}

/// Registers `elsewhere` as the asset source for all files outside the assets folder.
pub fn add_sources(app: &mut App, elsewhere: &'static str) {
    app.register_asset_source(
        elsewhere,
        AssetSourceBuilder::new(AssetSource::get_default_reader(String::new())),
    );
}

/// Returns a parameter of the page's address: always `None`, since there is no page.
pub const fn address(_name: &str) -> Option<String> {
    None
}

/// Takes keys from a browser: does nothing, since there is none.
pub const fn claim_keys(_keys: &[String]) {}

/// Adds Bevy's plugins.
///
/// Without a display or a graphics driver they panic, before anything else has started. The panic
/// is caught here and returned as one sentence.
///
/// # Errors
/// If the window cannot be opened.
pub fn add_window(
    app: &mut App,
    window: WindowPlugin,
    assets: AssetPlugin,
    log: &str,
) -> Result<(), String> {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if cfg!(target_os = "linux")
        && !["WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DISPLAY"]
            .iter()
            .any(|name| is_set(name))
    {
        return Err("there is no display: neither WAYLAND_DISPLAY nor DISPLAY is set".to_owned());
    }
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let result = catch_unwind(AssertUnwindSafe(|| {
        let log = LogPlugin {
            filter: log.to_owned(),
            ..default()
        };
        app.add_plugins(DefaultPlugins.set(window).set(assets).set(log));
    }));
    std::panic::set_hook(hook);
    result.map_err(|panic| explain(app, panic.as_ref()))
}

/// Explains the panic in one sentence.
///
/// The plugins that are built show how far the start came. (`is_plugin_added` also counts the one
/// that panicked.)
fn explain(app: &App, panic: &(dyn Any + Send)) -> String {
    if app.get_added_plugins::<AssetPlugin>().is_empty()
        || !app.get_added_plugins::<RenderPlugin>().is_empty()
    {
        let text = panic
            .downcast_ref::<String>()
            .map(String::as_str)
            .or(panic.downcast_ref::<&str>().copied());
        let first_line = text
            .and_then(|text| text.lines().next())
            .unwrap_or_default();
        format!("the window cannot be opened: {first_line}")
    } else if !app.get_added_plugins::<WinitPlugin>().is_empty() {
        "there is no graphics driver: no Vulkan device was found; on Debian, mesa-vulkan-drivers brings one".to_owned()
    } else {
        let name = ["WAYLAND_DISPLAY", "DISPLAY"]
            .into_iter()
            .find_map(|name| Some((name, std::env::var(name).ok()?)));
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
