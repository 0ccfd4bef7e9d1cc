//! Reads and writes of fields: whether the declarations allow them, and what is known of what was read.

use crate::assumptions::Reason;
use crate::codes;
use crate::others::clauses::{Rule, RuleKind};
use crate::steps::method::Body;
use concurrent::object::{self, FieldId, LocalId as JavaLocal, Type};
use ivl::build::{and, any, bool_lit, eq, not, or, select, store};
use ivl::typed::{Expr, GlobalId, Var};
use source::{Code, Diagnostic, Span};

impl Body<'_, '_> {
    /// What is known of a value that was read from an object, from a static field, or came from elsewhere.
    pub fn known(&mut self, target: JavaLocal, ty: &Type, from: Option<Expr>, span: Span) {
        let value = self.local(target);
        let typed = self.heap.typed(&value, ty);
        self.sketch.assume(Reason::Typed, typed);
        if ty.is_reference() {
            let null = eq(value.clone(), self.heap.null(span));
            let published = select(self.heap.now(self.heap.published), value.clone());
            let own = match from {
                Some(object) => and(self.is_mine(&object), self.is_mine(&value)),
                None => bool_lit(false, span),
            };
            self.sketch.assume(Reason::Reachable, any([null, published, own], span));
        }
    }

    /// What is known of the result of a library method, which may be one of its arguments.
    pub fn known_result(&mut self, target: JavaLocal, ty: &Type, span: Span) {
        let value = self.local(target);
        let typed = self.heap.typed(&value, ty);
        self.sketch.assume(Reason::Typed, typed);
        if ty.is_reference() {
            let null = eq(value.clone(), self.heap.null(span));
            let published = select(self.heap.now(self.heap.published), value.clone());
            self.sketch.assume(Reason::Reachable, any([null, published, self.is_mine(&value)], span));
        }
    }

    pub fn read_field(&mut self, target: JavaLocal, object: Option<&object::Expr>, field: FieldId, span: Span) {
        let java = self.heap.java;
        let object = object.map(|object| self.value(object, span));
        let clauses = self.clauses.clone();
        for rule in clauses.rules.iter().filter(|rule| rule.field == field) {
            let (code, message) = match rule.kind {
                RuleKind::GuardedBy => (&codes::GUARD, crate::text::place::unguarded(java, rule, "read")),
                RuleKind::ReadableIf => (&codes::READ, crate::text::place::not_allowed(java, rule, "read")),
                RuleKind::UnwritableByEnvIf | RuleKind::WritableIf => continue,
            };
            if object.is_none() && self.initialises(java.field(field).class) {
                continue;
            }
            let allowed = self.allowed(rule, object.clone(), true);
            self.keeps(rule, code, message, span, allowed);
        }
        let global = self.heap.now(self.heap.field(field));
        let read = match &object {
            Some(object) => select(global, object.clone()),
            None => global,
        };
        self.set(target, read, span);
        let ty = java.field(field).ty.clone();
        self.known(target, &ty, object.clone(), span);
        // Of fields of objects it is known already, from their shape.
        if object.is_none() && self.heap.facts(field).is_never_null && !self.initialises(java.field(field).class) {
            let value = self.local(target);
            let length = crate::others::shape::length(self.heap, field, &value);
            let some = not(eq(value, self.heap.null(span)));
            self.sketch.assume(Reason::Origin, some);
            length.into_iter().for_each(|length| self.sketch.assume(Reason::Origin, length));
        }
    }

    /// An access is as the declaration says. One that is tried is told by its own place.
    fn keeps(&mut self, rule: &Rule, code: &'static Code, message: String, span: Span, allowed: Expr) {
        match self.candidates.contains_key(&rule.span) {
            true => self.sketch.claim(code.name, Diagnostic::error(code, rule.span, message), allowed),
            false => self.sketch.prove(code.name, crate::text::place::of_rule(code, message, rule, span), allowed),
        }
    }

    pub fn allowed(&mut self, rule: &Rule, object: Option<Expr>, to_read: bool) -> Expr {
        let (state, tid) = (self.now(), self.tid.clone());
        let now = |global: GlobalId| state[global.index()].clone();
        let private = object.as_ref().map_or(bool_lit(false, rule.span), |object| self.is_mine(object));
        let has = match rule.kind {
            RuleKind::UnwritableByEnvIf => rule.no_other(self.heap, object, &tid, &now),
            RuleKind::GuardedBy if to_read => rule.holds_to_read(self.heap, object, &tid, &now),
            RuleKind::WritableIf | RuleKind::ReadableIf | RuleKind::GuardedBy => {
                rule.holds(self.heap, object, &tid, &now)
            }
        };
        any([private, has], rule.span)
    }

    pub fn write_field(&mut self, object: Option<&object::Expr>, field: FieldId, value: &object::Expr, span: Span) {
        let java = self.heap.java;
        let is_reference = value.ty.is_reference();
        let object = object.map(|object| self.value(object, span));
        let value = self.value(value, span);
        let global = self.heap.field(field);
        let map = self.heap.now(global);
        let was = match &object {
            Some(object) => select(map.clone(), object.clone()),
            None => map.clone(),
        };
        let is_initialiser = object.is_none() && self.initialises(java.field(field).class);
        let clauses = self.clauses.clone();
        for rule in clauses.rules.iter().filter(|rule| rule.field == field && !is_initialiser) {
            let (code, message) = match rule.kind {
                RuleKind::GuardedBy => (&codes::GUARD, crate::text::place::unguarded(java, rule, "written")),
                RuleKind::WritableIf | RuleKind::UnwritableByEnvIf => {
                    (&codes::WRITE, crate::text::place::not_allowed(java, rule, "written"))
                }
                RuleKind::ReadableIf => continue,
            };
            let allowed = self.allowed(rule, object.clone(), false);
            let allowed = match rule.kind {
                RuleKind::UnwritableByEnvIf => or(allowed, eq(was.clone(), value.clone())),
                RuleKind::WritableIf | RuleKind::ReadableIf | RuleKind::GuardedBy => allowed,
            };
            self.keeps(rule, code, message, span, allowed);
        }
        if java.field(field).is_final
            && let Some(object) = &object
        {
            let message = format!(
                "the final field `{}` is written when other threads may already reach the object",
                java.field(field).name
            );
            let failure = Diagnostic::error(&codes::WRITE, span, message)
                .label(java.field(field).span, "declared here")
                .help("let `this` escape only after the constructor is through");
            let private = self.is_mine(object);
            self.sketch.prove(codes::WRITE.name, failure, private);
        }
        let written = match &object {
            Some(object) => store(map, object.clone(), value.clone()),
            None => value.clone(),
        };
        let before = self.before_write(global, span);
        self.sketch.assign(Var::Global(global), written, span);
        if let (Some(before), Some(object)) = (before, &object) {
            self.other_objects_kept(global, before, object);
        }
        if let Some(object) = &object
            && crate::others::shape::is_made_for(self.heap, field)
        {
            let made_for = crate::others::shape::made_for(self.heap, field, object, &value);
            self.sketch.assume(Reason::Origin, made_for);
        }
        if is_reference {
            self.stored(object, value, span);
        }
    }
}
