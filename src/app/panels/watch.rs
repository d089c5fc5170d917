//! The side panel while a search is watched: its answer, its lists, the hovered cell, breakpoints and what
//! is drawn on the map.

use bevy_egui::egui::{self, Align, Layout, RichText, Sense, Ui};

use super::runs::{self, RunsState};
use super::side::{dot, hairline, heading};
use super::{AppCommand, Model, theme};
use crate::app::watch::{Heat, Run, Source, describe_breakpoint};
use crate::app::words::{duration, thousands};
use crate::pathfinding::verdict::Light;
use crate::pathfinding::{Cell, CellState, Rgb, RowChange, SearchEvent, Side, explain};
use crate::picture::palette;

/// What is typed or chosen in this panel and nowhere else.
#[derive(Default)]
pub struct WatchState {
    /// Whether all search settings are shown.
    pub all_settings: bool,
    list: List,
    breakpoint: String,
    table: RunsState,
}

#[derive(Default, Clone, Copy, PartialEq, Eq)]
enum List {
    #[default]
    Open,
    Closed,
}

pub(super) fn draw(ui: &mut Ui, model: &Model, state: &mut WatchState, commands: &mut Vec<AppCommand>) {
    let Some(run) = &model.watching.recording.shown else {
        heading(ui, "Result", "");
        let text = model.watching.recording.refused.clone();
        match text {
            Some(text) => light(ui, palette::BAD, &text),
            None => drop(ui.label(theme::muted("The search is under way."))),
        }
        hairline(ui);
        return runs::draw(ui, model, &mut state.table, commands);
    };
    result(ui, model, run, commands);
    lists(ui, run, state);
    hovered(ui, model, run);
    breakpoints(ui, model, run, state, commands);
    overlays(ui, model, run, commands);
    runs::draw(ui, model, &mut state.table, commands);
}

fn light(ui: &mut Ui, color: Rgb, text: &str) {
    ui.horizontal_top(|ui| {
        dot(ui, color);
        ui.add(egui::Label::new(text).wrap());
    });
}

fn result(ui: &mut Ui, model: &Model, run: &Run, commands: &mut Vec<AppCommand>) {
    let whose = match &model.watching.question.source {
        Source::Free => "your start and goal".to_owned(),
        Source::Agent { name, back: 0, .. } => format!("{name}, its last search"),
        Source::Agent { name, back, of } => format!("{name}, {} of {of}", back + 1),
        Source::Run(number) => format!("run {}", number + 1),
    };
    heading(ui, "Result", &whose);
    if let Source::Agent { name, back, of } = &model.watching.question.source
        && *of > 1
    {
        ui.horizontal(|ui| {
            if ui.add_enabled(back + 1 < *of, egui::Button::new("Earlier search")).clicked() {
                commands.push(AppCommand::WatchAgent(name.clone(), back + 1));
            }
            if ui.add_enabled(*back > 0, egui::Button::new("Later search")).clicked() {
                commands.push(AppCommand::WatchAgent(name.clone(), back - 1));
            }
        });
    }
    let color = match run.verdict.light() {
        Light::Green => palette::OK,
        Light::Amber => palette::WARN,
        Light::Red => palette::BAD,
    };
    light(ui, color, &run.verdict.sentence());
    if let Some(sentence) = run.verdict.estimate_sentence() {
        light(ui, palette::WARN, &sentence);
        let text = RichText::new("Show it at the end").size(12.0).color(theme::color(palette::ACCENT));
        let link = egui::Label::new(text).sense(Sense::click());
        if ui.add(link).on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
            commands.push(AppCommand::Last);
        }
    }
    let stats = run.outcome.stats();
    let units = run.question.options.units();
    let cells = run.outcome.path().map_or("–".to_owned(), |path| thousands(path.cells().len() as u64));
    numbers(
        ui,
        &[
            ("cost", run.outcome.cost().map_or("–".to_owned(), |cost| units.format(cost))),
            ("cells", cells),
            ("expanded", thousands(stats.expanded)),
            ("generated", thousands(stats.generated)),
            ("search", duration(run.time)),
        ],
    );
    let here = run.timeline.marks().counters();
    let expanded = usize::try_from(here.expanded).unwrap_or(usize::MAX);
    let scanned = run.scanned.get(expanded).map_or("–".to_owned(), |scanned| thousands(*scanned));
    let memory = run.timeline.bytes();
    numbers(
        ui,
        &[
            ("reopened", thousands(here.reopened)),
            ("open now", thousands(here.open)),
            ("most open", thousands(here.largest_open)),
            ("scanned", scanned),
            ("trace", megabytes(memory)),
        ],
    );
    if let Some(notice) = run.timeline.trace().notice() {
        light(ui, palette::WARN, &format!("A long search: {notice}."));
    }
    hairline(ui);
}

