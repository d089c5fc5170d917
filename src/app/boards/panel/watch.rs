//! The side panel while a search is watched: its answer, its lists, the hovered cell, breakpoints and what
//! is drawn on the map.

use bevy::prelude::Entity;
use bevy_egui::egui::{self, Align, Layout, Margin, Rect, RichText, Sense, Ui, pos2, vec2};
use gridwalk_explain::{Breakpoint, Describe};
use gridwalk_pathfinding::{Cell, Cost};

use super::runs::{self, RunsState};
use super::{cards, lists};
use crate::app::agents::{AgentViewItem, agent_rows};
use crate::app::boards::{Ends, Model, Run, Source, WatchQuery};
use crate::app::command::{Heat, PlayCommand, Section, Toggle, WatchCommand};
use crate::app::common::words::{cost_or_dash, count_or_dash, thousands};
use crate::app::widgets::{
    at_the_right, button, choice, figures, heading, light, link, remark, row_in, section, theme, titled,
};
use crate::app::{Phrase, Sentence};
use crate::picture::palette;

/// What is typed or chosen in this panel and nowhere else.
#[derive(Default)]
pub struct WatchState {
    /// Whether all agents are listed.
    pub all_agents: bool,
    all_searches: bool,
    list: lists::Lists,
    /// Which of [`KINDS`] is chosen, and the cell or number typed for it.
    kind: usize,
    breakpoint: String,
    /// The table of runs, here and in its window.
    pub table: RunsState,
}

pub fn draw(ui: &mut Ui, model: &Model, state: &mut WatchState) {
    let Some(run) = model.run() else {
        section(ui, model, (Section::Result, Phrase::Result, ""), |ui| no_result(ui, model));
        return runs::draw(ui, model, &mut state.table);
    };
    let whose = model.say(whose(&model.question));
    let result = |ui: &mut Ui| {
        section(ui, model, (Section::Result, Phrase::Result, &whose), |ui| result(ui, model, run));
    };
    // A lesson is about the lists; else what came of it is what one wants to know first.
    let has_lesson = model.lesson.reading().is_some();
    if !has_lesson {
        result(ui);
    }
    if has_lesson {
        cards::draw_whole(ui, model, run);
    } else {
        cards::draw(ui, model, run);
    }
    lists::draw(ui, model, run, &mut state.list);
    if has_lesson {
        result(ui);
    }
    let set = model.playback.stops.len();
    let count = if set == 0 { model.text(Phrase::NoneSet).to_owned() } else { set.to_string() };
    section(ui, model, (Section::Breakpoints, Phrase::Breakpoints, &count), |ui| breakpoints(ui, model, state));
    let heat = model.text(model.heat.title());
    section(ui, model, (Section::OnTheMap, Phrase::OnTheMap, heat), |ui| overlays(ui, model, run));
    agents(ui, model, &mut state.all_searches);
    runs::draw(ui, model, &mut state.table);
}

fn no_result(ui: &mut Ui, model: &Model) {
    let Some(recording) = model.recording() else { return };
    match &recording.refused {
        Some(refused) => light(ui, palette::BAD, &refused.describe_in(model.language())),
        None if recording.cancelled.is_some() => drop(ui.label(theme::muted(model.text(Phrase::SearchCancelled)))),
        None => drop(ui.label(theme::muted(model.text(Phrase::UnderWay)))),
    }
}

/// Whose search it is.
fn whose(question: &WatchQuery) -> Sentence {
    match &question.source {
        Source::Free => match &question.ends {
            Ends::Chosen => Phrase::YourEnds.into(),
            Ends::LegOf(name) => Phrase::LegOf.with("name", name),
            Ends::LastLegOf(name) => Phrase::LastLegOf.with("name", name),
            Ends::PlanOf(name) => Phrase::PlanOf.with("name", name),
            Ends::AcrossTheMap => Phrase::AcrossTheMap.into(),
        },
        Source::Agent { name, back: 0, .. } => Phrase::LastSearchOf.with("name", name),
        Source::Agent { name, back, of } => {
            Phrase::SearchOf.with("name", name).with("number", back + 1).with("count", of)
        }
        Source::Run(number) => Phrase::RunNumber.with("number", number + 1),
    }
}

