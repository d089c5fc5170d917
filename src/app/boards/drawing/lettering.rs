//! Size and format of the numbers in cells.
//!
//! One size serves all cells of a run, so that columns can be compared at a glance.

use bevy_egui::egui::{Color32, FontId, Painter};
use gridwalk_pathfinding::{Cost, StepCosts};

use crate::app::boards::Run;
use crate::app::command::Heat;

/// Choice, size and format of the numbers in cells.
pub struct Lettering {
    /// Font size of F in points; G and H are a little smaller.
    pub size: f32,
    /// Whether a cell shows G, H and F instead of a single number.
    pub has_all: bool,
    units: StepCosts,
    /// Digits after the decimal point.
    decimals: usize,
}

/// Smallest readable font size, in points.
const SMALLEST: f32 = 8.0;
/// Cell size from which three numbers may be shown, in points.
const ALL_FROM: f32 = 40.0;
/// Font size of G and H relative to F.
const SMALLER: f32 = 0.88;
/// Margin beside and between the numbers, as a fraction of the cell.
pub const PAD: f32 = 0.1;

impl Lettering {
    /// Fits the numbers into cells of `side` points; `None` if they are too small for this run.
    pub fn new(painter: &Painter, run: &Run, side: f32) -> Option<Self> {
        let units = run.question.query.options.units();
        let most = [Heat::F, Heat::G, Heat::H].map(|heat| Cost(run.ranges.of(heat).1));
        let width =
            |text: String, size: f32| painter.layout_no_wrap(text, FontId::proportional(size), Color32::WHITE).size().x;
        Self::fit(side, units, most, width)
    }

    /// Chooses three numbers if they fit with their decimals, otherwise one, as large as possible.
    ///
    /// Without decimals the three numbers would not add up.
    fn fit(side: f32, units: StepCosts, most: [Cost; 3], width: impl Fn(String, f32) -> f32) -> Option<Self> {
        let largest = (side * 0.235).clamp(SMALLEST, 17.0);
        let decimals = usize::from(units.is_fixed_point());
        [(true, decimals), (false, decimals), (false, 0)].into_iter().find_map(|(has_all, decimals)| {
            let letters = Self { size: largest, has_all, units, decimals };
            // Eights are as wide as any digit.
            let widest = |cost| letters.write_all(cost).replace(|c: char| c.is_ascii_digit(), "8");
            let [f, g, h] = most.map(widest);
            let small = largest * SMALLER;
            let room = side * (1.0 - 2.0 * PAD);
            let below = if has_all { (room - side * PAD) / (width(g, small) + width(h, small)) } else { 1.0 };
            let size = largest * below.min(room / width(f, largest)).min(1.0);
            (size >= SMALLEST && (!has_all || side >= ALL_FROM)).then_some(Self { size, ..letters })
        })
    }

    /// Formats a cost for a cell, with all decimals unless it is whole.
    pub fn write(&self, cost: Cost) -> String {
        let text = self.units.format(cost);
        if text.contains('.') { self.write_all(cost) } else { text }
    }

    /// Formats a cost with all decimals, including zeros.
    fn write_all(&self, cost: Cost) -> String {
        format!("{:.*}", self.decimals, self.units.to_f64(cost))
    }

    pub fn font(&self) -> FontId {
        FontId::proportional(self.size)
    }

    pub fn small_font(&self) -> FontId {
        FontId::proportional(self.size * SMALLER)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fits text with characters half as wide as they are high.
    fn fit(side: f32, units: StepCosts, most: [u64; 3]) -> Option<Lettering> {
        #[expect(clippy::cast_precision_loss, reason = "a few characters")]
        let width = |text: String, size: f32| text.len() as f32 * size / 2.0;
        Lettering::fit(side, units, most.map(Cost), width)
    }

    #[test]
    fn one_number_is_left_where_the_decimals_of_three_overlap() {
        let one = StepCosts::SQRT2.straight().0;
        let most = [one * 50, one * 30, one * 40];
        for (side, has_all, decimals) in [(72.0, true, 1), (48.0, true, 1), (36.0, false, 1), (24.0, false, 1)] {
            let letters = fit(side, StepCosts::SQRT2, most).unwrap();
            assert_eq!((letters.has_all, letters.decimals), (has_all, decimals), "{side} points");
            let characters: f32 = if has_all { 8.0 * SMALLER } else { 4.0 };
            let room = side * if has_all { 1.0 - 3.0 * PAD } else { 1.0 - 2.0 * PAD };
            let needed = characters * letters.size / 2.0;
            assert!(needed < room + 0.01, "{side} points: {needed}");
        }
        let whole = fit(44.0, StepCosts::TEN_FOURTEEN, [130, 50, 80]).unwrap();
        assert_eq!((whole.has_all, whole.decimals, whole.write(Cost(14)).as_str()), (true, 0, "14"));
        assert!(!fit(44.0, StepCosts::TEN_FOURTEEN, [90_000, 50_000, 80_000]).unwrap().has_all);
        assert!(fit(30.0, StepCosts::TEN_FOURTEEN, [1_000_000; 3]).is_none(), "no room for millions");
    }
}
