//! Fonts of a page, which must be loaded before the first frame.

/// No fonts with emoji and rare symbols, because they would be a tenth of the download.
pub const SYMBOLS: [(&str, &[u8], f32); 0] = [];

/// Returns `None`, because a page cannot search for installed fonts.
pub const fn installed_face(_characters: &str) -> Option<(Vec<u8>, u32)> {
    None
}
