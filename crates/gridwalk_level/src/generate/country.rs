//! Rivers and roads: a landscape with rivers from side to side, and roads that cross them.

use gridwalk_pathfinding::TerrainId;
use gridwalk_pathfinding::slices::pause;

use super::canvas::{Canvas, Rng};
use super::fields::{WATER, landscape, weights};
use crate::LegendEntry;

/// Returns the legend of landscapes, with road.
pub(super) fn legend() -> Vec<LegendEntry> {
    let mut legend = landscape();
    legend.push(LegendEntry::named('=', "road"));
    legend
}

const ROAD: TerrainId = TerrainId(6);
/// Number of cells along a side for each river and each road.
const APART: u32 = 48;

/// Makes a landscape with rivers that run down and roads that run across, over bridges.
pub(super) async fn country(canvas: Canvas, rng: &mut Rng, share: u32) -> Canvas {
    let mut canvas = weights(canvas, rng, share).await;
    let (width, height) = (canvas.width, canvas.height);
    for _ in 0..width.div_ceil(APART) {
        wander(height, width, rng, |along, across| {
            canvas.set(across, along, WATER);
            canvas.set((across + 1).min(width - 1), along, WATER);
        });
        pause().await;
    }
    for _ in 0..height.div_ceil(APART) {
        wander(width, height, rng, |along, across| canvas.set(along, across, ROAD));
        pause().await;
    }
    canvas
}

/// Draws a path of this length from side to side that drifts aside at random; no step is diagonal.
fn wander(length: u32, width: u32, rng: &mut Rng, mut set: impl FnMut(u32, u32)) {
    let mut at = rng.below(width);
    for along in 0..length {
        set(along, at);
        let aside = rng.below(6);
        if aside == 0 && at > 0 {
            at -= 1;
        } else if aside == 1 && at + 1 < width {
            at += 1;
        }
        set(along, at);
    }
}
