//! Left mover procedures that call themselves.
//!
//! A left mover must return: a transaction that others have seen would never be completed otherwise. So every cycle of
//! calls among the left mover procedures of a layer comes to an end: by measures, because a run can always leave without
//! calling, by an integer parameter that goes towards a limit and has not passed it, or by a finite set that loses a
//! member with each call. That the set loses a member is proved; that it is finite is believed, and said aloud.

use crate::civl::{Call, Civl, Cmd, CmdKind, Layer, YieldProcedure};
use crate::cooperation::bounds::{
    Bound, Direction, assigned_locals, bounds, bounds_before, depends_only_on, step_from,
};
use crate::cooperation::finishing::{calls, finishing};
use crate::yields::codes::{COOPERATION_RECURSION, FINITE_SET};
use crate::yields::sufficiency::Found;
use ivl::ast::Mover;
use ivl::typed::{BlockId, Expr, ExprKind, LocalId, Name, Procedure, ProcedureId, Type, Var};
use rustc_hash::FxHashSet;
use source::Diagnostic;
use std::collections::BTreeSet;

/// Checks the cycles of calls at all layers. What is wrong at several layers is reported for the lowest.
pub fn check_recursion(civl: &Civl) -> Vec<Found> {
    judged(civl)
        .into_iter()
        .filter_map(|(layer, cycle, end)| match end {
            End::Known => None,
            End::FiniteSet { at } => Some((cycle[0].id, believed_finite(civl, layer, cycle[0], at))),
            End::Unknown => Some((cycle[0].id, may_not_return(civl, layer, &cycle))),
        })
        .collect()
}

/// A procedure that calls itself at a layer with a set that is smaller each time.
pub struct Shrinking {
    pub procedure: ProcedureId,
    pub layer: Layer,
    /// The position of the parameter.
    pub at: usize,
}

/// Where it is to be proved that the set that a call hands on is not the one that its caller was given.
pub fn shrinking_sets(civl: &Civl) -> Vec<Shrinking> {
    judged(civl)
        .into_iter()
        .filter_map(|(layer, cycle, end)| match end {
            End::FiniteSet { at } => Some(Shrinking { procedure: cycle[0].id, layer, at }),
            End::Known | End::Unknown => None,
        })
        .collect()
}

/// Why the calls of a cycle come to an end.
enum End {
    /// By a measure, a number that goes towards a limit, or because a run can always leave.
    Known,
    /// A set loses a member with each call; this is proved, and believed is that the set is finite.
    FiniteSet {
        at: usize,
    },
    Unknown,
}

/// The cycles of calls among the mover procedures of each layer that move left, lowest layers first.
fn judged<'a>(civl: &'a Civl) -> Vec<(Layer, Vec<&'a YieldProcedure>, End)> {
    let layers: BTreeSet<Layer> = civl.yield_procedures().map(|procedure| procedure.layer).collect();
    layers.into_iter().flat_map(|layer| judged_at(civl, layer)).collect()
}

fn judged_at<'a>(civl: &'a Civl, layer: Layer) -> Vec<(Layer, Vec<&'a YieldProcedure>, End)> {
    let moves_left = |procedure: &&YieldProcedure| {
        matches!(procedure.mover_at(layer), Some(Mover::Left | Mover::Both)) && procedure.body.is_some()
    };
    let procedures: Vec<&YieldProcedure> = civl.yield_procedures().filter(moves_left).collect();
    let end = |cycle: &[&'a YieldProcedure]| {
        let is_measured = cycle.iter().all(|it| it.has_measure_at(layer));
        let ends = || finishing(civl, cycle, layer).len() == cycle.len();
        if is_measured || ends() || descends(civl, cycle, layer) {
            return End::Known;
        }
        shrinking_set(civl, cycle).map_or(End::Unknown, |at| End::FiniteSet { at })
    };
    cycles(&procedures)
        .into_iter()
        .map(|cycle| {
            let end = end(&cycle);
            (layer, cycle, end)
        })
        .collect()
}
/// A call of a body: by the command at `index` of a block.
struct Site<'a> {
    block: BlockId,
    index: usize,
    call: &'a Call,
}

fn call_sites(procedure: &YieldProcedure) -> Vec<Site<'_>> {
    let Some(body) = &procedure.body else { return Vec::new() };
    let mut sites = Vec::new();
    for (at, block) in body.blocks.iter().enumerate() {
        for (index, cmd) in block.cmds.iter().enumerate() {
            sites.extend(calls(&cmd.kind).into_iter().map(|call| Site { block: BlockId(at as u32), index, call }));
        }
    }
    sites
}

