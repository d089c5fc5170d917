//! From a script's edits over undo and saving to the next start, with real keys and a file that
//! others change.

use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use super::game::{Game, focus, xdotool};
use super::{ROW, WALL, level};

const SCRIPT: &str = "[
    (8, Options(Set((\"algorithm\", \"dijkstra\")))),
    (9, Edit(SetCell((4, 3), '#'))),
    (10, Edit(SetCell((5, 3), '#'))),
]";

fn key(name: &str) {
    xdotool(&["key", name]);
    sleep(Duration::from_millis(400));
}

pub fn edit_undo_save_and_reopen(folder: &Path) {
    let (file, script) = (folder.join("document.level.ron"), folder.join("edits.ron"));
    let text = format!("// With a remark.\n{}", level([ROW; 8]));
    fs::write(&file, &text).unwrap();
    fs::write(&script, SCRIPT).unwrap();
    let mut game = Game::start_with(&[&file, Path::new("--script"), &script]);
    game.wait_until_said("level shown: ");
    let map = game.settled_map();
    let walls = |game: &mut Game, what: &str, wanted: [bool; 2]| {
        game.picture_where(what, folder, |picture| {
            [(4, 3), (5, 3)].map(|cell| picture.share(WALL, map, cell) > 0.6) == wanted
        });
    };
    walls(&mut game, "both walls of the script", [true, true]);
    focus();
    key("ctrl+z");
    walls(&mut game, "the second wall is undone", [true, false]);
    key("ctrl+z");
    walls(&mut game, "both are undone", [false, false]);
    key("ctrl+shift+z");
    walls(&mut game, "the first is made again", [true, false]);
    key("ctrl+s");
    game.wait_for("level saved: ");
    let rows = |row: &str| {
        text.replacen(ROW, "@", 4)
            .replacen('@', ROW, 3)
            .replacen('@', row, 1)
    };
    let saved = fs::read_to_string(&file).unwrap();
    let expected = rows("....#.......");
    // The script has chosen another algorithm.
    for line in expected.lines().filter(|line| !line.contains("astar")) {
        assert!(saved.contains(line), "{line:?} is missing in\n{saved}");
    }
    assert!(
        saved.contains("dijkstra") && saved.lines().count() <= expected.lines().count() + 4,
        "{saved}"
    );

    // Somebody else changes the file while something here is not saved.
    key("ctrl+shift+z");
    walls(&mut game, "the second is made again", [true, true]);
    game.read_so_far();
    fs::write(&file, saved.replacen(ROW, ".#..........", 1)).unwrap();
    game.wait_for("level changed on disk");
    sleep(Duration::from_secs(1));
    // The first answer keeps what is here.
    key("Return");
    key("ctrl+s");
    game.wait_for("level saved: ");
    let ours = fs::read_to_string(&file).unwrap();
    assert!(
        ours.contains("....##......") && !ours.contains(".#.........."),
        "{ours}"
    );
    drop(game);

    let mut game = Game::start(&file);
    game.wait_until_said("level shown: ");
    // A tenth of a pixel makes no difference.
    game.settled_map();
    walls(&mut game, "what was saved", [true, true]);
}
