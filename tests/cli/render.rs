//! Pictures and animations, as pixels and as the program writes them.

use std::fs::{self, File};
use std::io::BufReader;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::Arc;

use gridwalk::picture::{
    Picture, PictureTooLarge, agent, badge, draw_flow, draw_goal, draw_grid, draw_marks, draw_path,
    draw_start, fitting_cell, flag, logo, palette, ring,
};
use gridwalk_explain::{CellState, Timeline, Trace};
use gridwalk_level::{Looks, formats::parse_level};
use gridwalk_pathfinding::{
    Algorithm, Cell, Grid, Limits, NodePool, Outcome, PathQuery, Portal, SearchEvent, Side,
};

fn gridwalk(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gridwalk"));
    command
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// Returns the output of a run that ended with this exit code, on both channels.
fn said(arguments: &[&str], code: i32) -> String {
    let output = gridwalk(arguments);
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8(said).unwrap();
    assert_eq!(
        output.status.code(),
        Some(code),
        "gridwalk {arguments:?} said: {said}"
    );
    assert!(!said.contains("panicked"), "{said}");
    said
}

fn decode_png(path: &Path) -> (u32, u32, Vec<u8>) {
    let mut reader = png::Decoder::new(BufReader::new(File::open(path).unwrap()))
        .read_info()
        .unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    assert_eq!(info.color_type, png::ColorType::Rgb);
    (info.width, info.height, pixels)
}

fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3)
    })
}

const ROWS: [&str; 3] = [".....", ".###.", "....."];

/// A map whose terrains look as their names suggest.
fn drawn_map(grid: &Grid, cell: u32) -> Result<Picture, PictureTooLarge> {
    draw_grid(grid, &Looks::usual(grid.legend()), cell)
}

/// A search on a small map, drawn after so many of its events.
fn drawn(
    cell: u32,
    algorithm: Algorithm,
    share_of_events: usize,
    changed: &[Cell],
) -> (Picture, Timeline) {
    let grid = Grid::from_rows(&ROWS);
    let query = PathQuery::new(Cell::new(0, 0), Cell::new(4, 2), algorithm);
    let (outcome, trace) = Trace::record(
        &grid,
        &query,
        Limits::NONE,
        usize::MAX,
        &mut NodePool::default(),
    );
    assert!(matches!(outcome, Outcome::Solved(_)));
    let mut timeline = Timeline::new(Arc::new(trace));
    // Events that change no mark do not count.
    let is_quiet = |event| {
        matches!(
            event,
            SearchEvent::Ignored { .. } | SearchEvent::NextPass { .. }
        )
    };
    let marks: Vec<_> = timeline
        .trace()
        .events()
        .enumerate()
        .filter(|(_, event)| !is_quiet(*event))
        .collect();
    let next = marks.get(marks.len() * share_of_events / 100);
    timeline.seek(next.map_or(timeline.len(), |(number, _)| *number));
    let mut picture = drawn_map(&grid, cell).unwrap();
    draw_marks(&mut picture, cell, &timeline.marks(), changed);
    (picture, timeline)
}

/// A cell of the picture, in greys from 0 to 255.
fn greys(picture: &Picture, side: u32, cell: Cell) -> Vec<i32> {
    let (left, top) = (cell.x.cast_unsigned() * side, cell.y.cast_unsigned() * side);
    let places =
        (0..side * side).map(|at| picture.pixel(left + at % side, top + at / side).unwrap());
    places
        .map(|[r, g, b, _]| (i32::from(r) * 299 + i32::from(g) * 587 + i32::from(b) * 114) / 1000)
        .collect()
}

