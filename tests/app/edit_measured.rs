//! The cost of an edit by the size of the map: measured, not judged.
//!
//! `cargo test --test app measured -- --ignored --nocapture`

use std::fmt::Write;
use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy_gridwalk::{PathStack, Planning};
use gridwalk::app::command::{GenerateCommand, ToolCommand, WindowCommand};
use gridwalk::app::{AppCommand, Edit, Mode, Tool};
use gridwalk_level::formats::parse_ron;
use gridwalk_level::shapes::{Brush, Shape};
use gridwalk_level::{Document, Label, Stroke};
use gridwalk_pathfinding::Cell;

use super::game::Game;

const AGENTS: usize = 100;

/// An open map of this size, with agents that walk from the left to the right.
fn open_map(side: usize) -> String {
    let rows = format!("\"{}\",", ".".repeat(side)).repeat(side);
    let mut agents = String::new();
    for number in 0..AGENTS {
        let (y, far) = (number * (side - 1) / AGENTS, side - 1);
        write!(
            agents,
            "(name: \"a{number}\", at: (0, {y}), goals: [({far}, {y}), (0, {y})], patrol: true),"
        )
        .unwrap();
    }
    format!("(version: 1, map: [{rows}], agents: [{agents}])")
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

#[test]
#[ignore = "a measurement"]
fn the_time_of_an_edit_on_a_small_and_on_a_large_map() {
    for side in [256, 2048] {
        let text = open_map(side);
        let mut document = Document::open(parse_ron(&text).unwrap(), None);
        let wall = document.level().grid.terrain_by_glyph('#').unwrap();
        let brush = Brush {
            shape: Shape::Line,
            size: 1,
            is_outline: false,
        };
        let at = |number: i32| Cell::new(20 + number * 3, 10 + number);
        let of_document = (0..50).map(|number| {
            let from = at(number);
            let begun = Instant::now();
            let edit = brush.edit(
                &document.level().grid,
                &[from, Cell::new(from.x, from.y + 9)],
                wall,
            );
            let label = Label::Drawn(Shape::Line, 0, "wall".to_owned());
            document
                .edit_in_stroke_as(Stroke(u64::try_from(number).unwrap()), label, edit)
                .unwrap();
            begun.elapsed()
        });
        let of_document = median(of_document.collect());

        let mut game = Game::with(&text);
        game.command(WindowCommand::Mode(Mode::Edit));
        game.command(ToolCommand::Choose(Tool::Line));
        for _ in 0..2000 {
            let mut planned = game
                .app
                .world_mut()
                .query_filtered::<(), (With<PathStack>, Without<Planning>)>();
            if planned.iter(game.app.world()).count() == AGENTS {
                break;
            }
            game.run(1);
        }
        let frame = |game: &mut Game| {
            let begun = Instant::now();
            game.app.update();
            begun.elapsed()
        };
        let idle = median((0..60).map(|_| frame(&mut game)).collect());
        let mut painting = Vec::new();
        let mut until_planned = Vec::new();
        for number in 0..50 {
            let from = at(number);
            for command in [
                ToolCommand::Begin(from),
                ToolCommand::To(Cell::new(from.x, from.y + 9)),
                ToolCommand::End,
            ] {
                game.app
                    .world_mut()
                    .write_message(AppCommand::from(command));
            }
            let begun = Instant::now();
            painting.push(frame(&mut game));
            let mut waiting = game.app.world_mut().query_filtered::<(), With<Planning>>();
            while waiting.iter(game.app.world()).count() > 0 {
                frame(&mut game);
            }
            until_planned.push(begun.elapsed());
        }
        println!(
            "{side}²: edit of the document {of_document:?}; a frame at rest {idle:?}, with an edit {:?}; until all agents \
             have a path {:?}",
            median(painting),
            median(until_planned)
        );
    }
}

#[test]
#[ignore = "a measurement"]
fn the_longest_frame_while_a_large_map_is_made() {
    for side in [1024, 2048] {
        let mut game = Game::with(&open_map(side));
        game.command(WindowCommand::Mode(Mode::Edit));
        game.run(30);
        let is_making = |game: &Game| game.app.world().resource::<Edit>().is_making();
        game.app
            .world_mut()
            .write_message(AppCommand::from(GenerateCommand::Make));
        let begun = Instant::now();
        let mut frames = Vec::new();
        while frames.is_empty() || is_making(&game) {
            let frame = Instant::now();
            game.app.update();
            frames.push(frame.elapsed());
        }
        let last = frames.pop().expect("there was one");
        println!(
            "{side}²: made in {:?}; {} frames until then, the longest {:?}; the one in which it is put {last:?}",
            begun.elapsed(),
            frames.len(),
            frames.iter().max(),
        );
    }
}
