//! The place that the window shows, as a page's address, title and text have it, and what of an address could not be done.

use bevy::prelude::*;
use gridwalk_explain::Language;

use crate::app::Sentence;

/// The place that the window shows.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The parameters of an address that leads here, such as `level=maze&mode=watch`.
    pub parameters: String,
    /// Whether the level is still the one of the link by which the page was opened.
    pub is_shared: bool,
    /// Whether the parameters alone lead to the level as it is: it has a name, and no changes.
    pub has_name: bool,
    /// The title of the page.
    pub title: String,
    /// The language of the window.
    pub language: Language,
}

impl Place {
    /// The parameters of the same place as a frame in another page.
    #[must_use]
    pub fn embedded(&self) -> String {
        let parts = self.parameters.split('&').filter(|part| !part.is_empty() && *part != "embed");
        parts.chain(["embed"]).collect::<Vec<_>>().join("&")
    }
}

/// The text of what is shown, for those who cannot see it.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Spoken {
    /// The text of the lesson's page, with its title.
    pub lesson: String,
    /// The step of the search, once it rests.
    pub step: String,
    /// The last message.
    pub note: String,
}

/// What of the address could not be done, said until it is closed.
#[derive(Resource, Clone, Debug, Default)]
pub struct AddressProblems(pub Vec<Sentence>);

/// Whether the board is shown alone, as a frame in another page.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Embedded(pub bool);
