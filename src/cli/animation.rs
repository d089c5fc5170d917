//! GIF animations: which moments to show for how long, one palette for all frames, and only what changed in each.

use std::collections::HashMap;

use crate::pathfinding::Rgb;
use crate::picture::Picture;

/// The most frames.
const MOST_FRAMES: usize = 300;
/// Viewers slow down frames that are shorter than two hundredths of a second.
const SHORTEST: usize = 2;
/// The longest pause at the end, in hundredths of a second.
const LONGEST_PAUSE: usize = 200;
/// One number of 256 is for pixels that stay as they are.
const MOST_COLORS: usize = 255;

/// Which frames there are, and for how long each is seen.
pub struct Animation {
    /// The last step; the first one is 0.
    last: usize,
    frames: usize,
    /// Hundredths of a second before the last frame, and for it.
    moving: usize,
    pause: usize,
}

impl Animation {
    /// Shows the steps from 0 to `last` within so many seconds, evenly spread, the last one for longer.
    pub fn new(last: usize, seconds: f64) -> Self {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "from half a second to ten minutes"
        )]
        let all = (seconds * 100.0).round() as usize;
        if last == 0 {
            return Self { last, frames: 1, moving: 0, pause: all };
        }
        let pause = LONGEST_PAUSE.min(all / 4);
        let moving = all - pause;
        Self { last, frames: MOST_FRAMES.min(last + 1).min(moving / SHORTEST + 1), moving, pause }
    }

    /// How many frames there are.
    pub const fn frames(&self) -> usize {
        self.frames
    }

    /// The step that a frame shows.
    fn step(&self, frame: usize) -> usize {
        let gaps = self.frames - 1;
        (frame * self.last + gaps / 2).checked_div(gaps).unwrap_or(self.last)
    }

    /// In hundredths of a second.
    fn delay(&self, frame: usize) -> u16 {
        let gaps = self.frames - 1;
        let until = |frame: usize| frame * self.moving / gaps;
        let delay = if frame == gaps { self.pause } else { until(frame + 1) - until(frame) };
        u16::try_from(delay).expect("at most ten minutes")
    }
}

/// The bytes of the file. Every frame is drawn twice, once for its colours, so that no more than two are in memory.
pub fn encode(animation: &Animation, draw: impl Fn(usize) -> Picture) -> Vec<u8> {
    let picture = |frame| draw(animation.step(frame));
    let first = picture(0);
    let palette = Palette::new(&count_colors(animation.frames, &picture));
    let side = |pixels: u32| u16::try_from(pixels).expect("animations are small");
    let written = "memory takes everything, and the parts fit";
    let mut encoder =
        gif::Encoder::new(Vec::new(), side(first.width), side(first.height), &palette.table()).expect(written);
    encoder.set_repeat(gif::Repeat::Infinite).expect(written);
    let mut numbers = palette.numbers();
    let mut before: Option<Picture> = None;
    for frame in 0..animation.frames {
        let now = picture(frame);
        let [left, top, right, bottom] = changed_part(before.as_ref(), &now);
        let mut buffer = Vec::with_capacity(((right - left) * (bottom - top)) as usize);
        for y in top..bottom {
            for x in left..right {
                let (color, old) = (rgb(&now, x, y), before.as_ref().map(|before| rgb(before, x, y)));
                buffer.push(if old == Some(color) { palette.stays() } else { numbers.of(color) });
            }
        }
        encoder
            .write_frame(&gif::Frame {
                delay: animation.delay(frame),
                dispose: gif::DisposalMethod::Keep,
                transparent: Some(palette.stays()),
                left: side(left),
                top: side(top),
                width: side(right - left),
                height: side(bottom - top),
                buffer: buffer.into(),
                ..gif::Frame::default()
            })
            .expect(written);
        before = Some(now);
    }
    encoder.into_inner().expect(written)
}

/// How many pixels of each colour appear.
fn count_colors(frames: usize, picture: &impl Fn(usize) -> Picture) -> HashMap<Rgb, u64> {
    let mut counts = HashMap::new();
    let mut before: Option<Picture> = None;
    for frame in 0..frames {
        let now = picture(frame);
        let mut run: Option<(Rgb, u64)> = None;
        for (at, pixel) in now.pixels.chunks_exact(4).enumerate() {
            if before.as_ref().is_some_and(|before| before.pixels[at * 4..at * 4 + 4] == *pixel) {
                continue;
            }
            let color = [pixel[0], pixel[1], pixel[2]];
            match &mut run {
                Some((of, length)) if *of == color => *length += 1,
                _ => {
                    if let Some((of, length)) = run.replace((color, 1)) {
                        *counts.entry(of).or_default() += length;
                    }
                }
            }
        }
        if let Some((of, length)) = run {
            *counts.entry(of).or_default() += length;
        }
        before = Some(now);
    }
    counts
}

