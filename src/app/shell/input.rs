//! Keyboard input: keys become commands by the shortcut table, or reach the text fields of egui.

use bevy::ecs::system::SystemParam;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::prelude::*;
use bevy_egui::helpers::{bevy_to_egui_key, bevy_to_egui_physical_key};
use bevy_egui::input::ModifierKeysState;
use bevy_egui::{EguiClipboard, EguiContext, EguiContexts, EguiInput, EguiOutput, egui};

use crate::app::command::{FileCommand, Mode, Toggle, WindowCommand};
use crate::app::common::chord::Chord;
use crate::app::common::shortcuts::{Now, Shortcut, Shortcuts, When};
use crate::app::platform::{IS_PAGE, claim_keys, show_keyboard, take_pasted};
use crate::app::view::camera::CellMenu;
use crate::app::{AppCommand, AppSystems, OpenDocument, OpenLesson, Toggles};

pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<Shortcuts>()
        .add_systems(
            PreUpdate,
            (keep_modifiers, remove_tab, handle_keys)
                .chain()
                .in_set(AppSystems::Keys),
        )
        .add_systems(
            Last,
            (claim_shortcut_keys, update_on_screen_keyboard)
                .chain()
                .after(AppSystems::Exit),
        );
}

/// Removes Tab from egui's events, unless a widget or a dialog has the focus.
///
/// On the desktop, Tab is a shortcut; on the page, the browser moves the focus out of the map. In
/// egui it would also focus a button, which then takes all keys.
fn remove_tab(mut windows: Query<(&mut EguiContext, &mut EguiInput)>, open: Res<OpenDocument>) {
    for (mut context, mut input) in &mut windows {
        let context = context.get_mut();
        if !has_focus(context) && !open.is_asking() {
            input.events.retain(|event| {
                !matches!(
                    event,
                    egui::Event::Key {
                        key: egui::Key::Tab,
                        ..
                    }
                )
            });
        }
    }
}

/// State that decides which shortcuts apply.
#[derive(SystemParam)]
struct ShortcutContext<'w> {
    mode: Res<'w, Mode>,
    menu: Res<'w, CellMenu>,
    lesson: Res<'w, OpenLesson>,
}

impl ShortcutContext<'_> {
    fn now(&self) -> Now<'_> {
        let (has_menu, has_lesson) = (self.menu.0.is_some(), self.lesson.reading().is_some());
        Now {
            mode: *self.mode,
            has_menu,
            has_lesson,
            asks: self.lesson.asks(),
        }
    }

    fn is_changed(&self) -> bool {
        self.mode.is_changed() || self.menu.is_changed() || self.lesson.is_changed()
    }
}

/// Claims the keys of the current shortcuts; the browser keeps all others.
///
/// Tab stays with the browser, except while a widget has the focus or a dialog is open: there it
/// moves the focus to the next widget.
fn claim_shortcut_keys(
    shortcuts: Res<Shortcuts>,
    situation: ShortcutContext,
    mut contexts: Query<&mut EguiContext>,
    open: Res<OpenDocument>,
    mut last: Local<bool>,
) {
    let has_tab = open.is_asking()
        || contexts
            .iter_mut()
            .any(|mut context| has_focus(context.get_mut()));
    let was = std::mem::replace(&mut *last, has_tab);
    if shortcuts.is_changed() || situation.is_changed() || was != has_tab {
        let chords = shortcuts.chords(situation.now()).map(Chord::in_browser);
        let tab = has_tab.then(|| Chord::new(false, false, KeyCode::Tab).in_browser());
        claim_keys(&chords.chain(tab).collect::<Vec<_>>());
    }
}

/// Shows the keyboard of a phone's screen only while a field is edited.
fn update_on_screen_keyboard(
    mut windows: Query<(&mut EguiContext, &EguiOutput)>,
    mut last: Local<(bool, bool)>,
) {
    let Ok((mut context, output)) = windows.single_mut() else {
        return;
    };
    let now = (
        context.get_mut().text_edit_focused(),
        output.platform_output.mutable_text_under_cursor,
    );
    if now != *last {
        *last = now;
        show_keyboard(now.0, now.1);
    }
}

