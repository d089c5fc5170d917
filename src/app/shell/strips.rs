//! The strip above the map of agents, and the status line at the bottom.

use bevy_egui::egui::{self, Align, Layout, Margin, Sense, Ui};
use gridwalk_level::CellClick;
use gridwalk_pathfinding::Path;

use crate::app::Phrase;
use crate::app::command::{AgentCommand, Toggle};
use crate::app::common::words::{cells, thousands};
use crate::app::edit::EditModel;
use crate::app::options::presets;
use crate::app::widgets::{
    Form, Sign, at_the_right, choice, clicks, ground, icon_button, letter_button, row_width, theme,
};
use crate::picture::palette;

pub fn draw_controls(root: &mut Ui, model: &EditModel) {
    let frame = ground(Margin::symmetric(theme::PADDING, 4));
    egui::Panel::top("controls")
        .resizable(false)
        .frame(frame)
        .show(root, |ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            // A text that does not fit goes to the next line as a whole.
            ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Extend);
            if Form::of(ui.ctx()).is_small() {
                return as_menus(ui, model);
            }
            let room = ui.available_width();
            // Where clicks change the terrain, what searches make of it is one click away.
            let plays = model
                .open
                .document()
                .is_some_and(|open| open.level().click == CellClick::Terrain);
            let (mut is_drawn, mut has_clicks) = (!plays, false);
            ui.horizontal(|ui| {
                time(ui, model);
                ui.add_space(10.0);
                has_clicks = click_choice(ui, model);
                if !is_drawn && room - ui.min_rect().width() >= presets::width(ui, model) + 10.0 {
                    ui.add_space(10.0);
                    presets::buttons(ui, model);
                    is_drawn = true;
                }
            });
            if !has_clicks {
                ui.horizontal(|ui| click_list(ui, model, Phrase::AClick));
            }
            if !is_drawn {
                ui.horizontal_wrapped(|ui| presets::buttons(ui, model));
            }
        });
}

/// Draws the choice for a click as buttons, else as a list; returns `false` if neither has room.
fn click_choice(ui: &mut Ui, model: &EditModel) -> bool {
    let room = ui.available_width();
    if room >= clicks_width(ui, model) {
        clicks(ui, model, click_does(model));
    } else if room >= row_width(ui, model, [Phrase::AClick]) + CLICKS {
        click_list(ui, model, Phrase::AClick);
    } else {
        return false;
    }
    true
}

/// Returns what a click does that changes no terrain.
fn click_does(model: &EditModel) -> Phrase {
    if model.is_on(Toggle::Spawn) {
        Phrase::ClickSpawns
    } else {
        Phrase::ClickSends
    }
}

/// Pauses, makes one tick, and says how fast time passes.
fn time(ui: &mut Ui, model: &EditModel) {
    ui.spacing_mut().item_spacing.x = 4.0;
    let pause = icon_button(ui, Sign::play_or_pause(!model.paused.0), model.paused.0);
    model.on_click(
        &pause.on_hover_text(model.tip(AgentCommand::TogglePause)),
        AgentCommand::TogglePause,
    );
    let tick = icon_button(ui, &[Sign::Bar(-5.0, 2.5), Sign::Wedge(1.5, 1.0)], false);
    model.on_click(
        &tick.on_hover_text(model.tip(AgentCommand::Tick)),
        AgentCommand::Tick,
    );
    ui.add_space(6.0);
    letter_button(ui, model, Phrase::Minus, AgentCommand::Slower);
    let speed = model.say(Phrase::TimesAsFast.with("times", model.pace.text()));
    let ink = if model.pace.is_normal() {
        theme::muted(speed)
    } else {
        egui::RichText::new(speed)
    };
    let speed = ui.add_sized(
        [SPEED, theme::LINE],
        egui::Label::new(ink).sense(Sense::click()),
    );
    model.on_click(
        &speed.on_hover_text(model.tip(AgentCommand::NormalSpeed)),
        AgentCommand::NormalSpeed,
    );
    letter_button(ui, model, Phrase::Plus, AgentCommand::Faster);
}

/// Width of the longest text of a speed.
const SPEED: f32 = 38.0;

/// Presets and what a click does as lists to choose from.
fn as_menus(ui: &mut Ui, model: &EditModel) {
    ui.horizontal(|ui| {
        presets::as_menu(ui, model);
        ui.add_space(4.0);
        click_list(ui, model, Phrase::ATap);
    });
}

/// Width of the list of what a click does.
const CLICKS: f32 = 150.0;

/// Draws what a click does as a list to choose from.
fn click_list(ui: &mut Ui, model: &EditModel, of: Phrase) {
    ui.label(theme::muted(model.text(of)));
    let list = egui::ComboBox::from_id_salt("a click").width(CLICKS);
    let title = |on| {
        model.text(if on {
            Phrase::ClickNextTerrain
        } else {
            click_does(model)
        })
    };
    let chosen = choice(
        ui,
        list,
        model.is_on(Toggle::Terrain),
        &[false, true],
        title,
    );
    if chosen.is_some_and(|on| on != model.is_on(Toggle::Terrain)) {
        model.wish(Toggle::Terrain);
    }
}

/// Returns the width of both buttons for a click, with their label, in points.
fn clicks_width(ui: &Ui, model: &EditModel) -> f32 {
    let texts = [Phrase::AClick, click_does(model), Phrase::ClickNextTerrain];
    row_width(ui, model, texts)
}

