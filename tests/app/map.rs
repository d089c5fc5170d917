//! The map on the screen: its visible part, and the marks of the watched search, a texture with two
//! bytes a cell.

use std::sync::Arc;

use bevy::prelude::*;
use bevy::render::render_resource::TextureFormat;
use bevy_gridwalk::{AgentKind, GridLayout, NavGrid, ReplaceGrid};
use gridwalk::app::command::{OptionsCommand, PlayCommand, WatchCommand};
use gridwalk::app::{CameraView, Heat, MapArea, Run};
use gridwalk_pathfinding::{
    AgentProfile, Cell, Grid, Heuristic, OptionChange, Side, Terrain, TerrainId,
};

use super::game::Game;

/// Bits of a cell's first byte, as the shader knows them.
const OPEN: u8 = 1;
const WITNESS: u8 = 32;

const LEVEL: &str = r#"(
    version: 1,
    name: "Marks",
    search: (algorithm: "astar"),
    map: [
        ".......",
        ".......",
        "..###..",
        ".......",
        ".......",
    ],
)"#;
const WIDTH: usize = 7;

/// A search from the upper left corner to the lower right one, at its end.
fn watch() -> Game {
    let mut game = Game::with(LEVEL);
    game.watch((0, 0), (6, 4));
    game.command(PlayCommand::Last);
    game.run(2);
    game
}

/// Shows the search with another option, at its end.
fn change(game: &mut Game, change: OptionChange) {
    let mut changed = game.shown().unwrap().question.query.options.clone();
    change.apply(&mut changed);
    game.command(OptionsCommand::Set(change));
    game.until("the search is made", |game| {
        game.shown()
            .is_some_and(|run| run.question.query.options == changed)
    });
    game.command(PlayCommand::Last);
    game.run(2);
}

/// The two bytes of each cell, in reading order.
fn marks(game: &Game) -> Vec<(Cell, [u8; 2])> {
    let images = game.app.world().resource::<Assets<Image>>();
    let mut marks = images
        .iter()
        .filter(|(_, image)| image.texture_descriptor.format == TextureFormat::Rg8Uint);
    let data = marks.next().unwrap().1.data.as_ref().unwrap();
    let cell = |at: usize| {
        Cell::from((
            i32::try_from(at % WIDTH).unwrap(),
            i32::try_from(at / WIDTH).unwrap(),
        ))
    };
    data.chunks(2)
        .enumerate()
        .map(|(at, bytes)| (cell(at), [bytes[0], bytes[1]]))
        .collect()
}

#[test]
fn heat_map_follows_its_number_and_skips_cells_without_one() {
    let mut game = watch();
    assert!(marks(&game).iter().all(|(_, bytes)| bytes[1] == 0));
    let number = |game: &Game, cell, heat| {
        let mark = game
            .shown()
            .unwrap()
            .timeline
            .marks()
            .get(cell, Side::Forward)?;
        Some(match heat {
            Heat::G => mark.g.0,
            Heat::H => mark.h.0,
            Heat::F => mark.f().0,
            _ => mark.order.into(),
        })
    };
    for heat in [Heat::G, Heat::H, Heat::F, Heat::Order] {
        game.command(WatchCommand::HeatMap(heat));
        game.run(1);
        let mut tinted: Vec<_> = marks(&game)
            .into_iter()
            .filter(|(_, bytes)| bytes[1] > 0)
            .collect();
        tinted.sort_by_key(|(cell, _)| number(&game, *cell, heat));
        assert!(
            tinted.len() > 5 && tinted.is_sorted_by_key(|(_, bytes)| bytes[1]),
            "{heat:?}: {tinted:?}"
        );
    }
    let order = marks(&game);
    let waiting: Vec<_> = order
        .iter()
        .filter(|(_, bytes)| bytes[0] & OPEN != 0)
        .collect();
    assert!(!waiting.is_empty(), "some cells wait at the end");
    assert!(
        waiting.iter().all(|(_, bytes)| bytes[1] == 0),
        "they have no order yet, but their frame"
    );
}

