//! What would be made from a seed, kept in step with what is asked for.

use std::sync::Arc;

use bevy::prelude::*;
use bevy::tasks::Task;
use bevy::tasks::futures::check_ready;
use bevy_egui::egui::{self, Color32, TextureHandle, TextureOptions};
use gridwalk_level::generate::{GenerateError, Recipe, generate_in_slices};
use gridwalk_level::lint::{Finding, FindingKind, check_in_slices};
use gridwalk_level::shapes::Piece;
use gridwalk_level::{Document, EntryId, Label, Level};
use gridwalk_pathfinding::Rect;
use gridwalk_pathfinding::slices::pause;

use super::desk::Desk;
use super::state::Draft;
use crate::app::Phrase;
use crate::app::platform::compute;

/// What is shown of it.
#[derive(Resource, Default)]
pub(in crate::app) struct Preview {
    /// Of what: the draft, where it goes, and the state of which document.
    of: Option<(Draft, Rect, u64, EntryId)>,
    pub made: Option<(Piece, Rect)>,
    /// Whether every goal of the level could be reached.
    pub all_reached: bool,
    /// Why there is nothing to show.
    pub error: Option<GenerateError>,
    /// Whether it is put into the level as soon as it is made: it is too large to be shown before.
    pub puts: bool,
    /// What is being made, in the background.
    task: Option<Task<Result<(Piece, bool), GenerateError>>>,
}

impl Preview {
    /// Whether it is still being made.
    pub const fn is_coming(&self) -> bool {
        self.task.is_some()
    }
}

/// Maps up to so many cells are shown before they are made, and made at once.
pub(super) const MOST_SHOWN: usize = 1 << 18;

/// What the draft makes in a rectangle.
pub(super) async fn piece(draft: Draft, rect: Rect) -> Result<Piece, GenerateError> {
    let density = draft.density.filter(|_| draft.kind.density().is_some());
    let recipe = Recipe { kind: draft.kind, width: rect.width, height: rect.height, seed: draft.seed, density };
    generate_in_slices(&recipe).await.map(|made| Piece::of(&made.level.grid))
}

/// Keeps what is shown in step with what is asked for.
pub(super) fn prepare(mut desk: Desk, mut preview: ResMut<Preview>) {
    let document = desk.editor.open.document().filter(|_| !desk.edit.is_drawing());
    let wanted = desk.edit.draft.zip(document).map(|(draft, document)| {
        let rect = desk.edit.selection.unwrap_or(document.level().grid.size().rect());
        (draft, rect, desk.editor.open.number(), document.present())
    });
    let is_new = preview.of != wanted;
    if is_new {
        *preview = Preview { of: wanted, ..Preview::default() };
    }
    let (Some((draft, rect, ..)), Some(level)) = (wanted, document.map(Document::level)) else { return };
    let is_shown = rect.size().cell_count() <= MOST_SHOWN;
    if is_new && is_shown || preview.puts && !preview.is_coming() {
        let level = Arc::clone(level);
        preview.task = Some(compute(async move { make(draft, rect, &level, is_shown).await }));
    }
    let Some(made) = preview.bypass_change_detection().task.as_mut().and_then(check_ready) else { return };
    preview.task = None;
    if std::mem::take(&mut preview.puts) {
        return put(&mut desk, draft, rect, made.map(|(piece, _)| piece));
    }
    match made {
        Ok((piece, all_reached)) => {
            preview.all_reached = all_reached;
            preview.made = Some((piece, rect));
        }
        Err(why) => preview.error = Some(why),
    }
}

/// What would be put into the level; and, where it is shown, whether every goal could be reached then.
async fn make(draft: Draft, rect: Rect, level: &Level, is_shown: bool) -> Result<(Piece, bool), GenerateError> {
    let piece = piece(draft, rect).await?;
    if !is_shown {
        return Ok((piece, false));
    }
    pause().await;
    let mut after = level.clone();
    let put = piece.put(level, rect.at).and_then(|edit| edit.apply(&mut after));
    pause().await;
    let is_unreached = |finding: &Finding| matches!(finding.kind, FindingKind::UnreachableGoal { .. });
    let all_reached = put.is_ok() && !check_in_slices(&after).await.iter().any(is_unreached);
    Ok((piece, all_reached))
}

/// What was made becomes a part of the level.
pub(super) fn put(desk: &mut Desk, draft: Draft, rect: Rect, made: Result<Piece, GenerateError>) {
    let Some(level) = desk.level() else { return };
    match made {
        Ok(piece) => {
            let edit = piece.put(level, rect.at);
            desk.note_cost();
            desk.change(Label::Piece(0), edit);
            (desk.edit.draft, desk.edit.last_draft) = (None, Some(draft));
        }
        Err(why) => desk.notes.warn(Phrase::EditRefused.because("why", &why)),
    }
}

/// A texel a cell.
pub(super) fn texture(context: &egui::Context, piece: &Piece) -> TextureHandle {
    let size = piece.size();
    let color = |[r, g, b]: gridwalk_level::Rgb| Color32::from_rgb(r, g, b);
    let pixels = piece.cells().map(|entry| color(entry.look.color)).collect();
    let image = egui::ColorImage::new([size.width as usize, size.height as usize], pixels);
    context.load_texture("generated", image, TextureOptions::NEAREST)
}
