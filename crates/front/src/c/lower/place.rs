//! Places: variables, members and what pointers lead to.

use super::body::{Binding, Body, Operand};
use crate::c::ast::{Expr as CExpr, ExprKind as CExprKind, TypeName};
use crate::c::codes::{RESOLVE, TYPE, UNSUPPORTED};
use crate::c::types::CType;
use concurrent::program::*;
use source::Span;

/// A place that holds a value of the type: as many scalars as the type has, one after another.
#[derive(Clone, Debug)]
pub(super) struct Lvalue {
    pub root: Root,
    pub ty: CType,
    pub is_atomic: bool,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(super) enum Root {
    Local(LocalId),
    Global(GlobalId),
    Field { base: Expr, record: RecordId, first: FieldId },
}

impl Lvalue {
    pub fn local(first: LocalId, ty: CType, span: Span) -> Lvalue {
        Lvalue { root: Root::Local(first), ty, is_atomic: false, span }
    }

    pub fn is_shared(&self) -> bool {
        match self.root {
            Root::Local(_) => false,
            Root::Global(_) | Root::Field { .. } => true,
        }
    }

    fn at_offset(&self, offset: u32) -> Root {
        match &self.root {
            Root::Local(first) => Root::Local(LocalId(first.0 + offset)),
            Root::Global(first) => Root::Global(GlobalId(first.0 + offset)),
            Root::Field { base, record, first } => {
                Root::Field { base: base.clone(), record: *record, first: FieldId(first.0 + offset) }
            }
        }
    }
}

impl Body<'_, '_> {
    /// One place for each scalar.
    pub fn parts(&mut self, place: &Lvalue) -> Option<Vec<Place>> {
        let scalars = self.cx.types.scalars(&place.ty, place.span)?;
        let mut parts = Vec::new();
        for (offset, scalar) in scalars.into_iter().enumerate() {
            let kind = match place.at_offset(offset as u32) {
                Root::Local(local) => PlaceKind::Local(local),
                Root::Global(global) => PlaceKind::Global(global),
                Root::Field { base, record, first } => PlaceKind::Field { base: Box::new(base), record, field: first },
            };
            let ty = self.cx.types.scalar(&scalar.ty, place.span)?;
            parts.push(Place { kind, ty, is_atomic: place.is_atomic, span: place.span });
        }
        Some(parts)
    }

    /// The value of the place. The access to shared memory is still to be made a step.
    pub fn read(&mut self, place: &Lvalue) -> Operand {
        let parts = self.parts(place).unwrap_or_default();
        let read = |part: Place| Expr { ty: part.ty, span: part.span, kind: ExprKind::Read(Box::new(part)) };
        let parts = parts.into_iter().map(read).collect();
        Operand { parts, ty: place.ty.clone(), is_shared: place.is_shared(), span: place.span }
    }

    /// Whether the place may be read or written in one go: a structure that is not `_Atomic` may be torn.
    pub fn check_whole(&mut self, place: &Lvalue) -> Option<()> {
        let parts = self.cx.types.scalars(&place.ty, place.span)?;
        if !self.is_init && parts.iter().any(|part| part.ty == CType::Lock) {
            return self.unsupported(place.span, "copying or assigning a lock");
        }
        let is_torn = matches!(place.ty, CType::Struct(_)) && place.is_shared() && !place.is_atomic && !self.is_alone();
        if is_torn && self.parts(place)?.len() > 1 {
            let what = "reading or writing a structure that other threads may see, one member after the other,";
            let help = "declare it `_Atomic`, or put the access into `ATOMIC { … }`";
            return self.unsupported_with_help(place.span, what, help);
        }
        Some(())
    }

    pub fn place(&mut self, expr: &CExpr) -> Option<Lvalue> {
        let mut place = self.place_of_kind(expr)?;
        place.span = expr.span;
        Some(place)
    }

    fn place_of_kind(&mut self, expr: &CExpr) -> Option<Lvalue> {
        match &expr.kind {
            CExprKind::Name(name) => match self.binding(name, expr.span) {
                Some(Binding::Place(place)) => Some(place),
                Some(Binding::Pointer(_)) => {
                    self.unsupported(expr.span, "changing a parameter that points to a variable")
                }
                Some(Binding::Value(value)) => match &value.parts[0].kind {
                    ExprKind::Read(place) => match place.kind {
                        PlaceKind::Local(local) => Some(Lvalue::local(local, value.ty, expr.span)),
                        PlaceKind::Global(_) | PlaceKind::Field { .. } => self.not_a_place(expr.span),
                    },
                    _ => self.not_a_place(expr.span),
                },
                Some(Binding::Broken) => None,
                None if self.constant(name).is_some() => self.not_a_place(expr.span),
                None => self.cx.unknown_name(name, expr.span),
            },
            CExprKind::Member { base, member, is_arrow: false } => {
                let base = self.place(base)?;
                self.member_place(base, member, expr.span)
            }
            CExprKind::Member { base, member, is_arrow: true } => {
                let base = self.pointee(base)?;
                self.member_place(base, member, expr.span)
            }
            CExprKind::Deref(pointer) => self.pointee(pointer),
            CExprKind::Unsupported(what) => self.unsupported(expr.span, what),
            _ => self.not_a_place(expr.span),
        }
    }

