//! Locked sections as atomic blocks, by reduction (Lipton).
//!
//! A section is the code between taking the first lock and releasing the last one, or within `ATOMIC`, which is a lock too:
//! it excludes other `ATOMIC` blocks and nothing else. A section may be taken to run at once if its steps are, in this
//! order: right movers (locks are taken, [both-movers](crate::movers)), at most one step that is neither, and left movers
//! (locks are released, both-movers).
//!
//! With manual memory, `malloc` may be given the cell that another thread has just freed: it moves to the right, like
//! taking a lock, and `free` moves to the left, like releasing one. Nor may a section read a free cell, which is checked on
//! the views ([`Code::sections`]). Where the premises do not hold, nothing is made atomic, and the section is reported.
//!
//! Once sections are atomic, every lock is free whenever others run, so the operations on locks are removed.

use crate::code::{Code, Expr, Op, Procedure};
use crate::codes::SECTION;
use crate::movers::{ATOMIC, Locks, Shared, Use, Uses};
use crate::spin_locks::NEVER;
use crate::value::{NOBODY, SELF};
use crate::view::Slot;
use concurrent::spec::Kind;
use source::Diagnostic;

/// Makes locked sections atomic.
pub fn reduce(code: &mut Code) -> Result<(), Vec<Diagnostic>> {
    if code.locks.is_empty() && !code.locations.iter().any(|location| location.is_within_atomic) {
        return Ok(());
    }
    if let Some(init) = &code.init {
        held_locks(code, std::slice::from_ref(init))?;
    }
    let held = held_locks(code, &code.procedures)?;
    let uses = Uses::new(code, &held, |op| lock_of(op, &code.locks).is_some());
    let mut check = Sections { code, held: &held, uses: &uses, findings: Vec::new(), anchors: 0 };
    check.all();
    let (findings, anchors) = (check.findings, check.anchors);
    if !findings.is_empty() {
        return Err(findings);
    }
    for (location, held) in code.locations.iter_mut().zip(&held) {
        if held.is_some_and(|held| held != 0) {
            location.is_within_atomic = true;
        }
    }
    code.sections = held.iter().map(|held| held.is_some_and(|held| held != 0)).collect();
    code.appending = held.iter().map(|held| held.is_some_and(|held| anchors & !held != 0)).collect();
    code.stops = if code.kind == Kind::Set { loops(code) } else { Vec::new() };
    let locks = code.locks.clone();
    for edge in &mut code.edges {
        edge.ops.retain(|op| lock_of(op, &locks).is_none());
    }
    Ok(())
}

/// The lock that an operation is about.
fn lock_of(op: &Op, locks: &[Slot]) -> Option<Slot> {
    let mut found = op.target().filter(|slot| locks.contains(slot));
    op.reads(|slot| {
        if locks.contains(&slot) {
            found = Some(slot);
        }
    });
    found
}

fn unreduced(code: &Code, edge: usize, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(&SECTION, code.edges[edge].span, message)
}

/// The name of the first of these locks.
fn name_of(code: &Code, locks: Locks) -> String {
    let global = code.globals.get(locks.trailing_zeros() as usize);
    format!("`{}`", global.map_or("ATOMIC", |name| name))
}

/// The locks that are held at each location of the procedures; none where control never is.
pub fn held_locks(code: &Code, procedures: &[Procedure]) -> Result<Vec<Option<Locks>>, Vec<Diagnostic>> {
    let mut held: Vec<Option<Locks>> = vec![None; code.locations.len()];
    let mut pending: Vec<u16> = procedures.iter().map(|procedure| procedure.entry).collect();
    pending.iter().for_each(|entry| held[usize::from(*entry)] = Some(0));
    while let Some(at) = pending.pop() {
        let Some(before) = held[usize::from(at)] else { continue };
        for number in &code.locations[usize::from(at)].edges {
            let edge = &code.edges[*number];
            if edge.ops.contains(&NEVER) {
                continue;
            }
            let within = if code.locations[usize::from(edge.to)].is_within_atomic { ATOMIC } else { 0 };
            let after = after_edge(code, *number, before & !ATOMIC)? | within;
            let place = &mut held[usize::from(edge.to)];
            match place {
                None => {
                    *place = Some(after);
                    pending.push(edge.to);
                }
                Some(known) if *known == after => {}
                Some(known) => {
                    let lock = name_of(code, *known ^ after);
                    let is_return = procedures.iter().any(|procedure| procedure.exit == edge.to);
                    let message = if is_return && after != 0 {
                        format!("{lock} is still held when the function returns here")
                    } else {
                        format!("whether {lock} is held after this step depends on how it was reached")
                    };
                    return Err(vec![unreduced(code, *number, message)]);
                }
            }
        }
    }
    for procedure in procedures {
        if let Some(held) = held[usize::from(procedure.exit)].filter(|held| *held != 0) {
            let message = format!("{} is still held when this function returns", name_of(code, held));
            return Err(vec![Diagnostic::error(&SECTION, procedure.span, message)]);
        }
    }
    Ok(held)
}

