//! Kinds of agents on a map: each profile once, its rules cell by cell, and a view of the map for
//! those that search.
//!
//! A view is made in slices when an agent of the kind has its turn to search, and kept for the next
//! ones. While no search needs it, it follows no edits, and catches up when one does.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use bevy_platform::collections::HashMap;
use gridwalk_pathfinding::{
    AgentProfile, AgentRules, Cell, Grid, GridChange, Map, View, ViewMaking,
};

use crate::AgentKind;

/// Views take so many bytes together; those that were used longest ago are dropped first.
const MAX_BYTES: usize = 64 << 20;

/// As many views stay as were used last, however many bytes they take.
const MIN_VIEWS: usize = 8;

/// Keeps the view of a kind for a search, and lets it follow edits.
#[derive(Clone, Debug)]
pub(crate) struct ViewLease(#[expect(dead_code, reason = "it is counted")] Arc<()>);

/// All kinds that agents of a map have. A kind is told by the address of its profile, of which all
/// its agents share one.
#[derive(Default)]
pub(crate) struct Kinds {
    /// Every kind once, told by what its profile says. It keeps the addresses of profiles from
    /// being used again.
    profiles: HashSet<AgentKind>,
    by_address: HashMap<usize, KindMap>,
    /// Counts the uses of views.
    uses: AtomicU64,
    /// Whether views were used since edits were followed last, and since memory was looked at last.
    is_used: AtomicBool,
    may_be_large: AtomicBool,
    /// The kinds whose views searches need, as long as no other view was used.
    leased: Vec<usize>,
}

struct KindMap {
    rules: AgentRules,
    lease: Arc<()>,
    /// The view, while it is what the kind sees.
    view: OnceLock<Box<View>>,
    making: Mutex<Making>,
    last_use: AtomicU64,
}

/// A view that is not what the kind sees.
#[derive(Default)]
enum Making {
    #[default]
    Nothing,
    FromScratch(Box<ViewMaking>),
    /// It has missed edits.
    Behind(Box<View>),
}

fn address(AgentKind(profile): &AgentKind) -> usize {
    Arc::as_ptr(profile).addr()
}

impl Kinds {
    /// Lets the component share its profile with all others of its kind, and says whether the kind
    /// is new.
    pub fn learn(&mut self, kind: &mut AgentKind, grid: &Grid) -> bool {
        if self.by_address.contains_key(&address(kind)) {
            return false;
        }
        if let Some(known) = self.profiles.get(&*kind) {
            kind.clone_from(known);
            return false;
        }
        self.profiles.insert(kind.clone());
        self.by_address.insert(
            address(kind),
            KindMap::new(AgentRules::new(&kind.0, grid.legend())),
        );
        true
    }

    /// Returns `true` if no agent of an equal kind was on the map.
    pub fn is_new(&self, kind: &AgentKind) -> bool {
        !self.by_address.contains_key(&address(kind)) && !self.profiles.contains(kind)
    }

    /// Finds a kind by the address of its profile, or else by what that says.
    fn get(&self, kind: &AgentKind) -> Option<&KindMap> {
        let by_profile = || self.by_address.get(&address(self.profiles.get(kind)?));
        self.by_address.get(&address(kind)).or_else(by_profile)
    }

    /// Returns `true` if agents have the very profile of this component.
    pub fn shares(&self, kind: &AgentKind) -> bool {
        self.by_address.contains_key(&address(kind))
    }

    /// Forgets the kinds that nothing is of any more.
    pub fn forget_unused(&mut self) {
        let Self {
            profiles,
            by_address,
            ..
        } = self;
        profiles.retain(|kind| {
            let is_used = Arc::strong_count(&kind.0) > 1;
            if !is_used {
                by_address.remove(&address(kind));
            }
            is_used
        });
    }

    /// Drops the views that were used longest ago, if all take too much memory.
    pub fn limit_memory(&mut self) {
        if !std::mem::take(self.may_be_large.get_mut()) {
            return;
        }
        let mut views: Vec<(u64, usize, &mut KindMap)> = Vec::new();
        for kind in self.by_address.values_mut() {
            let bytes = kind.bytes();
            if bytes > 0 && Arc::strong_count(&kind.lease) == 1 {
                views.push((*kind.last_use.get_mut(), bytes, kind));
            }
        }
        views.sort_unstable_by_key(|(last_use, ..)| std::cmp::Reverse(*last_use));
        let mut sum = 0;
        for (rank, (_, bytes, kind)) in views.into_iter().enumerate() {
            sum += bytes;
            if rank >= MIN_VIEWS && sum > MAX_BYTES {
                kind.drop_view();
            }
        }
    }

    /// The view of the kind, if it is made and current, and its rules; `None` if the kind is not
    /// known.
    pub fn find(&self, kind: &AgentKind) -> Option<(Option<&View>, &AgentRules)> {
        let kind = self.get(kind)?;
        Some((kind.view.get().map(|view| &**view), &kind.rules))
    }

    /// Keeps the view of the kind from now on; `None` if the kind is not known.
    pub fn lease(&self, kind: &AgentKind) -> Option<ViewLease> {
        let kind = self.get(kind)?;
        kind.last_use
            .store(self.uses.fetch_add(1, Ordering::Relaxed), Ordering::Relaxed);
        self.is_used.store(true, Ordering::Relaxed);
        Some(ViewLease(Arc::clone(&kind.lease)))
    }

    /// Makes the view of the kind for the time of so many expansions: how many it took, and whether
    /// it is there. A kind that is not known has none.
    pub fn make_view(&self, kind: &AgentKind, base: &Map, work: u64) -> (u64, bool) {
        let Some(kind) = self.get(kind) else {
            return (0, false);
        };
        if kind.view.get().is_some() {
            return (0, true);
        }
        self.may_be_large.store(true, Ordering::Relaxed);
        let mut making = kind.making();
        if let Making::Behind(view) = &mut *making
            && !view.catch_up(base)
        {
            *making = Making::Nothing;
        }
        if matches!(*making, Making::Nothing) {
            *making = Making::FromScratch(Box::new(ViewMaking::with_rules(kind.rules.clone())));
        }
        let (taken, view) = match &mut *making {
            Making::Behind(view) => {
                let (taken, is_current) = view.advance(base, work);
                let made = is_current.then(|| std::mem::take(&mut *making));
                (taken, made.and_then(Making::into_view))
            }
            Making::FromScratch(begun) => {
                let (taken, view) = begun.advance(base, work);
                (taken, view.map(Box::new))
            }
            Making::Nothing => (0, None),
        };
        let Some(view) = view else {
            return (taken, false);
        };
        *making = Making::Nothing;
        // Another thread cannot have been faster: it would have waited for this one.
        _ = kind.view.set(view);
        (taken, true)
    }

    /// Follows an edit of the map. Views that no search needs are only marked.
    pub fn follow(&mut self, grid: &Grid, change: &GridChange) {
        if change.legend.is_some() {
            for kind in self.by_address.values_mut() {
                kind.rules.set_legend(grid.legend());
            }
        }
        if std::mem::take(self.is_used.get_mut()) {
            self.leased.clear();
            for (address, kind) in &mut self.by_address {
                if kind.put_aside() {
                    self.leased.push(*address);
                }
            }
        }
        let by_address = &mut self.by_address;
        self.leased.retain(|address| {
            let kind = by_address.get_mut(address);
            kind.is_some_and(|kind| {
                let is_leased = kind.put_aside();
                if is_leased {
                    kind.follow(grid, change);
                }
                is_leased
            })
        });
    }
}

impl KindMap {
    fn new(rules: AgentRules) -> Self {
        Self {
            rules,
            lease: Arc::default(),
            view: OnceLock::new(),
            making: Mutex::default(),
            last_use: AtomicU64::new(0),
        }
    }

    fn making(&self) -> MutexGuard<'_, Making> {
        self.making.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn making_mut(&mut self) -> &mut Making {
        self.making
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn bytes(&mut self) -> usize {
        let behind = match self.making_mut() {
            Making::Behind(view) => view.bytes(),
            Making::FromScratch(making) => making.bytes(),
            Making::Nothing => 0,
        };
        behind + self.view.get().map_or(0, |view| view.bytes())
    }

    fn drop_view(&mut self) {
        self.view = OnceLock::new();
        *self.making_mut() = Making::Nothing;
    }

    /// From here on the view follows no edits, unless a search needs it: true then.
    fn put_aside(&mut self) -> bool {
        if Arc::strong_count(&self.lease) > 1 {
            return true;
        }
        if let Some(view) = self.view.take() {
            *self.making_mut() = Making::Behind(view);
        } else if matches!(self.making_mut(), Making::FromScratch(_)) {
            *self.making_mut() = Making::Nothing;
        }
        false
    }

    /// Follows an edit of the map with a view that a search needs. One that has to be made from
    /// scratch is made when the search has its turn.
    fn follow(&mut self, grid: &Grid, change: &GridChange) {
        if self
            .view
            .get_mut()
            .is_some_and(|view| !view.try_update(grid, change))
        {
            self.view = OnceLock::new();
        }
        let making = self.making_mut();
        let is_lost = match making {
            Making::Behind(view) => {
                view.map().grid().revision().next() == change.revision
                    && !view.try_update(grid, change)
            }
            Making::FromScratch(begun) => {
                begun.update(grid, change);
                false
            }
            Making::Nothing => false,
        };
        if is_lost {
            *making = Making::Nothing;
        }
    }
}

impl Making {
    fn into_view(self) -> Option<Box<View>> {
        if let Self::Behind(view) = self {
            Some(view)
        } else {
            None
        }
    }
}

impl std::fmt::Debug for Kinds {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Kinds")
            .field("profiles", &self.profiles)
            .finish_non_exhaustive()
    }
}

/// The grid as one kind of agent sees it, without a copy: see
/// [`NavGrid::for_agent`](crate::NavGrid::for_agent).
#[derive(Clone, Copy, Debug)]
pub struct AgentGrid<'a> {
    shared: &'a Grid,
    by: AnswerSource<'a>,
}

