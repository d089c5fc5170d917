//! The selected agents, their groups, and the camera that follows the described one.

use bevy::prelude::*;
use bevy_gridwalk::{AgentKind, AgentMotion, AgentName, GridAgent};
use gridwalk_level::Document;
use gridwalk_pathfinding::Cell;

use super::sprites::covers;
use crate::app::command::{SelectionCommand, Toggle};
use crate::app::{CameraView, Groups, Mode, Notes, OpenDocument, Phrase, Selection, Toggles};

/// All agents by name: the order of lists and of the key that selects the next agent.
#[derive(Resource, Default, Debug)]
pub struct AgentsByName(pub Vec<Entity>);

/// Keeps the order up to date.
pub(super) fn keep_order(
    mut order: ResMut<AgentsByName>,
    named: Query<(Entity, &AgentName), With<GridAgent>>,
    changed: Query<(), (Changed<AgentName>, With<GridAgent>)>,
    mut removed: RemovedComponents<GridAgent>,
) {
    if removed.read().count() == 0 && changed.is_empty() {
        return;
    }
    let mut all: Vec<_> = named.iter().collect();
    all.sort_by(|a, b| alphanumeric_sort::compare_str(&a.1.0, &b.1.0));
    order.0 = all.into_iter().map(|(agent, _)| agent).collect();
}

/// Components of an agent that a selection depends on.
type Selectable<'a> = (
    Entity,
    &'a AgentName,
    &'a AgentMotion,
    Option<&'a AgentKind>,
);

/// Executes one command.
///
/// One agent stays selected while there is one: a box around nobody and an empty group change
/// nothing.
pub(in crate::app) fn act(
    In(command): In<SelectionCommand>,
    (mut selection, mut groups): (ResMut<Selection>, ResMut<Groups>),
    order: Res<AgentsByName>,
    agents: Query<Selectable, With<GridAgent>>,
    mut notes: ResMut<Notes>,
) {
    let named = |wanted: &str| {
        agents
            .iter()
            .find(|(_, name, ..)| name.0 == wanted)
            .map(|(agent, ..)| agent)
    };
    let inside = |from, to| {
        let ordered = agents.iter_many(&order.0);
        ordered
            .filter(move |(_, _, motion, kind)| is_inside(motion, *kind, from, to))
            .map(|(agent, ..)| agent)
    };
    let wanted = match command {
        SelectionCommand::In(from, to) => Selection::all(inside(from, to)),
        SelectionCommand::AlsoIn(from, to) => {
            Selection::all(selection.agents().iter().copied().chain(inside(from, to)))
        }
        SelectionCommand::All => Selection::all(order.0.iter().copied()),
        SelectionCommand::Lone => Selection::of(selection.lead()),
        SelectionCommand::Recall(number) => Selection::all(groups.get(number).iter().copied()),
        _ => Selection::default(),
    };
    match command {
        SelectionCommand::Recall(number) if wanted.agents().is_empty() => {
            notes.tell(Phrase::GroupIsEmpty.with("number", number));
        }
        SelectionCommand::Turn(name) => match named(&name) {
            Some(agent) if !selection.contains(agent) => selection.add(agent),
            Some(agent) if selection.is_many() => selection.retain(|other| other != agent),
            Some(_) => {}
            None => notes.warn(Phrase::NoSuchAgent.with("name", name)),
        },
        SelectionCommand::Lead(name) => match named(&name) {
            Some(agent) => selection.lead_by(agent),
            None => notes.warn(Phrase::NoSuchAgent.with("name", name)),
        },
        SelectionCommand::Keep(number) => {
            groups.keep(number, selection.agents());
            let count = selection.agents().len();
            notes.say(
                Phrase::GroupKept
                    .with("count", count)
                    .with("number", number),
            );
        }
        _ if wanted.agents().is_empty() => {}
        _ => drop(selection.set_if_neq(wanted)),
    }
}

/// Returns `true` if an agent covers a cell of the rectangle between two cells.
pub(super) fn is_inside(
    motion: &AgentMotion,
    kind: Option<&AgentKind>,
    from: Cell,
    to: Cell,
) -> bool {
    let corner = motion.position.round().as_ivec2();
    let nearest = |at: i32, [one, other]: [i32; 2]| at.clamp(one.min(other), one.max(other));
    covers(
        motion,
        kind,
        Cell::new(
            nearest(corner.x, [from.x, to.x]),
            nearest(corner.y, [from.y, to.y]),
        ),
    )
}

/// Drops agents that are gone from the selection and from all groups, and keeps an agent selected
/// while there is one.
pub(super) fn keep_selection(
    (mut selection, mut groups): (ResMut<Selection>, ResMut<Groups>),
    mut gone: RemovedComponents<GridAgent>,
    agents: Query<(Entity, &AgentName), With<GridAgent>>,
    open: Res<OpenDocument>,
) {
    let is_gone = selection
        .lead()
        .is_some_and(|agent| !agents.contains(agent));
    if gone.read().count() > 0 || is_gone {
        groups.retain(|agent| agents.contains(agent));
        if !selection
            .agents()
            .iter()
            .all(|agent| agents.contains(*agent))
        {
            selection.retain(|agent| agents.contains(agent));
        }
    }
    if selection.lead().is_some() || agents.is_empty() {
        return;
    }
    let first = open
        .document()
        .map(Document::level)
        .and_then(|level| level.agents.first());
    let by_name = first.and_then(|first| agents.iter().find(|(_, name)| name.0 == first.name));
    selection.set_if_neq(Selection::of(
        by_name.or(agents.iter().next()).map(|(agent, _)| agent),
    ));
}

/// Keeps the selected agent in the middle of the map's area, while that is wanted.
pub fn follow_selected(
    mut view: ResMut<CameraView>,
    (mode, selection, toggles): (Res<Mode>, Res<Selection>, Res<Toggles>),
    agents: Query<&Transform, With<GridAgent>>,
) {
    let is_wanted = toggles.is_on(Toggle::Follow) && *mode == Mode::Agents;
    let Some(agent) = selection
        .lead()
        .filter(|_| is_wanted)
        .and_then(|agent| agents.get(agent).ok())
    else {
        return;
    };
    let wanted = CameraView {
        center: agent.translation.truncate(),
        fitted: false,
        part: None,
        ..*view
    };
    view.set_if_neq(wanted);
}
