//! The rules for walls in a map from another editor, as checkboxes in the side panel.

use bevy_egui::egui::{Key, TextEdit, Ui};
use gridwalk_level::formats::{SolidRule, WallSource};

use super::Model;
use crate::app::Phrase;
use crate::app::command::{LevelCommand, Section};
use crate::app::common::words;
use crate::app::widgets::{remark, section, tick_box};

/// Draws the list if the open file is such a map.
pub fn draw(ui: &mut Ui, model: &Model) {
    let sources = &model.active.walls;
    if sources.is_empty() && model.active.solid().is_empty() {
        return;
    }
    section(ui, model, (Section::Walls, Phrase::WallRules, ""), |ui| {
        remark(ui, model.text(Phrase::WallRulesHint));
        for (place, source) in sources.iter().enumerate() {
            let title = title(model, source);
            let is_on = source.cells > 0;
            if tick_box(ui, is_on, &title).clicked() {
                let rules = sources.iter().enumerate().filter(
                    |(other, source)| {
                        if *other == place { !is_on } else { source.cells > 0 }
                    },
                );
                ask(model, rules.map(|(_, source)| source.rule.clone()).collect());
            }
        }
        another(ui, model);
        if !model.active.solid().is_empty() {
            let guess = ui.button(model.text(Phrase::WallRulesGuess));
            model.on_click(&guess, LevelCommand::Walls(Vec::new()));
        }
    });
}

/// Requests that the file be read by these rules; without rules, nothing is a wall.
fn ask(model: &Model, mut rules: Vec<SolidRule>) {
    if rules.is_empty() {
        rules.push(SolidRule::None);
    }
    model.wish(LevelCommand::Walls(rules));
}

fn title(model: &Model, source: &WallSource) -> String {
    let cells = words::cells(source.cells as u64, model.language());
    let phrase = if source.is_guess { Phrase::WallRuleGuessed } else { Phrase::WallRule };
    model.say(phrase.with("rule", &source.rule).with("cells", cells))
}

/// Draws a field for another rule; an invalid text stays in the field, with the error.
fn another(ui: &mut Ui, model: &Model) {
    let id = ui.make_persistent_id("another rule for walls");
    let mut text = ui.data(|data| data.get_temp::<String>(id)).unwrap_or_default();
    let field = TextEdit::singleline(&mut text).id(id).hint_text(model.text(Phrase::WallRuleAnother));
    let field = ui.add(field.desired_width(f32::INFINITY));
    let rule = (!text.is_empty()).then(|| text.parse::<SolidRule>());
    let is_entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    match rule {
        Some(Ok(rule)) if is_entered => {
            let known = model.active.walls.iter().filter(|source| source.cells > 0);
            let mut rules: Vec<_> = known.map(|source| source.rule.clone()).collect();
            rules.push(rule);
            ask(model, rules);
            text.clear();
        }
        Some(Err(error)) => remark(ui, &error.to_string()),
        _ => {}
    }
    ui.data_mut(|data| data.insert_temp(id, text));
}
