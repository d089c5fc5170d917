//! A tile for each board: title, result, map, and the open list as cards; and the list of boards in
//! the side panel.

use bevy::math::{Rect as PixelRect, vec2 as pixels};
use bevy_egui::egui::{
    self, Align, Color32, FontId, Layout, Rect, RichText, Sense, Stroke, Ui, UiBuilder, pos2, vec2,
};
use gridwalk_explain::Describe;
use gridwalk_explain::compare::{distinctions, option_values};
use gridwalk_level::{BoardsSetup, Rgb};
use gridwalk_pathfinding::{Cell, Grid};

use super::canvas::{BoardContent, BoardTextures, MapPictures};
use super::{cards, runs};
use crate::app::boards::BoardsModel;
use crate::app::command::{CompareCommand, Section, WatchCommand, WindowCommand};
use crate::app::common::words::{cost_or_dash, thousands};
use crate::app::widgets::{at_the_right, button, cut, dot, remark, section, theme, tick_box};
use crate::app::{Board, BoardPlace, Phrase, Run};
use crate::picture::{columns_for, palette};

/// Margin of a tile.
const MARGIN: f32 = 8.0;
/// Height of a board's title, counters and result in one line, with the space below.
const HEAD: f32 = 28.0;
/// Height of an additional line for counters and result.
const LINE: f32 = 22.0;
/// Height of the three lines of a difference's legend.
const KEY: f32 = 78.0;
/// Inner width of a tile from which the title line has room for counters and result.
const WIDE: f32 = 500.0;
/// Width of cost and verdict, which stay free until the search has ended.
const RESULT: f32 = 150.0;
/// Cell size from which cells have whole pixels; smaller ones would waste too much room.
const WHOLE_FROM: f32 = 4.0;
/// Fraction of a map's size that cards should leave, and the minimum.
const MOSTLY: f32 = 0.85;
const KEPT: f32 = 0.6;
/// Maximum cell size, in points.
const MAX_CELL: f32 = 64.0;

/// Images that are kept between frames.
#[derive(Default)]
pub struct BoardsState {
    maps: MapPictures,
    canvases: Vec<BoardTextures>,
}

/// Draws all boards; returns the places of their maps in logical window pixels.
pub fn draw(
    root: &mut Ui,
    model: &BoardsModel,
    state: &mut BoardsState,
    ui_scale: f32,
) -> Vec<BoardPlace> {
    let boards = &model.boards.boards;
    state
        .canvases
        .resize_with(boards.len(), BoardTextures::default);
    let frame = egui::Frame::new().fill(theme::color(palette::BACKGROUND));
    egui::CentralPanel::default()
        .frame(frame)
        .show(root, |ui| {
            let room = ui.available_rect_before_wrap();
            let Some(grid) = model
                .question
                .grid
                .as_deref()
                .filter(|_| !boards.is_empty())
            else {
                return Vec::new();
            };
            let wants_cards = !model.is_folded(Section::Cards);
            let difference = model.boards.difference;
            let (columns, below) = arrange(
                boards.len(),
                room,
                grid,
                (wants_cards, difference.is_some()),
            );
            let options: Vec<_> = boards.iter().map(|board| &board.options).collect();
            let own = distinctions(&options);
            let rows = boards.len().div_ceil(columns);
            let is_wide = part(room, (0, columns), (0, rows)).width() - 2.0 * MARGIN >= WIDE;
            let head_height = if is_wide { HEAD } else { HEAD + LINE };
            let mut places = Vec::new();
            for (place, board) in boards.iter().enumerate() {
                let tile = part(room, (place % columns, columns), (place / columns, rows));
                let own = option_values(&own[place], model.language());
                let inside = tile.shrink(MARGIN);
                let mut ui =
                    ui.new_child(UiBuilder::new().max_rect(inside).id_salt(("board", place)));
                ui.set_clip_rect(tile);
                lines(&ui, model, tile, (room, place));
                head(&mut ui, model, (place, board), (&own, is_wide));
                let map = Rect::from_min_max(
                    pos2(inside.left(), inside.top() + head_height),
                    pos2(inside.right(), inside.bottom() - below),
                );
                let rect = map_rect(map, grid, ui.ctx().pixels_per_point());
                draw_map(&ui, model, (place, board), rect, state);
                let scaled = |at: egui::Pos2| pixels(at.x, at.y) * ui_scale;
                #[expect(
                    clippy::cast_precision_loss,
                    reason = "maps have at most some thousand columns"
                )]
                let cells = pixels(grid.width() as f32, grid.height() as f32);
                places.push(BoardPlace {
                    rect: PixelRect {
                        min: scaled(rect.min),
                        max: scaled(rect.max),
                    },
                    cells,
                });
                if let Some(run) = &board.recording.shown {
                    let strip = Rect::from_min_max(
                        pos2(inside.left(), inside.bottom() - below),
                        inside.max,
                    );
                    let mut ui = ui.new_child(UiBuilder::new().max_rect(strip).id_salt("cards"));
                    if difference.is_some_and(|[_, other]| other == place) {
                        runs::draw_difference(&mut ui, model);
                    } else if below >= cards::COMPACT && wants_cards {
                        cards::draw(&mut ui, model, run);
                    }
                }
            }
            places
        })
        .inner
}

