//! Public methods that take locks for their callers.
//!
//! ```text
//! every way that returns leaves the same held, or nothing where the answer is false, null or zero
//! every way that throws leaves nothing held
//! ```
//!
//! A caller of such a method knows what it holds afterwards, and has to release it. Of a method that anybody may call,
//! and that keeps a lock only on some of its ways, no caller knows: it is judged by itself, however the callers use it
//! that are seen.

use crate::interface::terms::term::{Term, TermId, Terms};
use crate::interface::walk::context::{Context, Exit, ExitKind, Summary};
use crate::interface::walk::engine::Engine;
use crate::interface::walk::held::{Count, Lock, Nameless};
use concurrent::object::{BinaryOp, UnaryOp, Visibility};

pub fn is_helper(engine: &Engine, situation: &Context, summary: &Summary) -> bool {
    if engine.program.method(situation.method).visibility != Visibility::Public {
        return true;
    }
    let before: Vec<(&Lock, Count)> = situation.held.iter().map(|(lock, count, _)| (lock, *count)).collect();
    let is_as_before = |exit: &Exit| left_held(exit) == (before.clone(), &[][..]);
    let is_return = |exit: &&Exit| exit.kind == ExitKind::Returns;
    let (returns, throws): (Vec<&Exit>, Vec<&Exit>) = summary.exits.iter().partition(is_return);
    let (refusals, done): (Vec<&Exit>, Vec<&Exit>) =
        returns.into_iter().partition(|exit| is_refusal(&engine.terms, exit) && is_as_before(exit));
    let is_uniform = done.iter().all(|exit| left_held(exit) == left_held(done[0]));
    // Who is refused is told by the answer.
    let is_told = refusals.is_empty() || !done.iter().any(|exit| is_refusal(&engine.terms, exit));
    is_uniform && is_told && throws.iter().all(|exit| is_as_before(exit))
}

fn left_held(exit: &Exit) -> (Vec<(&Lock, Count)>, &[Nameless]) {
    (exit.held.iter().map(|held| (&held.lock, held.count)).collect(), &exit.nameless)
}

/// Whether the answer is known to be `false`, `null` or zero.
fn is_refusal(terms: &Terms, exit: &Exit) -> bool {
    let is_nothing = |id: TermId| matches!(terms.get(id), Term::Bool(false) | Term::Null | Term::Int(0));
    let says_nothing = |result: TermId, fact: &TermId| match *terms.get(*fact) {
        Term::Unary(UnaryOp::Not, no) => no == result,
        Term::Binary(BinaryOp::Equal, left, right) => {
            left == result && is_nothing(right) || right == result && is_nothing(left)
        }
        _ => false,
    };
    exit.result.is_some_and(|result| is_nothing(result) || exit.facts.iter().any(|fact| says_nothing(result, fact)))
}
