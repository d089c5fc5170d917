//! Unsaved work: its journal, and the answers to questions before it is lost.
//!
//! The journal is written shortly after each change, and offered after a crash.

use core::time::Duration;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy::prelude::*;
use bevy_gridwalk::OpenLevel;
use gridwalk_level::formats::{ReadHints, ReadLevel, parse_draft, parse_live_level, visible};
use gridwalk_level::{Document, EntryId, LevelEdit};
use similar::algorithms::{Capture, Compact, Replace, myers};
use similar::{ChangeTag, group_diff_ops};

use super::Editor;
use super::levels::LevelList;
use super::open::{DialogContent, Disk, LineOwner, Next, OpenDocument, SaveRequest, Theirs};
use crate::app::command::DialogAnswer;
use crate::app::common::files::{Journal, Orphan, Unsaved};
use crate::app::common::script::Ending;
use crate::app::platform::{IS_PAGE, Instant, Writing, files, folders};
use crate::app::{Notes, Phrase};
use crate::shipped::ShippedLevel;

/// The journal of this program and the orphans of others; without a journal, nothing is kept.
#[derive(Resource, Default)]
pub struct UnsavedWork {
    journal: Option<Arc<Journal>>,
    /// Orphans not yet offered to the user.
    pub(super) orphans: Vec<Orphan>,
    /// The document state in the journal; `None` if everything is saved.
    kept: Option<(u64, EntryId)>,
    /// The write in progress; it returns its result and its duration.
    task: Option<Writing<(io::Result<()>, Duration)>>,
    /// Earliest time of the next write, so that a stroke is written once.
    next: Duration,
}

/// A state of the journal whose content matches no state of the document.
const ANOTHER: Option<(u64, EntryId)> = Some((u64::MAX, EntryId(0)));
/// Minimum time between two writes; zero on a page, which may be closed at any moment without
/// notice.
const PAUSE: Duration = if IS_PAGE {
    Duration::ZERO
} else {
    Duration::from_millis(400)
};

/// Returns the pause after a write of this duration, within limits.
///
/// The text of a large map may take a second, and writing should take at most a fifth of the time.
/// The upper limit keeps a slow disk from delaying the next write for long.
fn rest(took: Duration) -> Duration {
    (took * 4).clamp(PAUSE, Duration::from_secs(10))
}

impl UnsavedWork {
    /// Opens the user's journal in the platform's data folder; a folder that cannot be used is
    /// reported.
    #[must_use]
    pub fn of_this_user() -> Self {
        folders::unsaved().map_or_else(Self::default, |folder| Self::in_folder(&folder))
    }

    /// Opens the journal in a folder.
    #[must_use]
    pub fn in_folder(folder: &Path) -> Self {
        match Journal::open(folder) {
            Ok((journal, orphans)) => {
                // A program that ended right after a save left only work that its file already has.
                let (saved, orphans): (Vec<_>, _) = orphans.into_iter().partition(is_saved);
                for orphan in saved {
                    report(orphan.discard());
                }
                Self {
                    journal: Some(Arc::new(journal)),
                    orphans,
                    ..Self::default()
                }
            }
            Err(error) => {
                warn!("no journal: {}: {error}", folder.display());
                Self::default()
            }
        }
    }

    /// Discards the content of the journal.
    pub(super) fn forget(&mut self) {
        self.finish();
        report(
            self.journal
                .as_ref()
                .map_or(Ok(()), |journal| journal.clear()),
        );
        self.kept = None;
    }

    /// Writes the work of an orphan immediately, before the document takes it over.
    pub(super) fn keep_now(&mut self, unsaved: &Unsaved) -> io::Result<()> {
        self.finish();
        self.kept = ANOTHER;
        self.journal
            .as_ref()
            .map_or(Ok(()), |journal| journal.write(unsaved))
    }

    fn finish(&mut self) {
        report(self.task.take().map_or(Ok(()), |task| task.finish().0));
    }

    fn start(&mut self, open: &OpenDocument) {
        let (Some(journal), Some(document)) = (self.journal.clone(), open.document()) else {
            return;
        };
        self.kept = open.unsaved_state();
        let work = self
            .kept
            .map(|_| (document.source(), document.level().name.clone()));
        let file = open.file().map(Path::to_owned);
        self.task = Some(Writing::begin(move || {
            let begun = Instant::now();
            let written = match work {
                Some((source, name)) => journal.write(&Unsaved {
                    file,
                    name,
                    text: source.draft(),
                }),
                None => journal.clear(),
            };
            (written, begun.elapsed())
        }));
    }

