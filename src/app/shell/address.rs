//! The address of a page: a table of its parameters, their effects on the window, and the address,
//! title and text that follow the view.

use core::fmt::Write;
use std::sync::Arc;

use bevy::asset::AssetPath;
use bevy::prelude::*;
use gridwalk_explain::Language;
use gridwalk_level::{Level, from_share};
use gridwalk_pathfinding::{Algorithm, Named, OptionChange, named};

use crate::app::boards::panel::timeline;
use crate::app::command::{AppCommand, LessonCommand, Mode, WindowCommand};
use crate::app::common::state::{AddressProblems, Embedded, Spoken, WindowPlace};
use crate::app::document::Editor;
use crate::app::document::levels::{LevelList, OpenUnfiled};
use crate::app::edit::EditModel;
use crate::app::lesson::{self, LessonList};
use crate::app::platform::{address, show_place, speak};
use crate::app::{AppSystems, Phrase, Sentence};

named! {
    /// A parameter of the address of a page.
    pub enum Parameter {
        Level = "level", "?level=NAME", "Opens a level that comes with the program, such as `?level=rooms`, or one that was saved in this browser";
        Lesson = "lesson", "?lesson=N", "Opens a lesson by its number, such as `?lesson=2`, or its name";
        Page = "page", "&page=N", "With a lesson: opens this page of it, such as `?lesson=2&page=6`; else the reader goes on where they left";
        Mode = "mode", "?mode=MODE", "Opens the level in this mode: `agents`, `watch`, `compare` or `edit`";
        Algorithm = "algorithm", "?algorithm=NAME", "Searches by this algorithm, such as `?level=rooms&mode=watch&algorithm=dijkstra`; `gridwalk list algorithms` lists them";
        Embed = "embed", "?embed", "Shows the board alone, as a frame in another page";
        Language = "lang", "?lang=zh", "Switches to Chinese; `en` is English";
        Script = "script", "?script=FILE.ron", "Plays a script, a file beside the page";
        Log = "log", "?log=debug", "More console logging";
        Share = "share", "#gridwalk1.…", "Opens the level that is in the link; `Ctrl + Shift + C` copies such links";
    }
}

/// The modes by their names in addresses.
const MODES: [(&str, Mode); 4] = [
    ("agents", Mode::Agents),
    ("watch", Mode::Watch),
    ("compare", Mode::Compare),
    ("edit", Mode::Edit),
];

/// Returns the name of a mode in addresses.
fn mode_name(mode: Mode) -> &'static str {
    MODES
        .iter()
        .find(|(_, other)| *other == mode)
        .map_or("", |(name, _)| name)
}

/// Requests of the address to the window.
#[derive(Default, Debug)]
pub(super) struct Wishes {
    /// The level that the link contains.
    pub shared: Option<Level>,
    /// The file of the named level.
    pub level: Option<AssetPath<'static>>,
    /// Commands for the first frame.
    pub commands: Vec<AppCommand>,
    /// Requests for the time when a level is shown.
    pub later: Later,
    /// Whether only the board is shown.
    pub is_embedded: bool,
    /// Parameters that cannot be applied, with the reasons.
    pub refused: Vec<Sentence>,
}

/// Requests of the address that are applied once its level is shown.
#[derive(Resource, Clone, Copy, Default, Debug, PartialEq, Eq)]
pub(super) struct Later {
    pub algorithm: Option<Algorithm>,
    pub mode: Option<Mode>,
}

