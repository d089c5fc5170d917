//! Buttons with icons drawn from bars and wedges, since no font has all of them.

use bevy_egui::egui::{self, Color32, Pos2, Response, Sense, Shape, Stroke, Ui, Vec2, vec2};

use super::{Form, PanelModel, theme};
use crate::app::{AppCommand, Phrase};
use crate::picture::palette;

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