    fn not_a_place<T>(&mut self, span: Span) -> Option<T> {
        self.fail(&UNSUPPORTED, span, "a variable is expected here")
    }

    fn member_place(&mut self, base: Lvalue, member: &Name, span: Span) -> Option<Lvalue> {
        let CType::Struct(at) = base.ty else {
            return self.fail(&TYPE, span, format!("there is no member `{member}`: this is no structure"));
        };
        if base.is_atomic && base.is_shared() && !self.is_init {
            let help = "copy the whole structure into a local variable first";
            return self.unsupported_with_help(span, "one member of an `_Atomic` structure", help);
        }
        if self.cx.types.is_broken(at) {
            return None;
        }
        let Some((ty, is_atomic, offset)) = self.cx.types.member(at, member) else {
            let tag = self.cx.types.tag(at).clone();
            return self.fail(&RESOLVE, span, format!("`{tag}` has no member `{member}`"));
        };
        let root = base.at_offset(offset);
        Some(Lvalue { root, ty, is_atomic: is_atomic || base.is_atomic, span })
    }

    /// What the pointer leads to: a variable whose address was taken or passed, else a heap cell.
    pub fn pointee(&mut self, pointer: &CExpr) -> Option<Lvalue> {
        match &pointer.kind {
            CExprKind::AddressOf(place) => return self.place(place),
            CExprKind::Name(name) => {
                if let Some(Binding::Pointer(place)) = self.binding(name, pointer.span) {
                    return Some(place);
                }
            }
            CExprKind::Cast { ty, arg } if self.is_address(arg) => {
                let place = self.pointee(arg)?;
                return self.seen_as(place, ty, pointer.span);
            }
            _ => {}
        }
        let mut value = self.value(pointer)?;
        let CType::Pointer(to) = value.ty.clone() else {
            return self.fail(&UNSUPPORTED, pointer.span, "a pointer is expected here");
        };
        let CType::Struct(at) = *to else {
            return self.unsupported(pointer.span, "a pointer to something else than a structure");
        };
        if value.is_shared && !self.is_alone() {
            value = self.store_in_temporary(value)?;
        }
        let record = self.cx.types.record(at)?;
        let base = value.parts.remove(0);
        let root = Root::Field { base, record, first: FieldId(0) };
        Some(Lvalue { root, ty: *to, is_atomic: false, span: pointer.span })
    }

    /// The place by a pointer of this type, which says whether accesses are atomic. Its type must be that of the place.
    pub fn seen_as(&mut self, place: Lvalue, pointer: &TypeName, span: Span) -> Option<Lvalue> {
        match self.cx.types.pointee(pointer) {
            Some((ty, is_atomic)) if ty == place.ty => Some(Lvalue { is_atomic, ..place }),
            Some(_) | None => self.unsupported(span, "a pointer to a variable of another type"),
        }
    }

    /// Whether the expression is the address of a variable rather than of a heap cell.
    pub fn is_address(&mut self, expr: &CExpr) -> bool {
        match &expr.kind {
            CExprKind::AddressOf(_) => true,
            CExprKind::Name(name) => matches!(self.binding(name, expr.span), Some(Binding::Pointer(_))),
            CExprKind::Cast { arg, .. } => self.is_address(arg),
            _ => false,
        }
    }

    /// Whether the expression is the address of a local variable or of a part of one.
    pub fn is_address_of_local(&mut self, expr: &CExpr) -> bool {
        let place = match &expr.kind {
            CExprKind::AddressOf(place) => place,
            CExprKind::Cast { arg, .. } => return self.is_address_of_local(arg),
            CExprKind::Name(name) => {
                return match self.binding(name, expr.span) {
                    Some(Binding::Pointer(place)) => !place.is_shared(),
                    Some(Binding::Place(_) | Binding::Value(_) | Binding::Broken) | None => false,
                };
            }
            _ => return false,
        };
        let mut part = &**place;
        while let CExprKind::Member { base, is_arrow: false, .. } = &part.kind {
            part = base;
        }
        match &part.kind {
            CExprKind::Name(name) => match self.binding(name, part.span) {
                Some(Binding::Place(place) | Binding::Pointer(place)) => !place.is_shared(),
                Some(Binding::Value(_) | Binding::Broken) => true,
                None => false,
            },
            // `&*p` and `&p->member`, where `p` may be the address of a local itself.
            CExprKind::Deref(inner) | CExprKind::Member { base: inner, .. } => self.is_address_of_local(inner),
            _ => false,
        }
    }

