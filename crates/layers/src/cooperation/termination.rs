//! Cooperation: a committed transaction can always be brought to its end.
//!
//! Reduction completes interrupted transactions: from the commit on, all steps move left, so the missing ones can be
//! added and moved to where the thread was interrupted. That needs an end that can be reached (`Cooperative` in the paper
//! of [`crate::yields::sufficiency`], end of section 4.3), or else a real run that stops a thread inside its transaction
//! is covered by no run of the cooperative program. Left movers do not block; what remains are loops, recursion and
//! assumptions after the commit:
//!
//! ```text
//! a loop without a yield                has a measure, or counts to a limit, or may always be left
//! a cycle of left mover procedures      each has a measure, or a parameter descends, or each may always return;
//!                                       that a set which loses a member each time is finite is believed, and said aloud
//! an assumption                         is proved to hold, or to hold for some choice of the values that are arbitrary
//!                                       there; if it is about nothing else, that is believed, and said aloud
//! ```
//!
//! This is less than the paper asks. It is enough that *some* continuation ends, as the run to be completed is ours to
//! choose. And a transaction may be dropped instead of completed as long as nobody depends on it: steps before the commit
//! move right past everything that follows, and steps from the commit on that changed no global and started no thread can
//! be left out. So the three are asked for from the first such change on. Right mover and atomic procedures are called
//! before the commit only; a left mover procedure may be called after a change.

use crate::civl::{Body, Call, Civl, Cmd, CmdKind, Layer, YieldProcedure};
use crate::cooperation::bounds::{
    Bound, Direction, assigned_locals, bounds, bounds_at, depends_only_on, is_free, step_from,
};
use crate::cooperation::counting::is_counted;
use crate::cooperation::finishing::{calls, finishing, has_measure};
use crate::yields::codes::{BLOCKED, COOPERATION_LOOP, COOPERATION_RECURSION, FINITE_SET};
use crate::yields::describe::{subject, transaction};
use crate::yields::flow::{AsyncLabel, Cause, Edge, Flow, MoverLabel};
use crate::yields::loop_yields::Loop;
use crate::yields::reading::Automaton;
use crate::yields::sufficiency::{Phase, for_each_flow, phases};
use ivl::ast::Mover;
use ivl::typed::{BlockId, Expr, ExprKind, LocalId, Name, ProcedureId, Type, Var};
use rustc_hash::FxHashSet;
use source::{Diagnostic, Span};

/// Checks all yield procedures at all layers. What is wrong at several layers is reported for the lowest.
pub fn check_cooperation(civl: &Civl) -> Vec<Diagnostic> {
    let mut found = for_each_flow(civl, |procedure, body, loops, flow| {
        Checker { civl, procedure, body, loops, flow, automaton: standings() }.check()
    });
    let layers: FxHashSet<Layer> = civl.yield_procedures().map(|procedure| procedure.layer).collect();
    let mut layers: Vec<Layer> = layers.into_iter().collect();
    layers.sort();
    found.extend(layers.into_iter().flat_map(|layer| check_recursion(civl, layer)));
    found
}

/// An assumption of a yield procedure that stands in the committed part of a transaction at a layer.
pub struct Blocking {
    pub procedure: ProcedureId,
    pub layer: Layer,
    /// That of the command.
    pub span: Span,
    /// What is wrong if it blocks.
    pub failure: Diagnostic,
}

/// The assumptions that must not block.
pub fn blocking_assumptions(civl: &Civl) -> Vec<Blocking> {
    let mut found = Vec::new();
    for_each_flow(civl, |procedure, body, loops, flow| {
        found.extend(Checker { civl, procedure, body, loops, flow, automaton: standings() }.blocking());
        Vec::new()
    });
    found
}

/// Whether a transaction has to be completed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Standing {
    /// Not committed.
    Open,
    /// Committed, and nothing has changed by that.
    Unnoticed,
    /// Others may have seen it.
    Noticed,
}

/// How a body begins.
fn standing(start: Phase) -> Standing {
    match start {
        Phase::Right => Standing::Open,
        Phase::Left => Standing::Noticed,
    }
}

