//! An action in an obligation: its parameters are locals there.

use crate::actions::atomic::Atomic;
use crate::actions::gate::Condition;
use crate::actions::transition::Run;
use crate::sketch::{Running, Sketch, Witnesses};
use ivl::build::Build;
use ivl::typed::{Expr, LocalId};
use ivl::visit::Substitution;

pub struct Placed<'a> {
    pub atomic: &'a Atomic<'a>,
    /// In-parameters and out-parameters.
    pub params: Vec<LocalId>,
}

impl<'a> Placed<'a> {
    /// Makes the parameters, under names that begin with the prefix.
    pub fn new(sketch: &mut Sketch, atomic: &'a Atomic<'a>, prefix: &str) -> Placed<'a> {
        let params =
            atomic.params().iter().map(|param| sketch.local(&format!("{prefix}{}", param.name), param)).collect();
        Placed { atomic, params }
    }

    /// The action's parameters as they are called here.
    pub fn formals(&self, sketch: &Sketch) -> Substitution {
        sketch.formals(&self.params)
    }

    /// The code, to be executed.
    pub fn running<'s>(&'s self, prefix: &'s str, chosen: Witnesses) -> Running<'s> {
        Running {
            code: &self.atomic.code,
            params: &self.params,
            ins: self.atomic.signature.ins,
            prefix,
            chosen,
            claim: None,
        }
    }

    /// The code, to be told as a formula.
    pub fn run(&self, sketch: &Sketch) -> Run<'a> {
        let mut ins: Vec<Expr> = self.params.iter().map(|id| sketch.value(*id)).collect();
        let outs = ins.split_off(self.atomic.signature.ins);
        Run { code: &self.atomic.code, ins, outs }
    }

    pub fn gate(&self, build: &mut Build, sketch: &Sketch) -> Vec<Condition> {
        let formals = self.formals(sketch);
        self.atomic.gate.iter().map(|condition| condition.over(&formals, build)).collect()
    }

    pub fn assume_gate(&self, build: &mut Build, sketch: &mut Sketch) {
        for condition in self.gate(build, sketch) {
            sketch.assume_condition(condition);
        }
    }

    /// The in-parameters that hold permissions before the action.
    pub fn held_before(&self, sketch: &Sketch) -> Vec<Expr> {
        let ins = 0..self.atomic.signature.ins;
        let held = ins.filter(|at| self.atomic.linearity(*at).holds_on_entry());
        held.map(|at| sketch.value(self.params[at])).collect()
    }

    /// The parameters that hold permissions after the action.
    pub fn held_after(&self, sketch: &Sketch) -> Vec<Expr> {
        let held = (0..self.params.len()).filter(|at| self.atomic.linearity(*at).holds_on_exit());
        held.map(|at| sketch.value(self.params[at])).collect()
    }
}
