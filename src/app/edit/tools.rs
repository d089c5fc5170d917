//! The table of tools, with titles, icons and functions, and the column of their buttons.
//!
//! An icon consists of strokes in the unit square, sharp at every scale.

use bevy_egui::egui::{self, Color32, Margin, Painter, Rect, Sense, Stroke, Ui, pos2, vec2};
use gridwalk_level::shapes::Shape;
use gridwalk_pathfinding::Cell;

use super::context::ToolContext;
use super::previews::{self, StrokePreview};
use super::state::{ActiveStroke, StrokePhase};
use super::{EditModel, agents, portals, select, size, strokes};
use crate::app::Phrase;
use crate::app::command::{Tool, ToolCommand};
use crate::app::view::canvas::MapCanvas;
use crate::app::widgets::{Form, ground, theme};
use crate::picture::palette;

/// A row of the table.
pub struct ToolRow {
    pub tool: Tool,
    pub title: Phrase,
    /// Its use in a sentence, shown below its settings.
    pub hint: Phrase,
    pub icon: Icon,
    /// The function that handles a phase of a stroke.
    pub act: fn(&mut ToolContext, &mut ActiveStroke, StrokePhase),
    /// The function that resets what a cancelled stroke began; the level is reset already.
    pub cancel: fn(&mut ToolContext),
    /// The shape that it draws; `None` for tools that draw no terrain.
    pub shape: Option<Shape>,
    pub keeps: KeptCells,
    /// The function that draws what a stroke in progress would change.
    pub preview: fn(&MapCanvas, &StrokePreview),
    /// The function that draws its list or form below the hint.
    pub form: fn(&mut Ui, &EditModel),
    /// The function that draws its own sections below that of the tool.
    pub sections: fn(&mut Ui, &EditModel),
    /// Whether lines join the starts of agents and their goals.
    pub shows_plans: bool,
}

/// The cells of a stroke that a tool needs later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeptCells {
    /// The first and the last one.
    Ends,
    /// The last two: the tool has drawn the earlier ones.
    LastTwo,
    All,
}

impl KeptCells {
    /// Adds a cell to a stroke, and removes those that are not needed any more.
    pub fn push(self, points: &mut Vec<Cell>, cell: Cell) {
        match self {
            Self::Ends => points.truncate(1),
            Self::LastTwo => drop(points.drain(..points.len() - 1)),
            Self::All => {}
        }
        points.push(cell);
    }
}

#[rustfmt::skip]
const ROWS: [ToolRow; Tool::ALL.len()] = [
    ToolRow {
        hint: Phrase::DrawHint, keeps: KeptCells::LastTwo,
        ..shape(Tool::Brush, Phrase::ToolBrush, BRUSH, Shape::Free)
    },
    shape(Tool::Line, Phrase::ToolLine, LINE, Shape::Line),
    shape(Tool::Rectangle, Phrase::ToolRectangle, RECTANGLE, Shape::Rectangle),
    shape(Tool::Ellipse, Phrase::ToolEllipse, ELLIPSE, Shape::Ellipse),
    ToolRow { preview: |_, _| {}, ..shape(Tool::Fill, Phrase::ToolFill, FILL, Shape::Fill) },
    tool(Tool::Picker, [Phrase::ToolPicker, Phrase::PickerHint], PICKER, strokes::pick_under_stroke),
    ToolRow {
        cancel: select::cancel, preview: previews::selection, sections: select::draw_section,
        ..tool(Tool::Select, [Phrase::ToolSelect, Phrase::SelectHint], SELECT, select::act)
    },
    ToolRow {
        preview: previews::moved_marker, sections: agents::draw_sections, shows_plans: true,
        ..tool(Tool::Agent, [Phrase::ToolAgent, Phrase::AgentHint], AGENT, agents::place)
    },
    ToolRow {
        preview: previews::moved_marker, sections: agents::draw_sections, shows_plans: true,
        ..tool(Tool::Goal, [Phrase::ToolGoal, Phrase::GoalHint], GOAL, agents::set_goal)
    },
    ToolRow {
        preview: previews::portal, form: portals::draw_list,
        ..tool(Tool::Portal, [Phrase::ToolPortal, Phrase::PortalHint], PORTAL, portals::act)
    },
    ToolRow {
        keeps: KeptCells::All, preview: previews::one_way,
        ..tool(Tool::OneWay, [Phrase::ToolOneWay, Phrase::OneWayHint], ONE_WAY, strokes::direct)
    },
    ToolRow { form: size::draw_form, ..tool(Tool::Size, [Phrase::MapSizeTitle, Phrase::SizeHint], SIZE, size::act) },
];