impl Wishes {
    /// Reads the address; `value` returns the value of a parameter, if it has one.
    pub fn read(
        value: impl Fn(&str) -> Option<String>,
        levels: &LevelList,
        lessons: &LessonList,
    ) -> Self {
        let value =
            |parameter: Parameter| value(parameter.name()).map(|text| text.trim().to_owned());
        let mut wishes = Self::default();
        if let Some(text) = value(Parameter::Share) {
            match from_share(&text) {
                Ok(level) => wishes.shared = Some(level),
                Err(why) => wishes.refused.push(Phrase::LinkDamaged.with("why", why)),
            }
        }
        wishes.read_language(value(Parameter::Language));
        wishes.is_embedded =
            value(Parameter::Embed).is_some_and(|text| text != "0" && text != "false");
        if let Some(name) = value(Parameter::Lesson) {
            wishes.read_lesson(&name, value(Parameter::Page), lessons);
            let others = [Parameter::Level, Parameter::Mode, Parameter::Algorithm];
            let unused: Vec<_> = others
                .into_iter()
                .filter(|other| value(*other).is_some())
                .map(Parameter::name)
                .collect();
            if !unused.is_empty() {
                wishes
                    .refused
                    .push(Phrase::AddressBesideLesson.with("parameters", unused.join(", ")));
            }
            return wishes;
        }
        if value(Parameter::Page).is_some() {
            wishes.refused.push(Phrase::AddressPageAlone.into());
        }
        if let Some(name) = value(Parameter::Level) {
            match levels.meant(&name) {
                Some(path) => wishes.level = Some(path),
                None => wishes
                    .refused
                    .push(Phrase::AddressNoLevel.with("name", name)),
            }
        }
        if let Some(name) = value(Parameter::Mode) {
            let mode = MODES
                .iter()
                .find(|(known, _)| name.eq_ignore_ascii_case(known));
            wishes.later.mode = mode.map(|(_, mode)| *mode);
            if mode.is_none() {
                let modes = MODES.map(|(name, _)| name).join(", ");
                wishes.refused.push(
                    Phrase::AddressNoMode
                        .with("name", name)
                        .with("modes", modes),
                );
            }
        }
        if let Some(name) = value(Parameter::Algorithm) {
            let known = Algorithm::ALL
                .into_iter()
                .find(|algorithm| is_name(algorithm.name(), &name));
            wishes.later.algorithm = known;
            if known.is_none() {
                let names = Algorithm::NAMES.join(", ");
                wishes.refused.push(
                    Phrase::AddressNoAlgorithm
                        .with("name", name)
                        .with("names", names),
                );
            }
        }
        wishes
    }

    fn read_language(&mut self, code: Option<String>) {
        let Some(code) = code else { return };
        if let Some(language) = Language::from_name(&code.to_lowercase()) {
            self.commands.push(WindowCommand::Speak(language).into());
        } else {
            let languages = Language::NAMES.join(", ");
            self.refused.push(
                Phrase::NoSuchLanguage
                    .with("code", code)
                    .with("languages", languages),
            );
        }
    }

    fn read_lesson(&mut self, name: &str, page: Option<String>, lessons: &LessonList) {
        let Some(entry) = lessons.meant(name) else {
            let count = lessons.entries().len();
            return self.refused.push(
                Phrase::AddressNoLesson
                    .with("name", name)
                    .with("count", count),
            );
        };
        self.commands
            .push(LessonCommand::Open(entry.file.clone()).into());
        let Some(page) = page else { return };
        let pages = entry.lesson.as_ref().map_or(0, |lesson| lesson.pages.len());
        match page.parse() {
            Ok(number) if (1..=pages).contains(&number) => {
                self.commands.push(LessonCommand::GoTo(number).into());
            }
            _ => self.refused.push(
                Phrase::AddressNoPage
                    .with("page", page)
                    .with("pages", pages),
            ),
        }
    }

    /// Sends the commands of the address, and stores its requests for later.
    pub fn grant(self, world: &mut World) {
        if let Some(level) = self.shared {
            world.write_message(OpenUnfiled(Arc::new(level)));
        }
        world.write_message_batch(self.commands);
        world.insert_resource(AddressProblems(self.refused));
        world.insert_resource(Embedded(self.is_embedded));
        if self.later != Later::default() {
            world.insert_resource(self.later);
        }
    }
}

