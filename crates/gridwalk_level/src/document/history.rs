//! The undo tree and the labels of its entries.
//!
//! The tree is that of the crate `undo`, with stable ids and a limit in bytes. Labels are data;
//! other modules put them into words.

use std::collections::HashSet;
use std::sync::Arc;

use gridwalk_pathfinding::{Cell, CellChange, GridSize, OptionChange, OptionKey, SearchOptions};
use undo::{At, Edit, Merged};

use crate::shapes::Shape;
use crate::{Level, LevelAgent, LevelChange, LevelEdit, LevelGrid, LevelKey, Turn};

/// The id of an entry in a history.
///
/// Later entries have larger ids; 0 is the level as opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EntryId(pub u32);

/// The text that a level was read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Base {
    /// `None` if the level was read from another format or created.
    pub text: Option<Arc<str>>,
    /// The name of the level when it was read; it may come from the file's name.
    pub name: String,
}

/// The state that the entries of a history change.
#[derive(Clone, Debug)]
pub(super) struct DocumentState {
    pub level: Arc<Level>,
    pub base: Base,
    /// The changes since this field was last emptied.
    pub change: LevelChange,
    /// Set while the tree is rebuilt: entries then change nothing.
    is_frozen: bool,
    /// The memory of all entries, in bytes.
    pub bytes: usize,
}

impl DocumentState {
    pub fn new(level: Arc<Level>, base: Base) -> Self {
        Self {
            level,
            base,
            change: LevelChange::default(),
            is_frozen: false,
            bytes: 0,
        }
    }

    /// Applies the entry's edit, and stores the inverse in the entry.
    fn swap(&mut self, step: &mut HistoryStep) {
        if self.is_frozen {
            return;
        }
        self.bytes -= step.bytes();
        let edit = std::mem::replace(&mut step.edit, LevelEdit::Several(Vec::new()));
        let applied = edit
            .apply_unchecked(Arc::make_mut(&mut self.level))
            .expect("it led here, so it leads back");
        step.edit = applied.inverse;
        if let Some(base) = &mut step.base {
            std::mem::swap(base, &mut self.base);
        }
        self.bytes += step.bytes();
        self.change.extend(applied.change);
    }
}

/// One entry.
///
/// It holds the edit that leads to it while it is undone, and the inverse while it is done.
#[derive(Clone, Debug)]
pub(super) struct HistoryStep {
    pub id: EntryId,
    pub parent: EntryId,
    pub label: Label,
    pub edit: LevelEdit,
    /// The other text, if the file was reloaded.
    pub base: Option<Base>,
    /// Whether it merges into the entry before it if both set cells.
    ///
    /// An entry that did not merge at first never merges later.
    pub merges: bool,
}

impl HistoryStep {
    fn bytes(&self) -> usize {
        // Entries may share one text. Each counts it in full, as each may become its last owner.
        let text = self
            .base
            .as_ref()
            .and_then(|base| base.text.as_ref())
            .map_or(0, |text| text.len());
        size_of::<Self>() + OVERHEAD + self.edit.bytes() + self.label.bytes() + text
    }
}

impl Edit for HistoryStep {
    type Target = DocumentState;
    type Output = ();

    /// Does nothing: an edit is applied before its entry is pushed, so that no refused edit is
    /// pushed.
    fn edit(&mut self, _: &mut DocumentState) {}

    fn undo(&mut self, live: &mut DocumentState) {
        live.swap(self);
    }

    fn redo(&mut self, live: &mut DocumentState) {
        live.swap(self);
    }

    fn merge(&mut self, mut other: Self) -> Merged<Self> {
        match (&mut self.edit, &mut other.edit) {
            (LevelEdit::Cells(first), LevelEdit::Cells(later)) if other.merges => {
                // The inverse begins with the edit that was applied last.
                *first = later.drain(..).chain(first.drain(..)).collect();
            }
            _ => return Merged::No(other),
        }
        let first = std::mem::replace(&mut self.label, Label::Cells(0));
        self.label = first.and(other.label);
        self.id = other.id;
        Merged::Yes
    }
}

