//! The language of the window, its fonts, and the search for an installed one that has Chinese
//! characters.

use std::sync::Arc;

use bevy::prelude::*;
use bevy::tasks::Task;
use bevy::tasks::futures::check_ready;
use bevy_egui::egui::{FontData, FontDefinitions, FontFamily, FontTweak};
use bevy_egui::{EguiContext, EguiContexts, egui};
use epaint_default_fonts::{HACK_REGULAR, UBUNTU_LIGHT};
use gridwalk_explain::Language;

use crate::app::AppSystems;
use crate::app::platform::{SYMBOLS, compute, installed_face};

/// The language of all texts.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChosenLanguage(pub Language);

/// A font with the Chinese characters of the program's own texts.
const CHINESE: &[u8] = include_bytes!("../../../assets/fonts/noto_sans_cjk_sc.otf");

/// The fonts used in addition to those of egui.
#[derive(Resource, Default)]
pub(in crate::app) struct Faces {
    /// The font for characters that no other font has.
    last: Option<Arc<FontData>>,
}

impl Faces {
    /// Sets the font for characters that no other font has.
    pub(super) fn put_last(&mut self, face: FontData) {
        self.last = Some(Arc::new(face));
    }

    fn definitions(&self) -> FontDefinitions {
        let face = |bytes, scale| {
            let tweak = FontTweak {
                scale,
                ..FontTweak::default()
            };
            Arc::new(FontData::from_static(bytes).tweak(tweak))
        };
        let code = vec![("code", face(HACK_REGULAR, 1.0))];
        let texts = vec![
            ("text", face(UBUNTU_LIGHT, 1.0)),
            ("chinese", face(CHINESE, 1.0)),
        ];
        // The symbol fonts follow all others. They have bold full-width brackets, and a page lacks
        // them: a character of another font is drawn the same everywhere.
        let mut others = SYMBOLS
            .map(|(name, bytes, scale)| (name, face(bytes, scale)))
            .to_vec();
        others.extend(self.last.clone().map(|data| ("last", data)));
        let mut fonts = FontDefinitions::empty();
        // In order of precedence.
        for (family, faces) in [
            (FontFamily::Monospace, [&code[..], &texts, &others].concat()),
            (
                FontFamily::Proportional,
                [&texts[..], &code, &others].concat(),
            ),
        ] {
            for (name, data) in faces {
                fonts.font_data.insert(name.to_owned(), data);
                fonts
                    .families
                    .entry(family.clone())
                    .or_default()
                    .push(name.to_owned());
            }
        }
        fonts
    }

    /// Installs the fonts in a context.
    pub(in crate::app) fn apply(&self, context: &egui::Context) {
        context.set_fonts(self.definitions());
    }
}

pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<ChosenLanguage>()
        .init_resource::<Faces>()
        .add_observer(have_faces)
        .add_systems(
            Update,
            use_faces
                .run_if(resource_changed::<Faces>)
                .in_set(AppSystems::View),
        );
}

/// Installs the fonts before a context's first frame, because text cannot be drawn without fonts.
fn have_faces(
    added: On<Add, EguiContext>,
    faces: Res<Faces>,
    mut contexts: Query<&mut EguiContext>,
) {
    if let Ok(mut context) = contexts.get_mut(added.entity) {
        faces.apply(context.get_mut());
    }
}

fn use_faces(faces: Res<Faces>, mut contexts: EguiContexts) -> Result {
    faces.apply(contexts.ctx_mut()?);
    Ok(())
}

/// State of the search for a font.
#[derive(Default)]
enum FontSearch {
    #[default]
    NotBegun,
    UnderWay(Task<Option<(Vec<u8>, u32)>>),
    Over,
}

pub(in crate::app) fn find_installed(app: &mut App) {
    app.add_systems(Update, find_for_chinese.in_set(AppSystems::Report));
}

fn find_for_chinese(
    mut search: Local<FontSearch>,
    language: Res<ChosenLanguage>,
    mut faces: ResMut<Faces>,
) {
    match &mut *search {
        FontSearch::NotBegun if language.0 == Language::Chinese => {
            *search = FontSearch::UnderWay(compute(async { installed_face(SAMPLE) }));
        }
        FontSearch::UnderWay(task) => {
            let Some(found) = check_ready(task) else {
                return;
            };
            if let Some((data, index)) = found {
                faces.put_last(FontData {
                    index,
                    ..FontData::from_owned(data)
                });
            }
            *search = FontSearch::Over;
        }
        FontSearch::NotBegun | FontSearch::Over => {}
    }
}

/// Characters that every Chinese font contains.
const SAMPLE: &str = "开放列表展启发值径";
