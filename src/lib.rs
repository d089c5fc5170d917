//! **gridwalk**: a 2D grid-pathfinding playground, the Bevy plugin behind it, and the pure
//! search library behind that. The same search core draws the animation, moves the agents
//! and sets the benchmark time.
//!
//! # The map of the code
//!
//! ```text
//!                  ┌──────────── app ───────────┐        ┌── cli ──┐
//!                  ▼               ▼            ▼        ▼         ▼
//!               plugin          picture ──► explain ──► level ──► …
//!                  └───────────────┴───────────┴──────────┴──────► pathfinding
//! ```
//!
//! An arrow means "may import it and all below it"; nothing imports upwards or sideways.
//!
//! | Room | It is | Never names | Feature |
//! | --- | --- | --- | --- |
//! | [`pathfinding`] | the kernel: grids, searches, queries, what a search reports to its observer | Bevy, egui, files, clocks, formats, languages | always |
//! | [`level`] | levels as documents: edits, history, formats, lint, generators; lessons about them | Bevy, files (text in, text out) | always |
//! | [`explain`] | what a search did: traces, verdicts, sentences, languages | Bevy, files | always |
//! | [`picture`] | colours and drawings as pixels | Bevy, egui, files | always |
//! | `plugin` | entities ask for paths and walk them, levels hot-reload | egui, `picture`, `explain`, windows, mouse | `plugin` |
//! | `app` | window, camera, commands, panels, watching a search | `cli` | `app` |
//! | `cli` | arguments, files, tables, exit codes | Bevy, egui, `plugin`, `app` | `cli` |
//!
//! `tests/architecture` keeps the rooms apart, the kernel in its order, and every source file at 500 lines or less.
//!
//! # Where to find what
//!
//! | In | There is |
//! | --- | --- |
//! | `pathfinding/grid` | cells, terrain, edits, movement rules, portals, agent profiles |
//! | `pathfinding/map` | a grid and what is derived from it, kept true by each edit: walkable cells as bits, the ends of straight jumps, region labels, tile versions, snapshots, views of agents |
//! | `pathfinding/options` | the algorithms, their options, what each promises and which options it supports |
//! | [`pathfinding::PathQuery`] | the question of every search: start, goal, options |
//! | `pathfinding/search` | the searches, and the events that an observer sees |
//! | [`pathfinding::Planner`] | the fastest answer: the lazy jump graph, the search over weighted terrain, the field of a goal that many ask for, or one of the searches above |
//! | `pathfinding/search/distances.rs` | what is left to a goal from everywhere, kept true under edits: flow fields, and those of the planner |
//! | `level/edit` | what can be changed in a level, and how it is taken back |
//! | `level/document` | an open level: its history with branches, what is saved, its text with comments |
//! | `level/share.rs` | a level as one line of text |
//! | `level/lesson.rs` | a lesson: pages about a level, the state of the window that each needs, its question |
//! | [`level::formats`] | levels, maps and scenarios: text in, levels out, and back |
//! | [`level::lint`] | what is odd in a level |
//! | [`level::generate`] | maps from a seed |
//! | `explain/trace` | events of a search: recorded, played at any position, saved and read |
//! | [`explain::verdict`] | what an independent search says of an answer |
//! | `explain/sentences` | steps, cells and answers to questions in words |
//! | [`explain::compare`] | searches side by side on one clock: who is first, and which cells only one expanded |
//! | `explain/language` | the phrases of the library, made from `assets/texts` |
//! | `app/command` | everything that a user can do, as plain values; buttons, keys and scripts end here |
//! | `app/document` | the open level: edits, undo, saving, what is asked before something is lost |
//! | `app/files` | files that are replaced whole, and the journal of unsaved work |
//! | `app/texts.rs` | the phrases of the window, made from `assets/texts` |
//! | `app/boards` | searches that are watched, one or several: their question, recordings and player; presets that play and are walked |
//! | `app/lesson` | the lessons, the open one, and how the window comes to the state of a page |
//! | `app/panels`, `app/view` | what is shown beside the map, and on it |
//! | `plugin/queue.rs` | the requests that wait, and whose turn it is; `serve.rs` answers them within the budget of a tick |
//! | `plugin/path_index.rs` | from tiles to the agents whose paths lead there: what an edit has to look at |
//! | `cli/args` | the command line as text; each command is a file beside it |
//!
//! # Invariants
//!
//! - [`pathfinding`], [`level`] and [`explain`] read no file, no clock and no global state.
//! - A [`pathfinding::Grid`] changes only through [`pathfinding::GridEdit`]; each change raises its revision.
//! - What a [`pathfinding::Map`] derives from its grid equals what is made from scratch, after any edits; an edit costs
//!   what it changes, never what the map is large.
//! - An observer cannot influence a search: same path, same counts, watched or not.
//! - Options that an algorithm does not support are refused in words; nothing is silently changed.
//! - "No path" is an answer with a reason, not an error. Bad input is an error, found once, at the border.
//! - Nothing in `plugin` depends on the frame rate; nothing in `app` is needed for agents to arrive.
//! - With a budget in expansions nothing in `plugin` depends on the machine either: the same things happen in the same ticks.
//! - The same input gives the same path and the same number of expansions on every machine.
//! - A parser never panics, whatever the bytes.
//!
//! # Where it differs from the usual
//!
//! The plugin itself moves the `Transform` of agents (between two fixed steps, for drawing),
//! so that a game needs no code of its own to see them walk; it never names a sprite.
//!
//! Jump graphs and fields of goals belong to a [`pathfinding::Planner`], not to the [`pathfinding::Map`]: they look at
//! its tile versions when they are asked, so that an edit costs nothing for what is not asked for any more, and a map can
//! be read by many threads, each with a planner of its own.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::print_stdout))]

#[cfg(feature = "app")]
pub mod app;
#[cfg(feature = "cli")]
pub mod cli;
pub mod picture;
pub mod shipped;

/// The code in the README, compiled as tests.
#[cfg(all(doctest, feature = "app"))]
#[doc = include_str!("../README.md")]
struct Readme;
