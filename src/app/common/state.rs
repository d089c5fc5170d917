//! State shared by the whole window: the order of a frame, hovered cell, drags and pause.

use std::sync::atomic::{AtomicBool, Ordering};

use bevy::prelude::*;
use gridwalk_pathfinding::Cell;

/// System sets of a frame, in order. The plugin's fixed steps run before `Update`.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::app) enum AppSystems {
    /// In `PreUpdate`: files dropped on the window become commands.
    ///
    /// This set and the next three run before the fixed step, so the dispatcher delivers their commands in the
    /// same frame.
    Files,
    /// In `PreUpdate`: scripts become commands.
    Script,
    /// In `PreUpdate`: pointer input becomes commands.
    Mouse,
    /// In `PreUpdate`: keys become commands.
    ///
    /// egui takes the focus from a field on Esc or Enter. This set runs first, so that such a key still reaches
    /// the field.
    Keys,
    /// In `Update`: events become sentences for the user.
    Report,
    /// In `Update`: watched searches.
    Watch,
    /// In `Update`: the camera.
    View,
    /// In `Update`: drawing on the map.
    Draw,
    /// In the egui pass: panels; the map gets the remaining area.
    Panels,
    /// In the egui pass: drawing on the map.
    Map,
    /// In `Last`: pending writes are completed before the program exits.
    Exit,
}

/// The cell under the pointer; `None` if the pointer is not over the map.
#[derive(Resource, Default, Debug, PartialEq, Eq)]
pub struct Hovered(pub Option<Cell>);

/// Whether agents are paused. Agents also stand still while a search is watched.
#[derive(Resource, Default, Debug, PartialEq, Eq)]
pub struct Paused(pub bool);

/// Whether the side panel's first heading should take the keyboard focus.
#[derive(Resource, Default, Debug)]
pub struct PanelFocus(AtomicBool);

impl PanelFocus {
    /// Requests the focus for the next heading that is drawn.
    pub(in crate::app) fn want(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns `true` once after each request.
    pub(in crate::app) fn take(&self) -> bool {
        self.0.swap(false, Ordering::Relaxed)
    }
}

/// Whether an agent is being dragged; all agents stand still during a drag.
#[derive(Resource, Default, Debug, PartialEq, Eq)]
pub(in crate::app) struct InHand(pub bool);

/// A drag over the map that is neither a stroke nor a move of the map, in world units.
#[derive(Resource, Default, Clone, Copy, Debug, PartialEq)]
pub(in crate::app) enum MapDrag {
    /// There is none.
    #[default]
    None,
    /// The user drags a box around agents, from one corner to the other.
    Box(Vec2, Vec2),
    /// The user drags a line on which the selected agents are to stand.
    Line(Vec2, Vec2),
}

/// Returns the element `by` places after `one`, and wraps around at the end of the list.
pub(in crate::app) fn another<T: Copy + PartialEq>(all: &[T], one: T, by: usize) -> T {
    let here = all.iter().position(|other| *other == one).unwrap_or(0);
    all[(here + by) % all.len()]
}
