//! Generates maps from a seed: mazes, rooms, caves, noise and landscapes.
//!
//! All randomness comes from one generator of random numbers that is the same everywhere (PCG, O'Neill 2014), and
//! everything else is done in integers. So one recipe gives the same map on every platform.

mod canvas;
mod country;
mod division;
mod ends;
mod fields;
mod make;
mod maze;
mod recipe;

pub use make::{Generated, generate, generate_in_slices};
pub use recipe::{GenerateError, MapKind, Recipe};
