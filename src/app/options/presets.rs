//! Presets: searches that play at once, as buttons or as a menu.

use bevy_egui::egui::{self, Ui};

use crate::app::boards::BoardsModel;
use crate::app::command::Preset;
use crate::app::widgets::{menu, theme};
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
    width_of(ui, model, [Phrase::PlayAtOnce].into_iter().chain(titles))
}

/// Returns the width of buttons with these texts in a row, in points.
pub fn width_of(ui: &Ui, model: &BoardsModel, texts: impl IntoIterator<Item = Phrase>) -> f32 {
    let font = egui::TextStyle::Button.resolve(ui.style());
    let around = 2.0 * ui.spacing().button_padding.x + ui.spacing().item_spacing.x;
    let text = |phrase| {
        ui.painter().layout_no_wrap(
            model.text(phrase).to_owned(),
            font.clone(),
            egui::Color32::WHITE,
        )
    };
    let texts = texts.into_iter();
    texts.map(|phrase| text(phrase).size().x + around).sum()
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
