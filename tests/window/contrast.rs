//! The contrast of the numbers in cells, measured in pictures of the window: on every terrain,
//! mark, tint and path.

use std::fs;
use std::path::Path;

use super::golden::take;
use super::picture::Picture;

/// The least contrast of a number on its ground (WCAG 2.1, level AA).
const READABLE: f64 = 4.5;
/// Contrast from which something is taken for a number: terrain has patterns of its own.
const NUMBER: f64 = 1.6;

/// The places of F, G and H in a cell.
const PLACES: [(&str, [f64; 4]); 3] = [
    ("F", [0.1, 0.55, 0.1, 0.36]),
    ("G", [0.1, 0.48, 0.66, 0.9]),
    ("H", [0.52, 0.9, 0.66, 0.9]),
];

/// Every terrain that can be walked on in a row of its own, two floors, and one of a dark colour.
const ROWS: [&str; 7] = [
    "........", "========", ",,,,,,,,", "&&&&&&&&", "%%%%%%%%", "::::::::", "dddddddd",
];

/// The scenes: options of the search, number of expansions, and commands.
const LOOKS: [(&str, usize, &str); 8] = [
    ("algorithm: \"dijkstra\"", 12, ""),
    ("algorithm: \"astar\"", 30, ""),
    ("algorithm: \"astar\"", 60, "(262, Play(Last))"),
    ("algorithm: \"bidirectional\"", 24, ""),
    ("algorithm: \"dijkstra\"", 30, "(262, Watch(HeatMap(G)))"),
    ("algorithm: \"dijkstra\"", 30, "(262, Watch(HeatMap(H)))"),
    ("algorithm: \"astar\"", 40, "(262, Watch(HeatMap(Order)))"),
    ("algorithm: \"astar\"", 40, "(262, Toggle(Tree))"),
];

/// Numbers half as bright as their ground could not be read; those on the line of the path neither.
pub fn measure(folder: &Path) {
    let (mut least, mut count, mut faults) = (f64::MAX, 0, Vec::new());
    for (number, (search, expansions, commands)) in LOOKS.into_iter().enumerate() {
        let (level, taken) = (
            folder.join("contrast.level.ron"),
            folder.join(format!("contrast{number}.png")),
        );
        let rows: Vec<_> = ROWS.iter().map(|row| format!("\"{row}\",")).collect();
        let text = format!(
            "(version: 1, name: \"Contrast\", map: [{}], legend: {{ 'd': (name: \"dark\", cost: 2, color: \"#5A5F68\") }}, \
             agents: [(name: \"walker\", at: (0, 0), goals: [(7, 6)])], search: ({search}))",
            rows.concat()
        );
        fs::write(&level, text).unwrap();
        let map = take(folder, &level, expansions, commands, &taken);
        let picture = Picture::read(&taken);
        for (row, column) in
            (0..ROWS.len()).flat_map(|row| (0..ROWS[row].len()).map(move |column| (row, column)))
        {
            for (what, part) in PLACES {
                let contrast = picture.contrast(map, (column, row), part);
                if contrast < NUMBER {
                    continue;
                }
                count += 1;
                least = least.min(contrast);
                if contrast < READABLE {
                    faults.push(format!(
                        "{search} {commands}: {what} of ({column}, {row}): {contrast:.2}"
                    ));
                }
            }
        }
    }
    if !faults.is_empty() {
        for number in 0..LOOKS.len() {
            let name = format!("contrast{number}.png");
            let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join(&name);
            fs::copy(folder.join(name), kept).unwrap();
        }
    }
    assert!(
        faults.is_empty(),
        "least {least:.2} of {count}:\n{}",
        faults.join("\n")
    );
    assert!(count > 400, "{count} numbers were measured");
    eprintln!("the least contrast of {count} numbers is {least:.2}");
}
