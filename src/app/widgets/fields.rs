//! Text fields whose value applies once they lose the focus.
//!
//! A text that is refused stays in its field, with the reason below it, until it is corrected or
//! the field is left with Esc.

use bevy_egui::egui::{self, Response, Ui};

use super::pieces::named;
use super::typeset::sentence;
use super::{PanelModel, theme};
use crate::app::Sentence;
use crate::picture::palette;

/// The present value of a field, and its place.
#[derive(Clone, Copy)]
pub struct Field<'a> {
    /// The present value.
    pub shown: &'a str,
    /// Width in points.
    pub width: f32,
    /// The hint of an empty field.
    pub usual: &'a str,
}

impl<'a> Field<'a> {
    /// Returns a field without a hint.
    pub const fn new(shown: &'a str, width: f32) -> Self {
        Self {
            shown,
            width,
            usual: "",
        }
    }
}

/// A field that was drawn: its row, and the value that was entered.
pub struct FieldRow<T> {
    pub response: Response,
    pub entered: Option<T>,
}

/// The texts of fields while they are edited, and after they were refused.
#[derive(Clone)]
struct Draft<const N: usize> {
    texts: [String; N],
    /// The values that the fields showed before.
    shown: [String; N],
    is_refused: bool,
    /// Number of frames since the fields had the focus.
    idle: u8,
    /// The frame in which the fields were drawn last.
    frame: u64,
}

/// Number of frames without the focus after which fields count as left.
///
/// On the way from one field of a row to the other, neither may have the focus for a frame.
const LEFT: u8 = 2;

/// Draws a named field; `check` returns the value of a text, or the reason to refuse it.
pub fn field<T>(
    ui: &mut Ui,
    model: &PanelModel,
    name: &str,
    of: impl egui::AsIdSalt,
    field: Field,
    check: impl Fn(&str) -> Result<T, Sentence>,
) -> FieldRow<T> {
    field_beside(ui, model, (name, of), field, check, |_| {})
}

/// Draws a field as [`field`] does, and adds widgets at its right.
pub fn field_beside<T>(
    ui: &mut Ui,
    model: &PanelModel,
    (name, of): (&str, impl egui::AsIdSalt),
    Field {
        shown,
        width,
        usual,
    }: Field,
    check: impl Fn(&str) -> Result<T, Sentence>,
    beside: impl FnOnce(&mut Ui),
) -> FieldRow<T> {
    let id = ui.make_persistent_id(of);
    let check = |[text]: &[String; 1]| check(text);
    row(ui, model, name, |ui| {
        let entered = edited(ui, id, [shown], check, |ui, _, text, id| {
            let edit = egui::TextEdit::singleline(text).id(id);
            let edit = edit.margin(MARGIN).hint_text(usual);
            ui.add(edit.desired_width(width))
        });
        beside(ui);
        entered
    })
}

/// Draws two fields with a sign between them, which apply together.
pub fn field_pair<T>(
    ui: &mut Ui,
    model: &PanelModel,
    (name, of): (&str, &str),
    shown: [&str; 2],
    (sign, width): (&str, f32),
    check: impl Fn(&[String; 2]) -> Result<T, Sentence>,
) -> FieldRow<T> {
    let id = ui.make_persistent_id(of);
    row(ui, model, name, |ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        edited(ui, id, shown, check, |ui, number, text, id| {
            if number > 0 {
                ui.label(sign);
            }
            let edit = egui::TextEdit::singleline(text).id(id).margin(MARGIN);
            ui.add(edit.desired_width(width))
        })
    })
}

/// The space around the text of a field.
const MARGIN: egui::Margin = egui::Margin::symmetric(6, 3);

/// Draws the row of a field, and the reason below it if its text was refused.
fn row<T>(
    ui: &mut Ui,
    model: &PanelModel,
    name: &str,
    fields: impl FnOnce(&mut Ui) -> Result<Option<T>, Sentence>,
) -> FieldRow<T> {
    let row = named(ui, name, fields);
    let entered = row.inner.unwrap_or_else(|why| {
        refusal(ui, model, &why);
        None
    });
    FieldRow {
        response: row.response,
        entered,
    }
}

/// Draws the reason why a text was refused.
pub fn refusal(ui: &mut Ui, model: &PanelModel, why: &Sentence) {
    sentence(ui, &model.say(why), theme::SMALL, palette::BAD);
}

/// Draws fields; returns their value once all have lost the focus, or why it was refused.
///
/// Esc restores the values that the fields showed before.
fn edited<T, const N: usize>(
    ui: &mut Ui,
    id: egui::Id,
    shown: [&str; N],
    check: impl Fn(&[String; N]) -> Result<T, Sentence>,
    mut draw: impl FnMut(&mut Ui, usize, &mut String, egui::Id) -> Response,
) -> Result<Option<T>, Sentence> {
    let ids: [egui::Id; N] = core::array::from_fn(|number| id.with(number));
    let frame = ui.ctx().cumulative_frame_nr();
    let had_focus = ui.memory(|memory| ids.iter().any(|id| memory.has_focus(*id)));
    // A refused text goes when its fields are hidden, and when their value changes.
    let is_valid = |draft: &Draft<N>| {
        had_focus || (draft.frame + 1 >= frame && draft.shown.iter().eq(shown.iter()))
    };
    let draft = ui.data(|data| data.get_temp::<Draft<N>>(id));
    let mut draft = draft.filter(is_valid).unwrap_or_else(|| Draft {
        texts: shown.map(ToOwned::to_owned),
        shown: shown.map(ToOwned::to_owned),
        is_refused: false,
        idle: LEFT,
        frame,
    });
    let (mut has_focus, mut is_cancelled) = (false, false);
    for (number, text) in draft.texts.iter_mut().enumerate() {
        let field = draw(ui, number, text, ids[number]);
        if field.gained_focus() {
            select_all(ui.ctx(), ids[number], text.chars().count());
        }
        has_focus |= field.has_focus();
        is_cancelled |=
            field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Escape));
    }
    let was_edited = draft.idle < LEFT;
    draft.idle = if has_focus {
        0
    } else {
        draft.idle.saturating_add(1)
    };
    draft.frame = frame;
    if is_cancelled || (!has_focus && draft.texts.iter().eq(shown.iter())) {
        ui.data_mut(|data| data.remove::<Draft<N>>(id));
        return Ok(None);
    }
    // With one field, the first frame without the focus is enough.
    let is_left = was_edited && (draft.idle >= LEFT || (N == 1 && !has_focus));
    let value = check(&draft.texts);
    if is_left && value.is_ok() {
        ui.data_mut(|data| data.remove::<Draft<N>>(id));
        return value.map(Some);
    }
    draft.is_refused |= is_left;
    let is_refused = draft.is_refused;
    if was_edited && !has_focus {
        ui.ctx().request_repaint();
    }
    ui.data_mut(|data| data.insert_temp(id, draft));
    if is_refused {
        value.map(|_| None)
    } else {
        Ok(None)
    }
}

/// Selects the whole text of a field, so that typing replaces it.
fn select_all(context: &egui::Context, id: egui::Id, length: usize) {
    let Some(mut state) = egui::TextEdit::load_state(context, id) else {
        return;
    };
    let [start, end] = [0, length].map(egui::text::CCursor::new);
    state
        .cursor
        .set_char_range(Some(egui::text::CCursorRange::two(start, end)));
    state.store(context, id);
}
