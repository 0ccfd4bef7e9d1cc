//! What is stored where: who has an object from then on, and which places hold the same one.

use crate::content::facts::Kind;
use crate::content::record::{Access, What};
use crate::content::state::{Level, Origin, Root, Site, State, Value};
use crate::content::walk::Walker;
use crate::plan::flat::Op;
use concurrent::object::{Instruction, Type};
use source::Span;
use std::collections::BTreeSet;

impl Walker<'_> {
    /// The objects at these sites hold the value; if others may have one of them, they have the value.
    pub fn hold(&mut self, holders: &BTreeSet<Site>, is_content: bool, value: &Value, state: &mut State) {
        let marks = state.marks(value);
        for holder in holders {
            let object = state.objects.entry(*holder).or_default();
            object.marks.extend(&marks);
            object.holds.extend(value.sites.iter().filter(|site| *site != holder));
        }
        let is_own = !is_content && !holders.is_empty() && holders.iter().all(|site| !state.is_published(*site));
        if !is_own {
            state.publish(value.sites.iter().copied());
        }
    }

    pub fn store_element(&mut self, container: &Value, value: &Value, ty: &Type, state: &mut State) {
        if ty.is_reference() {
            let places = state.homes_within(container);
            let kind = self.stored_kind(value, ty);
            places.iter().for_each(|place| self.record.kind_of_elements(place.field, kind.clone()));
            self.store(value, &places, state);
            let inner = state.homes(value);
            for site in &container.sites {
                state.objects.entry(*site).or_default().inner.extend(inner.iter().cloned());
            }
        }
        self.hold(&container.sites, !container.origins.is_empty(), value, state);
    }

    /// What is stored in two places makes one of them. What a new object leads to is found by way of it from now on; but an
    /// object of a thread-safe class is the owner of what its fields lead to.
    pub fn store(&mut self, value: &Value, places: &BTreeSet<Origin>, state: &mut State) {
        let is_safe = |site: &Site| match site {
            Site::New(at) => match &self.flat.edges[*at].op {
                Op::Java(Instruction::NewObject { class, .. }) => self.facts.is_safe_class(*class),
                _ => false,
            },
            Site::This => self.facts.is_safe_class(self.class),
            Site::Param(_) => true,
        };
        let mut moved = BTreeSet::new();
        let mut pending: Vec<Site> = value.sites.iter().copied().filter(|site| !is_safe(site)).collect();
        while let Some(site) = pending.pop() {
            if moved.insert(site) {
                let held = state.objects.get(&site).into_iter().flat_map(|object| object.holds.iter().copied());
                pending.extend(held.filter(|site| !is_safe(site)));
            }
        }
        let classes: Vec<_> = moved.iter().chain(&value.sites).filter_map(|site| self.class_of(*site)).collect();
        for class in classes {
            self.record.classes.extend(places.iter().map(|place| (place.field, class)));
        }
        state.rehome(&moved, places);
        let aliases = self.aliases(value, &moved, state);
        let mut wrapped = Vec::new();
        let mut before = value.origins.clone();
        for site in moved.iter().chain(&value.sites) {
            let object = state.objects.entry(*site).or_default();
            before.extend(object.stored.iter().chain(&object.inner).cloned());
            let is_direct = value.sites.contains(site);
            if !is_direct {
                let kind = match site {
                    Site::New(_) => self.site_kind(*site, &Type::Null),
                    Site::This => Kind::Own,
                    Site::Param(_) => Kind::Depends,
                };
                places.iter().for_each(|place| self.record.kind_of_elements(place.field, BTreeSet::from([kind])));
            }
            if is_direct {
                object.wrapped.iter().for_each(|span| wrapped.push(*span));
            }
            if is_direct || object.stored.is_empty() {
                let level = |place: &Origin| if is_direct { place.level } else { Level::Element };
                object.stored.extend(places.iter().map(|place| Origin { level: level(place), ..place.clone() }));
            }
        }
        for place in places {
            for (other, is_direct) in &aliases {
                let level = if *is_direct { place.level } else { Level::Element };
                self.record.merge_levels([place.field, other.field], level, other.level);
            }
            // What a new object leads to is found by way of it, wherever it is stored; if it is not, it is an owner of its own.
            let new = place.owner.as_ref().filter(|owner| state.is_own(owner)).and_then(|owner| match owner.root {
                Root::Site(site) => Some(site).filter(|site| !is_safe(site)),
                _ => None,
            });
            for other in &before {
                let is_same = place.owner.is_some() && place.owner == other.owner;
                match new.filter(|_| !is_same) {
                    Some(site) => {
                        let object = state.objects.entry(site).or_default();
                        object.borrowed.insert((place.field, other.field));
                        object.inner.insert(other.clone());
                    }
                    None if is_same && place.field == other.field => {}
                    None => self.record.merge(place.field, other.field, is_same),
                }
            }
        }
        wrapped.iter().for_each(|span| self.use_wrapped(places, *span));
    }

    /// A thread-safe wrapper, made at the span, uses what is found at these places.
    pub fn use_wrapped(&mut self, places: &BTreeSet<Origin>, span: Span) {
        for Origin { field, level, .. } in places {
            let (what, kind, locks) = (What::Wrapped, Kind::Unsafe, BTreeSet::new());
            self.record.accesses.insert(Access {
                field: *field,
                level: *level,
                what,
                is_write: true,
                kind,
                locks,
                span,
                inside: None,
            });
        }
    }

    /// The places where a value that is stored is already, and those of its elements. What a field of an object of the
    /// program holds became known when it was written.
    fn aliases(&self, value: &Value, moved: &BTreeSet<Site>, state: &State) -> BTreeSet<(Origin, bool)> {
        let mut found: BTreeSet<(Origin, bool)> = value.origins.iter().map(|origin| (origin.clone(), true)).collect();
        let stored = |site: &Site| state.objects.get(site).into_iter().flat_map(|object| &object.stored);
        found.extend(value.sites.iter().flat_map(stored).map(|origin| (origin.clone(), true)));
        let is_container = |site: &&Site| self.site_kind(**site, &Type::Null) != Kind::Own && **site != Site::This;
        for site in moved.iter().chain(&value.sites).filter(is_container) {
            let Some(object) = state.objects.get(site) else { continue };
            let held = object.holds.iter().flat_map(stored);
            found.extend(object.inner.iter().chain(held).map(|origin| (origin.clone(), false)));
        }
        found
    }
}
