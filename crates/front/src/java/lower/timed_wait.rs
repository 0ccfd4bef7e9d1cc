//! `TimeUnit.timedWait`, which waits for its argument.

use super::{Lowerer, Value};
use crate::java::ast::Primitive;
use crate::java::types::Ty;
use crate::java::world::Lowered;
use concurrent::object::{BinaryOp, Constant, Type};
use source::Span;

impl Lowerer<'_, '_> {
    /// `unit.timedWait(object, time)`, times being all alike:
    ///
    /// ```text
    /// if (0 < time) object.wait(time)
    /// ```
    pub(super) fn timed_wait(&mut self, args: Vec<concurrent::object::Expr>, span: Span) -> Lowered<Value> {
        let long = Ty::Primitive(Primitive::Long);
        let candidates = self.world.methods_named(&self.world.object(), "wait");
        let wait = candidates.iter().find(|candidate| candidate.params == [long.clone()]);
        let (Some(wait), Ok([object, time])) = (wait, <[_; 2]>::try_from(args)) else {
            return self.unknown_type(span);
        };
        let (method, result) = (wait.method, wait.result.clone());
        let (waits, after) = (self.node(span), self.node(span));
        let zero = self.constant(Constant::Int(0), long).expr;
        self.split(super::loops::binary(BinaryOp::Less, zero, time.clone(), Type::Boolean), waits, after, span);
        self.at = waits;
        self.check_not_null(&object, span);
        let value = self.emit_call(self.kind_of(method), method, Some(object), vec![time], result, span)?;
        self.goto(after, span);
        self.at = after;
        Ok(value)
    }
}
