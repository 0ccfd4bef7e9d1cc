//! Expressions: their values, and the steps that come before.
//!
//! A value may hold one access to shared memory that is not a step yet; what combines values stores the first one
//! before the second is computed, if the second has accesses or effects too.

use super::Constant;
use super::body::{Binding, Body, Operand};
use super::order::{pointer_of, with_pointer};
use super::place::{Lvalue, Root};
use crate::c::ast::{BinarySign, Expr, ExprKind, Initialiser, Item, SizeOf};
use crate::c::codes::{RESOLVE, TYPE, UNSUPPORTED};
use crate::c::types::CType;
use crate::c::walk;
use concurrent::program::{ExprKind as Kind, Type};
use source::Span;

impl Body<'_, '_> {
    pub fn value(&mut self, expr: &Expr) -> Option<Operand> {
        self.value_for(expr, None)
    }

    /// The value. Where a variable is needed on the way to it, the given local one may be used: it is about to be assigned.
    pub fn value_for(&mut self, expr: &Expr, into: Option<&Lvalue>) -> Option<Operand> {
        let mut value = self.value_of_kind(expr, into)?;
        value.span = expr.span;
        Some(value)
    }

    fn value_of_kind(&mut self, expr: &Expr, into: Option<&Lvalue>) -> Option<Operand> {
        let span = expr.span;
        if !matches!(expr.kind, ExprKind::Name(_) | ExprKind::AddressOf(_))
            && let Some(truth) = self.truth_of_address(expr)
        {
            return Some(Operand::bool(truth, span));
        }
        match &expr.kind {
            ExprKind::Name(name) => match self.binding(name, span) {
                Some(Binding::Value(value)) => Some(value),
                Some(Binding::Place(_)) => self.read_place(expr),
                Some(Binding::Pointer(_)) => self.unsupported(span, "storing a pointer to a variable"),
                Some(Binding::Broken) => None,
                None => self.named_constant(expr, name),
            },
            ExprKind::Member { base, member, is_arrow } => {
                if !is_arrow && !is_place(base) {
                    return self.member_of_value(base, member, span);
                }
                self.read_place(expr)
            }
            ExprKind::Deref(_) => self.read_place(expr),
            ExprKind::Int { value, bits, is_signed } => Some(Operand::int(*value, *bits, *is_signed, span)),
            ExprKind::Bool(value) => Some(Operand::bool(*value, span)),
            ExprKind::Null => Some(Operand::null(span)),
            ExprKind::Not(_) | ExprKind::And(..) | ExprKind::Or(..) => self.logical(expr, into),
            ExprKind::Unary { op, arg } => {
                let arg = self.value(arg)?;
                self.unary(*op, arg, span)
            }
            ExprKind::Binary { op, left, right } => {
                let (left, right) = self.both(left, right)?;
                self.binary(*op, left, right, span)
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                self.conditional(condition, then, otherwise, into, span)
            }
            ExprKind::Assign { op, target, value } => self.assign(*op, target, value),
            ExprKind::Count { up, is_prefix, target } => self.count(*up, *is_prefix, target, span),
            ExprKind::Comma(first, second) => {
                self.effect(first)?;
                self.value_for(second, into)
            }
            ExprKind::Call { function, args } => self.call(function, args, into, span),
            ExprKind::AddressOf(_) => self.unsupported(span, "storing a pointer to a variable"),
            ExprKind::Cast { ty, arg } => {
                let to = self.cx.types.resolve(ty)?;
                let value = self.value_for(arg, into.filter(|into| into.ty == to))?;
                if to == CType::Opaque && value.literal() == Some(0) {
                    return Some(Operand::null(span));
                }
                self.convert(value, &to)
            }
            ExprKind::SizeOf(_) => self.unsupported(span, "a size, except in `malloc` and `calloc`,"),
            ExprKind::Compound { ty, items } => {
                let ty = self.cx.types.resolve(ty)?;
                self.listed(&ty, items, span)
            }
            ExprKind::Unsupported(what) => self.unsupported(span, what),
        }
    }

    fn read_place(&mut self, expr: &Expr) -> Option<Operand> {
        let place = self.place(expr)?;
        self.check_whole(&place)?;
        Some(self.read(&place))
    }

