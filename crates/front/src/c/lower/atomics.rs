//! Calls of known functions: atomic accesses and memory. Those on locks are in [`locks`](super::locks).
//!
//! A compare-and-swap is two edges: one assumes that the values are equal and assigns; the other assumes that they
//! differ, or nothing if it may fail for no reason.

use super::body::{Body, Operand};
use super::builtins::{Arity, Builtin, Fetch};
use super::condition::negated;
use super::place::{Lvalue, Root, mentions};
use crate::c::ast::{BinarySign, Expr, ExprKind};
use crate::c::codes::{TYPE, UNSUPPORTED};
use crate::c::types::CType;
use crate::c::walk;
use concurrent::program::{BinaryOp, CmdKind, Expr as Term, ExprKind as Kind, NodeId, Type};
use source::Span;

/// A compare-and-swap whose operands have been evaluated.
pub(super) struct Swap {
    place: Lvalue,
    expected: Operand,
    /// Gets what is there if the swap fails.
    found: Option<Lvalue>,
    /// Where that goes afterwards, in a step of its own, if others may see it.
    write_back: Option<Lvalue>,
    new: Operand,
    is_weak: bool,
    span: Span,
}

impl Body<'_, '_> {
    /// Whether the call is a compare-and-swap that says whether it succeeded; then with its operands, unless these have errors.
    pub fn compare_and_swap(&mut self, function: &str, args: &[Expr], span: Span) -> Option<Option<Swap>> {
        let (builtin, arity) = self.known_function(function)?;
        match builtin {
            Builtin::CompareAndSwap
            | Builtin::CompareExchange { .. }
            | Builtin::CompareExchangeN
            | Builtin::CompareExchangeByAddress => Some(self.swap(builtin, arity, args, span)),
            _ => None,
        }
    }

    fn swap(&mut self, builtin: Builtin, arity: Arity, args: &[Expr], span: Span) -> Option<Swap> {
        self.check_args(args, arity, span)?;
        self.check_order(args, span)?;
        let place = self.swapped_place(&args[0])?;
        let ty = place.ty.clone();
        let (mut found, mut write_back) = (None, None);
        let expected = match builtin {
            Builtin::CompareAndSwap | Builtin::SwapGivingOld => self.argument(&args[1], &ty)?,
            _ => {
                let mut variable = self.pointee(&args[1])?;
                if variable.is_shared() {
                    let temporary = self.temporary(&variable.ty, args[1].span)?;
                    let value = self.read(&variable);
                    self.assign_step(&temporary, value, Vec::new())?;
                    write_back = Some(std::mem::replace(&mut variable, temporary));
                }
                let value = self.read(&variable);
                found = Some(variable);
                self.convert(value, &ty)?
            }
        };
        let new = match builtin {
            Builtin::CompareExchangeByAddress => {
                let new = self.pointee(&args[2])?;
                let new = self.read(&new);
                let new = if new.is_shared { self.store_in_temporary(new)? } else { new };
                self.convert(new, &ty)?
            }
            _ => self.argument(&args[2], &ty)?,
        };
        let is_weak = match builtin {
            Builtin::CompareExchange { is_weak } => is_weak,
            Builtin::CompareExchangeN | Builtin::CompareExchangeByAddress => {
                let weak = self.value(&args[3])?;
                weak.literal() != Some(0)
            }
            _ => false,
        };
        let mut place = place;
        if let (Some(found), Root::Field { base, .. }) = (&found, &place.root) {
            let base = base.clone();
            let parts = self.parts(found)?;
            let conflicts = parts.iter().any(|part| match part.kind {
                concurrent::program::PlaceKind::Local(local) => mentions(&base, local),
                _ => false,
            });
            if conflicts {
                place = self.with_stable_base(place)?;
            }
        }
        place.span = span;
        Some(Swap { place, expected, found, write_back, new, is_weak, span })
    }

