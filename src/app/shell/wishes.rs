//! What the address of a page asks for beside a level: a link that holds one, a lesson, a language.

use std::sync::Arc;

use bevy::prelude::*;
use gridwalk_explain::Language;
use gridwalk_level::{Level, from_share};
use gridwalk_pathfinding::Named;

use crate::app::command::{LessonCommand, WindowCommand};
use crate::app::document::levels::OpenUnfiled;
use crate::app::platform::address;
use crate::app::{AppCommand, Notes, Phrase, Sentence};

/// What is asked for, and what of it cannot be done.
#[derive(Default)]
pub(super) struct Wishes {
    /// The level of a link: nobody has asked anything when it is opened.
    pub shared: Option<Level>,
    /// What cannot be done, to be said once there is a window.
    pub refused: Vec<Sentence>,
    commands: Vec<AppCommand>,
}

impl Wishes {
    /// Without a page there are none.
    pub fn of_the_address() -> Self {
        let mut wishes = Self::default();
        if let Some(text) = address("share") {
            match from_share(&text) {
                Ok(level) => wishes.shared = Some(level),
                Err(why) => wishes.refused.push(Phrase::NotPasted.with("why", why)),
            }
        }
        wishes.commands.extend(address("lesson").map(|lesson| LessonCommand::Open(lesson).into()));
        if let Some(code) = address("lang") {
            if let Some(language) = Language::from_name(&code) {
                wishes.commands.push(WindowCommand::Speak(language).into());
            } else {
                let languages = Language::NAMES.join(", ");
                wishes.refused.push(Phrase::NoSuchLanguage.with("code", code).with("languages", languages));
            }
        }
        wishes
    }

    pub fn grant(self, world: &mut World) {
        if let Some(level) = self.shared {
            world.write_message(OpenUnfiled(Arc::new(level)));
        }
        world.write_message_batch(self.commands);
        for sentence in self.refused {
            world.resource_mut::<Notes>().warn(sentence);
        }
    }
}
