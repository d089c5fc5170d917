//! The table of earlier runs, and the difference of two boards.

use std::cmp::Ordering;
use std::sync::Arc;

use bevy_egui::egui::{self, Align, FontId, Layout, Margin, RichText, Sense, Stroke, Ui, vec2};
use gridwalk_explain::compare::{Difference, distinctions};
use gridwalk_explain::language::value_in;
use gridwalk_explain::verdict::{Light, Ruling};
use gridwalk_explain::{Describe, Language};
use gridwalk_level::Rgb;
use gridwalk_pathfinding::OptionChange;

use crate::app::boards::{BoardsModel, Run};
use crate::app::command::{Section, Toggle, WatchCommand};
use crate::app::common::words::{cost_or_dash, count_or_dash, thousands};
use crate::app::widgets::{cut, dot, link, remark, section, theme};
use crate::app::{Phrase, Sentence};
use crate::picture::{DIFFERENCE, palette};

/// Minimum width of the names in the side panel.
const NAME: f32 = 76.0;
/// Width of the names in the window with all columns.
const WIDE_NAME: f32 = 190.0;
/// Gap between two columns, in the side panel and in the window.
const GAP: f32 = 8.0;
const WIDE_GAP: f32 = 16.0;

/// Sort order of the table, and values cached for its rows.
#[derive(Default)]
pub struct RunsState {
    order: SortOrder,
    /// Recording generation, number of rows and language of the cached values.
    known: (u64, usize, Language),
    /// Index of the watched row.
    watched: Option<usize>,
    /// Differences of each row from the others in agent, ends and options.
    differences: Vec<String>,
    /// Whether rows differ in their start or goal.
    has_other_ends: bool,
}

impl RunsState {
    /// Recomputes the cached values if the rows, the recording or the language changed.
    fn update(&mut self, model: &BoardsModel) {
        let rows = &model.runs.rows;
        let generation = model
            .recording()
            .map_or(0, |recording| recording.generation);
        let now = (generation, rows.len(), model.language());
        if self.known == now && self.differences.len() == rows.len() {
            return;
        }
        self.known = now;
        let shown = model.run();
        self.watched =
            shown.and_then(|shown| rows.iter().position(|row| row.question.is(&shown.question)));
        let options: Vec<_> = rows.iter().map(|row| &row.question.query.options).collect();
        self.has_other_ends = rows.windows(2).any(|pair| ends(&pair[0]) != ends(&pair[1]));
        let has_other_agents = rows
            .windows(2)
            .any(|pair| pair[0].question.source.agent() != pair[1].question.source.agent());
        let of_run = |(run, changes): (&Run, &Vec<OptionChange>)| {
            let values = changes
                .iter()
                .map(|change| value_in(change, model.language()));
            let agent = run
                .question
                .source
                .agent()
                .filter(|_| has_other_agents)
                .map(str::to_owned);
            let query = &run.question.query;
            let ends = self
                .has_other_ends
                .then(|| format!("{} → {}", query.start, query.goal));
            model.list(values.chain(agent).chain(ends))
        };
        self.differences = rows
            .iter()
            .zip(&distinctions(&options))
            .map(of_run)
            .collect();
    }
}

/// Column and direction of sorting.
#[derive(Default, Clone, Copy, Debug, PartialEq, Eq)]
struct SortOrder {
    column: Column,
    descending: bool,
}

impl SortOrder {
    /// Sorts by a column; a second click on the column reverses the order.
    fn click(&mut self, column: Column) {
        self.descending = self.column == column && !self.descending;
        self.column = column;
    }

    /// Returns the row indices in this order, ties by run number.
    fn sorted(self, runs: &[Run]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..runs.len()).collect();
        order.sort_by(|&a, &b| self.column.compare(&runs[a], &runs[b]).then(a.cmp(&b)));
        if self.descending {
            order.reverse();
        }
        order
    }
}

/// Returns start and goal as a key in reading order.
const fn ends(run: &Run) -> [i32; 4] {
    let (start, goal) = (run.question.query.start, run.question.query.goal);
    [start.y, start.x, goal.y, goal.x]
}

