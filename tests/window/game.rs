//! The running program: what it says, and hands on its mouse.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{sleep, spawn};
use std::time::{Duration, Instant};

use super::picture::Picture;
use super::{DEADLINE, gridwalk};

/// The place of the map in the window, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MapPlace {
    /// The middle of cell (0, 0).
    x: f64,
    y: f64,
    /// The side of a cell.
    pub cell: f64,
}

impl MapPlace {
    /// Reads "map: cell (0, 0) at 310.5,42; 48 px a cell".
    pub fn read(line: &str) -> Option<Self> {
        let (_, rest) = line.split_once("map: cell (0, 0) at ")?;
        let (place, rest) = rest.split_once(';')?;
        let (x, y) = place.split_once(',')?;
        let cell = rest.trim().split(' ').next()?;
        let number = |text: &str| text.trim().parse().ok();
        Some(Self {
            x: number(x)?,
            y: number(y)?,
            cell: number(cell)?,
        })
    }

    /// Returns the number of pixels in a row that lie in a cell, wherever it begins.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "cells are small"
    )]
    pub fn whole_pixels(self) -> usize {
        self.cell as usize
    }

    #[expect(clippy::cast_precision_loss, reason = "the map is small")]
    pub fn middle(self, (column, row): (usize, usize)) -> (f64, f64) {
        (
            self.x + column as f64 * self.cell,
            self.y + row as f64 * self.cell,
        )
    }
}

/// The running program and what it has said.
pub struct Game {
    child: Child,
    said: Receiver<String>,
    /// All lines, for a failure's message.
    pub lines: Vec<String>,
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
    pub fn start(level: &Path) -> Self {
        Self::start_with(&[level])
    }

    pub fn start_with(arguments: &[&Path]) -> Self {
        let arguments: Vec<_> = arguments
            .iter()
            .map(|argument| argument.to_str().unwrap())
            .collect();
        let mut child = gridwalk(&arguments)
            .env("RUST_LOG", "gridwalk=debug")
            .env("NO_COLOR", "1")
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("WAYLAND_SOCKET")
            .spawn()
            .unwrap();
        let (say, said) = channel();
        forward(child.stdout.take().unwrap(), say.clone());
        forward(child.stderr.take().unwrap(), say);
        Self {
            child,
            said,
            lines: Vec::new(),
            map: None,
        }
    }

    /// The next line; `None` if none comes in time.
    pub fn next_line(&mut self, patience: Duration) -> Option<String> {
        match self.said.recv_timeout(patience) {
            Ok(line) => {
                self.map = MapPlace::read(&line).or(self.map);
                self.lines.push(line.clone());
                Some(line)
            }
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => {
                panic!("the program has ended:\n{}", self.lines.join("\n"))
            }
        }
    }

    /// Takes note of everything said until now, so that later waits are for something new.
    pub fn read_so_far(&mut self) {
        while self.next_line(Duration::ZERO).is_some() {}
    }

    /// Waits unless it has been said already.
    pub fn wait_until_said(&mut self, what: &str) {
        if !self.lines.iter().any(|line| line.contains(what)) {
            self.wait_for(what);
        }
    }

    pub fn wait_for(&mut self, what: &str) -> String {
        self.wait_for_all(&[what])
    }

    /// The next line that holds all of these.
    pub fn wait_for_all(&mut self, parts: &[&str]) -> String {
        let end = Instant::now() + DEADLINE;
        loop {
            match self.next_line(end.saturating_duration_since(Instant::now())) {
                Some(line) if parts.iter().all(|part| line.contains(part)) => return line,
                Some(_) => {}
                None => panic!(
                    "no line with {parts:?} within {DEADLINE:?}:\n{}",
                    self.lines.join("\n")
                ),
            }
        }
    }

    /// Waits until the window draws no more than it must: four frames a second look for news.
    pub fn wait_until_idle(&mut self) {
        let end = Instant::now() + DEADLINE;
        loop {
            let line = self.wait_for(" frames a second");
            let words: Vec<_> = line.split_whitespace().collect();
            let frames: f64 = words[words.len() - 4].parse().unwrap();
            if frames < 6.0 {
                return;
            }
            assert!(
                Instant::now() < end,
                "nothing moves, and still there are {frames} frames a second"
            );
        }
    }

    /// Returns the place of the map, once it has stayed there for a while.
    pub fn settled_map(&mut self) -> MapPlace {
        let end = Instant::now() + DEADLINE;
        let mut quiet_since = Instant::now();
        while self.map.is_none() || quiet_since.elapsed() < Duration::from_secs(2) {
            assert!(
                Instant::now() < end,
                "the map does not come to rest:\n{}",
                self.lines.join("\n")
            );
            let before = self.map;
            self.next_line(Duration::from_millis(200));
            if self.map != before {
                quiet_since = Instant::now();
            }
        }
        self.map.unwrap()
    }

    /// Takes pictures until one is as described.
    pub fn picture_where(
        &mut self,
        what: &str,
        folder: &Path,
        holds: impl Fn(&Picture) -> bool,
    ) -> Picture {
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
                panic!(
                    "not seen: {what}; the picture is {}\n{}",
                    kept.display(),
                    self.lines.join("\n")
                );
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
            if say
                .send(String::from_utf8_lossy(&line).into_owned())
                .is_err()
            {
                break;
            }
        }
    });
}

pub fn xdotool(arguments: &[&str]) {
    let done = Command::new("xdotool").args(arguments).output().unwrap();
    assert!(
        done.status.success(),
        "xdotool {arguments:?}: {}",
        String::from_utf8_lossy(&done.stderr)
    );
}

/// Gives the window the keyboard, which nobody does without a window manager, and waits until it
/// has it.
pub fn focus() {
    xdotool(&[
        "search",
        "--sync",
        "--onlyvisible",
        "--name",
        "^gridwalk$",
        "windowfocus",
        "--sync",
    ]);
}

/// A click of the left button at a place of the window.
pub fn click((x, y): (f64, f64)) {
    let whole = |pixels: f64| format!("{pixels:.0}");
    xdotool(&["mousemove", &whole(x), &whole(y)]);
    // The pointer is seen there first, as with a hand.
    sleep(Duration::from_millis(300));
    xdotool(&["mousedown", "1"]);
    sleep(Duration::from_millis(100));
    xdotool(&["mouseup", "1"]);
}

/// A drag with the left button, by way of the middle.
pub fn drag(from: (f64, f64), to: (f64, f64)) {
    let go = |(x, y): (f64, f64)| xdotool(&["mousemove", &format!("{x:.0}"), &format!("{y:.0}")]);
    go(from);
    sleep(Duration::from_millis(300));
    xdotool(&["mousedown", "1"]);
    for part in [0.25, 0.5, 0.75, 1.0] {
        sleep(Duration::from_millis(120));
        go((
            from.0 + (to.0 - from.0) * part,
            from.1 + (to.1 - from.1) * part,
        ));
    }
    sleep(Duration::from_millis(200));
    xdotool(&["mouseup", "1"]);
    // Whatever comes next must not meet the end of the drag in one frame.
    sleep(Duration::from_secs(1));
}