/// Chooses the number of columns, and the height below each map.
///
/// The cards lose the last insertion where that would make the maps smaller, and are left out where
/// the maps would become much smaller. A difference always gets its legend.
fn arrange(
    count: usize,
    room: Rect,
    grid: &Grid,
    (wants_cards, has_key): (bool, bool),
) -> (usize, f32) {
    #[expect(
        clippy::cast_precision_loss,
        reason = "maps have at most some thousand columns"
    )]
    let map = [grid.width() as f32, grid.height() as f32];
    let fit = |below: f32| {
        columns_for(
            count,
            [room.width(), room.height()],
            map,
            [2.0 * MARGIN, 2.0 * MARGIN + HEAD + below],
        )
    };
    let least = if has_key { KEY } else { 0.0 };
    let without = fit(least);
    // Two boards are looked at for what the cards tell.
    let whole = if count > 2 { MOSTLY } else { KEPT };
    let cards = [
        (cards::HEIGHT, whole),
        (cards::COMPACT, MOSTLY),
        (cards::HEIGHT, KEPT),
    ];
    cards
        .into_iter()
        .filter(|_| wants_cards)
        .map(|(below, part)| (fit(below), below, part))
        .find(|(with, _, part)| with.1 >= part * without.1)
        .map_or((without.0, least), |(with, below, _)| (with.0, below))
}

/// Returns the tile at this column and row.
#[expect(clippy::cast_precision_loss, reason = "a handful of boards")]
fn part(room: Rect, (column, columns): (usize, usize), (row, rows): (usize, usize)) -> Rect {
    let size = vec2(room.width() / columns as f32, room.height() / rows as f32);
    Rect::from_min_size(
        room.min + vec2(column as f32 * size.x, row as f32 * size.y),
        size,
    )
}

/// Draws hairlines between tiles, and a frame around the selected tile.
fn lines(ui: &Ui, model: &BoardsModel, tile: Rect, (room, place): (Rect, usize)) {
    let hairline = Stroke::new(1.0, theme::color(palette::HAIRLINE));
    if tile.left() > room.left() + 1.0 {
        ui.painter().vline(tile.left(), tile.y_range(), hairline);
    }
    if tile.top() > room.top() + 1.0 {
        ui.painter().hline(tile.x_range(), tile.top(), hairline);
    }
    if place == model.boards.selected {
        let line = Stroke::new(1.5, theme::color(palette::ACCENT));
        ui.painter()
            .rect_stroke(tile.shrink(2.0), 6.0, line, egui::StrokeKind::Inside);
    }
}