#[test]
fn pixels_are_the_same_on_every_machine() {
    let (mut small, _) = drawn(4, Algorithm::Dijkstra, 50, &[]);
    draw_path(&mut small, 4, &[Cell::new(0, 0), Cell::new(4, 2)], &[]);
    let (mut large, _) = drawn(24, Algorithm::Bidirectional, 100, &[Cell::new(3, 0)]);
    draw_path(
        &mut large,
        24,
        &[Cell::new(0, 0), Cell::new(0, 2), Cell::new(4, 2)],
        &[],
    );
    draw_start(&mut large, 24, Cell::new(0, 0));
    draw_goal(&mut large, 24, Cell::new(4, 2));
    assert_eq!((small.width, small.height), (20, 12));
    assert_eq!((large.width, large.height), (120, 72));
    let hashes = [&small, &large].map(|picture| format!("{:016x}", fnv(&picture.pixels)));
    assert_eq!(
        hashes,
        ["b1d80fafb7577404", "ba64aee2aa6319ca"],
        "the looks changed: review the pictures, then these numbers"
    );
    // A handful of places by name.
    let color = |x, y| large.pixel(x, y).unwrap();
    assert_eq!(color(36, 36), [0x3B, 0x42, 0x50, 0xFF], "a wall");
    assert_eq!(color(12, 12), [0x00, 0x9E, 0x73, 0xFF], "the start");
    assert_eq!(color(12, 48), [0x0B, 0x5F, 0xA5, 0xFF], "the path");
    assert_eq!(
        color(74, 12),
        [0xCC, 0x79, 0xA7, 0xFF],
        "what changed has a purple frame"
    );
}

#[test]
fn lines_between_cells_are_faint_and_gone_where_cells_are_small() {
    let floor = [0xEF, 0xEB, 0xE1, 0xFF];
    let grid = Grid::from_rows(&["..", ".."]);
    for (cell, seen) in [(1, false), (7, false), (8, true), (20, true)] {
        let picture = drawn_map(&grid, cell).unwrap();
        let line = picture.pixel(cell, 0).unwrap();
        assert_eq!(line != floor, seen, "{cell} pixels a cell");
        assert!(floor[0] - line[0] <= 20, "at most 8 % ink, not {line:?}");
        assert_eq!(picture.pixel(0, 0), Some(floor));
    }
}

#[test]
fn marks_are_distinguished_without_colour() {
    for cell in [1, 4, 7, 12, 24, 48] {
        let (mut picture, timeline) = drawn(cell, Algorithm::Dijkstra, 60, &[]);
        let marks = timeline.marks();
        let states: Vec<_> = marks.states(Side::Forward).collect();
        let (current, _) = marks.current().unwrap();
        let find = |wanted: &str| {
            let is = |state| format!("{state:?}") == wanted;
            let at = (0..15)
                .zip(&states)
                .find(|(at, state)| is(**state) && Cell::new(at % 5, at / 5) != current);
            let (at, _) = at.expect("every state is there");
            Cell::new(at % 5, at / 5)
        };
        let (open, closed, unseen) = (find("Open"), find("Closed"), find("Unseen"));
        let mut looks = [open, closed, current, unseen]
            .map(|at| greys(&picture, cell, at))
            .to_vec();
        draw_path(
            &mut picture,
            cell,
            &[unseen, Cell::new(unseen.x, unseen.y - 1)],
            &[],
        );
        looks.push(greys(&picture, cell, unseen));
        for (a, first) in looks.iter().enumerate() {
            for (b, second) in looks.iter().enumerate().skip(a + 1) {
                let strongest = first
                    .iter()
                    .zip(second)
                    .map(|(a, b)| (a - b).abs())
                    .max()
                    .unwrap();
                assert!(
                    strongest >= 20,
                    "looks {a} and {b} differ by {strongest} with {cell} pixels a cell"
                );
            }
        }
    }
}

#[test]
fn a_jump_through_a_portal_is_a_dashed_line() {
    let grid = Grid::from_rows(&["........."])
        .with_portals(&[Portal::between((1, 0).into(), (7, 0).into())])
        .unwrap();
    let mut picture = drawn_map(&grid, 16).unwrap();
    let way = [0, 1, 7, 8].map(|x| Cell::new(x, 0));
    let plain = picture.clone();
    draw_path(&mut picture, 16, &way, grid.portals());
    let between: Vec<_> = (2 * 16 + 4..6 * 16 + 12).collect();
    let blank = between
        .iter()
        .filter(|x| picture.pixel(**x, 8) == plain.pixel(**x, 8))
        .count();
    assert!(
        (between.len() / 4..between.len() * 3 / 4).contains(&blank),
        "{blank} of {}",
        between.len()
    );
    for x in [16, 7 * 16 + 14] {
        assert_eq!(
            picture.pixel(x, 8).unwrap()[..3],
            [0x0B, 0x5F, 0xA5],
            "column {x}"
        );
    }
}

