//! The language of everything in the window, and a font that can write it.
//!
//! The bundled face has no Chinese characters, and no freely licensed font that has them comes as a crate:
//! it would be larger than the whole program. So one is looked for among those that are installed; without
//! one, all texts stay in English, and a note says what to install.
//!
//! Some things are English in every language: the names of levels, agents and terrains, which come from files;
//! what is wrong with a level file or a formula, said by their readers; words that are typed as they stand, such
//! as breakpoints; the command line and the log.

use bevy::prelude::*;
use bevy::tasks::futures::check_ready;
use bevy::tasks::{AsyncComputeTaskPool, Task};
use bevy_egui::{EguiContexts, egui};
use gridwalk_explain::Language;

use crate::app::{AppSystems, Notes, Phrase};

/// What all texts are written in.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChosenLanguage(pub Language);

/// A font that is being looked for, or whether there is one.
#[derive(Resource, Default)]
pub(in crate::app) struct Font {
    task: Option<Task<Option<(Vec<u8>, u32)>>>,
    loaded: bool,
}

impl Font {
    /// Whether the language will change once a font is found.
    pub(in crate::app) const fn is_loading(&self) -> bool {
        self.task.is_some()
    }
}

pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<ChosenLanguage>()
        .init_resource::<Font>()
        .add_systems(Update, use_font.in_set(AppSystems::View));
}

/// Chooses a language, once there is a font that can write it.
pub(in crate::app) fn speak(chosen: Language, language: &mut ResMut<ChosenLanguage>, font: &mut ResMut<Font>) {
    if chosen == Language::Chinese && !font.loaded {
        font.task.get_or_insert_with(|| AsyncComputeTaskPool::get().spawn(async { find_font() }));
    } else {
        language.set_if_neq(ChosenLanguage(chosen));
    }
}

fn use_font(
    mut font: ResMut<Font>,
    mut language: ResMut<ChosenLanguage>,
    mut contexts: EguiContexts,
    mut notes: ResMut<Notes>,
) {
    let Some(found) = font.bypass_change_detection().task.as_mut().and_then(check_ready) else { return };
    font.task = None;
    let Some((data, index)) = found else {
        notes.warn(Phrase::NoChineseFont);
        return;
    };
    let Ok(context) = contexts.ctx_mut() else { return };
    let mut fonts = egui::FontDefinitions::default();
    let mut face = egui::FontData::from_owned(data);
    face.index = index;
    fonts.font_data.insert("chinese".to_owned(), face.into());
    // Behind the bundled faces: only for characters that they do not have.
    for family in fonts.families.values_mut() {
        family.push("chinese".to_owned());
    }
    context.set_fonts(fonts);
    font.loaded = true;
    language.set_if_neq(ChosenLanguage(Language::Chinese));
}

/// The first installed upright face of common weight that has the characters, by name.
fn find_font() -> Option<(Vec<u8>, u32)> {
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
            has_all.then(|| (data.to_vec(), index))
        })?
    })
}