#[expect(clippy::cast_precision_loss, reason = "shown to people")]
fn megabytes(bytes: usize) -> String {
    if bytes < 100_000 { format!("{:.0} kB", bytes as f64 / 1e3) } else { format!("{:.1} MB", bytes as f64 / 1e6) }
}

fn numbers(ui: &mut Ui, values: &[(&str, String)]) {
    ui.columns(values.len(), |columns| {
        for (column, (name, value)) in columns.iter_mut().zip(values) {
            column.spacing_mut().item_spacing.y = 1.0;
            column.label(RichText::new(*name).small().color(theme::color(palette::MUTED)));
            column.add(egui::Label::new(RichText::new(value).strong()).truncate());
        }
    });
}

/// What happened to the cell under the pointer, and why the way does not lead over it.
fn hovered(ui: &mut Ui, model: &Model, run: &Run) {
    let cell = model.hovered.0;
    heading(ui, "Hovered cell", &cell.map_or(String::new(), |cell| cell.to_string()));
    let Some(cell) = cell else {
        ui.label(theme::muted("Point at a cell to see its history in this search."));
        return hairline(ui);
    };
    for line in explain::cell(&run.timeline, &run.costs, cell, model.language()) {
        ui.add(egui::Label::new(RichText::new(line).size(12.5)).wrap());
    }
    hairline(ui);
}

fn lists(ui: &mut Ui, run: &Run, state: &mut WatchState) {
    let marks = run.timeline.marks();
    let counters = marks.counters();
    let closed = counters.closed;
    let aside = match state.list {
        List::Open => format!("{} cells, in pop order", thousands(counters.open)),
        List::Closed => format!("{} cells, last first", thousands(closed)),
    };
    ui.horizontal(|ui| {
        for (list, title) in [(List::Open, "OPEN LIST"), (List::Closed, "CLOSED LIST")] {
            let color = if state.list == list { palette::TEXT } else { palette::FAINT };
            let text = RichText::new(title).small().strong().color(theme::color(color));
            if ui.add(egui::Label::new(text).sense(Sense::click())).clicked() {
                state.list = list;
            }
            ui.add_space(6.0);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.label(RichText::new(aside).small().color(theme::color(palette::MUTED)));
        });
    });
    table_row(ui, ["#", "cell", "F", "G", "H", ""], None, true);
    let units = run.question.options.units();
    let height = 20.0;
    let sides = [Side::Forward, Side::Backward].into_iter().filter(|&side| marks.has(side));
    let total = if state.list == List::Open { counters.open } else { closed };
    if total == 0 {
        let text = if state.list == List::Open { "No cell waits here." } else { "No cell has been expanded yet." };
        ui.label(theme::muted(text));
    }
    let rows = usize::try_from(total).unwrap_or(0);
    egui::ScrollArea::vertical().id_salt("list").max_height(7.0 * (height + 2.0)).auto_shrink([false, true]).show_rows(
        ui,
        height,
        rows,
        |ui, range| {
            ui.spacing_mut().item_spacing.y = 2.0;
            if state.list == List::Open {
                // Of two frontiers the one from the start comes first.
                let mut shown = Vec::new();
                let mut skip = range.start;
                for side in sides {
                    let rows = marks.open_list(side, 0..range.end);
                    let found = rows.len();
                    shown.extend(rows.into_iter().skip(skip).map(|row| (side, row)));
                    skip = skip.saturating_sub(found);
                }
                for (side, row) in shown.into_iter().take(range.len()) {
                    let note = match row.change {
                        RowChange::New => ("new", palette::OK),
                        RowChange::Moved => ("moved", palette::WARN),
                        RowChange::None if row.rank == 0 => ("next", palette::ACCENT),
                        RowChange::None if side == Side::Backward => ("goal side", palette::MUTED),
                        RowChange::None => ("", palette::MUTED),
                    };
                    let texts = [
                        (row.rank + 1).to_string(),
                        row.cell.to_string(),
                        units.format(row.f),
                        units.format(row.g),
                        units.format(row.h),
                        note.0.to_owned(),
                    ];
                    table_row(ui, texts.each_ref().map(String::as_str), Some((row.rank == 0, note.1)), false);
                }
            } else {
                let last = closed_cells(run, range.end);
                for (number, (cell, side)) in last.into_iter().enumerate().skip(range.start) {
                    let Some(mark) = marks.get(cell, side) else { continue };
                    let texts = [
                        (rows - number).to_string(),
                        cell.to_string(),
                        units.format(mark.f()),
                        units.format(mark.g),
                        units.format(mark.h),
                        if mark.pruned { "dropped" } else { "" }.to_owned(),
                    ];
                    table_row(ui, texts.each_ref().map(String::as_str), Some((number == 0, palette::MUTED)), false);
                }
            }
        },
    );
    hairline(ui);
}