    /// An argument in the type, without accesses of its own.
    /// Arguments are evaluated in any order, and those of macros in another one. So at most one of them reads shared memory, and
    /// if one has effects, the others are constants and addresses of variables.
    fn check_order(&mut self, args: &[Expr], span: Span) -> Option<()> {
        let accesses = args.iter().filter(|arg| self.reads_shared(arg)).count();
        let effects = args.iter().filter(|arg| walk::has_effects(arg)).count();
        let is_inert = |arg: &&Expr| match &arg.kind {
            ExprKind::AddressOf(place) => matches!(place.kind, ExprKind::Name(_)),
            ExprKind::Int { .. } | ExprKind::Bool(_) | ExprKind::Null => true,
            ExprKind::Name(name) => {
                self.constant(name).is_some() || name.starts_with("memory_order_") || name.starts_with("__ATOMIC_")
            }
            _ => false,
        };
        let inert = args.iter().filter(is_inert).count();
        if accesses > 1 || effects > 1 || effects == 1 && inert + 1 < args.len() {
            let what = "a call whose arguments depend on the order in which they are evaluated";
            return self.unsupported_with_help(span, what, "assign them to variables first");
        }
        Some(())
    }

    /// Whether the value of an argument needs an access to shared memory. An address needs none of its own.
    fn reads_shared(&mut self, arg: &Expr) -> bool {
        let mut place = match &arg.kind {
            ExprKind::AddressOf(place) => &**place,
            ExprKind::Cast { arg, .. } => return self.reads_shared(arg),
            _ => return self.touches(arg),
        };
        while let ExprKind::Member { base, is_arrow: false, .. } = &place.kind {
            place = base;
        }
        match &place.kind {
            ExprKind::Name(_) => false,
            ExprKind::Deref(pointer) | ExprKind::Member { base: pointer, .. } => self.reads_shared(pointer),
            _ => self.touches(place),
        }
    }

    /// The place that an atomic operation accesses.
    fn atomic_place(&mut self, address: &Expr) -> Option<Lvalue> {
        let place = self.pointee(address)?;
        Some(Lvalue { is_atomic: true, ..place })
    }

    /// The place that an atomic operation reads and changes. A global number that is used so is remembered: it is a lock, or a
    /// counter.
    fn swapped_place(&mut self, address: &Expr) -> Option<Lvalue> {
        let place = self.pointee(address)?;
        if let (Root::Global(global), CType::Int { .. } | CType::Bool) = (&place.root, &place.ty) {
            self.cx.swapped.insert(*global);
        }
        Some(Lvalue { is_atomic: true, ..place })
    }

    fn argument(&mut self, arg: &Expr, ty: &CType) -> Option<Operand> {
        let value = self.value(arg)?;
        let value = self.convert(value, ty)?;
        if value.is_shared { self.store_in_temporary(value) } else { Some(value) }
    }

    pub fn swap_or_not(&mut self, swap: Swap, then: NodeId, otherwise: NodeId) -> Option<()> {
        let Swap { place, expected, found, write_back, new, is_weak, span } = swap;
        let there = self.read(&place);
        let equal = self.all_equal(&there, &expected, span)?;
        let mut success = vec![CmdKind::Assume(equal.clone())];
        success.extend(self.assignments(&place, new)?);
        let mut failure = if is_weak { Vec::new() } else { vec![CmdKind::Assume(negated(equal))] };
        if let Some(found) = &found {
            failure.extend(self.assignments(found, there)?);
        }
        self.edge(self.at, then, success, span);
        let (Some(found), Some(write_back)) = (found, write_back) else {
            self.edge(self.at, otherwise, failure, span);
            return Some(());
        };
        self.emit(failure, span);
        let found = self.read(&found);
        self.assign_step(&write_back, found, Vec::new())?;
        self.edge(self.at, otherwise, Vec::new(), span);
        Some(())
    }

