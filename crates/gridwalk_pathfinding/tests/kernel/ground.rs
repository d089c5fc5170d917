//! Facts of a map before any search: legal steps, nearest cells, agents, regions, checked queries.

use gridwalk_pathfinding::{
    AgentProfile, Algorithm, Cell, Direction, EndpointError, Grid, GridEdit, Movement,
    NeighborOrder, PathQuery, Portal, Reachability, Rect, Regions, nearest_cell,
};

/// From the lower left of a 2 × 2 map to the upper right, with zero, one and two walls between.
#[test]
fn each_corner_rule_allows_its_own_diagonals() {
    let allowed = |rows: &[&str]| {
        let grid = Grid::from_rows(rows);
        Movement::ALL.map(|m| m.allows(&grid, Cell::new(0, 1), Direction::NorthEast))
    };
    assert_eq!(allowed(&["..", ".."]), [false, true, true, true]);
    assert_eq!(allowed(&["#.", ".."]), [false, true, true, false]);
    assert_eq!(allowed(&["#.", ".#"]), [false, true, false, false]);
    assert_eq!(
        allowed(&[".#", ".."]),
        [false; 4],
        "the target itself is a wall"
    );
}

#[test]
fn an_order_is_completed_and_never_repeats() {
    let order = NeighborOrder::new(&[Direction::West, Direction::North]).unwrap();
    assert_eq!(
        order.directions(Movement::Four).collect::<Vec<_>>(),
        [
            Direction::West,
            Direction::North,
            Direction::East,
            Direction::South
        ]
    );
    assert!(NeighborOrder::new(&[Direction::West, Direction::West]).is_none());
}

#[test]
fn nearest_cell_equals_an_exhaustive_search() {
    let grid = Grid::from_rows(&["##.####", "#####.#", "#######", ".######"]);
    for y in -5..9 {
        for x in -5..12 {
            let to = Cell::new(x, y);
            let all = (0..4).flat_map(|y| (0..7).map(move |x| Cell::new(x, y)));
            let expected = all.filter(|&c| grid.is_walkable(c)).min_by_key(|c| {
                let (dx, dy) = c.distance(to);
                (dx * dx + dy * dy, c.y, c.x)
            });
            assert_eq!(
                nearest_cell(&grid, to, |c| grid.is_walkable(c)),
                expected,
                "to {to}"
            );
        }
    }
    assert_eq!(nearest_cell(&grid, Cell::new(1, 1), |_| false), None);
}

fn walkable(grid: &Grid) -> Vec<String> {
    let (width, height) = (grid.width().cast_signed(), grid.height().cast_signed());
    let glyph = |cell| if grid.is_walkable(cell) { '.' } else { '#' };
    (0..height)
        .map(|y| (0..width).map(|x| glyph(Cell::new(x, y))).collect())
        .collect()
}

#[test]
fn a_large_agent_needs_its_whole_square() {
    let grid = Grid::from_rows(&["....", "..#.", "...."]);
    let profile = AgentProfile {
        size: 2,
        ..AgentProfile::default()
    };
    assert_eq!(walkable(&grid.seen_by(&profile)), [".###", ".###", "####"]);
    assert_eq!(grid.clearance(9), [2, 1, 1, 1, 2, 1, 0, 1, 1, 1, 1, 1]);
}

#[test]
fn costs_and_forbidden_cells_are_the_agents_own() {
    let grid = Grid::from_rows(&["...", "555", "..."]);
    let profile = AgentProfile {
        costs: vec![
            ("cost 5".to_owned(), Some(1)),
            ("floor".to_owned(), Some(3)),
        ],
        forbidden: vec![Rect {
            at: Cell::new(1, -3),
            width: 1,
            height: 4,
        }],
        ..AgentProfile::default()
    };
    let seen = grid.seen_by(&profile);
    assert_eq!(walkable(&seen), [".#.", "...", "..."]);
    assert_eq!(
        (seen.cost(Cell::new(0, 0)), seen.cost(Cell::new(1, 1))),
        (Some(3), Some(1))
    );
    assert_eq!(
        grid.cost(Cell::new(0, 0)),
        Some(1),
        "everybody else's map stays"
    );
}

#[test]
fn a_rectangle_far_away_forbids_nothing() {
    let rect = Rect {
        at: Cell::new(i32::MAX, i32::MIN),
        width: u32::MAX,
        height: u32::MAX,
    };
    let profile = AgentProfile {
        forbidden: vec![rect],
        ..AgentProfile::default()
    };
    let grid = Grid::from_rows(&[".."]);
    assert_eq!(walkable(&grid.seen_by(&profile)), [".."]);
}

