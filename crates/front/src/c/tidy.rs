//! Makes a lowered procedure smaller without changing what it does.
//!
//! - What makes a variable indeterminate goes where that makes no difference ([`indeterminate`]).
//! - Edges without commands go, where that leaves the atomic blocks as they are.
//! - A step that only fills temporaries is joined with the steps that follow it, if these touch nothing but locals: nobody
//!   can tell whether something happens between them. The temporaries are replaced by what they hold.
//! - Assignments to locals that nobody reads go, and so do nodes that are never reached and locals that are never mentioned.

use super::indeterminate;
use concurrent::liveness;
use concurrent::program::*;
use std::collections::HashMap;

/// A joined step has at most this many commands.
const MAX_CMDS: usize = 12;

pub fn tidy(procedure: &mut Procedure) {
    indeterminate::remove_idle(procedure);
    contract(procedure);
    let mut changed = true;
    while changed {
        changed = join_one(procedure);
        substitute(procedure);
    }
    remove_dead(procedure);
    contract(procedure);
    prune(procedure);
}

/// n --(nothing)--> m, the only way on from n: what came to n comes to m instead. If others may run at n but not at m,
/// the edge stays: it is where they may.
fn contract(procedure: &mut Procedure) {
    for at in 0..procedure.nodes.len() {
        let id = NodeId(at as u32);
        let leaving: Vec<usize> = (0..procedure.edges.len()).filter(|edge| procedure.edges[*edge].from == id).collect();
        let [only] = leaving[..] else { continue };
        let edge = &procedure.edges[only];
        let (from, to) = (procedure.node(id), procedure.node(edge.to));
        let keeps_blocks = from.is_within_atomic || !to.is_within_atomic;
        if !edge.step.cmds.is_empty() || edge.to == id || !keeps_blocks {
            continue;
        }
        let target = edge.to;
        procedure.edges.remove(only);
        procedure.edges.iter_mut().filter(|edge| edge.to == id).for_each(|edge| edge.to = target);
        if procedure.entry == id {
            procedure.entry = target;
        }
    }
    remove_unreachable(procedure);
}

/// Edges that start nowhere that control comes to.
fn remove_unreachable(procedure: &mut Procedure) {
    let mut reached = vec![false; procedure.nodes.len()];
    let mut waiting = vec![procedure.entry];
    while let Some(node) = waiting.pop() {
        if !std::mem::replace(&mut reached[node.index()], true) {
            waiting.extend(procedure.edges.iter().filter(|edge| edge.from == node).map(|edge| edge.to));
        }
    }
    procedure.edges.retain(|edge| reached[edge.from.index()]);
}

fn is_temporary(procedure: &Procedure, local: LocalId) -> bool {
    let name = &procedure.local(local).name;
    !procedure.params.contains(&local) && !procedure.results.contains(&local) && name.starts_with("tmp")
}

/// Joins one step that only fills temporaries with those behind it. False if there is none.
fn join_one(procedure: &mut Procedure) -> bool {
    let joined = (0..procedure.edges.len()).find(|at| {
        let edge = &procedure.edges[*at];
        let fills = |cmd: &Cmd| match &cmd.kind {
            CmdKind::Assign { target, .. } => match target.kind {
                PlaceKind::Local(local) => is_temporary(procedure, local),
                PlaceKind::Global(_) | PlaceKind::Field { .. } => false,
            },
            CmdKind::Assume(_) => true,
            CmdKind::Assert(_) | CmdKind::Havoc(_) | CmdKind::Alloc { .. } | CmdKind::Free(_) => false,
        };
        let has_assignment = edge.step.cmds.iter().any(|cmd| matches!(cmd.kind, CmdKind::Assign { .. }));
        let middle = edge.to;
        let arriving = procedure.edges.iter().filter(|other| other.to == middle).count();
        let leaving: Vec<&Edge> = procedure.edges.iter().filter(|other| other.from == middle).collect();
        has_assignment
            && edge.step.cmds.iter().all(fills)
            && arriving == 1
            && middle != procedure.exit
            && !procedure.node(middle).is_within_atomic
            && !leaving.is_empty()
            && leaving.iter().all(|next| {
                next.to != middle
                    && next.step.cmds.len() + edge.step.cmds.len() <= MAX_CMDS
                    && next.step.cmds.iter().all(is_local)
            })
    });
    let Some(at) = joined else { return false };
    let first = procedure.edges.remove(at);
    for next in procedure.edges.iter_mut().filter(|next| next.from == first.to) {
        next.from = first.from;
        next.step.cmds.splice(0..0, first.step.cmds.iter().cloned());
        next.step.span = first.step.span.to(next.step.span);
    }
    true
}

/// Whether the command touches nothing but locals, and cannot fail.
fn is_local(cmd: &Cmd) -> bool {
    match &cmd.kind {
        CmdKind::Assume(condition) => reads_locals_only(condition),
        CmdKind::Assign { target, value } => matches!(target.kind, PlaceKind::Local(_)) && reads_locals_only(value),
        CmdKind::Assert(_) | CmdKind::Havoc(_) | CmdKind::Alloc { .. } | CmdKind::Free(_) => false,
    }
}

