//! The widget kit of the panels: headings that fold, rows, dots, links, long lists, sheets.
//!
//! A sheet is a panel that covers part of a small window and can be dismissed by touch.

use bevy_egui::egui::containers::menu::{SubMenuButton, is_in_menu};
use bevy_egui::egui::{
    self, Align, Align2, CursorIcon, FontId, Layout, Margin, Rect, Response, RichText, Sense,
    Stroke, Ui, UiBuilder, pos2, vec2,
};
use gridwalk_level::Rgb;

use super::theme::{self, TOUCHED};
use super::typeset::sentence;
use super::{Form, PanelModel};
use crate::app::command::{Section, Toggle, WindowCommand};
use crate::app::common::words::thousands;
use crate::app::{AppCommand, Phrase};
use crate::picture::palette;

/// Width of the left column of names.
pub const NAMES: f32 = 92.0;
/// Height of a heading.
const HEADING: f32 = 22.0;
/// Width of the sign that shows whether a section is folded.
const SIGN: f32 = 14.0;

/// Returns the frame that fills the background of a panel.
pub fn ground(margin: Margin) -> egui::Frame {
    egui::Frame::new()
        .fill(theme::color(palette::PANEL))
        .inner_margin(margin)
}

/// Draws a button for a command of the shortcut table, with its effect and keys as the tooltip.
pub fn button(ui: &mut Ui, model: &PanelModel, title: Phrase, command: impl Into<AppCommand>) {
    let command = command.into();
    model.on_click(
        &ui.button(model.text(title))
            .on_hover_text(model.tip(command.clone())),
        command,
    );
}

/// Narrows the buttons of a row until buttons with these titles fit side by side.
///
/// Buttons never become narrower than their titles and 4 points at each side; then the row wraps.
pub fn fit_row(ui: &mut Ui, titles: &[&str]) {
    let font = egui::TextStyle::Button.resolve(ui.style());
    let width = |title: &&str| {
        ui.painter()
            .layout_no_wrap((*title).to_owned(), font.clone(), egui::Color32::WHITE)
    };
    let words: f32 = titles
        .iter()
        .map(|title| width(title).size().x.ceil())
        .sum();
    #[expect(clippy::cast_precision_loss, reason = "a few buttons")]
    let (sides, gaps) = (2.0 * titles.len() as f32, titles.len() as f32 - 1.0);
    let room = ui.available_width() - words;
    let spacing = ui.spacing_mut();
    if room < sides * spacing.button_padding.x + gaps * spacing.item_spacing.x {
        spacing.item_spacing.x = 4.0;
        spacing.button_padding.x = ((room - gaps * 4.0) / sides)
            .clamp(4.0, spacing.button_padding.x)
            .floor();
    }
}

/// Draws a menu behind a button, or a submenu inside another menu.
///
/// The arrow of a submenu is a character that all fonts have.
pub fn menu(ui: &mut Ui, title: &str, entries: impl FnOnce(&mut Ui)) {
    if is_in_menu(ui) {
        SubMenuButton::from_button(egui::Button::new(title).right_text("▶")).ui(ui, entries);
    } else {
        ui.menu_button(title, entries);
    }
}

/// Draws a list to choose from; returns the chosen entry.
pub fn choice<T: Copy + PartialEq>(
    ui: &mut Ui,
    list: egui::ComboBox,
    now: T,
    all: &[T],
    title: impl Fn(T) -> &'static str,
) -> Option<T> {
    let list = list.selected_text(title(now)).show_ui(ui, |ui| {
        let clicked = |one: &T| ui.selectable_label(*one == now, title(*one)).clicked();
        all.iter().copied().filter(clicked).last()
    });
    list.inner.flatten()
}

/// Draws two headings for a toggle; a click on the other one turns the toggle.
pub fn either(ui: &mut Ui, model: &PanelModel, toggle: Toggle, titles: [Phrase; 2]) {
    let headings = titles.into_iter().zip([false, true]);
    one_of(
        ui,
        model,
        &model.tip(toggle),
        headings.map(|(title, on)| (title, model.is_on(toggle) == on, toggle)),
    );
}

/// Draws headings for several values: title, whether it is chosen, and the command that a click on
/// another one sends.
pub fn one_of<C: Into<AppCommand>>(
    ui: &mut Ui,
    model: &PanelModel,
    tip: &str,
    headings: impl IntoIterator<Item = (Phrase, bool, C)>,
) {
    for (title, is_chosen, command) in headings {
        let color = if is_chosen {
            palette::TEXT
        } else {
            palette::MUTED
        };
        let text = RichText::new(model.text(title).to_uppercase())
            .size(theme::CAPITALS)
            .strong()
            .color(theme::color(color));
        let label = ui
            .add(egui::Label::new(text).sense(Sense::click()))
            .on_hover_text(tip);
        if !is_chosen {
            model.on_click(&label, command);
        }
    }
}

