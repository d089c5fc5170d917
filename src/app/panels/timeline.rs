//! The time line under the map: where the watched search stands, and everything that moves it.

use bevy_egui::egui::text::LayoutJob;
use bevy_egui::egui::{self, Align, Layout, Margin, RichText, Sense, Stroke, Ui, pos2, vec2};
use gridwalk_explain::{Breakpoint, StepDetail, Timeline};
use gridwalk_level::Ask;
use gridwalk_pathfinding::SearchEvent;

use super::widgets::{at_the_right, button, choice, ground};
use super::{Model, theme};
use crate::app::command::{PlayCommand, WatchCommand};
use crate::app::watch::{Run, Speed, StepSize};
use crate::app::words::thousands;
use crate::app::{Phrase, Sentence};
use crate::picture::palette;

/// Lines of the sentence, and how high they are together.
const LINES: usize = 2;
const SENTENCE: f32 = 36.0;
/// The same where there is little room beside each other.
const LINES_NARROW: usize = 3;
const SENTENCE_NARROW: f32 = 52.0;

/// Where breakpoints and layers lie on the bar, found once for each recording.
#[derive(Default)]
pub struct Ticks {
    generation: u64,
    wanted: Vec<Breakpoint>,
    /// Position and F of each layer, as far as they are far enough apart.
    layers: Vec<(usize, String)>,
    stops: Vec<usize>,
}

impl Ticks {
    fn update(&mut self, model: &Model, run: &Run) {
        let playback = &model.watching.playback;
        if self.generation == model.watching.recording.generation && self.wanted == playback.stops {
            return;
        }
        self.generation = model.watching.recording.generation;
        self.wanted.clone_from(&playback.stops);
        let units = run.question.query.options.units();
        let mut cursor = run.timeline.clone();
        cursor.seek(0);
        self.layers.clear();
        // A layer ends where the next begins; its F is that of its first expansion.
        let apart = (cursor.len() / 400).max(1);
        while cursor.position() < cursor.len() {
            let begin = cursor.position();
            cursor.seek(cursor.next_expansion(begin));
            if let Some(f) = cursor.layer().and_then(|layer| layer.f) {
                self.layers.push((begin, units.format(f)));
            }
            // No two ticks closer than can be told apart.
            cursor.seek((begin + apart).min(cursor.len()).saturating_sub(1).max(begin));
            cursor.seek(cursor.next_layer(cursor.position()));
        }
        self.stops.clear();
        if !self.wanted.is_empty() {
            for position in 1..=cursor.len() {
                let far = self.stops.last().is_none_or(|last| position >= last + apart);
                if far && run.timeline.stops_at(&self.wanted, position) {
                    self.stops.push(position);
                }
            }
        }
    }
}

pub(super) fn draw(root: &mut Ui, model: &Model, ticks: &mut Ticks) {
    let frame = ground(Margin::symmetric(theme::PADDING, 8));
    // Where there is little room the bar has a row of its own.
    let is_narrow = root.available_width() < ONE_ROW;
    let height = if is_narrow { 160.0 } else { 104.0 };
    egui::Panel::bottom("timeline").exact_size(height).resizable(false).frame(frame).show(root, |ui| {
        let Some(run) = &model.watching.recording.shown else {
            return nothing_to_play(ui, model);
        };
        ticks.update(model, run);
        sentence(ui, model, run, is_narrow);
        ui.add_space(2.0);
        if is_narrow {
            bar(ui, model, run, ticks);
        }
        ui.horizontal(|ui| {
            buttons(ui, model);
            at_the_right(ui, |ui| {
                speed(ui, model);
                if !is_narrow {
                    ui.add_space(8.0);
                    bar(ui, model, run, ticks);
                }
            });
        });
    });
}

/// Points that buttons, bar and speed need beside each other.
pub(super) const ONE_ROW: f32 = 760.0;

/// Why there is nothing to play, and what can be done about it.
fn nothing_to_play(ui: &mut Ui, model: &Model) {
    let recording = &model.watching.recording;
    ui.horizontal(|ui| {
        if recording.slow().is_some() {
            under_way(ui, model);
        } else if let Some(expanded) = recording.cancelled {
            ui.label(theme::muted(model.say(Phrase::CancelledAfter.with("expanded", thousands(expanded)))));
            model.on_click(&ui.button(model.text(Phrase::SearchAgain)), WatchCommand::SearchAgain);
        } else {
            // Why not is said in the side panel.
            let phrase = if recording.refused.is_some() { Phrase::NothingToPlay } else { Phrase::Searching };
            ui.label(theme::muted(model.text(phrase)));
        }
    });
}

