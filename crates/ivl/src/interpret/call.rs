//! Calls. A procedure with a body is executed; of one without, any results that its contract allows are taken.
//!
//! The caller must establish the preconditions. What the callee is allowed to assume beyond them (where-clauses, free
//! preconditions) and what the caller is allowed to assume afterwards (where-clauses, free postconditions) may be
//! false in a run. Such a run does not count here: a where-clause that it breaks is a goal of its own
//! (see [`crate::where_clauses`]), for which no run is looked for; a free condition is the author's responsibility.

use super::choose::Place;
use super::machine::{Cell, Frame, Halt, Machine, Run, Scope};
use super::run::Activation;
use crate::body::GoalKind;
use crate::typed::{Call, ImplementationId, Procedure, ProcedureId, Var};
use rustc_hash::FxHashSet;
use source::Span;

/// Calls are nested at most this deep.
const DEEPEST: usize = 40;

impl<'a> Machine<'a> {
    pub(super) fn call(&mut self, activation: &mut Activation<'a>, call: &Call, span: Span) -> Run<()> {
        let callee = &self.program.procedures[call.procedure.index()];
        let ins = self.eval_all(&mut Scope::of(&activation.frame), &call.ins)?;
        let mut formals =
            Frame { locals: ins.into_iter().map(Cell::Known).collect(), old_globals: self.globals.clone() };
        if !call.free {
            self.check_requires(callee, &formals, span)?;
        }
        self.check_call_measure(activation, call.procedure, &formals, span)?;
        let scope = &mut Scope::of(&formals);
        self.assume_wheres(scope, &self.program.globals)?;
        self.assume_wheres(scope, &callee.params[..callee.ins])?;
        for condition in callee.requires.iter().filter(|condition| condition.free || call.free) {
            self.assume(scope, &condition.expr)?;
        }
        let results = match self.judge.implementations(call.procedure) {
            [] => self.contract(callee, &mut formals, span)?,
            [only] => self.execute(*only, formals, span)?,
            several => {
                let chosen = self.chooser.way(several.len()).min(several.len() - 1);
                self.execute(several[chosen], formals, span)?
            }
        };
        // What a body changes on its way is told there.
        let unseen = if self.judge.implementations(call.procedure).is_empty() { &callee.modifies[..] } else { &[] };
        let unseen = unseen.iter().map(|id| Var::Global(*id)).filter(|var| !call.outs.contains(var));
        let changed: Vec<Var> = unseen.chain(call.outs.iter().copied()).collect();
        for (var, cell) in call.outs.iter().zip(results) {
            self.write(&mut activation.frame, *var, cell);
        }
        let values = self.named(&activation.frame, &activation.implementation.locals, &changed);
        self.tell(span, format!("`{}` returns", callee.name), values);
        Ok(())
    }

    fn check_requires(&mut self, callee: &Procedure, formals: &Frame, span: Span) -> Run<()> {
        let scope = &mut Scope::of(formals);
        for condition in callee.requires.iter().filter(|condition| !condition.free) {
            if !self.holds(scope, &condition.expr)? {
                let kind = GoalKind::Precondition { callee: callee.name.clone() };
                return self.fail(kind, span, Some(condition.span));
            }
        }
        for measure in &callee.measures {
            if !self.is_bounded(scope, &measure.exprs)? {
                return self.fail(GoalKind::MeasureBounded, span, Some(measure.span));
            }
        }
        Ok(())
    }

    /// Where the callee may call back, its measure is below that of the caller on entry.
    fn check_call_measure(
        &mut self,
        activation: &Activation<'a>,
        callee: ProcedureId,
        formals: &Frame,
        span: Span,
    ) -> Run<()> {
        let measures = &self.program.procedures[callee.index()].measures;
        let (Some(own), Some(other)) = (activation.procedure.measures.first(), measures.first()) else { return Ok(()) };
        if !self.may_call(callee, activation.implementation.procedure) {
            return Ok(());
        }
        let smaller = self.eval_all(&mut Scope::of(formals), &other.exprs)?;
        let on_entry = &mut Scope { in_old: true, ..Scope::of(&activation.frame) };
        let greater = self.eval_all(on_entry, &own.exprs)?;
        match self.is_smaller(&smaller, &greater, span)? {
            true => Ok(()),
            false => self.fail(GoalKind::MeasureDecreases, span, Some(own.span)),
        }
    }

