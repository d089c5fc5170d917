//! The picture of one board: drawn in the background whenever what it shows has changed, so that however many boards
//! there are, and however large they are, no frame waits for them.

use std::sync::Arc;

use bevy::tasks::Task;
use bevy::tasks::futures::check_ready;
use bevy_egui::egui::{Color32, ColorImage, Context, TextureHandle, TextureOptions};
use gridwalk_explain::Trace;
use gridwalk_explain::compare::expanded_by_in_slices;
use gridwalk_level::Looks;
use gridwalk_pathfinding::Grid;
use gridwalk_pathfinding::slices::Counter;

use crate::app::boards::Run;
use crate::app::platform::compute;
use crate::picture::{
    Picture, draw_difference_in_slices, draw_goal, draw_grid_in_slices, draw_search_in_slices, draw_start,
};

/// The longest side of a picture: of larger maps not every cell can be seen beside others anyway.
const MOST_SIDE: usize = 2048;

/// A map without a search, with cells of one size.
#[derive(Clone)]
pub struct MapPicture {
    grid: Arc<Grid>,
    cell: u32,
    picture: Arc<Option<Picture>>,
}

/// Maps that were drawn lately, the newest first: each once, for all boards that show it.
#[derive(Default)]
pub struct MapPictures(Vec<Drawing>);

/// One of them, which may still be on its way.
struct Drawing {
    looks: Looks,
    map: MapPicture,
    task: Option<Task<Option<Picture>>>,
}

impl MapPictures {
    /// The map of a run, whose terrains look so, with cells of this size; none before it is drawn.
    pub fn get(&mut self, grid: &Arc<Grid>, looks: &Looks, cell: u32) -> Option<MapPicture> {
        let known = self.0.iter().position(|drawing| drawing.is(grid, looks, cell));
        let drawing = known.map_or_else(|| Drawing::begin(grid, looks, cell), |known| self.0.remove(known));
        self.0.truncate(1);
        self.0.insert(0, drawing);
        self.0[0].take()
    }
}

impl Drawing {
    fn begin(grid: &Arc<Grid>, looks: &Looks, cell: u32) -> Self {
        let map = MapPicture { grid: Arc::clone(grid), cell, picture: Arc::default() };
        let (grid, its_looks) = (Arc::clone(grid), looks.clone());
        let task = compute(async move { draw_grid_in_slices(&grid, &its_looks, cell).await.ok() });
        Self { looks: looks.clone(), map, task: Some(task) }
    }

    fn is(&self, grid: &Arc<Grid>, looks: &Looks, cell: u32) -> bool {
        Arc::ptr_eq(&self.map.grid, grid) && self.looks == *looks && self.map.cell == cell
    }

    fn take(&mut self) -> Option<MapPicture> {
        if let Some(picture) = self.task.as_mut().and_then(check_ready) {
            (self.map.picture, self.task) = (Arc::new(picture), None);
        }
        self.task.is_none().then(|| self.map.clone())
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

    async fn draw(&self) -> Option<ColorImage> {
        let mut picture = (*self.map.picture).clone()?;
        let (cell, run) = (self.map.cell, &self.run);
        if let Some(other) = &self.other {
            let trace = run.timeline.trace();
            let expanded = expanded_by_in_slices(other, trace).await;
            draw_difference_in_slices(&mut picture, cell, &expanded).await;
            draw_start(&mut picture, cell, trace.start);
            draw_goal(&mut picture, cell, trace.goal);
        } else {
            let at = (&run.timeline, run.timeline.position());
            draw_search_in_slices(&mut picture, cell, at, self.map.grid.portals()).await;
        }
        Some(image(&picture).await)
    }
}

/// The picture, or every second pixel of one that is too large, every third, and so on.
async fn image(picture: &Picture) -> ColorImage {
    let size = [picture.width as usize, picture.height as usize];
    let step = size[0].max(size[1]).div_ceil(MOST_SIDE);
    let size_of_image = size.map(|side| side.div_ceil(step));
    let mut pixels = Vec::with_capacity(size_of_image.iter().product());
    let mut work = Counter::default();
    for row in picture.pixels.chunks_exact(4 * size[0]).step_by(step) {
        let row = row.as_chunks().0.iter().step_by(step);
        pixels.extend(row.map(|&[r, g, b, a]| Color32::from_rgba_unmultiplied(r, g, b, a)));
        work.count(size_of_image[0] / 4).await;
    }
    ColorImage::new(size_of_image, pixels)
}

/// The picture of a board as a texture: two in turns, since an image that the renderer has just got is drawn from the next
/// frame on, and while a search is played each frame has another.
#[derive(Default)]
pub struct Canvas {
    texture: Option<TextureHandle>,
    next: Option<TextureHandle>,
    has_next: bool,
    shown: Option<Shown>,
    task: Option<(Shown, Task<Option<ColorImage>>)>,
}

impl Canvas {
    /// The newest picture that is done. What it does not show yet is drawn in the background, once its map is.
    pub fn show(&mut self, context: &Context, wanted: Option<&Shown>) -> Option<&TextureHandle> {
        if std::mem::take(&mut self.has_next) {
            std::mem::swap(&mut self.texture, &mut self.next);
        }
        if let Some((_, task)) = &mut self.task
            && let Some(image) = check_ready(task)
        {
            let (shown, _) = self.task.take().expect("it was there");
            if let Some(image) = image {
                // Of larger cells each pixel is one of the window.
                let filter = if shown.map.cell > 4 { TextureOptions::NEAREST } else { TextureOptions::LINEAR };
                match &mut self.next {
                    Some(texture) => texture.set(image, filter),
                    None => self.next = Some(context.load_texture("board", image, filter)),
                }
                self.has_next = true;
            }
            self.shown = Some(shown);
        }
        if let Some(wanted) = wanted.filter(|_| self.task.is_none())
            && !self.shown.as_ref().is_some_and(|shown| shown.is(wanted))
        {
            let shown = wanted.clone();
            let task = compute(async move { shown.draw().await });
            self.task = Some((wanted.clone(), task));
        }
        if self.task.is_some() || self.has_next || wanted.is_none() {
            context.request_repaint();
        }
        self.texture.as_ref()
    }
}
