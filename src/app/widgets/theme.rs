//! How panels look: colours, spacing and sizes of `picture::palette`, applied to egui.

use bevy_egui::egui::style::ScrollStyle;
use bevy_egui::egui::{self, Color32, CornerRadius, FontFamily, FontId, Margin, RichText, Stroke, TextStyle, Visuals};
use gridwalk_level::Rgb;

use super::Form;
use crate::picture::palette;

/// A colour of the palette for egui.
pub const fn color(rgb: Rgb) -> Color32 {
    Color32::from_rgb(rgb[0], rgb[1], rgb[2])
}

/// Space between the edge of a panel and what is in it, in points.
pub const PADDING: i8 = 16;

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
    visuals.selection.bg_fill = color(palette::ACCENT).gamma_multiply(0.35);
    visuals.selection.stroke = Stroke::new(1.0, color(palette::TEXT));
    let widgets = &mut visuals.widgets;
    let states = [
        (&mut widgets.noninteractive, palette::PANEL, palette::TEXT, Some(palette::HAIRLINE)),
        (&mut widgets.inactive, palette::RAISED, palette::TEXT, None),
        (&mut widgets.hovered, palette::HOVERED, palette::TEXT, None),
        (&mut widgets.active, palette::HOVERED, palette::TEXT, Some(palette::ACCENT)),
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
        style.spacing.interact_size = egui::vec2(40.0, form.control(24.0));
        style.spacing.window_margin = Margin::same(PADDING);
        style.spacing.menu_margin = Margin::same(8);
        // A lane of their own, so that they cover nothing.
        let content_margin = Margin { right: 8, ..Margin::ZERO };
        style.spacing.scroll = ScrollStyle { content_margin, bar_inner_margin: 0.0, ..ScrollStyle::solid() };
        style.interaction.selectable_labels = false;
        let sizes =
            [(TextStyle::Small, 11.5), (TextStyle::Body, 13.5), (TextStyle::Button, 13.5), (TextStyle::Heading, 15.0)];
        for (name, size) in sizes {
            style.text_styles.insert(name, FontId::new(size, FontFamily::Proportional));
        }
        style.text_styles.insert(TextStyle::Monospace, FontId::new(12.5, FontFamily::Monospace));
    });
}

/// A label that says what the value beside it is.
pub fn muted(text: impl Into<String>) -> RichText {
    RichText::new(text).color(color(palette::MUTED))
}

/// The heading of a section.
pub fn section(text: &str) -> RichText {
    RichText::new(text.to_uppercase()).color(color(palette::MUTED)).small().strong()
}