    /// Whether one procedure is another, or may call it through any number of calls.
    fn may_call(&self, from: ProcedureId, to: ProcedureId) -> bool {
        let mut seen = FxHashSet::default();
        let mut work = vec![from];
        while let Some(procedure) = work.pop() {
            if procedure == to {
                return true;
            }
            if !seen.insert(procedure) {
                continue;
            }
            for id in self.judge.implementations(procedure) {
                let blocks = &self.program.implementations[id.index()].blocks;
                for cmd in blocks.iter().flat_map(|block| &block.cmds) {
                    work.extend(cmd.kind.calls().map(|call| call.procedure));
                }
            }
        }
        false
    }

    /// Any state and results that the contract allows.
    fn contract(&mut self, callee: &Procedure, formals: &mut Frame, span: Span) -> Run<Vec<Cell>> {
        let program = self.program;
        let occurrence = self.occurrence(span);
        for (position, id) in callee.modifies.iter().enumerate() {
            let place = Place::Result { span, position, occurrence };
            self.globals[id.index()] = self.new_open(place, &program.globals[id.index()].ty);
        }
        let outs = &callee.params[callee.ins..];
        for (index, out) in outs.iter().enumerate() {
            let place = Place::Result { span, position: callee.modifies.len() + index, occurrence };
            let cell = self.new_open(place, &out.ty);
            formals.locals.push(cell);
        }
        self.assume_contract(callee, formals, true)?;
        Ok(formals.locals[callee.ins..].to_vec())
    }

    /// What the caller knows after the call, beyond what is checked.
    fn assume_contract(&mut self, callee: &Procedure, formals: &Frame, all: bool) -> Run<()> {
        let program = self.program;
        let scope = &mut Scope::of(formals);
        for condition in callee.ensures.iter().filter(|condition| all || condition.free) {
            self.assume(scope, &condition.expr)?;
        }
        for clause in callee.modifies.iter().filter_map(|id| program.globals[id.index()].where_clause.as_ref()) {
            self.assume(scope, clause)?;
        }
        self.assume_wheres(scope, &callee.params[callee.ins..])
    }

    /// The body, from the state at the call; gives the results.
    fn execute(&mut self, id: ImplementationId, mut formals: Frame, span: Span) -> Run<Vec<Cell>> {
        if self.calls.len() >= DEEPEST {
            return Err(Halt::OutOfFuel);
        }
        let implementation = &self.program.implementations[id.index()];
        for local in &implementation.locals[formals.locals.len()..] {
            let cell = self.new_open(Place::Local, &local.ty);
            formals.locals.push(cell);
        }
        let mut callee = Activation::new(self, id, formals);
        let ins = callee.procedure.ins;
        let formal_names = implementation.locals[..ins].iter().map(|local| local.name.clone());
        let values = formal_names.zip(callee.frame.locals.iter().cloned()).collect();
        self.tell(span, format!("`{}` is called", callee.procedure.name), values);
        let scope = &mut Scope::of(&callee.frame);
        self.assume_wheres(scope, &implementation.locals[ins..])?;
        self.assume_initial(scope, implementation)?;
        self.calls.push(span);
        self.body(&mut callee)?;
        self.check_ensures(&callee)?;
        self.calls.pop();
        callee.frame.locals.truncate(callee.procedure.params.len());
        self.assume_contract(callee.procedure, &callee.frame, false)?;
        Ok(callee.frame.locals[ins..].to_vec())
    }
}
