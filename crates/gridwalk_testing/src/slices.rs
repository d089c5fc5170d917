//! A check for work in slices.

use std::fmt::Debug;
use std::ops::RangeBounds;
use std::pin::pin;
use std::task::Poll;

use gridwalk_pathfinding::slices::next;

/// Asserts the number of slices and the result, and that dropping unfinished work has no effect.
///
/// # Panics
/// If a check fails.
pub fn check_slices<T: PartialEq + Debug, F: Future<Output = T>>(
    what: &str,
    count: impl RangeBounds<usize>,
    whole: &T,
    begin: impl Fn() -> F,
) {
    let run = || {
        let (mut work, mut slices) = (pin!(begin()), 1);
        loop {
            match next(work.as_mut()) {
                Poll::Pending => slices += 1,
                Poll::Ready(done) => {
                    assert!(done == *whole, "{what}: other than at once");
                    return slices;
                }
            }
        }
    };
    let slices = run();
    assert!(count.contains(&slices), "{what}: {slices} slices");
    {
        let mut dropped = pin!(begin());
        for _ in 0..slices / 2 {
            assert!(next(dropped.as_mut()).is_pending(), "{what}");
        }
    }
    assert_eq!(run(), slices, "{what}: other after some that was dropped");
}
