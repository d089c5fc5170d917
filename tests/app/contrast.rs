//! Words of the panels can be read on what lies behind them.

use std::collections::BTreeMap;

use gridwalk::app::command::{LessonCommand, Toggle, WindowCommand};
use gridwalk::app::{ChosenLanguage, LessonList, LevelList, Mode, OpenLesson, Tool};
use gridwalk::picture::palette;
use gridwalk_explain::Language;

use super::game::{Game, LEVEL};

/// The least contrast of text on its ground (WCAG 2.1, level AA).
const READABLE: f64 = 4.5;

/// Notes the texts of a frame that cannot be read, and the least contrast of all.
fn look(game: &Game, what: &str, (least, faults): &mut (f64, BTreeMap<String, String>)) -> usize {
    let mut count = 0;
    for (text, ink, ground) in game.inks() {
        // What cannot be used may be faint.
        if game.is_faded(text) {
            continue;
        }
        let contrast = palette::contrast(ink, ground);
        *least = least.min(contrast);
        count += 1;
        if contrast < READABLE {
            let place = format!("{what}: {text:?}, {ink:02X?} on {ground:02X?}: {contrast:.2}");
            faults.entry(format!("{ink:?}{ground:?}")).or_insert(place);
        }
    }
    count
}

#[test]
fn words_of_all_panels_have_contrast_on_their_ground() {
    let assets = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    let mut found = (f64::MAX, BTreeMap::new());
    let mut count = 0;
    for language in Language::ALL {
        let mut game = Game::with_assets(&assets, LEVEL, |app| {
            app.insert_resource(LevelList::read(&assets))
                .insert_resource(LessonList::read(&assets));
        })
        .sized(1280.0, 1400.0);
        game.app.insert_resource(ChosenLanguage(language));
        game.run(3);
        count += look(&game, "first start", &mut found);
        for mode in Mode::ALL {
            game.command(WindowCommand::Mode(mode));
            game.run(3);
            if !mode.has_agents() {
                game.until("it is searched", |game| {
                    game.boards().runs().all(|run| run.is_some())
                });
            }
            game.run(3);
            count += look(&game, &format!("{mode:?}"), &mut found);
            for toggle in [
                Toggle::Help,
                Toggle::Palette,
                Toggle::Meter,
                Toggle::Runs,
                Toggle::Closed,
            ] {
                game.command(toggle);
                // Windows fade in.
                game.run(16);
                count += look(&game, &format!("{mode:?} {toggle:?}"), &mut found);
                game.command(toggle);
            }
        }
        game.command(WindowCommand::Mode(Mode::Edit));
        for tool in Tool::ALL {
            game.command(gridwalk::app::command::ToolCommand::Choose(tool));
            game.run(2);
            count += look(&game, &format!("{tool:?}"), &mut found);
        }
        for (lesson, page) in [
            ("1_first_steps", 11),
            ("1_first_steps", 13),
            ("2_right_angle", 4),
            ("5_walk_the_stack", 8),
        ] {
            game.command(LessonCommand::Open(lesson.to_owned()));
            game.command(LessonCommand::GoTo(page));
            game.until("the page is set up", |game| {
                let reading = game.app.world().resource::<OpenLesson>().reading();
                reading.is_some_and(|reading| reading.page + 1 == page && reading.is_ready())
            });
            game.run(4);
            count += look(&game, &format!("{lesson} {page}"), &mut found);
        }
    }
    let (least, faults) = found;
    assert!(
        faults.is_empty(),
        "least {least:.2}:\n{}",
        faults.into_values().collect::<Vec<_>>().join("\n")
    );
    assert!(count > 3000, "{count} texts");
}
