//! From the document to the agents: what is asked for in one frame happens in its order.

use bevy::prelude::*;
use bevy_gridwalk::{NavGrid, PathfindingOptions};
use gridwalk::app::command::{EditCommand, FileCommand, LevelCommand};
use gridwalk::app::{AppCommand, OpenDocument};
use gridwalk_pathfinding::{Algorithm, Cell};

use super::game::{Game, option};

fn in_one_frame<const N: usize>(game: &mut Game, commands: [AppCommand; N]) {
    game.app
        .world_mut()
        .resource_mut::<Messages<AppCommand>>()
        .write_batch(commands);
    game.run(4);
}

fn is_shown(game: &Game) -> bool {
    let (open, grid) = (
        game.app.world().resource::<OpenDocument>(),
        game.app.world().resource::<NavGrid>(),
    );
    let options = game.app.world().resource::<PathfindingOptions>();
    let level = open.document().unwrap().level();
    level.grid.is_same_map(grid.grid()) && *options == PathfindingOptions::of(level)
}

/// The level that was opened was shown with its own options, whatever had been chosen since.
#[test]
fn options_and_edits_right_after_another_level_are_not_lost() {
    let mut game = Game::new();
    game.command(option("movement", "four"));
    in_one_frame(
        &mut game,
        [
            EditCommand::SetCell(Cell::new(0, 0), '#').into(),
            EditCommand::Undo.into(),
            FileCommand::NewSized(32, 20).into(),
            EditCommand::SetCell(Cell::new(3, 0), '#').into(),
            option("algorithm", "dijkstra").into(),
            EditCommand::SetCell(Cell::new(4, 0), '#').into(),
            EditCommand::Undo.into(),
        ],
    );
    assert!(is_shown(&game));
    let grid = game.app.world().resource::<NavGrid>().grid();
    let free = [0, 3, 4].map(|x| grid.is_walkable(Cell::new(x, 0)));
    assert_eq!((grid.width(), free), (32, [true, false, true]));
    let options = &game.app.world().resource::<PathfindingOptions>().options;
    assert_eq!(options.algorithm, Algorithm::Dijkstra);
    assert_eq!(
        options.movement,
        gridwalk_pathfinding::Movement::default(),
        "that of the old level stays with it"
    );
}

#[test]
fn edits_around_a_restart_are_all_shown() {
    let mut game = Game::new();
    let before = game.agent("scout");
    in_one_frame(
        &mut game,
        [
            EditCommand::SetCell(Cell::new(3, 0), '#').into(),
            LevelCommand::Restart.into(),
            EditCommand::SetCell(Cell::new(4, 0), '#').into(),
        ],
    );
    assert!(is_shown(&game));
    let grid = game.app.world().resource::<NavGrid>().grid();
    assert!(!grid.is_walkable(Cell::new(3, 0)) && !grid.is_walkable(Cell::new(4, 0)));
    assert_ne!(game.agent("scout"), before, "the agents begin again");
}
