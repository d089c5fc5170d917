//! The real program: its window clicked and looked at, and what it says where there is none.
//!
//! The window test needs an X display without a window manager (Xvfb), Vulkan, xdotool and `ImageMagick`.
//! Where one is missing it is skipped and says so; with `GRIDWALK_REQUIRE_DISPLAY` set it fails instead.
#![cfg(all(feature = "app", target_os = "linux"))]

use std::collections::HashSet;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{sleep, spawn};
use std::time::{Duration, Instant};

/// How long anything may take. Software Vulkan on a busy machine is slow.
const DEADLINE: Duration = Duration::from_mins(1);

/// The colours of the palette and of the terrain that the pictures are searched for.
const AGENT: [u8; 3] = [0x00, 0x9E, 0x73];
const WALL: [u8; 3] = [0x3B, 0x42, 0x50];

/// Twelve columns, eight rows, one agent in the upper left corner.
fn level(rows: [&str; 8]) -> String {
    let rows: Vec<_> = rows.iter().map(|row| format!("        \"{row}\",\n")).collect();
    let agents = "[(name: \"scout\", at: (1, 1), speed: 20.0)]";
    format!("(\n    version: 1,\n    name: \"Test\",\n    map: [\n{}    ],\n    agents: {agents},\n)\n", rows.concat())
}

const ROW: &str = "............";

#[test]
fn a_click_walks_the_agent_and_an_edit_of_the_file_shows() {
    if let Some(why) = why_not() {
        assert!(std::env::var_os("GRIDWALK_REQUIRE_DISPLAY").is_none(), "cannot be skipped, but: {why}");
        println!("skipped: {why}");
        return;
    }
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
    let picture = game
        .picture_where("the agent stands on its goal", folder.path(), |picture| picture.share(AGENT, map, goal) > 0.1);
    assert!(picture.colors() >= 16, "the window shows {} colours", picture.colors());
    assert!(picture.share(AGENT, map, start) < 0.01, "nobody stands where the agent was");
    game.wait_until_idle();

    // A glyph that the legend does not know.
    let mut rows = [ROW; 8];
    rows[3] = "....?.......";
    game.read_so_far();
    fs::write(&file, level(rows)).unwrap();
    let sentence = game.wait_for_all(&["level broken: ", "'?'"]);
    assert!(sentence.contains("test.level.ron:8:"), "the sentence names file and line: {sentence}");
    game.picture_where("the last good level stays", folder.path(), |picture| picture.share(AGENT, map, goal) > 0.1);

    rows[3] = "....#.......";
    game.read_so_far();
    fs::write(&file, level(rows)).unwrap();
    game.wait_for("level shown: ");
    let map = game.settled_map();
    game.picture_where("the new wall", folder.path(), |picture| picture.share(WALL, map, (4, 3)) > 0.6);
    drop(game);
    watch_a_search(folder.path());
}

/// The second half: one display has one pointer, so both are one test.
fn watch_a_search(folder: &Path) {
    let file = folder.join("watch.level.ron");
    fs::write(&file, level([ROW; 8]).replace("speed: 20.0", "speed: 20.0, goals: [(8, 5)]")).unwrap();
    let mut game = Game::start(&file);
    game.wait_until_said("level shown: ");
    game.settled_map();
    // Without a window manager nobody gives the window the keyboard.
    xdotool(&["search", "--onlyvisible", "--name", "^gridwalk$", "windowfocus"]);
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
    assert!(!at.contains("at 0 of") && !at.contains(&format!("at {length} of")), "{at}");
    xdotool(&["key", "Home"]);
    game.wait_for("watch: at 0 of");

    // A breakpoint, then play.
    let (x, y) = map.middle((4, 3));
    xdotool(&["mousemove", &format!("{x:.0}"), &format!("{y:.0}")]);
    sleep(Duration::from_millis(300));
    xdotool(&["mousedown", "3"]);
    sleep(Duration::from_millis(200));
    xdotool(&["mouseup", "3"]);
    game.wait_for("watch: breakpoint set: opened 4,3");
    xdotool(&["key", "space"]);
    let stop = game.wait_for("watch: stopped at ");
    assert!(!stop.contains(&format!("at {length} of")), "it stops before the end:\n{}", game.lines.join("\n"));

    // The goal, dragged to another cell: the search follows.
    drag(map.middle((8, 5)), map.middle((3, 6)));
    game.wait_for("watching (1, 1) to (3, 6)");
    game.picture_where("the closed start of the new search", folder, |picture| picture.share(AGENT, map, (1, 1)) > 0.1);
}

