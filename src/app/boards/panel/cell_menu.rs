//! The menu of a cell while a search is watched, opened by a right click or by a key.

use bevy_egui::egui::{self, Context, Margin, Pos2, Rect, Stroke, Ui};
use gridwalk_pathfinding::Cell;

use crate::app::Phrase;
use crate::app::boards::BoardsModel;
use crate::app::command::{PlayCommand, WindowCommand};
use crate::app::view::camera::MENU;
use crate::app::widgets::{Form, ground, theme};
use crate::picture::palette;

/// Index of the first breakpoint entry.
const FIRST_STOP: usize = 2;

const WIDTH: f32 = 176.0;
/// Estimated height, used to keep the menu inside the map.
const HEIGHT: f32 = 190.0;

/// Draws the menu of a cell whose centre is drawn at this position.
///
/// `before` is the cell whose menu was open in the previous frame.
pub fn draw(
    context: &Context,
    free: Rect,
    menu: Option<(Cell, Pos2)>,
    model: &BoardsModel,
    before: &mut Option<Cell>,
) {
    let Some((cell, at)) = menu else {
        *before = None;
        return;
    };
    let is_new = before.replace(cell) != Some(cell);
    let at = at
        .min(free.max - egui::vec2(WIDTH + 20.0, HEIGHT))
        .max(free.min);
    let shown = egui::Area::new("cell menu".into())
        .order(egui::Order::Foreground)
        .fixed_pos(at)
        .show(context, |ui| {
            let edge = Stroke::new(1.0, theme::color(palette::HAIRLINE));
            let frame = ground(Margin::same(8)).stroke(edge).corner_radius(6);
            frame.show(ui, |ui| entries(ui, cell, model)).inner
        });
    // A click outside of the menu closes it, except the click that opened it.
    let pressed = context.input(|input| {
        input
            .pointer
            .any_pressed()
            .then(|| input.pointer.interact_pos())
            .flatten()
    });
    let elsewhere = !is_new && pressed.is_some_and(|at| !shown.response.rect.contains(at));
    if shown.inner || elsewhere {
        model.wish(WindowCommand::CellMenu(None));
    }
}

/// Draws the entries; returns `true` if one was clicked.
fn entries(ui: &mut Ui, cell: Cell, model: &BoardsModel) -> bool {
    ui.set_width(WIDTH);
    ui.spacing_mut().item_spacing.y = 2.0;
    ui.label(theme::muted(model.say(Phrase::Cell.with("cell", cell))));
    ui.add_space(2.0);
    let is_free = model.grid.grid().is_walkable(cell);
    let mut is_chosen = false;
    for (i, (title, command)) in MENU.into_iter().enumerate() {
        if i == FIRST_STOP {
            ui.separator();
        }
        let command = command(cell);
        let is_set = model
            .playback
            .stops
            .iter()
            .any(|stop| command == PlayCommand::Break(*stop).into());
        let button = egui::Button::selectable(is_set, model.text(title))
            .right_text(theme::muted((i + 1).to_string()));
        let clicked = ui.add_enabled(
            is_free,
            button.min_size(egui::vec2(WIDTH, Form::of(ui.ctx()).control(24.0))),
        );
        is_chosen |= clicked.clicked();
        model.on_click(&clicked, command);
    }
    is_chosen
}
