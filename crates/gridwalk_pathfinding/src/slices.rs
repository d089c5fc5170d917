//! Long work in slices, without threads and without a clock: futures that yield at the end of each
//! slice.
//!
//! The caller may do something else before polling the future again, and cancels the work by
//! dropping it. The work is written once: in slices or [`at_once`], the result is the same.
//!
//! # Examples
//! ```
//! use gridwalk_pathfinding::slices::{at_once, for_each, next};
//! async fn sum(numbers: &[u64]) -> u64 {
//!     let mut sum = 0;
//!     for_each(numbers, |number| sum += number).await;
//!     sum
//! }
//! let numbers = [1; 10_000];
//! assert_eq!(at_once(sum(&numbers)), 10_000);
//! let mut work = std::pin::pin!(sum(&numbers));
//! let slices = [next(work.as_mut()), next(work.as_mut()), next(work.as_mut())];
//! assert_eq!(slices.map(|slice| slice.is_ready()), [false, false, true]);
//! ```

use core::future::poll_fn;
use core::pin::{Pin, pin};
use core::task::{Context, Poll, Waker};

/// Number of pieces of work in a slice.
///
/// A piece takes some ten to some hundred nanoseconds, a slice at most a millisecond.
pub const PIECES: usize = 1 << 12;

/// Repeats a step until it returns `false`.
///
/// A step counts as `pieces` pieces of work; a slice ends after [`PIECES`] of them.
pub async fn repeat(pieces: usize, mut step: impl FnMut() -> bool) {
    let most = (PIECES / pieces.max(1)).max(1);
    while slice(most, &mut step) {
        pause().await;
    }
}

/// Runs the steps of one slice; returns `false` after the last step of all.
///
/// A function apart from the future, so that the variables of a step stay in registers.
#[inline(never)]
fn slice(most: usize, step: &mut impl FnMut() -> bool) -> bool {
    (0..most).all(|_| step())
}

/// Visits all items, each a piece of work.
pub async fn for_each<I: IntoIterator>(items: I, mut visit: impl FnMut(I::Item)) {
    let mut items = items.into_iter();
    repeat(1, || items.next().map(&mut visit).is_some()).await;
}

/// Finds the first item for which `test` returns a value, each a piece of work; returns the value.
pub async fn find_map<I: IntoIterator, T>(
    items: I,
    mut test: impl FnMut(I::Item) -> Option<T>,
) -> Option<T> {
    let (mut items, mut found) = (items.into_iter(), None);
    repeat(1, || {
        let Some(item) = items.next() else {
            return false;
        };
        found = test(item);
        found.is_none()
    })
    .await;
    found
}

/// A counter of the pieces of work in a loop without a closure.
#[derive(Debug, Default)]
pub struct Counter {
    pieces: usize,
}

impl Counter {
    /// Counts `pieces` more; a slice ends after [`PIECES`] of them.
    pub async fn count(&mut self, pieces: usize) {
        self.pieces += pieces;
        if self.pieces >= PIECES {
            self.pieces = 0;
            pause().await;
        }
    }
}

/// Sorts by merging; items with equal keys keep their order.
pub async fn sort_by_key<T: Copy, K: Ord>(items: &mut Vec<T>, key: impl Fn(&T) -> K) {
    for part in items.chunks_mut(PIECES) {
        part.sort_by_key(&key);
        pause().await;
    }
    let (mut merged, mut long) = (Vec::with_capacity(items.len()), PIECES);
    while long < items.len() {
        for pair in items.chunks(2 * long) {
            let (mut left, mut right) = pair.split_at(long.min(pair.len()));
            repeat(1, || {
                let from = match (left.first(), right.first()) {
                    (Some(one), Some(other)) if key(other) < key(one) => &mut right,
                    (None, Some(_)) => &mut right,
                    _ => &mut left,
                };
                from.split_off_first()
                    .map(|item| merged.push(*item))
                    .is_some()
            })
            .await;
        }
        std::mem::swap(items, &mut merged);
        merged.clear();
        long *= 2;
    }
}

/// Ends a slice: pending once.
pub async fn pause() {
    let mut is_finished = false;
    poll_fn(|context| {
        if std::mem::replace(&mut is_finished, true) {
            return Poll::Ready(());
        }
        context.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}

/// Polls the next slice of work that waits for nothing else.
pub fn next<T>(work: Pin<&mut impl Future<Output = T>>) -> Poll<T> {
    work.poll(&mut Context::from_waker(Waker::noop()))
}

/// Runs all slices of work, one right after the other.
pub fn at_once<T>(work: impl Future<Output = T>) -> T {
    let mut work = pin!(work);
    loop {
        if let Poll::Ready(done) = next(work.as_mut()) {
            return done;
        }
    }
}
