//! The execution of a body, command by command.

use super::choose::Place;
use super::flow::Head;
use super::judge::Failure;
use super::machine::{Cell, Frame, Halt, Machine, Run, Scope, unmodelled};
use super::value::Value;
use crate::attributes;
use crate::body::GoalKind;
use crate::typed::{
    Assumption, Block, BlockId, Cmd, CmdKind, Expr, ExprKind, GlobalId, Implementation, ImplementationId, LocalId,
    Procedure, Transfer, Type, Var, Variable,
};
use num_bigint::Sign;
use rustc_hash::FxHashMap;
use source::Span;

/// A procedure that is being executed.
pub(super) struct Activation<'a> {
    pub id: ImplementationId,
    pub implementation: &'a Implementation,
    pub procedure: &'a Procedure,
    pub frame: Frame,
    /// The measure of each loop when its head was last reached.
    measures: FxHashMap<BlockId, Vec<Value>>,
}

impl<'a> Activation<'a> {
    pub fn new(machine: &Machine<'a>, id: ImplementationId, frame: Frame) -> Activation<'a> {
        let implementation = &machine.program.implementations[id.index()];
        let procedure = &machine.program.procedures[implementation.procedure.index()];
        Activation { id, implementation, procedure, frame, measures: FxHashMap::default() }
    }
}

/// How a block is reached.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Arrival {
    /// It is not the head of a loop.
    Plain,
    /// The head, from outside its loop.
    Entered,
    /// The head, from the end of an iteration.
    Back,
}

impl<'a> Machine<'a> {
    /// A run from any state that the where-clauses and preconditions allow.
    pub(super) fn start(&mut self, id: ImplementationId) -> Run<()> {
        let program = self.program;
        let implementation = &program.implementations[id.index()];
        for (index, global) in program.globals.iter().enumerate() {
            let cell = self.new_open(Place::Entry(Var::Global(GlobalId(index as u32))), &global.ty);
            self.globals.push(cell);
        }
        let mut locals = Vec::new();
        for (index, local) in implementation.locals.iter().enumerate() {
            locals.push(self.new_open(Place::Entry(Var::Local(LocalId(index as u32))), &local.ty));
        }
        let frame = Frame { locals, old_globals: self.globals.clone() };
        let mut activation = Activation::new(self, id, frame);
        self.tell_entry(&activation);
        let scope = &mut Scope::of(&activation.frame);
        self.assume_wheres(scope, &program.globals)?;
        self.assume_wheres(scope, &implementation.locals)?;
        self.assume_initial(scope, implementation)?;
        for condition in &activation.procedure.requires {
            self.assume(scope, &condition.expr)?;
        }
        for measure in &activation.procedure.measures {
            if !self.is_bounded(scope, &measure.exprs)? {
                return Err(Halt::Stuck);
            }
        }
        self.body(&mut activation)?;
        self.check_ensures(&activation)
    }

    fn tell_entry(&mut self, activation: &Activation) {
        let globals = (0..self.globals.len() as u32).map(|index| Var::Global(GlobalId(index)));
        let locals = (0..activation.frame.locals.len() as u32).map(|index| Var::Local(LocalId(index)));
        let vars: Vec<Var> = globals.chain(locals).collect();
        let values = self.named(&activation.frame, &activation.implementation.locals, &vars);
        self.tell(activation.implementation.span, format!("`{}` is called", activation.implementation.name), values);
    }

    pub(super) fn assume_wheres(&mut self, scope: &mut Scope, variables: &[Variable]) -> Run<()> {
        for clause in variables.iter().filter_map(|variable| variable.where_clause.as_ref()) {
            self.assume(scope, clause)?;
        }
        Ok(())
    }

    /// Locals with `{:assumption}` are true at first.
    pub(super) fn assume_initial(&mut self, scope: &mut Scope, implementation: &Implementation) -> Run<()> {
        let parameters = self.program.procedures[implementation.procedure.index()].params.len();
        for (index, local) in implementation.locals.iter().enumerate().skip(parameters) {
            if attributes::starts_true(&local.attributes) {
                let var = ExprKind::Var(Var::Local(LocalId(index as u32)));
                self.assume(scope, &Expr::new(var, Type::Bool, local.span))?;
            }
        }
        Ok(())
    }

    /// From the first block to a return.
    pub(super) fn body(&mut self, activation: &mut Activation<'a>) -> Run<()> {
        let implementation = activation.implementation;
        let (mut current, mut from) = (BlockId(0), None);
        loop {
            self.burn()?;
            self.block(activation, current, from)?;
            match &implementation.blocks[current.index()].transfer {
                Transfer::Return { span, .. } => {
                    self.tell(*span, "returns", Vec::new());
                    return Ok(());
                }
                Transfer::Goto { targets, .. } => {
                    from = Some(current);
                    current = self.next(activation, targets)?;
                }
            }
        }
    }

