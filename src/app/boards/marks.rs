//! Search marks on the map as one textured quad, on the map as the search has seen it.

use std::sync::Arc;

use bevy::asset::embedded_asset;
use bevy::prelude::*;
use bevy::reflect::TypePath;
use bevy::render::render_resource::{AsBindGroup, ShaderType, TextureFormat};
use bevy::shader::ShaderRef;
use bevy::sprite_render::{AlphaMode2d, Material2d, Material2dPlugin};
use bevy_gridwalk::{GridLayout, NavGrid};
use gridwalk_explain::{CellMark, CellMarks, CellState, MarkChanges};
use gridwalk_pathfinding::{Cell, Side};

use crate::app::AppSystems;
use crate::app::boards::{Boards, QuerySource, Run, WatchQuery};
use crate::app::command::{Heat, Mode};
use crate::app::view::canvas::{height, quad, texture};
use crate::app::view::grid::OlderMap;
use crate::app::view::tints;

/// Bits of a cell's first byte, as in the shader.
mod bit {
    pub const OPEN: u8 = 1;
    pub const CLOSED: u8 = 2;
    pub const CURRENT: u8 = 4;
    pub const CHANGED: u8 = 8;
    pub const BACKWARD: u8 = 16;
    pub const WITNESS: u8 = 32;
}

#[derive(ShaderType, Debug, Clone, Copy)]
struct MarkParams {
    heat: u32,
    /// Tints over the ground, in the order of `tints::ALL`.
    tints: [Vec4; tints::ALL.len()],
}

#[derive(Asset, TypePath, AsBindGroup, Debug, Clone)]
struct MarksMaterial {
    #[uniform(0)]
    params: MarkParams,
    #[texture(1, sample_type = "u_int")]
    marks: Handle<Image>,
}

impl Material2d for MarksMaterial {
    fn fragment_shader() -> ShaderRef {
        "embedded://gridwalk/app/boards/marks.wgsl".into()
    }

    fn alpha_mode(&self) -> AlphaMode2d {
        AlphaMode2d::Blend
    }
}

/// The quad, and the state that it shows.
#[derive(Resource, Default)]
struct MarksPicture {
    quad: Option<(Entity, Handle<Image>, Handle<MarksMaterial>)>,
    size: UVec2,
    /// The recording and the heat map that are shown.
    shown: Option<(u64, Heat)>,
    position: usize,
    /// Cells whose marks disappear with the next step.
    fresh: Vec<Cell>,
}

pub fn plugin(app: &mut App) {
    embedded_asset!(app, "marks.wgsl");
    app.add_plugins(Material2dPlugin::<MarksMaterial>::default())
        .init_resource::<MarksPicture>()
        .add_systems(
            Update,
            draw_marks
                .in_set(AppSystems::Draw)
                .after(crate::app::view::grid::DrawGrid),
        );
}

fn draw_marks(
    mut commands: Commands,
    mut boards: ResMut<Boards>,
    heat: Res<Heat>,
    layout: Res<GridLayout>,
    mut picture: ResMut<MarksPicture>,
    mut images: ResMut<Assets<Image>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<MarksMaterial>>,
) {
    let recording = boards
        .bypass_change_detection()
        .one_mut()
        .map(|board| &mut board.recording);
    let generation = recording
        .as_ref()
        .map_or(0, |recording| recording.generation);
    let shown = Some((generation, *heat));
    let Some(run) = recording.and_then(|recording| recording.shown.as_mut()) else {
        if let Some((quad, ..)) = picture.quad.take() {
            commands.entity(quad).despawn();
            *picture = MarksPicture::default();
        }
        return;
    };
    let position = run.timeline.position();
    let all = picture.shown != shown;
    if !all && picture.position == position {
        return;
    }
    let changes = run.timeline.take_changes();
    let trace = run.timeline.trace();
    let size = UVec2::new(trace.width, trace.height);
    if picture.quad.is_none() || picture.size != size {
        if let Some((quad, ..)) = picture.quad.take() {
            commands.entity(quad).despawn();
        }
        let bytes = vec![0; 2 * size.x as usize * size.y as usize];
        let image = images.add(texture(size, bytes, TextureFormat::Rg8Uint));
        let params = MarkParams {
            heat: 0,
            tints: tints::ALL.map(tints::Tint::to_vec4),
        };
        let material = materials.add(MarksMaterial {
            params,
            marks: image.clone(),
        });
        let quad = commands
            .spawn(quad(
                size,
                height::MARKS,
                &layout,
                &mut meshes,
                material.clone(),
            ))
            .id();
        picture.quad = Some((quad, image, material));
        picture.size = size;
    }
    let (_, image, material) = picture.quad.clone().expect("made above");
    let Some(mut image) = images.get_mut(&image) else {
        return;
    };
    let Some(data) = image.data.as_mut() else {
        return;
    };
    match &changes {
        MarkChanges::Cells(cells) if !all => {
            let marks = run.timeline.marks();
            let fresh = std::mem::take(&mut picture.fresh);
            for &cell in cells.iter().chain(&fresh) {
                bytes_of(data, size, cell).copy_from_slice(&bytes(run, &marks, cell, *heat));
            }
            picture.fresh = touch(data, run, size);
        }
        _ => {
            let marks = run.timeline.marks();
            if *heat == Heat::Off {
                draw_states(data, &marks);
            } else {
                for y in 0..size.y.cast_signed() {
                    for x in 0..size.x.cast_signed() {
                        let cell = Cell::new(x, y);
                        bytes_of(data, size, cell)
                            .copy_from_slice(&bytes(run, &marks, cell, *heat));
                    }
                }
            }
            picture.fresh = touch(data, run, size);
        }
    }
    let is_tinted = u32::from(*heat != Heat::Off);
    if let Some(mut material) = materials.get_mut(&material)
        && material.params.heat != is_tinted
    {
        material.params.heat = is_tinted;
    }
    picture.shown = shown;
    picture.position = position;
}

