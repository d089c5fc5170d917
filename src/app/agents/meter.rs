//! Live plots: time of a frame; request queue, search budget and time of a tick; with a crowd, the
//! time of the crowd.

use bevy::diagnostic::DiagnosticPath;
use bevy_egui::egui::{self, Align2, Context, Rect, Sense, Stroke, Ui};
use bevy_gridwalk::TickDiagnostics;
use egui_plot::{HLine, Line, Plot, PlotPoints};

use super::AgentsModel;
use crate::app::Phrase;
use crate::app::command::Toggle;
use crate::app::widgets::theme;
use crate::picture::palette;

/// Name of the time from one frame to the next in Bevy's `DiagnosticsStore`, in milliseconds.
///
/// Measured only while frames follow each other without a rest.
pub const FRAME_TIME: DiagnosticPath = DiagnosticPath::const_new("gridwalk_window/frame_time");

/// Size of a plot in points.
const PLOT: egui::Vec2 = egui::vec2(220.0, 40.0);

/// Size of a number in points.
const NUMBER: [f32; 2] = [64.0, 18.0];

/// Least room for the plots in points: a phone has only room for the numbers.
const WITH_PLOTS: f32 = 720.0;

/// A plotted number.
struct PlottedFigure {
    title: Phrase,
    path: DiagnosticPath,
    unit: &'static str,
    decimals: usize,
    /// Minimum top of the scale; drawn as a line if it is a limit.
    least_top: f64,
    is_limit: bool,
    /// Whether the number is measured and so depends on the machine.
    is_measured: bool,
}

fn rows() -> [PlottedFigure; 5] {
    let row = |title, path, unit, decimals, least_top| PlottedFigure {
        title,
        path,
        unit,
        decimals,
        least_top,
        is_limit: false,
        is_measured: true,
    };
    [
        row(Phrase::MeterFrame, FRAME_TIME, " ms", 1, 33.4),
        PlottedFigure {
            is_measured: false,
            ..row(Phrase::MeterQueue, TickDiagnostics::WAITING, "", 0, 10.0)
        },
        PlottedFigure {
            is_limit: true,
            ..row(
                Phrase::MeterBudget,
                TickDiagnostics::BUDGET_USED,
                " %",
                0,
                100.0,
            )
        },
        row(Phrase::MeterTick, TickDiagnostics::TICK_TIME, " ms", 2, 2.0),
        row(
            Phrase::MeterCrowd,
            TickDiagnostics::CROWD_TIME,
            " ms",
            2,
            2.0,
        ),
    ]
}

pub fn draw(context: &Context, free: Rect, model: &AgentsModel) {
    let mut open = true;
    egui::Window::new(model.text(Phrase::Meter))
        .open(&mut open)
        .collapsible(false)
        .resizable(false)
        .pivot(Align2::RIGHT_TOP)
        .default_pos(free.right_top() + egui::vec2(-16.0, 16.0))
        .constrain_to(free)
        .show(context, |ui| {
            egui::Grid::new("meter")
                .num_columns(5)
                .spacing([14.0, 6.0])
                .show(ui, |ui| {
                    ui.label("");
                    for head in [Phrase::MeterNow, Phrase::MeterHigh] {
                        ui.add_sized(NUMBER, egui::Label::new(theme::muted(model.text(head))));
                    }
                    ui.end_row();
                    let is_measured = |row: &PlottedFigure| {
                        model.diagnostics.get_measurement(&row.path).is_some()
                    };
                    let shown = |row: &PlottedFigure| {
                        row.path != TickDiagnostics::CROWD_TIME || is_measured(row)
                    };
                    for row in rows().into_iter().filter(shown) {
                        draw_row(ui, model, &row, free.width() >= WITH_PLOTS);
                        ui.end_row();
                    }
                });
        });
    if !open {
        model.wish(Toggle::Meter);
    }
}

fn draw_row(ui: &mut Ui, model: &AgentsModel, row: &PlottedFigure, has_plot: bool) {
    // Repeatable screenshots show no measured times.
    let is_shown = !row.is_measured || !model.script.is_repeatable();
    let values: Vec<f64> = match model.diagnostics.get(&row.path) {
        Some(diagnostic) if is_shown => diagnostic.values().copied().collect(),
        _ => Vec::new(),
    };
    let written = |value: Option<f64>| {
        value.map_or("–".to_owned(), |value| {
            format!("{value:.*}{}", row.decimals, row.unit)
        })
    };
    ui.label(theme::muted(model.text(row.title)));
    for value in [values.last().copied(), percentile_99(&values)] {
        ui.add_sized(NUMBER, egui::Label::new(written(value)));
    }
    if !has_plot {
        return;
    }
    let top = values.iter().copied().fold(row.least_top, f64::max);
    // The top of the scale, beside it.
    let (scale, _) = ui.allocate_exact_size(egui::vec2(NUMBER[0], PLOT.y), Sense::hover());
    let font = egui::FontId::proportional(theme::SMALL);
    ui.painter().text(
        scale.right_top(),
        Align2::RIGHT_TOP,
        written(Some(top)),
        font,
        theme::color(palette::MUTED),
    );
    let plot = Plot::new(row.title.text(gridwalk_explain::Language::English))
        .width(PLOT.x)
        .height(PLOT.y)
        .sense(Sense::hover())
        .show_axes(false)
        .show_grid(false)
        .show_x(false)
        .show_y(false)
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_double_click_reset(false)
        .include_y(0.0)
        .include_x(0.0)
        .include_y(top);
    plot.show(ui, |plot| {
        if row.is_limit {
            let stroke = Stroke::new(1.0, theme::color(palette::WARN));
            plot.hline(
                HLine::new("", row.least_top)
                    .stroke(stroke)
                    .allow_hover(false),
            );
        }
        let line = Line::new("", PlotPoints::from_ys_f64(&values));
        plot.line(
            line.color(theme::color(palette::ACCENT))
                .width(1.5)
                .allow_hover(false),
        );
    });
}

/// Returns the value that 99 of 100 values do not exceed.
fn percentile_99(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted
        .get((sorted.len() * 99).div_ceil(100).checked_sub(1)?)
        .copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_a_hundred_values_may_exceed_the_percentile() {
        let of_values =
            |count: i32| percentile_99(&(1..=count).rev().map(f64::from).collect::<Vec<_>>());
        assert_eq!(
            [0, 1, 2, 100, 200].map(of_values),
            [None, Some(1.0), Some(2.0), Some(99.0), Some(198.0)]
        );
    }
}
