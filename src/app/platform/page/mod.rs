//! A page in a browser: levels and lessons that lie in the program, what is saved in the storage of the browser, one thread.

mod background;
mod console;
mod dialogs;
pub mod files;
pub mod folders;
mod fonts;
mod host;
mod sources;
mod start;

use bevy::input::keyboard::KeyCode;

pub use background::{Writing, let_frames_pass, repeat, wait_for};
pub use dialogs::{ask_for_clipboard, ask_for_file, copy_text, take_copied, take_handed_over, take_pasted};
pub use files::{Lock, Stamp};
pub use fonts::{SYMBOLS, installed_face};
pub use sources::add_sources;
pub use start::{
    add_window, address, claim_keys, frame_of, is_shown, link_to, prefers_reduced_motion, refuse, show_keyboard,
    show_place, speak,
};

/// Whether the window is a page in a browser.
pub const IS_PAGE: bool = true;
/// Keys that a page leaves to the browser: without Tab the keyboard could not leave the map.
pub const KEPT_KEYS: [KeyCode; 1] = [KeyCode::Tab];