/// The cells that were closed last and still are, the newest first.
fn closed_cells(run: &Run, count: usize) -> Vec<(Cell, Side)> {
    let marks = run.timeline.marks();
    let mut cells = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for number in (0..run.timeline.position()).rev() {
        if cells.len() >= count {
            break;
        }
        match run.timeline.trace().event(number) {
            Some(SearchEvent::Expanded { cell, side } | SearchEvent::Pruned { cell, side })
                if marks.state(cell, side) == CellState::Closed && seen.insert((cell, side)) =>
            {
                cells.push((cell, side));
            }
            Some(SearchEvent::Restarted { .. }) => break,
            _ => {}
        }
    }
    cells
}

/// One row: rank, cell, F, G, H and a word. Numbers stand right.
fn table_row(ui: &mut Ui, texts: [&str; 6], looks: Option<(bool, Rgb)>, head: bool) {
    let (rect, _) = ui.allocate_exact_size(egui::vec2(ui.available_width(), 20.0), Sense::hover());
    let painter = ui.painter();
    if looks.is_some_and(|(first, _)| first) {
        painter.rect_filled(
            rect.expand2(egui::vec2(6.0, 0.0)),
            5.0,
            theme::color(palette::ACCENT).gamma_multiply(0.22),
        );
    }
    let at = |part: f32| egui::pos2(rect.left() + rect.width() * part, rect.center().y);
    let font = egui::FontId::proportional(if head { 11.5 } else { 12.5 });
    let color = theme::color(if head { palette::MUTED } else { palette::TEXT });
    let muted = theme::color(palette::MUTED);
    painter.text(at(0.0), egui::Align2::LEFT_CENTER, texts[0], font.clone(), muted);
    painter.text(at(0.13), egui::Align2::LEFT_CENTER, texts[1], font.clone(), color);
    for (part, text) in [(0.53, texts[2]), (0.68, texts[3]), (0.83, texts[4])] {
        painter.text(at(part), egui::Align2::RIGHT_CENTER, text, font.clone(), color);
    }
    let note = theme::color(looks.map_or(palette::MUTED, |(_, color)| color));
    painter.text(at(1.0), egui::Align2::RIGHT_CENTER, texts[5], font, note);
}

