//! State that several features share.
//!
//! This is the order of systems, the selected agents and the groups that the user keeps, what is
//! hovered or dragged, switches, the pace of time, and the place shown by the window, for a page's
//! address, title and text.

use core::time::Duration;
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

use bevy::ecs::entity::EntityHashSet;
use bevy::prelude::*;
use bevy_gridwalk::PathfindingSystems;
use gridwalk_explain::Language;
use gridwalk_pathfinding::Cell;

use crate::app::Sentence;
use crate::app::command::{Mode, Toggle};

/// System sets of a frame, in order. The plugin's fixed steps run before `Update`.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::app) enum AppSystems {
    /// In `PreUpdate`: files dropped on the window become commands.
    ///
    /// This set and the next three run before the fixed step, so the dispatcher delivers their
    /// commands in the same frame.
    Files,
    /// In `PreUpdate`: scripts become commands.
    Script,
    /// In `PreUpdate`: pointer input becomes commands.
    Mouse,
    /// In `PreUpdate`: keys become commands.
    ///
    /// egui takes the focus from a field on Esc or Enter. This set runs first, so that such a key
    /// still reaches the field.
    Keys,
    /// In `Update`: events become sentences for the user.
    Report,
    /// In `Update`: watched searches.
    Watch,
    /// In `Update`: the camera.
    View,
    /// In `Update`: drawing on the map.
    Draw,
    /// In the egui pass: panels; the map gets the remaining area.
    Panels,
    /// In the egui pass: drawing on the map.
    Map,
    /// In `Last`: pending writes are completed before the program exits.
    Exit,
}

/// The cell under the pointer; `None` if the pointer is not over the map.
#[derive(Resource, Default, Debug, PartialEq, Eq)]
pub struct Hovered(pub Option<Cell>);

/// Whether agents are paused. Agents also stand still while a search is watched.
#[derive(Resource, Default, Debug, PartialEq, Eq)]
pub struct Paused(pub bool);

/// Whether the side panel's first heading should take the keyboard focus.
#[derive(Resource, Default, Debug)]
pub struct PanelFocus(AtomicBool);

impl PanelFocus {
    /// Requests the focus for the next heading that is drawn.
    pub(in crate::app) fn want(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns `true` once after each request.
    pub(in crate::app) fn take(&self) -> bool {
        self.0.swap(false, Ordering::Relaxed)
    }
}

/// Whether an agent is being dragged; all agents stand still during a drag.
#[derive(Resource, Default, Debug, PartialEq, Eq)]
pub(in crate::app) struct Dragging(pub bool);

/// A drag over the map that is neither a stroke nor a move of the map, in world units.
#[derive(Resource, Default, Clone, Copy, Debug, PartialEq)]
pub(in crate::app) enum MapDrag {
    /// There is none.
    #[default]
    None,
    /// The user drags a box around agents, from one corner to the other.
    Box(Vec2, Vec2),
    /// The user drags a line on which the selected agents are to stand.
    Line(Vec2, Vec2),
    /// The user carries an agent, a goal or an end of the watched path.
    Carry,
    /// Esc has ended the drag while the button is held.
    Cancelled,
}

/// Returns the element `by` places after `one`, and wraps around at the end of the list.
pub(in crate::app) fn another<T: Copy + PartialEq>(all: &[T], one: T, by: usize) -> T {
    let here = all.iter().position(|other| *other == one).unwrap_or(0);
    all[(here + by) % all.len()]
}

/// The toggles that are on.
#[derive(Resource, Clone, Debug, PartialEq, Eq)]
pub struct Toggles(HashSet<Toggle>);

impl Default for Toggles {
    fn default() -> Self {
        Self([Toggle::Panel, Toggle::Legend, Toggle::Numbers].into())
    }
}

impl Toggles {
    /// Returns `true` if the toggle is on.
    #[must_use]
    pub fn is_on(&self, toggle: Toggle) -> bool {
        self.0.contains(&toggle)
    }

    /// Turns a toggle on or off; returns whether it was on.
    pub(in crate::app) fn turn(&mut self, toggle: Toggle, on: bool) -> bool {
        if on {
            !self.0.insert(toggle)
        } else {
            self.0.remove(&toggle)
        }
    }
}

/// Flips a toggle.
pub(in crate::app) fn act_on_toggle(In(toggle): In<Toggle>, mut toggles: ResMut<Toggles>) {
    let on = !toggles.is_on(toggle);
    toggles.turn(toggle, on);
}

/// The speed of time for agents.
#[derive(Resource, Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct TimeSpeed {
    /// Exponent of the speed factor, to the base 2.
    exponent: i8,
    /// Pending ticks while agents are paused.
    ticks: u32,
}