#[test]
fn the_size_of_a_picture_has_a_limit() {
    let grid = Grid::from_rows(&[&".".repeat(300)]);
    let square = Grid::from_rows(&vec![".".repeat(300).as_str(); 300]);
    assert_eq!(fitting_cell(&square, 1280, 8192), 4);
    assert_eq!(fitting_cell(&Grid::from_rows(&["..."]), 1280, 8192), 48);
    assert_eq!(drawn_map(&grid, 27).map(|picture| picture.width), Ok(8100));
    let refused = drawn_map(&grid, 28).unwrap_err();
    assert_eq!((refused.width, refused.cell), (8400, 27));
}

/// It was one pixel high.
#[test]
fn a_map_of_one_row_can_be_looked_at() {
    let row = Grid::from_rows(&[&".".repeat(1000)]);
    assert_eq!(fitting_cell(&row, 1280, 8192), 8);
    assert_eq!(fitting_cell(&row, 800, 2048), 2, "an animation is shorter");
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(
        path("row.map"),
        format!(
            "type octile\nheight 1\nwidth 1000\nmap\n{}\n",
            ".".repeat(1000)
        ),
    )
    .unwrap();
    for (name, size) in [
        ("row.png", "8000 × 16 pixels"),
        ("row.gif", "2000 × 16 pixels"),
    ] {
        let arguments = [
            "render",
            &path("row.map"),
            "-o",
            &path(name),
            "--start",
            "0,0",
            "--goal",
            "9,0",
            "--search",
        ];
        assert!(said(&arguments, 0).contains(size), "{name}");
    }
}

/// On a large map the few cells of jump point search were single pixels.
#[test]
fn cells_of_jump_point_search_are_visible_on_a_large_map() {
    let rows: Vec<String> = (0..300)
        .map(|y| {
            if y % 20 == 10 {
                "..#..".repeat(60)
            } else {
                ".....".repeat(60)
            }
        })
        .collect();
    let grid = Grid::from_rows(&rows.iter().map(String::as_str).collect::<Vec<_>>());
    let colored = |algorithm: Algorithm| {
        let query = PathQuery::new(Cell::new(0, 0), Cell::new(250, 299), algorithm);
        let (_, trace) = Trace::record(
            &grid,
            &query,
            Limits::NONE,
            usize::MAX,
            &mut NodePool::default(),
        );
        let timeline = Timeline::new(Arc::new(trace));
        let marks = timeline.marks_at(timeline.len());
        let mut picture = drawn_map(&grid, 1).unwrap();
        let plain = picture.clone();
        draw_marks(&mut picture, 1, &marks, &[]);
        let pixels = picture
            .pixels
            .chunks(4)
            .zip(plain.pixels.chunks(4))
            .filter(|(a, b)| a != b)
            .count();
        let marked = marks
            .states(Side::Forward)
            .filter(|state| *state != CellState::Unseen)
            .count();
        (pixels, marked)
    };
    let (pixels, marked) = colored(Algorithm::JumpPoint);
    assert!(
        pixels > 8 * marked,
        "{marked} cells have only {pixels} pixels"
    );
    let (pixels, marked) = colored(Algorithm::AStar);
    assert_eq!(pixels, marked, "where cells lie close each has its own");
}

