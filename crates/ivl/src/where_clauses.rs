//! Where-clauses: where they are meaning, where they are belief, and what justifies the belief.
//!
//! A where-clause says which values a variable may get when it gets an arbitrary one: by `havoc`, and where it starts to
//! exist (a local or out-parameter at the start of its body, a global at the start of a run). There it is meaning: it
//! is assumed, and excludes no run. The verifier forgets values at other places too, where the program computes them:
//! there the clause is a belief, and is proved wherever the forgotten value can come from. With C(x) the clause of x:
//!
//! ```text
//! believed                                    proved
//! loop head       C(x), x changed by the      on entry and on every edge back, after the invariants
//!                 loop and read after it;
//!                 C(g), touched by the loop
//! entry of P      C(in), C(g)                 where P is called by its contract, after its preconditions: C(in), and C(g)
//!                                             if touched by what the caller may modify
//! return of P     C(out), C(g) touched by     where a body of P ends, after its postconditions
//!                 what P may modify
//! ```
//!
//! A set of changes touches the clause of a global g if it changes g or another variable that C(g) reads. A clause that
//! nothing touches holds because it held before.
//!
//! What needs no proof. A clause that is *kept*: its variable is changed by `havoc` alone, and nothing else that it reads
//! is changed at all; then it holds at every point where it held at the start. The end of a procedure that nothing
//! calls by contract: nothing is believed of it. A call that is inlined: its body is executed, and nothing forgotten.
//!
//! What cannot be proved for want of code stays believed: the arguments and globals of a procedure that only callers
//! outside of the program call, as its preconditions are; the results of one without a checked body, as its
//! postconditions are ([`crate::trust`] says so).
//!
//! Why it is enough: by induction on the length of a run, every state at a loop head, entry or return satisfies what is
//! believed there, if all proofs above succeed. It is the argument for loop invariants and contracts.

use crate::body::{Graph, Step, StepKind};
use crate::call_graph::CallGraph;
use crate::contract::is_inlined_everywhere;
use crate::liveness::{reads, writes};
use crate::loops::Loop;
use crate::typed::*;
use crate::visit::walk;
use rustc_hash::FxHashSet;

/// The clause of a variable in a graph.
#[derive(Clone, Debug)]
pub struct Clause {
    pub variable: Name,
    pub expr: Expr,
}

/// A clause that is believed at the head of a loop.
#[derive(Clone, Debug)]
pub struct AtHead {
    pub clause: Clause,
    /// It holds everywhere, so there is nothing to prove.
    pub is_kept: bool,
}

/// Where the clause is to be proved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WherePlace {
    LoopEntry,
    LoopBack,
    /// A call of this procedure.
    Call(Name),
    /// The end of this procedure.
    Return(Name),
}

/// The clauses of globals that a change of these globals touches.
pub fn touched(program: &Program, changed: &[GlobalId]) -> Vec<Clause> {
    let changed: FxHashSet<Var> = changed.iter().map(|global| Var::Global(*global)).collect();
    touched_by(program, &changed).map(|(_, clause)| clause).collect()
}

fn touched_by<'a>(program: &'a Program, changed: &'a FxHashSet<Var>) -> impl Iterator<Item = (Var, Clause)> + 'a {
    let globals = program.globals.iter().enumerate().map(|(at, global)| (Var::Global(GlobalId(at as u32)), global));
    globals.filter_map(|(var, global)| {
        let clause = clause_of(global)?;
        (changed.contains(&var) || read_by(&clause.expr).any(|read| changed.contains(&read))).then_some((var, clause))
    })
}

pub fn clause_of(variable: &Variable) -> Option<Clause> {
    Some(Clause { variable: variable.name.clone(), expr: variable.where_clause.clone()? })
}

/// Whether some call of the procedure relies on its contract.
pub fn is_called_by_contract(program: &Program, calls: &CallGraph, procedure: ProcedureId) -> bool {
    calls.is_called(procedure) && !is_inlined_everywhere(program, calls, procedure)
}

