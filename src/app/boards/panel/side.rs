//! Watched searches in the side panel: result, cells, breakpoints, and searches of agents.
//!
//! For several boards: the list of boards and their difference. For one board: its search and the
//! earlier runs.

use bevy::prelude::Entity;
use bevy_egui::egui::{self, Align, Layout, Margin, RichText, Ui, vec2};
use bevy_gridwalk::{AgentKind, CannotStand};
use gridwalk_explain::language::value_in;
use gridwalk_explain::{Breakpoint, Describe};
use gridwalk_pathfinding::{Cell, Refusal};

use super::runs::{self, RunsState};
use super::{cards, legend, lists, tiles};
use crate::app::agents::{AgentViewItem, agent_rows};
use crate::app::boards::{BoardsModel, EndsOrigin, QuerySource, Run, WatchQuery};
use crate::app::command::{Heat, OptionsCommand, PlayCommand, Section, WatchCommand};
use crate::app::common::words::{cost_or_dash, count_or_dash, thousands};
use crate::app::widgets::typeset::sentence;
use crate::app::widgets::{
    at_the_right, button, choice, figures, heading, light, link, refusal, remark, row_in, section,
    theme, titled,
};
use crate::app::{Phrase, Reading, Sentence};
use crate::picture::palette;

/// State of this panel: entered and chosen values.
#[derive(Default)]
pub struct SideState {
    all_searches: bool,
    list: lists::Lists,
    stops: TypedBreakpoint,
    /// State of the table of runs, here and in its window.
    pub table: RunsState,
}

pub fn draw(ui: &mut Ui, model: &BoardsModel, state: &mut SideState) {
    if model.compares() {
        return tiles::draw_choice(ui, model);
    }
    // A lesson is about the lists. Otherwise the result comes first.
    let has_lesson = model.lesson.reading().is_some();
    if !has_lesson || model.run().is_none() {
        draw_result(ui, model);
    }
    if let Some(run) = model.run() {
        // A lesson's page chooses the overlays; only a heat map needs its scale here.
        if has_lesson && *model.heat != Heat::Off {
            legend::draw_overlays(ui, model, run);
        }
        let page = model.lesson.reading().map(Reading::page);
        let cards = if has_lesson {
            cards::draw_whole
        } else {
            cards::draw
        };
        if page.is_some_and(|page| page.open_list.is_none()) {
            lists::draw(ui, model, run, &mut state.list);
            cards(ui, model, run);
        } else {
            cards(ui, model, run);
            lists::draw(ui, model, run, &mut state.list);
        }
        if has_lesson && model.tells_result(run) {
            draw_result(ui, model);
        }
    }
    // Earlier runs would reveal the result.
    if !has_lesson {
        if let Some(run) = model.run() {
            draw_breakpoints(ui, model, &mut state.stops);
            legend::draw_overlays(ui, model, run);
            agents(ui, model, &mut state.all_searches);
        }
        runs::draw(ui, model, &mut state.table);
    }
}

/// Draws the history of the cell under the pointer, at the lower end of the panel.
///
/// It also explains why the path does not lead over the cell.
pub fn hovered(ui: &mut Ui, model: &BoardsModel) {
    let Some(run) = model.run() else { return };
    let cell = model.hovered.0;
    let has_room = ui.available_height() >= HIGH;
    // Where there is little room, the lists get all that the history does not need.
    let room = if model.is_folded(Section::Hovered) || !has_room {
        0.0
    } else {
        HOVERED
    };
    let frame = egui::Frame::new().inner_margin(Margin {
        right: 8,
        top: 2,
        bottom: 4,
        ..Margin::ZERO
    });
    egui::Panel::bottom("hovered")
        .resizable(false)
        .min_size(room)
        .frame(frame)
        .show(ui, |ui| {
            let place = cell.map_or(String::new(), |cell| cell.to_string());
            let title = |ui: &mut Ui| titled(ui, model, Phrase::HoveredCell);
            if heading(ui, model, (Section::Hovered, &place), title) && (cell.is_some() || has_room)
            {
                history_of(ui, model, run, cell);
            }
        });
}

/// Draws the history of a touched cell as a section, where there is little room.
pub fn touched(ui: &mut Ui, model: &BoardsModel) {
    let Some((run, cell)) = model.run().zip(model.hovered.0) else {
        return;
    };
    section(
        ui,
        model,
        (Section::Hovered, Phrase::HoveredCell, &cell.to_string()),
        |ui| {
            history_of(ui, model, run, Some(cell));
        },
    );
}

