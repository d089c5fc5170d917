//! Crowds that are saved and loaded go on as if nothing had happened.

use gridwalk_crowd::{Crowd, CrowdRules, Goal, NewAgent, NotACrowd, UnderWall};
use gridwalk_pathfinding::{Cell, Grid, GridEdit, Map, Movement};
use gridwalk_testing::Rng;

use crate::support::{free_cells, random_grid};

/// A crowd with its map, and what happens to it by chance.
struct Game {
    map: Map,
    crowd: Crowd,
    rng: Rng,
}

impl Game {
    fn new(seed: u64) -> Self {
        let mut rng = Rng(seed);
        let movement = rng.pick(&[Movement::Four, Movement::default()]);
        let grid = random_grid(&mut rng, 16, 12, 15, 3);
        let ticks_per_cell = std::num::NonZeroU16::new(1 + rng.below(3_u16)).unwrap();
        let rules = CrowdRules {
            movement,
            ticks_per_cell,
            seed,
            ..CrowdRules::default()
        };
        let mut crowd = Crowd::new(&grid, rules).unwrap();
        for at in free_cells(&mut rng, &grid, 40) {
            let (ticks_per_cell, is_driven) =
                (std::num::NonZeroU16::new(rng.below(4_u16)), rng.one_in(8));
            crowd
                .add(NewAgent {
                    ticks_per_cell,
                    is_driven,
                    ..NewAgent::at(at)
                })
                .unwrap();
        }
        Self {
            map: Map::new(grid),
            crowd,
            rng,
        }
    }

    fn tick(&mut self) {
        let agents: Vec<_> = self.crowd.agents().collect();
        let hub = Cell::new(8, 6);
        for agent in agents {
            let cell = self.rng.cell(self.map.grid());
            match self.rng.below(120_u8) {
                0..=2 => self.crowd.send(agent, Goal::Cell(hub)).unwrap(),
                3 => self.crowd.send(agent, Goal::Exact(cell)).unwrap(),
                4 => self.crowd.send(agent, Goal::Visit(cell)).unwrap(),
                41 => self
                    .crowd
                    .send(agent, Goal::Near { cell, steps: 2 })
                    .unwrap(),
                5 => self.crowd.stop(agent),
                6 => drop(self.crowd.place(agent, cell)),
                7 => self.crowd.hold(agent, !self.crowd.is_held(agent)),
                8 if self.rng.one_in(4) => self.crowd.remove(agent),
                9..=40 => self.crowd.finish_step(agent),
                _ => {}
            }
        }
        if self.rng.one_in(4) {
            let cell = self.rng.cell(self.map.grid());
            let edit = if self.rng.one_in(2) {
                GridEdit::block([cell])
            } else {
                GridEdit::free([cell])
            };
            if let Some(change) = self.map.apply(&edit).unwrap()
                && self
                    .crowd
                    .edit(&[self.map.grid()], &change, UnderWall::PushOut)
                    .is_err()
            {
                self.map.apply(&change.inverse()).unwrap();
            }
        }
        if self.rng.one_in(9) {
            let at = self.rng.cell(self.map.grid());
            _ = self.crowd.add(NewAgent::at(at));
        }
        self.crowd.tick(&[self.map.grid()], u64::MAX);
    }

    fn saved(&self) -> Result<Self, NotACrowd> {
        let crowd = Crowd::load(
            &[(self.map.grid(), 1)],
            *self.crowd.rules(),
            &self.crowd.save(),
        )?;
        Ok(Self {
            map: Map::new(self.map.grid().clone()),
            crowd,
            rng: Rng(self.rng.0),
        })
    }
}

#[test]
fn a_loaded_crowd_goes_on_as_the_saved_one() {
    for seed in 0..40 {
        let mut game = Game::new(seed);
        let mut copy: Option<Game> = None;
        for tick in 0..240 {
            game.tick();
            if let Some(copy) = &mut copy {
                copy.tick();
                let (own, other) = (copy.crowd.save(), game.crowd.save());
                let differs = own.iter().zip(&other).position(|(own, other)| own != other);
                assert!(own == other, "seed {seed}, tick {tick}: number {differs:?}");
            }
            if tick % 60 == 37 {
                copy = Some(
                    game.saved()
                        .unwrap_or_else(|error| panic!("seed {seed}, tick {tick}: {error}")),
                );
            }
        }
    }
}

#[test]
fn random_numbers_never_panic() {
    for seed in 0..40 {
        let mut game = Game::new(seed);
        (0..20).for_each(|_| game.tick());
        let saved = game.crowd.save();
        for _ in 0..60 {
            let mut broken = saved.clone();
            for _ in 0..=game.rng.below(3_usize) {
                let at = game.rng.below(broken.len());
                broken[at] = match game.rng.below(4_u8) {
                    0 => game.rng.below(7_u64),
                    1 => u64::MAX,
                    2 => u64::from(u32::MAX),
                    _ => broken[at] ^ 1 << game.rng.below(12_u32),
                };
            }
            broken.truncate(broken.len() - game.rng.below(2_usize));
            let maps = [(game.map.grid(), 1)];
            if let Ok(mut crowd) = Crowd::load(&maps, *game.crowd.rules(), &broken) {
                (0..10).for_each(|_| drop(crowd.tick(&[game.map.grid()], u64::MAX).clone()));
            }
        }
    }
}

#[test]
fn another_map_is_no_place_for_a_saved_crowd() {
    let mut crowd = Crowd::new(&Grid::from_rows(&["..."]), CrowdRules::default()).unwrap();
    crowd.add(NewAgent::at(Cell::new(1, 0))).unwrap();
    let load = |rows: &[&str]| {
        Crowd::load(
            &[(&Grid::from_rows(rows), 1)],
            CrowdRules::default(),
            &crowd.save(),
        )
    };
    assert!(load(&["..."]).is_ok());
    assert_eq!(
        load(&[".#."]).unwrap_err().to_string(),
        "agent 0 of the saved crowd cannot stand where it does"
    );
    assert!(matches!(load(&["."]), Err(NotACrowd::Number(_))));
}
