//! The panel of the open lesson: its page, its question, and the buttons that turn pages.
//!
//! It also frames the cells of the map that the page points at, and gives the page as plain text
//! for those who cannot see it.

use core::cmp::Ordering;

use bevy_egui::egui::{
    self, Align, Align2, Color32, Layout, Margin, Rect, RichText, Sense, Stroke, StrokeKind, Ui,
    pos2, vec2,
};
use gridwalk_explain::lit_step;
use gridwalk_level::{Answer, Ask, CellNumber, LessonText};
use gridwalk_pathfinding::Cell;

use super::LessonModel;
use super::set_up::mode_of;
use crate::app::command::{LessonAnswer, LessonCommand};
use crate::app::document::panel::draw_map_file;
use crate::app::widgets::typeset::{lay_out, sentence};
use crate::app::widgets::{
    Form, Sign, at_the_right, ground, hairline, icon_button, light, link, remark, scrolled, sheet,
    theme,
};
use crate::app::{Phrase, Reading};
use crate::picture::palette;

/// Default width in points: enough for a line that is easy to read.
const WIDTH: f32 = 300.0;
/// Minimum height of an answer's button in points.
const ANSWER: f32 = 27.0;

pub fn draw(root: &mut Ui, model: &LessonModel, typed: &mut String) {
    let Some(reading) = model.lesson.reading() else {
        return;
    };
    let form = Form::of(root.ctx());
    let margin = Margin {
        left: theme::PADDING,
        right: theme::BESIDE_BAR,
        top: if form == Form::Low { 4 } else { 10 },
        bottom: 0,
    };
    let panel = match form {
        // A smaller window limits the panel's width.
        Form::Wide => {
            let most = (root.available_width() * 0.3).clamp(220.0, 480.0);
            egui::Panel::left("lesson")
                .default_size(most.min(WIDTH))
                .size_range(200.0..=most)
        }
        Form::Tall => sheet(root, form, "lesson sheet"),
        Form::Low => {
            egui::Panel::left("low lesson").exact_size((root.available_width() * 0.41).round())
        }
    };
    panel.frame(ground(margin)).show(root, |ui| {
        let height = if form == Form::Low { 40.0 } else { 48.0 };
        let below = egui::Panel::bottom("turn pages")
            .exact_size(height)
            .resizable(false);
        let below = below.frame(ground(Margin {
            right: theme::PADDING - theme::BESIDE_BAR,
            ..Margin::ZERO
        }));
        below.show(ui, |ui| turn(ui, model, reading));
        scrolled(ui, egui::ScrollArea::vertical().auto_shrink(false), |ui| {
            ui.horizontal(|ui| {
                at_the_right(ui, |ui| {
                    let close = ui
                        .button("×")
                        .on_hover_text(model.tip(LessonCommand::Close));
                    model.on_click(&close, LessonCommand::Close);
                    let pages = reading.lesson.pages.len();
                    let place = model.say(
                        Phrase::PageOf
                            .with("page", reading.page + 1)
                            .with("pages", pages),
                    );
                    ui.label(theme::muted(place));
                    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                        ui.add(
                            egui::Label::new(theme::section(text(model, &reading.lesson.title)))
                                .truncate(),
                        );
                    });
                });
            });
            ui.add_space(4.0);
            if let Some(error) = &reading.error {
                light(ui, palette::BAD, error);
                remark(ui, model.text(Phrase::LastGoodLessonStays));
                hairline(ui);
            }
            ui.spacing_mut().item_spacing.y = 7.0;
            for paragraph in text(model, &reading.page().text).split("\n\n") {
                sentence(ui, &one_line(paragraph), theme::READING, palette::TEXT);
            }
            procedure(ui, model, reading);
            if reading.page().file {
                draw_map_file(ui, model);
            }
            if let Some(ask) = &reading.page().ask {
                hairline(ui);
                question(ui, model, reading, ask, typed);
            }
        });
    });
}

