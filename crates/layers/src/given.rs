//! What every obligation is built from.

use crate::actions::atomic::Atomics;
use crate::civl::Civl;
use crate::cooperation::recursion::Shrinking;
use crate::cooperation::termination::Blocking;
use crate::linear::{Availability, Permissions};

/// The program, what is known of it by its text, and its actions.
pub struct Given<'a> {
    pub civl: &'a Civl<'a>,
    pub permissions: &'a Permissions,
    pub availability: &'a Availability,
    pub atomics: &'a Atomics<'a>,
    /// The assumptions that must not block.
    pub blocking: &'a [Blocking],
    /// The sets that lose a member with each call of a procedure by itself.
    pub shrinking: &'a [Shrinking],
}
