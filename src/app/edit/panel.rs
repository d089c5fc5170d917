//! The editor in the side panel: name and description, terrain, the settings of the tool, the
//! selection, and the history.

use bevy_egui::egui::Ui;
use gridwalk_level::{Document, Turn};

use super::{EditModel, agents, generate, legend, portals, problem_list, tools};
use crate::app::command::{EditCommand, Section, Toggle, Tool, ToolCommand};
use crate::app::document::panel::{draw_history, draw_walls};
use crate::app::widgets::{button, named, remark, section, theme, two, typed, typed_pair};
use crate::app::{Phrase, options};

pub fn draw(ui: &mut Ui, model: &EditModel) {
    legend::draw(ui, model);
    tool(ui, model);
    if matches!(model.edit.tool, Tool::Agent | Tool::Goal) {
        agents::draw_form(ui, model);
        options::draw(ui, model);
    }
    if model.edit.tool == Tool::Select || model.edit.selection.is_some() {
        selected(ui, model);
    }
    generate::draw(ui, model);
    problem_list::draw_list(ui, model);
    draw_walls(ui, model);
    draw_history(ui, model, Section::EditHistory);
    if model.edit.tool != Tool::Size {
        let aside = map_size(model);
        section(
            ui,
            model,
            (Section::Size, Phrase::MapSizeTitle, &aside),
            |ui| size(ui, model),
        );
    }
    draw_about(ui, model);
}

/// Draws the section of the current tool: its settings, a hint, and its list or form.
fn tool(ui: &mut Ui, model: &EditModel) {
    let tool = model.edit.tool;
    let aside = if tool == Tool::Size {
        map_size(model)
    } else {
        String::new()
    };
    section(
        ui,
        model,
        (Section::Tool, tools::row(tool).title, &aside),
        |ui| {
            let has_size = matches!(
                tool,
                Tool::Brush | Tool::Line | Tool::Rectangle | Tool::Ellipse
            );
            if has_size {
                named(ui, model.text(Phrase::BrushSize), |ui| {
                    ui.spacing_mut().item_spacing.x = 8.0;
                    button(ui, model, Phrase::Minus, ToolCommand::Narrower);
                    ui.label(model.edit.size.to_string());
                    button(ui, model, Phrase::Plus, ToolCommand::Wider);
                });
            }
            if matches!(tool, Tool::Rectangle | Tool::Ellipse) {
                ui.horizontal(|ui| {
                    two(
                        ui,
                        model,
                        Toggle::Outline,
                        [Phrase::Filled, Phrase::OutlineOnly],
                    );
                });
            }
            let hint = match tool {
                Tool::Picker => Phrase::PickerHint,
                Tool::Select => Phrase::SelectHint,
                Tool::Agent => Phrase::AgentHint,
                Tool::Goal => Phrase::GoalHint,
                Tool::Portal => Phrase::PortalHint,
                Tool::OneWay => Phrase::OneWayHint,
                Tool::Size => Phrase::SizeHint,
                Tool::Line | Tool::Rectangle | Tool::Ellipse | Tool::Fill => Phrase::DrawShapeHint,
                Tool::Brush => Phrase::DrawHint,
            };
            remark(ui, model.text(hint));
            match tool {
                Tool::Portal => portals::draw_list(ui, model),
                Tool::Size => size(ui, model),
                _ => {}
            }
        },
    );
}

/// Draws the commands for the selected part of the map, or for the whole map.
fn selected(ui: &mut Ui, model: &EditModel) {
    let size = model
        .edit
        .selection
        .map(|rect| format!("{} × {}", rect.width, rect.height));
    let aside = size.as_deref().unwrap_or(model.text(Phrase::WholeLevel));
    section(
        ui,
        model,
        (Section::Selected, Phrase::Selected, aside),
        |ui| {
            if model.edit.selection.is_some() {
                ui.horizontal_wrapped(|ui| {
                    button(ui, model, Phrase::CopyPart, ToolCommand::Copy);
                    button(ui, model, Phrase::CutPart, ToolCommand::Cut);
                    button(ui, model, Phrase::ClearPart, ToolCommand::Clear);
                    button(ui, model, Phrase::CropPart, ToolCommand::Crop);
                });
            }
            ui.horizontal_wrapped(|ui| {
                button(
                    ui,
                    model,
                    Phrase::FlipPartHorizontally,
                    ToolCommand::Turn(Turn::FlipHorizontally),
                );
                button(
                    ui,
                    model,
                    Phrase::FlipPartVertically,
                    ToolCommand::Turn(Turn::FlipVertically),
                );
                button(
                    ui,
                    model,
                    Phrase::TurnPartLeft,
                    ToolCommand::Turn(Turn::Left),
                );
                button(
                    ui,
                    model,
                    Phrase::TurnPartRight,
                    ToolCommand::Turn(Turn::Right),
                );
            });
        },
    );
}

fn map_size(model: &EditModel) -> String {
    let grid = model.grid.grid();
    format!("{} × {}", grid.width(), grid.height())
}

/// Draws the size of the map, and buttons that add or remove a row or column at each side.
fn size(ui: &mut Ui, model: &EditModel) {
    let grid = model.grid.grid();
    let now = [grid.width(), grid.height()];
    named(ui, model.text(Phrase::MapSizeTitle), |ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let shown = now.map(|side| side.to_string());
        let typed = typed_pair(
            ui,
            "map size",
            shown.each_ref().map(String::as_str),
            ("×", 44.0),
        );
        let Some(typed) = typed else { return };
        let wanted = typed.map(|text| text.trim().parse::<i32>().ok().filter(|wanted| *wanted > 0));
        if let [Some(width), Some(height)] = wanted {
            // The map grows at the right and at the bottom, so that cells keep their coordinates.
            model.wish(ToolCommand::Grow([
                0,
                0,
                width - now[0].cast_signed(),
                height - now[1].cast_signed(),
            ]));
        }
    });
    for pair in [
        [(Phrase::AtLeft, 0), (Phrase::AtRight, 2)],
        [(Phrase::AtTop, 1), (Phrase::AtBottom, 3)],
    ] {
        ui.columns(2, |columns| {
            for (column, (title, side)) in columns.iter_mut().zip(pair) {
                column.horizontal(|ui| {
                    ui.spacing_mut().item_spacing.x = 4.0;
                    for (sign, by) in [(Phrase::Minus, -1), (Phrase::Plus, 1)] {
                        let mut sides = [0; 4];
                        sides[side] = by;
                        let command = ToolCommand::Grow(sides);
                        let clicked = ui
                            .small_button(model.text(sign))
                            .on_hover_text(model.tip(command));
                        model.on_click(&clicked, command);
                    }
                    ui.label(theme::muted(model.text(title)));
                });
            }
        });
    }
}

fn draw_about(ui: &mut Ui, model: &EditModel) {
    let Some(level) = model.open.document().map(Document::level) else {
        return;
    };
    section(
        ui,
        model,
        (Section::LevelTexts, Phrase::LevelTexts, &level.name),
        |ui| {
            for (title, shown, command) in [
                (
                    Phrase::TerrainName,
                    &level.name,
                    EditCommand::Name as fn(String) -> EditCommand,
                ),
                (Phrase::LevelAbout, &level.about, EditCommand::About),
            ] {
                named(ui, model.text(title), |ui| {
                    let width = ui.available_width() - 16.0;
                    if let Some(text) = typed(ui, ("level", model.text(title)), shown, width) {
                        model.wish(command(text));
                    }
                });
            }
        },
    );
}
