//! The open level in the side panel: description, terrains, wall rules, map file and history.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::egui::{
    self, Align2, Color32, FontId, Key, Rect, RichText, Sense, TextEdit, Ui, vec2,
};
use gridwalk_explain::language::value_in;
use gridwalk_explain::{Describe, Language};
use gridwalk_level::formats::{SolidRule, WallSource};
use gridwalk_level::shapes::Shape;
use gridwalk_level::{Document, EntryId, HistoryPlace, Label, Look, PieceAct};
use gridwalk_pathfinding::{Cell, OptionChange, TerrainId};

use super::levels::{LevelEntry, OpenLevelFile};
use super::{LevelList, OpenDocument, keys};
use crate::app::Phrase;
use crate::app::command::{EditCommand, LevelCommand, Section};
use crate::app::common::words::{self, thousands};
use crate::app::platform::files;
use crate::app::view::MapLooks;
use crate::app::widgets::{self, hairline, name_and_aside, remark, section, theme, tick_box};
use crate::picture::palette;

/// The open level, its file and the level list.
#[derive(SystemParam, Deref)]
pub struct DocumentModel<'w, 's> {
    #[deref]
    base: widgets::PanelModel<'w, 's>,
    pub levels: Res<'w, LevelList>,
    pub open: Res<'w, OpenDocument>,
    pub file: Res<'w, OpenLevelFile>,
    pub looks: Res<'w, MapLooks>,
}

impl DocumentModel<'_, '_> {
    /// Returns the title of a level; tutorials have one in each language.
    pub fn level_title<'e>(&self, entry: &'e LevelEntry) -> &'e str {
        entry
            .tutorial
            .map_or(entry.name.as_str(), |title| self.text(title))
    }

    /// Returns the problem of the open file, if any: title, details and what is shown instead.
    pub fn level_state(&self) -> Option<(&'static str, String, &'static str)> {
        // A missing file has precedence over an error in it.
        if self.file.is_gone() {
            let file = files::shown(self.file.path());
            return Some((
                self.text(Phrase::LevelGone),
                file,
                self.text(Phrase::MapStays),
            ));
        }
        let error = self.active.error.as_ref()?;
        let is_built_in = self.active.is_built_in() && self.open.file().is_none();
        let shown = if is_built_in {
            Phrase::BuiltInShown
        } else {
            Phrase::LastGoodStays
        };
        Some((
            self.text(Phrase::LevelBroken),
            error.clone(),
            self.text(shown),
        ))
    }
}

/// Draws the level's description.
pub fn draw_about(ui: &mut Ui, model: &DocumentModel) {
    let level = model.open.document().map(Document::level);
    let Some(level) = level.filter(|level| !level.about.is_empty()) else {
        return;
    };
    section(
        ui,
        model,
        (Section::About, Phrase::AboutLevel, &level.name),
        |ui| remark(ui, &level.about),
    );
}

/// Draws the cost of each terrain on the map.
pub fn draw_terrain(ui: &mut Ui, model: &DocumentModel) {
    let title = (
        Section::Terrain,
        Phrase::Terrain,
        model.text(Phrase::CostOfEntering),
    );
    section(ui, model, title, |ui| {
        let grid = model.grid.grid();
        let legend: Vec<_> = grid
            .used_terrains()
            .map(|number| (number, &grid.legend()[usize::from(number.0)]))
            .collect();
        let spacing = ui.spacing().item_spacing;
        // A cost stands nearer to its own terrain than to the next one.
        ui.spacing_mut().item_spacing.x = 20.0;
        for pair in legend.chunks(2) {
            ui.columns(2, |columns| {
                for (column, (number, terrain)) in columns.iter_mut().zip(pair) {
                    column.spacing_mut().item_spacing = spacing;
                    column.horizontal(|ui| {
                        let (rect, _) = ui.allocate_exact_size(vec2(16.0, 16.0), Sense::hover());
                        ui.painter().rect_filled(
                            rect,
                            3.0,
                            theme::color(model.looks.of(*number).color),
                        );
                        let cost = terrain.cost.map(|cost| cost.to_string());
                        let cost = cost.as_deref().unwrap_or(model.text(Phrase::Blocked));
                        name_and_aside(ui, &terrain.name, theme::muted(cost));
                    });
                }
            });
        }
    });
}

/// Draws the list if the open file is such a map.
pub fn draw_walls(ui: &mut Ui, model: &DocumentModel) {
    let sources = &model.active.walls;
    if sources.is_empty() && model.active.solid().is_empty() {
        return;
    }
    section(ui, model, (Section::Walls, Phrase::WallRules, ""), |ui| {
        remark(ui, model.text(Phrase::WallRulesHint));
        for (place, source) in sources.iter().enumerate() {
            let title = wall_title(model, source);
            let is_on = source.cells > 0;
            if tick_box(ui, is_on, &title).clicked() {
                let rules = sources.iter().enumerate().filter(|(other, source)| {
                    if *other == place {
                        !is_on
                    } else {
                        source.cells > 0
                    }
                });
                ask(
                    model,
                    rules.map(|(_, source)| source.rule.clone()).collect(),
                );
            }
        }
        another(ui, model);
        if !model.active.solid().is_empty() {
            let guess = ui.button(model.text(Phrase::WallRulesGuess));
            model.on_click(&guess, LevelCommand::Walls(Vec::new()));
        }
    });
}

