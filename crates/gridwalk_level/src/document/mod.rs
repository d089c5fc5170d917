//! An open level: its current state, its history, whether it is saved, and its text.
//!
//! The text is the one that was read, with as few changes as the edits need.

mod history;

use std::borrow::Cow;
use std::sync::Arc;

use gridwalk_pathfinding::TerrainId;

use history::{Base, DocumentState, HistoryStep, Tree};
pub use history::{EntryId, Label, PieceAct};

use crate::formats::{
    Grain, ParseError, merge_ron, order_of_file, own_count, parse_draft, with_defaults, write_ron,
};
use crate::{LegendEntry, Level, LevelChange, LevelEdit, LevelEditError, LevelGrid};

/// A level that is being edited.
///
/// Every change goes through this type and can be undone.
///
/// # Examples
/// ```
/// use gridwalk_level::{Document, LevelEdit, LevelKey, formats::parse_ron};
/// let text = "(version: 1, map: [\"..\"]) // a comment";
/// let mut document = Document::open(parse_ron(text).unwrap(), Some(text.into()));
/// document.edit(LevelEdit::from(LevelKey::Name("Small".to_owned()))).unwrap();
/// assert!(document.is_changed());
/// assert_eq!(document.source().text().unwrap(), "(version: 1, name: \"Small\", map: [\"..\"]) // a comment");
/// document.undo().unwrap();
/// assert!(!document.is_changed());
/// assert_eq!(document.source().text().unwrap(), text);
/// ```
#[derive(Debug)]
pub struct Document {
    live: DocumentState,
    tree: Tree,
    saved: Option<EntryId>,
    stroke: Option<Stroke>,
}

/// One brush stroke; the cells that its parts set are undone together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stroke(pub u64);

/// One entry of the history.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HistoryEntry<'d> {
    /// The id for [`Document::go_to`].
    pub id: EntryId,
    /// The entry before it.
    pub parent: EntryId,
    /// The description of its edit.
    pub label: &'d Label,
    /// Its position relative to the current state.
    pub place: HistoryPlace,
}

/// The position of a history entry relative to the current state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HistoryPlace {
    /// Done, and followed by other done entries.
    Past,
    /// Done last.
    Present,
    /// Undone, and can be redone.
    Future,
    /// On another branch.
    Elsewhere,
}

impl Document {
    /// Approximate memory limit of the history in bytes; the newest entry stays even if it is
    /// larger.
    pub const MAX_HISTORY_BYTES: usize = 64 << 20;

    /// Opens a level.
    ///
    /// `text` is the RON text that the level was read from; `None` if the level comes from another
    /// format or was created.
    #[must_use]
    pub fn open(level: impl Into<Arc<Level>>, text: Option<Arc<str>>) -> Self {
        Self::with_history_bytes(level, text, Self::MAX_HISTORY_BYTES)
    }

    /// Opens a level with another memory limit for the history, in bytes.
    #[must_use]
    pub fn with_history_bytes(
        level: impl Into<Arc<Level>>,
        text: Option<Arc<str>>,
        bytes: usize,
    ) -> Self {
        let level = level.into();
        let base = Base {
            text,
            name: level.name.clone(),
        };
        Self {
            live: DocumentState::new(level, base),
            tree: Tree::new(bytes),
            saved: Some(EntryId(0)),
            stroke: None,
        }
    }

    /// Returns the current level.
    ///
    /// While a clone of the `Arc` is kept, the next edit copies the level once.
    #[must_use]
    pub const fn level(&self) -> &Arc<Level> {
        &self.live.level
    }

    /// Edits the level and returns the changes.
    ///
    /// An edit that changes nothing adds no history entry.
    ///
    /// # Errors
    /// If a level file could not hold the result; the level is then unchanged.
    pub fn edit(&mut self, edit: LevelEdit) -> Result<LevelChange, LevelEditError> {
        self.edit_as(Label::of(&edit, &self.live.level), edit)
    }

    /// Edits the level under a label of the caller's choice; see [`Document::edit`].
    ///
    /// # Errors
    /// As for [`Document::edit`].
    pub fn edit_as(
        &mut self,
        label: Label,
        edit: LevelEdit,
    ) -> Result<LevelChange, LevelEditError> {
        self.apply(label, edit, None)
    }

    /// Edits cells as part of a stroke, to be undone with the stroke's preceding edits.
    ///
    /// # Errors
    /// As for [`Document::edit`].
    pub fn edit_in_stroke(
        &mut self,
        stroke: Stroke,
        edit: LevelEdit,
    ) -> Result<LevelChange, LevelEditError> {
        self.edit_in_stroke_as(stroke, Label::of(&edit, &self.live.level), edit)
    }