/// The source of the answers.
#[derive(Clone, Copy, Debug)]
enum AnswerSource<'a> {
    /// The shared grid.
    Shared,
    /// The view of a kind.
    View(&'a Grid, &'a AgentRules),
    /// A kind without a view.
    Rules(&'a AgentRules),
    /// A kind that was put on an agent since the last tick.
    Profile(&'a AgentProfile),
}

impl<'a> AgentGrid<'a> {
    pub(super) const fn of_rules(shared: &'a Grid, rules: &'a AgentRules) -> Self {
        Self {
            shared,
            by: AnswerSource::Rules(rules),
        }
    }

    pub(super) const fn of_view(shared: &'a Grid, seen: &'a Grid, rules: &'a AgentRules) -> Self {
        Self {
            shared,
            by: AnswerSource::View(seen, rules),
        }
    }

    pub(super) fn of_kind(shared: &'a Grid, AgentKind(profile): &'a AgentKind) -> Self {
        Self {
            shared,
            by: AnswerSource::Profile(profile),
        }
    }

    /// The grid that all kinds of agents share, with its portals and its revision.
    #[must_use]
    pub const fn shared(self) -> &'a Grid {
        self.shared
    }

    /// Whether the agent can stand on the cell; false outside.
    ///
    /// # Complexity
    /// O(1) for agents without a kind, and while the view of the kind is made; else O(size²), see
    /// [`AgentRules::allows`].
    #[inline]
    #[must_use]
    pub fn is_walkable(self, cell: Cell) -> bool {
        match self.by {
            AnswerSource::Shared => self.shared.is_walkable(cell),
            AnswerSource::View(seen, _) => seen.is_walkable(cell),
            AnswerSource::Rules(rules) => rules.allows(self.shared, cell),
            AnswerSource::Profile(profile) => profile.allows(self.shared, cell),
        }
    }

    /// Returns the cost of a step onto the cell for the agent; `None` where it cannot stand.
    ///
    /// # Complexity
    /// That of [`is_walkable`](Self::is_walkable), and O((size + reach)²) for a kind that keeps off
    /// walls and has no view.
    #[inline]
    #[must_use]
    pub fn cost(self, cell: Cell) -> Option<u16> {
        match self.by {
            AnswerSource::Shared => self.shared.cost(cell),
            AnswerSource::View(seen, _) => seen.cost(cell),
            AnswerSource::Rules(rules) => rules.cost(self.shared, cell),
            AnswerSource::Profile(profile) => {
                AgentRules::new(profile, self.shared.legend()).cost(self.shared, cell)
            }
        }
    }

    /// Returns the cost of the terrain of a cell for the agent, without the extra cost near walls;
    /// `None` where that is blocked. So many times longer a step onto it takes.
    ///
    /// # Complexity
    /// O(1).
    #[must_use]
    pub fn terrain_cost(self, cell: Cell) -> Option<u16> {
        match self.by {
            AnswerSource::Shared => self.shared.cost(cell),
            AnswerSource::View(_, rules) | AnswerSource::Rules(rules) => {
                rules.terrain_cost(self.shared, cell)
            }
            AnswerSource::Profile(profile) => {
                AgentRules::new(profile, self.shared.legend()).terrain_cost(self.shared, cell)
            }
        }
    }
}

/// The grid as agents without a kind see it.
impl<'a> From<&'a Grid> for AgentGrid<'a> {
    fn from(grid: &'a Grid) -> Self {
        Self {
            shared: grid,
            by: AnswerSource::Shared,
        }
    }
}
