//! The search options: one row for each row of the option table, above them the rule that they add up to.

use bevy_egui::egui::{self, Ui};
use gridwalk_explain::Describe;
use gridwalk_explain::language::{option_meaning_in, value_in};
use gridwalk_level::{Document, Level};
use gridwalk_pathfinding::UnreachablePolicy;
use gridwalk_pathfinding::{
    Algorithm, Grid, Guarantee, KeepOffWalls, OptionChange, OptionKey, Refusal, SearchOptions, Support, Typed,
};

use crate::app::Phrase;
use crate::app::boards::Model;
use crate::app::command::{OptionsCommand, Section};
use crate::app::common::words;
use crate::app::widgets::{choice, light, named, remark, section, typed_over};
use crate::picture::palette;

/// So many rows of the table are in the first section; the others, which are changed less often, in one of their own.
const ALWAYS: usize = 5;

/// The options that are changed most.
pub fn draw(ui: &mut Ui, model: &Model) {
    let options = shown(model);
    let is_own = |level: &Level| {
        level.search == *options && (!model.has_agents() || level.unreachable == model.settings.unreachable)
    };
    let level = || model.open.document().map(Document::level);
    let own = model.open.saved_level().or_else(level).is_some_and(|level| is_own(level));
    let aside = model.text(if own { Phrase::AsInLevel } else { Phrase::Changed });
    let board = Phrase::BoardNumber.with("number", model.boards.selected + 1);
    let board = if model.compares() { format!("{} · {aside}", model.say(board)) } else { aside.to_owned() };
    let aside = board.as_str();
    let algorithm = options.algorithm.describe_in(model.language());
    let aside = if model.is_folded(Section::Search) { &algorithm } else { aside };
    section(ui, model, (Section::Search, Phrase::RowSearch, aside), |ui| {
        cost_label(ui, model, options);
        for &key in &OptionKey::ALL[..ALWAYS] {
            row(ui, model, key);
        }
    });
}

/// The options that are changed less often: open, they push nothing out of sight.
pub fn draw_more(ui: &mut Ui, model: &Model) {
    section(ui, model, (Section::MoreOptions, Phrase::MoreOptions, ""), |ui| {
        for &key in &OptionKey::ALL[ALWAYS..] {
            row(ui, model, key);
        }
        unreachable(ui, model);
        keep_off_walls(ui, model);
    });
}

/// Those of the watched search, of the selected board, or of the window.
pub fn shown<'m>(model: &'m Model) -> &'m SearchOptions {
    let on_board = || model.boards.selected_options().filter(|_| model.compares());
    let watched = || model.watches().then_some(&model.question.query.options);
    on_board().or_else(watched).unwrap_or(&model.settings.options)
}

/// The map of the watched search, or that of the window.
pub fn map<'m>(model: &'m Model) -> &'m Grid {
    model.question.grid.as_deref().filter(|_| !model.has_agents()).unwrap_or(model.grid.grid())
}

/// Why the options would be unsupported with this change.
pub fn why_not(model: &Model, change: &OptionChange) -> Option<String> {
    let mut changed = shown(model).clone();
    change.apply(&mut changed);
    changed.check(map(model)).err().map(|refusal| refusal.describe_in(model.language()))
}

/// One option: its name, and a list of values, a field to type in, or both. It is grey where it has no effect.
fn row(ui: &mut Ui, model: &Model, key: OptionKey) {
    let (algorithm, names) = (shown(model).algorithm, key.kind().names);
    let (value, language) = (key.of(shown(model)), model.language());
    let title = key.describe_in(language);
    let (enabled, tip) = match algorithm.support(key) {
        Support::Honoured => (true, option_meaning_in(key, language).to_owned()),
        Support::Unused => {
            let unused = Phrase::OptionUnused.with("option", &title);
            (false, model.say(unused.with("title", algorithm.describe_in(language))))
        }
        // What is unsupported can still be taken back.
        Support::Unsupported => {
            let refusal = Refusal::Option(algorithm, key).describe_in(language);
            (value != key.default_for(algorithm), refusal)
        }
    };
    let wrong = ui.add_enabled_ui(enabled, |ui| {
        let first = named(ui, &title, |ui| {
            if names.is_empty() {
                return typed(ui, model, &value);
            }
            values(ui, model, &value);
            None
        });
        first.response.on_hover_text(&tip).on_disabled_hover_text(&tip);
        if names.is_empty() || names.contains(&value.text().as_str()) {
            return first.inner;
        }
        // What is typed instead of a name stands below it.
        named(ui, "", |ui| typed(ui, model, &value)).inner
    });
    if let Some(sentence) = wrong.inner {
        remark(ui, &sentence);
    }
}

/// How wide what stands beside a name is.
fn width(ui: &Ui) -> f32 {
    (ui.available_width() - 4.0).max(80.0)
}