fn result(ui: &mut Ui, model: &Model, run: &Run) {
    if let Source::Agent { name, back, of } = &model.question.source
        && *of > 1
    {
        ui.horizontal(|ui| {
            for (title, is_there, back) in [
                (Phrase::EarlierSearch, back + 1 < *of, back + 1),
                (Phrase::LaterSearch, *back > 0, back.saturating_sub(1)),
            ] {
                let button = ui.add_enabled(is_there, egui::Button::new(model.text(title)));
                model.on_click(&button, WatchCommand::Agent(name.clone(), back));
            }
        });
    }
    light(ui, runs::verdict_color(run), &run.verdict.sentence(model.language()));
    if let Some(sentence) = run.verdict.estimate_sentence(model.language()) {
        light(ui, palette::WARN, &sentence);
        model.on_click(&link(ui, model.text(Phrase::ShowAtEnd)), PlayCommand::Last);
    }
    let stats = run.outcome.stats();
    let values = [
        (Phrase::Cost, cost_or_dash(&run.question.query.options, run.outcome.cost()), None),
        (Phrase::CellCount, count_or_dash(runs::cells(run)), None),
        (Phrase::Expanded, thousands(stats.expanded), Some(Phrase::ExpandedTip)),
        (Phrase::Generated, thousands(stats.generated), Some(Phrase::GeneratedTip)),
        (Phrase::SearchTime, model.measured(run.time), Some(Phrase::SearchTimeTip)),
    ];
    figures(ui, model, &values);
    let here = run.timeline.marks().counters();
    let expanded = usize::try_from(here.expanded).unwrap_or(usize::MAX);
    let scanned = count_or_dash(run.scanned.get(expanded).copied());
    let values = [
        (Phrase::Reopened, thousands(here.reopened), Some(Phrase::ReopenedTip)),
        (Phrase::OpenNow, thousands(here.open), Some(Phrase::OpenNowTip)),
        (Phrase::MostOpen, thousands(here.largest_open), Some(Phrase::MostOpenTip)),
        (Phrase::Scanned, scanned, Some(Phrase::ScannedTip)),
        (Phrase::TraceSize, megabytes(run.timeline.bytes()), Some(Phrase::TraceSizeTip)),
    ];
    figures(ui, model, &values);
    if let Some(notice) = run.timeline.trace().notice(model.language()) {
        light(ui, palette::WARN, &model.say(Phrase::LongSearch.with("notice", notice)));
    }
}

#[expect(clippy::cast_precision_loss, reason = "shown to people")]
fn megabytes(bytes: usize) -> String {
    if bytes < 100_000 { format!("{:.0} kB", bytes as f64 / 1e3) } else { format!("{:.1} MB", bytes as f64 / 1e6) }
}

/// What happened to the cell under the pointer, and why the path does not lead over it: always in sight, at the
/// lower end of the panel.
pub fn hovered(ui: &mut Ui, model: &Model) {
    let Some(run) = model.run() else { return };
    let cell = model.hovered.0;
    let room = if model.kept.is_folded(Section::Hovered) { 0.0 } else { HOVERED };
    let frame = egui::Frame::new().inner_margin(Margin { right: 8, top: 2, bottom: 4, ..Margin::ZERO });
    egui::Panel::bottom("hovered").resizable(false).min_size(room).frame(frame).show(ui, |ui| {
        let place = cell.map_or(String::new(), |cell| cell.to_string());
        let title = |ui: &mut Ui| titled(ui, model, Phrase::HoveredCell);
        if !heading(ui, model, (Section::Hovered, &place), title) {
            return;
        }
        if model.hides_answers() {
            return remark(ui, model.text(Phrase::HiddenWhileAsked));
        }
        let Some(cell) = cell else { return remark(ui, model.text(Phrase::PointForHistory)) };
        ui.spacing_mut().item_spacing.y = 2.0;
        for line in gridwalk_explain::cell(&run.timeline, &run.costs, cell, model.language()) {
            ui.add(egui::Label::new(RichText::new(line).size(12.5)).wrap());
        }
    });
}

/// So high that the lists above it do not jump with every cell.
const HOVERED: f32 = 104.0;

/// What a breakpoint can wait for: its title, an example of what has to be typed, and what that makes of it.
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

