//! The tile data of a Tiled layer: a list of numbers, or bytes in base64, plain or compressed.

use std::io::Read;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::{GzDecoder, ZlibDecoder};
use ruzstd::decoding::StreamingDecoder;

use super::json::Part;
use crate::formats::error::Parsed;

/// Reads the tile of each cell, 0 for none, including the bits for flips and rotation.
pub fn read_tiles(data: Part, compression: Option<Part>, count: usize) -> Parsed<Vec<u32>> {
    if !data.get().starts_with('"') {
        return data.numbers("the tiles of a layer", count);
    }
    let damaged = |why: &str| data.fail(format!("the tiles of the layer are damaged: {why}"));
    let letters: String = data.text("the tiles of a layer")?.split_whitespace().collect();
    let packed = STANDARD.decode(letters).map_err(|_| damaged("expected letters of base64"))?;
    let bytes = match compression.map_or("\"\"", Part::get) {
        "\"\"" => Ok(packed),
        "\"zlib\"" => unpacked(ZlibDecoder::new(&*packed), count),
        "\"gzip\"" => unpacked(GzDecoder::new(&*packed), count),
        "\"zstd\"" => StreamingDecoder::new(&*packed).map_err(drop).and_then(|decoder| unpacked(decoder, count)),
        _ => {
            let part = compression.unwrap_or(data);
            let expected = "expected tiles that are not packed, or packed by zlib, gzip or zstd";
            return Err(part.fail(format!("{expected}, found {}", part.shown())));
        }
    };
    let bytes = bytes.map_err(|()| damaged("they cannot be unpacked"))?;
    let (tiles, rest) = bytes.as_chunks();
    if tiles.len() != count || !rest.is_empty() {
        return Err(damaged(&format!("expected {} bytes, 4 for each cell, found {}", 4 * count, bytes.len())));
    }
    Ok(tiles.iter().map(|tile| u32::from_le_bytes(*tile)).collect())
}

/// Decompresses the bytes of the cells, plus one byte if there are more.
fn unpacked(packed: impl Read, count: usize) -> Result<Vec<u8>, ()> {
    let mut bytes = Vec::new();
    packed.take(4 * count as u64 + 1).read_to_end(&mut bytes).map(|_| bytes).map_err(drop)
}