const CHANGES: [bool; 2] = [false, true];

/// The yield sufficiency automaton, where the left-moving phase is split by whether something has changed in it.
fn standings() -> Automaton {
    let after = |from: Standing, mover: MoverLabel, changes: bool| {
        let committed = if changes { Standing::Noticed } else { Standing::Unnoticed };
        match (from, mover) {
            (_, MoverLabel::Yield) => Some(Standing::Open),
            (Standing::Open, MoverLabel::Private | MoverLabel::Both | MoverLabel::Right) => Some(Standing::Open),
            (Standing::Open, MoverLabel::Left | MoverLabel::Non) => Some(committed),
            (Standing::Unnoticed, MoverLabel::Private | MoverLabel::Both | MoverLabel::Left) => Some(committed),
            (Standing::Noticed, MoverLabel::Private | MoverLabel::Both | MoverLabel::Left) => Some(Standing::Noticed),
            (Standing::Unnoticed | Standing::Noticed, MoverLabel::Right | MoverLabel::Non) => None,
        }
    };
    let mut table = Vec::new();
    for from in [Standing::Open, Standing::Unnoticed, Standing::Noticed] {
        for mover in MoverLabel::ALL {
            for changes in CHANGES {
                let to = after(from, mover, changes);
                table.extend(to.map(|to| (from as usize, label(mover, changes), to as usize)));
            }
        }
    }
    Automaton::new(3, table.into_iter(), |edge| label(edge.mover, changes(edge)))
}

fn label(mover: MoverLabel, changes: bool) -> usize {
    mover as usize * CHANGES.len() + changes as usize
}

/// Whether other threads could notice the step.
fn changes(edge: &Edge) -> bool {
    match edge.asynchrony {
        AsyncLabel::Modifies | AsyncLabel::Starts | AsyncLabel::Async | AsyncLabel::ModifiesAsync => true,
        AsyncLabel::Yield | AsyncLabel::Private => false,
    }
}

struct Checker<'a> {
    civl: &'a Civl<'a>,
    procedure: &'a YieldProcedure,
    body: &'a Body,
    loops: &'a [Loop],
    flow: Flow,
    automaton: Automaton,
}