/// Returns the number of cells on the path.
pub fn cells(run: &Run) -> Option<u64> {
    run.outcome.path().map(|path| path.cells().len() as u64)
}

/// A column of the table.
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

    fn title(self, model: &BoardsModel) -> &'static str {
        Self::TITLES
            .iter()
            .find(|row| row.0 == self)
            .map_or("#", |row| model.text(row.1))
    }

    const fn is_number(self) -> bool {
        !matches!(
            self,
            Self::Algorithm | Self::Ends | Self::Verdict | Self::Options
        )
    }

    fn text(self, model: &BoardsModel, number: usize, run: &Run) -> String {
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

    /// Compares two runs by this column: smaller, better or earlier first.
    ///
    /// A run without a path counts as more expensive than any other.
    fn compare(self, a: &Run, b: &Run) -> Ordering {
        let cells = |run: &Run| cells(run).unwrap_or(u64::MAX);
        let scanned = |run: &Run| run.scanned.last().copied().unwrap_or(u64::MAX);
        match self {
            Self::Run => Ordering::Equal,
            Self::Algorithm => a
                .question
                .query
                .options
                .algorithm
                .title()
                .cmp(b.question.query.options.algorithm.title()),
            Self::Ends => ends(a).cmp(&ends(b)),
            Self::Cost => shown_cost(a).total_cmp(&shown_cost(b)),
            Self::Verdict => goodness(a)
                .partial_cmp(&goodness(b))
                .unwrap_or(Ordering::Equal),
            Self::Cells => cells(a).cmp(&cells(b)),
            Self::Expanded => a.outcome.stats().expanded.cmp(&b.outcome.stats().expanded),
            Self::Generated => a
                .outcome
                .stats()
                .generated
                .cmp(&b.outcome.stats().generated),
            Self::Reopened => a.outcome.stats().reopened.cmp(&b.outcome.stats().reopened),
            Self::Scanned => scanned(a).cmp(&scanned(b)),
            Self::Time => a.time.cmp(&b.time),
            Self::Options => a
                .question
                .query
                .options
                .to_string()
                .cmp(&b.question.query.options.to_string()),
        }
    }
}

/// Draws the table in the side panel.
pub fn draw(ui: &mut Ui, model: &BoardsModel, state: &mut RunsState) {
    let count = model.runs.rows.len().to_string();
    section(
        ui,
        model,
        (Section::Runs, Phrase::RunsOnLevel, &count),
        |ui| {
            table(ui, model, state, &Column::BESIDE_THE_MAP);
            ui.add_space(4.0);
            remark(ui, model.text(Phrase::RunsHint));
            let all = link(ui, model.text(Phrase::AllColumns));
            model.on_click(&all.on_hover_text(model.tip(Toggle::Runs)), Toggle::Runs);
        },
    );
}