/// Bytes of an entry beyond its contents: the texts in its label, and its share of the tree.
const OVERHEAD: usize = 128;

/// The entries, and which of them are done.
#[derive(Debug)]
pub(super) struct Tree {
    steps: undo::History<HistoryStep>,
    /// The entry before the oldest one.
    pub root: EntryId,
    newest: EntryId,
    bound: usize,
}

impl Tree {
    pub fn new(bound: usize) -> Self {
        Self {
            steps: undo::History::new(),
            root: EntryId(0),
            newest: EntryId(0),
            bound,
        }
    }

    /// Returns the entry that was done last.
    pub fn present(&self) -> EntryId {
        let done = self
            .steps
            .head()
            .index
            .checked_sub(1)
            .and_then(|last| self.steps.get_entry(last));
        done.map_or(self.root, |entry| entry.as_ref().id)
    }

    /// Returns the entry that was done last and the one that redo would apply.
    pub fn around(&self) -> [Option<&HistoryStep>; 2] {
        let next = self.steps.head().index;
        let entry = |at: usize| self.steps.get_entry(at).map(AsRef::as_ref);
        [next.checked_sub(1).and_then(entry), entry(next)]
    }

    /// Adds an entry that was just done.
    pub fn push(&mut self, live: &mut DocumentState, step: HistoryStep) {
        self.newest = EntryId(self.newest.0 + 1);
        let step = HistoryStep {
            id: self.newest,
            parent: self.present(),
            ..step
        };
        live.bytes += step.bytes();
        self.steps.edit(live, step);
        if live.bytes > self.bound {
            self.forget_oldest(live);
        }
    }

    pub fn undo(&mut self, live: &mut DocumentState) -> bool {
        self.steps.undo(live).is_some()
    }

    pub fn redo(&mut self, live: &mut DocumentState) -> bool {
        self.steps.redo(live).is_some()
    }

    /// Moves to the state after an entry, on any branch; returns `false` if there is no such entry.
    pub fn go_to(&mut self, live: &mut DocumentState, id: EntryId) -> bool {
        let at = self.find(id);
        if let Some(at) = at {
            self.steps.go_to(live, at);
        }
        at.is_some()
    }

    /// Finds an entry in the crate's tree: its branch, and the number of entries that lead to it.
    fn find(&self, id: EntryId) -> Option<At> {
        let branch = self.steps.head().root;
        if id == self.root {
            return Some(At::new(branch, 0));
        }
        let is_it = |entry: &undo::Entry<HistoryStep>| entry.as_ref().id == id;
        if let Some(before) = self.steps.entries().position(is_it) {
            return Some(At::new(branch, before + 1));
        }
        self.steps.branches().find_map(|(branch, entries)| {
            let before = entries.entries().position(is_it)?;
            Some(At::new(branch, entries.parent().index + before + 1))
        })
    }

    /// Returns the entries of the current branch, and how many of them are done.
    pub fn branch(&self) -> (impl Iterator<Item = &HistoryStep>, usize) {
        (
            self.steps.entries().map(AsRef::as_ref),
            self.steps.head().index,
        )
    }

    /// Returns the entries of all other branches.
    pub fn elsewhere(&self) -> impl Iterator<Item = &HistoryStep> {
        self.steps
            .branches()
            .flat_map(|(_, branch)| branch.entries())
            .map(AsRef::as_ref)
    }

    /// Drops the oldest entries, and the branches that begin at them, until a quarter of the limit
    /// is free.
    ///
    /// The newest entry stays, whatever its size.
    ///
    /// # Complexity
    /// O(entries), rarely.
    fn forget_oldest(&mut self, live: &mut DocumentState) {
        let (present, [.., next]) = (self.present(), self.around());
        let tip = self
            .steps
            .entries()
            .last()
            .map_or(present, |entry| entry.as_ref().id);
        debug_assert!(next.is_none(), "an entry was added just now");
        let mut steps: Vec<&HistoryStep> = self.branch().0.chain(self.elsewhere()).collect();
        steps.sort_unstable_by_key(|step| step.id);
        let mut room = self.bound / 4 * 3;
        let fits = |step: &&&HistoryStep| {
            let rest = room.checked_sub(step.bytes());
            room = rest.unwrap_or(0);
            rest.is_some()
        };
        let kept = steps.iter().rev().take_while(fits).count().max(1);
        let oldest = steps[steps.len() - kept].id;
        let root = self
            .branch()
            .0
            .map(|step| step.id)
            .take_while(|id| *id < oldest)
            .last();
        let root = root.unwrap_or(self.root);
        let mut reached = HashSet::from([root]);
        steps.retain(|step| {
            step.id >= oldest && reached.contains(&step.parent) && reached.insert(step.id)
        });
        let steps: Vec<HistoryStep> = steps.into_iter().cloned().collect();
        self.root = root;
        self.rebuild(live, steps, tip, tip);
    }

