//! Which variables hold their permissions at each point of a body.
//!
//! A forward analysis: at the entry, the linear globals and the in-parameters that hold permissions then; each command
//! moves permissions from variable to variable; where paths meet, a variable holds permissions if it does on every
//! path. The result is the greatest solution, found by going down from "everything" at blocks not yet reached.
//!
//! The law behind it: let the variables available at a point be those found here. Then at any time the permissions of
//! the available variables of all threads and of the linear globals are pairwise disjoint. Each command keeps this, since
//! it gives a variable only what another one loses, or (`Loc_New`) what nobody had. The linear globals may be without
//! permissions for a moment; they hold them wherever another thread, a callee or an invariant may look: at calls, at
//! loop heads and at returns.
//!
//! Layers do not matter here: a run at one layer is a run of the whole program, less the variables that are hidden at
//! that layer and the calls that only change such variables. Who asks for the variables at a layer leaves out those that
//! do not exist there.

use super::codes;
use super::moves::Move;
use super::scope::{Callee, Scope, variable_of};
use crate::civl::{Arm, Block, Body, Call, Cmd, CmdKind, Linearity, Transfer};
use ivl::typed::{BlockId, Expr, GlobalId, ImplementationId, LocalId, ProcedureId, Var};
use source::{Code, Diagnostic, Span};
use std::collections::{BTreeMap, BTreeSet};

/// The variables that hold permissions, at every point of every body.
#[derive(Default)]
pub struct Availability {
    /// By body, then by block: before the first command, and after each.
    bodies: BTreeMap<ImplementationId, Vec<Vec<Point>>>,
    /// The last body of each routine; only plain procedures have several.
    routines: BTreeMap<ProcedureId, ImplementationId>,
    nothing: Point,
}

/// The variables that hold permissions at a point.
#[derive(Default)]
pub struct Point {
    pub locals: BTreeSet<LocalId>,
    /// Linear globals, which may be without theirs between two calls.
    pub globals: BTreeSet<GlobalId>,
}

impl Availability {
    /// At the start of the block. Nothing at blocks that are not reached.
    pub fn at_block(&self, routine: ProcedureId, block: BlockId) -> &BTreeSet<LocalId> {
        self.point(routine, block, 0)
    }

    /// Before the command at the position.
    pub fn before(&self, routine: ProcedureId, block: BlockId, cmd: usize) -> &BTreeSet<LocalId> {
        self.point(routine, block, cmd)
    }

    /// After the command at the position.
    pub fn after(&self, routine: ProcedureId, block: BlockId, cmd: usize) -> &BTreeSet<LocalId> {
        self.point(routine, block, cmd + 1)
    }

    fn point(&self, routine: ProcedureId, block: BlockId, point: usize) -> &BTreeSet<LocalId> {
        let point = self.routines.get(&routine).map(|body| self.in_body(*body, block, point));
        &point.unwrap_or(&self.nothing).locals
    }

    /// In the body, after this many commands of the block.
    pub fn in_body(&self, body: ImplementationId, block: BlockId, cmds: usize) -> &Point {
        let points = self.bodies.get(&body).and_then(|blocks| blocks.get(block.index()));
        points.and_then(|points| points.get(cmds)).unwrap_or(&self.nothing)
    }

    /// Analyses the body, and reports the places that need permissions of variables that do not hold them.
    pub(super) fn analyse(&mut self, scope: &Scope, body: &Body) -> Vec<Diagnostic> {
        let starts = solve(scope, body);
        let ids = (0..body.locals.len() as u32).map(|id| Var::Local(LocalId(id)));
        let all = ids.filter(|var| scope.can_hold(*var)).chain(scope.linear_globals().map(Var::Global)).collect();
        let mut needs = Needs { scope, all, lost: Vec::new(), errors: Vec::new() };
        let mut points = Vec::new();
        let mut reached = Vec::new();
        for (block, start) in body.blocks.iter().zip(&starts) {
            let states = start.as_ref().map_or(Vec::new(), |start| needs.follow(block, start));
            points.push(states.iter().map(point).collect());
            reached.push((block, states));
        }
        let heads = loop_heads(body);
        for (at, (block, states)) in reached.iter().enumerate() {
            needs.block(block, states, heads.contains(&BlockId(at as u32)));
        }
        self.bodies.insert(body.implementation, points);
        self.routines.insert(scope.routine, body.implementation);
        needs.errors
    }
}

