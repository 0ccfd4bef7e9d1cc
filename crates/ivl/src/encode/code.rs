//! Code expressions.

use super::{Encoder, Gap};
use crate::typed::CodeExpr;
use smt::TermId;
use source::Span;

/// `|{ … }|` as a term.
pub fn encode(_encoder: &mut Encoder, _code: &CodeExpr, span: Span) -> Result<TermId, Gap> {
    Err(Gap::new("code expressions", span))
}
