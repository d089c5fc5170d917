//! The table of what was run on this level: sorted, replayed, and two of its rows compared. Its most
//! telling columns stand in the side panel, all of them in a window of their own.

use std::cmp::Ordering;

use bevy_egui::egui::{self, Align, Layout, RichText, Sense, Stroke, Ui};

use super::side::{dot, hairline, heading};
use super::{AppCommand, Model, theme};
use crate::app::watch::{Run, expanded_by};
use crate::app::words::{duration, thousands};
use crate::app::{Keys, Phrase};
use crate::pathfinding::Rgb;
use crate::pathfinding::verdict::{Light, Ruling};
use crate::picture::palette;

/// Width of the names of algorithms in the side panel, where longer ones are cut short.
const NAME: f32 = 76.0;
/// Their width where all columns are shown.
const WIDE_NAME: f32 = 150.0;

/// How the table is sorted, and what was counted for a comparison.
#[derive(Default)]
pub struct RunsState {
    sort: Column,
    descending: bool,
    /// For which recording and row the cells were counted, and how many only the one, only the other and
    /// both expanded.
    difference: Option<((u64, usize), [usize; 3])>,
}

/// What is told of a run.
#[derive(Default, Clone, Copy, PartialEq, Eq)]
enum Column {
    #[default]
    Run,
    Algorithm,
    Ends,
    Cost,
    Verdict,
    Cells,
    Expanded,
    Generated,
    Reopened,
    Time,
    Settings,
}

impl Column {
    const BESIDE_THE_MAP: [Self; 6] =
        [Self::Run, Self::Algorithm, Self::Cost, Self::Verdict, Self::Expanded, Self::Time];
    const ALL: [Self; 11] = [
        Self::Run,
        Self::Algorithm,
        Self::Ends,
        Self::Cost,
        Self::Verdict,
        Self::Cells,
        Self::Expanded,
        Self::Generated,
        Self::Reopened,
        Self::Time,
        Self::Settings,
    ];

    fn title(self, model: &Model) -> &'static str {
        model.text(match self {
            Self::Run => return "#",
            Self::Algorithm => Phrase::Algorithm,
            Self::Ends => Phrase::FromToColumn,
            Self::Cost => Phrase::Cost,
            Self::Verdict => Phrase::Verdict,
            Self::Cells => Phrase::CellCount,
            Self::Expanded => Phrase::Expanded,
            Self::Generated => Phrase::Generated,
            Self::Reopened => Phrase::Reopened,
            Self::Time => Phrase::Time,
            Self::Settings => Phrase::Settings,
        })
    }

    const fn is_number(self) -> bool {
        !matches!(self, Self::Algorithm | Self::Ends | Self::Verdict | Self::Settings)
    }

    fn text(self, model: &Model, number: usize, run: &Run) -> String {
        let (question, stats) = (&run.question, run.outcome.stats());
        match self {
            Self::Run => (number + 1).to_string(),
            Self::Algorithm => question.options.algorithm.title_in(model.language()).to_owned(),
            Self::Ends => format!("{} {}", question.start, question.goal),
            Self::Cost => run.outcome.cost().map_or("–".to_owned(), |cost| question.options.units().format(cost)),
            Self::Verdict => verdict_word(model, run),
            Self::Cells => run.outcome.path().map_or("–".to_owned(), |path| thousands(path.cells().len() as u64)),
            Self::Expanded => thousands(stats.expanded),
            Self::Generated => thousands(stats.generated),
            Self::Reopened => thousands(stats.reopened),
            Self::Time => duration(run.time),
            Self::Settings => question.options.describe_in(model.language()),
        }
    }

    /// Smaller, better or earlier first; no way counts as dearer than any.
    fn compare(self, a: &Run, b: &Run) -> Ordering {
        let cells = |run: &Run| run.outcome.path().map_or(usize::MAX, |path| path.cells().len());
        let ends = |run: &Run| {
            let (start, goal) = (run.question.start, run.question.goal);
            (start.y, start.x, goal.y, goal.x)
        };
        match self {
            Self::Run => Ordering::Equal,
            Self::Algorithm => a.question.options.algorithm.title().cmp(b.question.options.algorithm.title()),
            Self::Ends => ends(a).cmp(&ends(b)),
            Self::Cost => shown_cost(a).total_cmp(&shown_cost(b)),
            Self::Verdict => goodness(a).partial_cmp(&goodness(b)).unwrap_or(Ordering::Equal),
            Self::Cells => cells(a).cmp(&cells(b)),
            Self::Expanded => a.outcome.stats().expanded.cmp(&b.outcome.stats().expanded),
            Self::Generated => a.outcome.stats().generated.cmp(&b.outcome.stats().generated),
            Self::Reopened => a.outcome.stats().reopened.cmp(&b.outcome.stats().reopened),
            Self::Time => a.time.cmp(&b.time),
            Self::Settings => a.question.options.describe().cmp(&b.question.options.describe()),
        }
    }
}

