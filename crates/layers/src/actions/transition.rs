//! What code does, as one formula over the states before and after.
//!
//! The formula of a run of several pieces of code, one after the other, is a disjunction over the paths through them. A
//! path is executed on symbols: globals start as `old(g)`, in-parameters as given, all other locals as arbitrary values,
//! and so does what a `havoc` leaves. With σ the values at the end of the path and C the assumptions on it:
//!
//! ```text
//! path      exists arbitrary values :: C && g == σ(g) for every global g of the frame && out == σ(out)
//! ```
//!
//! Most arbitrary values are settled by an equation and vanish. For those that remain, a witness function `w` serves as
//! trigger: obligations that execute the same code assume `w(x)` of the value that it really chose, which says nothing
//! about the value but shows it to the solver.

use crate::actions::code::Code;
use crate::actions::settle::{conjuncts_of, settle};
use crate::civl::Transfer;
use crate::step::StepKind;
use ivl::build::{Build, all, any, eq, exists, old, var};
use ivl::typed::{BlockId, BoundId, BoundVar, Expr, ExprKind, FunctionId, GlobalId, LocalId, Var};
use ivl::visit::{Fresh, Substitution, substitute, walk};
use rustc_hash::{FxHashMap, FxHashSet};
use source::Span;

/// Code with its arguments: the values of the in-parameters before, and of the out-parameters after.
pub struct Run<'a> {
    pub code: &'a Code,
    pub ins: Vec<Expr>,
    pub outs: Vec<Expr>,
}

/// Whether the formula speaks of the state afterwards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum After {
    /// It says what globals and out-parameters are.
    Told,
    /// It says only that there is one.
    Ignored,
}

/// More paths than this are not followed.
const PATH_LIMIT: usize = 5_000;

/// The code has too many paths.
#[derive(Debug)]
pub struct TooManyPaths;

/// A transition formula, and what it left arbitrary: the number of the run and the local.
pub struct Transition {
    pub formula: Expr,
    pub chosen: FxHashSet<(usize, LocalId)>,
}

/// The formula of the runs, in this order. `witness(n, x)` is the witness function of local `x` of the `n`th run.
pub fn transition(
    build: &mut Build,
    runs: &[Run],
    frame: &[GlobalId],
    after: After,
    witness: &dyn Fn(usize, LocalId) -> Option<FunctionId>,
    span: Span,
) -> Result<Transition, TooManyPaths> {
    let mut walker =
        PathWalker { build, runs, frame, after, witness, span, paths: Vec::new(), chosen: FxHashSet::default() };
    walker.start(0, State::default())?;
    Ok(Transition { formula: any(walker.paths, span), chosen: walker.chosen })
}

/// The values on a path.
#[derive(Clone, Default)]
struct State {
    /// Globals, and the locals of the run that is executed.
    values: FxHashMap<Var, Expr>,
    /// What is equal to what after the runs before this one.
    results: Vec<Expr>,
    conditions: Vec<Expr>,
    symbols: Vec<Symbol>,
}

/// An arbitrary value.
#[derive(Clone)]
struct Symbol {
    var: BoundVar,
    run: usize,
    /// `None`: of a global.
    local: Option<LocalId>,
}

struct PathWalker<'a> {
    build: &'a mut Build,
    runs: &'a [Run<'a>],
    frame: &'a [GlobalId],
    after: After,
    witness: &'a dyn Fn(usize, LocalId) -> Option<FunctionId>,
    span: Span,
    paths: Vec<Expr>,
    chosen: FxHashSet<(usize, LocalId)>,
}

