//! The theme of the panels and the layout of the window.
//!
//! The theme applies colours, spacing and sizes of `picture::palette` to egui. The window has
//! panels beside the map, or one sheet at a time over it, as on a phone.

use bevy_egui::egui::style::ScrollStyle;
use bevy_egui::egui::{
    self, Color32, CornerRadius, FontFamily, FontId, Margin, RichText, Stroke, TextStyle, Visuals,
};
use gridwalk_level::Rgb;

use crate::picture::palette;

/// Converts a colour of the palette for egui.
pub const fn color(rgb: Rgb) -> Color32 {
    Color32::from_rgb(rgb[0], rgb[1], rgb[2])
}

/// All text sizes in points: titles, lessons, panels, remarks, and capitals of headings.
pub const TITLE: f32 = 15.0;
pub const READING: f32 = 14.0;
pub const BODY: f32 = 13.0;
pub const SMALL: f32 = 12.0;
pub const CAPITALS: f32 = 11.0;

/// Height of a line of text, and of a row with a control or an entry of a list, in points.
pub const LINE: f32 = 18.0;
pub const ROW: f32 = 24.0;

/// Space between the edge of a panel and what is in it, in points.
pub const PADDING: i8 = 16;
/// Padding at the right of a scroll area, in points: the bar and its distance make up for the rest.
pub const BESIDE_BAR: i8 = 2;

/// Sets up the style of a context, for a window of this form.
pub fn apply(context: &egui::Context, form: Form) {
    let mut visuals = Visuals::dark();
    visuals.panel_fill = color(palette::PANEL);
    visuals.window_fill = color(palette::PANEL);
    visuals.window_stroke = Stroke::new(1.0, color(palette::HAIRLINE));
    visuals.window_corner_radius = CornerRadius::same(10);
    visuals.menu_corner_radius = CornerRadius::same(6);
    visuals.extreme_bg_color = color(palette::RAISED);
    visuals.override_text_color = None;
    visuals.selection.bg_fill = chosen();
    visuals.selection.stroke = Stroke::new(1.0, color(palette::TEXT));
    let widgets = &mut visuals.widgets;
    let states = [
        (
            &mut widgets.noninteractive,
            palette::PANEL,
            palette::TEXT,
            Some(palette::HAIRLINE),
        ),
        (&mut widgets.inactive, palette::RAISED, palette::TEXT, None),
        (&mut widgets.hovered, palette::HOVERED, palette::TEXT, None),
        (
            &mut widgets.active,
            palette::HOVERED,
            palette::TEXT,
            Some(palette::ACCENT),
        ),
        (&mut widgets.open, palette::HOVERED, palette::TEXT, None),
    ];
    for (state, ground, text, edge) in states {
        state.bg_fill = color(ground);
        state.weak_bg_fill = color(ground);
        state.fg_stroke = Stroke::new(1.0, color(text));
        state.bg_stroke = edge.map_or(Stroke::NONE, |edge| Stroke::new(1.0, color(edge)));
        state.corner_radius = CornerRadius::same(6);
        state.expansion = 0.0;
    }
    context.set_visuals(visuals);
    context.all_styles_mut(|style| {
        style.spacing.item_spacing = egui::vec2(8.0, 6.0);
        style.spacing.button_padding = egui::vec2(10.0, 4.0);
        style.spacing.interact_size = egui::vec2(40.0, form.control(ROW));
        style.spacing.window_margin = Margin::same(PADDING);
        style.spacing.menu_margin = Margin::same(8);
        // Scroll bars have their own lane, so that they cover nothing.
        let content_margin = Margin {
            right: 8,
            ..Margin::ZERO
        };
        style.spacing.scroll = ScrollStyle {
            content_margin,
            bar_inner_margin: 0.0,
            ..ScrollStyle::solid()
        };
        style.interaction.selectable_labels = false;
        let sizes = [
            (TextStyle::Small, SMALL),
            (TextStyle::Body, BODY),
            (TextStyle::Button, BODY),
            (TextStyle::Heading, TITLE),
        ];
        for (name, size) in sizes {
            style
                .text_styles
                .insert(name, FontId::new(size, FontFamily::Proportional));
        }
        style.text_styles.insert(
            TextStyle::Monospace,
            FontId::new(SMALL, FontFamily::Monospace),
        );
    });
}

/// Returns the background of a chosen entry.
pub fn chosen() -> Color32 {
    color(palette::ACCENT).gamma_multiply(0.35)
}

/// Returns the background of the current row, on which muted words can be read.
pub fn lit() -> Color32 {
    color(palette::ACCENT).gamma_multiply(0.17)
}

/// Returns the text of a label beside a value, or of a remark.
pub fn muted(text: impl Into<String>) -> RichText {
    RichText::new(text).color(color(palette::MUTED)).size(SMALL)
}

/// Returns the text of a section's heading.
pub fn section(text: &str) -> RichText {
    RichText::new(text.to_uppercase())
        .color(color(palette::MUTED))
        .size(CAPITALS)
        .strong()
}

/// The layout of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Panels stand beside the map.
    Wide,
    /// Upright phone: a sheet comes from the bottom.
    Tall,
    /// Phone on its side: a sheet comes from the right.
    Low,
}

/// Minimum width and height of a wide window, in points.
const WIDTH: f32 = 600.0;
const HEIGHT: f32 = 400.0;
/// Minimum size of a touch target, in points.
pub const TOUCHED: f32 = 32.0;

impl Form {
    pub fn of(context: &egui::Context) -> Self {
        let size = context.viewport_rect().size();
        match (size.x < WIDTH || size.y < HEIGHT, size.y >= size.x) {
            (false, _) => Self::Wide,
            (true, true) => Self::Tall,
            (true, false) => Self::Low,
        }
    }

    /// Returns `true` if room is short and touch input is likely.
    pub fn is_small(self) -> bool {
        self != Self::Wide
    }

    /// Returns the height of a control that needs this height for a mouse.
    pub fn control(self, height: f32) -> f32 {
        if self.is_small() {
            height.max(TOUCHED)
        } else {
            height
        }
    }
}