fn reads_locals_only(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Read(place) => matches!(place.kind, PlaceKind::Local(_)),
        ExprKind::Null | ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::NoThread | ExprKind::ThisThread => true,
        ExprKind::Unary { arg, .. } => reads_locals_only(arg),
        ExprKind::Binary { left, right, .. } => reads_locals_only(left) && reads_locals_only(right),
    }
}

/// Within a step, a temporary that nobody reads afterwards is replaced by what was assigned to it, as long as nothing that
/// this depends on has changed. Memory is the same throughout a step that does not write it.
fn substitute(procedure: &mut Procedure) {
    let live = liveness::live_locals(procedure);
    for at in 0..procedure.edges.len() {
        let edge = &procedure.edges[at];
        let after = &live[edge.to.index()];
        let writes_memory = edge.step.cmds.iter().any(|cmd| match &cmd.kind {
            CmdKind::Assign { target, .. } | CmdKind::Havoc(target) => !matches!(target.kind, PlaceKind::Local(_)),
            CmdKind::Alloc { .. } | CmdKind::Free(_) => true,
            CmdKind::Assume(_) | CmdKind::Assert(_) => false,
        });
        if writes_memory {
            continue;
        }
        let mut held: HashMap<LocalId, Expr> = HashMap::new();
        let mut cmds = Vec::new();
        for cmd in &edge.step.cmds {
            let mut cmd = cmd.clone();
            replace_in_cmd(&mut cmd, &held);
            if let CmdKind::Assign { target: Place { kind: PlaceKind::Local(local), .. }, value } = &cmd.kind {
                held.retain(|_, value| !mentions(value, *local));
                held.remove(local);
                if is_temporary(procedure, *local) && !after[local.index()] && !mentions(value, *local) {
                    held.insert(*local, value.clone());
                    continue;
                }
            }
            cmds.push(cmd);
        }
        // Something that was assigned may have been needed after a change of what it depends on; then the step stays.
        let still_read = |cmd: &Cmd| {
            let mut reads = vec![false; procedure.locals.len()];
            liveness::before_cmd(cmd, &mut reads);
            reads
        };
        let mut assigned = vec![false; procedure.locals.len()];
        let is_whole = cmds.iter().all(|cmd| {
            let reads = still_read(cmd);
            let whole = reads.iter().enumerate().all(|(local, read)| {
                let local = LocalId(local as u32);
                let filled_here = edge.step.cmds.iter().any(|cmd| assigns(cmd, local));
                !read || !is_temporary(procedure, local) || !filled_here || assigned[local.index()]
            });
            if let CmdKind::Assign { target: Place { kind: PlaceKind::Local(local), .. }, .. } = &cmd.kind {
                assigned[local.index()] = true;
            }
            whole
        });
        if is_whole {
            procedure.edges[at].step.cmds = cmds;
        }
    }
}

fn assigns(cmd: &Cmd, local: LocalId) -> bool {
    matches!(&cmd.kind, CmdKind::Assign { target: Place { kind: PlaceKind::Local(to), .. }, .. } if *to == local)
}

fn mentions(expr: &Expr, local: LocalId) -> bool {
    match &expr.kind {
        ExprKind::Read(place) => match &place.kind {
            PlaceKind::Local(read) => *read == local,
            PlaceKind::Global(_) => false,
            PlaceKind::Field { base, .. } => mentions(base, local),
        },
        ExprKind::Null | ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::NoThread | ExprKind::ThisThread => false,
        ExprKind::Unary { arg, .. } => mentions(arg, local),
        ExprKind::Binary { left, right, .. } => mentions(left, local) || mentions(right, local),
    }
}

fn replace_in_cmd(cmd: &mut Cmd, held: &HashMap<LocalId, Expr>) {
    match &mut cmd.kind {
        CmdKind::Assume(expr) | CmdKind::Assert(expr) | CmdKind::Free(expr) => replace_in_expr(expr, held),
        CmdKind::Assign { target, value } => {
            replace_in_place(target, held);
            replace_in_expr(value, held);
        }
        CmdKind::Havoc(target) => replace_in_place(target, held),
        CmdKind::Alloc { .. } => {}
    }
}

fn replace_in_place(place: &mut Place, held: &HashMap<LocalId, Expr>) {
    match &mut place.kind {
        PlaceKind::Field { base, .. } => replace_in_expr(base, held),
        PlaceKind::Local(_) | PlaceKind::Global(_) => {}
    }
}

fn replace_in_expr(expr: &mut Expr, held: &HashMap<LocalId, Expr>) {
    match &mut expr.kind {
        ExprKind::Read(place) => match &mut place.kind {
            PlaceKind::Local(local) => {
                if let Some(value) = held.get(local) {
                    *expr = value.clone();
                }
            }
            PlaceKind::Global(_) => {}
            PlaceKind::Field { base, .. } => replace_in_expr(base, held),
        },
        ExprKind::Null | ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::NoThread | ExprKind::ThisThread => {}
        ExprKind::Unary { arg, .. } => replace_in_expr(arg, held),
        ExprKind::Binary { left, right, .. } => {
            replace_in_expr(left, held);
            replace_in_expr(right, held);
        }
    }
}

