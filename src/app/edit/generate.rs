//! Generates maps from a seed into the selection or the whole map, with a preview.

use bevy::prelude::*;
use bevy_egui::egui::{self, Ui};
use gridwalk_explain::Describe;
use gridwalk_level::generate::MapKind;
use gridwalk_level::{Label, PieceAct};

use super::EditModel;
use super::context::ToolContext;
use super::state::GeneratorSettings;
use crate::app::Phrase;
use crate::app::command::{GenerateCommand, Section};
use crate::app::widgets::{button, choice, hairline, heading, light, link, named, remark, titled};
use crate::picture::palette;

/// Runs a command.
pub(in crate::app) fn act(In(command): In<GenerateCommand>, mut context: ToolContext) {
    let first = GeneratorSettings {
        kind: MapKind::default(),
        seed: 1,
        density: None,
    };
    let draft = context
        .edit
        .draft
        .or(context.edit.last_draft)
        .unwrap_or(first);
    let was_making = context.edit.making.take().is_some();
    let changed = match command {
        GenerateCommand::Toggle if was_making => return,
        GenerateCommand::Toggle => {
            context.edit.draft = if context.edit.draft.is_some() {
                None
            } else {
                Some(draft)
            };
            return;
        }
        GenerateCommand::Kind(name) => match MapKind::from_name(&name) {
            Some(kind) => GeneratorSettings {
                kind,
                density: None,
                ..draft
            },
            None => return context.notes.warn(Phrase::NoSuchKind.with("name", name)),
        },
        GenerateCommand::Seed(seed) => GeneratorSettings { seed, ..draft },
        GenerateCommand::NextSeed => GeneratorSettings {
            seed: draft.seed.wrapping_add(1),
            ..draft
        },
        GenerateCommand::Density(density) => GeneratorSettings {
            density: Some(density.min(100)),
            ..draft
        },
        GenerateCommand::Make => {
            context.edit.draft = Some(draft);
            context.edit.making = context.edit.wanted(&context.editor.open);
            return put(&mut context);
        }
    };
    context.edit.draft = Some(changed);
}

/// Applies a finished map to the level, before the commands of the frame, which then act on the
/// result.
pub(in crate::app) fn put_made(In(()): In<()>, mut context: ToolContext) {
    put(&mut context);
}

/// Applies the map if it is finished and the level has not changed since the request.
fn put(context: &mut ToolContext) {
    let Some(making) = context.edit.making else {
        return;
    };
    if context.edit.wanted(&context.editor.open) != Some(making) {
        context.edit.making = None;
        return context.notes.tell(Phrase::GenerateOutdated);
    }
    let Some(made) = context.preview.bypass_change_detection().take(making) else {
        return;
    };
    context.edit.making = None;
    match made {
        Ok(made) => {
            context.note_cost();
            context.change(Label::Piece(PieceAct::Generate, 0), made.edit);
            (context.edit.draft, context.edit.last_draft) = (None, Some(making.draft));
        }
        Err(why) => {
            context.notes.warn(Phrase::EditRefused.because("why", &why));
            context.preview.made = Some(Err(why));
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

pub(super) fn draw(ui: &mut Ui, model: &EditModel) {
    let aside = model.text(if model.edit.selection.is_some() {
        Phrase::IntoSelection
    } else {
        Phrase::WholeLevel
    });
    let is_open = heading(ui, model, (Section::Generate, aside), |ui| {
        titled(ui, model, Phrase::Generate);
    });
    match model.edit.draft {
        // The settings are shown whenever the preview is, even if a key opened the preview.
        Some(draft) => of_draft(ui, model, draft),
        None if is_open => button(ui, model, Phrase::GenerateShow, GenerateCommand::Toggle),
        None => {}
    }
    hairline(ui);
}

fn of_draft(ui: &mut Ui, model: &EditModel, draft: GeneratorSettings) {
    named(ui, model.text(Phrase::GenerateKind), |ui| {
        let list = egui::ComboBox::from_id_salt("kind of map")
            .width(ui.available_width() - 4.0)
            .truncate();
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
            if ui
                .add(
                    egui::DragValue::new(&mut density)
                        .range(0..=100)
                        .suffix(" %"),
                )
                .changed()
            {
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
