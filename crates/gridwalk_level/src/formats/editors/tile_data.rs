//! The tiles of a layer of Tiled: a list of numbers, or their bytes in letters, as they are or packed.

use std::io::Read;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::{GzDecoder, ZlibDecoder};

use super::json::{Json, Part, shown};
use crate::formats::error::{ParseError, Parsed};

/// The tile of each cell, 0 for none, with the bits that say how it is turned.
pub fn read_tiles<'a>(json: Json<'a>, data: Part<'a>, compression: Option<Part<'a>>, count: usize) -> Parsed<Vec<u32>> {
    if !data.get().starts_with('"') {
        return json.numbers(data, "the tiles of a layer", count);
    }
    let damaged = |why: &str| json.fail(data, format!("the tiles of the layer are damaged: {why}"));
    let letters: String = json.text(data, "the tiles of a layer")?.split_whitespace().collect();
    let packed = STANDARD.decode(letters).map_err(|_| damaged("expected letters of base64"))?;
    let bytes = match compression.map_or("\"\"", |part| part.get()) {
        "\"\"" => packed,
        "\"zlib\"" => unpacked(ZlibDecoder::new(&*packed), count).map_err(|why| damaged(&why))?,
        "\"gzip\"" => unpacked(GzDecoder::new(&*packed), count).map_err(|why| damaged(&why))?,
        _ => return Err(unknown(json, compression.unwrap_or(data))),
    };
    let (tiles, rest) = bytes.as_chunks();
    if tiles.len() != count || !rest.is_empty() {
        return Err(damaged(&format!("expected {} bytes, 4 for each cell, found {}", 4 * count, bytes.len())));
    }
    Ok(tiles.iter().map(|tile| u32::from_le_bytes(*tile)).collect())
}

/// As many bytes as the cells take, and one more where there are.
fn unpacked(packed: impl Read, count: usize) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let read = packed.take(4 * count as u64 + 1).read_to_end(&mut bytes);
    read.map(|_| bytes).map_err(|_| "they cannot be unpacked".to_owned())
}

fn unknown(json: Json, part: Part) -> ParseError {
    let message = "expected tiles that are not packed, or packed by zlib or gzip: choose one of them in Tiled as the \
                   tile layer format of the map, and save it again";
    json.fail(part, format!("{message}; found {}", shown(part)))
}
