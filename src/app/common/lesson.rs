//! The open lesson, its page, and the reader's answers.

use std::sync::Arc;

use bevy::prelude::*;
use gridwalk_explain::Feedback;
use gridwalk_level::{Ask, Lesson, LessonPage};

use crate::app::command::Section;

/// The open lesson, if any.
#[derive(Resource, Default, Debug)]
pub struct OpenLesson(pub(in crate::app) Option<Reading>);

/// A lesson and the reader's position in it.
#[derive(Debug)]
pub struct Reading {
    /// Name of the file without its extension.
    pub file: String,
    /// The lesson.
    pub lesson: Arc<Lesson>,
    /// The error in the file, if it became invalid after the lesson was read.
    pub error: Option<String>,
    /// Index of the page, from 0.
    pub page: usize,
    /// The reader's answers on the page.
    pub answered: PageAnswers,
    /// Progress of the window towards the state that the page needs.
    pub(in crate::app) stage: SetUpStage,
    /// Collapsed sections of the side panel.
    ///
    /// Each page starts with the default sections, so that the parts it describes are visible.
    pub(in crate::app) folded: Vec<Section>,
    /// Position of the player to which the page's question refers; the steps after it would tell the
    /// answer.
    pub(in crate::app) asked_at: Option<u64>,
    /// Number of the document that the page was set up on.
    pub(in crate::app) document: Option<u64>,
}

/// The reader's answers on a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageAnswers {
    /// Number of answers, without wrong first tries that may be repeated.
    pub times: u32,
    /// Number of right answers, without those that needed a second try.
    pub right: u32,
    /// Whether the reader already gave one wrong cell or number.
    pub missed: bool,
    /// The feedback on the last answer.
    pub feedback: Option<Feedback>,
    /// Index of the chosen answer, from 0.
    pub chosen: Option<usize>,
    /// The first and last position of the player to which the answer refers.
    pub at: Option<(u64, u64)>,
}

impl PageAnswers {
    /// Returns `true` if the answer refers to the step at this position.
    #[must_use]
    pub fn is_about(&self, position: u64) -> bool {
        self.at
            .is_none_or(|(first, last)| (first..=last).contains(&position))
    }
}

/// Progress of the window towards the state that a page needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::app) enum SetUpStage {
    /// The reader turned to the page.
    #[default]
    Turned,
    /// The level is being opened, to replace the document with the number `instead_of`, if any.
    ///
    /// `frames` counts the frames since the request.
    Opening {
        frames: u32,
        instead_of: Option<u64>,
    },
    /// The level is open and unchanged.
    Fresh,
    /// The page's cells and options are applied.
    Changed,
    /// Start and goal are set.
    Ends,
    /// The window is in the state that the page needs.
    Done,
}

impl OpenLesson {
    /// Returns the open lesson, if any.
    #[must_use]
    pub const fn reading(&self) -> Option<&Reading> {
        self.0.as_ref()
    }

    /// Closes the lesson.
    pub(in crate::app) fn close(&mut self) {
        debug!("lesson: closed");
        self.0 = None;
    }

    /// Returns the question of the page while it waits for an answer.
    #[must_use]
    pub fn asks(&self) -> Option<&Ask> {
        let reading = self.0.as_ref().filter(|reading| reading.is_ready())?;
        let ask = reading.page().ask.as_ref()?;
        let waits = match ask {
            Ask::Next(times) => reading.answered.times < *times,
            // After two tries the page gives the answer.
            Ask::Value(..) => reading.answered.times == 0,
            // The reader may try until the answer is right.
            Ask::Choice { .. } => reading.answered.right == 0,
        };
        waits.then_some(ask)
    }

    /// Returns the last position of the player before the answer to the question that waits.
    ///
    /// Questions with a choice of answers hide results by other means.
    pub(in crate::app) fn last_before_answer(&self) -> Option<u64> {
        match self.asks()? {
            Ask::Next(_) | Ask::Value(..) => self.0.as_ref()?.asked_at,
            Ask::Choice { .. } => None,
        }
    }
}

impl Reading {
    pub(in crate::app) fn new(
        file: &str,
        lesson: Arc<Lesson>,
        error: Option<String>,
        page: usize,
    ) -> Self {
        let page = page.min(lesson.pages.len() - 1);
        let (answered, stage) = (PageAnswers::default(), SetUpStage::default());
        Self {
            file: file.to_owned(),
            lesson,
            error,
            page,
            answered,
            stage,
            folded: Section::folded_in_lesson(),
            asked_at: None,
            document: None,
        }
    }

    /// Returns the current page.
    #[must_use]
    pub fn page(&self) -> &LessonPage {
        &self.lesson.pages[self.page]
    }

    /// Returns `true` if the window reached the state of the page after the reader turned to it.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        self.stage == SetUpStage::Done
    }

    /// Returns `true` if the current page is the last one.
    #[must_use]
    pub fn is_last(&self) -> bool {
        self.page + 1 == self.lesson.pages.len()
    }

    /// Turns to a page and starts to bring the window to its state.
    pub(in crate::app) fn turn_to(&mut self, page: usize) {
        self.page = page.min(self.lesson.pages.len() - 1);
        self.answered = PageAnswers::default();
        self.stage = SetUpStage::default();
        self.folded = Section::folded_in_lesson();
        self.asked_at = None;
        self.document = None;
    }

    /// Replaces the lesson after its file was saved.
    ///
    /// The reader's answers stay unless the page or the level of the lesson changed.
    pub(in crate::app) fn replace(&mut self, lesson: Arc<Lesson>) {
        let old = std::mem::replace(&mut self.lesson, lesson);
        let is_same = old.level == self.lesson.level
            && old.pages.get(self.page) == self.lesson.pages.get(self.page);
        if !is_same {
            self.turn_to(self.page);
        }
    }
}
