//! Saving in the background, and copies in other formats, whose losses are listed before they are
//! written.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy::prelude::*;
use bevy_gridwalk::OpenLevel;
use gridwalk_explain::Language;
use gridwalk_level::formats::{
    AgentPart, Content, CostChange, Format, Loss, ReadHints, has_comments, parse_live_level, stem,
    visible, write_level_in_slices, write_png_in_slices,
};
use gridwalk_level::{Level, Source};
use gridwalk_pathfinding::slices::pause;

use super::levels::LevelList;
use super::open::{
    Copied, DialogContent, Disk, Export, OpenDocument, SaveOutcome, SaveRequest, Saving, Theirs,
};
use super::{Editor, keys, unsaved};
use crate::app::common::script::Ending;
use crate::app::common::under_way::UnderWay;
use crate::app::platform::{IS_PAGE, Writing, files, folders};
use crate::app::{Notes, Phrase, Sentence};

impl OpenDocument {
    /// Starts to save the level; during a save in progress the request waits.
    pub(super) fn save(&mut self, order: SaveRequest) {
        let Some(document) = &self.document else {
            return;
        };
        if self.saving.is_some() {
            self.waiting = Some(order);
            return;
        }
        let SaveRequest { path, force, next } = order;
        let known = self
            .disk
            .text
            .clone()
            .filter(|_| self.file.as_ref() == Some(&path));
        let (source, target) = (document.source(), path.clone());
        let task = Writing::begin(move || write(&source, &target, known.as_deref(), force));
        let (level, entry) = (Arc::clone(document.level()), document.present());
        self.saving = Some(Saving {
            path,
            level,
            document: self.number,
            entry,
            next,
            task,
        });
    }
}

fn write(source: &Source, path: &Path, known: Option<&str>, force: bool) -> SaveOutcome {
    let (text, complaint) = source.draft_and_complaint();
    if path
        .parent()
        .is_some_and(|folder| !files::is_folder(folder))
    {
        return SaveOutcome::Failed("there is no such folder".to_owned());
    }
    match files::read(path) {
        _ if force => {}
        Ok(bytes) if known.is_none_or(|known| known.as_bytes() != bytes) => {
            return SaveOutcome::Changed(String::from_utf8(bytes).ok().map(Arc::from));
        }
        Err(error) if error.kind() != ErrorKind::NotFound => {
            return SaveOutcome::Failed(error.to_string());
        }
        _ => {}
    }
    match files::replace(path, &text) {
        Ok(()) => SaveOutcome::Done(text.into(), complaint),
        Err(error) => SaveOutcome::Failed(error.to_string()),
    }
}

/// Handles the result of a finished save.
pub(super) fn finish_saving(
    mut editor: Editor,
    mut opens: MessageWriter<OpenLevel>,
    mut ending: ResMut<Ending>,
    mut notes: ResMut<Notes>,
) {
    let open = editor.open.bypass_change_detection();
    let Some(done) = open.saving.as_mut().and_then(|saving| saving.task.poll()) else {
        return;
    };
    let Some(Saving {
        path,
        level,
        document,
        entry,
        next,
        ..
    }) = open.saving.take()
    else {
        return;
    };
    let waiting = open.waiting.take();
    let is_open = document == open.number;
    match done {
        SaveOutcome::Done(text, complaint) => {
            info!("level saved: {}", visible(&path.display().to_string()));
            match complaint {
                Some(complaint) => {
                    let name = path.file_name().unwrap_or_default().to_string_lossy();
                    let saved = Phrase::SavedWithProblem.with("file", files::shown(&path));
                    notes.warn(saved.with("place", complaint.in_file(&name)));
                }
                None => notes.say(Phrase::Saved.with("file", files::shown(&path))),
            }
            if is_open {
                let disk = Disk {
                    text: Some(text),
                    level: Some(level),
                };
                open.written(path, disk, entry);
                // The level may have been edited during the save.
                if let Some(next) = next.and_then(|next| open.ask_before(next)) {
                    unsaved::carry_out(next, &mut editor, &mut opens, &mut ending);
                }
            }
        }
        SaveOutcome::Changed(_) if !is_open => {
            let phrase = if IS_PAGE {
                Phrase::NotSavedChangedInTab
            } else {
                Phrase::NotSavedChanged
            };
            notes.warn(phrase.with("file", files::shown(&path)));
        }
        SaveOutcome::Changed(text) => {
            let is_ours = open.file.as_ref() == Some(&path);
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let read = text.as_ref().filter(|_| is_ours).and_then(|text| {
                parse_live_level(text.as_bytes(), &name, &ReadHints::default()).ok()
            });
            let level = read.map(|read| Arc::new(read.level));
            open.asked = Some(DialogContent::Changed(Theirs {
                text,
                level,
                saving: Some((path, next)),
                lines: None,
            }));
        }
        SaveOutcome::Failed(error) => {
            let sentence: Sentence = Phrase::NotSaved
                .with("file", files::shown(&path))
                .with("error", &error);
            error!(
                "level not saved: {}: {}",
                visible(&path.display().to_string()),
                visible(&error)
            );
            notes.warn(sentence);
            if is_open && open.asked.is_none() && open.file.as_ref() != Some(&path) {
                open.asked = Some(DialogContent::SaveAs(path, next));
            }
        }
    }
    if let Some(order) = waiting.filter(|_| document == editor.open.number) {
        editor.open.save(order);
    }
}

