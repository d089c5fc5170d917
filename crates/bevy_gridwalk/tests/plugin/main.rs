//! Agents in a headless app: no window, no clock of its own, one fixed step per update.

mod game;
mod hot_reload;
mod kinds;
mod legend;
mod order;
mod own_movement;
mod queue;
mod walking;
