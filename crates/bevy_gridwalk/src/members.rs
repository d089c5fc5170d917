//! The requests of one job, in the order in which they are served.

use std::collections::VecDeque;

use super::question::Question;

/// The order of the members of a job: the tick of the request, and its ticket.
pub(super) type MemberKey = (u64, u64);

/// The requests of a job in their order.
#[derive(Default)]
pub(super) struct Members(pub VecDeque<(MemberKey, Question)>);

impl Members {
    pub fn first(&self) -> Option<&Question> {
        self.0.front().map(|(_, question)| question)
    }

    fn find(&self, key: MemberKey) -> Result<usize, usize> {
        self.0.binary_search_by_key(&key, |(key, _)| *key)
    }

    pub fn get(&self, key: MemberKey) -> Option<&Question> {
        self.find(key).ok().map(|at| &self.0[at].1)
    }

    pub fn get_mut(&mut self, key: MemberKey) -> Option<&mut Question> {
        self.find(key).ok().map(|at| &mut self.0[at].1)
    }

    /// Inserts a request in order; most requests are inserted at the end and removed from the front.
    pub fn insert(&mut self, key: MemberKey, question: Question) {
        let (Ok(at) | Err(at)) = self.find(key);
        self.0.insert(at, (key, question));
    }

    pub fn remove(&mut self, key: MemberKey) -> Option<Question> {
        let at = self.find(key).ok()?;
        self.0.remove(at).map(|(_, question)| question)
    }
}
