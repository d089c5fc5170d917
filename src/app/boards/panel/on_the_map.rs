//! Side panel section for the overlays of a watched search.

use bevy_egui::egui::{Rect, Sense, Ui, pos2, vec2};
use gridwalk_pathfinding::Cost;

use crate::app::Phrase;
use crate::app::boards::{Model, Run};
use crate::app::command::{Heat, Section, Toggle, WatchCommand};
use crate::app::common::words::thousands;
use crate::app::widgets::{at_the_right, clicks, section, theme, tick_box};
use crate::picture::palette;

/// Draws the section: heat map, other overlays and the effect of a click.
pub fn draw(ui: &mut Ui, model: &Model, run: &Run) {
    let heat = model.text(model.heat.title());
    section(ui, model, (Section::OnTheMap, Phrase::OnTheMap, heat), |ui| overlays(ui, model, run));
}

fn overlays(ui: &mut Ui, model: &Model, run: &Run) {
    let shown = *model.heat;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.label(theme::muted(model.text(Phrase::Heat)));
        for heat in Heat::ALL {
            let label = ui.selectable_label(shown == heat, model.text(heat.title()));
            model.on_click(&label, WatchCommand::HeatMap(heat));
        }
    });
    if shown != Heat::Off {
        scale(ui, run, shown);
    }
    ui.horizontal(|ui| clicks(ui, model, Phrase::ClickMovesGoal));
    ui.horizontal_wrapped(|ui| {
        for (toggle, title) in [
            (Toggle::Tree, Phrase::SearchTree),
            (Toggle::Numbers, Phrase::NumbersInCells),
            (Toggle::Legend, Phrase::Legend),
        ] {
            let option = tick_box(ui, model.is_on(toggle), model.text(title));
            model.on_click(&option.on_hover_text(model.tip(toggle)), toggle);
        }
    });
}

/// Draws the colour scale of a heat map with the numbers at both ends.
#[expect(clippy::cast_precision_loss, reason = "a place on a bar")]
pub(super) fn scale(ui: &mut Ui, run: &Run, heat: Heat) {
    let (least, most) = run.ranges.of(heat);
    let units = run.question.query.options.units();
    let text = |value: u64| {
        if heat == Heat::Order { thousands(value) } else { units.format(Cost(value)) }
    };
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 12.0), Sense::hover());
    let steps = 48;
    for i in 0..steps {
        let part = i as f32 / steps as f32;
        let left = rect.left() + rect.width() * part;
        let piece = Rect::from_min_size(pos2(left, rect.top()), vec2(rect.width() / 48.0 + 0.5, 12.0));
        ui.painter().rect_filled(piece, 0.0, theme::color(palette::heat(part)));
    }
    ui.horizontal(|ui| {
        ui.label(theme::muted(text(least)));
        at_the_right(ui, |ui| ui.label(theme::muted(text(most))));
    });
}
