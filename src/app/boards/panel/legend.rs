//! The legend of a watched search, and the section for its overlays on the map.
//!
//! The legend is a strip beside the map that explains numbers and marks. Most windows are wider
//! than their maps. Below the map, the legend would make the cells smaller.

use bevy_egui::egui::{
    self, Align2, FontId, Margin, Pos2, Rect, RichText, Sense, Stroke, Ui, pos2, vec2,
};
use gridwalk_level::{LegendEntry, Rgb};
use gridwalk_pathfinding::{Algorithm, Cost, DecidingNumber, PopKey, Side};

use crate::app::Phrase;
use crate::app::boards::{BoardsModel, Deciding, NumbersRoom, Run};
use crate::app::command::{Heat, Section, Toggle, WatchCommand};
use crate::app::common::words::thousands;
use crate::app::view::tints::{self, Tint};
use crate::app::widgets::typeset::{self, bold};
use crate::app::widgets::{self, at_the_right, button, clicks, hairline, remark, theme, tick_box};
use crate::picture::palette;

const WIDTH: f32 = 208.0;
/// Colour of the floor under the marks.
const FLOOR: Rgb = [0xEF, 0xEB, 0xE1];

/// Position of the legend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LegendPlace {
    /// In its own strip beside the map.
    BesideTheMap,
    /// At the end of the side panel, in narrow windows and during lessons.
    Side,
}

/// Window width below which there is no strip, in points.
const NARROW: f32 = 1000.0;

impl LegendPlace {
    pub fn of(window: f32, has_side: bool, has_lesson: bool) -> Self {
        if (window < NARROW || has_lesson) && has_side {
            Self::Side
        } else {
            Self::BesideTheMap
        }
    }
}

pub fn draw(root: &mut Ui, model: &BoardsModel) {
    let frame = widgets::ground(Margin {
        right: theme::BESIDE_BAR,
        ..Margin::same(theme::PADDING)
    });
    egui::Panel::left("legend")
        .exact_size(WIDTH)
        .resizable(false)
        .frame(frame)
        .show(root, |ui| {
            widgets::scrolled(ui, egui::ScrollArea::vertical().auto_shrink(false), |ui| {
                ui.label(theme::section(model.text(Phrase::Legend)));
                contents(ui, model);
            });
        });
}

/// Draws the legend as a section of the side panel.
pub fn section(ui: &mut Ui, model: &BoardsModel) {
    widgets::section(ui, model, (Section::Legend, Phrase::Legend, ""), |ui| {
        contents(ui, model);
    });
}

fn contents(ui: &mut Ui, model: &BoardsModel) {
    let deciding = model.run().map(Deciding::of);
    // A search without a heuristic has no other number than G.
    let estimates = model
        .run()
        .is_none_or(|run| run.timeline.trace().options.order.key.estimates());
    ui.horizontal(|ui| {
        sample(
            ui,
            deciding.map_or(Some(DecidingNumber::F), |deciding| deciding.number),
            estimates,
        );
        remark(ui, model.text(Phrase::ArrowMeans));
    });
    ui.add_space(4.0);
    let is_field = model
        .run()
        .is_some_and(|run| run.timeline.trace().options.algorithm == Some(Algorithm::FlowField));
    let g_means = if is_field {
        Phrase::GOfFieldMeans
    } else {
        Phrase::GMeans
    };
    let letters = [("F", Phrase::FMeans), ("G", g_means), ("H", Phrase::HMeans)];
    for (letter, meaning) in letters
        .into_iter()
        .filter(|(letter, _)| estimates || *letter == "G")
    {
        ui.horizontal_top(|ui| {
            ui.label(
                RichText::new(letter)
                    .strong()
                    .size(theme::SMALL)
                    .color(theme::color(palette::ACCENT)),
            );
            typeset::sentence(ui, model.text(meaning), theme::SMALL, palette::TEXT);
        });
    }
    if let Some(deciding) = deciding.filter(|deciding| deciding.number.is_some()) {
        let [key, ..] = deciding.heads(model);
        let in_buckets = model
            .run()
            .is_some_and(|run| run.timeline.trace().options.order.key == PopKey::FBucket);
        let phrase = if in_buckets {
            Phrase::LowestBucketFirst
        } else {
            Phrase::SmallestFirst
        };
        remark(ui, &model.say(phrase.with("key", key)));
    }
    if let Some(run) = model.run().filter(|_| *model.heat != Heat::Off) {
        ui.add_space(4.0);
        ui.label(theme::muted(model.text(model.heat.title())));
        scale(ui, run, *model.heat);
    }
    hairline(ui);
    ui.spacing_mut().item_spacing.y = 0.0;
    for (_, meaning, draw) in marks(model).into_iter().filter(|(is_there, ..)| *is_there) {
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(vec2(18.0, 18.0), Sense::hover());
            let swatch = Swatch {
                painter: ui.painter(),
                rect,
            };
            swatch.fill(theme::color(FLOOR));
            draw(&swatch);
            ui.label(RichText::new(model.text(meaning)).size(theme::SMALL));
        });
    }
    ui.add_space(8.0);
    button(ui, model, Phrase::GotIt, Toggle::Legend);
}

