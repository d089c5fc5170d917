//! A page sees no installed fonts.

/// None.
pub fn find_font(_: &str) -> Option<(Vec<u8>, u32)> {
    None
}
