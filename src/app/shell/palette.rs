//! The command palette: every command and every option by name, with its keys.

use std::path::Path;

use bevy_egui::egui::{self, Align2, Context, Key, Modifiers, RichText, Sense, Ui};
use gridwalk_explain::language::value_in;
use gridwalk_explain::{Describe, Language};
use gridwalk_level::OpenListForm;
use gridwalk_pathfinding::{OptionChange, OptionKey};

use crate::app::command::{
    AgentCommand, FileCommand, Heat, LessonCommand, LevelCommand, Mode, OpenListKept,
    OptionsCommand, PlayCommand, Preset, StepSize, Toggle, WatchCommand, WindowCommand,
};
use crate::app::edit::EditModel;
use crate::app::platform::files;
use crate::app::widgets::{Form, at_the_right, row_in, theme};
use crate::app::{AppCommand, Now, Phrase, When, options};
use crate::picture::palette;

/// The palette's state: the typed text, the chosen row, and all entries.
///
/// The entries are made when the palette opens.
#[derive(Default)]
pub struct CommandPalette {
    typed: String,
    chosen: usize,
    entries: Vec<PaletteEntry>,
}

struct PaletteEntry {
    /// The name in the window's language.
    name: String,
    /// The English name, which also matches.
    english: String,
    keys: Option<String>,
    command: AppCommand,
    /// The reason why the command does not apply now.
    reason: Option<String>,
    /// The mode to enter before the command, if it applies only in another one.
    enters: Option<Mode>,
}

const WIDTH: f32 = 560.0;
const ROW: f32 = 24.0;
const ROWS: f32 = 14.0;
/// Height of the window that the rows leave free, in points.
const AROUND: f32 = 150.0;

pub fn draw(context: &Context, model: &EditModel, state: &mut Option<CommandPalette>) {
    let is_new = state.is_none();
    let state = state.get_or_insert_with(|| CommandPalette {
        entries: entries(model),
        ..CommandPalette::default()
    });
    let pressed = |key| context.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    let (up, down, enter, cancelled) = (
        pressed(Key::ArrowUp),
        pressed(Key::ArrowDown),
        pressed(Key::Enter),
        pressed(Key::Escape),
    );
    let area = egui::Modal::default_area("palette".into())
        .anchor(Align2::CENTER_TOP, egui::vec2(0.0, 56.0));
    let modal = egui::Modal::new("palette".into())
        .area(area)
        .show(context, |ui| {
            ui.set_width(WIDTH.min(context.content_rect().width() - 40.0));
            let id = egui::Id::new("find a command");
            // Focus the field before it is drawn, so that it takes the text of its first frame.
            ui.memory_mut(|memory| memory.request_focus(id));
            let field = egui::TextEdit::singleline(&mut state.typed)
                .hint_text(model.text(Phrase::FindCommand))
                .id(id);
            let field = ui.add(
                field
                    .desired_width(f32::INFINITY)
                    .margin(egui::Margin::symmetric(10, 6)),
            );
            ui.add_space(6.0);
            let typed = typed_options(model, &state.typed)
                .into_iter()
                .chain(typed_file(model, &state.typed));
            let typed: Vec<_> = typed.collect();
            let fit = fitting(state.entries.iter().chain(&typed), &state.typed);
            if field.changed() || is_new {
                state.chosen = 0;
            }
            let last = fit.len().saturating_sub(1);
            state.chosen = if up {
                state.chosen.saturating_sub(1)
            } else {
                state.chosen + usize::from(down)
            }
            .min(last);
            if fit.is_empty() {
                ui.label(theme::muted(model.text(Phrase::NoCommandFound)));
            }
            let clicked = list(ui, &fit, state.chosen, up || down || field.changed());
            let taken = clicked
                .or((enter && !fit.is_empty()).then_some(state.chosen))
                .map(|number| fit[number]);
            taken
                .filter(|entry| entry.reason.is_none())
                .map(|entry| (entry.enters, entry.command.clone()))
        });
    let taken = modal.inner;
    if taken.is_some() || cancelled || modal.backdrop_response.clicked() {
        model.wish(Toggle::Palette);
        if let Some((enters, command)) = taken {
            if let Some(mode) = enters {
                model.wish(WindowCommand::Mode(mode));
            }
            model.wish(command);
        }
    }
}

