//! What the numbers and marks of a watched search mean: a strip beside the map, until it is put away.
//! Beside, since windows are wide and most maps are not: under it, it would make the cells smaller.

use bevy_egui::egui::{self, Align2, FontId, Margin, Rect, RichText, Sense, Stroke, Ui, pos2, vec2};

use super::side::{hairline, heading};
use super::{AppCommand, Model, theme};
use crate::app::watch::Heat;
use crate::app::{Keys, Phrase};
use crate::pathfinding::{Rgb, Side};
use crate::picture::palette;

const WIDTH: f32 = 208.0;
/// The floor under the marks.
const FLOOR: Rgb = [0xEF, 0xEB, 0xE1];
const DEEP_BLUE: Rgb = [0x25, 0x76, 0xB8];

pub(super) fn draw(root: &mut Ui, model: &Model, commands: &mut Vec<AppCommand>) {
    let frame = egui::Frame::new().fill(theme::color(palette::PANEL)).inner_margin(Margin::same(theme::PADDING));
    egui::Panel::left("legend").exact_size(WIDTH).resizable(false).frame(frame).show(root, |ui| {
        egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            heading(ui, model.text(Phrase::Legend), "");
            ui.horizontal(|ui| {
                sample(ui);
                let meaning = RichText::new(model.text(Phrase::ArrowMeans)).size(12.0);
                ui.add(egui::Label::new(meaning.color(theme::color(palette::MUTED))).wrap());
            });
            ui.add_space(4.0);
            letter(ui, "F", model.text(Phrase::FMeans));
            letter(ui, "G", model.text(Phrase::GMeans));
            letter(ui, "H", model.text(Phrase::HMeans));
            hairline(ui);
            ui.spacing_mut().interact_size.y = 18.0;
            for (mark, meaning) in marks(model) {
                ui.horizontal(|ui| {
                    swatch(ui, mark);
                    ui.label(RichText::new(model.text(meaning)).size(12.5));
                });
            }
            ui.add_space(8.0);
            let got_it = ui.button(model.text(Phrase::GotIt));
            if got_it.on_hover_text(model.tip(Phrase::LegendButtonTip, Keys::Signs("L"))).clicked() {
                commands.push(AppCommand::ShowLegend(false));
            }
        });
    });
}

fn letter(ui: &mut Ui, letter: &str, meaning: &str) {
    ui.horizontal_top(|ui| {
        ui.label(RichText::new(letter).strong().size(12.5).color(theme::color(palette::ACCENT)));
        ui.add(egui::Label::new(RichText::new(meaning).size(12.5)).wrap());
    });
}

/// A mark of the map.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Open,
    Closed,
    Current,
    Changed,
    Way,
    Breakpoint,
    OpenBackward,
    ClosedBackward,
    Witness,
    OnlyOther,
    OnlyThis,
    Both,
}

/// Those that can be on the map now.
fn marks(model: &Model) -> Vec<(Mark, Phrase)> {
    let mut marks = Vec::new();
    let run = model.watching.recording.shown.as_ref();
    let has = |side| run.is_none_or(|run| run.timeline.marks().has(side));
    if model.watching.runs.compared.is_some() {
        marks.push((Mark::OnlyOther, Phrase::MarkOnlyOther));
        marks.push((Mark::OnlyThis, Phrase::MarkOnlyThis));
        marks.push((Mark::Both, Phrase::MarkBoth));
    } else {
        // A heat map takes the place of these colours.
        if model.watching.overlays.heat == Heat::Off {
            if has(Side::Forward) {
                marks.push((Mark::Open, Phrase::MarkOpen));
                marks.push((Mark::Closed, Phrase::MarkClosed));
            }
            if run.is_some() && has(Side::Backward) {
                marks.push((Mark::OpenBackward, Phrase::MarkOpenBackward));
                marks.push((Mark::ClosedBackward, Phrase::MarkClosedBackward));
            }
        }
        marks.push((Mark::Current, Phrase::MarkCurrent));
        marks.push((Mark::Changed, Phrase::MarkChanged));
        if run.is_some_and(|run| run.verdict.witness.is_some()) {
            marks.push((Mark::Witness, Phrase::MarkWitness));
        }
    }
    marks.push((Mark::Way, Phrase::MarkWay));
    if !model.watching.playback.stops.is_empty() {
        marks.push((Mark::Breakpoint, Phrase::MarkBreakpoint));
    }
    marks
}