type State = BTreeSet<Var>;

fn point(state: &State) -> Point {
    let mut point = Point::default();
    for var in state {
        match var {
            Var::Local(id) => _ = point.locals.insert(*id),
            Var::Global(id) => _ = point.globals.insert(*id),
            Var::Const(_) | Var::Bound(_) => {}
        }
    }
    point
}

/// The state at the start of each block; `None` where it is not reached.
fn solve(scope: &Scope, body: &Body) -> Vec<Option<State>> {
    let mut starts: Vec<Option<State>> = vec![None; body.blocks.len()];
    if let Some(entry) = starts.first_mut() {
        *entry = Some(entry_state(scope));
    }
    let mut pending = vec![BlockId(0)];
    while let Some(id) = pending.pop() {
        let (Some(block), Some(Some(start))) = (body.blocks.get(id.index()), starts.get(id.index())) else { continue };
        let mut state = start.clone();
        for cmd in &block.cmds {
            step(scope, &mut state, cmd);
        }
        for target in targets(&block.transfer) {
            let joined = match &starts[target.index()] {
                None => state.clone(),
                Some(other) => other & &state,
            };
            if starts[target.index()].as_ref() != Some(&joined) {
                starts[target.index()] = Some(joined);
                pending.push(*target);
            }
        }
    }
    starts
}

fn entry_state(scope: &Scope) -> State {
    let (ins, _) = scope.linear_params();
    let params = ins.into_iter().filter(|(_, linearity)| linearity.holds_on_entry()).map(|(id, _)| Var::Local(id));
    scope.linear_globals().map(Var::Global).chain(params).collect()
}

fn targets(transfer: &Transfer) -> &[BlockId] {
    match transfer {
        Transfer::Goto { targets, span: _ } => targets,
        Transfer::Return { span: _ } => &[],
    }
}

/// The targets of edges that go back along a path from the entry. Each cycle has one; in a reducible graph they are the
/// heads of the loops.
pub(super) fn loop_heads(body: &Body) -> BTreeSet<BlockId> {
    let (mut heads, mut seen, mut on_path) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let mut stack = vec![(BlockId(0), 0)];
    while let Some((id, next)) = stack.pop() {
        if next == 0 {
            seen.insert(id);
            on_path.insert(id);
        }
        let targets = body.blocks.get(id.index()).map_or(&[][..], |block| targets(&block.transfer));
        let Some(target) = targets.get(next) else {
            on_path.remove(&id);
            continue;
        };
        stack.push((id, next + 1));
        if on_path.contains(target) {
            heads.insert(*target);
        } else if !seen.contains(target) {
            stack.push((*target, 0));
        }
    }
    heads
}

/// What a command does to the variables that hold permissions.
fn step(scope: &Scope, state: &mut State, cmd: &Cmd) {
    match &cmd.kind {
        CmdKind::Assert { .. } | CmdKind::Assume { .. } | CmdKind::Measure(_) | CmdKind::Invariant(_) => {}
        CmdKind::Assign(assignments) => assign(scope, state, assignments),
        CmdKind::Unpack { constructor: _, targets, source } => unpack(scope, state, targets, source),
        CmdKind::Havoc(vars) => vars.iter().for_each(|var| {
            state.remove(var);
        }),
        CmdKind::Atomic { callee, ins, outs, layers: _ } => {
            let callee = scope.callee(*callee);
            give(scope, state, &callee, ins);
            receive(scope, state, &callee, ins);
            results(scope, state, &callee, outs);
        }
        CmdKind::Call(call) => {
            let callee = scope.callee(call.callee);
            give(scope, state, &callee, &call.ins);
            receive(scope, state, &callee, &call.ins);
            results(scope, state, &callee, &call.outs);
        }
        // The caller goes on at once: what it gave is gone.
        CmdKind::Async { call, sync: _ } => {
            for passed in scope.passed(&scope.callee(call.callee), &call.ins) {
                state.remove(&passed.var);
            }
        }
        CmdKind::Parallel(arms) => {
            let calls = || arms.iter().filter_map(call_of).map(|call| (scope.callee(call.callee), call));
            calls().for_each(|(callee, call)| give(scope, state, &callee, &call.ins));
            calls().for_each(|(callee, call)| receive(scope, state, &callee, &call.ins));
            calls().for_each(|(callee, call)| results(scope, state, &callee, &call.outs));
        }
    }
}

