//! The side panel: its sections and their order.

use bevy_egui::egui::{self, Margin, Ui};

use crate::app::agents::{self, AgentsState};
use crate::app::boards::panel::legend::{self, LegendPlace};
use crate::app::boards::panel::side::{self, SideState};
use crate::app::command::{Section, Toggle};
use crate::app::document::{about, history};
use crate::app::edit::Model;
use crate::app::widgets::{Form, grip, ground, scrolled, section, sheet, theme, tick_box};
use crate::app::{Phrase, edit, options};

pub fn draw(
    root: &mut Ui,
    model: &Model,
    legend: Option<LegendPlace>,
    (boards, agents): (&mut SideState, &mut AgentsState),
) {
    let form = Form::of(root.ctx());
    let panel = if form.is_small() { sheet(root, form, "sheet") } else { beside_the_map(root, model) };
    let margin =
        Margin { left: theme::PADDING, right: theme::BESIDE_BAR, top: if form.is_small() { 0 } else { 8 }, bottom: 0 };
    panel.frame(ground(margin)).show(root, |ui| {
        if form.is_small() && grip(ui) {
            model.wish(Toggle::Panel);
        }
        if model.watches() && !form.is_small() {
            side::hovered(ui, model);
        }
        // Each mode keeps its scroll position. A page of a lesson starts at the top, where its subject is.
        let page = model.lesson.reading().map(|reading| (&reading.file, reading.page));
        let area = egui::ScrollArea::vertical().id_salt((*model.mode, page)).auto_shrink(false);
        scrolled(ui, area, |ui| {
            if model.edits() {
                return edit::draw(ui, model);
            }
            if model.watches() && form.is_small() {
                side::touched(ui, model);
            }
            let has_lesson = model.lesson.reading().is_some();
            // During a lesson, its text replaces the level's description.
            if !has_lesson {
                about::draw(ui, model);
            }
            if !model.has_agents() {
                side::draw(ui, model, boards);
                options::draw(ui, model);
            } else if has_lesson {
                agents::draw(ui, model);
                agents::draw_stack(ui, model, agents);
                options::draw(ui, model);
                agents::draw_all(ui, model, agents);
            } else {
                // First the agents and the terrain, then the options.
                agents::draw(ui, model);
                agents::draw_all(ui, model, agents);
                about::draw_terrain(ui, model);
                agents::draw_stack(ui, model, agents);
                options::draw(ui, model);
            }
            if !has_lesson {
                options::draw_more(ui, model);
                history::draw(ui, model, Section::History);
            }
            if has_lesson || !model.has_agents() {
                about::draw_terrain(ui, model);
            }
            if legend == Some(LegendPlace::Side) {
                legend::section(ui, model);
            }
            if !has_lesson {
                window(ui, model);
            }
        });
    });
}

fn beside_the_map(root: &Ui, model: &Model) -> egui::Panel {
    let part = root.available_width() * 0.36;
    // Beside a lesson, the panel is limited in a small window, whatever width the user chose.
    let most = if model.lesson.reading().is_some() { part.clamp(NARROWEST, 520.0) } else { 520.0 };
    let width = part.clamp(NARROWEST, 328.0);
    egui::Panel::right("side").default_size(width).size_range(NARROWEST..=most)
}

/// Minimum width of the panel.
const NARROWEST: f32 = 264.0;

/// Draws the settings of the window.
fn window(ui: &mut Ui, model: &Model) {
    section(ui, model, (Section::Window, Phrase::ThisWindow, ""), |ui| {
        let clicked = tick_box(ui, model.is_on(Toggle::ReducedMotion), model.text(Phrase::ReduceMotion));
        model.on_click(&clicked.on_hover_text(model.tip(Toggle::ReducedMotion)), Toggle::ReducedMotion);
    });
}