/// The table in the side panel.
pub(super) fn draw(ui: &mut Ui, model: &Model, state: &mut RunsState, commands: &mut Vec<AppCommand>) {
    heading(ui, model.text(Phrase::RunsOnLevel), &model.watching.runs.rows.len().to_string());
    difference(ui, model, state);
    // A table as wide as its words want to be scrolls, and does not widen the panel.
    egui::ScrollArea::horizontal().id_salt("runs").auto_shrink([false, true]).show(ui, |ui| {
        table(ui, model, state, &Column::BESIDE_THE_MAP, commands);
    });
    ui.add_space(4.0);
    let hint = model.text(Phrase::RunsHint);
    ui.add(egui::Label::new(theme::muted(hint).size(12.0)).wrap());
    let text = RichText::new(model.text(Phrase::AllColumns)).size(12.0).color(theme::color(palette::ACCENT));
    let link = ui.add(egui::Label::new(text).sense(Sense::click())).on_hover_text(model.key(Keys::Signs("U")));
    if link.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
        commands.push(AppCommand::ToggleRuns);
    }
    hairline(ui);
}

/// The whole table, in a window over the map.
pub(super) fn draw_all(
    context: &egui::Context,
    free: egui::Rect,
    model: &Model,
    state: &mut RunsState,
    commands: &mut Vec<AppCommand>,
) {
    let mut open = true;
    let room = free.shrink(24.0);
    egui::Window::new(model.text(Phrase::RunsOnLevel))
        .id("runs".into())
        .open(&mut open)
        .collapsible(false)
        .default_pos(room.min)
        .default_size([room.width(), (room.height() * 0.5).max(200.0)])
        .show(context, |ui| {
            ui.horizontal(|ui| difference(ui, model, state));
            egui::ScrollArea::both().auto_shrink([false, true]).show(ui, |ui| {
                table(ui, model, state, &Column::ALL, commands);
            });
            if model.watching.runs.rows.is_empty() {
                ui.label(theme::muted(model.text(Phrase::NoRuns)));
            }
        });
    if !open {
        commands.push(AppCommand::ToggleRuns);
    }
}

/// The rows in the chosen order: sorted by a click on a heading, replayed by a click on a name.
fn table(ui: &mut Ui, model: &Model, state: &mut RunsState, columns: &[Column], commands: &mut Vec<AppCommand>) {
    let runs = &model.watching.runs;
    let mut order: Vec<usize> = (0..runs.rows.len()).collect();
    order.sort_by(|&a, &b| state.sort.compare(&runs.rows[a], &runs.rows[b]).then(a.cmp(&b)));
    if state.descending {
        order.reverse();
    }
    let is_wide = columns.len() > Column::BESIDE_THE_MAP.len();
    let (gap, width) = if is_wide { (16.0, WIDE_NAME) } else { (6.0, NAME) };
    egui::Grid::new(("runs", is_wide)).num_columns(columns.len() + 1).min_col_width(0.0).spacing([gap, 3.0]).show(
        ui,
        |ui| {
            for &column in columns {
                let color = if state.sort == column { palette::TEXT } else { palette::MUTED };
                let arrow = match (state.sort == column, state.descending) {
                    (false, _) => "",
                    (true, false) => " ⏶",
                    (true, true) => " ⏷",
                };
                let is_short = column == Column::Expanded && !is_wide;
                let title = if is_short { model.text(Phrase::ExpandedShort) } else { column.title(model) };
                let text = RichText::new(format!("{title}{arrow}")).small().color(theme::color(color));
                let label = egui::Label::new(text).sense(Sense::click());
                let response = aligned(ui, column, |ui| ui.add(label)).on_hover_text(model.text(Phrase::SortByThis));
                if response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
                    state.descending = state.sort == column && !state.descending;
                    state.sort = column;
                }
            }
            ui.end_row();
            ui.spacing_mut().button_padding.x = 4.0;
            for number in order {
                let run = &runs.rows[number];
                for &column in columns {
                    let text = RichText::new(column.text(model, number, run)).size(12.5);
                    match column {
                        Column::Algorithm => name(ui, model, number, (text, width), commands),
                        Column::Run => {
                            let text = text.color(theme::color(palette::MUTED));
                            aligned(ui, column, |ui| ui.label(text));
                        }
                        _ => drop(aligned(ui, column, |ui| ui.label(text))),
                    }
                }
                let chosen = runs.compared == Some(number);
                let button = ui.selectable_label(chosen, RichText::new("±").size(12.5));
                if button.on_hover_text(model.text(Phrase::CompareTip)).clicked() {
                    commands.push(AppCommand::CompareRun(number));
                }
                ui.end_row();
            }
        },
    );
}

