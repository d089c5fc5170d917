//! The dependencies of a package, as Cargo resolves them.

use std::collections::BTreeSet;
use std::process::Command;

/// The names of all crates that are built for a crate of ours with these features, its own among
/// them.
fn built_for(package: &str, features: &str) -> BTreeSet<String> {
    let output = Command::new(env!("CARGO"))
        .args([
            "tree",
            "--locked",
            "--offline",
            "--edges",
            "normal,build",
            "--prefix",
            "none",
        ])
        .args(["--package", package, "--features", features])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let text = String::from_utf8(output.stdout).unwrap();
    let name = |line: &str| line.split(' ').take(2).collect::<Vec<_>>().join(" ");
    text.lines()
        .filter(|line| !line.is_empty())
        .map(name)
        .collect()
}

/// P9: `cargo add` brought 406 crates and a window, and the bare library a dozen that it had no use
/// for.
#[test]
fn whoever_adds_a_library_builds_no_window() {
    for (package, features, most) in [
        ("gridwalk_pathfinding", "", 8),
        ("gridwalk_crowd", "", 9),
        ("gridwalk_level", "", 35),
        ("bevy_gridwalk", "", 95),
        ("bevy_gridwalk", "levels,log", 145),
    ] {
        let built = built_for(package, features);
        let named = |name: &str| built.iter().any(|it| it.split(' ').next() == Some(name));
        assert!(named(package), "{built:?}");
        assert!(
            built.len() <= most,
            "{package} with [{features}] builds {} crates: {built:#?}",
            built.len()
        );
        for window in [
            "bevy",
            "bevy_render",
            "bevy_winit",
            "bevy_window",
            "wgpu",
            "winit",
            "egui",
            "clap",
        ] {
            assert!(
                !named(window),
                "{package} with [{features}] builds {window}"
            );
        }
    }
}
