//! The real program: its window clicked and looked at, and what it says where there is none.
//!
//! The window test needs an X display without a window manager (Xvfb), Vulkan, xdotool and
//! `ImageMagick`. Where one is missing it is listed as ignored, with the reason; with
//! `GRIDWALK_REQUIRE_DISPLAY` set it fails instead.

mod boards;
mod contrast;
mod document;
mod edit;
mod game;
mod golden;
mod grey;
#[path = "../cli/grey.rs"]
mod greyscale;
mod lessons;
mod picture;
mod playground;
mod terminal;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output, Stdio};
use std::sync::OnceLock;
use std::thread::sleep;
use std::time::{Duration, Instant};

use libtest_mimic::{Arguments, Trial};

use game::{Game, click, drag, focus, xdotool};

/// The time that anything may take. Software Vulkan on a busy machine is slow.
const DEADLINE: Duration = Duration::from_mins(1);

/// The colours of the palette and of the terrain that the pictures are searched for.
const AGENT: [u8; 3] = [0x00, 0x9E, 0x73];
const WALL: [u8; 3] = [0x3B, 0x42, 0x50];

/// Twelve columns, eight rows, one agent in the upper left corner.
fn level(rows: [&str; 8]) -> String {
    let rows: Vec<_> = rows
        .iter()
        .map(|row| format!("        \"{row}\",\n"))
        .collect();
    let agents = "[(name: \"scout\", at: (1, 1), speed: 20.0)]";
    format!(
        "(\n    version: 1,\n    name: \"Test\",\n    map: [\n{}    ],\n    agents: {agents},\n    search: (algorithm: \"astar\"),\n)\n",
        rows.concat()
    )
}

const ROW: &str = "............";

fn a_click_walks_the_agent_and_an_edit_of_the_file_shows() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("test.level.ron");
    fs::write(&file, level([ROW; 8])).unwrap();
    let mut game = Game::start(&file);
    game.wait_until_said("first frame after ");
    game.wait_until_said("level shown: ");
    let map = game.settled_map();

    let (start, goal) = ((1, 1), (7, 5));
    click(map.middle(goal));
    game.wait_for("scout arrived at (7, 5)");
    let picture = game.picture_where("the agent stands on its goal", folder.path(), |picture| {
        picture.share(AGENT, map, goal) > 0.1
    });
    assert!(
        picture.colors() >= 16,
        "the window shows {} colours",
        picture.colors()
    );
    assert!(
        picture.share(AGENT, map, start) < 0.01,
        "nobody stands where the agent was"
    );
    game.wait_until_idle();

    // A glyph that the legend does not know.
    let mut rows = [ROW; 8];
    rows[3] = "....?.......";
    game.read_so_far();
    fs::write(&file, level(rows)).unwrap();
    let sentence = game.wait_for_all(&["level broken: ", "'?'"]);
    assert!(
        sentence.contains("test.level.ron:8:"),
        "the sentence names file and line: {sentence}"
    );
    game.picture_where("the last good level stays", folder.path(), |picture| {
        picture.share(AGENT, map, goal) > 0.1
    });

    rows[3] = "....#.......";
    game.read_so_far();
    fs::write(&file, level(rows)).unwrap();
    game.wait_for("level read again: ");
    let map = game.settled_map();
    game.picture_where("the new wall", folder.path(), |picture| {
        picture.share(WALL, map, (4, 3)) > 0.6
    });
    drop(game);
    watch_a_search(folder.path());
    a_saved_trace_is_played_in_the_window(folder.path());
    the_query_of_a_scenario_line_is_watched_in_the_window(folder.path());
    without_assets_the_built_in_level_is_shown(folder.path());
    boards::compare_two_boards(folder.path());
    boards::boards_show_their_maps_while_they_play(folder.path());
    document::edit_undo_save_and_reopen(folder.path());
    edit::from_a_new_level_to_the_walk(folder.path());
    playground::weights_a_flood_and_the_walk(folder.path());
    playground::the_stack_shrinks_until_it_is_empty(folder.path());
    lessons::first_lesson_by_keys();
    golden::compare(folder.path());
    golden::compare_film(folder.path());
    golden::two_runs_save_the_same_picture(folder.path());
    golden::a_script_comes_to_the_state_that_is_stored();
    grey::look(folder.path());
    contrast::measure(folder.path());
}