/// Draws a board's algorithm, distinguishing options, counters and result.
///
/// These take one line in wide tiles, otherwise two. A click selects the board.
fn head(
    ui: &mut Ui,
    model: &BoardsModel,
    (place, board): (usize, &Board),
    (own, is_wide): (&str, bool),
) {
    let height = if is_wide { HEAD } else { HEAD + LINE };
    let rect = Rect::from_min_size(ui.max_rect().min, vec2(ui.max_rect().width(), height - 6.0));
    let response = ui.interact(rect, ui.id().with("head"), Sense::click());
    let response = response.on_hover_text(board.options.describe_in(model.language()));
    model.on_click(
        &response.on_hover_cursor(egui::CursorIcon::PointingHand),
        CompareCommand::Select(place + 1),
    );
    let line = |ui: &mut Ui, add: &mut dyn FnMut(&mut Ui)| {
        ui.allocate_ui_with_layout(
            vec2(rect.width(), 20.0),
            Layout::left_to_right(Align::Center),
            |ui| {
                ui.set_min_size(vec2(rect.width(), 20.0));
                ui.spacing_mut().item_spacing.x = 6.0;
                add(ui);
            },
        );
    };
    ui.spacing_mut().item_spacing.y = 2.0;
    let name = |board: &Board| board.options.algorithm.describe_in(model.language());
    if let Some([first, _]) = model.boards.difference.filter(|[_, other]| *other == place)
        && let Some(compared) = model.boards.boards.get(first)
    {
        let title = Phrase::DifferenceTitle
            .with("first", first + 1)
            .with("second", place + 1);
        let names = format!("{} ± {}", name(compared), name(board));
        line(ui, &mut |ui| {
            ui.label(RichText::new(model.say(title.clone())).strong());
            ui.add(egui::Label::new(theme::muted(&names)).truncate());
        });
        return;
    }
    let title = format!("{}  {}", place + 1, name(board));
    line(ui, &mut |ui| {
        at_the_right(ui, |ui| {
            if is_wide {
                result(ui, model, board, true);
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.label(RichText::new(&title).strong());
                ui.add(egui::Label::new(theme::muted(own)).truncate());
            });
        });
    });
    if !is_wide {
        line(ui, &mut |ui| {
            at_the_right(ui, |ui| result(ui, model, board, false));
        });
    }
}

/// Formats the number of cells expanded so far: with the insertion totals while the open lists are
/// of interest, and alone.
fn counts(model: &BoardsModel, run: &Run) -> [Option<String>; 2] {
    let expanded = run.timeline.marks().counters().expanded;
    let text = model.say(Phrase::ExpandedCount.with("count", thousands(expanded)));
    let sum = cards::sum(run, model.open_list.0).filter(|_| !model.is_folded(Section::Cards));
    let whole = sum.map(|sum| format!("{text}  {}", model.say(sum)));
    [whole, Some(text)]
}

/// Draws, from right to left, verdict and cost once the search has ended, and the counters; or why
/// there is no result.
///
/// Beside the title of a wide board, the counters stay in place when the result appears.
fn result(ui: &mut Ui, model: &BoardsModel, board: &Board, is_wide: bool) {
    let recording = &board.recording;
    let Some(run) = &recording.shown else {
        return no_result(ui, model, board);
    };
    let size = vec2(RESULT, 20.0);
    ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
        if is_wide {
            ui.set_min_size(size);
        }
        if !model.tells_result(run) {
            return;
        }
        let word = ui.label(RichText::new(run.verdict.word(model.language())).size(theme::SMALL));
        dot(ui, runs::verdict_color(run));
        let cost = cost_or_dash(&run.question.query.options, run.outcome.cost());
        let told = model.say(Phrase::CostOf.with("cost", cost));
        let cost = ui.add(cut(theme::muted(&told)));
        let whole = [
            told,
            run.verdict.sentence(model.language()),
            model.measured(run.time),
        ]
        .join(" · ");
        word.union(cost).on_hover_text(whole);
    });
    if recording.slow().is_some() {
        ui.add(egui::Spinner::new().size(12.0));
    }
    let font = FontId::proportional(theme::SMALL);
    let fits = |text: &String| {
        let text = ui
            .painter()
            .layout_no_wrap(text.clone(), font.clone(), Color32::WHITE);
        text.size().x <= ui.available_width()
    };
    // The totals are in the tooltip, too; a number that is cut would be another one.
    let [whole, short] = counts(model, run);
    let text = whole.filter(fits).or(short).unwrap_or_default();
    let counts = ui.add(cut(RichText::new(text).strong().size(theme::SMALL)));
    if let Some(sum) = cards::sum_so_far(run, model.open_list.0) {
        counts.on_hover_text(model.say(sum));
    }
}

