//! Assignments become equations.
//!
//! **acyclic → passive**
//!
//! Going through the blocks in topological order, an environment gives the current value of every variable:
//!
//! ```text
//! assume E, check E     E over the environment
//! x := E                assume x' = E for a new incarnation x'; none is needed if E is a variable or a literal
//! havoc x               x gets a new incarnation
//! join of environments  where they differ on a variable that is read later, a new incarnation x';
//!                       each predecessor with value v ends in assume x' = v
//! ```
//!
//! A new incarnation occurs nowhere before, and a predecessor of a join has no other successor (an edge that would be
//! otherwise has a block of its own), so equating it excludes no run (Barnett and Leino, weakest preconditions
//! of unstructured programs).

use crate::body::{Acyclic, Graph, Offer, Origin, Step as AcyclicStep, StepKind};
use crate::liveness::{Liveness, Slots};
use crate::passive::{Block, Event, Incarnation, Passive, Step};
use crate::typed::*;
use crate::visit::{Folder, Substituter, Substitution};
use rustc_hash::{FxHashMap, FxHashSet};
use source::Span;

pub fn passify(program: &Program, acyclic: Acyclic) -> Passive {
    let Acyclic { graph, goals } = acyclic;
    let slots = Slots::new(&graph);
    let liveness = Liveness::new(&graph, &slots);
    let mut pass = Passify {
        names: base_names(program, &graph, &slots),
        program,
        graph: &graph,
        slots: &slots,
        incarnations: Vec::new(),
        counts: vec![0; slots.len()],
        offers: Vec::new(),
        environment: Substitution::default(),
    };
    let predecessors = graph.predecessors();
    let mut blocks: Vec<Block> = Vec::new();
    let mut ends: Vec<FxHashMap<Var, Expr>> = Vec::new();
    for (index, block) in graph.blocks.iter().enumerate() {
        pass.environment.vars = match predecessors[index].as_slice() {
            [] => pass.initial(liveness.on_entry(index)),
            [one] => ends[one.index()].clone(),
            many => pass.join(many, &ends, &mut blocks, liveness.on_entry(index)),
        };
        let mut passive = Block::like(block);
        if index == 0 {
            passive.steps.push(pass.entry_event(graph.span));
        }
        for step in &block.steps {
            pass.step(step, &mut passive.steps);
        }
        blocks.push(passive);
        ends.push(std::mem::take(&mut pass.environment.vars));
    }
    Passive { name: graph.name.clone(), incarnations: pass.incarnations, blocks, goals, offers: pass.offers }
}

struct Passify<'a> {
    program: &'a Program,
    graph: &'a Graph,
    slots: &'a Slots,
    /// The name of each slot's incarnations, before the number.
    names: Vec<Name>,
    incarnations: Vec<Incarnation>,
    /// How many incarnations each slot has.
    counts: Vec<u32>,
    offers: Vec<Offer>,
    /// The value of every variable here: an incarnation, a constant or a literal.
    environment: Substitution,
}

