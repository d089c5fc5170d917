//! Text fields whose value applies once they lose the focus.

use bevy_egui::egui::{self, Ui};

/// Draws a field; returns a new text once the field loses the focus, but not by Esc.
pub fn typed(ui: &mut Ui, of: impl egui::AsIdSalt, shown: &str, width: f32) -> Option<String> {
    typed_over(ui, of, shown, width, "")
}

/// Draws a field as `typed` does, with `usual` as the hint of an empty field.
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

/// Draws two fields with a sign between them; returns both texts once both have lost the focus.
///
/// Returns `None` if neither text is new. Esc restores both.
pub fn typed_pair(ui: &mut Ui, of: &str, shown: [&str; 2], (sign, width): (&str, f32)) -> Option<[String; 2]> {
    let id = ui.make_persistent_id(of);
    let (mut texts, mut idle) =
        ui.data(|data| data.get_temp::<([String; 2], u8)>(id)).unwrap_or_else(|| (shown.map(ToOwned::to_owned), LEFT));
    let (mut has_focus, mut is_cancelled) = (false, false);
    for (number, text) in texts.iter_mut().enumerate() {
        if number > 0 {
            ui.label(sign);
        }
        let field = egui::TextEdit::singleline(text).id(id.with(number)).margin(egui::Margin::symmetric(6, 3));
        let field = ui.add(field.desired_width(width));
        if field.gained_focus() {
            select_all(ui.ctx(), id.with(number), text.chars().count());
        }
        has_focus |= field.has_focus();
        is_cancelled |= field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Escape));
    }
    // On the way from one field to the other, neither may have the focus for a frame.
    idle = if has_focus { 0 } else { idle.saturating_add(1) };
    if idle < LEFT && !is_cancelled {
        ui.data_mut(|data| data.insert_temp(id, (texts, idle)));
        ui.ctx().request_repaint();
        return None;
    }
    ui.data_mut(|data| data.remove::<([String; 2], u8)>(id));
    (!is_cancelled && texts != shown).then_some(texts)
}

/// Number of frames without the focus after which fields count as left.
const LEFT: u8 = 2;

/// Selects the whole text of a field, so that typing replaces it.
fn select_all(context: &egui::Context, id: egui::Id, length: usize) {
    let Some(mut state) = egui::TextEdit::load_state(context, id) else { return };
    let [start, end] = [0, length].map(egui::text::CCursor::new);
    state.cursor.set_char_range(Some(egui::text::CCursorRange::two(start, end)));
    state.store(context, id);
}
