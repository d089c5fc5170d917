//! The searches of a scenario file as a table over the map; a click on a row watches its search.

use bevy_egui::egui::{self, Align2, FontId, Rect, Sense, Ui, pos2, vec2};
use gridwalk_explain::Describe;
use gridwalk_level::Rgb;
use gridwalk_level::formats::Scenario;

use crate::app::Phrase;
use crate::app::boards::{AnsweredQuery, BoardsModel, OpenScenario, Standing};
use crate::app::command::ScenarioCommand;
use crate::app::common::words::thousands;
use crate::app::widgets::{button, highlight, light, remark, row_rect, theme};
use crate::picture::palette;

/// Height of a row, and default height of the whole table, in points.
const ROW: f32 = 20.0;
const HEIGHT: f32 = 260.0;
/// Height of the window's title, and width of its margins with the scroll bar.
const TITLE: f32 = 60.0;
const EDGES: f32 = 48.0;
/// Right edges of the columns after the first two, and the width of all, in points.
const ENDS: [f32; 5] = [256.0, 336.0, 428.0, 508.0, 588.0];
const WIDTH: f32 = 592.0;
/// Left edge of the second column.
const FROM_TO: f32 = 46.0;

/// Draws the table in a window over the map.
pub fn draw(context: &egui::Context, free: Rect, model: &BoardsModel) {
    let Some(open) = &model.scenarios.open else {
        return;
    };
    if !model.scenarios.is_shown_over(&model.open) {
        return;
    }
    let mut is_open = true;
    let title = model.say(Phrase::ScenarioTitle.with("file", &open.name));
    let room = free.shrink(16.0);
    egui::Window::new(title)
        .id("scenario".into())
        .open(&mut is_open)
        .collapsible(true)
        .constrain_to(room)
        .default_pos(pos2(
            room.left(),
            (room.bottom() - HEIGHT - TITLE).max(room.top()),
        ))
        .default_size(vec2(
            (WIDTH + EDGES).min(room.width()),
            HEIGHT.min(room.height() - TITLE),
        ))
        .show(context, |ui| {
            head(ui, model, open);
            egui::ScrollArea::horizontal()
                .auto_shrink([false, false])
                .show(ui, |ui| {
                    ui.set_min_width(WIDTH);
                    headings(ui, model);
                    let area = egui::ScrollArea::vertical().auto_shrink([false, false]);
                    area.show_rows(
                        ui,
                        ROW - ui.spacing().item_spacing.y,
                        open.queries.len(),
                        |ui, range| {
                            let size = vec2(WIDTH, ROW * usize_f32(range.len()));
                            let (list, _) = ui.allocate_exact_size(size, Sense::hover());
                            for (place, number) in range.enumerate() {
                                row(ui, model, open, (row_rect(list, ROW, place), number));
                            }
                        },
                    );
                });
        });
    if !is_open {
        model.wish(ScenarioCommand::Close);
    }
}

#[expect(clippy::cast_precision_loss, reason = "some dozen rows")]
const fn usize_f32(count: usize) -> f32 {
    count as f32
}

/// Draws the counts, the progress, and the buttons.
fn head(ui: &mut Ui, model: &BoardsModel, open: &OpenScenario) {
    let (done, count, equal) = (open.answers.len(), open.queries.len(), open.equal());
    let counts = Phrase::ScenarioCounts
        .with("done", thousands(done as u64))
        .with("count", thousands(count as u64))
        .with("equal", thousands(equal as u64))
        .with("other", thousands((done - equal) as u64));
    ui.horizontal_wrapped(|ui| {
        ui.label(model.say(counts));
        if open.is_busy() {
            let part = usize_f32(done) / usize_f32(count.max(1));
            ui.add(
                egui::ProgressBar::new(part)
                    .desired_width(120.0)
                    .desired_height(8.0),
            );
            button(ui, model, Phrase::Cancel, ScenarioCommand::Cancel);
        } else {
            button(ui, model, Phrase::RunAgain, ScenarioCommand::Run);
        }
    });
    remark(ui, &open.options.describe_in(model.language()));
    if !open.is_as_published() {
        light(ui, palette::WARN, model.text(Phrase::ScenarioOtherRules));
    }
    if open.elsewhere > 0 {
        remark(
            ui,
            &model.say(Phrase::ScenarioElsewhere.with("count", thousands(open.elsewhere as u64))),
        );
    }
}