impl Checker<'_> {
    fn check(&self) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for (start, _) in phases(self.procedure, self.flow.layer) {
            let start = standing(*start);
            let reached = self.automaton.reached(&self.flow, start as usize);
            let committed: FxHashSet<usize> = reached
                .iter()
                .filter(|(_, state)| *state == Standing::Noticed as usize)
                .map(|(node, _)| *node)
                .collect();
            let endless = self.loops.iter().filter_map(|it| self.endless_head(it, &committed));
            found.extend(endless.map(|head| self.may_not_end(start, head)));
        }
        found
    }

    /// The assumptions in the committed part.
    fn blocking(&self) -> Vec<Blocking> {
        let mut found: Vec<Blocking> = Vec::new();
        for (start, _) in phases(self.procedure, self.flow.layer) {
            let start = standing(*start);
            let reached = self.automaton.reached(&self.flow, start as usize);
            for edge in self.flow.edges.iter().filter(|edge| edge.cause == Cause::Assume) {
                let is_known = found.iter().any(|other| other.span == edge.span);
                if !is_known && reached.contains(&(edge.from, Standing::Noticed as usize)) {
                    found.push(self.may_block(start, edge.from, edge.span));
                }
            }
        }
        found
    }

    /// The block of a loop at which runs come back that must be completed, if nothing says that they leave.
    fn endless_head(&self, it: &Loop, committed: &FxHashSet<usize>) -> Option<BlockId> {
        let yields = |block: BlockId| {
            self.flow.edges.iter().any(|edge| edge.mover == MoverLabel::Yield && self.flow.blocks[edge.from] == block)
        };
        if it.blocks.iter().any(|block| yields(*block)) {
            return None;
        }
        let [head] = it.entries[..] else {
            return it.blocks.iter().copied().find(|block| committed.contains(&block.index()));
        };
        let layer = self.flow.layer;
        let leaves = |to: &BlockId| !it.blocks.contains(to) && is_free(&self.body.blocks[to.index()]);
        let may_leave = self.body.blocks[head.index()].successors().iter().any(leaves);
        let ends = may_leave
            || has_measure(self.body, head, layer)
            || is_counted(self.civl, self.procedure, self.body, it, layer);
        (committed.contains(&head.index()) && !ends).then_some(head)
    }

    fn may_not_end(&self, start: Standing, head: BlockId) -> Diagnostic {
        let layer = self.flow.layer;
        let span = self.body.blocks[head.index()].span;
        let message = format!(
            "this loop might not end, and a transaction of `{}` is committed in it at layer {layer}",
            self.civl.name(self.procedure.id)
        );
        let diagnostic = Diagnostic::error(&COOPERATION_LOOP, span, message)
            .help(format!(
                "add `measure {{:layer {layer}}} …;` to the loop: an integer that falls and stays above zero"
            ))
            .help("or let the loop yield");
        self.committed_at(diagnostic, start, head.index())
    }

    fn may_block(&self, start: Standing, node: usize, span: Span) -> Blocking {
        let layer = self.flow.layer;
        let message = format!("this assumption might block the transaction that is committed at layer {layer}");
        let failure = Diagnostic::error(&BLOCKED, span, message)
            .help("assume it before the commit or after a yield, or choose the value by an action that never blocks");
        let failure = Diagnostic { trace: Vec::new(), ..self.committed_at(failure, start, node) };
        Blocking { procedure: self.procedure.id, layer, span, failure }
    }

    /// Shows how a transaction that others may have seen comes to a node.
    fn committed_at(&self, diagnostic: Diagnostic, start: Standing, node: usize) -> Diagnostic {
        let run = self.automaton.run_to(&self.flow, start as usize, node, Standing::Noticed as usize);
        let Some(run) = run else { return diagnostic };
        let trace = transaction(self.civl, &self.flow, &run);
        let noticed = run.read.iter().rev().take_while(|(_, state)| *state == Standing::Noticed as usize).last();
        let edge = noticed.map(|(edge, _)| &self.flow.edges[*edge]).filter(|edge| changes(edge));
        let (span, text) = match edge {
            Some(edge) => (edge.span, format!("others may notice the transaction since {}", subject(self.civl, edge))),
            None => {
                let span = self.civl.program.procedures[self.procedure.id.index()].span;
                (span, "calls of this left mover stand in committed transactions".to_string())
            }
        };
        diagnostic.label(span, text).trace(trace)
    }
}

/// Cycles of calls among the mover procedures of a layer that move left.
fn check_recursion(civl: &Civl, layer: Layer) -> Vec<Diagnostic> {
    let moves_left = |procedure: &&YieldProcedure| {
        matches!(procedure.mover_at(layer), Some(Mover::Left | Mover::Both)) && procedure.body.is_some()
    };
    let procedures: Vec<&YieldProcedure> = civl.yield_procedures().filter(moves_left).collect();
    let mut found = Vec::new();
    for cycle in cycles(&procedures) {
        let measured = |it: &YieldProcedure| it.measures.iter().any(|measure| measure.layers.contains(&layer));
        let bare: Vec<&YieldProcedure> = cycle.iter().copied().filter(|it| !measured(it)).collect();
        let ends = finishing(civl, &cycle, layer).len() == cycle.len();
        if let [first, ..] = bare[..]
            && !ends
            && !descends(civl, &cycle, layer)
        {
            found.push(match shrinking_set(civl, &cycle) {
                Some(set) => believed_finite(civl, layer, first, &set),
                None => may_not_return(civl, layer, first, &cycle),
            });
        }
    }
    found
}

/// The call sites of a procedure, with their blocks.
fn call_sites(procedure: &YieldProcedure) -> Vec<(BlockId, &Call)> {
    let Some(body) = &procedure.body else { return Vec::new() };
    let blocks = body.blocks.iter().enumerate();
    let sites = blocks.flat_map(|(at, block)| {
        block.cmds.iter().flat_map(|cmd| calls(&cmd.kind)).map(move |call| (BlockId(at as u32), call))
    });
    sites.collect()
}

