//! Maps as PNG pictures, one pixel per cell.

use std::io::{Cursor, Write};

use gridwalk_pathfinding::Grid;
use gridwalk_pathfinding::slices::{Counter, at_once};

use super::pixels::from_pixels;
use crate::{Level, Rgb};

/// Reads the level in a picture.
///
/// # Errors
/// If the picture cannot be decoded, or is too large for a map.
pub fn read_png(bytes: &[u8]) -> Result<Level, String> {
    let mut decoder = ::png::Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(::png::Transformations::EXPAND | ::png::Transformations::STRIP_16);
    let mut reader = decoder.read_info().map_err(broken)?;
    let (width, height) = reader.info().size();
    // Refused before memory is allocated.
    if width.max(height) > Grid::MAX_SIDE {
        return Err(format!(
            "a map has at most {most} × {most} cells, the picture has {width} × {height}",
            most = Grid::MAX_SIDE
        ));
    }
    let mut buffer = vec![0; reader.output_buffer_size().ok_or("the picture is too large")?];
    let info = reader.next_frame(&mut buffer).map_err(broken)?;
    // Pixels are colours or greys, with or without an alpha channel, which is ignored.
    let grey = |pixel: &[u8]| [pixel[0]; 3];
    let color = |pixel: &[u8]| [pixel[0], pixel[1], pixel[2]];
    let (samples, rgb): (_, fn(&[u8]) -> Rgb) =
        (info.color_type.samples(), if info.color_type.samples() < 3 { grey } else { color });
    let pixels: Vec<Rgb> = buffer[..info.buffer_size()].chunks_exact(samples).map(rgb).collect();
    from_pixels(width, height, &pixels).map_err(|error| error.to_string())
}

/// Size of the parts of the file, in bytes.
const CHUNK: usize = 1 << 16;

/// Formats the error of the decoder.
fn broken(error: ::png::DecodingError) -> String {
    use ::png::DecodingError::{Format, IoError, LimitsExceeded, Parameter};
    let what = match error {
        IoError(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => "it ends too early",
        IoError(_) => "it cannot be read",
        LimitsExceeded => "it is too large",
        Format(_) | Parameter(_) => "it is damaged",
    };
    format!("the picture cannot be decoded: {what}")
}

/// Returns the PNG file of pixels in reading order.
#[must_use]
pub fn write_png(width: u32, height: u32, pixels: &[Rgb]) -> Vec<u8> {
    at_once(write_png_in_slices(width, height, pixels))
}

/// Does the work of [`write_png`] in [slices](gridwalk_pathfinding::slices).
pub async fn write_png_in_slices(width: u32, height: u32, pixels: &[Rgb]) -> Vec<u8> {
    let whole = "memory takes everything, and the pixels fill the rectangle";
    let mut bytes = Vec::new();
    let mut encoder = ::png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(::png::ColorType::Rgb);
    encoder.set_depth(::png::BitDepth::Eight);
    let mut writer = encoder.write_header().expect(whole);
    let mut stream = writer.stream_writer_with_size(CHUNK).expect(whole);
    let mut work = Counter::default();
    for row in pixels.chunks(width as usize) {
        stream.write_all(row.as_flattened()).expect(whole);
        // Two bytes to compress are one piece of work.
        work.count(row.as_flattened().len() / 2).await;
    }
    stream.finish().expect(whole);
    writer.finish().expect(whole);
    bytes
}
