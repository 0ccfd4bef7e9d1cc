//! Functors are closed, and instances are copies of them.
//!
//! Let T be a functor and I an instance, and Π* the program in which I is written out in full: a copy of all of T, with
//! bodies. What has to be proved of Π* is proved, in the program at hand, in one of three ways.
//!
//! ```text
//! of parts of I alone, and of pairs of them     as of T: a renaming, since T refers to nothing outside of T, nothing
//!                                               outside joins I, and the layers at which obligations are made are those
//!                                               of the whole program, T included
//! of a part of I and something outside of I     disjoint, at layers where I owns the globals of I (`ownership`)
//!                                               as usual, at layers to which parts of I have migrated: from the first
//!                                               of these on, all of T that exists is declared in I, and nothing of T
//!                                               that exists has a body
//! of what is outside of I                       as usual: of I it sees declarations only, which are those of T
//! ```
//!
//! So the rules, for a functor T and an instance I that something leaves at layer k and nothing before:
//!
//! ```text
//! closed        parts of T refer to parts of T and to what has no state; parts of I to parts of I and to what has no state
//! copied        each part of I is its original under the renaming; a yield procedure has no body, and is no mover
//! complete      yield procedures of T are of layers below k; all else of T that exists at k or above has a copy in I
//! ```
//!
//! A mover procedure is a step of its callers, and what is asked about such steps is read off its body; so it has no copy,
//! and is for the procedures of the functor.

use super::codes::{FUNCTOR, INSTANCE};
use super::copy::Comparison;
use super::references::references;
use super::{Item, Membership, ModuleId, Origin, Tenure};
use crate::civl::{Civl, Layer, Routine};
use source::{Diagnostic, Span};
use std::collections::BTreeSet;

/// What keeps functors from being closed and instances from being copies.
pub fn check_functors(civl: &Civl) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let comparison = Comparison::new(civl.program, &civl.modules);
    for (item, membership) in civl.modules.items() {
        match membership.origin {
            Origin::Ordinary => {}
            Origin::Template => found.extend(closed(civl, item, membership)),
            Origin::Copy(original) => {
                let before = found.len();
                found.extend(closed(civl, item, membership));
                found.extend(not_a_copy(civl, item, original));
                // What refers to something else is no copy either.
                if found.len() == before {
                    found.extend(copied(civl, &comparison, item, original));
                }
            }
        }
    }
    for instance in instances(civl) {
        found.extend(complete(civl, instance));
    }
    found
}

/// The modules that are instances.
pub fn instances(civl: &Civl) -> BTreeSet<ModuleId> {
    civl.modules
        .items()
        .filter(|(_, membership)| membership.is_copy())
        .map(|(_, membership)| membership.home())
        .collect()
}

/// The functor of an instance.
pub fn functor_of(civl: &Civl, instance: ModuleId) -> Option<ModuleId> {
    civl.modules.items().find_map(|(_, membership)| match membership.origin {
        Origin::Copy(original) if membership.home() == instance => Some(civl.modules.of(original).home()),
        Origin::Copy(_) | Origin::Template | Origin::Ordinary => None,
    })
}

/// The law: a part refers to parts of the same functor or instance, and to what has no state.
fn closed(civl: &Civl, item: Item, membership: &Membership) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = Vec::new();
    let mut reported: BTreeSet<Item> = BTreeSet::new();
    for (other, span) in references(civl.program, item) {
        let theirs = civl.modules.of(other);
        let is_part = theirs.home() == membership.home() && theirs.origin != Origin::Ordinary;
        if !is_part && !is_stateless(civl, other) && reported.insert(other) {
            found.push(open(civl, item, membership, other, span));
        }
    }
    found
}

fn is_stateless(civl: &Civl, item: Item) -> bool {
    let Item::Routine(id) = item else { return false };
    match &civl.routines[id.index()] {
        Routine::Pure { .. } | Routine::Primitive { .. } => true,
        Routine::Action(action) => action.is_pure,
        Routine::Plain { .. } | Routine::Yield(_) | Routine::Invariant(_) => false,
    }
}

fn open(civl: &Civl, item: Item, membership: &Membership, other: Item, span: Span) -> Diagnostic {
    let (name, (other_name, declared)) = (civl.declared(item).0, civl.declared(other));
    let home = &civl.modules.names[membership.home().0 as usize];
    match membership.origin {
        Origin::Ordinary | Origin::Template => {
            let message =
                format!("`{name}` is part of functor `{home}`, but refers to `{other_name}`, which is not part of it");
            Diagnostic::error(&FUNCTOR, span, message)
                .label(declared, "declared here")
                .help(format!("make it a part: `{{:functor \"{home}\"}}`"))
        }
        Origin::Copy(_) => {
            let message =
                format!("`{name}` is part of instance `{home}`, but refers to `{other_name}`, which is not part of it");
            Diagnostic::error(&INSTANCE, span, message)
                .label(declared, "declared here")
                .help(format!("refer to what is the copy in `{home}`: `{{:instance \"{home}\", …}}`"))
        }
    }
}

