//! A map's derived data after any edits equal those made from scratch, and snapshots stay as they
//! were.

use std::collections::HashMap;
use std::sync::Arc;

use gridwalk_pathfinding::{
    AgentProfile, Algorithm, Cell, Direction, DirectionSet, EditError, Grid, GridChange, GridEdit,
    KeepOffWalls, Map, Movement, Path, PathQuery, Planner, Portal, Rect, Regions, Revision,
    Terrain, TerrainId, View,
};
use gridwalk_testing::{Rng, cells, show};

const WALL: TerrainId = TerrainId(1);

pub(super) fn legend() -> Vec<Terrain> {
    let one_way = |exits: &[Direction]| Terrain {
        exits: exits.iter().copied().collect(),
        ..Terrain::new("one-way", Some(1))
    };
    vec![
        Terrain::floor(),
        Terrain::wall(),
        Terrain::new("rubble", Some(3)),
        Terrain::new("water", None),
        one_way(&[Direction::East]),
        one_way(&[Direction::North, Direction::NorthEast]),
    ]
}

/// Walls in a hundred cells, and how many terrains there are.
#[derive(Clone, Copy)]
pub(super) struct Kind {
    walls: usize,
    terrains: usize,
}

impl Kind {
    pub(super) fn random(rng: &mut Rng) -> Self {
        Self {
            walls: rng.pick(&[5, 30, 40, 50, 70]),
            terrains: rng.pick(&[2, 4, 6]),
        }
    }

    fn terrain(self, rng: &mut Rng) -> TerrainId {
        match rng.below(100) {
            n if n < self.walls => WALL,
            n if n > 85 => TerrainId(u8::try_from(rng.below(self.terrains)).unwrap()),
            _ => TerrainId(0),
        }
    }

    pub(super) fn grid(self, rng: &mut Rng, longest: u32) -> Grid {
        let (width, height) = (1 + rng.below(longest), 1 + rng.below(longest));
        let cells = (0..width * height).map(|_| self.terrain(rng)).collect();
        let grid = Grid::new(width, height, cells, legend()[..self.terrains].to_vec()).unwrap();
        let portals: Vec<_> = (0..rng.pick(&[0, 0, 1, 3]))
            .map(|_| Portal {
                two_way: rng.below(2) == 0,
                ..Portal::between(rng.cell(&grid), rng.cell(&grid))
            })
            .collect();
        grid.with_portals(&portals).unwrap()
    }

    /// One cell mostly, sometimes many, sometimes a whole square, sometimes one twice; now and then
    /// with another legend, other portals or both.
    pub(super) fn edit(self, rng: &mut Rng, grid: &Grid) -> GridEdit {
        let mut edit = if rng.below(10) == 0 {
            GridEdit::default()
        } else {
            self.edit_of_cells(rng, grid)
        };
        if rng.below(8) == 0 {
            let mut legend = grid.legend().to_vec();
            for terrain in &mut legend {
                if rng.below(3) > 0 {
                    continue;
                }
                terrain.cost = rng.pick(&[None, Some(1), Some(1), Some(3), Some(9)]);
                terrain.exits = rng.pick(&[
                    DirectionSet::ALL,
                    DirectionSet::ALL,
                    [Direction::South].into_iter().collect(),
                ]);
            }
            edit.legend = Some(legend.into());
        }
        if rng.below(8) == 0 {
            let portal = |rng: &mut Rng| Portal {
                two_way: rng.below(2) == 0,
                ..Portal::between(rng.cell(grid), rng.cell(grid))
            };
            let kept = grid
                .portal_list()
                .into_iter()
                .filter(|_| rng.below(2) == 0)
                .collect::<Vec<_>>();
            let more = (0..rng.below(3)).map(|_| portal(rng)).collect();
            edit.portals = Some([kept, more].concat());
        }
        edit
    }