    fn named_constant(&mut self, expr: &Expr, name: &str) -> Option<Operand> {
        let span = expr.span;
        match self.constant(&name.into()) {
            Some(Constant::Value { value, ty: CType::Bool }) => Some(Operand::bool(value != 0, span)),
            Some(Constant::Value { value, ty: CType::Int { bits, is_signed } }) => {
                Some(Operand::int(value, bits, is_signed, span))
            }
            Some(Constant::Null) => Some(Operand::null(span)),
            Some(Constant::Value { .. } | Constant::Opaque) => {
                self.unsupported(span, "a macro or an enumerator that is no literal")
            }
            None => match name {
                "PTHREAD_MUTEX_INITIALIZER" => Some(Operand::scalar(Kind::NoThread, CType::Lock, Type::Thread, span)),
                "ATOMIC_FLAG_INIT" => Some(Operand::bool(false, span)),
                _ if self.cx.function(name).is_some() => self.unsupported(span, "a function pointer"),
                _ => self.cx.unknown_name(name, span),
            },
        }
    }

    /// A member of what is no variable, such as the result of a function.
    fn member_of_value(&mut self, base: &Expr, member: &str, span: Span) -> Option<Operand> {
        let base = self.value(base)?;
        let CType::Struct(at) = base.ty else {
            return self.fail(&TYPE, span, format!("there is no member `{member}`: this is no structure"));
        };
        if self.cx.types.is_broken(at) {
            return None;
        }
        let Some((ty, _, offset)) = self.cx.types.member(at, member) else {
            return self.fail(&RESOLVE, span, format!("there is no member `{member}`"));
        };
        let count = self.cx.types.scalars(&ty, span)?.len();
        let parts = base.parts.into_iter().skip(offset as usize).take(count).collect();
        Some(Operand { parts, ty, is_shared: base.is_shared, span })
    }

    /// The values of two operands.
    pub fn both(&mut self, left: &Expr, right: &Expr) -> Option<(Operand, Operand)> {
        if self.depends_on_order(&[left, right]) {
            let [left, right] = &self.in_any_order(&[left, right], left.span.to(right.span))?[..] else { return None };
            return Some((self.value(left)?, self.value(right)?));
        }
        let mut first = self.value(left)?;
        if walk::has_effects(right) && !first.is_constant() {
            first = self.store_in_temporary(first)?;
        }
        let second = self.value(right)?;
        Some((first, second))
    }

    /// Whether the expression may have accesses to shared memory or effects.
    pub fn touches(&mut self, expr: &Expr) -> bool {
        let mut names = Vec::new();
        let mut found = walk::has_effects(expr);
        walk::exprs(expr, &mut |one| match &one.kind {
            ExprKind::Name(name) => names.push((name, one.span)),
            ExprKind::Deref(_) | ExprKind::Member { is_arrow: true, .. } => found = true,
            _ => {}
        });
        found
            || names.into_iter().any(|(name, span)| match self.binding(name, span) {
                Some(Binding::Place(place) | Binding::Pointer(place)) => place.is_shared(),
                Some(Binding::Value(_) | Binding::Broken) | None => false,
            })
    }

    /// A structure by its members, in order or by name.
    pub fn listed(&mut self, ty: &CType, items: &[Item], span: Span) -> Option<Operand> {
        let CType::Struct(at) = ty else {
            let [Item { member: None, value: Initialiser::Value(value) }] = items else {
                return self.fail(&UNSUPPORTED, span, "a list of values is no number");
            };
            let value = self.value(value)?;
            return self.convert(value, ty);
        };
        let members = self.cx.types.members(*at)?;
        let mut values: Vec<&Expr> = Vec::new();
        items.iter().for_each(|item| item.value.exprs(&mut values));
        if self.depends_on_order(&values) {
            let what = "a list of values whose order of evaluation matters";
            return self.unsupported_with_help(span, what, "assign them to variables first");
        }
        let mut given: Vec<Option<Operand>> = members.iter().map(|_| None).collect();
        let mut next = 0;
        for item in items {
            if let Some(name) = &item.member {
                match members.iter().position(|(member, _)| member == name) {
                    Some(found) => next = found,
                    None => return self.fail(&UNSUPPORTED, span, format!("there is no member `{name}`")),
                }
            }
            let Some((_, ty)) = members.get(next) else {
                return self.fail(&UNSUPPORTED, span, "there are more values than members");
            };
            let mut value = self.initial(&item.value, ty)?;
            if value.is_shared && !self.is_alone() {
                value = self.store_in_temporary(value)?;
            }
            given[next] = Some(value);
            next += 1;
        }
        let mut parts = Vec::new();
        let mut is_shared = false;
        for ((_, ty), value) in members.iter().zip(given) {
            let value = match value {
                Some(value) => value,
                None => self.zero(ty, span)?,
            };
            is_shared |= value.is_shared;
            parts.extend(value.parts);
        }
        Some(Operand { parts, ty: ty.clone(), is_shared, span })
    }

    pub fn initial(&mut self, init: &Initialiser, ty: &CType) -> Option<Operand> {
        match init {
            Initialiser::List(items, span) => self.listed(ty, items, *span),
            Initialiser::Value(value) => {
                let value = self.value(value)?;
                self.convert(value, ty)
            }
        }
    }

