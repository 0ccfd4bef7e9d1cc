//! What each step of a method does to what is known, and which accesses it makes.
//!
//! ```text
//! y = x.f            y is what `f` of x leads to; if x is itself content, what leads to x leads to y
//! x.f = v            v is there from now on; others have it, unless x is a new object of this thread
//! y = c.get(i)       y is an element of what c is;   c.add(v), a[i] = v   v is one
//! new, copies        an object that no one else has
//! synchronized, lock held until released; what was read before a release is no longer guarded by it
//! ```

use crate::content::facts::{Facts, Kind};
use crate::content::record::{Access, Record, Relative, What};
use crate::content::state::{Level, Mode, Origin, Root, Site, State, Step, Term, Value};
use crate::plan::flat::{Flat, FlatEdge, Op};
use crate::text::fields;
use concurrent::object::{ClassId, Constant, Expr, ExprKind, FieldId, Instruction, LocalId, MethodId, Type, UnaryOp};
use source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// By method with an abstraction, what it may return.
pub type Returns = BTreeMap<MethodId, BTreeSet<(FieldId, Level)>>;

pub struct Walker<'a> {
    pub facts: &'a Facts<'a>,
    pub flat: &'a Flat,
    /// By node, the reads that decide whether control gets there.
    pub control: Vec<BTreeSet<usize>>,
    /// By node, the same for each decision.
    pub decisions: Vec<BTreeSet<BTreeSet<usize>>>,
    pub returns: &'a Returns,
    /// The class of the method.
    pub class: ClassId,
    /// Static fields of the class that is being initialised are no one else's.
    pub initialises: Option<ClassId>,
    pub record: Record,
}

