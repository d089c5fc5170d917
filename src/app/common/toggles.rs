//! What is on at present.

use std::collections::HashSet;

use bevy::prelude::*;

use crate::app::command::Toggle;

/// What is on.
#[derive(Resource, Clone, Debug, PartialEq, Eq)]
pub struct Toggles(HashSet<Toggle>);

impl Default for Toggles {
    fn default() -> Self {
        Self([Toggle::Panel, Toggle::Legend, Toggle::Numbers].into())
    }
}

impl Toggles {
    /// Whether it is on.
    #[must_use]
    pub fn is_on(&self, toggle: Toggle) -> bool {
        self.0.contains(&toggle)
    }

    /// Turns it on or off, and returns whether it was on.
    pub(in crate::app) fn turn(&mut self, toggle: Toggle, on: bool) -> bool {
        if on { !self.0.insert(toggle) } else { self.0.remove(&toggle) }
    }
}

/// Acts on one command.
pub(in crate::app) fn act(In(toggle): In<Toggle>, mut toggles: ResMut<Toggles>) {
    let on = !toggles.is_on(toggle);
    toggles.turn(toggle, on);
}