    fn edit_of_cells(self, rng: &mut Rng, grid: &Grid) -> GridEdit {
        let count = rng.pick(&[1, 1, 1, 1, 2, 9, 60, 400]);
        if rng.below(6) == 0 {
            let (corner, terrain) = (rng.cell(grid), self.terrain(rng));
            let square = (0..25).map(|i| Cell::new(corner.x + i % 5, corner.y + i / 5));
            let cells = square
                .filter(|&cell| grid.contains(cell))
                .map(|cell| (cell, terrain));
            return GridEdit::of_cells(cells.collect());
        }
        GridEdit::of_cells(
            (0..count)
                .map(|_| (rng.cell(grid), self.terrain(rng)))
                .collect(),
        )
    }
}

/// Labels that were kept up say the same as fresh ones, up to the numbers.
fn assert_same_partition(kept: &Regions, fresh: &Regions, grid: &Grid, context: &str) {
    let (mut there, mut back) = (HashMap::new(), HashMap::new());
    for cell in cells(grid) {
        let (a, b) = (kept.of(cell), fresh.of(cell));
        assert_eq!(
            (a == 0, kept.size(a)),
            (b == 0, fresh.size(b)),
            "{cell}; {context}"
        );
        assert_eq!(*there.entry(a).or_insert(b), b, "{cell}; {context}");
        assert_eq!(*back.entry(b).or_insert(a), a, "{cell}; {context}");
    }
    assert_eq!(kept.count(), fresh.count(), "{context}");
}

/// None for every other agent.
pub(super) fn random_keep_off_walls(rng: &mut Rng) -> Option<KeepOffWalls> {
    let cells = rng.pick(&[1, 1, 2, 3, 5, KeepOffWalls::MAX_CELLS]);
    (rng.below(2) == 0).then(|| KeepOffWalls {
        cells,
        cost: rng.pick(&[1, 2, 3, 9, 999]),
    })
}

pub(super) fn random_profile(rng: &mut Rng, grid: &Grid) -> AgentProfile {
    let side = |rng: &mut Rng| rng.below(9_u32);
    let rect = |rng: &mut Rng| Rect {
        at: Cell::new(rng.cell(grid).x - 2, rng.cell(grid).y - 2),
        width: side(rng),
        height: side(rng),
    };
    let costs = [
        ("floor", Some(2)),
        ("water", Some(7)),
        ("rubble", None),
        ("wall", Some(9)),
        ("one-way", None),
    ];
    AgentProfile {
        size: rng.pick(&[1, 1, 2, 3, 5]),
        costs: costs
            .into_iter()
            .filter(|_| rng.below(4) == 0)
            .map(|(name, cost): (&str, _)| (name.to_owned(), cost))
            .collect(),
        forbidden: (0..rng.pick(&[0, 0, 1, 3])).map(|_| rect(rng)).collect(),
        keep_off_walls: random_keep_off_walls(rng),
    }
}

