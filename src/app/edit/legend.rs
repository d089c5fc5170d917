//! The legend in the editor: commands that change its entries, and its list in the side panel.
//!
//! The list has the terrain to draw with, its form, and the number of cells of each.

use std::sync::Arc;

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, FontId, Rect, Sense, Stroke, Ui, Vec2, vec2};
use gridwalk_explain::Describe;
use gridwalk_level::{Document, Label, LegendEntry, Level, LevelEdit, LevelGrid, Rgb};
use gridwalk_pathfinding::{Direction, DirectionSet, Grid, Revision, Terrain, TerrainId};

use super::EditModel;
use super::context::ToolContext;
use super::state::{self, Ink};
use super::values;
use crate::app::Phrase;
use crate::app::command::{LegendCommand, Section, ToolCommand, WindowCommand};
use crate::app::common::words::thousands;
use crate::app::widgets::typeset::lay_out;
use crate::app::widgets::{
    Field, at_the_right, button, field, field_beside, highlight, link, named, section, theme,
    tick_box,
};
use crate::picture::palette;

/// Runs a command.
pub(in crate::app) fn act_on_legend(In(command): In<LegendCommand>, mut context: ToolContext) {
    let Some(level) = context.level() else { return };
    let mut legend = level.grid.entries();
    let place =
        |number: usize| state::numbered(&level.grid, number).map(|terrain| usize::from(terrain.0));
    let (place, number) = match command {
        LegendCommand::RemoveUnused => {
            let edit = without_unused(level);
            return match edit {
                Some(edit) => context.change(Label::Legend, Ok(edit)),
                None => context.notes.tell(Phrase::NoneUnused),
            };
        }
        LegendCommand::Add => (Some(legend.len()), 0),
        LegendCommand::Name(number, _)
        | LegendCommand::Glyph(number, _)
        | LegendCommand::Cost(number, _)
        | LegendCommand::Color(number, _)
        | LegendCommand::Exit(number, _) => (place(number), number),
    };
    let Some(place) = place else {
        return context
            .notes
            .warn(Phrase::NoSuchTerrain.with("number", number));
    };
    match command {
        LegendCommand::Add => {
            if legend.len() >= Grid::MAX_TERRAINS {
                return context
                    .notes
                    .warn(Phrase::LegendIsFull.with("count", Grid::MAX_TERRAINS));
            }
            legend.push(new_entry(&legend));
            let new = &legend[legend.len() - 1];
            context
                .edit
                .choose(Ink::new(new.look.glyph, &new.terrain.name));
        }
        LegendCommand::Name(_, name) => match values::terrain_name(&name, (&legend, place)) {
            Ok(name) => legend[place].terrain.name = name,
            Err(why) => return context.notes.warn(why),
        },
        LegendCommand::Glyph(_, glyph) => {
            match values::glyph(&glyph.to_string(), (&legend, place)) {
                Ok(glyph) => legend[place].look.glyph = glyph,
                Err(why) => return context.notes.warn(why),
            }
        }
        LegendCommand::Cost(_, cost) => {
            let read = cost.map(|cost| values::whole(&cost.to_string(), values::costs()));
            match read.transpose() {
                Ok(cost) => legend[place].terrain.cost = cost,
                Err(why) => return context.notes.warn(why),
            }
        }
        LegendCommand::Color(_, color) => legend[place].look.color = color,
        LegendCommand::Exit(_, direction) => {
            let exits = legend[place].terrain.exits;
            let others = Direction::ALL
                .into_iter()
                .filter(|other| exits.contains(*other) != (*other == direction));
            let exits: DirectionSet = others.collect();
            if exits == DirectionSet::NONE {
                return context
                    .notes
                    .warn(Phrase::NoExitLeft.with("name", &legend[place].terrain.name));
            }
            legend[place].terrain.exits = exits;
        }
        LegendCommand::RemoveUnused => {}
    }
    context.note_cost();
    context.change(Label::Legend, Ok(LevelEdit::Legend(legend)));
}

