//! The time line under the map or the boards: current position and playback controls.

use bevy_egui::egui::{self, Align, Layout, Margin, RichText, Stroke, Ui, pos2, vec2};
use gridwalk_explain::{Breakpoint, Language, StepDetail, Timeline};
use gridwalk_level::Ask;
use gridwalk_pathfinding::{DecidingNumber, PopKey, SearchEvent};

use super::transport::{self, buttons, speed, step_size, track};
use crate::app::boards::{BoardsModel, Deciding, Recording, Run};
use crate::app::command::{PlayCommand, StepSize, WatchCommand};
use crate::app::common::words::thousands;
use crate::app::widgets::typeset::{sentence as text, sentence_in};
use crate::app::widgets::{Form, at_the_right, button, ground, link, theme};
use crate::app::{Phrase, Sentence};
use crate::picture::palette;

/// Height of the time line, and of the bar's own row on an upright phone.
const HEIGHT: f32 = 92.0;
const BAR_ROW: f32 = 42.0;
/// Lines of the sentence, and their height.
const LINES: usize = 2;
const SENTENCE: f32 = 34.0;

/// Ticks of breakpoints and layers on the bar, cached per recording.
#[derive(Default)]
pub struct Ticks {
    generation: u64,
    wanted: Vec<Breakpoint>,
    /// Position and F of the layers, without those too close to the previous one.
    layers: Vec<(usize, String)>,
    stops: Vec<usize>,
}

impl Ticks {
    fn update(&mut self, model: &BoardsModel, run: &Run) {
        let playback = &model.playback;
        let generation = model.here(run).0;
        if self.generation == generation && self.wanted == playback.stops {
            return;
        }
        self.generation = generation;
        self.wanted.clone_from(&playback.stops);
        let units = run.question.query.options.units();
        let mut cursor = run.timeline.clone();
        cursor.seek(0);
        self.layers.clear();
        // A layer ends where the next begins; its F is that of its first expansion.
        let apart = (cursor.len() / 400).max(1);
        while has_layers(run) && cursor.position() < cursor.len() {
            let begin = cursor.position();
            cursor.seek(cursor.next_expansion(begin));
            if let Some(f) = cursor.layer().and_then(|layer| layer.f) {
                self.layers.push((begin, units.format(f)));
            }
            // Skips ticks that are too close to be told apart.
            cursor.seek(
                (begin + apart)
                    .min(cursor.len())
                    .saturating_sub(1)
                    .max(begin),
            );
            cursor.seek(cursor.next_layer(cursor.position()));
        }
        self.stops.clear();
        if !self.wanted.is_empty() {
            for position in 1..=cursor.len() {
                let far = self
                    .stops
                    .last()
                    .is_none_or(|last| position >= last + apart);
                if far && run.timeline.stops_at(&self.wanted, position) {
                    self.stops.push(position);
                }
            }
        }
    }

    /// Draws layers of equal F as ticks and breakpoints as red dots, on a line at height `y`.
    fn draw(&self, painter: &egui::Painter, x: &dyn Fn(usize) -> f32, y: f32, right: f32) {
        let (mut last_tick, mut last_text) = (f32::MIN, f32::MIN);
        for (position, f) in &self.layers {
            let at = x(*position);
            if at - last_tick < 5.0 {
                continue;
            }
            last_tick = at;
            let ink = Stroke::new(1.5, theme::color(palette::FAINT));
            painter.line_segment([pos2(at, y - 7.0), pos2(at, y + 7.0)], ink);
            let text = format!("F {f}");
            let galley = painter.layout_no_wrap(
                text,
                egui::FontId::proportional(theme::SMALL),
                theme::color(palette::MUTED),
            );
            if at - last_text > 8.0 && at + galley.size().x < right {
                last_text = at + galley.size().x;
                painter.galley(pos2(at, y + 9.0), galley, theme::color(palette::MUTED));
            }
        }
        for stop in &self.stops {
            painter.circle_filled(pos2(x(*stop), y), 4.5, theme::color(palette::BAD));
        }
    }
}