fn history_of(ui: &mut Ui, model: &BoardsModel, run: &Run, cell: Option<Cell>) {
    if model.hides_answers() {
        return remark(ui, model.text(Phrase::HiddenWhileAsked));
    }
    let Some(cell) = cell else {
        return remark(ui, model.text(Phrase::PointForHistory));
    };
    ui.spacing_mut().item_spacing.y = 2.0;
    if let Some(why) = why_closed(model, run, cell) {
        return drop(sentence(ui, &model.say(why), theme::SMALL, palette::TEXT));
    }
    if let Some(cost) = model.cost_near_wall(cell) {
        sentence(ui, &cost.sentence(model.language()), 12.5, palette::TEXT);
    }
    for line in gridwalk_explain::cell(&run.timeline, &run.costs, cell, model.language()) {
        sentence(ui, &line, theme::SMALL, palette::TEXT);
    }
}

/// Returns the reason why the agent of the search cannot enter a cell that others can.
///
/// The reason comes from the current map, which may have changed since the search.
fn why_closed(model: &BoardsModel, run: &Run, cell: Cell) -> Option<Sentence> {
    let seen = run.question.grid.as_ref()?;
    if seen.is_walkable(cell) {
        return None;
    }
    let kind = run.question.kind.as_ref();
    let is_in_area =
        || kind.is_some_and(|kind| kind.0.forbidden.iter().any(|area| area.contains(cell)));
    match model.grid.can_stand(kind, cell).err()? {
        CannotStand::Forbidden if is_in_area() => Some(Phrase::ClosedForbidden.into()),
        CannotStand::Forbidden => {
            Some(Phrase::ClosedTerrain.with("terrain", &model.grid.grid().terrain(cell)?.name))
        }
        CannotStand::DoesNotFit => {
            Some(Phrase::ClosedTooNarrow.with("size", AgentKind::size_of(kind)))
        }
        _ => None,
    }
}

/// Minimum height in points, so that the lists above do not jump with every cell.
const HOVERED: f32 = 104.0;
/// Height of a panel that has room for the history even when no cell is pointed at.
const HIGH: f32 = 400.0;

/// Draws the agents whose searches are kept; a click watches the agent's last search.
fn agents(ui: &mut Ui, model: &BoardsModel, all: &mut bool) {
    let kept = |agent: &Entity| model.history.count(*agent) > 0;
    let agents: Vec<_> = model.order.0.iter().copied().filter(kept).collect();
    if agents.is_empty() {
        return;
    }
    let count = thousands(agents.len() as u64);
    section(
        ui,
        model,
        (Section::AgentSearches, Phrase::SearchesOfAgents, &count),
        |ui| {
            agent_rows(ui, model, (FEW_AGENTS, &agents), all, |ui, rect, agent| {
                agent_search(&mut row_in(ui, rect), model, agent);
            });
        },
    );
}

/// Number of agents listed at first.
const FEW_AGENTS: usize = 5;

fn agent_search(ui: &mut Ui, model: &BoardsModel, agent: &AgentViewItem) {
    let Some(last) = agent.last else { return };
    let name = &agent.name.0;
    let is_watched = matches!(&model.question.source, QuerySource::Agent { name: watched, .. } if watched == name);
    let response = ui.selectable_label(is_watched, RichText::new(name).size(theme::SMALL));
    let response = response.on_hover_text(model.text(Phrase::DoesWatchAgent));
    model.on_click(&response, WatchCommand::Agent(name.clone(), 0));
    at_the_right(ui, |ui| {
        let cost = last
            .cost
            .map(|cost| last.query.options.units().format(cost));
        let cost = cost.as_deref().unwrap_or(model.text(Phrase::NoPathFound));
        let text = Phrase::FromTo
            .with("start", last.query.start)
            .with("goal", last.query.goal)
            .with("cost", cost);
        ui.add(egui::Label::new(theme::muted(model.say(text))).truncate());
    });
}

/// Draws the result of the search, or the reason why there is none.
fn draw_result(ui: &mut Ui, model: &BoardsModel) {
    let whose = model.run().map_or_else(String::new, |run| {
        let algorithm = run.question.query.options.algorithm;
        let name = algorithm.describe_in(model.language());
        format!("{name} · {}", model.say(whose(&model.question)))
    });
    section(
        ui,
        model,
        (Section::Result, Phrase::Result, &whose),
        |ui| match model.run() {
            Some(run) => result(ui, model, run),
            None => no_result(ui, model),
        },
    );
}

