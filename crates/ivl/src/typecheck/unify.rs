//! Type inference by unification.
//!
//! An inference variable is a [`TypeVar`] from [`FIRST_INFERENCE_VAR`] upwards; none is left in a finished expression. A variable is
//! free, bound to a type, or constrained: it is some map type of an arity, with the uses made of it so far (each use
//! must be an instance, because maps may be polymorphic), or some bit-vector type of at least a width. [`UNKNOWN`] is
//! the type of an expression that already has an error: it agrees with everything.

use super::type_ops::{FIRST_INFERENCE_VAR, any_child, is_closed, map_children, open_params};
use crate::typed::{MapType, Type, TypeVar};
use rustc_hash::FxHashMap;
use std::sync::Arc;

pub(super) const UNKNOWN: Type = Type::Var(TypeVar(u32::MAX));

#[derive(Clone, Debug)]
enum Slot {
    Free,
    Bound(Type),
    /// Some map with `arity` indices; `uses` are index types and the value type.
    Map {
        arity: usize,
        uses: Vec<(Vec<Type>, Type)>,
    },
    /// A bit-vector of at least `min` bits that is each of the concatenations.
    Bv {
        min: u32,
        sums: Vec<(Type, Type)>,
    },
}

/// The rigid type variables that `==` may identify, with what they stand for.
type Flexible<'f> = Option<&'f mut FxHashMap<TypeVar, Type>>;

#[derive(Default)]
pub(super) struct Inference {
    slots: Vec<Slot>,
}

/// What is known of the type of an indexed expression.
pub(super) enum MapView {
    Map(Arc<MapType>),
    /// Some map, to be found out; the number of indices is right.
    Some(TypeVar),
    WrongArity(usize),
    NotMap,
    Unknown,
}

fn slot_of(ty: &Type) -> Option<usize> {
    match ty {
        Type::Var(var) if var.0 >= FIRST_INFERENCE_VAR && var.0 != u32::MAX => {
            Some((var.0 - FIRST_INFERENCE_VAR) as usize)
        }
        _ => None,
    }
}

impl Inference {
    /// Forgets all variables; to be called when no unfinished expression is left.
    pub fn clear(&mut self) {
        self.slots.clear();
    }

    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    fn new_slot(&mut self, slot: Slot) -> Type {
        self.slots.push(slot);
        Type::Var(TypeVar(FIRST_INFERENCE_VAR + self.slots.len() as u32 - 1))
    }

    pub fn fresh(&mut self) -> Type {
        self.new_slot(Slot::Free)
    }

    pub fn fresh_list(&mut self, count: usize) -> Vec<Type> {
        (0..count).map(|_| self.fresh()).collect()
    }

    /// Some bit-vector type of at least `min` bits.
    pub fn fresh_bv(&mut self, min: u32) -> Type {
        self.new_slot(Slot::Bv { min, sums: Vec::new() })
    }

    /// The type of `a ++ b`; both are bit-vectors.
    pub fn concat(&mut self, a: &Type, b: &Type) -> Type {
        let (a, b) = (self.head(a), self.head(b));
        let min = self.min_bits(&a).saturating_add(self.min_bits(&b));
        match (&a, &b) {
            (Type::Bv(_), Type::Bv(_)) => Type::Bv(min),
            _ => self.new_slot(Slot::Bv { min, sums: vec![(a, b)] }),
        }
    }

    /// The type with its outermost inference variables followed.
    pub fn head(&self, ty: &Type) -> Type {
        let mut ty = ty;
        while let Some(slot) = slot_of(ty) {
            match &self.slots[slot] {
                Slot::Bound(next) => ty = next,
                Slot::Free | Slot::Map { .. } | Slot::Bv { .. } => break,
            }
        }
        ty.clone()
    }

    /// The type with all solved inference variables replaced.
    pub fn resolve(&self, ty: &Type) -> Type {
        if self.slots.is_empty() {
            return ty.clone();
        }
        let ty = self.head(ty);
        map_children(&ty, 0, &mut |child, _| self.resolve(child))
    }

    pub fn is_unsolved(&self, ty: &Type) -> bool {
        slot_of(&self.head(ty)).is_some()
    }

    /// Whether an unsolved inference variable occurs.
    pub fn has_unsolved(&self, ty: &Type) -> bool {
        let ty = self.head(ty);
        slot_of(&ty).is_some() || any_child(&ty, &mut |child| self.has_unsolved(child))
    }