/// Draws the reason why a board has no result.
fn no_result(ui: &mut Ui, model: &BoardsModel, board: &Board) {
    let text = |text: String| egui::Label::new(theme::muted(text)).truncate();
    let recording = &board.recording;
    if let Some(refused) = &recording.refused {
        let refused = refused.describe_in(model.language());
        ui.add(cut(theme::muted(&refused))).on_hover_text(refused);
        dot(ui, palette::BAD);
    } else if recording.cancelled.is_some() {
        model.on_click(
            &ui.small_button(model.text(Phrase::SearchAgain)),
            WatchCommand::SearchAgain,
        );
        ui.add(text(model.text(Phrase::SearchCancelled).to_owned()));
    } else {
        ui.add(text(model.text(Phrase::Searching).to_owned()));
    }
}

/// Returns the largest map rectangle with whole pixels per cell, centred at the top.
fn map_rect(room: Rect, grid: &Grid, pixels_per_point: f32) -> Rect {
    #[expect(
        clippy::cast_precision_loss,
        reason = "maps have at most some thousand columns"
    )]
    let cells = vec2(grid.width() as f32, grid.height() as f32);
    let cell = (room.width() / cells.x)
        .min(room.height() / cells.y)
        .clamp(0.0, MAX_CELL)
        * pixels_per_point;
    let cell = if cell >= WHOLE_FROM {
        cell.floor()
    } else {
        cell.max(0.01)
    };
    let size = cells * cell / pixels_per_point;
    let left = room.center().x - size.x / 2.0;
    let whole = |at: f32| (at * pixels_per_point).round() / pixels_per_point;
    Rect::from_min_size(pos2(whole(left), whole(room.top())), size)
}

fn draw_map(
    ui: &Ui,
    model: &BoardsModel,
    (place, board): (usize, &Board),
    rect: Rect,
    state: &mut BoardsState,
) {
    let Some((run, grid)) = board
        .recording
        .shown
        .as_ref()
        .and_then(|run| Some((run, run.question.grid.as_ref()?)))
    else {
        ui.painter()
            .rect_filled(rect, 2.0, theme::color(palette::PANEL));
        return;
    };
    #[expect(
        clippy::cast_precision_loss,
        reason = "maps have at most some thousand columns"
    )]
    let columns = model
        .question
        .grid
        .as_ref()
        .map_or(1.0, |grid| grid.width() as f32);
    let cell = rect.width() / columns;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "at most some hundred pixels"
    )]
    let cell_pixels = (cell * ui.ctx().pixels_per_point() - 0.01).ceil().max(1.0) as u32;
    let difference = model.boards.difference.filter(|[_, other]| *other == place);
    let first =
        difference.and_then(|[first, _]| model.boards.boards.get(first)?.recording.shown.as_ref());
    let is_same_map = |other: &&Run| {
        let (a, b) = (other.timeline.trace(), run.timeline.trace());
        (a.width, a.height) == (b.width, b.height)
    };
    let other = first
        .filter(is_same_map)
        .map(|run| run.timeline.trace().clone());
    let map = state.maps.get(grid, &model.looks.on(grid), cell_pixels);
    let wanted = map.map(|map| BoardContent {
        map,
        run: run.clone(),
        other,
    });
    if let Some(texture) = state.canvases[place].show(ui.ctx(), wanted.as_ref()) {
        let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        ui.painter()
            .image(texture.id(), rect, whole, Color32::WHITE);
    }
    let at = |cell_at: Cell| {
        #[expect(
            clippy::cast_precision_loss,
            reason = "maps have at most some thousand columns"
        )]
        let corner = vec2(cell_at.x as f32, cell_at.y as f32);
        Rect::from_min_size(rect.min + corner * cell, vec2(cell, cell))
    };
    let ring = |cell_at: Cell, color: Rgb| {
        let cell_at = at(cell_at);
        ui.painter().circle_stroke(
            cell_at.center(),
            (cell * 0.4).max(5.0),
            Stroke::new(2.0, theme::color(color)),
        );
    };
    // Marks the new start and goal until their search is done.
    let question = &model.question;
    if run.question.query.start != question.query.start {
        ring(question.query.start, palette::AGENT);
    }
    if run.question.query.goal != question.query.goal {
        ring(question.query.goal, palette::GOAL);
    }
    // Marks the hovered cell on all boards.
    if let Some(hovered) = model.hovered.0 {
        let line = Stroke::new(1.5, theme::color(palette::INK));
        let cell_at = at(hovered).expand(if cell < 6.0 { 2.0 } else { 0.0 });
        ui.painter()
            .rect_stroke(cell_at, 1.0, line, egui::StrokeKind::Inside);
    }
}

