//! Assets are files of the page like all others.

use std::path::{Path, PathBuf};

use bevy::asset::io::{
    AssetReader, AssetReaderError, AssetSourceBuilder, AssetSourceId, PathStream, Reader, VecReader,
};
use bevy::prelude::*;

use super::{files, folders};

/// Lets assets be read from the files of the page, and under this name those that lie elsewhere. Sources must be known before the asset plugin is.
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