/// The out-parameters of the body whose clauses it may break.
pub fn broken_outs(procedure: &Procedure, body: &Implementation) -> Vec<Clause> {
    let (mut chosen, mut computed) = (FxHashSet::default(), FxHashSet::default());
    for cmd in body.blocks.iter().flat_map(|block| &block.cmds) {
        match &cmd.kind {
            CmdKind::Havoc(vars) => chosen.extend(vars.iter().copied()),
            CmdKind::Assign(pairs) => computed.extend(pairs.iter().map(|(var, _)| *var)),
            CmdKind::Call(_) | CmdKind::Async(_) | CmdKind::Parallel(_) | CmdKind::LoopYield(_) => {
                computed.extend(cmd.kind.calls().flat_map(|call| call.outs.iter().copied()));
            }
            CmdKind::Assert(_)
            | CmdKind::Prove { .. }
            | CmdKind::Assume { .. }
            | CmdKind::Measure(_)
            | CmdKind::Visibility(_) => {}
        }
    }
    computed.extend(procedure.modifies.iter().map(|global| Var::Global(*global)));
    let outs = body.locals.iter().enumerate().take(procedure.params.len()).skip(procedure.ins);
    let clauses = outs.filter_map(|(at, out)| Some((Var::Local(LocalId(at as u32)), clause_of(out)?)));
    clauses.filter(|(var, clause)| !is_kept(*var, &clause.expr, &chosen, &computed)).map(|(_, clause)| clause).collect()
}

/// What is believed at the head of a loop that changes these variables.
pub fn at_head(program: &Program, graph: &Graph, cycle: &Loop, assigned: &[Var]) -> Vec<AtHead> {
    let changed: FxHashSet<Var> = assigned.iter().copied().collect();
    let locals = assigned.iter().filter_map(|var| match var {
        Var::Local(id) => Some((*var, clause_of(&graph.locals[id.index()])?)),
        Var::Global(_) | Var::Const(_) | Var::Bound(_) => None,
    });
    let live = locals.filter(|(var, _)| is_live(graph, cycle.head, *var));
    let clauses: Vec<(Var, Clause)> = touched_by(program, &changed).chain(live).collect();
    if clauses.is_empty() {
        return Vec::new();
    }
    let (mut chosen, mut computed) = (FxHashSet::default(), FxHashSet::default());
    for step in graph.blocks.iter().flat_map(|block| &block.steps) {
        match &step.kind {
            StepKind::Havoc(vars) => chosen.extend(vars.iter().copied()),
            StepKind::Assign(pairs) => computed.extend(pairs.iter().map(|(var, _)| *var)),
            StepKind::Assume(_) | StepKind::Check { .. } | StepKind::Offer(_) => {}
        }
    }
    let believed = |(var, clause): (Var, Clause)| {
        let is_kept = is_kept(var, &clause.expr, &chosen, &computed);
        AtHead { clause, is_kept }
    };
    clauses.into_iter().map(believed).collect()
}

/// Whether the clause holds at every point, if it held at the start: `havoc` chooses by it.
fn is_kept(var: Var, clause: &Expr, chosen: &FxHashSet<Var>, computed: &FxHashSet<Var>) -> bool {
    !computed.contains(&var)
        && read_by(clause).filter(|read| *read != var).all(|read| !chosen.contains(&read) && !computed.contains(&read))
}

fn read_by(expr: &Expr) -> impl Iterator<Item = Var> {
    let mut vars = Vec::new();
    walk(expr, &mut |node| {
        if let ExprKind::Var(var @ (Var::Global(_) | Var::Local(_))) = node.kind() {
            vars.push(*var);
        }
        true
    });
    vars.into_iter()
}

/// Whether a run from the start of the block may read the variable before it changes it. The variables of an inlined
/// body are not live outside of it, and there their clauses say nothing.
fn is_live(graph: &Graph, from: BlockId, var: Var) -> bool {
    let mut seen = FxHashSet::default();
    let mut work = vec![from];
    while let Some(block) = work.pop() {
        if !seen.insert(block) {
            continue;
        }
        match graph.block(block).steps.iter().find_map(|step| use_of(step, var)) {
            Some(Use::Read) => return true,
            Some(Use::Written) => {}
            None => work.extend(&graph.block(block).successors),
        }
    }
    false
}

enum Use {
    Read,
    Written,
}

fn use_of(step: &Step, var: Var) -> Option<Use> {
    let (mut is_read, mut is_written) = (false, false);
    reads(step, &mut |other| is_read |= other == var);
    writes(step, &mut |other| is_written |= other == var);
    match (is_read, is_written) {
        (true, _) => Some(Use::Read),
        (false, true) => Some(Use::Written),
        (false, false) => None,
    }
}