/// Returns a row with a title, a hint, an icon and a function for strokes, and nothing else.
const fn tool(
    tool: Tool,
    [title, hint]: [Phrase; 2],
    icon: Icon,
    act: fn(&mut ToolContext, &mut ActiveStroke, StrokePhase),
) -> ToolRow {
    ToolRow {
        tool,
        title,
        hint,
        icon,
        act,
        cancel: |_| {},
        shape: None,
        keeps: KeptCells::Ends,
        preview: |_, _| {},
        form: |_, _| {},
        sections: |_, _| {},
        shows_plans: false,
    }
}

/// Returns the row of a tool that draws a shape.
const fn shape(row: Tool, title: Phrase, icon: Icon, shape: Shape) -> ToolRow {
    ToolRow {
        shape: Some(shape),
        preview: previews::shape,
        ..tool(row, [title, Phrase::DrawShapeHint], icon, strokes::paint)
    }
}

/// Returns the row of a tool.
pub fn row(tool: Tool) -> &'static ToolRow {
    ROWS.iter()
        .find(|row| row.tool == tool)
        .expect("every tool has a row")
}

/// An icon as a list of polylines.
type Icon = &'static [&'static [(f32, f32)]];

const BRUSH: Icon = &[
    &[(0.85, 0.1), (0.42, 0.6)],
    &[
        (0.42, 0.6),
        (0.3, 0.62),
        (0.22, 0.75),
        (0.12, 0.88),
        (0.38, 0.82),
        (0.46, 0.72),
        (0.42, 0.6),
    ],
];
const LINE: Icon = &[&[(0.12, 0.88), (0.88, 0.12)]];
const RECTANGLE: Icon = &[&[
    (0.1, 0.22),
    (0.9, 0.22),
    (0.9, 0.78),
    (0.1, 0.78),
    (0.1, 0.22),
]];
const ELLIPSE: Icon = &[&[
    (0.92, 0.5),
    (0.86, 0.36),
    (0.71, 0.26),
    (0.5, 0.22),
    (0.29, 0.26),
    (0.14, 0.36),
    (0.08, 0.5),
    (0.14, 0.64),
    (0.29, 0.74),
    (0.5, 0.78),
    (0.71, 0.74),
    (0.86, 0.64),
    (0.92, 0.5),
]];
const FILL: Icon = &[
    &[
        (0.45, 0.12),
        (0.82, 0.48),
        (0.45, 0.84),
        (0.1, 0.48),
        (0.45, 0.12),
    ],
    &[(0.12, 0.5), (0.8, 0.5)],
    &[
        (0.92, 0.62),
        (0.86, 0.78),
        (0.92, 0.86),
        (0.98, 0.78),
        (0.92, 0.62),
    ],
];
const PICKER: Icon = &[
    &[(0.12, 0.88), (0.2, 0.66), (0.56, 0.3)],
    &[(0.12, 0.88), (0.34, 0.8), (0.7, 0.44)],
    &[(0.48, 0.22), (0.78, 0.52)],
    &[(0.64, 0.36), (0.86, 0.14)],
];
const SELECT: Icon = &[
    &[(0.1, 0.36), (0.1, 0.16), (0.32, 0.16)],
    &[(0.44, 0.16), (0.6, 0.16)],
    &[(0.7, 0.16), (0.9, 0.16), (0.9, 0.36)],
    &[(0.9, 0.46), (0.9, 0.58)],
    &[(0.9, 0.66), (0.9, 0.84), (0.7, 0.84)],
    &[(0.6, 0.84), (0.44, 0.84)],
    &[(0.32, 0.84), (0.1, 0.84), (0.1, 0.66)],
    &[(0.1, 0.58), (0.1, 0.46)],
];