/// Returns the entries that match the typed text, the best first; for no text all of them, those
/// that apply now first.
fn fitting<'a>(
    entries: impl Iterator<Item = &'a PaletteEntry>,
    typed: &str,
) -> Vec<&'a PaletteEntry> {
    let rank = |entry: &PaletteEntry| {
        let names = [&entry.name, &entry.english].into_iter();
        let (far, length) = names.filter_map(|name| distance(typed, name)).min()?;
        let match_of = if typed.trim().is_empty() {
            (0, 0)
        } else {
            (far, length)
        };
        // Commands that apply now, then the best match, then the shorter name.
        Some((entry.reason.is_some(), match_of))
    };
    let mut fit: Vec<_> = entries
        .filter_map(|entry| Some((rank(entry)?, entry)))
        .collect();
    fit.sort_by_key(|(rank, _)| *rank);
    fit.into_iter().map(|(_, entry)| entry).collect()
}

/// Draws the rows; returns the number of the clicked one.
fn list(ui: &mut Ui, fit: &[&PaletteEntry], chosen: usize, follow: bool) -> Option<usize> {
    ui.spacing_mut().item_spacing.y = 0.0;
    let row = Form::of(ui.ctx()).control(ROW);
    let mut clicked = None;
    // Set the height, since an area remembers its last one, even that of a search without results.
    let most = (row * ROWS).min(ui.ctx().content_rect().height() - AROUND);
    let mut area = egui::ScrollArea::vertical()
        .max_height(most)
        .min_scrolled_height(most)
        .auto_shrink([false, true]);
    if follow {
        // The chosen row stays in sight, in the middle if there are rows on both sides.
        #[expect(clippy::cast_precision_loss, reason = "some hundred rows")]
        let top = (chosen as f32 - ROWS / 2.0) * row;
        area = area.vertical_scroll_offset(top.max(0.0));
    }
    area.show_rows(ui, row, fit.len(), |ui, rows| {
        for number in rows {
            let entry = fit[number];
            let (rect, response) =
                ui.allocate_exact_size(egui::vec2(ui.available_width(), row), Sense::click());
            if number == chosen || response.hovered() {
                let color = if number == chosen {
                    palette::HOVERED
                } else {
                    palette::RAISED
                };
                ui.painter().rect_filled(rect, 4.0, theme::color(color));
            }
            if response.clicked() {
                clicked = Some(number);
            }
            let mut ui = row_in(ui, rect.shrink2(egui::vec2(10.0, 0.0)));
            let name = RichText::new(&entry.name);
            let name = if entry.reason.is_some() {
                name.color(theme::color(palette::MUTED))
            } else {
                name
            };
            ui.add(egui::Label::new(name).selectable(false));
            at_the_right(&mut ui, |ui| {
                let aside = entry
                    .reason
                    .as_ref()
                    .or(entry.keys.as_ref())
                    .map_or("", String::as_str);
                ui.add(
                    egui::Label::new(theme::muted(aside))
                        .selectable(false)
                        .truncate(),
                );
            });
        }
    });
    clicked
}

/// Creates an entry; `name` returns its name in the window's language and in English.
fn entry(
    model: &EditModel,
    when: When,
    command: impl Into<AppCommand>,
    name: &dyn Fn(Language) -> String,
) -> PaletteEntry {
    let command = command.into();
    // The look of a search can be chosen before the search is there; other commands need their
    // mode.
    let is_look = matches!(
        command,
        AppCommand::Watch(WatchCommand::HeatMap(_) | WatchCommand::NextHeatMap)
            | AppCommand::Play(PlayCommand::StepSize(_) | PlayCommand::NextStepSize)
            | AppCommand::Toggle(Toggle::Tree | Toggle::Numbers | Toggle::Joined)
    );
    let enters = Some(Mode::Watch).filter(|_| is_look && !model.watches());
    let reason = if enters.is_some() {
        None
    } else {
        why_not(model, when, &command)
    };
    PaletteEntry {
        name: name(model.language()),
        english: name(Language::English),
        keys: model.shortcuts.keys_of(&command, model.language()),
        reason,
        command,
        enters,
    }
}

/// Returns the name of an entry with a value.
fn valued(language: Language, what: &str, value: &str) -> String {
    Phrase::NameAndValue
        .with("name", what)
        .with("value", value)
        .tell(language)
}