    pub fn all_equal(&mut self, left: &Operand, right: &Operand, span: Span) -> Option<Term> {
        let equals = left.parts.iter().zip(&right.parts).map(|(left, right)| {
            let kind =
                Kind::Binary { op: BinaryOp::Equal, left: Box::new(left.clone()), right: Box::new(right.clone()) };
            Term { kind, ty: Type::Bool, span }
        });
        let both = |one: Term, other: Term| {
            let kind = Kind::Binary { op: BinaryOp::BitAnd, left: Box::new(one), right: Box::new(other) };
            Term { kind, ty: Type::Bool, span }
        };
        match equals.reduce(both) {
            Some(equal) => Some(equal),
            None => self.fail(&UNSUPPORTED, span, "there is nothing to compare"),
        }
    }

    /// The number of arguments, and the memory orders after them.
    pub fn check_args(&mut self, args: &[Expr], arity: Arity, span: Span) -> Option<()> {
        let Arity { values, orders } = arity;
        if args.len() < values + orders {
            return self.fail(&TYPE, span, "there are too few arguments");
        }
        if let Some(more) = args.get(values + orders) {
            return self.unsupported(more.span, "an argument that the function does not have");
        }
        for order in &args[values..] {
            if !self.is_strongest(order) {
                let help = "memory is sequentially consistent here: use `memory_order_seq_cst`";
                return self.unsupported_with_help(
                    order.span,
                    "a memory order weaker than `memory_order_seq_cst`",
                    help,
                );
            }
        }
        Some(())
    }

    /// Whether the expression is the strongest memory order, by its name, which means nothing else in the program.
    fn is_strongest(&mut self, order: &Expr) -> bool {
        let ExprKind::Name(name) = &order.kind else { return false };
        let is_named = matches!(&**name, "memory_order_seq_cst" | "__ATOMIC_SEQ_CST");
        is_named && self.constant(name).is_none() && self.binding(name, order.span).is_none()
    }

