//! The language of everything in the window, and the faces that write it.
//!
//! Beside the faces that come with egui stands one with the Chinese characters of our own texts, made by
//! `assets/fonts/subset.sh`, and behind them what is installed here, for those of files and of what is typed.
//!
//! Some things are English in every language: the names of levels, agents and terrains, which come from files;
//! what is wrong with a level file or a formula, said by their readers; words that are typed as they stand, such
//! as breakpoints; the command line and the log.

use std::sync::Arc;

use bevy::prelude::*;
use bevy_egui::egui::{FontData, FontDefinitions};
use bevy_egui::{EguiContexts, egui};
use gridwalk_explain::Language;

use crate::app::AppSystems;

/// What all texts are written in.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChosenLanguage(pub Language);

/// The Chinese characters of our own texts.
const CHINESE: &[u8] = include_bytes!("../../../assets/fonts/noto_sans_cjk_sc.otf");

/// The faces that are used besides those of egui.
#[derive(Resource, Default)]
pub(in crate::app) struct Faces {
    /// For what no other face has.
    last: Option<Arc<FontData>>,
}

impl Faces {
    /// Has a face for the characters that no other one has.
    pub(super) fn put_last(&mut self, face: FontData) {
        self.last = Some(Arc::new(face));
    }

    fn definitions(&self) -> FontDefinitions {
        let mut fonts = FontDefinitions::default();
        fonts.font_data.insert("chinese".to_owned(), Arc::new(FontData::from_static(CHINESE)));
        fonts.font_data.extend(self.last.iter().map(|face| ("last".to_owned(), Arc::clone(face))));
        for family in fonts.families.values_mut() {
            // The faces of egui with symbols have bold brackets of full width.
            let symbols = family.iter().position(|name| name == "NotoEmoji-Regular").unwrap_or(family.len());
            family.insert(symbols, "chinese".to_owned());
            family.extend(self.last.iter().map(|_| "last".to_owned()));
        }
        fonts
    }

    /// Gives them to a context.
    pub(in crate::app) fn apply(&self, context: &egui::Context) {
        context.set_fonts(self.definitions());
    }
}

pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<ChosenLanguage>()
        .init_resource::<Faces>()
        .add_systems(Update, use_faces.run_if(resource_changed::<Faces>).in_set(AppSystems::View));
}

fn use_faces(faces: Res<Faces>, mut contexts: EguiContexts) -> Result {
    faces.apply(contexts.ctx_mut()?);
    Ok(())
}
