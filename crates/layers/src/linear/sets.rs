//! The permissions of values, as sets in the logic.
//!
//! Write P(v) for the set of permissions of one domain that the value v holds:
//!
//! - P(v) = {v} if v is of the domain's type `One T`;
//! - P(v) = v->dom if v is a `Map` with such keys. What its values hold is not collected: there is no bound on it. A
//!   smaller set is safe, since these sets only occur in facts that sets are disjoint, which are believed;
//! - P(v) = the union of P(v->f) over those fields f that the constructor of v has, for any other datatype. If the
//!   datatype is recursive, P is a function of the logic with this equation as its axiom. It has a solution, since the
//!   equation descends in a finite value.
//!
//! Disjointness is stated pair by pair, without quantifiers, and in the simplest form: `x != y` for two single
//! permissions, `!s[x]` for a permission and a set, `s ∩ t = ∅` for two sets. The other way, a map from permissions to
//! numbers such that the i-th set is mapped to i, is linear in the number of sets, but the solver has to find the values
//! of that map to see the contradiction in two equal permissions; and the sets are few.

use super::library::Shape;
use super::permissions::{Domain, Permissions, data};
use ivl::build::{
    Build, all, any, apply, bool_lit, bound_var, eq, forall, if_then_else, implies, is_constructor, not, select, store,
    var,
};
use ivl::typed::{Axiom, ConstructorId, Datatype, Expr, Field, FieldId, Type, Var};
use source::Span;

/// A part of the permissions of a value, there if all guards hold.
struct Part {
    guards: Vec<Expr>,
    content: Content,
}

enum Content {
    Single(Expr),
    Set(Expr),
}

impl Permissions {
    /// P(value), of type `[One T]bool`; `None` if values of this type hold no permissions of the domain.
    pub fn held(&self, build: &mut Build, domain: &Domain, value: Expr) -> Option<Expr> {
        let mut parts = Vec::new();
        self.parts(build, domain, value, Vec::new(), &mut parts);
        let span = match &parts.first()?.content {
            Content::Single(value) | Content::Set(value) => value.span(),
        };
        Some(union_of(build, domain, parts, span))
    }

    /// The union of P(value) over all values.
    pub fn union(&self, build: &mut Build, domain: &Domain, values: &[Expr], span: Span) -> Expr {
        let mut parts = Vec::new();
        for value in values {
            self.parts(build, domain, value.clone(), Vec::new(), &mut parts);
        }
        union_of(build, domain, parts, span)
    }

    /// For every domain, the fact that P(v) and P(w) are disjoint for any two of the values, and that they and the
    /// `extra` sets of the domain are. Nothing for a domain with fewer than two sets.
    pub fn disjoint(&self, build: &mut Build, values: &[Expr], extra: &[(&Domain, Expr)]) -> Vec<Expr> {
        let mut facts = Vec::new();
        for domain in self.domains() {
            let mut groups: Vec<Vec<Part>> = Vec::new();
            for value in values {
                let mut parts = Vec::new();
                self.parts(build, domain, value.clone(), Vec::new(), &mut parts);
                groups.push(parts);
            }
            let extra = extra.iter().filter(|(of, _)| *of == domain);
            groups.extend(extra.map(|(_, set)| vec![Part { guards: Vec::new(), content: Content::Set(set.clone()) }]));
            groups.retain(|parts| !parts.is_empty());
            facts.extend(pairwise(build, domain, &groups));
        }
        facts
    }

    /// For each value that is a `Map` and holds permissions: it maps keys outside of its domain to the default value.
    ///
    /// This holds of all maps that a linear variable can hold: the base library makes them so, keeps them so, and no
    /// assignment changes them ([`super::codes::LINEAR_TARGET`], [`super::codes::LINEAR_PATH`]). It is not believed of
    /// maps without permissions, which may be assigned any value.
    pub fn well_formed(&self, build: &mut Build, values: &[Expr]) -> Vec<Expr> {
        let maps = values.iter().filter(|value| self.is_linear_type(value.ty()));
        maps.filter_map(|value| {
            let map = self.map(value.ty())?;
            let (dom, val) = (build.field(value, map.dom), build.field(value, map.val));
            let default = self.default_value(build, &map.value, value.span());
            let default = build.constant_map(val.ty().clone(), default);
            let restricted = build.map_if(dom, val.clone(), default);
            Some(eq(val, restricted))
        })
        .collect()
    }

    /// `Default<T>()` of the base library. Where the program does not use it at this type, a new function does as well.
    pub(super) fn default_value(&self, build: &mut Build, ty: &Type, span: Span) -> Expr {
        let function = match self.defaults.get(ty) {
            Some(function) => *function,
            None => build.function("Default", &[], ty, span).0,
        };
        apply(function, Vec::new(), ty.clone(), span)
    }