/// Returns the two bytes of a cell.
fn bytes_of(data: &mut [u8], size: UVec2, cell: Cell) -> &mut [u8] {
    let at =
        2 * (cell.y.cast_unsigned() as usize * size.x as usize + cell.x.cast_unsigned() as usize);
    &mut data[at..at + 2]
}

const fn state_bits(state: CellState, side: Side) -> u8 {
    let side = match side {
        Side::Forward => 0,
        Side::Backward => bit::BACKWARD,
    };
    match state {
        CellState::Unseen => 0,
        CellState::Open => bit::OPEN | side,
        CellState::Closed => bit::CLOSED | side,
    }
}

/// Draws the states of all cells without a heat map, which is fast.
fn draw_states(data: &mut [u8], marks: &CellMarks) {
    for (bytes, state) in data.chunks_exact_mut(2).zip(marks.states(Side::Forward)) {
        bytes.copy_from_slice(&[state_bits(state, Side::Forward), 0]);
    }
    if marks.has(Side::Backward) {
        for (bytes, state) in data.chunks_exact_mut(2).zip(marks.states(Side::Backward)) {
            // Where both searches have a state, the forward one is drawn.
            if bytes[0] == 0 {
                bytes[0] = state_bits(state, Side::Backward);
            }
        }
    }
}

/// Returns the mark of a cell; the forward search takes precedence.
pub fn known(marks: &CellMarks, cell: Cell) -> Option<(Side, CellMark)> {
    let sides = [Side::Forward, Side::Backward];
    sides
        .into_iter()
        .filter(|&side| marks.has(side))
        .find_map(|side| Some((side, marks.get(cell, side)?)))
}

fn bytes(run: &Run, marks: &CellMarks, cell: Cell, heat: Heat) -> [u8; 2] {
    let Some((side, mark)) = known(marks, cell) else {
        return [0; 2];
    };
    let part = heat_part(run, &mark, heat).map_or(0, |part| 1 + u64::from(part) * 254 / 255);
    [
        state_bits(mark.state, side),
        u8::try_from(part).unwrap_or(u8::MAX),
    ]
}

/// Returns the value within the heat map's range, from 0 to 255; `None` if the cell has no value.
pub fn heat_part(run: &Run, mark: &CellMark, heat: Heat) -> Option<u8> {
    let value = match heat {
        Heat::Off => return None,
        Heat::G => mark.g.0,
        Heat::H => mark.h.0,
        Heat::F => mark.f().0,
        Heat::Order if mark.order == 0 => return None,
        Heat::Order => mark.order.into(),
    };
    let (least, most) = run.ranges.of(heat);
    let part = value.saturating_sub(least).min(most - least) * 255 / (most - least).max(1);
    u8::try_from(part).ok()
}

/// Marks the current cell and the changes of the last expansion; returns the marked cells.
fn touch(data: &mut [u8], run: &Run, size: UVec2) -> Vec<Cell> {
    let mut marked = Vec::new();
    let mut mark = |cell: Cell, bits: u8| {
        bytes_of(data, size, cell)[0] |= bits;
        marked.push(cell);
    };
    let timeline = &run.timeline;
    for cell in timeline.changed_at(timeline.position()) {
        mark(cell, bit::CHANGED);
    }
    if let Some((cell, _)) = timeline.marks().current() {
        mark(cell, bit::CURRENT);
    }
    // The verdict is about the whole search, so its cell is marked at the end of the search.
    if timeline.position() == timeline.len()
        && let Some(cell) = run.verdict.witness.map(|witness| witness.cell)
    {
        mark(cell, bit::WITNESS);
    }
    marked
}

/// Draws the map of the search if it is not the map of the window.
pub fn choose_map(
    mode: Res<Mode>,
    question: Res<WatchQuery>,
    grid: Res<NavGrid>,
    mut older: ResMut<OlderMap>,
) {
    let map = question.grid.as_ref().filter(|map| {
        *mode == Mode::Watch
            && (question.source != QuerySource::Free || question.kind.is_some())
            && (map.width(), map.height()) == (grid.grid().width(), grid.grid().height())
    });
    let is_same = match (&older.0, map) {
        (Some(shown), Some(wanted)) => Arc::ptr_eq(shown, wanted),
        (shown, wanted) => shown.is_none() && wanted.is_none(),
    };
    if !is_same {
        older.0 = map.cloned();
    }
}
