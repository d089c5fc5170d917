//! The language of everything in the window, and the faces that write it.
//!
//! Beside the faces that egui would come with stands one with the Chinese characters of our own texts, made by
//! `assets/fonts/subset.sh`, and behind them what is installed here, for those of files and of what is typed.
//!
//! Some things are English in every language: the names of levels, agents and terrains, which come from files;
//! what is wrong with a level file or a formula, said by their readers; words that are typed as they stand, such
//! as breakpoints; the command line and the log.

use std::sync::Arc;

use bevy::prelude::*;
use bevy_egui::egui::{FontData, FontDefinitions, FontFamily, FontTweak};
use bevy_egui::{EguiContext, EguiContexts, egui};
use epaint_default_fonts::{HACK_REGULAR, UBUNTU_LIGHT};
use gridwalk_explain::Language;

use crate::app::AppSystems;
use crate::app::platform::SYMBOLS;

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
        let face = |bytes, scale| {
            let tweak = FontTweak { scale, ..FontTweak::default() };
            Arc::new(FontData::from_static(bytes).tweak(tweak))
        };
        let code = vec![("code", face(HACK_REGULAR, 1.0))];
        // In the order in which they are asked. The faces with symbols have bold brackets of full width.
        let mut others = vec![("text", face(UBUNTU_LIGHT, 1.0)), ("chinese", face(CHINESE, 1.0))];
        others.extend(SYMBOLS.map(|(name, bytes, scale)| (name, face(bytes, scale))));
        let last: Vec<_> = self.last.clone().map(|data| ("last", data)).into_iter().collect();
        let mut fonts = FontDefinitions::empty();
        for (family, faces) in [
            (FontFamily::Monospace, [&code[..], &others, &last].concat()),
            (FontFamily::Proportional, [&others[..], &code, &last].concat()),
        ] {
            for (name, data) in faces {
                fonts.font_data.insert(name.to_owned(), data);
                fonts.families.entry(family.clone()).or_default().push(name.to_owned());
            }
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
        .add_observer(have_faces)
        .add_systems(Update, use_faces.run_if(resource_changed::<Faces>).in_set(AppSystems::View));
}

/// Without faces there is no text: a context has them from its first frame on.
fn have_faces(added: On<Add, EguiContext>, faces: Res<Faces>, mut contexts: Query<&mut EguiContext>) {
    if let Ok(mut context) = contexts.get_mut(added.entity) {
        faces.apply(context.get_mut());
    }
}

fn use_faces(faces: Res<Faces>, mut contexts: EguiContexts) -> Result {
    faces.apply(contexts.ctx_mut()?);
    Ok(())
}
