//! The search settings: every one that decides the outcome, named and valued as in level files, above them
//! the rule that they add up to.

use bevy_egui::egui::{self, RichText, Ui};

use super::side::{dot, hairline, heading, name_column};
use super::{AppCommand, Model, theme};
use crate::app::Phrase;
use crate::pathfinding::formats::{Level, UnreachablePolicy};
use crate::pathfinding::{
    Algorithm, CostRule, Guarantee, Heuristic, Movement, ParentRule, SearchOptions, StepCosts, StopRule, TieBreak,
};
use crate::picture::palette;

/// One setting: a name and a list of values, named as in level files.
fn choice<T: AsRef<str>>(
    ui: &mut Ui,
    commands: &mut Vec<AppCommand>,
    (key, name): (&str, &str),
    shown: &str,
    values: &[(&'static str, T)],
) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        name_column(ui, name, 24.0);
        let width = (ui.available_width() - 4.0).max(80.0);
        egui::ComboBox::from_id_salt(key).width(width).truncate().selected_text(shown).show_ui(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            for (value, title) in values {
                if ui.selectable_label(title.as_ref() == shown, title.as_ref()).clicked() {
                    commands.push(AppCommand::Set(key.to_owned(), (*value).to_owned()));
                }
            }
        });
    });
}

/// Stands in the list of heuristics for all formulas.
const OWN_FORMULA: &str = "own formula";
/// A formula to begin with: Manhattan.
const FIRST_FORMULA: &str = "dx + dy";

fn is_own_formula(command: &AppCommand) -> bool {
    matches!(command, AppCommand::Set(key, value) if key == "heuristic" && value == OWN_FORMULA)
}

/// One setting that is typed: it counts on Enter, or once the field is left.
fn typed(
    ui: &mut Ui,
    model: &Model,
    commands: &mut Vec<AppCommand>,
    (key, name): (&str, Phrase),
    shown: &str,
    tip: Phrase,
) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        name_column(ui, model.text(name), 24.0);
        let id = ui.make_persistent_id(key);
        let begun = ui.data(|data| data.get_temp::<String>(id));
        let mut text = begun.clone().unwrap_or_else(|| shown.to_owned());
        let width = (ui.available_width() - 4.0).max(80.0);
        let field = egui::TextEdit::singleline(&mut text).id(id).margin(egui::Margin::symmetric(10, 4));
        let field = field.hint_text(model.text(Phrase::NoLimit)).desired_width(width - 20.0);
        let response = ui.add(field.min_size(egui::vec2(width, 24.0))).on_hover_text(model.text(tip));
        if response.lost_focus() {
            ui.data_mut(|data| data.remove::<String>(id));
            let given_up = ui.input(|input| input.key_pressed(egui::Key::Escape));
            if text.trim() != shown && !given_up {
                commands.push(AppCommand::Set(key.to_owned(), text));
            }
        } else if response.has_focus() {
            ui.data_mut(|data| data.insert_temp(id, text));
        }
    });
}

