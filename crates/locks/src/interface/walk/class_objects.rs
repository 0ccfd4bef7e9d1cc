//! `getClass()`: the class of an object as a lock.
//!
//! It is that of the text only if no class below may be meant: objects of two classes have two of these locks.

use crate::interface::terms::term::{Term, TermId};
use crate::interface::walk::analysis::Walk;
use concurrent::object::{Call, ClassId, Type, Visibility};

impl Walk<'_, '_> {
    /// The class of the receiver, if all objects that it may be are of one.
    pub fn class_object(&mut self, call: &Call, receiver: Option<TermId>) -> Option<TermId> {
        let exact = receiver.and_then(|receiver| self.exact_class(receiver));
        let class = exact.or_else(|| self.only_class(&call.receiver.as_ref()?.ty))?;
        Some(self.engine.terms.intern(Term::ClassLiteral(Type::Class(class))))
    }

    /// The class of the type, if there is none below it: none that is given, nor one outside of the program.
    fn only_class(&self, ty: &Type) -> Option<ClassId> {
        let Type::Class(class) = ty else { return None };
        let program = self.engine.program;
        let declared = program.class(*class);
        let is_closed = declared.is_final || declared.visibility != Visibility::Public;
        let is_below = |other: ClassId| other != *class && program.is_subclass(other, *class);
        let is_only = declared.is_from_source() && is_closed && !program.class_ids().any(is_below);
        is_only.then_some(*class)
    }
}
