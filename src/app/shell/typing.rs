//! Passes keys to text fields of egui, each with the modifiers held when it was pressed.
//!
//! Without this, all keys of a slow frame would get the modifiers held at the end of the frame. A quick Ctrl + A would
//! then type an "a".

use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::prelude::*;
use bevy_egui::helpers::{bevy_to_egui_key, bevy_to_egui_physical_key};
use bevy_egui::input::ModifierKeysState;
use bevy_egui::{EguiClipboard, EguiInput, egui};

use crate::app::platform::IS_PAGE;

pub(super) fn keep_modifiers(
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
        pressed.push((message, held.to_egui_modifiers(), held.text_input_is_allowed()));
    }
    if pressed.iter().any(|(_, modifiers, _)| *modifiers != late) {
        let mut paste = || if IS_PAGE { None } else { clipboard.get_text() };
        for mut input in &mut windows {
            for (message, ..) in &pressed {
                for event in events(message, late, at_the_end.text_input_is_allowed(), &mut paste) {
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
        (Key::Control, _) | (_, KeyCode::ControlLeft | KeyCode::ControlRight) => held.ctrl = is_down,
        (Key::Shift, _) | (_, KeyCode::ShiftLeft | KeyCode::ShiftRight) => held.shift = is_down,
        (Key::Alt, _) | (_, KeyCode::AltLeft | KeyCode::AltRight) => held.alt = is_down,
        (Key::Super | Key::Meta, _) | (_, KeyCode::SuperLeft | KeyCode::SuperRight) => held.win = is_down,
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
    let Some(key) = bevy_to_egui_key(&message.logical_key).or(physical_key) else { return events };
    events.push(egui::Event::Key { key, pressed: is_down, repeat: false, modifiers, physical_key });
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