/// Maximum exponent, up and down.
const MOST: i8 = 3;

/// Maximum time that a frame catches up on after a slow one.
const LONGEST_FRAME: Duration = Duration::from_millis(250);

impl TimeSpeed {
    /// Returns the speed factor relative to real time.
    #[must_use]
    pub fn speed(self) -> f32 {
        f32::from(self.exponent).exp2()
    }

    /// Whether time passes at normal speed.
    #[must_use]
    pub const fn is_normal(self) -> bool {
        self.exponent == 0
    }

    /// Returns the speed factor as text: a whole number or a fraction.
    #[must_use]
    pub fn text(self) -> String {
        let part = 1 << self.exponent.unsigned_abs();
        if self.exponent < 0 {
            format!("1/{part}")
        } else {
            part.to_string()
        }
    }

    /// Whether single ticks are pending.
    #[must_use]
    pub const fn is_stepping(self) -> bool {
        self.ticks > 0
    }

    /// Doubles or halves the speed, within its limits.
    pub(in crate::app) fn turn(&mut self, faster: bool) {
        self.exponent = (self.exponent + if faster { 1 } else { -1 }).clamp(-MOST, MOST);
    }

    /// Resets the speed to normal.
    pub(in crate::app) fn reset(&mut self) {
        self.exponent = 0;
    }

    /// Requests one more tick.
    pub(in crate::app) fn step(&mut self) {
        self.ticks += 1;
    }
}

pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<TimeSpeed>()
        .configure_sets(
            FixedUpdate,
            (PathfindingSystems::Follow, AfterTick)
                .chain()
                .run_if(agents_move),
        )
        .add_systems(FixedUpdate, count_tick.after(AfterTick).run_if(agents_move))
        .add_systems(Update, set_speed.run_if(resource_changed::<TimeSpeed>));
}

/// Systems that read the agents after each tick in which time passes for them.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::app) struct AfterTick;

/// Whether time passes for agents.
fn agents_move(
    paused: Res<Paused>,
    pace: Res<TimeSpeed>,
    dragging: Res<Dragging>,
    mode: Res<Mode>,
) -> bool {
    (!paused.0 || pace.is_stepping()) && !dragging.0 && *mode == Mode::Agents
}

fn count_tick(mut pace: ResMut<TimeSpeed>) {
    if pace.is_stepping() {
        pace.ticks -= 1;
    }
}

/// Sets the speed of time, and limits the catch-up after a slow frame.
///
/// The limit in ticks does not grow with the speed, and neither does the cost of a frame.
fn set_speed(pace: Res<TimeSpeed>, mut time: ResMut<Time<Virtual>>) {
    if time.relative_speed().to_bits() != pace.speed().to_bits() {
        time.set_relative_speed(pace.speed());
        time.set_max_delta(LONGEST_FRAME.div_f32(pace.speed().max(1.0)));
    }
}

/// The selected agents, which receive the orders given by clicks on the map.
///
/// One of them is the lead: the panel describes it, and commands about one agent act on it.
#[derive(Resource, Default, Debug, PartialEq, Eq)]
pub struct Selection {
    lead: Option<Entity>,
    /// All selected agents, the lead included, in the order in which they were selected.
    agents: Vec<Entity>,
    members: EntityHashSet,
}

impl Selection {
    /// Creates a selection of one agent, or of none.
    #[must_use]
    pub fn of(agent: impl Into<Option<Entity>>) -> Self {
        Self::all(agent.into())
    }

    /// Creates a selection of several agents; the first one leads.
    #[must_use]
    pub fn all(agents: impl IntoIterator<Item = Entity>) -> Self {
        let mut all = Self::default();
        agents.into_iter().for_each(|agent| all.add(agent));
        all
    }

    /// Returns the agent that the panel describes.
    #[must_use]
    pub const fn lead(&self) -> Option<Entity> {
        self.lead
    }

    /// Returns all selected agents, in the order in which they were selected.
    #[must_use]
    pub fn agents(&self) -> &[Entity] {
        &self.agents
    }

    /// Returns `true` if the agent is selected.
    #[must_use]
    pub fn contains(&self, agent: Entity) -> bool {
        self.members.contains(&agent)
    }

    /// Returns `true` if more than one agent is selected.
    #[must_use]
    pub const fn is_many(&self) -> bool {
        self.agents.len() > 1
    }

    /// Adds an agent.
    pub(in crate::app) fn add(&mut self, agent: Entity) {
        if self.members.insert(agent) {
            self.agents.push(agent);
        }
        self.lead.get_or_insert(agent);
    }

    /// Makes an agent the lead; one that is not selected is selected alone.
    pub(in crate::app) fn lead_by(&mut self, agent: Entity) {
        if self.contains(agent) {
            self.lead = Some(agent);
        } else {
            *self = Self::of(agent);
        }
    }