fn headings(ui: &mut Ui, model: &BoardsModel) {
    let (rect, _) = ui.allocate_exact_size(vec2(WIDTH, ROW), Sense::hover());
    let write =
        |x: f32, align, phrase| text(ui, (rect, x), align, model.text(phrase), palette::MUTED);
    write(0.0, Align2::LEFT_CENTER, Phrase::LineColumn);
    write(FROM_TO, Align2::LEFT_CENTER, Phrase::FromToColumn);
    let titles = [
        Phrase::PublishedColumn,
        Phrase::OursColumn,
        Phrase::ComparedColumn,
        Phrase::Expanded,
        Phrase::Time,
    ];
    for (end, title) in ENDS.into_iter().zip(titles) {
        write(end, Align2::RIGHT_CENTER, title);
    }
}

/// Draws a search and its answer; a click watches the search.
fn row(ui: &Ui, model: &BoardsModel, open: &OpenScenario, (rect, number): (Rect, usize)) {
    let (query, _) = &open.queries[number];
    let response = ui.interact(rect, ui.id().with(("scenario", number)), Sense::click());
    let response = response.on_hover_cursor(egui::CursorIcon::PointingHand);
    model.on_click(&response, ScenarioCommand::Watch(number));
    if is_watched(model, query) || response.hovered() {
        highlight(ui, rect.shrink2(vec2(4.0, 0.0)));
    }
    let write = |x: f32, align, words: &str, color| text(ui, (rect, x), align, words, color);
    write(
        0.0,
        Align2::LEFT_CENTER,
        &query.line.to_string(),
        palette::MUTED,
    );
    let ends = format!("{} → {}", query.start, query.goal);
    write(FROM_TO, Align2::LEFT_CENTER, &ends, palette::TEXT);
    let [published, ours, compared, expanded, time] = ENDS;
    write(
        published,
        Align2::RIGHT_CENTER,
        &length(query.length),
        palette::TEXT,
    );
    let Some(answer) = open.answers.get(number) else {
        return;
    };
    let own = answer.length.map_or_else(|| "–".to_owned(), length);
    write(ours, Align2::RIGHT_CENTER, &own, palette::TEXT);
    let (words, color) = standing(model, answer);
    write(compared, Align2::RIGHT_CENTER, &words, color);
    write(
        expanded,
        Align2::RIGHT_CENTER,
        &thousands(answer.expanded),
        palette::TEXT,
    );
    write(
        time,
        Align2::RIGHT_CENTER,
        &model.measured(Some(answer.time)),
        palette::TEXT,
    );
    if let Standing::Refused(why) = &answer.standing {
        response.on_hover_text(why.describe_in(model.language()));
    }
}

/// Whether this search is the one that is watched.
fn is_watched(model: &BoardsModel, query: &Scenario) -> bool {
    let watched = &model.question.query;
    model.watches() && (watched.start, watched.goal) == (query.start, query.goal)
}

/// Returns the comparison with the published length, in words and colour.
fn standing(model: &BoardsModel, answer: &AnsweredQuery) -> (String, Rgb) {
    match &answer.standing {
        Standing::Equal => (model.text(Phrase::LengthEqual).to_owned(), palette::OK),
        Standing::Longer(by) => (format!("+{}", length(*by)), palette::WARN),
        Standing::Shorter(by) => (format!("−{}", length(*by)), palette::BAD),
        Standing::NoPath => (model.text(Phrase::NoPathFound).to_owned(), palette::BAD),
        Standing::Refused(_) => (model.text(Phrase::NotAnswered).to_owned(), palette::MUTED),
    }
}

fn length(length: f64) -> String {
    format!("{length:.3}")
}

fn text(ui: &Ui, (rect, x): (Rect, f32), align: Align2, words: &str, color: Rgb) {
    let at = pos2(rect.left() + x, rect.center().y);
    ui.painter().text(
        at,
        align,
        words,
        FontId::proportional(theme::SMALL),
        theme::color(color),
    );
}
