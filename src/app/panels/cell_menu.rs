//! The menu of a cell while a search is watched: by a right click, or by a key and then a number.

use bevy_egui::egui::{self, Context, Margin, Pos2, Rect, Stroke, Ui};

use super::{AppCommand, Model, theme};
use crate::app::{Phrase, Stop};
use crate::pathfinding::Cell;
use crate::picture::palette;

/// An entry of the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    From,
    To,
    Opened,
    Closed,
    Relaxed,
}

impl Entry {
    /// From above, which is also their numbers, from 1.
    pub const ALL: [Self; 5] = [Self::From, Self::To, Self::Opened, Self::Closed, Self::Relaxed];

    /// What it does to a cell.
    #[must_use]
    pub fn command(self, cell: Cell) -> AppCommand {
        match self.stop(cell) {
            Some(stop) => AppCommand::Break(stop.command()),
            None if self == Self::From => AppCommand::SetStart(cell),
            None => AppCommand::SetGoal(cell),
        }
    }

    const fn title(self) -> Phrase {
        match self {
            Self::From => Phrase::SearchFromHere,
            Self::To => Phrase::SearchToHere,
            Self::Opened => Phrase::StopWhenOpened,
            Self::Closed => Phrase::StopWhenClosed,
            Self::Relaxed => Phrase::StopWhenRelaxed,
        }
    }

    const fn stop(self, cell: Cell) -> Option<Stop> {
        match self {
            Self::From | Self::To => None,
            Self::Opened => Some(Stop::Opened(cell)),
            Self::Closed => Some(Stop::Closed(cell)),
            Self::Relaxed => Some(Stop::Relaxed(cell)),
        }
    }
}

const WIDTH: f32 = 176.0;
/// About: only to keep it inside the map.
const HEIGHT: f32 = 190.0;

/// Draws the menu of a cell whose middle is drawn at this place. `before` is the cell whose menu was open in
/// the frame before.
pub(super) fn draw(
    context: &Context,
    free: Rect,
    menu: Option<(Cell, Pos2)>,
    model: &Model,
    before: &mut Option<Cell>,
    commands: &mut Vec<AppCommand>,
) {
    let Some((cell, at)) = menu else {
        *before = None;
        return;
    };
    let is_new = before.replace(cell) != Some(cell);
    let at = at.min(free.max - egui::vec2(WIDTH + 20.0, HEIGHT)).max(free.min);
    let known = commands.len();
    let shown = egui::Area::new("cell menu".into()).order(egui::Order::Foreground).fixed_pos(at).show(context, |ui| {
        egui::Frame::new()
            .fill(theme::color(palette::PANEL))
            .stroke(Stroke::new(1.0, theme::color(palette::HAIRLINE)))
            .corner_radius(6)
            .inner_margin(Margin::same(8))
            .show(ui, |ui| entries(ui, cell, model, commands));
    });
    // A click beside it closes it, but not the click that opened it.
    let pressed = context.input(|input| input.pointer.any_pressed().then(|| input.pointer.interact_pos()).flatten());
    let elsewhere = !is_new && pressed.is_some_and(|at| !shown.response.rect.contains(at));
    if commands.len() > known || elsewhere {
        commands.push(AppCommand::CellMenu(None));
    }
}

fn entries(ui: &mut Ui, cell: Cell, model: &Model, commands: &mut Vec<AppCommand>) {
    ui.set_width(WIDTH);
    ui.spacing_mut().item_spacing.y = 2.0;
    ui.label(theme::muted(model.say(Phrase::Cell.with("cell", cell))));
    ui.add_space(2.0);
    let is_free = model.grid.grid().is_walkable(cell);
    for (i, entry) in Entry::ALL.into_iter().enumerate() {
        if entry == Entry::Opened {
            ui.separator();
        }
        let is_set = entry.stop(cell).is_some_and(|stop| model.watching.playback.stops.contains(&stop));
        let text = model.text(entry.title());
        let button = egui::Button::selectable(is_set, text).right_text(theme::muted((i + 1).to_string()));
        if ui.add_enabled(is_free, button.min_size(egui::vec2(WIDTH, 24.0))).clicked() {
            commands.push(entry.command(cell));
        }
    }
}
