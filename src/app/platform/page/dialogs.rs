//! Files that a user chooses or drops: the page keeps them in memory, where they can be read.

use std::path::PathBuf;

use super::host;
use crate::app::platform::dialog::{FileAnswer, FileQuestion};

/// Opens the browser's dialog for a file that is to be read; for one that is written there is none.
pub fn ask_for_file(FileQuestion { shows: (_, endings), name, .. }: FileQuestion) -> FileAnswer {
    let endings = endings.into_iter().map(|ending| format!(".{ending}")).collect();
    Box::pin(async move {
        if name.is_some() {
            return None;
        }
        host::pick_file(endings).await.ok()?.as_string().map(PathBuf::from)
    })
}

/// The files that were dropped on the page since this was asked last.
pub fn take_handed_over() -> Vec<PathBuf> {
    host::take_handed_over().into_iter().map(PathBuf::from).collect()
}

/// The text that was pasted since this was asked last: a browser tells of it after the keys that are pressed for it.
pub fn take_pasted() -> Option<String> {
    host::take_pasted()
}

/// Hands a text to the browser, which puts it on the clipboard or shows it; `take_copied` tells which. Returns whether
/// the platform takes the text.
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
