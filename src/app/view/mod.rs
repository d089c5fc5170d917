//! The map in the window: where it is, how closely it is seen, which cell is meant, and what is drawn of the level itself.

pub(super) mod camera;
pub(super) mod canvas;
pub(super) mod cell;
pub(super) mod grid;
pub(super) mod layers;
mod looks;
mod map_area;
pub(super) mod passages;
mod plugin;
pub(super) mod tints;
pub(super) mod touch;

pub use camera::View;
pub use looks::MapLooks;
pub use map_area::MapArea;
pub(super) use plugin::plugin;
