//! The side panel: the selected agent, all agents, the terrains; settings and watched searches have files
//! of their own.

use bevy_egui::egui::{self, Align, Layout, Margin, RichText, Ui};

use super::watch::{self, WatchState};
use super::{AppCommand, Model, settings, theme};
use crate::app::{Keys, Phrase, words};
use crate::pathfinding::Rgb;
use crate::picture::palette;
use crate::plugin::LastSearch;

/// Width of the left column of names.
const NAMES: f32 = 92.0;

pub(super) fn draw(root: &mut Ui, model: &Model, typed: &mut WatchState, commands: &mut Vec<AppCommand>) {
    let frame = egui::Frame::new().fill(theme::color(palette::PANEL)).inner_margin(Margin::same(theme::PADDING));
    let width = (root.available_width() * 0.45).clamp(220.0, 328.0);
    egui::Panel::right("side").default_size(width).size_range(220.0..=520.0).frame(frame).show(root, |ui| {
        egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            if model.watches() {
                settings::draw(ui, model, &mut typed.all_settings, commands);
                watch::draw(ui, model, typed, commands);
            } else {
                selected_agent(ui, model, commands);
                settings::draw(ui, model, &mut typed.all_settings, commands);
                all_agents(ui, model, commands);
            }
            terrain(ui, model);
        });
    });
}

pub(super) fn heading(ui: &mut Ui, text: &str, aside: &str) {
    ui.horizontal(|ui| {
        ui.label(theme::section(text));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.label(RichText::new(aside).small().color(theme::color(palette::MUTED)));
        });
    });
}

pub(super) fn hairline(ui: &mut Ui) {
    ui.add_space(6.0);
    ui.separator();
    ui.add_space(2.0);
}

/// The left column: a muted name, as wide in every row.
pub(super) fn name_column(ui: &mut Ui, name: &str, height: f32) {
    let layout = Layout::left_to_right(Align::Center);
    ui.allocate_ui_with_layout(egui::vec2(NAMES, height), layout, |ui| {
        ui.set_min_width(NAMES);
        ui.label(theme::muted(name));
    });
}

/// A name and what it is, in two columns.
pub(super) fn row(ui: &mut Ui, name: &str, value: &str) {
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        name_column(ui, name, 18.0);
        ui.add(egui::Label::new(value).wrap());
    });
}

pub(super) fn dot(ui: &mut Ui, color: Rgb) {
    let (rect, _) = ui.allocate_exact_size(egui::vec2(10.0, 16.0), egui::Sense::hover());
    ui.painter().circle_filled(rect.center(), 4.0, theme::color(color));
}

fn selected_agent(ui: &mut Ui, model: &Model, commands: &mut Vec<AppCommand>) {
    let selected = model.selection.0.and_then(|agent| model.agents.get(agent).ok());
    let mut names: Vec<_> = model.agents.iter().map(|agent| &agent.1.0).collect();
    names.sort();
    let place = selected.and_then(|agent| names.iter().position(|name| **name == agent.1.0));
    let place = place.map(|i| model.say(Phrase::PlaceOf.with("place", i + 1).with("count", names.len())));
    heading(ui, model.text(Phrase::SelectedAgent), &place.unwrap_or_default());
    let Some((_, name, agent, motion, waypoints, stack, planning, failed, last, patrols)) = selected else {
        ui.label(theme::muted(model.text(Phrase::NoAgents)));
        return hairline(ui);
    };
    let state = words::state(model.grid.grid(), *agent, motion, stack, planning.is_some(), failed, model.language());
    ui.horizontal(|ui| {
        dot(ui, state.color);
        ui.label(RichText::new(&name.0).strong().size(15.0));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.label(RichText::new(state.word).color(theme::color(state.color)));
        });
    });
    row(ui, model.text(Phrase::RowState), &state.sentence);
    let goal = stack.filter(|stack| stack.arrives()).map(|stack| stack.goal().to_string());
    let goal = goal.or(planning.map(|planning| planning.goal.to_string()));
    let goal = goal.or(failed.map(|failed| failed.goal.to_string()));
    row(ui, model.text(Phrase::RowGoal), goal.as_deref().unwrap_or(model.text(Phrase::NoGoal)));
    let speed = if agent.speed.fract() == 0.0 { format!("{:.0}", agent.speed) } else { format!("{:.1}", agent.speed) };
    let habit = if patrols { model.text(Phrase::OnPatrol) } else { "" };
    let speed = Phrase::CellsPerSecond.with("speed", speed).with("habit", habit);
    row(ui, model.text(Phrase::RowSpeed), &model.say(speed));
    if !waypoints.0.is_empty() {
        let list: Vec<_> = waypoints.0.iter().take(4).map(ToString::to_string).collect();
        let list = list.join(" ");
        let more = waypoints.0.len().saturating_sub(4);
        let list = if more > 0 { model.say(Phrase::AndMore.with("list", list).with("more", more)) } else { list };
        row(ui, model.text(Phrase::RowThen), &list);
    }
    match last {
        Some(last) => last_search(ui, model, last),
        None => row(ui, model.text(Phrase::RowSearch), model.text(Phrase::NoneYet)),
    }
    ui.add_space(2.0);
    ui.horizontal(|ui| {
        if ui.button(model.text(Phrase::Stop)).on_hover_text(model.key(Keys::Signs("S"))).clicked() {
            commands.push(AppCommand::Stop);
        }
        if ui.button(model.text(Phrase::NextAgent)).on_hover_text(model.key(Keys::Signs("N"))).clicked() {
            commands.push(AppCommand::SelectNext);
        }
        watch_searches(ui, model, commands);
    });
    hairline(ui);
}

