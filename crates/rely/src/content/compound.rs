//! Steps that belong together and are not one: a write that is based on an earlier read of the same variable.

use crate::codes;
use crate::content::facts::Facts;
use crate::content::races::Regions;
use crate::content::record::{Relative, Update, Variable};
use crate::content::state::Mode;
use crate::content::{Finding, Walked};
use source::{Diagnostic, Span, Verdict};
use std::collections::BTreeSet;

/// A finding for each write that may be based on a value that another thread has replaced.
pub fn compound_steps(facts: &Facts, regions: &Regions, walked: &[Walked]) -> Vec<Finding> {
    let writes: Vec<&Update> = walked.iter().flat_map(|method| &method.record.updates).collect();
    let mut found: Vec<Finding> = Vec::new();
    // What only the main thread writes, no other thread replaces.
    let others: Vec<&Update> =
        walked.iter().filter(|method| !method.is_main).flat_map(|method| &method.record.updates).collect();
    let is_written = |update: &Update| others.iter().any(|other| is_same(regions, &other.variable, &update.variable));
    for method in walked.iter().filter(|method| !method.is_specified) {
        let counted = |update: &&Update| !update.is_unit && (!method.is_main || is_written(update));
        for update in method.record.updates.iter().filter(counted) {
            let Some((read, is_value)) = stale_read(regions, method, update, &writes) else { continue };
            if !found.iter().any(|finding| finding.diagnostic.span == update.span) {
                found.push(finding(facts, update, read, is_value));
            }
        }
    }
    found
}

/// The read that the write is based on, and whether its value is.
fn stale_read(regions: &Regions, method: &Walked, update: &Update, writes: &[&Update]) -> Option<(Span, bool)> {
    if !is_counted(regions, &update.variable) {
        return None;
    }
    let of = |reads: &BTreeSet<usize>| -> Vec<usize> {
        let is_same = |read: &&usize| {
            method.record.reads.get(read).is_some_and(|(variable, _)| is_same(regions, variable, &update.variable))
        };
        reads.iter().filter(is_same).copied().collect()
    };
    let (data, control) = (of(&update.data), of(&update.control));
    let is_kept = |read: &usize| {
        let region = update.variable.regions.first().map_or(0, |field| regions.of(*field));
        let held = &update.since[read];
        let writers = writes.iter().filter(|write| is_same(regions, &write.variable, &update.variable));
        common(writers.map(|write| &write.locks), held)
            .iter()
            .any(|lock| regions.keeps_apart(region, &BTreeSet::from([lock.clone()]), held))
    };
    let place = |read: &usize| method.record.reads[read].1;
    if let Some(read) = data.iter().find(|read| !is_kept(read)) {
        return Some((place(read), true));
    }
    let is_repeated = data.iter().chain(&control).any(is_kept);
    control.iter().find(|_| !is_repeated).map(|read| (place(read), false))
}

/// The locks among these that every one of the writes holds alone.
fn common<'l>(
    writes: impl Iterator<Item = &'l BTreeSet<(Relative, Mode)>>,
    held: &BTreeSet<(Relative, Mode)>,
) -> BTreeSet<(Relative, Mode)> {
    let mut found: BTreeSet<(Relative, Mode)> =
        held.iter().filter(|(_, mode)| *mode == Mode::Exclusive).cloned().collect();
    writes.for_each(|locks| found.retain(|lock| locks.contains(lock)));
    found
}

fn is_counted(regions: &Regions, variable: &Variable) -> bool {
    let is_shared = variable.regions.iter().any(|field| regions.is_shared(*field));
    let is_unsafe = |field| variable.levels.iter().any(|level| regions.may_be_unsafe(field, *level, variable.kind));
    // What is not thread-safe needs a lock for every access anyway.
    is_shared && !(variable.is_collection && variable.regions.iter().any(|field| is_unsafe(*field)))
}

fn is_same(regions: &Regions, one: &Variable, other: &Variable) -> bool {
    let owners_differ = one.owner.is_some() && other.owner.is_some() && one.owner != other.owner;
    let of =
        |variable: &Variable| -> BTreeSet<usize> { variable.regions.iter().map(|field| regions.of(*field)).collect() };
    let is_one_kind = one.field == other.field && one.is_collection == other.is_collection;
    let is_one_level = one.field.is_some() || !one.levels.is_disjoint(&other.levels);
    is_one_kind && is_one_level && !owners_differ && (one.field.is_some() || !of(one).is_disjoint(&of(other)))
}

fn finding(facts: &Facts, update: &Update, read: Span, is_value: bool) -> Finding {
    let variable = &update.variable;
    let field = variable.field.or_else(|| variable.regions.first().copied());
    let name = field.map_or("it".to_string(), |field| format!("`{}`", facts.java.field(field).name));
    let based = match is_value {
        true => "what is written is computed from the value read before",
        false => "whether it is written depends on the value read before",
    };
    let message = format!("another thread may write {name} between the read and the write: {based}");
    let help = match (variable.is_collection, variable.field.is_some()) {
        (true, _) => {
            "use one call that does both, such as `putIfAbsent`, `compute` or `merge`, or hold a lock around both"
        }
        (false, true) => {
            "use an atomic and `incrementAndGet` or `compareAndSet`, or hold one lock around every write and this"
        }
        (false, false) => {
            "use `incrementAndGet`, `updateAndGet` or `compareAndSet`, or hold one lock around every write and this"
        }
    };
    let mut diagnostic = Diagnostic::error(&codes::COMPOUND, update.span, message);
    if read != update.span {
        diagnostic = diagnostic.label(read, "it is read here");
    }
    // A value that is lost is a wrong result; that a condition no longer holds may be meant.
    let verdict = if is_value && !variable.is_collection { Verdict::Failed } else { Verdict::Unknown };
    Finding { code: &codes::COMPOUND, verdict, diagnostic: diagnostic.help(help) }
}