/// What is held after an edge. Locks are taken in the step that finds them free, and released by who holds them, and nothing else is
/// done with them.
fn after_edge(code: &Code, edge: usize, mut held: Locks) -> Result<Locks, Vec<Diagnostic>> {
    let mut seen_free = 0u64;
    let is_in_init = code.init.as_ref().is_some_and(|init| init.contains(code.edges[edge].from));
    for op in &code.edges[edge].ops {
        let Some(lock) = lock_of(op, &code.locks) else { continue };
        let (bit, subject) = (1 << lock, Expr::Slot(lock));
        let compared = |with| Expr::Equal(Box::new(subject.clone()), Box::new(Expr::Value(with)));
        let is_held = held & bit != 0;
        match op {
            Op::Assume(condition) if *condition == compared(NOBODY) && !is_held => seen_free |= bit,
            Op::Assume(condition) if *condition == Expr::Not(Box::new(compared(NOBODY))) && !is_held => {}
            Op::Set(_, Expr::Value(SELF)) if !is_held && seen_free & bit != 0 => held |= bit,
            Op::Assert(condition) if *condition == compared(SELF) && is_held => {}
            Op::Set(_, Expr::Value(NOBODY)) if is_held => held &= !bit,
            // Nobody else runs yet.
            Op::Set(_, Expr::Value(NOBODY)) if is_in_init => {}
            _ => {
                let message = format!("this use of the lock {} is not understood", name_of(code, bit));
                return Err(vec![unreduced(code, edge, message)]);
            }
        }
    }
    Ok(held)
}

/// The order of movers in all sections.
struct Sections<'a> {
    code: &'a Code,
    held: &'a [Option<Locks>],
    uses: &'a Uses,
    findings: Vec<Diagnostic>,
    /// The locks that anchor cells that sections rely on.
    anchors: Locks,
}

