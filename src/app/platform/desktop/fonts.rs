//! Fonts that come with the desktop program, and installed fonts.

use epaint_default_fonts::{EMOJI_ICON, NOTO_EMOJI_REGULAR};

/// Fonts with emoji and rare symbols, for names that contain them, each with its relative size.
pub const SYMBOLS: [(&str, &[u8], f32); 2] = [("smileys", NOTO_EMOJI_REGULAR, 0.81), ("symbols", EMOJI_ICON, 0.9)];

/// Finds an installed upright font with these characters; returns its file and the index of the face.
///
/// Fonts for Simplified Chinese come first, then those nearest to normal weight, then by name.
pub fn installed_face(characters: &str) -> Option<(Vec<u8>, u32)> {
    let mut installed = fontdb::Database::new();
    installed.load_system_fonts();
    let mut faces: Vec<_> = installed.faces().filter(|face| face.style == fontdb::Style::Normal).collect();
    // The name breaks ties, so that the order does not depend on the disk.
    let rank = |face: &fontdb::FaceInfo| {
        let name = face.families.first().map_or("", |(name, _)| name.as_str());
        let simplified = name.ends_with("SC") || name.contains("CJK SC") || name.contains("YaHei");
        (!simplified, face.weight.0.abs_diff(400), name.to_owned(), face.index)
    };
    faces.sort_by_key(|face| rank(face));
    faces.into_iter().find_map(|face| {
        installed.with_face_data(face.id, |data, index| {
            let parsed = ttf_parser::Face::parse(data, index).ok()?;
            let has_all = characters.chars().all(|character| parsed.glyph_index(character).is_some());
            has_all.then(|| (data.to_vec(), index))
        })?
    })
}