/// Whether two names are equal, ignoring case and the separators between words.
fn is_name(known: &str, typed: &str) -> bool {
    let plain = |text: &str| text.to_lowercase().replace([' ', '-'], "_");
    plain(known) == plain(typed)
}

/// Sets the algorithm and the mode of the address, once a level is open.
///
/// The options of a link are not the reader's work, so the window does not ask to save them.
fn grant_later(
    later: Option<Res<Later>>,
    mut editor: Editor,
    mut commands: Commands,
    mut window: MessageWriter<AppCommand>,
) {
    let Some(later) = later.filter(|_| editor.open.document().is_some()) else {
        return;
    };
    if let Some(algorithm) = later.algorithm {
        let mut wanted = editor.options();
        OptionChange::Algorithm(algorithm).apply(&mut wanted.options);
        editor.set_options(wanted);
        if let Some(document) = &mut editor.open.document {
            document.mark_saved(document.present());
        }
    }
    window.write_batch(later.mode.map(|mode| WindowCommand::Mode(mode).into()));
    commands.remove_resource::<Later>();
}

pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<WindowPlace>()
        .init_resource::<Spoken>()
        .init_resource::<AddressProblems>()
        .init_resource::<Embedded>()
        .add_systems(
            Update,
            grant_later
                .after(AppSystems::Report)
                .before(AppSystems::Watch),
        )
        .add_systems(Last, (follow, tell).after(AppSystems::Exit));
}

/// Follows the place. A level that is still being read has none.
fn follow(model: EditModel, embedded: Res<Embedded>, mut place: ResMut<WindowPlace>) {
    let Some(document) = model.open.document() else {
        return;
    };
    let mut parameters = Vec::new();
    let mut add = |parameter: Parameter, value: &str| {
        parameters.push(format!("{}={}", parameter.name(), escape(value)));
    };
    let entry = model.levels.of_document(&model.open, &model.active);
    let is_shared = model.open.number() == 1
        && model.open.file().is_none()
        && !model.open.is_unsaved()
        && address(Parameter::Share.name()).is_some();
    let reading = model.lesson.reading();
    if let Some(reading) = reading {
        // The number stands at the beginning of the name.
        let number = reading
            .file
            .split('_')
            .next()
            .filter(|number| number.parse::<u32>().is_ok());
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
        || {
            entry
                .map_or(document.level().name.as_str(), |entry| {
                    model.level_title(entry)
                })
                .to_owned()
        },
        |reading| {
            let title = reading.lesson.title.in_language(language.name());
            let page = Phrase::PageOf
                .with("page", reading.page + 1)
                .with("pages", reading.lesson.pages.len());
            format!("{title}, {}", model.say(page))
        },
    );
    let now = WindowPlace {
        parameters: parameters.join("&"),
        is_shared,
        has_name: reading.is_some() || (entry.is_some() && !model.open.is_unsaved()),
        title: format!("{shown} · gridwalk"),
        language,
    };
    if place.set_if_neq(now) {
        show_place(
            &place.parameters,
            place.is_shared,
            &place.title,
            place.language.name(),
        );
    }
}

