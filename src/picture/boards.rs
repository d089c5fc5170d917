//! Pictures of equal size side by side, each under its number; and the difference of two searches.

use gridwalk_level::Rgb;
use gridwalk_pathfinding::slices::repeat;

use super::pixels::{cell_at, corner, pieces, side_of};
use super::{Picture, palette};

/// Pixels between two boards, and around all of them.
const GAP: u32 = 8;
/// Pixels above each board, for its number.
const HEAD: u32 = 20;
/// The digits from 1 on, three dots wide and five high, the upper left dot first.
const DIGITS: [u16; 9] = [
    0b010_110_010_010_111,
    0b111_001_111_100_111,
    0b111_001_111_001_111,
    0b101_101_111_001_001,
    0b111_100_111_001_111,
    0b111_100_111_101_111,
    0b111_001_010_010_010,
    0b111_101_111_101_111,
    0b111_101_111_001_111,
];
/// Pixels per side of a dot.
const DOT: u32 = 2;

/// The maximum number of boards in a row.
const MAX_COLUMNS: usize = 3;

/// Returns the number of columns with which the boards are largest in a room, and that size.
///
/// `board` is the shape of a board, and `around` the space beside and above each. The size is in
/// units of the shape. Of equally good numbers, the one with fewer empty places wins.
#[must_use]
pub fn columns_for(
    count: usize,
    room: [f32; 2],
    board: [f32; 2],
    around: [f32; 2],
) -> (usize, f32) {
    let fit = |columns: usize| {
        let rows = count.div_ceil(columns);
        #[expect(clippy::cast_precision_loss, reason = "a handful of boards")]
        let free = |axis: usize, number: usize| {
            (room[axis] / number as f32 - around[axis]).max(0.0) / board[axis]
        };
        (columns, free(0, columns).min(free(1, rows)))
    };
    let empty = |columns: usize| columns * count.div_ceil(columns) - count;
    let better =
        |a: &(usize, f32), b: &(usize, f32)| a.1.total_cmp(&b.1).then(empty(b.0).cmp(&empty(a.0)));
    (1..=count.clamp(1, MAX_COLUMNS))
        .map(fit)
        .max_by(better)
        .unwrap_or((1, 0.0))
}

/// Returns the pixels that the boards take side by side.
#[must_use]
pub fn side_by_side_size(count: usize, columns: usize, [width, height]: [u32; 2]) -> [u64; 2] {
    let all = |number: usize, side: u32| number as u64 * u64::from(side + GAP) + u64::from(GAP);
    [
        all(columns.min(count), width),
        all(count.div_ceil(columns), height + HEAD),
    ]
}

/// Lays boards of equal size side by side, in reading order, each under its number from 1.
#[must_use]
pub fn side_by_side(boards: &[Picture], columns: usize) -> Picture {
    let Some(first) = boards.first() else {
        return Picture::filled(1, 1, palette::BACKGROUND);
    };
    let size = side_by_side_size(boards.len(), columns, [first.width, first.height]);
    let [width, height] = size.map(|pixels| u32::try_from(pixels).expect("pictures are small"));
    let mut all = Picture::filled(width, height, palette::BACKGROUND);
    for (place, board) in boards.iter().enumerate() {
        let [column, row] = [place % columns, place / columns].map(|number| number as u64);
        let x = u64::from(GAP) + column * u64::from(first.width + GAP);
        let y = u64::from(GAP) + row * u64::from(first.height + HEAD + GAP);
        let [x, y] = [x, y].map(|pixels| i64::try_from(pixels).expect("pictures are small"));
        draw_digit(&mut all, [x, y + 4], place);
        all.lay(board, [x, y + i64::from(HEAD)]);
    }
    all
}

fn draw_digit(picture: &mut Picture, [x, y]: [i64; 2], place: usize) {
    let Some(digit) = DIGITS.get(place) else {
        return;
    };
    for (bit, (row, column)) in (0..5)
        .flat_map(|row| (0..3).map(move |column| (row, column)))
        .enumerate()
    {
        if digit & (1 << (14 - bit)) != 0 {
            let dot = i64::from(DOT);
            picture.fill_rect(
                [x + column * dot, y + row * dot],
                [DOT, DOT],
                palette::TEXT,
                u8::MAX,
            );
        }
    }
}

/// The colours of a difference: cells of the first search alone, the second alone, both.
pub const DIFFERENCE: [Rgb; 3] = [palette::ACCENT, palette::CHANGED, palette::CLOSED];

/// Draws the difference of two searches on a picture of the map.
///
/// `expanded` has bit 1 for a cell that the first search expanded, bit 2 for the second. Small
/// squares distinguish the two without colour: upper left for the first, lower right for the
/// second. The work is done in [slices](gridwalk_pathfinding::slices).
pub async fn draw_difference_in_slices(picture: &mut Picture, cell_pixels: u32, expanded: &[u8]) {
    let side = u32::from(side_of(cell_pixels));
    let columns = (picture.width / side) as usize;
    let mut marks = expanded.iter().enumerate();
    repeat(pieces(side_of(cell_pixels)), || {
        let Some((index, mark)) = marks.next() else {
            return false;
        };
        if *mark == 0 {
            return true;
        }
        let color = DIFFERENCE[usize::from(*mark) - 1];
        let at = corner(cell_at(index, columns), side);
        picture.fill_rect(at, [side, side], color, 150);
        let sign = side / 3;
        if side >= 7 {
            if mark & 1 != 0 {
                picture.fill_rect([at[0] + 1, at[1] + 1], [sign, sign], palette::INK, 170);
            }
            if mark & 2 != 0 {
                let far = i64::from(side - sign);
                picture.fill_rect([at[0] + far, at[1] + far], [sign, sign], palette::INK, 170);
            }
        }
        true
    })
    .await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_stand_as_the_window_has_room() {
        let wide = |count| columns_for(count, [1280.0, 640.0], [1.0, 1.0], [16.0, 120.0]).0;
        assert_eq!([2, 3, 4, 6].map(wide), [2, 3, 2, 3]);
        let middle = |count| columns_for(count, [900.0, 640.0], [1.0, 1.0], [16.0, 60.0]).0;
        assert_eq!([2, 3, 4, 5, 6].map(middle), [2, 3, 2, 3, 3]);
        assert_eq!(
            columns_for(2, [400.0, 900.0], [1.0, 1.0], [16.0, 60.0]),
            (1, 384.0)
        );
    }

    #[test]
    fn boards_lie_side_by_side_under_their_numbers() {
        let board = Picture::filled(30, 20, palette::PATH);
        let all = side_by_side(&[board.clone(), board.clone(), board], 2);
        assert_eq!(
            [u64::from(all.width), u64::from(all.height)],
            side_by_side_size(3, 2, [30, 20])
        );
        let is_path = |x, y| {
            all.pixel(x, y)
                .is_some_and(|pixel| pixel[..3] == palette::PATH)
        };
        assert!(
            is_path(GAP, GAP + HEAD)
                && is_path(2 * GAP + 30, GAP + HEAD)
                && !is_path(GAP + 30, GAP + HEAD)
        );
        assert!(
            is_path(GAP, 2 * (GAP + HEAD) + 20) && !is_path(2 * GAP + 30, 2 * (GAP + HEAD) + 20)
        );
    }
}
