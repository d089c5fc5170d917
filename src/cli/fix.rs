//! Fixes of `gridwalk check --fix` in the text of a level: only those that leave every path unchanged.

use std::sync::Arc;

use gridwalk_level::formats::{parse_ron, written_options};
use gridwalk_level::{Document, LevelEdit};
use gridwalk_pathfinding::Support;

/// Replaces earlier names of options, and removes options without effect.
///
/// Returns the text and the fixes, a clause each; `None` if there is nothing to do.
pub fn fixed(text: &str) -> Option<(String, Vec<String>)> {
    let level = parse_ron(text).ok()?;
    let mut done = Vec::new();
    let mut fixed = text.to_owned();
    for (field, key) in written_options(text) {
        if field == key.field() {
            continue;
        }
        // If the name also occurs elsewhere, in a text or a comment, the right place is not certain.
        let renamed = replace_only(&fixed, &format!("{field}:"), &format!("{}:", key.field()));
        if let Some(renamed) = renamed.filter(|renamed| parse_ron(renamed).as_ref() == Ok(&level)) {
            fixed = renamed;
            done.push(format!("`{field}` is now `{}`", key.field()));
        }
    }
    let mut search = level.search.clone();
    let unused =
        written_options(&fixed).into_iter().filter(|(_, key)| search.algorithm.support(*key) == Support::Unused);
    let unused: Vec<_> = unused.collect();
    for (_, key) in &unused {
        key.default_for(search.algorithm).apply(&mut search);
    }
    let without = without(&fixed, search);
    if let Some(without) = without.filter(|without| *without != fixed) {
        let left = written_options(&without);
        done.extend(
            unused.iter().filter(|field| !left.contains(field)).map(|(field, _)| format!("`{field}` is removed")),
        );
        fixed = without;
    }
    (!done.is_empty()).then_some((fixed, done))
}

/// Returns the text of the level under these options; comments and layout stay.
fn without(text: &str, search: gridwalk_pathfinding::SearchOptions) -> Option<String> {
    let level = parse_ron(text).ok()?;
    let mut document = Document::open(level, Some(Arc::from(text)));
    document.edit(LevelEdit::Options(Box::new(search))).ok()?;
    document.source().text().ok()
}

/// Replaces a word that occurs exactly once; `None` if it does not.
fn replace_only(text: &str, word: &str, by: &str) -> Option<String> {
    let is_in_word = |at: usize| text[..at].ends_with(|letter: char| letter.is_alphanumeric() || letter == '_');
    let mut places = text.match_indices(word).map(|(at, _)| at).filter(|at| !is_in_word(*at));
    let place = places.next()?;
    places.next().is_none().then(|| format!("{}{by}{}", &text[..place], &text[place + word.len()..]))
}
