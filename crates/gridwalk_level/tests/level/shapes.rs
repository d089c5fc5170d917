//! Shapes of strokes, compared with slow, plainly correct references; pieces, copied and turned.

use std::collections::BTreeSet;

use gridwalk_level::formats::parse_ron;
use gridwalk_level::shapes::{Brush, Piece, Shape, erase, line, relocate, spans};
use gridwalk_level::{Document, EntryId, Label, Level, LevelEdit, Stroke, Turn};
use gridwalk_pathfinding::{Cell, Grid, Rect, TerrainId};
use gridwalk_testing::Rng;
use gridwalk_testing::levels::random_level;

fn keys(cells: &[Cell]) -> Vec<(i32, i32)> {
    cells.iter().map(|cell| (cell.y, cell.x)).collect()
}

/// Returns a random map of two terrains.
fn map(rng: &mut Rng) -> Grid {
    let rows: Vec<String> = (0..=rng.below(13))
        .scan(1 + rng.below(14_usize), |width, _: i32| Some(*width))
        .map(|width| {
            (0..width)
                .map(|_| if rng.one_in(3) { '#' } else { '.' })
                .collect()
        })
        .collect();
    Grid::from_rows(&rows.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Finds the cells of a stroke by testing every cell nearby against the definition.
fn slow(brush: Brush, grid: &Grid, stroke: &[Cell]) -> BTreeSet<(i32, i32)> {
    let (first, last) = (stroke[0], stroke[stroke.len() - 1]);
    let (left, right) = (first.x.min(last.x), first.x.max(last.x));
    let (top, bottom) = (first.y.min(last.y), first.y.max(last.y));
    let inside = |x: i32, y: i32| {
        if !(left..=right).contains(&x) || !(top..=bottom).contains(&y) {
            return false;
        }
        let (w, h) = (f64::from(right - left + 1), f64::from(bottom - top + 1));
        let (dx, dy) = (
            f64::from(2 * x - left - right),
            f64::from(2 * y - top - bottom),
        );
        let is_middle = (2 * x - left - right).abs() < 2;
        is_middle || (dx * h).powi(2) + (dy * w).powi(2) <= (w * h).powi(2)
    };
    let side = |x, y| x == left || x == right || y == top || y == bottom;
    let mut thin: BTreeSet<(i32, i32)> = BTreeSet::new();
    match brush.shape {
        Shape::Free => {
            thin.insert((first.y, first.x));
            thin.extend(
                stroke
                    .windows(2)
                    .flat_map(|leg| line(leg[0], leg[1]))
                    .map(|cell| (cell.y, cell.x)),
            );
        }
        Shape::Line => thin.extend(line(first, last).map(|cell| (cell.y, cell.x))),
        Shape::Rectangle | Shape::Ellipse => {
            let is_rectangle = brush.shape == Shape::Rectangle;
            for y in top..=bottom {
                for x in left..=right {
                    let is_in = is_rectangle || inside(x, y);
                    let is_edge = if is_rectangle {
                        side(x, y)
                    } else {
                        [(0, 1), (1, 0), (0, -1), (-1, 0)]
                            .iter()
                            .any(|(dx, dy)| !inside(x + dx, y + dy))
                    };
                    if is_in && (is_edge || !brush.is_outline) {
                        thin.insert((y, x));
                    }
                }
            }
        }
        Shape::Fill => {
            let Some(terrain) = grid.terrain_id(first) else {
                return BTreeSet::new();
            };
            thin.insert((first.y, first.x));
            loop {
                let more: Vec<_> = grid
                    .size()
                    .rect()
                    .cells()
                    .filter(|cell| {
                        grid.terrain_id(*cell) == Some(terrain) && !thin.contains(&(cell.y, cell.x))
                    })
                    .filter(|cell| {
                        [(0, 1), (1, 0), (0, -1), (-1, 0)]
                            .iter()
                            .any(|(x, y)| thin.contains(&(cell.y + y, cell.x + x)))
                    })
                    .collect();
                if more.is_empty() {
                    break;
                }
                thin.extend(more.into_iter().map(|cell| (cell.y, cell.x)));
            }
        }
    }
    let is_wide = !matches!(brush.shape, Shape::Fill)
        && (brush.is_outline || !matches!(brush.shape, Shape::Rectangle | Shape::Ellipse));
    let size = if is_wide { i32::from(brush.size) } else { 1 };
    let before = (size - 1) / 2;
    let wide = thin.iter().flat_map(|(y, x)| {
        (0..size).flat_map(move |dy| (0..size).map(move |dx| (y - before + dy, x - before + dx)))
    });
    wide.filter(|(y, x)| grid.contains(Cell::new(*x, *y)))
        .collect()
}

#[test]
fn every_shape_is_what_a_slow_reference_says() {
    let rng = &mut Rng(7);
    for round in 0..4000 {
        let grid = map(rng);
        let mut hand = |_| Cell::new(rng.below(24) - 5, rng.below(24) - 5);
        let stroke: Vec<Cell> = (0..=round % 4).map(&mut hand).collect();
        let brush = Brush {
            shape: rng.pick(&Shape::ALL),
            size: 1 + rng.below(4_u8),
            is_outline: rng.one_in(2),
        };
        let drawn = keys(&brush.cells(&grid, &stroke));
        let wanted: Vec<_> = slow(brush, &grid, &stroke).into_iter().collect();
        assert_eq!(
            drawn,
            wanted,
            "{brush:?} over {stroke:?} on {} × {}",
            grid.width(),
            grid.height()
        );
        let counted: u32 = spans(&brush.cells(&grid, &stroke))
            .iter()
            .map(|span| span.length)
            .sum();
        assert_eq!(counted as usize, wanted.len());
    }
}

#[test]
fn a_line_has_no_gaps_and_the_cells_nearest_to_it() {
    let rng = &mut Rng(3);
    for _ in 0..2000 {
        let mut cell = || Cell::new(rng.below(41) - 20, rng.below(41) - 20);
        let (from, to) = (cell(), cell());
        let cells: Vec<Cell> = line(from, to).collect();
        assert_eq!((cells[0], cells[cells.len() - 1]), (from, to));
        assert!(
            cells.windows(2).all(|pair| pair[0].is_neighbor_of(pair[1])),
            "{from} to {to}: {cells:?}"
        );
        let (dx, dy) = (f64::from(to.x - from.x), f64::from(to.y - from.y));
        let steps = dx.abs().max(dy.abs()).max(1.0);
        for (step, cell) in cells.iter().enumerate() {
            let part = f64::from(u32::try_from(step).unwrap()) / steps;
            let off = (f64::from(cell.x - from.x) - dx * part).abs()
                + (f64::from(cell.y - from.y) - dy * part).abs();
            assert!(
                off <= 0.5 + 1e-9,
                "{from} to {to}: {cell} is {off} beside it"
            );
        }
    }
}

fn level(map: &str) -> Level {
    let rows: Vec<String> = map.lines().map(|row| format!("{row:?}")).collect();
    parse_ron(&format!("(version: 1, map: [{}])", rows.join(", "))).unwrap()
}

fn rows(level: &Level) -> Vec<String> {
    let row = |y| {
        (0..level.grid.width().cast_signed())
            .map(|x| level.grid.look(Cell::new(x, y)).unwrap().glyph)
            .collect()
    };
    (0..level.grid.height().cast_signed()).map(row).collect()
}

#[test]
fn a_stroke_in_parts_is_one_entry_that_counts_its_cells() {
    let mut document = Document::open(level("......\n......"), None);
    let brush = Brush {
        shape: Shape::Free,
        size: 1,
        is_outline: false,
    };
    let wall = document.level().grid.terrain_by_glyph('#').unwrap();
    for leg in [[(0, 0), (3, 0)], [(3, 0), (3, 1)], [(3, 1), (1, 1)]] {
        let edit = brush.edit(&document.level().grid, &leg.map(Cell::from), wall);
        document
            .edit_in_stroke_as(
                Stroke(9),
                Label::Drawn(Shape::Free, 0, "wall".to_owned()),
                edit,
            )
            .unwrap();
    }
    assert_eq!(rows(document.level()), ["####..", ".###.."]);
    let history = document.history();
    assert_eq!(
        (history.len(), history[0].label),
        (1, &Label::Drawn(Shape::Free, 7, "wall".to_owned()))
    );
    document.undo().unwrap();
    assert_eq!(rows(document.level()), ["......", "......"]);
}

#[test]
fn a_piece_is_turned_and_put_in_elsewhere_with_its_terrain() {
    let mut from = level("#~.\n..,");
    let piece = Piece::copy(
        &from,
        Rect {
            at: Cell::new(-1, -1),
            width: 3,
            height: 4,
        },
    )
    .unwrap();
    assert_eq!(
        (piece.size().width, piece.size().height),
        (2, 2),
        "what lies outside is left out"
    );
    for turn in Turn::ALL {
        assert_eq!(piece.turned(turn).turned(turn.inverse()), piece, "{turn:?}");
    }
    let edit = piece
        .turned(Turn::FlipHorizontally)
        .put(&from, Cell::new(1, 0))
        .unwrap();
    edit.apply(&mut from).unwrap();
    assert_eq!(rows(&from), ["#~#", "..."]);
    // On another level, a missing terrain joins the legend.
    let text = r#"(version: 1, legend: { 'a': (name: "moss", cost: 7) }, map: ["a."])"#;
    let moss = Piece::of(&parse_ron(text).unwrap().grid);
    let edit = moss.put(&from, Cell::new(2, 1)).unwrap();
    edit.apply(&mut from).unwrap();
    assert_eq!(
        (rows(&from)[1].as_str(), from.grid.cost(Cell::new(2, 1))),
        ("..a", Some(7))
    );
}

#[test]
fn one_way_ground_in_a_turned_piece_leads_where_it_led() {
    for seed in 0..60 {
        let level = random_level(seed);
        let piece = Piece::of(&level.grid);
        let rng = &mut Rng(seed);
        let turn = rng.pick(&Turn::ALL);
        let Ok(edit) = piece.turned(turn).put(&level, Cell::new(0, 0)) else {
            continue;
        };
        let mut put = level.clone();
        edit.apply(&mut put).unwrap();
        let mut whole = level.clone();
        LevelEdit::turn(&level, turn)
            .unwrap()
            .apply(&mut whole)
            .unwrap();
        for cell in whole
            .grid
            .size()
            .rect()
            .cells()
            .filter(|cell| put.grid.contains(*cell))
        {
            let seen = |level: &Level| {
                level
                    .grid
                    .terrain(cell)
                    .map(|terrain| (terrain.cost, terrain.exits))
            };
            assert_eq!(seen(&put), seen(&whole), "seed {seed}, {turn:?}, {cell}");
        }
    }
}

#[test]
fn a_fill_of_the_terrain_that_lies_there_changes_nothing() {
    let mut document = Document::open(level("..#"), None);
    let floor = document.level().grid.terrain_id(Cell::new(0, 0)).unwrap();
    assert_ne!(floor, TerrainId(200));
    let brush = Brush {
        shape: Shape::Fill,
        size: 1,
        is_outline: false,
    };
    let edit = brush.edit(&document.level().grid, &[Cell::new(0, 0)], floor);
    document
        .edit_in_stroke_as(
            Stroke(1),
            Label::Drawn(Shape::Fill, 0, "floor".to_owned()),
            edit,
        )
        .unwrap();
    assert!(document.history().is_empty());
}

/// Earlier, agents, goals and portals stayed in place when the ground under them was moved.
#[test]
fn agents_and_portals_follow_their_part_of_the_map() {
    let text = r##"(version: 1, map: ["#.....", "......", "......", "......"],
        portals: [(from: (1, 0), to: (5, 3), cost: 4, two_way: false)],
        agents: [(name: "scout", at: (1, 1), goals: [(0, 1), (5, 0)], patrol: true), (name: "guard", at: (4, 3))])"##;
    let opened = parse_ron(text).unwrap();
    let floor = opened.grid.terrain_by_glyph('.').unwrap();
    let corner = Rect {
        at: Cell::new(0, 0),
        width: 2,
        height: 2,
    };
    let after = |edit: LevelEdit| {
        let mut level = opened.clone();
        edit.apply(&mut level).unwrap();
        level
    };
    let cells = |level: &Level| {
        let (portal, scout) = (level.grid.portal_list()[0], &level.agents[0]);
        let all = [portal.from, portal.to, scout.at]
            .into_iter()
            .chain(scout.goals.iter().copied());
        all.map(|cell| (cell.x, cell.y)).collect::<Vec<_>>()
    };
    let moved = after(
        relocate(&opened, corner, None, Cell::new(2, 1), floor)
            .unwrap()
            .unwrap(),
    );
    assert_eq!(rows(&moved), ["......", "..#...", "......", "......"]);
    assert_eq!(
        cells(&moved),
        [(3, 1), (5, 3), (3, 2), (2, 2), (5, 0)],
        "what is not on it stays"
    );
    let mirrored = relocate(
        &opened,
        corner,
        Some(Turn::FlipHorizontally),
        corner.at,
        floor,
    )
    .unwrap()
    .unwrap();
    assert_eq!(
        cells(&after(mirrored)),
        [(0, 0), (5, 3), (0, 1), (1, 1), (5, 0)]
    );
    // Whatever would leave the map stays.
    let cut = after(
        relocate(&opened, corner, None, Cell::new(-1, 0), floor)
            .unwrap()
            .unwrap(),
    );
    assert_eq!(cells(&cut), [(0, 0), (5, 3), (0, 1), (0, 1), (5, 0)]);

    let all = Piece::copy(&opened, opened.grid.size().rect()).unwrap();
    let doubled = after(all.put(&opened, Cell::new(0, 0)).unwrap());
    let names: Vec<_> = doubled
        .agents
        .iter()
        .map(|agent| (agent.name.as_str(), agent.goals.len()))
        .collect();
    assert_eq!(
        names,
        [("scout", 2), ("guard", 0), ("scout 2", 2), ("guard 2", 0)]
    );
    assert_eq!(
        doubled.grid.portal_list(),
        opened.grid.portal_list(),
        "it is there already"
    );
    let part = after(
        Piece::copy(&opened, corner)
            .unwrap()
            .put(&opened, Cell::new(3, 0))
            .unwrap(),
    );
    assert_eq!(
        (part.agents[2].at, part.agents[2].goals.as_slice()),
        (Cell::new(4, 1), &[Cell::new(3, 1)][..])
    );
    let empty = after(erase(&opened, opened.grid.size().rect(), floor));
    assert_eq!(
        (
            empty.agents.len(),
            empty.grid.portal_list().len(),
            rows(&empty)[0].as_str()
        ),
        (0, 0, "......")
    );
}

/// Earlier, Esc left an entry behind that could be redone.
#[test]
fn a_stroke_that_is_taken_back_was_none() {
    let mut document = Document::open(level("......"), None);
    let wall = document.level().grid.terrain_by_glyph('#').unwrap();
    let draw = |document: &mut Document, stroke, x| {
        let edit = LevelEdit::Cells(vec![(Cell::new(x, 0), wall)]);
        document
            .edit_in_stroke_as(Stroke(stroke), Label::Cells(1), edit)
            .unwrap();
    };
    draw(&mut document, 1, 0);
    draw(&mut document, 2, 1);
    document.undo().unwrap();
    let (before, entries) = (document.present(), document.history().len());
    // The level is saved within the stroke, which splits the stroke into two entries.
    draw(&mut document, 3, 2);
    document.mark_saved(document.present());
    draw(&mut document, 3, 3);
    assert!(document.take_back(before).is_some());
    assert_eq!(
        (rows(document.level()), document.present()),
        (vec!["#.....".to_owned()], before)
    );
    assert_eq!(document.history().len(), entries);
    assert!(document.is_changed(), "what was saved is gone");
    document
        .redo()
        .expect("what was undone before can be done again");
    assert_eq!(rows(document.level()), ["##...."]);
    assert!(document.redo().is_none() && document.take_back(document.present()).is_none());
    document.undo();
    document.undo();
    assert_eq!(rows(document.level()), ["......"]);
    let bytes = document.history_bytes();
    draw(&mut document, 4, 5);
    document.take_back(EntryId(0)).unwrap();
    assert!(document.history_bytes() <= bytes && document.history().len() == entries);
}
