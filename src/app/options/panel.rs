//! The search options: one row for each row of the option table, below the rule that results.

use bevy_egui::egui::{self, Ui};
use gridwalk_explain::Describe;
use gridwalk_explain::language::{option_meaning_in, value_in};
use gridwalk_level::{Document, Level};
use gridwalk_pathfinding::UnreachablePolicy;
use gridwalk_pathfinding::{
    Algorithm, Grid, Guarantee, KeepOffWalls, OptionChange, OptionKey, Refusal, SearchOptions,
    StopRule, Support, Typed,
};

use crate::app::Phrase;
use crate::app::boards::BoardsModel;
use crate::app::command::{OptionsCommand, Section};
use crate::app::common::words;
use crate::app::widgets::{Field, NAMES, choice, field, light, named, remark, section};
use crate::picture::palette;

/// Number of options in the first section; the others are changed less often.
const ALWAYS: usize = 5;

/// Draws the options that are changed most often.
pub fn draw(ui: &mut Ui, model: &BoardsModel) {
    let options = shown(model);
    let is_own = |level: &Level| {
        level.search == *options
            && (!model.has_agents() || level.unreachable == model.settings.unreachable)
    };
    let level = || model.open.document().map(Document::level);
    let own = model
        .open
        .saved_level()
        .or_else(level)
        .is_some_and(|level| is_own(level));
    let aside = model.text(if own {
        Phrase::AsInLevel
    } else {
        Phrase::Changed
    });
    let board = Phrase::BoardNumber.with("number", model.boards.selected + 1);
    let board = if model.compares() {
        format!("{} · {aside}", model.say(board))
    } else {
        aside.to_owned()
    };
    let aside = board.as_str();
    let algorithm = options.algorithm.describe_in(model.language());
    let aside = if model.is_folded(Section::Search) {
        &algorithm
    } else {
        aside
    };
    section(
        ui,
        model,
        (Section::Search, Phrase::RowSearch, aside),
        |ui| {
            cost_label(ui, model, options);
            for &key in &OptionKey::ALL[..ALWAYS] {
                row(ui, model, key);
            }
        },
    );
}

/// Draws the options that are changed less often, in their own section.
pub fn draw_more(ui: &mut Ui, model: &BoardsModel) {
    section(
        ui,
        model,
        (Section::MoreOptions, Phrase::MoreOptions, ""),
        |ui| {
            for &key in &OptionKey::ALL[ALWAYS..] {
                row(ui, model, key);
            }
            unreachable(ui, model);
            keep_off_walls(ui, model);
        },
    );
}

/// Returns the options of the selected board, of the watched search, or of the window.
pub fn shown<'m>(model: &'m BoardsModel) -> &'m SearchOptions {
    let on_board = || model.boards.selected_options().filter(|_| model.compares());
    let watched = || model.watches().then_some(&model.question.query.options);
    on_board()
        .or_else(watched)
        .unwrap_or(&model.settings.options)
}

/// Returns the map of the watched search, or that of the window.
pub fn map<'m>(model: &'m BoardsModel) -> &'m Grid {
    model
        .question
        .grid
        .as_deref()
        .filter(|_| !model.has_agents())
        .unwrap_or(model.grid.grid())
}

/// Returns the reason why a change would make the options unsupported.
pub fn why_not(model: &BoardsModel, change: &OptionChange) -> Option<String> {
    let mut changed = shown(model).clone();
    change.apply(&mut changed);
    changed
        .check(map(model))
        .err()
        .map(|refusal| refusal.describe_in(model.language()))
}

/// Draws one option: its name, and a list of values, a text field, or both.
///
/// An option without effect is disabled.
fn row(ui: &mut Ui, model: &BoardsModel, key: OptionKey) {
    let (algorithm, names) = (shown(model).algorithm, key.kind().names);
    let (value, language) = (key.of(shown(model)), model.language());
    let title = key.describe_in(language);
    let (enabled, tip) = match algorithm.support(key) {
        Support::Honoured => (true, option_meaning_in(key, language).to_owned()),
        Support::Unused => {
            let unused = Phrase::OptionUnused.with("option", &title);
            (
                false,
                model.say(unused.with("title", algorithm.describe_in(language))),
            )
        }
        // An unsupported value can still be reset to the default.
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
        first
            .response
            .on_hover_text(&tip)
            .on_disabled_hover_text(&tip);
        if names.is_empty() || names.contains(&value.text().as_str()) {
            return first.inner;
        }
        // The text field for a value without a name is below the list.
        named(ui, "", |ui| typed(ui, model, &value)).inner
    });
    if let Some(sentence) = wrong.inner {
        remark(ui, &sentence);
    }
}

/// Returns the width of the control beside a name, in points.
fn width(ui: &Ui) -> f32 {
    (ui.available_width() - 4.0).max(80.0)
}