/// Returns all entries: the rows of the shortcut table, then everything that has values.
fn entries(model: &EditModel) -> Vec<PaletteEntry> {
    let mut all = Vec::new();
    let rows = &model.shortcuts.0;
    // Rows that share a text, such as the four arrows, are left out.
    let is_named = |does: Phrase| rows.iter().filter(|row| row.does == does).count() == 1;
    for row in rows.iter().filter(|row| is_named(row.does)) {
        all.push(entry(model, row.when, row.command.clone(), &|language| {
            row.does.text(language).to_owned()
        }));
    }
    for key in OptionKey::ALL {
        let (names, nothing) = (
            key.kind().names.iter().copied(),
            key.kind().empty.map(|_| ""),
        );
        let changes = names
            .chain(nothing)
            .filter_map(|value| key.parse(value).ok());
        all.extend(changes.map(|change| {
            option(model, change.clone(), &|language| {
                value_in(&change, language)
            })
        }));
        all.extend(example(model, key));
    }
    for level in model.levels.tutorials().chain(model.levels.others()) {
        let title = |language| {
            level
                .tutorial
                .map_or(level.name.as_str(), |title| title.text(language))
        };
        let open = LevelCommand::Open(level.file.clone());
        let name = |language| valued(language, Phrase::OpenLevel.text(language), title(language));
        all.push(entry(model, When::Always, open, &name));
    }
    all.extend(model.kept.recent().map(|file| open_file(model, file)));
    for lesson in model
        .lessons
        .entries()
        .iter()
        .filter(|entry| entry.lesson.is_some())
    {
        let title = |language: Language| {
            lesson
                .lesson
                .as_ref()
                .map_or("", |lesson| lesson.title.in_language(language.name()))
        };
        let name = |language| valued(language, Phrase::OpenLesson.text(language), title(language));
        all.push(entry(
            model,
            When::Always,
            LessonCommand::Open(lesson.file.clone()),
            &name,
        ));
    }
    for name in model
        .order
        .0
        .iter()
        .filter_map(|agent| Some(&model.agents.get(*agent).ok()?.name.0))
    {
        let (select, watch) = (
            AgentCommand::Select(name.clone()),
            WatchCommand::Agent(name.clone(), 0),
        );
        let of_agent = |what: Phrase| move |language| valued(language, what.text(language), name);
        all.push(entry(
            model,
            When::Agents,
            select,
            &of_agent(Phrase::SelectAgent),
        ));
        all.push(entry(
            model,
            When::Always,
            watch,
            &of_agent(Phrase::WatchSearchOf),
        ));
    }
    for preset in Preset::ALL {
        let name = |language| {
            valued(
                language,
                Phrase::DoesPreset.text(language),
                preset.title().text(language),
            )
        };
        all.push(entry(model, When::Always, preset, &name));
    }
    for heat in Heat::ALL {
        let name = |language| {
            valued(
                language,
                Phrase::HeatMap.text(language),
                heat.title().text(language),
            )
        };
        all.push(entry(
            model,
            When::Watch,
            WatchCommand::HeatMap(heat),
            &name,
        ));
    }
    for form in OpenListForm::ALL {
        let name = |language| {
            valued(
                language,
                Phrase::OpenList.text(language),
                OpenListKept::title(form).text(language),
            )
        };
        all.push(entry(
            model,
            When::Played,
            WatchCommand::KeepOpenList(form),
            &name,
        ));
    }
    for size in StepSize::ALL {
        let name = |language| {
            valued(
                language,
                Phrase::StepBy.text(language),
                size.title().text(language),
            )
        };
        all.push(entry(
            model,
            When::Watch,
            PlayCommand::StepSize(size),
            &name,
        ));
    }
    for spoken in Language::ALL {
        let name = |language| {
            Phrase::OtherLanguage
                .with("name", spoken.name().to_uppercase())
                .tell(language)
        };
        all.push(entry(
            model,
            When::Always,
            WindowCommand::Speak(spoken),
            &name,
        ));
    }
    all
}

