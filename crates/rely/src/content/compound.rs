//! Steps that belong together and are not one: a write that is based on an earlier read of the same variable.

use crate::codes;
use crate::content::facts::Facts;
use crate::content::races::Regions;
use crate::content::record::{Relative, Swap, Update, Variable};
use crate::content::state::{Level, Mode};
use crate::content::{Finding, Walked};
use concurrent::object::{Body, FieldId};
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
    let told: BTreeSet<Span> = walked.iter().flat_map(|method| answered_to_callers(facts, method)).collect();
    for method in walked.iter().filter(|method| !method.is_specified) {
        let counted = |update: &&Update| !method.is_main || is_written(update);
        for update in method.record.updates.iter().filter(counted) {
            let Some(stale) = stale_read(regions, method, update, &writes, &told) else { continue };
            if !found.iter().any(|finding| finding.diagnostic.span == update.span) {
                found.push(finding(facts, update, &stale));
            }
        }
    }
    found
}

/// Why a write may be based on an old value.
struct Stale {
    read: Span,
    /// The value that is written depends on it, and not only whether it is.
    is_value: bool,
    /// The write compares first, and does nothing if another thread was faster; no one looks whether it did.
    is_unanswered: bool,
    /// It takes out what is there, and the method returns what it read before.
    is_taken: bool,
}

/// The read that the write is based on, if it may be of an old value.
///
/// ```text
/// x = e            the reads that e and the decision to write depend on
/// x.remove(k)      the reads that the result of the method depends on, if that of `remove` is not looked at
/// cas(x, e, n)     if it succeeds, x is e: a read is current if e is what it read. If it fails, nothing is written:
///                  unless something depends on the answer, n is lost, and e and n depend on old values. Where e is what
///                  one of several reads read, n and each decision look at the same one
/// ```
fn stale_read(
    regions: &Regions,
    method: &Walked,
    update: &Update,
    writes: &[&Update],
    told: &BTreeSet<Span>,
) -> Option<Stale> {
    if !is_counted(regions, &update.variable) {
        return None;
    }
    let of = |reads: &BTreeSet<usize>| -> Vec<usize> {
        let is_same = |read: &&usize| {
            method.record.reads.get(read).is_some_and(|(variable, _)| is_same(regions, variable, &update.variable))
        };
        reads.iter().filter(is_same).copied().collect()
    };
    let (mut data, mut control) = (of(&update.data), of(&update.control));
    let is_unanswered = |swap: &&Swap| !method.record.answered.contains(&swap.at) && !told.contains(&update.span);
    let unanswered = update.swap.as_ref().filter(is_unanswered).filter(|swap| !swap.expected.is_empty());
    if let (Some(swap), None) = (&update.swap, unanswered) {
        let is_compared = !of(&swap.expected).is_empty();
        let decided = |reads: &BTreeSet<usize>| {
            let mut surely = of(reads).into_iter().filter(|read| is_surely_same(method, update, *read));
            surely.next().filter(|_| is_older(swap, reads))
        };
        control = swap.decisions.iter().filter_map(decided).collect();
        let is_older = is_older(swap, &update.data);
        data.retain(|read| {
            !is_current(method, update, swap, *read, is_compared) || is_older && is_surely_same(method, update, *read)
        });
    }
    let taken: BTreeSet<usize> = match update.discards {
        true => update.since.keys().filter(|read| method.record.returned.contains(read)).copied().collect(),
        false => BTreeSet::new(),
    };
    let taken = of(&taken);
    let is_kept = |read: &usize| {
        let region = update.variable.regions.first().map_or(0, |field| regions.of(*field));
        let held = &update.since[read];
        let writers = writes.iter().filter(|write| is_same(regions, &write.variable, &update.variable));
        common(writers.map(|write| &write.locks), held)
            .iter()
            .any(|lock| regions.keeps_apart(region, &BTreeSet::from([lock.clone()]), held))
    };
    let stale = |read: &usize, is_value| Stale {
        read: method.record.reads[read].1,
        is_value,
        is_unanswered: unanswered.is_some(),
        is_taken: taken.contains(read),
    };
    if let Some(read) = data.iter().find(|read| !is_kept(read)) {
        return Some(stale(read, true));
    }
    let is_repeated = data.iter().chain(&control).any(is_kept);
    let decided = control.iter().find(|_| !is_repeated);
    decided.or_else(|| taken.iter().find(|read| !is_kept(read))).map(|read| stale(read, false))
}

