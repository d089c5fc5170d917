//! The list of breakpoints in the side panel, with a field for a new one.

use bevy_egui::egui::{self, Align, Layout, Ui, vec2};
use gridwalk_explain::Breakpoint;
use gridwalk_pathfinding::Cell;

use crate::app::boards::Model;
use crate::app::command::{PlayCommand, Section};
use crate::app::widgets::{button, choice, section};
use crate::app::{Phrase, Sentence};

/// Index of the chosen entry of [`KINDS`], and the cell or number typed for it.
#[derive(Default)]
pub struct Typed {
    kind: usize,
    text: String,
}

/// Kinds of breakpoints: a title, an example of the input, and its parser.
const KINDS: [(Phrase, &str, fn(&str) -> Option<Breakpoint>); 7] = [
    (Phrase::WhenCellOpened, "3, 4", |typed| cell(typed).map(Breakpoint::Opened)),
    (Phrase::WhenCellClosed, "3, 4", |typed| cell(typed).map(Breakpoint::Closed)),
    (Phrase::WhenCellRelaxed, "3, 4", |typed| cell(typed).map(Breakpoint::Relaxed)),
    (Phrase::WhenFAbove, "40", |typed| cost(typed).map(Breakpoint::FAbove)),
    (Phrase::WhenGAbove, "40", |typed| cost(typed).map(Breakpoint::GAbove)),
    (Phrase::WhenReopened, "", |_| Some(Breakpoint::Reopened)),
    (Phrase::WhenGoalOpened, "", |_| Some(Breakpoint::Goal)),
];

fn cell(typed: &str) -> Option<Cell> {
    let (x, y) = typed.split_once(',')?;
    Some(Cell::new(x.trim().parse().ok()?, y.trim().parse().ok()?))
}

fn cost(typed: &str) -> Option<f64> {
    typed.trim().parse().ok().filter(|cost: &f64| cost.is_finite() && *cost >= 0.0)
}

pub fn draw(ui: &mut Ui, model: &Model, state: &mut Typed) {
    let set = model.playback.stops.len();
    let count = if set == 0 { model.text(Phrase::NoneSet).to_owned() } else { set.to_string() };
    section(ui, model, (Section::Breakpoints, Phrase::Breakpoints, &count), |ui| breakpoints(ui, model, state));
}

fn breakpoints(ui: &mut Ui, model: &Model, state: &mut Typed) {
    let set = &model.playback.stops;
    if !set.is_empty() {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
            for stop in set {
                let button = ui.button(format!("{} ×", model.say(Sentence::from(*stop))));
                model.on_click(&button.on_hover_text(model.text(Phrase::RemoveBreak)), PlayCommand::Break(*stop));
            }
        });
    }
    let (_, hint, read) = KINDS[state.kind];
    let size = vec2(ui.available_width(), 24.0);
    // Laid out from the right, so that the list of kinds takes the remaining width.
    ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
        let stop = read(&state.text);
        let button = ui.add_enabled(stop.is_some(), egui::Button::new(model.text(Phrase::SetBreak)));
        let button = button.on_disabled_hover_text(model.say(Phrase::TypeLike.with("example", hint)));
        let field = egui::TextEdit::singleline(&mut state.text).hint_text(hint).desired_width(44.0);
        let entered =
            !hint.is_empty() && ui.add(field).lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        if let Some(stop) = stop.filter(|_| button.clicked() || entered) {
            state.text.clear();
            model.wish(PlayCommand::Break(stop));
        }
        let kinds = egui::ComboBox::from_id_salt("breakpoint").width(ui.available_width()).truncate();
        let all: [usize; KINDS.len()] = std::array::from_fn(|i| i);
        let chosen = choice(ui, kinds, state.kind, &all, |kind| model.text(KINDS[kind].0));
        state.kind = chosen.unwrap_or(state.kind);
    });
    if !set.is_empty() {
        ui.horizontal(|ui| {
            button(ui, model, Phrase::PreviousBreak, PlayCommand::PreviousBreak);
            button(ui, model, Phrase::NextBreak, PlayCommand::NextBreak);
            button(ui, model, Phrase::ClearBreaks, PlayCommand::ClearBreaks);
        });
    }
}
