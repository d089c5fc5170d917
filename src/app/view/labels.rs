//! Words and numbers on the map, drawn by egui so that they are sharp at every zoom.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};

use crate::app::camera::View;
use crate::app::watch::Mode;
use crate::app::{ChosenLanguage, MapArea, Selection, theme, words};
use crate::picture::palette;
use crate::plugin::{
    AgentMotion, AgentName, GridAgent, GridLayout, NavGrid, PathFailed, PathStack, Planning, Waypoints,
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, draw_labels.after(crate::app::panels::draw_panels));
}

pub(super) fn draw_labels(
    mut contexts: EguiContexts,
    area: Res<MapArea>,
    view: Res<View>,
    layout: Res<GridLayout>,
    grid: Res<NavGrid>,
    selection: Res<Selection>,
    mode: Res<Mode>,
    language: Res<ChosenLanguage>,
    agents: Query<(
        &Transform,
        &GridAgent,
        &AgentMotion,
        &AgentName,
        &Waypoints,
        Option<&PathStack>,
        Option<&Planning>,
        Option<&PathFailed>,
    )>,
) -> Result {
    if *mode == Mode::Watch {
        return Ok(());
    }
    let context = contexts.ctx_mut()?.clone();
    let Some((transform, agent, motion, name, waypoints, stack, planning, failed)) =
        selection.0.and_then(|agent| agents.get(agent).ok())
    else {
        return Ok(());
    };
    let rect = area.in_points();
    let layer = egui::LayerId::new(egui::Order::Background, egui::Id::new("labels"));
    let painter = egui::Painter::new(context, layer, rect);
    let place = |world: Vec2| {
        let at = view.window_at(&area, world) / area.ui_scale;
        egui::pos2(at.x, at.y)
    };
    let cell_px = layout.cell_size / view.scale / area.ui_scale;

    for (i, &cell) in waypoints.0.iter().enumerate() {
        let at = place(layout.center(cell));
        let radius = (cell_px * 0.34).clamp(8.0, 15.0);
        painter.circle_filled(at, radius + 1.5, theme::color(palette::CASING));
        painter.circle_filled(at, radius, theme::color(palette::GOAL));
        let font = egui::FontId::proportional(radius * 1.3);
        painter.text(at, egui::Align2::CENTER_CENTER, (i + 2).to_string(), font, egui::Color32::WHITE);
    }
    if let Some(stack) = stack.filter(|stack| stack.arrives() && !waypoints.0.is_empty()) {
        let at = place(layout.center(stack.goal())) + egui::vec2(cell_px * 0.32, cell_px * 0.3);
        painter.circle_filled(at, 8.5, theme::color(palette::CASING));
        painter.circle_filled(at, 7.0, theme::color(palette::GOAL));
        painter.text(at, egui::Align2::CENTER_CENTER, "1", egui::FontId::proportional(10.0), egui::Color32::WHITE);
    }

    let state = words::state(grid.grid(), *agent, motion, stack, planning.is_some(), failed, language.0);
    let text = format!("{} · {}", name.0, state.sentence);
    let font = egui::FontId::proportional(13.0);
    let galley = painter.layout_no_wrap(text, font, theme::color(palette::TEXT));
    let above = (cell_px * 0.7).max(14.0);
    let middle = place(transform.translation.truncate()) - egui::vec2(0.0, above + 12.0);
    let mut bubble = egui::Rect::from_center_size(middle, galley.size() + egui::vec2(18.0, 8.0));
    // Stays inside the map, beside the agent where there is no room above it.
    if bubble.top() < rect.top() + 4.0 {
        bubble = bubble.translate(egui::vec2(0.0, above * 2.0 + 24.0));
    }
    let left = bubble.left().clamp(rect.left() + 4.0, (rect.right() - 4.0 - bubble.width()).max(rect.left() + 4.0));
    bubble = bubble.translate(egui::vec2(left - bubble.left(), 0.0));
    if rect.contains(place(transform.translation.truncate())) {
        painter.rect_filled(bubble, 6.0, theme::color(palette::BACKGROUND).gamma_multiply(0.94));
        let edge = egui::Stroke::new(1.0, theme::color(palette::HAIRLINE));
        painter.rect_stroke(bubble, 6.0, edge, egui::StrokeKind::Inside);
        painter.galley(bubble.min + egui::vec2(9.0, 4.0), galley, theme::color(palette::TEXT));
    }
    Ok(())
}
