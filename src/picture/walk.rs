//! Films of walks: the map and the agents tick by tick, as an animation.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use gridwalk_level::Looks;
use gridwalk_pathfinding::slices::for_each;
use gridwalk_pathfinding::{Grid, GridSize};

use super::animation::{Animation, encode_in_slices};
use super::path::figure_side;
use super::{Picture, agent, draw_grid_in_slices, fitting_cell, palette};

/// An agent in a frame of a film.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    /// Its place, or that of its upper left cell, in cells.
    pub at: [f32; 2],
    /// Its side in cells.
    pub size: u8,
}

/// The state in one tick. Ticks without an edit between them share the map.
struct Frame {
    map: Arc<Grid>,
    looks: Looks,
    agents: Box<[Figure]>,
}

/// The states of a map and its agents over some ticks.
///
/// A film holds at most [`WalkFilm::MAX_FRAMES`] states, evenly spread: of a longer walk every second one, or fewer.
pub struct WalkFilm {
    cell: u32,
    frames: Vec<Frame>,
    /// Whether the next map is another one, even if its revision is that of the last one.
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
        (fits > 0).then(|| Self { cell, frames: Vec::new(), is_cut: false, ticks: 0, stride: 1 })
    }

    /// Returns the size of the map; `None` before the first tick.
    #[must_use]
    pub fn size(&self) -> Option<GridSize> {
        self.frames.first().map(|frame| frame.map.size())
    }

    /// Returns the number of recorded ticks.
    #[must_use]
    pub const fn ticks(&self) -> u64 {
        self.ticks
    }

    /// Records the next tick. The map has the size of the film's first one.
    pub fn record(&mut self, map: &Grid, looks: Looks, agents: impl IntoIterator<Item = Figure>) {
        if self.ticks.is_multiple_of(self.stride) {
            self.keep(map, looks, agents);
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
    pub fn end(&mut self, map: &Grid, looks: Looks, agents: impl IntoIterator<Item = Figure>) {
        if !self.ticks.saturating_sub(1).is_multiple_of(self.stride) {
            self.keep(map, looks, agents);
        }
    }

    /// Says that the next map is another one, whose revision may be that of the last one.
    pub const fn cut(&mut self) {
        self.is_cut = true;
    }

    fn keep(&mut self, map: &Grid, looks: Looks, agents: impl IntoIterator<Item = Figure>) {
        let is_same = |frame: &&Frame| !self.is_cut && frame.map.revision() == map.revision();
        let before = self.frames.last().filter(is_same);
        let map = before.map_or_else(|| Arc::new(map.clone()), |frame| Arc::clone(&frame.map));
        self.is_cut = false;
        self.frames.push(Frame { map, looks, agents: agents.into_iter().collect() });
    }

    /// Returns the plan of an animation of this length.
    #[must_use]
    pub fn plan(&self, seconds: f64) -> Animation {
        Animation::new(self.frames.len().saturating_sub(1), seconds)
    }

    /// Encodes the film as a GIF in [slices](gridwalk_pathfinding::slices); `done` counts the written frames.
    ///
    /// # Panics
    /// If nothing was recorded.
    pub async fn encode_in_slices(&self, plan: &Animation, done: &AtomicU64) -> Vec<u8> {
        encode_in_slices(plan, done, |frame| self.draw(&self.frames[frame])).await
    }

    async fn draw(&self, frame: &Frame) -> Picture {
        let drawn = draw_grid_in_slices(&frame.map, &frame.looks, self.cell).await;
        let mut picture = drawn.expect("films are smaller than pictures");
        let mut stamps: [Option<Picture>; 256] = [const { None }; 256];
        for_each(&frame.agents, |figure| {
            let side = self.cell * u32::from(figure.size.max(1));
            let stamp = stamps[usize::from(figure.size)]
                .get_or_insert_with(|| agent(figure_side(side, 0.8, 3), palette::AGENT));
            #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "pixels of a film")]
            let corner = figure.at.map(|at| (at * self.cell as f32).round() as i64);
            let margin = (i64::from(side) - i64::from(stamp.width)).div_euclid(2);
            picture.lay(stamp, corner.map(|corner| corner + margin));
        })
        .await;
        picture.at_least(Picture::LEAST_SIDE)
    }
}
