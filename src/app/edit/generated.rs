//! What would be made from a seed, kept in step with what is asked for.

use std::sync::Arc;

use bevy::prelude::*;
use bevy::tasks::Task;
use bevy::tasks::futures::check_ready;
use bevy_egui::egui::{self, Color32, TextureHandle, TextureOptions};
use gridwalk_level::generate::{GenerateError, Recipe, generate_in_slices};
use gridwalk_level::lint::{Finding, FindingKind, check_in_slices};
use gridwalk_level::shapes::Piece;
use gridwalk_level::{Document, EntryId, Level};
use gridwalk_pathfinding::Rect;
use gridwalk_pathfinding::slices::pause;

use super::Edit;
use super::state::Draft;
use crate::app::OpenDocument;
use crate::app::platform::compute;

/// What is shown of it.
#[derive(Resource, Default)]
pub(super) struct Preview {
    /// Of what: the draft, where it goes, and the state of which document.
    of: Option<(Draft, Rect, u64, EntryId)>,
    pub made: Option<(Piece, Rect)>,
    /// Whether every goal of the level could be reached.
    pub all_reached: bool,
    /// Why there is nothing to show.
    pub error: Option<GenerateError>,
    /// What is being made, in the background.
    task: Option<Task<Result<(Piece, bool), GenerateError>>>,
}

impl Preview {
    /// Whether it is still being made.
    pub const fn is_coming(&self) -> bool {
        self.task.is_some()
    }
}

/// Maps up to so many cells are shown before they are made.
const MOST_SHOWN: usize = 1 << 18;

/// What the draft makes in a rectangle.
pub(super) async fn piece(draft: Draft, rect: Rect) -> Result<Piece, GenerateError> {
    let density = draft.density.filter(|_| draft.kind.density().is_some());
    let recipe = Recipe { kind: draft.kind, width: rect.width, height: rect.height, seed: draft.seed, density };
    generate_in_slices(&recipe).await.map(|made| Piece::of(&made.level.grid))
}

/// Keeps what is shown in step with what is asked for.
pub(super) fn prepare(edit: Res<Edit>, open: Res<OpenDocument>, mut preview: ResMut<Preview>) {
    let document = open.document().filter(|_| !edit.is_drawing());
    let wanted = edit.draft.zip(document).map(|(draft, document)| {
        let rect = edit.selection.unwrap_or(document.level().grid.size().rect());
        (draft, rect, open.number(), document.present())
    });
    if preview.of != wanted {
        *preview = Preview { of: wanted, ..Preview::default() };
        let (Some((draft, rect, ..)), Some(level)) = (wanted, document.map(Document::level)) else { return };
        if rect.size().cell_count() <= MOST_SHOWN {
            let level = Arc::clone(level);
            preview.task = Some(compute(async move { make(draft, rect, &level).await }));
        }
    }
    let Some(made) = preview.bypass_change_detection().task.as_mut().and_then(check_ready) else { return };
    preview.task = None;
    match made {
        Ok((piece, all_reached)) => {
            preview.all_reached = all_reached;
            preview.made = wanted.map(|(_, rect, ..)| (piece, rect));
        }
        Err(why) => preview.error = Some(why),
    }
}

/// What would be put into the level, and whether every goal could be reached then.
async fn make(draft: Draft, rect: Rect, level: &Level) -> Result<(Piece, bool), GenerateError> {
    let piece = piece(draft, rect).await?;
    pause().await;
    let mut after = level.clone();
    let put = piece.put(level, rect.at).and_then(|edit| edit.apply(&mut after));
    pause().await;
    let is_unreached = |finding: &Finding| matches!(finding.kind, FindingKind::UnreachableGoal { .. });
    let all_reached = put.is_ok() && !check_in_slices(&after).await.iter().any(is_unreached);
    Ok((piece, all_reached))
}

/// A texel a cell.
pub(super) fn texture(context: &egui::Context, piece: &Piece) -> TextureHandle {
    let size = piece.size();
    let color = |[r, g, b]: gridwalk_level::Rgb| Color32::from_rgb(r, g, b);
    let pixels = piece.cells().map(|entry| color(entry.look.color)).collect();
    let image = egui::ColorImage::new([size.width as usize, size.height as usize], pixels);
    context.load_texture("generated", image, TextureOptions::NEAREST)
}
