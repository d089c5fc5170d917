//! A list of agents, used by several panels.

use bevy::prelude::Entity;
use bevy_egui::egui::{Rect, Ui};

use super::Model;
use super::model::AgentViewItem;
use crate::app::widgets::{row_rect, rows};

/// Draws a list of agents, one per row: the first few, or all.
pub fn agent_rows(
    ui: &mut Ui,
    model: &Model,
    (few, agents): (usize, &[Entity]),
    all: &mut bool,
    draw: impl Fn(&mut Ui, Rect, &AgentViewItem),
) {
    const ROW: f32 = 24.0;
    rows(ui, model, (few, agents.len(), ROW), all, |ui, list, range| {
        for number in range {
            if let Ok(agent) = model.agents.get(agents[number]) {
                draw(ui, row_rect(list, ROW, number), &agent);
            }
        }
    });
}
