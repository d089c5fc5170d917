//! Makes code of the library's texts, and of the translations of what the kernel says.

use std::path::Path;

fn main() {
    let texts = gridwalk_phrases::Texts {
        folder: Path::new("texts"),
        languages: &["en", "zh"],
    };
    texts.write_phrases("library");
    texts.write_translations("kernel");
}