/// Adds widgets at the right end of a row.
pub fn at_the_right<R>(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> R {
    ui.with_layout(Layout::right_to_left(Align::Center), add)
        .inner
}

/// Draws a section with a heading that folds it, and a line below it.
pub fn section(
    ui: &mut Ui,
    model: &PanelModel,
    (part, title, aside): (Section, Phrase, &str),
    body: impl FnOnce(&mut Ui),
) {
    section_with(
        ui,
        model,
        (part, aside),
        |ui| titled(ui, model, title),
        body,
    );
}

/// Draws the words of a heading.
pub fn titled(ui: &mut Ui, model: &PanelModel, title: Phrase) {
    ui.label(theme::section(model.text(title)));
}

/// Draws a section whose heading is drawn by the caller.
pub fn section_with(
    ui: &mut Ui,
    model: &PanelModel,
    title: (Section, &str),
    head: impl FnOnce(&mut Ui),
    body: impl FnOnce(&mut Ui),
) {
    if heading(ui, model, title, head) {
        // Spacing and colours that the body sets end with it.
        ui.scope(body);
    }
    hairline(ui);
}

/// Draws a heading alone; returns `true` if its section is to be shown.
pub fn heading(
    ui: &mut Ui,
    model: &PanelModel,
    (part, aside): (Section, &str),
    head: impl FnOnce(&mut Ui),
) -> bool {
    let is_open = !model.is_folded(part);
    let height = Form::of(ui.ctx()).control(HEADING);
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::click());
    let sign = pos2(rect.left() + 4.0, rect.center().y);
    let points = if is_open {
        [
            sign + vec2(-4.0, -2.0),
            sign + vec2(0.0, 2.5),
            sign + vec2(4.0, -2.0),
        ]
    } else {
        [
            sign + vec2(-2.0, -4.0),
            sign + vec2(2.5, 0.0),
            sign + vec2(-2.0, 4.0),
        ]
    };
    if model.focus.take() {
        response.request_focus();
    }
    if response.has_focus() {
        highlight(ui, rect);
    }
    let ink = if response.hovered() || response.has_focus() {
        palette::TEXT
    } else {
        palette::FAINT
    };
    ui.painter().add(egui::Shape::line(
        points.to_vec(),
        Stroke::new(1.5, theme::color(ink)),
    ));
    let mut row = row_in(ui, Rect::from_min_max(rect.min + vec2(SIGN, 0.0), rect.max));
    head(&mut row);
    at_the_right(&mut row, |ui| {
        ui.add(
            egui::Label::new(
                RichText::new(aside)
                    .small()
                    .color(theme::color(palette::MUTED)),
            )
            .truncate(),
        );
    });
    model.on_click(
        &response.on_hover_cursor(CursorIcon::PointingHand),
        WindowCommand::Fold(part),
    );
    is_open
}

/// Adds an area that scrolls vertically, whose contents are equally wide with and without its bar.
///
/// Contents that are too wide are cut off and do not widen the panel.
pub fn scrolled<R>(ui: &mut Ui, area: egui::ScrollArea, add: impl FnOnce(&mut Ui) -> R) -> R {
    let scroll = ui.spacing().scroll;
    let width = ui.available_width() - scroll.allocated_width() - scroll.content_margin.rightf();
    let whole = |ui: &mut Ui| {
        let room = ui.available_rect_before_wrap();
        let room = Rect::from_min_size(room.min, vec2(width, room.height()));
        let mut inner = ui.new_child(UiBuilder::new().max_rect(room));
        let mut clip = inner.clip_rect();
        clip.max.x = clip
            .max
            .x
            .min(room.right() + scroll.content_margin.rightf());
        inner.set_clip_rect(clip);
        let added = add(&mut inner);
        ui.allocate_space(vec2(width, inner.min_rect().height()));
        added
    };
    area.show(ui, whole).inner
}

/// Returns a text that is cut off where it has no room, for a caller that adds a tooltip.
///
/// Other labels show their whole text as a tooltip, and both tooltips would lie on each other.
pub fn cut(text: impl Into<egui::WidgetText>) -> egui::Label {
    egui::Label::new(text)
        .truncate()
        .show_tooltip_when_elided(false)
}

/// Draws a name, cut off before what stands at the right end of its row.
pub fn name_and_aside(ui: &mut Ui, name: impl Into<egui::WidgetText>, aside: RichText) {
    at_the_right(ui, |ui| {
        ui.label(aside);
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.add(egui::Label::new(name).truncate());
        });
    });
}

