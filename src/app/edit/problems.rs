//! What is odd in the level, while it is edited: looked over in the background, as a list in the panel and on the map.

use std::sync::Arc;

use bevy::prelude::*;
use bevy::tasks::futures::check_ready;
use bevy::tasks::{AsyncComputeTaskPool, Task};
use bevy_egui::egui::{self, CursorIcon, Sense, Ui};
use gridwalk_level::lint::{Finding, FindingKind, Severity, check};
use gridwalk_level::{Document, EntryId};
use gridwalk_pathfinding::Cell;

use super::{Edit, Model};
use crate::app::command::{Section, ViewCommand};
use crate::app::common::words::thousands;
use crate::app::widgets::{dot, remark, section, theme};
use crate::app::{Mode, OpenDocument, Phrase, Sentence};
use crate::picture::palette;

/// What was found when the level was looked over last.
#[derive(Resource, Default)]
pub(super) struct Problems {
    pub found: Vec<Finding>,
    /// Which state of which document that was.
    of: Option<(u64, EntryId)>,
    task: Option<Task<Vec<Finding>>>,
}

/// Looks the level over after each stroke.
pub(super) fn look_over((mode, edit, open): (Res<Mode>, Res<Edit>, Res<OpenDocument>), mut problems: ResMut<Problems>) {
    let problems = problems.bypass_change_detection();
    if let Some(found) = problems.task.as_mut().and_then(check_ready) {
        (problems.found, problems.task) = (found, None);
    }
    let document = open.document().filter(|_| *mode == Mode::Edit && !edit.is_drawing());
    let Some((now, level)) = document.map(|document| ((open.number(), document.present()), document.level())) else {
        return;
    };
    if problems.of != Some(now) && problems.task.is_none() {
        problems.of = Some(now);
        let level = Arc::clone(level);
        problems.task = Some(AsyncComputeTaskPool::get().spawn(async move { check(&level) }));
    }
}

impl Problems {
    /// Whether something is being looked over.
    pub fn is_busy(&self) -> bool {
        self.task.is_some()
    }
}

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
