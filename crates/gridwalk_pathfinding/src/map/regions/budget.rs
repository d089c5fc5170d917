//! How much work an edit may take.

/// Cells that may still be looked at. `None` where one would be too many: then the labels are worth nothing.
pub(in crate::map) struct Budget(pub usize);

impl Budget {
    #[inline]
    pub(super) fn spend(&mut self, cells: usize) -> Option<()> {
        self.0 = self.0.checked_sub(cells)?;
        Some(())
    }
}
