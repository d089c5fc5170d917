//! A list of agents, as several panels have it.

use bevy::prelude::Entity;
use bevy_egui::egui::{Rect, Ui};

use super::Model;
use super::model::AgentViewItem;
use crate::app::widgets::{row_rect, rows};

/// A list of agents, the first few of them or all, each in a row of its own.
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
