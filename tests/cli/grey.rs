//! Whether the states of cells can be told apart in a greyscale picture: by lightness, or by a
//! shape.

use std::fmt::Write;

/// The number of expanded cells of the level below.
pub const EXPANSIONS: u32 = 34;

/// A cell in each state after so many expansions of `right_angle`, by column and row.
pub const STATES: [(&str, [u32; 2]); 9] = [
    ("wall", [6, 4]),
    ("free floor", [10, 9]),
    ("open", [3, 1]),
    ("closed", [4, 3]),
    ("current", [1, 7]),
    ("on the path", [2, 6]),
    ("start", [2, 5]),
    ("goal", [10, 5]),
    ("changed in this step", [0, 7]),
];

/// Other cells in the states of that number.
pub const TWINS: [(usize, [u32; 2]); 4] = [(0, [6, 7]), (1, [8, 2]), (2, [4, 1]), (3, [3, 8])];

/// The difference of most of two cells, as a part of the range from black to white, by which they
/// are told apart by lightness.
const LIGHTER: f64 = 0.06;
/// A pixel that differs by this part of the range is another one.
const OTHER: f64 = 0.15;
/// The connected part of a cell that differs, by which cells are told apart by shape. Thin lines do
/// not count: nobody sees that a frame is one pixel wider.
const SHAPE: f64 = 0.04;
/// Two cells in one state may differ by this part: where cells are no whole pixels wide, they lie
/// parts of a pixel apart.
const SAME: f64 = 0.05;

/// Returns the luminance of a colour by Rec. 709, from 0 to 1.
pub fn grey([r, g, b]: [u8; 3]) -> f64 {
    (0.2126 * f64::from(r) + 0.7152 * f64::from(g) + 0.0722 * f64::from(b)) / 255.0
}

/// Finds the pairs of states that look alike. `tile` gives the greys of a cell, row by row.
///
/// Cells in one state have to look alike: otherwise it was not the state that was seen.
pub fn check(side: usize, tile: impl Fn([u32; 2]) -> Vec<f64>) {
    let mut wrong = String::new();
    let mut compare = |[one, other]: [&str; 2], [a, b]: [[u32; 2]; 2], wanted: bool| {
        let (a, b) = (tile(a), tile(b));
        assert_eq!(
            (a.len(), b.len()),
            (side * side, side * side),
            "a cell has {side} by {side} pixels"
        );
        let (lighter, shape) = (
            (lightness(&a) - lightness(&b)).abs(),
            largest_shape(&a, &b, side),
        );
        if (lighter >= LIGHTER || shape >= if wanted { SHAPE } else { SAME }) != wanted {
            let (lighter, shape) = (lighter * 100.0, shape * 100.0);
            writeln!(
                wrong,
                "{one:22}{other:22}{lighter:5.1} % lighter, a shape of {shape:5.1} %"
            )
            .unwrap();
        }
    };
    for (number, (one, a)) in STATES.into_iter().enumerate() {
        for (other, b) in STATES.into_iter().skip(number + 1) {
            compare([one, other], [a, b], true);
        }
    }
    for (number, twin) in TWINS {
        let (state, cell) = STATES[number];
        compare([state, "the same once more"], [cell, twin], false);
    }
    assert!(
        wrong.is_empty(),
        "with {side} pixels a cell these cannot be told apart by their state:\n{wrong}"
    );
}

/// The median: no line changes it.
fn lightness(greys: &[f64]) -> f64 {
    let mut sorted = greys.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}

/// The part of the cell that the largest connected shape of other pixels covers.
#[expect(clippy::cast_precision_loss, reason = "pixels of a cell")]
fn largest_shape(a: &[f64], b: &[f64], side: usize) -> f64 {
    let differs: Vec<bool> = a
        .iter()
        .zip(b)
        .map(|(a, b)| (a - b).abs() >= OTHER)
        .collect();
    // What is at least two pixels wide and high.
    let mut is_other = vec![false; differs.len()];
    for at in (0..(side - 1) * side).filter(|at| at % side + 1 < side) {
        let square = [at, at + 1, at + side, at + side + 1];
        if square.iter().all(|&at| differs[at]) {
            for at in square {
                is_other[at] = true;
            }
        }
    }
    let mut largest = 0;
    for first in 0..is_other.len() {
        let (mut reached, mut size) = (vec![first], 0);
        while let Some(at) = reached.pop() {
            if !std::mem::take(&mut is_other[at]) {
                continue;
            }
            size += 1;
            let (x, y) = (at % side, at / side);
            let beside = [
                (x > 0, -1),
                (x + 1 < side, 1),
                (y > 0, -side.cast_signed()),
                (y + 1 < side, side.cast_signed()),
            ];
            reached.extend(
                beside
                    .iter()
                    .filter(|(is_there, _)| *is_there)
                    .map(|(_, by)| at.wrapping_add_signed(*by)),
            );
        }
        largest = largest.max(size);
    }
    f64::from(largest) / a.len() as f64
}
