//! What the system gives the window: files and folders, the time, work in the background, dialogs, what is handed over
//! at the start and the end.
//!
//! There are two faces with the same functions: that of the desktop, and that of a page in a browser, whose files lie in
//! the program itself and in the storage of the browser. The target says which one is built, and no other room of `app`
//! knows which one it has.

mod compute;
pub mod dialog;
#[cfg(not(target_family = "wasm"))]
#[path = "desktop/mod.rs"]
mod face;
#[cfg(target_family = "wasm")]
#[path = "page/mod.rs"]
mod face;
pub mod files;

pub use bevy::platform::time::Instant;
pub use compute::compute;
pub use face::{
    IS_PAGE, KEPT_KEYS, Lock, SYMBOLS, Stamp, Writing, add_sources, add_window, address, ask_for_clipboard,
    ask_for_file, claim_keys, copy_text, folders, frame_of, installed_face, is_shown, link_to, prefers_reduced_motion,
    refuse, repeat, show_keyboard, show_place, speak, take_copied, take_handed_over, take_pasted, wait_for,
};
