//! Pictures of the window that were looked at once, and must stay as they are; the README and the
//! docs show most of them.
//!
//! `GRIDWALK_NEW_PICTURES=1` takes them from scratch: look at them before they are committed.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use super::game::{Game, MapPlace, xdotool};
use super::gridwalk;
use super::picture::Picture;

/// The pictures: file, level, and the script that leads to what it shows.
fn pictures() -> [(&'static str, &'static str, String); 6] {
    [
        // Two neighbours have just been opened, and the list has its first rows.
        ("tests/window/golden/first_steps.png", "first_steps", searched(4, "")),
        // In the middle of the search, the goal not seen yet.
        ("docs/watch.png", "right_angle", searched(34, "")),
        ("docs/first-start.png", "river_crossing", "[(150, View(Fit))]".to_owned()),
        (
            "docs/lesson.png",
            "right_angle",
            r#"[(10, Lesson(Open("2_right_angle"))), (60, Lesson(GoTo(8)))]"#.to_owned(),
        ),
        (
            "docs/compare.png",
            "sorted_list",
            r#"[(1, Window(DismissHints)), (20, Compare(Show((boards: [[], [("tie", "oldest")]])))),
               (200, Play(Toggle)), (210, Play(Seek(41)))]"#
                .to_owned(),
        ),
        (
            "docs/edit.png",
            "river_crossing",
            "[(20, Window(Mode(Edit))), (30, Tool(Choose(Rectangle))), (40, Tool(Terrain(3))), \
             (50, Tool(Begin((19, 4)))), (60, Tool(To((25, 8))))]"
                .to_owned(),
        ),
    ]
}

/// The map with its legend and time line, and the panel. What is measured is not shown while a
/// script runs.
const PARTS: [(&str, Range<usize>, Range<usize>); 2] = [
    ("legend, map and time line", 0..928, 40..696),
    ("panel", 956..1280, 44..590),
];

/// Pixels of a tile's side. A number in a cell is about as large.
const TILE: usize = 24;
/// The part of a tile that may change: letters may be set a little differently on another machine,
/// but another letter, a missing arrow or another mark is more.
const TOLERANCE: f64 = 0.06;

pub fn compare(folder: &Path) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (file, level, script) in pictures() {
        let golden = root.join(file);
        let name = golden.file_name().and_then(|name| name.to_str()).unwrap();
        let taken = folder.join(name);
        take_after(
            folder,
            &root.join(format!("assets/levels/{level}.level.ron")),
            &script,
            &taken,
        );
        if std::env::var_os("GRIDWALK_NEW_PICTURES").is_some() {
            fs::copy(&taken, &golden).unwrap();
            continue;
        }
        let (now, then) = (Picture::read(&taken), Picture::read(&golden));
        for (part, columns, rows) in PARTS {
            let (right, bottom) = (columns.end, rows.end);
            let tiles = rows
                .step_by(TILE)
                .flat_map(|y| columns.clone().step_by(TILE).map(move |x| (x, y)));
            for (x, y) in tiles {
                let difference =
                    now.difference(&then, x..right.min(x + TILE), y..bottom.min(y + TILE));
                if difference > TOLERANCE {
                    let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
                    fs::copy(&taken, &kept).unwrap();
                    let (percent, kept) = (difference * 100.0, kept.display());
                    panic!(
                        "{name}, {part}: at {x}, {y} {percent:.0} % of the pixels changed; the picture is {kept}"
                    );
                }
            }
        }
    }
}

/// The film of the README: it shows a walk, a search and an edit after which the agent walks
/// another way.
const FILM: &str = "docs/walk-search-edit.gif";
/// Ticks from frame to frame of the film; 64 ticks are a second.
const FRAME: u64 = 10;
/// The ticks of the film.
const FILMED: Range<u64> = 40..506;
/// The maximum size of the film in bytes.
const FILM_BYTES: u64 = 1_500_000;

/// The script of the film: what happens, and a picture of each frame.
fn film_script(folder: &Path) -> String {
    let acts = "(1, Window(DismissHints)), (20, Agents(Select(\"porter\"))), (136, Watch(Selected(0))), \
        (138, Play(First)), (139, Play(Speed(13))), (140, Play(Toggle)), (330, Window(Mode(Edit))), \
        (332, Tool(Choose(Line))), (334, Tool(Terrain(3))), (346, Tool(Begin((23, 32)))), \
        (352, Tool(To((24, 32)))), (358, Tool(To((25, 32)))), (364, Tool(To((26, 32)))), (370, Tool(To((27, 32)))), \
        (380, Tool(End)), (406, Window(Mode(Agents)))";
    let picture = |(tick, file): (u64, PathBuf)| {
        format!(
            ", ({tick}, Window(Screenshot(Some(\"{}\"))))",
            file.display()
        )
    };
    format!(
        "[{acts}{}]",
        film_frames(folder).map(picture).collect::<String>()
    )
}

/// The frames of the film: tick and file.
fn film_frames(folder: &Path) -> impl Iterator<Item = (u64, PathBuf)> {
    let ticks = FILMED.filter(|tick| (tick - FILMED.start).is_multiple_of(FRAME));
    ticks.map(|tick| (tick, folder.join(format!("frame_{tick:03}.png"))))
}