/// The values that have names, and one to begin with where others can be typed. Those that the search cannot do are
/// grey and say why.
fn values(ui: &mut Ui, model: &Model, value: &OptionChange) {
    let (key, language) = (value.key(), model.language());
    let shown = value_in(value, language);
    let list = egui::ComboBox::from_id_salt(key.name()).width(width(ui)).truncate().selected_text(&shown);
    list.show_ui(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        let example = key.kind().typed.map(Typed::example);
        for change in key.kind().names.iter().copied().chain(example).filter_map(|name| key.parse(name).ok()) {
            let refusal = why_not(model, &change);
            let title = value_in(&change, language);
            let entry = ui.add_enabled(refusal.is_none(), egui::Button::selectable(title == shown, title));
            model.on_click(&entry.on_disabled_hover_text(refusal.unwrap_or_default()), change);
        }
    });
}

/// A field: it counts on Enter, or once it is left. What cannot be read stays, with the reason.
fn typed(ui: &mut Ui, model: &Model, value: &OptionChange) -> Option<String> {
    let key = value.key();
    let id = ui.make_persistent_id(key.name());
    let (shown, begun) = (value.text(), ui.data(|data| data.get_temp::<String>(id)));
    let mut text = begun.clone().unwrap_or_else(|| shown.clone());
    let width = width(ui);
    let field = egui::TextEdit::singleline(&mut text).id(id).margin(egui::Margin::symmetric(10, 4));
    let field = field.hint_text(model.text(Phrase::NoLimit)).desired_width(width - 20.0);
    let response = ui.add(field.min_size(egui::vec2(width, 24.0)));
    let change = key.parse(&text);
    let wrong = change.as_ref().err().filter(|_| begun.is_some()).map(|error| error.describe_in(model.language()));
    let cancelled = ui.input(|input| input.key_pressed(egui::Key::Escape));
    if response.lost_focus() && (cancelled || change.is_ok()) {
        ui.data_mut(|data| data.remove::<String>(id));
        if let Some(change) = change.ok().filter(|change| !cancelled && change != value) {
            model.wish(change);
        }
    } else if response.has_focus() {
        ui.data_mut(|data| data.insert_temp(id, text));
    }
    wrong
}

/// What agents do where the goal cannot be reached: the level's, not the search's.
fn unreachable(ui: &mut Ui, model: &Model) {
    let title = |policy| model.text(words::unreachable(policy));
    named(ui, model.text(Phrase::SettingUnreachable), |ui| {
        let list = egui::ComboBox::from_id_salt("unreachable").width(width(ui)).truncate();
        let chosen = choice(ui, list, model.settings.unreachable, &UnreachablePolicy::ALL, title);
        if let Some(policy) = chosen {
            model.wish(OptionsCommand::Unreachable(policy));
        }
    });
}

/// How all agents keep off walls: the level's, too.
fn keep_off_walls(ui: &mut Ui, model: &Model) {
    let Some(level) = model.open.document().map(Document::level) else { return };
    let shown = level.keep_off_walls.unwrap_or(KeepOffWalls::NONE).to_string();
    let row = named(ui, model.text(Phrase::KeepOffWalls), |ui| {
        let width = width(ui) - 12.0;
        if let Some(text) = typed_over(ui, "keep off walls", &shown, width, &shown) {
            model.wish(OptionsCommand::KeepOffWalls(text));
        }
    });
    row.response.on_hover_text(model.text(Phrase::KeepOffWallsHint));
}

/// The exact rule of cost and order, and what it promises: never hidden, always true.
fn cost_label(ui: &mut Ui, model: &Model, options: &SearchOptions) {
    let shown = SearchOptions { algorithm: options.algorithm_on(map(model)), ..options.clone() };
    remark(ui, &shown.describe_in(model.language()));
    if options.algorithm == Algorithm::Auto && !model.has_agents() {
        let title = shown.algorithm.describe_in(model.language());
        remark(ui, &model.say(Phrase::ShownAs.with("algorithm", title)));
    }
    if let Err(refusal) = options.check(map(model)) {
        // Of a watched search the result says so, where it can be seen.
        if !model.watches() || model.is_folded(Section::Result) {
            light(ui, palette::BAD, &refusal.describe_in(model.language()));
        }
        return;
    }
    // A lesson comes to it on a page of its own.
    if model.lesson.reading().is_some() {
        return;
    }
    let (color, promise) = match options.guarantee() {
        Guarantee::Optimal => (palette::OK, Phrase::AlwaysOptimal.into()),
        Guarantee::Bounded(weight) => (palette::WARN, Phrase::AtMostTimes.with("weight", weight.get())),
        Guarantee::FewestSteps => (palette::WARN, Phrase::FewestSteps.into()),
        Guarantee::AnyAngle => (palette::WARN, Phrase::CloseToShortest.into()),
        Guarantee::None => (palette::WARN, Phrase::MayMiss.into()),
    };
    light(ui, color, &model.say(promise));
    ui.add_space(2.0);
}