#[test]
fn a_flow_field_shows_where_each_cell_leads() {
    let grid = Grid::from_rows(&["....."]);
    let options = Algorithm::FlowField.into();
    let query = PathQuery::new(Cell::new(0, 0), Cell::new(4, 0), &options);
    let (_, trace) = Trace::record(
        &grid,
        &query,
        Limits::NONE,
        usize::MAX,
        &mut NodePool::default(),
    );
    let timeline = Timeline::new(Arc::new(trace));
    let mut picture = drawn_map(&grid, 24).unwrap();
    let plain = picture.clone();
    draw_flow(&mut picture, 24, &timeline.marks_at(timeline.len()));
    let inked = |x: u32| {
        (0..24)
            .filter(|y| picture.pixel(x, *y) != plain.pixel(x, *y))
            .count()
    };
    assert!(
        inked(24 + 16) > inked(24 + 10),
        "the head of the arrow lies towards the goal"
    );
    assert_eq!(inked(4 * 24 + 12), 0, "the goal leads nowhere");
}

#[test]
fn every_level_that_comes_along_is_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let levels = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/levels");
    let mut count = 0;
    for entry in fs::read_dir(levels).unwrap() {
        let level = entry.unwrap().path();
        let (level, out) = (level.to_str().unwrap(), folder.path().join("out.png"));
        let shown = out.to_str().unwrap();
        let arguments = ["render", level, "-o", shown, "--force"];
        assert!(said(&arguments, 0).contains("pixels"), "{level}");
        let (width, height, map) = decode_png(&out);
        assert!(
            (100..=1280).contains(&width.max(height)),
            "{level}: {width} × {height}"
        );
        count += 1;
        // Where no agent has a goal there is nothing to search.
        let known = parse_level(&fs::read(level).unwrap(), level).unwrap();
        if known
            .agents
            .first()
            .is_none_or(|agent| agent.goals.is_empty())
        {
            continue;
        }
        let output = gridwalk(&[&arguments[..], &["--search"]].concat());
        assert!(
            matches!(output.status.code(), Some(0 | 1)),
            "{level}: {output:?}"
        );
        let (searched_width, _, search) = decode_png(&out);
        assert_eq!(searched_width, width);
        assert_ne!(map, search, "{level}");
    }
    assert!(count > 15, "only {count} levels");
}

#[test]
fn a_search_is_drawn_at_any_step() {
    let folder = tempfile::tempdir().unwrap();
    let draw = |name: &str, more: &[&str]| {
        let out = folder.path().join(name);
        let arguments = [
            "render",
            "assets/levels/right_angle.level.ron",
            "--cell",
            "16",
            "-o",
            out.to_str().unwrap(),
        ];
        let said = said(&[&arguments[..], more].concat(), 0);
        (said, decode_png(&out).2)
    };
    let (_, begin) = draw("0.png", &["--step", "0"]);
    let (told, middle) = draw("34.png", &["--step", "34"]);
    assert!(told.contains("208 × 208 pixels, 34 expansions"), "{told}");
    let (told, end) = draw("end.png", &["--search"]);
    assert!(told.contains("92 expansions"), "{told}");
    let (told, beyond) = draw("500.png", &["--step", "500"]);
    assert!(
        told.contains("the search ended after 92 expansions, there is no step 500"),
        "{told}"
    );
    assert!(begin != middle && middle != end && end == beyond);
    let (_, other) = draw(
        "other.png",
        &["--search", "--algorithm", "greedy", "--start", "1,1"],
    );
    assert_ne!(other, end);
}

#[test]
fn two_runs_draw_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    for (name, more) in [
        ("map.png", &[][..]),
        ("search.png", &["--search"]),
        ("film.gif", &["--seconds", "2"]),
    ] {
        let draw = |run: &str| {
            let out = folder.path().join(format!("{run} {name}"));
            let arguments = [
                "render",
                "@river_crossing",
                "--cell",
                "8",
                "-o",
                out.to_str().unwrap(),
            ];
            said(&[&arguments[..], more].concat(), 0);
            fs::read(out).unwrap()
        };
        assert!(draw("first") == draw("second"), "{name} differs");
    }
}

