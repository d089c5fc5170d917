//! Films of walks: the map and the agents tick by tick, as an animation.

use std::collections::BTreeMap;
use std::f32::consts::TAU;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, PoisonError};

use gridwalk_level::Looks;
use gridwalk_pathfinding::slices::for_each;
use gridwalk_pathfinding::{Grid, GridSize};

use super::animation::{Animation, encode_in_slices};
use super::path::figure_side;
use super::{AgentSign, Picture, agent_with, draw_grid_in_slices, fitting_cell, palette};

/// An agent in a frame of a film.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FilmFigure {
    /// Its place, or that of its upper left cell, in cells.
    pub at: [f32; 2],
    /// Its side in cells.
    pub size: u8,
    /// The orientation in radians: 0 is east, a quarter turn is north.
    pub facing: f32,
}

/// Number of orientations in which agents are drawn.
const TURNS: u8 = 16;

impl FilmFigure {
    /// Returns the nearest orientation in which agents are drawn.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a remainder"
    )]
    fn turn(&self) -> u8 {
        (self.facing / TAU * f32::from(TURNS))
            .round()
            .rem_euclid(f32::from(TURNS)) as u8
    }
}

/// A map with the looks of its terrains.
struct FilmMap {
    map: Grid,
    looks: Looks,
}

/// The state in one tick. Ticks without an edit between them share the ground.
struct FilmFrame {
    ground: Arc<FilmMap>,
    agents: Box<[FilmFigure]>,
}

/// The states of a map and its agents over some ticks.
///
/// A film holds at most [`WalkFilm::MAX_FRAMES`] states, evenly spread: of a longer walk every
/// second one, or fewer.
pub struct WalkFilm {
    size: GridSize,
    cell: u32,
    frames: Vec<FilmFrame>,
    /// Whether the next map is another one, whose revision may be that of the last one.
    is_cut: bool,
    ticks: u64,
    /// Ticks from one state to the next.
    stride: u64,
}

impl WalkFilm {
    /// The maximum number of states.
    pub const MAX_FRAMES: usize = 600;

    /// Creates a film of a map of this size.
    ///
    /// Returns `None` if the map has more cells in a row or a column than a film has pixels.
    #[must_use]
    pub fn new(map: &Grid) -> Option<Self> {
        let fits = Animation::MAX_SIDE / map.width().max(map.height());
        let cell = fitting_cell(map, Animation::LONG_SIDE, Animation::MAX_SIDE).min(fits);
        (fits > 0).then(|| Self {
            size: map.size(),
            cell,
            frames: Vec::new(),
            is_cut: false,
            ticks: 0,
            stride: 1,
        })
    }

    /// Returns the size of the map.
    #[must_use]
    pub const fn size(&self) -> GridSize {
        self.size
    }

    /// Returns the number of recorded ticks.
    #[must_use]
    pub const fn ticks(&self) -> u64 {
        self.ticks
    }

    /// Records the next tick. The map has the [size](Self::size) of the film.
    pub fn record(
        &mut self,
        map: &Grid,
        looks: impl FnOnce() -> Looks,
        agents: impl IntoIterator<Item = FilmFigure>,
    ) {
        if self.ticks.is_multiple_of(self.stride) {
            self.keep(map, looks(), agents);
        }
        self.ticks += 1;
        if self.frames.len() > Self::MAX_FRAMES {
            let mut number = 0;
            self.frames.retain(|_| {
                number += 1;
                number % 2 == 1
            });
            self.stride *= 2;
        }
    }

    /// Records the state after the last tick once more if it was passed over in a long walk.
    pub fn end(&mut self, map: &Grid, looks: Looks, agents: impl IntoIterator<Item = FilmFigure>) {
        if !self.ticks.saturating_sub(1).is_multiple_of(self.stride) {
            self.keep(map, looks, agents);
        }
    }

    /// Says that the next map is another one, whose revision may be that of the last one.
    pub const fn cut(&mut self) {
        self.is_cut = true;
    }

    fn keep(&mut self, map: &Grid, looks: Looks, agents: impl IntoIterator<Item = FilmFigure>) {
        let is_same = |ground: &&Arc<FilmMap>| {
            !self.is_cut && ground.map.revision() == map.revision() && ground.looks == looks
        };
        let before = self
            .frames
            .last()
            .map(|frame| &frame.ground)
            .filter(is_same);
        let ground = before.map_or_else(
            || {
                Arc::new(FilmMap {
                    map: map.clone(),
                    looks,
                })
            },
            Arc::clone,
        );
        self.is_cut = false;
        self.frames.push(FilmFrame {
            ground,
            agents: agents.into_iter().collect(),
        });
    }

    /// Returns the plan of an animation of this length.
    #[must_use]
    pub fn plan(&self, seconds: f64) -> Animation {
        Animation::new(self.frames.len().saturating_sub(1), seconds)
    }

    /// Encodes the film as a GIF in [slices](gridwalk_pathfinding::slices); `done` counts the
    /// written frames.
    ///
    /// # Panics
    /// If nothing was recorded.
    pub async fn encode_in_slices(&self, plan: &Animation, done: &AtomicU64) -> Vec<u8> {
        let last = Mutex::new(None);
        encode_in_slices(plan, done, |frame| self.draw(&self.frames[frame], &last)).await
    }

