//! The side panel while a search is watched: its answer, its lists, the hovered cell, breakpoints and what
//! is drawn on the map.

use bevy_egui::egui::{self, Align, Layout, RichText, Sense, Ui};

use super::lists;
use super::runs::{self, RunsState};
use super::side::{dot, hairline, heading};
use super::{AppCommand, Model, theme};
use crate::app::watch::{Heat, Run, Source};
use crate::app::words::{duration, thousands};
use crate::app::{Keys, Phrase};
use crate::pathfinding::verdict::Light;
use crate::pathfinding::{Rgb, explain};
use crate::picture::palette;

/// What is typed or chosen in this panel and nowhere else.
#[derive(Default)]
pub struct WatchState {
    /// Whether all search settings are shown.
    pub all_settings: bool,
    list: lists::Lists,
    /// Which of [`KINDS`] is chosen, and the cell or number typed for it.
    kind: usize,
    breakpoint: String,
    /// The table of runs, here and in its window.
    pub table: RunsState,
}

pub(super) fn draw(ui: &mut Ui, model: &Model, state: &mut WatchState, commands: &mut Vec<AppCommand>) {
    let Some(run) = &model.watching.recording.shown else {
        heading(ui, model.text(Phrase::Result), "");
        let recording = &model.watching.recording;
        match &recording.refused {
            Some(refused) => light(ui, palette::BAD, &refused.describe_in(model.language())),
            None if recording.cancelled.is_some() => drop(ui.label(theme::muted(model.text(Phrase::GivenUp)))),
            None => drop(ui.label(theme::muted(model.text(Phrase::UnderWay)))),
        }
        hairline(ui);
        return runs::draw(ui, model, &mut state.table, commands);
    };
    result(ui, model, run, commands);
    lists::draw(ui, model, run, &mut state.list);
    hovered(ui, model, run);
    breakpoints(ui, model, state, commands);
    overlays(ui, model, run, model.panels.has_legend(), commands);
    agents(ui, model, commands);
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
        Source::Free => Phrase::YourEnds.into(),
        Source::Agent { name, back: 0, .. } => Phrase::LastSearchOf.with("name", name),
        Source::Agent { name, back, of } => {
            Phrase::SearchOf.with("name", name).with("number", back + 1).with("count", of)
        }
        Source::Run(number) => Phrase::RunNumber.with("number", number + 1),
    };
    heading(ui, model.text(Phrase::Result), &model.say(whose));
    if let Source::Agent { name, back, of } = &model.watching.question.source
        && *of > 1
    {
        ui.horizontal(|ui| {
            if ui.add_enabled(back + 1 < *of, egui::Button::new(model.text(Phrase::EarlierSearch))).clicked() {
                commands.push(AppCommand::WatchAgent(name.clone(), back + 1));
            }
            if ui.add_enabled(*back > 0, egui::Button::new(model.text(Phrase::LaterSearch))).clicked() {
                commands.push(AppCommand::WatchAgent(name.clone(), back - 1));
            }
        });
    }
    let color = match run.verdict.light() {
        Light::Green => palette::OK,
        Light::Amber => palette::WARN,
        Light::Red => palette::BAD,
    };
    light(ui, color, &run.verdict.sentence_in(model.language()));
    if let Some(sentence) = run.verdict.estimate_sentence_in(model.language()) {
        light(ui, palette::WARN, &sentence);
        let text = RichText::new(model.text(Phrase::ShowAtEnd)).size(12.0).color(theme::color(palette::ACCENT));
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
        model,
        &[
            (Phrase::Cost, run.outcome.cost().map_or("–".to_owned(), |cost| units.format(cost))),
            (Phrase::CellCount, cells),
            (Phrase::Expanded, thousands(stats.expanded)),
            (Phrase::Generated, thousands(stats.generated)),
            (Phrase::SearchTime, duration(run.time)),
        ],
    );
    let here = run.timeline.marks().counters();
    let expanded = usize::try_from(here.expanded).unwrap_or(usize::MAX);
    let scanned = run.scanned.get(expanded).map_or("–".to_owned(), |scanned| thousands(*scanned));
    let memory = run.timeline.bytes();
    numbers(
        ui,
        model,
        &[
            (Phrase::Reopened, thousands(here.reopened)),
            (Phrase::OpenNow, thousands(here.open)),
            (Phrase::MostOpen, thousands(here.largest_open)),
            (Phrase::Scanned, scanned),
            (Phrase::TraceSize, megabytes(memory)),
        ],
    );
    if let Some(notice) = run.timeline.trace().notice_in(model.language()) {
        light(ui, palette::WARN, &model.say(Phrase::LongSearch.with("notice", notice)));
    }
    hairline(ui);
}