/// Requests that the file be read by these rules; without rules, nothing is a wall.
fn ask(model: &DocumentModel, mut rules: Vec<SolidRule>) {
    if rules.is_empty() {
        rules.push(SolidRule::None);
    }
    model.wish(LevelCommand::Walls(rules));
}

fn wall_title(model: &DocumentModel, source: &WallSource) -> String {
    let cells = words::cells(source.cells as u64, model.language());
    let phrase = if source.is_guess {
        Phrase::WallRuleGuessed
    } else {
        Phrase::WallRule
    };
    model.say(phrase.with("rule", &source.rule).with("cells", cells))
}

/// Draws a field for another rule; an invalid text stays in the field, with the error.
fn another(ui: &mut Ui, model: &DocumentModel) {
    let id = ui.make_persistent_id("another rule for walls");
    let mut text = ui
        .data(|data| data.get_temp::<String>(id))
        .unwrap_or_default();
    let field = TextEdit::singleline(&mut text)
        .id(id)
        .hint_text(model.text(Phrase::WallRuleAnother));
    let field = ui.add(field.desired_width(f32::INFINITY));
    let rule = (!text.is_empty()).then(|| text.parse::<SolidRule>());
    let is_entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    match rule {
        Some(Ok(rule)) if is_entered => {
            let known = model.active.walls.iter().filter(|source| source.cells > 0);
            let mut rules: Vec<_> = known.map(|source| source.rule.clone()).collect();
            rules.push(rule);
            ask(model, rules);
            text.clear();
        }
        Some(Err(error)) => remark(ui, &error.to_string()),
        _ => {}
    }
    ui.data_mut(|data| data.insert_temp(id, text));
}

/// Largest and smallest size of a cell; below the smallest, a glyph cannot be read.
const CELL: (f32, f32) = (19.0, 9.0);
/// Maximum height of the map, which keeps the question below it visible.
///
/// The map is higher if its cells would be too small otherwise.
const HIGH: f32 = 120.0;

pub fn draw_map_file(ui: &mut Ui, model: &DocumentModel) {
    hairline(ui);
    ui.label(theme::section(model.text(Phrase::TheFile)));
    let grid = model.grid.grid();
    #[expect(clippy::cast_precision_loss, reason = "a few dozen columns")]
    let [columns, rows] = [grid.width() as f32, grid.height() as f32];
    let side = (ui.available_width() / columns)
        .min((HIGH / rows).max(CELL.1))
        .min(CELL.0);
    if side < CELL.1 {
        return remark(ui, model.text(Phrase::FileTooWide));
    }
    let (area, _) = ui.allocate_exact_size(vec2(columns, rows) * side, Sense::hover());
    let mut used = Vec::new();
    for (Cell { x, y }, TerrainId(number)) in grid.size().rect().cells().zip(grid.cells()) {
        if !used.contains(number) {
            used.push(*number);
        }
        #[expect(clippy::cast_precision_loss, reason = "a few dozen columns")]
        let corner = area.min + vec2(x as f32, y as f32) * side;
        glyph(
            ui,
            Rect::from_min_size(corner, vec2(side, side)),
            model.looks.of(TerrainId(*number)),
        );
    }
    used.sort_unstable();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        for number in used {
            let terrain = &grid.legend()[usize::from(number)];
            let (place, _) = ui.allocate_exact_size(vec2(CELL.0, CELL.0), Sense::hover());
            glyph(ui, place, model.looks.of(TerrainId(number)));
            ui.label(&terrain.name);
            ui.add_space(6.0);
        }
    });
}

/// Draws a glyph on its terrain's colour, in the ink with the better contrast.
fn glyph(ui: &Ui, rect: Rect, Look { glyph, color, .. }: Look) {
    let inside = rect.shrink(0.5);
    let painter = ui.painter();
    painter.rect_filled(inside, 2.0, theme::color(color));
    let is_light = color.iter().map(|part| u32::from(*part)).sum::<u32>() > 3 * 0x80;
    let ink = if is_light {
        theme::color(palette::INK)
    } else {
        Color32::WHITE
    };
    painter.text(
        rect.center(),
        Align2::CENTER_CENTER,
        glyph,
        FontId::monospace(rect.height() * 0.68),
        ink,
    );
}

/// Height of the list.
const HEIGHT: f32 = 180.0;
/// Height of a row.
const ROW: f32 = 22.0;

