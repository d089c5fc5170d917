//! The time line under the map: where the watched search stands, and everything that moves it.

use bevy_egui::egui::text::LayoutJob;
use bevy_egui::egui::{self, Align, Layout, Margin, RichText, Sense, Stroke, Ui, pos2, vec2};

use super::{AppCommand, Model, theme};
use crate::app::watch::{Run, Speed, StepSize, Stop};
use crate::app::words::thousands;
use crate::app::{Keys, Phrase};
use crate::pathfinding::{SearchEvent, Timeline, TraceStep, explain};
use crate::picture::palette;

/// Height of the sentence: two lines.
const SENTENCE: f32 = 36.0;

/// Where breakpoints and layers lie on the bar, found once for each recording.
#[derive(Default)]
pub struct Ticks {
    generation: u64,
    wanted: Vec<Stop>,
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
        let units = run.question.options.units();
        let mut cursor = run.timeline.clone();
        cursor.seek(0);
        self.layers.clear();
        // A layer ends where the next begins; its F is that of its first expansion.
        let apart = (cursor.len() / 400).max(1);
        while cursor.position() < cursor.len() {
            let begin = cursor.position();
            cursor.seek(cursor.next(TraceStep::Expansion));
            if let Some(f) = cursor.layer().and_then(|layer| layer.f) {
                self.layers.push((begin, units.format(f)));
            }
            // No two ticks closer than can be told apart.
            cursor.seek((begin + apart).min(cursor.len()).saturating_sub(1).max(begin));
            cursor.seek(cursor.next(TraceStep::Layer));
        }
        self.stops.clear();
        let breakpoints = playback.breakpoints(units);
        if !breakpoints.is_empty() {
            for position in 1..=cursor.len() {
                let far = self.stops.last().is_none_or(|last| position >= last + apart);
                if far && run.timeline.stops_at(&breakpoints, position) {
                    self.stops.push(position);
                }
            }
        }
    }
}

pub(super) fn draw(root: &mut Ui, model: &Model, ticks: &mut Ticks, commands: &mut Vec<AppCommand>) {
    let frame =
        egui::Frame::new().fill(theme::color(palette::PANEL)).inner_margin(Margin::symmetric(theme::PADDING, 8));
    egui::Panel::bottom("timeline").exact_size(104.0).resizable(false).frame(frame).show(root, |ui| {
        let Some(run) = &model.watching.recording.shown else {
            return nothing_to_play(ui, model, commands);
        };
        ticks.update(model, run);
        sentence(ui, model, run, commands);
        ui.add_space(2.0);
        ui.horizontal(|ui| {
            buttons(ui, model, commands);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                speed(ui, model, commands);
                ui.add_space(8.0);
                bar(ui, model, run, ticks, commands);
            });
        });
    });
}

/// Why there is nothing to play, and what can be done about it.
fn nothing_to_play(ui: &mut Ui, model: &Model, commands: &mut Vec<AppCommand>) {
    let recording = &model.watching.recording;
    ui.horizontal(|ui| {
        if recording.slow().is_some() {
            under_way(ui, model, commands);
        } else if let Some(expanded) = recording.cancelled {
            ui.label(theme::muted(model.say(Phrase::GivenUpAfter.with("expanded", thousands(expanded)))));
            if ui.button(model.text(Phrase::SearchAgain)).clicked() {
                commands.push(AppCommand::SearchAgain);
            }
        } else {
            let refused = recording.refused.map(|refused| refused.describe_in(model.language()));
            ui.label(theme::muted(refused.as_deref().unwrap_or(model.text(Phrase::Searching))));
        }
    });
}

/// How far a long search has come, and a way out of it.
fn under_way(ui: &mut Ui, model: &Model, commands: &mut Vec<AppCommand>) {
    let Some((expanded, since)) = model.watching.recording.slow() else { return };
    ui.add(egui::Spinner::new().size(14.0));
    let since = format!("{:.1}", since.as_secs_f32());
    let text = Phrase::SearchingSoFar.with("expanded", thousands(expanded)).with("seconds", since);
    ui.label(theme::muted(model.say(text)));
    if ui.button(model.text(Phrase::Cancel)).on_hover_text(model.tip(Phrase::CancelTip, Keys::Signs("Esc"))).clicked() {
        commands.push(AppCommand::CancelSearch);
    }
}

