//! What Java itself says of any number of steps of others, from one state to a later one.
//!
//! ```text
//! others    what this thread holds, also for reading, stays held by it, and nobody gives it a lock;
//!           static final fields do not change
//! anyone    what is published stays so, who was started stays started, final fields of published objects do not change
//! ```

use crate::others::clauses::State;
use crate::terms::heap::Heap;
use ivl::build::{eq, forall, implies, select};
use ivl::typed::{Expr, GlobalId};
use std::collections::BTreeSet;

/// All of it that is about these variables.
pub fn java_relation(
    heap: &mut Heap,
    globals: &BTreeSet<GlobalId>,
    tid: &Expr,
    before: State,
    after: State,
) -> Vec<Expr> {
    let mut facts = Vec::new();
    if globals.contains(&heap.readers) {
        let (object, some) = heap.any_ref("o");
        let old = select(select(before(heap.readers), some.clone()), tid.clone());
        let new = select(select(after(heap.readers), some), tid.clone());
        facts.push(forall(vec![object], vec![vec![old.clone()], vec![new.clone()]], eq(old, new)));
    }
    for lock in [heap.holder, heap.owner].into_iter().filter(|lock| globals.contains(lock)) {
        let (object, some) = heap.any_ref("o");
        let (old, new) = (select(before(lock), some.clone()), select(after(lock), some));
        let same = eq(eq(old.clone(), tid.clone()), eq(new.clone(), tid.clone()));
        facts.push(forall(vec![object], vec![vec![old], vec![new]], same));
    }
    let is_static = |global: &&GlobalId| finality(heap, **global) == Some(Finality::Static);
    facts.extend(globals.iter().filter(is_static).map(|global| eq(before(*global), after(*global))));
    facts.extend(lasting(heap, globals, before, after));
    facts
}

/// What is true of steps of anyone.
pub fn lasting(heap: &mut Heap, globals: &BTreeSet<GlobalId>, before: State, after: State) -> Vec<Expr> {
    let mut facts = Vec::new();
    for grows in [heap.published, heap.started].into_iter().filter(|grows| globals.contains(grows)) {
        let (object, some) = heap.any_ref("o");
        let (old, new) = (select(before(grows), some.clone()), select(after(grows), some));
        facts.push(forall(vec![object], vec![vec![old.clone()], vec![new.clone()]], implies(old, new)));
    }
    for global in globals.iter().copied() {
        if finality(heap, global) == Some(Finality::OfObjects) {
            let (object, some) = heap.any_ref("o");
            let was = select(before(heap.published), some.clone());
            let (old, new) = (select(before(global), some.clone()), select(after(global), some));
            facts.push(forall(vec![object], vec![vec![old.clone()], vec![new.clone()]], implies(was, eq(old, new))));
        }
    }
    facts
}

#[derive(PartialEq)]
enum Finality {
    Static,
    OfObjects,
}

/// Whether the variable is a final field.
fn finality(heap: &Heap, global: GlobalId) -> Option<Finality> {
    let field = heap.field_of(global).map(|field| heap.java.field(field)).filter(|field| field.is_final)?;
    Some(if field.is_static { Finality::Static } else { Finality::OfObjects })
}
