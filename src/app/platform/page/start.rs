//! How the page begins, and how it ends when it must.

use bevy::app::Plugins;
use bevy::prelude::*;

use super::host;

/// Says on the page why the program does not begin.
pub fn refuse(sentence: &str) {
    host::refuse(sentence);
}

/// Adds Bevy's plugins. A panic from now on is said on the page, which keeps what was not saved.
///
/// # Errors
/// Never: the page has looked for WebGL before the program began.
pub fn add_window<M>(app: &mut App, plugins: impl Plugins<M>) -> Result<(), String> {
    app.add_plugins(plugins);
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        hook(panic);
        host::panicked(&panic.to_string());
    }));
    Ok(())
}

/// What the address of the page asks for.
#[must_use]
pub fn address(name: &str) -> Option<String> {
    host::address(name)
}

/// Takes these keys from the browser; all others stay its own.
pub fn claim_keys(keys: &[String]) {
    host::claim_keys(keys.to_vec());
}

/// The first frame is drawn.
pub fn is_shown() {
    host::shown();
}

/// What is handed on so that others see a shared level: the address of a page with it.
pub fn link_to(share: String) -> String {
    host::link_to(&share)
}
