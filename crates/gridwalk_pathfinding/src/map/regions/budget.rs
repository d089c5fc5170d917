//! The budget of the work of an edit.

/// Number of cells that may still be visited. Without enough of them, the labels become invalid.
pub(in crate::map) struct Budget(pub usize);

impl Budget {
    #[inline]
    pub(super) fn spend(&mut self, cells: usize) -> Option<()> {
        self.0 = self.0.checked_sub(cells)?;
        Some(())
    }
}
