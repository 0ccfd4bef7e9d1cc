//! Live variables, given what a view knows: what is not live is forgotten in every view.
//!
//! A thread whose copy of a counter is behind will fail its next check and begin again; what else it holds does not
//! matter any more. So liveness is computed for each location and each set of [`Fact`]s that hold there, and edges that
//! the facts exclude count for nothing. A fact holds until a variable that it speaks of is set.
//!
//! Globals are always live, and so are the ghosts within the procedures that threads call; at an exit the results are.
//! Whether the structure could be empty at the mark is no longer of interest where the mark will be passed again. The
//! fields of a cell are live for a local if they may be read, written or published through it.
//!
//! What is forgotten is undefined, which stands for any value. So if a fact ceases to hold against expectation, a proof
//! may fail, and nothing worse.

use crate::code::{AgeOf, Code, Expr, Op, Procedure, Role};
use crate::ownership::reached_from;
use crate::value::{Age, CELLS, NULL, as_age, as_cell};
use crate::view::{Slot, View, status};
use concurrent::spec::Kind;

/// Something that a view may know for good.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fact {
    /// The local points to a cell.
    NotNull(Slot),
    /// With a garbage collector: the local points to a cell that the globals do not reach. They never will again.
    Gone(Slot),
    /// The local is behind the counter that it was copied from.
    Behind(Slot, AgeOf),
}

/// What is live at a location under a set of facts, as bits for slots.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Live {
    pub slots: u64,
    /// Locals through which fields may be accessed.
    pub fields: u64,
}

/// Most facts of a procedure.
const FACTS: usize = 6;

/// Computes [`Code::facts`] and [`Location::live`](crate::code::Location::live).
pub fn mark_live(code: &mut Code) {
    let base = ((1u64 << code.globals.len()) - 1) | (1 << code.linearized()) | (1 << code.pending());
    for procedure in code.procedures.clone().iter().chain(&code.init.clone()) {
        let inside = locations_of(code, procedure);
        let facts = facts_of(code, &inside);
        let start = Live { slots: base, fields: 0 };
        for at in &inside {
            let location = &mut code.locations[usize::from(*at)];
            location.facts = facts.clone();
            location.live = vec![start; 1 << facts.len()];
        }
        let mut at_exit = procedure.results.iter().fold(base, |bits, slot| bits | 1 << slot);
        if procedure.role == Role::Remove || code.kind == Kind::Set {
            at_exit |= 1 << code.mark();
        }
        code.locations[usize::from(procedure.exit)].live = vec![Live { slots: at_exit, fields: 0 }; 1 << facts.len()];
        spread(code, &inside, &facts);
    }
}

/// What is live in a view at its location.
pub fn live_in(code: &Code, view: &View) -> Live {
    let location = &code.locations[usize::from(view.location)];
    let live = if location.facts.is_empty() {
        location.live[0]
    } else {
        let reached = reached_from(view, 0..code.globals.len());
        let holding = location.facts.iter().enumerate().filter(|(_, fact)| holds(fact, view, reached));
        location.live[holding.fold(0, |bits, (at, _)| bits | 1 << at)]
    };
    Live { slots: live.slots | code.passengers, fields: live.fields | code.passengers }
}

fn holds(fact: &Fact, view: &View, reached: u32) -> bool {
    let value = |slot: &Slot| view.slots[usize::from(*slot)];
    match fact {
        Fact::NotNull(slot) => as_cell(value(slot)).is_some(),
        Fact::Gone(slot) => {
            as_cell(value(slot)).is_some_and(|at| reached & (1 << at) == 0 && view.status[at] == status::SHARED)
        }
        Fact::Behind(slot, AgeOf::Global(global)) => {
            as_age(value(slot)) == Some((CELLS + usize::from(*global), Age::Behind))
        }
        Fact::Behind(slot, AgeOf::Cell(base)) => match **base {
            Expr::Slot(base) => match (as_age(value(slot)), as_cell(value(&base))) {
                (Some((place, Age::Behind)), Some(at)) => place == at,
                _ => false,
            },
            _ => false,
        },
    }
}