/// Draws the list of named values, and an example value if others can be typed.
///
/// Values that the search does not support are disabled, with the reason as their tooltip.
fn values(ui: &mut Ui, model: &BoardsModel, value: &OptionChange) {
    let (key, language) = (value.key(), model.language());
    let shown = value_in(value, language);
    let list = egui::ComboBox::from_id_salt(key.name())
        .width(width(ui))
        .truncate()
        .selected_text(&shown);
    list.show_ui(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        let example = key.kind().typed.map(Typed::example);
        for change in key
            .kind()
            .names
            .iter()
            .copied()
            .chain(example)
            .filter_map(|name| key.parse(name).ok())
        {
            let refusal = why_not(model, &change);
            let title = value_in(&change, language);
            let entry = ui.add_enabled(
                refusal.is_none(),
                egui::Button::selectable(title == shown, title),
            );
            model.on_click(
                &entry.on_disabled_hover_text(refusal.unwrap_or_default()),
                change,
            );
        }
    });
}

/// Draws a text field that is applied on Enter or when it loses the focus.
///
/// A text that cannot be parsed stays in the field; its error is returned.
fn typed(ui: &mut Ui, model: &BoardsModel, value: &OptionChange) -> Option<String> {
    let key = value.key();
    let id = ui.make_persistent_id(key.name());
    let (shown, begun) = (value.text(), ui.data(|data| data.get_temp::<String>(id)));
    let mut text = begun.clone().unwrap_or_else(|| shown.clone());
    let width = width(ui);
    let field = egui::TextEdit::singleline(&mut text)
        .id(id)
        .margin(egui::Margin::symmetric(10, 4));
    let field = field
        .hint_text(model.text(Phrase::NoLimit))
        .desired_width(width - 20.0);
    let response = ui.add(field.min_size(egui::vec2(width, 24.0)));
    let change = key.parse(&text);
    let wrong = change
        .as_ref()
        .err()
        .filter(|_| begun.is_some())
        .map(|error| error.describe_in(model.language()));
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

/// Draws the level's policy for agents whose goal is unreachable.
fn unreachable(ui: &mut Ui, model: &BoardsModel) {
    let title = |policy| model.text(words::unreachable(policy));
    named(ui, model.text(Phrase::SettingUnreachable), |ui| {
        let list = egui::ComboBox::from_id_salt("unreachable")
            .width(width(ui))
            .truncate();
        let chosen = choice(
            ui,
            list,
            model.settings.unreachable,
            &UnreachablePolicy::ALL,
            title,
        );
        if let Some(policy) = chosen {
            model.wish(OptionsCommand::Unreachable(policy));
        }
    });
}

/// Draws the level's extra cost near walls.
fn keep_off_walls(ui: &mut Ui, model: &BoardsModel) {
    let Some(level) = model.open.document().map(Document::level) else {
        return;
    };
    let shown = level
        .keep_off_walls
        .unwrap_or(KeepOffWalls::NONE)
        .to_string();
    let width = ui.available_width() - NAMES - 16.0;
    let row = field(
        ui,
        model,
        model.text(Phrase::KeepOffWalls),
        "keep off walls",
        Field {
            shown: &shown,
            width,
            usual: &shown,
        },
        |text| {
            let read = KeepOffWalls::parse(text).map(|_| text.to_owned());
            read.ok_or_else(words::keep_off_walls_expected)
        },
    );
    row.response
        .on_hover_text(model.text(Phrase::KeepOffWallsHint));
    if let Some(text) = row.entered {
        model.wish(OptionsCommand::KeepOffWalls(text));
    }
}

/// Draws the exact rule of cost and order, and the search's guarantee.
fn cost_label(ui: &mut Ui, model: &BoardsModel, options: &SearchOptions) {
    let shown = SearchOptions {
        algorithm: options.algorithm_on(map(model)),
        ..options.clone()
    };
    remark(ui, &shown.describe_in(model.language()));
    if options.algorithm == Algorithm::Auto && !model.has_agents() {
        let title = shown.algorithm.describe_in(model.language());
        remark(ui, &model.say(Phrase::ShownAs.with("algorithm", title)));
    }
    if let Err(refusal) = options.check(map(model)) {
        // The result of a watched search reports it already, unless its section is folded.
        if !model.watches() || model.is_folded(Section::Result) {
            light(ui, palette::BAD, &refusal.describe_in(model.language()));
        }
        return;
    }
    // Lessons have their own page about the guarantee.
    if model.lesson.reading().is_some() {
        return;
    }
    let (color, promise) = match options.guarantee() {
        Guarantee::Optimal => (palette::OK, Phrase::AlwaysOptimal.into()),
        Guarantee::Bounded(weight) => (
            palette::WARN,
            Phrase::AtMostTimes.with("weight", weight.get()),
        ),
        Guarantee::FewestSteps => (palette::WARN, Phrase::FewestSteps.into()),
        Guarantee::AnyAngle => (palette::WARN, Phrase::CloseToShortest.into()),
        Guarantee::None if options.stop == StopRule::Generated => {
            (palette::WARN, Phrase::MayMissByStop.into())
        }
        Guarantee::None => (palette::WARN, Phrase::MayMiss.into()),
    };
    light(ui, color, &model.say(promise));
    ui.add_space(2.0);
}
