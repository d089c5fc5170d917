//! The search settings: every one that decides the outcome, named and valued as in level files, above them
//! the rule that they add up to.

use bevy_egui::egui::{self, RichText, Ui};

use super::side::{dot, hairline, heading, name_column};
use super::{AppCommand, Model, theme};
use crate::pathfinding::formats::UnreachablePolicy;
use crate::pathfinding::{
    Algorithm, CostRule, Guarantee, Heuristic, Movement, ParentRule, SearchOptions, StepCosts, StopRule, TieBreak,
};
use crate::picture::palette;

/// One setting: a name and a list of values, named as in level files.
fn choice(
    ui: &mut Ui,
    commands: &mut Vec<AppCommand>,
    (key, name): (&str, &str),
    shown: &str,
    values: &[(&'static str, String)],
) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        name_column(ui, name, 24.0);
        let width = (ui.available_width() - 4.0).max(80.0);
        egui::ComboBox::from_id_salt(key).width(width).truncate().selected_text(shown).show_ui(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            for (value, title) in values {
                if ui.selectable_label(title == shown, title).clicked() {
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
fn typed(ui: &mut Ui, commands: &mut Vec<AppCommand>, (key, name): (&str, &str), shown: &str, tip: &str) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        name_column(ui, name, 24.0);
        let id = ui.make_persistent_id(key);
        let begun = ui.data(|data| data.get_temp::<String>(id));
        let mut text = begun.clone().unwrap_or_else(|| shown.to_owned());
        let width = (ui.available_width() - 4.0).max(80.0);
        let field = egui::TextEdit::singleline(&mut text).id(id).margin(egui::Margin::symmetric(10, 4));
        let field = field.desired_width(width - 20.0).min_size(egui::vec2(width, 24.0));
        let response = ui.add(field).on_hover_text(tip);
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

/// The settings; those that are changed less often are folded away where somebody remembers whether they are.
pub(super) fn draw(ui: &mut Ui, model: &Model, all: Option<&mut bool>, commands: &mut Vec<AppCommand>) {
    let options = if model.watches() { &model.watching.question.options } else { &model.settings.options };
    let own = model.active.shown.as_ref().is_some_and(|level| level.search == *options);
    heading(ui, "Search", if own { "as in the level" } else { "changed" });
    cost_label(ui, model, options);
    let list = Algorithm::ALL.map(|algorithm| (algorithm.name(), algorithm.title().to_owned()));
    choice(ui, commands, ("algorithm", "Algorithm"), options.algorithm.title(), &list);
    if options.algorithm.uses_heuristic() {
        let title = |heuristic: &Heuristic| match heuristic {
            Heuristic::Zero => "Zero".to_owned(),
            Heuristic::Manhattan => "Manhattan".to_owned(),
            Heuristic::Euclidean => "Straight line".to_owned(),
            Heuristic::FlooredEuclidean => "Straight line, whole cells".to_owned(),
            Heuristic::Octile => "Octile".to_owned(),
            Heuristic::Chebyshev => "Chebyshev".to_owned(),
            Heuristic::Formula(_) => "Own formula".to_owned(),
        };
        let mut list = Heuristic::NAMED.map(|heuristic| (heuristic.name(), title(&heuristic))).to_vec();
        list.push((OWN_FORMULA, "Own formula".to_owned()));
        choice(ui, commands, ("heuristic", "Heuristic"), &title(&options.heuristic), &list);
        // A formula is not one of the names: it begins as something to change.
        for command in commands.iter_mut().filter(|command| is_own_formula(command)) {
            *command = AppCommand::Set("formula".to_owned(), FIRST_FORMULA.to_owned());
        }
        if let Heuristic::Formula(formula) = &options.heuristic {
            let tip = "An estimate of dx and dy, the columns and rows to the goal, and of g, the cost so far";
            typed(ui, commands, ("formula", "Formula"), formula.text(), tip);
        }
    }
    if options.algorithm == Algorithm::WeightedAStar {
        let list = ["1", "1.5", "2", "3", "5", "10"].map(|weight| (weight, format!("× {weight}")));
        choice(ui, commands, ("weight", "Weight"), &format!("× {}", options.weight.get()), &list);
    }
    let list = Movement::ALL.map(|movement| (movement.name(), movement.describe().to_owned()));
    choice(ui, commands, ("movement", "Movement"), options.movement.describe(), &list);
    let list = TieBreak::ALL.map(|tie| (tie.name(), tie.describe().to_owned()));
    if options.algorithm.uses_tie_break() {
        choice(ui, commands, ("tie", "Equal F"), options.tie.describe(), &list);
    }
    if let Some(all) = all {
        let text = if *all { "Fewer settings" } else { "More settings" };
        let text = RichText::new(text).size(12.0).color(theme::color(palette::ACCENT));
        let link = egui::Label::new(text).sense(egui::Sense::click());
        if ui.add(link).on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
            *all = !*all;
        }
        if !*all {
            return hairline(ui);
        }
    }
    let steps = [("sqrt2", StepCosts::SQRT2), ("10/14", StepCosts::TEN_FOURTEEN), ("uniform", StepCosts::UNIFORM)];
    let list = steps.map(|(name, steps)| (name, steps.to_string()));
    choice(ui, commands, ("steps", "A step costs"), &options.steps.to_string(), &list);
    let directions: Vec<_> = options.order.directions(options.movement).iter().map(|one| one.name()).collect();
    let tip = "The order in which neighbours are looked at: n, e, s, w, ne, se, sw, nw; those left out follow";
    typed(ui, commands, ("neighbours", "Neighbours"), &directions.join(" "), tip);
    let list = CostRule::ALL.map(|rule| (rule.name(), rule.describe().to_owned()));
    choice(ui, commands, ("cost-rule", "Times"), options.cost_rule.describe(), &list);
    let list = ParentRule::ALL.map(|rule| (rule.name(), parent_title(rule).to_owned()));
    choice(ui, commands, ("parent", "A shorter way"), parent_title(options.parent), &list);
    let title = |stop| match stop {
        StopRule::Generated => "goal is opened".to_owned(),
        StopRule::Expanded => "goal is expanded".to_owned(),
    };
    let list = StopRule::ALL.map(|stop| (stop.name(), title(stop)));
    choice(ui, commands, ("stop", "Stops when"), &title(options.stop), &list);
    let title = |policy| match policy {
        UnreachablePolicy::Refuse => "stay and say why".to_owned(),
        UnreachablePolicy::Nearest => "go to the nearest cell".to_owned(),
    };
    let list = UnreachablePolicy::ALL.map(|policy| (policy.name(), title(policy)));
    choice(ui, commands, ("unreachable", "No way"), &title(model.settings.unreachable), &list);

    hairline(ui);
}

const fn parent_title(rule: ParentRule) -> &'static str {
    match rule {
        ParentRule::First => "is not taken over",
        ParentRule::Shorter => "replaces the parent",
    }
}

/// The exact rule of cost and order, and what it promises: never hidden, always true.
fn cost_label(ui: &mut Ui, model: &Model, options: &SearchOptions) {
    ui.add(egui::Label::new(theme::muted(options.describe()).size(12.0)).wrap());
    if let Some(refusal) = &model.refusal.0 {
        ui.horizontal_top(|ui| {
            dot(ui, palette::BAD);
            ui.add(egui::Label::new(RichText::new(refusal.to_string()).size(12.5)).wrap());
        });
        return;
    }
    let promise = match options.guarantee() {
        Guarantee::Optimal => (palette::OK, "Always finds a cheapest way.".to_owned()),
        Guarantee::Bounded(weight) => {
            (palette::WARN, format!("Its way costs at most {} times the cheapest.", weight.get()))
        }
        Guarantee::FewestSteps => (palette::WARN, "Finds the fewest steps; costs are ignored.".to_owned()),
        Guarantee::AnyAngle => {
            (palette::WARN, "Close to the shortest way at any angle; no bound is proven.".to_owned())
        }
        Guarantee::None => (palette::WARN, "May miss the cheapest way.".to_owned()),
    };
    ui.horizontal(|ui| {
        dot(ui, promise.0);
        ui.add(egui::Label::new(RichText::new(promise.1).size(12.5)).wrap());
    });
    ui.add_space(2.0);
}