/// Joins the lines of a paragraph, which come from the layout of the file.
fn one_line(paragraph: &str) -> String {
    paragraph.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Draws the numbered steps of the page; the one that the search has just made is lit, and scrolled
/// into view.
fn procedure(ui: &mut Ui, model: &LessonModel, reading: &Reading) {
    let steps = &reading.page().steps;
    let run = model.run().filter(|_| reading.is_ready());
    let lit = run.and_then(|run| lit_step(&run.timeline, steps));
    let id = egui::Id::new("lit step");
    let was_lit = ui.data(|data| data.get_temp::<Option<usize>>(id)).flatten();
    for (number, step) in steps.iter().enumerate() {
        let is_lit = lit == Some(number);
        let below = ui.painter().add(egui::Shape::Noop);
        let numbered = format!("{}. {}", number + 1, one_line(text(model, &step.text)));
        let rect = sentence(ui, &numbered, theme::READING, palette::TEXT).rect;
        if is_lit {
            let ground = Rect::from_min_max(rect.min, pos2(ui.max_rect().right(), rect.max.y))
                .expand2(vec2(6.0, 2.0));
            ui.painter().set(
                below,
                egui::Shape::rect_filled(ground, 5.0, theme::chosen()),
            );
            if was_lit != lit {
                ui.scroll_to_rect(ground, None);
            }
        }
    }
    ui.data_mut(|data| data.insert_temp(id, lit));
}

fn text<'t>(model: &LessonModel, text: &'t LessonText) -> &'t str {
    text.in_language(model.language().name())
}

/// Returns the text of the button that turns to the next page or lesson.
fn onwards(model: &LessonModel, reading: &Reading) -> Phrase {
    match (reading.is_last(), model.lessons.after(&reading.file)) {
        (false, _) => Phrase::PageNext,
        (true, Some(_)) => Phrase::NextLesson,
        (true, None) => Phrase::LessonDone,
    }
}

/// Minimum size of a button that turns a page, in points.
const TURN: egui::Vec2 = vec2(64.0, 30.0);

/// Draws the buttons for back, next and reset, and the dots of the pages between them.
fn turn(ui: &mut Ui, model: &LessonModel, reading: &Reading) {
    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
        let back = egui::Button::new(model.text(Phrase::PageBack)).min_size(TURN);
        let back = ui
            .add_enabled(reading.page > 0, back)
            .on_hover_text(model.tip(LessonCommand::Back));
        model.on_click(&back, LessonCommand::Back);
        at_the_right(ui, |ui| {
            let reset = icon_button(ui, &[Sign::Round], false);
            model.on_click(
                &reset.on_hover_text(model.tip(LessonCommand::Restore)),
                LessonCommand::Restore,
            );
            // An open question makes the button less prominent.
            let waits = model.lesson.asks().is_some();
            let (ink, ground) = if waits {
                (palette::TEXT, palette::RAISED)
            } else {
                (palette::BACKGROUND, palette::ACCENT)
            };
            let next = RichText::new(model.text(onwards(model, reading)))
                .strong()
                .color(theme::color(ink));
            let next = ui.add(
                egui::Button::new(next)
                    .fill(theme::color(ground))
                    .min_size(TURN),
            );
            model.on_click(
                &next.on_hover_text(model.tip(LessonCommand::Next)),
                LessonCommand::Next,
            );
            dots(ui, reading);
        });
    });
}

/// Draws a dot for each page, as far as there is room: read pages lit, the current one larger.
fn dots(ui: &mut Ui, reading: &Reading) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), TURN.y), Sense::hover());
    #[expect(clippy::cast_precision_loss, reason = "some dozen pages")]
    let (count, number) = (reading.lesson.pages.len() as f32, |page: usize| page as f32);
    let step = (rect.width() / count).min(9.0);
    if step < 4.0 {
        return;
    }
    let first = rect.center().x - step * (count - 1.0) / 2.0;
    for page in 0..reading.lesson.pages.len() {
        let (radius, ink) = match page.cmp(&reading.page) {
            Ordering::Less => (1.8, palette::MUTED),
            Ordering::Equal => (2.8, palette::ACCENT),
            Ordering::Greater => (1.8, palette::HAIRLINE),
        };
        let at = pos2(first + step * number(page), rect.center().y);
        ui.painter().circle_filled(at, radius, theme::color(ink));
    }
}