/// Returns a plain terrain with an unused name and glyph, and an unused colour while there is one.
fn new_entry(legend: &[LegendEntry]) -> LegendEntry {
    let mut entry = LegendEntry::floor();
    let has_name = |name: &String| legend.iter().any(|entry| entry.terrain.name == *name);
    let mut names = (1..).map(|number: u32| format!("terrain {number}"));
    entry.terrain.name = names.find(|name| !has_name(name)).unwrap_or_default();
    let has_glyph = |glyph: &char| legend.iter().any(|entry| entry.look.glyph == *glyph);
    let mut glyphs = ('a'..='z')
        .chain('A'..='Z')
        .chain('0'..='9')
        .chain('\u{C0}'..='\u{24F}');
    entry.look.glyph = glyphs.find(|glyph| !has_glyph(glyph)).unwrap_or('?');
    let has_color = |color: &Rgb| legend.iter().any(|entry| entry.look.color == *color);
    entry.look.color = LegendEntry::SPARE_COLORS
        .into_iter()
        .find(|color| !has_color(color))
        .unwrap_or(entry.look.color);
    entry
}

/// Returns an edit that removes the terrains that no cell has; `None` if there are none.
///
/// Built-in terrains are kept, because every level has them.
fn without_unused(level: &Level) -> Option<LevelEdit> {
    let grid = &level.grid;
    let used: Vec<TerrainId> = grid.used_terrains().collect();
    let entries = grid.entries();
    let is_kept = |number: TerrainId| {
        used.contains(&number)
            || gridwalk_level::formats::is_default(entries[usize::from(number.0)].look.glyph)
    };
    let all = (0..=u8::MAX).map(TerrainId).take(entries.len());
    let kept: Vec<TerrainId> = all.filter(|number| is_kept(*number)).collect();
    if kept.len() == entries.len() {
        return None;
    }
    let mut numbers = [TerrainId(0); 256];
    for (new, old) in (0..=u8::MAX).zip(&kept) {
        numbers[usize::from(old.0)] = TerrainId(new);
    }
    let cells = grid
        .cells()
        .iter()
        .map(|terrain| numbers[usize::from(terrain.0)])
        .collect();
    let legend = kept
        .iter()
        .map(|number| entries[usize::from(number.0)].clone())
        .collect();
    let map = LevelGrid::new(grid.width(), grid.height(), cells, legend)
        .ok()?
        .with_portals(&grid.portal_list())
        .ok()?;
    // An agent's cost for a removed terrain is removed too.
    let has = |name: &str| map.legend().iter().any(|terrain| terrain.name == name);
    let mut after = Level {
        agents: level.agents.clone(),
        ..level.clone()
    };
    for agent in &mut after.agents {
        agent.profile.costs.retain(|(name, _)| has(name));
    }
    after.grid = map;
    LevelEdit::between(level, &after)
}

/// Height of a row.
const ROW: f32 = 22.0;

