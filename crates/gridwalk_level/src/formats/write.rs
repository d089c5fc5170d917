//! Writes levels in any format, and lists the losses.

use gridwalk_pathfinding::GridSize;
use gridwalk_pathfinding::slices::at_once;

use super::csv::{parse_csv_in_slices, write_csv_in_slices};
use super::digits::{parse_digits_in_slices, write_digits_in_slices};
use super::format::Format;
use super::loss::Loss;
use super::moving_ai::{parse_moving_ai_in_slices, write_moving_ai_in_slices};
use super::pixels::{from_pixels_in_slices, to_pixels_in_slices};
use super::{parse_ron, write_ron};
use crate::{Level, Rgb};

/// A level written in a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// The text of the file.
    Text(String),
    /// The colours of the cells in reading order.
    Pixels(Vec<Rgb>),
}

/// Writes a level in a format, and lists the parts that the format cannot hold.
///
/// The losses are found by reading the content back and comparing. A [read-only](Format::is_written) format loses
/// everything.
///
/// # Complexity
/// O(cells) time and memory.
///
/// # Examples
/// ```
/// use gridwalk_level::formats::{Content, Format, parse_ron, write_level};
/// let level = parse_ron(r#"(version: 1, map: [".%#"], agents: [(name: "ant", at: (0, 0))])"#).unwrap();
/// let (content, losses) = write_level(&level, Format::Csv);
/// assert_eq!(content, Content::Text("1,6,#\n".to_owned()));
/// assert_eq!(losses[0].to_string(), "agent \"ant\"");
/// ```
#[must_use]
pub fn write_level(level: &Level, format: Format) -> (Content, Vec<Loss>) {
    at_once(write_level_in_slices(level, format))
}

/// Does the work of [`write_level`] in [slices](gridwalk_pathfinding::slices), except for RON.
pub async fn write_level_in_slices(level: &Level, format: Format) -> (Content, Vec<Loss>) {
    let content = match format {
        Format::Ron => Content::Text(write_ron(level)),
        Format::MovingAi => Content::Text(write_moving_ai_in_slices(&level.grid, &[]).await),
        Format::Digits => Content::Text(write_digits_in_slices(level).await),
        Format::Csv => Content::Text(write_csv_in_slices(&level.grid).await),
        Format::Png => Content::Pixels(to_pixels_in_slices(level).await),
        Format::Tiled | Format::Ldtk => return (Content::Text(String::new()), vec![Loss::Everything]),
    };
    let losses = match read_back(&content, format, level.grid.size()).await {
        Some(back) => Loss::between_in_slices(level, &back).await,
        None => vec![Loss::Everything],
    };
    (content, losses)
}

/// Reads the content back into a level, which gets no name from a file.
async fn read_back(content: &Content, format: Format, size: GridSize) -> Option<Level> {
    match (content, format) {
        (Content::Pixels(pixels), _) => from_pixels_in_slices(size.width, size.height, pixels).await.ok(),
        (Content::Text(text), Format::MovingAi) => parse_moving_ai_in_slices(text, &[]).await.ok(),
        (Content::Text(text), Format::Digits) => parse_digits_in_slices(text, None).await.ok(),
        (Content::Text(text), Format::Csv) => parse_csv_in_slices(text).await.ok().map(|(level, _)| level),
        (Content::Text(text), _) => parse_ron(text).ok(),
    }
}
