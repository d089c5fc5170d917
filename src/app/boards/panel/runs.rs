//! The table of what was run on this level: sorted, replayed, and two of its rows compared. Its most
//! telling columns stand in the side panel, all of them in a window of their own.

use std::cmp::Ordering;

use bevy_egui::egui::{self, Align, FontId, Layout, RichText, Sense, Ui};
use gridwalk_explain::compare::distinctions;
use gridwalk_explain::language::value_in;
use gridwalk_explain::verdict::{Light, Ruling};
use gridwalk_explain::{Describe, Language};
use gridwalk_level::Rgb;
use gridwalk_pathfinding::OptionChange;

use super::difference;
use crate::app::Phrase;
use crate::app::boards::{Model, Run};
use crate::app::command::{Section, Toggle, WatchCommand};
use crate::app::common::words::{cost_or_dash, count_or_dash, thousands};
use crate::app::widgets::{dot, link, remark, section, theme};
use crate::picture::palette;

/// The narrowest column of names in the side panel.
const NAME: f32 = 76.0;
/// The width of names where all columns are shown.
const WIDE_NAME: f32 = 190.0;
/// Between two columns, in the side panel and where all are shown.
const GAP: f32 = 8.0;
const WIDE_GAP: f32 = 16.0;

/// How the table is sorted, and what was found out once for what is shown.
#[derive(Default)]
pub struct RunsState {
    order: SortOrder,
    /// For which recording and number of rows it was found out, and in which language.
    known: (u64, usize, Language),
    /// The row that is watched.
    watched: Option<usize>,
    /// By which agent, ends and options each row differs from others.
    differences: Vec<String>,
    /// Whether some rows have other starts or goals than others.
    has_other_ends: bool,
}

impl RunsState {
    /// Looks at all rows again where they are others than before.
    fn update(&mut self, model: &Model) {
        let rows = &model.runs.rows;
        let generation = model.recording().map_or(0, |recording| recording.generation);
        let now = (generation, rows.len(), model.language());
        if self.known == now && self.differences.len() == rows.len() {
            return;
        }
        self.known = now;
        let shown = model.run();
        self.watched = shown.and_then(|shown| rows.iter().position(|row| row.question.is(&shown.question)));
        let options: Vec<_> = rows.iter().map(|row| &row.question.query.options).collect();
        self.has_other_ends = rows.windows(2).any(|pair| ends(&pair[0]) != ends(&pair[1]));
        let has_other_agents =
            rows.windows(2).any(|pair| pair[0].question.source.agent() != pair[1].question.source.agent());
        let of_run = |(run, changes): (&Run, &Vec<OptionChange>)| {
            let values = changes.iter().map(|change| value_in(change, model.language()));
            let agent = run.question.source.agent().filter(|_| has_other_agents).map(str::to_owned);
            let query = &run.question.query;
            let ends = self.has_other_ends.then(|| format!("{} → {}", query.start, query.goal));
            model.list(values.chain(agent).chain(ends))
        };
        self.differences = rows.iter().zip(&distinctions(&options)).map(of_run).collect();
    }
}

/// How rows are sorted.
#[derive(Default, Clone, Copy, Debug, PartialEq, Eq)]
struct SortOrder {
    column: Column,
    descending: bool,
}

impl SortOrder {
    /// A click on the column that sorts turns the order around.
    fn click(&mut self, column: Column) {
        self.descending = self.column == column && !self.descending;
        self.column = column;
    }

    /// The numbers of the rows in this order; equal ones as they were run.
    fn sorted(self, runs: &[Run]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..runs.len()).collect();
        order.sort_by(|&a, &b| self.column.compare(&runs[a], &runs[b]).then(a.cmp(&b)));
        if self.descending {
            order.reverse();
        }
        order
    }
}

/// Start and goal, in reading order.
const fn ends(run: &Run) -> [i32; 4] {
    let (start, goal) = (run.question.query.start, run.question.query.goal);
    [start.y, start.x, goal.y, goal.x]
}