    /// One of the targets whose guard holds.
    fn next(&mut self, activation: &Activation, targets: &[BlockId]) -> Run<BlockId> {
        if let [only] = targets {
            return Ok(*only);
        }
        let mut possible = Vec::new();
        for target in targets {
            let block = &activation.implementation.blocks[target.index()];
            let holds = match guard(block) {
                Some(guard) => self.holds(&mut Scope::of(&activation.frame), guard)?,
                None => true,
            };
            if holds {
                possible.push(*target);
            }
        }
        match possible.as_slice() {
            [] => Err(Halt::Stuck),
            [only] => Ok(*only),
            several => Ok(several[self.chooser.way(several.len()).min(several.len() - 1)]),
        }
    }

    /// The commands of a block. At the head of a loop, the leading conditions are its invariants; once they are
    /// checked, the where-clauses of the variables that the loop assigns are assumed, as wherever a variable may have
    /// any value.
    fn block(&mut self, activation: &mut Activation<'a>, id: BlockId, from: Option<BlockId>) -> Run<()> {
        let block = &activation.implementation.blocks[id.index()];
        let flow = self.judge.flow(activation.id);
        let head = flow.head(id);
        let arrival = match head {
            None => Arrival::Plain,
            Some(head) if from.is_some_and(|from| head.latches.contains(&from)) => Arrival::Back,
            Some(_) => Arrival::Entered,
        };
        let invariants = leading_conditions(block);
        for cmd in &block.cmds[..invariants] {
            self.invariant(activation, id, cmd, arrival)?;
        }
        if let Some(Head { guarded, .. }) = head {
            self.assume_where_of(activation, guarded)?;
        }
        for cmd in &block.cmds[invariants..] {
            self.cmd(activation, cmd)?;
        }
        Ok(())
    }

    fn invariant(&mut self, activation: &mut Activation<'a>, id: BlockId, cmd: &Cmd, arrival: Arrival) -> Run<()> {
        match (&cmd.kind, arrival) {
            (CmdKind::Assert(expr), Arrival::Entered) if !attributes::is_unpack(&cmd.attributes) => {
                self.check(activation, expr, GoalKind::InvariantEntry, cmd.span)
            }
            (CmdKind::Assert(expr), Arrival::Back) if !attributes::is_unpack(&cmd.attributes) => {
                self.check(activation, expr, GoalKind::InvariantPreserved, cmd.span)
            }
            (CmdKind::Measure(exprs), _) => self.loop_measure(activation, id, exprs, arrival, cmd.span),
            (
                CmdKind::Assert(_)
                | CmdKind::Prove { .. }
                | CmdKind::Assume { .. }
                | CmdKind::Assign(_)
                | CmdKind::Havoc(_)
                | CmdKind::Call(_)
                | CmdKind::Async(_)
                | CmdKind::Parallel(_)
                | CmdKind::LoopYield(_)
                | CmdKind::Visibility(_),
                _,
            ) => self.cmd(activation, cmd),
        }
    }

    fn cmd(&mut self, activation: &mut Activation<'a>, cmd: &Cmd) -> Run<()> {
        self.burn()?;
        let span = cmd.span;
        match &cmd.kind {
            CmdKind::Assert(expr) => {
                let unpacks = attributes::is_unpack(&cmd.attributes);
                let kind = if unpacks { GoalKind::Unpack } else { GoalKind::Assertion };
                self.check(activation, expr, kind, span)
            }
            CmdKind::Prove { claim, expr } => self.check(activation, expr, GoalKind::Claim(claim.clone()), span),
            CmdKind::Assume { expr, origin } => {
                self.assume(&mut Scope::of(&activation.frame), expr)?;
                match origin {
                    Assumption::Guard { taken: true } => self.tell(span, "the condition holds", Vec::new()),
                    Assumption::Guard { taken: false } => self.tell(span, "the condition does not hold", Vec::new()),
                    Assumption::Stated | Assumption::FreeInvariant | Assumption::Rule => {}
                }
                Ok(())
            }
            CmdKind::Assign(assignments) => self.assign(activation, assignments, span),
            CmdKind::Havoc(vars) => self.havoc(activation, vars, span),
            CmdKind::Call(call) => self.call(activation, call, span),
            CmdKind::Async(_) => unmodelled("an asynchronous call", span),
            CmdKind::Parallel(_) => unmodelled("a parallel call", span),
            CmdKind::LoopYield(_) => unmodelled("a yielding loop", span),
            CmdKind::Measure(_) => unmodelled("a measure in this place", span),
            CmdKind::Visibility(_) => Ok(()),
        }
    }

    /// The run fails if the condition is false.
    fn check(&mut self, activation: &Activation, expr: &Expr, kind: GoalKind, span: Span) -> Run<()> {
        if self.holds(&mut Scope::of(&activation.frame), expr)? { Ok(()) } else { self.fail(kind, span, None) }
    }

    /// Ends the run with a failure, if there is such a run: what was chosen must agree with the axioms.
    pub(super) fn fail(&mut self, kind: GoalKind, span: Span, clause: Option<Span>) -> Run<()> {
        self.assume_axioms()?;
        let (calls, steps) = (self.calls.clone(), self.steps());
        Err(Halt::Failed(Box::new(Failure { kind, span, clause, calls, steps })))
    }

