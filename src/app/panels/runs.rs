//! The table of what was run on this level: sorted, replayed, and two of its rows compared.

use bevy_egui::egui::{self, Align, Layout, RichText, Sense, Stroke, Ui};

use super::side::{dot, hairline, heading};
use super::{AppCommand, Model, theme};
use crate::app::watch::Run;
use crate::app::words::{duration, thousands};
use crate::pathfinding::verdict::Light;
use crate::pathfinding::{Cell, Rgb, SearchEvent};
use crate::picture::palette;

/// How the table is sorted, and what was counted for a comparison.
#[derive(Default)]
pub struct RunsState {
    sort: SortBy,
    descending: bool,
    /// For which recording and row the cells were counted, and how many only the one, only the other and
    /// both expanded.
    difference: Option<((u64, usize), [usize; 3])>,
}

#[derive(Default, Clone, Copy, PartialEq, Eq)]
enum SortBy {
    #[default]
    Run,
    Algorithm,
    Cost,
    Expanded,
    Time,
}

/// The table of runs: sorted by a click on a heading, replayed by a click on a row.
pub(super) fn draw(ui: &mut Ui, model: &Model, state: &mut RunsState, commands: &mut Vec<AppCommand>) {
    let runs = &model.watching.runs;
    heading(ui, "Runs on this level", &runs.rows.len().to_string());
    if let Some(other) = runs.compared.and_then(|number| runs.rows.get(number))
        && let Some(run) = &model.watching.recording.shown
    {
        let key = (model.watching.recording.generation, runs.compared.unwrap_or_default());
        let counts = match state.difference {
            Some((counted, counts)) if counted == key => counts,
            _ => count_difference(other, run),
        };
        state.difference = Some((key, counts));
        difference(ui, key.1, counts);
    }
    let mut order: Vec<usize> = (0..runs.rows.len()).collect();
    order.sort_by(|&a, &b| {
        let (x, y) = (&runs.rows[a], &runs.rows[b]);
        let compared = match state.sort {
            SortBy::Run => a.cmp(&b),
            SortBy::Algorithm => x.question.options.algorithm.title().cmp(y.question.options.algorithm.title()),
            SortBy::Cost => shown_cost(x).total_cmp(&shown_cost(y)),
            SortBy::Expanded => x.outcome.stats().expanded.cmp(&y.outcome.stats().expanded),
            SortBy::Time => x.time.cmp(&y.time),
        };
        compared.then(a.cmp(&b))
    });
    if state.descending {
        order.reverse();
    }
    egui::Grid::new("runs").num_columns(7).spacing([6.0, 3.0]).striped(false).show(ui, |ui| {
        let titles = [
            (SortBy::Run, "#"),
            (SortBy::Algorithm, "search"),
            (SortBy::Cost, "cost"),
            (SortBy::Expanded, "exp."),
            (SortBy::Time, "time"),
        ];
        for (sort, title) in titles {
            if sort == SortBy::Expanded {
                ui.label(RichText::new("verdict").small().color(theme::color(palette::MUTED)));
            }
            let color = if state.sort == sort { palette::TEXT } else { palette::MUTED };
            let text = RichText::new(title).small().color(theme::color(color));
            if ui.add(egui::Label::new(text).sense(Sense::click())).on_hover_text("Sort by this").clicked() {
                state.descending = state.sort == sort && !state.descending;
                state.sort = sort;
            }
        }
        ui.end_row();
        for number in order {
            let run = &runs.rows[number];
            let options = &run.question.options;
            let cost = run.outcome.cost().map_or("no way".to_owned(), |cost| options.units().format(cost));
            let small = |text: String| RichText::new(text).size(12.5);
            let color = match run.verdict.light() {
                Light::Green => palette::OK,
                Light::Amber => palette::WARN,
                Light::Red => palette::BAD,
            };
            ui.label(small((number + 1).to_string()).color(theme::color(palette::MUTED)));
            let title = egui::Label::new(small(options.algorithm.title().to_owned())).truncate().sense(Sense::click());
            let tip = format!(
                "{}\n{}\nGenerated {}.",
                options.describe(),
                run.verdict.sentence(),
                thousands(run.outcome.stats().generated)
            );
            let wide = egui::vec2(88.0, 18.0);
            let response = ui.allocate_ui_with_layout(wide, Layout::left_to_right(Align::Center), |ui| {
                dot(ui, color);
                ui.add(title)
            });
            if response.inner.on_hover_text(tip).on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
                commands.push(AppCommand::ShowRun(number));
            }
            ui.label(small(cost));
            ui.label(small(verdict_word(run)));
            ui.label(small(thousands(run.outcome.stats().expanded)));
            ui.label(small(duration(run.time)));
            let chosen = runs.compared == Some(number);
            if ui
                .selectable_label(chosen, small("±".to_owned()))
                .on_hover_text("Compare: which cells only one of the two expanded")
                .clicked()
            {
                commands.push(AppCommand::CompareRun(number));
            }
            ui.end_row();
        }
    });
    ui.add_space(4.0);
    let hint = "Every search on this level gets a row. Click its name to play it again.";
    ui.add(egui::Label::new(theme::muted(hint).size(12.0)).wrap());
    hairline(ui);
}

/// The verdict in a word or a number.
fn verdict_word(run: &Run) -> String {
    match (run.verdict.light(), run.verdict.ratio) {
        (Light::Red, _) => "wrong".to_owned(),
        (_, Some(ratio)) if (ratio - 1.0).abs() < 1e-9 => "optimal".to_owned(),
        (_, Some(ratio)) => format!("{:+.1} %", (ratio - 1.0) * 100.0),
        (_, None) => "no way".to_owned(),
    }
}

fn shown_cost(run: &Run) -> f64 {
    run.outcome.cost().map_or(f64::INFINITY, |cost| run.question.options.units().to_f64(cost))
}

/// How many cells only the first expanded, only the second, and both.
fn count_difference(first: &Run, second: &Run) -> [usize; 3] {
    let cells = |run: &Run| -> std::collections::HashSet<Cell> {
        let expanded = |event| match event {
            SearchEvent::Expanded { cell, .. } => Some(cell),
            _ => None,
        };
        run.timeline.trace().events().filter_map(expanded).collect()
    };
    let (first, second) = (cells(first), cells(second));
    let both = first.intersection(&second).count();
    [first.len() - both, second.len() - both, both]
}

fn difference(ui: &mut Ui, number: usize, [first, second, both]: [usize; 3]) {
    let line = |ui: &mut Ui, color: Rgb, text: String| {
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(egui::vec2(12.0, 12.0), Sense::hover());
            ui.painter().rect_filled(rect, 2.0, theme::color(color));
            let edge = Stroke::new(1.0, theme::color(palette::HAIRLINE));
            ui.painter().rect_stroke(rect, 2.0, edge, egui::StrokeKind::Inside);
            ui.label(RichText::new(text).size(12.5));
        });
    };
    line(ui, palette::ACCENT, format!("only run {}: {} cells", number + 1, thousands(first as u64)));
    line(ui, palette::CHANGED, format!("only this one: {} cells", thousands(second as u64)));
    line(ui, palette::CLOSED, format!("both: {} cells", thousands(both as u64)));
}