/// How many cells its path has.
pub fn cells(run: &Run) -> Option<u64> {
    run.outcome.path().map(|path| path.cells().len() as u64)
}

/// What is shown of a run.
#[derive(Default, Clone, Copy, Debug, PartialEq, Eq)]
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
    Scanned,
    Time,
    Options,
}

impl Column {
    const BESIDE_THE_MAP: [Self; 4] = [Self::Algorithm, Self::Cost, Self::Expanded, Self::Time];
    const TITLES: [(Self, Phrase); 11] = [
        (Self::Algorithm, Phrase::Algorithm),
        (Self::Ends, Phrase::FromToColumn),
        (Self::Cost, Phrase::Cost),
        (Self::Verdict, Phrase::Verdict),
        (Self::Cells, Phrase::CellCount),
        (Self::Expanded, Phrase::Expanded),
        (Self::Generated, Phrase::Generated),
        (Self::Reopened, Phrase::Reopened),
        (Self::Scanned, Phrase::Scanned),
        (Self::Time, Phrase::Time),
        (Self::Options, Phrase::Options),
    ];

    fn title(self, model: &Model) -> &'static str {
        Self::TITLES.iter().find(|row| row.0 == self).map_or("#", |row| model.text(row.1))
    }

    const fn is_number(self) -> bool {
        !matches!(self, Self::Algorithm | Self::Ends | Self::Verdict | Self::Options)
    }

    fn text(self, model: &Model, number: usize, run: &Run) -> String {
        let (query, stats) = (&run.question.query, run.outcome.stats());
        match self {
            Self::Run => (number + 1).to_string(),
            Self::Algorithm => query.options.algorithm.describe_in(model.language()),
            Self::Ends => format!("{} {}", query.start, query.goal),
            Self::Cost => cost_or_dash(&query.options, run.outcome.cost()),
            Self::Verdict => run.verdict.word(model.language()),
            Self::Cells => count_or_dash(cells(run)),
            Self::Expanded => thousands(stats.expanded),
            Self::Generated => thousands(stats.generated),
            Self::Reopened => thousands(stats.reopened),
            Self::Scanned => count_or_dash(run.scanned.last().copied()),
            Self::Time => model.measured(run.time),
            Self::Options => query.options.describe_in(model.language()),
        }
    }

    /// Smaller, better or earlier first; no path counts as more expensive than any.
    fn compare(self, a: &Run, b: &Run) -> Ordering {
        let cells = |run: &Run| cells(run).unwrap_or(u64::MAX);
        let scanned = |run: &Run| run.scanned.last().copied().unwrap_or(u64::MAX);
        match self {
            Self::Run => Ordering::Equal,
            Self::Algorithm => {
                a.question.query.options.algorithm.title().cmp(b.question.query.options.algorithm.title())
            }
            Self::Ends => ends(a).cmp(&ends(b)),
            Self::Cost => shown_cost(a).total_cmp(&shown_cost(b)),
            Self::Verdict => goodness(a).partial_cmp(&goodness(b)).unwrap_or(Ordering::Equal),
            Self::Cells => cells(a).cmp(&cells(b)),
            Self::Expanded => a.outcome.stats().expanded.cmp(&b.outcome.stats().expanded),
            Self::Generated => a.outcome.stats().generated.cmp(&b.outcome.stats().generated),
            Self::Reopened => a.outcome.stats().reopened.cmp(&b.outcome.stats().reopened),
            Self::Scanned => scanned(a).cmp(&scanned(b)),
            Self::Time => a.time.cmp(&b.time),
            Self::Options => a.question.query.options.to_string().cmp(&b.question.query.options.to_string()),
        }
    }
}

/// The table in the side panel.
pub fn draw(ui: &mut Ui, model: &Model, state: &mut RunsState) {
    let count = model.runs.rows.len().to_string();
    section(ui, model, (Section::Runs, Phrase::RunsOnLevel, &count), |ui| {
        difference::draw(ui, model);
        table(ui, model, state, &Column::BESIDE_THE_MAP);
        ui.add_space(4.0);
        remark(ui, model.text(Phrase::RunsHint));
        let all = link(ui, model.text(Phrase::AllColumns));
        model.on_click(&all.on_hover_text(model.tip(Toggle::Runs)), Toggle::Runs);
    });
}

