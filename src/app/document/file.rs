//! Commands on the file of the open level, and their dialogs.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy::prelude::*;
use bevy::window::WindowCloseRequested;
use bevy_egui::EguiClipboard;
use bevy_gridwalk::OpenLevel;
use gridwalk_level::formats::{parse_ron, stem};
use gridwalk_level::{Document, Level, LevelEdit, LevelKey, from_share, to_share_in_slices};

use super::levels::LevelList;
use super::open::{DialogContent, Disk, Next, SaveRequest, Sharing, Wrap};
use super::{Editor, OpenDocument, UnsavedWork, dialogs, unsaved};
use crate::app::command::{FileCommand, WindowCommand};
use crate::app::common::script::Ending;
use crate::app::common::under_way::UnderWay;
use crate::app::platform::{
    IS_PAGE, ask_for_clipboard, copy_text, files, frame_of, link_to, take_copied,
};
use crate::app::{AppCommand, Notes, Phrase, Sentence, WindowPlace};
use crate::shipped::ShippedLevel;

/// Executes one command.
pub(in crate::app) fn act(
    In(command): In<FileCommand>,
    mut editor: Editor,
    list: Res<LevelList>,
    mut opens: MessageWriter<OpenLevel>,
    mut ending: ResMut<Ending>,
    mut unsaved: ResMut<UnsavedWork>,
    mut clipboard: Option<ResMut<EguiClipboard>>,
    mut notes: ResMut<Notes>,
) {
    let next = match command {
        FileCommand::Open => {
            editor.open.asked = Some(DialogContent::Open);
            None
        }
        FileCommand::Save => {
            unsaved::save(&mut editor.open, &list, None);
            None
        }
        FileCommand::SaveAs(None) => {
            let path = editor.open.suggestion(&list);
            editor.open.asked = Some(DialogContent::SaveAs(path, None));
            None
        }
        FileCommand::SaveAs(Some(path)) => {
            save_as(&mut editor, path, &mut notes);
            None
        }
        FileCommand::Export(None) => {
            let path = editor.open.copy_suggestion(&list);
            editor.open.asked = Some(DialogContent::Export(path));
            None
        }
        FileCommand::Export(Some(path)) => {
            if let Err(why) = editor.open.export(&path) {
                notes.warn(why);
            }
            None
        }
        FileCommand::New => {
            editor.open.asked = Some(DialogContent::New);
            None
        }
        FileCommand::NewSized(width, height) => match dialogs::blank(width, height) {
            Ok(level) => editor.open.ask_before(Next::Draw(level)),
            Err(why) => {
                notes.warn(Phrase::EditRefused.because("why", &why));
                None
            }
        },
        FileCommand::Restore => {
            restore(&mut editor, &mut notes);
            None
        }
        FileCommand::Duplicate => {
            duplicate(&mut editor);
            None
        }
        FileCommand::Delete(file) => {
            match list.own(&file) {
                Some(path) => editor.open.asked = Some(DialogContent::Delete(path)),
                None => notes.warn(Phrase::NotYourLevel.with("file", file)),
            }
            None
        }
        FileCommand::Copy => {
            share(&mut editor.open, Wrap::Link);
            None
        }
        FileCommand::CopyFrame if frame_of("", "").is_none() => {
            notes.tell(Phrase::FrameNeedsPage);
            None
        }
        FileCommand::CopyFrame => {
            share(&mut editor.open, Wrap::Frame);
            None
        }
        FileCommand::CancelCopy => {
            if editor.open.is_copying() {
                editor.open.cancel_copy();
                notes.tell(Phrase::CopyCancelled);
            }
            None
        }
        FileCommand::Paste(None) if ask_for_clipboard() => None,
        FileCommand::Paste(text) => {
            let text = text.or_else(|| {
                clipboard
                    .as_mut()
                    .and_then(|clipboard| clipboard.get_text())
            });
            let text = text.unwrap_or_default();
            let shared = from_share(&text).map(|level| (level, None));
            // A level file is accepted as text, too.
            let file = |why| {
                parse_ron(&text)
                    .map(|level| (level, Some(Arc::from(text.as_str()))))
                    .map_err(|_| why)
            };
            match shared.or_else(file) {
                Ok((level, source)) => editor.open.ask_before(Next::Show(Arc::new(level), source)),
                Err(why) => {
                    notes.warn(Phrase::NotPasted.with("why", why));
                    None
                }
            }
        }
        FileCommand::Answer(given) => {
            unsaved::take_answer(given, &mut editor, &list, &mut unsaved, &mut notes)
        }
    };
    if let Some(next) = next {
        unsaved::carry_out(next, &mut editor, &mut opens, &mut ending);
    }
}

/// Saves the level as this file, and continues with the action that waited for the path.
fn save_as(editor: &mut Editor, path: PathBuf, notes: &mut Notes) {
    let path = level_path(path);
    if let Ok(path) = &path {
        name_after(editor, path);
    }
    let open = &mut *editor.open;
    match path {
        Ok(path) if open.is_practice() && open.file() == Some(path.as_path()) => {
            notes.warn(Phrase::LessonLevelStays.with("file", files::shown(&path)));
        }
        Ok(path) => {
            let next = match open.asked.take() {
                Some(DialogContent::SaveAs(_, next)) => next,
                _ => None,
            };
            open.save(SaveRequest {
                path,
                force: false,
                next,
            });
        }
        Err(why) => notes.warn(why),
    }
}

