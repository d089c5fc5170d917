//! Portals: the tool that joins two cells by one, the actions on the chosen portal, and the list in
//! the side panel.

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText, Ui};
use gridwalk_level::{Document, Label, LevelEdit};
use gridwalk_pathfinding::{Cell, Portal};

use super::context::ToolContext;
use super::state::{ActiveStroke, StrokePhase};
use super::{EditModel, problem_list, values};
use crate::app::Phrase;
use crate::app::command::{AppCommand, PortalCommand};
use crate::app::widgets::{Field, button, field, theme, tick_box};

/// The tool: drawn from one cell to the other, taken away at either end. A click on an end chooses
/// the portal.
pub fn act(context: &mut ToolContext, stroke: &mut ActiveStroke, step: StrokePhase) {
    let Some(level) = context.level() else { return };
    let (from, to) = (stroke.first(), stroke.last());
    let mut portals = level.grid.portal_list();
    match (step, stroke.erases) {
        (StrokePhase::Begin, true) => portals.retain(|portal| !ends_at(portal, from)),
        (StrokePhase::End, false) if from == to => {
            let clicked = portals.iter().position(|portal| ends_at(portal, from));
            context.edit.portal = clicked.or(context.edit.portal);
            return;
        }
        (StrokePhase::End, false) if level.grid.contains(from) && level.grid.contains(to) => {
            let joins_both = |portal: &Portal| ends_at(portal, from) && ends_at(portal, to);
            let first = portals.iter().position(joins_both);
            portals.retain(|portal| !joins_both(portal));
            // In the place of what it replaces, so that the others keep their numbers.
            let number = first.unwrap_or(portals.len());
            portals.insert(number, Portal::between(from, to));
            return set(context, portals, Some(number));
        }
        _ => return,
    }
    set(context, portals, None);
}

/// Acts on one command.
pub(in crate::app) fn act_on_portal(
    In(command): In<PortalCommand>,
    mut context: ToolContext,
) -> Option<AppCommand> {
    let context = &mut context;
    let mut portals = context
        .level()
        .map_or_else(Vec::new, |level| level.grid.portal_list());
    let count = portals.len();
    let chosen = context.edit.portal.filter(|number| *number < count);
    let wanted = match command {
        PortalCommand::Choose(number) => number.checked_sub(1).filter(|number| *number < count),
        PortalCommand::Next => (count > 0).then(|| chosen.map_or(0, |number| (number + 1) % count)),
        _ => chosen,
    };
    let Some(number) = wanted else {
        context.notes.warn(if count == 0 {
            Phrase::NoPortals
        } else {
            Phrase::NoPortalChosen
        });
        return None;
    };
    let portal = &mut portals[number];
    match command {
        PortalCommand::Choose(_) | PortalCommand::Next => {
            let at = portal.from;
            context.edit.portal = Some(number);
            return Some(problem_list::look_at_cell(at));
        }
        PortalCommand::Cost(cost) => portal.cost = cost,
        PortalCommand::CostMore => portal.cost = portal.cost.saturating_add(1),
        PortalCommand::CostLess => portal.cost = portal.cost.saturating_sub(1).max(1),
        PortalCommand::BothWays => portal.two_way ^= true,
        PortalCommand::TurnRound => *portal = portal.back(),
        PortalCommand::Remove => {}
    }
    let is_removed = command == PortalCommand::Remove;
    if is_removed {
        portals.remove(number);
    }
    context.note_cost();
    set(context, portals, (!is_removed).then_some(number));
    None
}

fn ends_at(portal: &Portal, cell: Cell) -> bool {
    portal.from == cell || portal.to == cell
}

/// Gives the level these portals and chooses the one of this number.
fn set(context: &mut ToolContext, portals: Vec<Portal>, chosen: Option<usize>) {
    if context
        .level()
        .is_some_and(|level| portals != level.grid.portal_list())
    {
        context.change(Label::Portals, Ok(LevelEdit::Portals(portals)));
    }
    // Where the change was refused there may be none of that number: the old one stays chosen.
    let count = context
        .level()
        .map_or(0, |level| level.grid.portal_list().len());
    context.edit.portal = chosen.and_then(|number| {
        if number < count {
            Some(number)
        } else {
            context.edit.portal
        }
    });
}

/// Height of the list.
const HEIGHT: f32 = 130.0;

pub(super) fn draw_list(ui: &mut Ui, model: &EditModel) {
    let Some(level) = model.open.document().map(Document::level) else {
        return;
    };
    let portals = level.grid.portal_list();
    let list = egui::ScrollArea::vertical()
        .id_salt("portals")
        .max_height(HEIGHT);
    list.auto_shrink([false, true]).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for (number, portal) in (1..).zip(&portals) {
            // Arrows are in no font that every machine has.
            let sign = if portal.two_way { "–" } else { ">" };
            let cost = model.say(Phrase::CostOf.with("cost", portal.cost));
            let text = format!("{number}   {} {sign} {}   {cost}", portal.from, portal.to);
            let row = ui.selectable_label(
                model.edit.portal == Some(number - 1),
                RichText::new(text).size(theme::SMALL),
            );
            model.on_click(
                &row.on_hover_text(model.text(Phrase::GoThere)),
                PortalCommand::Choose(number),
            );
        }
    });
    let Some(portal) = model.edit.portal.and_then(|number| portals.get(number)) else {
        return;
    };
    let cost = field(
        ui,
        model,
        model.text(Phrase::Cost),
        ("portal", portal.from, portal.to),
        Field::new(&portal.cost.to_string(), 50.0),
        |text| values::whole(text, 1..=u16::MAX),
    );
    if let Some(cost) = cost.entered {
        model.wish(PortalCommand::Cost(cost));
    }
    let both = tick_box(ui, portal.two_way, model.text(Phrase::LeadsBothWays));
    model.on_click(
        &both.on_hover_text(model.tip(PortalCommand::BothWays)),
        PortalCommand::BothWays,
    );
    ui.horizontal(|ui| {
        if !portal.two_way {
            button(ui, model, Phrase::TurnRound, PortalCommand::TurnRound);
        }
        button(ui, model, Phrase::RemovePortal, PortalCommand::Remove);
    });
}