/// Returns an entry with an example for an option whose value is typed.
fn example(model: &EditModel, key: OptionKey) -> Option<PaletteEntry> {
    let typed = key.kind().typed?;
    let change = key.parse(typed.example()).ok()?;
    let also = (key == OptionKey::Heuristic).then_some(Phrase::AlsoFormula);
    let name = |language: Language| {
        let name = key.describe_in(language);
        also.map_or(name.clone(), |also| {
            valued(language, &name, also.text(language))
        })
    };
    let reason = model.say(Phrase::TypeLike.with("example", typed.example()));
    Some(PaletteEntry {
        reason: Some(reason),
        ..entry(model, When::Always, change, &name)
    })
}

/// Returns an entry that sets an option to a value.
fn option(
    model: &EditModel,
    change: OptionChange,
    value: &dyn Fn(Language) -> String,
) -> PaletteEntry {
    let (key, text) = (change.key(), change.text());
    let found = entry(model, When::Always, change, &|language| {
        valued(language, &key.describe_in(language), &value(language))
    });
    // The spelling of the command line and of level files matches, too.
    let english = format!("{} {} {text}", found.english, key.name());
    PaletteEntry { english, ..found }
}

/// Returns entries for options whose value is typed after the name: `cost limit 40`.
///
/// Values may contain spaces, as names may.
fn typed_options(model: &EditModel, typed: &str) -> Vec<PaletteEntry> {
    let typed = typed.trim();
    let values = || {
        typed
            .match_indices(' ')
            .map(|(at, _)| typed[at..].trim())
            .filter(|value| !value.is_empty())
    };
    let of_key = |key: OptionKey| {
        let changes = values().filter(move |value| !key.kind().names.contains(value));
        changes.filter_map(move |value| Some((value, key.parse(value).ok()?)))
    };
    let keys = OptionKey::ALL
        .into_iter()
        .filter(|key| key.kind().typed.is_some());
    let set: Vec<_> = keys
        .clone()
        .flat_map(of_key)
        .map(|(value, change)| option(model, change, &|_| value.to_owned()))
        .collect();
    // Any value is also one of a formula, whose name was not typed.
    let fits = |entry: &PaletteEntry| {
        let names = [&entry.name, &entry.english];
        names
            .into_iter()
            .any(|name| distance(typed, name).is_some())
    };
    if set.iter().any(fits) {
        return set;
    }
    keys.filter_map(|key| refused(model, typed, key)).collect()
}

/// Returns an entry that says which values an option takes, if the typed text is the name of the
/// option and another value.
fn refused(model: &EditModel, typed: &str, key: OptionKey) -> Option<PaletteEntry> {
    let names = [
        key.name().to_owned(),
        key.describe_in(Language::English),
        key.describe_in(model.language()),
    ];
    let lower = typed.to_lowercase();
    let value = names
        .iter()
        .filter_map(|name| lower.strip_prefix(&name.to_lowercase()))
        .find(|value| value.starts_with([' ', '-', '=']) && !value.trim().is_empty())?;
    // A named value has an entry of its own while it is typed.
    let value = value.trim_start_matches(['=', ' ']);
    if key.kind().names.iter().any(|name| name.starts_with(value)) {
        return None;
    }
    let error = key.parse(value).err()?;
    let example = key.parse(key.kind().typed?.example()).ok()?;
    Some(PaletteEntry {
        reason: Some(error.describe_in(model.language())),
        english: typed.to_owned(),
        ..option(model, example, &|_| value.to_owned())
    })
}

/// Returns an entry that opens the level or trace at a typed path.
fn typed_file(model: &EditModel, typed: &str) -> Option<PaletteEntry> {
    let path = Path::new(typed.trim());
    files::is_file(path).then(|| open_file(model, path))
}

fn open_file(model: &EditModel, file: &Path) -> PaletteEntry {
    let name = |language| {
        valued(
            language,
            Phrase::OpenFile.text(language),
            &file.to_string_lossy(),
        )
    };
    entry(
        model,
        When::Always,
        LevelCommand::OpenFile(file.to_owned()),
        &name,
    )
}