/// Which step it is, and what it did.
fn sentence(ui: &mut Ui, model: &Model, run: &Run, commands: &mut Vec<AppCommand>) {
    let timeline = &run.timeline;
    let playback = &model.watching.playback;
    let (n, of) = match playback.step {
        StepSize::Event => (timeline.position() as u64, timeline.len() as u64),
        _ => (timeline.marks().counters().expanded, timeline.marks_at(timeline.len()).counters().expanded),
    };
    let phrase = if playback.step == StepSize::Event { Phrase::EventOf } else { Phrase::StepOf };
    let step = model.say(phrase.with("number", thousands(n)).with("count", thousands(of)));
    let size = vec2(ui.available_width(), SENTENCE);
    ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Min), |ui| {
        ui.set_min_height(SENTENCE);
        ui.label(RichText::new(step).strong());
        ui.add_space(6.0);
        if model.watching.recording.slow().is_some() {
            return under_way(ui, model, commands);
        }
        let told = explain::step(&where_to_explain(timeline, playback.step), model.language());
        let told = told_with_layer(model, run, told);
        let font = egui::FontId::proportional(12.5);
        let mut text = LayoutJob::simple(told.clone(), font, theme::color(palette::TEXT), ui.available_width());
        text.wrap.max_rows = 2;
        let galley = ui.painter().layout_job(text);
        let is_whole = !galley.elided;
        let response = ui.label(galley);
        if !is_whole {
            response.on_hover_text(told);
        }
    });
}

/// Whoever steps by layers also wants to know how much of this one is done.
fn told_with_layer(model: &Model, run: &Run, told: String) -> String {
    let layer = run.timeline.layer().filter(|_| model.watching.playback.step == StepSize::Layer);
    let Some((layer, f)) = layer.and_then(|layer| Some((layer, layer.f?))) else { return told };
    let f = run.question.options.units().format(f);
    let (expanded, of) = (thousands(layer.expanded.into()), thousands(layer.of.into()));
    model.say(Phrase::LayerStep.with("f", f).with("expanded", expanded).with("count", of).with("step", told))
}

/// A whole expansion is told where it began; a single event and the end where they are.
fn where_to_explain(timeline: &Timeline, step: StepSize) -> Timeline {
    let mut at = timeline.clone();
    let here = timeline.position();
    let ended = here == timeline.len() || here == 0;
    let is_expansion = |number| matches!(timeline.trace().event(number), Some(SearchEvent::Expanded { .. }));
    if step != StepSize::Event && !ended && !is_expansion(here - 1) {
        let began = timeline.previous(TraceStep::Expansion);
        at.seek(if began == 0 { here } else { began });
    }
    at
}

fn buttons(ui: &mut Ui, model: &Model, commands: &mut Vec<AppCommand>) {
    let playing = model.watching.playback.playing;
    ui.spacing_mut().item_spacing.x = 4.0;
    let mut button = |icon: Icon, does: Phrase, keys: Keys, command: AppCommand| {
        if icon_button(ui, icon).on_hover_text(model.tip(does, keys)).clicked() {
            commands.push(command);
        }
    };
    button(Icon::First, Phrase::FirstStep, Keys::Signs("Home"), AppCommand::First);
    button(Icon::Back, Phrase::StepBack, Keys::Named(Phrase::KeyLeft), AppCommand::StepBack);
    let (icon, does) = if playing { (Icon::Pause, Phrase::Pause) } else { (Icon::Play, Phrase::Play) };
    button(icon, does, Keys::Named(Phrase::KeySpace), AppCommand::TogglePlay);
    button(Icon::Forward, Phrase::StepForward, Keys::Named(Phrase::KeyRight), AppCommand::StepForward);
    button(Icon::Last, Phrase::LastStep, Keys::Signs("End"), AppCommand::Last);
    let step = model.watching.playback.step;
    egui::ComboBox::from_id_salt("step").width(92.0).selected_text(model.text(step.title())).show_ui(ui, |ui| {
        for size in StepSize::ALL {
            if ui.selectable_label(size == step, model.text(size.title())).clicked() {
                commands.push(AppCommand::StepSize(size.name().to_owned()));
            }
        }
    });
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Icon {
    First,
    Back,
    Play,
    Pause,
    Forward,
    Last,
}

/// A button with a drawn sign: no face has all of them.
fn icon_button(ui: &mut Ui, icon: Icon) -> egui::Response {
    let (rect, response) = ui.allocate_exact_size(vec2(30.0, 28.0), Sense::click());
    let accent = matches!(icon, Icon::Play | Icon::Pause);
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
    let bar = |x: f32, width: f32| {
        egui::Shape::rect_filled(egui::Rect::from_center_size(c + vec2(x, 0.0), vec2(width, 11.0)), 0.0, ink)
    };
    let wedge = |x: f32, way: f32| {
        let points = vec![c + vec2(x - 4.0 * way, -5.5), c + vec2(x + 4.5 * way, 0.0), c + vec2(x - 4.0 * way, 5.5)];
        egui::Shape::convex_polygon(points, ink, Stroke::NONE)
    };
    match icon {
        Icon::First => painter.extend([bar(-6.0, 2.5), wedge(1.5, -1.0)]),
        Icon::Back => painter.extend([bar(5.0, 2.5), wedge(-1.5, -1.0)]),
        Icon::Play => drop(painter.add(wedge(0.5, 1.3))),
        Icon::Pause => painter.extend([bar(-3.0, 3.5), bar(3.0, 3.5)]),
        Icon::Forward => painter.extend([bar(-5.0, 2.5), wedge(1.5, 1.0)]),
        Icon::Last => painter.extend([bar(6.0, 2.5), wedge(-1.5, 1.0)]),
    }
    response
}

/// How fast, and as fast as possible at the right end; --- and +++ as the tutorials have them.
fn speed(ui: &mut Ui, model: &Model, commands: &mut Vec<AppCommand>) {
    let speed = model.watching.playback.speed;
    let steps = speed.per_second().map(|steps| Phrase::PerSecond.with("steps", thousands(steps.into())));
    let text = model.say(steps.unwrap_or(Phrase::Fastest.into()));
    ui.add_sized([64.0, 18.0], egui::Label::new(RichText::new(text).size(12.5)));
    if ui.button("+++").on_hover_text(model.tip(Phrase::Faster, Keys::Signs("]"))).clicked() {
        commands.push(AppCommand::Faster);
    }
    let (rect, response) = ui.allocate_exact_size(vec2(72.0, 24.0), Sense::click_and_drag());
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
            commands.push(AppCommand::Speed(notch));
        }
    }
    if ui.button("---").on_hover_text(model.tip(Phrase::Slower, Keys::Signs("["))).clicked() {
        commands.push(AppCommand::Slower);
    }
}

