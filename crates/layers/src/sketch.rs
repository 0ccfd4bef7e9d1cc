//! A plain procedure under construction: one obligation.

use crate::actions::code::Code;
use crate::actions::gate::Condition;
use crate::civl;
use crate::linear::{Domain, Permissions};
use crate::step::{Step, StepKind};
use ivl::build::{Build, assume, bool_lit, goto, is_literal, var};
use ivl::typed::{
    Block, BlockId, Claim, Cmd, CmdKind, Expr, ExprKind, FunctionId, GlobalId, Implementation, ImplementationId,
    LocalId, Procedure, ProcedureId, Role, Transfer, Type, Var, Variable,
};
use ivl::visit::Substitution;
use rustc_hash::FxHashMap;
use source::Span;
use std::sync::Arc;

/// The procedure; commands are added to the current block.
pub struct Sketch {
    name: String,
    span: Span,
    pub locals: Vec<Variable>,
    hidden: Vec<LocalId>,
    pub blocks: Vec<Block>,
    pub current: BlockId,
}

impl Sketch {
    pub fn new(name: String, span: Span) -> Sketch {
        let mut sketch =
            Sketch { name, span, locals: Vec::new(), hidden: Vec::new(), blocks: Vec::new(), current: BlockId(0) };
        sketch.current = sketch.block(span);
        sketch
    }

    /// A new block that ends the run.
    pub fn block(&mut self, span: Span) -> BlockId {
        let id = BlockId(self.blocks.len() as u32);
        let transfer = Transfer::Return { attributes: Vec::new(), span };
        self.blocks.push(Block { label: format!("b{}", id.0).into(), cmds: Vec::new(), transfer, span });
        id
    }

    /// A new variable like this one, of this name.
    pub fn local(&mut self, name: &str, like: &Variable) -> LocalId {
        let variable = Variable { name: name.into(), ..sequential(like) };
        self.locals.push(variable);
        LocalId(self.locals.len() as u32 - 1)
    }

    /// A new variable like this one that traces do not show.
    pub fn hidden_local(&mut self, name: &str, like: &Variable) -> LocalId {
        let local = self.local(name, like);
        self.hidden.push(local);
        local
    }

    /// A new variable of this type that traces do not show.
    pub fn fresh(&mut self, name: &str, ty: &Type, span: Span) -> LocalId {
        let variable = Variable { name: name.into(), ty: ty.clone(), where_clause: None, attributes: Vec::new(), span };
        self.locals.push(variable);
        let local = LocalId(self.locals.len() as u32 - 1);
        self.hidden.push(local);
        local
    }

    pub fn value(&self, local: LocalId) -> Expr {
        let variable = &self.locals[local.index()];
        var(Var::Local(local), &variable.ty, variable.span)
    }

    /// These locals in place of the parameters of some routine.
    pub fn formals(&self, params: &[LocalId]) -> Substitution {
        let formals = params.iter().enumerate().map(|(at, id)| (Var::Local(LocalId(at as u32)), self.value(*id)));
        Substitution { vars: formals.collect(), ..Substitution::default() }
    }

    pub fn push(&mut self, cmd: Cmd) {
        self.blocks[self.current.index()].cmds.push(cmd);
    }

    pub fn assume(&mut self, expr: Expr) {
        if is_literal(&expr) != Some(true) {
            let span = expr.span();
            self.push(assume(expr, span));
        }
    }

    /// A condition to be proved here, with its hints.
    pub fn prove_condition(&mut self, claim: Claim, condition: Condition) {
        let Condition { expr, span: _, hints } = condition;
        let span = claim.failure.span;
        self.push(Cmd { kind: CmdKind::Prove { claim: Arc::new(claim), expr }, attributes: hints, span });
    }

    /// Assumes a condition, with its hints.
    pub fn assume_condition(&mut self, condition: Condition) {
        let Condition { expr, span, hints } = condition;
        if is_literal(&expr) != Some(true) || !hints.is_empty() {
            self.push(Cmd { attributes: hints, ..assume(expr, span) });
        }
    }

    /// Assumes what is true of values that are held at the same time: no permission is held twice, also not in the
    /// `extra` sets, and maps are well-formed.
    pub fn assume_held(
        &mut self,
        build: &mut Build,
        permissions: &Permissions,
        values: &[Expr],
        extra: &[(&Domain, Expr)],
    ) {
        let mut facts = permissions.disjoint(build, values, extra);
        facts.extend(permissions.well_formed(build, values));
        facts.into_iter().for_each(|fact| self.assume(fact));
    }

    pub fn assign(&mut self, pairs: Vec<(Var, Expr)>, span: Span) {
        if !pairs.is_empty() {
            self.push(Cmd { kind: CmdKind::Assign(pairs), attributes: Vec::new(), span });
        }
    }

    pub fn havoc(&mut self, vars: Vec<Var>, span: Span) {
        if !vars.is_empty() {
            self.push(Cmd { kind: CmdKind::Havoc(vars), attributes: Vec::new(), span });
        }
    }

    /// `assume false`: the run is not looked at further.
    pub fn stop(&mut self, span: Span) {
        self.push(assume(bool_lit(false, span), span));
        self.blocks[self.current.index()].transfer = Transfer::Return { attributes: Vec::new(), span };
    }

    /// A condition to be proved here.
    pub fn prove(&mut self, claim: Claim, expr: Expr) {
        let span = claim.failure.span;
        let kind = CmdKind::Prove { claim: Arc::new(claim), expr };
        self.push(Cmd { kind, attributes: Vec::new(), span });
    }