    /// What C gives to variables without an initialiser at the level of the file.
    pub fn zero(&mut self, ty: &CType, span: Span) -> Option<Operand> {
        Some(match ty {
            CType::Bool => Operand::bool(false, span),
            CType::Lock => Operand::scalar(Kind::NoThread, CType::Lock, Type::Thread, span),
            CType::Struct(_) => return self.listed(ty, &[], span),
            CType::Int { .. } | CType::Version => {
                return self.convert(Operand::int(0, 32, true, span), ty);
            }
            CType::Pointer(_) | CType::Opaque | CType::Null => return self.convert(Operand::null(span), ty),
            CType::Void => return self.fail(&UNSUPPORTED, span, "a value is expected here"),
        })
    }

    /// Evaluates for its effects alone.
    pub fn effect(&mut self, expr: &Expr) -> Option<()> {
        match &expr.kind {
            ExprKind::Assign { op: None, target, value } => self.plain_assign(target, value),
            ExprKind::Assign { op: Some(op), target, value } => {
                let value = self.new_part(target, value)?;
                self.update(*op, target, value)
            }
            ExprKind::Count { up, target, .. } => {
                let sign = if *up { BinarySign::Add } else { BinarySign::Subtract };
                let one = Operand::int(1, 32, true, expr.span);
                self.update(sign, target, one)
            }
            ExprKind::Call { function, args } => self.call_for_effect(function, args, expr.span),
            ExprKind::Cast { arg, .. } => self.effect(arg),
            // `(void)unused;`
            ExprKind::Name(name) if self.binding(name, expr.span).is_some() => Some(()),
            ExprKind::Comma(first, second) => {
                self.effect(first)?;
                self.effect(second)
            }
            _ => {
                let value = self.value(expr)?;
                if value.is_shared {
                    self.store_in_temporary(value)?;
                }
                Some(())
            }
        }
    }

    /// An assignment as a value: what was assigned, even if others have changed the place since.
    fn assign(&mut self, op: Option<BinarySign>, target: &Expr, value: &Expr) -> Option<Operand> {
        if let Some(op) = op {
            let value = self.new_part(target, value)?;
            return self.updated(op, target, value);
        }
        if let Some((target, value)) = self.both_sides(target, value)? {
            return self.assign(None, &target, &value);
        }
        let place = self.place(target)?;
        self.note_store(&place);
        self.check_whole(&place)?;
        if !place.is_shared() {
            self.store(&place, value)?;
            return Some(self.read(&place));
        }
        let value = self.value(value)?;
        let mut value = self.convert(value, &place.ty)?;
        if !value.is_constant() {
            value = self.store_in_temporary(value)?;
        }
        self.assign_step(&place, value.clone(), Vec::new())?;
        Some(value)
    }

    /// Remembers a store to a global that the compiler may move.
    fn note_store(&mut self, place: &Lvalue) {
        if let (Root::Global(global), false, false) = (&place.root, place.is_atomic, self.is_alone()) {
            self.cx.stored.push((*global, place.span));
        }
    }

    /// The pointer of the target and the value, evaluated in any order if that matters.
    fn both_sides(&mut self, target: &Expr, value: &Expr) -> Option<Option<(Expr, Expr)>> {
        let Some(pointer) = pointer_of(target) else { return Some(None) };
        if !self.depends_on_order(&[pointer, value]) {
            return Some(None);
        }
        let mut sides = self.in_any_order(&[pointer, value], target.span.to(value.span))?.into_iter();
        let (Some(pointer), Some(value)) = (sides.next(), sides.next()) else { return None };
        Some(Some((with_pointer(target, pointer), value)))
    }

    fn plain_assign(&mut self, target: &Expr, value: &Expr) -> Option<()> {
        if let Some((target, value)) = self.both_sides(target, value)? {
            return self.plain_assign(&target, &value);
        }
        let place = self.place(target)?;
        self.note_store(&place);
        self.check_whole(&place)?;
        self.store(&place, value)
    }

    /// Evaluates the expression into the place.
    pub fn store(&mut self, place: &Lvalue, value: &Expr) -> Option<()> {
        let into = (!place.is_shared()).then_some(place);
        let value = self.value_for(value, into)?;
        let mut value = self.convert(value, &place.ty)?;
        if place.is_shared() && value.is_shared && !self.is_alone() {
            value = self.store_in_temporary(value)?;
        }
        self.assign_step(place, value, Vec::new())
    }