    /// The same place by a base that nothing changes before it is used.
    pub fn with_stable_base(&mut self, mut place: Lvalue) -> Option<Lvalue> {
        if let Root::Field { base, record, first } = &place.root {
            let ty = CType::Pointer(Box::new(self.cx.types.struct_of(*record)?));
            let value = Operand { parts: vec![base.clone()], ty, is_shared: false, span: base.span };
            let (record, first) = (*record, *first);
            let base = self.store_in_temporary(value)?.parts.remove(0);
            place.root = Root::Field { base, record, first };
        }
        Some(place)
    }

    /// Assigns the value to the place in one step, after the given commands.
    pub fn assign_step(&mut self, target: &Lvalue, value: Operand, before: Vec<CmdKind>) -> Option<()> {
        let span = target.span.to(value.span);
        let mut cmds = before;
        cmds.extend(self.assignments(target, value)?);
        if !cmds.is_empty() {
            self.emit(cmds, span);
        }
        Some(())
    }

    /// The assignments of the scalars, in an order in which none reads what another has changed.
    ///
    /// If there is no such order, the pointer to the target and the value are evaluated first, into variables that nothing
    /// else reads or writes; then any order will do.
    pub fn assignments(&mut self, target: &Lvalue, value: Operand) -> Option<Vec<CmdKind>> {
        let mut pairs = self.pairs(target, &value)?;
        if disturbs(&pairs) {
            pairs.reverse();
        }
        if disturbs(&pairs) {
            let value = self.store_in_temporary(value)?;
            let target = self.with_stable_base(target.clone())?;
            pairs = self.pairs(&target, &value)?;
        }
        Some(pairs.into_iter().map(|(target, value)| CmdKind::Assign { target, value }).collect())
    }

    /// Each scalar of the place with its new value.
    fn pairs(&mut self, target: &Lvalue, value: &Operand) -> Option<Vec<(Place, Expr)>> {
        let targets = self.parts(target)?;
        let mut pairs: Vec<(Place, Expr)> = targets.into_iter().zip(value.parts.clone()).collect();
        pairs.retain(|(target, value)| !is_same_local(target, value));
        Some(pairs)
    }
}

fn is_same_local(target: &Place, value: &Expr) -> bool {
    match (&target.kind, &value.kind) {
        (PlaceKind::Local(target), ExprKind::Read(place)) => {
            matches!(place.kind, PlaceKind::Local(source) if source == *target)
        }
        _ => false,
    }
}

/// Whether an assignment changes what a later one reads. All memory counts as one.
fn disturbs(pairs: &[(Place, Expr)]) -> bool {
    (1..pairs.len()).any(|later| {
        let (target, value) = &pairs[later];
        pairs[..later].iter().any(|(changed, _)| match &changed.kind {
            PlaceKind::Local(local) => mentions(value, *local) || place_mentions(target, *local),
            PlaceKind::Global(_) | PlaceKind::Field { .. } => {
                reads_memory(value)
                    || match &target.kind {
                        PlaceKind::Field { base, .. } => reads_memory(base),
                        PlaceKind::Local(_) | PlaceKind::Global(_) => false,
                    }
            }
        })
    })
}

fn place_mentions(place: &Place, local: LocalId) -> bool {
    match &place.kind {
        PlaceKind::Local(_) | PlaceKind::Global(_) => false,
        PlaceKind::Field { base, .. } => mentions(base, local),
    }
}

/// Whether the expression reads the local.
pub(super) fn mentions(expr: &Expr, local: LocalId) -> bool {
    match &expr.kind {
        ExprKind::Read(place) => match &place.kind {
            PlaceKind::Local(read) => *read == local,
            PlaceKind::Global(_) => false,
            PlaceKind::Field { base, .. } => mentions(base, local),
        },
        ExprKind::Null | ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::NoThread | ExprKind::ThisThread => false,
        ExprKind::Unary { arg, .. } => mentions(arg, local),
        ExprKind::Binary { left, right, .. } => mentions(left, local) || mentions(right, local),
    }
}

/// Whether the expression reads a global or a field.
pub(super) fn reads_memory(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Read(place) => match &place.kind {
            PlaceKind::Local(_) => false,
            PlaceKind::Global(_) | PlaceKind::Field { .. } => true,
        },
        ExprKind::Null | ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::NoThread | ExprKind::ThisThread => false,
        ExprKind::Unary { arg, .. } => reads_memory(arg),
        ExprKind::Binary { left, right, .. } => reads_memory(left) || reads_memory(right),
    }
}
