//! The recently opened and saved files, in the settings.

use std::path::PathBuf;

use bevy::asset::io::AssetSourceId;
use bevy::prelude::*;

use super::OpenDocument;
use super::levels::LevelList;
use crate::app::common::settings::Settings;

/// Puts the file of the open level first.
///
/// Levels of the list are left out, because the list offers them.
pub(super) fn note(
    open: Res<OpenDocument>,
    list: Res<LevelList>,
    mut settings: ResMut<Settings>,
    mut last: Local<Option<PathBuf>>,
) {
    let file = open.file();
    if last.as_deref() == file {
        return;
    }
    *last = file.map(Into::into);
    let Some(file) = file else { return };
    let is_elsewhere = |path: &bevy::asset::AssetPath| *path.source() != AssetSourceId::Default;
    if list.asset_path(file).as_ref().is_ok_and(is_elsewhere) {
        settings.note_file(file);
    }
}
