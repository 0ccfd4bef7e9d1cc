//! Calls, contracts, where-clauses, measures and `old` spelt out.
//!
//! mono → **contract** → acyclic
//!
//! With `pre`, `post` the clauses of the procedure and `where(x)` the where-clause of a variable:
//!
//! ```text
//! implementation P     assume where(ins, outs, locals, globals); assume pre (free ones too);
//!                      assume a for every `{:assumption}` variable a;
//!                      old_g := g for every modified global g; …body…; check post (not the free ones);
//!                      check where(outs, touched globals), if calls rely on it
//! call y := Q(e)       in := e; check pre_Q[in]; check measure falls, if Q may call P back;
//!                      check where(in, globals touched by P); old_g := g; havoc modifies_Q, out;
//!                      assume where(out, globals touched by Q);
//!                      assume post_Q[in, out, old_g] (free ones too); y := out
//! the same, inlined    in := e; check pre_Q[in]; assume free pre_Q[in]; old_g := g; havoc out, locals of Q;
//!                      assume where(out, locals), and a as above; …body of Q…; check post_Q; assume free post_Q; y := out
//! havoc x              havoc x; assume where(x)
//! old(e)               e with old_g for every modified global g
//! ```
//!
//! A precondition is judged in the state before the call; a postcondition of the callee is believed in the state after
//! it, because it is proved where the callee is checked. A `free` clause is believed and never proved, which is the
//! author's responsibility. Which where-clauses are proved where: [`crate::where_clauses`]. `in` and `out` are fresh: y may be one of the globals that Q modifies. Procedures with `{:inline n}` are inlined n calls deep; deeper calls are by contract.

use crate::attributes;
use crate::body::{Block, Contract, Goal, GoalId, GoalKind, Graph, LoopMeasure, Offer, Origin, Step, StepKind};
use crate::call_graph::CallGraph;
use crate::encode::Gap;
use crate::measure;
use crate::typed::*;
use crate::visit::{Folder, Substituter, Substitution};
use crate::where_clauses::{Clause, WherePlace, broken_outs, clause_of, is_called_by_contract, touched};
use rustc_hash::FxHashMap;
use source::Span;

/// Inlining stops where a body would have more blocks than this.
const BLOCK_LIMIT: usize = 50_000;

/// The contract-free body of one implementation.
pub fn contract(program: &Program, calls: &CallGraph, id: ImplementationId) -> Result<Contract, Gap> {
    let implementation = &program.implementations[id.index()];
    let graph = Graph {
        name: implementation.name.clone(),
        span: implementation.span,
        locals: implementation.locals.clone(),
        hidden: implementation.hidden.iter().copied().collect(),
        blocks: Vec::new(),
    };
    let mut lowering = Lowering {
        program,
        calls,
        graph,
        goals: Vec::new(),
        measures: Vec::new(),
        steps: Vec::new(),
        current: BlockId(0),
        inlined: Vec::new(),
        touched: touched(program, &program.procedures[implementation.procedure.index()].modifies),
        gap: None,
    };
    lowering.implementation(implementation);
    if let Some(gap) = lowering.gap {
        return Err(gap);
    }
    if lowering.graph.blocks.len() > BLOCK_LIMIT {
        return Err(Gap::new("bodies that become as large as this by inlining are not supported", implementation.span));
    }
    Ok(Contract { graph: lowering.graph, goals: lowering.goals, measures: lowering.measures })
}

struct Lowering<'a> {
    program: &'a Program,
    calls: &'a CallGraph,
    graph: Graph,
    goals: Vec<Goal>,
    measures: Vec<LoopMeasure>,
    /// The block under construction.
    current: BlockId,
    steps: Vec<Step>,
    /// The procedures whose bodies are being inlined, outermost first, with the calls.
    inlined: Vec<(ProcedureId, Span)>,
    /// The where-clauses of globals that the implementation may break.
    touched: Vec<Clause>,
    /// What was met that has no meaning for one thread alone.
    gap: Option<Gap>,
}

/// The implementation whose body is being lowered.
struct Frame<'a> {
    implementation: &'a Implementation,
    procedure: &'a Procedure,
    /// Its variables in the graph; `old`: the locals that keep the globals' values on entry.
    variables: Substitution,
    /// The block to go on with after it.
    exit: BlockId,
    first_block: u32,
}

