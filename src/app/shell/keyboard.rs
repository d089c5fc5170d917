//! The keyboard becomes commands, by the shortcut table.

use bevy::ecs::system::SystemParam;
use bevy::input::keyboard::KeyboardInput;
use bevy::prelude::*;
use bevy_egui::{EguiContext, EguiContexts, EguiInput, EguiOutput, egui};

use super::typing;
use crate::app::command::{FileCommand, Mode, Toggle, WindowCommand};
use crate::app::common::chord::Chord;
use crate::app::common::shortcuts::{Now, Shortcut, Shortcuts, When};
use crate::app::platform::{IS_PAGE, claim_keys, show_keyboard, take_pasted};
use crate::app::view::cell::CellMenu;
use crate::app::{AppCommand, AppSystems, OpenDocument, OpenLesson, Toggles};

pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<Shortcuts>()
        .add_systems(PreUpdate, (typing::keep_modifiers, keep_tab, use_keys).chain().in_set(AppSystems::Keys))
        .add_systems(Last, (take_from_browser, ask_for_keyboard).chain().after(AppSystems::Exit));
}

/// Tab folds the panel. To egui it would also give the focus to a button, which then takes all keys: as it shall
/// where something is asked.
fn keep_tab(mut windows: Query<(&mut EguiContext, &mut EguiInput)>, open: Res<OpenDocument>) {
    for (mut context, mut input) in &mut windows {
        let context = context.get_mut();
        if !has_focus(context) && !open.is_asking() {
            input.events.retain(|event| !matches!(event, egui::Event::Key { key: egui::Key::Tab, .. }));
        }
    }
}

/// What decides which keys mean something now.
#[derive(SystemParam)]
struct Situation<'w> {
    mode: Res<'w, Mode>,
    menu: Res<'w, CellMenu>,
    lesson: Res<'w, OpenLesson>,
}

impl Situation<'_> {
    fn now(&self) -> Now<'_> {
        let (has_menu, has_lesson) = (self.menu.0.is_some(), self.lesson.reading().is_some());
        Now { mode: *self.mode, has_menu, has_lesson, asks: self.lesson.asks() }
    }

    fn is_changed(&self) -> bool {
        self.mode.is_changed() || self.menu.is_changed() || self.lesson.is_changed()
    }
}

/// A browser keeps the keys that mean nothing now. By Tab it leaves the map, unless a button or a question of the window
/// has the keys: there Tab goes on to the next one, and Esc gives the keys back.
fn take_from_browser(
    shortcuts: Res<Shortcuts>,
    situation: Situation,
    mut contexts: Query<&mut EguiContext>,
    open: Res<OpenDocument>,
    mut last: Local<bool>,
) {
    let has_tab = open.is_asking() || contexts.iter_mut().any(|mut context| has_focus(context.get_mut()));
    let was = std::mem::replace(&mut *last, has_tab);
    if shortcuts.is_changed() || situation.is_changed() || was != has_tab {
        let chords = shortcuts.chords(situation.now()).map(Chord::in_browser);
        let tab = has_tab.then(|| Chord::new(false, false, KeyCode::Tab).in_browser());
        claim_keys(&chords.chain(tab).collect::<Vec<_>>());
    }
}

/// A screen has its keyboard only while something is typed into.
fn ask_for_keyboard(mut windows: Query<(&mut EguiContext, &EguiOutput)>, mut last: Local<(bool, bool)>) {
    let Ok((mut context, output)) = windows.single_mut() else { return };
    let now = (context.get_mut().text_edit_focused(), output.platform_output.mutable_text_under_cursor);
    if now != *last {
        *last = now;
        show_keyboard(now.0, now.1);
    }
}

/// Whether something of egui's has the keys, as after F6.
fn has_focus(context: &egui::Context) -> bool {
    context.memory(|memory| memory.focused().is_some())
}

/// The keys by which egui goes through what can have the focus, and presses it.
const OF_FOCUS: [KeyCode; 8] = [
    KeyCode::Tab,
    KeyCode::Enter,
    KeyCode::Space,
    KeyCode::Escape,
    KeyCode::ArrowLeft,
    KeyCode::ArrowRight,
    KeyCode::ArrowUp,
    KeyCode::ArrowDown,
];

/// Keys in the order in which they went down and up: in a slow frame Shift may be up again by its end.
fn use_keys(
    mut contexts: EguiContexts,
    mut events: MessageReader<KeyboardInput>,
    keys: Res<ButtonInput<KeyCode>>,
    mut held: Local<ButtonInput<KeyCode>>,
    (shortcuts, situation): (Res<Shortcuts>, Situation),
    (open, toggles): (Res<OpenDocument>, Res<Toggles>),
    mut commands: MessageWriter<AppCommand>,
) {
    let Ok(context) = contexts.ctx_mut() else { return };
    let (mut types, is_focused) = (context.text_edit_focused(), has_focus(context));
    let [palette, help, back]: [AppCommand; 3] =
        [Toggle::Palette.into(), Toggle::Help.into(), WindowCommand::Back.into()];
    // An open list is typed into or gone through by keys; egui closes it on Esc.
    let has_list = egui::Popup::is_any_open(context);
    for event in events.read() {
        if !event.state.is_pressed() {
            held.release(event.key_code);
            continue;
        }
        held.press(event.key_code);
        let either = |keys: [KeyCode; 2]| held.any_pressed(keys);
        let control = either([KeyCode::ControlLeft, KeyCode::ControlRight]);
        let shift = either([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
        // These belong to the desktop.
        let other = either([KeyCode::AltLeft, KeyCode::SuperLeft]);
        if event.repeat || other {
            continue;
        }
        let chord = Chord::new(control, shift, event.key_code);
        let row = shortcuts.pressed(chord, situation.now());
        // What is typed into a field is text; the palette's own keys close its field.
        // What is asked comes first; Esc leaves everything as it is.
        let asks = open.is_asking();
        let is_free = |row: &&Shortcut| match row.when {
            _ if asks => row.command == back,
            _ if has_list => false,
            _ if is_focused && !types && OF_FOCUS.contains(&event.key_code) => false,
            // The field for an answer has the focus by itself.
            When::Lesson => true,
            _ if row.command == help => !types || event.key_code == KeyCode::F1,
            _ => !types || row.command == palette,
        };
        // A browser hands over what is pasted after the keys for it.
        let comes_later = |row: &&Shortcut| IS_PAGE && row.command == FileCommand::Paste(None).into();
        if let Some(row) = row.filter(is_free).filter(|row| !comes_later(row)) {
            commands.write(row.command.clone());
            // What is pressed after it in this frame is for the field that opens, or for the map again.
            let opened = [(&palette, Toggle::Palette), (&help, Toggle::Help)];
            if let Some((_, toggle)) = opened.into_iter().find(|(command, _)| **command == row.command) {
                types = !toggles.is_on(toggle);
            }
        } else if types && event.key_code == KeyCode::Escape {
            types = false;
        }
    }
    if let Some(text) = take_pasted().filter(|_| !types && !open.is_asking()) {
        commands.write(FileCommand::Paste(Some(text)).into());
    }
    // A window that loses the focus sees no key go up.
    held.clone_from(&keys);
}