    /// Returns to the state after an entry of the current branch, and drops the entries since.
    ///
    /// The result is as if those had never been done.
    ///
    /// # Complexity
    /// O(entries).
    pub fn take_back(&mut self, live: &mut DocumentState, to: EntryId) -> bool {
        let done = self.steps.head().index;
        let branch = self.branch().0.take(done).map(|step| step.id);
        let mut gone: HashSet<EntryId> = branch
            .skip_while(|id| to != self.root && *id != to)
            .collect();
        gone.remove(&to);
        if gone.is_empty() || !self.go_to(live, to) {
            return false;
        }
        let mut steps: Vec<HistoryStep> =
            self.branch().0.chain(self.elsewhere()).cloned().collect();
        steps.sort_unstable_by_key(|step| step.id);
        steps.retain(|step| {
            let is_gone = gone.contains(&step.id) || gone.contains(&step.parent);
            if is_gone {
                gone.insert(step.id);
            }
            !is_gone
        });
        // Entries that were undone before can be redone: the branch that was made last.
        let mut ahead = HashSet::from([to]);
        let leads_on = |step: &&HistoryStep| ahead.contains(&step.parent) && ahead.insert(step.id);
        let tip = steps
            .iter()
            .filter(leads_on)
            .last()
            .map_or(to, |step| step.id);
        self.rebuild(live, steps, tip, to);
        true
    }

    /// Rebuilds the tree from these entries, in the order of their ids.
    ///
    /// The current branch ends with `tip` and is done up to `present`.
    fn rebuild(
        &mut self,
        live: &mut DocumentState,
        steps: Vec<HistoryStep>,
        tip: EntryId,
        present: EntryId,
    ) {
        live.bytes = steps.iter().map(HistoryStep::bytes).sum();
        live.is_frozen = true;
        self.steps = undo::History::new();
        for step in steps {
            if self.present() != step.parent {
                self.go_to(live, step.parent);
            }
            self.steps.edit(live, step);
        }
        self.go_to(live, tip);
        self.go_to(live, present);
        live.is_frozen = false;
    }
}

/// A change of a part of the map as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceAct {
    /// The part moved to another place.
    Move,
    /// The part was turned or mirrored.
    Turn(Turn),
    /// The part was erased.
    Erase,
    /// A copy was put into the map.
    Paste,
    /// A generated map was put into the map.
    Generate,
}

/// The label of one entry of the history.
#[derive(Clone, Debug, PartialEq)]
pub enum Label {
    /// A number of cells got another terrain.
    Cells(usize),
    /// A cell got the terrain with this name.
    Cell(Cell, String),
    /// A stroke of this shape gave a number of cells the terrain with this name.
    Drawn(Shape, usize, String),
    /// A stroke made a number of cells one-way.
    OneWay(usize),
    /// A part of the map was changed as a whole, which changed a number of cells.
    Piece(PieceAct, usize),
    /// The map was resized to this size.
    Resize(GridSize),
    /// The map was turned or mirrored.
    Turn(Turn),
    /// The map was replaced by another one of this size.
    Map(GridSize),
    /// The legend changed.
    Legend,
    /// The portals changed.
    Portals,
    /// The agent with this name was added.
    AddAgent(String),
    /// The agent with this name was removed.
    RemoveAgent(String),
    /// The agent with this name got another start.
    MoveAgent(String, Cell),
    /// The agent with this name got other goals, of this number.
    Goals(String, usize),
    /// The agent with this name, the new one if that changed, was changed in some other way.
    Agent(String),
    /// The options were set to these values.
    Options(Vec<OptionChange>),
    /// Another key was set to this value.
    Key(LevelKey),
    /// The file changed on disk and was read again.
    Reload,
    /// Several changes in one entry.
    Several(Vec<Self>),
}