fn question(ui: &mut Ui, model: &LessonModel, reading: &Reading, ask: &Ask, typed: &mut String) {
    let waits = model.lesson.asks().is_some();
    let title = |ui: &mut Ui, text: &str| sentence(ui, text, theme::READING, palette::TEXT);
    let answered = &reading.answered;
    match ask {
        Ask::Next(times) => {
            title(ui, model.text(Phrase::AskNext));
            if waits {
                remark(ui, model.text(Phrase::AskNextHow));
            }
            if answered.times > 0 {
                let left = times.saturating_sub(answered.times);
                let score = Phrase::LessonScore
                    .with("right", answered.right)
                    .with("asked", answered.times);
                remark(ui, &model.say(score.with("left", left)));
            }
        }
        Ask::Value(number, cell) => {
            title(
                ui,
                &model.say(
                    Phrase::AskValue
                        .with("number", letter(*number))
                        .with("cell", cell),
                ),
            );
            if waits {
                ui.horizontal(|ui| {
                    let field = egui::TextEdit::singleline(typed).margin(Margin::symmetric(10, 4));
                    let field = ui.add(field.desired_width(90.0));
                    let entered =
                        field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
                    if ui.button(model.text(Phrase::CheckAnswer)).clicked() || entered {
                        model.wish(LessonCommand::Answer(LessonAnswer::Number(std::mem::take(
                            typed,
                        ))));
                        field.request_focus();
                    } else if is_first_seen(ui, reading) {
                        field.request_focus();
                    }
                });
            }
        }
        Ask::Choice { question, answers } => {
            title(ui, text(model, question));
            for (number, answer) in answers.iter().enumerate() {
                choice(
                    ui,
                    model,
                    (number, answer),
                    answered.chosen == Some(number),
                    waits,
                );
            }
        }
    }
    // Feedback on an earlier step would look like feedback on the step that is shown.
    if let Some(feedback) = answered
        .feedback
        .as_ref()
        .filter(|_| answered.is_about(model.boards.at))
    {
        let color = if feedback.is_right {
            palette::OK
        } else {
            palette::WARN
        };
        light(ui, color, &feedback.text);
    }
    if !waits && reading.is_ready() && matches!(ask, Ask::Next(_)) {
        let again = link(ui, model.text(Phrase::AskAgain));
        model.on_click(
            &again.on_hover_text(model.tip(LessonCommand::Restore)),
            LessonCommand::Restore,
        );
    }
}

/// Returns the letter that lessons use for a number of a cell.
const fn letter(number: CellNumber) -> &'static str {
    match number {
        CellNumber::G => "G",
        CellNumber::H => "H",
        CellNumber::F => "F",
    }
}

/// Whether the question of this page is drawn for the first time.
///
/// Its field then takes the keyboard focus, and Esc gives the focus back.
fn is_first_seen(ui: &Ui, reading: &Reading) -> bool {
    let (id, page) = (egui::Id::new("asked"), (reading.file.clone(), reading.page));
    let known = ui.data(|data| data.get_temp::<(String, usize)>(id));
    let is_new = known.as_ref() != Some(&page);
    if is_new {
        ui.data_mut(|data| data.insert_temp(id, page));
    }
    is_new
}

/// Draws one answer, as wide as the panel, with its key.
fn choice(
    ui: &mut Ui,
    model: &LessonModel,
    (number, answer): (usize, &Answer),
    is_chosen: bool,
    waits: bool,
) {
    let words = text(model, &answer.text);
    let font = egui::TextStyle::Body.resolve(ui.style());
    let room = ui.available_width() - 64.0;
    let galley = lay_out(
        ui.painter(),
        words,
        (font.size, palette::TEXT),
        (room, usize::MAX),
    );
    let size = vec2(ui.available_width(), (galley.size().y + 11.0).max(ANSWER));
    let (rect, response) = ui.allocate_exact_size(
        size,
        if waits {
            Sense::click()
        } else {
            Sense::hover()
        },
    );
    let is_lit = waits && response.hovered() || is_chosen;
    let fill = theme::color(if is_lit {
        palette::HOVERED
    } else {
        palette::RAISED
    });
    let edge = if is_chosen {
        Stroke::new(1.5, theme::color(palette::ACCENT))
    } else {
        Stroke::NONE
    };
    ui.painter().rect(rect, 6.0, fill, edge, StrokeKind::Inside);
    ui.painter().galley(
        rect.min + vec2(12.0, (rect.height() - galley.size().y) / 2.0),
        galley,
        Color32::WHITE,
    );
    let (aside, color) = match (is_chosen, answer.is_right) {
        (true, true) => (model.text(Phrase::Yes).to_owned(), palette::OK),
        (true, false) => (model.text(Phrase::No).to_owned(), palette::WARN),
        _ => ((number + 1).to_string(), palette::MUTED),
    };
    let right = rect.right_center() - vec2(12.0, 0.0);
    ui.painter().text(
        right,
        Align2::RIGHT_CENTER,
        aside,
        font,
        theme::color(color),
    );
    model.on_click(
        &response,
        LessonCommand::Answer(LessonAnswer::Choice(number + 1)),
    );
}

