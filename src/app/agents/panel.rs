//! Side panel sections on the selected agents, on the described one, on all agents, and on the
//! brush that spawns them.

use bevy::prelude::Entity;
use bevy_egui::egui::{self, Align, Layout, Rect, RichText, Sense, Ui, vec2};
use bevy_gridwalk::{CrowdState, FailReason, LastSearch, goal_of};
use gridwalk_level::Rgb;

use super::model::AgentViewItem;
use super::spawn::WIDEST;
use super::stack::StackState;
use super::{AgentsModel, stack, words};
use crate::app::Phrase;
use crate::app::command::{
    AgentCommand, Section, SelectionCommand, SpawnCommand, Toggle, WatchCommand,
};
use crate::app::common::words::{cost_or_dash, count_or_dash, thousands};
use crate::app::widgets::{
    NAMES, at_the_right, button, dot, figures, fit_row, highlight, name_and_aside, named, remark,
    row, row_in, row_of, row_rect, rows, section, theme, tick_box,
};
use crate::picture::palette;

/// Number of agents listed at first.
const FEW_AGENTS: usize = 12;

/// State of the agent panel: the expanded list and the stack's animation.
#[derive(Default)]
pub struct AgentsState {
    stack: StackState,
    /// Whether all agents are listed.
    all: bool,
}

/// Draws the path of the selected agent as a stack.
pub fn draw_stack(ui: &mut Ui, model: &AgentsModel, state: &mut AgentsState) {
    stack::draw(ui, model, &mut state.stack);
}

/// Draws the sections on the selected agents, and on the one of them that leads.
pub fn draw(ui: &mut Ui, model: &AgentsModel) {
    draw_brush(ui, model);
    draw_selection(ui, model);
    let selected = model
        .selection
        .lead()
        .and_then(|agent| model.agents.get(agent).ok());
    let place = selected.as_ref().and_then(|agent| {
        model
            .order
            .0
            .iter()
            .position(|other| *other == agent.entity)
    });
    let place = place.map(|i| {
        model.say(
            Phrase::PlaceOf
                .with("place", thousands(i as u64 + 1))
                .with("count", thousands(model.order.0.len() as u64)),
        )
    });
    let title = (
        Section::Agent,
        Phrase::SelectedAgent,
        place.as_deref().unwrap_or_default(),
    );
    section(ui, model, title, |ui| match selected {
        Some(agent) => about_agent(ui, model, agent),
        None => remark(ui, model.text(Phrase::NoAgents)),
    });
}

fn about_agent(ui: &mut Ui, model: &AgentsModel, agent: AgentViewItem) {
    let state = model.state(&agent);
    ui.horizontal(|ui| {
        dot(ui, state.color);
        let name = RichText::new(&agent.name.0).strong().size(theme::TITLE);
        let state = RichText::new(state.word).color(theme::color(state.color));
        name_and_aside(ui, name, state);
    });
    row_of(ui, model.text(Phrase::RowState), &state.sentence, 2);
    let goal = agent
        .walk
        .map(|walk| walk.goal)
        .or(goal_of(agent.stack, agent.planning));
    let goal = goal.or_else(|| model.sight.comes_back_to(agent.entity));
    let goal = goal.map(|goal| goal.to_string());
    let goal = goal.or(agent.failed.map(|failed| failed.goal.to_string()));
    row(
        ui,
        model.text(Phrase::RowGoal),
        goal.as_deref().unwrap_or(model.text(Phrase::NoGoal)),
    );
    let habit = if agent.patrols {
        model.text(Phrase::OnPatrol)
    } else {
        ""
    };
    row(
        ui,
        model.text(Phrase::RowSpeed),
        &model.say(words::cells_per_second(agent.agent.speed, habit)),
    );
    let waypoints = &agent.waypoints.0;
    let list: Vec<_> = waypoints.iter().take(4).map(ToString::to_string).collect();
    let list = if list.is_empty() {
        "–".to_owned()
    } else {
        list.join(" ")
    };
    let more = waypoints.len().saturating_sub(4);
    let list = if more > 0 {
        model.say(Phrase::AndMore.with("list", list).with("more", more))
    } else {
        list
    };
    row(ui, model.text(Phrase::RowThen), &list);
    match agent.last {
        Some(last) => last_search(ui, model, last),
        None if agent.member => {}
        None => row(
            ui,
            model.text(Phrase::RowSearch),
            model.text(Phrase::NoneYet),
        ),
    }
    ui.add_space(2.0);
    ui.horizontal_wrapped(|ui| {
        fit_row(
            ui,
            &[
                Phrase::Stop,
                Phrase::NextAgent,
                Phrase::Follow,
                Phrase::WatchItsSearch,
            ]
            .map(|it| model.text(it)),
        );
        button(ui, model, Phrase::Stop, AgentCommand::Stop);
        button(ui, model, Phrase::NextAgent, AgentCommand::SelectNext);
        let follow =
            egui::Button::new(model.text(Phrase::Follow)).selected(model.is_on(Toggle::Follow));
        model.on_click(
            &ui.add(follow).on_hover_text(model.tip(Toggle::Follow)),
            Toggle::Follow,
        );
        if agent.member {
            let hold = egui::Button::new(model.text(Phrase::Hold)).selected(agent.is_held);
            model.on_click(
                &ui.add(hold).on_hover_text(model.tip(AgentCommand::Hold)),
                AgentCommand::Hold,
            );
            let watch = ui.button(model.text(Phrase::WatchItsField));
            model.on_click(
                &watch.on_hover_text(model.text(Phrase::WatchItsFieldTip)),
                WatchCommand::Selected(0),
            );
        // Watches the agent's last search while it is kept.
        } else if model.history.count(agent.entity) > 0 {
            let watch = ui.button(model.text(Phrase::WatchItsSearch));
            model.on_click(
                &watch.on_hover_text(model.text(Phrase::WatchItsSearchTip)),
                WatchCommand::Selected(0),
            );
        }
    });
}

