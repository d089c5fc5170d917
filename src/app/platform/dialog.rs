//! What a file dialog asks.

use std::path::PathBuf;

use bevy::tasks::BoxedFuture;

/// What a dialog asks.
#[derive(Clone, Debug)]
pub struct FileQuestion {
    /// What stands above it.
    pub title: String,
    /// Which files it shows: what they are called together, and their endings.
    pub shows: (String, Vec<&'static str>),
    /// The folder in which it begins.
    pub folder: Option<PathBuf>,
    /// The name that is offered for a file that is written; none if one is to be opened.
    pub name: Option<String>,
}

/// What was chosen, once it is; none if nothing was, or there is no dialog.
pub type FileAnswer = BoxedFuture<'static, Option<PathBuf>>;