fn locations_of(code: &Code, procedure: &Procedure) -> Vec<u16> {
    let mut inside = vec![procedure.exit, procedure.entry];
    let mut at = 1;
    while at < inside.len() {
        for edge in &code.locations[usize::from(inside[at])].edges {
            let to = code.edges[*edge].to;
            if !inside.contains(&to) {
                inside.push(to);
            }
        }
        at += 1;
    }
    inside
}

/// The facts that decide a condition of the procedure.
fn facts_of(code: &Code, inside: &[u16]) -> Vec<Fact> {
    let mut facts: Vec<Fact> = Vec::new();
    let mut add = |fact: Fact| {
        if !facts.contains(&fact) && facts.len() < FACTS {
            facts.push(fact);
        }
    };
    let ops =
        || inside.iter().flat_map(|at| &code.locations[usize::from(*at)].edges).flat_map(|edge| &code.edges[*edge].ops);
    let source = |slot: Slot| {
        let mut sources = ops().filter_map(|op| match op {
            Op::Set(target, value) if *target == slot => Some(value),
            _ => None,
        });
        let first = sources.next()?;
        sources.all(|other| other == first).then_some(first)
    };
    for op in ops() {
        let Op::Assume(condition) = op else { continue };
        condition.walk(&mut |part| {
            let Expr::Equal(left, right) = part else { return };
            for (one, other) in [(left, right), (right, left)] {
                let Expr::Slot(slot) = **one else { continue };
                if code.is_global(slot) {
                    continue;
                }
                match &**other {
                    Expr::Value(NULL) => add(Fact::NotNull(slot)),
                    Expr::Slot(global) if code.is_global(*global) && !code.is_manual() => add(Fact::Gone(slot)),
                    Expr::Age(place) if source(slot) == Some(&**other) => add(Fact::Behind(slot, place.clone())),
                    _ => {}
                }
            }
        });
    }
    facts
}

fn spread(code: &mut Code, inside: &[u16], facts: &[Fact]) {
    let mut is_stable = false;
    while !is_stable {
        is_stable = true;
        for at in inside.iter().rev().map(|at| usize::from(*at)) {
            for known in 0..1usize << facts.len() {
                let mut live = code.locations[at].live[known];
                let before = live;
                for edge in &code.locations[at].edges {
                    let after = live_before(code, *edge, facts, known);
                    live.slots |= after.slots;
                    live.fields |= after.fields;
                }
                if live != before {
                    code.locations[at].live[known] = live;
                    is_stable = false;
                }
            }
        }
    }
}

fn live_before(code: &Code, edge: usize, facts: &[Fact], mut known: usize) -> Live {
    let edge = &code.edges[edge];
    for op in &edge.ops {
        if let Op::Assume(condition) = op
            && let Some(fact) = excluding(code, condition, facts, known)
        {
            // What the fact speaks of has to be kept, or it would not be known any more.
            return Live { slots: subjects(fact), fields: 0 };
        }
        for (at, fact) in facts.iter().enumerate() {
            if is_undone(code, fact, op) {
                known &= !(1 << at);
            }
        }
    }
    let mut live = code.locations[usize::from(edge.to)].live[known];
    for op in edge.ops.iter().rev() {
        live = before(code, op, live);
    }
    live
}

