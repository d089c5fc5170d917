//! Portals: rings with a number, the same on both ends.

use super::canvas::corner;
use super::shape::{Canvas, disc, ring};
use super::{Picture, digits, palette};
use crate::pathfinding::{Cell, Grid, Rgb};

/// Cells smaller than this show no number.
const NUMBERS_FROM: u32 = 16;
/// The rings take turns; the number says which belong together where colours come again.
const COLORS: [Rgb; 3] = [[0x6A, 0x3D, 0x9A], [0x1B, 0x6E, 0x6A], [0x8C, 0x3B, 0x2E]];

/// Draws both ends of every portal. An end that can only be left through has a thin ring.
pub(super) fn draw(picture: &mut Picture, grid: &Grid, side: u16) {
    for (number, ends) in pairs(grid).into_iter().enumerate() {
        for cell in ends {
            let is_entrance = grid.portals().iter().any(|portal| portal.from == cell);
            picture.lay(&stamp(number, is_entrance, side), corner(cell, side.into()));
        }
    }
}

/// The two ends of each portal, once, in the order of their entrances.
fn pairs(grid: &Grid) -> Vec<[Cell; 2]> {
    let mut pairs: Vec<[Cell; 2]> = Vec::new();
    for portal in grid.portals().iter() {
        let ends = [portal.from, portal.to];
        if !pairs.contains(&ends) && !pairs.contains(&[portal.to, portal.from]) {
            pairs.push(ends);
        }
    }
    pairs
}

fn stamp(number: usize, is_entrance: bool, side: u16) -> Picture {
    let color = COLORS[number % COLORS.len()];
    let mut canvas = Canvas::new(side);
    canvas.fill(palette::CASING, 0.85, disc([0.5, 0.5], 0.4));
    canvas.fill(color, 1.0, ring([0.5, 0.5], 0.36, if is_entrance { 0.1 } else { 0.04 }));
    if u32::from(side) >= NUMBERS_FROM {
        digits::write(&mut canvas, number + 1, 0.16, color);
    }
    canvas.finish()
}