impl<'a> Lowering<'a> {
    fn implementation(&mut self, implementation: &'a Implementation) {
        let procedure = &self.program.procedures[implementation.procedure.index()];
        let first_block = self.reserve_blocks(implementation.blocks.len() as u32, implementation.span);
        let exit = BlockId(self.reserve_blocks(1, implementation.end));
        self.current = BlockId(first_block);
        let span = implementation.span;

        let variables = Substitution { old: Some(FxHashMap::default()), ..Substitution::default() };
        let mut frame = Frame { implementation, procedure, variables, exit, first_block };
        let saved = self.save_globals(&procedure.modifies, |name| format!("old {name}"), span);
        frame.variables.old = Some(saved.into_iter().collect());

        let variables = self.program.globals.iter().chain(&implementation.locals);
        let wheres = variables.filter_map(|variable| variable.where_clause.as_ref());
        let requires = procedure.requires.iter().map(|condition| &condition.expr);
        for expr in wheres.chain(requires) {
            self.assume(frame.now(expr), Origin::Entry, span);
        }
        self.assume_initial(&frame, Origin::Entry, span);
        for condition in procedure.measures.iter().flat_map(|measure| measure::bounded(&measure.exprs)) {
            self.assume(condition, Origin::Entry, span);
        }
        for condition in &procedure.requires {
            self.offer(&condition.attributes, &frame.variables, span);
        }
        self.blocks(&frame);
        self.current = exit;
        self.postconditions(&frame);
        self.where_on_return(&frame);
        self.finish_block("exit".into(), Vec::new(), implementation.end);
    }

    /// assume a, for every `{:assumption}` variable a
    fn assume_initial(&mut self, frame: &Frame, origin: Origin, span: Span) {
        let locals = frame.implementation.locals.iter().enumerate().skip(frame.procedure.params.len());
        for (index, _) in locals.filter(|(_, declared)| attributes::starts_true(&declared.attributes)) {
            self.assume(frame.now(&variable(local(index), Type::Bool, span)), origin.clone(), span);
        }
    }

    /// Makes room for blocks that are filled in later; gives the number of the first.
    fn reserve_blocks(&mut self, count: u32, span: Span) -> u32 {
        let first = self.graph.blocks.len() as u32;
        let empty = Block { label: "".into(), steps: Vec::new(), successors: Vec::new(), span };
        self.graph.blocks.extend(std::iter::repeat_n(empty, count as usize));
        first
    }

    fn blocks(&mut self, frame: &Frame<'a>) {
        for (index, block) in frame.implementation.blocks.iter().enumerate() {
            self.current = BlockId(frame.first_block + index as u32);
            for cmd in &block.cmds {
                self.cmd(frame, cmd);
            }
            let successors = match &block.transfer {
                Transfer::Goto { targets, .. } => {
                    targets.iter().map(|target| BlockId(frame.first_block + target.0)).collect()
                }
                Transfer::Return { span, .. } => {
                    self.assume(literal_true(*span), Origin::Return, *span);
                    vec![frame.exit]
                }
            };
            self.finish_block(block.label.clone(), successors, block.span);
        }
    }

    fn finish_block(&mut self, label: Name, successors: Vec<BlockId>, span: Span) {
        let steps = std::mem::take(&mut self.steps);
        self.graph.blocks[self.current.index()] = Block { label, steps, successors, span };
    }

    fn push(&mut self, kind: StepKind, origin: Origin, span: Span) {
        let is_empty = match &kind {
            StepKind::Assign(assignments) => assignments.is_empty(),
            StepKind::Havoc(vars) => vars.is_empty() && origin == Origin::Internal,
            StepKind::Assume(_) | StepKind::Check { .. } | StepKind::Offer(_) => false,
        };
        if !is_empty {
            self.steps.push(Step { kind, origin, span });
        }
    }

    fn assume(&mut self, expr: Expr, origin: Origin, span: Span) {
        self.push(StepKind::Assume(expr), origin, span);
    }