/// The second part: one display has one pointer, so all are one test.
fn watch_a_search(folder: &Path) {
    let file = folder.join("watch.level.ron");
    fs::write(
        &file,
        level([ROW; 8]).replace("speed: 20.0", "speed: 20.0, goals: [(8, 5)]"),
    )
    .unwrap();
    let mut game = Game::start(&file);
    game.wait_until_said("level shown: ");
    game.settled_map();
    focus();
    xdotool(&["key", "w"]);
    game.wait_for("watching (1, 1) to (8, 5)");
    // It plays by itself at first.
    let end = game.wait_for("watch: stopped at ");
    let length = end.rsplit(' ').next().unwrap().to_owned();
    assert!(end.contains(&format!("stopped at {length} of")), "{end}");
    let map = game.settled_map();
    xdotool(&["key", "Left"]);
    game.wait_for("watch: at ");
    xdotool(&["key", "Home"]);
    game.wait_for("watch: at 0 of");

    // The slider, by hand.
    drag((320.0, 659.0), (520.0, 659.0));
    let at = game.wait_for("watch: at ");
    assert!(
        !at.contains("at 0 of") && !at.contains(&format!("at {length} of")),
        "{at}"
    );
    xdotool(&["key", "Home"]);
    game.wait_for("watch: at 0 of");

    // A breakpoint, then play.
    let (x, y) = map.middle((4, 3));
    xdotool(&["mousemove", &format!("{x:.0}"), &format!("{y:.0}")]);
    sleep(Duration::from_millis(300));
    xdotool(&["mousedown", "3"]);
    sleep(Duration::from_millis(200));
    xdotool(&["mouseup", "3"]);
    sleep(Duration::from_secs(1));
    // The entry "Stop when opened" of the menu that opens at the pointer.
    click((x + 60.0, y + 101.0));
    game.wait_for("watch: breakpoint set: opened 4,3");
    xdotool(&["key", "space"]);
    let stop = game.wait_for("watch: stopped at ");
    assert!(
        !stop.contains(&format!("at {length} of")),
        "it stops before the end:\n{}",
        game.lines.join("\n")
    );

    // The goal, dragged to another cell: the search follows.
    drag(map.middle((8, 5)), map.middle((3, 6)));
    game.wait_for("watching (1, 1) to (3, 6)");
    game.picture_where("the closed start of the new search", folder, |picture| {
        picture.share(AGENT, map, (1, 1)) > 0.04
    });
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let everywhere: [(&str, fn()); 8] = [
        (
            "without_a_display_it_says_so_in_one_sentence",
            without_a_display_it_says_so_in_one_sentence,
        ),
        (
            "an_unknown_argument_is_refused",
            an_unknown_argument_is_refused,
        ),
        (
            "a_missing_level_is_refused_before_a_window_opens",
            a_missing_level_is_refused_before_a_window_opens,
        ),
        (
            "missing_scenario_is_refused_before_a_window_opens",
            missing_scenario_is_refused_before_a_window_opens,
        ),
        (
            "a_damaged_trace_is_refused_with_its_place",
            a_damaged_trace_is_refused_with_its_place,
        ),
        (
            "a_script_that_opens_an_unknown_level_is_refused",
            a_script_that_opens_an_unknown_level_is_refused,
        ),
        (
            "the_name_of_a_shipped_level_is_enough",
            the_name_of_a_shipped_level_is_enough,
        ),
        (
            "a_display_that_cannot_be_opened_is_named_in_one_sentence",
            a_display_that_cannot_be_opened_is_named_in_one_sentence,
        ),
    ];
    let mut trials: Vec<Trial> = everywhere
        .into_iter()
        .map(|(name, test)| unless(None, name, test))
        .collect();
    trials.push(unless(
        why_not(),
        "a_click_walks_the_agent_and_an_edit_of_the_file_shows",
        || {
            a_click_walks_the_agent_and_an_edit_of_the_file_shows();
        },
    ));
    trials.push(unless(
        terminal::why_not(),
        "what_takes_long_says_so_on_a_terminal",
        terminal::what_takes_long_says_so,
    ));
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// A test that is shown as ignored where something is missing for it; in CI it fails there.
fn unless(missing: Option<String>, name: &str, test: fn()) -> Trial {
    let Some(why) = missing else {
        return Trial::test(name, move || {
            test();
            Ok(())
        });
    };
    if std::env::var_os("GRIDWALK_REQUIRE_DISPLAY").is_some() {
        let why = format!("it must not be left out, but: {why}");
        return Trial::test(name, move || Err(why.into()));
    }
    Trial::test(name, || Ok(()))
        .with_kind(why)
        .with_ignored_flag(true)
}

/// Returns the missing requirements of the window test, if any.
fn why_not() -> Option<String> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    if set("DISPLAY").is_none() {
        return Some("DISPLAY is not set".into());
    }
    for (tool, question) in [("xdotool", "version"), ("import", "-version")] {
        if Command::new(tool).arg(question).output().is_err() {
            return Some(format!("{tool} is not installed"));
        }
    }
    let folders = [
        "/usr/share/vulkan/icd.d",
        "/etc/vulkan/icd.d",
        "/usr/local/share/vulkan/icd.d",
    ];
    let installed =
        |folder: &&str| fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some());
    let chosen = set("VK_DRIVER_FILES").or_else(|| set("VK_ICD_FILENAMES"));
    if chosen.is_none() && !folders.iter().any(installed) {
        return Some("no Vulkan driver is installed".into());
    }
    let xdotool = |question| {
        Command::new("xdotool")
            .arg(question)
            .output()
            .unwrap()
            .status
            .success()
    };
    if !xdotool("getdisplaygeometry") {
        return Some("the display of DISPLAY cannot be opened".into());
    }
    // Only window managers have desktops. We do not move a pointer that belongs to somebody.
    if xdotool("get_num_desktops") {
        return Some("somebody works on this display; run the test under Xvfb".into());
    }
    None
}

