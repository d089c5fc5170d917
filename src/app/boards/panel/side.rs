//! The boards in the side panel.
//!
//! For several boards: the list of boards and their difference. For one board: its search and the earlier runs.

use bevy::prelude::Entity;
use bevy_egui::egui::{self, Margin, RichText, Ui};
use bevy_gridwalk::{AgentKind, CannotStand};
use gridwalk_pathfinding::Cell;

use super::runs::RunsState;
use super::{breakpoints, cards, lists, on_the_map, result, runs, tiles};
use crate::app::agents::{AgentViewItem, agent_rows};
use crate::app::boards::{Model, Run, Source};
use crate::app::command::{Heat, Section, WatchCommand};
use crate::app::common::words::thousands;
use crate::app::widgets::typeset::sentence;
use crate::app::widgets::{at_the_right, heading, remark, row_in, section, theme, titled};
use crate::app::{Phrase, Reading, Sentence};
use crate::picture::palette;

/// State of this panel: entered and chosen values.
#[derive(Default)]
pub struct SideState {
    all_searches: bool,
    list: lists::Lists,
    stops: breakpoints::Typed,
    /// State of the table of runs, here and in its window.
    pub table: RunsState,
}

pub fn draw(ui: &mut Ui, model: &Model, state: &mut SideState) {
    if model.compares() {
        return tiles::draw_choice(ui, model);
    }
    // A lesson is about the lists. Otherwise the result comes first.
    let has_lesson = model.lesson.reading().is_some();
    if !has_lesson || model.run().is_none() {
        result::draw(ui, model);
    }
    if let Some(run) = model.run() {
        // A lesson's page chooses the overlays; only a heat map needs its scale here.
        if has_lesson && *model.heat != Heat::Off {
            on_the_map::draw(ui, model, run);
        }
        let page = model.lesson.reading().map(Reading::page);
        let cards = if has_lesson { cards::draw_whole } else { cards::draw };
        if page.is_some_and(|page| page.open_list.is_none()) {
            lists::draw(ui, model, run, &mut state.list);
            cards(ui, model, run);
        } else {
            cards(ui, model, run);
            lists::draw(ui, model, run, &mut state.list);
        }
        if has_lesson && model.tells_result(run) {
            result::draw(ui, model);
        }
    }
    // Earlier runs would reveal the result.
    if !has_lesson {
        if let Some(run) = model.run() {
            breakpoints::draw(ui, model, &mut state.stops);
            on_the_map::draw(ui, model, run);
            agents(ui, model, &mut state.all_searches);
        }
        runs::draw(ui, model, &mut state.table);
    }
}

/// Draws the history of the cell under the pointer, at the lower end of the panel.
///
/// It also explains why the path does not lead over the cell.
pub fn hovered(ui: &mut Ui, model: &Model) {
    let Some(run) = model.run() else { return };
    let cell = model.hovered.0;
    let has_room = ui.available_height() >= HIGH;
    // Where there is little room, the lists get all that the history does not need.
    let room = if model.is_folded(Section::Hovered) || !has_room { 0.0 } else { HOVERED };
    let frame = egui::Frame::new().inner_margin(Margin { right: 8, top: 2, bottom: 4, ..Margin::ZERO });
    egui::Panel::bottom("hovered").resizable(false).min_size(room).frame(frame).show(ui, |ui| {
        let place = cell.map_or(String::new(), |cell| cell.to_string());
        let title = |ui: &mut Ui| titled(ui, model, Phrase::HoveredCell);
        if heading(ui, model, (Section::Hovered, &place), title) && (cell.is_some() || has_room) {
            history_of(ui, model, run, cell);
        }
    });
}

/// Draws the history of a touched cell as a section, where there is little room.
pub fn touched(ui: &mut Ui, model: &Model) {
    let Some((run, cell)) = model.run().zip(model.hovered.0) else { return };
    section(ui, model, (Section::Hovered, Phrase::HoveredCell, &cell.to_string()), |ui| {
        history_of(ui, model, run, Some(cell));
    });
}

fn history_of(ui: &mut Ui, model: &Model, run: &Run, cell: Option<Cell>) {
    if model.hides_answers() {
        return remark(ui, model.text(Phrase::HiddenWhileAsked));
    }
    let Some(cell) = cell else { return remark(ui, model.text(Phrase::PointForHistory)) };
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
fn why_closed(model: &Model, run: &Run, cell: Cell) -> Option<Sentence> {
    let seen = run.question.grid.as_ref()?;
    if seen.is_walkable(cell) {
        return None;
    }
    let kind = run.question.kind.as_ref();
    let is_in_area = || kind.is_some_and(|kind| kind.0.forbidden.iter().any(|area| area.contains(cell)));
    match model.grid.can_stand(kind, cell).err()? {
        CannotStand::Forbidden if is_in_area() => Some(Phrase::ClosedForbidden.into()),
        CannotStand::Forbidden => Some(Phrase::ClosedTerrain.with("terrain", &model.grid.grid().terrain(cell)?.name)),
        CannotStand::DoesNotFit => Some(Phrase::ClosedTooNarrow.with("size", AgentKind::size_of(kind))),
        _ => None,
    }
}

/// Minimum height in points, so that the lists above do not jump with every cell.
const HOVERED: f32 = 104.0;
/// Height of a panel that has room for the history even when no cell is pointed at.
const HIGH: f32 = 400.0;

/// Draws the agents whose searches are kept; a click watches the agent's last search.
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

/// Number of agents listed at first.
const FEW_AGENTS: usize = 5;

fn agent_search(ui: &mut Ui, model: &Model, agent: &AgentViewItem) {
    let Some(last) = agent.last else { return };
    let name = &agent.name.0;
    let is_watched = matches!(&model.question.source, Source::Agent { name: watched, .. } if watched == name);
    let response = ui.selectable_label(is_watched, RichText::new(name).size(theme::SMALL));
    let response = response.on_hover_text(model.text(Phrase::DoesWatchAgent));
    model.on_click(&response, WatchCommand::Agent(name.clone(), 0));
    at_the_right(ui, |ui| {
        let cost = last.cost.map(|cost| last.query.options.units().format(cost));
        let cost = cost.as_deref().unwrap_or(model.text(Phrase::NoPathFound));
        let text = Phrase::FromTo.with("start", last.query.start).with("goal", last.query.goal).with("cost", cost);
        ui.add(egui::Label::new(theme::muted(model.say(text))).truncate());
    });
}
