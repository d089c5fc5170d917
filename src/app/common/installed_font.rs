//! An installed font with Chinese characters, for texts that are not ours: names in files, and what is typed.
//! It is looked for in the background once Chinese is chosen; without one, such a character is a box.

use bevy::prelude::*;
use bevy::tasks::futures::check_ready;
use bevy::tasks::{AsyncComputeTaskPool, Task};
use bevy_egui::egui::FontData;
use gridwalk_explain::Language;

use super::language::{ChosenLanguage, Faces};
use crate::app::AppSystems;

/// The font that is looked for.
#[derive(Default)]
enum Search {
    #[default]
    NotBegun,
    UnderWay(Task<Option<FontData>>),
    Over,
}

pub(in crate::app) fn plugin(app: &mut App) {
    app.add_systems(Update, find_for_chinese.in_set(AppSystems::Report));
}

fn find_for_chinese(mut search: Local<Search>, language: Res<ChosenLanguage>, mut faces: ResMut<Faces>) {
    match &mut *search {
        Search::NotBegun if language.0 == Language::Chinese => {
            *search = Search::UnderWay(AsyncComputeTaskPool::get().spawn(async { find() }));
        }
        Search::UnderWay(task) => {
            let Some(found) = check_ready(task) else { return };
            if let Some(face) = found {
                faces.put_last(face);
            }
            *search = Search::Over;
        }
        Search::NotBegun | Search::Over => {}
    }
}

/// The first installed upright face of common weight that has the characters, by name.
fn find() -> Option<FontData> {
    let mut installed = fontdb::Database::new();
    installed.load_system_fonts();
    let mut faces: Vec<_> = installed.faces().filter(|face| face.style == fontdb::Style::Normal).collect();
    // Those made for Simplified Chinese first; of equal ones the order does not depend on the disk.
    let rank = |face: &fontdb::FaceInfo| {
        let name = face.families.first().map_or("", |(name, _)| name.as_str());
        let simplified = name.ends_with("SC") || name.contains("CJK SC") || name.contains("YaHei");
        (!simplified, face.weight.0.abs_diff(400), name.to_owned(), face.index)
    };
    faces.sort_by_key(|face| rank(face));
    faces.into_iter().find_map(|face| {
        installed.with_face_data(face.id, |data, index| {
            let parsed = ttf_parser::Face::parse(data, index).ok()?;
            let has_all = "开放列表展启发值径".chars().all(|character| parsed.glyph_index(character).is_some());
            has_all.then(|| FontData { index, ..FontData::from_owned(data.to_vec()) })
        })?
    })
}