fn call_of(arm: &Arm) -> Option<&Call> {
    match arm {
        Arm::Call(call) => Some(call),
        Arm::Invariant(_) => None,
    }
}

/// All at once: the sources are those before the assignment. A source that could not fill its target keeps what it has.
fn assign(scope: &Scope, state: &mut State, assignments: &[(Var, Expr)]) {
    let before = state.clone();
    let moves: Vec<(Var, Move)> =
        assignments.iter().map(|(target, value)| (*target, scope.assignment(*target, value))).collect();
    let given: BTreeSet<Var> = moves.iter().flat_map(|(_, what)| what.sources()).copied().collect();
    let mut filled = Vec::new();
    for (target, what) in &moves {
        match what {
            Move::Keep => {}
            Move::Lose => {
                state.remove(target);
            }
            Move::Drop { sources } => sources.iter().for_each(|source| {
                state.remove(source);
            }),
            Move::Fill { sources, is_part } => {
                state.remove(target);
                let rest_is_there = !is_part || (before.contains(target) && !given.contains(target));
                if rest_is_there && sources.iter().all(|source| before.contains(source)) {
                    filled.push((*target, sources));
                }
            }
        }
    }
    for source in filled.iter().flat_map(|(_, sources)| sources.iter()) {
        state.remove(source);
    }
    state.extend(filled.iter().map(|(target, _)| *target));
}

/// The parts hold what the whole held.
fn unpack(scope: &Scope, state: &mut State, targets: &[Var], source: &Expr) {
    let holds = variable_of(source).is_some_and(|source| state.remove(&source));
    for target in targets {
        match holds && scope.can_hold(*target) {
            true => state.insert(*target),
            false => state.remove(target),
        };
    }
}

/// The callee takes what is passed at `{:linear_in}`.
fn give(scope: &Scope, state: &mut State, callee: &Callee, ins: &[Expr]) {
    for passed in scope.passed(callee, ins) {
        if passed.linearity == Linearity::LinearIn {
            state.remove(&passed.var);
        }
    }
}

/// The callee gives what is passed at `{:linear_out}`.
fn receive(scope: &Scope, state: &mut State, callee: &Callee, ins: &[Expr]) {
    for passed in scope.passed(callee, ins) {
        if passed.linearity == Linearity::LinearOut && scope.can_hold(passed.var) {
            state.insert(passed.var);
        }
    }
}

/// The results of a call hold permissions if they are linear; others are overwritten with a value that carries none.
fn results(scope: &Scope, state: &mut State, callee: &Callee, outs: &[Var]) {
    for (formal, out) in callee.outs.iter().zip(outs) {
        match scope.is_linear_formal(formal) && scope.can_hold(*out) {
            true => state.insert(*out),
            false => state.remove(out),
        };
    }
}

/// Reports what is needed and not there.
struct Needs<'a> {
    scope: &'a Scope<'a>,
    /// All variables that can hold permissions.
    all: State,
    /// The commands after which a variable is without permissions, even if all had some before.
    lost: Vec<(Var, Span)>,
    errors: Vec<Diagnostic>,
}

