//! Which variables a block's successors may still read.
//!
//! A join needs a new incarnation only for a live variable; the temporaries of calls die at once.

use crate::body::{Graph, Step, StepKind};
use crate::typed::{ExprKind, Var};
use crate::visit::Walker;
use rustc_hash::FxHashMap;

/// Dense numbers for the globals and locals that a body mentions.
pub struct Slots {
    vars: Vec<Var>,
    numbers: FxHashMap<Var, usize>,
}

impl Slots {
    pub fn new(graph: &Graph) -> Slots {
        let mut vars = Vec::new();
        for step in graph.blocks.iter().flat_map(|block| &block.steps) {
            reads(step, &mut |var| vars.push(var));
            writes(step, &mut |var| vars.push(var));
        }
        vars.sort();
        vars.dedup();
        let numbers = vars.iter().enumerate().map(|(number, var)| (*var, number)).collect();
        Slots { vars, numbers }
    }

    pub fn len(&self) -> usize {
        self.vars.len()
    }

    pub fn vars(&self) -> &[Var] {
        &self.vars
    }

    pub fn of(&self, var: Var) -> usize {
        self.numbers[&var]
    }
}

/// A set of slots for each block: those read before they are written, from its start on.
pub struct Liveness<'a> {
    slots: &'a Slots,
    on_entry: Vec<Vec<u64>>,
}

impl<'a> Liveness<'a> {
    /// The graph has no cycles and its blocks are in topological order, so one pass from the end settles it.
    pub fn new(graph: &Graph, slots: &'a Slots) -> Liveness<'a> {
        let words = slots.len().div_ceil(64);
        let mut on_entry = vec![vec![0u64; words]; graph.blocks.len()];
        for (index, block) in graph.blocks.iter().enumerate().rev() {
            let mut live = vec![0u64; words];
            for successor in &block.successors {
                for (word, other) in live.iter_mut().zip(&on_entry[successor.index()]) {
                    *word |= other;
                }
            }
            for step in block.steps.iter().rev() {
                writes(step, &mut |var| live[slots.of(var) / 64] &= !(1 << (slots.of(var) % 64)));
                reads(step, &mut |var| live[slots.of(var) / 64] |= 1 << (slots.of(var) % 64));
            }
            on_entry[index] = live;
        }
        Liveness { slots, on_entry }
    }

    /// In the order of the slots.
    pub fn on_entry(&self, block: usize) -> Vec<Var> {
        let live = &self.on_entry[block];
        let is_live = |number: &usize| live[number / 64] & (1 << (number % 64)) != 0;
        (0..self.slots.len()).filter(is_live).map(|number| self.slots.vars[number]).collect()
    }
}

pub fn reads(step: &Step, f: &mut dyn FnMut(Var)) {
    let mut walker = Walker::default();
    let mut read = |expr| {
        walker.walk(expr, &mut |node| {
            if let ExprKind::Var(var @ (Var::Global(_) | Var::Local(_))) = node.kind() {
                f(*var);
            }
            true
        });
    };
    match &step.kind {
        StepKind::Assume(expr) | StepKind::Check { expr, .. } => read(expr),
        StepKind::Assign(assignments) => assignments.iter().for_each(|(_, value)| read(value)),
        StepKind::Havoc(_) => {}
        StepKind::Offer(offer) => read(&offer.value),
    }
}

pub fn writes(step: &Step, f: &mut dyn FnMut(Var)) {
    match &step.kind {
        StepKind::Assume(_) | StepKind::Check { .. } | StepKind::Offer(_) => {}
        StepKind::Assign(assignments) => assignments.iter().for_each(|(var, _)| f(*var)),
        StepKind::Havoc(vars) => vars.iter().copied().for_each(f),
    }
}