/// The bar: drag it; layers of equal F have ticks, breakpoints red dots.
#[expect(clippy::cast_precision_loss, reason = "places on a bar of some hundred points")]
fn bar(ui: &mut Ui, model: &Model, run: &Run, ticks: &Ticks, commands: &mut Vec<AppCommand>) {
    let width = (ui.available_width() - 8.0).max(60.0);
    let (rect, response) = ui.allocate_exact_size(vec2(width, 40.0), Sense::click_and_drag());
    let response = response.on_hover_cursor(egui::CursorIcon::PointingHand);
    let length = run.timeline.len().max(1);
    let x = |position: usize| rect.left() + 8.0 + (rect.width() - 16.0) * position as f32 / length as f32;
    let y = rect.top() + 14.0;
    let painter = ui.painter();
    let here = x(run.timeline.position());
    let line = |from: f32, to: f32, color| {
        painter.line_segment([pos2(from, y), pos2(to, y)], Stroke::new(4.0, theme::color(color)))
    };
    line(x(0), x(length), palette::RAISED);
    line(x(0), here, palette::ACCENT);
    let (mut last_tick, mut last_text) = (f32::MIN, f32::MIN);
    for (position, f) in &ticks.layers {
        let at = x(*position);
        if at - last_tick < 5.0 {
            continue;
        }
        last_tick = at;
        painter.line_segment([pos2(at, y - 7.0), pos2(at, y + 7.0)], Stroke::new(1.5, theme::color(palette::FAINT)));
        let text = format!("F {f}");
        let galley = painter.layout_no_wrap(text, egui::FontId::proportional(11.0), theme::color(palette::MUTED));
        if at - last_text > 8.0 && at + galley.size().x < rect.right() {
            last_text = at + galley.size().x;
            painter.galley(pos2(at, y + 9.0), galley, theme::color(palette::MUTED));
        }
    }
    for stop in &ticks.stops {
        painter.circle_filled(pos2(x(*stop), y), 4.5, theme::color(palette::BAD));
    }
    painter.circle_filled(pos2(here, y), 8.0, theme::color(palette::TEXT));
    painter.circle_filled(pos2(here, y), 5.5, theme::color(palette::ACCENT));
    // Not in the frame in which it is let go, or a key of that frame would count for nothing.
    let held = response.is_pointer_button_down_on() || response.clicked();
    if let Some(at) = response.interact_pointer_pos().filter(|_| held) {
        let part = ((at.x - rect.left() - 8.0) / (rect.width() - 16.0)).clamp(0.0, 1.0);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a part of a length")]
        let position = (part * length as f32).round() as usize;
        if position != run.timeline.position() {
            commands.push(AppCommand::Seek(position));
        }
    }
    if !ticks.wanted.is_empty() {
        let list: Vec<_> = ticks.wanted.iter().map(|stop| model.say(stop.describe())).collect();
        response.on_hover_text(model.say(Phrase::RedBreakpoints.with("list", list.join(" · "))));
    }
}
