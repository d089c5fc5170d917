//! Maps from a seed: the form in the side panel, the draft that follows its settings, and its place in the level.

use std::sync::Arc;

use bevy::prelude::*;
use bevy::tasks::Task;
use bevy::tasks::futures::check_ready;
use bevy_egui::egui;
use bevy_egui::egui::{Color32, TextureHandle, TextureOptions, Ui};
use gridwalk_explain::Describe;
use gridwalk_level::generate::{GenerateError, MapKind, Recipe, generate_in_slices};
use gridwalk_level::lint::{Finding, FindingKind, check_in_slices};
use gridwalk_level::shapes::Piece;
use gridwalk_level::{Document, Label, Level, LevelEdit, LevelEditError};
use gridwalk_pathfinding::Rect;
use gridwalk_pathfinding::slices::pause;

use super::desk::Desk;
use super::state::{Draft, Wanted};
use super::{Edit, Model};
use crate::app::command::{GenerateCommand, Section};
use crate::app::platform::compute;
use crate::app::widgets::{button, choice, hairline, heading, light, link, named, remark, titled};
use crate::app::{OpenDocument, Phrase};
use crate::picture::palette;

/// Runs a command.
pub(in crate::app) fn act(In(command): In<GenerateCommand>, mut desk: Desk) {
    let first = Draft { kind: MapKind::default(), seed: 1, density: None };
    let draft = desk.edit.draft.or(desk.edit.last_draft).unwrap_or(first);
    let was_making = desk.edit.making.take().is_some();
    let changed = match command {
        GenerateCommand::Toggle if was_making => return,
        GenerateCommand::Toggle => {
            desk.edit.draft = if desk.edit.draft.is_some() { None } else { Some(draft) };
            return;
        }
        GenerateCommand::Kind(name) => match MapKind::from_name(&name) {
            Some(kind) => Draft { kind, density: None, ..draft },
            None => return desk.notes.warn(Phrase::NoSuchKind.with("name", name)),
        },
        GenerateCommand::Seed(seed) => Draft { seed, ..draft },
        GenerateCommand::NextSeed => Draft { seed: draft.seed.wrapping_add(1), ..draft },
        GenerateCommand::Density(density) => Draft { density: Some(density.min(100)), ..draft },
        GenerateCommand::Make => {
            desk.edit.draft = Some(draft);
            desk.edit.making = desk.edit.wanted(&desk.editor.open);
            return put(&mut desk);
        }
    };
    desk.edit.draft = Some(changed);
}

/// Applies a finished map to the level, before the commands of the frame, which then act on the result.
pub(in crate::app) fn put_made(In(()): In<()>, mut desk: Desk) {
    put(&mut desk);
}

/// Applies the map if it is finished and the level has not changed since the request.
fn put(desk: &mut Desk) {
    let Some(making) = desk.edit.making else { return };
    if desk.edit.wanted(&desk.editor.open) != Some(making) {
        desk.edit.making = None;
        return desk.notes.tell(Phrase::GenerateOutdated);
    }
    let Some(made) = desk.preview.bypass_change_detection().take(making) else { return };
    desk.edit.making = None;
    match made {
        Ok(made) => {
            desk.note_cost();
            desk.change(Label::Piece(0), made.edit);
            (desk.edit.draft, desk.edit.last_draft) = (None, Some(making.draft));
        }
        Err(why) => {
            desk.notes.warn(Phrase::EditRefused.because("why", &why));
            desk.preview.made = Some(Err(why));
        }
    }
}

const fn title(kind: MapKind) -> Phrase {
    match kind {
        MapKind::Maze => Phrase::KindMaze,
        MapKind::MazeDivision => Phrase::KindMazeDivision,
        MapKind::MazePrim => Phrase::KindMazePrim,
        MapKind::MazeWilson => Phrase::KindMazeWilson,
        MapKind::MazeBraided => Phrase::KindMazeBraided,
        MapKind::Rooms => Phrase::KindRooms,
        MapKind::Random => Phrase::KindRandom,
        MapKind::Cave => Phrase::KindCave,
        MapKind::Weights => Phrase::KindWeights,
        MapKind::Country => Phrase::KindCountry,
    }
}