/// Returns all marks: whether the map can show them now, their meaning, and how to draw them.
fn marks(model: &BoardsModel) -> [(bool, Phrase, fn(&Swatch)); 12] {
    let run = model.run();
    let has = |side| run.is_none_or(|run| run.timeline.marks().has(side));
    let (forward, backward) = (has(Side::Forward), run.is_some() && has(Side::Backward));
    // A heat map replaces the colours of all cells that have its number. The order of expansion
    // leaves out the cells that were not expanded.
    let heat = *model.heat;
    let open = matches!(heat, Heat::Off | Heat::Order);
    let closed = heat == Heat::Off;
    let witness = run.is_some_and(|run| run.verdict.witness.is_some());
    let of_a_kind = model.question.kind.is_some();
    let near_walls = model
        .question
        .kind
        .as_ref()
        .is_some_and(|kind| kind.0.reach() > 0);
    let stops = !model.playback.stops.is_empty();
    [
        (open && forward, Phrase::MarkOpen, |swatch| {
            swatch.open(Tint::OPEN);
        }),
        (closed && forward, Phrase::MarkClosed, |swatch| {
            swatch.closed(Tint::CLOSED);
        }),
        (open && backward, Phrase::MarkOpenBackward, |swatch| {
            swatch.open(Tint::OPEN_BACKWARD);
        }),
        (closed && backward, Phrase::MarkClosedBackward, |swatch| {
            swatch.closed(Tint::CLOSED_BACKWARD);
        }),
        (true, Phrase::MarkCurrent, |swatch| {
            swatch.frame(1.0, 3.0, palette::INK);
            swatch.frame(4.0, 1.5, palette::CASING);
        }),
        (true, Phrase::MarkChanged, |swatch| {
            swatch.changed(palette::CHANGED);
        }),
        (witness, Phrase::MarkWitness, |swatch| {
            swatch.line(
                swatch.rect.left_top(),
                swatch.rect.right_bottom(),
                2.0,
                palette::BAD,
            );
            swatch.line(
                swatch.rect.left_bottom(),
                swatch.rect.right_top(),
                2.0,
                palette::BAD,
            );
        }),
        (true, Phrase::MarkPath, |swatch| {
            let from = swatch.rect.left_center() + vec2(1.0, 3.0);
            let to = swatch.rect.right_center() + vec2(-1.0, -3.0);
            swatch.line(from, to, 6.0, palette::CASING);
            swatch.line(from, to, 3.0, palette::PATH);
        }),
        (of_a_kind, Phrase::MarkWall, |swatch| {
            swatch.fill(theme::color(LegendEntry::wall().look.color));
        }),
        (of_a_kind, Phrase::MarkBarred, |swatch| {
            swatch.fill(theme::color(tints::BARRED));
            swatch.stripes();
        }),
        (near_walls, Phrase::MarkNearWall, |swatch| {
            swatch.fill(over_floor(tints::near_wall(1.0)));
        }),
        (stops, Phrase::MarkBreakpoint, |swatch| {
            swatch
                .painter
                .circle_filled(swatch.rect.center(), 4.5, theme::color(palette::BAD));
        }),
    ]
}

/// Draws a sample cell: three numbers with the priority key in bold, and the arrow to the parent.
fn sample(ui: &mut Ui, decides: Option<DecidingNumber>, estimates: bool) {
    let side = 64.0;
    let (rect, _) = ui.allocate_exact_size(vec2(side, side), Sense::hover());
    let painter = ui.painter();
    painter.rect_filled(rect, 2.0, over_floor(Tint::OPEN));
    let edge = Stroke::new(2.0, theme::color(palette::ACCENT));
    painter.rect_stroke(rect, 2.0, edge, egui::StrokeKind::Inside);
    let ink = theme::color(palette::INK);
    let inner = rect.shrink(6.0);
    let letters = [
        (DecidingNumber::F, "F", inner.min, Align2::LEFT_TOP, 15.0),
        (
            DecidingNumber::G,
            "G",
            inner.left_bottom(),
            Align2::LEFT_BOTTOM,
            13.0,
        ),
        (
            DecidingNumber::H,
            "H",
            inner.right_bottom(),
            Align2::RIGHT_BOTTOM,
            13.0,
        ),
    ];
    let is_known = |number| estimates || number == DecidingNumber::G;
    for (number, letter, at, align, size) in
        letters.into_iter().filter(|(number, ..)| is_known(*number))
    {
        let font = FontId::proportional(size);
        if decides == Some(number) {
            bold(painter, at, align, letter, font, ink);
        } else {
            painter.text(at, align, letter, font, ink);
        }
    }
    painter.arrow(
        rect.center() + vec2(9.0, 0.0),
        vec2(-18.0, 0.0),
        Stroke::new(2.0, ink),
    );
}

/// A small piece of floor with a mark drawn as on the map.
struct Swatch<'a> {
    painter: &'a egui::Painter,
    rect: Rect,
}

