//! The portals of the level in the side panel: where they lead, and what they cost.

use bevy_egui::egui::{self, RichText, Ui};
use gridwalk_level::Document;

use super::Model;
use crate::app::Phrase;
use crate::app::command::PortalCommand;
use crate::app::widgets::{button, named, tick_box, typed};

/// Height of the list.
const HEIGHT: f32 = 130.0;

pub(super) fn draw(ui: &mut Ui, model: &Model) {
    let Some(level) = model.open.document().map(Document::level) else { return };
    let portals = level.grid.portal_list();
    let list = egui::ScrollArea::vertical().id_salt("portals").max_height(HEIGHT);
    list.auto_shrink([false, true]).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for (number, portal) in (1..).zip(&portals) {
            // Arrows are in no font that every machine has.
            let sign = if portal.two_way { "–" } else { ">" };
            let text = format!("{number}   {} {sign} {}   {}", portal.from, portal.to, portal.cost);
            let row = ui.selectable_label(model.edit.portal == Some(number - 1), RichText::new(text).size(12.5));
            model.on_click(&row.on_hover_text(model.text(Phrase::GoThere)), PortalCommand::Choose(number));
        }
    });
    let Some(portal) = model.edit.portal.and_then(|number| portals.get(number)) else { return };
    named(ui, model.text(Phrase::Cost), |ui| {
        let cost = typed(ui, ("portal", portal.from, portal.to), &portal.cost.to_string(), 50.0);
        if let Some(cost) = cost.and_then(|cost| cost.trim().parse().ok()) {
            model.wish(PortalCommand::Cost(cost));
        }
    });
    let both = tick_box(ui, portal.two_way, model.text(Phrase::LeadsBothWays));
    model.on_click(&both.on_hover_text(model.tip(PortalCommand::BothWays)), PortalCommand::BothWays);
    ui.horizontal(|ui| {
        if !portal.two_way {
            button(ui, model, Phrase::TurnRound, PortalCommand::TurnRound);
        }
        button(ui, model, Phrase::RemovePortal, PortalCommand::Remove);
    });
}