pub fn draw(root: &mut Ui, model: &BoardsModel, ticks: &mut Ticks) {
    let frame = ground(Margin::symmetric(theme::PADDING, 8));
    // On an upright phone the bar has its own row.
    let is_tall = Form::of(root.ctx()) == Form::Tall;
    let height = HEIGHT + if is_tall { BAR_ROW } else { 0.0 };
    egui::Panel::bottom("timeline")
        .exact_size(height)
        .resizable(false)
        .frame(frame)
        .show(root, |ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            if model.compares() {
                let size = vec2(ui.available_width(), SENTENCE);
                ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Min), |ui| {
                    ui.set_min_height(SENTENCE);
                    transport::clock_reading(ui, model);
                    ui.add_space(6.0);
                    transport::clock_winner(ui, model);
                });
            } else if let Some(run) = model.run() {
                ticks.update(model, run);
                sentence(ui, model, run, is_tall);
            } else {
                return nothing_to_play(ui, model);
            }
            if is_tall {
                ui.horizontal(|ui| {
                    at_the_right(ui, |ui| {
                        unit(ui, model);
                        bar(ui, model, ticks);
                    });
                });
            }
            ui.horizontal(|ui| {
                buttons(ui, model);
                // The smallest windows have no room for the unit and the speed; keys still change
                // them.
                let needed = if model.compares() {
                    CLOCK_AND_SPEED
                } else {
                    STEP_AND_SPEED
                };
                if !is_tall && ui.available_width() >= needed {
                    unit(ui, model);
                }
                at_the_right(ui, |ui| {
                    if is_tall || ui.available_width() >= SPEED_AND_BAR {
                        speed(ui, model);
                    }
                    if !is_tall {
                        ui.add_space(8.0);
                        bar(ui, model, ticks);
                    }
                });
            });
        });
}

/// Widths in points that the clock or the step size needs together with a bar and the speed, and
/// that those two need.
const CLOCK_AND_SPEED: f32 = 400.0;
const STEP_AND_SPEED: f32 = 390.0;
const SPEED_AND_BAR: f32 = 280.0;

/// Draws the choice of the clock, or of the step size.
fn unit(ui: &mut Ui, model: &BoardsModel) {
    if model.compares() {
        transport::choose_clock(ui, model);
    } else {
        step_size(ui, model);
    }
}

/// Draws the reason why there is nothing to play, and a remedy.
fn nothing_to_play(ui: &mut Ui, model: &BoardsModel) {
    let Some(recording) = model.recording() else {
        return;
    };
    ui.horizontal(|ui| {
        if recording.slow().is_some() {
            under_way(ui, model, recording);
        } else if let Some(expanded) = recording.cancelled {
            ui.label(theme::muted(model.say(
                Phrase::CancelledAfter.with("expanded", thousands(expanded)),
            )));
            model.on_click(
                &ui.button(model.text(Phrase::SearchAgain)),
                WatchCommand::SearchAgain,
            );
        } else {
            // The side panel gives the reason.
            let phrase = if recording.refused.is_some() {
                Phrase::NothingToPlay
            } else {
                Phrase::Searching
            };
            ui.label(theme::muted(model.text(phrase)));
        }
    });
}

/// Draws the progress of a long search, with a button that cancels it.
fn under_way(ui: &mut Ui, model: &BoardsModel, recording: &Recording) {
    let Some((expanded, since)) = recording.slow() else {
        return;
    };
    ui.add(egui::Spinner::new().size(14.0));
    let since = format!("{:.1}", since.as_secs_f32());
    let text = Phrase::SearchingSoFar
        .with("expanded", thousands(expanded))
        .with("seconds", since);
    ui.label(theme::muted(model.say(text)));
    button(ui, model, Phrase::Cancel, WatchCommand::Cancel);
}

/// Returns the number of the current step and the total.
fn step_number(model: &BoardsModel, run: &Run) -> String {
    let timeline = &run.timeline;
    let playback = &model.playback;
    let (n, of) = match playback.step {
        StepSize::Event => (timeline.position() as u64, timeline.len() as u64),
        _ => (
            timeline.marks().counters().expanded,
            timeline.marks_at(timeline.len()).counters().expanded,
        ),
    };
    let phrase = if playback.step == StepSize::Event {
        Phrase::EventOf
    } else {
        Phrase::StepOf
    };
    model.say(
        phrase
            .with("number", thousands(n))
            .with("count", thousands(of)),
    )
}

/// Describes the current step in this detail; fails with a phrase while a lesson hides the step.
fn what_it_did(model: &BoardsModel, run: &Run, detail: StepDetail) -> Result<String, Phrase> {
    if model.hides_answers() && !matches!(model.lesson.asks(), Some(Ask::Next(_))) {
        return Err(Phrase::HiddenWhileAsked);
    }
    let told = explained(
        &run.timeline,
        (model.playback.step, detail),
        model.language(),
    );
    Ok(with_layer(model, run, told))
}

/// Describes the current step of the watched search, with its number.
pub fn told(model: &BoardsModel) -> Option<String> {
    let run = model.run()?;
    let told = what_it_did(model, run, StepDetail::Brief)
        .unwrap_or_else(|hidden| model.text(hidden).to_owned());
    Some(format!("{}: {told}", step_number(model, run)))
}