impl Swatch<'_> {
    fn open(&self, tint: Tint) {
        self.fill(over_floor(tint));
        self.frame(1.0, 2.0, tint.color);
    }

    /// Draws a closed cell, with the hatched corner at the upper right.
    fn closed(&self, tint: Tint) {
        self.fill(over_floor(tint));
        let (right, top) = (self.rect.right(), self.rect.top());
        let stroke = Stroke::new(1.5, theme::color(tint.color).gamma_multiply(0.85));
        for reach in [3.0, 6.5] {
            self.painter
                .line_segment([pos2(right - reach, top), pos2(right, top + reach)], stroke);
        }
    }

    /// Draws a changed cell, with the filled corner at the upper right.
    fn changed(&self, color: Rgb) {
        self.frame(1.0, 3.0, color);
        let corner = self.rect.shrink(1.0).right_top();
        let ends = vec![corner - vec2(9.0, 0.0), corner, corner + vec2(0.0, 9.0)];
        self.painter.add(egui::Shape::convex_polygon(
            ends,
            theme::color(color),
            Stroke::NONE,
        ));
    }

    fn fill(&self, color: egui::Color32) {
        self.painter.rect_filled(self.rect, 1.0, color);
    }

    fn frame(&self, by: f32, width: f32, color: Rgb) {
        let stroke = Stroke::new(width, theme::color(color));
        self.painter
            .rect_stroke(self.rect.shrink(by), 0.0, stroke, egui::StrokeKind::Inside);
    }

    fn line(&self, from: Pos2, to: Pos2, width: f32, color: Rgb) {
        self.painter
            .line_segment([from, to], Stroke::new(width, theme::color(color)));
    }

    /// Draws two stripes that rise to the right.
    fn stripes(&self) {
        let stroke = Stroke::new(1.5, theme::color(palette::INK).gamma_multiply(0.35));
        for shift in [-4.0, 4.0] {
            let along = vec2(5.0, -5.0);
            let middle = self.rect.center() + vec2(shift, 0.0);
            self.painter
                .line_segment([middle - along, middle + along], stroke);
        }
    }
}

/// Returns the colour of a tint over the floor.
fn over_floor(tint: Tint) -> egui::Color32 {
    theme::color(tint.over(FLOOR))
}

/// Draws the section: heat map, other overlays and the effect of a click.
pub fn draw_overlays(ui: &mut Ui, model: &BoardsModel, run: &Run) {
    let heat = model.text(model.heat.title());
    widgets::section(
        ui,
        model,
        (Section::OnTheMap, Phrase::OnTheMap, heat),
        |ui| overlays(ui, model, run),
    );
}

fn overlays(ui: &mut Ui, model: &BoardsModel, run: &Run) {
    let shown = *model.heat;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.label(theme::muted(model.text(Phrase::Heat)));
        for heat in Heat::ALL {
            let label = ui.selectable_label(shown == heat, model.text(heat.title()));
            model.on_click(&label, WatchCommand::HeatMap(heat));
        }
    });
    if shown != Heat::Off {
        scale(ui, run, shown);
    }
    ui.horizontal(|ui| clicks(ui, model, Phrase::ClickMovesGoal));
    ui.horizontal_wrapped(|ui| {
        for (toggle, title) in [
            (Toggle::Tree, Phrase::SearchTree),
            (Toggle::Numbers, Phrase::NumbersInCells),
            (Toggle::Legend, Phrase::Legend),
        ] {
            let option = tick_box(ui, model.is_on(toggle), model.text(title));
            model.on_click(&option.on_hover_text(model.tip(toggle)), toggle);
        }
    });
    let hint = match *model.numbers_room {
        NumbersRoom::None => Phrase::NumbersNeedRoom,
        NumbersRoom::One => Phrase::OneNumberFits,
        NumbersRoom::All => return,
    };
    if model.is_on(Toggle::Numbers) {
        remark(ui, model.text(hint));
    }
}

/// Draws the colour scale of a heat map with the numbers at both ends.
#[expect(clippy::cast_precision_loss, reason = "a place on a bar")]
fn scale(ui: &mut Ui, run: &Run, heat: Heat) {
    let (least, most) = run.ranges.of(heat);
    let units = run.question.query.options.units();
    let text = |value: u64| {
        if heat == Heat::Order {
            thousands(value)
        } else {
            units.format(Cost(value))
        }
    };
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 12.0), Sense::hover());
    let steps = 48;
    for i in 0..steps {
        let part = i as f32 / steps as f32;
        let left = rect.left() + rect.width() * part;
        let piece = Rect::from_min_size(
            pos2(left, rect.top()),
            vec2(rect.width() / 48.0 + 0.5, 12.0),
        );
        ui.painter()
            .rect_filled(piece, 0.0, theme::color(palette::heat(part)));
    }
    ui.horizontal(|ui| {
        ui.label(theme::muted(text(least)));
        at_the_right(ui, |ui| ui.label(theme::muted(text(most))));
    });
}
