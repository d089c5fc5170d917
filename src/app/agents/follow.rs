//! The camera that follows the selected agent.

use bevy::prelude::*;
use bevy_gridwalk::GridAgent;

use crate::app::command::Toggle;
use crate::app::{Mode, Selection, Toggles, View};

/// Keeps the selected agent in the middle of the map's area, while that is wanted.
pub fn follow_selected(
    mut view: ResMut<View>,
    (mode, selection, toggles): (Res<Mode>, Res<Selection>, Res<Toggles>),
    agents: Query<&Transform, With<GridAgent>>,
) {
    let is_wanted = toggles.is_on(Toggle::Follow) && *mode == Mode::Agents;
    let Some(agent) = selection.lead().filter(|_| is_wanted).and_then(|agent| agents.get(agent).ok()) else { return };
    let wanted = View { center: agent.translation.truncate(), fitted: false, part: None, ..*view };
    view.set_if_neq(wanted);
}
