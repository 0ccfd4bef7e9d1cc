//! A summary for an effect on a set that no summary has.
//!
//! Operations of a set work anywhere in a list, so what they do is no path from the globals. Such a summary begins with any
//! cell of the list:
//!
//! ```text
//! atomic { x = any cell; assume(x->key < k); y = x->next; assume(y->key > k); n = malloc(…); n->key = k; n->next = y; x->next = n; }
//! ```
//!
//! where `k` is the observed key. It is made from the view before the step and the heap after it, like that of
//! [`repair`](crate::repair): cells that change, or that a change refers to, are held; on which side of the observed key
//! their keys lie is the guard. A summary may do more than threads do, it must not do less, and that it has the effect is
//! checked like for any other.

use crate::code::{Code, Expr, Op};
use crate::interference::Summary;
use crate::mimic::{Missing, check_effects};
use crate::value::{CELLS, FIRST, GREATER, LESS, NULL, UNDEFINED, Val, as_cell};
use crate::view::{SLOTS, Slot, View, status};
use concurrent::program::Name;
use source::Span;

/// A summary that has the effect, if there is one.
pub fn set_summary(code: &Code, missing: &Missing, of: Name, span: Span) -> Option<Summary> {
    let mut builder = Builder {
        code,
        before: &missing.before,
        after: &missing.after.view,
        holders: [None; CELLS],
        ops: Vec::new(),
        locals: Vec::new(),
    };
    builder.hold_old_cells()?;
    for (value, make) in [(missing.after.inserted, Op::Insert as fn(Expr) -> Op), (missing.after.removed, Op::Remove)] {
        if value != UNDEFINED {
            builder.ops.push(make(Expr::Value(value)));
        }
    }
    builder.write()?;
    let summary = Summary { of, ops: builder.ops, locals: builder.locals, span };
    let has_it = check_effects(code, &missing.before, std::slice::from_ref(&summary));
    matches!(has_it, Ok(None)).then_some(summary)
}

struct Builder<'a> {
    code: &'a Code,
    before: &'a View,
    after: &'a View,
    /// The local that holds each cell.
    holders: [Option<Slot>; CELLS],
    ops: Vec<Op>,
    locals: Vec<Name>,
}

fn is_shared(view: &View, at: usize) -> bool {
    at < view.cells() && status::is_shared(view.status[at])
}

impl Builder<'_> {
    fn local(&mut self, name: &str) -> Option<Slot> {
        let slot = usize::from(self.code.first_temporary) + self.locals.len();
        (slot < SLOTS).then(|| {
            self.locals.push(format!("{name}{}", self.locals.len() + 1).into());
            slot as Slot
        })
    }

    /// Holds the cells that change, from the first to the last, and those that they lead to.
    fn hold_old_cells(&mut self) -> Option<()> {
        let cells = 0..self.before.cells();
        let is_changed = |at: &usize| is_shared(self.after, *at) && self.before.next[*at] != self.after.next[*at];
        let changed: Vec<usize> = cells.filter(|at| is_shared(self.before, *at)).filter(is_changed).collect();
        for at in changed {
            self.hold(at, None)?;
            self.hold_next(at)?;
            // What is cut off leads to what is still there.
            let passed = as_cell(self.before.next[at]).filter(|next| self.before.next[*next] == self.after.next[at]);
            if let Some(passed) = passed {
                self.hold_next(passed)?;
            }
        }
        Some(())
    }

    fn hold_next(&mut self, at: usize) -> Option<()> {
        let next = Expr::Next(Box::new(Expr::Slot(self.holders[at]?)));
        match as_cell(self.before.next[at]) {
            Some(target) => self.hold(target, Some(next)),
            None if self.before.next[at] == NULL => {
                self.ops.push(Op::Assume(Expr::Equal(Box::new(next), Box::new(Expr::Value(NULL)))));
                Some(())
            }
            None => None,
        }
    }

    /// Holds a cell that is found in this way, or by a global, or anywhere.
    fn hold(&mut self, at: usize, path: Option<Expr>) -> Option<()> {
        if self.holders[at].is_some() {
            return Some(());
        }
        let slot = self.local("cell")?;
        let global = (0..self.code.globals.len()).find(|global| as_cell(self.before.slots[*global]) == Some(at));
        match (global, path) {
            (Some(global), _) => self.ops.push(Op::Set(slot, Expr::Slot(global as Slot))),
            (None, Some(path)) => {
                self.ops.push(Op::Set(slot, path));
                let null = Expr::Equal(Box::new(Expr::Slot(slot)), Box::new(Expr::Value(NULL)));
                self.ops.push(Op::Assume(Expr::Not(Box::new(null))));
            }
            (None, None) => self.ops.push(Op::Choose(slot)),
        }
        self.holders[at] = Some(slot);
        if self.before.held & (1 << at) != 0 {
            self.ops.push(Op::Lock(Expr::Slot(slot)));
        }
        let data = self.before.data[at];
        if matches!(data, LESS | FIRST | GREATER) {
            self.ops.push(Op::Is(Expr::Data(Box::new(Expr::Slot(slot))), data));
        }
        // Without a key to know it by, it has to be known by a global.
        (global.is_some() || matches!(data, LESS | FIRST | GREATER)).then_some(())
    }

    fn pointer(&self, value: Val) -> Option<Expr> {
        match as_cell(value) {
            Some(at) => self.holders[at].map(Expr::Slot),
            None => (value == NULL).then_some(Expr::Value(NULL)),
        }
    }

    /// Makes new cells, writes what changes and frees what is cut off.
    fn write(&mut self) -> Option<()> {
        let new: Vec<usize> =
            (0..self.after.cells()).filter(|at| !is_shared(self.before, *at) && is_shared(self.after, *at)).collect();
        for at in &new {
            let slot = self.local("node")?;
            self.ops.push(Op::Alloc(slot));
            self.holders[*at] = Some(slot);
            self.ops.push(Op::SetData(Expr::Slot(slot), Expr::Value(self.after.data[*at])));
        }
        let shared: Vec<usize> = (0..self.after.cells()).filter(|at| is_shared(self.after, *at)).collect();
        for at in new.iter().copied().chain(shared.into_iter().filter(|at| !new.contains(at))) {
            let is_new = !is_shared(self.before, at);
            if !is_new && self.before.data[at] != self.after.data[at] {
                return None;
            }
            if is_new || self.before.next[at] != self.after.next[at] {
                let value = self.pointer(self.after.next[at])?;
                self.ops.push(Op::SetNext(Expr::Slot(self.holders[at]?), value));
            }
        }
        let globals = 0..self.code.globals.len();
        if globals.into_iter().any(|slot| self.before.slots[slot] != self.after.slots[slot]) {
            return None;
        }
        for at in (0..self.before.cells()).filter(|_| self.code.is_manual()) {
            if is_shared(self.before, at) && !is_shared(self.after, at) {
                self.ops.push(Op::Free(Expr::Slot(self.holders[at]?)));
            }
        }
        Some(())
    }
}