/// Draws an outline around the cells that the page points at; neighbours have one outline in
/// common.
///
/// `places` returns the rectangles of a cell on the screen, one for each board.
pub fn point(
    context: &egui::Context,
    free: Rect,
    model: &LessonModel,
    places: impl Fn(Cell) -> Vec<Rect>,
) {
    let is_shown =
        |reading: &&Reading| reading.is_ready() && *model.mode == mode_of(reading.page());
    let Some(reading) = model.lesson.reading().filter(is_shown) else {
        return;
    };
    let painter = context
        .layer_painter(egui::LayerId::background())
        .with_clip_rect(free);
    let cells = &reading.page().point_at;
    // All of the casing first, or it would cut the neighbours' outline.
    for (width, color) in [(5.0, palette::INK), (3.0, palette::POINTED)] {
        let stroke = Stroke::new(width, theme::color(color));
        for cell in cells {
            for rect in places(*cell) {
                painter.extend(
                    outline(*cell, rect, cells).map(|line| egui::Shape::line_segment(line, stroke)),
                );
            }
        }
    }
}

/// Distance in points between a cell and the outline around it.
const APART: f32 = 3.5;

/// Returns the lines around a cell on the sides where no other of the cells lies.
fn outline(
    cell: Cell,
    rect: Rect,
    cells: &[Cell],
) -> impl Iterator<Item = [egui::Pos2; 2]> + use<> {
    let has = |x: i32, y: i32| cells.contains(&Cell::new(cell.x + x, cell.y + y));
    // The end of a side reaches around the corner, goes on beside a neighbour, or stops at one that
    // lies diagonally.
    let end = |beside: bool, diagonal: bool| match (beside, diagonal) {
        (false, _) => APART,
        (true, false) => 0.0,
        (true, true) => -APART,
    };
    let mut lines = Vec::new();
    for by in [-1, 1] {
        if !has(0, by) {
            let y = if by < 0 {
                rect.top() - APART
            } else {
                rect.bottom() + APART
            };
            let [left, right] = [-1, 1].map(|x| end(has(x, 0), has(x, by)));
            lines.push([pos2(rect.left() - left, y), pos2(rect.right() + right, y)]);
        }
        if !has(by, 0) {
            let x = if by < 0 {
                rect.left() - APART
            } else {
                rect.right() + APART
            };
            let [top, bottom] = [-1, 1].map(|y| end(has(0, y), has(by, y)));
            lines.push([pos2(x, rect.top() - top), pos2(x, rect.bottom() + bottom)]);
        }
    }
    lines.into_iter()
}

