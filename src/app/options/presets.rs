//! Presets: searches that play at once, as buttons or as a menu.

use bevy_egui::egui::{self, Ui};

use crate::app::boards::BoardsModel;
use crate::app::command::Preset;
use crate::app::widgets::{menu, row_width, theme};
use crate::app::{Phrase, options};

/// Draws a button for each preset.
pub fn buttons(ui: &mut Ui, model: &BoardsModel) {
    ui.label(theme::muted(model.text(Phrase::PlayAtOnce)));
    for preset in Preset::ALL {
        let is_chosen = preset.is(options::shown(model));
        let button = egui::Button::new(model.text(preset.title())).selected(is_chosen);
        model.on_click(&ui.add(button).on_hover_text(model.tip(preset)), preset);
    }
}

/// Returns the width of the label and all buttons in a row, in points.
pub fn width(ui: &Ui, model: &BoardsModel) -> f32 {
    let titles = Preset::ALL.map(Preset::title);
    row_width(ui, model, [Phrase::PlayAtOnce].into_iter().chain(titles))
}

/// Draws the presets as a menu, where there is too little room for buttons.
pub fn as_menu(ui: &mut Ui, model: &BoardsModel) {
    menu(ui, model.text(Phrase::PlayAtOnceMenu), |ui| {
        for preset in Preset::ALL {
            let is_chosen = preset.is(options::shown(model));
            let entry = ui.selectable_label(is_chosen, model.text(preset.title()));
            model.on_click(&entry, preset);
        }
    });
}
