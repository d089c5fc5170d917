//! Follows what the window shows with the address, the title and the text of the page.

use core::fmt::Write;

use bevy::prelude::*;

use super::address::{Parameter, mode_name};
use crate::app::boards::panel::timeline;
use crate::app::command::Mode;
use crate::app::common::place::{AddressProblems, Embedded, Place, Spoken};
use crate::app::edit::Model;
use crate::app::platform::{address, show_place, speak};
use crate::app::{AppSystems, Phrase, lesson};

pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<Place>()
        .init_resource::<Spoken>()
        .init_resource::<AddressProblems>()
        .init_resource::<Embedded>()
        .add_systems(Update, super::address::grant_later.after(AppSystems::Report).before(AppSystems::Watch))
        .add_systems(Last, (follow, tell).after(AppSystems::Exit));
}

/// Follows the place. A level that is still being read has none.
fn follow(model: Model, embedded: Res<Embedded>, mut place: ResMut<Place>) {
    let Some(document) = model.open.document() else { return };
    let mut parameters = Vec::new();
    let mut add =
        |parameter: Parameter, value: &str| parameters.push(format!("{}={}", parameter.name(), escape(value)));
    let entry = model.levels.of_document(&model.open, &model.active);
    let is_shared = model.open.number() == 1
        && model.open.file().is_none()
        && !model.open.is_changed()
        && address(Parameter::Share.name()).is_some();
    let reading = model.lesson.reading();
    if let Some(reading) = reading {
        // The number stands at the beginning of the name.
        let number = reading.file.split('_').next().filter(|number| number.parse::<u32>().is_ok());
        add(Parameter::Lesson, number.unwrap_or(&reading.file));
        add(Parameter::Page, &(reading.page + 1).to_string());
    } else {
        if let Some(entry) = entry {
            add(Parameter::Level, &entry.file);
        }
        if *model.mode != Mode::Agents {
            add(Parameter::Mode, mode_name(*model.mode));
        }
        let algorithm = document.level().search.algorithm;
        let of_file = model.open.saved_level().map(|level| level.search.algorithm);
        if of_file.is_some_and(|of_file| of_file != algorithm) {
            add(Parameter::Algorithm, algorithm.name());
        }
    }
    let language = model.language();
    if language != default() || address(Parameter::Language.name()).is_some() {
        add(Parameter::Language, language.name());
    }
    if embedded.0 {
        parameters.push(Parameter::Embed.name().to_owned());
    }
    let shown = reading.map_or_else(
        || entry.map_or(document.level().name.as_str(), |entry| model.level_title(entry)).to_owned(),
        |reading| {
            let title = reading.lesson.title.in_language(language.name());
            let page = Phrase::PageOf.with("page", reading.page + 1).with("pages", reading.lesson.pages.len());
            format!("{title}, {}", model.say(page))
        },
    );
    let now = Place {
        parameters: parameters.join("&"),
        is_shared,
        has_name: reading.is_some() || (entry.is_some() && !model.open.is_changed()),
        title: format!("{shown} · gridwalk"),
        language,
    };
    if place.set_if_neq(now) {
        show_place(&place.parameters, place.is_shared, &place.title, place.language.name());
    }
}

/// Writes what is shown as text, for those who cannot see it. While a search is played no step is told.
fn tell(model: Model, problems: Res<AddressProblems>, mut spoken: ResMut<Spoken>) {
    let lesson = lesson::spoken(&model);
    let step = if model.playback.playing { spoken.step.clone() } else { timeline::told(&model).unwrap_or_default() };
    let refused = problems.0.iter().map(|problem| model.say(problem));
    let last = model.notes.shown().last().map(|note| model.say(&note.sentence));
    let note = refused.chain(last).collect::<Vec<_>>().join("\n");
    if spoken.set_if_neq(Spoken { lesson, step, note }) {
        speak(&spoken.lesson, &spoken.step, &spoken.note);
    }
}

/// A value as it stands in an address.
fn escape(value: &str) -> String {
    let mut escaped = String::new();
    for byte in value.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            escaped.push(byte.into());
        } else {
            write!(escaped, "%{byte:02X}").expect("a text takes everything");
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_signs_do_not_break_the_address() {
        assert_eq!(escape("maze_2"), "maze_2");
        assert_eq!(escape("a b&c=é"), "a%20b%26c%3D%C3%A9");
    }
}