    /// Settles what inference left open: `int`, the narrowest bit-vector, the most general map.
    pub fn default(&mut self, ty: &Type) -> Type {
        let ty = self.head(ty);
        if let Some(slot) = slot_of(&ty) {
            let choice = match &self.slots[slot] {
                Slot::Bv { min, .. } => Type::Bv(*min),
                Slot::Map { arity, .. } => most_general_map(*arity as u32),
                Slot::Free | Slot::Bound(_) => Type::Int,
            };
            self.unify(&ty, &choice);
            return self.default(&choice);
        }
        map_children(&ty, 0, &mut |child, _| self.default(child))
    }

    pub fn unify(&mut self, a: &Type, b: &Type) -> bool {
        self.unify_with(a, b, &mut None)
    }

    /// Whether two values of these types may be compared: type variables count as any type.
    pub fn comparable(&mut self, a: &Type, b: &Type) -> bool {
        let mut flexible = FxHashMap::default();
        self.unify_with(a, b, &mut Some(&mut flexible))
    }

    fn unify_with(&mut self, a: &Type, b: &Type, flexible: &mut Flexible) -> bool {
        let (a, b) = (self.head(a), self.head(b));
        if a == UNKNOWN || b == UNKNOWN || a == b {
            return true;
        }
        match (slot_of(&a), slot_of(&b)) {
            (Some(slot), _) => self.bind(slot, &a, &b, flexible),
            (None, Some(slot)) => self.bind(slot, &b, &a, flexible),
            (None, None) => self.unify_structure(&a, &b, flexible),
        }
    }

    fn unify_structure(&mut self, a: &Type, b: &Type, flexible: &mut Flexible) -> bool {
        match (a, b) {
            (Type::Var(var), other) | (other, Type::Var(var)) => self.bind_rigid(*var, other, flexible),
            (Type::Ctor(x, xs), Type::Ctor(y, ys)) => x == y && self.unify_lists(xs, ys, flexible),
            (Type::Data(x, xs), Type::Data(y, ys)) => x == y && self.unify_lists(xs, ys, flexible),
            (Type::Map(x), Type::Map(y)) => {
                x.type_params == y.type_params
                    && self.unify_lists(&x.domain, &y.domain, flexible)
                    && self.unify_with(&x.range, &y.range, flexible)
            }
            _ => false,
        }
    }

    fn unify_lists(&mut self, xs: &[Type], ys: &[Type], flexible: &mut Flexible) -> bool {
        xs.len() == ys.len() && xs.iter().zip(ys).all(|(x, y)| self.unify_with(x, y, flexible))
    }

    /// A type variable of the program equals another type only where `==` compares across type variables.
    fn bind_rigid(&mut self, var: TypeVar, ty: &Type, flexible: &mut Flexible) -> bool {
        let Some(known) = flexible else { return false };
        if let Some(previous) = known.get(&var).cloned() {
            return self.unify_with(&previous, ty, flexible);
        }
        if self.occurs(&Type::Var(var), ty) || !is_closed(ty, 0) {
            return false;
        }
        known.insert(var, ty.clone());
        true
    }

    fn bind(&mut self, slot: usize, variable: &Type, ty: &Type, flexible: &mut Flexible) -> bool {
        if slot_of(ty).is_none() && (self.occurs(variable, ty) || !is_closed(ty, 0)) {
            return false;
        }
        match self.slots[slot].clone() {
            Slot::Free | Slot::Bound(_) => {
                self.slots[slot] = Slot::Bound(ty.clone());
                true
            }
            Slot::Map { arity, uses } => self.bind_map(slot, variable, arity, uses, ty, flexible),
            Slot::Bv { min, sums } => self.bind_bv(slot, variable, min, sums, ty, flexible),
        }
    }

    fn bind_map(
        &mut self,
        slot: usize,
        variable: &Type,
        arity: usize,
        uses: Vec<(Vec<Type>, Type)>,
        ty: &Type,
        flexible: &mut Flexible,
    ) -> bool {
        match ty {
            Type::Map(map) if map.domain.len() == arity => {
                self.slots[slot] = Slot::Bound(ty.clone());
                uses.iter().all(|(indices, value)| {
                    let (domain, range, _) = self.open(map);
                    self.unify_lists(&domain, indices, flexible) && self.unify_with(&range, value, flexible)
                })
            }
            Type::Var(var) => match slot_of(ty) {
                None => self.bind_rigid(*var, variable, flexible),
                Some(other) => match &mut self.slots[other] {
                    Slot::Map { arity: other_arity, uses: other_uses } if *other_arity == arity => {
                        other_uses.extend(uses);
                        self.slots[slot] = Slot::Bound(ty.clone());
                        true
                    }
                    Slot::Free => {
                        self.slots[other] = Slot::Bound(variable.clone());
                        true
                    }
                    Slot::Map { .. } | Slot::Bv { .. } | Slot::Bound(_) => false,
                },
            },
            _ => false,
        }
    }

