//! Generates maps from a seed into the selection or the whole map, with a preview.

use core::cell::Cell;
use core::fmt::Display;
use core::ops::RangeInclusive;
use core::str::FromStr;

use bevy::prelude::*;
use bevy_egui::egui::{self, Ui};
use gridwalk_explain::Describe;
use gridwalk_level::generate::MapKind;
use gridwalk_level::{Label, PieceAct};

use super::context::ToolContext;
use super::state::GeneratorSettings;
use super::{EditModel, values};
use crate::app::command::{GenerateCommand, Section};
use crate::app::widgets::{
    button, choice, hairline, heading, light, link, named, refusal, remark, titled,
};
use crate::app::{Phrase, Sentence};
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

/// Draws a number that can be dragged or typed, and below it why a typed text was refused.
fn dragged<N: egui::emath::Numeric + FromStr + Display>(
    ui: &mut Ui,
    model: &EditModel,
    (title, now): (Phrase, N),
    (range, unit): (RangeInclusive<N>, &str),
    beside: impl FnOnce(&mut Ui),
) -> Option<N> {
    let id = ui.id().with(("refused", title as usize));
    let mut number = now;
    let read = Cell::new(None);
    let value = egui::DragValue::new(&mut number)
        .range(range.clone())
        .suffix(unit)
        .custom_parser(|text| {
            let typed = text.trim_end_matches(unit);
            let typed = values::whole(typed, range.clone());
            let number = typed.as_ref().ok().map(|number| number.to_f64());
            read.set(Some(typed.err()));
            number
        });
    let field = named(ui, model.text(title), |ui| {
        let field = ui.add(value);
        beside(ui);
        field
    });
    if let Some(refused) = read.take() {
        ui.data_mut(|data| data.insert_temp(id, refused));
    } else if field.inner.changed() || field.inner.gained_focus() {
        ui.data_mut(|data| data.insert_temp(id, None::<Sentence>));
    }
    if let Some(Some(why)) = ui.data(|data| data.get_temp::<Option<Sentence>>(id)) {
        refusal(ui, model, &why);
    }
    field.inner.changed().then_some(number)
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
    let next = |ui: &mut Ui| button(ui, model, Phrase::GenerateNext, GenerateCommand::NextSeed);
    let seed = (Phrase::GenerateSeed, draft.seed);
    if let Some(seed) = dragged(ui, model, seed, (0..=u64::MAX, ""), next) {
        model.wish(GenerateCommand::Seed(seed));
    }
    if let Some(usual) = draft.kind.density() {
        let density = (Phrase::GenerateDensity, draft.density.unwrap_or(usual));
        if let Some(density) = dragged(ui, model, density, (0..=100, " %"), |_| {}) {
            model.wish(GenerateCommand::Density(density));
        }
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