    /// Offers what the attributes of a statement or clause offer, in the current state.
    fn offer(&mut self, attributes: &[Attribute], variables: &Substitution, span: Span) {
        for (pool, value) in attributes::offers(attributes) {
            self.push(StepKind::Offer(Offer { pool, value: over(variables, value) }), Origin::Internal, span);
        }
    }

    fn check(&mut self, kind: GoalKind, expr: Expr, span: Span, clause: Option<Span>, attributes: &[Attribute]) {
        let message = attributes::message(attributes);
        let inlined_at = self.inlined.iter().map(|(_, call)| *call).collect();
        self.goals.push(Goal { kind, span, clause, message, inlined_at });
        let goal = GoalId(self.goals.len() as u32 - 1);
        let forget = attributes::is_forgotten(attributes);
        self.push(StepKind::Check { goal, expr, forget }, Origin::Statement, span);
    }

    /// old_g := g, in fresh locals; gives each global with the local that keeps it.
    fn save_globals(&mut self, globals: &[GlobalId], name: impl Fn(&str) -> String, span: Span) -> Vec<(Var, Expr)> {
        let (mut saved, mut assignments) = (Vec::new(), Vec::new());
        for &id in globals {
            let global = &self.program.globals[id.index()];
            let local = self.graph.hidden_local(name(&global.name), global.ty.clone(), global.span);
            assignments.push((local, variable(Var::Global(id), global.ty.clone(), span)));
            saved.push((Var::Global(id), variable(local, global.ty.clone(), span)));
        }
        self.push(StepKind::Assign(assignments), Origin::Internal, span);
        saved
    }

    fn postconditions(&mut self, frame: &Frame) {
        for condition in frame.procedure.ensures.iter().filter(|condition| !condition.free) {
            self.offer(&condition.attributes, &frame.variables, condition.span);
            let expr = frame.now(&condition.expr);
            self.check(GoalKind::Postcondition, expr, condition.span, None, &condition.attributes);
        }
    }

    /// check where(outs, touched globals), which calls of the procedure believe
    fn where_on_return(&mut self, frame: &Frame) {
        if !is_called_by_contract(self.program, self.calls, frame.implementation.procedure) {
            return;
        }
        let place = WherePlace::Return(frame.procedure.name.clone());
        let outs = broken_outs(frame.procedure, frame.implementation);
        for clause in self.touched.clone().into_iter().chain(outs) {
            self.check_where(clause, place.clone(), frame.implementation.span);
        }
    }

    fn check_where(&mut self, clause: Clause, place: WherePlace, span: Span) {
        let Clause { variable, expr } = clause;
        let declared = expr.span();
        self.check(GoalKind::Where { variable, place }, expr, span, Some(declared), &[]);
    }

    fn cmd(&mut self, frame: &Frame<'a>, cmd: &Cmd) {
        let span = cmd.span;
        self.offer(&cmd.attributes, &frame.variables, span);
        match &cmd.kind {
            CmdKind::Assert(expr) => {
                let kind = match attributes::is_unpack(&cmd.attributes) {
                    true => GoalKind::Unpack,
                    false => GoalKind::Assertion,
                };
                self.check(kind, frame.now(expr), span, None, &cmd.attributes);
            }
            CmdKind::Prove { claim, expr } => {
                self.check(GoalKind::Claim(claim.clone()), frame.now(expr), span, None, &cmd.attributes);
            }
            CmdKind::Assume { expr, origin } => {
                let origin = match origin {
                    Assumption::Guard { taken } => Origin::Guard { taken: *taken },
                    Assumption::Stated | Assumption::FreeInvariant => Origin::Statement,
                    Assumption::Rule => Origin::Internal,
                };
                self.assume(frame.now(expr), origin, span);
            }
            CmdKind::Assign(assignments) => {
                let assign = |(target, value): &(Var, Expr)| (frame.target(*target), frame.now(value));
                self.push(StepKind::Assign(assignments.iter().map(assign).collect()), Origin::Statement, span);
            }
            CmdKind::Havoc(vars) => {
                let vars: Vec<Var> = vars.iter().map(|var| frame.target(*var)).collect();
                self.push(StepKind::Havoc(vars.clone()), Origin::Statement, span);
                self.assume_where(&vars, span);
            }
            CmdKind::Call(call) => self.call(frame, call, span),
            CmdKind::Async(_) => self.refuse("asynchronous calls", span),
            CmdKind::Parallel(_) => self.refuse("parallel calls", span),
            CmdKind::LoopYield(_) => self.refuse("yielding loops", span),
            CmdKind::Measure(exprs) => self.loop_measure(frame, exprs, span),
            // Advice about axioms; which ones a query gets never decides what is true.
            CmdKind::Visibility(_) => {}
        }
    }

