//! Digits as strokes, sharp at every size: seven bars, some of them lit.

use super::shape::{Canvas, Point, stroke};
use crate::pathfinding::Rgb;

/// The bars in a box one wide and two high: top, upper right, lower right, bottom, lower left, upper left, middle.
const BARS: [[Point; 2]; 7] = [
    [[0.0, 0.0], [1.0, 0.0]],
    [[1.0, 0.0], [1.0, 1.0]],
    [[1.0, 1.0], [1.0, 2.0]],
    [[0.0, 2.0], [1.0, 2.0]],
    [[0.0, 1.0], [0.0, 2.0]],
    [[0.0, 0.0], [0.0, 1.0]],
    [[0.0, 1.0], [1.0, 1.0]],
];

/// Which bars each digit lights, the first bar in the lowest bit.
const LIT: [u8; 10] = [0x3F, 0x06, 0x5B, 0x4F, 0x66, 0x6D, 0x7D, 0x07, 0x7F, 0x6F];

/// Writes a number of at most two digits into the middle of the canvas; `wide` is the width of a digit.
pub(super) fn write(canvas: &mut Canvas, number: usize, wide: f32, color: Rgb) {
    let digits = [number / 10 % 10, number % 10];
    let (digits, lefts) = if number < 10 {
        (&digits[1..], [0.5 - wide / 2.0, 0.0])
    } else {
        (&digits[..], [0.5 - wide * 1.3, 0.5 + wide * 0.3])
    };
    for (&digit, left) in digits.iter().zip(lefts) {
        // A one is a single bar at the right of its box: it moves into the middle.
        let left = if digit == 1 { left - wide / 2.0 } else { left };
        for (_, bar) in BARS.iter().enumerate().filter(|(bar, _)| LIT[digit] & 1 << bar != 0) {
            let [a, b] = bar.map(|[x, y]| [left + x * wide, 0.5 + (y - 1.0) * wide]);
            canvas.fill(color, 1.0, stroke(a, b, wide * 0.36));
        }
    }
}
