//! Agents in a headless app: no window, no clock of its own, one fixed step per update.

mod answers;
mod cost_edits;
mod crowd_start;
mod edges;
mod examples;
mod fit;
mod game;
mod guide;
mod hot_reload;
mod keep_going;
mod kinds;
mod layout;
mod legend;
mod lifecycles;
mod maps;
mod off_walls;
mod order;
mod own_movement;
mod pursuit;
mod queries;
mod queue;
mod requests;
mod saving;
mod several_maps;
mod snapshots;
mod walking;