/// What is missing for the window test, if anything.
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
    let folders = ["/usr/share/vulkan/icd.d", "/etc/vulkan/icd.d", "/usr/local/share/vulkan/icd.d"];
    let installed = |folder: &&str| fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some());
    let chosen = set("VK_DRIVER_FILES").or_else(|| set("VK_ICD_FILENAMES"));
    if chosen.is_none() && !folders.iter().any(installed) {
        return Some("no Vulkan driver is installed".into());
    }
    let xdotool = |question| Command::new("xdotool").arg(question).output().unwrap().status.success();
    if !xdotool("getdisplaygeometry") {
        return Some("the display of DISPLAY cannot be opened".into());
    }
    // Only window managers have desktops. We do not move a pointer that belongs to somebody.
    if xdotool("get_num_desktops") {
        return Some("somebody works on this display; run the test under Xvfb".into());
    }
    None
}

/// Where the map lies in the window, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
struct MapPlace {
    /// The middle of cell (0, 0).
    x: f64,
    y: f64,
    /// The side of a cell.
    cell: f64,
}

impl MapPlace {
    /// Reads "map: cell (0, 0) at 310.5,42; 48 px a cell".
    fn read(line: &str) -> Option<Self> {
        let (_, rest) = line.split_once("map: cell (0, 0) at ")?;
        let (place, rest) = rest.split_once(';')?;
        let (x, y) = place.split_once(',')?;
        let cell = rest.trim().split(' ').next()?;
        let number = |text: &str| text.trim().parse().ok();
        Some(Self { x: number(x)?, y: number(y)?, cell: number(cell)? })
    }

    #[expect(clippy::cast_precision_loss, reason = "the map is small")]
    fn middle(self, (column, row): (usize, usize)) -> (f64, f64) {
        (self.x + column as f64 * self.cell, self.y + row as f64 * self.cell)
    }
}

/// The running program and what it has said.
struct Game {
    child: Child,
    said: Receiver<String>,
    /// All lines, for a failure's message.
    lines: Vec<String>,
    map: Option<MapPlace>,
}

impl Drop for Game {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Game {
    fn start(level: &Path) -> Self {
        let mut child = gridwalk(&[level.to_str().unwrap()])
            .env("RUST_LOG", "gridwalk=debug")
            .env("NO_COLOR", "1")
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("WAYLAND_SOCKET")
            .spawn()
            .unwrap();
        let (say, said) = channel();
        forward(child.stdout.take().unwrap(), say.clone());
        forward(child.stderr.take().unwrap(), say);
        Self { child, said, lines: Vec::new(), map: None }
    }

    /// The next line; `None` if none comes in time.
    fn next_line(&mut self, patience: Duration) -> Option<String> {
        match self.said.recv_timeout(patience) {
            Ok(line) => {
                self.map = MapPlace::read(&line).or(self.map);
                self.lines.push(line.clone());
                Some(line)
            }
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => panic!("the program has ended:\n{}", self.lines.join("\n")),
        }
    }

    /// Takes note of everything said until now, so that later waits are for something new.
    fn read_so_far(&mut self) {
        while self.next_line(Duration::ZERO).is_some() {}
    }

    /// Waits unless it has been said already.
    fn wait_until_said(&mut self, what: &str) {
        if !self.lines.iter().any(|line| line.contains(what)) {
            self.wait_for(what);
        }
    }