#[test]
fn inadmissible_heuristic_lights_its_cell_after_the_search() {
    let lit = |game: &Game| -> Vec<Cell> {
        marks(game)
            .into_iter()
            .filter(|(_, bytes)| bytes[0] & WITNESS != 0)
            .map(|(cell, _)| cell)
            .collect()
    };
    let mut game = watch();
    assert_eq!(lit(&game), [], "none, where it is never too high");
    change(&mut game, OptionChange::Heuristic(Heuristic::Manhattan));
    let witness = |run: &Run| {
        run.verdict
            .witness
            .expect("a diagonal step costs less than two")
            .cell
    };
    assert_eq!(lit(&game), [witness(game.shown().unwrap())]);
    let end = game.position().1;
    game.command(PlayCommand::Seek(end - 1));
    game.run(1);
    assert_eq!(lit(&game), []);
}

#[test]
fn a_fitted_map_lies_inside_the_area() {
    let mut game = Game::new();
    for (width, height) in [(1, 1), (300, 20), (5, 4096)] {
        let cells = vec![TerrainId(0); (width * height) as usize];
        let grid = Grid::new(width, height, cells, vec![Terrain::floor()]).unwrap();
        game.app.world_mut().write_message(ReplaceGrid(grid));
        game.run(3);
        let world = game.app.world();
        let (view, area, layout) = (
            world.resource::<CameraView>(),
            world.resource::<MapArea>(),
            world.resource::<GridLayout>(),
        );
        let last = UVec2::new(width, height).as_vec2() - 0.5;
        for corner in [Vec2::splat(-0.5), last] {
            let at = view.window_at(area, layout.world(corner));
            assert!(area.rect.contains(at), "{width} × {height}: {at}");
        }
    }
}

/// Returns three parts of the colour of each terrain as the shader sees it, and the number of its
/// pattern.
pub fn palette(game: &Game) -> Vec<[f32; 4]> {
    let images = game.app.world().resource::<Assets<Image>>();
    let mut palettes = images
        .iter()
        .filter(|(_, image)| image.texture_descriptor.format == TextureFormat::Rgba32Float);
    let data = palettes.next().unwrap().1.data.as_ref().unwrap();
    let number = |bytes: &[u8]| f32::from_le_bytes(bytes.try_into().unwrap());
    data.chunks(16)
        .map(|one| std::array::from_fn(|i| number(&one[4 * i..][..4])))
        .collect()
}

#[test]
fn a_wall_and_a_cell_without_room_for_the_agent_look_different() {
    let mut game = Game::new();
    let map = Grid::from_rows(&["...", ".#.", "..."]);
    let costs = vec![("cost 5".to_owned(), None)];
    let kind = AgentKind(Arc::new(AgentProfile {
        size: 2,
        costs,
        ..default()
    }));
    let scout = game.agent("scout");
    game.app.world_mut().entity_mut(scout).insert(kind.clone());
    game.app.world_mut().write_message(ReplaceGrid(map.clone()));
    game.run(4);
    let plain = palette(&game);
    game.press(KeyCode::KeyW);
    game.run(4);
    let seen = palette(&game);
    let as_seen = game.app.world().resource::<NavGrid>().seen_by(Some(&kind));
    let narrow = seen[usize::from(as_seen.cells()[0].0)];
    let (floor, wall) = (seen[0], seen[1]);
    assert_ne!(narrow[..3], wall[..3], "in colour");
    let is_hatched = |look: [f32; 4]| look[3] % 16.0 >= 8.0;
    assert!(is_hatched(narrow) && !is_hatched(wall), "and by hatching");
    assert_ne!(narrow[..3], floor[..3]);
    // Terrain that only this agent cannot enter keeps its colour, hatched.
    let own = map
        .legend()
        .iter()
        .position(|terrain| terrain.name == "cost 5")
        .unwrap();
    assert!(seen[own][3] >= 8.0 && plain[own][3] < 8.0);
    assert_eq!(seen[own][..3], plain[own][..3]);
}
