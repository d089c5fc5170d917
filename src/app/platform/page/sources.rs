//! Asset sources that read the page's files.

use std::path::{Path, PathBuf};

use bevy::asset::io::{
    AssetReader, AssetReaderError, AssetSourceBuilder, AssetSourceId, PathStream, Reader, VecReader,
};
use bevy::prelude::*;

use super::{files, folders};

/// Registers sources that read assets from the page's files.
///
/// The source named `elsewhere` reads files outside the asset folder. Call this before the asset plugin is added.
pub fn add_sources(app: &mut App, elsewhere: &'static str) {
    let reader = |folder: PathBuf| AssetSourceBuilder::new(move || Box::new(PageReader(folder.clone())));
    app.register_asset_source(AssetSourceId::Default, reader(folders::assets()))
        .register_asset_source(elsewhere, reader(PathBuf::from("/")));
}

struct PageReader(PathBuf);

impl AssetReader for PageReader {
    async fn read<'a>(&'a self, path: &'a Path) -> Result<impl Reader + 'a, AssetReaderError> {
        let path = self.0.join(path);
        files::read(&path).map(VecReader::new).map_err(|_| AssetReaderError::NotFound(path))
    }

    async fn read_meta<'a>(&'a self, path: &'a Path) -> Result<impl Reader + 'a, AssetReaderError> {
        Err::<VecReader, _>(AssetReaderError::NotFound(self.0.join(path)))
    }

    async fn read_directory<'a>(&'a self, path: &'a Path) -> Result<Box<PathStream>, AssetReaderError> {
        Err(AssetReaderError::NotFound(self.0.join(path)))
    }

    async fn is_directory<'a>(&'a self, path: &'a Path) -> Result<bool, AssetReaderError> {
        Ok(files::is_folder(&self.0.join(path)))
    }
}
