//! Makes code of the window's texts.

use std::path::Path;

fn main() {
    let texts = gridwalk_phrases::Texts {
        folder: Path::new("assets/texts"),
        languages: &["en", "zh"],
    };
    texts.write_phrases("window");
}
