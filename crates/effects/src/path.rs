//! Paths of a procedure as straight code that runs at once: clean-up (section 5 of the paper, step 2).
//!
//! A path is run symbolically. What locals hold is known as expressions over globals and the heap, and replaces them
//! (copy propagation); conditions that become true vanish, and a path with a condition that becomes false is none. Before
//! something is overwritten, locals whose values depend on it are kept in temporaries; temporaries that nothing needs are
//! removed in the end.

use crate::code::{AgeOf, Code, Expr, Op, Written};
use crate::interference::Summary;
use crate::simplify::{contains, definite, negation, simplify};
use crate::value::{as_constant, constant};
use crate::view::{SLOTS, Slot};
use concurrent::program::Name;
use source::Span;

/// The path cannot be taken, or it cannot be followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Infeasible;

#[derive(Clone)]
pub struct Path<'a> {
    code: &'a Code,
    locals: &'a [Name],
    /// What each slot that is not global holds.
    holds: Vec<Expr>,
    ops: Vec<Op>,
    temporaries: Vec<Name>,
    /// Temporaries that point to new cells that nobody else knows.
    fresh: Vec<Slot>,
    /// The successors of fresh cells.
    links: Vec<(Slot, Expr)>,
    /// What is known to hold since the last write.
    facts: Vec<Expr>,
}

