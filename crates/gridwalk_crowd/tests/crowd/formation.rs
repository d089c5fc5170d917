//! Agents that line up.

use std::collections::BTreeSet;

use gridwalk_crowd::line_up;
use gridwalk_pathfinding::Cell;
use gridwalk_testing::Rng;

fn cells(list: &[(i32, i32)]) -> Vec<Cell> {
    list.iter().map(|cell| Cell::from(*cell)).collect()
}

fn places(
    line: [(i32, i32); 2],
    agents: &[(i32, i32)],
    is_free: impl Fn(Cell) -> bool,
) -> Vec<(i32, i32)> {
    let places = line_up(line.map(Cell::from), &cells(agents), is_free);
    places
        .into_iter()
        .map(|place| place.map(|cell| (cell.x, cell.y)).unwrap())
        .collect()
}

#[test]
fn agents_stand_along_the_line_in_their_order() {
    let agents = [(4, 8), (0, 8), (2, 9), (6, 7)];
    assert_eq!(
        places([(0, 2), (9, 2)], &agents, |_| true),
        [(6, 2), (0, 2), (3, 2), (9, 2)]
    );
    assert_eq!(
        places([(9, 2), (0, 2)], &agents, |_| true),
        [(6, 2), (0, 2), (3, 2), (9, 2)],
        "whichever end is first"
    );
    let down = [(8, 4), (8, 0), (9, 2)];
    assert_eq!(
        places([(3, 0), (3, 8)], &down, |_| true),
        [(3, 8), (3, 0), (3, 4)]
    );
}

#[test]
fn short_line_has_ranks_on_the_side_of_the_agents() {
    let below: Vec<(i32, i32)> = (0..6).map(|x| (x, 9)).collect();
    assert_eq!(
        places([(2, 4), (4, 4)], &below, |_| true),
        [(2, 4), (2, 5), (3, 4), (3, 5), (4, 4), (4, 5)]
    );
    let above: Vec<(i32, i32)> = (0..6).map(|x| (x, 0)).collect();
    assert_eq!(
        places([(2, 4), (4, 4)], &above, |_| true),
        [(2, 4), (2, 3), (3, 4), (3, 3), (4, 4), (4, 3)]
    );
}

#[test]
fn those_nearest_to_the_line_stand_in_front() {
    assert_eq!(
        places([(5, 2), (5, 2)], &[(5, 9), (5, 7), (5, 8)], |_| true),
        [(5, 4), (5, 2), (5, 3)]
    );
}

#[test]
fn walls_are_left_out_and_too_few_cells_leave_agents_over() {
    let free = |cell: Cell| {
        (0..4).contains(&cell.x) && (0..2).contains(&cell.y) && cell != Cell::new(1, 0)
    };
    let agents: Vec<(i32, i32)> = (0..3).map(|x| (x, 1)).collect();
    assert_eq!(
        places([(0, 0), (3, 0)], &agents, free),
        [(0, 0), (2, 0), (3, 0)]
    );
    let many = cells(&(0..9).map(|x| (x % 4, 1)).collect::<Vec<_>>());
    let places = line_up([Cell::new(0, 0), Cell::new(3, 0)], &many, free);
    assert_eq!(
        places.iter().flatten().count(),
        7,
        "every free cell has an agent: {places:?}"
    );
}

#[test]
fn ends_at_the_limits_of_numbers_do_not_overflow() {
    let far = Cell::new(i32::MAX, i32::MIN);
    let places = line_up(
        [far, Cell::new(i32::MAX - 3, i32::MIN)],
        &[Cell::new(0, 0)],
        |_| true,
    );
    assert_eq!(places.len(), 1);
}

#[test]
fn places_are_free_distinct_and_uncrossed() {
    const SIDE: i32 = 20;
    for seed in 0..2_000 {
        let mut rng = Rng(seed + 1);
        let mut cell = || Cell::new(rng.below(SIDE), rng.below(SIDE));
        let [from, to] = [cell(), cell()];
        let agents: Vec<Cell> = (0..=(seed % 40)).map(|_| cell()).collect();
        let walls: Vec<Cell> = (0..seed % 60).map(|_| cell()).collect();
        let free = |cell: Cell| {
            (0..SIDE).contains(&cell.x) && (0..SIDE).contains(&cell.y) && !walls.contains(&cell)
        };
        let places = line_up([from, to], &agents, free);
        let given: Vec<Cell> = places.iter().flatten().copied().collect();
        assert!(given.iter().all(|cell| free(*cell)), "seed {seed}");
        let distinct: BTreeSet<_> = given.iter().map(|cell| (cell.x, cell.y)).collect();
        assert_eq!(distinct.len(), given.len(), "seed {seed}");
        let along =
            |cell: Cell| (cell.x - from.x) * (to.x - from.x) + (cell.y - from.y) * (to.y - from.y);
        let is_flat = (to.x - from.x).abs() >= (to.y - from.y).abs();
        let column = |cell: Cell| {
            if is_flat {
                (cell.x - from.x).abs()
            } else {
                (cell.y - from.y).abs()
            }
        };
        let placed: Vec<_> = agents
            .iter()
            .zip(&places)
            .filter_map(|(agent, at)| Some((*agent, (*at)?)))
            .collect();
        for (one, at) in &placed {
            for (other, its) in placed
                .iter()
                .filter(|(other, _)| along(*one) < along(*other))
            {
                assert!(
                    column(*at) <= column(*its),
                    "seed {seed}: {one} to {at}, {other} to {its}"
                );
            }
        }
    }
}