    /// assume where(x) for variables of the graph that got an arbitrary value.
    fn assume_where(&mut self, vars: &[Var], span: Span) {
        let clauses: Vec<Expr> = vars.iter().filter_map(|var| self.variable(*var).where_clause.clone()).collect();
        for clause in clauses {
            self.assume(clause, Origin::Internal, span);
        }
    }

    fn refuse(&mut self, what: &str, span: Span) {
        self.gap.get_or_insert_with(|| Gap::new(format!("{what} are not supported"), span));
    }

    fn call(&mut self, frame: &Frame<'a>, call: &Call, span: Span) {
        let callee = &self.program.procedures[call.procedure.index()];
        match callee.role {
            Role::Plain | Role::Pure => {}
            Role::Action(_) | Role::Yield(_) | Role::Invariant { .. } => {
                self.refuse("calls of actions, yield procedures and yield invariants", span);
            }
        }
        let mut actuals = Substitution { old: Some(FxHashMap::default()), ..Substitution::default() };
        let mut ins = Vec::new();
        for (index, (formal, actual)) in callee.params[..callee.ins].iter().zip(&call.ins).enumerate() {
            let name = format!("{} of {}", formal.name, callee.name);
            let temporary = self.graph.hidden_local(name, formal.ty.clone(), span);
            actuals.vars.insert(local(index), variable(temporary, formal.ty.clone(), span));
            ins.push((temporary, frame.now(actual)));
        }
        self.push(StepKind::Assign(ins), Origin::Internal, span);
        if !call.free {
            self.preconditions(callee, &actuals, span);
        }
        self.call_measure(frame, call, callee, &actuals, span);
        let before = self.save_globals(&callee.modifies, |name| format!("{name} before {}", callee.name), span);
        actuals.old = Some(before.into_iter().collect());
        let outs: Vec<Var> = call.outs.iter().map(|var| frame.target(*var)).collect();
        match self.body_to_inline(call.procedure) {
            Some(implementation) => self.inlined_call(implementation, call.procedure, actuals, &outs, span),
            None => self.contracted_call(callee, actuals, &outs, span),
        }
    }

    fn preconditions(&mut self, callee: &Procedure, actuals: &Substitution, span: Span) {
        for condition in callee.requires.iter().filter(|condition| !condition.free) {
            let kind = GoalKind::Precondition { callee: callee.name.clone() };
            self.check(kind, over(actuals, &condition.expr), span, Some(condition.span), &condition.attributes);
        }
        for measure in &callee.measures {
            for condition in measure::bounded(&measure.exprs) {
                self.check(GoalKind::MeasureBounded, over(actuals, &condition), span, Some(measure.span), &[]);
            }
        }
    }

    /// check measure_Q[in] < old(measure_P), where Q may call P back.
    fn call_measure(&mut self, frame: &Frame, call: &Call, callee: &Procedure, actuals: &Substitution, span: Span) {
        let (Some(own), Some(other)) = (frame.procedure.measures.first(), callee.measures.first()) else { return };
        if !self.calls.reaches(call.procedure, frame.implementation.procedure) {
            return;
        }
        let smaller: Vec<Expr> = other.exprs.iter().map(|expr| over(actuals, expr)).collect();
        let greater: Vec<Expr> = own.exprs.iter().map(|expr| frame.now(&old(expr))).collect();
        self.check(GoalKind::MeasureDecreases, measure::less(&smaller, &greater, span), span, Some(own.span), &[]);
    }

