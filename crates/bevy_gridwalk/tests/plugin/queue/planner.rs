//! Agents whose algorithm is the planner's choice: answers in the same tick, and as cheap as those
//! of A*.

use std::sync::Arc;

use bevy::prelude::*;
use bevy_gridwalk::{
    AgentKind, EditGrid, GridAgent, LastSearch, PathRequest, PathStack, PathfindingOptions,
};
use gridwalk_pathfinding::{
    AgentProfile, Algorithm, Cell, Grid, GridEdit, NodePool, Path, PathQuery, SearchOptions,
    Terrain, TerrainId, solve,
};
use gridwalk_testing::Rng;

use super::{FLOOR, WALL, app_on, last, nav, queue, random, until};

const SIDE: i32 = 128;
const FOREST: TerrainId = TerrainId(2);

fn auto_on(grid: Grid, expansions: u64) -> App {
    let mut app = app_on(grid, expansions);
    app.world_mut().resource_mut::<PathfindingOptions>().options = Algorithm::Auto.into();
    app
}

/// Returns the map with a forest here and there.
fn with_forest(grid: &Grid, rng: &mut Rng) -> Grid {
    let legend = vec![
        Terrain::floor(),
        Terrain::wall(),
        Terrain::new("forest", Some(4)),
    ];
    let grow = |&id: &TerrainId| {
        if id == FLOOR && rng.one_in(3) {
            FOREST
        } else {
            id
        }
    };
    Grid::new(
        grid.width(),
        grid.height(),
        grid.cells().iter().map(grow).collect(),
        legend,
    )
    .unwrap()
}

fn check(app: &App, agent: Entity, answer: &LastSearch) {
    let map = nav(app).seen_by(app.world().get::<AgentKind>(agent));
    let options = SearchOptions {
        algorithm: Algorithm::AStar,
        ..answer.query.options.clone()
    };
    let query = PathQuery {
        options,
        ..answer.query.clone()
    };
    let outcome = solve(&map, &query, &mut NodePool::default(), &mut ());
    assert_eq!(answer.cost, outcome.path().map(Path::cost), "{query:?}");
    assert_eq!(answer.query.options.max_expansions, None, "what was asked");
}

#[test]
fn answers_cost_what_a_star_says_in_the_tick_of_an_edit() {
    let rng = &mut Rng(31);
    let plain = random(SIDE as u32, 25, rng);
    for grid in [with_forest(&plain, rng), plain] {
        let mut app = auto_on(grid, 200_000);
        let size = |size| {
            AgentKind(Arc::new(AgentProfile {
                size,
                ..AgentProfile::default()
            }))
        };
        let agents: Vec<Entity> = (0..8_u8)
            .map(|at| {
                app.world_mut()
                    .spawn((
                        GridAgent::at(Cell::new(0, 4 * i32::from(at)), 4.0),
                        size(1 + at % 2),
                    ))
                    .id()
            })
            .collect();
        // The views of the kinds are made.
        app.update();
        let (mut answers, mut paths) = (0, 0);
        for round in 0..60 {
            for &agent in &agents {
                let walks = app
                    .world()
                    .get::<PathStack>(agent)
                    .is_some_and(PathStack::arrives);
                if !walks || rng.one_in(8) {
                    let goal = Cell::new(SIDE - 2 - rng.below(9), rng.below(SIDE - 1));
                    app.world_mut().write_message(PathRequest::new(agent, goal));
                }
            }
            if let Some(stack) = app.world().get::<PathStack>(rng.pick(&agents)) {
                let ahead: Vec<Cell> = stack.ahead().collect();
                let cells = vec![
                    (rng.pick(&ahead), WALL),
                    (rng.cell(nav(&app).grid()), FLOOR),
                ];
                app.world_mut()
                    .write_message(EditGrid(GridEdit::of_cells(cells)));
            }
            let before: Vec<_> = agents
                .iter()
                .map(|&agent| last(&app, agent).cloned())
                .collect();
            app.update();
            assert!(queue(&app).is_empty(), "round {round}");
            for (&agent, before) in agents.iter().zip(before) {
                let answer = last(&app, agent).filter(|answer| before.as_ref() != Some(answer));
                let Some(answer) =
                    answer.filter(|answer| answer.revision == nav(&app).grid().revision())
                else {
                    continue;
                };
                assert_eq!(answer.waited_ticks, 0, "round {round}");
                check(&app, agent, answer);
                answers += 1;
                paths += usize::from(answer.cost.is_some());
                assert!(answer.cost.is_none() || !answer.time.is_zero());
            }
        }
        assert!(
            answers > 100 && paths > 50,
            "{paths} paths in {answers} answers"
        );
    }
}