/// The law: a copy of a yield procedure has no body, and is no mover.
fn not_a_copy(civl: &Civl, item: Item, original: Item) -> Option<Diagnostic> {
    let Item::Routine(id) = item else { return None };
    let (name, span) = civl.declared(item);
    let procedure = civl.yield_procedure(id)?;
    let message = if procedure.mover.is_some() {
        format!("`{name}` is a mover procedure: it is for the procedures of its functor, and has no copies")
    } else if procedure.body.is_some() {
        format!("`{name}` has a body, but it is proved as a copy of `{}`", civl.declared(original).0)
    } else {
        return None;
    };
    let diagnostic = Diagnostic::error(&INSTANCE, span, message).label(civl.declared(original).1, "the original");
    Some(diagnostic.help("leave the body out, or let the procedure belong to a module of its own"))
}

/// The law: a copy is its original under the renaming.
fn copied(civl: &Civl, comparison: &Comparison, item: Item, original: Item) -> Option<Diagnostic> {
    let difference = comparison.difference(item, original)?;
    let ((name, span), (original_name, declared)) = (civl.declared(item), civl.declared(original));
    let message = format!("`{name}` is not a copy of `{original_name}`");
    let diagnostic = Diagnostic::error(&INSTANCE, span, message).label(declared, "the original");
    Some(
        diagnostic
            .help(format!("the original reads `{}`", difference.original))
            .help(format!("and this, with the names of the original, `{}`", difference.copy)),
    )
}

/// The law: from the first layer on at which something leaves the instance, the instance is there in full, without bodies.
fn complete(civl: &Civl, instance: ModuleId) -> Vec<Diagnostic> {
    let Some(leaving) = first_to_leave(civl, instance) else { return Vec::new() };
    let Some(functor) = functor_of(civl, instance) else { return Vec::new() };
    let (item, tenure) = leaving;
    let (name, instance_name) = (civl.declared(item).0, &civl.modules.names[instance.0 as usize]);
    let leaves = format!("`{name}` leaves instance `{instance_name}` at layer {}", tenure.from);
    let copies: BTreeSet<Item> = civl
        .modules
        .items()
        .filter(|(_, membership)| membership.home() == instance)
        .filter_map(|(_, membership)| match membership.origin {
            Origin::Copy(original) => Some(original),
            Origin::Ordinary | Origin::Template => None,
        })
        .collect();
    let mut found = Vec::new();
    for (part, membership) in civl.modules.items() {
        if membership.origin != Origin::Template || membership.home() != functor || last_layer(civl, part) < tenure.from
        {
            continue;
        }
        let (part_name, declared) = civl.declared(part);
        let is_procedure = matches!(part, Item::Routine(id) if civl.yield_procedure(id).is_some());
        if is_procedure {
            let message = format!("{leaves}, where `{part_name}` of the functor still is a procedure");
            let diagnostic = Diagnostic::error(&INSTANCE, tenure.span, message).label(declared, "this procedure");
            found.push(diagnostic.help(format!("migrate above layer {}", last_layer(civl, part))));
        } else if !copies.contains(&part) {
            let message =
                format!("{leaves}, where it would meet `{part_name}`, which has no copy in `{instance_name}`");
            let diagnostic =
                Diagnostic::error(&INSTANCE, tenure.span, message).label(declared, "this part exists there");
            found.push(diagnostic.help("declare its copy, or let it end at a lower layer"));
        }
    }
    found
}

/// The first layer at which something of the instance belongs to another module.
fn first_to_leave(civl: &Civl, instance: ModuleId) -> Option<(Item, Tenure)> {
    let parts = civl.modules.items().filter(|(_, membership)| membership.is_copy() && membership.home() == instance);
    let leaving = parts.filter_map(|(item, membership)| Some((item, *membership.owners.get(1)?)));
    leaving.min_by_key(|(_, tenure)| tenure.from)
}

/// The last layer at which a declaration exists.
fn last_layer(civl: &Civl, item: Item) -> Layer {
    let id = match item {
        Item::Global(id) => return civl.globals[id.index()].layers.upper,
        Item::Routine(id) => id,
    };
    match &civl.routines[id.index()] {
        Routine::Plain { .. } | Routine::Pure { .. } | Routine::Primitive { .. } => 0,
        Routine::Action(action) => action.layers.upper,
        Routine::Yield(procedure) => procedure.layer,
        Routine::Invariant(invariant) => invariant.layer,
    }
}