/// The whole table, in a window over the map.
pub fn draw_all(context: &egui::Context, free: egui::Rect, model: &Model, state: &mut RunsState) {
    let mut open = true;
    let room = context.content_rect().shrink(24.0);
    egui::Window::new(model.text(Phrase::RunsOnLevel))
        .id("runs".into())
        .open(&mut open)
        .collapsible(false)
        .default_pos(free.min + egui::vec2(24.0, 24.0))
        .default_size([room.right() - free.left() - 24.0, (room.height() * 0.5).max(200.0)])
        .show(context, |ui| {
            difference::draw(ui, model);
            egui::ScrollArea::both().auto_shrink([false, true]).show(ui, |ui| {
                let all = std::iter::once(Column::Run).chain(Column::TITLES.map(|row| row.0));
                table(ui, model, state, &all.collect::<Vec<_>>());
            });
            if model.runs.rows.is_empty() {
                ui.label(theme::muted(model.text(Phrase::NoRuns)));
            }
        });
    if !open {
        model.wish(Toggle::Runs);
    }
}

/// The rows in the chosen order: sorted by a click on a heading, replayed by a click on a name. The sign that
/// compares comes first, so that no number pushes it out.
fn table(ui: &mut Ui, model: &Model, state: &mut RunsState, columns: &[Column]) {
    state.update(model);
    let runs = &model.runs;
    let order = state.order.sorted(&runs.rows);
    let is_wide = columns.len() > Column::BESIDE_THE_MAP.len();
    let gap = if is_wide { WIDE_GAP } else { GAP };
    let widths = widths(ui, model, columns, gap);
    let marked = state.watched.and_then(|watched| order.iter().position(|number| *number == watched));
    let ground = theme::color(palette::ACCENT).gamma_multiply(0.22);
    egui::Grid::new(("runs", is_wide))
        .num_columns(columns.len() + 1)
        .min_col_width(0.0)
        .spacing([gap, 3.0])
        .with_row_color(move |row, _| (row.checked_sub(1) == marked && marked.is_some()).then_some(ground))
        .show(ui, |ui| {
            ui.label("");
            for (&column, &width) in columns.iter().zip(&widths) {
                heading(ui, model, (column, width), &mut state.order);
            }
            ui.end_row();
            ui.spacing_mut().button_padding.x = 4.0;
            for number in order {
                let is_compared = runs.compared == Some(number);
                let button = ui.selectable_label(is_compared, RichText::new("±").size(theme::SMALL));
                model.on_click(&button.on_hover_text(model.text(Phrase::CompareTip)), WatchCommand::CompareRun(number));
                let run = &runs.rows[number];
                for (&column, &width) in columns.iter().zip(&widths) {
                    let text = RichText::new(column.text(model, number, run)).size(theme::SMALL);
                    if column == Column::Options {
                        // Of what all have in common the first words would be all that is seen.
                        ui.label(RichText::new(&state.differences[number]).size(theme::SMALL));
                    } else if column == Column::Algorithm {
                        name(ui, model, number, (text, &state.differences[number], width));
                    } else {
                        aligned(ui, column, width, |ui| ui.label(text));
                    }
                }
                ui.end_row();
            }
        });
    if state.has_other_ends {
        remark(ui, model.text(Phrase::OtherEnds));
    }
}

