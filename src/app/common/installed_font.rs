//! Finds an installed font with Chinese characters, for names in files and for typed text.
//!
//! The search runs in the background after the user chooses Chinese. If no font is found, a character that the
//! program's own fonts lack is drawn as a box.

use bevy::prelude::*;
use bevy::tasks::Task;
use bevy::tasks::futures::check_ready;
use bevy_egui::egui::FontData;
use gridwalk_explain::Language;

use super::language::{ChosenLanguage, Faces};
use crate::app::AppSystems;
use crate::app::platform::{compute, installed_face};

/// State of the search for a font.
#[derive(Default)]
enum Search {
    #[default]
    NotBegun,
    UnderWay(Task<Option<(Vec<u8>, u32)>>),
    Over,
}

pub(in crate::app) fn plugin(app: &mut App) {
    app.add_systems(Update, find_for_chinese.in_set(AppSystems::Report));
}

fn find_for_chinese(mut search: Local<Search>, language: Res<ChosenLanguage>, mut faces: ResMut<Faces>) {
    match &mut *search {
        Search::NotBegun if language.0 == Language::Chinese => {
            *search = Search::UnderWay(compute(async { installed_face(SAMPLE) }));
        }
        Search::UnderWay(task) => {
            let Some(found) = check_ready(task) else { return };
            if let Some((data, index)) = found {
                faces.put_last(FontData { index, ..FontData::from_owned(data) });
            }
            *search = Search::Over;
        }
        Search::NotBegun | Search::Over => {}
    }
}

/// Characters that every Chinese font contains.
const SAMPLE: &str = "开放列表展启发值径";
