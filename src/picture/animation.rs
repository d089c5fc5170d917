//! GIF animations: the steps and delays of frames, one palette for all frames, and only changed
//! pixels.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

use gridwalk_level::Rgb;
use gridwalk_pathfinding::slices::pause;

use super::Picture;

const MAX_FRAMES: usize = 300;
/// The shortest delay in hundredths of a second: viewers slow down shorter frames.
const SHORTEST: usize = 2;
/// The longest pause at the end, in hundredths of a second.
const LONGEST_PAUSE: usize = 200;
/// One of the 256 palette entries stands for unchanged pixels.
const MAX_COLORS: usize = 255;

/// The frames of an animation, and their delays.
pub struct Animation {
    /// The last step; the first one is 0.
    last: usize,
    frames: usize,
    /// Time before the last frame, then the time of the last frame, in hundredths of a second.
    moving: usize,
    pause: usize,
}

impl Animation {
    /// The usual length of the longer side of an animation, in pixels.
    pub const LONG_SIDE: u32 = 800;
    /// The longest side of an animation, in pixels.
    pub const MAX_SIDE: u32 = 2048;

    /// Shows the steps from 0 to `last` within this time, evenly spread, the last one for longer.
    #[must_use]
    pub fn new(last: usize, seconds: f64) -> Self {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "from half a second to ten minutes"
        )]
        let all = (seconds * 100.0).round() as usize;
        if last == 0 {
            return Self {
                last,
                frames: 1,
                moving: 0,
                pause: all,
            };
        }
        let pause = LONGEST_PAUSE.min(all / 4);
        let moving = all - pause;
        Self {
            last,
            frames: MAX_FRAMES.min(last + 1).min(moving / SHORTEST + 1),
            moving,
            pause,
        }
    }

    /// Returns the number of frames.
    #[must_use]
    pub const fn frames(&self) -> usize {
        self.frames
    }

    /// Returns the step that a frame shows.
    fn step(&self, frame: usize) -> usize {
        let gaps = self.frames - 1;
        (frame * self.last + gaps / 2)
            .checked_div(gaps)
            .unwrap_or(self.last)
    }

    /// Returns the delay of a frame in hundredths of a second.
    fn delay(&self, frame: usize) -> u16 {
        let gaps = self.frames - 1;
        let until = |frame: usize| frame * self.moving / gaps;
        let delay = if frame == gaps {
            self.pause
        } else {
            until(frame + 1) - until(frame)
        };
        u16::try_from(delay).expect("at most ten minutes")
    }
}