/// Completes pending saves at exit.
pub(super) fn finish_at_exit(mut exits: MessageReader<AppExit>, mut open: ResMut<OpenDocument>) {
    if exits.read().count() == 0 {
        return;
    }
    while let Some(Saving {
        path,
        level,
        entry,
        task,
        ..
    }) = open.saving.take()
    {
        match task.finish() {
            SaveOutcome::Done(text, _) => open.written(
                path,
                Disk {
                    text: Some(text),
                    level: Some(level),
                },
                entry,
            ),
            SaveOutcome::Changed(_) | SaveOutcome::Failed(_) => {
                error!("level not saved: {}", visible(&path.display().to_string()));
            }
        }
        if let Some(order) = open.waiting.take() {
            open.save(order);
        }
    }
}

/// Returns the formats of copies.
///
/// Our own format is among them only if there is a folder for downloads. Otherwise a copy is the
/// same as saving.
pub(in crate::app) fn formats() -> impl Iterator<Item = Format> {
    Format::written().filter(|format| folders::downloads().is_some() || *format != Format::Ron)
}

impl OpenDocument {
    /// Suggests a path for a copy of the level.
    pub(super) fn copy_suggestion(&self, list: &LevelList) -> PathBuf {
        let level = self.suggestion(list);
        let name = stem(&level.file_name().unwrap_or_default().to_string_lossy());
        match folders::downloads() {
            Some(folder) => folder.join(level.file_name().unwrap_or_default()),
            None => level.with_file_name(format!("{name}.{}", Format::MovingAi.endings()[0])),
        }
    }

    /// Starts a copy in the format of the path's extension.
    pub(super) fn export(&mut self, path: &Path) -> Result<(), Sentence> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let Some(format) =
            Format::of_file(&name).filter(|format| formats().any(|known| known == *format))
        else {
            return Err(Phrase::ExportNeedsEnding.with("endings", Format::list_endings(formats())));
        };
        let path = files::absolute(path).map_err(|error| {
            Phrase::NotSaved
                .with("file", files::shown(path))
                .with("error", error)
        })?;
        let Some(document) = self.document() else {
            return Ok(());
        };
        let (level, source) = (Arc::clone(document.level()), document.source());
        let target = path.clone();
        let copy = UnderWay::begin(async move { copy(&level, &source, format, target).await });
        self.asked = None;
        self.exporting = Some(Export::Making(path, copy));
        Ok(())
    }

    /// Starts to write a finished copy.
    pub(super) fn write_copy(&mut self, Copied { path, bytes, .. }: Copied) {
        let target = path.clone();
        let task = Writing::begin(move || {
            if target
                .parent()
                .is_some_and(|folder| !files::is_folder(folder))
            {
                return Err("there is no such folder".to_owned());
            }
            files::replace(&target, &bytes).map_err(|error| error.to_string())
        });
        self.exporting = Some(Export::Writing(path, task));
    }
}

