//! Polls watched files in the background and wakes the event loop.
//!
//! An idle window draws hardly any frames, so it would notice a saved file late.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use bevy::prelude::*;
use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};

use crate::app::LevelList;
use crate::app::common::files::{FollowedFile, FollowedFolder, LOOK};
use crate::app::document::levels::LevelFile;
use crate::app::platform::repeat;

/// The watched paths, and whether any of them has changed since the last call of `has_changed`.
#[derive(Resource, Clone, Default)]
pub(super) struct Watched(Arc<Mutex<Paths>>, Arc<AtomicBool>);

impl Watched {
    pub(super) fn has_changed(&self) -> bool {
        self.1.swap(false, Ordering::Relaxed)
    }
}

#[derive(Clone, Default, PartialEq, Eq)]
struct Paths {
    file: PathBuf,
    folders: [PathBuf; 2],
}

pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<Watched>().add_systems(Startup, watch).add_systems(Last, name_paths);
}

/// Starts the polling; without a window there is no event loop to wake.
fn watch(proxy: Option<Res<EventLoopProxyWrapper>>, watched: Res<Watched>) {
    let Some(proxy) = proxy.map(|proxy| proxy.clone()) else { return };
    let watched = watched.clone();
    let (mut paths, mut file, mut folders) = (Paths::default(), FollowedFile::default(), Vec::new());
    let look = move || {
        let wanted = watched.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if paths.folders != wanted.folders {
            folders = wanted.folders.iter().cloned().map(FollowedFolder::new).collect();
        }
        paths = wanted;
        let was_gone = file.is_gone();
        let is_other = file.look(&paths.file) | folders.iter_mut().fold(false, |other, folder| folder.look() | other);
        if !is_other && was_gone == file.is_gone() {
            return true;
        }
        watched.1.store(true, Ordering::Relaxed);
        // Ends the polling when the window is closed.
        proxy.send_event(WinitUserEvent::WakeUp).is_ok()
    };
    if let Err(error) = repeat("files", LOOK, look) {
        warn!("saved files are seen late: {error}");
    }
}

fn name_paths(watched: Res<Watched>, file: Res<LevelFile>, list: Res<LevelList>) {
    if !file.is_changed() && !list.is_changed() {
        return;
    }
    let folders = ["levels", "lessons"].map(|folder| list.assets().join(folder));
    let paths = Paths { file: file.path().to_owned(), folders };
    let mut watched = watched.0.lock().unwrap_or_else(PoisonError::into_inner);
    if *watched != paths {
        *watched = paths;
    }
}
