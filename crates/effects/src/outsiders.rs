//! What a proof does not cover: code that may change the structure and is none of its operations.
//!
//! ```text
//! each thread only calls operations       and       nothing else changes shared memory
//! ```
//!
//! is what "for any number of threads and calls" means. The second half is known to the front end
//! ([`Outsider`](concurrent::program::Outsider)); where it does not hold, nothing is proved.

use crate::codes;
use concurrent::program::{Access, Outsider, Program};
use source::Diagnostic;

/// Says what else may change the structure, if there is anything.
pub fn refuse(program: &Program) -> Result<(), Vec<Diagnostic>> {
    match program.outsiders.is_empty() {
        true => Ok(()),
        false => Err(program.outsiders.iter().map(refusal).collect()),
    }
}

fn refusal(outsider: &Outsider) -> Diagnostic {
    let Outsider { name, span, access } = outsider;
    let refused = |message: String| Diagnostic::error(&codes::UNSUPPORTED, *span, message);
    let changes = |what: &str| {
        refused(format!("`{name}` {what}, other files can call it, and it is not an operation of the specification"))
            .help("if only operations call it, declare it `static`; else move it out of what is checked")
    };
    match access {
        Access::Exposed => {
            refused(format!("other files can change `{name}`, so that a proof for this file would not hold"))
                .help("declare it `static`")
        }
        Access::Writes(at) => changes("changes the structure").label(*at, "the change"),
        Access::Frees(at) => {
            changes("frees a cell that may be one of the structure").label(*at, "the cell is freed here")
        }
        Access::Unlocks(at) => changes("releases a lock that it may not hold").label(*at, "the lock is released here"),
        Access::HandsOut => changes("gives a pointer to a cell to its caller"),
        Access::Unclear { span: at, reason } => {
            changes("uses the structure in a way that is not modelled").label(*at, reason.clone())
        }
    }
}