#[test]
fn derived_data_equal_a_rebuild_after_every_edit() {
    let mut edits = 0;
    for seed in 0..1200 {
        let rng = &mut Rng(seed);
        let kind = Kind::random(rng);
        let start = kind.grid(rng, 70 - 2 * u32::try_from(seed % 31).unwrap());
        let (mut plain, mut map) = (start.clone(), Map::new(start));
        let mut views: Vec<View> = Vec::new();
        let profiles: Vec<AgentProfile> = (0..2).map(|_| random_profile(rng, &plain)).collect();
        let mut versions: HashMap<Cell, Revision> = HashMap::new();
        for step in 0..12 {
            // What is asked for late is kept up as well from then on.
            if step % 3 == 0 {
                map.label(rng.pick(&Movement::ALL));
            }
            if step == 2 {
                views.extend(
                    profiles
                        .iter()
                        .map(|profile| View::new(map.grid(), profile.clone())),
                );
            }
            let edit = kind.edit(rng, &plain);
            let before = show(&plain);
            let changed = map.apply(&edit);
            assert_eq!(changed, plain.apply(&edit));
            let Some(change) = changed.unwrap() else {
                continue;
            };
            edits += 1;
            let context = format!(
                "seed {seed}, step {step}\n{before}\nbecame\n{}\nby {edit:?}",
                show(&plain)
            );
            assert_eq!(*map.grid(), plain, "{context}");
            for movement in Movement::ALL {
                let Some(kept) = map.regions(movement) else {
                    continue;
                };
                let context = format!("{movement:?}; {context}");
                assert_same_partition(kept, &Regions::new(&plain, movement), &plain, &context);
                let (a, b) = (rng.cell(&plain), rng.cell(&plain));
                let fresh = Regions::new(&plain, movement);
                assert_eq!(
                    kept.reach(&plain, a, b),
                    fresh.reach(&plain, a, b),
                    "{a} to {b}; {context}"
                );
            }
            let tile = |cell: Cell| Cell::new(cell.x / 32, cell.y / 32);
            versions.extend(
                change
                    .cells
                    .iter()
                    .map(|changed| (tile(changed.cell), change.revision)),
            );
            for cell in cells(&plain) {
                let version = versions.get(&tile(cell)).copied().unwrap_or_default();
                assert_eq!(
                    map.tiles().version(cell),
                    Some(version),
                    "{cell}; {context}"
                );
            }
            for (view, profile) in views.iter_mut().zip(&profiles) {
                view.update(&plain, &change);
                let fresh = plain.seen_by(profile);
                assert!(
                    *view.map().grid() == fresh,
                    "{profile:?} sees\n{}\n{context}",
                    show(view.map().grid())
                );
            }
        }
    }
    assert!(edits > 10_000, "{edits}");
}

/// Patches that are followed and not made from scratch, and cells all over the map.
#[test]
fn labels_after_large_patches_equal_fresh_ones() {
    let mut kept = 0;
    for seed in 0..80 {
        let rng = &mut Rng(seed);
        let kind = Kind::random(rng);
        let mut side = || 60 + rng.below(120_u32);
        let (width, height) = (side(), side());
        let cells = (0..width * height).map(|_| kind.terrain(rng)).collect();
        let grid = Grid::new(width, height, cells, legend()[..kind.terrains].to_vec()).unwrap();
        let mut map = Map::new(grid);
        let movement = rng.pick(&Movement::ALL);
        for step in 0..8 {
            map.label(movement);
            let filling = Kind {
                walls: rng.pick(&[0, 40, 100]),
                terrains: kind.terrains,
            };
            let corner = rng.cell(map.grid());
            let is_scattered = rng.below(3) == 0;
            let side = 9 + rng.below(25);
            let cells = (0..side * side).map(|at| {
                if is_scattered {
                    rng.cell(map.grid())
                } else {
                    Cell::new(corner.x + at % side, corner.y + at / side)
                }
            });
            let mut cells: Vec<_> = cells.filter(|cell| map.grid().contains(*cell)).collect();
            cells.push(rng.cell(map.grid()));
            let cells = cells.into_iter().map(|cell| (cell, filling.terrain(rng)));
            let edit = GridEdit::of_cells(cells.collect());
            map.apply(&edit).unwrap();
            let fresh = Regions::new(map.grid(), movement);
            let Some(labels) = map.regions(movement) else {
                continue;
            };
            kept += 1;
            let context = format!(
                "seed {seed}, step {step}, {movement:?}\n{}",
                show(map.grid())
            );
            assert_same_partition(labels, &fresh, map.grid(), &context);
            let (a, b) = (rng.cell(map.grid()), rng.cell(map.grid()));
            let reach = |labels: &Regions| labels.reach(map.grid(), a, b);
            assert_eq!(reach(labels), reach(&fresh), "{a} to {b}; {context}");
        }
    }
    assert!(kept > 600, "{kept}");
}

