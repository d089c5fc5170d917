//! Two searches side by side, by real keys and a real drag.

use std::fs;
use std::path::Path;

use super::game::{Game, MapPlace, drag, focus, xdotool};
use super::golden::take_after;
use super::picture::Picture;

pub fn compare_two_boards(folder: &Path) {
    let file = folder.join("boards.level.ron");
    fs::write(
        &file,
        include_str!("../../assets/levels/sorted_list.level.ron"),
    )
    .unwrap();
    let mut game = Game::start(&file);
    game.wait_until_said("level shown: ");
    game.settled_map();
    focus();
    xdotool(&["key", "c"]);
    let place = game.wait_for("board 1: cell (0, 0) at ");
    game.wait_for("comparing 2 boards, which end at 57, 69");
    xdotool(&["key", "End"]);
    game.wait_for_all(&["compare: at 69 of 69", "expanded 57, 69", "passed 283, 830"]);

    let board =
        MapPlace::read(&place.replace("board 1:", "map:")).expect("it says where the board is");
    // The tint of a closed cell, and none beyond the wall.
    let is_closed = |picture: &Picture, cell| picture.share([0xEB, 0xC9, 0x56], board, cell) > 0.3;
    game.picture_where("closed cells on the first board", folder, |picture| {
        is_closed(picture, (4, 5)) && !is_closed(picture, (8, 8))
    });
    drag(board.middle((10, 5)), board.middle((10, 11)));
    game.wait_for("boards searched again");
    xdotool(&["key", "Home"]);
    game.wait_for_all(&["compare: at 0 of", "expanded 0, 0"]);
}

/// Each frame had another picture, and none was there in time: both boards were black until the
/// searches ended.
pub fn boards_show_their_maps_while_they_play(folder: &Path) {
    let level = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/levels/rooms.level.ron");
    let picture = folder.join("playing.png");
    let said = take_after(
        folder,
        &level,
        "[(5, Window(Mode(Compare))), (100, View(Fit))]",
        &picture,
    );
    assert!(!said.contains("compare: stopped"), "{said}");
    let picture = Picture::read(&picture);
    for left in [60, 540] {
        let colors = picture.colors_of(left..left + 360, 110..350);
        assert!(colors >= 6, "a board shows {colors} colours");
    }
}