/// Numbers stand right, words left.
fn aligned(ui: &mut Ui, column: Column, add: impl FnOnce(&mut Ui) -> egui::Response) -> egui::Response {
    if column.is_number() { ui.with_layout(Layout::right_to_left(Align::Center), add).inner } else { add(ui) }
}

/// The light and the name of the algorithm; a click plays the run again.
fn name(ui: &mut Ui, model: &Model, number: usize, (text, width): (RichText, f32), commands: &mut Vec<AppCommand>) {
    let run = &model.watching.runs.rows[number];
    let color = match run.verdict.light() {
        Light::Green => palette::OK,
        Light::Amber => palette::WARN,
        Light::Red => palette::BAD,
    };
    let language = model.language();
    let tip = format!("{}\n{}", run.question.options.describe_in(language), run.verdict.sentence_in(language));
    let title = egui::Label::new(text).truncate().sense(Sense::click());
    let response = ui.allocate_ui_with_layout(egui::vec2(width, 18.0), Layout::left_to_right(Align::Center), |ui| {
        dot(ui, color);
        ui.add(title)
    });
    if response.inner.on_hover_text(tip).on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
        commands.push(AppCommand::ShowRun(number));
    }
}

/// The verdict in a word or a number.
fn verdict_word(model: &Model, run: &Run) -> String {
    if run.verdict.ruling == Ruling::OutOfBudget {
        return model.text(Phrase::GaveUp).to_owned();
    }
    match (run.verdict.light(), run.verdict.ratio) {
        (Light::Red, _) => model.text(Phrase::Wrong).to_owned(),
        (_, Some(ratio)) if (ratio - 1.0).abs() < 1e-9 => model.text(Phrase::Optimal).to_owned(),
        (_, Some(ratio)) => format!("{:+.1} %", (ratio - 1.0) * 100.0),
        (_, None) => model.text(Phrase::NoWay).to_owned(),
    }
}

/// Best first: right answers by how far they are above the optimum, then no way, then what was given up, then
/// wrong answers.
fn goodness(run: &Run) -> (bool, bool, f64) {
    let given_up = run.verdict.ruling == Ruling::OutOfBudget;
    (run.verdict.light() == Light::Red, given_up, run.verdict.ratio.unwrap_or(f64::INFINITY))
}

fn shown_cost(run: &Run) -> f64 {
    run.outcome.cost().map_or(f64::INFINITY, |cost| run.question.options.units().to_f64(cost))
}

/// What the colours of the difference map mean, with counts.
fn difference(ui: &mut Ui, model: &Model, state: &mut RunsState) {
    let runs = &model.watching.runs;
    let Some(number) = runs.compared else { return };
    let (Some(other), Some(run)) = (runs.rows.get(number), &model.watching.recording.shown) else { return };
    let key = (model.watching.recording.generation, number);
    let counts = match state.difference {
        Some((counted, counts)) if counted == key => counts,
        _ => count_difference(other, run),
    };
    state.difference = Some((key, counts));
    let [first, second, both] = counts.map(|count| thousands(count as u64));
    let line = |ui: &mut Ui, color: Rgb, text: String| {
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(egui::vec2(12.0, 12.0), Sense::hover());
            ui.painter().rect_filled(rect, 2.0, theme::color(color));
            let edge = Stroke::new(1.0, theme::color(palette::HAIRLINE));
            ui.painter().rect_stroke(rect, 2.0, edge, egui::StrokeKind::Inside);
            ui.label(RichText::new(text).size(12.5));
        });
    };
    line(ui, palette::ACCENT, model.say(Phrase::OnlyRun.with("number", number + 1).with("count", first)));
    line(ui, palette::CHANGED, model.say(Phrase::OnlyThis.with("count", second)));
    line(ui, palette::CLOSED, model.say(Phrase::BothRuns.with("count", both)));
}

/// How many cells only the first expanded, only the second, and both.
fn count_difference(first: &Run, second: &Run) -> [usize; 3] {
    let mut counts = [0; 4];
    for mark in expanded_by(first, second) {
        counts[usize::from(mark)] += 1;
    }
    [counts[1], counts[2], counts[3]]
}