/// The smallest rectangle that holds all changes, and at least one pixel: left, top, right, bottom.
fn changed_part(before: Option<&Picture>, now: &Picture) -> [u32; 4] {
    let Some(before) = before else { return [0, 0, now.width, now.height] };
    let row_bytes = now.width as usize * 4;
    let mut part = [now.width, now.height, 0, 0];
    let rows = before.pixels.chunks_exact(row_bytes).zip(now.pixels.chunks_exact(row_bytes));
    for (y, (old, new)) in (0..).zip(rows).filter(|(_, (old, new))| old != new) {
        let differs = |(old, new): (&[u8], &[u8])| old != new;
        let mut pixels = old.chunks_exact(4).zip(new.chunks_exact(4));
        let first = pixels.position(differs).expect("the rows differ");
        let last = first + pixels.rposition(differs).map_or(0, |after| after + 1);
        let [first, last] = [first, last].map(|x| u32::try_from(x).expect("rows are short"));
        part = [part[0].min(first), part[1].min(y), part[2].max(last + 1), y + 1];
    }
    if part[2] == 0 { [0, 0, 1, 1] } else { part }
}

fn rgb(picture: &Picture, x: u32, y: u32) -> Rgb {
    let at = (y as usize * picture.width as usize + x as usize) * 4;
    [picture.pixels[at], picture.pixels[at + 1], picture.pixels[at + 2]]
}

/// At most 255 colours.
struct Palette(Vec<Rgb>);

impl Palette {
    /// The colours themselves where they are few enough. Otherwise the commonest ones, no two nearer to each other
    /// than need be: so rare colours that are like no other, as those of a single mark, keep their place.
    fn new(counts: &HashMap<Rgb, u64>) -> Self {
        let mut colors: Vec<_> = counts.iter().map(|(color, count)| (*count, *color)).collect();
        colors.sort_unstable_by(|a, b| b.cmp(a));
        let mut apart = 0;
        loop {
            let mut chosen: Vec<Rgb> = Vec::new();
            for &(_, color) in &colors {
                if chosen.iter().all(|&other| difference(other, color) > apart) {
                    chosen.push(color);
                }
                if chosen.len() > MOST_COLORS {
                    break;
                }
            }
            if chosen.len() <= MOST_COLORS {
                return Self(chosen);
            }
            apart = (apart * 3 / 2).max(6);
        }
    }

    /// The number that leaves a pixel as it is.
    fn stays(&self) -> u8 {
        u8::try_from(self.0.len()).expect("at most 255 colours come before it")
    }

    fn table(&self) -> Vec<u8> {
        self.0.iter().flatten().copied().chain([0; 3]).collect()
    }

    fn numbers(&self) -> Numbers<'_> {
        Numbers { colors: &self.0, known: HashMap::new() }
    }
}

/// The number of the nearest colour, each looked for once.
struct Numbers<'a> {
    colors: &'a [Rgb],
    known: HashMap<Rgb, u8>,
}

impl Numbers<'_> {
    fn of(&mut self, color: Rgb) -> u8 {
        *self.known.entry(color).or_insert_with(|| {
            let nearest = (0..=u8::MAX).zip(self.colors).min_by_key(|(_, other)| difference(**other, color));
            nearest.expect("there is a first pixel").0
        })
    }
}

/// The sum of the squared differences.
fn difference(a: Rgb, b: Rgb) -> u32 {
    a.iter().zip(b).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_animation_takes_as_long_as_it_was_told_and_ends_at_the_last_step() {
        for (last, seconds, frames) in [(0, 3.0, 1), (1, 0.5, 2), (92, 8.0, 93), (5000, 8.0, 300), (5000, 1.0, 38)] {
            let animation = Animation::new(last, seconds);
            assert_eq!(animation.frames(), frames, "{last} steps in {seconds} s");
            let delays: Vec<_> = (0..frames).map(|frame| animation.delay(frame)).collect();
            let all = f64::from(delays.iter().sum::<u16>()) / 100.0;
            assert!((all - seconds).abs() < 1e-9, "{delays:?}");
            assert!(delays.iter().all(|&delay| delay >= 2), "{delays:?}");
            let steps: Vec<_> = (0..frames).map(|frame| animation.step(frame)).collect();
            assert!(steps.is_sorted_by(|a, b| a < b), "{steps:?}");
            assert_eq!(*steps.last().unwrap(), last);
            assert!(last == 0 || steps[0] == 0);
        }
    }

    #[test]
    fn few_colours_stay_as_they_are_and_of_many_no_odd_one_is_lost() {
        let few = HashMap::from([([1, 2, 3], 5), ([1, 2, 4], 9)]);
        assert_eq!(Palette::new(&few).0, [[1, 2, 4], [1, 2, 3]]);
        let mut many: HashMap<Rgb, u64> = (0..=255).flat_map(|r| [0, 1, 2].map(|g| ([r, g, 0], 100))).collect();
        many.insert([0, 0, 255], 1);
        let palette = Palette::new(&many);
        assert!(palette.0.len() <= MOST_COLORS && palette.0.contains(&[0, 0, 255]));
        let mut numbers = palette.numbers();
        assert_eq!(palette.0[usize::from(numbers.of([0, 0, 250]))], [0, 0, 255]);
    }
}
