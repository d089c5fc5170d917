//! The level linter in the background, for the list of problems and the marks on the map.

use std::sync::Arc;

use bevy::prelude::*;
use bevy::tasks::Task;
use bevy::tasks::futures::check_ready;
use gridwalk_level::EntryId;
use gridwalk_level::lint::{Finding, FindingKind, check_in_slices};

use super::Edit;
use crate::app::platform::compute;
use crate::app::{Mode, OpenDocument};

/// The findings of the last check.
#[derive(Resource, Default)]
pub(super) struct Problems {
    pub found: Vec<Finding>,
    /// Index of the finding that was looked at last.
    pub looked_at: Option<usize>,
    /// The document and its state at the time of the check.
    of: Option<(u64, EntryId)>,
    task: Option<Task<Vec<Finding>>>,
}

impl Problems {
    /// Returns `true` while a check is running.
    pub const fn are_coming(&self) -> bool {
        self.task.is_some()
    }
}

/// Returns `true` if the finding is about choke cells, which are no problem.
pub(super) const fn is_door(finding: &Finding) -> bool {
    matches!(finding.kind, FindingKind::ChokeCell(_) | FindingKind::MoreChokeCells(_))
}

/// Checks the level after each stroke.
pub(super) fn look_over((mode, edit, open): (Res<Mode>, Res<Edit>, Res<OpenDocument>), mut problems: ResMut<Problems>) {
    let problems = problems.bypass_change_detection();
    if let Some(found) = problems.task.as_mut().and_then(check_ready) {
        (problems.found, problems.looked_at, problems.task) = (found, None, None);
    }
    let document = open.document().filter(|_| *mode == Mode::Edit && !edit.is_drawing());
    let Some((now, level)) = document.map(|document| ((open.number(), document.present()), document.level())) else {
        return;
    };
    if problems.of != Some(now) && problems.task.is_none() {
        problems.of = Some(now);
        let level = Arc::clone(level);
        problems.task = Some(compute(async move { check_in_slices(&level).await }));
    }
}
