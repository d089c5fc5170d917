//! The open list as a row of cards in the order of expansion: the front one is framed, and so is the one that was put in
//! last, with what it passed in a sorted list, or compared in a heap.

use bevy_egui::egui::{self, Align2, FontId, Rect, RichText, Sense, Stroke, Ui, pos2, vec2};

use super::widgets::section_with;
use super::{Model, Section, theme};
use crate::app::command::WatchCommand;
use crate::app::watch::Run;
use crate::app::words::thousands;
use crate::app::{Phrase, Sentence};
use crate::explain::{Insertion, OpenRow};
use crate::pathfinding::{Rgb, Side};
use crate::picture::palette;

/// Width and height of a card, and the space between two.
const CARD: [f32; 2] = [46.0, 40.0];
const GAP: f32 = 4.0;
/// What stands behind the last card where there are more.
const MORE: f32 = 76.0;
/// The height of heading, cards and sentence together.
pub(super) const HEIGHT: f32 = 26.0 + CARD[1] + 26.0 + 24.0;

/// The section: a heading with the switch between list and heap, the cards, and the sentence.
pub(super) fn draw(ui: &mut Ui, model: &Model, run: &Run) {
    let open = run.timeline.marks().counters().open;
    let aside = model.say(Phrase::CardsAside.with("count", thousands(open)));
    let heap = model.watching.overlays.heap;
    let tabs = |ui: &mut Ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        for (title, is_heap) in [(Phrase::AsSortedList, false), (Phrase::AsHeap, true)] {
            let color = if heap == is_heap { palette::TEXT } else { palette::MUTED };
            let text = RichText::new(model.text(title).to_uppercase()).small().strong().color(theme::color(color));
            let label = ui.add(egui::Label::new(text).sense(Sense::click()));
            let label = label.on_hover_text(model.tip(WatchCommand::ToggleHeap));
            if heap != is_heap {
                model.on_click(&label, WatchCommand::ToggleHeap);
            }
        }
    };
    section_with(ui, model, (Section::Cards, &aside), tabs, |ui| {
        cards(ui, model, run, open);
        let sentence = sentence(run, heap);
        let color = if run.timeline.last_insertion().is_some() { palette::CHANGED } else { palette::MUTED };
        let text = sentence.map_or_else(String::new, |sentence| model.say(sentence));
        let sum = sum(run, heap).map_or_else(String::new, |sum| model.say(sum));
        ui.horizontal(|ui| {
            ui.set_min_height(18.0);
            let label = egui::Label::new(RichText::new(&text).size(12.0).color(theme::color(color))).truncate();
            ui.add(label).on_hover_text(format!("{text} {sum}"));
        });
    });
}

/// What the last insertion did.
fn sentence(run: &Run, heap: bool) -> Option<Sentence> {
    let Insertion { cell, passed, of, compared } = run.timeline.last_insertion()?;
    let number = if heap { compared } else { passed };
    Some(match (of, heap) {
        (0, _) => Phrase::OnlyCard.with("cell", cell),
        (_, false) => Phrase::CardPassed.with("cell", cell).with("number", number).with("count", of),
        (_, true) => Phrase::CardCompared.with("cell", cell).with("number", number).with("count", of),
    })
}

/// What all insertions up to here did.
pub(super) fn sum(run: &Run, heap: bool) -> Option<Sentence> {
    let expanded = usize::try_from(run.timeline.marks().counters().expanded).ok()?;
    if heap {
        let sums = run.timeline.heap_comparisons().get(expanded)?;
        return Some(Phrase::HeapSum.with("up", thousands(sums.up)).with("down", thousands(sums.down)));
    }
    Some(Phrase::PassedSum.with("count", thousands(*run.scanned.get(expanded)?)))
}

/// As many cards as there is room for, and how many more there are.
fn cards(ui: &mut Ui, model: &Model, run: &Run, open: u64) {
    let marks = run.timeline.marks();
    let both = marks.has(Side::Forward) && marks.has(Side::Backward);
    let usual = if marks.has(Side::Forward) { Side::Forward } else { Side::Backward };
    let side = run.timeline.next_side().unwrap_or(usual);
    let (strip, _) = ui.allocate_exact_size(vec2(ui.available_width(), CARD[1] + 4.0), Sense::hover());
    let fits = |width: f32| {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "some dozen cards")]
        let count = ((width + GAP) / (CARD[0] + GAP)).max(1.0) as usize;
        count
    };
    let all = fits(strip.width());
    let rows = marks.open_list(side, 0..all + 1);
    // Of two frontiers one is shown: whose turn it is.
    let open = if both { marks.open_count(side) } else { usize::try_from(open).unwrap_or(usize::MAX) };
    let shown = if rows.len() > all { fits(strip.width() - MORE) } else { rows.len() };
    let units = run.question.query.options.units();
    let last = run.timeline.last_insertion().map(|insertion| insertion.cell);
    let mut left = strip.left();
    for row in rows.iter().take(shown) {
        let rect = Rect::from_min_size(pos2(left, strip.top() + 2.0), vec2(CARD[0], CARD[1]));
        let frame = match row {
            row if Some(row.cell) == last => Some(palette::CHANGED),
            row if row.rank == 0 => Some(palette::ACCENT),
            _ => None,
        };
        card(ui, rect, &units.format(row.f), row, frame);
        left += CARD[0] + GAP;
    }
    if open > shown {
        let more = model.say(Phrase::MoreCards.with("count", thousands((open - shown) as u64)));
        let at = pos2(left + 4.0, strip.center().y);
        ui.painter().text(at, Align2::LEFT_CENTER, more, FontId::proportional(12.0), theme::color(palette::MUTED));
    } else if rows.is_empty() {
        let at = pos2(left, strip.center().y);
        let none = model.text(Phrase::NoCellWaits);
        ui.painter().text(at, Align2::LEFT_CENTER, none, FontId::proportional(12.5), theme::color(palette::MUTED));
    }
}

fn card(ui: &Ui, rect: Rect, f: &str, row: &OpenRow, frame: Option<Rgb>) {
    let painter = ui.painter();
    painter.rect_filled(rect, 5.0, theme::color(palette::RAISED));
    if let Some(color) = frame {
        painter.rect_stroke(rect, 5.0, Stroke::new(2.0, theme::color(color)), egui::StrokeKind::Inside);
    }
    let at = |part: f32| pos2(rect.center().x, rect.top() + rect.height() * part);
    // A stroke beside it makes it bold: there is one face.
    for shift in [0.0, 0.5] {
        let font = FontId::proportional(if f.len() > 6 { 11.0 } else { 13.5 });
        painter.text(at(0.33) + vec2(shift, 0.0), Align2::CENTER_CENTER, f, font, theme::color(palette::TEXT));
    }
    let cell = format!("{},{}", row.cell.x, row.cell.y);
    painter.text(at(0.74), Align2::CENTER_CENTER, cell, FontId::proportional(11.5), theme::color(palette::MUTED));
}
