//! The linter's findings about the level as a list in the side panel, and the way of the camera to
//! an entry.

use bevy_egui::egui::{CursorIcon, Sense, Ui, vec2};
use gridwalk_explain::Language;
use gridwalk_level::lint::{CrowdObstacle, Finding, FindingKind, Severity};
use gridwalk_pathfinding::Cell;

use super::EditModel;
use super::background::is_door;
use super::context::ToolContext;
use crate::app::command::{AppCommand, Section, ToolCommand, ViewCommand};
use crate::app::common::words;
use crate::app::widgets::{highlight, remark, section, theme, typeset};
use crate::app::{Phrase, Sentence};
use crate::picture::palette;

/// Returns the finding as a sentence.
fn sentence(finding: &Finding, language: Language) -> Sentence {
    let cells = |count: u32| words::cells(count.into(), language);
    let cell = finding.cell.unwrap_or(Cell::new(0, 0));
    match &finding.kind {
        FindingKind::BlockedStart(name) => {
            Phrase::ProblemStart.with("name", name).with("cell", cell)
        }
        FindingKind::UnreachableGoal { agent, from, goal } => Phrase::ProblemGoal
            .with("name", agent)
            .with("from", from)
            .with("goal", goal),
        FindingKind::CrowdRefused(obstacle) => {
            let reason = match obstacle {
                CrowdObstacle::Portals => Phrase::CrowdPortals,
                CrowdObstacle::Movement => Phrase::CrowdMovement,
                CrowdObstacle::AnyAngle => Phrase::CrowdAnyAngle,
                CrowdObstacle::Limit => Phrase::CrowdLimit,
            };
            Phrase::ProblemCrowd.with("reason", reason.text(language))
        }
        FindingKind::SharedCell(names) => Phrase::ProblemShared
            .with("count", names.len())
            .with("cell", cell),
        FindingKind::BlockedPortal(portal) => Phrase::ProblemPortal
            .with("from", portal.from)
            .with("to", portal.to),
        FindingKind::Trap(count) => Phrase::ProblemTrap
            .with("cells", cells(*count))
            .with("cell", cell),
        FindingKind::IsolatedRegion(size) => Phrase::ProblemRegion
            .with("cells", cells(*size))
            .with("cell", cell),
        FindingKind::MoreRegions {
            regions,
            cells: all,
        } => Phrase::ProblemRegions
            .with("count", regions)
            .with("cells", cells(*all)),
        FindingKind::ChokeCell(size) => Phrase::ProblemChoke
            .with("cell", cell)
            .with("cells", cells(*size)),
        FindingKind::MoreChokeCells(count) => Phrase::ProblemChokes.with("count", count),
        FindingKind::OffWallsInVain(name) => Phrase::ProblemOffWalls.with("name", name),
        FindingKind::UnusedTerrain(glyphs) => {
            let glyphs = language.list(glyphs.iter().map(char::to_string));
            Phrase::ProblemUnused.with("glyphs", glyphs)
        }
    }
}

/// Draws the problems and, in a section of their own, the doors of the level.
///
/// A door is a choke cell: without it the level falls into parts.
pub(super) fn draw_list(ui: &mut Ui, model: &EditModel) {
    let all = || model.problems.found.iter().enumerate();
    let count = |are_doors: bool| {
        all()
            .filter(|(_, finding)| is_door(finding) == are_doors)
            .count()
    };
    let (problems, doors) = (count(false), count(true));
    section(
        ui,
        model,
        (Section::Problems, Phrase::Problems, &problems.to_string()),
        |ui| {
            if problems == 0 {
                return remark(ui, model.text(Phrase::NoProblems));
            }
            list(ui, model, all().filter(|(_, finding)| !is_door(finding)));
        },
    );
    if doors > 0 {
        section(
            ui,
            model,
            (Section::Doors, Phrase::Doors, &doors.to_string()),
            |ui| {
                list(ui, model, all().filter(|(_, finding)| is_door(finding)));
            },
        );
    }
}

/// Draws the rows, with their places among all findings.
fn list<'a>(ui: &mut Ui, model: &EditModel, findings: impl Iterator<Item = (usize, &'a Finding)>) {
    for (place, finding) in findings {
        let color = match finding.severity {
            Severity::Error => palette::BAD,
            Severity::Warning => palette::WARN,
            Severity::Note => palette::MUTED,
        };
        let text = model.say(sentence(finding, model.language()));
        let width = ui.available_width();
        let galley = typeset::lay_out(
            ui.painter(),
            &text,
            (theme::SMALL, palette::TEXT),
            (width - INDENT, usize::MAX),
        );
        let (rect, row) =
            ui.allocate_exact_size(vec2(width, galley.size().y + 4.0), Sense::click());
        if row.hovered() || row.has_focus() || model.problems.looked_at == Some(place) {
            highlight(ui, rect);
        }
        let tip = if is_door(finding) {
            String::new()
        } else {
            model.tip(ToolCommand::NextProblem)
        };
        let row = if tip.is_empty() {
            row
        } else {
            row.on_hover_text(tip)
        };
        model.on_click(
            &row.on_hover_cursor(CursorIcon::PointingHand),
            ToolCommand::Problem(place + 1),
        );
        ui.painter()
            .circle_filled(rect.left_top() + vec2(5.0, 10.0), 4.0, theme::color(color));
        ui.painter().galley(
            rect.left_top() + vec2(INDENT, 2.0),
            galley,
            theme::color(palette::TEXT),
        );
    }
}

/// Indent of the text in points: room for the coloured dot.
const INDENT: f32 = 16.0;

/// Selects the problem with this index and returns the command that looks at its cell.
///
/// A problem of the whole level has no cell.
pub fn look_at_problem(context: &mut ToolContext, place: Option<usize>) -> Option<AppCommand> {
    let problems = &mut *context.problems;
    let Some(finding) = place.and_then(|place| problems.found.get(place)) else {
        context.notes.warn(Phrase::NoSuchProblem);
        return None;
    };
    problems.looked_at = place;
    finding.cell.map(look_at_cell)
}

/// Selects the next or previous problem, with wrap-around; skips doors.
pub fn look_at_adjacent(context: &mut ToolContext, is_next: bool) -> Option<AppCommand> {
    let found = context.problems.found.iter().enumerate();
    let places: Vec<usize> = found
        .filter(|(_, finding)| !is_door(finding))
        .map(|(place, _)| place)
        .collect();
    let last = context.problems.looked_at;
    let beside = if is_next {
        places
            .iter()
            .find(|place| last.is_none_or(|last| **place > last))
            .or(places.first())
    } else {
        places
            .iter()
            .rfind(|place| last.is_none_or(|last| **place < last))
            .or(places.last())
    };
    let Some(place) = beside.copied() else {
        context.notes.tell(Phrase::NoProblems);
        return None;
    };
    look_at_problem(context, Some(place))
}

/// Returns the command that looks at a cell.
pub fn look_at_cell(cell: Cell) -> AppCommand {
    ViewCommand::LookAt(cell.x, cell.y).into()
}
