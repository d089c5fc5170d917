//! Portals: the tool that joins two cells by one, and what is done with the chosen one.

use bevy::prelude::*;
use gridwalk_level::{Label, LevelEdit};
use gridwalk_pathfinding::{Cell, Portal};

use super::desk::Desk;
use super::look_at;
use super::state::{Hand, Step};
use crate::app::Phrase;
use crate::app::command::{AppCommand, PortalCommand};

/// The tool: drawn from one cell to the other, taken away at either end. A click on an end chooses the portal.
pub fn act(desk: &mut Desk, hand: &mut Hand, step: Step) {
    let Some(level) = desk.level() else { return };
    let (from, to) = (hand.first(), hand.last());
    let mut portals = level.grid.portal_list();
    match (step, hand.erases) {
        (Step::Begin, true) => portals.retain(|portal| !ends_at(portal, from)),
        (Step::End, false) if from == to => {
            let clicked = portals.iter().position(|portal| ends_at(portal, from));
            desk.edit.portal = clicked.or(desk.edit.portal);
            return;
        }
        (Step::End, false) if level.grid.contains(from) && level.grid.contains(to) => {
            let joins_both = |portal: &Portal| ends_at(portal, from) && ends_at(portal, to);
            portals.retain(|portal| !joins_both(portal));
            portals.push(Portal::between(from, to));
        }
        _ => return,
    }
    let drawn = portals.last().copied().filter(|_| !hand.erases);
    set(desk, portals, drawn);
}

/// Acts on one command.
pub(in crate::app) fn act_on_portal(In(command): In<PortalCommand>, mut desk: Desk) -> Option<AppCommand> {
    let desk = &mut desk;
    let mut portals = desk.level().map_or_else(Vec::new, |level| level.grid.portal_list());
    let count = portals.len();
    let chosen = desk.edit.portal.filter(|number| *number < count);
    let wanted = match command {
        PortalCommand::Choose(number) => number.checked_sub(1).filter(|number| *number < count),
        PortalCommand::Next => (count > 0).then(|| chosen.map_or(0, |number| (number + 1) % count)),
        _ => chosen,
    };
    let Some(number) = wanted else {
        desk.notes.warn(if count == 0 { Phrase::NoPortals } else { Phrase::NoPortalChosen });
        return None;
    };
    let portal = &mut portals[number];
    match command {
        PortalCommand::Choose(_) | PortalCommand::Next => {
            let at = portal.from;
            desk.edit.portal = Some(number);
            return Some(look_at::cell(at));
        }
        PortalCommand::Cost(cost) => portal.cost = cost,
        PortalCommand::CostMore => portal.cost = portal.cost.saturating_add(1),
        PortalCommand::CostLess => portal.cost = portal.cost.saturating_sub(1).max(1),
        PortalCommand::BothWays => portal.two_way ^= true,
        PortalCommand::TurnRound => *portal = portal.back(),
        PortalCommand::Remove => {}
    }
    let changed = Some(*portal).filter(|_| command != PortalCommand::Remove);
    if changed.is_none() {
        portals.remove(number);
    }
    desk.note_cost();
    set(desk, portals, changed);
    None
}

fn ends_at(portal: &Portal, cell: Cell) -> bool {
    portal.from == cell || portal.to == cell
}

/// These portals, of which this one is chosen.
fn set(desk: &mut Desk, portals: Vec<Portal>, chosen: Option<Portal>) {
    if desk.level().is_some_and(|level| portals != level.grid.portal_list()) {
        desk.change(Label::Portals, Ok(LevelEdit::Portals(portals)));
    }
    // One that leads both ways may be listed from its other end.
    let is_it = |portal: &Portal| chosen.is_some_and(|one| *portal == one || (one.two_way && *portal == one.back()));
    let place = desk.level().and_then(|level| level.grid.portal_list().iter().position(is_it));
    // Where the change was refused, the old one stays chosen.
    desk.edit.portal = place.or(desk.edit.portal.filter(|_| chosen.is_some()));
}