fn last_search(ui: &mut Ui, model: &AgentsModel, last: &LastSearch) {
    ui.add_space(2.0);
    let cells = Some(last.cells as u64).filter(|cells| *cells > 0);
    let values = [
        (
            Phrase::Cost,
            cost_or_dash(&last.query.options, last.cost),
            None,
        ),
        (Phrase::CellCount, count_or_dash(cells), None),
        (Phrase::Expanded, thousands(last.stats.expanded), None),
        (Phrase::SearchTime, model.measured(Some(last.time)), None),
    ];
    figures(ui, model, &values);
}

/// Draws the list of all agents.
pub fn draw_all(ui: &mut Ui, model: &AgentsModel, state: &mut AgentsState) {
    let agents = &model.order.0;
    if agents.len() < 2 {
        return;
    }
    let count = thousands(agents.len() as u64);
    section(
        ui,
        model,
        (Section::Agents, Phrase::AllAgents, &count),
        |ui| {
            agent_rows(
                ui,
                model,
                (FEW_AGENTS, agents),
                &mut state.all,
                |ui, rect, agent| {
                    agent_row(ui, model, rect, agent);
                },
            );
        },
    );
}

/// Draws the row of an agent: name, state and remaining cells. A click selects the agent.
fn agent_row(ui: &mut Ui, model: &AgentsModel, rect: Rect, agent: &AgentViewItem) {
    let state = model.state(agent);
    let response = ui.interact(rect, ui.id().with(agent.entity), Sense::click());
    let response = response.on_hover_cursor(egui::CursorIcon::PointingHand);
    if ui.input(|input| input.modifiers.shift) {
        model.on_click(&response, SelectionCommand::Turn(agent.name.0.clone()));
    } else {
        model.on_click(&response, AgentCommand::Select(agent.name.0.clone()));
    }
    if model.selection.contains(agent.entity) {
        highlight(ui, rect);
    }
    let mut ui = row_in(ui, rect);
    dot(&mut ui, state.color);
    // A stack of a crowd holds only the next cells, so names have the room of their number.
    let names = if agent.member {
        rect.width() - WORDS
    } else {
        NAMES - 18.0
    };
    let size = vec2(names.max(NAMES - 18.0), rect.height());
    ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
        ui.set_min_width(size.x);
        ui.add(egui::Label::new(&agent.name.0).truncate());
    });
    ui.label(theme::muted(state.word));
    if !agent.member {
        at_the_right(&mut ui, |ui| {
            let cells = agent.stack.filter(|stack| stack.arrives());
            let cells = cells.map(|stack| model.say(words::cells(stack.cells_to_go())));
            ui.label(theme::muted(cells.as_deref().unwrap_or("–")));
        });
    }
}

/// Width of the state of a crowd agent in the list.
const WORDS: f32 = 150.0;

/// States of agents that are counted together, in the order of their rows.
const ROWS: [(Phrase, Rgb); 8] = [
    (Phrase::CrowdWalking, palette::OK),
    (Phrase::CrowdWaiting, palette::WARN),
    (Phrase::CrowdYielding, palette::WARN),
    (Phrase::CrowdSettled, palette::ACCENT),
    (Phrase::CrowdResting, palette::MUTED),
    (Phrase::CrowdHeld, palette::MUTED),
    (Phrase::CrowdBlocked, palette::BAD),
    (Phrase::CrowdUnreachable, palette::BAD),
];