    /// Calls a known function. There is no value if it returns none.
    pub fn call_builtin(
        &mut self,
        (builtin, arity): (Builtin, Arity),
        args: &[Expr],
        into: Option<&Lvalue>,
        span: Span,
    ) -> Option<Option<Operand>> {
        self.check_args(args, arity, span)?;
        if matches!(builtin, Builtin::Store | Builtin::Exchange | Builtin::Fetch { .. }) {
            self.check_order(args, span)?;
        }
        match builtin {
            Builtin::CompareAndSwap
            | Builtin::CompareExchange { .. }
            | Builtin::CompareExchangeN
            | Builtin::CompareExchangeByAddress => {
                let swap = self.swap(builtin, arity, args, span)?;
                self.swap_as_value(swap, into).map(Some)
            }
            Builtin::SwapGivingOld => {
                let swap = self.swap(builtin, arity, args, span)?;
                let old = self.variable_for(&swap.place.ty.clone(), None, span)?;
                let end = self.node(span);
                let there = self.read(&swap.place);
                let equal = self.all_equal(&there, &swap.expected, span)?;
                let mut success = vec![CmdKind::Assume(equal.clone())];
                success.extend(self.assignments(&old, there.clone())?);
                success.extend(self.assignments(&swap.place, swap.new)?);
                let mut failure = vec![CmdKind::Assume(negated(equal))];
                failure.extend(self.assignments(&old, there)?);
                self.edge(self.at, end, success, span);
                self.edge(self.at, end, failure, span);
                self.at = end;
                Some(Some(self.read(&old)))
            }
            Builtin::Load => {
                let mut place = self.atomic_place(&args[0])?;
                place.span = span;
                Some(Some(self.read(&place)))
            }
            Builtin::LoadTo => {
                let (place, to) = (self.atomic_place(&args[0])?, self.pointee(&args[1])?);
                let mut value = self.read(&place);
                if to.is_shared() && !self.is_alone() {
                    value = self.store_in_temporary(value)?;
                }
                let value = self.convert(value, &to.ty)?;
                self.assign_step(&to, value, Vec::new())?;
                Some(None)
            }
            Builtin::Store => {
                let place = self.atomic_place(&args[0])?;
                let value = self.argument(&args[1], &place.ty)?;
                self.write(place, value, span)
            }
            Builtin::StoreFrom => {
                let (place, from) = (self.atomic_place(&args[0])?, self.pointee(&args[1])?);
                let mut value = self.read(&from);
                if from.is_shared() && !self.is_alone() {
                    value = self.store_in_temporary(value)?;
                }
                self.write(place, value, span)
            }
            Builtin::Exchange => {
                let place = self.swapped_place(&args[0])?;
                let new = self.argument(&args[1], &place.ty)?;
                self.replace(place, new, into, span).map(Some)
            }
            Builtin::TestAndSet => {
                let place = self.swapped_place(&args[0])?;
                let new = self.convert(Operand::bool(true, span), &place.ty)?;
                self.replace(place, new, into, span).map(Some)
            }
            Builtin::Clear => {
                let place = self.atomic_place(&args[0])?;
                let value = self.convert(Operand::bool(false, span), &place.ty)?;
                self.write(place, value, span)
            }
            Builtin::Fetch { op, gives_new } => self.fetch(op, gives_new, args, into, span).map(Some),
            Builtin::Malloc => self.allocate(&args[0], false, into, span).map(Some),
            Builtin::Calloc if !matches!(args[0].kind, ExprKind::Int { value: 1, .. }) => {
                self.unsupported(args[0].span, "allocating anything but one structure")
            }
            Builtin::Calloc => self.allocate(&args[1], true, into, span).map(Some),
            Builtin::Free => self.free(&args[0], span),
            Builtin::Assert => {
                self.assert(&args[0], span)?;
                Some(None)
            }
            Builtin::LockInit | Builtin::Lock | Builtin::TryLock | Builtin::Unlock => {
                self.lock(builtin, args, into, span)
            }
            Builtin::Nothing => {
                for arg in args.iter().filter(|arg| walk::has_effects(arg)) {
                    self.effect(arg)?;
                }
                Some(None)
            }
            Builtin::Fence => Some(None),
            Builtin::Abort => {
                self.end_program(span);
                Some(None)
            }
        }
    }

    /// That the program ends is an error where it can happen, and nothing comes after it.
    fn end_program(&mut self, span: Span) {
        let never = Term { kind: Kind::Bool(false), ty: Type::Bool, span };
        self.emit(vec![CmdKind::Assert(never.clone()), CmdKind::Assume(never)], span);
    }

    fn write(&mut self, mut place: Lvalue, value: Operand, span: Span) -> Option<Option<Operand>> {
        place.span = span;
        self.assign_step(&place, value, Vec::new())?;
        Some(None)
    }

    fn swap_as_value(&mut self, swap: Swap, into: Option<&Lvalue>) -> Option<Operand> {
        let span = swap.span;
        let target = self.variable_for(&CType::Bool, into, span)?;
        let (then, otherwise, end) = (self.node(span), self.node(span), self.node(span));
        self.swap_or_not(swap, then, otherwise)?;
        for (node, value) in [(then, true), (otherwise, false)] {
            self.at = node;
            self.assign_step(&target, Operand::bool(value, span), Vec::new())?;
            self.go(end, span);
        }
        Some(self.read(&target))
    }

