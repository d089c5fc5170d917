//! The controls of the player: buttons, step size, speed, the time line, and the clock that all
//! boards share.

use core::time::Duration;

use bevy_egui::egui::{self, Align, FontId, Layout, RichText, Sense, Stroke, Ui, pos2, vec2};
use gridwalk_explain::duration;
use gridwalk_level::Clock;

use crate::app::Phrase;
use crate::app::boards::{BoardsModel, Speed};
use crate::app::command::{CompareCommand, PlayCommand, StepSize};
use crate::app::common::words::thousands;
use crate::app::widgets::{Sign, choice, cut, icon_button, letter_button, theme};
use crate::picture::palette;

/// Draws the five playback buttons.
pub fn buttons(ui: &mut Ui, model: &BoardsModel) {
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
pub fn step_size(ui: &mut Ui, model: &BoardsModel) {
    let step = model.playback.step;
    let list = egui::ComboBox::from_id_salt("step").width(92.0);
    if let Some(size) = choice(ui, list, step, &StepSize::ALL, |size| {
        model.text(size.title())
    }) {
        model.wish(PlayCommand::StepSize(size));
    }
}

/// Draws the playback speed and its slider, from right to left.
///
/// The right end of the slider is as fast as possible.
pub fn speed(ui: &mut Ui, model: &BoardsModel) {
    let speed = model.playback.speed;
    let steps = speed
        .per_second()
        .map(|steps| Phrase::PerSecond.with("steps", thousands(steps.into())));
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
const SLIDER: f32 = 84.0;
/// Radius of the slider's knob.
const KNOB: f32 = 6.0;

fn speed_slider(ui: &mut Ui, model: &BoardsModel) {
    let speed = model.playback.speed;
    let (rect, response) = ui.allocate_exact_size(vec2(SLIDER, 24.0), Sense::click_and_drag());
    let most = f32::from(Speed::FASTEST.notch());
    let part = f32::from(speed.notch()) / most;
    let y = rect.center().y;
    // The knob is whole at both ends.
    let line = rect.x_range().shrink(KNOB);
    ui.painter()
        .hline(line, y, Stroke::new(3.0, theme::color(palette::RAISED)));
    ui.painter().circle_filled(
        pos2(egui::lerp(line, part), y),
        KNOB,
        theme::color(palette::TEXT),
    );
    if let Some(at) = response.interact_pointer_pos() {
        let wanted = egui::remap_clamp(at.x, line, 0.0..=most);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "at most the fastest notch"
        )]
        let notch = wanted.round() as u8;
        if notch != speed.notch() {
            model.wish(PlayCommand::Speed(notch));
        }
    }
}

/// Draws a bar from 0 to `length` with a knob; returns the position to which it was dragged.
///
/// `draw` adds marks. It receives the x coordinate of each position and the y coordinate of the
/// line.
#[expect(
    clippy::cast_precision_loss,
    reason = "places on a bar of some hundred points"
)]
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
    let x = |position: usize| {
        rect.left() + 8.0 + (rect.width() - 16.0) * position as f32 / whole as f32
    };
    let y = rect.top() + 14.0;
    let painter = ui.painter();
    let line = |from: f32, to: f32, color| {
        painter.line_segment(
            [pos2(from, y), pos2(to, y)],
            Stroke::new(4.0, theme::color(color)),
        )
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
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a part of a length"
        )]
        let position = (f64::from(part) * whole as f64).round() as usize;
        position
    });
    (response, wanted.filter(|position| *position != here))
}

/// Draws the choice of the clock that synchronizes all boards.
pub fn choose_clock(ui: &mut Ui, model: &BoardsModel) {
    let list = egui::ComboBox::from_id_salt("clock").width(104.0);
    let title = |clock: Clock| {
        model.text(match clock {
            Clock::Expansions => Phrase::ByExpansions,
            Clock::Events => Phrase::ByEvents,
            Clock::MeasuredTime => Phrase::ByTime,
        })
    };
    if let Some(clock) = choice(ui, list, model.boards.clock, &Clock::ALL, title) {
        model.wish(CompareCommand::Clock(clock));
    }
}

/// Draws the reading of the clock and its end.
pub fn clock_reading(ui: &mut Ui, model: &BoardsModel) {
    let boards = &model.boards;
    let phrase = match boards.clock {
        Clock::Expansions => Phrase::StepOf,
        Clock::Events => Phrase::EventOf,
        Clock::MeasuredTime => Phrase::TimeOf,
    };
    let reading = phrase
        .with("number", on_clock(model, boards.at))
        .with("count", on_clock(model, boards.end()));
    ui.label(RichText::new(model.say(reading)).strong());
}

fn on_clock(model: &BoardsModel, at: u64) -> String {
    match model.boards.clock {
        Clock::MeasuredTime if model.script.is_repeatable() => "–".to_owned(),
        Clock::MeasuredTime => duration(Duration::from_nanos(at)),
        Clock::Expansions | Clock::Events => thousands(at),
    }
}