/// The swaps in the text of a method whose answer something depends on there. It is an affair of its callers, what they do
/// with what it returns.
fn answered_to_callers(facts: &Facts, method: &Walked) -> Vec<Span> {
    let Body::Graph(graph) = &facts.java.method(method.id).body else { return Vec::new() };
    let own: BTreeSet<Span> = graph.edges.iter().map(|edge| edge.span).collect();
    let is_answered = |update: &&Update| {
        update.swap.as_ref().is_some_and(|swap| method.record.answered.contains(&swap.at)) && own.contains(&update.span)
    };
    method.record.updates.iter().filter(is_answered).map(|update| update.span).collect()
}

/// Whether a swap that succeeds shows that the variable still is what was read. Of a variable that is only possibly the
/// one that was read, such as the next node of a list, it is enough that something read of it is compared.
fn is_current(method: &Walked, update: &Update, swap: &Swap, read: usize, is_compared: bool) -> bool {
    let is_copy = swap.copies.as_ref().is_some_and(|copies| copies.contains(&read));
    is_copy || is_compared && !is_surely_same(method, update, read)
}

fn is_surely_same(method: &Walked, update: &Update, read: usize) -> bool {
    let (variable, _) = &method.record.reads[&read];
    variable.owner.is_some()
        && variable.owner == update.variable.owner
        && variable.regions == update.variable.regions
        && variable.levels == update.variable.levels
        && variable.levels.iter().all(|level| matches!(level, Level::Field(_)))
}

/// Whether a swap may compare with a later read than those that something depends on, as after another attempt.
fn is_older(swap: &Swap, reads: &BTreeSet<usize>) -> bool {
    swap.copies.as_ref().is_some_and(|copies| !copies.is_subset(reads))
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
    let of = |variable: &Variable| -> BTreeSet<(usize, Level)> {
        let levels = |field: FieldId| variable.levels.iter().map(move |level| (field, *level));
        let all = variable.regions.iter().flat_map(|field| levels(*field));
        all.map(|(field, level)| (regions.of(field), regions.level(field, level))).collect()
    };
    let is_one_kind = one.field == other.field && one.is_collection == other.is_collection;
    is_one_kind && !owners_differ && (one.field.is_some() || !of(one).is_disjoint(&of(other)))
}

fn finding(facts: &Facts, update: &Update, stale: &Stale) -> Finding {
    let Stale { read, is_value, is_unanswered, is_taken } = *stale;
    let variable = &update.variable;
    let field = variable.field.or_else(|| variable.regions.first().copied());
    let name = field.map_or("it".to_string(), |field| format!("`{}`", facts.java.field(field).name));
    let based = match (is_unanswered, is_value) {
        _ if is_taken => "what is returned is the value read before, and not what is taken out",
        (true, _) => "then nothing is written here, and nothing depends on the answer",
        (false, true) => "what is written is computed from the value read before",
        (false, false) => "whether it is written depends on the value read before",
    };
    let message = format!("another thread may write {name} between the read and the write: {based}");
    let help = match (variable.is_collection, variable.field.is_some()) {
        _ if is_unanswered => "read and try again until the answer is `true`, or return the answer",
        _ if is_taken => {
            "return what the one call returns: `remove`, `poll`, `sumThenReset`; or hold a lock around both"
        }
        _ if update.swap.is_some() => "for each try, decide and compute from the value that it expects",
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
