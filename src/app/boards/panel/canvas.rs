//! The picture of one board: drawn in the background whenever what it shows has changed, so that however many boards
//! there are, and however large they are, no frame waits for them.

use std::sync::{Arc, OnceLock};

use bevy::tasks::Task;
use bevy::tasks::futures::check_ready;
use bevy_egui::egui::{ColorImage, Context, TextureHandle, TextureOptions};
use gridwalk_explain::Trace;
use gridwalk_explain::compare::expanded_by;
use gridwalk_level::Looks;
use gridwalk_pathfinding::Grid;

use crate::app::boards::Run;
use crate::app::platform::compute;
use crate::picture::{Picture, draw_difference, draw_goal, draw_grid, draw_search, draw_start};

/// The longest side of a picture: of larger maps not every cell can be seen beside others anyway.
const MOST_SIDE: usize = 2048;

/// A map without a search, for all boards that show it with cells of this size; drawn by the first that needs it.
#[derive(Clone)]
pub struct MapPicture {
    grid: Arc<Grid>,
    looks: Looks,
    cell: u32,
    picture: Arc<OnceLock<Option<Picture>>>,
}

impl MapPicture {
    fn is(&self, grid: &Arc<Grid>, looks: &Looks, cell: u32) -> bool {
        Arc::ptr_eq(&self.grid, grid) && self.looks == *looks && self.cell == cell
    }

    fn draw(&self) -> Option<Picture> {
        self.picture.get_or_init(|| draw_grid(&self.grid, &self.looks, self.cell).ok()).clone()
    }
}

/// Maps that were drawn lately, the newest first.
#[derive(Default)]
pub struct MapPictures(Vec<MapPicture>);

impl MapPictures {
    /// The map of a run, whose terrains look so, with cells of this size.
    pub fn get(&mut self, grid: &Arc<Grid>, looks: &Looks, cell: u32) -> MapPicture {
        let known = self.0.iter().position(|map| map.is(grid, looks, cell));
        let new = || MapPicture { grid: Arc::clone(grid), looks: looks.clone(), cell, picture: Arc::default() };
        let map = known.map_or_else(new, |known| self.0.remove(known));
        self.0.insert(0, map.clone());
        self.0.truncate(2);
        map
    }
}

/// What a board shows.
#[derive(Clone)]
pub struct Shown {
    pub map: MapPicture,
    pub run: Run,
    /// The search that it is compared with, if the difference is shown.
    pub other: Option<Arc<Trace>>,
}

impl Shown {
    fn is(&self, other: &Self) -> bool {
        let is_same = |a: &Option<Arc<Trace>>, b: &Option<Arc<Trace>>| match (a, b) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (a, b) => a.is_none() && b.is_none(),
        };
        let (a, b) = (&self.run.timeline, &other.run.timeline);
        Arc::ptr_eq(&self.map.picture, &other.map.picture)
            && Arc::ptr_eq(a.trace(), b.trace())
            && a.position() == b.position()
            && is_same(&self.other, &other.other)
    }

    fn draw(&self) -> Option<ColorImage> {
        let mut picture = self.map.draw()?;
        let (cell, run) = (self.map.cell, &self.run);
        if let Some(other) = &self.other {
            let trace = run.timeline.trace();
            draw_difference(&mut picture, cell, &expanded_by(other, trace));
            draw_start(&mut picture, cell, trace.start);
            draw_goal(&mut picture, cell, trace.goal);
        } else {
            let at = (&run.timeline, run.timeline.position());
            draw_search(&mut picture, cell, at, self.map.grid.portals());
        }
        Some(image(&picture))
    }
}

/// The picture, or every second pixel of one that is too large, every third, and so on.
fn image(picture: &Picture) -> ColorImage {
    let size = [picture.width as usize, picture.height as usize];
    let step = size[0].max(size[1]).div_ceil(MOST_SIDE);
    if step == 1 {
        return ColorImage::from_rgba_unmultiplied(size, &picture.pixels);
    }
    let rows = picture.pixels.chunks_exact(4 * size[0]).step_by(step);
    let pixels: Vec<u8> = rows.flat_map(|row| row.chunks_exact(4).step_by(step).flatten()).copied().collect();
    ColorImage::from_rgba_unmultiplied(size.map(|side| side.div_ceil(step)), &pixels)
}

/// The picture of a board as a texture.
#[derive(Default)]
pub struct Canvas {
    texture: Option<TextureHandle>,
    shown: Option<Shown>,
    task: Option<(Shown, Task<Option<ColorImage>>)>,
}

impl Canvas {
    /// The newest picture that is done. What it does not show yet is drawn in the background.
    pub fn show(&mut self, context: &Context, wanted: &Shown) -> Option<&TextureHandle> {
        if let Some((_, task)) = &mut self.task
            && let Some(image) = check_ready(task)
        {
            let (shown, _) = self.task.take().expect("it was there");
            if let Some(image) = image {
                // Of larger cells each pixel is one of the window.
                let filter = if shown.map.cell > 4 { TextureOptions::NEAREST } else { TextureOptions::LINEAR };
                match &mut self.texture {
                    Some(texture) => texture.set(image, filter),
                    None => self.texture = Some(context.load_texture("board", image, filter)),
                }
            }
            self.shown = Some(shown);
        }
        if self.task.is_none() && !self.shown.as_ref().is_some_and(|shown| shown.is(wanted)) {
            let shown = wanted.clone();
            let task = compute(async move { shown.draw() });
            self.task = Some((wanted.clone(), task));
        }
        if self.task.is_some() {
            context.request_repaint();
        }
        self.texture.as_ref()
    }
}