#[expect(clippy::cast_precision_loss, reason = "shown to people")]
fn megabytes(bytes: usize) -> String {
    if bytes < 100_000 { format!("{:.0} kB", bytes as f64 / 1e3) } else { format!("{:.1} MB", bytes as f64 / 1e6) }
}

fn numbers(ui: &mut Ui, model: &Model, values: &[(Phrase, String)]) {
    ui.scope(|ui| {
        // The names need all the room that there is.
        ui.spacing_mut().item_spacing.x = 3.0;
        ui.columns(values.len(), |columns| {
            for (column, (name, value)) in columns.iter_mut().zip(values) {
                column.spacing_mut().item_spacing.y = 1.0;
                column.label(RichText::new(model.text(*name)).small().color(theme::color(palette::MUTED)));
                column.add(egui::Label::new(RichText::new(value).strong()).truncate());
            }
        });
    });
}

/// What happened to the cell under the pointer, and why the way does not lead over it.
fn hovered(ui: &mut Ui, model: &Model, run: &Run) {
    let cell = model.hovered.0;
    heading(ui, model.text(Phrase::HoveredCell), &cell.map_or(String::new(), |cell| cell.to_string()));
    let Some(cell) = cell else {
        ui.label(theme::muted(model.text(Phrase::PointForHistory)));
        return hairline(ui);
    };
    for line in explain::cell(&run.timeline, &run.costs, cell, model.language()) {
        ui.add(egui::Label::new(RichText::new(line).size(12.5)).wrap());
    }
    hairline(ui);
}

/// What a breakpoint can wait for: the word in commands, the title, and an example of what has to be typed.
const KINDS: [(&str, Phrase, &str); 7] = [
    ("opened", Phrase::WhenCellOpened, "3, 4"),
    ("closed", Phrase::WhenCellClosed, "3, 4"),
    ("relaxed", Phrase::WhenCellRelaxed, "3, 4"),
    ("f >", Phrase::WhenFAbove, "40"),
    ("g >", Phrase::WhenGAbove, "40"),
    ("reopened", Phrase::WhenReopened, ""),
    ("goal", Phrase::WhenGoalOpened, ""),
];

fn breakpoints(ui: &mut Ui, model: &Model, state: &mut WatchState, commands: &mut Vec<AppCommand>) {
    let set = &model.watching.playback.stops;
    let count = if set.is_empty() { model.text(Phrase::NoneSet).to_owned() } else { set.len().to_string() };
    heading(ui, model.text(Phrase::Breakpoints), &count);
    if !set.is_empty() {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = egui::vec2(4.0, 4.0);
            for stop in set {
                let text = model.say(stop.describe());
                if ui.button(format!("{text} ×")).on_hover_text(model.text(Phrase::RemoveBreak)).clicked() {
                    commands.push(AppCommand::Break(stop.command()));
                }
            }
        });
    }
    ui.horizontal(|ui| {
        let (_, title, hint) = KINDS[state.kind];
        egui::ComboBox::from_id_salt("breakpoint").width(132.0).selected_text(model.text(title)).show_ui(ui, |ui| {
            for (i, (_, title, _)) in KINDS.iter().enumerate() {
                ui.selectable_value(&mut state.kind, i, model.text(*title));
            }
        });
        let field = egui::TextEdit::singleline(&mut state.breakpoint).hint_text(hint).desired_width(60.0);
        let entered =
            !hint.is_empty() && ui.add(field).lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        let ready = hint.is_empty() || !state.breakpoint.trim().is_empty();
        if (ui.add_enabled(ready, egui::Button::new(model.text(Phrase::SetBreak))).clicked() || entered) && ready {
            let value = if hint.is_empty() { String::new() } else { std::mem::take(&mut state.breakpoint) };
            commands.push(AppCommand::Break(format!("{} {value}", KINDS[state.kind].0).trim_end().to_owned()));
        }
    });
    if !set.is_empty() {
        ui.horizontal(|ui| {
            if ui
                .button(model.text(Phrase::PreviousBreak))
                .on_hover_text(model.tip(Phrase::PreviousBreakTip, Keys::Signs("Shift + B")))
                .clicked()
            {
                commands.push(AppCommand::PreviousBreak);
            }
            if ui
                .button(model.text(Phrase::NextBreak))
                .on_hover_text(model.tip(Phrase::NextBreakTip, Keys::Signs("B")))
                .clicked()
            {
                commands.push(AppCommand::NextBreak);
            }
            if ui.button(model.text(Phrase::ClearBreaks)).on_hover_text(model.text(Phrase::ClearBreaksTip)).clicked() {
                commands.push(AppCommand::ClearBreaks);
            }
        });
    }
    hairline(ui);
}

