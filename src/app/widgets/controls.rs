//! Segmented controls, and buttons with icons.
//!
//! A segmented control shows several words, one of which is chosen. Icons are drawn from bars and
//! wedges, since no font has all of them.

use bevy_egui::egui::{
    self, Color32, CursorIcon, Pos2, Response, RichText, Sense, Shape, Stroke, TextStyle, Ui, Vec2,
    vec2,
};

use super::{Form, PanelModel, theme};
use crate::app::command::Toggle;
use crate::app::{AppCommand, Phrase};
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

/// Space inside the control's edge, between two words, and around a word, in points; less in a
/// small window.
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
    let around = fitting(
        ui,
        if form.is_small() {
            AROUND_SMALL
        } else {
            AROUND
        },
        segments,
    );
    let frame = egui::Frame::new()
        .fill(theme::color(palette::RAISED))
        .corner_radius(6)
        .inner_margin(EDGE);
    let mut clicked = None;
    let edge = f32::from(EDGE);
    frame.show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = GAP;
            ui.spacing_mut().button_padding = vec2(around, 0.0);
            #[expect(clippy::cast_precision_loss, reason = "a few words")]
            let count = segments.len() as f32;
            let each = width.map_or(0.0, |all| (all - 2.0 * edge - GAP * (count - 1.0)) / count);
            for (
                number,
                Segment {
                    title,
                    is_chosen,
                    tip,
                },
            ) in segments.iter().enumerate()
            {
                let ink = theme::color(if *is_chosen {
                    palette::TEXT
                } else {
                    palette::MUTED
                });
                let fill = if *is_chosen {
                    theme::chosen()
                } else {
                    Color32::TRANSPARENT
                };
                let button = egui::Button::new(RichText::new(*title).color(ink))
                    .fill(fill)
                    .corner_radius(5);
                let button = ui.add(button.min_size(vec2(each, height - 2.0 * edge)));
                let button = button
                    .on_hover_text(tip)
                    .on_hover_cursor(CursorIcon::PointingHand);
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
    let width_of = |segment: &Segment| {
        ui.painter()
            .layout_no_wrap(segment.title.into(), font.clone(), Color32::WHITE)
            .size()
            .x
    };
    #[expect(clippy::cast_precision_loss, reason = "a few words")]
    let count = segments.len() as f32;
    let room = ui.available_width() - 2.0 * f32::from(EDGE) - GAP * (count - 1.0);
    let left = room - segments.iter().map(width_of).sum::<f32>();
    (left / (2.0 * count)).floor().clamp(1.0, around)
}

/// Draws two words for a toggle: off and on.
pub fn two(ui: &mut Ui, model: &PanelModel, toggle: Toggle, titles: [Phrase; 2]) {
    let segments = [false, true].map(|on| Segment {
        title: model.text(titles[usize::from(on)]),
        is_chosen: model.is_on(toggle) == on,
        tip: model.tip(toggle),
    });
    if segmented(ui, None, &segments).is_some() {
        model.wish(toggle);
    }
}

/// Returns the width of buttons with these texts in a row, in points.
pub fn row_width(ui: &Ui, model: &PanelModel, texts: impl IntoIterator<Item = Phrase>) -> f32 {
    let font = TextStyle::Button.resolve(ui.style());
    let around = 2.0 * ui.spacing().button_padding.x + ui.spacing().item_spacing.x;
    let text = |phrase| {
        ui.painter()
            .layout_no_wrap(model.text(phrase).to_owned(), font.clone(), Color32::WHITE)
    };
    let texts = texts.into_iter();
    texts.map(|phrase| text(phrase).size().x + around).sum()
}

/// Draws the choice for a click on the map: `does`, or the next terrain for the cell.
pub fn clicks(ui: &mut Ui, model: &PanelModel, does: Phrase) {
    ui.label(theme::muted(model.text(Phrase::AClick)));
    two(ui, model, Toggle::Terrain, [does, Phrase::ClickNextTerrain]);
}

/// A part of a button's icon.
#[derive(Clone, Copy)]
pub enum Sign {
    /// A bar: the horizontal position of its middle, and its width.
    Bar(f32, f32),
    /// A wedge to the right: the horizontal position of its middle, and its scale; negative points
    /// left.
    Wedge(f32, f32),
    /// A circular arrow.
    Round,
}

impl Sign {
    /// Returns two bars while something plays, otherwise a wedge.
    pub const fn play_or_pause(is_playing: bool) -> &'static [Self] {
        if is_playing {
            &[Self::Bar(-3.0, 3.5), Self::Bar(3.0, 3.5)]
        } else {
            &[Self::Wedge(0.5, 1.3)]
        }
    }
}

/// Draws a button with an icon; the most used button has the accent colour.
pub fn icon_button(ui: &mut Ui, sign: &[Sign], has_accent: bool) -> Response {
    let form = Form::of(ui.ctx());
    let (rect, response) =
        ui.allocate_exact_size(vec2(form.control(30.0), form.control(28.0)), Sense::click());
    let ground = if has_accent {
        palette::ACCENT
    } else if response.hovered() {
        palette::HOVERED
    } else {
        palette::RAISED
    };
    let ink = theme::color(if has_accent {
        palette::BACKGROUND
    } else {
        palette::TEXT
    });
    let painter = ui.painter();
    painter.rect_filled(rect, 6.0, theme::color(ground));
    if response.has_focus() {
        painter.rect_stroke(
            rect,
            6.0,
            Stroke::new(1.0, theme::color(palette::TEXT)),
            egui::StrokeKind::Outside,
        );
    }
    let c = rect.center();
    painter.extend(sign.iter().flat_map(|sign| shapes(*sign, c, ink)));
    response
}

/// Draws a button of the same size, with a one-letter word, for a command of the shortcut table.
pub fn letter_button(
    ui: &mut Ui,
    model: &PanelModel,
    letter: Phrase,
    command: impl Into<AppCommand>,
) {
    let form = Form::of(ui.ctx());
    let command = command.into();
    let button = egui::Button::new(model.text(letter))
        .min_size(vec2(form.control(30.0), form.control(28.0)));
    model.on_click(
        &ui.add(button).on_hover_text(model.tip(command.clone())),
        command,
    );
}

/// Returns the shapes of a part of an icon, around the middle of its button.
fn shapes(sign: Sign, c: Pos2, ink: Color32) -> Vec<Shape> {
    vec![match sign {
        Sign::Bar(x, width) => {
            let rect = egui::Rect::from_center_size(c + vec2(x, 0.0), vec2(width, 11.0));
            Shape::rect_filled(rect, 0.0, ink)
        }
        Sign::Wedge(x, side) => {
            let points = [
                vec2(x - 4.0 * side, -5.5),
                vec2(x + 4.5 * side, 0.0),
                vec2(x - 4.0 * side, 5.5),
            ];
            Shape::convex_polygon(points.map(|point| c + point).to_vec(), ink, Stroke::NONE)
        }
        Sign::Round => {
            let on_circle = |degrees: f32| c + 5.5 * Vec2::angled(degrees.to_radians());
            let points = (0..=12_u8)
                .map(|step| on_circle(-30.0 + 24.0 * f32::from(step)))
                .collect();
            let head = on_circle(-30.0);
            let tip = [vec2(-5.5, -0.5), vec2(1.5, -4.5), vec2(2.0, 2.5)];
            let head =
                Shape::convex_polygon(tip.map(|point| head + point).to_vec(), ink, Stroke::NONE);
            return vec![Shape::line(points, Stroke::new(1.8, ink)), head];
        }
    }]
}
