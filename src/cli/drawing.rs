//! A map and a path on it as text. Colours are optional; the characters alone show everything.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use gridwalk_level::{Looks, formats::visible};
use gridwalk_pathfinding::{Cell, Grid};

const MOST_ROWS: u32 = 60;

/// The path and its ends, to be drawn on the map.
pub struct Marks<'a> {
    pub start: Cell,
    pub goal: Cell,
    /// All cells of the path; empty if there is none.
    pub path: &'a [Cell],
}

/// Returns the width of the output in columns: from `COLUMNS`, else of the terminal, else 80.
pub fn columns() -> u32 {
    let said = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let terminal = || console::Term::stdout().size_checked().map(|(_, columns)| columns.into());
    said.or_else(terminal).filter(|columns| (20..=1000).contains(columns)).unwrap_or(80)
}

/// Returns the number of map cells per character, across and down.
pub fn scale(grid: &Grid, columns: u32) -> (u32, u32) {
    let across = grid.width().div_ceil(columns);
    if across == 1 && grid.height() <= 2 * MOST_ROWS {
        return (1, 1);
    }
    (across, across.max(grid.height().div_ceil(MOST_ROWS)))
}

/// Draws the map, one character for each block of cells.
pub fn draw(
    out: &mut impl Write,
    (grid, looks): (&Grid, &Looks),
    marks: &Marks,
    (across, down): (u32, u32),
) -> io::Result<()> {
    let (columns, rows) = (grid.width().div_ceil(across), grid.height().div_ceil(down));
    let place = |cell: Cell| (cell.y.cast_unsigned() / down * columns + cell.x.cast_unsigned() / across) as usize;
    let mut signs: Vec<Sign> = Vec::with_capacity((columns * rows) as usize);
    for row in 0..rows {
        let sign = |column| Sign::of_block((grid, looks), (column * across, row * down), (across, down));
        signs.extend((0..columns).map(sign));
    }
    for &cell in marks.path {
        signs[place(cell)] = Sign::Path;
    }
    for (cell, sign) in [(marks.goal, Sign::Goal), (marks.start, Sign::Start)] {
        if grid.contains(cell) {
            signs[place(cell)] = sign;
        }
    }
    for row in signs.chunks(columns as usize) {
        // A run of equally styled characters is written at once, because colour codes are many bytes.
        for run in row.chunk_by(|a, b| a.style() == b.style()) {
            let style = run[0].style();
            let text: String = run.iter().map(|sign| sign.glyph()).collect();
            write!(out, "{style}{}{style:#}", visible(&text))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    Start,
    Goal,
    Path,
    Wall(char),
    Free(char),
}

impl Sign {
    /// Returns a wall if half the cells of a block are blocked, else its first free terrain.
    fn of_block((grid, looks): (&Grid, &Looks), (x, y): (u32, u32), (width, height): (u32, u32)) -> Self {
        let (right, bottom) = ((x + width).min(grid.width()), (y + height).min(grid.height()));
        let cells = (y..bottom).flat_map(|y| (x..right).map(move |x| Cell::new(x.cast_signed(), y.cast_signed())));
        let (mut blocked, mut free, mut glyphs) = (0, 0, (None, None));
        for cell in cells {
            let terrain = grid.terrain_id(cell).expect("the block was cut off at the border");
            let glyph = looks.of(terrain).glyph;
            if grid.is_walkable(cell) {
                free += 1;
                glyphs.1.get_or_insert(glyph);
            } else {
                blocked += 1;
                glyphs.0.get_or_insert(glyph);
            }
        }
        match glyphs {
            (Some(glyph), _) if blocked >= free => Self::Wall(glyph),
            (_, Some(glyph)) => Self::Free(glyph),
            _ => unreachable!("no block is empty"),
        }
    }

    const fn glyph(self) -> char {
        match self {
            Self::Start => '●',
            Self::Goal => '◆',
            Self::Path => '•',
            Self::Wall(glyph) | Self::Free(glyph) => glyph,
        }
    }

    const fn style(self) -> Style {
        match self {
            Self::Start => AnsiColor::Green.on_default().bold(),
            Self::Goal => AnsiColor::Red.on_default().bold(),
            Self::Path => AnsiColor::Blue.on_default().bold(),
            Self::Wall(_) => Style::new(),
            Self::Free(_) => Style::new().dimmed(),
        }
    }
}
