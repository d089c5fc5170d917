//! The tool that joins two cells by a portal: drawn from one to the other, taken away at either end.

use gridwalk_level::{Label, LevelEdit};
use gridwalk_pathfinding::Portal;

use super::desk::Desk;
use super::state::{Hand, Step};

pub fn act(desk: &mut Desk, hand: &mut Hand, step: Step) {
    let Some(level) = desk.level() else { return };
    let (from, to) = (hand.first(), hand.last());
    let mut portals = level.grid.portal_list();
    match (step, hand.erases) {
        (Step::Begin, true) => portals.retain(|portal| portal.from != from && portal.to != from),
        (Step::End, false) if from != to && level.grid.contains(from) && level.grid.contains(to) => {
            let is_same =
                |portal: &Portal| (portal.from, portal.to) == (from, to) || (portal.from, portal.to) == (to, from);
            portals.retain(|portal| !is_same(portal));
            portals.push(Portal::between(from, to));
        }
        _ => return,
    }
    if portals != level.grid.portal_list() {
        desk.change(Label::Portals, Ok(LevelEdit::Portals(portals)));
    }
}