/// A fact that a condition contradicts.
fn excluding<'a>(code: &Code, condition: &Expr, facts: &'a [Fact], known: usize) -> Option<&'a Fact> {
    match condition {
        Expr::And(left, right) => excluding(code, left, facts, known).or_else(|| excluding(code, right, facts, known)),
        Expr::Equal(left, right) => {
            let is_denied = |fact: &Fact| {
                [(left, right), (right, left)].into_iter().any(|(one, other)| match fact {
                    Fact::NotNull(slot) => **one == Expr::Slot(*slot) && **other == Expr::Value(NULL),
                    Fact::Gone(slot) => {
                        **one == Expr::Slot(*slot) && matches!(**other, Expr::Slot(global) if code.is_global(global))
                    }
                    Fact::Behind(slot, place) => **one == Expr::Slot(*slot) && **other == Expr::Age(place.clone()),
                })
            };
            facts.iter().enumerate().find(|(at, fact)| known & (1 << at) != 0 && is_denied(fact)).map(|(_, fact)| fact)
        }
        _ => None,
    }
}

/// The slots that a fact speaks of.
fn subjects(fact: &Fact) -> u64 {
    match fact {
        Fact::NotNull(slot) | Fact::Gone(slot) | Fact::Behind(slot, AgeOf::Global(_)) => 1 << slot,
        Fact::Behind(slot, AgeOf::Cell(base)) => match **base {
            Expr::Slot(base) => 1 << slot | 1 << base,
            _ => 1 << slot,
        },
    }
}

/// Whether an operation may put an end to a fact.
fn is_undone(code: &Code, fact: &Fact, op: &Op) -> bool {
    let is_set = |slot: Slot| op.target() == Some(slot);
    match fact {
        Fact::NotNull(slot) => is_set(*slot),
        Fact::Gone(slot) => {
            is_set(*slot) || matches!(op, Op::SetNext(..)) || op.target().is_some_and(|target| code.is_global(target))
        }
        Fact::Behind(slot, AgeOf::Global(_)) => is_set(*slot),
        Fact::Behind(slot, AgeOf::Cell(base)) => is_set(*slot) || matches!(**base, Expr::Slot(base) if is_set(base)),
    }
}

fn before(code: &Code, op: &Op, mut live: Live) -> Live {
    let mut is_needed = true;
    let mut is_deep = true;
    if let Some(slot) = op.target()
        && !code.is_global(slot)
    {
        is_needed = live.slots & (1 << slot) != 0;
        is_deep = live.fields & (1 << slot) != 0;
        live.slots &= !(1 << slot);
        live.fields &= !(1 << slot);
    }
    if *op == Op::MarkEmpty {
        live.slots &= !(1 << code.mark());
    }
    match op {
        // A copy: as much is needed of the one as of the other.
        Op::Set(_, Expr::Slot(source)) => {
            live.slots |= u64::from(is_needed) << source;
            live.fields |= u64::from(is_deep) << source;
        }
        // What is compared is not looked into.
        Op::Assume(condition) | Op::Assert(condition) => {
            op.reads(|slot| live.slots |= 1 << slot);
            look_into(condition, &mut live);
        }
        Op::Set(_, value) => {
            op.reads(|slot| live.slots |= 1 << slot);
            if is_needed {
                look_into(value, &mut live);
            }
        }
        Op::SetNext(..) | Op::SetData(..) | Op::SetAge(..) | Op::Free(_) | Op::Insert(_) | Op::Remove(_) => {
            op.reads(|slot| {
                live.slots |= 1 << slot;
                live.fields |= 1 << slot;
            });
        }
        Op::Is(..) | Op::Lock(_) | Op::Unlock(_) | Op::InitLock(_) => op.reads(|slot| live.slots |= 1 << slot),
        Op::Alloc(_) | Op::Pick(_) | Op::Choose(_) | Op::MarkEmpty => {}
    }
    live
}

/// Notes the locals through which an expression reads fields.
fn look_into(expr: &Expr, live: &mut Live) {
    expr.walk(&mut |part| {
        if let Expr::Next(base) | Expr::Data(base) = part {
            base.walk(&mut |part| {
                if let Expr::Slot(slot) = part {
                    live.fields |= 1 << slot;
                }
            });
        }
    });
}