    /// `old = place; place = new;` in one step.
    fn replace(&mut self, place: Lvalue, new: Operand, into: Option<&Lvalue>, span: Span) -> Option<Operand> {
        let is_free = |body: &mut Self, into: &Lvalue| {
            let Some(parts) = body.parts(into) else { return false };
            let used = |part: &concurrent::program::Place| match part.kind {
                concurrent::program::PlaceKind::Local(local) => {
                    let in_base = match &place.root {
                        Root::Field { base, .. } => mentions(base, local),
                        Root::Local(first) => *first == local,
                        Root::Global(_) => false,
                    };
                    in_base || new.parts.iter().any(|part| mentions(part, local))
                }
                _ => true,
            };
            !parts.iter().any(used)
        };
        let into = match into {
            Some(into) if is_free(self, into) => Some(into),
            Some(_) | None => None,
        };
        let old = self.variable_for(&place.ty, into, span)?;
        let there = self.read(&place);
        let before = self.assignments(&old, there)?;
        let mut place = place;
        place.span = span;
        self.assign_step(&place, new, before)?;
        Some(self.read(&old))
    }

    fn fetch(
        &mut self,
        op: Fetch,
        gives_new: bool,
        args: &[Expr],
        into: Option<&Lvalue>,
        span: Span,
    ) -> Option<Operand> {
        let place = self.swapped_place(&args[0])?;
        let change = self.value(&args[1])?;
        let change = if change.is_shared { self.store_in_temporary(change)? } else { change };
        let sign = match op {
            Fetch::Add => BinarySign::Add,
            Fetch::Subtract => BinarySign::Subtract,
            Fetch::And => BinarySign::BitAnd,
            Fetch::Or => BinarySign::BitOr,
            Fetch::Xor => BinarySign::BitXor,
        };
        let there = self.read(&place);
        let new = self.binary(sign, there, change.clone(), span)?;
        let new = self.convert(new, &place.ty)?;
        let old = self.replace(place.clone(), new, into, span)?;
        if !gives_new {
            return Some(old);
        }
        let new = self.binary(sign, old, change, span)?;
        self.convert(new, &place.ty)
    }

    fn allocate(&mut self, size: &Expr, zeroed: bool, into: Option<&Lvalue>, span: Span) -> Option<Operand> {
        let ExprKind::SizeOf(sized) = &size.kind else {
            return self.unsupported(size.span, "a size that is not `sizeof` of a structure");
        };
        let of = self.sized(sized)?;
        let CType::Struct(at) = of else {
            return self.unsupported(size.span, "allocating something else than a structure");
        };
        let ty = CType::Pointer(Box::new(of.clone()));
        let record = self.cx.types.record(at)?;
        let target = self.variable_for(&ty, into, span)?;
        let Root::Local(local) = target.root else {
            return self.unsupported(span, "this allocation");
        };
        let mut cmds = vec![CmdKind::Alloc { target: local, record }];
        if zeroed {
            let base = self.read(&target).parts.remove(0);
            let first = concurrent::program::FieldId(0);
            let cell = Lvalue { root: Root::Field { base, record, first }, ty: of.clone(), is_atomic: true, span };
            let zero = self.zero(&of, span)?;
            let mut zeros = self.assignments(&cell, zero)?;
            // Zero is no lock that may be used.
            zeros.retain(|cmd| !matches!(cmd, CmdKind::Assign { target, .. } if target.ty == Type::Thread));
            cmds.extend(zeros);
        }
        let before = self.at;
        self.emit(cmds, span);
        if self.cx.options.malloc_may_fail && !self.is_init {
            let null = self.zero(&ty, span)?;
            let failed = self.assignments(&target, null)?;
            self.edge(before, self.at, failed, span);
        }
        Some(self.read(&target))
    }

    fn free(&mut self, arg: &Expr, span: Span) -> Option<Option<Operand>> {
        let arg = match &arg.kind {
            ExprKind::Cast { arg, .. } => arg,
            _ => arg,
        };
        let value = self.value(arg)?;
        if !matches!(value.ty, CType::Pointer(_)) {
            return self.unsupported(arg.span, "freeing something else than a pointer to a structure");
        }
        let value = if value.is_shared && !self.is_alone() { self.store_in_temporary(value)? } else { value };
        self.emit(vec![CmdKind::Free(value.parts[0].clone())], span);
        Some(None)
    }
}
