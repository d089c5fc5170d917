//! The place shown by the window, for a page's address, title and text; problems of an address.

use bevy::prelude::*;
use gridwalk_explain::Language;

use crate::app::Sentence;

/// The place shown by the window.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Address parameters that lead to this place, such as `level=maze&mode=watch`.
    pub parameters: String,
    /// Whether the level is still that of the link that opened the page.
    pub is_shared: bool,
    /// Whether the parameters alone identify the level: it has a name and no changes.
    pub has_name: bool,
    /// The title of the page.
    pub title: String,
    /// The language of the window.
    pub language: Language,
}

impl Place {
    /// Returns the parameters of this place as a frame in another page.
    #[must_use]
    pub fn embedded(&self) -> String {
        let parts = self.parameters.split('&').filter(|part| !part.is_empty() && *part != "embed");
        parts.chain(["embed"]).collect::<Vec<_>>().join("&")
    }
}

/// Text of the window for screen readers.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Spoken {
    /// The text of the lesson's page, with its title.
    pub lesson: String,
    /// The step of the search, while playback rests.
    pub step: String,
    /// The last message.
    pub note: String,
}

/// Problems of the page's address, shown until they are closed.
#[derive(Resource, Clone, Debug, Default)]
pub struct AddressProblems(pub Vec<Sentence>);

/// Whether the board is shown alone, as a frame in another page.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Embedded(pub bool);