/// Whether an egui widget has the focus, as after F6.
fn has_focus(context: &egui::Context) -> bool {
    context.memory(|memory| memory.focused().is_some())
}

/// The keys with which egui moves the focus and presses the focused widget.
const FOCUS_KEYS: [KeyCode; 8] = [
    KeyCode::Tab,
    KeyCode::Enter,
    KeyCode::Space,
    KeyCode::Escape,
    KeyCode::ArrowLeft,
    KeyCode::ArrowRight,
    KeyCode::ArrowUp,
    KeyCode::ArrowDown,
];

/// Sends the commands of pressed keys, in the order of the key events.
///
/// In a slow frame Shift may be released again by the frame's end. A key that acts is no text: the
/// field that it opens has the focus in the same frame.
fn handle_keys(
    mut contexts: EguiContexts,
    mut inputs: Query<&mut EguiInput>,
    mut events: MessageReader<KeyboardInput>,
    keys: Res<ButtonInput<KeyCode>>,
    mut held: Local<ButtonInput<KeyCode>>,
    (shortcuts, situation): (Res<Shortcuts>, ShortcutContext),
    (open, toggles): (Res<OpenDocument>, Res<Toggles>),
    mut commands: MessageWriter<AppCommand>,
) {
    let Ok(context) = contexts.ctx_mut() else {
        return;
    };
    let (mut types, is_focused) = (context.text_edit_focused(), has_focus(context));
    let [palette, help, back]: [AppCommand; 3] = [
        Toggle::Palette.into(),
        Toggle::Help.into(),
        WindowCommand::Back.into(),
    ];
    // Keys belong to an open list, as text or to select an entry; egui closes it on Esc.
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
        // Combinations with these keys belong to the desktop.
        let other = either([KeyCode::AltLeft, KeyCode::SuperLeft]);
        if event.repeat || other {
            continue;
        }
        let chord = Chord::new(control, shift, event.key_code);
        let row = shortcuts.pressed(chord, situation.now());
        // Keys in a field are text; the palette's own keys close its field. A dialog comes first,
        // and Esc closes it without a change.
        let asks = open.is_asking();
        let is_free = |row: &&Shortcut| match row.when {
            _ if asks => row.command == back,
            _ if has_list => false,
            _ if is_focused && !types && FOCUS_KEYS.contains(&event.key_code) => false,
            // The field for an answer takes the focus by itself.
            When::Lesson => true,
            _ if row.command == help => !types || event.key_code == KeyCode::F1,
            _ => !types || row.command == palette,
        };
        // A browser delivers pasted content after its keys.
        let comes_later =
            |row: &&Shortcut| IS_PAGE && row.command == FileCommand::Paste(None).into();
        if let Some(row) = row.filter(is_free).filter(|row| !comes_later(row)) {
            commands.write(row.command.clone());
            for mut input in &mut inputs {
                forget_text(&mut input, &event.logical_key);
            }
            // Later keys of this frame belong to the field that opens, or to the map again.
            let opened = [(&palette, Toggle::Palette), (&help, Toggle::Help)];
            if let Some((_, toggle)) = opened
                .into_iter()
                .find(|(command, _)| **command == row.command)
            {
                types = !toggles.is_on(toggle);
            }
        } else if types && event.key_code == KeyCode::Escape {
            types = false;
        }
    }
    if let Some(text) = take_pasted().filter(|_| !types && !open.is_asking()) {
        commands.write(FileCommand::Paste(Some(text)).into());
    }
    // A window that loses the focus gets no key releases.
    held.clone_from(&keys);
}

/// Removes the text of a key from egui's events.
fn forget_text(input: &mut EguiInput, key: &Key) {
    let is_text = |event: &egui::Event| matches!((event, key), (egui::Event::Text(text), Key::Character(sign)) if text == sign.as_str());
    if let Some(at) = input.events.iter().position(is_text) {
        input.events.remove(at);
    }
}

