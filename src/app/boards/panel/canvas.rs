//! The image of a board.
//!
//! Images are drawn in the background when their content changes, so that no frame waits for them,
//! however many boards there are.

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
    Picture, draw_difference_in_slices, draw_goal, draw_grid_in_slices, draw_search_in_slices,
    draw_start,
};

/// Maximum side of an image; a larger map has more cells than can be seen beside other boards.
const MAX_SIDE: usize = 2048;

/// An image of a map without a search, in one cell size.
#[derive(Clone)]
pub struct MapPicture {
    grid: Arc<Grid>,
    cell: u32,
    picture: Arc<Option<Picture>>,
}

/// Recently drawn maps, newest first, shared by all boards that show them.
#[derive(Default)]
pub struct MapPictures(Vec<MapImage>);

/// A map image, which may still be in progress.
struct MapImage {
    looks: Looks,
    map: MapPicture,
    task: Option<Task<Option<Picture>>>,
}

impl MapPictures {
    /// Returns the image of a run's map with these looks and cell size; `None` until it is drawn.
    pub fn get(&mut self, grid: &Arc<Grid>, looks: &Looks, cell: u32) -> Option<MapPicture> {
        let known = self
            .0
            .iter()
            .position(|drawing| drawing.is(grid, looks, cell));
        let drawing = known.map_or_else(
            || MapImage::begin(grid, looks, cell),
            |known| self.0.remove(known),
        );
        self.0.truncate(1);
        self.0.insert(0, drawing);
        self.0[0].take()
    }
}

impl MapImage {
    fn begin(grid: &Arc<Grid>, looks: &Looks, cell: u32) -> Self {
        let map = MapPicture {
            grid: Arc::clone(grid),
            cell,
            picture: Arc::default(),
        };
        let (grid, its_looks) = (Arc::clone(grid), looks.clone());
        let task = compute(async move { draw_grid_in_slices(&grid, &its_looks, cell).await.ok() });
        Self {
            looks: looks.clone(),
            map,
            task: Some(task),
        }
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

/// The content of a board.
#[derive(Clone)]
pub struct BoardContent {
    pub map: MapPicture,
    pub run: Run,
    /// The search to which it is compared, if the difference is shown.
    pub other: Option<Arc<Trace>>,
}

impl BoardContent {
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

/// Returns the picture, sampled at every nth pixel if it is too large.
async fn image(picture: &Picture) -> ColorImage {
    let size = [picture.width as usize, picture.height as usize];
    let step = size[0].max(size[1]).div_ceil(MAX_SIDE);
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

/// The textures of a board.
///
/// Two textures alternate, because an image given to the renderer is drawn from the next frame on,
/// and a playing search has a new image in each frame.
#[derive(Default)]
pub struct BoardTextures {
    texture: Option<TextureHandle>,
    next: Option<TextureHandle>,
    has_next: bool,
    shown: Option<BoardContent>,
    task: Option<(BoardContent, Task<Option<ColorImage>>)>,
}

impl BoardTextures {
    /// Returns the newest finished texture, and draws the wanted content in the background.
    ///
    /// Drawing starts when the image of the map is ready.
    pub fn show(
        &mut self,
        context: &Context,
        wanted: Option<&BoardContent>,
    ) -> Option<&TextureHandle> {
        if std::mem::take(&mut self.has_next) {
            std::mem::swap(&mut self.texture, &mut self.next);
        }
        if let Some((_, task)) = &mut self.task
            && let Some(image) = check_ready(task)
        {
            let (shown, _) = self.task.take().expect("it was there");
            if let Some(image) = image {
                // With large cells, a pixel of the image is a pixel of the window.
                let filter = if shown.map.cell > 4 {
                    TextureOptions::NEAREST
                } else {
                    TextureOptions::LINEAR
                };
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
