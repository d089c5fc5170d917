//! The state of all toggles.

use std::collections::HashSet;

use bevy::prelude::*;

use crate::app::command::Toggle;

/// The toggles that are on.
#[derive(Resource, Clone, Debug, PartialEq, Eq)]
pub struct Toggles(HashSet<Toggle>);

impl Default for Toggles {
    fn default() -> Self {
        Self([Toggle::Panel, Toggle::Legend, Toggle::Numbers].into())
    }
}

impl Toggles {
    /// Returns `true` if the toggle is on.
    #[must_use]
    pub fn is_on(&self, toggle: Toggle) -> bool {
        self.0.contains(&toggle)
    }

    /// Turns a toggle on or off; returns whether it was on.
    pub(in crate::app) fn turn(&mut self, toggle: Toggle, on: bool) -> bool {
        if on { !self.0.insert(toggle) } else { self.0.remove(&toggle) }
    }
}

/// Flips a toggle.
pub(in crate::app) fn act(In(toggle): In<Toggle>, mut toggles: ResMut<Toggles>) {
    let on = !toggles.is_on(toggle);
    toggles.turn(toggle, on);
}