pub fn draw_choice(ui: &mut Ui, model: &BoardsModel) {
    let boards = &model.boards.boards;
    let count = boards.len().to_string();
    section(
        ui,
        model,
        (Section::Boards, Phrase::BoardsTitle, &count),
        |ui| {
            let options: Vec<_> = boards.iter().map(|board| &board.options).collect();
            for (place, (board, own)) in boards.iter().zip(distinctions(&options)).enumerate() {
                let is_selected = place == model.boards.selected;
                let title = format!(
                    "{}  {}",
                    place + 1,
                    board.options.algorithm.describe_in(model.language())
                );
                ui.horizontal(|ui| {
                    let row =
                        ui.selectable_label(is_selected, RichText::new(title).size(theme::SMALL));
                    model.on_click(
                        &row.on_hover_text(model.tip(CompareCommand::Select(place + 1))),
                        CompareCommand::Select(place + 1),
                    );
                    at_the_right(ui, |ui| {
                        if !is_selected {
                            let is_compared =
                                model.boards.difference == Some([model.boards.selected, place]);
                            let sign = ui.selectable_label(
                                is_compared,
                                RichText::new("±").size(theme::SMALL),
                            );
                            let tip = sign.on_hover_text(model.text(Phrase::BoardDifferenceTip));
                            model.on_click(&tip, CompareCommand::Difference(place + 1));
                        }
                        let own = option_values(&own, model.language());
                        ui.add(egui::Label::new(theme::muted(own)).truncate());
                    });
                });
            }
            ui.horizontal(|ui| {
                ui.add_enabled_ui(boards.len() < BoardsSetup::MOST, |ui| {
                    button(ui, model, Phrase::AddBoard, CompareCommand::Add);
                });
                ui.add_enabled_ui(boards.len() > BoardsSetup::LEAST, |ui| {
                    button(ui, model, Phrase::RemoveBoard, CompareCommand::Remove);
                });
                if model.boards.is_busy()
                    && boards.iter().any(|board| board.recording.slow().is_some())
                {
                    button(ui, model, Phrase::Cancel, WatchCommand::Cancel);
                }
            });
            let has_cards = !model.is_folded(Section::Cards);
            let cards = tick_box(ui, has_cards, model.text(Phrase::CardsBelowMaps));
            model.on_click(&cards, WindowCommand::Fold(Section::Cards));
            runs::draw_difference(ui, model);
            remark(ui, model.text(Phrase::BoardsHint));
        },
    );
}
