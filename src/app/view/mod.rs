//! What is drawn on the map: one file per thing.

mod agents;
mod canvas;
mod grid;
mod labels;
mod layers;
mod lettering;
mod marks;
mod numbers;
mod passages;
mod paths;
mod plugin;

pub(super) use plugin::plugin;