    /// Edits cells as part of a stroke under a label of the caller's choice.
    ///
    /// The number of cells in the label is filled in here.
    ///
    /// # Errors
    /// As for [`Document::edit`].
    pub fn edit_in_stroke_as(
        &mut self,
        stroke: Stroke,
        label: Label,
        edit: LevelEdit,
    ) -> Result<LevelChange, LevelEditError> {
        self.apply(label, edit, Some(stroke))
    }

    fn apply(
        &mut self,
        label: Label,
        edit: LevelEdit,
        stroke: Option<Stroke>,
    ) -> Result<LevelChange, LevelEditError> {
        let applied = edit.apply(Arc::make_mut(&mut self.live.level))?;
        if !applied.change.is_empty() {
            let label = match (label, &applied.change.grid) {
                (Label::Cells(_), Some(change)) => {
                    Label::of_cells(&change.cells, &self.live.level.grid)
                }
                (Label::Cells(_), None) => Label::Cells(applied.change.cells),
                (Label::Drawn(shape, _, name), _) => {
                    Label::Drawn(shape, applied.change.cells, name)
                }
                (Label::Piece(act, _), _) => Label::Piece(act, applied.change.cells),
                (label, _) => label,
            };
            let merges = stroke.is_some() && stroke == self.stroke && self.is_changed();
            self.push(label, applied.inverse, None, merges);
            self.stroke = stroke;
        }
        Ok(applied.change)
    }

    fn push(&mut self, label: Label, edit: LevelEdit, base: Option<Base>, merges: bool) {
        let id = EntryId(0);
        self.tree.push(
            &mut self.live,
            HistoryStep {
                id,
                parent: id,
                label,
                edit,
                base,
                merges,
            },
        );
    }

    /// Replaces the level by one that was read again from its file, as one history entry.
    ///
    /// Undoing the entry also restores the old text. `text` is that of a RON file. Afterwards the
    /// level counts as saved.
    pub fn reload(&mut self, level: &Level, text: Option<Arc<str>>) -> LevelChange {
        let base = Base {
            text,
            name: level.name.clone(),
        };
        let edit =
            LevelEdit::between(&self.live.level, level).unwrap_or(LevelEdit::Several(Vec::new()));
        let applied = edit
            .apply_unchecked(Arc::make_mut(&mut self.live.level))
            .expect("levels differ in what edits change");
        if !applied.change.is_empty() || base != self.live.base {
            let before = std::mem::replace(&mut self.live.base, base);
            self.push(Label::Reload, applied.inverse, Some(before), false);
            self.stroke = None;
        }
        self.saved = Some(self.present());
        applied.change
    }

    /// Undoes the last entry and returns the changes; `None` if there is nothing to undo.
    pub fn undo(&mut self) -> Option<LevelChange> {
        let moved = self.tree.undo(&mut self.live);
        self.finish_move(moved)
    }

    /// Redoes the entry that was undone last and returns the changes; `None` if there is none.
    pub fn redo(&mut self) -> Option<LevelChange> {
        let moved = self.tree.redo(&mut self.live);
        self.finish_move(moved)
    }

    /// Returns to the state after an earlier entry and drops all entries since.
    ///
    /// For example, this discards an aborted stroke. Returns the changes; `None` if no entry was
    /// done since.
    pub fn take_back(&mut self, to: EntryId) -> Option<LevelChange> {
        let moved = self.tree.take_back(&mut self.live, to);
        self.finish_move(moved)
    }

    /// Moves to the state after an entry of the history, on any branch, and returns the changes.
    ///
    /// `EntryId(0)` is the level as opened. Returns `None` if the history has no such entry.
    pub fn go_to(&mut self, entry: EntryId) -> Option<LevelChange> {
        let moved = self.tree.go_to(&mut self.live, entry);
        self.finish_move(moved)
    }

    /// Ends the current stroke after undo and redo.
    ///
    /// Cells that are set later must not merge into the entry that is now last, because other
    /// entries may follow it.
    fn finish_move(&mut self, moved: bool) -> Option<LevelChange> {
        self.stroke = None;
        let change = std::mem::take(&mut self.live.change);
        moved.then_some(change)
    }

    /// Returns the entry that was done last, or the beginning of the history if there is none.
    #[must_use]
    pub fn present(&self) -> EntryId {
        self.tree.present()
    }

