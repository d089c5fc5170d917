//! Edits of the map while agents walk.

use gridwalk_crowd::{AgentId, EditBlocked, State, UnderWall};
use gridwalk_pathfinding::{Cell, GridEdit, TerrainId};

use crate::support::Run;

const WALL: TerrainId = TerrainId(1);
const FLOOR: TerrainId = TerrainId(0);

fn paint(cells: impl IntoIterator<Item = (i32, i32)>, terrain: TerrainId) -> GridEdit {
    GridEdit::of_cells(
        cells
            .into_iter()
            .map(|cell| (cell.into(), terrain))
            .collect(),
    )
}

#[test]
fn stale_fields_turn_in_the_tick_of_the_edit() {
    let mut run = Run::four(&["........", "........", "........"]);
    let agent = run.add(0, 1);
    run.send(agent, 7, 1);
    run.ticks(3);
    run.edit(&paint([(4, 1), (4, 2)], WALL));
    assert_eq!(run.run(50), 6, "around the wall, without a step back");
}

#[test]
fn agents_under_a_wall_get_different_cells() {
    let mut run = Run::four(&["......", "......", "......"]);
    let agents: Vec<AgentId> = (0..6).map(|at| run.add(at % 3, at / 3)).collect();
    let wall: Vec<_> = (0..6).map(|at| (at % 3, at / 3)).collect();
    assert_eq!(run.edit(&paint(wall, WALL)), 6);
    let mut cells: Vec<_> = agents.iter().map(|agent| run.at(*agent)).collect();
    cells.sort_unstable();
    cells.dedup();
    assert_eq!(cells.len(), 6, "{cells:?}");
    run.ticks(5);
}

#[test]
fn an_edit_without_room_is_refused() {
    let mut run = Run::four(&["..", ".."]);
    let agents: Vec<AgentId> = (0..4).map(|at| run.add(at % 2, at / 2)).collect();
    let before = run.crowd.hash();
    assert_eq!(run.edit(&paint([(0, 0)], WALL)), 0);
    assert_eq!((run.crowd.hash(), run.at(agents[0])), (before, (0, 0)));
    run.ticks(2);
}

#[test]
fn a_wall_over_an_agent_can_be_refused() {
    let mut run = Run::four(&["..."]);
    let agent = run.add(1, 0);
    let mut map = run.map.snapshot().as_ref().clone();
    let change = map.apply(&paint([(1, 0)], WALL)).unwrap().unwrap();
    let refused = run.crowd.edit(&[&map], &change, UnderWall::Refuse);
    assert_eq!(
        refused,
        Err(EditBlocked::Occupied {
            agent,
            cell: Cell::new(1, 0)
        })
    );
}

#[test]
fn a_door_sets_unreachable_agents_off() {
    let mut run = Run::four(&["...#...", "...#..."]);
    let agent = run.add(0, 0);
    run.send(agent, 6, 0);
    run.ticks(2);
    assert_eq!(run.crowd.state(agent), State::Unreachable);
    run.edit(&paint([(3, 0)], FLOOR));
    run.tick();
    assert_eq!(run.crowd.state(agent), State::Walking);
    run.ticks(5);
    assert_eq!(
        (run.at(agent), run.crowd.state(agent)),
        ((6, 0), State::Settled)
    );
}

#[test]
fn a_goal_that_becomes_a_wall_is_unreachable_until_it_opens() {
    let mut run = Run::four(&["......"]);
    let agent = run.add(0, 0);
    run.send(agent, 5, 0);
    run.ticks(1);
    run.edit(&paint([(5, 0)], WALL));
    run.tick();
    assert_eq!(run.crowd.state(agent), State::Unreachable);
    run.edit(&paint([(5, 0)], FLOOR));
    run.ticks(6);
    assert_eq!(run.at(agent), (5, 0));
}

#[test]
fn a_wall_on_a_slot_gives_its_agent_another_one() {
    let mut run = Run::four(&[".....", ".....", "....."]);
    let agents: Vec<AgentId> = (0..5).map(|x| run.add(x, 0)).collect();
    for agent in &agents {
        run.send(*agent, 2, 1);
    }
    run.run(40);
    assert!(run.is_finished());
    run.edit(&paint([(1, 1)], WALL));
    run.run(40);
    assert_eq!(run.home(), 5);
}

#[test]
fn a_wall_that_comes_and_goes_in_one_tick_changes_nothing() {
    let run = |edits: bool| {
        let mut run = Run::four(&["........", "........", "........"]);
        let agents: Vec<AgentId> = (0..3).map(|y| run.add(0, y)).collect();
        for agent in &agents {
            run.send(*agent, 7, 1);
        }
        run.ticks(2);
        if edits {
            run.edit(&paint([(5, 1)], WALL));
            run.edit(&paint([(5, 1)], FLOOR));
        }
        run.ticks(9);
        agents
            .iter()
            .map(|agent| run.at(*agent))
            .collect::<Vec<_>>()
    };
    assert_eq!(run(true), run(false));
}
