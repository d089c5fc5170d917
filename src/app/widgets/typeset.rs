//! Line breaking of sentences: cells and terms stay whole, and Chinese punctuation is respected.

use std::sync::Arc;

use bevy_egui::egui::text::{LayoutJob, TextWrapping};
use bevy_egui::egui::{self, Color32, FontId, Galley, Painter, Response, Ui};
use gridwalk_level::Rgb;

use super::theme;

/// Signs that must not begin a line, and signs that must not end one.
const CLOSING: &str = "，。、：；！？）」』》】”’…";
const OPENING: &str = "（「『《【“‘";

/// Draws one or more sentences, wrapped to the available width.
pub fn sentence(ui: &mut Ui, text: &str, size: f32, color: Rgb) -> Response {
    let galley = lay_out(
        ui.painter(),
        text,
        (size, color),
        (ui.available_width(), usize::MAX),
    );
    ui.label(galley)
}

/// Draws one or more sentences in at most `lines` lines.
///
/// A text that is too long is written smaller; if it is still too long, a tooltip shows the whole
/// text.
pub fn sentence_in(ui: &mut Ui, text: &str, (size, color): (f32, Rgb), lines: usize) -> Response {
    let room = (ui.available_width(), lines);
    let in_size = |part: f32| lay_out(ui.painter(), text, (size * part, color), room);
    let fitting = SMALLER
        .into_iter()
        .map(in_size)
        .find(|galley| !galley.elided);
    ui.label(fitting.unwrap_or_else(|| in_size(1.0)))
}

/// Relative font sizes, in the order in which they are tried.
const SMALLER: [f32; 3] = [1.0, 0.9, 0.8];

/// Lays out the text in lines of this width, with at most `max_rows` lines.
pub fn lay_out(
    painter: &Painter,
    text: &str,
    (size, color): (f32, Rgb),
    (width, max_rows): (f32, usize),
) -> Arc<Galley> {
    let (font, color) = (FontId::proportional(size), theme::color(color));
    let mut text = unbroken(text);
    if text.contains(is_wide) {
        text = in_lines(&painter.layout_no_wrap(text, font.clone(), color), width);
    }
    let mut job = LayoutJob::simple(text, font, color, width);
    job.wrap = TextWrapping {
        max_width: width,
        max_rows,
        ..TextWrapping::default()
    };
    painter.layout_job(job)
}

/// Returns `true` for Chinese characters and punctuation, which can begin a line without a space.
const fn is_wide(letter: char) -> bool {
    letter >= '\u{2e80}'
}

/// Inserts line breaks so that no line exceeds the width.
fn in_lines(galley: &Galley, width: f32) -> String {
    let mut text = String::new();
    for row in &galley.rows {
        let letters: Vec<char> = row.glyphs.iter().map(|glyph| glyph.chr).collect();
        let may_begin = |at: usize| {
            let (before, letter) = (letters[at - 1], letters[at]);
            let is_apart =
                before == ' ' || is_wide(before) || is_wide(letter) || CLOSING.contains(before);
            is_apart && letter != ' ' && !CLOSING.contains(letter) && !OPENING.contains(before)
        };
        let (mut line, mut next) = (0, 0);
        for (at, glyph) in row.glyphs.iter().enumerate() {
            if at > 0 && may_begin(at) {
                next = at;
            }
            if glyph.pos.x + glyph.advance_width - row.glyphs[line].pos.x > width && next > line {
                text.extend(&letters[line..next]);
                text.push('\n');
                line = next;
            }
        }
        text.extend(&letters[line..]);
        if row.ends_with_newline {
            text.push('\n');
        }
    }
    text
}

/// Replaces spaces in cells such as (3, 4) and terms such as F = 5 by no-break spaces.
fn unbroken(text: &str) -> String {
    const SPACE: &str = "\u{a0}";
    let mut joined = text.replace(" = ", &format!("{SPACE}={SPACE}"));
    let comma = |(at, _): &(usize, &str)| {
        let is_digit = |c: char| c.is_ascii_digit();
        joined[..*at].ends_with(is_digit) && joined[at + 2..].starts_with(is_digit)
    };
    let places: Vec<_> = joined
        .match_indices(", ")
        .filter(comma)
        .map(|(at, _)| at + 1)
        .collect();
    for at in places.into_iter().rev() {
        joined.replace_range(at..=at, SPACE);
    }
    joined
}

