//! Makes code of the library's texts, and of the names of the kernel's values.

use std::path::Path;

fn main() {
    let texts = gridwalk_phrases::Texts { folder: Path::new("texts"), languages: &["en", "zh"] };
    texts.write_phrases("library");
    texts.write_names("kernel");
}
