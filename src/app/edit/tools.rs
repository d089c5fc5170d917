//! The table of tools: titles, icons and functions.

use super::desk::Desk;
use super::icons::Icon;
use super::state::{Hand, Step};
use super::{agents, drawing, icons, one_way, picker, portals, select, size};
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
    Row { tool: Tool::Brush, title: Phrase::ToolBrush, icon: icons::BRUSH, act: drawing::act },
    Row { tool: Tool::Line, title: Phrase::ToolLine, icon: icons::LINE, act: drawing::act },
    Row { tool: Tool::Rectangle, title: Phrase::ToolRectangle, icon: icons::RECTANGLE, act: drawing::act },
    Row { tool: Tool::Ellipse, title: Phrase::ToolEllipse, icon: icons::ELLIPSE, act: drawing::act },
    Row { tool: Tool::Fill, title: Phrase::ToolFill, icon: icons::FILL, act: drawing::act },
    Row { tool: Tool::Picker, title: Phrase::ToolPicker, icon: icons::PICKER, act: picker::act },
    Row { tool: Tool::Select, title: Phrase::ToolSelect, icon: icons::SELECT, act: select::act },
    Row { tool: Tool::Agent, title: Phrase::ToolAgent, icon: icons::AGENT, act: agents::place },
    Row { tool: Tool::Goal, title: Phrase::ToolGoal, icon: icons::GOAL, act: agents::set_goal },
    Row { tool: Tool::Portal, title: Phrase::ToolPortal, icon: icons::PORTAL, act: portals::act },
    Row { tool: Tool::OneWay, title: Phrase::ToolOneWay, icon: icons::ONE_WAY, act: one_way::act },
    Row { tool: Tool::Size, title: Phrase::MapSizeTitle, icon: icons::SIZE, act: size::act },
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
