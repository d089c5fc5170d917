//! The question and answer types of file dialogs.

use std::path::PathBuf;

use bevy::tasks::BoxedFuture;

/// A question that a file dialog asks.
#[derive(Clone, Debug)]
pub struct FileQuestion {
    /// Title of the dialog.
    pub title: String,
    /// Filter for files: its name and the file extensions.
    pub shows: (String, Vec<&'static str>),
    /// The folder in which the dialog starts.
    pub folder: Option<PathBuf>,
    /// Suggested name of the file to be saved; `None` if a file is to be opened.
    pub name: Option<String>,
}

/// The chosen path, when the dialog closes; `None` if no file was chosen or there is no dialog.
pub type FileAnswer = BoxedFuture<'static, Option<PathBuf>>;