/// Draws the list of lessons, each with the reader's progress.
pub fn menu(ui: &mut Ui, model: &LessonModel) {
    let open = model.lesson.reading().map(|reading| reading.file.as_str());
    if model.lessons.entries().is_empty() {
        ui.label(theme::muted(model.text(Phrase::NoLessons)));
    }
    for (number, entry) in (1..).zip(model.lessons.entries()) {
        let Some(lesson) = &entry.lesson else {
            light(ui, palette::BAD, entry.error.as_deref().unwrap_or_default());
            continue;
        };
        let (reached, pages) = (model.kept.pages_reached(&entry.file), lesson.pages.len());
        let asked = lesson
            .pages
            .iter()
            .filter(|page| page.ask.is_some())
            .count();
        let answered = model.kept.pages_answered(&entry.file);
        let progress = match reached {
            0 => model.say(Phrase::Pages.with("pages", pages)),
            _ if reached >= pages && answered < asked => model.say(
                Phrase::LessonAnswered
                    .with("right", answered)
                    .with("asked", asked),
            ),
            _ if reached >= pages => model.text(Phrase::LessonRead).to_owned(),
            _ => model.say(Phrase::PageOf.with("page", reached).with("pages", pages)),
        };
        let title = format!("{number}  {}", text(model, &lesson.title));
        let title = egui::Button::selectable(open == Some(&entry.file), title);
        let title = ui
            .add(title.shortcut_text(theme::muted(progress)))
            .on_hover_text(&entry.file);
        let about = text(model, &lesson.about);
        if !about.is_empty() {
            let below = egui::Frame::new().inner_margin(Margin {
                left: 10,
                bottom: 4,
                ..Margin::ZERO
            });
            below.show(ui, |ui| {
                ui.with_layout(Layout::top_down(Align::Min), |ui| remark(ui, about));
            });
        }
        if title.clicked() {
            model.wish(LessonCommand::Open(entry.file.clone()));
            ui.close();
        }
    }
}

/// Returns title, text and question of the page, with the answers and what was said of the last
/// one; empty without a lesson.
pub fn spoken(model: &LessonModel) -> String {
    let Some(reading) = model.lesson.reading() else {
        return String::new();
    };
    let text = |text: &LessonText| text.in_language(model.language().name()).to_owned();
    let pages = Phrase::PageOf
        .with("page", reading.page + 1)
        .with("pages", reading.lesson.pages.len());
    let mut lines = vec![format!(
        "{}, {}",
        text(&reading.lesson.title),
        model.say(pages)
    )];
    lines.extend(text(&reading.page().text).split("\n\n").map(one_line));
    let steps = (1..).zip(&reading.page().steps);
    lines.extend(steps.map(|(number, step)| format!("{number}. {}", one_line(&text(&step.text)))));
    match &reading.page().ask {
        None => {}
        Some(Ask::Next(_)) => {
            lines.push(model.text(Phrase::AskNext).to_owned());
            lines.push(model.text(Phrase::AskNextHow).to_owned());
        }
        Some(Ask::Value(number, cell)) => {
            lines.push(
                model.say(
                    Phrase::AskValue
                        .with("number", letter(*number))
                        .with("cell", cell),
                ),
            );
        }
        Some(Ask::Choice { question, answers }) => {
            lines.push(text(question));
            lines.extend(
                (1..)
                    .zip(answers)
                    .map(|(number, answer)| format!("{number}: {}", text(&answer.text))),
            );
        }
    }
    let answered = &reading.answered;
    let feedback = answered
        .feedback
        .as_ref()
        .filter(|_| answered.is_about(model.boards.at));
    lines.extend(feedback.map(|feedback| feedback.text.clone()));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Frames of neighbours lay on each other, and five cells in a row were five boxes.
    #[test]
    fn neighbours_have_one_outline_in_common() {
        let lines = |cells: &[Cell]| {
            let rect = |cell: &Cell| {
                #[expect(clippy::cast_precision_loss, reason = "a few cells")]
                let corner = pos2(cell.x as f32, cell.y as f32) * 40.0;
                Rect::from_min_size(corner, vec2(40.0, 40.0))
            };
            cells
                .iter()
                .flat_map(|cell| outline(*cell, rect(cell), cells))
                .collect::<Vec<_>>()
        };
        let [one, two, three] = [(1, 1), (2, 1), (2, 2)].map(Cell::from);
        assert_eq!(lines(&[one]).len(), 4);
        assert_eq!(lines(&[one, two]).len(), 6, "none between them");
        assert_eq!(lines(&[one, two, three]).len(), 8);
        // Around any cells, each end of a line is the end of another one, or lies on one.
        let all = lines(&[one, two, three]);
        for (number, line) in all.iter().enumerate() {
            for end in line {
                let meets = all.iter().enumerate().any(|(other, [a, b])| {
                    let rect = Rect::from_two_pos(*a, *b).expand(0.01);
                    other != number && rect.contains(*end)
                });
                assert!(meets, "{end:?} of {line:?} among {all:?}");
            }
        }
    }
}