async fn copy(level: &Level, source: &Source, format: Format, path: PathBuf) -> Copied {
    // A name equal to that of the file is not lost.
    let is_named = level.name != stem(&path.to_string_lossy());
    let named = Level {
        name: if is_named {
            level.name.clone()
        } else {
            String::new()
        },
        ..level.clone()
    };
    let (content, losses) = if format == Format::Ron {
        (Content::Text(source.draft()), Vec::new())
    } else {
        let (content, mut losses) = write_level_in_slices(&named, format).await;
        pause().await;
        losses.extend(has_comments(&source.draft()).then_some(Loss::Comments));
        (content, losses)
    };
    let bytes = match content {
        Content::Text(text) => text.into_bytes(),
        Content::Pixels(pixels) => {
            write_png_in_slices(level.grid.width(), level.grid.height(), &pixels).await
        }
    };
    let is_there = files::exists(&path);
    Copied {
        path,
        losses,
        is_there,
        bytes,
    }
}

/// Asks about losses or an existing file; reports written copies.
pub(super) fn finish_exporting(mut open: ResMut<OpenDocument>, mut notes: ResMut<Notes>) {
    let open = open.bypass_change_detection();
    match &mut open.exporting {
        Some(Export::Making(_, copy)) if open.asked.is_none() => {
            let Some(copied) = copy.take() else { return };
            open.exporting = None;
            if copied.losses.is_empty() && !copied.is_there {
                open.write_copy(copied);
            } else {
                open.asked = Some(DialogContent::Losses(copied));
            }
        }
        Some(Export::Writing(path, task)) => {
            let Some(written) = task.poll() else { return };
            let file = files::shown(path);
            match written {
                Ok(()) => notes.say(Phrase::Exported.with("file", file)),
                Err(error) => notes.warn(Phrase::NotSaved.with("file", file).with("error", error)),
            }
            open.exporting = None;
        }
        _ => {}
    }
}

/// Completes a pending write at exit.
pub(super) fn finish_copy_at_exit(
    mut exits: MessageReader<AppExit>,
    mut open: ResMut<OpenDocument>,
) {
    if exits.read().count() > 0
        && let Some(Export::Writing(path, task)) = open.exporting.take()
        && let Err(error) = task.finish()
    {
        error!("copy not written: {}: {error}", path.display());
    }
}

/// Describes the losses, each in a clause.
pub(super) fn in_words(losses: &[Loss], language: Language) -> Vec<String> {
    losses
        .iter()
        .flat_map(|loss| clauses(loss, language))
        .collect()
}

fn clauses(loss: &Loss, language: Language) -> Vec<String> {
    let cost = |cost: Option<u16>| {
        cost.map_or_else(
            || Phrase::Blocked.text(language).to_owned(),
            |cost| cost.to_string(),
        )
    };
    let sentence: Sentence = match loss {
        Loss::Costs(changes) => {
            let change = |change: &CostChange| {
                let terrain = Phrase::LossCost.with("terrain", &change.terrain);
                terrain
                    .with("from", cost(change.cost))
                    .with("to", cost(change.becomes))
                    .tell(language)
            };
            return changes.iter().map(change).collect();
        }
        Loss::Comments => Phrase::LossComments.into(),
        Loss::OneWay(count) => Phrase::LossOneWay.with("count", count),
        Loss::Portals(count) => Phrase::LossPortals.with("count", count),
        Loss::Agent(name) => Phrase::LossAgent.with("name", name),
        Loss::AgentParts(name, parts) => {
            let parts = language.list(
                parts
                    .iter()
                    .map(|part| part_of(*part).text(language).to_owned()),
            );
            Phrase::LossAgentParts
                .with("name", name)
                .with("parts", parts)
        }
        Loss::Options(keys) => Phrase::LossOptions.with(
            "options",
            language.list(keys.iter().map(|key| (*key).to_owned())),
        ),
        Loss::Key(key) => keys::loss(key, language),
        Loss::Looks(names) => Phrase::LossLooks.with("names", language.list(names.iter().cloned())),
        Loss::Everything => Phrase::LossEverything.into(),
    };
    vec![sentence.tell(language)]
}

const fn part_of(part: AgentPart) -> Phrase {
    match part {
        AgentPart::Name => Phrase::PartName,
        AgentPart::Start => Phrase::PartStart,
        AgentPart::Goals => Phrase::PartGoals,
        AgentPart::Speed => Phrase::PartSpeed,
        AgentPart::ArrivalRadius => Phrase::PartArrivalRadius,
        AgentPart::Patrol => Phrase::PartPatrol,
        AgentPart::Size => Phrase::PartSize,
        AgentPart::Costs => Phrase::PartCosts,
        AgentPart::Forbidden => Phrase::PartForbidden,
        AgentPart::KeepOffWalls => Phrase::LossKeepOffWalls,
    }
}