impl Label {
    /// Returns the label of an edit that is not yet applied to the level.
    #[must_use]
    pub fn of(edit: &LevelEdit, level: &Level) -> Self {
        let name = |number: usize| {
            level
                .agents
                .get(number)
                .map_or_else(String::new, |agent| agent.name.clone())
        };
        match edit {
            LevelEdit::Cells(cells) => Self::Cells(cells.len()),
            LevelEdit::Map(grid) if grid.size() != level.grid.size() => Self::Resize(grid.size()),
            LevelEdit::Map(grid) => Self::Map(grid.size()),
            LevelEdit::Legend(_) => Self::Legend,
            LevelEdit::Portals(_) => Self::Portals,
            LevelEdit::AddAgent(_, agent) => Self::AddAgent(agent.name.clone()),
            LevelEdit::RemoveAgent(number) => Self::RemoveAgent(name(*number)),
            LevelEdit::SetAgent(number, agent) => Self::of_agent(level.agents.get(*number), agent),
            LevelEdit::Set(key) => match &**key {
                LevelKey::Options(options) => Self::Options(differing(&level.search, options)),
                key => Self::Key(key.clone()),
            },
            LevelEdit::Several(edits) => {
                Self::Several(edits.iter().map(|edit| Self::of(edit, level)).collect())
            }
        }
    }

    /// Returns the label of a change of cells that is already applied to the map.
    pub(super) fn of_cells(changes: &[CellChange], grid: &LevelGrid) -> Self {
        match changes {
            [CellChange { cell, after, .. }] => {
                Self::Cell(*cell, grid.legend()[usize::from(after.0)].name.clone())
            }
            changes => Self::Cells(changes.len()),
        }
    }

    /// Merges the label with that of a later change in the same stroke.
    fn and(self, later: Self) -> Self {
        let count = |label: &Self| match label {
            Self::Cells(count) | Self::Drawn(_, count, _) => *count,
            _ => 1,
        };
        match (self, later) {
            // One cell changed twice.
            (Self::Cell(first, _), Self::Cell(cell, name)) if first == cell => {
                Self::Cell(cell, name)
            }
            (Self::Drawn(shape, first, name), Self::Drawn(_, later, _)) => {
                Self::Drawn(shape, first + later, name)
            }
            (first, later @ (Self::Cell(..) | Self::Cells(_))) => {
                Self::Cells(count(&first) + count(&later))
            }
            (first, _) => first,
        }
    }

    fn of_agent(before: Option<&LevelAgent>, after: &LevelAgent) -> Self {
        let name = after.name.clone();
        match before {
            Some(before)
                if *after
                    == (LevelAgent {
                        at: after.at,
                        ..before.clone()
                    }) =>
            {
                Self::MoveAgent(name, after.at)
            }
            Some(before)
                if *after
                    == (LevelAgent {
                        goals: after.goals.clone(),
                        ..before.clone()
                    }) =>
            {
                Self::Goals(name, after.goals.len())
            }
            _ => Self::Agent(name),
        }
    }

    /// Returns the approximate memory size of the label in bytes.
    pub(super) fn bytes(&self) -> usize {
        let beyond = match self {
            Self::Several(labels) => labels.iter().map(Self::bytes).sum(),
            Self::Options(options) => size_of_val(&**options),
            Self::Key(key) => key.bytes(),
            _ => 0,
        };
        size_of::<Self>() + beyond
    }
}

fn differing(before: &SearchOptions, after: &SearchOptions) -> Vec<OptionChange> {
    let values = OptionKey::ALL
        .into_iter()
        .map(|key| (key.of(before), key.of(after)));
    values
        .filter(|(before, after)| before != after)
        .map(|(_, after)| after)
        .collect()
}
