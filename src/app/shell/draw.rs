//! All panels of a frame, in drawing order, and the sections of the side panel.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::egui::{self, Margin, Ui};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use bevy_gridwalk::GridLayout;
use gridwalk_pathfinding::Cell;

use super::level_menu::LevelMenu;
use super::{bars, floating, palette, strips};
use crate::app::agents::{self, AgentsState, meter};
use crate::app::boards::panel::legend::{self, LegendPlace};
use crate::app::boards::panel::side::{self, SideState};
use crate::app::boards::panel::{cell_menu, runs, scenario, tiles, timeline};
use crate::app::command::{Mode, Section, Toggle};
use crate::app::document::dialogs;
use crate::app::document::panel::{draw_about, draw_history, draw_terrain};
use crate::app::edit::{self, EditModel};
use crate::app::widgets::{
    Form, NARROWEST_PANEL, grip, ground, scrolled, section, sheet, theme, tick_box,
};
use crate::app::{
    AppCommand, AppSystems, BoardPlaces, CameraView, MapArea, Phrase, lesson, options,
};

/// State of the panels between frames: typed text, and cached drawings of recordings.
#[derive(Default)]
struct PanelsState {
    boards: SideState,
    tiles: tiles::BoardsState,
    ticks: timeline::Ticks,
    agents: AgentsState,
    /// The cell whose menu was open in the previous frame.
    menu: Option<Cell>,
    /// The list of keys, while it is open.
    help: Option<floating::KeyList>,
    level: LevelMenu,
    palette: Option<palette::CommandPalette>,
    /// The typed answer to a lesson's question, and the page that asks it.
    answer: String,
    page: Option<(String, usize)>,
    /// The fields of a dialog.
    dialog: dialogs::DialogTexts,
    /// The form of the window in the previous frame, and whether the panel was folded for it.
    form: Option<Form>,
    folded: bool,
}

pub(in crate::app) fn plugin(app: &mut App) {
    app.add_systems(
        EguiPrimaryContextPass,
        draw_panels.in_set(AppSystems::Panels),
    );
}

/// Width in points that a lesson, the map with its bars, and the side panel need together.
const NARROW: f32 = 1200.0;
/// Window width in points below which the time line spans the whole window.
const WHOLE_LINE: f32 = 1000.0;

/// Draws the strip above the map of agents.
fn above_the_map(root: &mut Ui, model: &EditModel) {
    // A small window has no room for both.
    let has_sheet = Form::of(root.ctx()).is_small() && model.is_on(Toggle::Panel);
    if *model.mode == Mode::Agents && !has_sheet {
        strips::draw_controls(root, model);
    }
}

/// Folds the panel when the window becomes small, and unfolds it when it becomes large.
fn fold_for(form: Form, model: &EditModel, typed: &mut PanelsState) {
    let was_small = typed.form.replace(form).is_some_and(Form::is_small);
    if form.is_small() != was_small
        && model.is_on(Toggle::Panel) == form.is_small()
        && (!was_small || typed.folded)
    {
        model.wish(Toggle::Panel);
        typed.folded = form.is_small();
    }
}

/// Returns the wanted text scale, limited to leave room for the map in a window of this size.
fn text_size(wanted: f32, window: Vec2) -> f32 {
    wanted.min((window / LEAST).min_element()).max(0.5)
}

/// Minimum size of the window in scaled points.
const LEAST: Vec2 = Vec2::splat(360.0);