impl<'a> Path<'a> {
    pub fn new(code: &'a Code, locals: &'a [Name]) -> Path<'a> {
        let holds = (0..SLOTS).map(|slot| match code.is_global(slot as Slot) {
            true => Expr::Slot(slot as Slot),
            false => Expr::Unknown,
        });
        Path {
            code,
            locals,
            holds: holds.collect(),
            ops: Vec::new(),
            temporaries: Vec::new(),
            fresh: Vec::new(),
            links: Vec::new(),
            facts: Vec::new(),
        }
    }

    /// Whether the operation may change what others see.
    pub fn is_write(&self, op: &Op) -> bool {
        match op.written() {
            Some(Written::Slot(slot)) => self.code.is_global(slot),
            Some(Written::Next(base) | Written::Data(base)) => !self.is_fresh(&self.known(base)),
            Some(Written::Age(AgeOf::Global(_))) => true,
            Some(Written::Age(AgeOf::Cell(base))) => !self.is_fresh(&self.known(base)),
            None => false,
        }
    }

    /// Adds an operation that runs in the same atomic block as those before it.
    pub fn push(&mut self, op: &Op) -> Result<(), Infeasible> {
        match op {
            Op::Assume(condition) | Op::Assert(condition) => return self.assume(self.known(condition)),
            Op::Set(slot, value) => {
                let value = self.known(value);
                if self.code.is_global(*slot) {
                    definite(&value)?;
                    self.keep(|expr| *expr == Expr::Slot(*slot))?;
                    self.publish(&value);
                    self.ops.push(Op::Set(*slot, value));
                } else {
                    self.holds[usize::from(*slot)] = value;
                }
            }
            Op::SetNext(base, value) => {
                let (base, value) = (self.known(base), self.known(value));
                definite(&value)?;
                let is_fresh = self.is_fresh(&base);
                self.keep(|expr| matches!(expr, Expr::Next(of) if !is_fresh || **of == base))?;
                match base {
                    Expr::Slot(slot) if is_fresh => {
                        self.links.retain(|(of, _)| *of != slot);
                        self.links.push((slot, value.clone()));
                    }
                    _ => self.publish(&value),
                }
                self.ops.push(Op::SetNext(base, value));
            }
            Op::SetData(base, value) => {
                let (base, value) = (self.known(base), self.known(value));
                let is_fresh = self.is_fresh(&base);
                self.keep(|expr| matches!(expr, Expr::Data(of) if !is_fresh || **of == base))?;
                self.ops.push(Op::SetData(base, value));
            }
            Op::SetAge(place, value) => {
                let (place, value) =
                    (place.substitute(&|slot| self.holds[usize::from(slot)].clone()), self.known(value));
                self.keep(|expr| match (expr, &place) {
                    (Expr::Age(AgeOf::Global(one)), AgeOf::Global(other)) => one == other,
                    (Expr::Age(AgeOf::Cell(_)), AgeOf::Cell(_)) => true,
                    _ => false,
                })?;
                self.ops.push(Op::SetAge(place, value));
            }
            Op::Alloc(slot) => {
                let new = self.temporary(*slot)?;
                self.fresh.push(new);
                self.ops.push(Op::Alloc(new));
                self.holds[usize::from(*slot)] = Expr::Slot(new);
            }
            Op::Pick(slot) => {
                let new = self.temporary(*slot)?;
                self.ops.push(Op::Pick(new));
                self.holds[usize::from(*slot)] = Expr::Slot(new);
            }
            Op::Free(expr) => {
                let expr = self.known(expr);
                definite(&expr)?;
                self.keep(|expr| matches!(expr, Expr::Next(_) | Expr::Data(_)))?;
                self.ops.push(Op::Free(expr));
            }
            Op::Insert(value) => self.ops.push(Op::Insert(self.known(value))),
            Op::Remove(value) => self.ops.push(Op::Remove(self.known(value))),
            // Code has none of these, only summaries do.
            Op::Choose(_) | Op::Is(..) => return Err(Infeasible),
            Op::Lock(base) => {
                let base = self.known(base);
                definite(&base)?;
                if !self.is_fresh(&base) {
                    self.ops.push(Op::Lock(base));
                }
            }
            // What is released by the end of the block keeps nobody out.
            Op::Unlock(base) => {
                let taken = Op::Lock(self.known(base));
                if let Some(at) = self.ops.iter().rposition(|op| *op == taken) {
                    self.ops.remove(at);
                }
            }
            Op::InitLock(_) | Op::MarkEmpty => {}
        }
        Ok(())
    }

    /// Adds an operation that comes later, when others have changed what is shared: it has no effect on it, and what it
    /// reads there is unknown. Only what it frees counts.
    pub fn push_later(&mut self, op: &Op) -> Result<(), Infeasible> {
        match op {
            Op::Assume(condition) | Op::Assert(condition) => {
                let condition = self.known(condition);
                if self.is_shared(&condition) { Ok(()) } else { self.assume(condition) }
            }
            Op::Set(slot, _) if self.code.is_global(*slot) => Ok(()),
            Op::Set(slot, value) => {
                let value = self.known(value);
                self.holds[usize::from(*slot)] = if self.is_shared(&value) { Expr::Unknown } else { value };
                Ok(())
            }
            Op::Alloc(slot) | Op::Pick(slot) => {
                self.holds[usize::from(*slot)] = Expr::Unknown;
                Ok(())
            }
            Op::Free(_) => self.push(op),
            Op::Choose(_) | Op::Is(..) => Err(Infeasible),
            Op::SetNext(..) | Op::SetData(..) | Op::SetAge(..) | Op::Insert(_) | Op::Remove(_) | Op::MarkEmpty => {
                Ok(())
            }
            Op::Lock(_) | Op::Unlock(_) | Op::InitLock(_) => Ok(()),
        }
    }

    /// As [`push_later`](Path::push_later), but what is read is one value, whichever it is: what is asked of it twice has one
    /// answer.
    pub fn push_something(&mut self, op: &Op) -> Result<(), Infeasible> {
        self.push_later(op)?;
        if let Op::Set(slot, _) = op
            && !self.code.is_global(*slot)
            && self.holds[usize::from(*slot)] == Expr::Unknown
            && let Ok(something) = self.temporary(*slot)
        {
            self.holds[usize::from(*slot)] = Expr::Slot(something);
        }
        Ok(())
    }

    /// The value of a slot at the end of the path so far.
    pub fn holds(&self, slot: Slot) -> &Expr {
        &self.holds[usize::from(slot)]
    }

    /// Whether the condition is false at the end of the path so far.
    pub fn is_false(&self, condition: &Expr) -> bool {
        *condition == Expr::Value(constant(0)) || self.facts.contains(&negation(condition))
    }

    pub fn finish(mut self, of: Name, span: Span) -> Summary {
        self.remove_useless();
        let (ops, locals) = (self.ops, self.temporaries);
        Summary { of, ops, locals, span }
    }

    fn known(&self, expr: &Expr) -> Expr {
        let known = expr.substitute(&|slot| self.holds[usize::from(slot)].clone()).bounded();
        simplify(self.follow_links(known), &self.fresh)
    }

    /// Reads the successor of a fresh cell.
    fn follow_links(&self, expr: Expr) -> Expr {
        match &expr {
            Expr::Next(base) => match **base {
                Expr::Slot(slot) => {
                    let link = self.links.iter().find(|(of, _)| *of == slot);
                    link.map_or(expr, |(_, next)| next.clone())
                }
                _ => expr,
            },
            Expr::Equal(left, right) => {
                let again = |arg: &Expr| Box::new(self.follow_links(arg.clone()));
                Expr::Equal(again(left), again(right))
            }
            _ => expr,
        }
    }

    fn assume(&mut self, condition: Expr) -> Result<(), Infeasible> {
        match condition {
            Expr::And(left, right) => {
                self.assume(*left)?;
                self.assume(*right)
            }
            Expr::Value(value) if value == constant(0) => Err(Infeasible),
            Expr::Value(value) if as_constant(value).is_some() => Ok(()),
            Expr::Unknown => Ok(()),
            condition if contains(&condition, |part| *part == Expr::Unknown) => Ok(()),
            condition if self.facts.contains(&condition) => Ok(()),
            condition if self.facts.contains(&negation(&condition)) => Err(Infeasible),
            condition => {
                self.facts.push(condition.clone());
                self.ops.push(Op::Assume(condition));
                Ok(())
            }
        }
    }

    fn is_fresh(&self, expr: &Expr) -> bool {
        matches!(expr, Expr::Slot(slot) if self.fresh.contains(slot))
    }

    /// Reads what others can change.
    fn is_shared(&self, expr: &Expr) -> bool {
        contains(expr, |part| match part {
            Expr::Slot(slot) => self.code.is_global(*slot),
            Expr::Next(_) | Expr::Data(_) | Expr::Age(_) | Expr::Unknown => true,
            _ => false,
        })
    }

    fn publish(&mut self, value: &Expr) {
        if self.is_fresh(value) {
            self.fresh.clear();
            self.links.clear();
        }
    }

    /// Keeps in temporaries what depends on something that is about to change.
    fn keep(&mut self, is_changed: impl Fn(&Expr) -> bool) -> Result<(), Infeasible> {
        self.facts.clear();
        let first = usize::from(self.code.linearized());
        for slot in first..SLOTS {
            if !contains(&self.holds[slot], &is_changed) {
                continue;
            }
            let value = self.holds[slot].clone();
            let temporary = self.temporary(slot as Slot)?;
            self.ops.push(Op::Set(temporary, value.clone()));
            for holds in &mut self.holds[first..] {
                if *holds == value {
                    *holds = Expr::Slot(temporary);
                }
            }
        }
        self.links.retain(|(_, next)| !contains(next, &is_changed));
        Ok(())
    }

    fn temporary(&mut self, of: Slot) -> Result<Slot, Infeasible> {
        let slot = usize::from(self.code.first_temporary) + self.temporaries.len();
        if slot >= SLOTS {
            return Err(Infeasible);
        }
        let name = usize::from(of).checked_sub(usize::from(self.code.first_local()));
        let name = name.and_then(|at| self.locals.get(at)).cloned().unwrap_or_else(|| "value".into());
        self.temporaries.push(self.unused(name));
        Ok(slot as Slot)
    }

    fn unused(&self, name: Name) -> Name {
        let is_used = |name: &Name| self.temporaries.contains(name) || self.code.globals.contains(name);
        let mut candidate = name.clone();
        let mut at = 2;
        while is_used(&candidate) {
            candidate = format!("{name}{at}").into();
            at += 1;
        }
        candidate
    }

    /// Removes cells that stay private, and assignments to temporaries that nothing reads; numbers the others anew.
    fn remove_useless(&mut self) {
        while let Some(private) = self.ops.iter().find_map(|op| match op {
            Op::Alloc(slot) if self.ops.iter().all(|op| !lets_go(op, *slot)) => Some(*slot),
            _ => None,
        }) {
            self.ops.retain(|op| !writes_to(op, private) && *op != Op::Alloc(private));
        }
        let mut needed = 0u64;
        let mut kept = Vec::new();
        for op in self.ops.drain(..).rev() {
            let is_useless = match &op {
                Op::Set(slot, _) | Op::Pick(slot) => !self.code.is_global(*slot) && needed & (1 << slot) == 0,
                _ => false,
            };
            if !is_useless {
                op.reads(|slot| needed |= 1 << slot);
                if let Op::Alloc(slot) = op {
                    needed |= 1 << slot;
                }
                kept.push(op);
            }
        }
        let first = self.code.first_temporary;
        let mut number = [0 as Slot; SLOTS];
        let mut names = Vec::new();
        for (at, name) in self.temporaries.drain(..).enumerate() {
            let slot = usize::from(first) + at;
            if needed & (1 << slot) != 0 {
                number[slot] = first + names.len() as Slot;
                names.push(name);
            }
        }
        let renumber = |slot: Slot| if slot < first { slot } else { number[usize::from(slot)] };
        self.temporaries = names;
        self.ops = kept.into_iter().rev().map(|op| rename(&op, &renumber)).collect();
    }
}

