//! Fonts of a page: what comes with it has to be loaded before the first frame.

/// A face with smileys would be a twentieth of all that is loaded.
pub const SMILEYS: Option<&[u8]> = None;

/// The file of an installed font that has these characters: a page cannot look for one.
pub const fn installed_face(_characters: &str) -> Option<(Vec<u8>, u32)> {
    None
}
