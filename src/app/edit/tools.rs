//! The table of tools: titles, icons and functions.

use super::desk::Desk;
use super::state::{Hand, Step};
use super::toolbar::Icon;
use super::{agents, portals, select, size, strokes, toolbar};
use crate::app::Phrase;
use crate::app::command::Tool;

/// A row of the table.
pub struct Row {
    pub tool: Tool,
    pub title: Phrase,
    pub icon: Icon,
    /// The function that handles a phase of a stroke.
    pub act: fn(&mut Desk, &mut Hand, Step),
}

const ROWS: [Row; Tool::ALL.len()] = [
    Row { tool: Tool::Brush, title: Phrase::ToolBrush, icon: toolbar::BRUSH, act: strokes::paint },
    Row { tool: Tool::Line, title: Phrase::ToolLine, icon: toolbar::LINE, act: strokes::paint },
    Row { tool: Tool::Rectangle, title: Phrase::ToolRectangle, icon: toolbar::RECTANGLE, act: strokes::paint },
    Row { tool: Tool::Ellipse, title: Phrase::ToolEllipse, icon: toolbar::ELLIPSE, act: strokes::paint },
    Row { tool: Tool::Fill, title: Phrase::ToolFill, icon: toolbar::FILL, act: strokes::paint },
    Row { tool: Tool::Picker, title: Phrase::ToolPicker, icon: toolbar::PICKER, act: strokes::pick_under_stroke },
    Row { tool: Tool::Select, title: Phrase::ToolSelect, icon: toolbar::SELECT, act: select::act },
    Row { tool: Tool::Agent, title: Phrase::ToolAgent, icon: toolbar::AGENT, act: agents::place },
    Row { tool: Tool::Goal, title: Phrase::ToolGoal, icon: toolbar::GOAL, act: agents::set_goal },
    Row { tool: Tool::Portal, title: Phrase::ToolPortal, icon: toolbar::PORTAL, act: portals::act },
    Row { tool: Tool::OneWay, title: Phrase::ToolOneWay, icon: toolbar::ONE_WAY, act: strokes::direct },
    Row { tool: Tool::Size, title: Phrase::MapSizeTitle, icon: toolbar::SIZE, act: size::act },
];

/// Returns the row of a tool.
pub fn row(tool: Tool) -> &'static Row {
    ROWS.iter().find(|row| row.tool == tool).expect("every tool has a row")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tool_has_one_row_in_the_order_of_the_buttons() {
        assert_eq!(ROWS.each_ref().map(|row| row.tool), Tool::ALL);
    }
}