fn breakpoints(ui: &mut Ui, model: &Model, run: &Run, state: &mut WatchState, commands: &mut Vec<AppCommand>) {
    let set = &model.watching.playback.breakpoints;
    heading(ui, "Breakpoints", &if set.is_empty() { "none".to_owned() } else { set.len().to_string() });
    let units = run.question.options.units();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(4.0, 4.0);
        for stop in set {
            let text = describe_breakpoint(*stop, units);
            if ui.button(format!("{text} ×")).on_hover_text("Remove").clicked() {
                commands.push(AppCommand::Break(text));
            }
        }
    });
    ui.horizontal(|ui| {
        let hint = "f > 40, closed 3,4, reopened, goal";
        let field = egui::TextEdit::singleline(&mut state.breakpoint).hint_text(hint).desired_width(130.0);
        let entered = ui.add(field).lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        if (ui.button("Add").clicked() || entered) && !state.breakpoint.trim().is_empty() {
            commands.push(AppCommand::Break(std::mem::take(&mut state.breakpoint)));
        }
        if !set.is_empty() && ui.button("Clear").on_hover_text("Remove all breakpoints").clicked() {
            commands.push(AppCommand::ClearBreaks);
        }
        if ui.button("<").on_hover_text("Previous breakpoint. Key: Shift + B").clicked() {
            commands.push(AppCommand::PreviousBreak);
        }
        if ui.button(">").on_hover_text("Next breakpoint. Key: B").clicked() {
            commands.push(AppCommand::NextBreak);
        }
    });
    hairline(ui);
}

fn overlays(ui: &mut Ui, model: &Model, run: &Run, commands: &mut Vec<AppCommand>) {
    let overlays = &model.watching.overlays;
    heading(ui, "On the map", "");
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.label(theme::muted("Heat"));
        for heat in Heat::ALL {
            let title = match heat {
                Heat::Off => "off",
                Heat::G => "G",
                Heat::H => "H",
                Heat::F => "F",
                Heat::Order => "order",
            };
            if ui.selectable_label(overlays.heat == heat, title).clicked() {
                commands.push(AppCommand::HeatMap(heat.name().to_owned()));
            }
        }
    });
    if overlays.heat != Heat::Off {
        legend(ui, run, overlays.heat);
    }
    ui.horizontal(|ui| {
        let (mut tree, mut numbers) = (overlays.tree, overlays.numbers);
        if ui.checkbox(&mut tree, "search tree").on_hover_text("Key: T").clicked() {
            commands.push(AppCommand::ToggleTree);
        }
        if ui.checkbox(&mut numbers, "G, H and F").on_hover_text("Key: G").clicked() {
            commands.push(AppCommand::ToggleNumbers);
        }
    });
    if overlays.heat == Heat::Off && model.watching.runs.compared.is_none() {
        ui.label(theme::muted("Blue frame: open. Orange with a hatched corner: closed. From the goal's side: dark blue and green. Black frame: expanded now. Purple frame: changed in this step. Blue line: the way. Red cross: here the estimate is too high.").size(12.0));
    }
    hairline(ui);
}

/// The colours of a heat map with the numbers at both ends.
#[expect(clippy::cast_precision_loss, reason = "a place on a bar")]
fn legend(ui: &mut Ui, run: &Run, heat: Heat) {
    let (least, most) = run.ranges.of(heat);
    let units = run.question.options.units();
    let text = |value: u64| {
        if heat == Heat::Order { thousands(value) } else { units.format(crate::pathfinding::Cost(value)) }
    };
    let (rect, _) = ui.allocate_exact_size(egui::vec2(ui.available_width(), 12.0), Sense::hover());
    let steps = 48;
    for i in 0..steps {
        let part = i as f32 / steps as f32;
        let left = rect.left() + rect.width() * part;
        let piece =
            egui::Rect::from_min_size(egui::pos2(left, rect.top()), egui::vec2(rect.width() / 48.0 + 0.5, 12.0));
        ui.painter().rect_filled(piece, 0.0, theme::color(palette::heat(part)));
    }
    ui.horizontal(|ui| {
        ui.label(theme::muted(text(least)).size(12.0));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| ui.label(theme::muted(text(most)).size(12.0)));
    });
}