    fn bind_bv(
        &mut self,
        slot: usize,
        variable: &Type,
        min: u32,
        sums: Vec<(Type, Type)>,
        ty: &Type,
        flexible: &mut Flexible,
    ) -> bool {
        match ty {
            Type::Bv(width) if min <= *width => {
                self.slots[slot] = Slot::Bound(ty.clone());
                sums.iter().all(|(high, low)| self.split(*width, high, low))
            }
            Type::Var(var) => match slot_of(ty) {
                None => self.bind_rigid(*var, variable, flexible),
                Some(other) => match &mut self.slots[other] {
                    Slot::Bv { min: other_min, sums: other_sums } => {
                        *other_min = min.max(*other_min);
                        other_sums.extend(sums);
                        self.slots[slot] = Slot::Bound(ty.clone());
                        true
                    }
                    Slot::Free => {
                        self.slots[other] = Slot::Bound(variable.clone());
                        true
                    }
                    Slot::Map { .. } | Slot::Bound(_) => false,
                },
            },
            _ => false,
        }
    }

    /// Makes the parts of a concatenation add up to `width`. If both are open, the high part becomes as wide as it can,
    /// and both stay open: their widths are ambiguous.
    fn split(&mut self, width: u32, high: &Type, low: &Type) -> bool {
        let (high, low) = (self.head(high), self.head(low));
        match (&high, &low) {
            (Type::Bv(bits), _) => *bits <= width && self.unify(&low, &Type::Bv(width - bits)),
            (_, Type::Bv(bits)) => *bits <= width && self.unify(&high, &Type::Bv(width - bits)),
            _ => {
                let rest = width - self.min_bits(&low).min(width);
                if let Some(Slot::Bv { min, .. }) = slot_of(&high).map(|slot| &mut self.slots[slot]) {
                    *min = rest.max(*min);
                }
                true
            }
        }
    }

    fn min_bits(&self, ty: &Type) -> u32 {
        let ty = self.head(ty);
        match (&ty, slot_of(&ty).map(|slot| &self.slots[slot])) {
            (Type::Bv(bits), _) => *bits,
            (_, Some(Slot::Bv { min, .. })) => *min,
            _ => 0,
        }
    }

    fn occurs(&self, variable: &Type, ty: &Type) -> bool {
        let ty = self.head(ty);
        &ty == variable || any_child(&ty, &mut |child| self.occurs(variable, child))
    }

    /// The domain and range of a map type with its own parameters replaced by fresh variables, and these.
    pub fn open(&mut self, map: &MapType) -> (Vec<Type>, Type, Vec<Type>) {
        let args = self.fresh_list(map.type_params as usize);
        let domain = map.domain.iter().map(|ty| open_params(ty, &args, 0)).collect();
        (domain, open_params(&map.range, &args, 0), args)
    }

    pub fn view_map(&mut self, ty: &Type, arity: usize) -> MapView {
        let ty = self.head(ty);
        match (&ty, slot_of(&ty)) {
            (Type::Map(map), _) if map.domain.len() == arity => MapView::Map(map.clone()),
            (Type::Map(map), _) => MapView::WrongArity(map.domain.len()),
            (Type::Var(var), Some(slot)) => match &self.slots[slot] {
                Slot::Map { arity: known, .. } if *known != arity => MapView::WrongArity(*known),
                Slot::Map { .. } => MapView::Some(*var),
                Slot::Bv { .. } => MapView::NotMap,
                Slot::Free | Slot::Bound(_) => {
                    self.slots[slot] = Slot::Map { arity, uses: Vec::new() };
                    MapView::Some(*var)
                }
            },
            _ if ty == UNKNOWN => MapView::Unknown,
            _ => MapView::NotMap,
        }
    }

    /// Records that a map of unknown type is used at these index types; gives the type of the value.
    pub fn use_map(&mut self, map: TypeVar, indices: Vec<Type>) -> Type {
        let value = self.fresh();
        if let Some(Slot::Map { uses, .. }) = slot_of(&Type::Var(map)).and_then(|slot| self.slots.get_mut(slot)) {
            uses.push((indices, value.clone()));
        }
        value
    }
}

/// `<a, …, r>[a, …]r`: every use of a map is an instance of it.
fn most_general_map(arity: u32) -> Type {
    let param = |index| Type::MapParam { depth: 0, index };
    let domain = (0..arity).map(param).collect();
    Type::Map(Arc::new(MapType { type_params: arity + 1, domain, range: param(arity) }))
}