fn no_result(ui: &mut Ui, model: &BoardsModel) {
    let Some(recording) = model.recording() else {
        return;
    };
    match &recording.refused {
        Some(refused) => {
            light(ui, palette::BAD, &refused.describe_in(model.language()));
            // Offers the default value of an option that the algorithm does not support.
            if let Refusal::Option(algorithm, key) = refused {
                let usual = key.default_for(*algorithm);
                let [option, value] = [
                    key.describe_in(model.language()),
                    value_in(&usual, model.language()),
                ];
                let mend = link(
                    ui,
                    &model.say(
                        Phrase::SetOption
                            .with("option", option)
                            .with("value", value),
                    ),
                );
                model.on_click(&mend, OptionsCommand::Set(usual));
            }
        }
        None if recording.cancelled.is_some() => {
            ui.label(theme::muted(model.text(Phrase::SearchCancelled)));
        }
        None => drop(ui.label(theme::muted(model.text(Phrase::UnderWay)))),
    }
}

/// Describes the origin of the search.
fn whose(question: &WatchQuery) -> Sentence {
    match &question.source {
        QuerySource::Free => match &question.ends {
            EndsOrigin::Chosen => Phrase::YourEnds.into(),
            EndsOrigin::LegOf(name) => Phrase::LegOf.with("name", name),
            EndsOrigin::LastLegOf(name) => Phrase::LastLegOf.with("name", name),
            EndsOrigin::PlanOf(name) => Phrase::PlanOf.with("name", name),
            EndsOrigin::AcrossTheMap => Phrase::AcrossTheMap.into(),
        },
        QuerySource::Agent { name, back: 0, .. } => Phrase::LastSearchOf.with("name", name),
        QuerySource::Agent { name, back, of } => Phrase::SearchOf
            .with("name", name)
            .with("number", back + 1)
            .with("count", of),
        QuerySource::Field(name) => Phrase::FieldOf.with("name", name),
        QuerySource::Run(number) => Phrase::RunNumber.with("number", number + 1),
        QuerySource::Trace(file) => Phrase::TraceOf.with("file", file),
    }
}

fn result(ui: &mut Ui, model: &BoardsModel, run: &Run) {
    if let QuerySource::Agent { name, back, of } = &model.question.source
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
    if !model.tells_result(run) {
        return so_far(ui, model, run);
    }
    light(
        ui,
        runs::verdict_color(run),
        &run.verdict.sentence(model.language()),
    );
    if let Some(sentence) = run.verdict.estimate_sentence(model.language()) {
        light(ui, palette::WARN, &sentence);
        model.on_click(&link(ui, model.text(Phrase::ShowAtEnd)), PlayCommand::Last);
    }
    let stats = run.outcome.stats();
    let values = [
        (
            Phrase::Cost,
            cost_or_dash(&run.question.query.options, run.outcome.cost()),
            None,
        ),
        (Phrase::CellCount, count_or_dash(runs::cells(run)), None),
        (
            Phrase::Expanded,
            thousands(stats.expanded),
            Some(Phrase::ExpandedTip),
        ),
        (
            Phrase::Generated,
            thousands(stats.generated),
            Some(Phrase::GeneratedTip),
        ),
        (
            Phrase::SearchTime,
            model.measured(run.time),
            Some(Phrase::SearchTimeTip),
        ),
    ];
    figures(ui, model, &values);
    let here = run.timeline.marks().counters();
    let expanded = usize::try_from(here.expanded).unwrap_or(usize::MAX);
    let scanned = count_or_dash(run.scanned.get(expanded).copied());
    let values = [
        (
            Phrase::Reopened,
            thousands(here.reopened),
            Some(Phrase::ReopenedTip),
        ),
        (
            Phrase::OpenNow,
            thousands(here.open),
            Some(Phrase::OpenNowTip),
        ),
        (
            Phrase::MostOpen,
            thousands(here.largest_open),
            Some(Phrase::MostOpenTip),
        ),
        (Phrase::Scanned, scanned, Some(Phrase::ScannedTip)),
        (
            Phrase::SearchMemory,
            run.memory.map_or("–".to_owned(), bytes),
            Some(Phrase::SearchMemoryTip),
        ),
    ];
    figures(ui, model, &values);
    if let Some(notice) = run.timeline.trace().notice(model.language()) {
        light(
            ui,
            palette::WARN,
            &model.say(Phrase::LongSearch.with("notice", notice)),
        );
    }
}

/// Draws the counters so far in place of the result.
fn so_far(ui: &mut Ui, model: &BoardsModel, run: &Run) {
    let here = run.timeline.marks().counters();
    remark(ui, model.text(Phrase::ResultAtEnd));
    let values = [
        (
            Phrase::Expanded,
            thousands(here.expanded),
            Some(Phrase::ExpandedTip),
        ),
        (
            Phrase::OpenNow,
            thousands(here.open),
            Some(Phrase::OpenNowTip),
        ),
        (
            Phrase::MostOpen,
            thousands(here.largest_open),
            Some(Phrase::MostOpenTip),
        ),
    ];
    figures(ui, model, &values);
    model.on_click(&link(ui, model.text(Phrase::GoToEnd)), PlayCommand::Last);
}

