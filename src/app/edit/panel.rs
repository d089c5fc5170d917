//! The editor in the side panel: name and description, terrain, the settings of the tool, the
//! selection, and the history.

use bevy_egui::egui::Ui;
use gridwalk_level::Document;
use gridwalk_level::shapes::Shape;

use super::{EditModel, generate, legend, problem_list, select, size, tools, values};
use crate::app::Phrase;
use crate::app::command::{EditCommand, Section, Toggle, Tool, ToolCommand};
use crate::app::document::panel::{draw_history, draw_walls};
use crate::app::widgets::{Field, NAMES, button, field, named, remark, section, two};

pub fn draw(ui: &mut Ui, model: &EditModel) {
    legend::draw(ui, model);
    tool(ui, model);
    (tools::row(model.edit.tool).sections)(ui, model);
    if model.edit.tool != Tool::Select && model.edit.selection.is_some() {
        select::draw_section(ui, model);
    }
    generate::draw(ui, model);
    problem_list::draw_list(ui, model);
    draw_walls(ui, model);
    draw_history(ui, model, Section::EditHistory);
    if model.edit.tool != Tool::Size {
        let aside = size::text(model);
        section(
            ui,
            model,
            (Section::Size, Phrase::MapSizeTitle, &aside),
            |ui| size::draw_form(ui, model),
        );
    }
    draw_about(ui, model);
}

/// Draws the section of the current tool: its settings, a hint, and its list or form.
fn tool(ui: &mut Ui, model: &EditModel) {
    let tool = model.edit.tool;
    let aside = if tool == Tool::Size {
        size::text(model)
    } else {
        String::new()
    };
    let row = tools::row(tool);
    section(ui, model, (Section::Tool, row.title, &aside), |ui| {
        if row.shape.is_some_and(|shape| shape != Shape::Fill) {
            named(ui, model.text(Phrase::BrushSize), |ui| {
                ui.spacing_mut().item_spacing.x = 8.0;
                button(ui, model, Phrase::Minus, ToolCommand::Narrower);
                ui.label(model.edit.size.to_string());
                button(ui, model, Phrase::Plus, ToolCommand::Wider);
            });
        }
        if matches!(row.shape, Some(Shape::Rectangle | Shape::Ellipse)) {
            ui.horizontal(|ui| {
                two(
                    ui,
                    model,
                    Toggle::Outline,
                    [Phrase::Filled, Phrase::OutlineOnly],
                );
            });
        }
        remark(ui, model.text(row.hint));
        (row.form)(ui, model);
    });
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
            for (title, shown, command, check) in [
                (
                    Phrase::TerrainName,
                    &level.name,
                    EditCommand::Name as fn(String) -> EditCommand,
                    values::name as fn(&str) -> _,
                ),
                (
                    Phrase::LevelAbout,
                    &level.about,
                    EditCommand::About,
                    |text: &str| Ok(text.to_owned()),
                ),
            ] {
                let width = ui.available_width() - NAMES - 16.0;
                let text = field(
                    ui,
                    model,
                    model.text(title),
                    ("level", model.text(title)),
                    Field::new(shown, width),
                    check,
                );
                if let Some(text) = text.entered {
                    model.wish(command(text));
                }
            }
        },
    );
}
