//! Background tasks in slices; on a page, slices run between frames.

use core::pin::pin;
use core::task::Poll;
use core::time::Duration;

use bevy::tasks::{AsyncComputeTaskPool, ConditionalSend, ConditionalSendFuture, Task};
use gridwalk_pathfinding::slices::next;

use super::Instant;
use super::face::let_frames_pass;

/// Longest time without a pause: half a frame.
const TURN: Duration = Duration::from_millis(8);

/// Starts a task whose work is done in [slices](gridwalk_pathfinding::slices) and awaits nothing else.
///
/// If the task handle is dropped, the work ends at the end of the current slice.
pub fn compute<T: ConditionalSend + 'static>(work: impl ConditionalSendFuture<Output = T> + 'static) -> Task<T> {
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
