//! A summary for an effect that no summary has.
//!
//! Section 4 of the paper gives up when an effect is missing. Here the view before the step and the heap after it are
//! turned into one more summary, and the analysis begins anew: cells get names that start from the globals (`Tail->next`),
//! the guard says how the globals and the cells that change relate, and the update is what changed. What is more general
//! than the step is harmless for soundness: a summary may do more than threads do, it must not do less. That the new one
//! has the effect is checked like for any other.
//!
//! ```text
//! atomic { assume(guard); x = path; …; y = malloc(…); x->next = y; …; free(z); }
//! ```
//!
//! Where cells have locks, threads walk through the structure and change it anywhere. There a cell is *any* cell first, and
//! known by the locks that the thread holds.

use crate::code::{AgeOf, Code, Expr, Op};
use crate::interference::Summary;
use crate::mimic::{Missing, check_effects};
use crate::value::{CELLS, DONE, MINE, NULL, UNDEFINED, Val, as_cell, as_constant, is_payload};
use crate::view::{SLOTS, Slot, View, status};
use concurrent::program::Name;
use source::Span;

/// Summaries that have the effect, the first that does.
pub fn summary_of(code: &Code, missing: &Missing, of: Name, span: Span) -> Option<Summary> {
    let removed = removed_values(code, missing);
    let choices: &[bool] = if code.has_cell_locks { &[true, false] } else { &[false] };
    let ways = choices.iter().flat_map(|chooses| removed.iter().map(move |removed| (*chooses, *removed)));
    ways.into_iter().find_map(|(chooses, removed)| {
        let mut builder = Builder { chooses, ..Builder::new(code, missing) };
        builder.build(removed)?;
        let summary = Summary { of: of.clone(), ops: builder.ops, locals: builder.locals, span };
        let has_it = check_effects(code, &missing.before, std::slice::from_ref(&summary));
        matches!(has_it, Ok(None)).then_some(summary)
    })
}

/// The expressions for the value that the step removes, if it removes one: cells that hold such a value.
fn removed_values(code: &Code, missing: &Missing) -> Vec<Option<usize>> {
    let slot = usize::from(code.linearized());
    let (before, after) = (missing.before.slots[slot], missing.after.view.slots[slot]);
    if before != UNDEFINED || !is_payload(after) {
        return vec![None];
    }
    let view = &missing.before;
    let builder = Builder::new(code, missing);
    // The nearest to a global that changes is the most likely; others may hold the same, as far as the view knows.
    let distance = |at: &usize| {
        let path = builder.paths[*at].as_ref().map(|path| (builder.begins_with_change(path), length(path)));
        path.map_or((true, usize::MAX), |(is_near, length)| (!is_near, length))
    };
    let is_it = |at: &usize| status::is_shared(view.status[*at]) && view.data[*at] == after;
    let mut cells: Vec<usize> = (0..view.cells()).filter(is_it).collect();
    cells.sort_by_key(distance);
    cells.into_iter().map(Some).collect()
}

/// How many pointers lead to the cell.
fn length(path: &Expr) -> usize {
    let mut count = 0;
    path.walk(&mut |_| count += 1);
    count
}

struct Builder<'a> {
    code: &'a Code,
    before: &'a View,
    after: &'a View,
    grown: u32,
    scrambled: u32,
    /// What leads to each cell, before the step.
    paths: [Option<Expr>; CELLS],
    /// The local that holds each cell.
    holders: [Option<Slot>; CELLS],
    picked: Option<Slot>,
    /// Whether a cell that no global points to is any cell of the structure.
    chooses: bool,
    ops: Vec<Op>,
    locals: Vec<Name>,
}

