//! The text of an edited level: the text that was read, with as few changes as the edits need.

use std::borrow::Cow;
use std::sync::Arc;

use gridwalk_pathfinding::TerrainId;

use super::history::{Base, EntryId};
use crate::formats::{
    Grain, ParseError, merge_ron, order_of_file, own_count, parse_draft, with_defaults, write_ron,
};
use crate::{LegendEntry, Level, LevelEdit, LevelGrid};

/// A level at one moment of its history, and the text that it was read from.
///
/// It can be sent to another thread to make its text there.
#[derive(Clone, Debug)]
pub struct Source {
    pub(super) level: Arc<Level>,
    pub(super) base: Base,
    pub(super) entry: EntryId,
}

impl Source {
    /// Returns the level.
    #[must_use]
    pub const fn level(&self) -> &Arc<Level> {
        &self.level
    }

    /// Returns the history entry whose state this is.
    ///
    /// [`Document::mark_saved`](super::Document::mark_saved) needs it once the text is in its file.
    #[must_use]
    pub const fn entry(&self) -> EntryId {
        self.entry
    }

    /// Returns the text to save: the text that was read, changed only where the level differs.
    ///
    /// An unchanged level gives the text byte for byte. Comments, layout and the order of fields
    /// stay. Reading the text gives the level, with its terrains perhaps in another order.
    ///
    /// The result depends on the text that was read and on the level alone, not on the edits in
    /// between.
    ///
    /// # Errors
    /// The mistake that a reader would report, with its place in the text: a start, a goal or the
    /// end of a portal is blocked, or the options are unsupported on this map. See
    /// [`Source::draft`].
    ///
    /// # Complexity
    /// O(cells + text) time and memory: the text is parsed again.
    pub fn text(&self) -> Result<String, ParseError> {
        let (text, complaint) = self.draft_and_complaint();
        complaint.map_or(Ok(text), Err)
    }

    /// Returns the text even if a reader would refuse it, for a journal; [`parse_draft`] reads it
    /// back.
    #[must_use]
    pub fn draft(&self) -> String {
        self.draft_and_complaint().0
    }

    /// Returns the draft, and the first mistake that a reader would report, with its place.
    ///
    /// For callers who save an unfinished level and want to show the mistake.
    #[must_use]
    pub fn draft_and_complaint(&self) -> (String, Option<ParseError>) {
        self.base
            .text
            .as_deref()
            .and_then(|text| self.merged(text))
            .unwrap_or_else(|| {
                let text = write_ron(&as_read(&self.level, None));
                let complaint = match parse_draft(&text) {
                    Ok((_, complaints)) => complaints.into_iter().next(),
                    Err(error) => Some(error),
                };
                (text, complaint)
            })
    }

    /// Changes the text that was read in places; returns the result and its first mistake.
    fn merged(&self, text: &str) -> Option<(String, Option<ParseError>)> {
        // A byte-order mark belongs to the file, not to the level.
        let body = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        let mark = &text[..text.len() - body.len()];
        let (before, complaint) = self.read(body)?;
        let level = &*as_read(&self.level, Some(&before));
        if LevelEdit::between(&before, level).is_none() {
            return Some((text.to_owned(), complaint));
        }
        [Grain::Value, Grain::Field].into_iter().find_map(|grain| {
            let merged = merge_ron(body, &before, level, grain)?;
            let (read, complaint) = self.read(&merged)?;
            LevelEdit::between(&read, level)
                .is_none()
                .then(|| (mark.to_owned() + &merged, complaint))
        })
    }

    /// Parses a text into its level and its first mistake.
    fn read(&self, text: &str) -> Option<(Level, Option<ParseError>)> {
        let (mut level, complaints) = parse_draft(text).ok()?;
        // A level without a name takes that of its file.
        if level.name.is_empty() && !self.level.name.is_empty() {
            level.name.clone_from(&self.base.name);
        }
        Some((level, complaints.into_iter().next()))
    }
}

/// Returns the level as it will be after writing and reading.
///
/// The default terrains join it, after those that the text lists unless the text listed them
/// before.
fn as_read<'l>(level: &'l Level, before: Option<&Level>) -> Cow<'l, Level> {
    let legend = with_defaults(level.grid.entries());
    let before = before.map_or_else(Vec::new, |before| before.grid.entries());
    let listed: Vec<char> = before[..own_count(&before)]
        .iter()
        .map(|entry| entry.look.glyph)
        .collect();
    // A text may list more terrains than it must; its order stays as long as no terrain is added.
    let is_new = |entry: &LegendEntry| {
        before
            .iter()
            .all(|known| known.look.glyph != entry.look.glyph)
    };
    let order = if legend.iter().any(is_new) {
        order_of_file(&legend, &listed)
    } else {
        (0..legend.len()).collect()
    };
    if legend.len() == level.grid.legend().len() && order.is_sorted() {
        return Cow::Borrowed(level);
    }
    let mut numbers = [TerrainId(0); 256];
    for (number, place) in (0..=u8::MAX).zip(&order) {
        numbers[*place] = TerrainId(number);
    }
    let grid = &level.grid;
    let cells = grid
        .cells()
        .iter()
        .map(|terrain| numbers[usize::from(terrain.0)])
        .collect();
    let legend = order
        .into_iter()
        .map(|place| legend[place].clone())
        .collect();
    let read = LevelGrid::new(grid.width(), grid.height(), cells, legend);
    let read = read.and_then(|read| read.with_portals(&grid.portal_list()));
    Cow::Owned(Level {
        grid: read.expect("it is the same map"),
        ..level.clone()
    })
}
