//! Results of library methods that arithmetic tells.
//!
//! ```text
//! least(a, b)        a, with a ≤ b;  or b, with b < a
//! greatest(a, b)     b, with a ≤ b;  or a, with b < a
//! compare(a, b)      compare(a, b) of numbers; of objects, compare(rank a, rank b) in the order of their class
//! unbox(a)           rank a
//! identity hash(a)   a number of a, that others may have
//! ```

use crate::interface::terms::term::{Ranking, Term, TermId};
use crate::interface::walk::analysis::Walk;
use crate::interface::walk::state::State;
use concurrent::object::library::{Arithmetic, LibraryMethod};
use concurrent::object::{BinaryOp, Body, Call, Expr, MethodId};

impl Walk<'_, '_> {
    /// The states after a call, and its result in each. None if nothing is known of it.
    pub fn computed(&mut self, state: &State, call: &Call, method: MethodId) -> Option<Vec<(State, TermId)>> {
        let method = self.engine.program.method(method);
        let values: Vec<&Expr> = call.receiver.iter().chain(&call.args).collect();
        let is_unboxed = matches!(method.body, Body::Library(LibraryMethod::Unbox));
        let is_number = method.result.as_ref().is_some_and(|result| result.integer().is_some());
        match (method.arithmetic, &values[..]) {
            (Some(kind @ (Arithmetic::Least | Arithmetic::Greatest)), [left, right]) => {
                let (left, right) = (self.eval(state, left)?, self.eval(state, right)?);
                let (smaller, larger) = match kind {
                    Arithmetic::Least => (left, right),
                    _ => (right, left),
                };
                let mut outcomes = Vec::new();
                for (op, a, b, value) in
                    [(BinaryOp::LessEqual, left, right, smaller), (BinaryOp::Less, right, left, larger)]
                {
                    let mut state = state.clone();
                    let condition = self.engine.terms.binary(op, a, b);
                    if state.assume(&mut self.engine.terms, condition) {
                        outcomes.push((state, value));
                    }
                }
                Some(outcomes)
            }
            (Some(Arithmetic::Compare), [left, right]) => {
                let (left, right) = (self.rank(state, left)?, self.rank(state, right)?);
                let value = self.engine.terms.intern(Term::Compare(left, right));
                Some(vec![(state.clone(), value)])
            }
            (Some(Arithmetic::IdentityHash), [object]) => {
                let object = self.eval(state, object)?;
                let value = self.engine.terms.intern(Term::Rank(Ranking::Identity, object));
                Some(vec![(state.clone(), value)])
            }
            (None, [object]) if is_unboxed && is_number => {
                let value = self.rank(state, object)?;
                Some(vec![(state.clone(), value)])
            }
            (_, _) => None,
        }
    }

    /// A value as a number that is compared.
    fn rank(&mut self, state: &State, value: &Expr) -> Option<TermId> {
        let is_number = value.ty.integer().is_some();
        let value = self.eval(state, value)?;
        Some(if is_number { value } else { self.engine.terms.intern(Term::Rank(Ranking::Natural, value)) })
    }
}
