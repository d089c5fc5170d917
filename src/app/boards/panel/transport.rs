//! Playback controls: buttons, speed and the seek bar.

use bevy_egui::egui::{self, Sense, Stroke, Ui, pos2, vec2};

use crate::app::Phrase;
use crate::app::boards::{Model, Speed};
use crate::app::command::{PlayCommand, StepSize};
use crate::app::common::words::thousands;
use crate::app::widgets::icon_button::{Sign, icon_button, letter_button};
use crate::app::widgets::{choice, theme};
use crate::picture::palette;

/// Draws the five playback buttons.
pub fn buttons(ui: &mut Ui, model: &Model) {
    use Sign::{Bar, Wedge};
    let play = Sign::play_or_pause(model.playback.playing);
    ui.spacing_mut().item_spacing.x = 4.0;
    for (icon, command) in [
        (&[Bar(-6.0, 2.5), Wedge(1.5, -1.0)][..], PlayCommand::First),
        (&[Bar(5.0, 2.5), Wedge(-1.5, -1.0)], PlayCommand::Back),
        (play, PlayCommand::Toggle),
        (&[Bar(-5.0, 2.5), Wedge(1.5, 1.0)], PlayCommand::Forward),
        (&[Bar(6.0, 2.5), Wedge(-1.5, 1.0)], PlayCommand::Last),
    ] {
        let response = icon_button(ui, icon, command == PlayCommand::Toggle);
        model.on_click(&response.on_hover_text(model.tip(command)), command);
    }
}

/// Draws the choice of the step size for a single search; boards use their clock instead.
pub fn step_size(ui: &mut Ui, model: &Model) {
    let step = model.playback.step;
    let list = egui::ComboBox::from_id_salt("step").width(92.0);
    if let Some(size) = choice(ui, list, step, &StepSize::ALL, |size| model.text(size.title())) {
        model.wish(PlayCommand::StepSize(size));
    }
}

/// Draws the playback speed and its slider, from right to left.
///
/// The right end of the slider is as fast as possible.
pub fn speed(ui: &mut Ui, model: &Model) {
    let speed = model.playback.speed;
    let steps = speed.per_second().map(|steps| Phrase::PerSecond.with("steps", thousands(steps.into())));
    let text = model.say(steps.unwrap_or(Phrase::Fastest.into()));
    ui.add_sized([SPEED_TEXT, 18.0], egui::Label::new(text));
    let has_slider = ui.available_width() >= SLIDER + BAR;
    letter_button(ui, model, Phrase::Plus, PlayCommand::Faster);
    if has_slider {
        speed_slider(ui, model);
    }
    letter_button(ui, model, Phrase::Minus, PlayCommand::Slower);
}

/// Minimum width of the bar beside the speed slider.
const BAR: f32 = 340.0;
/// Width of the longest speed text.
const SPEED_TEXT: f32 = 80.0;

/// Width of the speed slider.
const SLIDER: f32 = 72.0;

fn speed_slider(ui: &mut Ui, model: &Model) {
    let speed = model.playback.speed;
    let (rect, response) = ui.allocate_exact_size(vec2(SLIDER, 24.0), Sense::click_and_drag());
    let most = f32::from(Speed::FASTEST.notch());
    let part = f32::from(speed.notch()) / most;
    let y = rect.center().y;
    ui.painter()
        .line_segment([pos2(rect.left(), y), pos2(rect.right(), y)], Stroke::new(3.0, theme::color(palette::RAISED)));
    ui.painter().circle_filled(pos2(rect.left() + part * rect.width(), y), 6.0, theme::color(palette::TEXT));
    if let Some(at) = response.interact_pointer_pos() {
        let wanted = ((at.x - rect.left()) / rect.width()).clamp(0.0, 1.0) * most;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most the fastest notch")]
        let notch = wanted.round() as u8;
        if notch != speed.notch() {
            model.wish(PlayCommand::Speed(notch));
        }
    }
}

/// Draws a bar from 0 to `length` with a knob; returns the position to which it was dragged.
///
/// `draw` adds marks. It receives the x coordinate of each position and the y coordinate of the line.
#[expect(clippy::cast_precision_loss, reason = "places on a bar of some hundred points")]
pub fn track(
    ui: &mut Ui,
    length: usize,
    here: usize,
    draw: impl FnOnce(&egui::Painter, &dyn Fn(usize) -> f32, f32),
) -> (egui::Response, Option<usize>) {
    let width = (ui.available_width() - 8.0).max(60.0);
    let (rect, response) = ui.allocate_exact_size(vec2(width, 40.0), Sense::click_and_drag());
    let response = response.on_hover_cursor(egui::CursorIcon::PointingHand);
    let whole = length.max(1);
    let x = |position: usize| rect.left() + 8.0 + (rect.width() - 16.0) * position as f32 / whole as f32;
    let y = rect.top() + 14.0;
    let painter = ui.painter();
    let line = |from: f32, to: f32, color| {
        painter.line_segment([pos2(from, y), pos2(to, y)], Stroke::new(4.0, theme::color(color)))
    };
    line(x(0), x(whole), palette::RAISED);
    line(x(0), x(here), palette::ACCENT);
    draw(painter, &x, y);
    painter.circle_filled(pos2(x(here), y), 8.0, theme::color(palette::TEXT));
    painter.circle_filled(pos2(x(here), y), 5.5, theme::color(palette::ACCENT));
    // Not in the frame of the release, or a key pressed in that frame would have no effect.
    let held = response.is_pointer_button_down_on() || response.clicked();
    let wanted = response.interact_pointer_pos().filter(|_| held).map(|at| {
        let part = ((at.x - rect.left() - 8.0) / (rect.width() - 16.0)).clamp(0.0, 1.0);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a part of a length")]
        let position = (f64::from(part) * whole as f64).round() as usize;
        position
    });
    (response, wanted.filter(|position| *position != here))
}
