//! What threads may still need: of their locals, and of the cells behind them. A state is kept without the rest.
//!
//! * A local is *live* if it may be read before it is assigned.
//! * It is *deep* if the cell that it points to may be accessed through it, or made known to others. With a garbage collector,
//!   what is in a cell to which no global and no deep local leads will never be looked at; the cell is compared at most.
//! * Some comparisons cannot succeed any more, and then what would happen after them does not count ([`Doom`]). A thread
//!   that has read a pointer which has been replaced since, and compares it before it does anything, will begin anew. A
//!   comparison whose end is known is no step that others can notice, or that depends on them.
//!
//! A thread that cannot go on at all keeps what it has: it waits, and what it holds is not lost.
//!
//! Each says that no run from the state depends on what is left out, so the state with it and the state without it go on in
//! the same way.

use crate::machine::Machine;
use crate::state::{Call, State, Value};
use concurrent::liveness;
use concurrent::program::*;
use concurrent::spec::{Memory, Spec};

/// A comparison that cannot succeed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Doom {
    /// The local is not deep, and no global and no deep local leads to its cell: nobody can put the cell back where others
    /// find it. With a garbage collector only; else the cell may be freed and used again.
    Gone(LocalId),
    /// The local is less than this global counter, which never becomes less.
    Behind(LocalId, GlobalId),
}

impl Doom {
    fn local(self) -> LocalId {
        match self {
            Doom::Gone(local) | Doom::Behind(local, _) => local,
        }
    }
}

/// Which of the dooms of a procedure hold, as bits.
pub type Dooms = u8;

/// What becomes of a condition under dooms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    Never,
    Always,
    Open,
}

const MOST_DOOMS: usize = 4;
/// In longer procedures none is looked for.
const MOST_NODES: usize = 400;

/// What is needed at a node.
#[derive(Clone, Default)]
pub struct Needs {
    pub live: Vec<LocalId>,
    pub deep: Vec<LocalId>,
}

/// What a procedure needs at each node, under each set of dooms.
pub struct Prospects {
    dooms: Vec<Doom>,
    by_dooms: Vec<Vec<Needs>>,
}

impl Prospects {
    pub fn new(program: &Program, spec: &Spec, procedure: &Procedure) -> Prospects {
        let dooms = find_dooms(program, spec, procedure);
        let empty = vec![Flags::new(procedure.locals.len()); procedure.nodes.len()];
        let mut table = vec![empty; 1 << dooms.len()];
        for flags in &mut table {
            let exit = &mut flags[procedure.exit.index()];
            for result in &procedure.results {
                exit.live[result.index()] = true;
                exit.deep[result.index()] = true;
            }
        }
        while spread(procedure, &dooms, &mut table) || keep_if_stuck(procedure, &dooms, &mut table) {}
        let listed = |flags: &[bool]| (0..flags.len()).filter(|at| flags[*at]).map(|at| LocalId(at as u32)).collect();
        let needs = |flags: &Flags| Needs { live: listed(&flags.live), deep: listed(&flags.deep) };
        let by_dooms = table.iter().map(|nodes| nodes.iter().map(needs).collect()).collect();
        Prospects { dooms, by_dooms }
    }

    pub fn has_dooms(&self) -> bool {
        !self.dooms.is_empty()
    }

    /// All sets of dooms.
    pub fn sets(&self) -> impl Iterator<Item = Dooms> + use<> {
        (0..self.by_dooms.len()).map(|set| set as Dooms)
    }

    pub fn fate(&self, condition: &Expr, dooms: Dooms) -> Fate {
        let is_doomed = |condition: &Expr| {
            let holding = self.dooms.iter().enumerate().filter(|(number, _)| dooms & (1 << number) != 0);
            holding.into_iter().any(|(_, doom)| contradicts(condition, *doom))
        };
        let opposite = match &condition.kind {
            ExprKind::Unary { op: UnaryOp::Not, arg } => Some((**arg).clone()),
            ExprKind::Binary { op: BinaryOp::NotEqual, left, right } => {
                let kind = ExprKind::Binary { op: BinaryOp::Equal, left: left.clone(), right: right.clone() };
                Some(Expr { kind, ty: condition.ty, span: condition.span })
            }
            _ => None,
        };
        match opposite {
            Some(opposite) if is_doomed(&opposite) => Fate::Always,
            _ if is_doomed(condition) => Fate::Never,
            _ => Fate::Open,
        }
    }