    /// Returns `true` if the document has changes that the journal lacks.
    fn is_behind(&self, open: &OpenDocument) -> bool {
        open.document().is_some() && self.kept != open.unsaved_state()
    }
}

fn is_saved(orphan: &Orphan) -> bool {
    let Unsaved { file, text, .. } = &orphan.unsaved;
    file.as_ref()
        .and_then(|file| files::read(file).ok())
        .is_some_and(|saved| saved == text.as_bytes())
}

fn report(result: io::Result<()>) {
    if let Err(error) = result {
        warn!("journal: {error}");
    }
}

pub(super) fn keep(
    mut unsaved: ResMut<UnsavedWork>,
    open: Res<OpenDocument>,
    time: Res<Time<Real>>,
    mut notes: ResMut<Notes>,
) {
    let unsaved = unsaved.bypass_change_detection();
    if let Some(task) = &mut unsaved.task {
        let Some((written, took)) = task.poll() else {
            return;
        };
        unsaved.task = None;
        unsaved.next = time.elapsed() + rest(took);
        if let Err(error) = written {
            warn!("journal: {error}");
            unsaved.kept = ANOTHER;
            notes.warn(Phrase::JournalBroken.with("error", error));
        }
    }
    // What is saved leaves the journal at once: a crash within the pause would offer it again.
    let is_due = time.elapsed() >= unsaved.next || open.unsaved_state().is_none();
    if unsaved.journal.is_some() && is_due && unsaved.is_behind(&open) {
        unsaved.start(&open);
    }
}

/// Completes the journal when the program exits, so that unsaved work can be recovered.
pub(super) fn finish_at_exit(
    mut exits: MessageReader<AppExit>,
    mut unsaved: ResMut<UnsavedWork>,
    (open, ending): (Res<OpenDocument>, Res<Ending>),
) {
    if exits.read().count() > 0 {
        if ending.wanted && !open.has_work() {
            // The user was not asked, because at most options differ from the file; those are
            // dropped.
            return unsaved.forget();
        }
        if unsaved.is_behind(&open) {
            unsaved.finish();
            unsaved.start(&open);
        }
        unsaved.finish();
    }
}

/// Asks about the next orphan, once a level is open and unchanged.
pub(super) fn offer(mut open: ResMut<OpenDocument>, mut unsaved: ResMut<UnsavedWork>) {
    // Orphans are offered one at a time, because the journal has room for one level.
    if open
        .document()
        .is_some_and(|document| !document.is_changed())
        && !open.is_asking()
        && !unsaved.orphans.is_empty()
        && let Some(orphan) = unsaved.bypass_change_detection().orphans.pop()
    {
        open.asked = Some(DialogContent::Recover(orphan));
    }
}

/// Restores the level; undo leads back to the content of its file.
fn recover(orphan: Orphan, editor: &mut Editor, unsaved: &mut UnsavedWork, notes: &mut Notes) {
    let left = &orphan.unsaved;
    let name = left
        .file
        .as_deref()
        .and_then(|file| file.file_name())
        .unwrap_or_default()
        .to_string_lossy();
    let mut level = match parse_draft(&left.text) {
        Ok((level, _)) => level,
        Err(error) => return notes.warn(Phrase::NotRecovered.with("why", error)),
    };
    if level.name.is_empty() {
        // A level without a name takes the one recorded in the journal.
        level.name.clone_from(&left.name);
    }
    let saved = left
        .file
        .as_ref()
        .and_then(|file| files::read_text(file).ok());
    let saved: Option<Arc<str>> = saved.filter(|_| name.ends_with(".ron")).map(Arc::from);
    let before = saved
        .as_ref()
        .and_then(|text| parse_live_level(text.as_bytes(), &name, &ReadHints::default()).ok());
    if let Err(error) = unsaved.keep_now(left) {
        return notes.warn(Phrase::JournalBroken.with("error", error));
    }
    let (file, name) = (left.file.clone(), left.name.clone());
    if let Some(ReadLevel { level: before, .. }) = before {
        let edit = LevelEdit::between(&before, &level);
        let before = Arc::new(before);
        let disk = Disk {
            text: saved.clone(),
            level: Some(Arc::clone(&before)),
        };
        editor.replace(Document::open(before, saved), file, disk);
        if let Some(Err(error)) = edit.map(|edit| editor.edit(edit)) {
            return notes.warn(Phrase::NotRecovered.with("why", error));
        }
    } else {
        let mut document = Document::open(level, Some(Arc::from(left.text.as_str())));
        document.mark_unsaved();
        editor.replace(document, file, Disk::default());
    }
    notes.say(Phrase::Recovered.with("name", name));
    report(orphan.discard());
}