#[test]
fn answer_over_the_budget_is_searched_in_slices() {
    let rng = &mut Rng(5);
    let plain = random(SIDE as u32, 30, rng);
    for grid in [with_forest(&plain, rng), plain] {
        let mut app = auto_on(grid, 20);
        let goal = Cell::new(SIDE - 1, SIDE - 1);
        let agents: Vec<Entity> = (0..4)
            .map(|y| {
                app.world_mut()
                    .spawn(GridAgent::at(Cell::new(0, y), 4.0))
                    .id()
            })
            .collect();
        for &agent in &agents {
            app.world_mut().write_message(PathRequest::new(agent, goal));
        }
        app.update();
        let mut most = 0;
        until(&mut app, "all are answered", |app| queue(app).is_empty());
        for &agent in &agents {
            let answer = last(&app, agent).unwrap();
            check(&app, agent, answer);
            most = most.max(answer.waited_ticks);
        }
        assert!(most > 5, "{most} ticks");
    }
}

#[test]
fn requests_for_one_goal_share_a_field_within_the_budget() {
    let rng = &mut Rng(8);
    let plain = random(SIDE as u32, 20, rng);
    let mut app = auto_on(with_forest(&plain, rng), 2000);
    let ask = |app: &mut App, goal: Cell| -> Vec<Entity> {
        let agents: Vec<Entity> = (0..200)
            .map(|at| {
                app.world_mut()
                    .spawn(GridAgent::at(Cell::new(at % SIDE, 0), 4.0))
                    .id()
            })
            .collect();
        for &agent in &agents {
            app.world_mut().write_message(PathRequest::new(agent, goal));
        }
        agents
    };
    let mut expanded = 0;
    let mut check_all = |app: &mut App, agents: &[Entity]| {
        for tick in 0.. {
            app.update();
            let report = queue(app).report();
            expanded += report.expansions;
            // The last question of a tick may take a slice more, and one that it does not answer
            // begins a search then.
            assert!(
                report.charged <= 2000 + 256 + 1 && tick < 1000,
                "{} in tick {tick}",
                report.charged
            );
            if queue(app).is_empty() {
                break;
            }
        }
        for &agent in agents {
            check(app, agent, last(app, agent).unwrap());
        }
    };
    let agents = ask(&mut app, Cell::new(SIDE - 1, SIDE - 1));
    // One who asks for another goal does not wait until the field has grown.
    let other = app
        .world_mut()
        .spawn(GridAgent::at(Cell::new(0, 5), 4.0))
        .id();
    app.world_mut()
        .write_message(PathRequest::new(other, Cell::new(0, 9)));
    check_all(&mut app, &agents);
    assert!(last(&app, other).unwrap().waited_ticks <= 2);
    // The next ones find it, and an edit on the paths of all is followed.
    app.world_mut().write_message(EditGrid(GridEdit::of_cells(
        (8..40).map(|x| (Cell::new(x, 2), WALL)).collect(),
    )));
    let agents = ask(&mut app, Cell::new(SIDE - 1, SIDE - 1));
    check_all(&mut app, &agents);
    let waited = agents
        .iter()
        .map(|&agent| last(&app, agent).unwrap().waited_ticks)
        .max();
    assert!(
        waited <= Some(12),
        "the field is there, and the length of each path counts: {waited:?} ticks"
    );
    let cells = u64::try_from(SIDE * SIDE).unwrap();
    assert!(
        expanded < 15 * cells,
        "{expanded} expansions for 400 paths on {cells} cells"
    );
}