    /// Returns the entry whose state is in the file; `None` after
    /// [`mark_unsaved`](Self::mark_unsaved): no entry is in the file.
    #[must_use]
    pub const fn saved(&self) -> Option<EntryId> {
        self.saved
    }

    /// Returns the label of the entry that [`Document::undo`] would undo.
    #[must_use]
    pub fn undo_label(&self) -> Option<&Label> {
        self.tree.around()[0].map(|step| &step.label)
    }

    /// Returns the label of the entry that [`Document::redo`] would redo.
    #[must_use]
    pub fn redo_label(&self) -> Option<&Label> {
        self.tree.around()[1].map(|step| &step.label)
    }

    /// Returns all entries of all branches, in the order in which they were first done.
    ///
    /// The state before the first of them is [`Document::oldest`].
    #[must_use]
    pub fn history(&self) -> Vec<HistoryEntry<'_>> {
        let (branch, done) = self.tree.branch();
        let place = |at: usize| match (at + 1).cmp(&done) {
            std::cmp::Ordering::Less => HistoryPlace::Past,
            std::cmp::Ordering::Equal => HistoryPlace::Present,
            std::cmp::Ordering::Greater => HistoryPlace::Future,
        };
        let here = branch.enumerate().map(|(at, step)| (step, place(at)));
        let all = here.chain(
            self.tree
                .elsewhere()
                .map(|step| (step, HistoryPlace::Elsewhere)),
        );
        let mut entries: Vec<_> = all
            .map(|(step, place)| HistoryEntry {
                id: step.id,
                parent: step.parent,
                label: &step.label,
                place,
            })
            .collect();
        entries.sort_unstable_by_key(|entry| entry.id);
        entries
    }

    /// Returns the state where the history begins.
    ///
    /// This is the level as opened, until the oldest entries are dropped.
    #[must_use]
    pub const fn oldest(&self) -> EntryId {
        self.tree.root
    }

    /// Returns the approximate memory of the history in bytes.
    #[must_use]
    pub const fn history_bytes(&self) -> usize {
        self.live.bytes
    }

    /// Returns `true` if the current entry is not the saved one.
    ///
    /// Levels are not compared: an edit and its opposite count as a change; see
    /// [`has_work`](Self::has_work).
    #[must_use]
    pub fn is_changed(&self) -> bool {
        self.saved != Some(self.present())
    }

    /// Returns `true` if the level differs from `saved` in more than its search options and policy.
    ///
    /// Work is any difference that [`LevelEdit::between`] finds. Options alone do not count:
    /// viewing a level with another algorithm is no work on it.
    ///
    /// # Complexity
    /// O(cells).
    #[must_use]
    pub fn has_work(&self, saved: &Level) -> bool {
        LevelEdit::between(saved, self.level()).is_some_and(|edit| !edit.changes_only_options())
    }

    /// Records that the state after this entry was written to the file.
    ///
    /// `entry` is the [`Source::entry`] of the written text, because the level may have been edited
    /// since.
    pub const fn mark_saved(&mut self, entry: EntryId) {
        self.saved = Some(entry);
    }

    /// Records that no state of the level is in its file: the level is new, or was found in a
    /// journal.
    pub const fn mark_unsaved(&mut self) {
        self.saved = None;
    }

    /// Returns the current level and its text, to be written elsewhere, for example in another
    /// thread.
    #[must_use]
    pub fn source(&self) -> Source {
        Source {
            level: Arc::clone(&self.live.level),
            base: self.live.base.clone(),
            entry: self.present(),
        }
    }

    /// Returns `true` if the level comes from no RON text, and is therefore saved beside its file.
    #[must_use]
    pub const fn is_foreign(&self) -> bool {
        self.live.base.text.is_none()
    }
}

/// A level at one moment of its history, and the text that it was read from.
///
/// It can be sent to another thread to make its text there.
#[derive(Clone, Debug)]
pub struct Source {
    level: Arc<Level>,
    base: Base,
    entry: EntryId,
}

impl Source {
    /// Returns the level.
    #[must_use]
    pub const fn level(&self) -> &Arc<Level> {
        &self.level
    }

    /// Returns the history entry whose state this is.
    ///
    /// [`Document::mark_saved`] needs it once the text is in its file.
    #[must_use]
    pub const fn entry(&self) -> EntryId {
        self.entry
    }

    /// Returns the text to save: the text that was read, changed only where the level differs.
    ///
    /// An unchanged level gives the text byte for byte. Comments, layout and the order of fields
    /// stay. A text that cannot be changed in places is written anew, without its comments and
    /// layout. Reading the text gives the level, with its terrains perhaps in another order.
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
