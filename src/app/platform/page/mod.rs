//! A page in a browser: start of the window, report of a panic, one thread, chosen and dropped
//! files.
//!
//! Levels and lessons lie in the program, what is saved in the storage of the browser. Chosen and
//! dropped files are kept in memory, where they can be read. Fonts must be loaded before the first
//! frame.

mod console;
pub mod files;
pub mod folders;
mod host;

use core::time::Duration;
use std::io;
use std::path::{Path, PathBuf};

use bevy::a11y::AccessibilityPlugin;
use bevy::app::{PanicHandlerPlugin, TaskPoolPlugin};
use bevy::asset::io::{
    AssetReader, AssetReaderError, AssetSourceBuilder, AssetSourceId, PathStream, Reader, VecReader,
};
use bevy::camera::CameraPlugin;
use bevy::core_pipeline::CorePipelinePlugin;
use bevy::diagnostic::{DiagnosticsPlugin, FrameCountPlugin};
use bevy::input::InputPlugin;
use bevy::input::keyboard::KeyCode;
use bevy::mesh::MeshPlugin;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::sprite::SpritePlugin;
use bevy::sprite_render::SpriteRenderPlugin;
use bevy::time::TimePlugin;
use bevy::winit::WinitPlugin;
use wasm_bindgen::prelude::*;

use crate::app::platform::dialog::{FileAnswer, FileQuestion};

pub use files::{Lock, Stamp};

/// Whether the window is a page in a browser.
pub const IS_PAGE: bool = true;
/// Keys that a page leaves to the browser: without Tab the keyboard could not leave the map.
pub const KEPT_KEYS: [KeyCode; 1] = [KeyCode::Tab];

/// A completed write.
///
/// On a page, `begin` writes immediately, because the page may be closed at any moment.
pub struct Writing<T>(Option<T>);

impl<T> Writing<T> {
    /// Performs the write.
    pub fn begin(write: impl FnOnce() -> T) -> Self {
        Self(Some(write()))
    }

    /// Returns the result once.
    pub fn poll(&mut self) -> Option<T> {
        self.0.take()
    }

    /// Returns the result.
    ///
    /// # Panics
    /// If the result was taken before.
    pub fn finish(self) -> T {
        self.0.expect("what is taken is dropped")
    }
}

/// Lets the browser draw and handle events.
pub async fn let_frames_pass() {
    host::let_frames_pass().await;
}

/// Returns `None`, because a page cannot block.
pub fn wait_for<T>(_: impl Future<Output = T>) -> Option<T> {
    None
}

/// Calls `work` after each pause; the page's timer stops the calls when `work` returns `false`.
///
/// # Errors
/// None. The signature is the same as on the desktop.
pub fn repeat(_: &str, pause: Duration, work: impl FnMut() -> bool + 'static) -> io::Result<()> {
    let work = Closure::new(work);
    host::repeat(u32::try_from(pause.as_millis()).unwrap_or(u32::MAX), &work);
    work.forget();
    Ok(())
}

/// Opens the browser's dialog for a file that is to be read; for one that is written there is none.
pub fn ask_for_file(
    FileQuestion {
        shows: (_, endings),
        name,
        ..
    }: FileQuestion,
) -> FileAnswer {
    let endings = endings
        .into_iter()
        .map(|ending| format!(".{ending}"))
        .collect();
    Box::pin(async move {
        if name.is_some() {
            return None;
        }
        host::pick_file(endings)
            .await
            .ok()?
            .as_string()
            .map(PathBuf::from)
    })
}

/// The files that were dropped on the page since this was asked last.
pub fn take_handed_over() -> Vec<PathBuf> {
    host::take_handed_over()
        .into_iter()
        .map(PathBuf::from)
        .collect()
}

/// The text that was pasted since this was asked last: a browser tells of it after the keys that
/// are pressed for it.
pub fn take_pasted() -> Option<String> {
    host::take_pasted()
}

/// Hands a text to the browser, which puts it on the clipboard or shows it; `take_copied` tells
/// which. Returns whether the platform takes the text.
pub fn copy_text(text: &str) -> bool {
    host::copy_text(text);
    true
}

/// Whether the last text is on the clipboard, once that is known.
pub fn take_copied() -> Option<bool> {
    host::take_copied()
}

/// Whether the text of the clipboard comes later, as one that is pasted.
pub fn ask_for_clipboard() -> bool {
    host::read_clipboard();
    true
}

/// No fonts with emoji and rare symbols, because they would be a tenth of the download.
pub const SYMBOLS: [(&str, &[u8], f32); 0] = [];

/// Returns `None`, because a page cannot search for installed fonts.
pub const fn installed_face(_characters: &str) -> Option<(Vec<u8>, u32)> {
    None
}

/// Registers sources that read assets from the page's files.
///
/// The source named `elsewhere` reads files outside the asset folder. Call this before the asset
/// plugin is added.
pub fn add_sources(app: &mut App, elsewhere: &'static str) {
    let reader =
        |folder: PathBuf| AssetSourceBuilder::new(move || Box::new(PageReader(folder.clone())));
    app.register_asset_source(AssetSourceId::Default, reader(folders::assets()))
        .register_asset_source(elsewhere, reader(PathBuf::from("/")));
}

struct PageReader(PathBuf);

impl AssetReader for PageReader {
    async fn read<'a>(&'a self, path: &'a Path) -> Result<impl Reader + 'a, AssetReaderError> {
        let path = self.0.join(path);
        files::read(&path)
            .map(VecReader::new)
            .map_err(|_| AssetReaderError::NotFound(path))
    }

    async fn read_meta<'a>(&'a self, path: &'a Path) -> Result<impl Reader + 'a, AssetReaderError> {
        Err::<VecReader, _>(AssetReaderError::NotFound(self.0.join(path)))
    }

    async fn read_directory<'a>(
        &'a self,
        path: &'a Path,
    ) -> Result<Box<PathStream>, AssetReaderError> {
        Err(AssetReaderError::NotFound(self.0.join(path)))
    }

    async fn is_directory<'a>(&'a self, path: &'a Path) -> Result<bool, AssetReaderError> {
        Ok(files::is_folder(&self.0.join(path)))
    }
}

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
pub fn add_window(
    app: &mut App,
    window: WindowPlugin,
    assets: AssetPlugin,
    log: &str,
) -> Result<(), String> {
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
        (
            InputPlugin,
            window,
            AccessibilityPlugin,
            assets,
            WinitPlugin::default(),
            RenderPlugin::default(),
        ),
        (
            ImagePlugin::default(),
            MeshPlugin,
            CameraPlugin,
            CorePipelinePlugin,
            SpritePlugin,
            SpriteRenderPlugin,
        ),
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