/// Draws bars, panels and sheets, from the edges of the window inwards.
///
/// `cell` is the side of a cell on the map in points. A frame in another page shows the player
/// alone.
fn at_the_edges(
    root: &mut Ui,
    model: &EditModel,
    (form, cell): (Form, f32),
    typed: &mut PanelsState,
) {
    if model.embedded.0 {
        if !model.has_agents() {
            timeline::draw(root, model, &mut typed.ticks);
        }
        return;
    }
    let width = root.available_width();
    bars::top(root, model, &mut typed.level);
    strips::draw_status(root, model, cell);
    let legend = (model.is_on(Toggle::Legend) && model.watches())
        .then(|| {
            LegendPlace::of(
                width,
                model.is_on(Toggle::Panel),
                model.lesson.reading().is_some(),
            )
        })
        .filter(|place| *place == LegendPlace::Side || !form.is_small());
    let page = model
        .lesson
        .reading()
        .map(|reading| (reading.file.clone(), reading.page));
    if typed.page != page {
        // A sheet would cover the page's text.
        if page.is_some() && form.is_small() && model.is_on(Toggle::Panel) {
            model.wish(Toggle::Panel);
        }
        (typed.page, typed.answer) = (page, String::new());
        // Lists are as long as the page wants them, whatever was unfolded on the previous page.
        typed.boards = SideState::default();
    }
    // Beside a lesson in a narrow window, the strip and the time line span the whole window.
    let is_narrow = form == Form::Wide && model.lesson.reading().is_some() && width < NARROW;
    // In a low window, and in one without room for the map and a whole line beside the panel, the
    // time line does so, too.
    let has_whole_line =
        !model.has_agents() && (is_narrow || form == Form::Low || width < WHOLE_LINE);
    if is_narrow {
        above_the_map(root, model);
    }
    if has_whole_line {
        timeline::draw(root, model, &mut typed.ticks);
    }
    let has_side = model.is_on(Toggle::Panel);
    // A small window has room for one sheet.
    if !(form.is_small() && has_side) {
        lesson::draw(root, model, &mut typed.answer);
    }
    if has_side {
        let PanelsState { boards, agents, .. } = typed;
        draw_side(root, model, legend, (boards, agents));
    }
    if model.edits() {
        edit::toolbar(root, model);
    }
    if !is_narrow {
        above_the_map(root, model);
    }
    if !model.has_agents() && !has_whole_line {
        timeline::draw(root, model, &mut typed.ticks);
    }
    if legend == Some(LegendPlace::BesideTheMap) {
        legend::draw(root, model);
    }
}

/// Draws all panels, and stores the room that they leave for the map.
fn draw_panels(
    mut contexts: EguiContexts,
    model: EditModel,
    window: Single<&Window, With<PrimaryWindow>>,
    (view, layout): (Res<CameraView>, Res<GridLayout>),
    (mut area, mut places): (ResMut<MapArea>, ResMut<BoardPlaces>),
    mut commands: MessageWriter<AppCommand>,
    mut typed: Local<PanelsState>,
) -> Result {
    let context = contexts.ctx_mut()?.clone();
    context.set_zoom_factor(text_size(model.kept.text_size, window.size()));
    let form = Form::of(&context);
    if typed.form != Some(form) {
        theme::apply(&context, form);
        fold_for(form, &model, &mut typed);
    }
    let screen = context.viewport_rect();
    let builder = egui::UiBuilder::new()
        .layer_id(egui::LayerId::background())
        .max_rect(screen);
    let mut root = Ui::new(context.clone(), "root".into(), builder);

    let cell = layout.cell_size().x / view.scale / area.ui_scale;
    at_the_edges(&mut root, &model, (form, cell), &mut typed);
    let free = root.available_rect_before_wrap();
    let ui_scale = if screen.width() > 0.0 {
        window.width() / screen.width()
    } else {
        1.0
    };
    let drawn = if model.compares() {
        tiles::draw(&mut root, &model, &mut typed.tiles, ui_scale)
    } else {
        typed.tiles = tiles::BoardsState::default();
        Vec::new()
    };
    if places.0 != drawn {
        if let Some(board) = drawn.first() {
            let (first, side) = (
                board.center(Cell::new(0, 0)),
                board.rect.width() / board.cells.x,
            );
            debug!(
                "board 1: cell (0, 0) at {:.1},{:.1}; {side:.2} px a cell",
                first.x, first.y
            );
        }
        places.0 = drawn;
    }
    lesson::point(&context, free, &model, |cell| {
        let rect = |center: Vec2, side: f32| {
            let (at, side) = (center / area.ui_scale, side / area.ui_scale);
            egui::Rect::from_center_size(egui::pos2(at.x, at.y), egui::Vec2::splat(side))
        };
        if model.compares() {
            return places
                .0
                .iter()
                .map(|board| rect(board.center(cell), board.rect.width() / board.cells.x))
                .collect();
        }
        vec![rect(
            view.window_at(&area, layout.center(cell)),
            layout.cell_size().x / view.scale,
        )]
    });
    floating::draw(&context, free, &model);
    scenario::draw(&context, free, &model);
    if model.watches() {
        if model.is_on(Toggle::Runs) {
            runs::draw_all(&context, free, &model, &mut typed.boards.table);
        }
        let menu = model.menu.0.map(|cell| {
            let at = view.window_at(&area, layout.center(cell)) / area.ui_scale;
            (cell, egui::pos2(at.x, at.y))
        });
        cell_menu::draw(&context, free, menu, &model, &mut typed.menu);
    }
    if model.is_on(Toggle::Meter) {
        meter::draw(&context, free, &model);
    }
    if model.is_on(Toggle::Help) {
        floating::draw_keys(&context, &model, &mut typed.help);
    } else {
        typed.help = None;
    }
    if model.is_on(Toggle::Palette) {
        palette::draw(&context, &model, &mut typed.palette);
    } else {
        typed.palette = None;
    }
    dialogs::draw(&context, &model, &mut typed.dialog);
    commands.write_batch(model.take_wishes());

    let rect = Rect::new(free.min.x, free.min.y, free.max.x, free.max.y);
    let rect = Rect {
        min: rect.min * ui_scale,
        max: rect.max * ui_scale,
    };
    area.set_if_neq(MapArea { rect, ui_scale });
    Ok(())
}

