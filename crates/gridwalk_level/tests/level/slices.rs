//! Long work on large levels yields to other tasks: a web page has one thread.

use gridwalk_level::formats::{Format, write_level, write_level_in_slices};
use gridwalk_level::generate::{MapKind, Recipe, generate, generate_in_slices};
use gridwalk_level::lint::{check, check_in_slices};
use gridwalk_level::shapes::Piece;
use gridwalk_level::{Level, to_share, to_share_in_slices};
use gridwalk_pathfinding::{Cell, Portal};
use gridwalk_testing::check_slices;

const SIDE: u32 = 401;

fn made(kind: MapKind) -> Level {
    generate(&Recipe {
        kind,
        width: SIDE,
        height: SIDE,
        seed: 3,
        density: None,
    })
    .unwrap()
    .level
}

#[test]
fn maps_are_generated_in_slices() {
    for kind in MapKind::ALL {
        let recipe = Recipe {
            kind,
            width: SIDE,
            height: SIDE,
            seed: 3,
            density: None,
        };
        check_slices(kind.name(), 40.., &generate(&recipe), || {
            generate_in_slices(&recipe)
        });
    }
}

#[test]
fn pieces_are_put_into_a_level_in_slices() {
    let (level, country) = (made(MapKind::Maze), made(MapKind::Country));
    let (piece, at) = (Piece::of(&country.grid), Cell::new(3, 4));
    check_slices("piece", 35.., &piece.put(&level, at), || {
        piece.put_in_slices(&level, at)
    });
}

#[test]
fn copies_in_other_formats_are_written_in_slices() {
    for kind in [MapKind::Maze, MapKind::Random, MapKind::Weights] {
        let level = made(kind);
        for format in [Format::MovingAi, Format::Digits, Format::Csv, Format::Png] {
            let name = format!("{kind:?} as {format:?}");
            check_slices(&name, 100.., &write_level(&level, format), || {
                write_level_in_slices(&level, format)
            });
        }
    }
}

#[test]
#[cfg(feature = "png")]
fn pictures_are_compressed_in_slices() {
    use gridwalk_level::formats::{
        from_pixels, read_png, to_pixels, write_png, write_png_in_slices,
    };
    let pixels = to_pixels(&made(MapKind::Weights));
    let whole = write_png(SIDE, SIDE, &pixels);
    check_slices("png", 50.., &whole, || {
        write_png_in_slices(SIDE, SIDE, &pixels)
    });
    assert_eq!(
        read_png(&whole).unwrap().grid,
        from_pixels(SIDE, SIDE, &pixels).unwrap().grid
    );
}

#[test]
fn levels_are_looked_over_in_slices() {
    for kind in [MapKind::Maze, MapKind::Random, MapKind::Weights] {
        let mut level = made(kind);
        check_slices(kind.name(), 40.., &check(&level), || {
            check_in_slices(&level)
        });
        // A one-way portal: it cannot be left again, and region labels alone do not decide
        // reachability.
        let at = level.agents[0].at;
        let portal = Portal {
            from: at,
            to: level.agents[0].goals[0],
            cost: 1,
            two_way: false,
        };
        level.grid.set_portals(vec![portal]).unwrap();
        level.search.goal_tolerance = 1;
        check_slices(kind.name(), 60.., &check(&level), || {
            check_in_slices(&level)
        });
    }
}

#[test]
fn levels_are_shared_in_slices() {
    for kind in [MapKind::Maze, MapKind::Random, MapKind::Country] {
        let level = made(kind);
        check_slices(kind.name(), 40.., &to_share(&level), || {
            to_share_in_slices(&level)
        });
    }
}

/// Earlier, the text was compressed in one go; shared links stay the same.
#[test]
fn a_level_that_is_shared_in_slices_has_the_letters_that_it_had() {
    use base64::Engine;
    for kind in MapKind::ALL {
        let level = made(kind);
        let shared = to_share(&level);
        let letters = shared.strip_prefix("gridwalk1.").unwrap();
        let bytes = base64::engine::general_purpose::URL_SAFE_NO_PAD
            .decode(letters)
            .unwrap();
        let text = gridwalk_level::formats::write_ron(&level);
        assert_eq!(
            bytes[4..],
            miniz_oxide::deflate::compress_to_vec(text.as_bytes(), 9),
            "{kind:?}"
        );
    }
}