/// Gives each key event of egui the modifiers held at that event, not those at the frame's end.
fn keep_modifiers(
    mut windows: Query<&mut EguiInput>,
    mut messages: MessageReader<KeyboardInput>,
    (keys, signs): (Res<ButtonInput<KeyCode>>, Res<ButtonInput<Key>>),
    at_the_end: Res<ModifierKeysState>,
    mut clipboard: ResMut<EguiClipboard>,
    mut held: Local<ModifierKeysState>,
) {
    let late = at_the_end.to_egui_modifiers();
    let mut pressed = Vec::new();
    for message in messages.read() {
        note(&mut held, message);
        pressed.push((
            message,
            held.to_egui_modifiers(),
            held.text_input_is_allowed(),
        ));
    }
    if pressed.iter().any(|(_, modifiers, _)| *modifiers != late) {
        let mut paste = || if IS_PAGE { None } else { clipboard.get_text() };
        for mut input in &mut windows {
            for (message, ..) in &pressed {
                for event in events(
                    message,
                    late,
                    at_the_end.text_input_is_allowed(),
                    &mut paste,
                ) {
                    let old = input.events.iter().position(|other| *other == event);
                    old.map(|old| input.events.remove(old));
                }
            }
            for (message, modifiers, types) in &pressed {
                let event = events(message, *modifiers, *types, &mut paste);
                input.events.extend(event);
            }
        }
    }
    // A window without the focus does not learn that keys go up.
    let is_down = |codes: [KeyCode; 2], sign: Key| keys.any_pressed(codes) || signs.pressed(sign);
    held.ctrl = is_down([KeyCode::ControlLeft, KeyCode::ControlRight], Key::Control);
    held.shift = is_down([KeyCode::ShiftLeft, KeyCode::ShiftRight], Key::Shift);
    held.alt = is_down([KeyCode::AltLeft, KeyCode::AltRight], Key::Alt);
    held.win = is_down([KeyCode::SuperLeft, KeyCode::SuperRight], Key::Super);
}

/// Records a modifier that is pressed or released.
fn note(held: &mut ModifierKeysState, message: &KeyboardInput) {
    let is_down = message.state.is_pressed();
    match (&message.logical_key, message.key_code) {
        (Key::Control, _) | (_, KeyCode::ControlLeft | KeyCode::ControlRight) => {
            held.ctrl = is_down;
        }
        (Key::Shift, _) | (_, KeyCode::ShiftLeft | KeyCode::ShiftRight) => held.shift = is_down,
        (Key::Alt, _) | (_, KeyCode::AltLeft | KeyCode::AltRight) => held.alt = is_down,
        (Key::Super | Key::Meta, _) | (_, KeyCode::SuperLeft | KeyCode::SuperRight) => {
            held.win = is_down;
        }
        _ => {}
    }
}

/// Returns the events of a key for egui, as `bevy_egui` creates them: text, key and clipboard.
fn events(
    message: &KeyboardInput,
    modifiers: egui::Modifiers,
    types: bool,
    paste: &mut impl FnMut() -> Option<String>,
) -> Vec<egui::Event> {
    let is_down = message.state.is_pressed();
    let mut events = Vec::new();
    if types && is_down {
        match &message.logical_key {
            Key::Character(sign) if !sign.contains(char::is_control) => {
                events.push(egui::Event::Text(sign.to_string()));
            }
            Key::Space => events.push(egui::Event::Text(" ".to_owned())),
            _ => {}
        }
    }
    let physical_key = bevy_to_egui_physical_key(&message.key_code);
    let Some(key) = bevy_to_egui_key(&message.logical_key).or(physical_key) else {
        return events;
    };
    events.push(egui::Event::Key {
        key,
        pressed: is_down,
        repeat: false,
        modifiers,
        physical_key,
    });
    if modifiers.command && is_down && !IS_PAGE {
        match key {
            egui::Key::C => events.push(egui::Event::Copy),
            egui::Key::X => events.push(egui::Event::Cut),
            egui::Key::V => events.extend(paste().map(egui::Event::Text)),
            _ => {}
        }
    }
    events
}
