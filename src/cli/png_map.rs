//! Maps as PNG pictures, one pixel a cell.

use std::io::Cursor;

use crate::pathfinding::formats::{Level, from_pixels};
use crate::pathfinding::{Grid, Rgb};

/// How every PNG file begins.
pub const SIGNATURE: [u8; 8] = [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1A, b'\n'];

/// The level in a picture.
///
/// # Errors
/// If it cannot be decoded, or is too large to be a map.
pub fn read(bytes: &[u8]) -> Result<Level, String> {
    let mut decoder = png::Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::STRIP_16);
    let broken = |error: png::DecodingError| format!("the picture cannot be decoded: {error}");
    let mut reader = decoder.read_info().map_err(broken)?;
    let (width, height) = reader.info().size();
    // Said before memory is asked for.
    if width.max(height) > Grid::MAX_SIDE {
        return Err(format!(
            "a map has at most {most} × {most} cells, the picture has {width} × {height}",
            most = Grid::MAX_SIDE
        ));
    }
    let mut buffer = vec![0; reader.output_buffer_size().ok_or("the picture is too large")?];
    let info = reader.next_frame(&mut buffer).map_err(broken)?;
    // Colours with or without transparency, greys with or without it: what is seen through does not count.
    let grey = |pixel: &[u8]| [pixel[0]; 3];
    let color = |pixel: &[u8]| [pixel[0], pixel[1], pixel[2]];
    let (samples, rgb): (_, fn(&[u8]) -> Rgb) =
        (info.color_type.samples(), if info.color_type.samples() < 3 { grey } else { color });
    let pixels: Vec<Rgb> = buffer[..info.buffer_size()].chunks_exact(samples).map(rgb).collect();
    from_pixels(width, height, &pixels).map_err(|error| error.to_string())
}

/// The picture of so many pixels in reading order.
pub fn write(width: u32, height: u32, pixels: &[Rgb]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().expect("memory takes everything");
    writer.write_image_data(pixels.as_flattened()).expect("the pixels fill the rectangle");
    writer.finish().expect("memory takes everything");
    bytes
}

#[cfg(test)]
mod tests {
    use png::BitDepth::{Eight, One, Sixteen};
    use png::ColorType::{Grayscale, GrayscaleAlpha, Indexed, Rgba};
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let pixels = [[255; 3], [0; 3], [0x9A, 0x9B, 0x72], [0x3B, 0x42, 0x50]];
        let level = read(&write(2, 2, &pixels)).unwrap();
        assert_eq!(level.grid, from_pixels(2, 2, &pixels).unwrap().grid);
    }

    #[test]
    fn every_kind_of_pixel_is_understood() {
        let picture = |color, depth, data: &[u8]| {
            let mut bytes = Vec::new();
            let mut encoder = png::Encoder::new(&mut bytes, 2, 1);
            encoder.set_color(color);
            encoder.set_depth(depth);
            if color == Indexed {
                encoder.set_palette(vec![255, 255, 255, 0, 0, 0]);
            }
            encoder.write_header().unwrap().write_image_data(data).unwrap();
            read(&bytes).unwrap()
        };
        for level in [
            picture(Grayscale, Eight, &[255, 0]),
            picture(Grayscale, One, &[0b1000_0000]),
            picture(Grayscale, Sixteen, &[255, 255, 0, 0]),
            picture(GrayscaleAlpha, Eight, &[255, 0, 0, 255]),
            picture(Rgba, Eight, &[255, 255, 255, 9, 0, 0, 0, 9]),
            picture(Indexed, One, &[0b0100_0000]),
        ] {
            assert_eq!([0, 1].map(|x| level.grid.is_walkable((x, 0).into())), [true, false]);
        }
    }

    #[test]
    fn a_broken_picture_gets_a_sentence() {
        let whole = write(2, 2, &[[255; 3]; 4]);
        for end in 0..whole.len() - 12 {
            assert!(read(&whole[..end]).is_err(), "{end} bytes");
        }
    }

    /// How many inputs the test gets; `GRIDWALK_FUZZ=N` asks for another number than the usual one.
    fn inputs() -> u32 {
        let wanted = std::env::var("GRIDWALK_FUZZ").ok();
        wanted.map_or(3000, |wanted| wanted.parse().expect("GRIDWALK_FUZZ is a number"))
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: inputs(), failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn damaged_pictures_are_read_or_refused(
            edits in prop::collection::vec((0..400usize, any::<u8>(), 0..3u8), 0..5),
            mend in any::<bool>(),
        ) {
            let mut bytes = write(5, 4, &[[255, 255, 255], [0, 0, 0], [0x9A, 0x9B, 0x72], [1, 2, 3]].repeat(5));
            for (at, byte, how) in edits {
                let at = at % bytes.len();
                match how {
                    0 => bytes[at] = byte,
                    1 => bytes.truncate(at.max(1)),
                    _ => bytes[at] ^= 1 << (byte % 8),
                }
            }
            if mend {
                // Otherwise hardly any damage would come past the checksum of the header.
                mend_header(&mut bytes);
            }
            match read(&bytes) {
                Ok(level) => prop_assert!(level.grid.width() <= Grid::MAX_SIDE && level.grid.height() <= Grid::MAX_SIDE),
                Err(sentence) => prop_assert!(!sentence.is_empty() && !sentence.contains('\n'), "{}", sentence),
            }
        }
    }

    /// Gives the first chunk the checksum that its bytes have: CRC-32 as the PNG specification defines it.
    fn mend_header(bytes: &mut [u8]) {
        let Some(chunk) = bytes.get(12..29) else { return };
        let mut crc = !0_u32;
        for byte in chunk {
            crc ^= u32::from(*byte);
            for _ in 0..8 {
                crc = if crc & 1 == 1 { 0xEDB8_8320 ^ (crc >> 1) } else { crc >> 1 };
            }
        }
        if let Some(place) = bytes.get_mut(29..33) {
            place.copy_from_slice(&(!crc).to_be_bytes());
        }
    }
}