/// A cell as it stands on the map, with its three numbers and the arrow to its parent.
fn sample(ui: &mut Ui) {
    let side = 64.0;
    let (rect, _) = ui.allocate_exact_size(vec2(side, side), Sense::hover());
    let painter = ui.painter();
    painter.rect_filled(rect, 2.0, over_floor(palette::ACCENT, 0.28));
    let edge = Stroke::new(2.0, theme::color(palette::ACCENT));
    painter.rect_stroke(rect, 2.0, edge, egui::StrokeKind::Inside);
    let ink = theme::color(palette::INK);
    let inner = rect.shrink(6.0);
    for shift in [0.0, 0.5] {
        painter.text(inner.min + vec2(shift, 0.0), Align2::LEFT_TOP, "F", FontId::proportional(15.0), ink);
    }
    painter.text(inner.left_bottom(), Align2::LEFT_BOTTOM, "G", FontId::proportional(13.0), ink);
    painter.text(inner.right_bottom(), Align2::RIGHT_BOTTOM, "H", FontId::proportional(13.0), ink);
    painter.arrow(rect.center() + vec2(9.0, 0.0), vec2(-18.0, 0.0), Stroke::new(2.0, ink));
}

/// A mark as the map draws it, in small.
fn swatch(ui: &mut Ui, mark: Mark) {
    let (rect, _) = ui.allocate_exact_size(vec2(18.0, 18.0), Sense::hover());
    let painter = ui.painter();
    painter.rect_filled(rect, 1.0, theme::color(FLOOR));
    let tint = |color: Rgb, part: f32| {
        painter.rect_filled(rect, 1.0, over_floor(color, part));
    };
    let frame = |by: f32, width: f32, color: Rgb| {
        let stroke = Stroke::new(width, theme::color(color));
        painter.rect_stroke(rect.shrink(by), 0.0, stroke, egui::StrokeKind::Inside);
    };
    match mark {
        Mark::Open | Mark::OpenBackward => {
            let color = if mark == Mark::Open { palette::ACCENT } else { DEEP_BLUE };
            tint(color, 0.3);
            frame(1.0, 2.0, color);
        }
        Mark::Closed | Mark::ClosedBackward => {
            let color = if mark == Mark::Closed { palette::CLOSED } else { palette::AGENT };
            tint(color, 0.42);
            hatch(painter, rect, color);
        }
        Mark::Current => {
            frame(1.0, 3.0, palette::INK);
            frame(4.0, 1.5, palette::CASING);
        }
        Mark::Changed => frame(1.0, 3.0, palette::CHANGED),
        Mark::OnlyOther | Mark::OnlyThis | Mark::Both => {
            let (color, way) = match mark {
                Mark::OnlyOther => (palette::ACCENT, 1.0),
                Mark::OnlyThis => (palette::CHANGED, -1.0),
                _ => (palette::CLOSED, 0.0),
            };
            tint(color, 0.6);
            stripes(painter, rect, way);
        }
        Mark::Way => {
            let line = [rect.left_center() + vec2(1.0, 3.0), rect.right_center() + vec2(-1.0, -3.0)];
            painter.line_segment(line, Stroke::new(6.0, theme::color(palette::CASING)));
            painter.line_segment(line, Stroke::new(3.0, theme::color(palette::PATH)));
        }
        Mark::Breakpoint => drop(painter.circle_filled(rect.center(), 4.5, theme::color(palette::BAD))),
        Mark::Witness => {
            let stroke = Stroke::new(2.0, theme::color(palette::BAD));
            painter.line_segment([rect.left_top(), rect.right_bottom()], stroke);
            painter.line_segment([rect.left_bottom(), rect.right_top()], stroke);
        }
    }
}

/// Two stripes that rise to the right, or fall where `way` is below 0; none at 0.
fn stripes(painter: &egui::Painter, rect: Rect, way: f32) {
    let stroke = Stroke::new(1.5, theme::color(palette::INK).gamma_multiply(0.35));
    for shift in [-4.0, 4.0].into_iter().filter(|_| way != 0.0) {
        let along = vec2(5.0, -5.0 * way);
        let middle = rect.center() + vec2(shift, 0.0);
        painter.line_segment([middle - along, middle + along], stroke);
    }
}

/// A tint of the floor.
fn over_floor(color: Rgb, part: f32) -> egui::Color32 {
    theme::color(FLOOR).lerp_to_gamma(theme::color(color), part)
}

/// The hatched corner at the lower right.
fn hatch(painter: &egui::Painter, rect: Rect, color: Rgb) {
    let stroke = Stroke::new(1.5, theme::color(color));
    for reach in [3.0, 6.5, 10.0] {
        painter.line_segment(
            [pos2(rect.right() - reach, rect.bottom()), pos2(rect.right(), rect.bottom() - reach)],
            stroke,
        );
    }
}