    /// Which dooms hold after a command.
    pub fn after(&self, cmd: &Cmd, dooms: Dooms) -> Dooms {
        after(&self.dooms, cmd, dooms)
    }

    pub fn needs(&self, dooms: Dooms, node: NodeId) -> &Needs {
        &self.by_dooms[usize::from(dooms)][node.index()]
    }
}

#[derive(Clone, PartialEq)]
struct Flags {
    live: Vec<bool>,
    deep: Vec<bool>,
}

impl Flags {
    fn new(locals: usize) -> Flags {
        Flags { live: vec![false; locals], deep: vec![false; locals] }
    }
}

/// Goes through all edges once, backwards, and says whether anything changed.
fn spread(procedure: &Procedure, dooms: &[Doom], table: &mut [Vec<Flags>]) -> bool {
    let mut has_changed = false;
    for set in 0..table.len() {
        for edge in procedure.edges.iter().rev() {
            let (cmds, after) = taken(&edge.step.cmds, dooms, set as Dooms);
            let mut flags = match after {
                Some(after) => table[usize::from(after)][edge.to.index()].clone(),
                None => Flags::new(procedure.locals.len()),
            };
            for cmd in cmds.iter().rev() {
                liveness::before_cmd(cmd, &mut flags.live);
                deep_before(cmd, &mut flags.deep);
            }
            let known = &mut table[set][edge.from.index()];
            for (known, new) in known.live.iter_mut().zip(flags.live).chain(known.deep.iter_mut().zip(flags.deep)) {
                has_changed |= new && !*known;
                *known |= new;
            }
        }
    }
    has_changed
}

/// A thread that has no way to go on waits for ever, with all that it has: what it holds is not lost. Says whether that
/// changed anything.
fn keep_if_stuck(procedure: &Procedure, dooms: &[Doom], table: &mut [Vec<Flags>]) -> bool {
    let Some((without_dooms, others)) = table.split_first_mut() else { return false };
    let mut has_changed = false;
    for (at, nodes) in others.iter_mut().enumerate() {
        let is_stopped = |edge: &Edge| taken(&edge.step.cmds, dooms, at as Dooms + 1).1.is_none();
        for (node, flags) in nodes.iter_mut().enumerate() {
            let mut leaving = procedure.edges.iter().filter(|edge| edge.from.index() == node).peekable();
            let is_stuck = leaving.peek().is_some() && leaving.all(is_stopped);
            if is_stuck && *flags != without_dooms[node] {
                *flags = without_dooms[node].clone();
                has_changed = true;
            }
        }
    }
    has_changed
}

/// The commands of a step that run if these dooms hold, and which ones hold after it; none if one of them stops it.
fn taken<'a>(cmds: &'a [Cmd], dooms: &[Doom], mut set: Dooms) -> (&'a [Cmd], Option<Dooms>) {
    for (at, cmd) in cmds.iter().enumerate() {
        let holds = |number: usize| set & (1 << number) != 0;
        if let CmdKind::Assume(condition) = &cmd.kind
            && (0..dooms.len()).any(|number| holds(number) && contradicts(condition, dooms[number]))
        {
            return (&cmds[..=at], None);
        }
        set = after(dooms, cmd, set);
    }
    (cmds, Some(set))
}

/// A local that is assigned is another one.
fn after(dooms: &[Doom], cmd: &Cmd, set: Dooms) -> Dooms {
    let Some(local) = assigned(cmd) else { return set };
    let ended = (0..dooms.len()).filter(|number| dooms[*number].local() == local);
    ended.fold(set, |set, number| set & !(1 << number))
}

fn assigned(cmd: &Cmd) -> Option<LocalId> {
    match &cmd.kind {
        CmdKind::Assign { target, .. } | CmdKind::Havoc(target) => as_local(target),
        CmdKind::Alloc { target, .. } => Some(*target),
        CmdKind::Assume(_) | CmdKind::Assert(_) | CmdKind::Free(_) => None,
    }
}

fn as_local(place: &Place) -> Option<LocalId> {
    match place.kind {
        PlaceKind::Local(local) => Some(local),
        PlaceKind::Global(_) | PlaceKind::Field { .. } => None,
    }
}

