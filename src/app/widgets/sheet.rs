//! A sheet: a panel that covers part of a small window and can be dismissed by touch.

use bevy_egui::egui::{self, CursorIcon, Rect, Sense, Ui, vec2};

use super::form::TOUCHED;
use super::{Form, at_the_right, row_in, theme};
use crate::picture::palette;

/// Returns the panel for a window of this form, at the bottom or at the right.
pub fn sheet(root: &Ui, form: Form, id: &'static str) -> egui::Panel {
    let screen = root.ctx().viewport_rect().size();
    match form {
        Form::Tall => egui::Panel::bottom(id).exact_size((screen.y * 0.38).round()),
        Form::Wide | Form::Low => egui::Panel::right(id).exact_size((screen.x * 0.4).clamp(200.0, 320.0).round()),
    }
}

/// Draws a grip and a close button; returns `true` if the user dismisses the sheet.
pub fn grip(ui: &mut Ui) -> bool {
    let (rect, grip) = ui.allocate_exact_size(vec2(ui.available_width(), TOUCHED), Sense::click_and_drag());
    let bar = Rect::from_center_size(rect.center(), vec2(40.0, 4.0));
    ui.painter().rect_filled(bar, 2.0, theme::color(palette::FAINT));
    let mut row = row_in(ui, rect);
    let cross = at_the_right(&mut row, |ui| ui.add(egui::Button::new("×").min_size(vec2(TOUCHED, TOUCHED))));
    let is_pulled = grip.total_drag_delta().is_some_and(|far| far.x.max(far.y) > TOUCHED);
    grip.on_hover_cursor(CursorIcon::PointingHand).clicked() || is_pulled || cross.clicked()
}
