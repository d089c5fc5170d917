//! Side panel section for several selected agents: how many are in which state, groups, overlays.

use bevy_egui::egui::{self, RichText, Ui};
use bevy_gridwalk::{CrowdState, FailReason};
use gridwalk_level::Rgb;

use super::{AgentViewItem, Model};
use crate::app::Phrase;
use crate::app::command::{AgentCommand, Section, SelectionCommand, Toggle};
use crate::app::common::words::thousands;
use crate::app::widgets::{at_the_right, button, dot, section, theme, tick_box};
use crate::picture::palette;

/// States of agents that are counted together, in the order of their rows.
const ROWS: [(Phrase, Rgb); 8] = [
    (Phrase::CrowdWalking, palette::OK),
    (Phrase::CrowdWaiting, palette::WARN),
    (Phrase::CrowdYielding, palette::WARN),
    (Phrase::CrowdSettled, palette::ACCENT),
    (Phrase::CrowdResting, palette::MUTED),
    (Phrase::CrowdHeld, palette::MUTED),
    (Phrase::CrowdBlocked, palette::BAD),
    (Phrase::CrowdUnreachable, palette::BAD),
];

/// Draws the section, if several agents are selected or an overlay over the crowd is on.
pub(super) fn draw(ui: &mut Ui, model: &Model) {
    let (many, has_crowd) = (model.selection.is_many(), model.sight.crowd().is_some());
    let has_overlay = has_crowd && (model.is_on(Toggle::Claims) || model.is_on(Toggle::Waits));
    if !many && !has_overlay {
        return;
    }
    let (count, all) = (model.selection.agents().len(), model.order.0.len());
    let [count_said, all_said] = [count, all].map(|count| thousands(count as u64));
    let aside = match model.groups.number_of(&model.selection) {
        Some(group) => Phrase::CountOfGroup.with("group", group),
        None => Phrase::CountOf.into(),
    };
    let aside = model.say(aside.with("count", &count_said).with("all", all_said));
    section(ui, model, (Section::Selection, Phrase::SelectedAgents, &aside), |ui| {
        if many {
            ui.label(RichText::new(model.say(Phrase::AgentsSelected.with("count", &count_said))).strong());
            counts(ui, model);
        }
        ui.add_space(2.0);
        ui.horizontal_wrapped(|ui| {
            button(ui, model, Phrase::SelectAll, SelectionCommand::All);
            if many {
                button(ui, model, Phrase::Stop, AgentCommand::Stop);
                let hold = egui::Button::new(model.text(Phrase::Hold));
                let hold = ui.add_enabled(has_crowd, hold).on_hover_text(model.tip(AgentCommand::Hold));
                model.on_click(&hold, AgentCommand::Hold);
            }
        });
        if has_crowd {
            ui.horizontal_wrapped(|ui| {
                for (toggle, title) in [(Toggle::Claims, Phrase::OverlayClaims), (Toggle::Waits, Phrase::OverlayWaits)]
                {
                    let clicked = tick_box(ui, model.is_on(toggle), model.text(title));
                    model.on_click(&clicked.on_hover_text(model.tip(toggle)), toggle);
                }
            });
        }
    });
}

/// Draws how many of the selected agents are in each state; states of none are left out.
fn counts(ui: &mut Ui, model: &Model) {
    let mut counts = [0_u64; ROWS.len()];
    for agent in model.agents.iter_many(model.selection.agents()) {
        counts[state_row(&agent)] += 1;
    }
    for ((title, color), count) in ROWS.into_iter().zip(counts).filter(|(_, count)| *count > 0) {
        ui.horizontal(|ui| {
            dot(ui, color);
            ui.label(theme::muted(model.text(title)));
            at_the_right(ui, |ui| ui.label(RichText::new(thousands(count)).strong()));
        });
    }
}

/// Returns the row in which an agent is counted.
fn state_row(agent: &AgentViewItem) -> usize {
    let has_failed = agent.failed.is_some_and(|failed| failed.reason != FailReason::Cancelled);
    let wanted = match agent.crowd {
        _ if agent.is_held => Phrase::CrowdHeld,
        Some(CrowdState::Waiting { .. }) => Phrase::CrowdWaiting,
        Some(CrowdState::Yielding { .. }) => Phrase::CrowdYielding,
        Some(CrowdState::Blocked { .. }) => Phrase::CrowdBlocked,
        Some(CrowdState::Unreachable) => Phrase::CrowdUnreachable,
        _ if has_failed => Phrase::CrowdUnreachable,
        Some(CrowdState::Walking) => Phrase::CrowdWalking,
        Some(CrowdState::Settled) => Phrase::CrowdSettled,
        None if agent.planning.is_some() || agent.stack.is_some() => Phrase::CrowdWalking,
        _ => Phrase::CrowdResting,
    };
    ROWS.iter().position(|(phrase, _)| *phrase == wanted).expect("every state has a row")
}