/// The film of the README is of today's window: one frame of each of its parts is held against it.
pub fn compare_film(folder: &Path) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (film, level) = (root.join(FILM), root.join("assets/levels/rooms.level.ron"));
    take_after(
        folder,
        &level,
        &film_script(folder),
        &folder.join("end.png"),
    );
    let frames: Vec<_> = film_frames(folder).map(|(_, file)| file).collect();
    if std::env::var_os("GRIDWALK_NEW_PICTURES").is_some() {
        let delay = (FRAME * 100 / 64).to_string();
        let colors = [
            "-alpha",
            "off",
            "+dither",
            "-colors",
            "64",
            "-layers",
            "OptimizeTransparency",
            "-loop",
            "0",
        ];
        convert(
            Command::new("convert")
                .args(["-delay", &delay])
                .args(&frames)
                .args(colors)
                .arg(&film),
        );
    }
    let bytes = fs::metadata(&film).unwrap().len();
    assert!(bytes <= FILM_BYTES, "{FILM} has {bytes} bytes");
    convert(
        Command::new("convert")
            .arg(&film)
            .args(["-coalesce", "-depth", "8"])
            .arg(format!("PNG24:{}", folder.join("then_%03d.png").display())),
    );
    for (part, tick) in [
        ("walk", 100),
        ("search", 200),
        ("edit", 400),
        ("walk after the edit", 500),
    ] {
        let at = (tick - FILMED.start) / FRAME;
        let now = folder.join("now.png");
        convert(
            Command::new("convert")
                .arg(folder.join(format!("frame_{tick:03}.png")))
                .arg(format!("PNG24:{}", now.display())),
        );
        let [now, then] =
            [now, folder.join(format!("then_{at:03}.png"))].map(|file| Picture::read(&file));
        for (_, columns, rows) in PARTS {
            let share = now.difference(&then, columns, rows);
            assert!(
                share < TOLERANCE,
                "{FILM}, {part}: {:.0} % of the pixels changed",
                share * 100.0
            );
        }
    }
}

fn convert(command: &mut Command) {
    let done = command.output().unwrap();
    assert!(
        done.status.success(),
        "convert: {}",
        String::from_utf8_lossy(&done.stderr)
    );
}

/// Equal scenes are drawn equal: a picture can be made again, pixel by pixel.
pub fn two_runs_save_the_same_picture(folder: &Path) {
    let level =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/levels/river_crossing.level.ron");
    let pictures = ["once.png", "again.png"].map(|name| folder.join(name));
    for picture in &pictures {
        take(folder, &level, 20, "", picture);
    }
    let [once, again] = pictures.map(|picture| fs::read(picture).unwrap());
    assert!(once == again, "two runs of one script differ");
}

/// The results of scripts are stored, and those of the page are equal: `tests/web` holds them
/// against the same file.
pub fn a_script_comes_to_the_state_that_is_stored() {
    let file = |name: &str| {
        Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/web")
            .join(name)
    };
    let mut game = Game::start_with(&[
        Path::new("--script"),
        &file("walk.ron"),
        Path::new("--exit"),
    ]);
    let said = game.wait_for("script: over after 600 ticks with state ");
    let state = said.rsplit(' ').next().unwrap();
    assert_eq!(
        state,
        fs::read_to_string(file("walk.state")).unwrap().trim()
    );
}

/// The window after so many expansions and these commands, as the program itself saves it, without
/// transparency. Returns where the map lies.
pub fn take(
    folder: &Path,
    level: &Path,
    expansions: usize,
    commands: &str,
    picture: &Path,
) -> MapPlace {
    let said = take_after(folder, level, &searched(expansions, commands), picture);
    said.lines()
        .rev()
        .find_map(MapPlace::read)
        .expect("it says where the map lies")
}

/// The script that watches a search for so many expansions and then runs these commands.
fn searched(expansions: usize, commands: &str) -> String {
    // The first step opens the start.
    let steps = "(261, Play(Forward)), ".repeat(expansions + 1);
    format!("[(20, Watch(Begin)), (250, Play(Toggle)), (260, Play(First)), {steps}{commands}]")
}

/// The window at the end of a script, as the program itself saves it, without transparency. Returns
/// what was said.
pub fn take_after(folder: &Path, level: &Path, script: &str, picture: &Path) -> String {
    let file = folder.join("script.ron");
    fs::write(&file, script).unwrap();
    let (file, saved) = (file.to_str().unwrap(), folder.join("saved.png"));
    let arguments = [
        level.to_str().unwrap(),
        "--script",
        file,
        "--screenshot",
        saved.to_str().unwrap(),
        "--exit",
    ];
    let mut program = gridwalk(&arguments);
    program
        .env("RUST_LOG", "gridwalk=debug")
        .env("NO_COLOR", "1");
    let program = program
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .spawn()
        .unwrap();
    // Out of the window once it is there, so that no cell is marked.
    sleep(Duration::from_secs(2));
    xdotool(&["mousemove", "640", "790"]);
    let done = program.wait_with_output().unwrap();
    let said = [done.stdout, done.stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    assert!(done.status.success(), "{said}");
    let opaque = format!("PNG24:{}", picture.display());
    convert(Command::new("convert").args([
        saved.to_str().unwrap(),
        "-strip",
        "-depth",
        "8",
        &opaque,
    ]));
    said
}
