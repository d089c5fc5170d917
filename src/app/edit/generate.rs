//! Maps from a seed into the selection or the whole map: shown before they are made, and made as one step.

use bevy::prelude::*;
use bevy_egui::egui::{self, Color32, TextureHandle, TextureOptions, Ui};
use gridwalk_level::generate::{MapKind, Recipe, generate};
use gridwalk_level::lint::{FindingKind, check};
use gridwalk_level::shapes::Piece;
use gridwalk_level::{Document, EntryId, Label, Level};
use gridwalk_pathfinding::Rect;

use super::desk::Desk;
use super::{Edit, Model};
use crate::app::command::{GenerateCommand, Section};
use crate::app::widgets::{button, choice, light, link, named, remark, section};
use crate::app::{OpenDocument, Phrase};
use crate::picture::palette;

/// What would be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Draft {
    pub kind: MapKind,
    pub seed: u64,
    /// In percent; none where the kind knows none, or the usual one.
    pub density: Option<u32>,
}

/// What is shown of it.
#[derive(Resource, Default)]
pub(super) struct Preview {
    /// Of what: the draft, where it goes, and the state of which document.
    of: Option<(Draft, Rect, u64, EntryId)>,
    pub made: Option<(Piece, Rect)>,
    /// Whether every goal of the level could be reached.
    all_reached: bool,
    /// Why there is nothing to show.
    error: Option<String>,
}

/// Maps up to so many cells are shown before they are made.
const MOST_SHOWN: usize = 1 << 18;

/// Acts on one command.
pub(in crate::app) fn act(In(command): In<GenerateCommand>, mut desk: Desk) {
    let draft = desk.edit.draft.unwrap_or(Draft { kind: MapKind::default(), seed: 1, density: None });
    let changed = match command {
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
        GenerateCommand::Make => return make(&mut desk, draft),
    };
    desk.edit.draft = Some(changed);
}

fn make(desk: &mut Desk, draft: Draft) {
    let selection = desk.edit.selection;
    let Some(level) = desk.level() else { return };
    let rect = selection.unwrap_or(level.grid.size().rect());
    match piece(draft, rect) {
        Ok(piece) => {
            let edit = piece.put(level, rect.at);
            desk.note_cost();
            desk.change(Label::Piece(0), edit);
            desk.edit.draft = None;
        }
        Err(why) => desk.notes.warn(Phrase::EditRefused.with("why", why)),
    }
}

/// What the draft makes in a rectangle.
fn piece(draft: Draft, rect: Rect) -> Result<Piece, String> {
    let density = draft.density.filter(|_| draft.kind.density().is_some());
    let recipe = Recipe { kind: draft.kind, width: rect.width, height: rect.height, seed: draft.seed, density };
    generate(&recipe).map(|made| Piece::of(&made.level.grid)).map_err(|error| error.to_string())
}

/// Keeps what is shown in step with what is asked for.
pub(super) fn prepare(edit: Res<Edit>, open: Res<OpenDocument>, mut preview: ResMut<Preview>) {
    let document = open.document().filter(|_| !edit.is_drawing());
    let wanted = edit.draft.zip(document).map(|(draft, document)| {
        let rect = edit.selection.unwrap_or(document.level().grid.size().rect());
        (draft, rect, open.number(), document.present())
    });
    if preview.of == wanted {
        return;
    }
    *preview = Preview { of: wanted, ..Preview::default() };
    let (Some((draft, rect, ..)), Some(level)) = (wanted, document.map(Document::level)) else { return };
    if rect.size().cell_count() > MOST_SHOWN {
        return;
    }
    match piece(draft, rect) {
        Ok(piece) => {
            let mut after = Level::clone(level);
            let put = piece.put(level, rect.at).and_then(|edit| edit.apply(&mut after));
            let is_unreached = |kind: &FindingKind| matches!(kind, FindingKind::UnreachableGoal { .. });
            preview.all_reached = put.is_ok() && !check(&after).iter().any(|finding| is_unreached(&finding.kind));
            preview.made = Some((piece, rect));
        }
        Err(why) => preview.error = Some(why),
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
    section(ui, model, (Section::Generate, Phrase::Generate, aside), |ui| {
        let Some(draft) = model.edit.draft else {
            return button(ui, model, Phrase::GenerateShow, GenerateCommand::Toggle);
        };
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
        match (&model.preview.error, &model.preview.made) {
            (Some(why), _) => light(ui, palette::BAD, why),
            (None, None) => remark(ui, model.text(Phrase::GenerateTooLarge)),
            (None, Some(_)) if model.preview.all_reached => {
                light(ui, palette::OK, model.text(Phrase::AllGoalsReached));
            }
            (None, Some(_)) => light(ui, palette::WARN, model.text(Phrase::SomeGoalsNotReached)),
        }
        ui.horizontal(|ui| {
            button(ui, model, Phrase::GenerateMake, GenerateCommand::Make);
            let cancel = link(ui, model.text(Phrase::Cancel));
            model.on_click(&cancel, GenerateCommand::Toggle);
        });
    });
}
