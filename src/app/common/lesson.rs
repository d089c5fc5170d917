//! The lesson that is open: its page, and what was answered on it.

use std::sync::Arc;

use bevy::prelude::*;
use gridwalk_explain::Feedback;
use gridwalk_level::{Ask, Lesson, LessonPage};

use crate::app::command::Section;

/// The open lesson.
#[derive(Resource, Default, Debug)]
pub struct OpenLesson(pub(in crate::app) Option<Reading>);

/// A lesson that is read.
#[derive(Debug)]
pub struct Reading {
    /// The file's name, without its ending.
    pub file: String,
    /// The lesson.
    pub lesson: Arc<Lesson>,
    /// What is wrong with the file since it was read.
    pub error: Option<String>,
    /// Which page, from 0.
    pub page: usize,
    /// What was answered on it.
    pub answered: Answered,
    /// How far the window is on its way to the page's state.
    pub(in crate::app) stage: Stage,
    /// Sections of the side panel that are folded. Each page begins with the usual ones, so that what it speaks of is
    /// seen, whatever is folded elsewhere.
    pub(in crate::app) folded: Vec<Section>,
    /// Number of the document that the page was set up on.
    pub(in crate::app) document: Option<u64>,
}

/// What was answered on a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answered {
    /// How often.
    pub times: u32,
    /// Answers that were right at the first try.
    pub right: u32,
    /// Whether the cell or the number that is asked for was missed once.
    pub missed: bool,
    /// What is said of the last answer.
    pub feedback: Option<Feedback>,
    /// The answer that was chosen, from 0.
    pub chosen: Option<usize>,
    /// Positions of the player, from the first to the last, that this is about.
    pub at: Option<(u64, u64)>,
}

impl Answered {
    /// Whether this is about the step that is shown.
    #[must_use]
    pub fn is_about(&self, position: u64) -> bool {
        self.at.is_none_or(|(first, last)| (first..=last).contains(&position))
    }
}

/// How far the window is on its way to the state of a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::app) enum Stage {
    /// The page was turned to.
    #[default]
    Turned,
    /// Its level was asked for so many frames ago: another document than that of this number, where there is one.
    Opening { frames: u32, instead_of: Option<u64> },
    /// The level is as in its file.
    Fresh,
    /// Cells and options were changed.
    Changed,
    /// Start and goal were set.
    Ends,
    /// The window is as the page needs it.
    Done,
}

impl OpenLesson {
    /// The lesson that is read, if one is.
    #[must_use]
    pub const fn reading(&self) -> Option<&Reading> {
        self.0.as_ref()
    }

    /// Nothing is read any more.
    pub(in crate::app) fn close(&mut self) {
        debug!("lesson: closed");
        self.0 = None;
    }

    /// What is asked, as long as it waits for an answer.
    #[must_use]
    pub fn asks(&self) -> Option<&Ask> {
        let reading = self.0.as_ref().filter(|reading| reading.is_ready())?;
        let ask = reading.page().ask.as_ref()?;
        let waits = match ask {
            Ask::Next(times) => reading.answered.times < *times,
            // There are two tries: then the answer is told.
            Ask::Value(..) => reading.answered.times == 0,
            // Until the answer is right.
            Ask::Choice { .. } => reading.answered.right == 0,
        };
        waits.then_some(ask)
    }
}

impl Reading {
    pub(in crate::app) fn new(file: &str, lesson: Arc<Lesson>, error: Option<String>, page: usize) -> Self {
        let page = page.min(lesson.pages.len() - 1);
        let (answered, stage) = (Answered::default(), Stage::default());
        Self {
            file: file.to_owned(),
            lesson,
            error,
            page,
            answered,
            stage,
            folded: Section::folded_in_lesson(),
            document: None,
        }
    }

    /// The page that is read.
    #[must_use]
    pub fn page(&self) -> &LessonPage {
        &self.lesson.pages[self.page]
    }

    /// Whether the window is in the state that the page needs, or was since it was turned to.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        self.stage == Stage::Done
    }

    /// Whether it is the last page.
    #[must_use]
    pub fn is_last(&self) -> bool {
        self.page + 1 == self.lesson.pages.len()
    }

    /// Turns to a page, and brings the window to its state.
    pub(in crate::app) fn turn_to(&mut self, page: usize) {
        self.page = page.min(self.lesson.pages.len() - 1);
        self.answered = Answered::default();
        self.stage = Stage::default();
        self.folded = Section::folded_in_lesson();
        self.document = None;
    }

    /// The file was saved: what is the same stays.
    pub(in crate::app) fn replace(&mut self, lesson: Arc<Lesson>) {
        let old = std::mem::replace(&mut self.lesson, lesson);
        let is_same = old.level == self.lesson.level && old.pages.get(self.page) == self.lesson.pages.get(self.page);
        if !is_same {
            self.turn_to(self.page);
        }
    }
}
