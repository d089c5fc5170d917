//! Fonts of a page: what comes with it has to be loaded before the first frame.

/// Faces with smileys and rare symbols would be a tenth of all that is loaded.
pub const SYMBOLS: [(&str, &[u8], f32); 0] = [];

/// The file of an installed font that has these characters: a page cannot look for one.
pub const fn installed_face(_characters: &str) -> Option<(Vec<u8>, u32)> {
    None
}