impl Needs<'_> {
    /// The states before the first command of the block and after each.
    fn follow(&mut self, block: &Block, start: &State) -> Vec<State> {
        let mut states = vec![start.clone()];
        let mut state = start.clone();
        for cmd in &block.cmds {
            step(self.scope, &mut state, cmd);
            states.push(state.clone());
            let mut left = self.all.clone();
            step(self.scope, &mut left, cmd);
            self.lost.extend((&self.all - &left).into_iter().map(|var| (var, cmd.span)));
        }
        states
    }

    fn block(&mut self, block: &Block, states: &[State], is_head: bool) {
        let (Some(start), Some(end)) = (states.first(), states.last()) else { return };
        if is_head || block.yields.is_some() {
            let span = block.yields.as_ref().map_or(block.span, |yields| yields.span);
            self.globals(start, span, "at the head of a loop");
        }
        for call in block.yields.iter().flat_map(|yields| &yields.invariants) {
            self.arguments(start, &self.scope.callee(call.invariant), &call.ins);
        }
        for (cmd, state) in block.cmds.iter().zip(states) {
            self.cmd(state, cmd);
        }
        if let Transfer::Return { span } = &block.transfer {
            self.at_return(end, *span);
        }
    }

    fn cmd(&mut self, state: &State, cmd: &Cmd) {
        match &cmd.kind {
            CmdKind::Assert { .. }
            | CmdKind::Assume { .. }
            | CmdKind::Assign(_)
            | CmdKind::Unpack { .. }
            | CmdKind::Havoc(_)
            | CmdKind::Measure(_) => {}
            CmdKind::Atomic { callee, ins, .. } => {
                let callee = self.scope.callee(*callee);
                if callee.primitive.is_none() {
                    self.globals(state, cmd.span, "at a call");
                }
                self.arguments(state, &callee, ins);
            }
            CmdKind::Invariant(call) => self.call(state, call.invariant, &call.ins, cmd.span),
            CmdKind::Call(call) | CmdKind::Async { call, sync: _ } => {
                self.call(state, call.callee, &call.ins, cmd.span);
            }
            CmdKind::Parallel(arms) => {
                self.globals(state, cmd.span, "at a call");
                for arm in arms {
                    let (callee, ins) = match arm {
                        Arm::Call(call) => (call.callee, &call.ins),
                        Arm::Invariant(call) => (call.invariant, &call.ins),
                    };
                    self.arguments(state, &self.scope.callee(callee), ins);
                }
            }
        }
    }

    fn call(&mut self, state: &State, callee: ProcedureId, ins: &[Expr], span: Span) {
        self.globals(state, span, "at a call");
        self.arguments(state, &self.scope.callee(callee), ins);
    }

    fn arguments(&mut self, state: &State, callee: &Callee, ins: &[Expr]) {
        for passed in self.scope.passed(callee, ins) {
            if passed.linearity.holds_on_entry() && !state.contains(&passed.var) {
                let formal = &callee.ins[passed.position].variable;
                let message = format!(
                    "`{}` may not hold its permissions here, and goes to linear parameter `{}`",
                    self.scope.name(passed.var),
                    formal.name
                );
                self.error(&codes::LINEAR_UNAVAILABLE, passed.var, passed.span, message);
            }
        }
    }

    fn globals(&mut self, state: &State, span: Span, place: &str) {
        for global in self.scope.linear_globals().map(Var::Global).filter(|global| !state.contains(global)) {
            let message = format!("global `{}` may not hold its permissions {place}", self.scope.name(global));
            self.error(&codes::LINEAR_GLOBAL, global, span, message);
        }
    }

    fn at_return(&mut self, state: &State, span: Span) {
        self.globals(state, span, "at a return");
        let (ins, outs) = self.scope.linear_params();
        let ins = ins.into_iter().filter(|(_, linearity)| linearity.holds_on_exit()).map(|(id, _)| (id, "in"));
        for (id, kind) in ins.chain(outs.into_iter().map(|(id, _)| (id, "out"))) {
            let var = Var::Local(id);
            if !state.contains(&var) {
                let name = self.scope.name(var);
                let message = format!("linear {kind}-parameter `{name}` may not hold its permissions at a return");
                self.error(&codes::LINEAR_RESULT, var, span, message);
            }
        }
    }

    fn error(&mut self, code: &'static Code, var: Var, span: Span, message: String) {
        let diagnostic = Diagnostic::error(code, span, message);
        let lost = || self.lost.iter().filter(|(lost, _)| *lost == var).map(|(_, at)| *at);
        // The last command before in the text; in a loop it may be one behind.
        let at = lost().rfind(|at| at.start < span.start).or(lost().next());
        self.errors.push(match (at, self.scope.variable(var)) {
            (Some(at), _) => diagnostic.label(at, "it has none after this"),
            (None, Some(variable)) => diagnostic.label(variable.span, "declared here"),
            (None, None) => diagnostic,
        });
    }
}
