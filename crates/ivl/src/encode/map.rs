//! Maps as arrays: a map of several indices is an array of arrays.

use super::{Encoder, Gap};
use crate::typed::Expr;
use smt::TermId;

impl Encoder<'_> {
    pub(super) fn select(&mut self, map: &Expr, indices: &[Expr]) -> Result<TermId, Gap> {
        let map = self.expr(map)?;
        let indices = self.exprs(indices)?;
        Ok(indices.iter().fold(map, |map, index| self.terms.app("select", &[map, *index])))
    }

    pub(super) fn store(&mut self, map: &Expr, indices: &[Expr], value: &Expr) -> Result<TermId, Gap> {
        let map = self.expr(map)?;
        let indices = self.exprs(indices)?;
        let value = self.expr(value)?;
        Ok(self.stored(map, &indices, value))
    }

    /// m[i, j := v] is (store m i (store (select m i) j v)).
    fn stored(&mut self, map: TermId, indices: &[TermId], value: TermId) -> TermId {
        let Some((first, rest)) = indices.split_first() else { return value };
        let inner = match rest.is_empty() {
            true => value,
            false => {
                let row = self.terms.app("select", &[map, *first]);
                self.stored(row, rest, value)
            }
        };
        self.terms.app("store", &[map, *first, inner])
    }
}
