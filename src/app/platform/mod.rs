//! Services of the system: files and folders, time, background work, dialogs, start and end.
//!
//! Two implementations have the same functions: one for the desktop, and one for a page in a
//! browser. The files of a page lie in the program itself and in the browser's storage. The target
//! selects the implementation, and no other module of `app` knows which one it has.

pub mod dialog;
#[cfg(not(target_family = "wasm"))]
#[path = "desktop/mod.rs"]
mod face;
#[cfg(target_family = "wasm")]
#[path = "page/mod.rs"]
mod face;
pub mod files;

use core::pin::pin;
use core::task::Poll;
use core::time::Duration;

use bevy::tasks::{AsyncComputeTaskPool, ConditionalSend, ConditionalSendFuture, Task};
use gridwalk_pathfinding::slices::next;

pub use bevy::platform::time::Instant;
use face::let_frames_pass;
pub use face::{
    IS_PAGE, KEPT_KEYS, Lock, SYMBOLS, Stamp, Writing, add_sources, add_window, address,
    ask_for_clipboard, ask_for_file, claim_keys, copy_text, folders, frame_of, installed_face,
    is_shown, link_to, prefers_reduced_motion, refuse, repeat, show_keyboard, show_place, speak,
    take_copied, take_handed_over, take_pasted, wait_for,
};

/// Longest time without a pause: half a frame.
const TURN: Duration = Duration::from_millis(8);

/// Starts a task whose work is done in [slices](gridwalk_pathfinding::slices) and awaits nothing
/// else.
///
/// If the task handle is dropped, the work ends at the end of the current slice.
pub fn compute<T: ConditionalSend + 'static>(
    work: impl ConditionalSendFuture<Output = T> + 'static,
) -> Task<T> {
    AsyncComputeTaskPool::get().spawn(in_turns(work))
}

async fn in_turns<T>(work: impl Future<Output = T>) -> T {
    let mut work = pin!(work);
    loop {
        let begun = Instant::now();
        while begun.elapsed() < TURN {
            if let Poll::Ready(done) = next(work.as_mut()) {
                return done;
            }
        }
        let_frames_pass().await;
    }
}
