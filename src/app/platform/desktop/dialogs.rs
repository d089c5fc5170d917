//! The file dialogs of the desktop: of its portal, or of the system.

use std::path::PathBuf;

use bevy::winit::WINIT_WINDOWS;

use crate::app::platform::dialog::{FileAnswer, FileQuestion};

/// Opens a dialog. This is for the thread of the window; the answer is for any.
pub fn ask_for_file(FileQuestion { title, shows: (what, endings), folder, name }: FileQuestion) -> FileAnswer {
    let mut dialog = rfd::AsyncFileDialog::new().set_title(title).add_filter(what, &endings);
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