pub(super) fn draw(ui: &mut Ui, model: &Model) {
    let aside = model.text(if model.edit.selection.is_some() { Phrase::IntoSelection } else { Phrase::WholeLevel });
    let is_open = heading(ui, model, (Section::Generate, aside), |ui| titled(ui, model, Phrase::Generate));
    match model.edit.draft {
        // The settings are shown whenever the preview is, even if a key opened the preview.
        Some(draft) => of_draft(ui, model, draft),
        None if is_open => button(ui, model, Phrase::GenerateShow, GenerateCommand::Toggle),
        None => {}
    }
    hairline(ui);
}

fn of_draft(ui: &mut Ui, model: &Model, draft: Draft) {
    named(ui, model.text(Phrase::GenerateKind), |ui| {
        let list = egui::ComboBox::from_id_salt("kind of map").width(ui.available_width() - 4.0).truncate();
        let name = |kind| model.text(title(kind));
        if let Some(kind) = choice(ui, list, draft.kind, &MapKind::ALL, name) {
            model.wish(GenerateCommand::Kind(kind.name().to_owned()));
        }
    });
    named(ui, model.text(Phrase::GenerateSeed), |ui| {
        let mut seed = draft.seed;
        if ui.add(egui::DragValue::new(&mut seed)).changed() {
            model.wish(GenerateCommand::Seed(seed));
        }
        button(ui, model, Phrase::GenerateNext, GenerateCommand::NextSeed);
    });
    if let Some(usual) = draft.kind.density() {
        named(ui, model.text(Phrase::GenerateDensity), |ui| {
            let mut density = draft.density.unwrap_or(usual);
            if ui.add(egui::DragValue::new(&mut density).range(0..=100).suffix(" %")).changed() {
                model.wish(GenerateCommand::Density(density));
            }
        });
    }
    match (&model.preview.made, model.preview.all_reached) {
        _ if model.edit.is_making() => remark(ui, model.text(Phrase::GenerateMaking)),
        (Some(Err(why)), _) => light(ui, palette::BAD, &why.describe_in(model.language())),
        (_, Some(true)) => light(ui, palette::OK, model.text(Phrase::AllGoalsReached)),
        (_, Some(false)) => light(ui, palette::WARN, model.text(Phrase::SomeGoalsNotReached)),
        _ if model.preview.is_coming() => remark(ui, "…"),
        _ => remark(ui, model.text(Phrase::GenerateTooLarge)),
    }
    ui.horizontal(|ui| {
        button(ui, model, Phrase::GenerateMake, GenerateCommand::Make);
        let cancel = link(ui, model.text(Phrase::Cancel));
        model.on_click(&cancel, GenerateCommand::Toggle);
    });
}

/// State of the preview.
#[derive(Resource, Default)]
pub(super) struct Preview {
    of: Option<Wanted>,
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
    pub fn take(&mut self, wanted: Wanted) -> Option<Result<Made, GenerateError>> {
        self.of.filter(|of| *of == wanted)?;
        self.poll();
        self.made.take()
    }

    /// Returns `true` if the map was finished just now.
    fn poll(&mut self) -> bool {
        let Some(made) = self.making.as_mut().and_then(check_ready) else { return false };
        (self.making, self.made) = (None, Some(made));
        true
    }
}

/// Maximum number of cells of a map that is previewed.
const MOST_SHOWN: usize = 1 << 18;

/// Keeps the preview in step with the settings.
pub(super) fn prepare(edit: Res<Edit>, open: Res<OpenDocument>, mut preview: ResMut<Preview>) {
    let is_shown = |wanted: &Wanted| wanted.rect.size().cell_count() <= MOST_SHOWN;
    let wanted = edit.wanted(&open).filter(|wanted| is_shown(wanted) || edit.making == Some(*wanted));
    let Some(level) = open.document().map(Document::level) else { return };
    if preview.of != wanted {
        let begin = |wanted| compute(make(wanted, Arc::clone(level)));
        *preview = Preview { of: wanted, making: wanted.map(begin), ..Preview::default() };
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
    if let Some(all_reached) = preview.bypass_change_detection().checking.as_mut().and_then(check_ready) {
        (preview.checking, preview.all_reached) = (None, Some(all_reached));
    }
}

async fn make(Wanted { draft, rect, .. }: Wanted, level: Arc<Level>) -> Result<Made, GenerateError> {
    let density = draft.density.filter(|_| draft.kind.density().is_some());
    let recipe = Recipe { kind: draft.kind, width: rect.width, height: rect.height, seed: draft.seed, density };
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
    let is_unreached = |finding: &Finding| matches!(finding.kind, FindingKind::UnreachableGoal { .. });
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