/// Returns a `Ui` in this rectangle that places widgets from left to right.
pub fn row_in(ui: &mut Ui, rect: Rect) -> Ui {
    ui.new_child(
        UiBuilder::new()
            .max_rect(rect)
            .layout(Layout::left_to_right(Align::Center)),
    )
}

pub fn hairline(ui: &mut Ui) {
    ui.add_space(1.0);
    ui.add(egui::Separator::default().spacing(5.0));
}

/// Draws a muted name in the left column, and the added widgets beside it.
pub fn named<R>(ui: &mut Ui, name: &str, add: impl FnOnce(&mut Ui) -> R) -> egui::InnerResponse<R> {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        name_column(ui, name, theme::ROW);
        add(ui)
    })
}

/// Draws a muted name in the left column, which is equally wide in every row.
fn name_column(ui: &mut Ui, name: &str, height: f32) {
    let layout = Layout::left_to_right(Align::Center);
    ui.allocate_ui_with_layout(vec2(NAMES, height), layout, |ui| {
        ui.set_min_width(NAMES);
        ui.label(theme::muted(name));
    });
}

/// Draws a name and its value in two columns.
pub fn row(ui: &mut Ui, name: &str, value: &str) {
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        name_column(ui, name, theme::LINE);
        ui.add(egui::Label::new(value).wrap());
    });
}

/// Draws a row with a minimum height of `lines` lines, so that nothing below it moves.
pub fn row_of(ui: &mut Ui, name: &str, value: &str, lines: u8) {
    ui.scope(|ui| {
        ui.set_min_height(f32::from(lines) * theme::LINE);
        row(ui, name, value);
    });
}

pub fn dot(ui: &mut Ui, color: Rgb) {
    let (rect, _) = ui.allocate_exact_size(vec2(10.0, 16.0), Sense::hover());
    ui.painter()
        .circle_filled(rect.center(), 4.0, theme::color(color));
}

/// Draws a coloured dot and its sentence.
pub fn light(ui: &mut Ui, color: Rgb, text: &str) {
    ui.horizontal_top(|ui| {
        dot(ui, color);
        sentence(ui, text, theme::BODY, palette::TEXT);
    });
}

/// Draws a tick box whose edge is visible while it is empty; returns its response.
pub fn tick_box(ui: &mut Ui, is_on: bool, title: &str) -> Response {
    ui.scope(|ui| {
        ui.visuals_mut().widgets.inactive.bg_stroke =
            Stroke::new(1.0, theme::color(palette::MUTED));
        ui.checkbox(&mut { is_on }, title)
    })
    .inner
}

/// Draws words that can be clicked.
pub fn link(ui: &mut Ui, text: &str) -> Response {
    let text = RichText::new(text)
        .size(theme::SMALL)
        .color(theme::color(palette::ACCENT));
    if Form::of(ui.ctx()).is_small() {
        return ui.add(egui::Button::new(text).frame(false));
    }
    ui.add(egui::Label::new(text).sense(Sense::click()))
        .on_hover_cursor(CursorIcon::PointingHand)
}

/// Draws a small text that wraps.
pub fn remark(ui: &mut Ui, text: &str) {
    sentence(ui, text, theme::SMALL, palette::MUTED);
}

/// A figure: its name, its value, and a tooltip about what is counted.
pub type LabelledFigure = (Phrase, String, Option<Phrase>);

/// Draws figures side by side, each below its name, in several lines where there is little room.
pub fn figures(ui: &mut Ui, model: &PanelModel, figures: &[LabelledFigure]) {
    let fits = ui.available_width() >= NARROWEST_FIGURE * 5.0;
    for line in figures.chunks(if fits { 5 } else { 3 }) {
        ui.scope(|ui| {
            // The names need all the room.
            ui.spacing_mut().item_spacing.x = 3.0;
            ui.columns(if fits { line.len() } else { 3 }, |columns| {
                for (column, (name, value, tip)) in columns.iter_mut().zip(line) {
                    column.spacing_mut().item_spacing.y = 1.0;
                    let name = model.text(*name);
                    let texts = [theme::muted(name), RichText::new(value).strong()];
                    let Some(tip) = tip else {
                        for text in texts {
                            column.add(egui::Label::new(text).truncate());
                        }
                        continue;
                    };
                    let [title, number] = texts.map(|text| column.add(cut(text)));
                    let whole = Phrase::NameAndValue.with("name", name).with("value", value);
                    let tip = format!("{}\n{}", model.say(whole), model.text(*tip));
                    title.union(number).on_hover_text(tip);
                }
            });
        });
    }
}

/// Minimum width of a column of figures, in points.
const NARROWEST_FIGURE: f32 = 56.0;