pub fn draw(ui: &mut Ui, model: &EditModel) {
    let Some(level) = model.open.document().map(Document::level) else {
        return;
    };
    let counts = counts(ui, model, level);
    let (text, muted) = (theme::color(palette::TEXT), theme::color(palette::MUTED));
    let font = FontId::proportional(theme::BODY);
    // Counts of millions of cells need a wider column.
    let most = thousands(counts.iter().copied().max().unwrap_or(0));
    let most = ui
        .painter()
        .layout_no_wrap(most, font.clone(), muted)
        .size()
        .x;
    let [cost_at, glyph_at, name_to] = [0.0, 66.0, 76.0].map(|by| (most + 14.0).max(56.0) + by);
    section(
        ui,
        model,
        (
            Section::Terrain,
            Phrase::Terrain,
            model.text(Phrase::ClickToPaint),
        ),
        |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            let entries = level.grid.entries();
            let chosen = model.edit.terrain(&level.grid);
            for (place, terrain) in state::listed(&level.grid).into_iter().enumerate() {
                let Some(entry) = entries.get(usize::from(terrain.0)) else {
                    continue;
                };
                let (rect, row) =
                    ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
                if terrain == chosen || row.hovered() || row.has_focus() {
                    highlight(ui, rect);
                }
                let swatch =
                    Rect::from_min_size(rect.left_center() + vec2(2.0, -8.0), vec2(16.0, 16.0));
                ui.painter()
                    .rect_filled(swatch, 3.0, theme::color(entry.look.color));
                let paint = |x: f32, align, text: &str, color| {
                    ui.painter().text(
                        egui::pos2(x, rect.center().y),
                        align,
                        text,
                        font.clone(),
                        color,
                    )
                };
                let cost = entry.terrain.cost.map(|cost| cost.to_string());
                let count = counts.get(usize::from(terrain.0)).copied().unwrap_or(0);
                paint(
                    rect.right() - 2.0,
                    Align2::RIGHT_CENTER,
                    &thousands(count),
                    muted,
                );
                let cost = cost.as_deref().unwrap_or(model.text(Phrase::Blocked));
                paint(rect.right() - cost_at, Align2::RIGHT_CENTER, cost, text);
                match main_exit(&entry.terrain) {
                    // The glyph may be an arrow, which not every font has: draw a shape instead.
                    Some(along) => {
                        let (middle, along) = (
                            egui::pos2(rect.right() - glyph_at, rect.center().y),
                            along * 12.0,
                        );
                        ui.painter()
                            .arrow(middle - along / 2.0, along, Stroke::new(1.4, muted));
                    }
                    None => {
                        paint(
                            rect.right() - glyph_at,
                            Align2::CENTER_CENTER,
                            &entry.look.glyph.to_string(),
                            muted,
                        );
                    }
                }
                let room = Rect::from_min_max(
                    egui::pos2(swatch.right() + 8.0, rect.top()),
                    egui::pos2(rect.right() - name_to, rect.bottom()),
                );
                let name = lay_out(
                    ui.painter(),
                    &entry.terrain.name,
                    (theme::BODY, palette::TEXT),
                    (room.width(), 1),
                );
                ui.painter().galley(
                    room.left_center() - vec2(0.0, name.size().y / 2.0),
                    name,
                    text,
                );
                let command = ToolCommand::Terrain(place + 1);
                let key = model
                    .shortcuts
                    .key_of(&command.into(), model.language())
                    .unwrap_or_default();
                model.on_click(
                    &row.on_hover_text(format!("{} {key}", entry.terrain.name)),
                    command,
                );
            }
            ui.add_space(4.0);
            ui.horizontal(|ui| {
                let is_folded = model.is_folded(Section::TerrainForm);
                let unfold = WindowCommand::Fold(Section::TerrainForm);
                let add = link(ui, model.text(Phrase::AddTerrain))
                    .on_hover_text(model.tip(LegendCommand::Add));
                if add.clicked() {
                    model.wish(LegendCommand::Add);
                    // The new terrain needs a name, so unfold its form.
                    if is_folded {
                        model.wish(unfold.clone());
                    }
                }
                if is_folded {
                    at_the_right(ui, |ui| {
                        model.on_click(&link(ui, model.text(Phrase::EditLegend)), unfold);
                    });
                }
            });
        },
    );
    draw_form(ui, model, &level.grid);
}

/// Returns the mean direction of a one-way terrain's exits; `None` for others or for a zero sum.
#[expect(clippy::cast_precision_loss, reason = "an offset is -1, 0 or 1")]
fn main_exit(terrain: &Terrain) -> Option<Vec2> {
    let exits = Direction::ALL
        .into_iter()
        .filter(|direction| terrain.exits.contains(*direction));
    let offsets = exits
        .map(Direction::offset)
        .map(|(x, y)| vec2(x as f32, y as f32));
    let sum = offsets.fold(Vec2::ZERO, |sum, offset| sum + offset);
    (terrain.is_one_way() && sum.length() > 0.1).then(|| sum.normalized())
}

/// Returns the number of cells of each terrain, cached per document and revision.
///
/// During a stroke the counts of an earlier revision stay.
fn counts(ui: &Ui, model: &EditModel, level: &Arc<Level>) -> Arc<[u64]> {
    let id = egui::Id::new("cells of each terrain");
    let now = (model.open.number(), level.grid.revision());
    let known = ui.data(|data| data.get_temp::<((u64, Revision), Arc<[u64]>)>(id));
    match known {
        Some((of, counts)) if of == now || (model.edit.is_drawing() && of.0 == now.0) => counts,
        _ => {
            let counts = count(&level.grid);
            ui.data_mut(|data| data.insert_temp(id, (now, Arc::clone(&counts))));
            counts
        }
    }
}

fn count(grid: &LevelGrid) -> Arc<[u64]> {
    let mut counts = [0; 256];
    for terrain in grid.cells() {
        counts[usize::from(terrain.0)] += 1;
    }
    counts[..grid.legend().len()].into()
}

fn draw_form(ui: &mut Ui, model: &EditModel, grid: &LevelGrid) {
    let (terrain, entries) = (model.edit.terrain(grid), grid.entries());
    let place = state::listed(grid)
        .iter()
        .position(|listed| *listed == terrain);
    let Some((place, entry)) = place.zip(entries.get(usize::from(terrain.0))) else {
        return;
    };
    section(
        ui,
        model,
        (
            Section::TerrainForm,
            Phrase::ChosenTerrain,
            &entry.terrain.name,
        ),
        |ui| {
            fields(ui, model, (place + 1, usize::from(terrain.0)), &entries);
            button(ui, model, Phrase::RemoveUnused, LegendCommand::RemoveUnused);
        },
    );
}