/// Assignments to locals that nobody reads, if their value has no access to memory: an access may fail.
fn remove_dead(procedure: &mut Procedure) {
    loop {
        let live = liveness::live_locals(procedure);
        let mut changed = false;
        for edge in &mut procedure.edges {
            let mut after = live[edge.to.index()].clone();
            for at in (0..edge.step.cmds.len()).rev() {
                let is_dead = match &edge.step.cmds[at].kind {
                    CmdKind::Assign { target: Place { kind: PlaceKind::Local(local), .. }, value } => {
                        !after[local.index()] && !reads_cells(value)
                    }
                    _ => false,
                };
                if is_dead {
                    edge.step.cmds.remove(at);
                    changed = true;
                } else {
                    liveness::before_cmd(&edge.step.cmds[at], &mut after);
                }
            }
        }
        if !changed {
            return;
        }
    }
}

fn reads_cells(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Read(place) => matches!(place.kind, PlaceKind::Field { .. }),
        ExprKind::Null | ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::NoThread | ExprKind::ThisThread => false,
        ExprKind::Unary { arg, .. } => reads_cells(arg),
        ExprKind::Binary { left, right, .. } => reads_cells(left) || reads_cells(right),
    }
}

/// Numbers nodes in the order in which control may first come to them, and drops unused nodes and locals.
fn prune(procedure: &mut Procedure) {
    remove_unreachable(procedure);
    let mut order: Vec<NodeId> = Vec::new();
    let mut waiting = vec![procedure.entry];
    while let Some(node) = waiting.pop() {
        if order.contains(&node) || node == procedure.exit {
            continue;
        }
        order.push(node);
        waiting.extend(procedure.edges.iter().filter(|edge| edge.from == node).map(|edge| edge.to).rev());
    }
    order.push(procedure.exit);
    let renamed: HashMap<NodeId, NodeId> =
        order.iter().enumerate().map(|(at, node)| (*node, NodeId(at as u32))).collect();
    procedure.nodes = order.iter().map(|node| *procedure.node(*node)).collect();
    for edge in &mut procedure.edges {
        edge.from = renamed[&edge.from];
        edge.to = renamed[&edge.to];
    }
    procedure.edges.sort_by_key(|edge| edge.from);
    procedure.entry = renamed[&procedure.entry];
    procedure.exit = renamed[&procedure.exit];
    for at in 0..procedure.nodes.len() {
        let first = procedure.edges.iter().find(|edge| edge.from.index() == at);
        if let Some(first) = first {
            procedure.nodes[at].span = first.step.span;
        }
    }
    prune_locals(procedure);
}

fn prune_locals(procedure: &mut Procedure) {
    let mut used = vec![false; procedure.locals.len()];
    procedure.params.iter().chain(&procedure.results).for_each(|local| used[local.index()] = true);
    for cmd in procedure.edges.iter_mut().flat_map(|edge| &mut edge.step.cmds) {
        visit_locals(cmd, &mut |local| used[local.index()] = true);
    }
    let mut next = 0;
    let renamed: Vec<LocalId> = used
        .iter()
        .map(|used| {
            next += u32::from(*used);
            LocalId(next.saturating_sub(1))
        })
        .collect();
    let mut kept = used.iter();
    procedure.locals.retain(|_| *kept.next().unwrap_or(&true));
    for local in procedure.params.iter_mut().chain(&mut procedure.results) {
        *local = renamed[local.index()];
    }
    for cmd in procedure.edges.iter_mut().flat_map(|edge| &mut edge.step.cmds) {
        visit_locals(cmd, &mut |local| *local = renamed[local.index()]);
    }
}

fn visit_locals(cmd: &mut Cmd, visit: &mut dyn FnMut(&mut LocalId)) {
    match &mut cmd.kind {
        CmdKind::Assume(expr) | CmdKind::Assert(expr) | CmdKind::Free(expr) => visit_expr(expr, visit),
        CmdKind::Assign { target, value } => {
            visit_place(target, visit);
            visit_expr(value, visit);
        }
        CmdKind::Havoc(target) => visit_place(target, visit),
        CmdKind::Alloc { target, .. } => visit(target),
    }
}

fn visit_place(place: &mut Place, visit: &mut dyn FnMut(&mut LocalId)) {
    match &mut place.kind {
        PlaceKind::Local(local) => visit(local),
        PlaceKind::Global(_) => {}
        PlaceKind::Field { base, .. } => visit_expr(base, visit),
    }
}

fn visit_expr(expr: &mut Expr, visit: &mut dyn FnMut(&mut LocalId)) {
    match &mut expr.kind {
        ExprKind::Read(place) => visit_place(place, visit),
        ExprKind::Null | ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::NoThread | ExprKind::ThisThread => {}
        ExprKind::Unary { arg, .. } => visit_expr(arg, visit),
        ExprKind::Binary { left, right, .. } => {
            visit_expr(left, visit);
            visit_expr(right, visit);
        }
    }
}
