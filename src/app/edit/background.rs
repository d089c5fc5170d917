//! Background work of the editor: the preview of the map generator, and the level linter.
//!
//! The preview is kept in step with its settings. The linter works for the list of problems and the
//! marks on the map.

use std::sync::Arc;

use bevy::prelude::*;
use bevy::tasks::Task;
use bevy::tasks::futures::check_ready;
use bevy_egui::egui::{self, Color32, TextureHandle, TextureOptions};
use gridwalk_level::generate::{GenerateError, Recipe, generate_in_slices};
use gridwalk_level::lint::{Finding, FindingKind, check_in_slices};
use gridwalk_level::shapes::Piece;
use gridwalk_level::{Document, EntryId, Level, LevelEdit, LevelEditError};
use gridwalk_pathfinding::Rect;
use gridwalk_pathfinding::slices::pause;

use super::Edit;
use super::state::GeneratorRequest;
use crate::app::platform::compute;
use crate::app::{Mode, OpenDocument};

/// State of the preview.
#[derive(Resource, Default)]
pub(super) struct Preview {
    of: Option<GeneratorRequest>,
    /// The generated map or an error, if finished.
    pub made: Option<Result<Made, GenerateError>>,
    /// Whether every goal of the level could be reached afterwards, if that is known.
    pub all_reached: Option<bool>,
    making: Option<Task<Result<Made, GenerateError>>>,
    checking: Option<Task<bool>>,
}

/// A generated map.
pub(super) struct Made {
    pub piece: Piece,
    pub rect: Rect,
    /// The edit that applies the map to the level.
    pub edit: Result<LevelEdit, LevelEditError>,
}

impl Preview {
    /// Returns `true` while the map is being generated or checked.
    pub const fn is_coming(&self) -> bool {
        self.making.is_some() || self.checking.is_some()
    }

    /// Takes the map for this request if it is finished; the preview loses it.
    pub fn take(&mut self, wanted: GeneratorRequest) -> Option<Result<Made, GenerateError>> {
        self.of.filter(|of| *of == wanted)?;
        self.poll();
        self.made.take()
    }

    /// Returns `true` if the map was finished just now.
    fn poll(&mut self) -> bool {
        let Some(made) = self.making.as_mut().and_then(check_ready) else {
            return false;
        };
        (self.making, self.made) = (None, Some(made));
        true
    }
}

/// Maximum number of cells of a map that is previewed.
const MAX_SHOWN: usize = 1 << 18;

/// Keeps the preview in step with the settings.
pub(super) fn prepare(edit: Res<Edit>, open: Res<OpenDocument>, mut preview: ResMut<Preview>) {
    let is_shown = |wanted: &GeneratorRequest| wanted.rect.size().cell_count() <= MAX_SHOWN;
    let wanted = edit
        .wanted(&open)
        .filter(|wanted| is_shown(wanted) || edit.making == Some(*wanted));
    let Some(level) = open.document().map(Document::level) else {
        return;
    };
    if preview.of != wanted {
        let begin = |wanted| compute(make(wanted, Arc::clone(level)));
        *preview = Preview {
            of: wanted,
            making: wanted.map(begin),
            ..Preview::default()
        };
    }
    // A map that will be applied is taken by the dispatcher, without a preview.
    if edit.is_making() {
        return;
    }
    if preview.bypass_change_detection().poll() {
        preview.set_changed();
        if let Some(Ok(Made { edit: Ok(edit), .. })) = &preview.made {
            preview.checking = Some(compute(reaches_all(Arc::clone(level), edit.clone())));
        }
    }
    if let Some(all_reached) = preview
        .bypass_change_detection()
        .checking
        .as_mut()
        .and_then(check_ready)
    {
        (preview.checking, preview.all_reached) = (None, Some(all_reached));
    }
}

async fn make(
    GeneratorRequest { draft, rect, .. }: GeneratorRequest,
    level: Arc<Level>,
) -> Result<Made, GenerateError> {
    let density = draft.density.filter(|_| draft.kind.density().is_some());
    let recipe = Recipe {
        kind: draft.kind,
        width: rect.width,
        height: rect.height,
        seed: draft.seed,
        density,
    };
    let generated = generate_in_slices(&recipe).await?;
    let piece = Piece::of(&generated.level.grid);
    let edit = piece.put_in_slices(&level, rect.at).await;
    Ok(Made { piece, rect, edit })
}

/// Returns `true` if the level has no unreachable goal after this edit.
async fn reaches_all(level: Arc<Level>, edit: LevelEdit) -> bool {
    let mut after = Level::clone(&level);
    let done = edit.apply(&mut after);
    pause().await;
    let is_unreached =
        |finding: &Finding| matches!(finding.kind, FindingKind::UnreachableGoal { .. });
    done.is_ok() && !check_in_slices(&after).await.iter().any(is_unreached)
}

/// Creates a texture with one texel per cell.
pub(super) fn texture(context: &egui::Context, piece: &Piece) -> TextureHandle {
    let size = piece.size();
    let color = |[r, g, b]: gridwalk_level::Rgb| Color32::from_rgb(r, g, b);
    let pixels = piece.cells().map(|entry| color(entry.look.color)).collect();
    let image = egui::ColorImage::new([size.width as usize, size.height as usize], pixels);
    context.load_texture("generated", image, TextureOptions::NEAREST)
}

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
    matches!(
        finding.kind,
        FindingKind::ChokeCell(_) | FindingKind::MoreChokeCells(_)
    )
}

/// Checks the level after each stroke.
pub(super) fn look_over(
    (mode, edit, open): (Res<Mode>, Res<Edit>, Res<OpenDocument>),
    mut problems: ResMut<Problems>,
) {
    let problems = problems.bypass_change_detection();
    if let Some(found) = problems.task.as_mut().and_then(check_ready) {
        (problems.found, problems.looked_at, problems.task) = (found, None, None);
    }
    let document = open
        .document()
        .filter(|_| *mode == Mode::Edit && !edit.is_drawing());
    let Some((now, level)) =
        document.map(|document| ((open.number(), document.present()), document.level()))
    else {
        return;
    };
    if problems.of != Some(now) && problems.task.is_none() {
        problems.of = Some(now);
        let level = Arc::clone(level);
        problems.task = Some(compute(async move { check_in_slices(&level).await }));
    }
}
