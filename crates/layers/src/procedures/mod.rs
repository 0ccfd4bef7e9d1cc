//! Yield procedures at a layer, as plain procedures.
//!
//! At layer n a yield procedure P (of layer n or above) is a sequential procedure in which other threads run at the
//! yields. With g the globals, `old_g` and `held` their values and the thread's permissions at the last yield:
//!
//! ```text
//! entry                 assume invariants required at n; havoc g; assume permissions are disjoint;
//!                       assume requires and invariants required at n, for the arguments of the call
//! call Q(), Q below n   the action that Q refines runs: its gate, then its code
//! call Q | R | Inv      check what they require at n; **fragment end**; havoc g, results;
//!  (Q, R at or above n) assume what they ensure at n; assume permissions are disjoint; **fragment start**
//! async call Q()        check what Q requires at n
//! assert {:layer n}     check
//! return                **fragment end**; check ensures and invariants ensured at n
//! fragment start        old_g := g; held := permissions held here
//! ```
//!
//! What is checked at a fragment end depends on what the copy of P is for: that the fragment keeps every yield invariant
//! of other threads ([`noninterference`]), or that it refines ([`refinement`]). In the copy for refinement, all that is
//! checked by the other copy is believed; the gates of actions are checked there.
//!
//! A mover procedure at its own layer has no yields: it is a plain procedure with a contract, called as such.

mod body;
mod call;
mod contract;
mod fragment;
mod loops;
mod lowering;
pub mod noninterference;
mod refinement;
mod yielding;

use crate::given::Given;
use contract::mover_contracts;
use ivl::build::Build;
use lowering::Lowering;
use source::Diagnostic;

/// What the copy of a procedure is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Assertions, contracts and yield invariants hold.
    Invariants,
    /// The procedure refines its action.
    Refinement,
}

/// Adds the copies of all yield procedures; reports what cannot be stated.
pub fn yield_procedures(given: &Given, build: &mut Build) -> Vec<Diagnostic> {
    let contracts = mover_contracts(given, build);
    let mut errors = Vec::new();
    for procedure in given.civl.yield_procedures() {
        let Some(body) = &procedure.body else { continue };
        for layer in given.civl.invariant_layers.range(..=procedure.layer) {
            Lowering::new(given, &contracts, build, procedure, body, *layer, Purpose::Invariants, &mut errors)
                .procedure();
        }
        if procedure.mover.is_none() {
            let layer = procedure.layer;
            Lowering::new(given, &contracts, build, procedure, body, layer, Purpose::Refinement, &mut errors)
                .procedure();
        }
    }
    errors
}