impl Walker<'_> {
    /// The state after an edge, which is edge `at` of the method.
    pub fn step(&mut self, at: usize, edge: &FlatEdge, state: &mut State) {
        match &edge.op {
            Op::Java(instruction) => self.java(at, edge, instruction, state),
            Op::Library { call, method, .. } => self.library(at, edge, call, *method, state),
            Op::Abstract { call, method } => {
                let values: Vec<Value> =
                    call.receiver.iter().chain(&call.args).map(|arg| self.value(arg, state)).collect();
                for (value, arg) in values.iter().zip(call.receiver.iter().chain(&call.args)) {
                    let kind = self.facts.kind_of_all(&arg.ty);
                    if !matches!(kind, Kind::Safe | Kind::Locked) {
                        self.access(value, What::Whole, true, kind, edge.span, state);
                    }
                    state.publish(value.sites.iter().copied());
                }
                let known = self.returns.get(method).into_iter().flatten();
                let origins = known.map(|(field, level)| Origin {
                    field: *field,
                    level: *level,
                    owner: None,
                    is_fresh: false,
                    is_view: false,
                });
                let value = Value { origins: origins.collect(), ..Value::default() };
                self.assign(call.target, value, edge.from, state);
            }
            Op::Shows { objects } => {
                let sites: Vec<Site> = objects.iter().flat_map(|object| self.value(object, state).sites).collect();
                state.publish(sites);
            }
            Op::Clauses { .. } | Op::Requires { .. } => {}
        }
        for (one, other) in std::mem::take(&mut state.borrowed) {
            self.record.merge(one, other, false);
        }
    }

    fn java(&mut self, at: usize, edge: &FlatEdge, instruction: &Instruction, state: &mut State) {
        match instruction {
            Instruction::Assign { target, value } => {
                let value = self.value(value, state);
                self.assign(Some(*target), value, edge.from, state);
            }
            Instruction::ReadField { target, object, field } => {
                let value = self.read_field(at, object.as_ref(), *field, edge.span, state);
                self.assign(Some(*target), value, edge.from, state);
            }
            Instruction::WriteField { object, field, value } => {
                self.write_field(edge, object.as_ref(), *field, value, state);
            }
            Instruction::ReadElement { target, array, index } => {
                let (array_value, index) = (self.value(array, state), self.value(index, state));
                self.access(&array_value, What::Content, false, Kind::Unsafe, edge.span, state);
                let mut marks: BTreeSet<usize> = state.loaded(&array_value).union(&index.marks).copied().collect();
                if matches!(&array.ty, Type::Array(element) if !element.is_reference()) {
                    marks.extend(state.kept(state.origins(&array_value).iter().map(|place| place.field)));
                }
                let implied = array_value.implied.union(&index.implied).copied().collect();
                let value = Value { origins: state.inner(&array_value), marks, implied, ..Value::default() };
                self.assign(Some(*target), value, edge.from, state);
            }
            Instruction::WriteElement { array, index: _, value } => {
                let (array, stored) = (self.value(array, state), self.value(value, state));
                self.access(&array, What::Content, true, Kind::Unsafe, edge.span, state);
                let places = state.origins(&array);
                state.keep(places.iter().map(|place| place.field), &state.marks(&stored));
                self.store_element(&array, &stored, &value.ty, state);
            }
            Instruction::ArrayLength { target, array } => {
                let marks = self.value(array, state).marks;
                self.assign(Some(*target), Value { marks, ..Value::default() }, edge.from, state);
            }
            Instruction::NewObject { target, .. } | Instruction::NewArray { target, .. } => {
                let value = self.fresh(at, *target, state);
                self.assign(Some(*target), value, edge.from, state);
            }
            Instruction::Enter(object) => {
                if let Some(term) = self.value(object, state).term {
                    state.take((term, Mode::Exclusive));
                }
            }
            Instruction::Exit(object) => {
                let term = self.value(object, state).term;
                state.release(term.map(|term| (term, Mode::Exclusive)));
            }
            Instruction::Assume(condition) => self.assume(condition, state),
            Instruction::Check(_) | Instruction::Skip | Instruction::Throw(_) => {}
            Instruction::Call(_) | Instruction::Annotation(_) => {}
        }
    }

    /// `tryLock` or `compareAndSet` succeeded, or did not.
    fn assume(&mut self, condition: &Expr, state: &mut State) {
        let (expr, is_true) = match &condition.kind {
            ExprKind::Unary { op: UnaryOp::Not, arg } => (&**arg, false),
            _ => (condition, true),
        };
        let Some(local) = expr.local() else { return };
        let value = state.locals.get(&local).cloned().unwrap_or_default();
        if let (Some(lock), true) = (value.tried, is_true) {
            state.take(lock);
        }
        if is_true {
            state.publish(value.swapped.iter().copied());
        }
        for other in state.locals.values_mut() {
            other.swapped.retain(|site| !value.swapped.contains(site));
        }
    }

    pub fn value(&self, expr: &Expr, state: &State) -> Value {
        match &expr.kind {
            ExprKind::Local(local) => state.locals.get(local).cloned().unwrap_or_default(),
            ExprKind::Cast(inner) => self.value(inner, state),
            ExprKind::Constant(Constant::Class(ty)) => {
                let term = Some(Term::of(Root::ClassObject(format!("{ty:?}"))));
                Value { term, ..Value::default() }
            }
            ExprKind::Constant(_) => Value::default(),
            ExprKind::Unary { arg, .. } | ExprKind::Convert(arg) => self.depends(&[&**arg], state),
            ExprKind::Binary { left, right, .. } => self.depends(&[&**left, &**right], state),
            ExprKind::InstanceOf { value, .. } => self.depends(&[&**value], state),
            ExprKind::Concat(parts) => self.depends(&parts.iter().collect::<Vec<_>>(), state),
        }
    }

    fn depends(&self, parts: &[&Expr], state: &State) -> Value {
        let mut found = Value::default();
        for part in parts.iter().map(|part| self.value(part, state)) {
            found.marks.extend(part.marks);
            found.implied.extend(part.implied);
        }
        found
    }

    pub fn assign(&mut self, target: Option<LocalId>, mut value: Value, from: usize, state: &mut State) {
        let Some(target) = target else { return };
        value.implied.extend(&self.control[from]);
        state.locals.insert(target, value);
    }

    /// A new object of this site. Another one of it may be in use; then nothing new is known.
    pub fn fresh(&mut self, at: usize, target: LocalId, state: &mut State) -> Value {
        let site = Site::New(at);
        let is_used = |(local, value): (&LocalId, &Value)| *local != target && value.sites.contains(&site);
        if !state.locals.iter().any(is_used) {
            state.forget_root(&Root::Site(site));
            state.objects.remove(&site);
        }
        let is_known = !state.objects.contains_key(&site);
        let term = is_known.then(|| Term::of(Root::Site(site)));
        Value { term, sites: BTreeSet::from([site]), ..Value::default() }
    }

    /// The term of what a final field holds; the sides of read-write locks go by the lock.
    fn field_term(&self, object: Option<&Term>, field: FieldId, at: usize) -> Option<Term> {
        let entry = self.facts.java.field(field);
        if !entry.is_final {
            return Some(Term::of(Root::Read(at)));
        }
        if entry.is_static {
            return Some(Term::of(Root::Static(field)));
        }
        let object = object?;
        match self.facts.origin(field) {
            fields::Origin::ReadSideOf(lock) => object.then(Step::Field(lock))?.then(Step::ReadSide),
            fields::Origin::WriteSideOf(lock) => object.then(Step::Field(lock))?.then(Step::WriteSide),
            _ => object.then(Step::Field(field)),
        }
    }

    /// The places that a field of an object is: of content, what leads to the object leads there.
    fn places(&self, object: Option<&Value>, field: FieldId, state: &State) -> BTreeSet<Origin> {
        let level = Level::Field(field);
        let outer = object.map(|object| state.homes(object)).unwrap_or_default();
        if !outer.is_empty() && !self.facts.is_of_safe_class(field) {
            return outer.into_iter().map(|origin| Origin { level, is_view: false, ..origin }).collect();
        }
        let owner = match object {
            Some(object) => object.term.clone(),
            None => Some(Term::of(Root::Statics)),
        };
        BTreeSet::from([Origin { field, level, owner, is_fresh: true, is_view: false }])
    }

    fn read_field(&mut self, at: usize, object: Option<&Expr>, field: FieldId, span: Span, state: &mut State) -> Value {
        let object = object.map(|object| self.value(object, state));
        let entry = self.facts.java.field(field);
        let mut marks = object.as_ref().map(|object| object.marks.clone()).unwrap_or_default();
        let mut implied = object.as_ref().map(|object| object.implied.clone()).unwrap_or_default();
        if let Some(object) = object.as_ref().filter(|_| self.facts.is_plain_content(field)) {
            self.access(object, What::Field(field), false, Kind::Unsafe, span, state);
        }
        if self.facts.is_bare_volatile(field) {
            let variable = self.variable(object.as_ref(), field, state);
            self.read_variable(at, variable, span, state);
            marks.insert(at);
        }
        state.forget_root(&Root::Read(at));
        if let Some(known) = object.as_ref().and_then(|object| self.known_field(object, field, state)) {
            marks.extend(&known.marks);
            implied.extend(&known.implied);
            return Value { marks, implied, ..known };
        }
        marks.extend(object.as_ref().map(|object| state.loaded(object)).unwrap_or_default());
        if !entry.ty.is_reference() {
            if !entry.is_volatile {
                marks.extend(state.kept(std::iter::once(field)));
            }
            return Value { marks, implied, ..Value::default() };
        }
        let term = self.field_term(object.as_ref().and_then(|object| object.term.as_ref()), field, at);
        let origins = self.places(object.as_ref(), field, state);
        Value { term, origins, marks, implied, ..Value::default() }
    }

    /// What a field of a new object holds, if it was written here and cannot have changed.
    fn known_field(&self, object: &Value, field: FieldId, state: &State) -> Option<Value> {
        let site = *object.sites.first().filter(|_| object.sites.len() == 1 && object.origins.is_empty())?;
        let is_kept = self.facts.java.field(field).is_final || !state.is_published(site);
        state.objects.get(&site)?.fields.get(&field).filter(|_| is_kept).cloned()
    }

    fn write_field(&mut self, edge: &FlatEdge, object: Option<&Expr>, field: FieldId, value: &Expr, state: &mut State) {
        let object = object.map(|object| self.value(object, state));
        let stored = self.value(value, state);
        if let Some(object) = object.as_ref().filter(|_| self.facts.is_plain_content(field)) {
            self.access(object, What::Field(field), true, Kind::Unsafe, edge.span, state);
        }
        if self.facts.is_bare_volatile(field) {
            let variable = self.variable(object.as_ref(), field, state);
            let marks = state.marks(&stored);
            self.update(variable, marks, &stored.implied, edge, state);
        }
        state.keep(std::iter::once(field), &state.marks(&stored));
        let holders = object.as_ref().map(|object| object.sites.clone()).unwrap_or_default();
        if value.ty.is_reference() {
            let places = self.places(object.as_ref(), field, state);
            self.record.kind_of_field(field, self.stored_kind(&stored, &value.ty));
            self.store(&stored, &places, state);
        }
        let is_content = object.as_ref().is_some_and(|object| !object.origins.is_empty());
        self.hold(&holders, is_content, &stored, state);
        // A site stands for several objects if the one before is still in use; then there is no term.
        let is_certain = holders.len() == 1 && !is_content && object.is_some_and(|object| object.term.is_some());
        for holder in &holders {
            let object = state.objects.entry(*holder).or_default();
            match is_certain {
                true => drop(object.fields.insert(field, stored.clone())),
                false => drop(object.fields.remove(&field)),
            }
        }
    }

    pub fn stored_kind(&self, value: &Value, ty: &Type) -> BTreeSet<Kind> {
        let mut kinds: BTreeSet<Kind> = value.sites.iter().map(|site| self.site_kind(*site, ty)).collect();
        if value.sites.is_empty() && !matches!(ty, Type::Null) {
            kinds.insert(self.facts.kind(ty));
        }
        kinds
    }

    pub fn site_kind(&self, site: Site, ty: &Type) -> Kind {
        let Site::New(at) = site else { return self.facts.kind(ty) };
        match &self.flat.edges[at].op {
            Op::Java(Instruction::NewObject { class, .. }) => self.facts.class_kind(*class),
            Op::Java(Instruction::NewArray { .. }) => Kind::Unsafe,
            Op::Library { call, .. } => {
                let model = self.facts.java.method(call.method);
                let is_safe = model.sharing.contains(&concurrent::object::library::Sharing::SafeResult);
                let result = model.result.as_ref().map_or(Kind::Safe, |ty| self.facts.kind(ty));
                match is_safe {
                    true if model.sharing.contains(&concurrent::object::library::Sharing::Wrapper) => Kind::Locked,
                    true => Kind::Safe,
                    false => result,
                }
            }
            _ => self.facts.kind(ty),
        }
    }

    /// The locks that are held, as far as they stand in a known relation to the owner of a place.
    pub fn relative(&self, place: &Origin, state: &State) -> BTreeSet<(Relative, Mode)> {
        self.relative_to(place.owner.as_ref(), state.held.keys())
    }

    pub fn relative_to<'l>(
        &self,
        owner: Option<&Term>,
        locks: impl Iterator<Item = &'l (Term, Mode)>,
    ) -> BTreeSet<(Relative, Mode)> {
        let of = |(term, mode): &(Term, Mode)| {
            if term.is_static() {
                return Some((Relative::Fixed(term.clone()), *mode));
            }
            let owner = owner.filter(|owner| owner.root == term.root)?;
            let rest = term.path.strip_prefix(&owner.path[..])?;
            Some((Relative::OfOwner(rest.to_vec()), *mode))
        };
        locks.filter_map(of).collect()
    }

    /// Whether no other thread can be there.
    pub fn is_own_place(&self, place: &Origin, state: &State) -> bool {
        let entry = self.facts.java.field(place.field);
        let is_initialised = entry.is_static && self.initialises == Some(entry.class);
        is_initialised || place.owner.as_ref().is_some_and(|owner| state.is_own(owner))
    }

    pub fn access(&mut self, value: &Value, what: What, is_write: bool, kind: Kind, span: Span, state: &mut State) {
        self.settle_swaps(state);
        for place in state.origins(value) {
            if self.is_own_place(&place, state) {
                continue;
            }
            let mut locks = self.relative(&place, state);
            locks.extend(self.facts.guarded.get(&place.field).filter(|_| place.is_fresh).cloned());
            locks.extend(self.own_lock(&place, state));
            let Origin { field, level, .. } = place;
            self.record.accesses.insert(Access { field, level, what, is_write, kind, locks, span, inside: None });
        }
    }

    /// The lock of the object at a place itself, if it is held: that of a collection that locks itself.
    fn own_lock(&self, place: &Origin, state: &State) -> Option<(Relative, Mode)> {
        let entry = self.facts.java.field(place.field);
        let is_known = entry.is_final && place.level == Level::Field(place.field);
        let term = match (is_known, entry.is_static) {
            (false, _) => None,
            (true, true) => Some(Term::of(Root::Static(place.field))),
            (true, false) => place.owner.as_ref()?.then(Step::Field(place.field)),
        };
        let lock = (term?, Mode::Exclusive);
        state.held.contains_key(&lock).then_some((Relative::Itself, Mode::Exclusive))
    }

    /// Before anything else happens, what may have been stored is taken as stored.
    pub fn settle_swaps(&mut self, state: &mut State) {
        let swapped: Vec<Site> = state.locals.values().flat_map(|value| value.swapped.iter().copied()).collect();
        state.publish(swapped);
    }
}