/// Checks the end of an animation of a square: its last picture, the number of frames, and the time
/// for which all of them and the last one are shown.
fn played(path: &Path, side: usize) -> (Vec<u8>, usize, u32, u16) {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(File::open(path).unwrap()).unwrap();
    assert_eq!(
        [decoder.width(), decoder.height()].map(usize::from),
        [side; 2]
    );
    let mut canvas = vec![0; side * side * 3];
    let (mut frames, mut time, mut last) = (0, 0, 0);
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        let [left, top, width] = [frame.left, frame.top, frame.width].map(usize::from);
        for (at, pixel) in frame
            .buffer
            .chunks_exact(4)
            .enumerate()
            .filter(|(_, pixel)| pixel[3] > 0)
        {
            let place = (top + at / width) * side + left + at % width;
            canvas[place * 3..place * 3 + 3].copy_from_slice(&pixel[..3]);
        }
        (frames, time, last) = (frames + 1, time + u32::from(frame.delay), frame.delay);
    }
    (canvas, frames, time, last)
}

#[test]
fn an_animation_can_be_decoded_and_ends_like_the_picture() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let level = "assets/levels/right_angle.level.ron";
    let told = said(
        &[
            "render",
            level,
            "-o",
            &path("a.gif"),
            "--cell",
            "16",
            "--seconds",
            "5",
        ],
        0,
    );
    assert!(told.contains("93 frames, 92 expansions"), "{told}");
    said(
        &[
            "render",
            level,
            "-o",
            &path("a.png"),
            "--cell",
            "16",
            "--search",
        ],
        0,
    );

    let (canvas, frames, time, last) = played(Path::new(&path("a.gif")), 208);
    assert_eq!((frames, time), (93, 500));
    assert!(last >= 100, "the last frame stays for {last} hundredths");
    let (_, _, end) = decode_png(Path::new(&path("a.png")));
    let farthest = canvas
        .iter()
        .zip(&end)
        .map(|(a, b)| a.abs_diff(*b))
        .max()
        .unwrap();
    assert!(farthest <= 24, "a colour is off by {farthest}");

    // Where there are few colours, all of them stay as they are.
    said(
        &[
            "render",
            level,
            "-o",
            &path("small.gif"),
            "--cell",
            "1",
            "--seconds",
            "5",
        ],
        0,
    );
    said(
        &[
            "render",
            level,
            "-o",
            &path("small.png"),
            "--cell",
            "1",
            "--search",
        ],
        0,
    );
    let small = decode_png(Path::new(&path("small.png"))).2;
    assert!(played(Path::new(&path("small.gif")), 16).0 == small);
}

#[test]
fn an_animation_takes_as_long_as_was_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let map = path("open.map");
    let rows = vec![".".repeat(100); 70].join("\n");
    fs::write(
        &map,
        format!("type octile\nheight 70\nwidth 100\nmap\n{rows}\n"),
    )
    .unwrap();
    let ends = [
        "--start",
        "0,0",
        "--goal",
        "99,69",
        "--algorithm",
        "dijkstra",
        "--cell",
        "1",
        "--force",
    ];
    for (last, seconds, frames) in [
        ("0", 3.0, 1),
        ("1", 0.5, 2),
        ("92", 8.0, 93),
        ("5000", 8.0, 300),
        ("5000", 1.0, 38),
    ] {
        let (out, time) = (path("a.gif"), seconds.to_string());
        said(
            &[
                &[
                    "render",
                    &map,
                    "-o",
                    &out,
                    "--step",
                    last,
                    "--seconds",
                    &time,
                ],
                &ends[..],
            ]
            .concat(),
            0,
        );
        let mut decoder = gif::DecodeOptions::new()
            .read_info(File::open(&out).unwrap())
            .unwrap();
        let mut delays = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            delays.push(frame.delay);
        }
        assert_eq!(delays.len(), frames, "{last} steps in {seconds} s");
        let all = f64::from(delays.iter().sum::<u16>()) / 100.0;
        assert!((all - seconds).abs() < 1e-9, "{delays:?}");
        assert!(delays.iter().all(|&delay| delay >= 2), "{delays:?}");
    }
}

