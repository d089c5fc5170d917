//! Maps as PNG pictures: every kind of pixel, and broken files.

use gridwalk_level::formats::{from_pixels, read_png, write_png};
use gridwalk_pathfinding::Grid;
use png::BitDepth::{Eight, One, Sixteen};
use png::ColorType::{Grayscale, GrayscaleAlpha, Indexed, Rgba};
use proptest::prelude::*;

#[test]
fn what_is_written_is_read_again() {
    let pixels = [[255; 3], [0; 3], [0x9A, 0x9B, 0x72], [0x3B, 0x42, 0x50]];
    let level = read_png(&write_png(2, 2, &pixels)).unwrap();
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
        encoder
            .write_header()
            .unwrap()
            .write_image_data(data)
            .unwrap();
        read_png(&bytes).unwrap()
    };
    for level in [
        picture(Grayscale, Eight, &[255, 0]),
        picture(Grayscale, One, &[0b1000_0000]),
        picture(Grayscale, Sixteen, &[255, 255, 0, 0]),
        picture(GrayscaleAlpha, Eight, &[255, 0, 0, 255]),
        picture(Rgba, Eight, &[255, 255, 255, 9, 0, 0, 0, 9]),
        picture(Indexed, One, &[0b0100_0000]),
    ] {
        assert_eq!(
            [0, 1].map(|x| level.grid.is_walkable((x, 0).into())),
            [true, false]
        );
    }
}

#[test]
fn a_broken_picture_gets_a_sentence() {
    let whole = write_png(2, 2, &[[255; 3]; 4]);
    for end in 0..whole.len() - 12 {
        assert!(read_png(&whole[..end]).is_err(), "{end} bytes");
    }
}

/// Returns the number of inputs of the test, which `GRIDWALK_FUZZ=N` overrides.
fn inputs() -> u32 {
    let wanted = std::env::var("GRIDWALK_FUZZ").ok();
    wanted.map_or(3000, |wanted| {
        wanted.parse().expect("GRIDWALK_FUZZ is a number")
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: inputs(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn damaged_pictures_are_read_or_refused(
        edits in prop::collection::vec((0..400usize, any::<u8>(), 0..3u8), 0..5),
        mend in any::<bool>(),
    ) {
        let mut bytes = write_png(5, 4, &[[255, 255, 255], [0, 0, 0], [0x9A, 0x9B, 0x72], [1, 2, 3]].repeat(5));
        for (at, byte, how) in edits {
            let at = at % bytes.len();
            match how {
                0 => bytes[at] = byte,
                1 => bytes.truncate(at.max(1)),
                _ => bytes[at] ^= 1 << (byte % 8),
            }
        }
        if mend {
            // Otherwise hardly any damaged file would pass the checksum of the header.
            mend_header(&mut bytes);
        }
        match read_png(&bytes) {
            Ok(level) => prop_assert!(level.grid.width() <= Grid::MAX_SIDE && level.grid.height() <= Grid::MAX_SIDE),
            Err(sentence) => prop_assert!(!sentence.is_empty() && !sentence.contains('\n'), "{}", sentence),
        }
    }
}

/// Corrects the checksum of the first chunk: CRC-32 as the PNG specification defines it.
fn mend_header(bytes: &mut [u8]) {
    let Some(chunk) = bytes.get(12..29) else {
        return;
    };
    let mut crc = !0_u32;
    for byte in chunk {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 {
                0xEDB8_8320 ^ (crc >> 1)
            } else {
                crc >> 1
            };
        }
    }
    if let Some(place) = bytes.get_mut(29..33) {
        place.copy_from_slice(&(!crc).to_be_bytes());
    }
}