/// Calls `visit` for the comparisons of a local with something shared that have to hold if the condition holds.
fn comparisons(condition: &Expr, visit: &mut impl FnMut(LocalId, &Place)) {
    match &condition.kind {
        ExprKind::Binary { op: BinaryOp::BitAnd, left, right } if left.ty == Type::Bool => {
            comparisons(left, visit);
            comparisons(right, visit);
        }
        ExprKind::Binary { op: BinaryOp::Equal, left, right } => {
            let (ExprKind::Read(one), ExprKind::Read(other)) = (&left.kind, &right.kind) else { return };
            match (as_local(one), as_local(other)) {
                (Some(local), None) => visit(local, other),
                (None, Some(local)) => visit(local, one),
                (Some(_), Some(_)) | (None, None) => {}
            }
        }
        ExprKind::Binary { .. }
        | ExprKind::Unary { .. }
        | ExprKind::Read(_)
        | ExprKind::Null
        | ExprKind::Bool(_)
        | ExprKind::Int(_)
        | ExprKind::NoThread
        | ExprKind::ThisThread => {}
    }
}

fn contradicts(condition: &Expr, doom: Doom) -> bool {
    let mut found = false;
    comparisons(condition, &mut |local, place| {
        found |= match doom {
            Doom::Gone(gone) => local == gone,
            Doom::Behind(behind, of) => {
                local == behind && matches!(place.kind, PlaceKind::Global(global) if global == of)
            }
        };
    });
    found
}

fn find_dooms(program: &Program, spec: &Spec, procedure: &Procedure) -> Vec<Doom> {
    let mut dooms: Vec<Doom> = Vec::new();
    if procedure.nodes.len() > MOST_NODES {
        return dooms;
    }
    for cmd in procedure.edges.iter().flat_map(|edge| &edge.step.cmds) {
        let CmdKind::Assume(condition) = &cmd.kind else { continue };
        comparisons(condition, &mut |local, place| {
            let doom = match (place.ty, &place.kind) {
                (Type::Pointer(_), _) if spec.memory == Memory::Gc => Doom::Gone(local),
                (Type::Version, PlaceKind::Global(global)) if only_grows(program, spec, *global) => {
                    Doom::Behind(local, *global)
                }
                _ => return,
            };
            if !dooms.contains(&doom) && dooms.len() < MOST_DOOMS {
                dooms.push(doom);
            }
        });
    }
    dooms
}

/// Whether every write of the counter adds to it, or leaves it as it is: `c = c + n`, or `assume c == x; …; c = x + n`.
fn only_grows(program: &Program, spec: &Spec, counter: GlobalId) -> bool {
    let is_it = |place: &Place| matches!(place.kind, PlaceKind::Global(global) if global == counter);
    spec.operations().flat_map(|id| &program.procedure(id).edges).all(|edge| {
        let mut same: Vec<LocalId> = Vec::new();
        edge.step.cmds.iter().all(|cmd| {
            let is_fine = match &cmd.kind {
                CmdKind::Assume(condition) => {
                    comparisons(condition, &mut |local, place| same.extend(is_it(place).then_some(local)));
                    true
                }
                CmdKind::Assign { target, value } if is_it(target) => {
                    let base = match &value.kind {
                        ExprKind::Binary { op: BinaryOp::Add, left, right } => match right.kind {
                            ExprKind::Int(number) if number >= 0 => left,
                            _ => return false,
                        },
                        _ => value,
                    };
                    match &base.kind {
                        ExprKind::Read(place) => {
                            is_it(place) || as_local(place).is_some_and(|local| same.contains(&local))
                        }
                        _ => false,
                    }
                }
                CmdKind::Havoc(target) => !is_it(target),
                CmdKind::Assign { .. } | CmdKind::Assert(_) | CmdKind::Alloc { .. } | CmdKind::Free(_) => true,
            };
            same.retain(|local| assigned(cmd) != Some(*local));
            is_fine
        })
    })
}

/// Changes what is deep after the command to what is deep before it.
fn deep_before(cmd: &Cmd, deep: &mut [bool]) {
    match &cmd.kind {
        CmdKind::Assume(condition) | CmdKind::Assert(condition) => mark_bases(condition, deep),
        CmdKind::Assign { target, value } => {
            let is_needed = match &target.kind {
                PlaceKind::Local(local) => std::mem::replace(&mut deep[local.index()], false),
                PlaceKind::Global(_) => true,
                PlaceKind::Field { base, .. } => {
                    mark(base, deep);
                    true
                }
            };
            if is_needed {
                mark(value, deep);
            }
            mark_bases(value, deep);
        }
        CmdKind::Havoc(target) => match &target.kind {
            PlaceKind::Local(local) => deep[local.index()] = false,
            PlaceKind::Global(_) => {}
            PlaceKind::Field { base, .. } => mark(base, deep),
        },
        CmdKind::Alloc { target, .. } => deep[target.index()] = false,
        CmdKind::Free(pointer) => mark(pointer, deep),
    }
}

