//! Small drawings: the figures on the map and the logo.

use gridwalk_level::Rgb;

use super::shape::{Canvas, disc, ring as ring_shape, rounded_square, stroke, triangle};
use super::{Picture, palette};

const CENTER: [f32; 2] = [0.5, 0.5];

/// The sign on an agent, which tells its state without colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AgentSign {
    /// An arrow head: the direction in which the agent faces.
    Arrow,
    /// Two bars: the agent waits.
    Bars,
    /// A bar across: the agent is blocked.
    Barrier,
}

/// Draws an agent that faces right: a disc with a white rim and an arrow head.
#[must_use]
pub fn agent(size: u16, color: Rgb) -> Picture {
    agent_with(size, color, AgentSign::Arrow)
}

/// Draws an agent with a sign: a disc with a white rim.
#[must_use]
pub fn agent_with(size: u16, color: Rgb, sign: AgentSign) -> Picture {
    let mut canvas = Canvas::new(size);
    canvas.fill(palette::INK, 0.28, disc([0.5, 0.53], 0.47));
    canvas.fill(palette::CASING, 1.0, disc(CENTER, 0.45));
    canvas.fill(color, 1.0, disc(CENTER, 0.375));
    match sign {
        AgentSign::Arrow => {
            canvas.fill(palette::CASING, 1.0, triangle([[0.50, 0.34], [0.50, 0.66], [0.77, 0.5]], 0.02));
        }
        AgentSign::Bars => {
            for x in [0.41, 0.59] {
                canvas.fill(palette::CASING, 1.0, stroke([x, 0.37], [x, 0.63], 0.09));
            }
        }
        AgentSign::Barrier => canvas.fill(palette::CASING, 1.0, stroke([0.5, 0.3], [0.5, 0.7], 0.16)),
    }
    canvas.finish()
}

/// Draws an agent that holds its cell: a square with a white rim and an arrow head.
#[must_use]
pub fn held_agent(size: u16, color: Rgb) -> Picture {
    let mut canvas = Canvas::new(size);
    canvas.fill(palette::INK, 0.28, rounded_square([0.5, 0.53], 0.46, 0.1));
    canvas.fill(palette::CASING, 1.0, rounded_square(CENTER, 0.44, 0.1));
    canvas.fill(color, 1.0, rounded_square(CENTER, 0.365, 0.05));
    canvas.fill(palette::CASING, 1.0, triangle([[0.50, 0.34], [0.50, 0.66], [0.77, 0.5]], 0.02));
    canvas.finish()
}

/// Draws a flag whose pole stands in the middle of the picture's lower half.
#[must_use]
pub fn flag(size: u16, color: Rgb) -> Picture {
    let mut canvas = Canvas::new(size);
    let cloth = [[0.36, 0.14], [0.36, 0.50], [0.82, 0.32]];
    canvas.fill(palette::CASING, 1.0, triangle(cloth, 0.055));
    canvas.fill(palette::CASING, 1.0, stroke([0.34, 0.16], [0.34, 0.84], 0.17));
    canvas.fill(color, 1.0, triangle(cloth, 0.012));
    canvas.fill(color, 1.0, stroke([0.34, 0.16], [0.34, 0.84], 0.075));
    canvas.finish()
}

/// Draws a disc, as a background for a number.
#[must_use]
pub fn badge(size: u16, color: Rgb) -> Picture {
    let mut canvas = Canvas::new(size);
    canvas.fill(palette::CASING, 1.0, disc(CENTER, 0.46));
    canvas.fill(color, 1.0, disc(CENTER, 0.38));
    canvas.finish()
}

/// Draws a ring, as a mark of selection.
#[must_use]
pub fn ring(size: u16, color: Rgb) -> Picture {
    let mut canvas = Canvas::new(size);
    canvas.fill(palette::CASING, 0.9, ring_shape(CENTER, 0.42, 0.13));
    canvas.fill(color, 1.0, ring_shape(CENTER, 0.42, 0.08));
    canvas.finish()
}

/// Draws the project's logo: a path with one bend on a blue tile.
#[must_use]
pub fn logo(size: u16) -> Picture {
    let mut canvas = Canvas::new(size);
    canvas.fill(palette::ACCENT, 1.0, rounded_square(CENTER, 0.46, 0.16));
    let bends = [[0.26, 0.72], [0.48, 0.72], [0.48, 0.30], [0.74, 0.30]];
    for pair in bends.windows(2) {
        canvas.fill(palette::BACKGROUND, 1.0, stroke(pair[0], pair[1], 0.11));
    }
    canvas.fill(palette::BACKGROUND, 1.0, disc(bends[0], 0.10));
    canvas.finish()
}