/// Returns the reason why a command does not apply now.
fn why_not(model: &EditModel, when: When, command: &AppCommand) -> Option<String> {
    use {AppCommand as App, PlayCommand as Play, WatchCommand as Watch};
    if let App::Options(OptionsCommand::Set(change)) = command {
        return options::why_not(model, change);
    }
    let mode = *model.mode;
    let now = Now {
        mode,
        ..Now::default()
    };
    let (is_wrong, phrase) = match (when, command) {
        (When::Lesson, _) => (model.lesson.reading().is_none(), Phrase::NoLessonOpen),
        (When::AsksCell | When::AsksChoice, _) => {
            (model.lesson.asks().is_none(), Phrase::NothingToAnswer)
        }
        (When::Agents, _) if !when.is(now) => (true, Phrase::OnlyWithAgents),
        (When::Played | When::Watch, _) if !when.is(now) => (true, Phrase::OnlyWhileWatching),
        (When::Compare, _) if !when.is(now) => (true, Phrase::OnlyWhileComparing),
        (When::Edit, _) if !when.is(now) => (true, Phrase::OnlyWhileEditing),
        (_, App::Agents(_)) => (model.agents.is_empty(), Phrase::NoAgentsToSend),
        (_, App::Cell(_)) => (model.hovered.0.is_none(), Phrase::NoCellChosen),
        (_, App::Watch(Watch::Selected(_))) => {
            (model.selection.lead().is_none(), Phrase::NoAgentSelected)
        }
        (_, App::Watch(Watch::Cancel)) => (!model.boards.is_busy(), Phrase::NoSearchUnderWay),
        (_, App::Watch(Watch::CancelTrace)) => {
            (!model.boards.is_reading(), Phrase::NoTraceUnderWay)
        }
        (_, App::File(FileCommand::CancelCopy)) => {
            (!model.open.is_copying(), Phrase::NoCopyUnderWay)
        }
        (_, App::Watch(Watch::SearchAgain)) => {
            (!model.boards.is_cancelled(), Phrase::NoSearchCancelled)
        }
        (_, App::Play(Play::NextBreak | Play::PreviousBreak | Play::ClearBreaks)) => {
            (model.playback.stops.is_empty(), Phrase::NoBreakpointSet)
        }
        (_, App::Play(Play::Toggle | Play::Forward | Play::Back)) => (
            model.boards.runs().all(|run| run.is_none()),
            Phrase::NothingRecorded,
        ),
        _ => return None,
    };
    is_wrong.then(|| model.text(phrase).to_owned())
}

/// Returns the distance and the length of the name; `None` if a typed word does not match.
pub fn distance(typed: &str, name: &str) -> Option<(usize, usize)> {
    let name = name.to_lowercase();
    let mut sum = 0;
    for word in typed.to_lowercase().split_whitespace() {
        sum += match name.find(word) {
            Some(at) if name[..at].ends_with(char::is_alphanumeric) => 1,
            Some(_) => 0,
            // A match with gaps counts only if the gaps are few, because longer gaps are likely a
            // coincidence.
            None => {
                2 + gaps(word, &name).filter(|gaps| *gaps <= word.chars().count().div_ceil(2))?
            }
        };
    }
    Some((sum, name.chars().count()))
}

/// Returns the number of letters between those of the word, in a leftmost match.
fn gaps(word: &str, name: &str) -> Option<usize> {
    let mut letters = name.chars().enumerate();
    let mut places = word.chars().map(|wanted| {
        letters
            .find(|(_, letter)| *letter == wanted)
            .map(|(at, _)| at)
    });
    let first = places.next()??;
    let last = places.try_fold(first, |_, place| place)?;
    Some(last + 1 - first - word.chars().count())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn best<'a>(typed: &str, names: &[&'a str]) -> Option<&'a str> {
        let fit = names
            .iter()
            .filter_map(|name| Some((distance(typed, name)?, *name)));
        fit.min().map(|(_, name)| name)
    }

    #[test]
    fn letters_in_a_row_and_at_the_start_of_a_word_fit_better() {
        let names = [
            "Next algorithm",
            "Algorithm: Dijkstra",
            "Algorithm: A*",
            "Fit the map",
            "下一个算法",
        ];
        assert_eq!(best("dij", &names), Some("Algorithm: Dijkstra"));
        assert_eq!(best("algo dijk", &names), Some("Algorithm: Dijkstra"));
        assert_eq!(best("nxalg", &names), Some("Next algorithm"));
        assert_eq!(best("算法", &names), Some("下一个算法"));
        assert_eq!(best("xyz", &names), None);
        assert_eq!(best("a", &["Map", "Arena of all"]), Some("Arena of all"));
        assert_eq!(
            best("heat", &["Take the last change of the level back"]),
            None,
            "scattered letters are no word"
        );
    }
}