impl Passify<'_> {
    fn initial(&mut self, live: Vec<Var>) -> FxHashMap<Var, Expr> {
        let span = self.graph.blocks[0].span;
        live.into_iter().map(|var| (var, self.incarnate(var, span))).collect()
    }

    /// Parameters and globals that the body reads, with their values on entry.
    fn entry_event(&mut self, span: Span) -> Step {
        let is_shown = |var: &Var| !self.graph.hidden.contains(var);
        let mut vars: Vec<Var> = self.environment.vars.keys().copied().filter(is_shown).collect();
        vars.sort();
        let values = vars.into_iter().map(|var| (self.variable(var).name.clone(), self.environment.vars[&var].clone()));
        Step::Event(Event { origin: Origin::Entry, span, values: values.collect() })
    }

    fn join(
        &mut self,
        predecessors: &[BlockId],
        ends: &[FxHashMap<Var, Expr>],
        blocks: &mut [Block],
        live: Vec<Var>,
    ) -> FxHashMap<Var, Expr> {
        let mut joined = FxHashMap::default();
        for var in live {
            let values: Vec<Option<&Expr>> = predecessors.iter().map(|from| ends[from.index()].get(&var)).collect();
            let Some(first) = values.iter().flatten().next() else { continue };
            if values.iter().all(|value| value.is_some_and(|value| same_leaf(value, first))) {
                joined.insert(var, (*first).clone());
                continue;
            }
            let new = self.incarnate(var, first.span());
            for (from, value) in predecessors.iter().zip(values) {
                if let Some(value) = value {
                    let step = Step::Assume { expr: equation(new.clone(), value.clone()), origin: Origin::Internal };
                    blocks[from.index()].steps.push(step);
                }
            }
            joined.insert(var, new);
        }
        joined
    }

    fn step(&mut self, step: &AcyclicStep, out: &mut Vec<Step>) {
        let span = step.span;
        match &step.kind {
            StepKind::Assume(expr) => {
                self.event(&step.origin, Vec::new(), span, out);
                out.push(Step::Assume { expr: self.rename(expr), origin: step.origin.clone() });
            }
            StepKind::Check { goal, expr, forget } => {
                out.push(Step::Check { goal: *goal, expr: self.rename(expr), forget: *forget });
            }
            StepKind::Assign(assignments) => {
                let values: Vec<(Var, Expr)> =
                    assignments.iter().map(|(var, value)| (*var, self.rename(value))).collect();
                for (var, value) in &values {
                    let value = self.assign(*var, value.clone(), out);
                    self.environment.vars.insert(*var, value);
                }
                self.event(&step.origin, assignments.iter().map(|(var, _)| *var).collect(), span, out);
            }
            StepKind::Havoc(vars) => {
                for var in vars {
                    let value = self.incarnate(*var, span);
                    self.environment.vars.insert(*var, value);
                }
                self.event(&step.origin, vars.clone(), span, out);
            }
            StepKind::Offer(Offer { pool, value }) => {
                let value = self.rename(value);
                self.offers.push(Offer { pool: pool.clone(), value });
            }
        }
    }

    fn assign(&mut self, var: Var, value: Expr, out: &mut Vec<Step>) -> Expr {
        if is_leaf(&value) {
            return value;
        }
        let new = self.incarnate(var, value.span());
        out.push(Step::Assume { expr: equation(new.clone(), value), origin: Origin::Internal });
        new
    }

    fn event(&self, origin: &Origin, vars: Vec<Var>, span: Span, out: &mut Vec<Step>) {
        if matches!(origin, Origin::Internal | Origin::Entry | Origin::Invariant) {
            return;
        }
        let shown = vars.into_iter().filter(|var| !self.graph.hidden.contains(var));
        let values = shown.map(|var| (self.variable(var).name.clone(), self.environment.vars[&var].clone()));
        out.push(Step::Event(Event { origin: origin.clone(), span, values: values.collect() }));
    }

    fn rename(&mut self, expr: &Expr) -> Expr {
        Substituter::new(&self.environment, None).expr(expr)
    }

    fn incarnate(&mut self, var: Var, span: Span) -> Expr {
        let slot = self.slots.of(var);
        let ty = self.variable(var).ty.clone();
        let name = format!("{}@{}", self.names[slot], self.counts[slot]).into();
        self.counts[slot] += 1;
        let id = LocalId(self.incarnations.len() as u32);
        self.incarnations.push(Incarnation { name, ty: ty.clone() });
        Expr::new(ExprKind::Var(Var::Local(id)), ty, span)
    }

    fn variable(&self, var: Var) -> &Variable {
        variable_of(self.program, self.graph, var)
    }
}

fn variable_of<'a>(program: &'a Program, graph: &'a Graph, var: Var) -> &'a Variable {
    match var {
        Var::Global(id) => &program.globals[id.index()],
        Var::Local(id) => &graph.locals[id.index()],
        Var::Const(_) | Var::Bound(_) => unreachable!("only globals and locals have incarnations"),
    }
}

/// A name for each slot, made unique by a number where two variables share one.
fn base_names(program: &Program, graph: &Graph, slots: &Slots) -> Vec<Name> {
    let mut taken: FxHashSet<Name> = FxHashSet::default();
    // By name, the number that is tried next.
    let mut next: FxHashMap<Name, usize> = FxHashMap::default();
    let name = |var: &Var| {
        let plain = variable_of(program, graph, *var).name.clone();
        let number = next.entry(plain.clone()).or_insert(1);
        loop {
            let name = if *number == 1 { plain.clone() } else { Name::from(format!("{plain}#{number}")) };
            *number += 1;
            if taken.insert(name.clone()) {
                return name;
            }
        }
    };
    slots.vars().iter().map(name).collect()
}

fn is_leaf(expr: &Expr) -> bool {
    matches!(expr.kind(), ExprKind::Var(_) | ExprKind::Literal(_))
}

/// Whether two values of the environment are the same leaf.
fn same_leaf(left: &Expr, right: &Expr) -> bool {
    match (left.kind(), right.kind()) {
        (ExprKind::Var(left), ExprKind::Var(right)) => left == right,
        (ExprKind::Literal(left), ExprKind::Literal(right)) => left == right,
        _ => false,
    }
}

/// left = right: `==` is identity at every type.
fn equation(left: Expr, right: Expr) -> Expr {
    let span = right.span();
    Expr::new(ExprKind::Binary(BinaryOp::Eq, left, right), Type::Bool, span)
}
