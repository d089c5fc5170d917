//! The boards in the side panel: of several which there are and how two of them differ; of one its search, and what was
//! run before.

use bevy::prelude::Entity;
use bevy_egui::egui::{self, Margin, RichText, Ui};
use gridwalk_pathfinding::Cell;

use super::runs::RunsState;
use super::{breakpoints, cards, choose, lists, on_the_map, result, runs};
use crate::app::Phrase;
use crate::app::agents::{AgentViewItem, agent_rows};
use crate::app::boards::{Model, Run, Source};
use crate::app::command::{Heat, Section, WatchCommand};
use crate::app::common::words::thousands;
use crate::app::widgets::typeset::sentence;
use crate::app::widgets::{at_the_right, heading, remark, row_in, section, theme, titled};
use crate::picture::palette;

/// What is typed or chosen in this panel and nowhere else.
#[derive(Default)]
pub struct SideState {
    all_searches: bool,
    list: lists::Lists,
    stops: breakpoints::Typed,
    /// The table of runs, here and in its window.
    pub table: RunsState,
}

pub fn draw(ui: &mut Ui, model: &Model, state: &mut SideState) {
    if model.compares() {
        return choose::draw(ui, model);
    }
    // A lesson is about the lists; else what came of it is what one wants to know first.
    let has_lesson = model.lesson.reading().is_some();
    if !has_lesson || model.run().is_none() {
        result::draw(ui, model);
    }
    if let Some(run) = model.run() {
        // Beside a lesson only what its page shows; a heat map has its scale there.
        if has_lesson && *model.heat != Heat::Off {
            on_the_map::draw(ui, model, run);
        }
        let cards = if has_lesson { cards::draw_whole } else { cards::draw };
        cards(ui, model, run);
        lists::draw(ui, model, run, &mut state.list);
        if has_lesson && model.tells_result(run) {
            result::draw(ui, model);
        }
    }
    // What was run before says what comes of a search, too.
    if !has_lesson {
        if let Some(run) = model.run() {
            breakpoints::draw(ui, model, &mut state.stops);
            on_the_map::draw(ui, model, run);
            agents(ui, model, &mut state.all_searches);
        }
        runs::draw(ui, model, &mut state.table);
    }
}

/// What happened to the cell under the pointer, and why the path does not lead over it: always in sight, at the
/// lower end of the panel.
pub fn hovered(ui: &mut Ui, model: &Model) {
    let Some(run) = model.run() else { return };
    let cell = model.hovered.0;
    let room = if model.is_folded(Section::Hovered) { 0.0 } else { HOVERED };
    let frame = egui::Frame::new().inner_margin(Margin { right: 8, top: 2, bottom: 4, ..Margin::ZERO });
    egui::Panel::bottom("hovered").resizable(false).min_size(room).frame(frame).show(ui, |ui| {
        let place = cell.map_or(String::new(), |cell| cell.to_string());
        let title = |ui: &mut Ui| titled(ui, model, Phrase::HoveredCell);
        if heading(ui, model, (Section::Hovered, &place), title) {
            history_of(ui, model, run, cell);
        }
    });
}

/// The same as a section, where there is little room: of a cell that was touched.
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
    if let Some(cost) = model.cost_near_wall(cell) {
        sentence(ui, &cost.sentence(model.language()), 12.5, palette::TEXT);
    }
    for line in gridwalk_explain::cell(&run.timeline, &run.costs, cell, model.language()) {
        sentence(ui, &line, 12.5, palette::TEXT);
    }
}

/// So high that the lists above it do not jump with every cell.
const HOVERED: f32 = 104.0;

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