    fn wait_for(&mut self, what: &str) -> String {
        self.wait_for_all(&[what])
    }

    /// The next line that holds all of these.
    fn wait_for_all(&mut self, parts: &[&str]) -> String {
        let end = Instant::now() + DEADLINE;
        loop {
            match self.next_line(end.saturating_duration_since(Instant::now())) {
                Some(line) if parts.iter().all(|part| line.contains(part)) => return line,
                Some(_) => {}
                None => panic!("no line with {parts:?} within {DEADLINE:?}:\n{}", self.lines.join("\n")),
            }
        }
    }

    /// Waits until the window draws no more than it must: four frames a second look for news.
    fn wait_until_idle(&mut self) {
        let end = Instant::now() + DEADLINE;
        loop {
            let line = self.wait_for(" frames a second");
            let words: Vec<_> = line.split_whitespace().collect();
            let frames: f64 = words[words.len() - 4].parse().unwrap();
            if frames < 6.0 {
                return;
            }
            assert!(Instant::now() < end, "nothing moves, and still there are {frames} frames a second");
        }
    }

    /// Where the map lies, once it has stayed there for a while.
    fn settled_map(&mut self) -> MapPlace {
        let end = Instant::now() + DEADLINE;
        let mut quiet_since = Instant::now();
        while self.map.is_none() || quiet_since.elapsed() < Duration::from_secs(2) {
            assert!(Instant::now() < end, "the map does not come to rest:\n{}", self.lines.join("\n"));
            let before = self.map;
            self.next_line(Duration::from_millis(200));
            if self.map != before {
                quiet_since = Instant::now();
            }
        }
        self.map.unwrap()
    }

    /// Takes pictures until one is as described.
    fn picture_where(&mut self, what: &str, folder: &Path, holds: impl Fn(&Picture) -> bool) -> Picture {
        let end = Instant::now() + DEADLINE;
        let file = folder.join("window.png");
        loop {
            let picture = Picture::take(&file);
            if holds(&picture) {
                return picture;
            }
            if Instant::now() > end {
                self.read_so_far();
                let kept = kept_picture(&file);
                panic!("not seen: {what}; the picture is {}\n{}", kept.display(), self.lines.join("\n"));
            }
            sleep(Duration::from_millis(250));
        }
    }
}

/// Keeps the picture of a failure where it outlives the test.
fn kept_picture(file: &Path) -> PathBuf {
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join("window.png");
    fs::copy(file, &kept).unwrap();
    kept
}

fn forward(pipe: impl Read + Send + 'static, say: Sender<String>) {
    spawn(move || {
        for line in BufReader::new(pipe).split(b'\n').map_while(Result::ok) {
            if say.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                break;
            }
        }
    });
}

fn xdotool(arguments: &[&str]) {
    let done = Command::new("xdotool").args(arguments).output().unwrap();
    assert!(done.status.success(), "xdotool {arguments:?}: {}", String::from_utf8_lossy(&done.stderr));
}

/// A click of the left button at a place of the window.
fn click((x, y): (f64, f64)) {
    let whole = |pixels: f64| format!("{pixels:.0}");
    xdotool(&["mousemove", &whole(x), &whole(y)]);
    // The pointer is seen there first, as with a hand.
    sleep(Duration::from_millis(300));
    xdotool(&["mousedown", "1"]);
    sleep(Duration::from_millis(100));
    xdotool(&["mouseup", "1"]);
}

/// A drag with the left button, by way of the middle.
fn drag(from: (f64, f64), to: (f64, f64)) {
    let go = |(x, y): (f64, f64)| xdotool(&["mousemove", &format!("{x:.0}"), &format!("{y:.0}")]);
    go(from);
    sleep(Duration::from_millis(300));
    xdotool(&["mousedown", "1"]);
    for part in [0.25, 0.5, 0.75, 1.0] {
        sleep(Duration::from_millis(120));
        go((from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part));
    }
    sleep(Duration::from_millis(200));
    xdotool(&["mouseup", "1"]);
    // Whatever comes next must not meet the end of the drag in one frame.
    sleep(Duration::from_secs(1));
}