#[expect(clippy::cast_precision_loss, reason = "shown to people")]
fn bytes(bytes: usize) -> String {
    if bytes < 100_000 {
        format!("{:.0} kB", bytes as f64 / 1e3)
    } else {
        format!("{:.1} MB", bytes as f64 / 1e6)
    }
}

/// Index of the chosen entry of [`KINDS`], and the cell or number typed for it.
#[derive(Default)]
struct TypedBreakpoint {
    kind: usize,
    text: String,
    /// Whether Enter was pressed on a text that is no value of this kind.
    is_refused: bool,
}

/// Kinds of breakpoints: a title, an example of the input, and its parser.
const KINDS: [(Phrase, &str, fn(&str) -> Option<Breakpoint>); 7] = [
    (Phrase::WhenCellOpened, "3, 4", |typed| {
        cell(typed).map(Breakpoint::Opened)
    }),
    (Phrase::WhenCellClosed, "3, 4", |typed| {
        cell(typed).map(Breakpoint::Closed)
    }),
    (Phrase::WhenCellRelaxed, "3, 4", |typed| {
        cell(typed).map(Breakpoint::Relaxed)
    }),
    (Phrase::WhenFAbove, "40", |typed| {
        cost(typed).map(Breakpoint::FAbove)
    }),
    (Phrase::WhenGAbove, "40", |typed| {
        cost(typed).map(Breakpoint::GAbove)
    }),
    (Phrase::WhenReopened, "", |_| Some(Breakpoint::Reopened)),
    (Phrase::WhenGoalOpened, "", |_| Some(Breakpoint::Goal)),
];

fn cell(typed: &str) -> Option<Cell> {
    let (x, y) = typed.split_once(',')?;
    Some(Cell::new(x.trim().parse().ok()?, y.trim().parse().ok()?))
}

fn cost(typed: &str) -> Option<f64> {
    typed
        .trim()
        .parse()
        .ok()
        .filter(|cost: &f64| cost.is_finite() && *cost >= 0.0)
}

fn draw_breakpoints(ui: &mut Ui, model: &BoardsModel, state: &mut TypedBreakpoint) {
    let set = model.playback.stops.len();
    let count = if set == 0 {
        model.text(Phrase::NoneSet).to_owned()
    } else {
        set.to_string()
    };
    section(
        ui,
        model,
        (Section::Breakpoints, Phrase::Breakpoints, &count),
        |ui| breakpoints(ui, model, state),
    );
}

fn breakpoints(ui: &mut Ui, model: &BoardsModel, state: &mut TypedBreakpoint) {
    let set = &model.playback.stops;
    if !set.is_empty() {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
            for stop in set {
                let button = ui.button(format!("{} ×", model.say(Sentence::from(*stop))));
                model.on_click(
                    &button.on_hover_text(model.text(Phrase::RemoveBreak)),
                    PlayCommand::Break(*stop),
                );
            }
        });
    }
    let (_, hint, read) = KINDS[state.kind];
    let size = vec2(ui.available_width(), 24.0);
    // Laid out from the right, so that the list of kinds takes the remaining width.
    ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
        let stop = read(&state.text);
        let button = ui.add_enabled(
            stop.is_some(),
            egui::Button::new(model.text(Phrase::SetBreak)),
        );
        let button =
            button.on_disabled_hover_text(model.say(Phrase::TypeLike.with("example", hint)));
        let field = egui::TextEdit::singleline(&mut state.text)
            .hint_text(hint)
            .desired_width(44.0);
        let entered = !hint.is_empty()
            && ui.add(field).lost_focus()
            && ui.input(|input| input.key_pressed(egui::Key::Enter));
        if let Some(stop) = stop.filter(|_| button.clicked() || entered) {
            state.text.clear();
            model.wish(PlayCommand::Break(stop));
        }
        let kinds = egui::ComboBox::from_id_salt("breakpoint")
            .width(ui.available_width())
            .truncate();
        let all: [usize; KINDS.len()] = std::array::from_fn(|i| i);
        let chosen = choice(ui, kinds, state.kind, &all, |kind| {
            model.text(KINDS[kind].0)
        });
        state.kind = chosen.unwrap_or(state.kind);
        state.is_refused =
            !state.text.is_empty() && (state.is_refused || entered) && read(&state.text).is_none();
    });
    if state.is_refused {
        refusal(ui, model, &Phrase::TypeLike.with("example", hint));
    }
    if !set.is_empty() {
        ui.horizontal(|ui| {
            button(ui, model, Phrase::PreviousBreak, PlayCommand::PreviousBreak);
            button(ui, model, Phrase::NextBreak, PlayCommand::NextBreak);
            button(ui, model, Phrase::ClearBreaks, PlayCommand::ClearBreaks);
        });
    }
}