/// How wide each column is: numbers as their widest, in the side panel names as what is left over.
fn widths(ui: &Ui, model: &Model, columns: &[Column], gap: f32) -> Vec<f32> {
    let font = FontId::proportional(theme::SMALL);
    let width = |text: String| ui.painter().layout_no_wrap(text, font.clone(), egui::Color32::WHITE).size().x;
    let widest = |column: &Column| {
        let rows = model.runs.rows.iter().enumerate();
        let texts = rows.map(|(number, run)| column.text(model, number, run));
        texts.chain([format!("{} ▲", column.title(model))]).map(width).fold(0.0, f32::max).ceil()
    };
    let is_wide = columns.len() > Column::BESIDE_THE_MAP.len();
    let mut widths: Vec<f32> = columns.iter().map(widest).collect();
    if let Some(name) = columns.iter().position(|column| *column == Column::Algorithm) {
        let others: f32 = widths.iter().enumerate().filter(|(i, _)| *i != name).map(|(_, width)| width + gap).sum();
        let left = ui.available_width() - others - SIGN - gap;
        widths[name] = if is_wide { WIDE_NAME } else { left.max(NAME) };
    }
    widths
}

/// Width of the sign that compares.
const SIGN: f32 = 18.0;

/// A heading sorts by its column.
fn heading(ui: &mut Ui, model: &Model, (column, width): (Column, f32), order: &mut SortOrder) {
    let is_chosen = order.column == column;
    let color = if is_chosen { palette::TEXT } else { palette::MUTED };
    let arrow = match (is_chosen, order.descending) {
        (false, _) => "",
        (true, false) => " ▲",
        (true, true) => " ▼",
    };
    let text = RichText::new(format!("{}{arrow}", column.title(model))).small().color(theme::color(color));
    let label = egui::Label::new(text).sense(Sense::click());
    let response = aligned(ui, column, width, |ui| ui.add(label)).on_hover_text(model.text(Phrase::SortByThis));
    if response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
        order.click(column);
    }
}

/// Numbers stand right, words left.
fn aligned(ui: &mut Ui, column: Column, width: f32, add: impl FnOnce(&mut Ui) -> egui::Response) -> egui::Response {
    if !column.is_number() {
        return add(ui);
    }
    let layout = Layout::right_to_left(Align::Center);
    ui.allocate_ui_with_layout(egui::vec2(width, 18.0), layout, |ui| {
        ui.set_min_width(width);
        add(ui)
    })
    .inner
}

/// The light, the name of the algorithm and what distinguishes it from others; a click plays the run again.
fn name(ui: &mut Ui, model: &Model, number: usize, (text, differs, width): (RichText, &str, f32)) {
    let run = &model.runs.rows[number];
    let language = model.language();
    let tip = format!("{}\n{}", run.question.query.options.describe_in(language), run.verdict.sentence(language));
    ui.allocate_ui_with_layout(egui::vec2(width, 18.0), Layout::left_to_right(Align::Center), |ui| {
        ui.set_min_width(width);
        ui.spacing_mut().item_spacing = egui::vec2(4.0, 0.0);
        dot(ui, verdict_color(run));
        ui.vertical(|ui| {
            let title = ui.add(egui::Label::new(text).truncate().sense(Sense::click()));
            let mut clicked = title.on_hover_text(&tip).on_hover_cursor(egui::CursorIcon::PointingHand).clicked();
            if !differs.is_empty() {
                let differs = egui::Label::new(theme::muted(differs).small()).truncate().sense(Sense::click());
                clicked |= ui.add(differs).on_hover_text(&tip).clicked();
            }
            if clicked {
                model.wish(WatchCommand::ShowRun(number));
            }
        });
    });
}

pub fn verdict_color(run: &Run) -> Rgb {
    match run.verdict.light() {
        Light::Green => palette::OK,
        Light::Amber => palette::WARN,
        Light::Red => palette::BAD,
    }
}

/// Best first: right answers by how far they are above the optimum, then no path, then what ran out of budget, then
/// wrong answers.
fn goodness(run: &Run) -> (bool, bool, f64) {
    let is_over = run.verdict.ruling == Ruling::OutOfBudget;
    (run.verdict.light() == Light::Red, is_over, run.verdict.ratio.unwrap_or(f64::INFINITY))
}

fn shown_cost(run: &Run) -> f64 {
    run.outcome.cost().map_or(f64::INFINITY, |cost| run.question.query.options.units().to_f64(cost))
}