impl Sections<'_> {
    /// Finds the locations that may be reached after a step that is no right mover, and what comes there too late.
    fn all(&mut self) {
        let mut is_late = vec![false; self.code.locations.len()];
        let mut is_stable = false;
        while !is_stable {
            is_stable = true;
            for (number, edge) in self.code.edges.iter().enumerate() {
                let (from, to) = (usize::from(edge.from), usize::from(edge.to));
                let (Some(before), Some(after)) = (self.held[from], self.held[to]) else { continue };
                if before == 0 && after == 0 {
                    continue;
                }
                let late = self.edge(number, before, after, before != 0 && is_late[from]);
                if !self.findings.is_empty() {
                    return;
                }
                if after != 0 && late && !is_late[to] {
                    is_late[to] = true;
                    is_stable = false;
                }
            }
        }
        self.findings.extend(endless(self.code, &is_late));
    }

    /// Checks an edge of a section and says whether it is late after it.
    fn edge(&mut self, number: usize, before: Locks, after: Locks, late: bool) -> bool {
        let edge = &self.code.edges[number];
        let mut anchors = 0;
        let is_seen =
            |one: &&Use| !self.uses.is_both_mover(self.code, number, one, before | after, |lock| anchors |= lock);
        let seen: Vec<&Use> = self.uses.of_edge(number).iter().filter(is_seen).collect();
        self.anchors |= anchors;
        let taken = after & !before;
        if late && taken != 0 {
            let message = format!("{} is taken after a step that others can see", name_of(self.code, taken));
            self.findings.push(unreduced(self.code, number, message));
        }
        // A section that has to wait has to be able to wait before others have seen anything of it.
        if late && edge.ops.iter().any(|op| matches!(op, Op::Lock(_))) {
            let message = "the lock of a cell is taken after a step that others can see";
            self.findings.push(unreduced(self.code, number, message));
        }
        let allocates = edge.ops.iter().any(|op| matches!(op, Op::Alloc(_)));
        let frees = edge.ops.iter().any(|op| matches!(op, Op::Free(_)));
        if late && allocates && self.code.is_manual() {
            let message = "memory is allocated after a step that others can see";
            self.findings.push(unreduced(self.code, number, message));
        }
        // Within `ATOMIC` a step may have several accesses, and others may come between them.
        let is_split = before & ATOMIC != 0 && seen.len() > 1;
        if let Some(one) = seen.last().filter(|_| late || is_split) {
            self.findings.push(self.two_steps(number, one, before | after));
        }
        late || !seen.is_empty() || before & !after != 0 || frees && self.code.is_manual()
    }

    fn two_steps(&self, edge: usize, one: &Use, held: Locks) -> Diagnostic {
        let section = match held & ATOMIC != 0 {
            true => "this `ATOMIC` block".to_string(),
            false => format!("the section that holds {}", name_of(self.code, held)),
        };
        let message = format!("{section} is not atomic: it has two steps that others can see, and this is the second");
        let finding = unreduced(self.code, edge, message);
        let Some(rival) = self.uses.rival(one) else {
            return match one.what {
                Shared::Global(_) | Shared::Age(_) => finding,
                Shared::Next | Shared::Data | Shared::CellAge | Shared::CellLock => {
                    finding.help("others may free the cell meanwhile")
                }
            };
        };
        let verb = if rival.is_write { "written" } else { "read" };
        let without = match rival.held {
            0 => "without a lock".to_string(),
            held => format!("with another lock, {}", name_of(self.code, held)),
        };
        finding.label(rival.span, format!("{} is {verb} here {without}", self.name(one.what)))
    }

    fn name(&self, what: Shared) -> String {
        let fields = &self.code.fields;
        let name = match what {
            Shared::Global(slot) => self.code.globals[usize::from(slot)].clone(),
            Shared::Age(age) => self.code.ages[usize::from(age)].clone(),
            Shared::Next => fields.next.clone(),
            Shared::Data => fields.data.clone(),
            Shared::CellAge => fields.age.clone(),
            Shared::CellLock => fields.lock.clone(),
        };
        format!("`{name}`")
    }
}

/// The locations of atomic blocks that are in a loop: an operation of a set walks through the list there. Steps may end at
/// them although nobody else runs then.
fn loops(code: &Code) -> Vec<bool> {
    let is_atomic = |location: u16| code.locations[usize::from(location)].is_within_atomic;
    let comes_back = |start: u16| {
        let mut seen = vec![false; code.locations.len()];
        let mut pending = vec![start];
        while let Some(at) = pending.pop() {
            for edge in &code.locations[usize::from(at)].edges {
                let to = code.edges[*edge].to;
                if to == start {
                    return true;
                }
                if is_atomic(to) && !std::mem::replace(&mut seen[usize::from(to)], true) {
                    pending.push(to);
                }
            }
        }
        false
    };
    (0..code.locations.len() as u16).map(|location| is_atomic(location) && comes_back(location)).collect()
}

/// The law: a section that others have seen can end. As an atomic block that does not, it would have no effect at all.
fn endless(code: &Code, is_late: &[bool]) -> Option<Diagnostic> {
    let is_within = |edge: usize| {
        let edge = &code.edges[edge];
        is_late[usize::from(edge.from)] && is_late[usize::from(edge.to)]
    };
    // Edges that lead out of the locations from which every way ends are left over: these make cycles.
    let mut left: Vec<usize> = (0..code.edges.len()).filter(|edge| is_within(*edge)).collect();
    loop {
        let goes_on = |edge: &usize| left.iter().any(|next| code.edges[*next].from == code.edges[*edge].to);
        let remaining: Vec<usize> = left.iter().copied().filter(goes_on).collect();
        if remaining.len() == left.len() {
            break;
        }
        left = remaining;
    }
    let edge = left.first()?;
    Some(unreduced(code, *edge, "a locked section may run forever after a step that others can see"))
}
