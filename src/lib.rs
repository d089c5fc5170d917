//! **gridwalk**: a 2D grid-pathfinding playground, and the map of its workspace. The same searches draw the animation,
//! move the agents and set the benchmark time.
//!
//! # The map of the workspace
//!
//! ```text
//!        ┌──────────── app ───────────┐        ┌── cli ──┐          this crate, with `picture`
//!        ▼               ▼            ▼        ▼         ▼
//!  bevy_gridwalk      picture ──► explain ──► level ──► …
//!        └───────────────┴────────────┴──────────┴────────► pathfinding
//! ```
//!
//! An arrow means "may use it and all below it"; nothing is used upwards or sideways. Crates are the layers, and their
//! manifests the walls.
//!
//! | Crate or room | It is | Never names |
//! | --- | --- | --- |
//! | [`gridwalk_pathfinding`] | the kernel: grids, searches, the planner, queries, what a search reports to its observer | Bevy, egui, files, clocks, formats, languages |
//! | `gridwalk_crowd` | agents that never share a cell, decided and moved in whole ticks; `simulate` runs it | Bevy, files, clocks, randomness without a seed |
//! | [`gridwalk_level`] | levels as documents: edits, history, formats, lint, generators; lessons about them | Bevy, files (text in, text out) |
//! | [`gridwalk_explain`] | what a search did: traces, verdicts, sentences, languages | Bevy, files |
//! | `bevy_gridwalk` | the plugin: entities ask for paths and walk them, levels hot-reload | egui, windows, mouse, colours, `gridwalk_explain` |
//! | `gridwalk_phrases` | at build time: Fluent files become an enum of phrases | the other crates |
//! | `gridwalk_testing` | what the tests share: seeded numbers, random maps, an oracle | everything above the levels |
//! | [`picture`] | colours and drawings as pixels | Bevy, egui, files |
//! | [`shipped`] | levels that are built into the program | Bevy |
//! | `whole_file` | files that are written whole or not at all, for the window and the command line | Bevy |
//! | `app` | window, camera, commands, panels, watching a search; the feature `app` | `cli` |
//! | `cli` | arguments, files, tables, exit codes; the feature `cli` | Bevy, egui, `bevy_gridwalk`, `app` |
//!
//! The kernel's file `reflect.rs` alone names Bevy below the plugin, behind the feature `reflect`, because only the crate
//! of a type may describe it.
//!
//! Each library crate has a map of its own in its documentation. `tests/architecture` keeps the rooms apart, files and
//! folders free of circles, the kernel in its order, and every source file at 500 lines or less. The pages of `docs`
//! are for those who use it; `docs/adding-an-algorithm.md` says where what is added.
//!
//! # Where to find what in the program
//!
//! | In | There is |
//! | --- | --- |
//! | `app/command` | everything that a user can do, as plain values; buttons, keys and scripts end here |
//! | `app/platform` | what the system gives: files, clock, dialogs; a face for the desktop and one for a page |
//! | `app/shell/dispatch.rs` | who acts on which command |
//! | `app/common/shortcuts.rs` | every key in one table: keyboard, key list, tooltips, palette and docs come from it |
//! | `app/document` | the open level: edits, undo, saving, what is asked before something is lost |
//! | `app/common/files` | what others do to files, and the journal of unsaved work |
//! | `app/common/texts.rs` | the phrases of the window, made from `assets/texts` |
//! | `app/boards` | searches that are watched, one or several: their question, recordings and player; presets that play and are walked |
//! | `app/lesson` | the lessons, the open one, and how the window comes to the state of a page |
//! | `app/view`, `app/widgets` | what is shown on the map, and the pieces of panels |
//! | `web` | the page around the program: loading, sentences for failures, what only a browser can do |
//! | `cli/args` | the command line as text; each command is a file beside it |
//! | `picture/palette.rs` | one colour per meaning, for the window and for pictures |
//!
//! # Invariants
//!
//! - The kernel, levels and explanations read no file, no clock and no global state.
//! - An observer cannot influence a search: same path, same counts, watched or not.
//! - Options that an algorithm does not support are refused in words; nothing is silently changed.
//! - "No path" is an answer with a reason, not an error. Bad input is an error, found once, at the border.
//! - No room of `app` but `platform` knows whether it is a window of the desktop or a page. The target decides, so that
//!   there is no feature to choose wrongly.
//! - What the window does in the background it does in slices ([`gridwalk_pathfinding::slices`]), so that a page draws
//!   between them and what is cancelled ends.
//! - Nothing in the plugin depends on the frame rate; nothing in `app` is needed for agents to arrive.
//! - The same input gives the same path and the same number of expansions on every machine.
//! - A parser never panics, whatever the bytes.
//!
//! Those of single crates stand in their own documentation.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::print_stdout))]

#[cfg(feature = "app")]
pub mod app;
#[cfg(feature = "cli")]
pub mod cli;
pub mod picture;
pub mod scenario;
pub mod shipped;
#[cfg(all(not(target_family = "wasm"), any(feature = "app", feature = "cli")))]
mod whole_file;

/// The code in the README and the pages of `docs`, compiled as tests.
#[cfg(all(doctest, feature = "app"))]
mod book {
    #[doc = include_str!("../README.md")]
    struct Readme;
    #[doc = include_str!("../docs/library.md")]
    struct Library;
}
