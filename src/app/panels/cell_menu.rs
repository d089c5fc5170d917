//! The menu of a right click on a cell while a search is watched.

use bevy_egui::egui::{self, Context, Margin, Pos2, Rect, Stroke, Ui};

use super::{AppCommand, Model, theme};
use crate::app::Phrase;
use crate::app::watch::breakpoint_command;
use crate::pathfinding::{Breakpoint, Cell};
use crate::picture::palette;

/// Where the menu of which cell stands.
#[derive(Default)]
pub struct Place(Option<(Cell, Pos2)>);

const WIDTH: f32 = 176.0;
/// About: only to keep it inside the map.
const HEIGHT: f32 = 190.0;

pub(super) fn draw(
    context: &Context,
    free: Rect,
    cell: Option<Cell>,
    model: &Model,
    place: &mut Place,
    commands: &mut Vec<AppCommand>,
) {
    let Some(cell) = cell else {
        place.0 = None;
        return;
    };
    let known = place.0.filter(|(of, _)| *of == cell).map(|(_, at)| at);
    let at = known.unwrap_or_else(|| {
        let pointer = context.pointer_latest_pos().filter(|at| free.contains(*at)).unwrap_or(free.center());
        pointer.min(free.max - egui::vec2(WIDTH + 20.0, HEIGHT)).max(free.min)
    });
    place.0 = Some((cell, at));
    let before = commands.len();
    let shown = egui::Area::new("cell menu".into()).order(egui::Order::Foreground).fixed_pos(at).show(context, |ui| {
        egui::Frame::new()
            .fill(theme::color(palette::PANEL))
            .stroke(Stroke::new(1.0, theme::color(palette::HAIRLINE)))
            .corner_radius(6)
            .inner_margin(Margin::same(8))
            .show(ui, |ui| entries(ui, cell, model, commands));
    });
    let pressed = context.input(|input| input.pointer.any_pressed().then(|| input.pointer.interact_pos()).flatten());
    let elsewhere = known.is_some() && pressed.is_some_and(|at| !shown.response.rect.contains(at));
    if commands.len() > before || elsewhere {
        commands.push(AppCommand::CellMenu(None));
    }
}

fn entries(ui: &mut Ui, cell: Cell, model: &Model, commands: &mut Vec<AppCommand>) {
    ui.set_width(WIDTH);
    ui.spacing_mut().item_spacing.y = 2.0;
    ui.label(theme::muted(model.say(Phrase::Cell.with("cell", cell))));
    ui.add_space(2.0);
    let free = model.grid.grid().is_walkable(cell);
    let full_width = |ui: &mut Ui, chosen: bool, title: Phrase| {
        let text = model.text(title);
        ui.add_enabled(free, egui::Button::selectable(chosen, text).min_size(egui::vec2(WIDTH, 24.0))).clicked()
    };
    if full_width(ui, false, Phrase::SearchFromHere) {
        commands.push(AppCommand::SetStart(cell));
    }
    if full_width(ui, false, Phrase::SearchToHere) {
        commands.push(AppCommand::SetGoal(cell));
    }
    ui.separator();
    let stops = [
        (Phrase::StopWhenOpened, Breakpoint::Opened(cell)),
        (Phrase::StopWhenClosed, Breakpoint::Closed(cell)),
        (Phrase::StopWhenRelaxed, Breakpoint::Relaxed(cell)),
    ];
    for (title, stop) in stops {
        let is_set = model.watching.playback.breakpoints.contains(&stop);
        if full_width(ui, is_set, title) {
            let units = model.watching.question.options.units();
            commands.push(AppCommand::Break(breakpoint_command(stop, units)));
        }
    }
}
