//! What an assignment does with permissions.
//!
//! `x := y` moves the permissions of `y` to `x`; `x := C(y, z)` packs those of `y` and `z`; any other value is a copy
//! without permissions. An assignment to a part of `x` moves into that part, and leaves the rest of `x` as it is.

use super::paths::{Path, Step};
use super::permissions::data;
use super::scope::{Scope, variable_of};
use ivl::typed::{Expr, ExprKind, Var};

/// What becomes of the permissions of an assignment's target.
pub enum Move {
    /// They stay: what is assigned is an ordinary part of it.
    Keep,
    /// The target has those of the sources; and, if only a part of it is assigned, those it had in its other parts.
    Fill { sources: Vec<Var>, is_part: bool },
    /// The sources lose theirs to a place that cannot hold them; the target keeps what it has.
    Drop { sources: Vec<Var> },
    /// It has none: the value may be anything.
    Lose,
}

impl Move {
    pub fn sources(&self) -> &[Var] {
        match self {
            Move::Fill { sources, .. } | Move::Drop { sources } => sources,
            Move::Keep | Move::Lose => &[],
        }
    }
}

impl Scope<'_> {
    pub fn assignment(&self, target: Var, value: &Expr) -> Move {
        let (path, value) = Path::of_assignment(target, value);
        if !path.steps.iter().all(|step| self.keeps_others(step)) {
            return Move::Lose;
        }
        if !self.is_linear(value.ty()) {
            return Move::Keep;
        }
        let Some(sources) = self.sources(&value) else { return Move::Lose };
        let is_into_map = path.steps.iter().any(|step| matches!(step, Step::Index { .. }));
        match is_into_map || !self.can_hold(target) {
            true => Move::Drop { sources },
            false => Move::Fill { sources, is_part: !path.steps.is_empty() },
        }
    }

    /// Whether an assignment along the step leaves the other parts alone. An update of a field that the value's
    /// constructor lacks gives a value with another constructor and unknown fields; and the inside of a `One` or a `Map`
    /// is no part.
    fn keeps_others(&self, step: &Step) -> bool {
        let Step::Field { record, field } = step else { return true };
        let Some(id) = data(record.ty()) else { return false };
        let datatype = &self.civl.program.datatypes[id.index()];
        let is_in_all = datatype.fields[field.index()].places.len() == datatype.constructors.len();
        is_in_all && !self.is_inside(step)
    }

    /// Whether the step goes into a `One` or a `Map`.
    pub fn is_inside(&self, step: &Step) -> bool {
        let Step::Field { record, .. } = step else { return false };
        self.permissions.is_one(record.ty()) || self.permissions.map(record.ty()).is_some()
    }

    /// The variables whose permissions a value of a linear type carries; `None` if it carries none.
    fn sources(&self, value: &Expr) -> Option<Vec<Var>> {
        if let Some(var) = variable_of(value) {
            return Some(vec![var]);
        }
        self.packed(value)?.into_iter().map(variable_of).collect()
    }

    /// The arguments at linear fields, if the value is a constructor applied to them. `One` and `Map` are not packed:
    /// that would make permissions.
    pub fn packed<'e>(&self, value: &'e Expr) -> Option<Vec<&'e Expr>> {
        let ExprKind::Construct { constructor: _, args } = value.kind() else { return None };
        let ty = value.ty();
        let is_library = self.permissions.is_one(ty) || self.permissions.map(ty).is_some();
        (!is_library).then(|| args.iter().filter(|arg| self.is_linear(arg.ty())).collect())
    }
}
