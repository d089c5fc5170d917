//! The side panel: about the level, the selected agent, all agents, the terrains. Options and watched searches
//! have files of their own.

use bevy_egui::egui::{self, Align, Layout, Margin, Rect, RichText, Sense, Ui, vec2};
use bevy_gridwalk::LastSearch;
use gridwalk_level::Document;

use super::watch::{self, WatchState};
use super::widgets::{
    NAMES, agent_rows, at_the_right, button, dot, figures, ground, highlight, remark, row, row_in, section,
};
use super::{
    AgentViewItem, Model, Section, boards, history,
    legend::{self, LegendPlace},
    options,
    stack::{self, StackState},
    theme,
};
use crate::app::Phrase;
use crate::app::command::{AgentCommand, Toggle, WatchCommand};
use crate::app::words::{self, cost_or_dash, count_or_dash, thousands};

/// How many agents are listed at first.
const FEW_AGENTS: usize = 12;

pub(super) fn draw(
    root: &mut Ui,
    model: &Model,
    legend: Option<LegendPlace>,
    (typed, stack_state): (&mut WatchState, &mut StackState),
) {
    let margin = Margin { left: theme::PADDING, right: 6, top: 8, bottom: 0 };
    let width = (root.available_width() * 0.36).clamp(NARROWEST, 328.0);
    let panel = egui::Panel::right("side").default_size(width).size_range(NARROWEST..=520.0).frame(ground(margin));
    panel.show(root, |ui| {
        if model.watches() {
            watch::hovered(ui, model);
        }
        egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            let has_lesson = model.lesson.reading().is_some();
            // The lesson says what there is to see.
            if !has_lesson {
                about(ui, model);
            }
            if model.compares() {
                boards::draw_side(ui, model);
                options::draw(ui, model);
            } else if model.watches() {
                if !has_lesson {
                    options::draw(ui, model);
                }
                watch::draw(ui, model, typed);
                if has_lesson {
                    options::draw(ui, model);
                }
            } else {
                selected_agent(ui, model);
                stack::draw(ui, model, stack_state);
                options::draw(ui, model);
                all_agents(ui, model, &mut typed.all_agents);
            }
            options::draw_more(ui, model);
            history::draw(ui, model);
            terrain(ui, model);
            if legend == Some(LegendPlace::Side) {
                legend::section(ui, model);
            }
            window(ui, model);
        });
    });
}

/// The panel cannot be made narrower.
const NARROWEST: f32 = 264.0;

/// What the level says of itself.
fn about(ui: &mut Ui, model: &Model) {
    let level = model.open.document().map(Document::level);
    let Some(level) = level.filter(|level| !level.about.is_empty()) else { return };
    section(ui, model, (Section::About, Phrase::AboutLevel, &level.name), |ui| remark(ui, &level.about));
}

fn selected_agent(ui: &mut Ui, model: &Model) {
    let selected = model.selection.0.and_then(|agent| model.agents.get(agent).ok());
    let place = selected.as_ref().and_then(|agent| model.order.0.iter().position(|other| *other == agent.entity));
    let place = place.map(|i| model.say(Phrase::PlaceOf.with("place", i + 1).with("count", model.order.0.len())));
    let title = (Section::Agent, Phrase::SelectedAgent, place.as_deref().unwrap_or_default());
    section(ui, model, title, |ui| match selected {
        Some(agent) => about_agent(ui, model, agent),
        None => remark(ui, model.text(Phrase::NoAgents)),
    });
}

fn about_agent(ui: &mut Ui, model: &Model, agent: AgentViewItem) {
    let state = model.state(&agent);
    ui.horizontal(|ui| {
        dot(ui, state.color);
        ui.label(RichText::new(&agent.name.0).strong().size(15.0));
        at_the_right(ui, |ui| {
            ui.label(RichText::new(state.word).color(theme::color(state.color)));
        });
    });
    row(ui, model.text(Phrase::RowState), &state.sentence);
    let goal = agent.stack.filter(|stack| stack.arrives()).map(|stack| stack.goal().to_string());
    let goal = goal.or(agent.planning.map(|planning| planning.goal.to_string()));
    let goal = goal.or(agent.failed.map(|failed| failed.goal.to_string()));
    row(ui, model.text(Phrase::RowGoal), goal.as_deref().unwrap_or(model.text(Phrase::NoGoal)));
    let habit = if agent.patrols { model.text(Phrase::OnPatrol) } else { "" };
    row(ui, model.text(Phrase::RowSpeed), &model.say(words::cells_per_second(agent.agent.speed, habit)));
    let waypoints = &agent.waypoints.0;
    if !waypoints.is_empty() {
        let list: Vec<_> = waypoints.iter().take(4).map(ToString::to_string).collect();
        let list = list.join(" ");
        let more = waypoints.len().saturating_sub(4);
        let list = if more > 0 { model.say(Phrase::AndMore.with("list", list).with("more", more)) } else { list };
        row(ui, model.text(Phrase::RowThen), &list);
    }
    match agent.last {
        Some(last) => last_search(ui, model, last),
        None => row(ui, model.text(Phrase::RowSearch), model.text(Phrase::NoneYet)),
    }
    ui.add_space(2.0);
    ui.horizontal_wrapped(|ui| {
        button(ui, model, Phrase::Stop, AgentCommand::Stop);
        button(ui, model, Phrase::NextAgent, AgentCommand::SelectNext);
        // The searches that it made lately, one click away.
        if model.watching.history.count(agent.entity) > 0 {
            let watch = ui.button(model.text(Phrase::WatchItsSearch));
            model.on_click(&watch.on_hover_text(model.text(Phrase::WatchItsSearchTip)), WatchCommand::Selected(0));
        }
    });
}

