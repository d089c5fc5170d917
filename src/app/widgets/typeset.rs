//! Sentences in lines: cells and terms stay whole, and no line of Chinese begins with a sign that closes.

use std::sync::Arc;

use bevy_egui::egui::text::{LayoutJob, TextWrapping};
use bevy_egui::egui::{self, Color32, FontId, Galley, Painter, Response, Ui};
use gridwalk_level::Rgb;

use super::theme;

/// Signs that stand behind what they close or part, and never begin a line.
const CLOSING: &str = "，。、：；！？）」』》】”’…";

/// A sentence or several in the room that there is.
pub fn sentence(ui: &mut Ui, text: &str, size: f32, color: Rgb) -> Response {
    let galley = lay_out(ui.painter(), text, (size, color), (ui.available_width(), usize::MAX));
    ui.label(galley)
}

/// The same in so many lines at most. What is too long for them is written a little smaller, and if that does not do,
/// pointing at it shows the whole.
pub fn sentence_in(ui: &mut Ui, text: &str, (size, color): (f32, Rgb), lines: usize) -> Response {
    let room = (ui.available_width(), lines);
    let galley = lay_out(ui.painter(), text, (size, color), room);
    let galley = if galley.elided { lay_out(ui.painter(), text, (size * SMALLER, color), room) } else { galley };
    ui.label(galley)
}

/// What is too long against what is not.
const SMALLER: f32 = 0.9;

/// The text in lines of this width, and at most so many of them.
pub fn lay_out(
    painter: &Painter,
    text: &str,
    (size, color): (f32, Rgb),
    (width, max_rows): (f32, usize),
) -> Arc<Galley> {
    let mut text = unbroken(text);
    loop {
        let mut job = LayoutJob::simple(text.clone(), FontId::proportional(size), theme::color(color), width);
        job.wrap = TextWrapping { max_width: width, max_rows, ..TextWrapping::default() };
        let galley = painter.layout_job(job);
        let Some(end) = better_end(&galley) else { return galley };
        let at = text.char_indices().nth(end).map_or(text.len(), |(at, _)| at);
        text.insert(at, '\n');
    }
}

/// Where the first line should have ended whose next one begins with a sign that closes, in characters.
fn better_end(galley: &Galley) -> Option<usize> {
    let mut begin = 0;
    let pairs = galley.rows.windows(2);
    for [row, next] in pairs.filter_map(|pair| <&[_; 2]>::try_from(pair).ok()) {
        let letters: Vec<char> = row.glyphs.iter().map(|glyph| glyph.chr).collect();
        let is_bad = !row.ends_with_newline && next.glyphs.first().is_some_and(|glyph| CLOSING.contains(glyph.chr));
        // The letter before goes with the sign.
        let end = letters.iter().rposition(|letter| !CLOSING.contains(*letter));
        if let Some(end) = end.filter(|end| is_bad && *end > 0) {
            return Some(begin + end);
        }
        begin += letters.len() + usize::from(row.ends_with_newline);
    }
    None
}

/// Cells such as (3, 4) and terms such as F = 5 stay on one line.
fn unbroken(text: &str) -> String {
    const SPACE: &str = "\u{a0}";
    let mut joined = text.replace(" = ", &format!("{SPACE}={SPACE}"));
    let comma = |(at, _): &(usize, &str)| {
        let is_digit = |c: char| c.is_ascii_digit();
        joined[..*at].ends_with(is_digit) && joined[at + 2..].starts_with(is_digit)
    };
    let places: Vec<_> = joined.match_indices(", ").filter(comma).map(|(at, _)| at + 1).collect();
    for at in places.into_iter().rev() {
        joined.replace_range(at..=at, SPACE);
    }
    joined
}

/// There is one face and no bold cut of it: twice, exactly one pixel apart, is bold at every zoom.
pub fn bold(painter: &Painter, at: egui::Pos2, align: egui::Align2, text: &str, font: FontId, color: Color32) {
    let pixel = 1.0 / painter.ctx().pixels_per_point();
    let galley = painter.layout_no_wrap(text.to_owned(), font, color);
    let corner = align.anchor_size(at, galley.size()).min;
    let corner = egui::pos2((corner.x / pixel).round() * pixel, corner.y);
    painter.galley(corner + egui::vec2(pixel, 0.0), Arc::clone(&galley), color);
    painter.galley(corner, galley, color);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines of a text, at a width of so many Chinese characters, all as wide as each other.
    fn lines(text: &str, width: f32) -> Vec<String> {
        let context = egui::Context::default();
        let mut rows = Vec::new();
        let _ = context.run_ui(egui::RawInput::default(), |ui| {
            let letter = ui.painter().layout_no_wrap("径".to_owned(), FontId::proportional(14.0), Color32::WHITE);
            let room = (width * letter.size().x, usize::MAX);
            let galley = lay_out(ui.painter(), text, (14.0, [0; 3]), room);
            rows = galley.rows.iter().map(|row| row.text().trim_end().to_owned()).collect();
        });
        rows
    }

    /// They began with "：" and "）".
    #[test]
    fn no_line_of_chinese_begins_with_a_sign_that_closes() {
        let text = "开放列表（尚未展开的格子）：按代价排序；最小者先取出，然后展开。路径（从起点到终点）：见下。";
        for width in 4..30 {
            #[expect(clippy::cast_precision_loss, reason = "some dozen characters")]
            let rows = lines(text, width as f32 + 0.3);
            assert_eq!(rows.concat(), text, "nothing is lost");
            for row in rows {
                let first = row.chars().next();
                assert!(first.is_some_and(|first| !CLOSING.contains(first)), "{width}: {row:?}");
            }
        }
    }

    /// Coordinates broke over two lines.
    #[test]
    fn cells_and_terms_are_not_torn_apart() {
        let text = "Expanded (12, 34): lowest F = 5 of all that are open, then (3, 4), which costs F = 6.";
        for width in 6..40 {
            #[expect(clippy::cast_precision_loss, reason = "some dozen characters")]
            let rows = lines(text, width as f32);
            for row in &rows {
                let (opened, closed) = (row.matches('(').count(), row.matches(')').count());
                assert!(opened == closed && !row.ends_with('=') && !row.starts_with('='), "{width}: {rows:?}");
            }
        }
    }
}
