//! Work in slices: its results, and the length of the slices.

use std::cell::Cell as Counter;
use std::rc::Rc;

use gridwalk_pathfinding::slices::{
    PIECES, at_once, find_map, for_each, next, repeat, sort_by_key,
};
use gridwalk_pathfinding::{Cell, Grid, Movement, Regions, TerrainId};
use gridwalk_testing::{Rng, check_slices};

/// Returns the number of pieces done after each slice.
fn pieces_by_slice<F: Future<Output = ()>>(
    begin: impl FnOnce(Rc<Counter<usize>>) -> F,
) -> Vec<usize> {
    let done = Rc::new(Counter::new(0));
    let mut work = Box::pin(begin(Rc::clone(&done)));
    let mut all = Vec::new();
    while next(work.as_mut()).is_pending() {
        all.push(done.take());
    }
    all.push(done.take());
    all
}

#[test]
fn a_slice_has_so_many_pieces_and_no_more() {
    let many = 3 * PIECES + 7;
    let visited =
        pieces_by_slice(async |done| for_each(0..many, |_| done.set(done.get() + 1)).await);
    assert_eq!(visited, [PIECES, PIECES, PIECES, 7]);
    // A step counts as a thousand pieces.
    let steps = pieces_by_slice(async |done| {
        let mut left = 10;
        repeat(1000, || {
            done.set(done.get() + 1);
            left -= 1;
            left > 0
        })
        .await;
    });
    assert_eq!(steps, [4, 4, 2]);
}

#[test]
fn nothing_is_done_after_the_work_is_dropped() {
    let done = Rc::new(Counter::new(0));
    let count = Rc::clone(&done);
    let mut work = Box::pin(for_each(0..10 * PIECES, move |_| {
        count.set(count.get() + 1);
    }));
    assert!(next(work.as_mut()).is_pending() && next(work.as_mut()).is_pending());
    drop(work);
    assert_eq!((done.get(), Rc::strong_count(&done)), (2 * PIECES, 1));
}

#[test]
fn what_is_looked_for_is_found_where_it_is_first() {
    let found = at_once(find_map(0..5 * PIECES, |number| {
        (number % 9001 == 9000).then_some(number)
    }));
    assert_eq!(found, Some(9000));
    assert_eq!(at_once(find_map(0..5 * PIECES, |_| None::<()>)), None);
}

#[test]
fn sorting_in_slices_is_sorting() {
    let mut rng = Rng(1);
    for length in [
        0,
        1,
        2,
        PIECES,
        PIECES + 1,
        2 * PIECES,
        5 * PIECES + 3,
        100_000,
    ] {
        let items: Vec<(u32, usize)> = (0..length)
            .map(|number| (rng.below(1000), number))
            .collect();
        let sorted = async |mut items: Vec<(u32, usize)>| {
            sort_by_key(&mut items, |item| item.0).await;
            items
        };
        // Equal items keep their order.
        let mut whole = items.clone();
        whole.sort_unstable();
        assert_eq!(at_once(sorted(items.clone())), whole, "{length}");
        if length == 100_000 {
            check_slices("sort", 100.., &whole, || sorted(items.clone()));
        }
    }
}

#[test]
fn regions_are_labelled_in_slices() {
    let mut rng = Rng(7);
    let cells = (0..600 * 600)
        .map(|_| TerrainId(u8::from(rng.below(10_u32) < 4)))
        .collect();
    let grid = Grid::new(600, 600, cells, Grid::from_rows(&[".#"]).legend().to_vec()).unwrap();
    // Few enough cells to read in the last slice.
    let labels = |regions: Regions| -> Vec<u32> {
        (0..600)
            .map(|x| regions.of(Cell::new(x, x * x % 600)))
            .collect()
    };
    let whole = labels(Regions::new(&grid, Movement::Four));
    check_slices("regions", 20.., &whole, async || {
        labels(Regions::in_slices(&grid, Movement::Four).await)
    });
}

#[test]
fn a_loop_that_counts_its_pieces_is_done_in_slices() {
    check_slices("count", 6.., &45, async || {
        let (mut sum, mut work) = (0, gridwalk_pathfinding::slices::Counter::default());
        for number in 0..10 {
            sum += number;
            work.count(PIECES / 2).await;
        }
        sum
    });
}
