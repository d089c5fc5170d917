//! Orders, states and the way ahead.

use gridwalk_crowd::{AgentId, CannotJoin, Crowd, CrowdRefusal, CrowdRules, Goal, NewAgent, State};
use gridwalk_pathfinding::{Algorithm, Cell, DiagonalRule, Grid, Movement, Portal, SearchOptions};

use crate::support::Run;

#[test]
fn a_lone_agent_takes_a_cheapest_path() {
    let rows = ["..........", ".########.", ".........."];
    let mut run = Run::four(&rows);
    let agent = run.add(1, 0);
    run.send(agent, 8, 2);
    let mut ahead = Vec::new();
    run.crowd.decide(&[run.map.grid()], u64::MAX);
    run.crowd.path_ahead(agent, 16, &mut ahead);
    assert_eq!(ahead.len(), 11);
    assert_eq!(ahead.last(), Some(&Cell::new(8, 2)));
    assert_eq!(run.run(50), 11);
    assert_eq!(run.moves, 11);
}

#[test]
fn terrain_and_pace_take_whole_ticks() {
    let grid = Grid::from_rows(&["..3."]);
    let pace = std::num::NonZeroU16::new(2).unwrap();
    let rules = CrowdRules {
        movement: Movement::Four,
        ticks_per_cell: pace,
        ..CrowdRules::default()
    };
    let mut run = Run::new(grid, rules);
    let agent = run.add(0, 0);
    run.send(agent, 3, 0);
    assert_eq!(run.run(50), 2 + 6 + 2);
}

#[test]
fn a_diagonal_step_takes_seven_fifths() {
    let rules = CrowdRules {
        ticks_per_cell: std::num::NonZeroU16::new(5).unwrap(),
        ..CrowdRules::default()
    };
    let mut run = Run::new(Grid::from_rows(&["...", "...", "..."]), rules);
    let agent = run.add(0, 0);
    run.send(agent, 2, 2);
    assert_eq!(run.run(50), 14);
}

#[test]
fn a_visit_ends_on_touch() {
    let mut run = Run::four(&["....", "...."]);
    let agents: Vec<AgentId> = (0..2).map(|y| run.add(0, y)).collect();
    for agent in &agents {
        run.crowd
            .send(*agent, Goal::Visit(Cell::new(3, 0)))
            .unwrap();
    }
    let mut arrived = Vec::new();
    for _ in 0..20 {
        arrived.extend(run.crowd.tick(&[run.map.grid()], u64::MAX).arrived.clone());
    }
    arrived.sort_unstable();
    assert_eq!(arrived, agents);
}

#[test]
fn waiting_names_the_whole_chain() {
    let mut run = Run::four(&["......"]);
    let agents: Vec<AgentId> = (0..2).map(|x| run.add(x, 0)).collect();
    let guard = run.add(3, 0);
    run.crowd.hold(guard, true);
    for agent in &agents {
        run.send(*agent, 5, 0);
    }
    run.ticks(10);
    let chain: Vec<AgentId> = run.crowd.waits_for(agents[0]).collect();
    assert_eq!(chain, [agents[1], guard]);
    assert!(
        matches!(run.crowd.state(agents[1]), State::Waiting { for_agent, .. } if for_agent == guard)
    );
}

#[test]
fn who_cannot_join_is_told_why() {
    let mut run = Run::four(&["..#", "..."]);
    let kind = run.add_kind(2);
    let first = run.add(0, 0);
    let mut join = |x, y, kind| {
        run.crowd.add(NewAgent {
            kind,
            ..NewAgent::at(Cell::new(x, y))
        })
    };
    let plain = gridwalk_crowd::KindId(0);
    assert_eq!(join(0, 0, plain), Err(CannotJoin::Taken(first)));
    assert_eq!(join(2, 0, plain), Err(CannotJoin::Blocked));
    assert_eq!(join(3, 0, plain), Err(CannotJoin::OffGrid));
    assert_eq!(join(1, 0, kind), Err(CannotJoin::DoesNotFit));
    assert_eq!(
        join(0, 1, gridwalk_crowd::KindId(7)),
        Err(CannotJoin::UnknownKind(gridwalk_crowd::KindId(7)))
    );
    assert!(run.crowd.send(first, Goal::Cell(Cell::new(9, 9))).is_err());
}

