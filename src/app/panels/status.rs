//! The line at the bottom: what is under the pointer, how large the map is, how fast we draw.

use bevy_egui::egui::{self, Align, Layout, Margin, Ui};

use super::{Model, theme};
use crate::app::words::thousands;
use crate::pathfinding::Path;
use crate::picture::palette;

pub(super) fn draw(root: &mut Ui, model: &Model) {
    let frame =
        egui::Frame::new().fill(theme::color(palette::PANEL)).inner_margin(Margin::symmetric(theme::PADDING, 0));
    egui::Panel::bottom("status").exact_size(24.0).resizable(false).frame(frame).show(root, |ui| {
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.label(theme::muted(under_pointer(model)).size(12.5));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let grid = model.grid.grid();
                let frames = 1.0 / model.time.delta_secs().max(1e-4);
                let held = if model.held.0 { "held · " } else { "" };
                let text = format!("{held}{} × {} cells · {frames:.0} fps", grid.width(), grid.height());
                ui.label(theme::muted(text).size(12.5));
                if let Some(search) = last_search(model) {
                    ui.label(theme::muted(format!("{search} ·")).size(12.5));
                }
            });
        });
    });
}

/// The three numbers by which a search can be compared with `gridwalk solve --json`.
fn last_search(model: &Model) -> Option<String> {
    let (cost, expanded, hash) = if model.watches() {
        let run = model.watching.recording.shown.as_ref()?;
        let cost = run.outcome.cost().map(|cost| run.question.options.units().format(cost));
        (cost, run.outcome.stats().expanded, run.outcome.path().map(Path::hash))
    } else {
        let agent = model.agents.get(model.selection.0?).ok()?;
        let last = agent.8?;
        let cost = last.cost.map(|cost| last.options.units().format(cost));
        (cost, last.stats.expanded, last.path_hash)
    };
    let way = cost.zip(hash).map_or("no way".to_owned(), |(cost, hash)| format!("cost {cost}, path {hash:016x}"));
    Some(format!("{} expanded, {way}", thousands(expanded)))
}

fn under_pointer(model: &Model) -> String {
    let grid = model.grid.grid();
    let Some(cell) = model.hovered.0 else {
        return "point at a cell to see its terrain and cost".to_owned();
    };
    let Some(terrain) = grid.terrain(cell) else { return String::new() };
    let cost = terrain.cost.map_or("blocked".to_owned(), |cost| format!("cost {cost}"));
    let regions = model.grid.regions(model.settings.options.movement);
    let region = regions.filter(|_| !terrain.is_blocked()).map(|regions| {
        format!(" · region {} of {}, {} cells", regions.of(cell), regions.count(), regions.size(regions.of(cell)))
    });
    format!("cell {cell} · {}, {cost}{}", terrain.name, region.unwrap_or_default())
}
