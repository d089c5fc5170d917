//! The strip above the map of agents: time, and what a click does; on playgrounds presets as well.

use bevy_egui::egui::{self, Margin, Ui};
use gridwalk_level::CellClick;

use crate::app::Phrase;
use crate::app::command::{AgentCommand, Toggle};
use crate::app::edit::Model;
use crate::app::options::presets;
use crate::app::widgets::icon_button::{Sign, icon_button, letter_button};
use crate::app::widgets::{Form, choice, clicks, ground, theme};

pub fn draw(root: &mut Ui, model: &Model) {
    let frame = ground(Margin::symmetric(theme::PADDING, 4));
    egui::Panel::top("controls").resizable(false).frame(frame).show(root, |ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        // A text that does not fit goes to the next line as a whole.
        ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Extend);
        if Form::of(ui.ctx()).is_small() {
            return as_menus(ui, model);
        }
        let room = ui.available_width();
        // Where clicks change the terrain, what searches make of it is one click away.
        let plays = model.open.document().is_some_and(|open| open.level().click == CellClick::Terrain);
        let mut is_drawn = !plays;
        ui.horizontal(|ui| {
            time(ui, model);
            ui.add_space(10.0);
            clicks(ui, model, click_does(model));
            if !is_drawn && room - ui.min_rect().width() >= presets::width(ui, model) + 10.0 {
                ui.add_space(10.0);
                presets::buttons(ui, model);
                is_drawn = true;
            }
        });
        if !is_drawn {
            ui.horizontal_wrapped(|ui| presets::buttons(ui, model));
        }
    });
}

/// Returns what a click does that changes no terrain.
fn click_does(model: &Model) -> Phrase {
    if model.is_on(Toggle::Spawn) { Phrase::ClickSpawns } else { Phrase::ClickSends }
}

/// Pauses, makes one tick, and says how fast time passes.
fn time(ui: &mut Ui, model: &Model) {
    ui.spacing_mut().item_spacing.x = 4.0;
    let pause = icon_button(ui, Sign::play_or_pause(!model.paused.0), model.paused.0);
    model.on_click(&pause.on_hover_text(model.tip(AgentCommand::TogglePause)), AgentCommand::TogglePause);
    let tick = icon_button(ui, &[Sign::Bar(-5.0, 2.5), Sign::Wedge(1.5, 1.0)], false);
    model.on_click(&tick.on_hover_text(model.tip(AgentCommand::Tick)), AgentCommand::Tick);
    ui.add_space(6.0);
    letter_button(ui, model, Phrase::Minus, AgentCommand::Slower);
    let speed = model.say(Phrase::TimesAsFast.with("times", model.pace.text()));
    let ink = if model.pace.is_normal() { theme::muted(speed) } else { egui::RichText::new(speed) };
    let speed = ui.add_sized([SPEED, theme::LINE], egui::Label::new(ink).sense(egui::Sense::click()));
    model.on_click(&speed.on_hover_text(model.tip(AgentCommand::NormalSpeed)), AgentCommand::NormalSpeed);
    letter_button(ui, model, Phrase::Plus, AgentCommand::Faster);
}

/// Width of the longest text of a speed.
const SPEED: f32 = 38.0;

/// Presets and what a click does as lists to choose from.
fn as_menus(ui: &mut Ui, model: &Model) {
    ui.horizontal(|ui| {
        presets::as_menu(ui, model);
        ui.add_space(4.0);
        ui.label(theme::muted(model.text(Phrase::ATap)));
        let list = egui::ComboBox::from_id_salt("a click").width(150.0);
        let title = |on| model.text(if on { Phrase::ClickNextTerrain } else { click_does(model) });
        let chosen = choice(ui, list, model.is_on(Toggle::Terrain), &[false, true], title);
        if chosen.is_some_and(|on| on != model.is_on(Toggle::Terrain)) {
            model.wish(Toggle::Terrain);
        }
    });
}
