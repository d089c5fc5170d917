//! A segmented control: several words, one of which is chosen.

use bevy_egui::egui::{self, Color32, CursorIcon, RichText, TextStyle, Ui, vec2};

use super::{Form, Model, theme};
use crate::app::Phrase;
use crate::app::command::Toggle;
use crate::picture::palette;

/// One word of a segmented control.
pub struct Segment {
    /// The word.
    pub title: &'static str,
    /// Whether the word is chosen.
    pub is_chosen: bool,
    /// The tooltip: the effect of the word, and its keys.
    pub tip: String,
}

/// Space inside the control's edge, between two words, and around a word, in points; less in a small window.
const EDGE: i8 = 2;
const GAP: f32 = 2.0;
const AROUND: f32 = 10.0;
const AROUND_SMALL: f32 = 5.0;

/// Draws the words side by side; returns the number of a word that was clicked and not chosen.
///
/// All words together are `width` points wide, or as wide as they need.
pub fn segmented(ui: &mut Ui, width: Option<f32>, segments: &[Segment]) -> Option<usize> {
    let form = Form::of(ui.ctx());
    let height = form.control(theme::ROW);
    let around = fitting(ui, if form.is_small() { AROUND_SMALL } else { AROUND }, segments);
    let frame = egui::Frame::new().fill(theme::color(palette::RAISED)).corner_radius(6).inner_margin(EDGE);
    let mut clicked = None;
    let edge = f32::from(EDGE);
    frame.show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = GAP;
            ui.spacing_mut().button_padding = vec2(around, 0.0);
            #[expect(clippy::cast_precision_loss, reason = "a few words")]
            let count = segments.len() as f32;
            let each = width.map_or(0.0, |all| (all - 2.0 * edge - GAP * (count - 1.0)) / count);
            for (number, Segment { title, is_chosen, tip }) in segments.iter().enumerate() {
                let ink = theme::color(if *is_chosen { palette::TEXT } else { palette::MUTED });
                let fill = if *is_chosen { theme::chosen() } else { Color32::TRANSPARENT };
                let button = egui::Button::new(RichText::new(*title).color(ink)).fill(fill).corner_radius(5);
                let button = ui.add(button.min_size(vec2(each, height - 2.0 * edge)));
                let button = button.on_hover_text(tip).on_hover_cursor(CursorIcon::PointingHand);
                if button.clicked() && !is_chosen {
                    clicked = Some(number);
                }
            }
        });
    });
    clicked
}

/// Returns the space around each word: `around`, or less where that would not fit into the row.
fn fitting(ui: &Ui, around: f32, segments: &[Segment]) -> f32 {
    let font = TextStyle::Button.resolve(ui.style());
    let width_of =
        |segment: &Segment| ui.painter().layout_no_wrap(segment.title.into(), font.clone(), Color32::WHITE).size().x;
    #[expect(clippy::cast_precision_loss, reason = "a few words")]
    let count = segments.len() as f32;
    let room = ui.available_width() - 2.0 * f32::from(EDGE) - GAP * (count - 1.0);
    let left = room - segments.iter().map(width_of).sum::<f32>();
    (left / (2.0 * count)).floor().clamp(1.0, around)
}

/// Draws two words for a toggle: off and on.
pub fn two(ui: &mut Ui, model: &Model, toggle: Toggle, titles: [Phrase; 2]) {
    let segments = [false, true].map(|on| Segment {
        title: model.text(titles[usize::from(on)]),
        is_chosen: model.is_on(toggle) == on,
        tip: model.tip(toggle),
    });
    if segmented(ui, None, &segments).is_some() {
        model.wish(toggle);
    }
}

/// Draws the choice for a click on the map: `does`, or the next terrain for the cell.
pub fn clicks(ui: &mut Ui, model: &Model, does: Phrase) {
    ui.label(theme::muted(model.text(Phrase::AClick)));
    two(ui, model, Toggle::Terrain, [does, Phrase::ClickNextTerrain]);
}