#[test]
fn views_of_large_agents_follow_one_cell_at_a_time() {
    let rng = &mut Rng(3);
    for size in [1, 4, 17, 32] {
        let profile = AgentProfile {
            size,
            ..AgentProfile::default()
        };
        let mut map = Map::new(Grid::new(90, 80, vec![TerrainId(0); 90 * 80], legend()).unwrap());
        let mut view = View::new(map.grid(), profile.clone());
        let mut walls: Vec<Cell> = Vec::new();
        for step in 0..60 {
            let edit = if walls.len() > 3 && rng.below(2) == 0 {
                GridEdit::set(walls.swap_remove(rng.below(walls.len())), TerrainId(0))
            } else {
                walls.push(rng.cell(map.grid()));
                GridEdit::set(walls[walls.len() - 1], WALL)
            };
            let Some(change) = map.apply(&edit).unwrap() else {
                continue;
            };
            view.update(map.grid(), &change);
            assert!(
                *view.map().grid() == map.grid().seen_by(&profile),
                "size {size}, step {step}: {edit:?}"
            );
        }
    }
}

#[test]
fn snapshots_stay_as_they_were_and_share_memory_between_edits() {
    let rng = &mut Rng(11);
    let kind = Kind {
        walls: 30,
        terrains: 4,
    };
    let cells = (0..150 * 90).map(|_| kind.terrain(rng)).collect();
    let mut map = Map::new(Grid::new(150, 90, cells, legend()).unwrap());
    let mut held: Vec<(Arc<Grid>, Grid)> = Vec::new();
    for step in 0..3000 {
        map.apply(&kind.edit(rng, map.grid())).unwrap();
        if rng.below(3) == 0 {
            let snapshot = map.snapshot();
            assert!(*snapshot == *map.grid(), "step {step}");
            assert!(
                Arc::ptr_eq(&snapshot, &map.snapshot()),
                "no edit came between"
            );
            held.push((snapshot, map.grid().clone()));
        }
        if held.len() > 3 {
            let (snapshot, then) = held.swap_remove(rng.below(held.len()));
            assert!(*snapshot == then, "step {step}");
        }
    }
    let copies = map.copies_made();
    assert!(
        (4..=8).contains(&copies),
        "{copies} copies for three that are held"
    );
}

#[test]
fn labels_made_from_a_snapshot_catch_up_with_edits() {
    for seed in 0..300 {
        let rng = &mut Rng(seed);
        let kind = Kind::random(rng);
        let mut map = Map::new(kind.grid(rng, 100));
        let movement = rng.pick(&Movement::ALL);
        let snapshot = map.snapshot();
        for _ in 0..rng.below(12) {
            map.apply(&kind.edit(rng, map.grid())).unwrap();
        }
        assert!(map.adopt(Regions::new(&snapshot, movement), &snapshot));
        map.apply(&kind.edit(rng, map.grid())).unwrap();
        let kept = map.regions(movement).expect("they were taken over");
        let context = format!("seed {seed}, {movement:?}\n{}", show(map.grid()));
        assert_same_partition(
            kept,
            &Regions::new(map.grid(), movement),
            map.grid(),
            &context,
        );
    }
}

#[test]
fn a_copy_of_a_map_is_searched_and_edited_apart_from_it() {
    for seed in 0..300 {
        let rng = &mut Rng(seed);
        let kind = Kind::random(rng);
        let mut map = Map::new(kind.grid(rng, 60));
        let mut planner = Planner::default();
        let mut path = Path::default();
        let mut copy = None;
        for step in 0..6 {
            let query = PathQuery::new(rng.cell(map.grid()), rng.cell(map.grid()), Algorithm::Auto);
            planner.path(&map, &query, &mut path);
            if step == 2 {
                copy = Some(map.clone());
            }
            map.apply(&kind.edit(rng, map.grid())).unwrap();
        }
        let mut copy = copy.expect("it was copied");
        copy.apply(&kind.edit(rng, copy.grid())).unwrap();
        for map in [&copy, &map] {
            let fresh = Map::new(map.grid().clone());
            for _ in 0..4 {
                let query =
                    PathQuery::new(rng.cell(map.grid()), rng.cell(map.grid()), Algorithm::Auto);
                let answers = [map, &fresh].map(|map| {
                    let plan = planner.path(map, &query, &mut path);
                    (plan.planned, path.cost())
                });
                assert_eq!(answers[0], answers[1], "seed {seed}: {query:?}");
            }
        }
    }
}

