//! Kinds that keep off walls: their ways, the time of their steps, and edits near them.

use gridwalk_crowd::{Crowd, CrowdRules, Goal, KindId, NewAgent};
use gridwalk_pathfinding::{
    AgentProfile, AgentRules, Cell, CostRule, Grid, GridEdit, KeepOffWalls, Movement, TerrainId,
    View,
};
use gridwalk_testing::Rng;

use crate::support::{Run, free_cells, random_grid};

fn profile(size: u8, cells: u8, cost: u16) -> AgentProfile {
    AgentProfile {
        size,
        keep_off_walls: KeepOffWalls::new(cells, cost),
        ..AgentProfile::default()
    }
}

/// Adds a kind that sees the map of this profile.
fn add_kind(run: &mut Run, profile: &AgentProfile) -> KindId {
    let shared = run.map.grid();
    let view = View::new(shared, profile.clone());
    let kind = run.crowd.add_kind(view.map().grid(), profile.size).unwrap();
    run.crowd
        .keep_off_walls(kind, &AgentRules::new(profile, shared.legend()), shared);
    run.views.push(view);
    run.sizes.push(profile.size);
    kind
}

#[test]
fn agent_off_walls_walks_in_the_middle_and_no_slower() {
    let mut run = Run::four(&["...........", "...........", "..........."]);
    let kind = add_kind(&mut run, &profile(1, 1, 9));
    let plain = run.add(0, 0);
    let off = run.join(NewAgent {
        kind,
        ..NewAgent::at(Cell::new(0, 2))
    });
    run.send(plain, 10, 0);
    run.send(off, 10, 2);
    let mut rows = Vec::new();
    for _ in 0..10 {
        run.tick();
        rows.push(run.at(off).1);
    }
    assert_eq!(run.at(plain), (10, 0));
    assert_eq!(rows[1..9], [1; 8], "along the middle");
    assert_eq!(run.run(10), 2, "ten columns and two rows, a tick each");
    assert_eq!(run.at(off), (10, 2));
}

#[test]
fn wall_removed_two_cells_away_is_seen() {
    let mut run = Run::four(&[
        ".......", ".......", ".......", "...#...", ".......", ".......", ".......",
    ]);
    let kind = add_kind(&mut run, &profile(1, 2, 20));
    let agent = run.join(NewAgent {
        kind,
        ..NewAgent::at(Cell::new(0, 3))
    });
    run.send(agent, 6, 3);
    run.ticks(1);
    run.edit(&GridEdit::free([Cell::new(3, 3)]));
    let rest = run.run(30);
    assert!(rest <= 6, "{rest} ticks: straight on, or a row beside");
}

/// A game of several kinds, and the same game loaded after each edit: its fields are made anew.
fn play(seed: u64) {
    let mut rng = Rng(seed);
    let movement = rng.pick(&[Movement::Four, Movement::default()]);
    let cost_rule = rng.pick(&[CostRule::Entered, CostRule::MeanTouched]);
    let grid = random_grid(&mut rng, 18, 14, 10, 3);
    let ticks_per_cell = std::num::NonZeroU16::new(1 + rng.below(3_u16)).unwrap();
    let rules = CrowdRules {
        movement,
        cost_rule,
        ticks_per_cell,
        seed,
        ..CrowdRules::default()
    };
    let mut run = Run::new(grid, rules);
    let profiles = [
        profile(1, 1 + rng.below(3_u8), 1 + rng.below(20_u16)),
        profile(2, 2, 1 + rng.below(9_u16)),
    ];
    let kinds: Vec<KindId> = profiles
        .iter()
        .map(|profile| add_kind(&mut run, profile))
        .collect();
    for at in free_cells(&mut rng, run.map.grid(), 30) {
        let kind = rng.pick(&[KindId(0), kinds[0], kinds[0], kinds[1]]);
        if let Ok(agent) = run.crowd.add(NewAgent {
            kind,
            ..NewAgent::at(at)
        }) {
            let goal = rng.cell(run.map.grid());
            run.crowd.send(agent, Goal::Cell(goal)).unwrap();
        }
    }
    for _ in 0..12 {
        run.ticks(4);
        let cells: Vec<Cell> = (0..=rng.below(3))
            .map(|_| rng.cell(run.map.grid()))
            .collect();
        let terrain = TerrainId(rng.below(u8::try_from(run.map.grid().legend().len()).unwrap()));
        let edits = [
            GridEdit::block(cells.clone()),
            GridEdit::free(cells.clone()),
            GridEdit::set_cost(cells.clone(), 1 + rng.below(40_u16)),
            GridEdit::of_cells(cells.into_iter().map(|cell| (cell, terrain)).collect()),
        ];
        run.edit(&rng.pick(&edits));
        let shared = run.map.grid().clone();
        let views = profiles
            .iter()
            .map(|profile| View::new(&shared, profile.clone()))
            .collect::<Vec<_>>();
        let of_kinds = views
            .iter()
            .zip(&profiles)
            .map(|(view, profile)| (view.map().grid(), profile.size));
        let maps: Vec<(&Grid, u8)> = std::iter::once((&shared, 1)).chain(of_kinds).collect();
        let mut again = Crowd::load(&maps, rules, &run.crowd.save()).unwrap();
        for (profile, kind) in profiles.iter().zip(&kinds) {
            again.keep_off_walls(*kind, &AgentRules::new(profile, shared.legend()), &shared);
        }
        let maps: Vec<&Grid> = maps.into_iter().map(|(map, _)| map).collect();
        for _ in 0..3 {
            run.tick();
            again.tick(&maps, u64::MAX);
            assert_eq!(run.crowd.hash(), again.hash(), "seed {seed}");
        }
    }
}

#[test]
fn fields_off_walls_follow_edits_and_steps_keep_their_time() {
    (0..60).for_each(play);
}
