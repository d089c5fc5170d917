//! What is odd in the level, while it is edited: looked over in the background, as a list in the panel and on the map.

use std::sync::Arc;

use bevy::prelude::*;
use bevy::tasks::Task;
use bevy::tasks::futures::check_ready;
use gridwalk_level::EntryId;
use gridwalk_level::lint::{Finding, FindingKind, check_in_slices};

use super::Edit;
use crate::app::platform::compute;
use crate::app::{Mode, OpenDocument};

/// What was found when the level was looked over last.
#[derive(Resource, Default)]
pub(super) struct Problems {
    pub found: Vec<Finding>,
    /// The one that was looked at last, by its place among them.
    pub looked_at: Option<usize>,
    /// Which state of which document that was.
    of: Option<(u64, EntryId)>,
    task: Option<Task<Vec<Finding>>>,
}

impl Problems {
    /// Whether the level is being looked over.
    pub const fn are_coming(&self) -> bool {
        self.task.is_some()
    }
}

/// Whether a finding is about cells that hold the level together. A door does, and is no problem.
pub(super) const fn is_door(finding: &Finding) -> bool {
    matches!(finding.kind, FindingKind::ChokeCell(_) | FindingKind::MoreChokeCells(_))
}

/// Looks the level over after each stroke.
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
