//! Smooth shapes from signed distances, which are negative inside.

use gridwalk_level::Rgb;

use super::Picture;

/// A point in a unit square: x to the right, y down, both from 0 to 1.
pub(super) type Point = [f32; 2];

/// A picture on which shapes are painted one over the other.
pub(super) struct Canvas {
    pub size: u16,
    /// Straight-alpha colour and opacity of each pixel.
    pixels: Vec<[f32; 4]>,
}

impl Canvas {
    pub fn new(size: u16) -> Self {
        Self { size, pixels: vec![[0.0; 4]; usize::from(size) * usize::from(size)] }
    }

    /// Fills where `distance` (in units of the square) is negative; edges are smooth over one pixel.
    pub fn fill(&mut self, color: Rgb, opacity: f32, distance: impl Fn(Point) -> f32) {
        let size = f32::from(self.size);
        for y in 0..self.size {
            for x in 0..self.size {
                let point = [(f32::from(x) + 0.5) / size, (f32::from(y) + 0.5) / size];
                let cover = (0.5 - distance(point) * size).clamp(0.0, 1.0) * opacity;
                if cover > 0.0 {
                    let pixel = &mut self.pixels[usize::from(y) * usize::from(self.size) + usize::from(x)];
                    *pixel = over(*pixel, color, cover);
                }
            }
        }
    }

    pub fn finish(self) -> Picture {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a byte")]
        let byte = |value: f32| (value.clamp(0.0, 1.0) * 255.0).round() as u8;
        let pixels = self.pixels.iter().flat_map(|pixel| pixel.map(byte)).collect();
        Picture { width: self.size.into(), height: self.size.into(), pixels }
    }
}

/// Blends by the operator "over" of Porter and Duff with straight alpha.
fn over(below: [f32; 4], color: Rgb, cover: f32) -> [f32; 4] {
    let alpha = cover + below[3] * (1.0 - cover);
    let mix = |i: usize| {
        let top = f32::from(color[i]) / 255.0;
        (top * cover + below[i] * below[3] * (1.0 - cover)) / alpha
    };
    [mix(0), mix(1), mix(2), alpha]
}

/// Returns the length of a vector.
///
/// Unlike `hypot` it is rounded equally on every platform, so pictures are the same everywhere.
fn length(x: f32, y: f32) -> f32 {
    (x * x + y * y).sqrt()
}

/// Returns the distance to a disc.
pub(super) fn disc(center: Point, radius: f32) -> impl Fn(Point) -> f32 {
    move |p| length(p[0] - center[0], p[1] - center[1]) - radius
}

/// Returns the distance to a ring of this thickness.
pub(super) fn ring(center: Point, radius: f32, thickness: f32) -> impl Fn(Point) -> f32 {
    move |p| (length(p[0] - center[0], p[1] - center[1]) - radius).abs() - thickness / 2.0
}

/// Returns the distance to a stroke from `a` to `b` with round ends.
pub(super) fn stroke(a: Point, b: Point, thickness: f32) -> impl Fn(Point) -> f32 {
    move |p| {
        let (abx, aby) = (b[0] - a[0], b[1] - a[1]);
        let (apx, apy) = (p[0] - a[0], p[1] - a[1]);
        let along = ((apx * abx + apy * aby) / (abx * abx + aby * aby)).clamp(0.0, 1.0);
        length(apx - along * abx, apy - along * aby) - thickness / 2.0
    }
}

/// Returns the distance to a triangle with corners in either orientation, grown by `round`.
pub(super) fn triangle(corners: [Point; 3], round: f32) -> impl Fn(Point) -> f32 {
    move |p| {
        let side = |a: Point, b: Point| (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
        let [a, b, c] = corners;
        let sides = [side(a, b), side(b, c), side(c, a)];
        let inside = sides.iter().all(|s| *s >= 0.0) || sides.iter().all(|s| *s <= 0.0);
        let edge = [stroke(a, b, 0.0)(p), stroke(b, c, 0.0)(p), stroke(c, a, 0.0)(p)];
        let edge = edge.into_iter().fold(f32::MAX, f32::min);
        (if inside { -edge } else { edge }) - round
    }
}

/// Returns the distance to a square with round corners.
pub(super) fn rounded_square(center: Point, half: f32, round: f32) -> impl Fn(Point) -> f32 {
    move |p| {
        let (qx, qy) = ((p[0] - center[0]).abs() - half + round, (p[1] - center[1]).abs() - half + round);
        length(qx.max(0.0), qy.max(0.0)) + qx.max(qy).min(0.0) - round
    }
}