const AGENT: Icon = &[
    &[
        (0.5, 0.1),
        (0.78, 0.22),
        (0.9, 0.5),
        (0.78, 0.78),
        (0.5, 0.9),
        (0.22, 0.78),
        (0.1, 0.5),
        (0.22, 0.22),
        (0.5, 0.1),
    ],
    &[(0.42, 0.34), (0.68, 0.5), (0.42, 0.66), (0.42, 0.34)],
];
const GOAL: Icon = &[
    &[(0.25, 0.92), (0.25, 0.1)],
    &[(0.25, 0.12), (0.85, 0.3), (0.25, 0.5)],
];
const PORTAL: Icon = &[
    &[
        (0.28, 0.34),
        (0.42, 0.42),
        (0.42, 0.58),
        (0.28, 0.66),
        (0.14, 0.58),
        (0.14, 0.42),
        (0.28, 0.34),
    ],
    &[
        (0.72, 0.34),
        (0.86, 0.42),
        (0.86, 0.58),
        (0.72, 0.66),
        (0.58, 0.58),
        (0.58, 0.42),
        (0.72, 0.34),
    ],
    &[(0.42, 0.5), (0.58, 0.5)],
];
const ONE_WAY: Icon = &[
    &[(0.1, 0.5), (0.88, 0.5)],
    &[(0.64, 0.28), (0.88, 0.5), (0.64, 0.72)],
];
const SIZE: Icon = &[
    &[
        (0.12, 0.12),
        (0.62, 0.12),
        (0.62, 0.62),
        (0.12, 0.62),
        (0.12, 0.12),
    ],
    &[(0.62, 0.62), (0.92, 0.92)],
    &[(0.92, 0.7), (0.92, 0.92), (0.7, 0.92)],
];

fn draw_icon(painter: &Painter, rect: Rect, icon: Icon, color: Color32) {
    for line in icon {
        let points = line.iter().map(|(x, y)| {
            pos2(
                rect.left() + x * rect.width(),
                rect.top() + y * rect.height(),
            )
        });
        painter.add(egui::Shape::line(points.collect(), Stroke::new(1.7, color)));
    }
}

/// Sizes of a button, of its icon and of the gaps, in points.
const BUTTON: f32 = 30.0;
const SIGN: f32 = 17.0;
const BETWEEN: f32 = 4.0;

pub fn toolbar(root: &mut Ui, model: &EditModel) {
    let side = Form::of(root.ctx()).control(BUTTON);
    let frame = ground(Margin::symmetric(6, 8));
    // If the buttons do not fit in one column, they use two.
    #[expect(clippy::cast_precision_loss, reason = "some tools")]
    let fits = root.available_height() >= Tool::ALL.len() as f32 * (side + BETWEEN) + 16.0;
    let columns = if fits { 1_u8 } else { 2 };
    let width = f32::from(columns) * (side + BETWEEN) - BETWEEN + 12.0;
    egui::Panel::left("tools")
        .exact_size(width)
        .resizable(false)
        .frame(frame)
        .show(root, |ui| {
            ui.spacing_mut().item_spacing = vec2(BETWEEN, BETWEEN);
            let button = |ui: &mut Ui, tool: Tool| {
                let row = row(tool);
                let (rect, button) = ui.allocate_exact_size(vec2(side, side), Sense::click());
                let is_chosen = model.edit.tool == tool;
                let (ground, ink) = match (is_chosen, button.hovered()) {
                    (true, _) => (Some(palette::ACCENT), palette::BACKGROUND),
                    (false, true) => (Some(palette::HOVERED), palette::TEXT),
                    (false, false) => (None, palette::TEXT),
                };
                if let Some(ground) = ground {
                    ui.painter().rect_filled(rect, 6.0, theme::color(ground));
                }
                let sign = Rect::from_center_size(rect.center(), vec2(SIGN, SIGN));
                draw_icon(ui.painter(), sign, row.icon, theme::color(ink));
                model.on_click(
                    &button.on_hover_text(model.tip(ToolCommand::Choose(tool))),
                    ToolCommand::Choose(tool),
                );
            };
            for row in Tool::ALL.chunks(columns.into()) {
                ui.horizontal(|ui| row.iter().for_each(|tool| button(ui, *tool)));
            }
        });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tool_has_one_row_in_the_order_of_the_buttons() {
        assert_eq!(ROWS.each_ref().map(|row| row.tool), Tool::ALL);
    }
}