/// Names a level after its new file if it has the name that each new level has.
fn name_after(editor: &mut Editor, file: &Path) {
    let is_named = editor
        .open
        .document()
        .is_none_or(|open| open.level().name != dialogs::UNTITLED);
    let name = stem(&file.file_name().unwrap_or_default().to_string_lossy()).replace('_', " ");
    // Without a folder the level will not be saved there, and what exists may be kept.
    let is_new = !files::exists(file) && file.parent().is_some_and(files::is_folder);
    if is_named || !is_new || name.trim().is_empty() {
        return;
    }
    if let Err(why) = editor.edit(LevelEdit::from(LevelKey::Name(name))) {
        warn!("the level does not take the name of its file: {why}");
    }
}

/// Completes and checks the path that a user gave to save a level.
fn level_path(path: PathBuf) -> Result<PathBuf, Sentence> {
    let name = path
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let path = match path.extension() {
        _ if name.is_empty() => return Err(Phrase::SaveNeedsName.into()),
        Some(ending) if ending.eq_ignore_ascii_case("ron") => path,
        Some(_) => return Err(Phrase::SavedAsRonOnly.with("file", name)),
        None => path.with_file_name(format!("{name}.level.ron")),
    };
    files::absolute(&path).map_err(|error| {
        Phrase::NotSaved
            .with("file", files::shown(&path))
            .with("error", error)
    })
}

/// Restores the content that the open file had when it came with the program.
fn restore(editor: &mut Editor, notes: &mut Notes) {
    let name = editor
        .open
        .file()
        .and_then(|file| file.file_name())
        .unwrap_or_default()
        .to_string_lossy();
    let shipped = ShippedLevel::find(&name).and_then(|level| level.parse().ok());
    let (Some(shipped), Some(document)) = (shipped, editor.open.document()) else {
        return notes.tell(Phrase::NotShipped);
    };
    if let Some(Err(error)) =
        LevelEdit::between(document.level(), &shipped).map(|edit| editor.edit(edit))
    {
        notes.warn(Phrase::EditRefused.because("why", &error));
    }
}

/// Replaces the open level by a copy under another name, without a file.
///
/// Unsaved changes of the first level continue in the copy.
fn duplicate(editor: &mut Editor) {
    let Some(document) = editor.open.document() else {
        return;
    };
    let mut level = Level::clone(document.level());
    level.name.push_str(" 2");
    let mut copy = Document::open(level, None);
    copy.mark_unsaved();
    editor.replace(copy, None, Disk::default());
}

/// Starts to make a text of the level.
fn share(open: &mut OpenDocument, wrap: Wrap) {
    let level = open.document().map(|document| Arc::clone(document.level()));
    let begin = |level: Arc<Level>| Sharing {
        text: UnderWay::begin(async move { to_share_in_slices(&level).await }),
        wrap,
    };
    open.sharing = level.map(begin);
}

/// Puts the text on the clipboard once it is ready.
///
/// A browser may refuse this. It reports that later, and the page shows the text.
pub(super) fn finish_sharing(
    mut editor: Editor,
    mut clipboard: Option<ResMut<EguiClipboard>>,
    place: Res<WindowPlace>,
    mut copied: Local<Option<Sentence>>,
    mut notes: ResMut<Notes>,
) {
    if let Some(is_copied) = take_copied()
        && let Some(sentence) = copied.take().filter(|_| is_copied)
    {
        notes.say(sentence);
    }
    let open = editor.open.bypass_change_detection();
    let Some(sharing) = &mut open.sharing else {
        return;
    };
    let Some(level) = sharing.text.take() else {
        return;
    };
    let (text, sentence) = match sharing.wrap {
        Wrap::Link if IS_PAGE => (link_to(level), Phrase::LinkCopied.into()),
        Wrap::Link => {
            let sentence = Phrase::LevelCopied.with("letters", level.len());
            (level, sentence)
        }
        Wrap::Frame => (frame(&place, &level), Phrase::FrameCopied.into()),
    };
    open.sharing = None;
    if copy_text(&text) {
        *copied = Some(sentence);
    } else if let Some(clipboard) = &mut clipboard {
        clipboard.set_text(&text);
        notes.say(sentence);
    }
}

/// Returns an HTML snippet that shows the place as a frame in another page.
///
/// A level without a name there is part of the address.
fn frame(place: &WindowPlace, level: &str) -> String {
    let address =
        frame_of(&place.embedded(), if place.has_name { "" } else { level }).unwrap_or_default();
    let escape = |text: &str| {
        text.replace('&', "&amp;")
            .replace('"', "&quot;")
            .replace('<', "&lt;")
    };
    let (address, title) = (escape(&address), escape(&place.title));
    format!(
        "<iframe src=\"{address}\" title=\"{title}\" width=\"640\" height=\"440\" loading=\"lazy\" \
         style=\"border: 0; max-width: 100%\" allow=\"clipboard-write\"></iframe>"
    )
}

/// Handles the window's close button like the quit command.
pub(super) fn close_window(
    mut wanted: MessageReader<WindowCloseRequested>,
    mut commands: MessageWriter<AppCommand>,
) {
    if wanted.read().count() > 0 {
        commands.write(WindowCommand::Quit.into());
    }
}
