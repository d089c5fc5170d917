//! An open level: what it is now, how it came to be so, and whether that was saved.

use std::sync::Arc;

use super::history::{Base, EntryId, Live, Step, Tree};
use super::label::Label;
use super::source::Source;
use crate::{Level, LevelChange, LevelEdit, LevelEditError};

/// A level that is edited. All that changes it goes through here, and can be undone.
///
/// # Examples
/// ```
/// use gridwalk_level::{Document, LevelEdit, formats::parse_ron};
/// let text = "(version: 1, map: [\"..\"]) // a comment";
/// let mut document = Document::open(parse_ron(text).unwrap(), Some(text.into()));
/// document.edit(LevelEdit::Name("Small".to_owned())).unwrap();
/// assert!(document.is_changed());
/// assert_eq!(document.source().text().unwrap(), "(version: 1, name: \"Small\", map: [\"..\"]) // a comment");
/// document.undo().unwrap();
/// assert!(!document.is_changed());
/// assert_eq!(document.source().text().unwrap(), text);
/// ```
#[derive(Debug)]
pub struct Document {
    live: Live,
    tree: Tree,
    saved: Option<EntryId>,
    stroke: Option<Stroke>,
}

/// One movement of a brush: the cells that it sets one after the other are undone together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stroke(pub u64);

/// One entry of the history.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HistoryEntry<'d> {
    /// Its name for [`Document::go_to`].
    pub id: EntryId,
    /// The entry that it follows.
    pub parent: EntryId,
    /// What it did.
    pub label: &'d Label,
    /// Where it is, seen from the present state.
    pub place: Place,
}

/// Where an entry of the history is, seen from the present state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// It is done, and others were done after it.
    Past,
    /// It was done last.
    Present,
    /// It was undone, and can be done again.
    Future,
    /// It is on another branch.
    Elsewhere,
}

impl Document {
    /// About how many bytes of memory the history takes at most; the newest entry stays even if it is larger.
    pub const MAX_HISTORY_BYTES: usize = 64 << 20;

    /// Opens a level. `text` is the RON text that it was read from; none if it comes from another format, or was
    /// made.
    #[must_use]
    pub fn open(level: impl Into<Arc<Level>>, text: Option<Arc<str>>) -> Self {
        Self::with_history_bytes(level, text, Self::MAX_HISTORY_BYTES)
    }

    /// The same with another bound for the memory of the history.
    #[must_use]
    pub fn with_history_bytes(level: impl Into<Arc<Level>>, text: Option<Arc<str>>, bytes: usize) -> Self {
        let level = level.into();
        let base = Base { text, name: level.name.clone() };
        Self { live: Live::new(level, base), tree: Tree::new(bytes), saved: Some(EntryId(0)), stroke: None }
    }

    /// The level as it is now. While a clone of the `Arc` is kept, the next edit copies the level once.
    #[must_use]
    pub const fn level(&self) -> &Arc<Level> {
        &self.live.level
    }

    /// Edits the level, and says what is different now. What changes nothing leaves no trace in the history.
    ///
    /// # Errors
    /// If a level file could not say the result; then nothing is changed.
    pub fn edit(&mut self, edit: LevelEdit) -> Result<LevelChange, LevelEditError> {
        let label = Label::of(&edit, &self.live.level);
        self.edit_as(label, edit)
    }

    /// The same under a label of the caller's choice.
    ///
    /// # Errors
    /// As for [`Document::edit`].
    pub fn edit_as(&mut self, label: Label, edit: LevelEdit) -> Result<LevelChange, LevelEditError> {
        self.apply(label, edit, None)
    }

    /// The same for edits of cells that are undone together with those of the same stroke just before them.
    ///
    /// # Errors
    /// As for [`Document::edit`].
    pub fn edit_in_stroke(&mut self, stroke: Stroke, edit: LevelEdit) -> Result<LevelChange, LevelEditError> {
        let label = Label::of(&edit, &self.live.level);
        self.edit_in_stroke_as(stroke, label, edit)
    }

    /// The same under a label of the caller's choice; how many cells it counts is found out here.
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

