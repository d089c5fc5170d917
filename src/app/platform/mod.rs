//! Services of the system: files and folders, time, background work, dialogs, start and end.
//!
//! Two implementations have the same functions: one for the desktop, and one for a page in a browser. The files of a
//! page lie in the program itself and in the browser's storage. The target selects the implementation, and no other
//! module of `app` knows which one it has.

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
