//! A violation of the interface that may happen, on a way that is yet to be shown possible.

use crate::interface::terms::term::TermId;
use crate::interface::walk::trace::Trace;
use concurrent::object::MethodId;
use source::{Code, Span};

#[derive(Clone, Debug)]
pub struct Candidate {
    pub code: &'static Code,
    /// Where the blame lies.
    pub span: Span,
    pub message: String,
    /// Further places, with a word each.
    pub labels: Vec<(Span, String)>,
    pub help: Option<&'static str>,
    pub method: MethodId,
    /// What holds on the way, as far as it was not forgotten where ways meet.
    pub facts: Vec<TermId>,
    pub trace: Trace,
    /// Whether counts were not exact on the way.
    pub is_deep: bool,
    /// Whether it is about how often which lock is held, and nothing else.
    pub is_about_counts: bool,
}