/// The searches that the selected agent made lately, one click away.
fn watch_searches(ui: &mut Ui, model: &Model, commands: &mut Vec<AppCommand>) {
    let kept = model.selection.0.map_or(0, |agent| model.watching.history.count(agent));
    if kept == 0 {
        return;
    }
    if ui.button(model.text(Phrase::WatchItsSearch)).on_hover_text(model.text(Phrase::WatchItsSearchTip)).clicked() {
        commands.push(AppCommand::WatchAgent(String::new(), 0));
    }
}

fn last_search(ui: &mut Ui, model: &Model, last: &LastSearch) {
    ui.add_space(2.0);
    ui.columns(4, |columns| {
        let cost = last.cost.map_or("–".to_owned(), |cost| last.options.units().format(cost));
        let cells = if last.cells == 0 { "–".to_owned() } else { words::thousands(last.cells as u64) };
        let values = [
            (Phrase::Cost, cost),
            (Phrase::CellCount, cells),
            (Phrase::Expanded, words::thousands(last.stats.expanded)),
            (Phrase::SearchTime, words::duration(last.time)),
        ];
        for (column, (name, value)) in columns.iter_mut().zip(values) {
            column.spacing_mut().item_spacing.y = 1.0;
            column.label(RichText::new(model.text(name)).small().color(theme::color(palette::MUTED)));
            column.label(RichText::new(value).strong());
        }
    });
}

fn all_agents(ui: &mut Ui, model: &Model, commands: &mut Vec<AppCommand>) {
    let mut agents: Vec<_> = model.agents.iter().collect();
    if agents.len() < 2 {
        return;
    }
    agents.sort_by(|a, b| a.1.0.cmp(&b.1.0));
    heading(ui, model.text(Phrase::AllAgents), &agents.len().to_string());
    for (entity, name, agent, motion, _, stack, planning, failed, ..) in agents.into_iter().take(12) {
        let state =
            words::state(model.grid.grid(), *agent, motion, stack, planning.is_some(), failed, model.language());
        ui.horizontal(|ui| {
            dot(ui, state.color);
            let chosen = model.selection.0 == Some(entity);
            let text = if chosen { RichText::new(&name.0).strong() } else { RichText::new(&name.0) };
            let layout = Layout::left_to_right(Align::Center);
            let size = egui::vec2(NAMES - 18.0, 18.0);
            let label = egui::Label::new(text).truncate().sense(egui::Sense::click());
            let response = ui.allocate_ui_with_layout(size, layout, |ui| {
                ui.set_min_width(size.x);
                ui.add(label)
            });
            if response.inner.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
                commands.push(AppCommand::Select(name.0.clone()));
            }
            ui.label(theme::muted(state.word));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let cells = stack.filter(|stack| stack.arrives());
                let cells = cells.map(|stack| model.say(words::cells(stack.cells_to_go())));
                ui.label(theme::muted(cells.as_deref().unwrap_or("–")));
            });
        });
    }
    hairline(ui);
}

fn terrain(ui: &mut Ui, model: &Model) {
    heading(ui, model.text(Phrase::Terrain), model.text(Phrase::CostOfEntering));
    let grid = model.grid.grid();
    let legend: Vec<_> = grid.legend().iter().take(16).collect();
    for pair in legend.chunks(2) {
        ui.columns(2, |columns| {
            for (column, terrain) in columns.iter_mut().zip(pair) {
                column.horizontal(|ui| {
                    let (rect, _) = ui.allocate_exact_size(egui::vec2(16.0, 16.0), egui::Sense::hover());
                    ui.painter().rect_filled(rect, 3.0, theme::color(terrain.color));
                    ui.label(&terrain.name);
                    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                        let cost = terrain.cost.map(|cost| cost.to_string());
                        ui.label(theme::muted(cost.as_deref().unwrap_or(model.text(Phrase::Blocked))));
                    });
                });
            }
        });
    }
}