/// Carries out an action that waited until no work could be lost.
pub(super) fn carry_out(
    next: Next,
    editor: &mut Editor,
    opens: &mut MessageWriter<OpenLevel>,
    ending: &mut Ending,
) {
    match next {
        Next::Open(path) => drop(opens.write(OpenLevel(path))),
        Next::Quit => ending.wanted = true,
        Next::LookAt(level, text) => editor.look_at(level, text),
        Next::Draw(level) => {
            editor.look_at(level, None);
            editor.open.wants_editor = Some(editor.open.number);
        }
        Next::Show(level, text) => {
            let mut document = Document::open(level, text);
            document.mark_unsaved();
            editor.replace(document, None, Disk::default());
        }
    }
}

/// Acts on an answer to the open dialog; answers to other dialogs are ignored.
pub(super) fn take_answer(
    answer: DialogAnswer,
    editor: &mut Editor,
    list: &LevelList,
    unsaved: &mut UnsavedWork,
    notes: &mut Notes,
) -> Option<Next> {
    let open = &mut *editor.open;
    match (answer, open.asked.take()?) {
        (DialogAnswer::Cancel, DialogContent::Recover(orphan)) => {
            // Offered again at the next start.
            drop(orphan);
            None
        }
        (DialogAnswer::Cancel, DialogContent::Changed(theirs)) if theirs.is_of(open.file()) => {
            open.mark_unsaved();
            None
        }
        (DialogAnswer::Cancel, _) => None,
        (DialogAnswer::Save, DialogContent::Leave(next)) => {
            if open.is_shipped(list) {
                // Asked in passing, nobody means to change what came with the program.
                open.asked = Some(DialogContent::SaveAs(open.suggestion(list), Some(next)));
            } else {
                save(open, list, Some(next));
            }
            None
        }
        (DialogAnswer::DontSave, DialogContent::Leave(next)) => {
            open.given_up = open.unsaved_state();
            // The other level is not loaded yet, and may be broken.
            if !matches!(next, Next::Open(_))
                && let Some(document) = &mut open.document
            {
                unsaved.forget();
                document.mark_saved(document.present());
            }
            Some(next)
        }
        (DialogAnswer::KeepMine, DialogContent::Changed(theirs)) => {
            if let Some((path, next)) = theirs.saving {
                open.save(SaveRequest {
                    path,
                    force: true,
                    next,
                });
            } else {
                open.disk = Disk {
                    text: theirs.text,
                    level: theirs.level,
                };
                open.mark_unsaved();
            }
            None
        }
        (
            DialogAnswer::TakeTheirs,
            DialogContent::Changed(Theirs {
                text,
                level: Some(level),
                saving,
                ..
            }),
        ) => {
            editor.reload(&level, text);
            notes.say(Phrase::TheirsTaken);
            saving.and_then(|(_, next)| next)
        }
        (DialogAnswer::SeeBoth, DialogContent::Changed(mut theirs)) => {
            theirs.lines = theirs
                .lines
                .take()
                .map_or_else(|| compare(open, &theirs), |_| None);
            open.asked = Some(DialogContent::Changed(theirs));
            None
        }
        (DialogAnswer::Export, DialogContent::Losses(copied)) => {
            open.write_copy(copied);
            None
        }
        (DialogAnswer::Recover, DialogContent::Recover(orphan)) => {
            recover(orphan, editor, unsaved, notes);
            None
        }
        (DialogAnswer::Discard, DialogContent::Recover(orphan)) => {
            if let Err(error) = orphan.discard() {
                notes.warn(Phrase::JournalBroken.with("error", error));
            }
            None
        }
        (DialogAnswer::Delete, DialogContent::Delete(path)) => {
            match files::remove(&path) {
                Ok(()) => {
                    info!("level deleted: {}", visible(&path.display().to_string()));
                    notes.say(Phrase::LevelDeleted.with("file", files::shown(&path)));
                }
                Err(error) => notes.warn(
                    Phrase::NotDeleted
                        .with("file", files::shown(&path))
                        .with("error", error),
                ),
            }
            None
        }
        (_, asked) => {
            open.asked = Some(asked);
            None
        }
    }
}

