//! The text of an edited level: the text that it was read from, with as little changed as the edits need.

use std::borrow::Cow;
use std::sync::Arc;

use gridwalk_pathfinding::TerrainId;

use super::history::{Base, EntryId};
use crate::formats::{Grain, ParseError, merge_ron, order_of_file, own_count, parse_draft, with_defaults, write_ron};
use crate::{LegendEntry, Level, LevelEdit, LevelGrid};

/// A level at one moment of its history, and the text that it was read from. It can be sent to another thread, and makes
/// its text there.
#[derive(Clone, Debug)]
pub struct Source {
    pub(super) level: Arc<Level>,
    pub(super) base: Base,
    pub(super) entry: EntryId,
}

impl Source {
    /// The level.
    #[must_use]
    pub const fn level(&self) -> &Arc<Level> {
        &self.level
    }

    /// The entry of the history that it is the state after: what [`Document::mark_saved`](super::Document::mark_saved)
    /// needs once the text is in its file.
    #[must_use]
    pub const fn entry(&self) -> EntryId {
        self.entry
    }

    /// The text that is saved: what was read, byte for byte, where the level is still the same; elsewhere only the
    /// places are changed that say something else now. Comments, layout and the order of fields stay. Reading the
    /// text gives the level, with its terrains perhaps in another order.
    ///
    /// It depends on the text that was read and on the level alone, not on how the level was edited.
    ///
    /// # Errors
    /// What a reader would say of the text, with its place in it: a start, a goal or the end of a portal is blocked, or
    /// the options are unsupported on this map. See [`Source::draft`].
    ///
    /// # Complexity
    /// O(cells + text) time and memory: the text is read again.
    pub fn text(&self) -> Result<String, ParseError> {
        let (text, complaint) = self.draft_and_complaint();
        complaint.map_or(Ok(text), Err)
    }

    /// The same text whatever a reader would say of it: what [`parse_draft`] reads back. For a journal.
    #[must_use]
    pub fn draft(&self) -> String {
        self.draft_and_complaint().0
    }

    /// The draft, and the first thing that a reader would say of it, with its place. For those who save a level that is
    /// not ready, and want to know.
    #[must_use]
    pub fn draft_and_complaint(&self) -> (String, Option<ParseError>) {
        self.base.text.as_deref().and_then(|text| self.merged(text)).unwrap_or_else(|| {
            let text = write_ron(&as_read(&self.level, None));
            let complaint = match parse_draft(&text) {
                Ok((_, complaints)) => complaints.into_iter().next(),
                Err(error) => Some(error),
            };
            (text, complaint)
        })
    }

    /// The text that was read, changed in places; and what is wrong with it.
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
            LevelEdit::between(&read, level).is_none().then(|| (mark.to_owned() + &merged, complaint))
        })
    }

    /// What a text says, and what is wrong with it.
    fn read(&self, text: &str) -> Option<(Level, Option<ParseError>)> {
        let (mut level, complaints) = parse_draft(text).ok()?;
        // One that does not name itself is called like its file.
        if level.name.is_empty() && !self.level.name.is_empty() {
            level.name.clone_from(&self.base.name);
        }
        Some((level, complaints.into_iter().next()))
    }
}

/// The level as it is once it was written and read: with the default terrains, which come by themselves and after those
/// that the text lists, unless it listed them before.
fn as_read<'l>(level: &'l Level, before: Option<&Level>) -> Cow<'l, Level> {
    let legend = with_defaults(level.grid.entries());
    let before = before.map_or_else(Vec::new, |before| before.grid.entries());
    let listed: Vec<char> = before[..own_count(&before)].iter().map(|entry| entry.look.glyph).collect();
    // A text may list more than it must; as long as no terrain joins, its order stays.
    let is_new = |entry: &LegendEntry| before.iter().all(|known| known.look.glyph != entry.look.glyph);
    let order = if legend.iter().any(is_new) { order_of_file(&legend, &listed) } else { (0..legend.len()).collect() };
    if legend.len() == level.grid.legend().len() && order.is_sorted() {
        return Cow::Borrowed(level);
    }
    let mut numbers = [TerrainId(0); 256];
    for (number, place) in (0..=u8::MAX).zip(&order) {
        numbers[*place] = TerrainId(number);
    }
    let grid = &level.grid;
    let cells = grid.cells().iter().map(|terrain| numbers[usize::from(terrain.0)]).collect();
    let legend = order.into_iter().map(|place| legend[place].clone()).collect();
    let read = LevelGrid::new(grid.width(), grid.height(), cells, legend);
    let read = read.and_then(|read| read.with_portals(&grid.portal_list()));
    Cow::Owned(Level { grid: read.expect("it is the same map"), ..level.clone() })
}
