//! The page of the lesson as plain text, for those who cannot see it.

use gridwalk_level::{Ask, LessonText};

use super::Model;
use super::panel::{letter, one_line};
use crate::app::Phrase;

/// Returns title, text and question of the page, with the answers and what was said of the last one; empty without a
/// lesson.
pub fn spoken(model: &Model) -> String {
    let Some(reading) = model.lesson.reading() else { return String::new() };
    let text = |text: &LessonText| text.in_language(model.language().name()).to_owned();
    let pages = Phrase::PageOf.with("page", reading.page + 1).with("pages", reading.lesson.pages.len());
    let mut lines = vec![format!("{}, {}", text(&reading.lesson.title), model.say(pages))];
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
            lines.push(model.say(Phrase::AskValue.with("number", letter(*number)).with("cell", cell)));
        }
        Some(Ask::Choice { question, answers }) => {
            lines.push(text(question));
            lines.extend((1..).zip(answers).map(|(number, answer)| format!("{number}: {}", text(&answer.text))));
        }
    }
    let answered = &reading.answered;
    let feedback = answered.feedback.as_ref().filter(|_| answered.is_about(model.boards.at));
    lines.extend(feedback.map(|feedback| feedback.text.clone()));
    lines.join("\n")
}