#[test]
fn no_path_is_drawn_as_well_and_seen_in_the_exit_code() {
    let folder = tempfile::tempdir().unwrap();
    let map = folder.path().join("closed.map");
    fs::write(&map, "type octile\nheight 1\nwidth 3\nmap\n.@.\n").unwrap();
    let (map, out) = (map.to_str().unwrap(), folder.path().join("out.png"));
    let arguments = [
        "render",
        map,
        "-o",
        out.to_str().unwrap(),
        "--force",
        "--start",
        "0,0",
        "--goal",
        "2,0",
    ];
    said(&[&arguments[..], &["--search"]].concat(), 1);
    assert_eq!(decode_png(&out).0, 144);
    let sentence = said(&arguments, 2);
    assert!(sentence.contains("say --search"), "{sentence}");
}

#[test]
fn what_cannot_be_drawn_is_refused_in_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (level, cave) = (
        "assets/levels/right_angle.level.ron",
        "assets/levels/cave_512.level.ron",
    );
    let (png, gif, bmp, nowhere) = (
        path("a.png"),
        path("a.gif"),
        path("a.bmp"),
        path("no/such/folder/a.png"),
    );
    let cases: [(&[&str], &str); 9] = [
        (&[level, "-o", &bmp], "ends in .png or .gif"),
        (&[level, "-o", &nowhere], "cannot be written"),
        (&["no.level.ron", "-o", &png], "cannot be read"),
        (
            &[cave, "-o", &png, "--cell", "17"],
            "with at most 16 pixels a cell it fits",
        ),
        (&[cave, "-o", &gif, "--cell", "5"], "with --cell 4 it fits"),
        (&[level, "-o", &png, "--cell", "0"], "--cell"),
        (
            &[level, "-o", &png, "--seconds", "3"],
            "--seconds is for animations",
        ),
        (&[level, "-o", &gif, "--seconds", "0.1"], "from 0.5 to 600"),
        (
            &[level, "-o", &png, "--search", "--start", "99,0"],
            "outside",
        ),
    ];
    for (arguments, expected) in cases {
        let sentence = said(&[&["render"], arguments].concat(), 2);
        assert!(
            sentence.contains(expected),
            "{arguments:?} said: {sentence}"
        );
    }
    assert_eq!(
        fs::read_dir(folder.path()).unwrap().count(),
        0,
        "nothing was written"
    );
}

#[test]
fn an_agent_looks_to_the_right_and_its_corners_are_clear() {
    let picture = agent(64, palette::AGENT);
    assert_eq!(picture.pixels.len(), 64 * 64 * 4);
    assert_eq!(
        picture.pixel(0, 0).unwrap()[3],
        0,
        "the corner is transparent"
    );
    assert_eq!(
        picture.pixel(40, 32).unwrap()[..3],
        palette::CASING,
        "the arrow points right"
    );
    assert_eq!(
        picture.pixel(20, 32).unwrap()[..3],
        palette::AGENT,
        "the back is plain"
    );
    assert_eq!(picture.pixel(64, 0), None);
}

#[test]
fn every_drawing_has_something_on_it() {
    for picture in [
        flag(32, palette::GOAL),
        ring(32, palette::ACCENT),
        badge(32, palette::GOAL),
        logo(32),
    ] {
        let painted = picture
            .pixels
            .chunks(4)
            .filter(|pixel| pixel[3] > 200)
            .count();
        assert!(painted > 60, "only {painted} pixels are painted");
    }
}

#[test]
fn text_can_be_read_on_every_ground() {
    for text in [
        palette::TEXT,
        palette::MUTED,
        palette::ACCENT,
        palette::OK,
        palette::WARN,
        palette::BAD,
    ] {
        for ground in [palette::BACKGROUND, palette::PANEL] {
            let contrast = palette::contrast(text, ground);
            assert!(contrast >= 4.5, "{text:?} on {ground:?}: {contrast:.2}");
        }
    }
    for text in [palette::TEXT, palette::MUTED] {
        let contrast = palette::contrast(text, palette::RAISED);
        assert!(contrast >= 4.5, "{text:?} on a button: {contrast:.2}");
    }
}