fn last_search(ui: &mut Ui, model: &Model, last: &LastSearch) {
    ui.add_space(2.0);
    let cells = Some(last.cells as u64).filter(|cells| *cells > 0);
    let values = [
        (Phrase::Cost, cost_or_dash(&last.query.options, last.cost), None),
        (Phrase::CellCount, count_or_dash(cells), None),
        (Phrase::Expanded, thousands(last.stats.expanded), None),
        (Phrase::SearchTime, model.measured(last.time), None),
    ];
    figures(ui, model, &values);
}

fn all_agents(ui: &mut Ui, model: &Model, all: &mut bool) {
    let agents = &model.order.0;
    if agents.len() < 2 {
        return;
    }
    let count = thousands(agents.len() as u64);
    section(ui, model, (Section::Agents, Phrase::AllAgents, &count), |ui| {
        agent_rows(ui, model, (FEW_AGENTS, agents), all, |ui, rect, agent| agent_row(ui, model, rect, agent));
    });
}

/// What an agent does, in a line; a click selects it.
fn agent_row(ui: &mut Ui, model: &Model, rect: Rect, agent: &AgentViewItem) {
    let state = model.state(agent);
    let response = ui.interact(rect, ui.id().with(agent.entity), Sense::click());
    let response = response.on_hover_cursor(egui::CursorIcon::PointingHand);
    model.on_click(&response, AgentCommand::Select(agent.name.0.clone()));
    if model.selection.0 == Some(agent.entity) {
        highlight(ui, rect);
    }
    let mut ui = row_in(ui, rect);
    dot(&mut ui, state.color);
    let size = vec2(NAMES - 18.0, rect.height());
    ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
        ui.set_min_width(size.x);
        ui.add(egui::Label::new(&agent.name.0).truncate());
    });
    ui.label(theme::muted(state.word));
    at_the_right(&mut ui, |ui| {
        let cells = agent.stack.filter(|stack| stack.arrives());
        let cells = cells.map(|stack| model.say(words::cells(stack.cells_to_go())));
        ui.label(theme::muted(cells.as_deref().unwrap_or("–")));
    });
}

/// What is remembered of the window itself.
fn window(ui: &mut Ui, model: &Model) {
    section(ui, model, (Section::Window, Phrase::ThisWindow, ""), |ui| {
        let mut calm = model.is_on(Toggle::ReducedMotion);
        let clicked = ui.checkbox(&mut calm, model.text(Phrase::ReduceMotion));
        model.on_click(&clicked.on_hover_text(model.tip(Toggle::ReducedMotion)), Toggle::ReducedMotion);
    });
}

fn terrain(ui: &mut Ui, model: &Model) {
    let title = (Section::Terrain, Phrase::Terrain, model.text(Phrase::CostOfEntering));
    section(ui, model, title, |ui| {
        let legend: Vec<_> = model.grid.grid().legend().iter().take(16).collect();
        for pair in legend.chunks(2) {
            ui.columns(2, |columns| {
                for (column, terrain) in columns.iter_mut().zip(pair) {
                    column.horizontal(|ui| {
                        let (rect, _) = ui.allocate_exact_size(vec2(16.0, 16.0), Sense::hover());
                        ui.painter().rect_filled(rect, 3.0, theme::color(terrain.color));
                        ui.label(&terrain.name);
                        at_the_right(ui, |ui| {
                            let cost = terrain.cost.map(|cost| cost.to_string());
                            ui.label(theme::muted(cost.as_deref().unwrap_or(model.text(Phrase::Blocked))));
                        });
                    });
                }
            });
        }
    });
}