    /// check where(in, touched globals), which the body of the callee believes
    fn where_at_call(&mut self, callee: &Procedure, actuals: &Substitution, span: Span) {
        let place = WherePlace::Call(callee.name.clone());
        let ins = callee.params[..callee.ins].iter().filter_map(clause_of);
        let ins: Vec<Clause> = ins.map(|clause| Clause { expr: over(actuals, &clause.expr), ..clause }).collect();
        for clause in self.touched.clone().into_iter().chain(ins) {
            self.check_where(clause, place.clone(), span);
        }
    }

    /// check where; havoc modifies, out; assume where; assume post; y := out
    fn contracted_call(&mut self, callee: &Procedure, mut actuals: Substitution, outs: &[Var], span: Span) {
        self.where_at_call(callee, &actuals, span);
        let modified: Vec<Var> = callee.modifies.iter().map(|global| Var::Global(*global)).collect();
        let mut results = Vec::new();
        for (index, (formal, actual)) in callee.params[callee.ins..].iter().zip(outs).enumerate() {
            // A trace shows it as what it is about to be.
            let fresh = self.graph.fresh_local(self.variable(*actual).name.to_string(), formal.ty.clone(), span);
            let value = variable(fresh, formal.ty.clone(), span);
            actuals.vars.insert(local(callee.ins + index), value.clone());
            results.push((*actual, fresh, value));
        }
        let changed = modified.iter().copied().chain(results.iter().map(|(_, fresh, _)| *fresh)).collect();
        self.push(StepKind::Havoc(changed), Origin::CallReturn(callee.name.clone()), span);
        for clause in touched(self.program, &callee.modifies) {
            self.assume(clause.expr, Origin::Internal, span);
        }
        let wheres = callee.params[callee.ins..].iter().filter_map(|formal| formal.where_clause.as_ref());
        let ensures = callee.ensures.iter().map(|condition| &condition.expr);
        for expr in wheres.chain(ensures) {
            self.assume(over(&actuals, expr), Origin::Internal, span);
        }
        let results = results.into_iter().map(|(actual, _, value)| (actual, value)).collect();
        self.push(StepKind::Assign(results), Origin::Internal, span);
    }

    /// The body to put in place of a call: `{:inline n}`, and fewer than n calls of it around this one.
    fn body_to_inline(&self, procedure: ProcedureId) -> Option<&'a Implementation> {
        if self.graph.blocks.len() > BLOCK_LIMIT {
            return None;
        }
        let (body, depth) = inline_depth(self.program, self.calls, procedure)?;
        let body = &self.program.implementations[body.index()];
        let around = self.inlined.iter().filter(|(inlined, _)| *inlined == procedure).count();
        (around < depth).then_some(body)
    }

    /// havoc outs, locals; assume where; body; check post; y := outs
    fn inlined_call(
        &mut self,
        implementation: &'a Implementation,
        id: ProcedureId,
        mut variables: Substitution,
        outs: &[Var],
        span: Span,
    ) {
        let procedure = &self.program.procedures[id.index()];
        let mut fresh = Vec::new();
        for (index, formal) in implementation.locals.iter().enumerate().skip(procedure.ins) {
            let name = format!("{} of {}", formal.name, procedure.name);
            let new = self.graph.fresh_local(name, formal.ty.clone(), formal.span);
            variables.vars.insert(local(index), variable(new, formal.ty.clone(), span));
            fresh.push(new);
        }
        for (new, formal) in fresh.iter().zip(&implementation.locals[procedure.ins..]) {
            let clause = formal.where_clause.as_ref().map(|clause| over(&variables, clause));
            if let Var::Local(id) = new {
                self.graph.locals[id.index()].where_clause = clause;
            }
        }
        self.push(StepKind::Havoc(fresh.clone()), Origin::Internal, span);
        self.assume_where(&fresh, span);
        self.assume_free(&procedure.requires, &variables, span);

        let first_block = self.reserve_blocks(implementation.blocks.len() as u32, implementation.span);
        let exit = BlockId(self.reserve_blocks(1, implementation.end));
        let frame = Frame { implementation, procedure, variables, exit, first_block };
        self.assume_initial(&frame, Origin::Internal, span);
        self.finish_block(format!("before {}", procedure.name).into(), vec![BlockId(first_block)], span);
        self.inlined.push((id, span));
        self.blocks(&frame);
        self.current = exit;
        self.postconditions(&frame);
        self.assume_free(&procedure.ensures, &frame.variables, span);
        self.inlined.pop();
        let results = outs.iter().enumerate().map(|(index, out)| {
            let formal = local(procedure.ins + index);
            (*out, frame.variables.vars[&formal].clone())
        });
        let results = results.collect();
        self.push(StepKind::Assign(results), Origin::CallReturn(procedure.name.clone()), span);
    }

    fn assume_free(&mut self, conditions: &[Condition], variables: &Substitution, span: Span) {
        for condition in conditions.iter().filter(|condition| condition.free) {
            self.assume(over(variables, &condition.expr), Origin::Internal, span);
        }
    }

    /// check bounded(M), an invariant of the loop by its place; saved := M. The loop cut checks that M falls.
    fn loop_measure(&mut self, frame: &Frame, exprs: &[Expr], span: Span) {
        let current: Vec<Expr> = exprs.iter().map(|expr| frame.now(expr)).collect();
        for condition in measure::bounded(&current) {
            self.check(GoalKind::MeasureBounded, condition, span, None, &[]);
        }
        let vars: Vec<Var> = current
            .iter()
            .map(|expr| self.graph.hidden_local("measure at the loop head".into(), expr.ty().clone(), span))
            .collect();
        let Some(marker) = vars.first().copied() else { return };
        let saved = vars.iter().zip(&current).map(|(var, expr)| variable(*var, expr.ty().clone(), span)).collect();
        let assignments = vars.into_iter().zip(current.iter().cloned()).collect();
        self.push(StepKind::Assign(assignments), Origin::Internal, span);
        self.measures.push(LoopMeasure { current, saved, marker, span });
    }

    fn variable(&self, var: Var) -> &Variable {
        match var {
            Var::Global(id) => &self.program.globals[id.index()],
            Var::Local(id) => &self.graph.locals[id.index()],
            Var::Const(_) | Var::Bound(_) => unreachable!("only globals and locals are assigned"),
        }
    }
}