    /// Keeps the agents for which the function returns `true`. If the lead goes, the first one left
    /// leads.
    pub(in crate::app) fn retain(&mut self, keeps: impl Fn(Entity) -> bool) {
        self.agents.retain(|agent| keeps(*agent));
        self.members.retain(|agent| keeps(*agent));
        self.lead = self
            .lead
            .filter(|lead| keeps(*lead))
            .or(self.agents.first().copied());
    }
}

/// Number of groups.
const GROUPS: usize = 9;

/// Groups of agents under the numbers from 1 to 9.
#[derive(Resource, Default, Debug)]
pub struct Groups([Vec<Entity>; GROUPS]);

impl Groups {
    /// Returns the agents of a group, by its number from 1.
    #[must_use]
    pub fn get(&self, number: usize) -> &[Entity] {
        number
            .checked_sub(1)
            .and_then(|index| self.0.get(index))
            .map_or(&[], Vec::as_slice)
    }

    /// Replaces the agents of a group, by its number from 1.
    pub(in crate::app) fn keep(&mut self, number: usize, agents: &[Entity]) {
        if let Some(group) = number
            .checked_sub(1)
            .and_then(|index| self.0.get_mut(index))
        {
            *group = agents.to_vec();
        }
    }

    /// Keeps the agents for which the function returns `true`.
    pub(in crate::app) fn retain(&mut self, keeps: impl Fn(Entity) -> bool) {
        for group in &mut self.0 {
            group.retain(|agent| keeps(*agent));
        }
    }

    /// Returns the number of the group that holds exactly the selected agents.
    #[must_use]
    pub fn number_of(&self, selection: &Selection) -> Option<usize> {
        let is_same = |group: &Vec<Entity>| {
            group.len() == selection.agents.len()
                && group.iter().all(|agent| selection.contains(*agent))
        };
        self.0
            .iter()
            .position(|group| !group.is_empty() && is_same(group))
            .map(|index| index + 1)
    }
}

/// The place shown by the window.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct WindowPlace {
    /// Address parameters that lead to this place, such as `level=maze&mode=watch`.
    pub parameters: String,
    /// Whether the level is still that of the link that opened the page.
    pub is_shared: bool,
    /// Whether the parameters alone identify the level: it has a name and no changes.
    pub has_name: bool,
    /// The title of the page.
    pub title: String,
    /// The language of the window.
    pub language: Language,
}

impl WindowPlace {
    /// Returns the parameters of this place as a frame in another page.
    #[must_use]
    pub fn embedded(&self) -> String {
        let parts = self
            .parameters
            .split('&')
            .filter(|part| !part.is_empty() && *part != "embed");
        parts.chain(["embed"]).collect::<Vec<_>>().join("&")
    }
}

/// Text of the window for screen readers.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Spoken {
    /// The text of the lesson's page, with its title.
    pub lesson: String,
    /// The step of the search, while playback rests.
    pub step: String,
    /// The last message.
    pub note: String,
}

/// Problems of the page's address, shown until they are closed.
#[derive(Resource, Clone, Debug, Default)]
pub struct AddressProblems(pub Vec<Sentence>);

/// Whether the board is shown alone, as a frame in another page.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Embedded(pub bool);

#[cfg(test)]
mod tests {
    use super::*;

    fn agents() -> [Entity; 3] {
        let mut world = World::new();
        [(); 3].map(|()| world.spawn_empty().id())
    }

    #[test]
    fn lead_is_handed_on_when_it_leaves() {
        let [a, b, c] = agents();
        let mut selection = Selection::all([a, b, c, a]);
        assert_eq!(
            (selection.lead(), selection.agents()),
            (Some(a), &[a, b, c][..])
        );
        selection.lead_by(c);
        assert_eq!((selection.lead(), selection.agents().len()), (Some(c), 3));
        selection.retain(|agent| agent != c);
        assert_eq!((selection.lead(), selection.contains(c)), (Some(a), false));
        selection.lead_by(c);
        assert_eq!(
            selection,
            Selection::of(c),
            "one that is not selected is selected alone"
        );
    }

    #[test]
    fn group_is_found_by_its_members_in_any_order() {
        let [a, b, c] = agents();
        let mut groups = Groups::default();
        groups.keep(3, &[a, b]);
        assert_eq!(groups.number_of(&Selection::all([b, a])), Some(3));
        assert_eq!(groups.number_of(&Selection::all([a, b, c])), None);
        groups.retain(|agent| agent != b);
        assert_eq!(
            (groups.get(3), groups.get(0), groups.get(10)),
            (&[a][..], &[][..], &[][..])
        );
    }
}
