//! Loops cut at their heads.
//!
//! contract → **acyclic**
//!
//! Let a loop with head H start with checks and assumptions I (its invariants), assign the variables X in any of its
//! blocks, and have the measure M. Then
//!
//! ```text
//! edge into the loop        check I as "on entry"; check where(X); to H
//! edge back to H            check I as "preserved"; check M < M at the head; check where(X); the run ends
//! H                         havoc X; assume where(X); assume I; …
//! ```
//!
//! A run that reaches H for the n-th time is covered: variables outside X have the value they had on entry, the others
//! satisfy I and where(X) by induction on n; which clauses where(X) are, and which hold without a check:
//! [`crate::where_clauses`]. Assumptions among I (free invariants) are believed at H and checked nowhere. Loops that overlap
//! without nesting do not occur: [`crate::loops`] makes the graph reducible first.

use crate::body::{Acyclic, Block, Contract, Goal, GoalId, GoalKind, Graph, LoopMeasure, Origin, Step, StepKind};
use crate::encode::Gap;
use crate::loops::{Loop, Loops, find_loops};
use crate::measure;
use crate::typed::{BlockId, Program, Var};
use crate::where_clauses::{AtHead, WherePlace, at_head};
use rustc_hash::FxHashMap;
use source::Span;

pub fn cut_loops(program: &Program, contract: Contract) -> Result<Acyclic, Gap> {
    let Contract { mut graph, mut goals, measures } = contract;
    graph.remove_unreachable();
    let Loops { loops, copied } = find_loops(&mut graph)?;
    if let Some(measure) = measures.first().filter(|_| copied) {
        // The head that has the measure may not be the one that was chosen.
        return Err(Gap::new("measures in loops with several entries are not supported", measure.span));
    }
    let assigned: Vec<Vec<Var>> = loops.iter().map(|cycle| assigned_in(&graph, cycle)).collect();
    let believed = loops.iter().zip(&assigned).map(|(cycle, assigned)| at_head(program, &graph, cycle, assigned));
    let believed: Vec<Vec<AtHead>> = believed.collect();
    let mut preserved_of = FxHashMap::default();
    for ((cycle, assigned), believed) in loops.iter().zip(assigned).zip(believed) {
        cut_loop(&mut graph, &mut goals, &mut preserved_of, &measures, cycle, assigned, &believed);
    }
    split_critical_edges(&mut graph);
    sort_blocks(&mut graph);
    Ok(Acyclic { graph, goals })
}

fn cut_loop(
    graph: &mut Graph,
    goals: &mut Vec<Goal>,
    preserved_of: &mut FxHashMap<GoalId, GoalId>,
    measures: &[LoopMeasure],
    cycle: &Loop,
    assigned: Vec<Var>,
    believed_at_head: &[AtHead],
) {
    let head = cycle.head;
    let span = graph.block(head).span;
    let prefix = graph.block(head).steps.iter().take_while(|step| is_invariant(step)).count();
    let invariants: Vec<Step> = graph.block(head).steps[..prefix].to_vec();
    let (mut on_entry, preserved) = invariant_checks(&invariants, goals, preserved_of);

    let mut at_latch = preserved;
    for measure in measures.iter().filter(|measure| is_inside(graph, head, measure)) {
        at_latch.push(measure_check(measure, goals));
    }
    for clause in believed_at_head.iter().filter(|clause| !clause.is_kept) {
        on_entry.push(where_check(clause, WherePlace::LoopEntry, goals, span));
        at_latch.push(where_check(clause, WherePlace::LoopBack, goals, span));
    }
    let mut predecessors = std::mem::take(&mut graph.predecessors()[head.index()]);
    predecessors.dedup();
    for from in predecessors {
        let back = cycle.latches.contains(&from);
        let steps = if back { at_latch.clone() } else { on_entry.clone() };
        let successors = if back { Vec::new() } else { vec![head] };
        redirect(graph, from, head, steps, successors, span);
    }

    let mut steps = vec![Step { kind: StepKind::Havoc(assigned), origin: Origin::LoopHead, span }];
    let wheres = believed_at_head.iter().map(|believed| StepKind::Assume(believed.clause.expr.clone()));
    steps.extend(wheres.map(|kind| Step { kind, origin: Origin::Internal, span }));
    steps.extend(invariants.into_iter().map(believed));
    let block = &mut graph.blocks[head.index()];
    steps.extend(block.steps.drain(prefix..));
    block.steps = steps;
}

fn is_invariant(step: &Step) -> bool {
    match step.kind {
        StepKind::Assume(_) | StepKind::Check { .. } | StepKind::Offer(_) => true,
        StepKind::Assign(_) | StepKind::Havoc(_) => false,
    }
}

