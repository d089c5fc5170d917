//! What work in slices keeps to.

use std::fmt::Debug;
use std::pin::pin;
use std::task::Poll;
use std::time::{Duration, Instant};

use gridwalk_pathfinding::slices::{at_once, next};

/// Checks that the work is done in so many slices or more, none of them longer than an eighth of the whole, that
/// `whole` comes of it, and that work which is dropped half-way changes nothing.
///
/// # Panics
/// If it is otherwise.
pub fn check_slices<T: PartialEq + Debug, F: Future<Output = T>>(
    what: &str,
    least: usize,
    whole: &T,
    begin: impl Fn() -> F,
) {
    // Whatever else the machine does is not in the shortest time of each slice.
    let mut shortest: Vec<Duration> = Vec::new();
    for run in 0..5 {
        let (times, done) = timed(begin());
        assert!(done == *whole, "{what}: other than at once");
        if run > 0 {
            assert_eq!(times.len(), shortest.len(), "{what}");
        }
        let known = shortest.iter().copied().chain(std::iter::repeat(Duration::MAX));
        shortest = times.into_iter().zip(known).map(|(time, known)| time.min(known)).collect();
    }
    assert!(shortest.len() >= least, "{what}: {} slices", shortest.len());
    let (longest, all) = (shortest.iter().max().unwrap(), shortest.iter().sum::<Duration>());
    assert!(*longest * 8 <= all, "{what}: a slice takes {longest:?} of {all:?}");

    {
        let mut work = pin!(begin());
        for _ in 0..least / 2 {
            assert!(next(work.as_mut()).is_pending(), "{what}");
        }
    }
    assert!(at_once(begin()) == *whole, "{what}: other after some that was dropped");
}

/// How long each slice took, and what came of them.
fn timed<T>(work: impl Future<Output = T>) -> (Vec<Duration>, T) {
    let (mut work, mut times) = (pin!(work), Vec::new());
    loop {
        let begun = Instant::now();
        let slice = next(work.as_mut());
        times.push(begun.elapsed());
        if let Poll::Ready(done) = slice {
            return (times, done);
        }
    }
}