/// Draws the first rows of a list, or all of them, in the scroll area of the panel.
///
/// A list with a scroll area would trap the wheel. Only visible rows are drawn.
pub fn rows(
    ui: &mut Ui,
    model: &PanelModel,
    (few, count, height): (usize, usize, f32),
    all: &mut bool,
    draw: impl FnOnce(&mut Ui, Rect, std::ops::Range<usize>),
) {
    let drawn = if *all { count } else { count.min(few) };
    #[expect(clippy::cast_precision_loss, reason = "rows of a list")]
    let whole = vec2(ui.available_width(), drawn as f32 * height);
    let (rect, _) = ui.allocate_exact_size(whole, Sense::hover());
    let seen = rect.intersect(ui.clip_rect());
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "rows of a list, from 0 on"
    )]
    let row_at = |y: f32| ((y - rect.top()) / height).max(0.0) as usize;
    let range = row_at(seen.top())..(row_at(seen.bottom()) + 1).min(drawn);
    if !range.is_empty() && seen.is_positive() {
        draw(ui, rect, range);
    }
    if count > few {
        let more = || Phrase::AllRows.with("count", thousands(count as u64));
        let text = if *all {
            Phrase::FewerRows.into()
        } else {
            more()
        };
        *all ^= link(ui, &model.say(text)).clicked();
    }
}

/// Returns the rectangle of a row in a list that begins at the top of `list`.
#[expect(clippy::cast_precision_loss, reason = "rows of a list")]
pub fn row_rect(list: Rect, height: f32, number: usize) -> Rect {
    let top = list.top() + number as f32 * height;
    Rect::from_min_max(pos2(list.left(), top), pos2(list.right(), top + height))
}

/// Draws the background of the current row.
pub fn highlight(ui: &Ui, row: Rect) {
    let ground = theme::lit();
    ui.painter()
        .rect_filled(row.expand2(vec2(4.0, 0.0)), 5.0, ground);
}

/// A column of numbers aligned at the decimal point: its widths before and after the point.
#[derive(Clone, Copy, Default, Debug, PartialEq)]
pub struct Decimals {
    whole: f32,
    part: f32,
}

impl Decimals {
    /// Returns a column that is wide enough for all of these texts.
    pub fn measure<'t>(ui: &Ui, font: &FontId, texts: impl IntoIterator<Item = &'t str>) -> Self {
        let width = |text: &str| {
            ui.painter()
                .layout_no_wrap(text.to_owned(), font.clone(), egui::Color32::WHITE)
                .size()
                .x
        };
        texts.into_iter().fold(Self::default(), |wide, text| {
            let (whole, part) = text.split_at(text.find('.').unwrap_or(text.len()));
            Self {
                whole: wide.whole.max(width(whole)),
                part: wide.part.max(width(part)),
            }
        })
    }

    pub const fn width(self) -> f32 {
        self.whole + self.part
    }

    /// Draws a number into the column that ends at `right`.
    pub fn draw(self, ui: &Ui, right: egui::Pos2, text: &str, font: &FontId, ink: egui::Color32) {
        let (whole, part) = text.split_at(text.find('.').unwrap_or(text.len()));
        let point = pos2(right.x - self.part, right.y);
        ui.painter()
            .text(point, Align2::RIGHT_CENTER, whole, font.clone(), ink);
        ui.painter()
            .text(point, Align2::LEFT_CENTER, part, font.clone(), ink);
    }
}

/// Returns the panel for a window of this form, at the bottom or at the right.
pub fn sheet(root: &Ui, form: Form, id: &'static str) -> egui::Panel {
    let screen = root.ctx().viewport_rect().size();
    match form {
        Form::Tall => egui::Panel::bottom(id).exact_size((screen.y * 0.38).round()),
        Form::Wide | Form::Low => egui::Panel::right(id)
            .exact_size((screen.x * 0.4).clamp(NARROWEST_PANEL, 320.0).round()),
    }
}

/// Minimum width of a panel beside the map: that of its widest contents.
pub const NARROWEST_PANEL: f32 = 268.0;

/// Draws a grip and a close button; returns `true` if the user dismisses the sheet.
pub fn grip(ui: &mut Ui) -> bool {
    let (rect, grip) =
        ui.allocate_exact_size(vec2(ui.available_width(), TOUCHED), Sense::click_and_drag());
    let bar = Rect::from_center_size(rect.center(), vec2(40.0, 4.0));
    ui.painter()
        .rect_filled(bar, 2.0, theme::color(palette::FAINT));
    let mut row = row_in(ui, rect);
    let cross = at_the_right(&mut row, |ui| {
        ui.add(egui::Button::new("×").min_size(vec2(TOUCHED, TOUCHED)))
    });
    let is_pulled = grip
        .total_drag_delta()
        .is_some_and(|far| far.x.max(far.y) > TOUCHED);
    grip.on_hover_cursor(CursorIcon::PointingHand).clicked() || is_pulled || cross.clicked()
}
