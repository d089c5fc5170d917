//! Keyboard shortcuts and their written form: `Ctrl + Shift + N`.

use std::str::FromStr;

use bevy::prelude::*;
use gridwalk_explain::Language;
use serde::Deserialize;

use crate::app::Phrase;

/// A key with its modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Chord {
    /// Whether Ctrl is held.
    pub control: bool,
    /// Whether Shift is held.
    pub shift: bool,
    /// The key, by its position on the keyboard.
    ///
    /// A key of the number pad is stored as the key of the main block with the same sign.
    pub key: KeyCode,
}

macro_rules! keys {
    ($($key:ident $name:literal,)*) => {
        &[$((KeyCode::$key, $name)),*]
    };
}

/// Keys that have a name in text.
const KEYS: &[(KeyCode, &str)] = keys! {
    KeyA "A", KeyB "B", KeyC "C", KeyD "D", KeyE "E", KeyF "F", KeyG "G", KeyH "H", KeyI "I", KeyJ "J", KeyK "K",
    KeyL "L", KeyM "M", KeyN "N", KeyO "O", KeyP "P", KeyQ "Q", KeyR "R", KeyS "S", KeyT "T", KeyU "U", KeyV "V",
    KeyW "W", KeyX "X", KeyY "Y", KeyZ "Z",
    Digit0 "0", Digit1 "1", Digit2 "2", Digit3 "3", Digit4 "4", Digit5 "5", Digit6 "6", Digit7 "7", Digit8 "8",
    Digit9 "9",
    F1 "F1", F2 "F2", F3 "F3", F4 "F4", F5 "F5", F6 "F6", F7 "F7", F8 "F8", F9 "F9", F10 "F10", F11 "F11", F12 "F12",
    ArrowLeft "Left", ArrowRight "Right", ArrowUp "Up", ArrowDown "Down",
    Space "Space", Enter "Enter", Escape "Esc", Tab "Tab", Backspace "Backspace", Insert "Insert", Delete "Delete",
    Home "Home", End "End", PageUp "Page up", PageDown "Page down",
    Equal "+", Minus "−", Slash "?", BracketLeft "[", BracketRight "]", Comma "Comma", Period ".",
};

/// Keys of the number pad, each with its equivalent in the main block.
const NUMBER_PAD: &[(KeyCode, KeyCode)] = &[
    (KeyCode::NumpadEnter, KeyCode::Enter),
    (KeyCode::NumpadAdd, KeyCode::Equal),
    (KeyCode::NumpadSubtract, KeyCode::Minus),
    (KeyCode::Numpad0, KeyCode::Digit0),
    (KeyCode::Numpad1, KeyCode::Digit1),
    (KeyCode::Numpad2, KeyCode::Digit2),
    (KeyCode::Numpad3, KeyCode::Digit3),
    (KeyCode::Numpad4, KeyCode::Digit4),
    (KeyCode::Numpad5, KeyCode::Digit5),
];

impl Chord {
    /// Creates a shortcut; a key of the number pad becomes its equivalent in the main block.
    #[must_use]
    pub fn new(control: bool, shift: bool, key: KeyCode) -> Self {
        let same = NUMBER_PAD.iter().find(|(pad, _)| *pad == key);
        Self {
            control,
            shift,
            key: same.map_or(key, |(_, key)| *key),
        }
    }

    /// Returns the browser's name of the shortcut, such as `Ctrl+Shift+KeyN`.
    ///
    /// Bevy takes the names of keys from the same standard as browsers, UI Events.
    #[must_use]
    pub fn in_browser(self) -> String {
        let modifiers = self.modifiers().replace(' ', "");
        format!("{modifiers}{:?}", self.key)
    }

    /// Returns this shortcut without Shift.
    #[must_use]
    pub const fn without_shift(self) -> Self {
        Self {
            shift: false,
            ..self
        }
    }

    /// Returns the text of the modifiers, as it precedes the name of the key.
    #[must_use]
    pub const fn modifiers(self) -> &'static str {
        match (self.control, self.shift) {
            (true, true) => "Ctrl + Shift + ",
            (true, false) => "Ctrl + ",
            (false, true) => "Shift + ",
            (false, false) => "",
        }
    }

    /// Returns the text of the shortcut in a language.
    #[must_use]
    pub fn text(self, language: Language) -> String {
        let phrase = match self.key {
            KeyCode::ArrowLeft => Some(Phrase::KeyLeft),
            KeyCode::ArrowRight => Some(Phrase::KeyRight),
            KeyCode::ArrowUp => Some(Phrase::KeyUp),
            KeyCode::ArrowDown => Some(Phrase::KeyDown),
            KeyCode::Space => Some(Phrase::KeySpace),
            KeyCode::Enter => Some(Phrase::KeyEnter),
            _ => None,
        };
        let name = || {
            KEYS.iter()
                .find(|(key, _)| *key == self.key)
                .map_or("", |(_, name)| name)
        };
        format!(
            "{}{}",
            self.modifiers(),
            phrase.map_or_else(name, |phrase| phrase.text(language))
        )
    }
}

/// Parses `Ctrl + Shift + N`, in any case and with or without spaces.
impl FromStr for Chord {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!(
                "`{text}` is not a shortcut; expected a key such as N, F5 or Page up, after Ctrl + or Shift + if wanted"
            )
        };
        let trimmed = text.trim();
        let plus = trimmed.strip_suffix('+').map(|modifiers| (modifiers, "+"));
        let (modifiers, name) = plus
            .or_else(|| trimmed.rsplit_once('+'))
            .unwrap_or(("", trimmed));
        let name = if name.trim() == "-" {
            "−"
        } else {
            name.trim()
        };
        let &(key, _) = KEYS
            .iter()
            .find(|(_, known)| known.eq_ignore_ascii_case(name))
            .ok_or_else(wrong)?;
        let mut chord = Self {
            control: false,
            shift: false,
            key,
        };
        for modifier in modifiers
            .split('+')
            .map(str::trim)
            .filter(|modifier| !modifier.is_empty())
        {
            match modifier.to_ascii_lowercase().as_str() {
                "ctrl" => chord.control = true,
                "shift" => chord.shift = true,
                _ => return Err(wrong()),
            }
        }
        Ok(chord)
    }
}

impl TryFrom<String> for Chord {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}