/// Draws the sentence on the winning boards.
pub fn clock_winner(ui: &mut Ui, model: &BoardsModel) {
    let size = vec2(ui.available_width(), 18.0);
    ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
        let sentence = best(model);
        ui.add(cut(RichText::new(&sentence).size(theme::SMALL)))
            .on_hover_text(sentence);
    });
}

/// Describes the winning boards, or the reason why there is no winner yet.
fn best(model: &BoardsModel) -> String {
    if model.hides_outcomes() {
        return model.text(Phrase::HiddenWhileAsked).to_owned();
    }
    // Repeatable pictures show no measured time.
    let is_measured = model.boards.clock == Clock::MeasuredTime && model.script.is_repeatable();
    let clock = if is_measured {
        Clock::Events
    } else {
        model.boards.clock
    };
    match model.boards.comparison() {
        // The winners are shown only after the race.
        Some(_) if !model.tells_outcomes() => String::new(),
        Some(boards) => {
            let refused = model
                .boards
                .refused()
                .map(|place| model.say(Phrase::RefusedBoard.with("number", place + 1)));
            let sentences: Vec<_> = [boards.winner(clock, model.language())]
                .into_iter()
                .chain(refused)
                .collect();
            model.language().join(&sentences)
        }
        None if model.boards.is_busy() => model.text(Phrase::Searching).to_owned(),
        None => model.text(Phrase::NothingToCompare).to_owned(),
    }
}

/// Draws a tick at the end of each board, once the ends may be shown.
pub fn clock_ends(
    model: &BoardsModel,
    painter: &egui::Painter,
    x: &dyn Fn(usize) -> f32,
    y: f32,
    right: f32,
) {
    let boards = &model.boards;
    let mut ends: Vec<(u64, Vec<usize>)> = Vec::new();
    for (place, run) in boards.runs().enumerate().filter(|_| model.tells_outcomes()) {
        let Some(end) = run.map(|run| run.board().end(boards.clock)) else {
            continue;
        };
        match ends.iter_mut().find(|(at, _)| *at == end) {
            Some((_, places)) => places.push(place + 1),
            None => ends.push((end, vec![place + 1])),
        }
    }
    ends.sort_unstable();
    let ends = ends.into_iter().map(|(end, places)| {
        let numbers: Vec<_> = places.iter().map(ToString::to_string).collect();
        (
            x(usize::try_from(end).unwrap_or(usize::MAX)),
            [model.list(numbers), on_clock(model, end)],
        )
    });
    let ends: Vec<_> = ends.collect();
    for (at, _) in &ends {
        painter.line_segment(
            [pos2(*at, y - 8.0), pos2(*at, y + 8.0)],
            Stroke::new(2.0, theme::color(palette::OK)),
        );
    }
    // Numbers without the readings where these have no room.
    let texts: [fn(&[String; 2]) -> String; 2] = [
        |[places, reading]| format!("{places}: {reading}"),
        |[places, _]| places.clone(),
    ];
    for text in texts {
        let lay = |words| {
            painter.layout_no_wrap(
                text(words),
                FontId::proportional(theme::SMALL),
                theme::color(palette::MUTED),
            )
        };
        let galleys: Vec<_> = ends.iter().map(|(_, words)| lay(words)).collect();
        let wanted = ends
            .iter()
            .zip(&galleys)
            .map(|((at, _), galley)| (*at, galley.size().x));
        let Some(lefts) = apart(wanted.collect(), [x(0), right]) else {
            continue;
        };
        for (left, galley) in lefts.into_iter().zip(galleys) {
            painter.galley(pos2(left, y + 9.0), galley, theme::color(palette::MUTED));
        }
        return;
    }
}

/// Returns the left edges of texts that stand near their places without touching; `None` if they do
/// not fit.
///
/// `wanted` are middles and widths from left to right, and `ends` the room.
fn apart(wanted: Vec<(f32, f32)>, [left, right]: [f32; 2]) -> Option<Vec<f32>> {
    const GAP: f32 = 8.0;
    let mut lefts = Vec::with_capacity(wanted.len());
    let mut free_from = left;
    for (middle, width) in &wanted {
        lefts.push((middle - width / 2.0).max(free_from));
        free_from = lefts[lefts.len() - 1] + width + GAP;
    }
    let mut free_to = right;
    for (place, (_, width)) in lefts.iter_mut().zip(&wanted).rev() {
        *place = place.min(free_to - width);
        free_to = *place - GAP;
    }
    lefts
        .first()
        .is_none_or(|first| *first >= left)
        .then_some(lefts)
}

#[cfg(test)]
mod tests {
    use super::apart;

    /// The end of the last board had no text where those before it reached the edge.
    #[test]
    fn texts_at_the_edge_move_to_the_left() {
        assert_eq!(
            apart(vec![(50.0, 20.0), (95.0, 20.0), (98.0, 20.0)], [0.0, 100.0]),
            Some(vec![24.0, 52.0, 80.0])
        );
        assert_eq!(
            apart(vec![(50.0, 20.0), (80.0, 20.0)], [0.0, 100.0]),
            Some(vec![40.0, 70.0])
        );
        assert_eq!(apart(vec![(50.0, 60.0), (80.0, 60.0)], [0.0, 100.0]), None);
    }
}
