//! The side panel: what the features put into it, and in which order.

use bevy_egui::egui::{self, Margin, Sense, Ui, vec2};
use gridwalk_pathfinding::TerrainId;

use crate::app::agents::{self, AgentsState};
use crate::app::boards::panel::legend::{self, LegendPlace};
use crate::app::boards::panel::side::{self, SideState};
use crate::app::command::{Section, Toggle};
use crate::app::document::history;
use crate::app::lesson::Model;
use crate::app::widgets::{at_the_right, ground, remark, section, theme};
use crate::app::{Phrase, options};

pub fn draw(
    root: &mut Ui,
    model: &Model,
    legend: Option<LegendPlace>,
    (boards, agents): (&mut SideState, &mut AgentsState),
) {
    let margin = Margin { left: theme::PADDING, right: 6, top: 8, bottom: 0 };
    let width = (root.available_width() * 0.36).clamp(NARROWEST, 328.0);
    let panel = egui::Panel::right("side").default_size(width).size_range(NARROWEST..=520.0).frame(ground(margin));
    panel.show(root, |ui| {
        if model.watches() {
            side::hovered(ui, model);
        }
        egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            let has_lesson = model.lesson.reading().is_some();
            // The lesson says what there is to see.
            if !has_lesson {
                about(ui, model);
            }
            // Which options there are to choose is asked first; boards have options of their own.
            let has_options_first = model.watches() && !has_lesson;
            if has_options_first {
                options::draw(ui, model);
            }
            if model.has_agents() {
                agents::draw(ui, model, agents);
            } else {
                side::draw(ui, model, boards);
            }
            if !has_options_first {
                options::draw(ui, model);
            }
            if model.has_agents() {
                agents::draw_all(ui, model, agents);
            }
            options::draw_more(ui, model);
            history::draw(ui, model);
            terrain(ui, model);
            if legend == Some(LegendPlace::Side) {
                legend::section(ui, model);
            }
            window(ui, model);
        });
    });
}

/// The panel cannot be made narrower.
const NARROWEST: f32 = 264.0;

/// What the level says of itself.
fn about(ui: &mut Ui, model: &Model) {
    let level = model.open.document().map(|document| document.level());
    let Some(level) = level.filter(|level| !level.about.is_empty()) else { return };
    section(ui, model, (Section::About, Phrase::AboutLevel, &level.name), |ui| remark(ui, &level.about));
}

/// What is remembered of the window itself.
fn window(ui: &mut Ui, model: &Model) {
    section(ui, model, (Section::Window, Phrase::ThisWindow, ""), |ui| {
        let mut calm = model.is_on(Toggle::ReducedMotion);
        let clicked = ui.checkbox(&mut calm, model.text(Phrase::ReduceMotion));
        model.on_click(&clicked.on_hover_text(model.tip(Toggle::ReducedMotion)), Toggle::ReducedMotion);
    });
}

fn terrain(ui: &mut Ui, model: &Model) {
    let title = (Section::Terrain, Phrase::Terrain, model.text(Phrase::CostOfEntering));
    section(ui, model, title, |ui| {
        let numbers = (0..16).map(TerrainId);
        let legend: Vec<_> = numbers.zip(model.grid.grid().legend().iter()).collect();
        for pair in legend.chunks(2) {
            ui.columns(2, |columns| {
                for (column, (number, terrain)) in columns.iter_mut().zip(pair) {
                    column.horizontal(|ui| {
                        let (rect, _) = ui.allocate_exact_size(vec2(16.0, 16.0), Sense::hover());
                        ui.painter().rect_filled(rect, 3.0, theme::color(model.looks.of(*number).color));
                        ui.label(&terrain.name);
                        at_the_right(ui, |ui| {
                            let cost = terrain.cost.map(|cost| cost.to_string());
                            ui.label(theme::muted(cost.as_deref().unwrap_or(model.text(Phrase::Blocked))));
                        });
                    });
                }
            });
        }
    });
}
