//! Locks of pthread and of `threads.h`: they are taken, tried, released, initialised.

use super::body::{Body, Operand};
use super::builtins::{Arity, Builtin};
use super::condition::{is_zero, negated};
use super::place::{Lvalue, Root};
use crate::c::ast::{Expr, ExprKind};
use crate::c::codes::UNSUPPORTED;
use crate::c::types::{CType, INT};
use concurrent::program::{CmdKind, ExprKind as Kind, NodeId, Type};
use source::Span;

impl Body<'_, '_> {
    /// A lock is a variable that holds who has it. Locking waits until nobody has; unlocking must be done by the holder.
    pub fn lock(
        &mut self,
        builtin: Builtin,
        args: &[Expr],
        into: Option<&Lvalue>,
        span: Span,
    ) -> Option<Option<Operand>> {
        let arg = &args[0];
        self.check_kind(&args[1..])?;
        let mut place = self.pointee(arg)?;
        place.span = span;
        if place.ty != CType::Lock {
            return self.fail(&UNSUPPORTED, arg.span, "a lock is expected here");
        }
        if builtin == Builtin::LockInit && !self.is_init && matches!(place.root, Root::Global(_)) {
            return self.unsupported(span, "initialising a lock that other threads may be using");
        }
        let term = |kind| Operand::scalar(kind, CType::Lock, Type::Thread, span);
        let (nobody, this) = (term(Kind::NoThread), term(Kind::ThisThread));
        let holder = self.read(&place);
        let is_free = self.all_equal(&holder, &nobody, span)?;
        match builtin {
            Builtin::LockInit => self.assign_step(&place, nobody, Vec::new())?,
            Builtin::Lock => self.assign_step(&place, this, vec![CmdKind::Assume(is_free)])?,
            Builtin::Unlock => {
                let is_mine = self.all_equal(&holder, &this, span)?;
                self.assign_step(&place, nobody, vec![CmdKind::Assert(is_mine)])?;
            }
            _ => {
                let target = self.variable_for(&INT, into, span)?;
                let (taken, busy, end) = (self.node(span), self.node(span), self.node(span));
                self.try_lock(std::slice::from_ref(arg), taken, busy, span)?;
                for (node, value) in [(taken, 0), (busy, 16)] {
                    self.at = node;
                    self.assign_step(&target, Operand::int(value, 32, true, span), Vec::new())?;
                    self.go(end, span);
                }
                return Some(Some(self.read(&target)));
            }
        }
        Some(None)
    }

    /// Control goes to the first node if the lock is free, and is taken; else to the second.
    pub fn try_lock(&mut self, args: &[Expr], taken: NodeId, busy: NodeId, span: Span) -> Option<()> {
        self.check_args(args, Arity { values: 1, orders: 0 }, span)?;
        let mut place = self.pointee(&args[0])?;
        place.span = span;
        if place.ty != CType::Lock {
            return self.fail(&UNSUPPORTED, args[0].span, "a lock is expected here");
        }
        let term = |kind| Operand::scalar(kind, CType::Lock, Type::Thread, span);
        let holder = self.read(&place);
        let is_free = self.all_equal(&holder, &term(Kind::NoThread), span)?;
        let mut success = vec![CmdKind::Assume(is_free.clone())];
        success.extend(self.assignments(&place, term(Kind::ThisThread))?);
        self.edge(self.at, taken, success, span);
        self.edge(self.at, busy, vec![CmdKind::Assume(negated(is_free))], span);
        Some(())
    }

    /// A lock has no attributes, or only whether other processes see it: one of another kind may be taken twice.
    fn check_kind(&mut self, attributes: &[Expr]) -> Option<()> {
        const PLAIN: [&str; 3] = ["mtx_plain", "PTHREAD_PROCESS_PRIVATE", "PTHREAD_PROCESS_SHARED"];
        for attribute in attributes {
            let is_plain = match &attribute.kind {
                ExprKind::Name(kind) => {
                    PLAIN.contains(&&**kind)
                        && self.constant(kind).is_none()
                        && self.binding(kind, attribute.span).is_none()
                }
                _ => is_zero(attribute),
            };
            if !is_plain {
                return self.unsupported(attribute.span, "a lock of this kind");
            }
        }
        Some(())
    }
}