/// The program, with its output kept.
fn gridwalk(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gridwalk"));
    command
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    for folder in ["XDG_CONFIG_HOME", "XDG_DATA_HOME"] {
        command.env(folder, home().join(folder));
    }
    command
}

/// Neither settings nor unsaved work of whoever runs the tests: a first start.
fn home() -> &'static Path {
    static HOME: OnceLock<PathBuf> = OnceLock::new();
    HOME.get_or_init(|| {
        let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join("home");
        // It may not be there yet.
        let _ = fs::remove_dir_all(&home);
        home
    })
}

/// Runs the program to its end, with no display to open a window on.
fn run_without_display(arguments: &[&str]) -> Output {
    let mut command = gridwalk(arguments);
    for variable in [
        "DISPLAY",
        "WAYLAND_DISPLAY",
        "WAYLAND_SOCKET",
        "RUST_LOG",
        "RUST_BACKTRACE",
    ] {
        command.env_remove(variable);
    }
    let mut child = command.spawn().unwrap();
    let end = Instant::now() + DEADLINE;
    while child.try_wait().unwrap().is_none() {
        if Instant::now() > end {
            child.kill().unwrap();
            panic!(
                "gridwalk {arguments:?} does not end: {:?}",
                child.wait_with_output()
            );
        }
        sleep(Duration::from_millis(20));
    }
    child.wait_with_output().unwrap()
}

/// Returns the text that the program wrote to stderr, having refused with exit code 2.
fn refusal(arguments: &[&str]) -> String {
    let output = run_without_display(arguments);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        output.status.code(),
        Some(2),
        "gridwalk {arguments:?} said: {said}"
    );
    assert!(!said.contains("panicked"), "{said}");
    assert!(
        output.stdout.is_empty(),
        "{}",
        String::from_utf8_lossy(&output.stdout)
    );
    said
}

fn without_a_display_it_says_so_in_one_sentence() {
    let said = refusal(&[]);
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.contains("display"), "{said}");
}

fn an_unknown_argument_is_refused() {
    let said = refusal(&["--no-such-option"]);
    assert!(said.contains("--no-such-option"), "{said}");
}

fn a_missing_level_is_refused_before_a_window_opens() {
    let said = refusal(&["no_such_level.level.ron"]);
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.contains("no_such_level.level.ron"), "{said}");
}