fn breakpoints(ui: &mut Ui, model: &Model, state: &mut WatchState) {
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
    // From the right, so that the list of kinds takes what is left.
    ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
        let stop = read(&state.breakpoint);
        let button = ui.add_enabled(stop.is_some(), egui::Button::new(model.text(Phrase::SetBreak)));
        let button = button.on_disabled_hover_text(model.say(Phrase::TypeLike.with("example", hint)));
        let field = egui::TextEdit::singleline(&mut state.breakpoint).hint_text(hint).desired_width(44.0);
        let entered =
            !hint.is_empty() && ui.add(field).lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        if let Some(stop) = stop.filter(|_| button.clicked() || entered) {
            state.breakpoint.clear();
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

fn overlays(ui: &mut Ui, model: &Model, run: &Run) {
    let shown = *model.heat;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.label(theme::muted(model.text(Phrase::Heat)));
        for heat in Heat::ALL {
            let label = ui.selectable_label(shown == heat, model.text(heat.title()));
            model.on_click(&label, WatchCommand::HeatMap(heat));
        }
    });
    if shown != Heat::Off {
        legend(ui, run, shown);
    }
    ui.horizontal_wrapped(|ui| {
        for (toggle, title) in [
            (Toggle::Tree, Phrase::SearchTree),
            (Toggle::Numbers, Phrase::NumbersInCells),
            (Toggle::Legend, Phrase::Legend),
        ] {
            let option = ui.checkbox(&mut model.is_on(toggle), model.text(title));
            model.on_click(&option.on_hover_text(model.tip(toggle)), toggle);
        }
    });
}

/// The colours of a heat map with the numbers at both ends.
#[expect(clippy::cast_precision_loss, reason = "a place on a bar")]
fn legend(ui: &mut Ui, run: &Run, heat: Heat) {
    let (least, most) = run.ranges.of(heat);
    let units = run.question.query.options.units();
    let text = |value: u64| {
        if heat == Heat::Order { thousands(value) } else { units.format(Cost(value)) }
    };
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 12.0), Sense::hover());
    let steps = 48;
    for i in 0..steps {
        let part = i as f32 / steps as f32;
        let left = rect.left() + rect.width() * part;
        let piece = Rect::from_min_size(pos2(left, rect.top()), vec2(rect.width() / 48.0 + 0.5, 12.0));
        ui.painter().rect_filled(piece, 0.0, theme::color(palette::heat(part)));
    }
    ui.horizontal(|ui| {
        ui.label(theme::muted(text(least)).size(12.0));
        at_the_right(ui, |ui| ui.label(theme::muted(text(most)).size(12.0)));
    });
}

/// The agents whose searches are kept, each one click away.
fn agents(ui: &mut Ui, model: &Model, all: &mut bool) {
    let kept = |agent: &Entity| model.history.count(*agent) > 0;
    let agents: Vec<_> = model.order.0.iter().copied().filter(kept).collect();
    if agents.is_empty() {
        return;
    }
    let count = thousands(agents.len() as u64);
    section(ui, model, (Section::AgentSearches, Phrase::SearchesOfAgents, &count), |ui| {
        agent_rows(ui, model, (FEW_AGENTS, &agents), all, |ui, rect, agent| {
            agent_search(&mut row_in(ui, rect), model, agent);
        });
    });
}

/// How many agents are listed at first.
const FEW_AGENTS: usize = 5;

fn agent_search(ui: &mut Ui, model: &Model, agent: &AgentViewItem) {
    let Some(last) = agent.last else { return };
    let name = &agent.name.0;
    let is_watched = matches!(&model.question.source, Source::Agent { name: watched, .. } if watched == name);
    let response = ui.selectable_label(is_watched, RichText::new(name).size(12.5));
    let response = response.on_hover_text(model.text(Phrase::DoesWatchAgent));
    model.on_click(&response, WatchCommand::Agent(name.clone(), 0));
    at_the_right(ui, |ui| {
        let cost = last.cost.map(|cost| last.query.options.units().format(cost));
        let cost = cost.as_deref().unwrap_or(model.text(Phrase::NoPathFound));
        let text = Phrase::FromTo.with("start", last.query.start).with("goal", last.query.goal).with("cost", cost);
        ui.add(egui::Label::new(theme::muted(model.say(text)).size(12.0)).truncate());
    });
}
