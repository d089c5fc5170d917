//! The line at the bottom: what is under the pointer, how large the map is, how fast we draw.

use bevy_egui::egui::{self, Align, Layout, Margin, Ui};

use super::{Model, theme};
use crate::app::Phrase;
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
                let size = Phrase::MapSize.with("width", grid.width()).with("height", grid.height());
                let size = model.say(size.with("frames", format_args!("{frames:.0}")));
                let text = if model.held.0 { model.say(Phrase::Held.with("rest", size)) } else { size };
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
    let way = cost.zip(hash).map_or(model.text(Phrase::NoWayFound).to_owned(), |(cost, hash)| {
        model.say(Phrase::CostAndPath.with("cost", cost).with("path", format_args!("{hash:016x}")))
    });
    Some(model.say(Phrase::LastSearch.with("expanded", thousands(expanded)).with("way", way)))
}

fn under_pointer(model: &Model) -> String {
    let grid = model.grid.grid();
    let Some(cell) = model.hovered.0 else {
        return model.text(Phrase::PointAtCell).to_owned();
    };
    let Some(terrain) = grid.terrain(cell) else { return String::new() };
    let cost = terrain.cost.map(|cost| model.say(Phrase::CostOf.with("cost", cost)));
    let cost = cost.unwrap_or_else(|| model.text(Phrase::Blocked).to_owned());
    let regions = model.grid.regions(model.settings.options.movement);
    let region = regions.filter(|_| !terrain.is_blocked()).map(|regions| {
        let region = Phrase::RegionOf.with("region", regions.of(cell)).with("count", regions.count());
        model.say(region.with("cells", regions.size(regions.of(cell))))
    });
    let under = Phrase::UnderPointer.with("cell", cell).with("terrain", &terrain.name).with("cost", cost);
    model.say(under.with("region", region.unwrap_or_default()))
}
