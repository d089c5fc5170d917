//! **gridwalk**: a 2D grid-pathfinding playground, and the map of its workspace. The same searches
//! draw the animation, move the agents and set the benchmark time.
//!
//! # The map of the workspace
//!
//! ```text
//!        ┌──────────── app ───────────┐        ┌── cli ──┐          this crate, with `picture`
//!        ▼               ▼            ▼        ▼         ▼
//!  bevy_gridwalk      picture ──► explain ──► level ──► …
//!        ├──► crowd ─────┐            │          │
//!        └───────────────┴────────────┴──────────┴────────► pathfinding
//! ```
//!
//! An arrow means "may use it and everything below it"; nothing is used upwards or sideways. Crates
//! are the layers, and their manifests the walls.
//!
//! | Crate or room | Subject | Never names |
//! | --- | --- | --- |
//! | [`gridwalk_pathfinding`] | the kernel: grids, searches, the planner, queries, the events that an observer receives | Bevy, egui, files, clocks, formats, languages |
//! | `gridwalk_crowd` | agents that never share a cell, decided and moved in whole ticks; `simulate` runs it | Bevy, files, clocks, randomness without a seed |
//! | [`gridwalk_level`] | levels as documents: edits, history, formats, lint, generators; lessons about them | Bevy, files (text in, text out) |
//! | [`gridwalk_explain`] | explanations of a search: traces, verdicts, sentences, languages | Bevy, files |
//! | `bevy_gridwalk` | the plugin: entities request paths and walk them, levels hot-reload | egui, windows, mouse, colours, `gridwalk_explain` |
//! | `gridwalk_phrases` | at build time: Fluent files become an enum of phrases | the other crates |
//! | `gridwalk_testing` | shared parts of the tests: seeded numbers, random maps, an oracle | everything above the levels |
//! | [`picture`] | colours and drawings as pixels | Bevy, egui, files |
//! | [`shipped`] | levels that are built into the program | Bevy |
//! | `whole_file` | files that are written whole or not at all, for the window and the command line | Bevy |
//! | `app` | window, camera, commands, panels, watched searches; the feature `app` | `cli` |
//! | `cli` | arguments, files, tables, exit codes; the feature `cli` | Bevy, egui, `bevy_gridwalk`, `app` |
//!
//! Below the plugin only the kernel names Bevy: its reflection, behind the feature `reflect`,
//! because only the crate of a type may describe it.
//!
//! Each library crate has a map of its own in its documentation. `tests/architecture` keeps the
//! rooms apart, files and folders free of circles, the kernel in its order, and every source file
//! at 17,500 bytes without white space or less. The pages of `docs` are for users; `docs/how-it-works.md` follows a click,
//! a level file and a stroke through the code, and `docs/adding-an-algorithm.md` names the places
//! for additions.
//!
//! # Where is what
//!
//! | Folder or file in `src` | Subject |
//! | --- | --- |
//! | `app/command` | everything that a user can do, as plain values: the result of every button, key and script line |
//! | `app/shell` | the window around all features: start, bars, side panel, keyboard, command palette |
//! | `app/shell/dispatch.rs` | the dispatcher, which hands each command to the folder that owns the data |
//! | `app/shell/map_pointer` | the meaning of clicks and drags on the map of agents, on a watched search and on boards |
//! | `app/agents` | agents: orders, selection, the path as a stack, their panel and drawing |
//! | `app/boards` | watched searches, one or several: query, recording, player, runs, presets |
//! | `app/boards/panel` | panels of watched searches |
//! | `app/document` | the open level: opening, edits, undo, saving, export, dialogs about unsaved work |
//! | `app/edit` | the level editor: tools, strokes, selection, generator, problems |
//! | `app/lesson` | the lessons, the open one, and the window state that a page needs |
//! | `app/options` | options of searches: their panel and commands |
//! | `app/view`, `app/widgets` | camera, gestures and drawing of the level; pieces of panels that several features use |
//! | `app/common` | shared parts of the window: settings, notes, scripts, language |
//! | `app/common/shortcuts.rs` | every key in one table, for keyboard, key list, tooltips, palette and docs |
//! | `app/common/texts.rs` | the phrases of the window, made from `assets/texts` |
//! | `app/common/files.rs` | changes of files by other programs, and the journal of unsaved work |
//! | `app/platform` | services of the system: files, clock, dialogs, background work |
//! | `app/platform/desktop`, `app/platform/page` | the two implementations of these services |
//! | `cli` | the command line: the program, its commands, and what several of them use |
//! | `cli/args`, `cli/args/help` | the command line as text: arguments and help |
//! | `cli/bench`, `cli/simulate` | the commands `bench` and `simulate` |
//! | `picture` | drawings as pixels; `picture/palette.rs` has one colour per meaning, for the window and for pictures |
//!
//! The folder `web` beside `src` is the page around the program: loading, failure sentences,
//! services of the browser.
//!
//! # Invariants
//!
//! - The kernel, levels and explanations read no file, no clock and no global state.
//! - An observer cannot influence a search: same path, same counts, watched or not.
//! - An option that an algorithm does not support is refused with a sentence; no option is changed
//!   silently.
//! - "No path" is an answer with a reason, not an error. Bad input is an error, found once, at the
//!   border.
//! - Only the folder `platform` of `app` differs between the desktop and the page. The compilation
//!   target decides, so no feature can be chosen wrongly.
//! - Background work of the window runs in slices ([`gridwalk_pathfinding::slices`]), so that a
//!   page draws between them and cancelled work ends.
//! - Nothing in the plugin depends on the frame rate; agents arrive without `app`.
//! - The same input gives the same path and the same number of expansions on every machine.
//! - A parser never panics, whatever the bytes.
//!
//! Each crate's documentation has its own invariants.
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