/// Draws the line; `cell` is the side of a cell on the map in points.
pub fn draw_status(root: &mut Ui, model: &EditModel, cell: f32) {
    let frame = ground(Margin::symmetric(theme::PADDING, 0));
    egui::Panel::bottom("status")
        .exact_size(24.0)
        .resizable(false)
        .frame(frame)
        .show(root, |ui| {
            let is_small = Form::of(ui.ctx()).is_small();
            at_the_right(ui, |ui| {
                let grid = model.grid.grid();
                let size = Phrase::MapSize
                    .with("width", grid.width())
                    .with("height", grid.height());
                // In a small window the cell under the pointer needs the room.
                let mut parts = if is_small {
                    Vec::new()
                } else {
                    vec![model.say(size)]
                };
                if !is_small && !model.compares() {
                    let percent = format!("{:.0}", 100.0 * cell / WHOLE_CELL);
                    parts.push(model.say(Phrase::ZoomOf.with("percent", percent)));
                }
                // At rest nothing is drawn: a frame rate would look like a fault.
                if model.draws_always() {
                    let frames = format!("{:.0}", 1.0 / model.time.delta_secs().max(1e-4));
                    parts.push(model.say(Phrase::FramesPerSecond.with("frames", frames)));
                }
                if let Ok(recording) = model.recordings.single() {
                    let filmed =
                        Phrase::Filmed.with("seconds", format!("{:.0}", recording.seconds()));
                    ui.label(
                        egui::RichText::new(model.say(filmed)).color(theme::color(palette::BAD)),
                    );
                }
                if model.paused.0 {
                    parts.insert(0, model.text(Phrase::Paused).to_owned());
                }
                if !parts.is_empty() {
                    ui.label(theme::muted(parts.join(" · ")));
                }
                if let Some((search, hash)) = last_search(model) {
                    let search = if parts.is_empty() {
                        search
                    } else {
                        format!("{search} ·")
                    };
                    ui.spacing_mut().item_spacing.x = theme::SMALL / 4.0;
                    let label = ui.label(theme::muted(search));
                    if let Some(hash) = hash {
                        // With the hash the path can be compared with that of `gridwalk solve
                        // --json`.
                        let hash = format!("{hash:016x}");
                        let tip = model.say(Phrase::PathHash.with("hash", &hash));
                        if label.interact(Sense::click()).on_hover_text(tip).clicked() {
                            ui.copy_text(hash);
                        }
                    }
                }
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    ui.add(
                        egui::Label::new(theme::muted(under_pointer(model, is_small))).truncate(),
                    );
                });
            });
        });
}

/// Side of a cell at a zoom of 100 per cent, in points.
const WHOLE_CELL: f32 = 32.0;

/// Returns cost and expansions of the shown search as a sentence, and the hash of its path.
fn last_search(model: &EditModel) -> Option<(String, Option<u64>)> {
    let (cost, expanded, hash) = if model.compares() {
        return None;
    } else if model.watches() {
        let run = model.run().filter(|run| model.tells_result(run))?;
        let cost = run
            .outcome
            .cost()
            .map(|cost| run.question.query.options.units().format(cost));
        (
            cost,
            run.outcome.stats().expanded,
            run.outcome.path().map(Path::hash),
        )
    } else {
        let agent = model.agents.get(model.selection.lead()?).ok()?;
        // In the editor the map changes, and an agent at rest does not search again.
        let last = agent
            .last
            .filter(|_| !model.edits() || agent.stack.is_some())?;
        let cost = last
            .cost
            .map(|cost| last.query.options.units().format(cost));
        (cost, last.stats.expanded, last.path_hash)
    };
    let was = model
        .cost_before()
        .map(|cost| model.settings.options.units().format(cost));
    let path = cost.map(|cost| match was.filter(|was| *was != cost) {
        Some(was) => model.say(Phrase::CostWas.with("cost", cost).with("was", was)),
        None => model.say(Phrase::CostOf.with("cost", cost)),
    });
    let path = path.as_deref().unwrap_or(model.text(Phrase::NoPathFound));
    let found = Phrase::LastSearch
        .with("expanded", thousands(expanded))
        .with("path", path);
    Some((model.say(found), hash))
}

fn under_pointer(model: &EditModel, is_small: bool) -> String {
    let grid = model.grid.grid();
    let Some(cell) = model.hovered.0 else {
        return model
            .text(if is_small {
                Phrase::TapCell
            } else {
                Phrase::PointAtCell
            })
            .to_owned();
    };
    let Some(terrain) = grid.terrain(cell) else {
        return String::new();
    };
    let near_wall = model
        .cost_near_wall(cell)
        .map(|cost| cost.clause(model.language()));
    let plain = || {
        terrain
            .cost
            .map(|cost| model.say(Phrase::CostOf.with("cost", cost)))
    };
    let cost = near_wall.or_else(plain);
    let cost = cost.unwrap_or_else(|| model.text(Phrase::Blocked).to_owned());
    let regions = model.grid.regions(model.settings.options.movement);
    let region = regions.filter(|_| !terrain.is_blocked()).map(|regions| {
        let region = Phrase::RegionOf
            .with("region", regions.of(cell))
            .with("count", regions.count());
        model.say(region.with(
            "cells",
            cells(regions.size(regions.of(cell)).into(), model.language()),
        ))
    });
    let under = Phrase::UnderPointer
        .with("cell", cell)
        .with("terrain", &terrain.name)
        .with("cost", cost);
    let said = model.say(under.with("region", region.unwrap_or_default()));
    let claim = model
        .sight
        .claim(cell, model.language())
        .filter(|_| model.has_agents());
    claim.map_or(said.clone(), |claim| format!("{said} · {claim}"))
}