/// Draws the whole table in a window over the map.
pub fn draw_all(
    context: &egui::Context,
    free: egui::Rect,
    model: &BoardsModel,
    state: &mut RunsState,
) {
    let mut open = true;
    let room = context.content_rect().shrink(24.0);
    egui::Window::new(model.text(Phrase::RunsOnLevel))
        .id("runs".into())
        .open(&mut open)
        .collapsible(false)
        .default_pos(free.min + vec2(24.0, 24.0))
        .default_size([
            room.right() - free.left() - 24.0,
            (room.height() * 0.5).max(200.0),
        ])
        .show(context, |ui| {
            egui::ScrollArea::both()
                .auto_shrink([false, true])
                .show(ui, |ui| {
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

/// Draws the rows in the chosen order.
///
/// A click on a heading sorts, a click on a name replays the run.
fn table(ui: &mut Ui, model: &BoardsModel, state: &mut RunsState, columns: &[Column]) {
    state.update(model);
    let runs = &model.runs;
    let order = state.order.sorted(&runs.rows);
    let is_wide = columns.len() > Column::BESIDE_THE_MAP.len();
    let gap = if is_wide { WIDE_GAP } else { GAP };
    let widths = widths(ui, model, columns, gap);
    let marked = state
        .watched
        .and_then(|watched| order.iter().position(|number| *number == watched));
    let ground = theme::lit();
    egui::Grid::new(("runs", is_wide))
        .num_columns(columns.len())
        .min_col_width(0.0)
        .spacing([gap, 3.0])
        .with_row_color(move |row, _| {
            (row.checked_sub(1) == marked && marked.is_some()).then_some(ground)
        })
        .show(ui, |ui| {
            for (&column, &width) in columns.iter().zip(&widths) {
                heading(ui, model, (column, width), &mut state.order);
            }
            ui.end_row();
            for number in order {
                let run = &runs.rows[number];
                for (&column, &width) in columns.iter().zip(&widths) {
                    let text = RichText::new(column.text(model, number, run)).size(theme::SMALL);
                    if column == Column::Options {
                        // The full options would begin alike in all rows, so only the differences
                        // are shown.
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

/// Returns the widths of the columns.
///
/// Columns are as wide as their widest text. In the side panel, names take the remaining width.
fn widths(ui: &Ui, model: &BoardsModel, columns: &[Column], gap: f32) -> Vec<f32> {
    let font = FontId::proportional(theme::SMALL);
    let width = |text: String| {
        ui.painter()
            .layout_no_wrap(text, font.clone(), egui::Color32::WHITE)
            .size()
            .x
    };
    let widest = |column: &Column| {
        let rows = model.runs.rows.iter().enumerate();
        let texts = rows.map(|(number, run)| column.text(model, number, run));
        texts
            .chain([format!("{} ▲", column.title(model))])
            .map(width)
            .fold(0.0, f32::max)
            .ceil()
    };
    let is_wide = columns.len() > Column::BESIDE_THE_MAP.len();
    let mut widths: Vec<f32> = columns.iter().map(widest).collect();
    if let Some(name) = columns
        .iter()
        .position(|column| *column == Column::Algorithm)
    {
        let others: f32 = widths
            .iter()
            .enumerate()
            .filter(|(i, _)| *i != name)
            .map(|(_, width)| width + gap)
            .sum();
        let left = ui.available_width() - others;
        widths[name] = if is_wide { WIDE_NAME } else { left.max(NAME) };
    }
    widths
}

/// Draws a heading; a click sorts by its column.
fn heading(
    ui: &mut Ui,
    model: &BoardsModel,
    (column, width): (Column, f32),
    order: &mut SortOrder,
) {
    let is_chosen = order.column == column;
    let color = if is_chosen {
        palette::TEXT
    } else {
        palette::MUTED
    };
    let arrow = match (is_chosen, order.descending) {
        (false, _) => "",
        (true, false) => " ▲",
        (true, true) => " ▼",
    };
    let text = RichText::new(format!("{}{arrow}", column.title(model)))
        .small()
        .color(theme::color(color));
    let label = egui::Label::new(text).sense(Sense::click());
    let response = aligned(ui, column, width, |ui| ui.add(label))
        .on_hover_text(model.text(Phrase::SortByThis));
    if response
        .on_hover_cursor(egui::CursorIcon::PointingHand)
        .clicked()
    {
        order.click(column);
    }
}

/// Adds a widget, right-aligned for numbers and left-aligned for words.
fn aligned(
    ui: &mut Ui,
    column: Column,
    width: f32,
    add: impl FnOnce(&mut Ui) -> egui::Response,
) -> egui::Response {
    if !column.is_number() {
        return add(ui);
    }
    let layout = Layout::right_to_left(Align::Center);
    ui.allocate_ui_with_layout(vec2(width, 18.0), layout, |ui| {
        ui.set_min_width(width);
        add(ui)
    })
    .inner
}

/// Draws verdict, algorithm and differences of a run; a click replays the run.
fn name(
    ui: &mut Ui,
    model: &BoardsModel,
    number: usize,
    (text, differs, width): (RichText, &str, f32),
) {
    let run = &model.runs.rows[number];
    let language = model.language();
    let tip = format!(
        "{}\n{}\n{}",
        text.text(),
        run.question.query.options.describe_in(language),
        run.verdict.sentence(language)
    );
    ui.allocate_ui_with_layout(
        vec2(width, 18.0),
        Layout::left_to_right(Align::Center),
        |ui| {
            ui.set_min_width(width);
            ui.spacing_mut().item_spacing = vec2(4.0, 0.0);
            dot(ui, verdict_color(run));
            ui.vertical(|ui| {
                let title = ui.add(cut(text).sense(Sense::click()));
                let mut clicked = title
                    .on_hover_text(&tip)
                    .on_hover_cursor(egui::CursorIcon::PointingHand)
                    .clicked();
                if !differs.is_empty() {
                    let differs = cut(theme::muted(differs).small()).sense(Sense::click());
                    clicked |= ui.add(differs).on_hover_text(&tip).clicked();
                }
                if clicked {
                    model.wish(WatchCommand::ShowRun(number));
                }
            });
        },
    );
}

pub fn verdict_color(run: &Run) -> Rgb {
    match run.verdict.light() {
        Light::Green => palette::OK,
        Light::Amber => palette::WARN,
        Light::Red => palette::BAD,
    }
}

/// Returns a sort key for verdicts, best first.
///
/// The order is: right answers by their ratio to the optimum, no path, out of budget, wrong
/// answers.
fn goodness(run: &Run) -> (bool, bool, f64) {
    let is_finished = run.verdict.ruling == Ruling::OutOfBudget;
    (
        run.verdict.light() == Light::Red,
        is_finished,
        run.verdict.ratio.unwrap_or(f64::INFINITY),
    )
}

fn shown_cost(run: &Run) -> f64 {
    run.outcome.cost().map_or(f64::INFINITY, |cost| {
        run.question.query.options.units().to_f64(cost)
    })
}

/// Draws the colours of the difference of two boards with their meaning and cell counts.
pub fn draw_difference(ui: &mut Ui, model: &BoardsModel) {
    let Some([first, second]) = model.boards.difference else {
        return;
    };
    let run = |place: usize| model.boards.boards.get(place)?.recording.shown.as_ref();
    let (Some(one), Some(other)) = (run(first), run(second)) else {
        return;
    };
    let Difference {
        only_first,
        only_second,
        both,
    } = counted(ui, one, other);
    let only = |place| Phrase::OnlyBoard.with("number", place + 1);
    let lines: [(Sentence, usize); 3] = [
        (only(first), only_first),
        (only(second), only_second),
        (Phrase::BothBoards.into(), both),
    ];
    let frame = egui::Frame::new().inner_margin(Margin::symmetric(0, 2));
    frame.show(ui, |ui| {
        for (color, (title, count)) in DIFFERENCE.into_iter().zip(lines) {
            let title = title.with("count", thousands(count as u64));
            difference_line(ui, color, model.say(title));
        }
    });
}

/// Returns the difference, cached per pair of searches because it reads all their events.
fn counted(ui: &Ui, first: &Run, second: &Run) -> Difference {
    let traces = [first, second].map(|run| run.timeline.trace());
    let key = traces.map(|trace| Arc::as_ptr(trace).addr());
    let id = egui::Id::new("difference");
    let known = ui
        .data(|data| data.get_temp::<([usize; 2], Difference)>(id))
        .filter(|(of, _)| *of == key);
    known.map_or_else(
        || {
            let cells = Difference::of(traces[0], traces[1]);
            ui.data_mut(|data| data.insert_temp(id, (key, cells)));
            cells
        },
        |(_, cells)| cells,
    )
}

/// Draws a colour and its meaning.
fn difference_line(ui: &mut Ui, color: Rgb, text: String) {
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(12.0, 12.0), Sense::hover());
        ui.painter().rect_filled(rect, 2.0, theme::color(color));
        let edge = Stroke::new(1.0, theme::color(palette::HAIRLINE));
        ui.painter()
            .rect_stroke(rect, 2.0, edge, egui::StrokeKind::Inside);
        ui.label(RichText::new(text).size(theme::SMALL));
    });
}