    /// Draws a frame on its ground, which is drawn anew only if it is not that of the last frame.
    async fn draw(
        &self,
        FilmFrame { ground, agents }: &FilmFrame,
        last: &Mutex<Option<(Arc<FilmMap>, Picture)>>,
    ) -> Picture {
        let known = last.lock().unwrap_or_else(PoisonError::into_inner).take();
        let drawn = if let Some((_, drawn)) = known.filter(|(drawn, _)| Arc::ptr_eq(drawn, ground))
        {
            drawn
        } else {
            let drawn = draw_grid_in_slices(&ground.map, &ground.looks, self.cell).await;
            drawn.expect("films are smaller than pictures")
        };
        let mut picture = drawn.clone();
        *last.lock().unwrap_or_else(PoisonError::into_inner) = Some((Arc::clone(ground), drawn));
        let mut stamps = BTreeMap::new();
        for_each(agents, |figure| {
            let side = self.cell * u32::from(figure.size.max(1));
            let (size, turn) = (figure_side(side, 0.8, 3), figure.turn());
            let facing = f32::from(turn) / f32::from(TURNS) * TAU;
            let stamp = stamps
                .entry((figure.size, turn))
                .or_insert_with(|| agent_with(size, palette::AGENT, AgentSign::Arrow(facing)));
            #[expect(
                clippy::cast_precision_loss,
                clippy::cast_possible_truncation,
                reason = "pixels of a film"
            )]
            let corner = figure.at.map(|at| (at * self.cell as f32).round() as i64);
            let margin = (i64::from(side) - i64::from(stamp.width)).div_euclid(2);
            picture.lay(stamp, corner.map(|corner| corner + margin));
        })
        .await;
        picture.at_least(Picture::LEAST_SIDE)
    }
}

#[cfg(test)]
mod tests {
    use gridwalk_level::LevelGrid;
    use gridwalk_pathfinding::slices::at_once;
    use gridwalk_pathfinding::{Cell, TerrainId};

    use super::*;

    /// A film of an agent that goes one cell to the right in each tick, on a row of so many cells.
    fn film(map: &LevelGrid, ticks: u16) -> WalkFilm {
        let mut film = WalkFilm::new(map).unwrap();
        for tick in 0..ticks {
            film.record(
                map,
                || map.looks().clone(),
                [FilmFigure {
                    at: [f32::from(tick), 0.0],
                    size: 1,
                    facing: 0.0,
                }],
            );
        }
        film
    }

    #[test]
    fn long_walk_keeps_states_that_are_evenly_spread() {
        let map = LevelGrid::from(Grid::from_rows(&[&".".repeat(2000)]));
        for ticks in [1, 600, 601, 602, 1500, 2000] {
            let mut film = film(&map, ticks);
            let last = FilmFigure {
                at: [f32::from(ticks - 1), 0.0],
                size: 1,
                facing: 0.0,
            };
            film.end(&map, map.looks().clone(), [last]);
            assert!(
                film.frames.len() <= WalkFilm::MAX_FRAMES + 1,
                "{ticks}: {}",
                film.frames.len()
            );
            assert_eq!(film.ticks(), u64::from(ticks));
            let columns: Vec<f32> = film
                .frames
                .iter()
                .map(|frame| frame.agents[0].at[0])
                .collect();
            assert_eq!(
                (columns[0], columns.last().copied()),
                (0.0, Some(last.at[0])),
                "{ticks}"
            );
            let gaps: Vec<f32> = columns.windows(2).map(|pair| pair[1] - pair[0]).collect();
            let (end, even) = gaps.split_last().unwrap_or((&1.0, &[]));
            assert!(
                even.windows(2).all(|pair| (pair[0] - pair[1]).abs() < 0.1) && *end > 0.0,
                "{ticks}: {gaps:?}"
            );
        }
    }

    #[test]
    fn maps_are_kept_once_and_edits_and_other_looks_are_seen() {
        let mut map = LevelGrid::from(Grid::from_rows(&["....", "...#"]));
        let mut film = film(&map, 3);
        map.set_cells(vec![(Cell::new(0, 1), TerrainId(1))])
            .unwrap();
        film.record(&map, || map.looks().clone(), []);
        film.cut();
        film.record(&map, || map.looks().clone(), []);
        film.record(&map, || Looks::usual(&[]), []);
        let same: Vec<bool> = film
            .frames
            .windows(2)
            .map(|pair| Arc::ptr_eq(&pair[0].ground, &pair[1].ground))
            .collect();
        assert_eq!(same, [true, true, false, false, false]);
        let last = Mutex::new(None);
        let corner =
            |frame: usize| at_once(film.draw(&film.frames[frame], &last)).pixel(2, film.cell + 2);
        assert_eq!(
            [0, 2, 3, 4].map(|frame| corner(frame) == corner(3)),
            [false, false, true, true]
        );
    }

    #[test]
    fn agents_look_where_they_walk() {
        let map = LevelGrid::from(Grid::from_rows(&["."]));
        let mut film = WalkFilm::new(&map).unwrap();
        for facing in [0.0, TAU / 2.0, -TAU / 2.0, TAU] {
            film.record(
                &map,
                || map.looks().clone(),
                [FilmFigure {
                    at: [0.0; 2],
                    size: 1,
                    facing,
                }],
            );
        }
        let last = Mutex::new(None);
        let [east, west, also_west, also_east] =
            [0, 1, 2, 3].map(|frame| at_once(film.draw(&film.frames[frame], &last)));
        let row = |picture: &Picture| -> Vec<_> {
            (0..picture.width)
                .map(|x| picture.pixel(x, picture.height / 2))
                .collect()
        };
        assert_eq!((row(&east), row(&west)), (row(&also_east), row(&also_west)));
        assert_ne!(row(&east), row(&west));
        assert_eq!(row(&east), row(&west).into_iter().rev().collect::<Vec<_>>());
    }

    #[test]
    fn map_that_no_film_can_hold_has_none() {
        let wide = |cells: usize| WalkFilm::new(&Grid::from_rows(&[&".".repeat(cells)]));
        assert!(wide(2048).is_some() && wide(2049).is_none());
    }
}
