//! Detects the published benchmark data; without the data, tests that need it are listed as
//! ignored.

use std::path::Path;

fn main() {
    // Read at run time, because the script may have been built when the project was in another
    // folder.
    let package = std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where the package is");
    let shared = Path::new(&package).join("../../../shared/data");
    println!("cargo::rustc-check-cfg=cfg(has_published_data)");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=GRIDWALK_REQUIRE_SHARED");
    if shared.exists() {
        println!("cargo::rustc-cfg=has_published_data");
        println!("cargo::rerun-if-changed={}", shared.display());
    } else {
        let is_required = std::env::var_os("GRIDWALK_REQUIRE_SHARED").is_some();
        assert!(
            !is_required,
            "{} is missing, and no test may be left out",
            shared.display()
        );
    }
}