/// The sets of procedures that call each other, each once.
fn cycles<'a>(procedures: &[&'a YieldProcedure]) -> Vec<Vec<&'a YieldProcedure>> {
    let callees = |id: ProcedureId| {
        let caller = procedures.iter().find(|procedure| procedure.id == id);
        caller.map_or(Vec::new(), |caller| call_sites(caller).iter().map(|site| site.call.callee).collect())
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
    let sites: Vec<(&YieldProcedure, Site)> = cycle
        .iter()
        .flat_map(|caller| call_sites(caller).into_iter().map(|site| (*caller, site)))
        .filter(|(_, site)| inside.contains(&site.call.callee))
        .collect();
    // What a call hands on under a name, if caller and callee have a parameter of that name.
    let handed = |caller: &YieldProcedure, call: &'_ Call, name: &Name| {
        let callee = cycle.iter().find(|it| it.id == call.callee)?;
        let own = LocalId(position(caller, name)? as u32);
        Some((own, call.ins.get(position(callee, name)?)?.clone()))
    };
    let is_handed_on = |name: &Name| {
        sites.iter().all(|(caller, site)| {
            handed(caller, site.call, name)
                .is_some_and(|(own, arg)| matches!(arg.kind(), ExprKind::Var(Var::Local(it)) if *it == own))
        })
    };
    let goes = |name: &Name, direction: Direction| {
        sites.iter().all(|(caller, site)| {
            let Some((own, arg)) = handed(caller, site.call, name) else { return false };
            let stays = |local: LocalId| ins(caller).get(local.index()).is_some_and(|it| is_handed_on(&it.name));
            let limits = |it: &Bound| it.var == own && it.direction == direction && depends_only_on(&it.limit, stays);
            step_from(&arg, own) == Some(direction) && bounds_of_call(caller, site, layer).iter().any(limits)
        })
    };
    let Some(first) = cycle.first() else { return false };
    let mut candidates = ins(first).iter().filter(|param| param.ty == Type::Int).map(|param| &param.name);
    candidates.any(|name| goes(name, Direction::Down) || goes(name, Direction::Up))
}

/// The position of a set from which every call of a procedure that calls itself takes something out: `S[x := false]` is
/// handed on as `S`. It is proved at each call that this is another set than `S`, so that x was a member; if the set is
/// finite, there is a last call.
fn shrinking_set(civl: &Civl, cycle: &[&YieldProcedure]) -> Option<usize> {
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
    let own_calls: Vec<&Call> = sites.iter().map(|site| site.call).filter(|call| call.callee == procedure.id).collect();
    let shrinks = |at: &usize| {
        let own = LocalId(*at as u32);
        own_calls.iter().all(|call| removes(&call.ins[*at], own))
    };
    (0..declared.ins).find(shrinks)
}

fn believed_finite(civl: &Civl, layer: Layer, procedure: &YieldProcedure, at: usize) -> Diagnostic {
    let Procedure { params, span, .. } = &civl.program.procedures[procedure.id.index()];
    let set = &params[at].name;
    let message = format!(
        "believed: `{}` calls itself at layer {layer} with one member of `{set}` less each time, and `{set}` is finite",
        civl.name(procedure.id)
    );
    Diagnostic::warning(&FINITE_SET, *span, message)
}

/// What is known of the parameters at a call: preconditions at the layer, and guards on the way.
fn bounds_of_call(caller: &YieldProcedure, site: &Site, layer: Layer) -> Vec<Bound> {
    let requires = caller.requires.iter().filter(|it| it.layers.contains(&layer));
    let mut found: Vec<Bound> = requires.flat_map(|it| bounds(&it.condition.expr)).collect();
    found.extend(caller.body.iter().flat_map(|body| bounds_before(body, site.block, site.index, layer)));
    found
}

fn may_not_return(civl: &Civl, layer: Layer, cycle: &[&YieldProcedure]) -> Diagnostic {
    let first = cycle.iter().find(|it| !it.has_measure_at(layer)).unwrap_or(&cycle[0]);
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
    for Site { call, .. } in cycle.iter().flat_map(|procedure| call_sites(procedure)) {
        if inside.contains(&call.callee) {
            diagnostic = diagnostic.label(call.span, format!("calls `{}`", civl.name(call.callee)));
        }
    }
    let names: Vec<String> = cycle.iter().map(|procedure| format!("`{}`", civl.name(procedure.id))).collect();
    let help =
        format!("add `measure {{:layer {layer}}} …` to {}: it falls with each of these calls", names.join(" and "));
    diagnostic.help(help)
}