impl PathWalker<'_> {
    fn start(&mut self, run: usize, mut state: State) -> Result<(), TooManyPaths> {
        let Some(Run { code, ins, outs: _ }) = self.runs.get(run) else {
            return self.finish(state);
        };
        state.values.retain(|var, _| matches!(var, Var::Global(_)));
        for (at, local) in code.locals.iter().enumerate() {
            let id = LocalId(at as u32);
            let value = match ins.get(at) {
                Some(value) => value.clone(),
                None => self.arbitrary(&mut state, run, Some(id), &local.name, &local.ty, local.attributes.clone()),
            };
            state.values.insert(Var::Local(id), value);
        }
        self.block(run, BlockId(0), state)
    }

    fn arbitrary(
        &mut self,
        state: &mut State,
        run: usize,
        local: Option<LocalId>,
        name: &str,
        ty: &ivl::typed::Type,
        attributes: Vec<ivl::typed::Attribute>,
    ) -> Expr {
        let id = self.build.fresh_bound();
        let bound = BoundVar { id, name: name.into(), ty: ty.clone(), attributes };
        state.symbols.push(Symbol { var: bound, run, local });
        var(Var::Bound(id), ty, self.span)
    }

    fn block(&mut self, run: usize, id: BlockId, mut state: State) -> Result<(), TooManyPaths> {
        let code = self.runs[run].code;
        let block = &code.blocks[id.index()];
        for step in &block.steps {
            match &step.kind {
                StepKind::Assume { expr, origin: _ } | StepKind::Assert(expr) => {
                    let condition = self.value(expr, &state);
                    state.conditions.push(condition);
                }
                StepKind::Assign(pairs) => {
                    let values: Vec<Expr> = pairs.iter().map(|(_, right)| self.value(right, &state)).collect();
                    state.values.extend(pairs.iter().map(|(left, _)| *left).zip(values));
                }
                StepKind::Havoc(vars) => vars.iter().for_each(|var| self.havoc(run, *var, &mut state)),
            }
        }
        match &block.transfer {
            Transfer::Return { span: _ } => {
                let Run { code: _, ins, outs } = &self.runs[run];
                for (at, out) in outs.iter().enumerate() {
                    let value = state.values[&Var::Local(LocalId((ins.len() + at) as u32))].clone();
                    state.results.push(eq(out.clone(), value));
                }
                self.start(run + 1, state)
            }
            Transfer::Goto { targets, span: _ } => {
                targets.iter().try_for_each(|target| self.block(run, *target, state.clone()))
            }
        }
    }

    fn havoc(&mut self, run: usize, target: Var, state: &mut State) {
        let (local, variable) = match target {
            Var::Local(id) => (Some(id), self.runs[run].code.locals[id.index()].clone()),
            Var::Global(id) => (None, self.build.program.globals[id.index()].clone()),
            Var::Const(_) | Var::Bound(_) => return,
        };
        let value = self.arbitrary(state, run, local, &variable.name, &variable.ty, variable.attributes);
        state.values.insert(target, value);
    }

    /// The expression over the symbols of the start.
    fn value(&mut self, expr: &Expr, state: &State) -> Expr {
        let mut vars = FxHashMap::default();
        walk(expr, &mut |expr| {
            if let ExprKind::Var(found) = expr.kind() {
                match (state.values.get(found), found) {
                    (Some(value), _) => {
                        vars.insert(*found, value.clone());
                    }
                    (None, Var::Global(_)) => {
                        vars.insert(*found, old(expr.clone()));
                    }
                    (None, _) => {}
                }
            }
            true
        });
        let substitution = Substitution { vars, ..Substitution::default() };
        substitute(expr, &substitution, &mut Fresh::of(&mut self.build.program))
    }

    /// The end of a path: settles what can be settled, binds the rest.
    fn finish(&mut self, state: State) -> Result<(), TooManyPaths> {
        if self.paths.len() == PATH_LIMIT {
            return Err(TooManyPaths);
        }
        let mut equations = Vec::new();
        if self.after == After::Told {
            for global in self.frame {
                let target = Var::Global(*global);
                let now = var(target, &self.build.program.globals[global.index()].ty, self.span);
                let then = state.values.get(&target).cloned().unwrap_or_else(|| old(now.clone()));
                equations.push(eq(now, then));
            }
            equations.extend(state.results);
        }
        let mut conjuncts = equations;
        conjuncts.extend(state.conditions.into_iter().flat_map(conjuncts_of));
        let mut symbols = state.symbols;
        let mut open: FxHashSet<BoundId> = symbols.iter().map(|symbol| symbol.var.id).collect();
        settle(self.build, &mut conjuncts, &mut open);
        symbols.retain(|symbol| open.contains(&symbol.var.id));
        let body = all(conjuncts, self.span);
        let free = crate::actions::gate::variables_of(&body);
        symbols.retain(|symbol| free.contains(&Var::Bound(symbol.var.id)));
        let triggers = self.triggers(&symbols);
        self.paths.push(exists(symbols.into_iter().map(|symbol| symbol.var).collect(), triggers, body));
        Ok(())
    }

    /// Witnesses of all symbols together, if each has one.
    fn triggers(&mut self, symbols: &[Symbol]) -> Vec<Vec<Expr>> {
        let witness = |symbol: &Symbol| Some(((symbol.run, symbol.local?), (self.witness)(symbol.run, symbol.local?)?));
        let Some(witnesses) = symbols.iter().map(witness).collect::<Option<Vec<_>>>() else { return Vec::new() };
        let mut terms = Vec::new();
        for ((chosen, function), symbol) in witnesses.into_iter().zip(symbols) {
            self.chosen.insert(chosen);
            let arg = var(Var::Bound(symbol.var.id), &symbol.var.ty, self.span);
            let kind = ExprKind::Apply { function, type_args: Vec::new(), args: vec![arg] };
            terms.push(Expr::new(kind, ivl::typed::Type::Bool, self.span));
        }
        if terms.is_empty() { Vec::new() } else { vec![terms] }
    }
}