/// Writes what is shown as text, for those who cannot see it. While a search is played no step is
/// told.
fn tell(model: EditModel, problems: Res<AddressProblems>, mut spoken: ResMut<Spoken>) {
    let lesson = lesson::spoken(&model);
    let step = if model.playback.playing {
        spoken.step.clone()
    } else {
        timeline::told(&model).unwrap_or_default()
    };
    let refused = problems.0.iter().map(|problem| model.say(problem));
    let last = model
        .notes
        .shown()
        .last()
        .map(|note| model.say(&note.sentence));
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
    use std::path::Path;

    fn read(address: &[(&str, &str)]) -> Wishes {
        let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
        let value = |name: &str| {
            address
                .iter()
                .find(|(known, _)| *known == name)
                .map(|(_, value)| (*value).to_owned())
        };
        Wishes::read(value, &LevelList::read(&assets), &LessonList::read(&assets))
    }

    fn problems(address: &[(&str, &str)]) -> String {
        let told: Vec<_> = read(address)
            .refused
            .iter()
            .map(|sentence| sentence.tell(Language::English))
            .collect();
        told.join("\n")
    }

    #[test]
    fn level_is_found_with_capitals_and_ending() {
        for name in ["maze", "Maze", "MAZE", "maze.level.ron", " maze "] {
            let wishes = read(&[("level", name)]);
            let path = wishes.level.map(|path| path.to_string());
            assert_eq!(path.as_deref(), Some("levels/maze.level.ron"), "{name}");
            assert!(wishes.refused.is_empty(), "{name}");
        }
    }

    #[test]
    fn lesson_and_page_open_by_number_and_by_name() {
        for name in ["2", "2_right_angle", "2_Right_Angle.lesson.ron"] {
            let wishes = read(&[("lesson", name), ("page", "6")]);
            let wanted: Vec<AppCommand> = vec![
                LessonCommand::Open("2_right_angle".to_owned()).into(),
                LessonCommand::GoTo(6).into(),
            ];
            assert_eq!(wishes.commands, wanted, "{name}");
            assert!(wishes.refused.is_empty(), "{name}");
        }
    }

    #[test]
    fn mode_and_algorithm_wait_for_the_level() {
        let wishes = read(&[
            ("level", "rooms"),
            ("mode", "Watch"),
            ("algorithm", "Dijkstra"),
        ]);
        assert_eq!(
            wishes.later,
            Later {
                algorithm: Some(Algorithm::Dijkstra),
                mode: Some(Mode::Watch)
            }
        );
        for algorithm in Algorithm::ALL {
            assert_eq!(
                read(&[("algorithm", algorithm.name())]).later.algorithm,
                Some(algorithm)
            );
        }
        for mode in Mode::ALL {
            assert_eq!(read(&[("mode", mode_name(mode))]).later.mode, Some(mode));
        }
    }

    #[test]
    fn embed_is_a_flag() {
        assert!(read(&[("embed", "")]).is_embedded && read(&[("embed", "1")]).is_embedded);
        assert!(!read(&[("embed", "0")]).is_embedded && !read(&[]).is_embedded);
    }

    #[test]
    fn address_that_asks_too_much_is_told_in_plain_words() {
        for (address, said) in [
            (
                &[("level", "nosuch")][..],
                "There is no level called “nosuch” here.",
            ),
            (
                &[("level", "nosuch.json")],
                "There is no level called “nosuch.json” here.",
            ),
            (
                &[("lesson", "9")],
                "There is no lesson called “9” here: the lessons have the numbers 1 to 6.",
            ),
            (
                &[("lesson", "2"), ("page", "99")],
                "The lesson has no page 99",
            ),
            (
                &[("lesson", "2"), ("page", "six")],
                "The lesson has no page six",
            ),
            (&[("page", "6")], "A page needs a lesson"),
            (&[("mode", "play")], "agents, watch, compare, edit"),
            (&[("algorithm", "b_star")], "dijkstra"),
            (&[("lang", "xx")], "There is no language called xx"),
            (
                &[("lesson", "2"), ("level", "maze")],
                "does not take level beside a lesson",
            ),
            (&[("share", "about")], "The link is damaged"),
            (&[("share", "gridwalk1.%%%")], "The link is damaged"),
        ] {
            let told = problems(address);
            assert!(told.contains(said), "{address:?}: {told}");
            for word in ["assets", "folder", "paste"] {
                assert!(!told.contains(word), "{address:?} says {word}: {told}");
            }
        }
    }

    #[test]
    fn names_with_signs_do_not_break_the_address() {
        assert_eq!(escape("maze_2"), "maze_2");
        assert_eq!(escape("a b&c=é"), "a%20b%26c%3D%C3%A9");
    }
}
