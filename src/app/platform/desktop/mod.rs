//! The desktop: files of the system, threads, dialogs of the portal.

mod background;
mod dialogs;
pub mod files;
pub mod folders;
mod fonts;
mod start;

use bevy::input::keyboard::KeyCode;

pub use background::{Writing, let_frames_pass, repeat, wait_for};
pub use dialogs::{ask_for_clipboard, ask_for_file, copy_text, take_copied, take_handed_over, take_pasted};
pub use files::{Lock, Stamp};
pub use fonts::{SYMBOLS, installed_face};
pub use start::{
    add_sources, add_window, address, claim_keys, frame_of, is_shown, link_to, prefers_reduced_motion, refuse,
    show_keyboard, show_place, speak,
};

/// Whether the window is a page in a browser.
pub const IS_PAGE: bool = false;
/// Keys that a page leaves to the browser: here there is none.
pub const KEPT_KEYS: [KeyCode; 0] = [];
