//! Fonts that come with the desktop's program, and those that are installed.

use epaint_default_fonts::{EMOJI_ICON, NOTO_EMOJI_REGULAR};

/// Faces with smileys and rare symbols, for names that have them, and how large they are beside the others.
pub const SYMBOLS: [(&str, &[u8], f32); 2] = [("smileys", NOTO_EMOJI_REGULAR, 0.81), ("symbols", EMOJI_ICON, 0.9)];

/// The file of the first installed upright face of common weight that has these characters, and its number in it. Those
/// made for Simplified Chinese come first, then by name.
pub fn installed_face(characters: &str) -> Option<(Vec<u8>, u32)> {
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
            let has_all = characters.chars().all(|character| parsed.glyph_index(character).is_some());
            has_all.then(|| (data.to_vec(), index))
        })?
    })
}