impl<'a> Builder<'a> {
    fn new(code: &'a Code, missing: &'a Missing) -> Builder<'a> {
        let mut builder = Builder {
            code,
            before: &missing.before,
            after: &missing.after.view,
            grown: missing.after.grown,
            scrambled: missing.after.scrambled,
            paths: [const { None }; CELLS],
            holders: [None; CELLS],
            picked: None,
            chooses: false,
            ops: Vec::new(),
            locals: Vec::new(),
        };
        for slot in 0..code.globals.len() {
            let mut next = builder.before.slots[slot];
            let mut path = Expr::Slot(slot as Slot);
            while let Some(at) = as_cell(next) {
                if builder.paths[at].is_some() {
                    break;
                }
                builder.paths[at] = Some(path.clone());
                path = Expr::Next(Box::new(path));
                next = builder.before.next[at];
            }
        }
        builder
    }

    fn build(&mut self, removed: Option<usize>) -> Option<()> {
        if self.scrambled != 0 {
            return None;
        }
        self.guard_globals()?;
        if let Some(at) = removed {
            let path = self.paths[at].clone()?;
            self.ops.push(Op::Remove(Expr::Data(Box::new(path))));
        }
        self.hold_cells()?;
        self.write_cells()?;
        self.write_globals()?;
        let slot = usize::from(self.code.linearized());
        if self.before.slots[slot] == UNDEFINED && self.after.slots[slot] == DONE {
            let value = self.picked()?;
            self.ops.push(Op::Insert(Expr::Slot(value)));
        }
        self.free_cells()
    }

    /// Whether a path begins with a global that the step changes.
    fn begins_with_change(&self, path: &Expr) -> bool {
        let mut found = false;
        path.walk(&mut |part| {
            found |= matches!(part, Expr::Slot(slot) if self.before.slots[usize::from(*slot)] != self.after.slots[usize::from(*slot)])
        });
        found
    }

    fn is_shared(view: &View, at: usize) -> bool {
        at < view.cells() && status::is_shared(view.status[at])
    }

    fn local(&mut self, name: &str) -> Option<Slot> {
        let slot = usize::from(self.code.first_temporary) + self.locals.len();
        (slot < SLOTS).then(|| {
            self.locals.push(format!("{name}{}", self.locals.len() + 1).into());
            slot as Slot
        })
    }

    fn picked(&mut self) -> Option<Slot> {
        if self.picked.is_none() {
            let slot = self.local("value")?;
            self.ops.push(Op::Pick(slot));
            self.picked = Some(slot);
        }
        self.picked
    }

    fn assume(&mut self, left: Expr, right: Expr, is_equal: bool) {
        let equal = Expr::Equal(Box::new(left), Box::new(right));
        self.ops.push(Op::Assume(if is_equal { equal } else { Expr::Not(Box::new(equal)) }));
    }

    /// How the globals relate to each other and to the cells that are named after others.
    fn guard_globals(&mut self) -> Option<()> {
        for slot in 0..self.code.globals.len() {
            let (value, global) = (self.before.slots[slot], Expr::Slot(slot as Slot));
            match as_cell(value) {
                Some(at) if self.paths[at].as_ref() == Some(&global) => {
                    self.assume(global.clone(), Expr::Value(NULL), false);
                    for other in (0..slot).filter(|other| as_cell(self.before.slots[*other]).is_some()) {
                        self.assume(global.clone(), Expr::Slot(other as Slot), false);
                    }
                }
                Some(at) => {
                    let path = self.paths[at].clone()?;
                    self.assume(global, path, true);
                }
                None if value == UNDEFINED => return None,
                None => self.assume(global, Expr::Value(value), true),
            }
        }
        Some(())
    }

    /// Holds every cell that changes or that a change refers to; new cells are allocated.
    fn hold_cells(&mut self) -> Option<()> {
        for at in 0..self.after.cells() {
            let (was, is) = (Self::is_shared(self.before, at), Self::is_shared(self.after, at));
            if was && self.chooses {
                self.choose_cell(at)?;
            } else if was && self.paths[at].is_some() {
                let path = self.paths[at].clone()?;
                // A global that leaves the cell goes where the cell leads: that this is nowhere has to be known.
                let is_left = (0..self.code.globals.len()).any(|slot| {
                    as_cell(self.before.slots[slot]) == Some(at) && self.before.slots[slot] != self.after.slots[slot]
                });
                let is_changed = is && self.before.next[at] != self.after.next[at];
                if (is_changed || is_left) && self.before.next[at] == NULL {
                    self.assume(Expr::Next(Box::new(path.clone())), Expr::Value(NULL), true);
                }
                let slot = self.local("cell")?;
                self.ops.push(Op::Set(slot, path));
                self.holders[at] = Some(slot);
                if self.before.held & (1 << at) != 0 {
                    self.ops.push(Op::Lock(Expr::Slot(slot)));
                }
            } else if !was && is {
                let slot = self.local("node")?;
                self.ops.push(Op::Alloc(slot));
                self.holders[at] = Some(slot);
            }
        }
        Some(())
    }

    /// Holds a cell that changes, wherever it is: threads that walk hand over hand work anywhere. What they hold is locked.
    fn choose_cell(&mut self, at: usize) -> Option<()> {
        let (before, after) = (self.before, self.after);
        let is_kept =
            Self::is_shared(after, at) && before.next[at] == after.next[at] && before.data[at] == after.data[at];
        if is_kept {
            return Some(());
        }
        let slot = self.local("cell")?;
        let global = self.paths[at].clone().filter(|path| matches!(path, Expr::Slot(_)));
        self.ops.push(global.map_or(Op::Choose(slot), |global| Op::Set(slot, global)));
        self.holders[at] = Some(slot);
        if before.held & (1 << at) != 0 {
            self.ops.push(Op::Lock(Expr::Slot(slot)));
        }
        if before.next[at] == NULL {
            self.assume(Expr::Next(Box::new(Expr::Slot(slot))), Expr::Value(NULL), true);
        }
        Some(())
    }

    fn pointer(&self, value: Val) -> Option<Expr> {
        match as_cell(value) {
            Some(at) => self.holders[at].map(Expr::Slot),
            None => (value == NULL).then_some(Expr::Value(NULL)),
        }
    }

    fn write_cells(&mut self) -> Option<()> {
        for at in (0..self.after.cells()).filter(|at| Self::is_shared(self.after, *at)) {
            let is_new = !Self::is_shared(self.before, at);
            if is_new || self.before.data[at] != self.after.data[at] {
                let value = match self.after.data[at] {
                    MINE => Expr::Slot(self.picked()?),
                    value if as_constant(value).is_some() => Expr::Value(value),
                    _ => return None,
                };
                self.ops.push(Op::SetData(Expr::Slot(self.holders[at]?), value));
            }
            if is_new || self.before.next[at] != self.after.next[at] {
                let value = self.pointer(self.after.next[at])?;
                self.ops.push(Op::SetNext(Expr::Slot(self.holders[at]?), value));
            }
            if self.grown & (1 << at) != 0 {
                let place = AgeOf::Cell(Box::new(Expr::Slot(self.holders[at]?)));
                self.grow(place);
            }
        }
        Some(())
    }

    fn grow(&mut self, place: AgeOf) {
        let next = Expr::Successor(Box::new(Expr::Age(place.clone())));
        self.ops.push(Op::SetAge(place, next));
    }

    fn write_globals(&mut self) -> Option<()> {
        for age in 0..self.code.ages.len() {
            if self.grown & (1 << (CELLS + age)) != 0 {
                self.grow(AgeOf::Global(age as u8));
            }
        }
        for slot in 0..self.code.globals.len() {
            let value = self.after.slots[slot];
            if self.before.slots[slot] != value {
                let value = match as_cell(value) {
                    Some(_) => self.pointer(value)?,
                    None => Expr::Value(value),
                };
                self.ops.push(Op::Set(slot as Slot, value));
            }
        }
        Some(())
    }

    fn free_cells(&mut self) -> Option<()> {
        for at in (0..self.before.cells()).filter(|_| self.code.is_manual()) {
            if Self::is_shared(self.before, at) && !Self::is_shared(self.after, at) {
                self.ops.push(Op::Free(Expr::Slot(self.holders[at]?)));
            }
        }
        Some(())
    }
}
