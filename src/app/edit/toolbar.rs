//! The column of tool buttons beside the map.

use bevy_egui::egui::{self, Margin, Sense, Ui, vec2};

use super::{Model, tools};
use crate::app::command::{Tool, ToolCommand};
use crate::app::widgets::{Form, ground, theme};
use crate::picture::palette;

/// Sizes of a button, of its icon and of the gaps, in points.
const BUTTON: f32 = 30.0;
const SIGN: f32 = 17.0;
const BETWEEN: f32 = 4.0;

pub fn toolbar(root: &mut Ui, model: &Model) {
    let side = Form::of(root.ctx()).control(BUTTON);
    let frame = ground(Margin::symmetric(6, 8));
    // If the buttons do not fit in one column, they use two.
    #[expect(clippy::cast_precision_loss, reason = "some tools")]
    let fits = root.available_height() >= Tool::ALL.len() as f32 * (side + BETWEEN) + 16.0;
    let columns = if fits { 1_u8 } else { 2 };
    let width = f32::from(columns) * (side + BETWEEN) - BETWEEN + 12.0;
    egui::Panel::left("tools").exact_size(width).resizable(false).frame(frame).show(root, |ui| {
        ui.spacing_mut().item_spacing = vec2(BETWEEN, BETWEEN);
        let button = |ui: &mut Ui, tool: Tool| {
            let row = tools::row(tool);
            let (rect, button) = ui.allocate_exact_size(vec2(side, side), Sense::click());
            let is_chosen = model.edit.tool == tool;
            let (ground, ink) = match (is_chosen, button.hovered()) {
                (true, _) => (Some(palette::ACCENT), palette::BACKGROUND),
                (false, true) => (Some(palette::HOVERED), palette::TEXT),
                (false, false) => (None, palette::TEXT),
            };
            if let Some(ground) = ground {
                ui.painter().rect_filled(rect, 6.0, theme::color(ground));
            }
            let sign = egui::Rect::from_center_size(rect.center(), vec2(SIGN, SIGN));
            tools::draw_icon(ui.painter(), sign, row.icon, theme::color(ink));
            model.on_click(&button.on_hover_text(model.tip(ToolCommand::Choose(tool))), ToolCommand::Choose(tool));
        };
        for row in Tool::ALL.chunks(columns.into()) {
            ui.horizontal(|ui| row.iter().for_each(|tool| button(ui, *tool)));
        }
    });
}
