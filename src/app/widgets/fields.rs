//! Fields that count once they are left.

use bevy_egui::egui::{self, Ui};

/// A field that counts once it is left, but not by Esc: what was typed, if it is something else.
pub fn typed(ui: &mut Ui, of: impl egui::AsIdSalt, shown: &str, width: f32) -> Option<String> {
    typed_over(ui, of, shown, width, "")
}

/// The same with what holds where nothing is typed.
pub fn typed_over(ui: &mut Ui, of: impl egui::AsIdSalt, shown: &str, width: f32, usual: &str) -> Option<String> {
    let id = ui.make_persistent_id(of);
    let mut text = ui.data(|data| data.get_temp::<String>(id)).unwrap_or_else(|| shown.to_owned());
    let field = egui::TextEdit::singleline(&mut text).id(id).margin(egui::Margin::symmetric(6, 3));
    let field = ui.add(field.desired_width(width).hint_text(usual));
    if field.gained_focus() {
        select_all(ui.ctx(), id, text.chars().count());
    }
    if field.lost_focus() {
        ui.data_mut(|data| data.remove::<String>(id));
        let is_cancelled = ui.input(|input| input.key_pressed(egui::Key::Escape));
        return (!is_cancelled && text != shown).then_some(text);
    }
    if field.has_focus() {
        ui.data_mut(|data| data.insert_temp(id, text));
    }
    None
}

/// What is typed first takes the place of what stood there.
fn select_all(context: &egui::Context, id: egui::Id, length: usize) {
    let Some(mut state) = egui::TextEdit::load_state(context, id) else { return };
    let [start, end] = [0, length].map(egui::text::CCursor::new);
    state.cursor.set_char_range(Some(egui::text::CCursorRange::two(start, end)));
    state.store(context, id);
}