/// Draws the history as this section.
pub fn draw_history(ui: &mut Ui, model: &DocumentModel, part: Section) {
    let Some(document) = model.open.document() else {
        return;
    };
    section(ui, model, (part, Phrase::History, ""), |ui| {
        ui.horizontal(|ui| {
            for (title, command, can) in [
                (
                    Phrase::Undo,
                    EditCommand::Undo,
                    document.undo_label().is_some(),
                ),
                (
                    Phrase::Redo,
                    EditCommand::Redo,
                    document.redo_label().is_some(),
                ),
            ] {
                let button = ui.add_enabled(can, egui::Button::new(model.text(title)));
                model.on_click(&button.on_hover_text(model.tip(command.clone())), command);
            }
        });
        let (entries, oldest) = (document.history(), document.oldest());
        if entries.is_empty() {
            return remark(ui, model.text(Phrase::NoSteps));
        }
        let list = egui::ScrollArea::vertical()
            .id_salt("history")
            .max_height(HEIGHT)
            .min_scrolled_height(HEIGHT);
        ui.spacing_mut().item_spacing.y = 0.0;
        list.auto_shrink([false, true])
            .show_rows(ui, ROW, entries.len() + 1, |ui, rows| {
                for number in rows {
                    let Some(entry) = entries.iter().rev().nth(number) else {
                        let start = if oldest == EntryId(0) {
                            Phrase::AsOpened
                        } else {
                            Phrase::OldestKept
                        };
                        let place = if document.present() == oldest {
                            HistoryPlace::Present
                        } else {
                            HistoryPlace::Past
                        };
                        row(ui, model, model.text(start), place, oldest);
                        continue;
                    };
                    row(
                        ui,
                        model,
                        &label(entry.label, model.language()),
                        entry.place,
                        entry.id,
                    );
                }
            });
    });
}

/// Draws one state: undone states are muted, other branches are indented.
fn row(ui: &mut Ui, model: &DocumentModel, text: &str, place: HistoryPlace, id: EntryId) {
    let mut text = RichText::new(text).size(theme::SMALL);
    if matches!(place, HistoryPlace::Future | HistoryPlace::Elsewhere) {
        text = text.color(theme::color(palette::MUTED));
    }
    ui.horizontal(|ui| {
        ui.set_height(ROW);
        ui.add_space(if place == HistoryPlace::Elsewhere {
            14.0
        } else {
            0.0
        });
        let row = ui.selectable_label(place == HistoryPlace::Present, text);
        if place != HistoryPlace::Present {
            model.on_click(&row, EditCommand::GoTo(id.0));
        }
    });
}

/// Describes an entry of the history.
fn label(label: &Label, language: Language) -> String {
    let sentence = match label {
        Label::Cell(cell, name) => Phrase::StepCell.with("cell", cell).with("terrain", name),
        Label::Cells(count) => Phrase::StepCells.with("count", thousands(*count as u64)),
        Label::Drawn(shape, count, terrain) => {
            let shape = match shape {
                Shape::Free => Phrase::StepBrush,
                Shape::Line => Phrase::StepLine,
                Shape::Rectangle => Phrase::StepRectangle,
                Shape::Ellipse => Phrase::StepEllipse,
                Shape::Fill => Phrase::StepFill,
            };
            shape
                .with("count", words::cells(*count as u64, language))
                .with("terrain", terrain)
        }
        Label::OneWay(count) => {
            Phrase::StepOneWay.with("count", words::cells(*count as u64, language))
        }
        Label::Piece(act, count) => {
            let act = match act {
                PieceAct::Move => Phrase::PieceMoved,
                PieceAct::Turn(turn) if turn.is_mirror() => Phrase::PieceMirrored,
                PieceAct::Turn(_) => Phrase::PieceTurned,
                PieceAct::Erase => Phrase::PieceErased,
                PieceAct::Paste => Phrase::PiecePasted,
                PieceAct::Generate => Phrase::PieceGenerated,
            };
            let count = match count {
                0 => Phrase::PieceOnly.text(language).to_owned(),
                count => words::cells(*count as u64, language),
            };
            Phrase::StepPiece
                .with("act", act.text(language))
                .with("count", count)
        }
        Label::Resize(size) => Phrase::StepResize
            .with("width", size.width)
            .with("height", size.height),
        Label::Turn(turn) if turn.is_mirror() => Phrase::StepMirror.into(),
        Label::Turn(_) => Phrase::StepTurn.into(),
        Label::Map(_) => Phrase::StepMap.into(),
        Label::Legend => Phrase::StepLegend.into(),
        Label::Portals => Phrase::StepPortals.into(),
        Label::AddAgent(name) => Phrase::StepAddAgent.with("name", name),
        Label::RemoveAgent(name) => Phrase::StepRemoveAgent.with("name", name),
        Label::MoveAgent(name, cell) => Phrase::StepMoveAgent.with("name", name).with("cell", cell),
        Label::Goals(name, _) => Phrase::StepGoals.with("name", name),
        Label::Agent(name) => Phrase::StepAgent.with("name", name),
        Label::Options(changes) => {
            let change = |change: &OptionChange| {
                format!(
                    "{}: {}",
                    change.key().describe_in(language),
                    value_in(change, language)
                )
            };
            return language.list(changes.iter().map(change));
        }
        Label::Key(key) => return keys::step(key, language),
        Label::Reload => Phrase::StepReload.into(),
        Label::Several(labels) => {
            return language.list(labels.iter().map(|one| self::label(one, language)));
        }
    };
    sentence.tell(language)
}