/// The value of the expression is a pointer that is used as one.
fn mark(expr: &Expr, deep: &mut [bool]) {
    if let ExprKind::Read(place) = &expr.kind
        && let Some(local) = as_local(place)
    {
        deep[local.index()] = true;
    }
    mark_bases(expr, deep);
}

/// Cells are accessed through pointers within the expression.
fn mark_bases(expr: &Expr, deep: &mut [bool]) {
    match &expr.kind {
        ExprKind::Read(place) => {
            if let PlaceKind::Field { base, .. } = &place.kind {
                mark(base, deep);
            }
        }
        ExprKind::Null | ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::NoThread | ExprKind::ThisThread => {}
        ExprKind::Unary { arg, .. } => mark_bases(arg, deep),
        ExprKind::Binary { left, right, .. } => {
            mark_bases(left, deep);
            mark_bases(right, deep);
        }
    }
}

impl Machine<'_> {
    /// Whether what is in a cell may be left out.
    pub fn leaves_out_cells(&self) -> bool {
        !self.is_fine && !self.is_manual
    }

    /// The dooms of each thread.
    pub fn dooms(&self, state: &State) -> Vec<Dooms> {
        let mut dooms = vec![0; state.threads.len()];
        let has_any = |call: &Call| self.prospects(call.procedure).has_dooms();
        if self.is_fine || !state.threads.iter().any(|thread| thread.call.as_ref().is_some_and(has_any)) {
            return dooms;
        }
        let reached = if self.is_manual { Vec::new() } else { self.looked_into(state) };
        for (thread, dooms) in state.threads.iter().zip(&mut dooms) {
            if let Some(call) = &thread.call {
                *dooms = self.dooms_of(state, call, &reached);
            }
        }
        dooms
    }

    /// The dooms of a call; with a garbage collector, given which cells may be looked into.
    pub fn dooms_of(&self, state: &State, call: &Call, reached: &[bool]) -> Dooms {
        let holds = |doom: &Doom| match *doom {
            Doom::Gone(local) => match call.locals[local.index()] {
                Value::Cell(cell) => !reached[usize::from(cell)],
                _ => false,
            },
            Doom::Behind(local, global) => match (call.locals[local.index()], state.globals[global.index()]) {
                (Value::Int(copy), Value::Int(now)) => copy < now,
                _ => false,
            },
        };
        let dooms = &self.prospects(call.procedure).dooms;
        dooms.iter().enumerate().filter(|(_, doom)| holds(doom)).fold(0, |set, (at, _)| set | 1 << at)
    }

    /// For each cell, whether a global or a deep local leads to it.
    pub fn looked_into(&self, state: &State) -> Vec<bool> {
        let mut reached = self.reachable_from_globals(state);
        for call in state.threads.iter().filter_map(|thread| thread.call.as_ref()) {
            let deep = &self.prospects(call.procedure).needs(0, call.node).deep;
            self.mark(state, deep.iter().map(|local| call.locals[local.index()]), &mut reached);
        }
        reached
    }

    /// Takes out of the state what [`encode`](Machine::encode) leaves out.
    pub fn forget(&self, state: &mut State) {
        if self.is_fine {
            return;
        }
        let dooms = self.dooms(state);
        for (thread, dooms) in state.threads.iter_mut().zip(&dooms) {
            let Some(call) = &mut thread.call else { continue };
            let live = &self.prospects(call.procedure).needs(*dooms, call.node).live;
            for at in 0..call.locals.len() {
                if !live.contains(&LocalId(at as u32)) {
                    call.locals[at] = Value::Undefined;
                }
            }
        }
        if !self.leaves_out_cells() {
            return;
        }
        let mut reached = self.reachable_from_globals(state);
        for (thread, dooms) in state.threads.iter().zip(&dooms) {
            let Some(call) = &thread.call else { continue };
            let deep = &self.prospects(call.procedure).needs(*dooms, call.node).deep;
            self.mark(state, deep.iter().map(|local| call.locals[local.index()]), &mut reached);
        }
        for cell in (0..state.cells.len()).filter(|cell| !reached[*cell]) {
            state.fields[cell * self.stride..(cell + 1) * self.stride].fill(Value::Undefined);
        }
    }
}