fn overlays(ui: &mut Ui, model: &Model, run: &Run, has_legend: bool, commands: &mut Vec<AppCommand>) {
    let overlays = &model.watching.overlays;
    heading(ui, model.text(Phrase::OnTheMap), "");
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.label(theme::muted(model.text(Phrase::Heat)));
        for heat in Heat::ALL {
            let title = match heat {
                Heat::Off => model.text(Phrase::HeatOff),
                Heat::G => "G",
                Heat::H => "H",
                Heat::F => "F",
                Heat::Order => model.text(Phrase::HeatOrder),
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
        if ui.checkbox(&mut tree, model.text(Phrase::SearchTree)).on_hover_text(model.key(Keys::Signs("T"))).clicked() {
            commands.push(AppCommand::ToggleTree);
        }
        if ui
            .checkbox(&mut numbers, model.text(Phrase::NumbersInCells))
            .on_hover_text(model.key(Keys::Signs("G")))
            .clicked()
        {
            commands.push(AppCommand::ToggleNumbers);
        }
        let mut legend = has_legend;
        if ui
            .checkbox(&mut legend, model.text(Phrase::Legend))
            .on_hover_text(model.tip(Phrase::LegendTip, Keys::Signs("L")))
            .clicked()
        {
            commands.push(AppCommand::ShowLegend(legend));
        }
    });
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

/// The agents whose searches are kept, each one click away.
fn agents(ui: &mut Ui, model: &Model, commands: &mut Vec<AppCommand>) {
    let kept = |agent| model.watching.history.count(agent) > 0;
    let mut agents: Vec<_> = model.agents.iter().filter(|agent| kept(agent.0)).collect();
    if agents.is_empty() {
        return;
    }
    agents.sort_by(|a, b| a.1.0.cmp(&b.1.0));
    heading(ui, model.text(Phrase::SearchesOfAgents), &agents.len().to_string());
    let watched = match &model.watching.question.source {
        Source::Agent { name, .. } => name.as_str(),
        _ => "",
    };
    egui::ScrollArea::vertical().id_salt("agents").max_height(132.0).auto_shrink([false, true]).show_rows(
        ui,
        20.0,
        agents.len(),
        |ui, rows| {
            for (_, name, _, _, _, _, _, _, last, _) in &agents[rows] {
                let Some(last) = last else { continue };
                ui.horizontal(|ui| {
                    let response = ui.selectable_label(watched == name.0, RichText::new(&name.0).size(12.5));
                    if response.on_hover_text(model.text(Phrase::WatchThisSearch)).clicked() {
                        commands.push(AppCommand::WatchAgent(name.0.clone(), 0));
                    }
                    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                        let cost = last.cost.map(|cost| last.options.units().format(cost));
                        let cost = cost.as_deref().unwrap_or(model.text(Phrase::NoWayFound));
                        let text = Phrase::FromTo.with("start", last.start).with("goal", last.goal).with("cost", cost);
                        ui.label(theme::muted(model.say(text)).size(12.0));
                    });
                });
            }
        },
    );
    hairline(ui);
}