    /// Executes code here: its first locals are the given ones, the others are new; all but the first `ins` start with
    /// arbitrary values. `chosen` are the locals whose arbitrary values are shown to the solver by their witness.
    pub fn run(&mut self, build: &mut Build, run: &Running) {
        let Running { code, params, ins, prefix, chosen, claim } = run;
        let ins = *ins;
        let mut ids: Vec<LocalId> = params.to_vec();
        for variable in &code.locals[params.len()..] {
            ids.push(self.local(&format!("{prefix}{}", variable.name), variable));
        }
        let renamed = ids.iter().zip(&code.locals).enumerate().map(|(at, (new, variable))| {
            (Var::Local(LocalId(at as u32)), var(Var::Local(*new), &variable.ty, variable.span))
        });
        let substitution = Substitution { vars: renamed.collect(), ..Substitution::default() };
        let blocks: Vec<BlockId> = code.blocks.iter().map(|block| self.block(block.span)).collect();
        let exit = self.block(self.span);
        // In a loop, they may have values of an earlier run.
        self.havoc(ids[ins..].iter().map(|local| Var::Local(*local)).collect(), self.span);
        self.blocks[self.current.index()].transfer = goto(blocks[0], self.span);
        for (block, id) in code.blocks.iter().zip(&blocks) {
            self.current = *id;
            if *id == blocks[0] {
                (0..code.locals.len() as u32).for_each(|at| self.show(chosen, LocalId(at), &ids));
            }
            for step in &block.steps {
                self.step(step.renamed(build, &substitution), *claim);
                if let StepKind::Havoc(vars) = &step.kind {
                    vars.iter().for_each(|var| {
                        if let Var::Local(local) = var {
                            self.show(chosen, *local, &ids);
                        }
                    });
                }
            }
            self.blocks[id.index()].transfer = match &block.transfer {
                civl::Transfer::Goto { targets, span } => Transfer::Goto {
                    targets: targets.iter().map(|target| blocks[target.index()]).collect(),
                    attributes: Vec::new(),
                    span: *span,
                },
                civl::Transfer::Return { span } => goto(exit, *span),
            };
        }
        self.current = exit;
    }

    /// `assume w(x)`: what the witness function says of x is nothing, but the solver sees the value.
    fn show(&mut self, chosen: &Witnesses, local: LocalId, ids: &[LocalId]) {
        if let Some(function) = chosen.get(&local) {
            let arg = self.value(ids[local.index()]);
            let span = arg.span();
            let kind = ExprKind::Apply { function: *function, type_args: Vec::new(), args: vec![arg] };
            self.assume(Expr::new(kind, Type::Bool, span));
        }
    }

    fn step(&mut self, step: Step, claim: Option<&dyn Fn(Span) -> Claim>) {
        match (step, claim) {
            (Step { kind: StepKind::Assert(expr), attributes, span }, Some(claim)) => {
                let kind = CmdKind::Prove { claim: Arc::new(claim(span)), expr };
                self.push(Cmd { kind, attributes, span });
            }
            (step, _) => self.push(step.into()),
        }
    }

    /// Adds the procedure to the program, without parameters and contract.
    pub fn finish(self, build: &mut Build) -> ImplementationId {
        let procedure = ProcedureId(build.program.procedures.len() as u32);
        build.program.procedures.push(plain_procedure(&self.name, self.span, &build.program.globals));
        self.finish_body(build, procedure)
    }

    /// Adds the body of this procedure to the program; its parameters are the first locals.
    pub fn finish_body(self, build: &mut Build, procedure: ProcedureId) -> ImplementationId {
        let Sketch { name, span, locals, hidden, blocks, current: _ } = self;
        let id = ImplementationId(build.program.implementations.len() as u32);
        let implementation = Implementation {
            procedure,
            name: name.into(),
            locals,
            hidden: hidden.into_iter().map(Var::Local).collect(),
            blocks,
            attributes: Vec::new(),
            span,
            end: span,
        };
        build.program.implementations.push(implementation);
        id
    }
}

/// The variable without what Civl says of it. No where-clause is believed.
pub fn sequential(variable: &Variable) -> Variable {
    let hints = variable.attributes.iter().filter(|attribute| &*attribute.name == "pool");
    Variable { where_clause: None, attributes: hints.cloned().collect(), ..variable.clone() }
}

/// Code that a sketch executes.
pub struct Running<'a> {
    pub code: &'a Code,
    /// In-parameters and out-parameters.
    pub params: &'a [LocalId],
    pub ins: usize,
    /// For the names of the locals.
    pub prefix: &'a str,
    pub chosen: Witnesses,
    /// What is claimed of assertions, by their places; if nothing is, they are assertions here too.
    pub claim: Option<&'a dyn Fn(Span) -> Claim>,
}

/// The witness functions of some locals.
pub type Witnesses = FxHashMap<LocalId, FunctionId>;

/// A procedure without parameters and contract that may modify every global.
fn plain_procedure(name: &str, span: Span, globals: &[Variable]) -> Procedure {
    Procedure {
        name: name.into(),
        role: Role::Plain,
        type_params: Vec::new(),
        params: Vec::new(),
        ins: 0,
        requires: Vec::new(),
        ensures: Vec::new(),
        modifies: (0..globals.len() as u32).map(GlobalId).collect(),
        modifies_at: Vec::new(),
        measures: Vec::new(),
        attributes: Vec::new(),
        span,
    }
}
