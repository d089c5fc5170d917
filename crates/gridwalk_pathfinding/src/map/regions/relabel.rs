//! New labels for a rectangle of cells, after an edit that changed many of them.

use super::{ONE_WAY, Regions, is_one_way, narrow};
use crate::map::bits::Bits;
use crate::{Cell, Grid, Rect};

/// The maximum number of cells of a rectangle for each of its cells that change.
///
/// To label a run of cells takes no longer than to follow a changed cell.
const CELLS: usize = 4;

/// Returns the smallest rectangle around cells, if it has few others; cells must not repeat often.
pub(super) fn rectangle(cells: impl Iterator<Item = Cell>) -> Option<Rect> {
    let (mut count, mut first, mut last) = (
        0,
        Cell::new(i32::MAX, i32::MAX),
        Cell::new(i32::MIN, i32::MIN),
    );
    for cell in cells {
        count += 1;
        first = Cell::new(first.x.min(cell.x), first.y.min(cell.y));
        last = Cell::new(last.x.max(cell.x), last.y.max(cell.y));
    }
    let side = |first: i32, last: i32| (last - first + 1).cast_unsigned();
    (count > 0)
        .then(|| Rect {
            at: first,
            width: side(first.x, last.x),
            height: side(first.y, last.y),
        })
        .filter(|rect| rect.width as usize * rect.height as usize <= CELLS * count)
}

impl Regions {
    /// Labels the cells of a rectangle anew, and joins their patches with those around it.
    ///
    /// Patches around it that fell apart within the rectangle stay one.
    pub(super) fn relabel(&mut self, grid: &Grid, bits: &Bits, rect: Rect) {
        let first = self.layout.place_inside(rect.at);
        let (stride, width) = (self.layout.stride, rect.width as usize);
        let rows = (first..).step_by(stride).take(rect.height as usize);
        for start in rows.clone() {
            self.clear(start, width);
        }
        for (above, start) in std::iter::once(None)
            .chain(rows.clone().map(Some))
            .zip(rows)
        {
            let (mut from, end) = (start, start + width);
            while let Some(place) = bits.next_walkable(from, end) {
                from = bits.run_at(place).end.min(end);
                self.label_run(bits, above.map(|above| above..above + width), place, from);
            }
        }
        if grid.has_one_way_terrain() {
            for cell in rect.cells() {
                let place = self.layout.place_inside(cell);
                self.mark(place, is_one_way(grid, cell));
            }
        }
        for place in self.border(rect).filter(|place| bits.get(*place)) {
            for beside in self.shape().neighbors(place) {
                let [patch, other] = [place, beside].map(|place| self.patch_at(place));
                if other != 0 && other != patch {
                    self.parts.join(patch, other);
                }
            }
        }
    }

    /// Removes all cells of a row of a rectangle from their patches.
    fn clear(&mut self, start: usize, width: usize) {
        let (mut label, mut same) = (0, 0);
        for place in start..start + width {
            let next = std::mem::take(&mut self.labels[place]);
            if next == label {
                same += 1;
            } else if next != 0 {
                self.remove_cells(label, same);
                (label, same) = (next, 1);
            }
        }
        self.remove_cells(label, same);
    }

    fn remove_cells(&mut self, label: u32, count: u32) {
        if label != 0 {
            self.parts
                .remove_cells(label & !ONE_WAY, count, label & ONE_WAY != 0);
        }
    }

    /// Labels a run of cells in a rectangle, the row above of which is labelled.
    fn label_run(
        &mut self,
        bits: &Bits,
        above: Option<std::ops::Range<usize>>,
        start: usize,
        end: usize,
    ) {
        let (mut part, mut patch) = (0, 0);
        if let Some(above) = above {
            let reach = usize::from(self.shape().diagonal);
            let (stride, mut from) = (self.layout.stride, start);
            from = (from - stride - reach).max(above.start);
            let last = (end - stride + reach).min(above.end);
            while let Some(place) = bits.next_walkable(from, last) {
                from = bits.run_at(place).end;
                let other = self.patch_at(place);
                if part == 0 {
                    (part, patch) = (self.part_at(place), other);
                } else if other != patch {
                    patch = self.parts.join(patch, other);
                }
            }
        }
        if part == 0 {
            part = self.parts.create();
            patch = part;
        }
        self.labels[start..end].fill(part);
        self.parts.gain(part, patch, narrow(end - start));
    }

    /// Returns the places of a rectangle that others lie beside.
    fn border(&self, rect: Rect) -> impl Iterator<Item = usize> + use<> {
        let (layout, at) = (self.layout, rect.at);
        let (right, below) = (
            at.x + rect.width.cast_signed() - 1,
            at.y + rect.height.cast_signed() - 1,
        );
        let rows = (at.x..=right).flat_map(move |x| [Cell::new(x, at.y), Cell::new(x, below)]);
        let columns = (at.y..=below).flat_map(move |y| [Cell::new(at.x, y), Cell::new(right, y)]);
        rows.chain(columns)
            .map(move |cell| layout.place_inside(cell))
    }

    /// Returns the places around a rectangle, some of them twice.
    pub(super) fn places_around(&self, rect: Rect) -> impl Iterator<Item = usize> + use<> {
        let shape = self.shape();
        self.border(rect)
            .flat_map(move |place| shape.neighbors(place))
    }
}