/// The invariant as checks for the edges into the loop, and as checks for the edges back. `preserved_of` gives the
/// second goal of an invariant whose first is known: the copy of a head shares both with its original.
fn invariant_checks(
    invariants: &[Step],
    goals: &mut Vec<Goal>,
    preserved_of: &mut FxHashMap<GoalId, GoalId>,
) -> (Vec<Step>, Vec<Step>) {
    let (mut on_entry, mut preserved) = (Vec::new(), Vec::new());
    for step in invariants {
        if let StepKind::Offer(_) = &step.kind {
            on_entry.push(step.clone());
            preserved.push(step.clone());
        }
        let StepKind::Check { goal, expr, forget } = &step.kind else { continue };
        on_entry.push(step.clone());
        if goals[goal.index()].kind == GoalKind::Assertion {
            goals[goal.index()].kind = GoalKind::InvariantEntry;
            preserved_of.insert(*goal, GoalId(goals.len() as u32));
            goals.push(Goal { kind: GoalKind::InvariantPreserved, ..goals[goal.index()].clone() });
        }
        let back = preserved_of.get(goal).copied().unwrap_or(*goal);
        let kind = StepKind::Check { goal: back, expr: expr.clone(), forget: *forget };
        preserved.push(Step { kind, ..step.clone() });
    }
    (on_entry, preserved)
}

/// check M < M at the head
fn measure_check(measure: &LoopMeasure, goals: &mut Vec<Goal>) -> Step {
    goals.push(Goal {
        kind: GoalKind::MeasureDecreases,
        span: measure.span,
        clause: None,
        message: None,
        inlined_at: Vec::new(),
    });
    let goal = GoalId(goals.len() as u32 - 1);
    let expr = measure::less(&measure.current, &measure.saved, measure.span);
    Step { kind: StepKind::Check { goal, expr, forget: false }, origin: Origin::Statement, span: measure.span }
}

/// check where(x)
fn where_check(believed: &AtHead, place: WherePlace, goals: &mut Vec<Goal>, span: Span) -> Step {
    let variable = believed.clause.variable.clone();
    let expr = believed.clause.expr.clone();
    goals.push(Goal {
        kind: GoalKind::Where { variable, place },
        span,
        clause: Some(expr.span()),
        message: None,
        inlined_at: Vec::new(),
    });
    let goal = GoalId(goals.len() as u32 - 1);
    Step { kind: StepKind::Check { goal, expr, forget: false }, origin: Origin::Statement, span }
}

/// Whether the measure was written in this head: the head saves its value.
fn is_inside(graph: &Graph, head: BlockId, measure: &LoopMeasure) -> bool {
    graph.block(head).steps.iter().any(|step| match &step.kind {
        StepKind::Assign(assignments) => assignments.iter().any(|(var, _)| *var == measure.marker),
        StepKind::Assume(_) | StepKind::Check { .. } | StepKind::Havoc(_) | StepKind::Offer(_) => false,
    })
}

/// A check already made elsewhere is a fact here.
fn believed(step: Step) -> Step {
    let kind = match step.kind {
        StepKind::Check { expr, .. } => StepKind::Assume(expr),
        other => other,
    };
    Step { kind, origin: Origin::Invariant, span: step.span }
}

/// Puts a block on the edge from `from` to `head`.
fn redirect(graph: &mut Graph, from: BlockId, head: BlockId, steps: Vec<Step>, successors: Vec<BlockId>, span: Span) {
    let between = BlockId(graph.blocks.len() as u32);
    let label = format!("{} to {}", graph.block(from).label, graph.block(head).label).into();
    graph.blocks.push(Block { label, steps, successors, span });
    for successor in &mut graph.blocks[from.index()].successors {
        if *successor == head {
            *successor = between;
        }
    }
}

fn assigned_in(graph: &Graph, cycle: &Loop) -> Vec<Var> {
    let mut assigned = Vec::new();
    for step in cycle.blocks.iter().flat_map(|block| &graph.block(*block).steps) {
        match &step.kind {
            StepKind::Assign(assignments) => assigned.extend(assignments.iter().map(|(var, _)| *var)),
            StepKind::Havoc(vars) => assigned.extend(vars),
            StepKind::Assume(_) | StepKind::Check { .. } | StepKind::Offer(_) => {}
        }
    }
    assigned.sort();
    assigned.dedup();
    assigned
}

/// Gives every edge from a block with several successors to a block with several predecessors a block of its own, so
/// that what is said on the edge is said of no other run.
fn split_critical_edges(graph: &mut Graph) {
    let predecessors = graph.predecessors();
    for from in 0..graph.blocks.len() {
        if graph.blocks[from].successors.len() < 2 {
            continue;
        }
        for at in 0..graph.blocks[from].successors.len() {
            let to = graph.blocks[from].successors[at];
            if predecessors[to.index()].len() > 1 {
                let label = format!("{} to {}", graph.blocks[from].label, graph.block(to).label).into();
                let span = graph.block(to).span;
                graph.blocks[from].successors[at] = BlockId(graph.blocks.len() as u32);
                graph.blocks.push(Block { label, steps: Vec::new(), successors: vec![to], span });
            }
        }
    }
}

/// Puts the blocks in topological order. The graph has no cycles and every block is reachable.
fn sort_blocks(graph: &mut Graph) {
    let mut waiting: Vec<usize> = graph.predecessors().iter().map(Vec::len).collect();
    let mut ready = vec![BlockId(0)];
    let mut order = Vec::with_capacity(graph.blocks.len());
    while let Some(block) = ready.pop() {
        order.push(block);
        for successor in graph.block(block).successors.iter().rev() {
            waiting[successor.index()] -= 1;
            if waiting[successor.index()] == 0 {
                ready.push(*successor);
            }
        }
    }
    assert_eq!(order.len(), graph.blocks.len(), "a loop was left uncut");
    graph.renumber(&order);
}
