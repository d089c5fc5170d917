//! What is odd in the level, as a list in the side panel: a click goes there.

use bevy_egui::egui::{self, CursorIcon, Sense, Ui};
use gridwalk_level::lint::{Finding, FindingKind, Severity};
use gridwalk_pathfinding::Cell;

use super::Model;
use crate::app::command::{Section, ViewCommand};
use crate::app::common::words::thousands;
use crate::app::widgets::{dot, remark, section, theme};
use crate::app::{Phrase, Sentence};
use crate::picture::palette;

/// A finding in words.
fn words(finding: &Finding) -> Sentence {
    let cell = finding.cell.unwrap_or(Cell::new(0, 0));
    match &finding.kind {
        FindingKind::UnreachableGoal { agent, from, goal } => {
            Phrase::ProblemGoal.with("name", agent).with("from", from).with("goal", goal)
        }
        FindingKind::SharedCell(names) => Phrase::ProblemShared.with("count", names.len()).with("cell", cell),
        FindingKind::BlockedPortal(portal) => Phrase::ProblemPortal.with("from", portal.from).with("to", portal.to),
        FindingKind::Trap(cells) => Phrase::ProblemTrap.with("count", cells).with("cell", cell),
        FindingKind::IsolatedRegion(size) => {
            Phrase::ProblemRegion.with("count", thousands(u64::from(*size))).with("cell", cell)
        }
        FindingKind::MoreRegions { regions, cells } => {
            Phrase::ProblemRegions.with("count", regions).with("cells", thousands(u64::from(*cells)))
        }
        FindingKind::ChokeCell(size) => {
            Phrase::ProblemChoke.with("cell", cell).with("count", thousands(u64::from(*size)))
        }
        FindingKind::MoreChokeCells(count) => Phrase::ProblemChokes.with("count", count),
        FindingKind::UnusedTerrain(glyphs) => Phrase::ProblemUnused.with("glyphs", glyphs.iter().collect::<String>()),
    }
}

pub(super) fn draw(ui: &mut Ui, model: &Model) {
    let count = model.problems.found.len().to_string();
    section(ui, model, (Section::Problems, Phrase::Problems, &count), |ui| {
        if model.problems.found.is_empty() {
            return remark(ui, model.text(Phrase::NoProblems));
        }
        for finding in &model.problems.found {
            let color = match finding.severity {
                Severity::Error => palette::BAD,
                Severity::Warning => palette::WARN,
                Severity::Note => palette::MUTED,
            };
            ui.horizontal_top(|ui| {
                dot(ui, color);
                let text = theme::muted(model.say(words(finding))).size(12.5).color(theme::color(palette::TEXT));
                let line = ui.add(egui::Label::new(text).wrap().sense(Sense::click()));
                if let Some(cell) = finding.cell {
                    let around = ViewCommand::Part((cell.x - AROUND.0, cell.y - AROUND.1), BIG);
                    model.on_click(&line.on_hover_cursor(CursorIcon::PointingHand), around);
                }
            });
        }
    });
}

/// The camera shows so many cells around a problem: to its left and above it, and in all.
const AROUND: (i32, i32) = (12, 8);
const BIG: (u32, u32) = (25, 17);
