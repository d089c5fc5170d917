//! A map and a path on it as text. Colours only help; the signs alone say everything.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use gridwalk_level::{Looks, formats::visible};
use gridwalk_pathfinding::{Cell, Grid};

const MOST_ROWS: u32 = 60;

/// What is drawn on the map.
pub struct Marks<'a> {
    pub start: Cell,
    pub goal: Cell,
    /// All cells of the path; empty if there is none.
    pub path: &'a [Cell],
}

/// How many columns of text there are to fill: as `COLUMNS` says, else as wide as the terminal, or 80.
pub fn columns() -> u32 {
    let said = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let terminal = || console::Term::stdout().size_checked().map(|(_, columns)| columns.into());
    said.or_else(terminal).filter(|columns| (20..=1000).contains(columns)).unwrap_or(80)
}

/// How many cells of the map one sign stands for, across and down.
pub fn scale(grid: &Grid, columns: u32) -> (u32, u32) {
    let across = grid.width().div_ceil(columns);
    if across == 1 && grid.height() <= 2 * MOST_ROWS {
        return (1, 1);
    }
    (across, across.max(grid.height().div_ceil(MOST_ROWS)))
}

/// Draws the map, one sign for each block of so many cells.
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
        // One run of equal signs is written at once: colours are many bytes.
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
    /// What most cells of a block are: walls if half of them are blocked, else the first free terrain.
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