#[test]
fn unsupported_rules_are_refused_in_words() {
    let always = SearchOptions {
        movement: Movement::Eight(DiagonalRule::Always),
        ..SearchOptions::default()
    };
    assert_eq!(
        CrowdRules::from_options(&always).unwrap_err().to_string(),
        "a crowd moves in four directions, or in eight without cutting corners; not by \"8-way, corners may be cut\""
    );
    let tolerant = SearchOptions {
        goal_tolerance: 2,
        ..SearchOptions::default()
    };
    assert_eq!(
        CrowdRules::from_options(&tolerant).unwrap_err().to_string(),
        "a crowd knows no goal tolerance"
    );
    let theta = SearchOptions::from(Algorithm::Theta);
    assert!(matches!(
        CrowdRules::from_options(&theta),
        Err(CrowdRefusal::AnyAngle(_))
    ));
    let portal = Portal {
        from: Cell::new(0, 0),
        to: Cell::new(1, 0),
        cost: 1,
        two_way: false,
    };
    let grid = Grid::from_rows(&["..."]).with_portals(&[portal]).unwrap();
    assert_eq!(
        Crowd::new(&grid, CrowdRules::default()).unwrap_err(),
        CrowdRefusal::Portals(1)
    );
    let grid = Grid::from_rows(&["..."]);
    let mut crowd = Crowd::new(&grid, CrowdRules::default()).unwrap();
    assert_eq!(
        crowd.add_kind(&grid, 9).unwrap_err().to_string(),
        "an agent of a crowd covers 1 to 8 cells a side, not 9"
    );
}

#[test]
fn a_removed_agent_leaves_no_claims() {
    let rules = CrowdRules {
        ticks_per_cell: std::num::NonZeroU16::new(4).unwrap(),
        ..CrowdRules::default()
    };
    let mut run = Run::new(Grid::from_rows(&["...."]), rules);
    let agent = run.add(0, 0);
    run.send(agent, 3, 0);
    run.ticks(2);
    assert_eq!(
        run.crowd.agent_at(Cell::new(0, 0)),
        run.crowd.agent_at(Cell::new(1, 0)),
        "it holds both cells"
    );
    run.crowd.remove(agent);
    assert!((0..4).all(|x| run.crowd.agent_at(Cell::new(x, 0)).is_none()));
    assert_eq!(run.add(1, 0), agent, "its number is given again");
}

#[test]
fn a_placed_agent_walks_on_from_there() {
    let mut run = Run::four(&["......"]);
    let (agent, other) = (run.add(0, 0), run.add(2, 0));
    run.send(agent, 5, 0);
    run.ticks(1);
    assert_eq!(
        run.crowd.place(agent, Cell::new(2, 0)),
        Err(CannotJoin::Taken(other))
    );
    run.crowd.place(agent, Cell::new(3, 0)).unwrap();
    assert_eq!(run.crowd.cell(agent), Cell::new(3, 0));
    for _ in 0..4 {
        run.crowd.tick(&[run.map.grid()], u64::MAX);
    }
    assert_eq!(run.at(agent), (5, 0));
}

#[test]
fn agent_sent_near_a_cell_stops_within_the_distance() {
    let mut run = Run::four(&["..........", ".########.", ".........."]);
    let agent = run.add(0, 2);
    let near = Goal::Near {
        cell: Cell::new(0, 0),
        steps: 3,
    };
    // Walls do not count as near: two steps lead there.
    run.crowd.send(agent, near).unwrap();
    assert_eq!(run.crowd.order(agent), Some(near));
    run.tick();
    assert_eq!(run.at(agent), (0, 2));
    assert_eq!(run.crowd.state(agent), State::Settled);
    assert_eq!(run.crowd.moves().arrived, [agent]);
    let far = run.add(9, 1);
    run.crowd.send(far, near).unwrap();
    let mut path = Vec::new();
    run.tick();
    run.crowd.path_ahead(far, 99, &mut path);
    assert_eq!(
        path.last(),
        Some(&Cell::new(3, 0)),
        "it ends where the agent does"
    );
    let ticks = run.run(50);
    assert_eq!((run.at(far), ticks), ((3, 0), 6));
}

#[test]
fn agents_sent_near_a_cell_make_room_for_each_other() {
    let mut run = Run::four(&["........", "........", "........"]);
    let agents: Vec<AgentId> = (0..12).map(|at| run.add(at % 4, at / 4)).collect();
    let cell = Cell::new(7, 1);
    for agent in &agents {
        run.crowd
            .send(*agent, Goal::Near { cell, steps: 2 })
            .unwrap();
    }
    run.run(100);
    assert!(run.is_finished());
    assert_eq!(run.home(), 12);
}