    fn apply(&mut self, label: Label, edit: LevelEdit, stroke: Option<Stroke>) -> Result<LevelChange, LevelEditError> {
        let applied = edit.apply(Arc::make_mut(&mut self.live.level))?;
        if !applied.change.is_empty() {
            let label = match (label, &applied.change.grid) {
                (Label::Cells(_), Some(change)) => Label::of_cells(&change.cells, &self.live.level.grid),
                (Label::Cells(_), None) => Label::Cells(applied.change.cells),
                (Label::Drawn(shape, _, name), _) => Label::Drawn(shape, applied.change.cells, name),
                (Label::Piece(_), _) => Label::Piece(applied.change.cells),
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
        self.tree.push(&mut self.live, Step { id, parent: id, label, edit, base, merges });
    }

    /// The file of the level says this now, and it is taken over: one entry of the history, which puts the old text
    /// back when it is undone. `text` is that of a RON file. Afterwards the level counts as saved.
    pub fn reload(&mut self, level: &Level, text: Option<Arc<str>>) -> LevelChange {
        let base = Base { text, name: level.name.clone() };
        let edit = LevelEdit::between(&self.live.level, level).unwrap_or(LevelEdit::Several(Vec::new()));
        let applied = edit.swap(Arc::make_mut(&mut self.live.level)).expect("levels differ in what edits change");
        if !applied.change.is_empty() || base != self.live.base {
            let before = std::mem::replace(&mut self.live.base, base);
            self.push(Label::Reload, applied.inverse, Some(before), false);
            self.stroke = None;
        }
        self.saved = Some(self.present());
        applied.change
    }

    /// Undoes the last entry, and says what is different now; `None` if there is nothing to undo.
    pub fn undo(&mut self) -> Option<LevelChange> {
        let moved = self.tree.undo(&mut self.live);
        self.moved(moved)
    }

    /// Does the entry again that was undone last; `None` if there is none.
    pub fn redo(&mut self) -> Option<LevelChange> {
        let moved = self.tree.redo(&mut self.live);
        self.moved(moved)
    }

    /// Goes back to the state after an entry that led here, and forgets what was done since: a stroke that is taken back
    /// was none. `None` if nothing was done since.
    pub fn take_back(&mut self, to: EntryId) -> Option<LevelChange> {
        let moved = self.tree.take_back(&mut self.live, to);
        self.moved(moved)
    }

    /// Goes to the state right after an entry of the history, on whatever branch it is; `EntryId(0)` is the level as it
    /// was opened. `None` if the history has no such entry.
    pub fn go_to(&mut self, entry: EntryId) -> Option<LevelChange> {
        let moved = self.tree.go_to(&mut self.live, entry);
        self.moved(moved)
    }

    /// After undo and redo another stroke begins: what it sets is no part of the entry that comes before it now, from
    /// which other entries may lead on.
    fn moved(&mut self, moved: bool) -> Option<LevelChange> {
        self.stroke = None;
        let change = std::mem::take(&mut self.live.change);
        moved.then_some(change)
    }

    /// The entry that was done last; where the history begins if there is none.
    #[must_use]
    pub fn present(&self) -> EntryId {
        self.tree.present()
    }

    /// The entry after which the file was as the level was; `None` if that is not known any more.
    #[must_use]
    pub const fn saved(&self) -> Option<EntryId> {
        self.saved
    }

    /// What [`Document::undo`] would undo.
    #[must_use]
    pub fn undo_label(&self) -> Option<&Label> {
        self.tree.around()[0].map(|step| &step.label)
    }

    /// What [`Document::redo`] would do again.
    #[must_use]
    pub fn redo_label(&self) -> Option<&Label> {
        self.tree.around()[1].map(|step| &step.label)
    }

    /// All entries of all branches in the order in which they were done first. The state before the first of them
    /// is [`Document::oldest`].
    #[must_use]
    pub fn history(&self) -> Vec<HistoryEntry<'_>> {
        let (branch, done) = self.tree.branch();
        let place = |at: usize| match (at + 1).cmp(&done) {
            std::cmp::Ordering::Less => Place::Past,
            std::cmp::Ordering::Equal => Place::Present,
            std::cmp::Ordering::Greater => Place::Future,
        };
        let here = branch.enumerate().map(|(at, step)| (step, place(at)));
        let all = here.chain(self.tree.elsewhere().map(|step| (step, Place::Elsewhere)));
        let mut entries: Vec<_> = all
            .map(|(step, place)| HistoryEntry { id: step.id, parent: step.parent, label: &step.label, place })
            .collect();
        entries.sort_unstable_by_key(|entry| entry.id);
        entries
    }

    /// The state where the history begins: as the level was opened, until the oldest entries are forgotten.
    #[must_use]
    pub const fn oldest(&self) -> EntryId {
        self.tree.root
    }

    /// About how many bytes of memory the history takes now.
    #[must_use]
    pub const fn history_bytes(&self) -> usize {
        self.live.bytes
    }

    /// Whether the level differs from what was opened, saved or read again last.
    #[must_use]
    pub fn is_changed(&self) -> bool {
        self.saved != Some(self.present())
    }

    /// Whether something would be lost that a person would miss, if the level were as it is `saved`: whatever
    /// [`LevelEdit::between`] finds. Options alone are none: to look at a level with another algorithm is no work on it.
    ///
    /// # Complexity
    /// O(cells).
    #[must_use]
    pub fn has_work(&self, saved: &Level) -> bool {
        LevelEdit::between(saved, self.level()).is_some_and(|edit| !edit.is_of_options())
    }

    /// The state after this entry was written to the file: [`Source::entry`] of what was written, as the level may have
    /// been edited meanwhile.
    pub const fn mark_saved(&mut self, entry: EntryId) {
        self.saved = Some(entry);
    }

    /// No state of the level is in its file: it is new, or was found in a journal.
    pub const fn mark_unsaved(&mut self) {
        self.saved = None;
    }

    /// The level and its text as they are now, to be written elsewhere, in another thread for instance.
    #[must_use]
    pub fn source(&self) -> Source {
        Source { level: Arc::clone(&self.live.level), base: self.live.base.clone(), entry: self.present() }
    }

    /// Whether the level comes from no RON text, so that it is saved beside its file.
    #[must_use]
    pub const fn is_foreign(&self) -> bool {
        self.live.base.text.is_none()
    }
}
