//! A large file of JSON in slices: its parser reads a value from its beginning to its end, so here it is handed one
//! event after the other.

use gridwalk_pathfinding::slices::Counter;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Deserializer;

use super::check::MOST_EVENTS;
use super::event::Event;

/// The version and the events of a text; `None` if it is no such text, or may be none. What is wrong with it the parser
/// knows that reads it as a whole.
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

/// How far a text has been read.
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
            // Eight bytes are a piece of work.
            work.count((self.at - begun) / 8).await;
            if self.sign(b',').is_none() {
                self.sign(b']')?;
                return Some(list);
            }
        }
        None
    }
}