/// How far a long search has come, and what ends it.
fn under_way(ui: &mut Ui, model: &Model) {
    let Some((expanded, since)) = model.watching.recording.slow() else { return };
    ui.add(egui::Spinner::new().size(14.0));
    let since = format!("{:.1}", since.as_secs_f32());
    let text = Phrase::SearchingSoFar.with("expanded", thousands(expanded)).with("seconds", since);
    ui.label(theme::muted(model.say(text)));
    button(ui, model, Phrase::Cancel, WatchCommand::Cancel);
}

/// Which step it is, and what it did.
fn sentence(ui: &mut Ui, model: &Model, run: &Run, is_narrow: bool) {
    let timeline = &run.timeline;
    let playback = &model.watching.playback;
    let (n, of) = match playback.step {
        StepSize::Event => (timeline.position() as u64, timeline.len() as u64),
        _ => (timeline.marks().counters().expanded, timeline.marks_at(timeline.len()).counters().expanded),
    };
    let phrase = if playback.step == StepSize::Event { Phrase::EventOf } else { Phrase::StepOf };
    let step = model.say(phrase.with("number", thousands(n)).with("count", thousands(of)));
    let (lines, height) = if is_narrow { (LINES_NARROW, SENTENCE_NARROW) } else { (LINES, SENTENCE) };
    let size = vec2(ui.available_width(), height);
    ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Min), |ui| {
        ui.set_min_height(height);
        ui.label(RichText::new(step).strong());
        ui.add_space(6.0);
        if model.watching.recording.slow().is_some() {
            return under_way(ui, model);
        }
        if model.hides_answers() && !matches!(model.lesson.asks(), Some(Ask::Next(_))) {
            return drop(ui.label(theme::muted(model.text(Phrase::HiddenWhileAsked)).size(12.5)));
        }
        let step =
            gridwalk_explain::step(&where_to_explain(timeline, playback.step), model.language(), StepDetail::Brief);
        let font = egui::FontId::proportional(12.5);
        let explained = with_layer(model, run, step);
        let mut text = LayoutJob::simple(explained, font, theme::color(palette::TEXT), ui.available_width());
        text.wrap.max_rows = lines;
        // Where it is cut short, pointing at it shows the whole.
        ui.label(ui.painter().layout_job(text));
    });
}

/// Where steps are layers, also how much of this one is done.
fn with_layer(model: &Model, run: &Run, step: String) -> String {
    let layer = run.timeline.layer().filter(|_| model.watching.playback.step == StepSize::Layer);
    let Some((layer, f)) = layer.and_then(|layer| Some((layer, layer.f?))) else { return step };
    let f = run.question.query.options.units().format(f);
    let (expanded, of) = (thousands(layer.expanded.into()), thousands(layer.of.into()));
    model.say(Phrase::LayerStep.with("f", f).with("expanded", expanded).with("count", of).with("step", step))
}

/// A whole expansion is explained where it began; a single event and the end where they are.
fn where_to_explain(timeline: &Timeline, step: StepSize) -> Timeline {
    let mut at = timeline.clone();
    let here = timeline.position();
    let ended = here == timeline.len() || here == 0;
    let is_expansion = |number| matches!(timeline.trace().event(number), Some(SearchEvent::Expanded { .. }));
    if step != StepSize::Event && !ended && !is_expansion(here - 1) {
        let began = timeline.previous_expansion(here);
        at.seek(if began == 0 { here } else { began });
    }
    at
}

pub(super) fn buttons(ui: &mut Ui, model: &Model) {
    use Sign::{Bar, Wedge};
    let is_playing = model.watching.playback.playing;
    let play: &[Sign] = if is_playing { &[Bar(-3.0, 3.5), Bar(3.0, 3.5)] } else { &[Wedge(0.5, 1.3)] };
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
    // Boards go by their clock. The smallest window has no room for it; there it is changed by its key.
    if model.compares() || ui.available_width() < STEP_AND_SPEED {
        return;
    }
    let step = model.watching.playback.step;
    let list = egui::ComboBox::from_id_salt("step").width(92.0);
    if let Some(size) = choice(ui, list, step, &StepSize::ALL, |size| model.text(size.title())) {
        model.wish(PlayCommand::StepSize(size));
    }
}

/// Points that the step size and the speed need beside each other.
const STEP_AND_SPEED: f32 = 250.0;

/// A part of what is drawn on a button: no face has all of them.
#[derive(Clone, Copy)]
enum Sign {
    /// Where its middle is, and how wide it is.
    Bar(f32, f32),
    /// Where its middle is, and how far it points to the right.
    Wedge(f32, f32),
}

