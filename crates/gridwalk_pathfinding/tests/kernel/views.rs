//! Views of kinds of agents, made in slices, updated by edits or read cell by cell, against fresh
//! views.

use gridwalk_pathfinding::{
    AgentProfile, AgentRules, Cell, Grid, GridEdit, Map, Movement, Rect, Regions, Revision,
    Terrain, TerrainId, View, ViewMaking,
};
use gridwalk_testing::{Rng, cells, show};

use crate::map::{Kind, legend, random_profile};

/// Checks that the view and all data derived from it equal those of a fresh view.
fn assert_is_fresh(view: &View, base: &Grid, profile: &AgentProfile, context: &str) {
    let fresh = base.seen_by(profile);
    let seen = view.map().grid();
    assert!(
        *seen == fresh,
        "{profile:?} sees\n{}\n{context}",
        show(seen)
    );
    assert!(view.is_current(base), "{context}");
    for movement in [Movement::Four, Movement::default()] {
        let (kept, wanted) = (view.map().label(movement), Regions::new(&fresh, movement));
        assert_eq!(kept.count(), wanted.count(), "{movement:?}; {context}");
    }
}

fn profile_of(rng: &mut Rng, grid: &Grid) -> AgentProfile {
    let profile = random_profile(rng, grid);
    AgentProfile {
        size: rng.pick(&[0, 1, 1, 2, 3, 5, 17, 32]),
        ..profile
    }
}

#[test]
fn view_made_in_slices_with_edits_between_equals_a_fresh_one() {
    let (mut sliced, mut edits) = (0, 0);
    for seed in 0..300 {
        let rng = &mut Rng(seed);
        let kind = Kind::random(rng);
        let mut map = Map::new(kind.grid(rng, 150));
        let profile = profile_of(rng, map.grid());
        let mut making = ViewMaking::new(&profile, map.grid());
        let (slice, mut left) = (rng.pick(&[1, 7, 40]), 12);
        let mut view = loop {
            if let (_, Some(view)) = making.advance(&map, slice) {
                break view;
            }
            sliced += 1;
            if left > 0
                && rng.below(6) == 0
                && let Some(change) = map.apply(&kind.edit(rng, map.grid())).unwrap()
            {
                (edits, left) = (edits + 1, left - 1);
                // An edit that is not passed on makes the view begin again.
                if rng.below(20) > 0 {
                    making.update(map.grid(), &change);
                }
            }
        };
        assert_is_fresh(&view, map.grid(), &profile, &format!("seed {seed}"));
        for step in 0..6 {
            if let Some(change) = map.apply(&kind.edit(rng, map.grid())).unwrap() {
                view.update(map.grid(), &change);
                assert_is_fresh(
                    &view,
                    map.grid(),
                    &profile,
                    &format!("seed {seed}, step {step}"),
                );
            }
        }
    }
    assert!(
        sliced > 10_000 && edits > 1000,
        "{sliced} slices, {edits} edits"
    );
}

#[test]
fn view_that_missed_edits_catches_up_in_slices() {
    let (mut caught_up, mut remade, mut followed) = (0, 0, 0);
    for seed in 0..250 {
        let rng = &mut Rng(seed);
        let kind = Kind::random(rng);
        let mut map = Map::new(kind.grid(rng, 220));
        let profile = profile_of(rng, map.grid());
        let mut view = View::new(map.grid(), profile.clone());
        for round in 0..4 {
            view.map().label(Movement::default());
            let mut left = 6;
            for _ in 0..=rng.below(4) {
                map.apply(&kind.edit(rng, map.grid())).unwrap();
            }
            let mut is_of_use = view.catch_up(&map);
            while is_of_use && !view.advance(&map, 1).1 {
                // While catching up, the view may miss more edits, or receive them.
                if left > 0
                    && rng.below(3) == 0
                    && let Some(change) = map.apply(&kind.edit(rng, map.grid())).unwrap()
                {
                    (followed, left) = (followed + 1, left - 1);
                    is_of_use = if rng.below(2) == 0 {
                        view.try_update(map.grid(), &change)
                    } else {
                        view.catch_up(&map)
                    };
                }
            }
            if is_of_use {
                caught_up += 1;
                assert_is_fresh(
                    &view,
                    map.grid(),
                    &profile,
                    &format!("seed {seed}, round {round}"),
                );
            } else {
                remade += 1;
                view = View::new(map.grid(), profile.clone());
            }
        }
    }
    assert!(
        caught_up > 300 && remade > 300 && followed > 30,
        "{caught_up}, {remade}, {followed}"
    );
}