    fn assign(&mut self, activation: &mut Activation, assignments: &[(Var, Expr)], span: Span) -> Run<()> {
        let mut cells = Vec::new();
        for (_, value) in assignments {
            let scope = &mut Scope::of(&activation.frame);
            // A copy of an undecided variable is as undecided.
            let copied = if let ExprKind::Var(var) = value.kind() { self.cell(scope, *var) } else { None };
            cells.push(match copied {
                Some(cell) => cell,
                None => Cell::Known(self.eval(scope, value)?),
            });
        }
        let vars: Vec<Var> = assignments.iter().map(|(var, _)| *var).collect();
        for (var, cell) in vars.iter().zip(cells) {
            self.write(&mut activation.frame, *var, cell);
        }
        let values = self.named(&activation.frame, &activation.implementation.locals, &vars);
        self.tell(span, "", values);
        Ok(())
    }

    fn havoc(&mut self, activation: &mut Activation<'a>, vars: &[Var], span: Span) -> Run<()> {
        let occurrence = self.occurrence(span);
        for (position, var) in vars.iter().enumerate() {
            let Some(variable) = self.declaration(activation, *var) else { continue };
            let ty = &variable.ty;
            let cell = self.new_open(Place::Havoc { span, position, occurrence }, ty);
            self.write(&mut activation.frame, *var, cell);
        }
        let values = self.named(&activation.frame, &activation.implementation.locals, vars);
        self.tell(span, "", values);
        self.assume_where_of(activation, vars)
    }

    fn declaration(&self, activation: &Activation<'a>, var: Var) -> Option<&'a Variable> {
        match var {
            Var::Global(id) => self.program.globals.get(id.index()),
            Var::Local(id) => activation.implementation.locals.get(id.index()),
            Var::Const(_) | Var::Bound(_) => None,
        }
    }

    fn assume_where_of(&mut self, activation: &Activation, vars: &[Var]) -> Run<()> {
        for var in vars {
            let clause = match var {
                Var::Global(id) => &self.program.globals[id.index()].where_clause,
                Var::Local(id) => &activation.implementation.locals[id.index()].where_clause,
                Var::Const(_) | Var::Bound(_) => &None,
            };
            if let Some(clause) = clause {
                self.assume(&mut Scope::of(&activation.frame), clause)?;
            }
        }
        Ok(())
    }

    /// The measure of a loop is never negative, and smaller after each iteration.
    fn loop_measure(
        &mut self,
        activation: &mut Activation,
        head: BlockId,
        exprs: &[Expr],
        arrival: Arrival,
        span: Span,
    ) -> Run<()> {
        let scope = &mut Scope::of(&activation.frame);
        if !self.is_bounded(scope, exprs)? {
            return self.fail(GoalKind::MeasureBounded, span, None);
        }
        let values = self.eval_all(scope, exprs)?;
        let previous = activation.measures.insert(head, values.clone());
        if let (Arrival::Back, Some(previous)) = (arrival, previous)
            && !self.is_smaller(&values, &previous, span)?
        {
            return self.fail(GoalKind::MeasureDecreases, span, None);
        }
        Ok(())
    }

    /// Whether the integers of a measure are not negative.
    pub(super) fn is_bounded(&mut self, scope: &mut Scope, exprs: &[Expr]) -> Run<bool> {
        for expr in exprs {
            if let Value::Int(value) = self.eval(scope, expr)?
                && value.sign() == Sign::Minus
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a measure is smaller than another: lexicographically, with false below true.
    pub(super) fn is_smaller(&self, smaller: &[Value], greater: &[Value], span: Span) -> Run<bool> {
        for (a, b) in smaller.iter().zip(greater) {
            match (a, b) {
                _ if a == b => {}
                (Value::Int(a), Value::Int(b)) => return Ok(a < b),
                (Value::Bool(a), Value::Bool(b)) => return Ok(!a & b),
                _ => return unmodelled("a measure of this type", span),
            }
        }
        Ok(false)
    }

    pub(super) fn check_ensures(&mut self, activation: &Activation) -> Run<()> {
        for condition in activation.procedure.ensures.iter().filter(|condition| !condition.free) {
            self.check(activation, &condition.expr, GoalKind::Postcondition, condition.span)?;
        }
        Ok(())
    }
}

/// The condition that must hold for a run to go on in the block.
fn guard(block: &Block) -> Option<&Expr> {
    let CmdKind::Assume { expr, origin: Assumption::Guard { .. } } = &block.cmds.first()?.kind else { return None };
    Some(expr)
}

/// How many commands at the start of a block are conditions or, at their end, a measure.
fn leading_conditions(block: &Block) -> usize {
    let is_condition = |cmd: &Cmd| {
        matches!(cmd.kind, CmdKind::Assert(_) | CmdKind::Prove { .. } | CmdKind::Assume { .. } | CmdKind::Visibility(_))
    };
    let count = block.cmds.iter().take_while(|cmd| is_condition(cmd)).count();
    let measured = matches!(block.cmds.get(count).map(|cmd| &cmd.kind), Some(CmdKind::Measure(_)));
    count + usize::from(measured)
}
