//! What the whole window shares: the order of a frame, and who is selected, pointed at and paused.

use std::sync::atomic::{AtomicBool, Ordering};

use bevy::prelude::*;
use gridwalk_pathfinding::Cell;

/// A frame, in order. Fixed steps of the plugin run before `Update`.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::app) enum AppSystems {
    /// In `PreUpdate`, as the next three: files that are dropped on the window become commands, which the dispatcher
    /// hands out before the fixed step of the same frame.
    Files,
    /// Scripts become commands.
    Script,
    /// The mouse becomes commands.
    Mouse,
    /// Keys become commands, before egui takes the focus from a field on Esc or Enter: such a key is the field's.
    Keys,
    /// In `Update`: what happened is put into words.
    Report,
    /// In `Update`: the search that is watched.
    Watch,
    /// In `Update`: the camera.
    View,
    /// In `Update`: what is drawn on the map.
    Draw,
    /// In the pass of egui: panels, which leave room for the map.
    Panels,
    /// In the pass of egui: what it draws on the map.
    Map,
    /// In `Last`: before the program ends, what is being written is written to the end.
    Exit,
}

/// The agent that clicks are for.
#[derive(Resource, Default, Debug, PartialEq, Eq)]
pub struct Selection(pub Option<Entity>);

/// The cell under the pointer, while the pointer is over the map.
#[derive(Resource, Default, Debug, PartialEq, Eq)]
pub struct Hovered(pub Option<Cell>);

/// Whether agents are paused. They also wait while a search is watched.
#[derive(Resource, Default, Debug, PartialEq, Eq)]
pub struct Paused(pub bool);

/// Whether the first heading of the side panel is to get the focus, so that keys reach what has no key of its own.
#[derive(Resource, Default, Debug)]
pub struct PanelFocus(AtomicBool);

impl PanelFocus {
    /// The next heading that is drawn gets it.
    pub(in crate::app) fn want(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it is wanted, once.
    pub(in crate::app) fn take(&self) -> bool {
        self.0.swap(false, Ordering::Relaxed)
    }
}

/// Whether an agent is being dragged: meanwhile none walks away.
#[derive(Resource, Default, Debug, PartialEq, Eq)]
pub(in crate::app) struct InHand(pub bool);

/// The one that follows at this distance in the list, which begins again at its end.
pub(in crate::app) fn another<T: Copy + PartialEq>(all: &[T], one: T, by: usize) -> T {
    let here = all.iter().position(|other| *other == one).unwrap_or(0);
    all[(here + by) % all.len()]
}