#[test]
fn rules_say_of_each_cell_what_the_view_says() {
    let (mut free, mut barred) = (0, 0);
    for seed in 0..400 {
        let rng = &mut Rng(seed);
        let kind = Kind::random(rng);
        let mut grid = kind.grid(rng, 40);
        let mut profile = profile_of(rng, &grid);
        // Enough rectangles to be looked up in groups.
        let rect = |rng: &mut Rng| Rect {
            at: rng.cell(&grid),
            width: rng.below(3),
            height: rng.below(3),
        };
        profile.forbidden.extend(
            (0..rng.pick(&[0, 3, 100]))
                .map(|_| rect(rng))
                .collect::<Vec<_>>(),
        );
        let mut rules = AgentRules::new(&profile, grid.legend());
        for _ in 0..2 {
            let seen = grid.seen_by(&profile);
            let around = [
                Cell::new(-1, 0),
                Cell::new(i32::MAX, i32::MAX),
                Cell::new(i32::MIN, 3),
            ];
            for cell in cells(&grid).chain(around) {
                let context = || format!("seed {seed}: {cell} for {profile:?} on\n{}", show(&grid));
                assert_eq!(
                    rules.allows(&grid, cell),
                    seen.is_walkable(cell),
                    "{}",
                    context()
                );
                assert_eq!(
                    profile.allows(&grid, cell),
                    seen.is_walkable(cell),
                    "{}",
                    context()
                );
                assert_eq!(rules.cost(&grid, cell), seen.cost(cell), "{}", context());
                (free, barred) = if seen.is_walkable(cell) {
                    (free + 1, barred)
                } else {
                    (free, barred + 1)
                };
            }
            grid.apply(&kind.edit(rng, &grid)).unwrap();
            rules.set_legend(grid.legend());
        }
    }
    assert!(free > 10_000 && barred > 10_000, "{free} {barred}");
}

#[test]
fn rectangles_at_the_ends_of_all_numbers_forbid_what_they_hold() {
    let grid = Grid::from_rows(&["....", "...."]);
    let rect = |x, y, width, height| Rect {
        at: Cell::new(x, y),
        width,
        height,
    };
    let all = rect(i32::MIN, i32::MIN, u32::MAX, u32::MAX);
    for forbidden in [
        all,
        rect(i32::MAX, 0, u32::MAX, 9),
        rect(1, 1, 0, 5),
        rect(-4, 0, 5, 1),
        rect(3, -9, 1, u32::MAX),
    ] {
        for size in [1, 2] {
            let profile = AgentProfile {
                size,
                forbidden: vec![forbidden],
                ..AgentProfile::default()
            };
            let (rules, seen) = (
                AgentRules::new(&profile, grid.legend()),
                grid.seen_by(&profile),
            );
            for cell in cells(&grid) {
                let inside = forbidden.contains(cell);
                assert!(
                    !(inside && seen.is_walkable(cell)),
                    "{cell} in {forbidden:?}"
                );
                assert_eq!(
                    rules.allows(&grid, cell),
                    seen.is_walkable(cell),
                    "{cell}, {forbidden:?}"
                );
                assert_eq!(
                    profile.allows(&grid, cell),
                    seen.is_walkable(cell),
                    "{cell}, {forbidden:?}"
                );
            }
        }
    }
}

#[test]
fn legend_that_means_the_same_leaves_a_view_as_it_is() {
    let mut map = Map::new(Grid::new(40, 40, vec![TerrainId(0); 1600], legend()).unwrap());
    let profile = AgentProfile {
        costs: vec![("floor".to_owned(), Some(4))],
        ..AgentProfile::default()
    };
    let mut view = View::new(map.grid(), profile.clone());
    let with = |change: fn(&mut Vec<Terrain>)| {
        let mut legend = legend();
        change(&mut legend);
        GridEdit {
            cells: vec![(Cell::new(3, 3), TerrainId(2))],
            ..GridEdit::of_legend(legend.into())
        }
    };
    // The cost of rubble changes while no cell is rubble; one cell becomes rubble.
    let change = map
        .apply(&with(|legend| legend[2].cost = Some(8)))
        .unwrap()
        .unwrap();
    assert!(view.try_update(map.grid(), &change));
    assert_is_fresh(
        &view,
        map.grid(),
        &profile,
        "another cost of unused terrain",
    );
    // The floor becomes more expensive for all agents but these.
    let more = |legend: &mut Vec<Terrain>| (legend[0].cost, legend[2].cost) = (Some(9), Some(8));
    let mut change = map.apply(&with(more)).unwrap().unwrap();
    assert_eq!(change.cells.len(), 1599);
    change.cells.truncate(1);
    assert!(view.try_update(map.grid(), &change), "an own cost stays");
    assert_is_fresh(
        &view,
        map.grid(),
        &profile,
        "another cost of terrain with an own one",
    );
    // Under another name, the floor costs these agents what it costs all others.
    let change = map
        .apply(&with(|legend| legend[0].name = "lawn".to_owned()))
        .unwrap()
        .unwrap();
    view.update(map.grid(), &change);
    assert_is_fresh(&view, map.grid(), &profile, "all cells mean something else");
    let change = map
        .apply(&with(|legend| legend.push(Terrain::new("moor", Some(2)))))
        .unwrap()
        .unwrap();
    view.update(map.grid(), &change);
    assert_is_fresh(&view, map.grid(), &profile, "one more terrain");
    assert_eq!(change.revision, Revision(4));
}