/// Draws the section, if several agents are selected or an overlay over the crowd is on.
fn draw_selection(ui: &mut Ui, model: &AgentsModel) {
    let (many, has_crowd) = (model.selection.is_many(), model.sight.crowd().is_some());
    let has_overlay = has_crowd && (model.is_on(Toggle::Claims) || model.is_on(Toggle::Waits));
    if !many && !has_overlay {
        return;
    }
    let (count, all) = (model.selection.agents().len(), model.order.0.len());
    let [count_said, all_said] = [count, all].map(|count| thousands(count as u64));
    let aside = match model.groups.number_of(&model.selection) {
        Some(group) => Phrase::CountOfGroup.with("group", group),
        None => Phrase::CountOf.into(),
    };
    let aside = model.say(aside.with("count", &count_said).with("all", all_said));
    section(
        ui,
        model,
        (Section::Selection, Phrase::SelectedAgents, &aside),
        |ui| {
            if many {
                ui.label(
                    RichText::new(model.say(Phrase::AgentsSelected.with("count", &count_said)))
                        .strong(),
                );
                counts(ui, model);
            }
            ui.add_space(2.0);
            ui.horizontal_wrapped(|ui| {
                button(ui, model, Phrase::SelectAll, SelectionCommand::All);
                if many {
                    button(ui, model, Phrase::Stop, AgentCommand::Stop);
                    let selected = model.agents.iter_many(model.selection.agents());
                    let are_held = has_crowd && selected.into_iter().all(|agent| agent.is_held);
                    let hold = egui::Button::new(model.text(Phrase::Hold)).selected(are_held);
                    let hold = ui
                        .add_enabled(has_crowd, hold)
                        .on_hover_text(model.tip(AgentCommand::Hold));
                    model.on_click(&hold, AgentCommand::Hold);
                }
            });
            if has_crowd {
                ui.horizontal_wrapped(|ui| {
                    for (toggle, title) in [
                        (Toggle::Claims, Phrase::OverlayClaims),
                        (Toggle::Waits, Phrase::OverlayWaits),
                    ] {
                        let clicked = tick_box(ui, model.is_on(toggle), model.text(title));
                        model.on_click(&clicked.on_hover_text(model.tip(toggle)), toggle);
                    }
                });
            }
        },
    );
}

/// Draws how many of the selected agents are in each state; states of none are left out.
fn counts(ui: &mut Ui, model: &AgentsModel) {
    let mut counts = [0_u64; ROWS.len()];
    for agent in model.agents.iter_many(model.selection.agents()) {
        counts[state_row(&agent)] += 1;
    }
    for ((title, color), count) in ROWS.into_iter().zip(counts).filter(|(_, count)| *count > 0) {
        ui.horizontal(|ui| {
            dot(ui, color);
            ui.label(theme::muted(model.text(title)));
            at_the_right(ui, |ui| ui.label(RichText::new(thousands(count)).strong()));
        });
    }
}

/// Returns the row in which an agent is counted.
fn state_row(agent: &AgentViewItem) -> usize {
    let has_failed = agent
        .failed
        .is_some_and(|failed| failed.reason != FailReason::Cancelled);
    let wanted = match agent.crowd {
        _ if agent.is_held => Phrase::CrowdHeld,
        Some(CrowdState::Waiting { .. }) => Phrase::CrowdWaiting,
        Some(CrowdState::Yielding { .. }) => Phrase::CrowdYielding,
        Some(CrowdState::Blocked { .. }) => Phrase::CrowdBlocked,
        Some(CrowdState::Unreachable) => Phrase::CrowdUnreachable,
        _ if has_failed => Phrase::CrowdUnreachable,
        Some(CrowdState::Walking) => Phrase::CrowdWalking,
        Some(CrowdState::Settled) => Phrase::CrowdSettled,
        None if agent.planning.is_some() || agent.stack.is_some() => Phrase::CrowdWalking,
        _ => Phrase::CrowdResting,
    };
    ROWS.iter()
        .position(|(phrase, _)| *phrase == wanted)
        .expect("every state has a row")
}

/// Draws the section while the brush is on.
fn draw_brush(ui: &mut Ui, model: &AgentsModel) {
    if !model.is_on(Toggle::Spawn) {
        return;
    }
    section(ui, model, (Section::Spawn, Phrase::SpawnTitle, ""), |ui| {
        remark(ui, model.text(Phrase::SpawnHint));
        named(ui, model.text(Phrase::RowBrush), |ui| {
            let mut size = model.brush.size;
            let suffix = model.say(Phrase::BrushCells.with("count", size));
            let slider = egui::Slider::new(&mut size, 1..=WIDEST).show_value(false);
            if ui.add(slider).changed() {
                model.wish(SpawnCommand::Size(size));
            }
            ui.add_space(8.0);
            ui.label(suffix);
        });
        button(ui, model, Phrase::RemoveSpawned, SpawnCommand::Remove);
    });
}

/// Draws a list of agents, one per row: the first few, or all.
pub fn agent_rows(
    ui: &mut Ui,
    model: &AgentsModel,
    (few, agents): (usize, &[Entity]),
    all: &mut bool,
    draw: impl Fn(&mut Ui, Rect, &AgentViewItem),
) {
    const ROW: f32 = 24.0;
    rows(
        ui,
        model,
        (few, agents.len(), ROW),
        all,
        |ui, list, range| {
            for number in range {
                if let Ok(agent) = model.agents.get(agents[number]) {
                    draw(ui, row_rect(list, ROW, number), &agent);
                }
            }
        },
    );
}