/// Draws the fields of a terrain, which has this number in the list and this place in the legend.
fn fields(ui: &mut Ui, model: &EditModel, (number, place): (usize, usize), legend: &[LegendEntry]) {
    let entry = &legend[place];
    let name = field_beside(
        ui,
        model,
        (model.text(Phrase::TerrainName), ("name", number)),
        Field::new(&entry.terrain.name, 100.0),
        |text| values::terrain_name(text, (legend, place)),
        |ui| {
            ui.add_space(8.0);
            color(ui, model, number, entry);
        },
    );
    if let Some(name) = name.entered {
        model.wish(LegendCommand::Name(number, name));
    }
    let glyph = field(
        ui,
        model,
        model.text(Phrase::TerrainGlyph),
        ("glyph", number),
        Field::new(&entry.look.glyph.to_string(), 24.0),
        |text| values::glyph(text, (legend, place)),
    );
    if let Some(glyph) = glyph.entered {
        model.wish(LegendCommand::Glyph(number, glyph));
    }
    let blocked = |ui: &mut Ui| {
        let blocked = entry.terrain.is_blocked();
        if tick_box(ui, blocked, model.text(Phrase::Blocked)).clicked() {
            model.wish(LegendCommand::Cost(number, blocked.then_some(1)));
        }
    };
    let title = model.text(Phrase::Cost);
    if let Some(cost) = entry.terrain.cost {
        let cost = field_beside(
            ui,
            model,
            (title, ("cost", number)),
            Field::new(&cost.to_string(), 40.0),
            |text| values::whole(text, values::costs()),
            |ui| {
                ui.add_space(8.0);
                blocked(ui);
            },
        );
        if let Some(cost) = cost.entered {
            model.wish(LegendCommand::Cost(number, Some(cost)));
        }
    } else {
        named(ui, title, blocked);
    }
    if !entry.terrain.is_blocked() {
        named(ui, model.text(Phrase::Exits), |ui| {
            exits(ui, model, number, entry.terrain.exits);
        });
    }
}

/// Draws the directions in which the terrain can be left, as a rose of eight arrows.
fn exits(ui: &mut Ui, model: &EditModel, number: usize, exits: DirectionSet) {
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(3.0 * ARROW), Sense::hover());
    for direction in Direction::ALL {
        let (x, y) = direction.offset();
        #[expect(clippy::cast_precision_loss, reason = "an offset is -1, 0 or 1")]
        let along = vec2(x as f32, y as f32);
        let place = Rect::from_center_size(rect.center() + along * ARROW, Vec2::splat(ARROW - 2.0));
        let row = ui.interact(
            place,
            ui.id().with(("exit", number, direction)),
            Sense::click(),
        );
        let is_open = exits.contains(direction);
        let ink = if is_open {
            palette::ACCENT
        } else {
            palette::FAINT
        };
        if row.hovered() || row.has_focus() {
            ui.painter()
                .rect_filled(place, 4.0, theme::color(palette::HOVERED));
        }
        let (tip, stroke) = (
            along.normalized() * ARROW * 0.34,
            Stroke::new(1.6, theme::color(ink)),
        );
        ui.painter().arrow(place.center() - tip, tip * 2.0, stroke);
        let phrase = if is_open {
            Phrase::CloseExit
        } else {
            Phrase::OpenExit
        };
        let says = model.say(phrase.with("direction", direction.describe_in(model.language())));
        model.on_click(
            &row.on_hover_text(says),
            LegendCommand::Exit(number, direction),
        );
    }
}

/// Spacing of the arrows in points.
const ARROW: f32 = 20.0;

/// Draws a button that opens a colour picker.
///
/// The colour is applied when the mouse button is released.
fn color(ui: &mut Ui, model: &EditModel, number: usize, entry: &LegendEntry) {
    let id = ui.make_persistent_id(("colour", number));
    let mut color = ui
        .data(|data| data.get_temp(id))
        .unwrap_or(entry.look.color);
    ui.color_edit_button_srgb(&mut color);
    if color == entry.look.color {
        ui.data_mut(|data| data.remove::<[u8; 3]>(id));
    } else if ui.input(|input| input.pointer.any_down()) {
        ui.data_mut(|data| data.insert_temp(id, color));
    } else {
        ui.data_mut(|data| data.remove::<[u8; 3]>(id));
        model.wish(LegendCommand::Color(number, color));
    }
}