    /// The value in `target op= value`. It is evaluated first, and must not change what the target is or holds. Of a plain
    /// target that others access at the same time the order is the least trouble.
    fn new_part(&mut self, target: &Expr, value: &Expr) -> Option<Operand> {
        let has_pointer_rival = pointer_of(target).is_some_and(|pointer| self.depends_on_order(&[pointer, value]));
        if has_pointer_rival || walk::may_change(value) && self.depends_on_order(&[target, value]) {
            let what = "an assignment whose two sides may be evaluated in any order";
            return self.unsupported_with_help(value.span, what, "assign the value to a variable first");
        }
        self.value(value)
    }

    /// `target op= value`. On an `_Atomic` object it is one step, else a read and a write.
    fn update(&mut self, op: BinarySign, target: &Expr, value: Operand) -> Option<()> {
        let (place, new) = self.new_value(op, target, value)?;
        self.assign_step(&place, new, Vec::new())
    }

    /// The same as a value: what is new in the place, even if others have changed it since.
    fn updated(&mut self, op: BinarySign, target: &Expr, value: Operand) -> Option<Operand> {
        let (place, new) = self.new_value(op, target, value)?;
        if !place.is_shared() {
            self.assign_step(&place, new, Vec::new())?;
            return Some(self.read(&place));
        }
        let kept = self.temporary(&place.ty, target.span)?;
        let before = self.assignments(&kept, new)?;
        let new = self.read(&kept);
        self.assign_step(&place, new.clone(), before)?;
        Some(new)
    }

    /// The place, and what it holds after `target op= value`.
    fn new_value(&mut self, op: BinarySign, target: &Expr, mut value: Operand) -> Option<(Lvalue, Operand)> {
        if value.is_shared {
            value = self.store_in_temporary(value)?;
        }
        let place = self.place(target)?;
        self.note_store(&place);
        let mut old = self.read(&place);
        if place.is_shared() && !place.is_atomic && !self.is_alone() {
            old = self.store_in_temporary(old)?;
        }
        let new = self.binary(op, old, value, target.span)?;
        let new = self.convert(new, &place.ty)?;
        Some((place, new))
    }

    fn count(&mut self, up: bool, is_prefix: bool, target: &Expr, span: Span) -> Option<Operand> {
        let sign = if up { BinarySign::Add } else { BinarySign::Subtract };
        let one = Operand::int(1, 32, true, span);
        if is_prefix {
            return self.updated(sign, target, one);
        }
        let place = self.place(target)?;
        if place.is_shared() {
            return self.unsupported(span, "the old value of a counted variable that others may see");
        }
        let old = self.read(&place);
        let old = self.store_in_temporary(old)?;
        self.update(sign, target, one)?;
        Some(old)
    }

    /// The structure whose size is asked for.
    pub fn sized(&mut self, size: &SizeOf) -> Option<CType> {
        match size {
            SizeOf::Type(ty) => self.cx.types.resolve(ty),
            SizeOf::Value(value) => self.type_of(value),
        }
    }

    /// The type of an expression that is not evaluated.
    fn type_of(&mut self, expr: &Expr) -> Option<CType> {
        match &expr.kind {
            ExprKind::Name(name) => match self.binding(name, expr.span) {
                Some(Binding::Place(place)) => Some(place.ty),
                Some(Binding::Pointer(place)) => Some(CType::Pointer(Box::new(place.ty))),
                Some(Binding::Value(value)) => Some(value.ty),
                Some(Binding::Broken) => None,
                None if self.cx.types.is_type(name) => {
                    let kind = crate::c::ast::TypeKind::Named(name.to_string());
                    self.cx.types.resolve(&crate::c::ast::TypeName {
                        kind,
                        is_atomic: false,
                        is_const: false,
                        span: expr.span,
                    })
                }
                None => self.cx.unknown_name(name, expr.span),
            },
            ExprKind::Deref(pointer) => match self.type_of(pointer)? {
                CType::Pointer(to) => Some(*to),
                _ => self.fail(&UNSUPPORTED, expr.span, "a pointer is expected here"),
            },
            ExprKind::Member { base, member, is_arrow } => {
                let of = match (self.type_of(base)?, is_arrow) {
                    (CType::Pointer(to), true) => *to,
                    (of, _) => of,
                };
                let CType::Struct(at) = of else {
                    return self.fail(&UNSUPPORTED, expr.span, "a structure is expected here");
                };
                match self.cx.types.member(at, member) {
                    Some((ty, _, _)) => Some(ty),
                    None if self.cx.types.is_broken(at) => None,
                    None => self.fail(&RESOLVE, expr.span, format!("there is no member `{member}`")),
                }
            }
            _ => self.unsupported(expr.span, "the size of this expression"),
        }
    }
}

/// Whether the expression names a variable or a part of one.
fn is_place(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Name(_) | ExprKind::Deref(_) | ExprKind::Member { is_arrow: true, .. } => true,
        ExprKind::Member { base, .. } => is_place(base),
        _ => false,
    }
}