fn draw_side(
    root: &mut Ui,
    model: &EditModel,
    legend: Option<LegendPlace>,
    (boards, agents): (&mut SideState, &mut AgentsState),
) {
    let form = Form::of(root.ctx());
    let panel = if form.is_small() {
        sheet(root, form, "sheet")
    } else {
        beside_the_map(root, model)
    };
    let margin = Margin {
        left: theme::PADDING,
        right: theme::BESIDE_BAR,
        top: if form.is_small() { 0 } else { 8 },
        bottom: 0,
    };
    panel.frame(ground(margin)).show(root, |ui| {
        if form.is_small() && grip(ui) {
            model.wish(Toggle::Panel);
        }
        if model.watches() && !form.is_small() {
            side::hovered(ui, model);
        }
        // Each mode keeps its scroll position on a level. A page of a lesson starts at the top, where its
        // subject is.
        let page = model
            .lesson
            .reading()
            .map(|reading| (&reading.file, reading.page));
        let area = egui::ScrollArea::vertical()
            .id_salt((*model.mode, page, model.open.number()))
            .auto_shrink(false);
        scrolled(ui, area, |ui| {
            if model.edits() {
                return edit::draw(ui, model);
            }
            if model.watches() && form.is_small() {
                side::touched(ui, model);
            }
            let has_lesson = model.lesson.reading().is_some();
            // During a lesson, its text replaces the level's description.
            if !has_lesson {
                draw_about(ui, model);
            }
            if !model.has_agents() {
                side::draw(ui, model, boards);
                options::draw(ui, model);
            } else if has_lesson {
                agents::draw(ui, model);
                agents::draw_stack(ui, model, agents);
                options::draw(ui, model);
                agents::draw_all(ui, model, agents);
            } else {
                // First the agents and the terrain, then the options.
                agents::draw(ui, model);
                agents::draw_all(ui, model, agents);
                draw_terrain(ui, model);
                agents::draw_stack(ui, model, agents);
                options::draw(ui, model);
            }
            if !has_lesson {
                options::draw_more(ui, model);
                draw_history(ui, model, Section::History);
            }
            if has_lesson || !model.has_agents() {
                draw_terrain(ui, model);
            }
            if legend == Some(LegendPlace::Side) {
                legend::section(ui, model);
            }
            if !has_lesson {
                draw_window_section(ui, model);
            }
        });
    });
}

fn beside_the_map(root: &Ui, model: &EditModel) -> egui::Panel {
    let part = root.available_width() * 0.36;
    // Beside a lesson, the panel is limited in a small window, whatever width the user chose.
    let most = if model.lesson.reading().is_some() {
        part.clamp(NARROWEST_PANEL, 520.0)
    } else {
        520.0
    };
    let width = part.clamp(NARROWEST_PANEL, 328.0);
    egui::Panel::right("side")
        .default_size(width)
        .size_range(NARROWEST_PANEL..=most)
}

/// Draws the settings of the window.
fn draw_window_section(ui: &mut Ui, model: &EditModel) {
    section(ui, model, (Section::Window, Phrase::ThisWindow, ""), |ui| {
        let clicked = tick_box(
            ui,
            model.is_on(Toggle::ReducedMotion),
            model.text(Phrase::ReduceMotion),
        );
        model.on_click(
            &clicked.on_hover_text(model.tip(Toggle::ReducedMotion)),
            Toggle::ReducedMotion,
        );
    });
}