/// A wall across a large map: the two halves are too large to be looked at within one edit.
#[test]
fn labels_too_slow_to_update_are_dropped_and_rebuilt() {
    let (width, height) = (2000, 700);
    let middle = 1000;
    let gap = Cell::new(middle, 350);
    let terrain = |cell: Cell| {
        if cell.x == middle && cell != gap {
            Terrain::wall()
        } else {
            Terrain::floor()
        }
    };
    let mut map = Map::new(Grid::from_fn(width, height, terrain).unwrap());
    let wall = map.grid().terrain_id(Cell::new(middle, 0)).unwrap();
    let movement = Movement::Four;
    assert_eq!(map.label(movement).count(), 1);
    map.apply(&GridEdit::set(Cell::new(5, 5), wall)).unwrap();
    assert_eq!(
        map.regions(movement).map(Regions::count),
        Some(1),
        "that was no work"
    );
    map.apply(&GridEdit::set(gap, wall)).unwrap();
    assert!(map.regions(movement).is_none());
    assert_eq!(map.label(movement).count(), 2);
    // The same on a map that can be labelled within the same time.
    let mut map = Map::new(
        Grid::from_fn(width, 20, |cell| terrain(Cell::new(cell.x, cell.y + 340))).unwrap(),
    );
    map.label(movement);
    map.apply(&GridEdit::set(Cell::new(middle, 10), wall))
        .unwrap();
    assert_eq!(map.regions(movement).map(Regions::count), Some(2));
}

#[test]
fn tiles_changed_since_a_revision_are_listed_once() {
    let mut map = Map::new(Grid::new(70, 33, vec![TerrainId(0); 70 * 33], legend()).unwrap());
    assert_eq!(map.tiles().changed_since(Revision(0)).count(), 0);
    let edit = |cells: &[(i32, i32)]| {
        GridEdit::of_cells(cells.iter().map(|&at| (at.into(), WALL)).collect())
    };
    let GridChange { revision, .. } = map
        .apply(&edit(&[(69, 32), (0, 0), (1, 0)]))
        .unwrap()
        .unwrap();
    map.apply(&edit(&[(40, 5)])).unwrap();
    let rect = |x, y, width, height| Rect {
        at: Cell::new(x, y),
        width,
        height,
    };
    let since = |revision| map.tiles().changed_since(revision).collect::<Vec<_>>();
    assert_eq!(
        since(Revision(0)),
        [rect(0, 0, 32, 32), rect(32, 0, 32, 32), rect(64, 32, 6, 1)]
    );
    assert_eq!(since(revision), [rect(32, 0, 32, 32)]);
    assert_eq!(map.tiles().version(Cell::new(70, 0)), None);
}

#[test]
fn a_refused_edit_changes_nothing_derived() {
    let mut map = Map::new(Grid::from_rows(&["...", "###", "..."]));
    map.label(Movement::Four);
    let edit = GridEdit::of_cells(vec![
        (Cell::new(1, 1), TerrainId(0)),
        (Cell::new(9, 9), WALL),
    ]);
    assert!(matches!(map.apply(&edit), Err(EditError::Outside { .. })));
    assert_eq!(map.regions(Movement::Four).map(Regions::count), Some(2));
    assert_eq!(map.tiles().changed_since(Revision(0)).count(), 0);
    assert_eq!(map.grid().revision(), Revision(0));
}