/// What is on the screen. Without a window manager the window begins in its upper left corner.
struct Picture {
    width: usize,
    height: usize,
    pixels: Vec<[u8; 3]>,
}

impl Picture {
    fn take(file: &Path) -> Self {
        let target = format!("PNG24:{}", file.display());
        let done = Command::new("import").args(["-window", "root", &target]).output().unwrap();
        assert!(done.status.success(), "import: {}", String::from_utf8_lossy(&done.stderr));
        let mut reader = png::Decoder::new(BufReader::new(fs::File::open(file).unwrap())).read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut bytes).unwrap();
        assert_eq!((info.color_type, info.bit_depth), (png::ColorType::Rgb, png::BitDepth::Eight));
        let pixels = bytes.chunks_exact(3).map(|rgb| [rgb[0], rgb[1], rgb[2]]).collect();
        Self { width: info.width as usize, height: info.height as usize, pixels }
    }

    fn colors(&self) -> usize {
        self.pixels.iter().collect::<HashSet<_>>().len()
    }

    /// Which part of a cell has about this colour.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "pixels of a small picture")]
    #[expect(clippy::cast_precision_loss, reason = "pixels of a small picture")]
    fn share(&self, color: [u8; 3], map: MapPlace, cell: (usize, usize)) -> f64 {
        let (x, y) = map.middle(cell);
        let span = |middle: f64, most: usize| {
            let pixel = |place: f64| (place.max(0.0) as usize).min(most);
            pixel(middle - map.cell / 2.0)..pixel(middle + map.cell / 2.0)
        };
        let (columns, rows) = (span(x, self.width), span(y, self.height));
        let all = columns.len() * rows.len();
        assert!(all > 0, "cell {cell:?} is not in the picture: {map:?}");
        let near = |pixel: [u8; 3]| pixel.iter().zip(color).all(|(have, want)| have.abs_diff(want) <= 24);
        let hits = rows.flat_map(|row| columns.clone().map(move |column| row * self.width + column));
        hits.filter(|&at| near(self.pixels[at])).count() as f64 / all as f64
    }
}

/// The program, with its output kept.
fn gridwalk(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gridwalk"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the program to its end, with no display to open a window on.
fn run_without_display(arguments: &[&str]) -> Output {
    let mut command = gridwalk(arguments);
    for variable in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "RUST_LOG", "RUST_BACKTRACE"] {
        command.env_remove(variable);
    }
    let mut child = command.spawn().unwrap();
    let end = Instant::now() + DEADLINE;
    while child.try_wait().unwrap().is_none() {
        if Instant::now() > end {
            child.kill().unwrap();
            panic!("gridwalk {arguments:?} does not end: {:?}", child.wait_with_output());
        }
        sleep(Duration::from_millis(20));
    }
    child.wait_with_output().unwrap()
}

/// What the program wrote to stderr, having refused with exit code 2.
fn refusal(arguments: &[&str]) -> String {
    let output = run_without_display(arguments);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "gridwalk {arguments:?} said: {said}");
    assert!(!said.contains("panicked"), "{said}");
    assert!(output.stdout.is_empty(), "{}", String::from_utf8_lossy(&output.stdout));
    said
}

#[test]
fn without_a_display_it_says_so_in_one_sentence() {
    let said = refusal(&[]);
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.contains("display"), "{said}");
}

#[test]
fn an_unknown_argument_is_refused() {
    let said = refusal(&["--no-such-option"]);
    assert!(said.contains("--no-such-option"), "{said}");
}

#[test]
fn a_missing_level_is_refused_before_a_window_opens() {
    let said = refusal(&["no_such_level.level.ron"]);
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.contains("no_such_level.level.ron"), "{said}");
}