/// Draws the number and the description of the current step: two lines; a click shows all of it.
fn sentence(ui: &mut Ui, model: &BoardsModel, run: &Run, is_tall: bool) {
    let (timeline, playback) = (&run.timeline, &model.playback);
    let step = step_number(model, run);
    let size = vec2(ui.available_width(), SENTENCE);
    ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Min), |ui| {
        ui.set_min_height(SENTENCE);
        if !is_tall {
            ui.label(RichText::new(&step).strong());
            ui.add_space(6.0);
        }
        if let Some(recording) = model
            .recording()
            .filter(|recording| recording.slow().is_some())
        {
            return under_way(ui, model, recording);
        }
        let short = match what_it_did(model, run, StepDetail::Short) {
            Ok(short) => short,
            Err(hidden) => return drop(ui.label(theme::muted(model.text(hidden)))),
        };
        // On an upright phone the number and the sentence share the lines.
        let short = if is_tall {
            format!("{step} · {short}")
        } else {
            short
        };
        let room = vec2(ui.available_width() - UNFOLD, SENTENCE);
        let label = ui.allocate_ui_with_layout(room, Layout::left_to_right(Align::Min), |ui| {
            ui.set_min_width(room.x);
            sentence_in(ui, &short, (theme::BODY, palette::TEXT), LINES)
        });
        // The whole sentence adds ignored cells and the cost of sorting.
        let whole = |ui: &mut Ui| {
            ui.set_max_width(TIP);
            let whole = explained(
                timeline,
                (playback.step, StepDetail::Brief),
                model.language(),
            );
            text(ui, &whole, theme::SMALL, palette::TEXT);
        };
        label.inner.on_hover_ui(whole);
        let more = link(ui, "…").on_hover_text(model.text(Phrase::WholeStep));
        // Not a menu, which would have the keyboard.
        let was_open = ui.data(|data| data.get_temp(more.id).unwrap_or(false));
        let mut is_open = was_open != more.clicked();
        egui::Popup::from_response(&more)
            .open_bool(&mut is_open)
            .show(whole);
        ui.data_mut(|data| data.insert_temp(more.id, is_open));
    });
}

/// Width of the sign that shows the whole sentence, in points.
const UNFOLD: f32 = 24.0;
/// Width of the tooltip, in points.
const TIP: f32 = 420.0;

/// Whether the search expands layers of equal F, because F is the priority key. In a bucket F goes
/// up and down.
fn has_layers(run: &Run) -> bool {
    let in_buckets = run.timeline.trace().options.order.key == PopKey::FBucket;
    !in_buckets && Deciding::of(run).number == Some(DecidingNumber::F)
}

/// Adds the progress within the layer to a description, if steps are layers.
fn with_layer(model: &BoardsModel, run: &Run, step: String) -> String {
    let in_layers = model.playback.step == StepSize::Layer && has_layers(run);
    let layer = run.timeline.layer().filter(|_| in_layers);
    let Some((layer, f)) = layer.and_then(|layer| Some((layer, layer.f?))) else {
        return step;
    };
    let f = run.question.query.options.units().format(f);
    let (expanded, of) = (thousands(layer.expanded.into()), thousands(layer.of.into()));
    model.say(
        Phrase::LayerStep
            .with("f", f)
            .with("expanded", expanded)
            .with("count", of)
            .with("step", step),
    )
}

/// Describes the last step.
///
/// An expansion is described once the map shows all of it. Before that, and if steps are events,
/// the last event is described. The sentence never runs ahead of the map.
fn explained(
    timeline: &Timeline,
    (step, detail): (StepSize, StepDetail),
    language: Language,
) -> String {
    let here = timeline.position();
    let has_ended = here == timeline.len() || here == 0;
    let is_expansion = |number| {
        matches!(
            timeline.trace().event(number),
            Some(SearchEvent::Expanded { .. })
        )
    };
    // `previous_expansion` skips an expansion that ends at this position.
    let began = if !has_ended && is_expansion(here - 1) {
        here
    } else {
        timeline.previous_expansion(here)
    };
    if step == StepSize::Event || has_ended || timeline.end_of_step(here) != here || began == 0 {
        return gridwalk_explain::event(timeline, language);
    }
    let mut at = timeline.clone();
    at.seek(began);
    gridwalk_explain::step(&at, language, detail)
}

/// Draws the bar, which can be dragged.
///
/// It shows layers and breakpoints of a single search, or the end of each board.
fn bar(ui: &mut Ui, model: &BoardsModel, ticks: &Ticks) {
    let place = |at: u64| usize::try_from(at).unwrap_or(usize::MAX);
    let length = place(model.boards.end());
    let (response, wanted) = track(ui, length, place(model.boards.at), |painter, x, y| {
        let right = x(length) + 8.0;
        if model.compares() {
            transport::clock_ends(model, painter, x, y, right);
        } else {
            ticks.draw(painter, x, y, right);
        }
    });
    if let Some(at) = wanted {
        model.wish(PlayCommand::Seek(at));
    }
    if !model.compares() && !ticks.wanted.is_empty() {
        let list: Vec<_> = ticks
            .wanted
            .iter()
            .map(|stop| model.say(Sentence::from(*stop)))
            .collect();
        response.on_hover_text(model.say(Phrase::RedBreakpoints.with("list", list.join(" · "))));
    }
}