impl Frame<'_> {
    /// An expression of the body over the graph's variables, in the current state.
    fn now(&self, expr: &Expr) -> Expr {
        over(&self.variables, expr)
    }

    fn target(&self, var: Var) -> Var {
        match self.variables.vars.get(&var).map(Expr::kind) {
            Some(ExprKind::Var(new)) => *new,
            _ => var,
        }
    }
}

/// The only body of a procedure and how deep its calls are inlined: `{:inline n}` on the procedure or the body.
pub fn inline_depth(program: &Program, calls: &CallGraph, procedure: ProcedureId) -> Option<(ImplementationId, usize)> {
    let [body] = calls.bodies(procedure) else { return None };
    let own = &program.implementations[body.index()].attributes;
    let declared = &program.procedures[procedure.index()].attributes;
    let depth = attributes::number(declared, "inline").or_else(|| attributes::number(own, "inline"))?;
    Some((*body, depth))
}

/// The body that takes the place of calls of the procedure, of some of them at least.
pub fn inlined_body(program: &Program, calls: &CallGraph, procedure: ProcedureId) -> Option<ImplementationId> {
    let (body, depth) = inline_depth(program, calls, procedure)?;
    (depth > 0).then_some(body)
}

/// Whether every call of the procedure is replaced by its body, so that it is checked where it is called.
pub fn is_inlined_everywhere(program: &Program, calls: &CallGraph, procedure: ProcedureId) -> bool {
    inline_depth(program, calls, procedure).is_some_and(|(_, depth)| depth > 0) && !calls.is_recursive(procedure)
}

/// An expression over other variables.
fn over(substitution: &Substitution, expr: &Expr) -> Expr {
    Substituter::new(substitution, None).expr(expr)
}

fn local(index: usize) -> Var {
    Var::Local(LocalId(index as u32))
}

fn variable(var: Var, ty: Type, span: Span) -> Expr {
    Expr::new(ExprKind::Var(var), ty, span)
}

fn old(expr: &Expr) -> Expr {
    Expr::new(ExprKind::Old(expr.clone()), expr.ty().clone(), expr.span())
}

fn literal_true(span: Span) -> Expr {
    Expr::new(ExprKind::Literal(Literal::Bool(true)), Type::Bool, span)
}
