//! Reads a large JSON file in slices.
//!
//! Its parser reads a whole value in one call, so it gets one event at a time.

use gridwalk_pathfinding::slices::Counter;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Deserializer;

use super::check::MOST_EVENTS;
use super::event::Event;

/// Reads the version and the events of a text; returns `None` if the text is or may be invalid.
///
/// The parser that reads the whole text reports the error.
pub(super) async fn version_and_events(text: &[u8]) -> Option<(String, Vec<Event>)> {
    let mut values = Values { text, at: 0 };
    let (mut version, mut events) = (None, None);
    values.sign(b'{')?;
    loop {
        let key: String = values.next()?;
        values.sign(b':')?;
        match key.as_str() {
            "version" if version.is_none() => version = Some(values.next()?),
            "events" if events.is_none() => events = Some(values.list().await?),
            "version" | "events" => return None,
            _ => {
                values.next::<IgnoredAny>()?;
            }
        }
        if values.sign(b',').is_none() {
            break;
        }
    }
    values.sign(b'}')?;
    let is_all = text[values.at..].trim_ascii().is_empty();
    version.filter(|_| is_all).zip(Some(events.unwrap_or_default()))
}

/// The progress of reading a text.
struct Values<'a> {
    text: &'a [u8],
    at: usize,
}

impl Values<'_> {
    fn next<T: for<'de> Deserialize<'de>>(&mut self) -> Option<T> {
        let mut values = Deserializer::from_slice(&self.text[self.at..]).into_iter();
        let value = values.next()?.ok()?;
        self.at += values.byte_offset();
        Some(value)
    }

    fn sign(&mut self, sign: u8) -> Option<()> {
        let rest = self.text[self.at..].trim_ascii_start();
        rest.strip_prefix(&[sign]).map(|rest| self.at = self.text.len() - rest.len())
    }

    async fn list(&mut self) -> Option<Vec<Event>> {
        let (mut list, mut work) = (Vec::new(), Counter::default());
        self.sign(b'[')?;
        if self.sign(b']').is_some() {
            return Some(list);
        }
        while list.len() < MOST_EVENTS {
            let begun = self.at;
            list.push(self.next()?);
            // Eight bytes count as one piece of work.
            work.count((self.at - begun) / 8).await;
            if self.sign(b',').is_none() {
                self.sign(b']')?;
                return Some(list);
            }
        }
        None
    }
}