/// The sets of procedures that call each other, each once.
fn cycles<'a>(procedures: &[&'a YieldProcedure]) -> Vec<Vec<&'a YieldProcedure>> {
    let callees = |id: ProcedureId| {
        let caller = procedures.iter().find(|procedure| procedure.id == id);
        caller.map_or(Vec::new(), |caller| call_sites(caller).iter().map(|(_, call)| call.callee).collect())
    };
    let reach = |from: ProcedureId| {
        let mut seen = FxHashSet::default();
        let mut work = callees(from);
        while let Some(id) = work.pop() {
            if seen.insert(id) {
                work.extend(callees(id));
            }
        }
        seen
    };
    let reached: Vec<FxHashSet<ProcedureId>> = procedures.iter().map(|procedure| reach(procedure.id)).collect();
    let mut found: Vec<Vec<&YieldProcedure>> = Vec::new();
    for (at, procedure) in procedures.iter().enumerate() {
        let known = found.iter().any(|cycle| cycle.iter().any(|member| member.id == procedure.id));
        if !reached[at].contains(&procedure.id) || known {
            continue;
        }
        let both = |(other, it): &(usize, &&YieldProcedure)| {
            reached[at].contains(&it.id) && reached[*other].contains(&procedure.id)
        };
        found.push(procedures.iter().enumerate().filter(both).map(|(_, it)| *it).collect());
    }
    found
}

/// Some parameter, under one name in the whole cycle, goes towards a limit with every call and has not passed it.
fn descends(civl: &Civl, cycle: &[&YieldProcedure], layer: Layer) -> bool {
    let program = civl.program;
    let ins = |procedure: &YieldProcedure| {
        let declared = &program.procedures[procedure.id.index()];
        &declared.params[..declared.ins]
    };
    let position = |procedure: &YieldProcedure, name: &Name| ins(procedure).iter().position(|it| it.name == *name);
    let inside: FxHashSet<ProcedureId> = cycle.iter().map(|procedure| procedure.id).collect();
    let sites: Vec<(&YieldProcedure, BlockId, &Call)> = cycle
        .iter()
        .flat_map(|caller| call_sites(caller).into_iter().map(|(block, call)| (*caller, block, call)))
        .filter(|(_, _, call)| inside.contains(&call.callee))
        .collect();
    // What a call hands on under a name, if caller and callee have a parameter of that name.
    let handed = |caller: &YieldProcedure, call: &'_ Call, name: &Name| {
        let callee = cycle.iter().find(|it| it.id == call.callee)?;
        let own = LocalId(position(caller, name)? as u32);
        Some((own, call.ins.get(position(callee, name)?)?.clone()))
    };
    let is_handed_on = |name: &Name| {
        sites.iter().all(|(caller, _, call)| {
            handed(caller, call, name)
                .is_some_and(|(own, arg)| matches!(arg.kind(), ExprKind::Var(Var::Local(it)) if *it == own))
        })
    };
    let goes = |name: &Name, direction: Direction| {
        sites.iter().all(|(caller, block, call)| {
            let Some((own, arg)) = handed(caller, call, name) else { return false };
            let stays = |local: LocalId| ins(caller).get(local.index()).is_some_and(|it| is_handed_on(&it.name));
            let limits = |it: &Bound| it.var == own && it.direction == direction && depends_only_on(&it.limit, stays);
            step_from(&arg, own) == Some(direction) && bounds_of_call(caller, *block, layer).iter().any(limits)
        })
    };
    let Some(first) = cycle.first() else { return false };
    let mut candidates = ins(first).iter().filter(|param| param.ty == Type::Int).map(|param| &param.name);
    candidates.any(|name| goes(name, Direction::Down) || goes(name, Direction::Up))
}