fn icon_button(ui: &mut Ui, icon: &[Sign], accent: bool) -> egui::Response {
    let (rect, response) = ui.allocate_exact_size(vec2(30.0, 28.0), Sense::click());
    let ground = if accent {
        palette::ACCENT
    } else if response.hovered() {
        palette::HOVERED
    } else {
        palette::RAISED
    };
    let ink = theme::color(if accent { palette::BACKGROUND } else { palette::TEXT });
    let painter = ui.painter();
    painter.rect_filled(rect, 6.0, theme::color(ground));
    if response.has_focus() {
        painter.rect_stroke(rect, 6.0, Stroke::new(1.0, theme::color(palette::TEXT)), egui::StrokeKind::Outside);
    }
    let c = rect.center();
    painter.extend(icon.iter().map(|sign| match *sign {
        Sign::Bar(x, width) => {
            let rect = egui::Rect::from_center_size(c + vec2(x, 0.0), vec2(width, 11.0));
            egui::Shape::rect_filled(rect, 0.0, ink)
        }
        Sign::Wedge(x, side) => {
            let points = [vec2(x - 4.0 * side, -5.5), vec2(x + 4.5 * side, 0.0), vec2(x - 4.0 * side, 5.5)];
            egui::Shape::convex_polygon(points.map(|point| c + point).to_vec(), ink, Stroke::NONE)
        }
    }));
    response
}

/// How fast, and as fast as possible at the right end; --- and +++ as the tutorials have them.
pub(super) fn speed(ui: &mut Ui, model: &Model) {
    let speed = model.watching.playback.speed;
    let steps = speed.per_second().map(|steps| Phrase::PerSecond.with("steps", thousands(steps.into())));
    let text = model.say(steps.unwrap_or(Phrase::Fastest.into()));
    ui.add_sized([64.0, 18.0], egui::Label::new(RichText::new(text).size(12.5)));
    let faster = ui.button("+++").on_hover_text(model.tip(PlayCommand::Faster));
    model.on_click(&faster, PlayCommand::Faster);
    if ui.available_width() >= SLIDER + 80.0 {
        speed_slider(ui, model);
    }
    let slower = ui.button("---").on_hover_text(model.tip(PlayCommand::Slower));
    model.on_click(&slower, PlayCommand::Slower);
}

/// Width of the slider for the speed.
const SLIDER: f32 = 72.0;

fn speed_slider(ui: &mut Ui, model: &Model) {
    let speed = model.watching.playback.speed;
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

/// The bar: drag it; layers of equal F have ticks, breakpoints red dots.
fn bar(ui: &mut Ui, model: &Model, run: &Run, ticks: &Ticks) {
    let (response, wanted) = track(ui, run.timeline.len(), run.timeline.position(), |painter, x, y| {
        let right = x(run.timeline.len()) + 8.0;
        let (mut last_tick, mut last_text) = (f32::MIN, f32::MIN);
        for (position, f) in &ticks.layers {
            let at = x(*position);
            if at - last_tick < 5.0 {
                continue;
            }
            last_tick = at;
            let ink = Stroke::new(1.5, theme::color(palette::FAINT));
            painter.line_segment([pos2(at, y - 7.0), pos2(at, y + 7.0)], ink);
            let text = format!("F {f}");
            let galley = painter.layout_no_wrap(text, egui::FontId::proportional(11.0), theme::color(palette::MUTED));
            if at - last_text > 8.0 && at + galley.size().x < right {
                last_text = at + galley.size().x;
                painter.galley(pos2(at, y + 9.0), galley, theme::color(palette::MUTED));
            }
        }
        for stop in &ticks.stops {
            painter.circle_filled(pos2(x(*stop), y), 4.5, theme::color(palette::BAD));
        }
    });
    if let Some(position) = wanted {
        model.wish(PlayCommand::Seek(position));
    }
    if !ticks.wanted.is_empty() {
        let list: Vec<_> = ticks.wanted.iter().map(|stop| model.say(Sentence::from(*stop))).collect();
        response.on_hover_text(model.say(Phrase::RedBreakpoints.with("list", list.join(" · "))));
    }
}

/// A bar from 0 to `length` with a knob, what else is drawn on it, and where it was dragged to. What is drawn is given
/// the place of each number and the height of the line.
#[expect(clippy::cast_precision_loss, reason = "places on a bar of some hundred points")]
pub(super) fn track(
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
    // Not in the frame in which it is let go, or a key of that frame would count for nothing.
    let held = response.is_pointer_button_down_on() || response.clicked();
    let wanted = response.interact_pointer_pos().filter(|_| held).map(|at| {
        let part = ((at.x - rect.left() - 8.0) / (rect.width() - 16.0)).clamp(0.0, 1.0);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a part of a length")]
        let position = (f64::from(part) * whole as f64).round() as usize;
        position
    });
    (response, wanted.filter(|position| *position != here))
}
