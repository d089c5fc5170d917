//! Result of a watched search in the side panel: its origin, verdict and counters.

use bevy_egui::egui::{self, Ui};
use gridwalk_explain::Describe;
use gridwalk_explain::language::value_in;
use gridwalk_pathfinding::Refusal;

use super::runs;
use crate::app::boards::{Ends, Model, Run, Source, WatchQuery};
use crate::app::command::{OptionsCommand, PlayCommand, Section, WatchCommand};
use crate::app::common::words::{cost_or_dash, count_or_dash, thousands};
use crate::app::widgets::{figures, light, link, remark, section, theme};
use crate::app::{Phrase, Sentence};
use crate::picture::palette;

/// Draws the result of the search, or the reason why there is none.
pub fn draw(ui: &mut Ui, model: &Model) {
    let whose = model.run().map_or_else(String::new, |_| model.say(whose(&model.question)));
    section(ui, model, (Section::Result, Phrase::Result, &whose), |ui| match model.run() {
        Some(run) => result(ui, model, run),
        None => no_result(ui, model),
    });
}

fn no_result(ui: &mut Ui, model: &Model) {
    let Some(recording) = model.recording() else { return };
    match &recording.refused {
        Some(refused) => {
            light(ui, palette::BAD, &refused.describe_in(model.language()));
            // Offers the default value of an option that the algorithm does not support.
            if let Refusal::Option(algorithm, key) = refused {
                let usual = key.default_for(*algorithm);
                let [option, value] = [key.describe_in(model.language()), value_in(&usual, model.language())];
                let mend = link(ui, &model.say(Phrase::SetOption.with("option", option).with("value", value)));
                model.on_click(&mend, OptionsCommand::Set(usual));
            }
        }
        None if recording.cancelled.is_some() => drop(ui.label(theme::muted(model.text(Phrase::SearchCancelled)))),
        None => drop(ui.label(theme::muted(model.text(Phrase::UnderWay)))),
    }
}

/// Describes the origin of the search.
fn whose(question: &WatchQuery) -> Sentence {
    match &question.source {
        Source::Free => match &question.ends {
            Ends::Chosen => Phrase::YourEnds.into(),
            Ends::LegOf(name) => Phrase::LegOf.with("name", name),
            Ends::LastLegOf(name) => Phrase::LastLegOf.with("name", name),
            Ends::PlanOf(name) => Phrase::PlanOf.with("name", name),
            Ends::AcrossTheMap => Phrase::AcrossTheMap.into(),
        },
        Source::Agent { name, back: 0, .. } => Phrase::LastSearchOf.with("name", name),
        Source::Agent { name, back, of } => {
            Phrase::SearchOf.with("name", name).with("number", back + 1).with("count", of)
        }
        Source::Field(name) => Phrase::FieldOf.with("name", name),
        Source::Run(number) => Phrase::RunNumber.with("number", number + 1),
        Source::Trace(file) => Phrase::TraceOf.with("file", file),
    }
}

fn result(ui: &mut Ui, model: &Model, run: &Run) {
    if let Source::Agent { name, back, of } = &model.question.source
        && *of > 1
    {
        ui.horizontal(|ui| {
            for (title, is_there, back) in [
                (Phrase::EarlierSearch, back + 1 < *of, back + 1),
                (Phrase::LaterSearch, *back > 0, back.saturating_sub(1)),
            ] {
                let button = ui.add_enabled(is_there, egui::Button::new(model.text(title)));
                model.on_click(&button, WatchCommand::Agent(name.clone(), back));
            }
        });
    }
    if !model.tells_result(run) {
        return so_far(ui, model, run);
    }
    light(ui, runs::verdict_color(run), &run.verdict.sentence(model.language()));
    if let Some(sentence) = run.verdict.estimate_sentence(model.language()) {
        light(ui, palette::WARN, &sentence);
        model.on_click(&link(ui, model.text(Phrase::ShowAtEnd)), PlayCommand::Last);
    }
    let stats = run.outcome.stats();
    let values = [
        (Phrase::Cost, cost_or_dash(&run.question.query.options, run.outcome.cost()), None),
        (Phrase::CellCount, count_or_dash(runs::cells(run)), None),
        (Phrase::Expanded, thousands(stats.expanded), Some(Phrase::ExpandedTip)),
        (Phrase::Generated, thousands(stats.generated), Some(Phrase::GeneratedTip)),
        (Phrase::SearchTime, model.measured(run.time), Some(Phrase::SearchTimeTip)),
    ];
    figures(ui, model, &values);
    let here = run.timeline.marks().counters();
    let expanded = usize::try_from(here.expanded).unwrap_or(usize::MAX);
    let scanned = count_or_dash(run.scanned.get(expanded).copied());
    let values = [
        (Phrase::Reopened, thousands(here.reopened), Some(Phrase::ReopenedTip)),
        (Phrase::OpenNow, thousands(here.open), Some(Phrase::OpenNowTip)),
        (Phrase::MostOpen, thousands(here.largest_open), Some(Phrase::MostOpenTip)),
        (Phrase::Scanned, scanned, Some(Phrase::ScannedTip)),
        (Phrase::SearchMemory, run.memory.map_or("–".to_owned(), bytes), Some(Phrase::SearchMemoryTip)),
    ];
    figures(ui, model, &values);
    if let Some(notice) = run.timeline.trace().notice(model.language()) {
        light(ui, palette::WARN, &model.say(Phrase::LongSearch.with("notice", notice)));
    }
}

/// Draws the counters so far in place of the result.
fn so_far(ui: &mut Ui, model: &Model, run: &Run) {
    let here = run.timeline.marks().counters();
    remark(ui, model.text(Phrase::ResultAtEnd));
    let values = [
        (Phrase::Expanded, thousands(here.expanded), Some(Phrase::ExpandedTip)),
        (Phrase::OpenNow, thousands(here.open), Some(Phrase::OpenNowTip)),
        (Phrase::MostOpen, thousands(here.largest_open), Some(Phrase::MostOpenTip)),
    ];
    figures(ui, model, &values);
    model.on_click(&link(ui, model.text(Phrase::GoToEnd)), PlayCommand::Last);
}

#[expect(clippy::cast_precision_loss, reason = "shown to people")]
fn bytes(bytes: usize) -> String {
    if bytes < 100_000 { format!("{:.0} kB", bytes as f64 / 1e3) } else { format!("{:.1} MB", bytes as f64 / 1e6) }
}