/// A set from which every call of a procedure that calls itself takes something out: `S[x := false]` is handed on as `S`.
/// If the set is finite and x a member, it is empty in the end, and the call is not made; neither is checked.
fn shrinking_set(civl: &Civl, cycle: &[&YieldProcedure]) -> Option<Name> {
    let [procedure] = cycle else { return None };
    let declared = &civl.program.procedures[procedure.id.index()];
    let body = procedure.body.as_ref()?;
    let cmds: Vec<&Cmd> = body.blocks.iter().flat_map(|block| &block.cmds).collect();
    // The only value that a local ever gets, if it is assigned once.
    let only_value = |local: LocalId| {
        let mut values = cmds.iter().filter_map(|cmd| match &cmd.kind {
            CmdKind::Assign(pairs) => pairs.iter().find(|(left, _)| *left == Var::Local(local)).map(|(_, value)| value),
            _ => None,
        });
        let assigned = cmds.iter().filter(|cmd| assigned_locals(civl, cmd).contains(&local)).count();
        values.next().filter(|_| assigned == 1)
    };
    let removes = |arg: &Expr, own: LocalId| {
        let value = match arg.kind() {
            ExprKind::Var(Var::Local(local)) => only_value(*local),
            _ => Some(arg),
        };
        value.is_some_and(|value| match value.kind() {
            ExprKind::Store { map, indices: _, value, type_args: _ } => {
                matches!(map.kind(), ExprKind::Var(Var::Local(local)) if *local == own)
                    && ivl::build::is_literal(value) == Some(false)
            }
            _ => false,
        })
    };
    let sites = call_sites(procedure);
    let own_calls: Vec<&Call> =
        sites.iter().map(|(_, call)| *call).filter(|call| call.callee == procedure.id).collect();
    let shrinks = |at: &usize| {
        let own = LocalId(*at as u32);
        own_calls.iter().all(|call| removes(&call.ins[*at], own))
    };
    (0..declared.ins).find(shrinks).map(|at| declared.params[at].name.clone())
}

fn believed_finite(civl: &Civl, layer: Layer, procedure: &YieldProcedure, set: &Name) -> Diagnostic {
    let span = civl.program.procedures[procedure.id.index()].span;
    let message = format!(
        "believed: `{}` calls itself at layer {layer} with one member of `{set}` less each time, and `{set}` is finite",
        civl.name(procedure.id)
    );
    Diagnostic::warning(&FINITE_SET, span, message)
}

/// What is known of the parameters at a call: preconditions at the layer, and guards on the way.
fn bounds_of_call(caller: &YieldProcedure, block: BlockId, layer: Layer) -> Vec<Bound> {
    let requires = caller.requires.iter().filter(|it| it.layers.contains(&layer));
    let mut found: Vec<Bound> = requires.flat_map(|it| bounds(&it.condition.expr)).collect();
    found.extend(caller.body.iter().flat_map(|body| bounds_at(body, block, layer)));
    found
}

fn may_not_return(civl: &Civl, layer: Layer, first: &YieldProcedure, cycle: &[&YieldProcedure]) -> Diagnostic {
    let span = civl.program.procedures[first.id.index()].span;
    let message = match cycle {
        [_] => format!("left mover `{}` calls itself at layer {layer} and might not return", civl.name(first.id)),
        _ => format!(
            "left mover `{}` calls itself through others at layer {layer} and might not return",
            civl.name(first.id)
        ),
    };
    let mut diagnostic = Diagnostic::error(&COOPERATION_RECURSION, span, message);
    let inside: FxHashSet<ProcedureId> = cycle.iter().map(|procedure| procedure.id).collect();
    for (_, call) in cycle.iter().flat_map(|procedure| call_sites(procedure)) {
        if inside.contains(&call.callee) {
            diagnostic = diagnostic.label(call.span, format!("calls `{}`", civl.name(call.callee)));
        }
    }
    let names: Vec<String> = cycle.iter().map(|procedure| format!("`{}`", civl.name(procedure.id))).collect();
    let help =
        format!("add `measure {{:layer {layer}}} …` to {}: it falls with each of these calls", names.join(" and "));
    diagnostic.help(help)
}