fn missing_scenario_is_refused_before_a_window_opens() {
    let said = refusal(&["arena2.map.scen"]);
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.contains("arena2.map.scen"), "{said}");
}

fn a_damaged_trace_is_refused_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cut.trace.json");
    fs::write(&file, "{\"version\":\"1.4.0\",\n\"events\":[{\"type\":").unwrap();
    let said = refusal(&[file.to_str().unwrap()]);
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(
        said.contains("The trace cannot be opened: cut.trace.json:2:"),
        "{said}"
    );
}

/// The third part.
fn a_saved_trace_is_played_in_the_window(folder: &Path) {
    let file = folder.join("right_angle.trace.json");
    let solve = Command::new(env!("CARGO_BIN_EXE_gridwalk"))
        .args(["solve", "@right_angle", "--trace", file.to_str().unwrap()])
        .output()
        .unwrap();
    assert!(
        solve.status.success(),
        "{}",
        String::from_utf8_lossy(&solve.stderr)
    );
    let mut game = Game::start(&file);
    game.wait_for("trace shown: ");
    game.wait_for("watch: stopped at ");
}

/// A row of a benchmark could not be seen: there was no way from its line into the window.
fn the_query_of_a_scenario_line_is_watched_in_the_window(folder: &Path) {
    fs::write(
        folder.join("small.map"),
        "type octile\nheight 2\nwidth 6\nmap\n......\n..@...\n",
    )
    .unwrap();
    let file = folder.join("small.map.scen");
    fs::write(
        &file,
        "version 1\n0\tsmall.map\t6\t2\t0\t1\t5\t0\t5.41421356\n",
    )
    .unwrap();
    let mut game = Game::start_with(&[
        &file,
        Path::new("--line"),
        Path::new("2"),
        Path::new("--algorithm"),
        Path::new("jps"),
    ]);
    game.wait_for("watching (0, 1) to (5, 0)");
    drop(game);
    let said = refusal(&[file.to_str().unwrap(), "--line", "7"]);
    assert!(
        said.contains("there is no query in line 7; they stand from line 2 to 2"),
        "{said}"
    );
}

/// The fourth part. It said that the level file had a mistake, of a file that nobody had written.
fn without_assets_the_built_in_level_is_shown(folder: &Path) {
    let (root, picture) = (folder.join("empty"), folder.join("built_in.png"));
    fs::create_dir(&root).unwrap();
    let output = gridwalk(&["--screenshot", picture.to_str().unwrap(), "--exit"])
        .env("BEVY_ASSET_ROOT", &root)
        .env("NO_COLOR", "1")
        .output()
        .unwrap();
    let said = [output.stdout, output.stderr]
        .map(|said| String::from_utf8_lossy(&said).into_owned())
        .concat();
    assert!(output.status.success() && picture.exists(), "{said}");
    let wanted = format!("There are no levels in {}", root.join("assets").display());
    assert!(
        said.contains(&wanted) && !said.contains("mistake"),
        "{said}"
    );
}

/// It was a note in the window, and exit code 0.
fn a_script_that_opens_an_unknown_level_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("script.ron");
    fs::write(&script, "[(0, Level(Open(\"nowhere\")))]").unwrap();
    let said = refusal(&["--script", script.to_str().unwrap(), "--exit"]);
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(
        said.contains("script.ron: ") && said.contains("no level called nowhere"),
        "{said}"
    );
}

/// A level that comes with the program is found, so that only the display is missing.
fn the_name_of_a_shipped_level_is_enough() {
    for name in ["right_angle", "@right_angle"] {
        let said = refusal(&[name]);
        assert!(said.contains("there is no display"), "{said}");
    }
}

/// The error of the window layer was shown raw, with a path into its source.
fn a_display_that_cannot_be_opened_is_named_in_one_sentence() {
    let mut command = gridwalk(&[]);
    let output = command
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .env("DISPLAY", ":987")
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        (output.status.code(), said.lines().count()),
        (Some(2), 1),
        "{said}"
    );
    assert!(
        said.contains("\":987\" of DISPLAY") && !said.contains(".rs"),
        "{said}"
    );
}
