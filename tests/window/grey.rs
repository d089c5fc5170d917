//! The states of cells on the window's own map, without colour. Numbers and arrows are left out:
//! they differ from cell to cell, whatever its state.

use std::fs;
use std::path::Path;

use super::golden::take;
use super::greyscale::{EXPANSIONS, check, grey};
use super::picture::Picture;

pub fn look(folder: &Path) {
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/levels/right_angle.level.ron");
    let shipped = fs::read_to_string(shipped).unwrap();
    // With free floor on the right and below: larger and smaller cells.
    for cells in [16, 32] {
        let (level, taken) = (folder.join("grey.level.ron"), folder.join("grey.png"));
        fs::write(&level, enlarged(&shipped, cells)).unwrap();
        let map = take(
            folder,
            &level,
            EXPANSIONS as usize,
            "(262, Toggle(Numbers))",
            &taken,
        );
        let picture = Picture::read(&taken);
        check(map.whole_pixels(), |[column, row]| {
            picture
                .cell(map, (column as usize, row as usize))
                .into_iter()
                .map(grey)
                .collect()
        });
    }
}

fn enlarged(level: &str, cells: usize) -> String {
    let (before, rest) = level.split_once("map: [").expect("a level has a map");
    let (map, after) = rest.split_once(']').expect("it ends");
    let rows = map.split('"').skip(1).step_by(2);
    let empty = std::iter::repeat("");
    let rows = rows
        .chain(empty)
        .take(cells)
        .map(|row| format!("\"{row:.<cells$}\","));
    format!("{before}map: [{}]{after}", rows.collect::<String>())
}
