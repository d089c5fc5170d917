//! How the window is laid out: with panels beside the map, or as on a phone, with one sheet at a time over a part of it.

use bevy_egui::egui::{self, CursorIcon, Rect, Sense, Ui, vec2};

use super::{at_the_right, theme};
use crate::picture::palette;

/// The form of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Panels stand beside the map.
    Wide,
    /// As a phone that is held upright: a sheet comes from below.
    Tall,
    /// As a phone on its side: a sheet comes from the right.
    Low,
}

/// Windows with fewer points than these are small.
const WIDTH: f32 = 600.0;
const HEIGHT: f32 = 400.0;
/// Points of what a finger has to meet, at least.
const TOUCHED: f32 = 32.0;

impl Form {
    pub fn of(context: &egui::Context) -> Self {
        let size = context.viewport_rect().size();
        match (size.x < WIDTH || size.y < HEIGHT, size.y >= size.x) {
            (false, _) => Self::Wide,
            (true, true) => Self::Tall,
            (true, false) => Self::Low,
        }
    }

    /// Whether fingers are expected, and little room.
    pub fn is_small(self) -> bool {
        self != Self::Wide
    }

    /// The height of a control that a mouse needs this high.
    pub fn control(self, height: f32) -> f32 {
        if self.is_small() { height.max(TOUCHED) } else { height }
    }

    /// The panel of a sheet, which takes a part of what is left of a small window.
    pub fn sheet(self, root: &Ui, id: &'static str) -> egui::Panel {
        let screen = root.ctx().viewport_rect().size();
        match self {
            Self::Tall => egui::Panel::bottom(id).exact_size((screen.y * 0.38).round()),
            Self::Wide | Self::Low => egui::Panel::right(id).exact_size((screen.x * 0.4).clamp(200.0, 320.0).round()),
        }
    }
}

/// The upper edge of a sheet: a grip that is dragged or tapped, and a cross. Whether either puts the sheet away.
pub fn grip(ui: &mut Ui) -> bool {
    let (rect, grip) = ui.allocate_exact_size(vec2(ui.available_width(), TOUCHED), Sense::click_and_drag());
    let bar = Rect::from_center_size(rect.center(), vec2(40.0, 4.0));
    ui.painter().rect_filled(bar, 2.0, theme::color(palette::FAINT));
    let mut row = super::row_in(ui, rect);
    let cross = at_the_right(&mut row, |ui| ui.add(egui::Button::new("×").min_size(vec2(TOUCHED, TOUCHED))));
    let is_pulled = grip.total_drag_delta().is_some_and(|far| far.x.max(far.y) > TOUCHED);
    grip.on_hover_cursor(CursorIcon::PointingHand).clicked() || is_pulled || cross.clicked()
}