/// The settings; those that are changed less often are folded away, unless `all` are to be shown.
pub(super) fn draw(ui: &mut Ui, model: &Model, all: &mut bool, commands: &mut Vec<AppCommand>) {
    let options = if model.watches() { &model.watching.question.options } else { &model.settings.options };
    let is_own = |level: &Level| {
        level.search == *options && (model.watches() || level.unreachable == model.settings.unreachable)
    };
    let own = model.active.shown.as_ref().is_some_and(|level| is_own(level));
    heading(ui, model.text(Phrase::Search), model.text(if own { Phrase::AsInLevel } else { Phrase::Changed }));
    let language = model.language();
    let name = |key: &'static str, name: Phrase| (key, model.text(name));
    cost_label(ui, model, options);
    let list = Algorithm::ALL.map(|algorithm| (algorithm.name(), algorithm.title_in(language)));
    choice(ui, commands, name("algorithm", Phrase::SettingAlgorithm), options.algorithm.title_in(language), &list);
    if options.algorithm.uses_heuristic() {
        let title = |heuristic: &Heuristic| match heuristic {
            Heuristic::Zero => Phrase::HeuristicZero,
            Heuristic::Manhattan => Phrase::HeuristicManhattan,
            Heuristic::Euclidean => Phrase::HeuristicEuclidean,
            Heuristic::FlooredEuclidean => Phrase::HeuristicFloored,
            Heuristic::Octile => Phrase::HeuristicOctile,
            Heuristic::Chebyshev => Phrase::HeuristicChebyshev,
            Heuristic::Formula(_) => Phrase::OwnFormula,
        };
        let mut list = Heuristic::NAMED.map(|heuristic| (heuristic.name(), model.text(title(&heuristic)))).to_vec();
        list.push((OWN_FORMULA, model.text(Phrase::OwnFormula)));
        choice(ui, commands, name("heuristic", Phrase::SettingHeuristic), model.text(title(&options.heuristic)), &list);
        // A formula is not one of the names: it begins as something to change.
        for command in commands.iter_mut().filter(|command| is_own_formula(command)) {
            *command = AppCommand::Set("formula".to_owned(), FIRST_FORMULA.to_owned());
        }
        if let Heuristic::Formula(formula) = &options.heuristic {
            let name = ("formula", Phrase::SettingFormula);
            typed(ui, model, commands, name, formula.text(), Phrase::FormulaTip);
        }
    }
    if options.algorithm == Algorithm::WeightedAStar {
        let weight = options.weight.get().to_string();
        typed(ui, model, commands, ("weight", Phrase::SettingWeight), &weight, Phrase::WeightTip);
    }
    let list = Movement::ALL.map(|movement| (movement.name(), movement.describe_in(language)));
    choice(ui, commands, name("movement", Phrase::SettingMovement), options.movement.describe_in(language), &list);
    let list = TieBreak::ALL.map(|tie| (tie.name(), tie.describe_in(language)));
    if options.algorithm.uses_tie_break() {
        choice(ui, commands, name("tie", Phrase::SettingTie), options.tie.describe_in(language), &list);
    }
    let text = model.text(if *all { Phrase::FewerSettings } else { Phrase::MoreSettings });
    let text = RichText::new(text).size(12.0).color(theme::color(palette::ACCENT));
    let link = egui::Label::new(text).sense(egui::Sense::click());
    if ui.add(link).on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
        *all = !*all;
    }
    if !*all {
        return hairline(ui);
    }
    let steps = [("sqrt2", StepCosts::SQRT2), ("10/14", StepCosts::TEN_FOURTEEN), ("uniform", StepCosts::UNIFORM)];
    let list = steps.map(|(name, steps)| (name, steps.describe_in(language)));
    choice(ui, commands, name("steps", Phrase::SettingSteps), &options.steps.describe_in(language), &list);
    let directions: Vec<_> = options.order.directions(options.movement).iter().map(|one| one.name()).collect();
    let neighbours = ("neighbours", Phrase::SettingNeighbours);
    typed(ui, model, commands, neighbours, &directions.join(" "), Phrase::NeighboursTip);
    let list = CostRule::ALL.map(|rule| (rule.name(), rule.describe_in(language)));
    choice(ui, commands, name("cost-rule", Phrase::SettingTimes), options.cost_rule.describe_in(language), &list);
    let list = ParentRule::ALL.map(|rule| (rule.name(), model.text(parent_title(rule))));
    choice(ui, commands, name("parent", Phrase::SettingParent), model.text(parent_title(options.parent)), &list);
    let title = |stop| match stop {
        StopRule::Generated => model.text(Phrase::StopOpened),
        StopRule::Expanded => model.text(Phrase::StopExpanded),
    };
    let list = StopRule::ALL.map(|stop| (stop.name(), title(stop)));
    choice(ui, commands, name("stop", Phrase::SettingStop), title(options.stop), &list);
    let title = |policy| match policy {
        UnreachablePolicy::Refuse => model.text(Phrase::StayAndSay),
        UnreachablePolicy::Nearest => model.text(Phrase::GoToNearest),
    };
    let list = UnreachablePolicy::ALL.map(|policy| (policy.name(), title(policy)));
    choice(ui, commands, name("unreachable", Phrase::SettingUnreachable), title(model.settings.unreachable), &list);
    limits(ui, model, options, commands);

    hairline(ui);
}

/// When a search ends early, and where it may look.
fn limits(ui: &mut Ui, model: &Model, options: &SearchOptions, commands: &mut Vec<AppCommand>) {
    let within = if options.range > 0 { options.range.to_string() } else { String::new() };
    let expansions = options.max_expansions.map_or_else(String::new, |most| most.to_string());
    let cost = options.max_cost.map_or_else(String::new, |most| most.get().to_string());
    let region = options.region.map_or_else(String::new, |region| {
        format!("{}, {}, {}, {}", region.at.x, region.at.y, region.width, region.height)
    });
    for (key, name, shown, tip) in [
        ("within", Phrase::SettingWithin, within, Phrase::WithinTip),
        ("max-expansions", Phrase::SettingMaxExpansions, expansions, Phrase::MaxExpansionsTip),
        ("max-cost", Phrase::SettingMaxCost, cost, Phrase::MaxCostTip),
        ("region", Phrase::SettingRegion, region, Phrase::RegionTip),
    ] {
        typed(ui, model, commands, (key, name), &shown, tip);
    }
}

const fn parent_title(rule: ParentRule) -> Phrase {
    match rule {
        ParentRule::First => Phrase::FirstParent,
        ParentRule::Shorter => Phrase::ShorterParent,
    }
}

/// The exact rule of cost and order, and what it promises: never hidden, always true.
fn cost_label(ui: &mut Ui, model: &Model, options: &SearchOptions) {
    ui.add(egui::Label::new(theme::muted(options.describe_in(model.language())).size(12.0)).wrap());
    // A watched search has settings and a map of its own.
    let watched = model.watching.question.grid.as_ref().filter(|_| model.watches());
    let refusal = watched.map_or(model.refusal.0, |grid| options.check(grid).err());
    if let Some(refusal) = refusal {
        ui.horizontal_top(|ui| {
            dot(ui, palette::BAD);
            ui.add(egui::Label::new(RichText::new(refusal.describe_in(model.language())).size(12.5)).wrap());
        });
        return;
    }
    let (color, promise) = match options.guarantee() {
        Guarantee::Optimal => (palette::OK, Phrase::AlwaysOptimal.into()),
        Guarantee::Bounded(weight) => (palette::WARN, Phrase::AtMostTimes.with("weight", weight.get())),
        Guarantee::FewestSteps => (palette::WARN, Phrase::FewestSteps.into()),
        Guarantee::AnyAngle => (palette::WARN, Phrase::CloseToShortest.into()),
        Guarantee::None => (palette::WARN, Phrase::MayMiss.into()),
    };
    ui.horizontal(|ui| {
        dot(ui, color);
        ui.add(egui::Label::new(RichText::new(model.say(promise)).size(12.5)).wrap());
    });
    ui.add_space(2.0);
}