/// Encodes the file in [slices](gridwalk_pathfinding::slices), one for each frame and those in
/// which `draw` draws it.
///
/// Every frame is drawn twice, once to count its colours, so that at most two frames are in memory.
/// `done` counts the written frames.
pub async fn encode_in_slices<F: Future<Output = Picture>>(
    animation: &Animation,
    done: &AtomicU64,
    draw: impl Fn(usize) -> F,
) -> Vec<u8> {
    let picture = |frame| draw(animation.step(frame));
    let first = picture(0).await;
    let mut palette = Palette::new(&count_colors(animation.frames, &picture).await);
    let side = |pixels: u32| u16::try_from(pixels).expect("animations are small");
    let written = "memory takes everything, and the parts fit";
    let mut encoder = gif::Encoder::new(
        Vec::new(),
        side(first.width),
        side(first.height),
        &palette.table(),
    )
    .expect(written);
    encoder.set_repeat(gif::Repeat::Infinite).expect(written);
    let mut before: Option<Picture> = None;
    for frame in 0..animation.frames {
        let now = picture(frame).await;
        pause().await;
        let [left, top, right, bottom] = changed_part(before.as_ref(), &now);
        let mut buffer = Vec::with_capacity(((right - left) * (bottom - top)) as usize);
        for y in top..bottom {
            for x in left..right {
                let (color, old) = (
                    rgb(&now, x, y),
                    before.as_ref().map(|before| rgb(before, x, y)),
                );
                buffer.push(if old == Some(color) {
                    palette.stays()
                } else {
                    palette.number(color)
                });
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
        done.fetch_add(1, Ordering::Relaxed);
        before = Some(now);
    }
    encoder.into_inner().expect(written)
}

/// Counts the changed pixels of each colour.
async fn count_colors<F: Future<Output = Picture>>(
    frames: usize,
    picture: &impl Fn(usize) -> F,
) -> HashMap<Rgb, u64> {
    let mut counts = HashMap::new();
    let mut before: Option<Picture> = None;
    for frame in 0..frames {
        let now = picture(frame).await;
        pause().await;
        let old = before
            .as_ref()
            .map(|before| before.pixels.as_chunks::<4>().0);
        let pixels = now.pixels.as_chunks::<4>().0.iter().enumerate();
        let changed = pixels.filter(|&(at, pixel)| old.is_none_or(|old| old[at] != *pixel));
        let colors: Vec<Rgb> = changed
            .map(|(_, &[red, green, blue, _])| [red, green, blue])
            .collect();
        // Neighbouring pixels mostly have the same colour.
        for run in colors.chunk_by(|a, b| a == b) {
            *counts.entry(run[0]).or_default() += run.len() as u64;
        }
        before = Some(now);
    }
    counts
}

/// Returns the smallest rectangle that holds all changes: left, top, right, bottom.
///
/// The rectangle has at least one pixel.
fn changed_part(before: Option<&Picture>, now: &Picture) -> [u32; 4] {
    let Some(before) = before else {
        return [0, 0, now.width, now.height];
    };
    let row_bytes = now.width as usize * 4;
    let mut part = [now.width, now.height, 0, 0];
    let rows = before
        .pixels
        .chunks_exact(row_bytes)
        .zip(now.pixels.chunks_exact(row_bytes));
    for (y, (old, new)) in (0..).zip(rows).filter(|(_, (old, new))| old != new) {
        let differs = |(old, new): (&[u8], &[u8])| old != new;
        let mut pixels = old.chunks_exact(4).zip(new.chunks_exact(4));
        let first = pixels.position(differs).expect("the rows differ");
        let last = first + pixels.rposition(differs).map_or(0, |after| after + 1);
        let [first, last] = [first, last].map(|x| u32::try_from(x).expect("rows are short"));
        part = [
            part[0].min(first),
            part[1].min(y),
            part[2].max(last + 1),
            y + 1,
        ];
    }
    if part[2] == 0 { [0, 0, 1, 1] } else { part }
}

fn rgb(picture: &Picture, x: u32, y: u32) -> Rgb {
    let at = (y as usize * picture.width as usize + x as usize) * 4;
    [
        picture.pixels[at],
        picture.pixels[at + 1],
        picture.pixels[at + 2],
    ]
}

/// At most 255 colours.
struct Palette {
    colors: Vec<Rgb>,
    /// The index of the nearest colour for each colour that was looked up.
    known: HashMap<Rgb, u8>,
}

impl Palette {
    /// Takes all colours if they are few enough, else the most frequent ones at a minimum distance.
    ///
    /// The distance is as small as possible, so that rare but distinct colours, such as that of a
    /// single mark, keep their place.
    fn new(counts: &HashMap<Rgb, u64>) -> Self {
        let mut colors: Vec<_> = counts
            .iter()
            .map(|(color, count)| (*count, *color))
            .collect();
        colors.sort_unstable_by(|a, b| b.cmp(a));
        let mut apart = 0;
        loop {
            let mut chosen: Vec<Rgb> = Vec::new();
            for &(_, color) in &colors {
                if chosen.iter().all(|&other| difference(other, color) > apart) {
                    chosen.push(color);
                }
                if chosen.len() > MAX_COLORS {
                    break;
                }
            }
            if chosen.len() <= MAX_COLORS {
                return Self {
                    colors: chosen,
                    known: HashMap::new(),
                };
            }
            apart = (apart * 3 / 2).max(6);
        }
    }

    /// Returns the palette index of an unchanged pixel.
    fn stays(&self) -> u8 {
        u8::try_from(self.colors.len()).expect("at most 255 colours come before it")
    }

    fn table(&self) -> Vec<u8> {
        self.colors
            .iter()
            .flatten()
            .copied()
            .chain([0; 3])
            .collect()
    }

    fn number(&mut self, color: Rgb) -> u8 {
        *self.known.entry(color).or_insert_with(|| {
            let nearest = (0..=u8::MAX)
                .zip(&self.colors)
                .min_by_key(|(_, other)| difference(**other, color));
            nearest.expect("there is a first pixel").0
        })
    }
}

/// Returns the sum of the squared differences of the channels.
fn difference(a: Rgb, b: Rgb) -> u32 {
    a.iter()
        .zip(b)
        .map(|(a, b)| u32::from(a.abs_diff(b)).pow(2))
        .sum()
}
