//! Agents in a headless app: no window, no clock of its own, one fixed step per update.

mod hot_reload;
mod kinds;
mod legend;
mod order;
mod queue;
mod walking;
