//! When a check has to end: the one place where the searches of this engine ask for the time.
//!
//! Every search that may take long asks once for each thing that it expands: a view, a pair of views, a path, a choice of
//! points. A search that is cut short knows less than there is, so what it found is not used: the check ends as
//! [`TimeUp`](crate::fixed_point::End::TimeUp), and nothing is proved.

use std::fmt;
use std::sync::Arc;

/// Whether the time for a check is over, as whoever asked for it says. Without such a word it never is.
#[derive(Clone, Default)]
pub struct Limit(Option<Arc<dyn Fn() -> bool + Send + Sync>>);

impl Limit {
    pub fn new(is_over: impl Fn() -> bool + Send + Sync + 'static) -> Limit {
        Limit(Some(Arc::new(is_over)))
    }

    pub fn is_over(&self) -> bool {
        self.0.as_ref().is_some_and(|is_over| is_over())
    }
}

impl fmt::Debug for Limit {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(if self.0.is_some() { "Limit(some)" } else { "Limit(none)" })
    }
}