#[test]
fn a_wall_makes_two_regions() {
    let grid = Grid::from_rows(&["..#.", "..#.", "..#."]);
    let regions = Regions::new(&grid, Movement::Four);
    assert_eq!(regions.count(), 2);
    assert_eq!((regions.size(1), regions.size(2)), (6, 3));
    assert!(regions.connected(Cell::new(0, 0), Cell::new(1, 2)));
    assert!(!regions.connected(Cell::new(0, 0), Cell::new(3, 0)));
    assert!(
        !regions.connected(Cell::new(2, 0), Cell::new(2, 1)),
        "walls belong to no region"
    );
}

#[test]
fn only_free_corner_cutting_connects_diagonally() {
    let grid = Grid::from_rows(&[".#", "#."]);
    let counts = Movement::ALL.map(|movement| Regions::new(&grid, movement).count());
    assert_eq!(counts, [2, 1, 2, 2]);
}

#[test]
fn a_portal_joins_two_regions_and_leads_one_way() {
    let cell = |x| Cell::new(x, 0);
    let portal = Portal {
        two_way: false,
        ..Portal::between(cell(1), cell(3))
    };
    let grid = Grid::from_rows(&["..#..#."])
        .with_portals(&[portal])
        .unwrap();
    let regions = Regions::new(&grid, Movement::Four);
    assert_eq!(regions.count(), 2);
    assert_eq!(
        (regions.size(1), regions.size(2), regions.size(3)),
        (4, 0, 1)
    );
    assert!(
        regions.connected(cell(4), cell(0)),
        "labels cannot tell forth from back"
    );
    assert_eq!(regions.reach(&grid, cell(0), cell(4)), Reachability::Yes);
    assert_eq!(regions.reach(&grid, cell(4), cell(0)), Reachability::No);
    assert_eq!(regions.reach(&grid, cell(0), cell(6)), Reachability::No);
}

#[test]
fn portals_are_listed_in_their_order_with_their_ends() {
    let cell = |x| Cell::new(x, 0);
    let list = [
        Portal::between(cell(5), cell(1)),
        Portal::between(cell(4), cell(0)),
        Portal::between(cell(1), cell(3)),
    ];
    let mut grid = Grid::from_rows(&["......"]).with_portals(&list).unwrap();
    assert_eq!(grid.portal_list(), list);
    let entrances: Vec<_> = grid.portals().iter().map(|portal| portal.from.x).collect();
    assert_eq!(entrances, [0, 1, 1, 3, 4, 5]);
    // Another order is another list of one map: no cell changes, and the edit can be taken back.
    let turned = [list[2].back(), list[1], list[0]];
    let change = grid
        .apply(&GridEdit::of_portals(turned.to_vec()))
        .unwrap()
        .unwrap();
    assert_eq!(
        (grid.portal_list(), change.portals.as_ref()),
        (turned.to_vec(), Some(&[list.to_vec(), turned.to_vec()]))
    );
    grid.apply(&change.inverse()).unwrap();
    assert_eq!(grid.portal_list(), list);
}

#[test]
fn a_query_from_or_to_a_blocked_or_outside_cell_is_invalid() {
    let grid = Grid::from_rows(&[".#"]);
    let (free, wall, outside) = (Cell::new(0, 0), Cell::new(1, 0), Cell::new(0, -1));
    let check = |start, goal| PathQuery::new(start, goal, Algorithm::AStar).check(&grid);
    assert_eq!(check(free, free), Ok(()));
    assert_eq!(
        check(outside, free),
        Err(EndpointError::StartOutside(outside).into())
    );
    assert_eq!(
        check(free, outside),
        Err(EndpointError::GoalOutside(outside).into())
    );
    assert_eq!(
        check(wall, free),
        Err(EndpointError::StartBlocked(wall).into())
    );
    assert_eq!(
        check(free, wall),
        Err(EndpointError::GoalBlocked(wall).into())
    );
}

#[test]
fn text_that_is_no_map_is_refused_with_its_place() {
    let error = |rows: &[&str]| Grid::try_from_rows(rows).unwrap_err().to_string();
    assert_eq!(
        error(&["..", ".ö"]),
        "row 2, column 2: 'ö' is no terrain; expected '.', '#' or a digit 1 to 9"
    );
    assert_eq!(
        error(&["0."]),
        "row 1, column 1: '0' is no terrain; expected '.', '#' or a digit 1 to 9"
    );
    assert_eq!(
        error(&["..", "..", "..."]),
        "row 3 has 3 cells; expected 2, as the first row has"
    );
    assert!(
        error(&[]).starts_with("a map has 1 to 8192 columns and rows"),
        "{}",
        error(&[])
    );
    assert!(error(&["", ""]).starts_with("a map has 1 to 8192 columns and rows"));
    assert_eq!(
        Grid::try_from_rows(&[".#9", "1.2"]).unwrap(),
        Grid::from_rows(&[".#9", "1.2"])
    );
}