/// Writes to the cell that a temporary points to.
fn writes_to(op: &Op, slot: Slot) -> bool {
    match op.written() {
        Some(Written::Next(base) | Written::Data(base)) => *base == Expr::Slot(slot),
        Some(Written::Age(AgeOf::Cell(base))) => **base == Expr::Slot(slot),
        Some(Written::Slot(_) | Written::Age(AgeOf::Global(_))) | None => false,
    }
}

/// Does anything with a temporary but write to its cell.
fn lets_go(op: &Op, slot: Slot) -> bool {
    let mut uses = 0;
    op.reads(|read| uses += usize::from(read == slot));
    uses > usize::from(writes_to(op, slot))
}

fn rename(op: &Op, of: &impl Fn(Slot) -> Slot) -> Op {
    let again = |expr: &Expr| expr.substitute(&|slot| Expr::Slot(of(slot)));
    match op {
        Op::Assume(expr) => Op::Assume(again(expr)),
        Op::Assert(expr) => Op::Assert(again(expr)),
        Op::Set(slot, expr) => Op::Set(of(*slot), again(expr)),
        Op::SetNext(base, expr) => Op::SetNext(again(base), again(expr)),
        Op::SetData(base, expr) => Op::SetData(again(base), again(expr)),
        Op::SetAge(place, expr) => Op::SetAge(place.substitute(&|slot| Expr::Slot(of(slot))), again(expr)),
        Op::Alloc(slot) => Op::Alloc(of(*slot)),
        Op::Free(expr) => Op::Free(again(expr)),
        Op::Pick(slot) => Op::Pick(of(*slot)),
        Op::Insert(expr) => Op::Insert(again(expr)),
        Op::Remove(expr) => Op::Remove(again(expr)),
        Op::Choose(slot) => Op::Choose(of(*slot)),
        Op::Is(expr, role) => Op::Is(again(expr), *role),
        Op::Lock(base) => Op::Lock(again(base)),
        Op::Unlock(base) => Op::Unlock(again(base)),
        Op::InitLock(base) => Op::InitLock(again(base)),
        Op::MarkEmpty => Op::MarkEmpty,
    }
}