/// Draws bold text.
///
/// The font has no bold face, so the text is drawn twice, exactly one physical pixel apart, which
/// works at every zoom.
pub fn bold(
    painter: &Painter,
    at: egui::Pos2,
    align: egui::Align2,
    text: &str,
    font: FontId,
    color: Color32,
) {
    draw_passes(painter, &[1.0, 0.0], (at, align), text, font, color);
}

/// Draws small text firmly: three times in one place, because the thin strokes of one pass are half
/// transparent.
pub fn firm(
    painter: &Painter,
    at: egui::Pos2,
    align: egui::Align2,
    text: &str,
    font: FontId,
    color: Color32,
) {
    draw_passes(painter, &[0.0; 3], (at, align), text, font, color);
}

/// Draws text once for each of these distances to the right, in physical pixels.
fn draw_passes(
    painter: &Painter,
    passes: &[f32],
    (at, align): (egui::Pos2, egui::Align2),
    text: &str,
    font: FontId,
    color: Color32,
) {
    let pixel = 1.0 / painter.ctx().pixels_per_point();
    let galley = painter.layout_no_wrap(text.to_owned(), font, color);
    let corner = align.anchor_size(at, galley.size()).min;
    let corner = egui::pos2((corner.x / pixel).round() * pixel, corner.y);
    for apart in passes {
        painter.galley(
            corner + egui::vec2(apart * pixel, 0.0),
            Arc::clone(&galley),
            color,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::common::language::Faces;

    /// Breaks a text into lines that are as wide as this number of Chinese characters.
    fn lines(text: &str, width: f32) -> Vec<String> {
        let context = egui::Context::default();
        Faces::default().apply(&context);
        let mut rows = Vec::new();
        let mut output = context.run_ui(egui::RawInput::default(), |ui| {
            let letter = ui.painter().layout_no_wrap(
                "径".to_owned(),
                FontId::proportional(14.0),
                Color32::WHITE,
            );
            let room = (width * letter.size().x, usize::MAX);
            let galley = lay_out(ui.painter(), text, (14.0, [0; 3]), room);
            rows = galley
                .rows
                .iter()
                .map(|row| row.text().trim_end().to_owned())
                .collect();
        });
        output.textures_delta.clear();
        rows
    }

    /// Regression: lines began with "：" and "）".
    #[test]
    fn no_line_of_chinese_begins_with_a_sign_that_closes() {
        let text = "开放列表（尚未展开的格子）：按代价排序；最小者先取出，然后展开。路径（从起点到终点）：见下。";
        for width in 4..30 {
            #[expect(clippy::cast_precision_loss, reason = "some dozen characters")]
            let rows = lines(text, width as f32 + 0.3);
            assert_eq!(rows.concat(), text, "nothing is lost");
            for row in rows {
                let (first, last) = (row.chars().next().unwrap(), row.chars().last().unwrap());
                assert!(
                    !CLOSING.contains(first) && !OPENING.contains(last),
                    "{width}: {row:?}"
                );
            }
        }
    }

    /// Regression: a list of cells counted as one word, so the text before it broke into
    /// characters.
    #[test]
    fn a_list_of_cells_in_chinese_breaks_between_cells() {
        let rows = lines("关闭列表：(0, 5)、(1, 5)、(0, 4)、(2, 5)。", 9.0);
        let shortest = rows
            .iter()
            .rev()
            .skip(1)
            .map(|row| row.chars().count())
            .min();
        assert!(rows.len() <= 4 && shortest > Some(6), "{rows:?}");
    }

    /// Regression: coordinates were broken over two lines.
    #[test]
    fn cells_and_terms_are_not_torn_apart() {
        let text =
            "Expanded (12, 34): lowest F = 5 of all that are open, then (3, 4), which costs F = 6.";
        for width in 6..40 {
            #[expect(clippy::cast_precision_loss, reason = "some dozen characters")]
            let rows = lines(text, width as f32);
            for row in &rows {
                let (opened, closed) = (row.matches('(').count(), row.matches(')').count());
                assert!(
                    opened == closed && !row.ends_with('=') && !row.starts_with('='),
                    "{width}: {rows:?}"
                );
            }
        }
    }
}
