//! Long sequences of editor actions: undo restores the bytes, redo the level; saved files reopen.

use gridwalk_level::formats::parse_draft;
use gridwalk_level::generate::{MapKind, Recipe, generate};
use gridwalk_level::shapes::{Brush, Piece, Shape, erase, relocate};
use gridwalk_level::{Document, EntryId, Label, Level, LevelEdit, PieceAct, Stroke, Turn};
use gridwalk_pathfinding::{Cell, Rect, TerrainId};
use gridwalk_testing::Rng;
use gridwalk_testing::levels::{KINDS, random_edit, random_level};

/// Returns a random cell on the map, or a little beside it.
fn somewhere(rng: &mut Rng, level: &Level) -> Cell {
    let side = |length: u32, rng: &mut Rng| rng.below(length.cast_signed() + 4) - 2;
    Cell::new(
        side(level.grid.width(), rng),
        side(level.grid.height(), rng),
    )
}

/// Performs one stroke, in parts as a pointer makes it, or one other action of a tool.
fn act(rng: &mut Rng, document: &mut Document, number: u64, copy: &mut Option<Piece>) {
    let level = document.level().as_ref().clone();
    let rect = Brush::between(somewhere(rng, &level), somewhere(rng, &level));
    let terrain = TerrainId(u8::try_from(rng.below(level.grid.legend().len())).unwrap());
    let done = match rng.below(14) {
        0..=5 => {
            let brush = Brush {
                shape: rng.pick(&Shape::ALL),
                size: 1 + rng.below(Brush::MAX_SIZE),
                is_outline: rng.one_in(2),
            };
            let parts = if brush.shape == Shape::Free {
                1 + rng.below(4)
            } else {
                1
            };
            let mut at = somewhere(rng, &level);
            for _ in 0..parts {
                let to = somewhere(rng, &level);
                let edit = brush.edit(&level.grid, &[at, to], terrain);
                let label = Label::Drawn(brush.shape, 0, String::new());
                document
                    .edit_in_stroke_as(Stroke(number), label, edit)
                    .expect("cells of the map get its terrain");
                at = to;
            }
            return;
        }
        6 => {
            *copy = Piece::copy(&level, rect).map(|piece| piece.turned(rng.pick(&Turn::ALL)));
            return;
        }
        7 => copy
            .as_ref()
            .and_then(|piece| piece.put(&level, rect.at).ok()),
        8 => LevelEdit::turn(&level, rng.pick(&Turn::ALL)).ok(),
        9 => LevelEdit::resize(
            &level,
            Rect {
                width: rect.width.min(14),
                height: rect.height.min(14),
                ..rect
            },
            terrain,
        )
        .ok(),
        10 => {
            let kind = rng.pick(&MapKind::ALL);
            let recipe = Recipe {
                kind,
                width: rect.width,
                height: rect.height,
                seed: rng.next(),
                density: None,
            };
            let made = generate(&recipe).expect("the recipe is right");
            Piece::of(&made.level.grid).put(&level, rect.at).ok()
        }
        11 => {
            let turn = rng.one_in(2).then(|| rng.pick(&Turn::ALL));
            relocate(&level, rect, turn, somewhere(rng, &level), terrain)
                .ok()
                .flatten()
        }
        12 => Some(erase(&level, rect, terrain)),
        _ => {
            let kind = rng.below(KINDS);
            Some(random_edit(rng, &level, kind))
        }
    };
    // Some edits are refused, which changes nothing.
    let _ = done.map(|edit| {
        document.edit_in_stroke_as(Stroke(number), Label::Piece(PieceAct::Paste, 0), edit)
    });
}

fn walk(sequences: std::ops::Range<u64>) {
    let mut entries = 0;
    for seed in sequences {
        let rng = &mut Rng(seed);
        let opened = Document::open(random_level(seed), None);
        let text = opened.source().draft();
        let (level, _) = parse_draft(&text).unwrap();
        let mut document = Document::open(level, Some(text.as_str().into()));
        let mut copy = None;
        for number in 0..50 + rng.below(20_u64) {
            act(rng, &mut document, number, &mut copy);
        }
        let (end, last) = (document.source().draft(), document.level().as_ref().clone());
        let (reopened, _) =
            parse_draft(&end).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{end}"));
        let again = Document::open(reopened, Some(end.as_str().into()));
        assert_eq!(
            again.source().draft(),
            end,
            "seed {seed}: saved, reopened, saved"
        );
        assert!(same(&last, again.level()), "seed {seed}: {end}");
        entries += document.history().len();
        let present = document.present();
        while document.undo().is_some() {}
        assert_eq!(
            (document.source().draft(), document.present()),
            (text, EntryId(0)),
            "seed {seed}"
        );
        while document.redo().is_some() {}
        assert_eq!(
            (document.source().draft(), document.present()),
            (end, present),
            "seed {seed}"
        );
        assert_eq!(
            LevelEdit::between(&last, document.level()),
            None,
            "seed {seed}"
        );
    }
    assert!(entries > 0);
}

/// Returns `true` if two levels are equal to a player: files may list the terrains in another
/// order.
fn same(a: &Level, b: &Level) -> bool {
    let seen = |level: &Level| -> Vec<_> {
        let cells = level.grid.size().rect().cells();
        cells
            .map(|cell| (level.grid.terrain(cell).cloned(), level.grid.look(cell)))
            .collect()
    };
    let others = |level: &Level| {
        (
            level.name.clone(),
            level.agents.clone(),
            level.search.clone(),
            level.grid.portal_list(),
        )
    };
    seen(a) == seen(b) && others(a) == others(b)
}

#[test]
fn strokes_are_undone_to_the_byte_and_saved_as_they_are() {
    walk(0..150);
}

#[test]
#[ignore = "takes some minutes"]
fn ten_thousand_stroke_sequences_undo_to_the_byte() {
    walk(0..10_000);
}