    /// The parts of P(value).
    fn parts(&self, build: &mut Build, domain: &Domain, value: Expr, guards: Vec<Expr>, parts: &mut Vec<Part>) {
        let Some(id) = data(value.ty()).filter(|id| self.held[id.index()].contains(&domain.id)) else { return };
        let content = match &self.shapes[id.index()] {
            Shape::One { .. } => Content::Single(value),
            Shape::Map(map) if map.key == domain.permission => Content::Set(build.field(&value, map.dom)),
            Shape::Map(_) => return,
            Shape::Other if self.is_recursive[id.index()] => Content::Set(self.collected(build, domain, value)),
            Shape::Other => return self.parts_of_fields(build, domain, value, guards, parts),
        };
        parts.push(Part { guards, content });
    }

    fn parts_of_fields(
        &self,
        build: &mut Build,
        domain: &Domain,
        value: Expr,
        guards: Vec<Expr>,
        parts: &mut Vec<Part>,
    ) {
        let Some(id) = data(value.ty()) else { return };
        for at in 0..build.program.datatypes[id.index()].fields.len() {
            let datatype = &build.program.datatypes[id.index()];
            let declared = &datatype.fields[at];
            let mut guards = guards.clone();
            guards.extend(has_field(datatype, declared, &value));
            let part = build.field(&value, FieldId(at as u32));
            self.parts(build, domain, part, guards, parts);
        }
    }

    /// P(value) for a recursive datatype: `collected(value)`, with the axiom
    /// `(forall v: D :: {collected(v)} collected(v) == the union of P(v->f) over the fields f of v)`.
    fn collected(&self, build: &mut Build, domain: &Domain, value: Expr) -> Expr {
        let span = value.span();
        let (ty, set) = (value.ty().clone(), domain.set_type());
        let (function, is_new) = build.function("collected", std::slice::from_ref(&ty), &set, span);
        if is_new {
            let bound = build.fresh_bound();
            let whole = var(Var::Bound(bound), &ty, span);
            let mut parts = Vec::new();
            self.parts_of_fields(build, domain, whole.clone(), Vec::new(), &mut parts);
            let union = union_of(build, domain, parts, span);
            let left = apply(function, vec![whole], set.clone(), span);
            let body = eq(left.clone(), union);
            let expr = forall(vec![bound_var(bound, "v".into(), ty)], vec![vec![left]], body);
            build.program.axioms.push(Axiom { expr, attributes: Vec::new(), used_by: Vec::new(), span });
        }
        apply(function, vec![value], set, span)
    }
}

/// That the value's constructor has the field; `None` if all have it.
fn has_field(datatype: &Datatype, declared: &Field, value: &Expr) -> Option<Expr> {
    let has = |id: &ConstructorId| declared.places.iter().any(|(constructor, _)| constructor == id);
    let ids = (0..datatype.constructors.len() as u32).map(ConstructorId);
    let (with, without): (Vec<_>, Vec<_>) = ids.partition(has);
    let tests = with.into_iter().map(|id| is_constructor(value.clone(), id));
    (!without.is_empty()).then(|| any(tests, value.span()))
}

fn empty(build: &mut Build, domain: &Domain, span: Span) -> Expr {
    build.constant_map(domain.set_type(), bool_lit(false, span))
}

fn union_of(build: &mut Build, domain: &Domain, parts: Vec<Part>, span: Span) -> Expr {
    let mut union = None;
    for part in parts {
        let set = guarded_set(build, domain, part);
        union = Some(match union {
            None => set,
            Some(union) => build.map_or(union, set),
        });
    }
    union.unwrap_or_else(|| empty(build, domain, span))
}

/// `if guards then content else ∅`
fn guarded_set(build: &mut Build, domain: &Domain, Part { guards, content }: Part) -> Expr {
    let set = match content {
        Content::Single(value) => {
            let span = value.span();
            store(empty(build, domain, span), value, bool_lit(true, span))
        }
        Content::Set(set) => set,
    };
    match guards.is_empty() {
        true => set,
        false => {
            let span = set.span();
            let nothing = empty(build, domain, span);
            if_then_else(all(guards, span), set, nothing)
        }
    }
}

/// That any two groups are disjoint; `None` if there are no two.
fn pairwise(build: &mut Build, domain: &Domain, groups: &[Vec<Part>]) -> Option<Expr> {
    let mut facts = Vec::new();
    for (at, left) in groups.iter().enumerate() {
        for right in &groups[at + 1..] {
            for left in left {
                facts.extend(right.iter().map(|right| apart(build, domain, left, right)));
            }
        }
    }
    let span = facts.first()?.span();
    Some(all(facts, span))
}

fn apart(build: &mut Build, domain: &Domain, left: &Part, right: &Part) -> Expr {
    let fact = match (&left.content, &right.content) {
        (Content::Single(left), Content::Single(right)) => not(eq(left.clone(), right.clone())),
        (Content::Single(one), Content::Set(set)) | (Content::Set(set), Content::Single(one)) => {
            not(select(set.clone(), one.clone()))
        }
        (Content::Set(left), Content::Set(right)) => {
            let nothing = empty(build, domain, left.span());
            eq(build.map_and(left.clone(), right.clone()), nothing)
        }
    };
    let span = fact.span();
    implies(all(left.guards.iter().chain(&right.guards).cloned(), span), fact)
}
