//! A level as one line of text, for pasting into and out of a chat.
//!
//! The line is `gridwalk1.`, then a checksum and the compressed RON text in the URL-safe base64
//! alphabet.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use gridwalk_pathfinding::slices::{at_once, pause};
use miniz_oxide::deflate::core::{
    CompressorOxide, TDEFLFlush, TDEFLStatus, compress_to_output, create_comp_flags_from_zip_params,
};
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};

use super::Level;
use super::formats::{MAX_BYTES, ParseError, parse_draft, write_ron};

/// The prefix of every shared level, before the version and a point.
const HEAD: &str = "gridwalk";

/// The only version so far.
const VERSION: u32 = 1;

/// Compression level, from 0 to 10.
const EFFORT: i32 = 9;

/// Bytes of text compressed per slice.
const SLICE: usize = 1 << 12;

/// Error for a text that cannot be read as a shared level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShareError {
    /// The text is not a shared level.
    #[error("this is no shared level; one begins with `{HEAD}{VERSION}.`")]
    NotShared,
    /// The level was written by a later program.
    #[error(
        "this level was shared by a later version of the program, which writes version {0}; expected {VERSION}"
    )]
    Version(u32),
    /// The text was altered or cut.
    #[error(
        "the shared level is damaged or incomplete; copy it again, from the first letter to the last"
    )]
    Damaged,
    /// The level unpacks to more bytes than a level file may hold.
    #[error("the shared level holds more than {} MiB of text, the most for a level", MAX_BYTES >> 20)]
    TooLarge,
    /// The text is intact but does not hold a valid level.
    #[error("the shared level cannot be read: {0}")]
    Level(ParseError),
}

/// Returns the level as one line of letters, digits, `-` and `_`, with a point near its beginning.
///
/// Comments of the level file are not included.
///
/// # Complexity
/// O(cells) time and memory. A level of 60 × 30 cells takes a few hundred letters.
///
/// # Examples
/// ```
/// use gridwalk_level::{formats::parse_ron, from_share, to_share};
/// let level = parse_ron(r#"(version: 1, map: ["..#", "..."])"#).unwrap();
/// let shared = to_share(&level);
/// assert!(shared.starts_with("gridwalk1.") && shared.len() < 120);
/// assert_eq!(from_share(&shared), Ok(level));
/// ```
#[must_use]
pub fn to_share(level: &Level) -> String {
    at_once(to_share_in_slices(level))
}

/// Does the work of [`to_share`] in [slices](gridwalk_pathfinding::slices).
pub async fn to_share_in_slices(level: &Level) -> String {
    let packed = compress(write_ron(level).as_bytes()).await;
    let checked = [&crc32fast::hash(&packed).to_le_bytes()[..], &packed].concat();
    format!("{HEAD}{VERSION}.{}", URL_SAFE_NO_PAD.encode(checked))
}

/// Compresses a text to raw deflate data without a header; the text may have any length.
async fn compress(text: &[u8]) -> Vec<u8> {
    let mut packed = Vec::new();
    let mut compressor = Box::new(CompressorOxide::new(create_comp_flags_from_zip_params(
        EFFORT, 0, 0,
    )));
    let mut parts = text.chunks(SLICE).peekable();
    while let Some(part) = parts.next() {
        pause().await;
        let flush = if parts.peek().is_some() {
            TDEFLFlush::None
        } else {
            TDEFLFlush::Finish
        };
        let (status, taken) = compress_to_output(&mut compressor, part, flush, |bytes| {
            packed.extend_from_slice(bytes);
            true
        });
        let is_done = matches!(status, TDEFLStatus::Okay | TDEFLStatus::Done);
        assert!(is_done && taken == part.len(), "a vector has room for all");
    }
    packed
}

/// Reads a shared level, or a link that ends with one behind a `#`.
///
/// White space within, such as a chat inserts between lines, is ignored. An unfinished level is
/// read as by [`parse_draft`].
///
/// # Errors
/// If the text is no valid shared level. A single changed letter is always detected.
pub fn from_share(text: &str) -> Result<Level, ShareError> {
    let text: String = text
        .chars()
        .filter(|letter| !letter.is_whitespace())
        .collect();
    let text = text
        .rsplit_once('#')
        .map_or(text.as_str(), |(_, shared)| shared);
    let (version, letters) = text
        .strip_prefix(HEAD)
        .and_then(|rest| rest.split_once('.'))
        .ok_or(ShareError::NotShared)?;
    match version.parse() {
        Ok(VERSION) => {}
        Ok(other) => return Err(ShareError::Version(other)),
        Err(_) => return Err(ShareError::NotShared),
    }
    let bytes = URL_SAFE_NO_PAD
        .decode(letters)
        .map_err(|_| ShareError::Damaged)?;
    let (sum, packed) = bytes.split_first_chunk().ok_or(ShareError::Damaged)?;
    if u32::from_le_bytes(*sum) != crc32fast::hash(packed) {
        return Err(ShareError::Damaged);
    }
    let text =
        decompress_to_vec_with_limit(packed, MAX_BYTES).map_err(|error| match error.status {
            TINFLStatus::HasMoreOutput => ShareError::TooLarge,
            _ => ShareError::Damaged,
        })?;
    let text = String::from_utf8(text).map_err(|_| ShareError::Damaged)?;
    parse_draft(&text)
        .map(|(level, _)| level)
        .map_err(ShareError::Level)
}