/// Saves to the level's file; asks for a path if it has none in our own format.
pub(super) fn save(open: &mut OpenDocument, list: &LevelList, next: Option<Next>) {
    let is_ron = |file: &Path| {
        file.extension()
            .is_some_and(|ending| ending.eq_ignore_ascii_case("ron"))
    };
    match &open.file {
        Some(file) if is_ron(file) && !open.is_practice() => {
            open.save(SaveRequest {
                path: file.clone(),
                force: false,
                next,
            });
        }
        _ => {
            let path = open.suggestion(list);
            open.asked = Some(DialogContent::SaveAs(path, next));
        }
    }
}

impl OpenDocument {
    /// Whether the level's file came with the program.
    pub(super) fn is_shipped(&self, list: &LevelList) -> bool {
        let is_listed = |file: &&Path| file.parent() == Some(&*list.assets().join("levels"));
        let name = self
            .file
            .as_deref()
            .filter(is_listed)
            .and_then(Path::file_name);
        name.is_some_and(|name| ShippedLevel::find(&name.to_string_lossy()).is_some())
    }

    /// Suggests a path for a level of a lesson or of the program, or one without a file in our own
    /// format.
    ///
    /// The path is beside the file that was read, or among the levels of the program.
    pub(super) fn suggestion(&self, list: &LevelList) -> PathBuf {
        let name = self
            .document
            .as_ref()
            .map_or("", |document| document.level().name.as_str());
        let words: Vec<_> = name
            .split(|letter: char| !letter.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .collect();
        let name = if words.is_empty() {
            "level".to_owned()
        } else {
            words.join("_").to_lowercase()
        };
        let beside = self.file.as_ref().map(|file| {
            let stem = file.file_name().unwrap_or_default().to_string_lossy();
            let stem = stem.split('.').next().unwrap_or_default();
            let copy = if self.is_practice() || self.is_shipped(list) {
                "_2"
            } else {
                ""
            };
            file.with_file_name(format!("{stem}{copy}.level.ron"))
        });
        beside.unwrap_or_else(|| {
            list.assets()
                .join("levels")
                .join(format!("{name}.level.ron"))
        })
    }
}

/// Compares both texts line by line; omits equal lines that are not next to a difference.
fn compare(open: &OpenDocument, theirs: &Theirs) -> Option<Vec<(LineOwner, String)>> {
    let mine = open.document.as_ref()?.source().draft();
    let theirs: Arc<str> = theirs.text.clone()?;
    let [old, new]: [Vec<&str>; 2] =
        [&*theirs, &*mine].map(|text| text.split_inclusive('\n').collect());
    let (old, new) = (&old[..], &new[..]);
    // Very different texts are compared roughly rather than for long. The algorithm is fixed: a
    // choice at run time would link all of them, half a megabyte.
    let deadline = Instant::now().checked_add(Duration::from_millis(200));
    let mut found = Compact::new(Replace::new(Capture::new()), old, new);
    let Ok(()) = myers::diff_deadline(&mut found, old, 0..old.len(), new, 0..new.len(), deadline);
    let mut lines = Vec::new();
    for group in group_diff_ops(found.into_inner().into_inner().into_ops(), 2) {
        if !lines.is_empty() {
            lines.push((LineOwner::Left, String::new()));
        }
        for change in group.iter().flat_map(|op| op.iter_changes(old, new)) {
            let side = match change.tag() {
                ChangeTag::Equal => LineOwner::Both,
                ChangeTag::Insert => LineOwner::Mine,
                ChangeTag::Delete => LineOwner::Theirs,
            };
            lines.push((side, change.value().trim_end().to_owned()));
        }
    }
    Some(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_journal_of_a_large_map_is_not_written_all_the_time() {
        assert_eq!(rest(Duration::from_millis(20)), PAUSE);
        assert_eq!(rest(Duration::from_secs(1)), Duration::from_secs(4));
        assert_eq!(rest(Duration::from_mins(1)), Duration::from_secs(10));
    }
}
