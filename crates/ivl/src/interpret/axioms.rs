//! Axioms in a run: as definitions of functions, and as conditions on what was chosen.
//!
//! The axiom `∀x. f(x) = e` defines f, and a call of f has the value of e; a recursive definition is taken to have a
//! solution. Any other axiom is evaluated before a failure is reported, if it speaks of something that the run asked
//! for: a function, a constant, or the size of an uninterpreted type. The others share nothing with the run, so they
//! hold in it if they can hold at all.

use super::domain;
use super::judge::Judge;
use super::machine::{Frame, Halt, Machine, Run, Scope};
use crate::typed::{
    Axiom, BinaryOp, BoundId, ConstId, CtorId, Expr, ExprKind, FunctionId, Meaning, Program, QuantifierKind, Type, Var,
};
use crate::visit;
use rustc_hash::{FxHashMap, FxHashSet};

/// `∀params. f(params) = body`
pub(super) struct Definition {
    pub params: Vec<BoundId>,
    pub body: Expr,
    pub axiom: usize,
}

/// What an axiom speaks of, also through the bodies of functions.
pub(super) struct AxiomFacts {
    functions: FxHashSet<FunctionId>,
    consts: FxHashSet<ConstId>,
    /// Uninterpreted types whose size it may limit.
    types: FxHashSet<CtorId>,
    is_definition: bool,
}

/// The functions that exactly one axiom defines.
pub(super) fn definitions(program: &Program) -> FxHashMap<FunctionId, Definition> {
    let mut found: FxHashMap<FunctionId, Vec<Definition>> = FxHashMap::default();
    for (index, axiom) in program.axioms.iter().enumerate() {
        if let Some((function, definition)) = definition(program, index, axiom) {
            found.entry(function).or_default().push(definition);
        }
    }
    let only = |(function, mut definitions): (FunctionId, Vec<Definition>)| match definitions.len() {
        1 => definitions.pop().map(|definition| (function, definition)),
        _ => None,
    };
    found.into_iter().filter_map(only).collect()
}

fn definition(program: &Program, axiom: usize, declaration: &Axiom) -> Option<(FunctionId, Definition)> {
    let (params, equation) = match declaration.expr.kind() {
        ExprKind::Quantifier(quantifier) if quantifier.kind == QuantifierKind::Forall => {
            (quantifier.vars.iter().map(|var| var.id).collect(), &quantifier.body)
        }
        _ => (Vec::new(), &declaration.expr),
    };
    let ExprKind::Binary(BinaryOp::Eq | BinaryOp::Iff, left, body) = equation.kind() else { return None };
    let ExprKind::Apply { function, args, .. } = left.kind() else { return None };
    let is_param = |(arg, param): (&Expr, &BoundId)| matches!(arg.kind(), ExprKind::Var(Var::Bound(id)) if id == param);
    let of_params = args.len() == params.len() && args.iter().zip(&params).all(is_param);
    let open = matches!(program.functions[function.index()].meaning, Meaning::Uninterpreted);
    (of_params && open).then(|| (*function, Definition { params, body: body.clone(), axiom }))
}

impl AxiomFacts {
    pub fn new(judge: &Judge, index: usize, expr: &Expr) -> AxiomFacts {
        let mut facts = AxiomFacts {
            functions: FxHashSet::default(),
            consts: FxHashSet::default(),
            types: FxHashSet::default(),
            is_definition: false,
        };
        facts.collect(judge, expr);
        let defined = |function: &FunctionId| judge.definition(*function).is_some_and(|found| found.axiom == index);
        facts.is_definition = facts.functions.iter().any(defined);
        facts
    }

    fn collect(&mut self, judge: &Judge, expr: &Expr) {
        let mut bodies: Vec<&Expr> = Vec::new();
        visit::walk(expr, &mut |node| {
            match node.kind() {
                ExprKind::Apply { function, .. } if self.functions.insert(*function) => {
                    match &judge.program.functions[function.index()].meaning {
                        Meaning::Define(body) | Meaning::Inline(body) => bodies.push(body),
                        Meaning::Uninterpreted => bodies.extend(judge.definition(*function).map(|found| &found.body)),
                        Meaning::Builtin(_) => {}
                    }
                }
                ExprKind::Var(Var::Const(id)) => {
                    self.consts.insert(*id);
                }
                ExprKind::Binary(BinaryOp::Eq | BinaryOp::Neq, left, _) => self.limited(judge, left.ty()),
                ExprKind::Literal(_)
                | ExprKind::Var(Var::Global(_) | Var::Local(_) | Var::Bound(_))
                | ExprKind::Apply { .. }
                | ExprKind::Old(_)
                | ExprKind::Unary(..)
                | ExprKind::Binary(..)
                | ExprKind::IfThenElse(..)
                | ExprKind::Select { .. }
                | ExprKind::Store { .. }
                | ExprKind::Construct { .. }
                | ExprKind::Field { .. }
                | ExprKind::FieldUpdate { .. }
                | ExprKind::Is { .. }
                | ExprKind::Extract { .. }
                | ExprKind::ToInt(_)
                | ExprKind::ToReal(_)
                | ExprKind::Quantifier(_)
                | ExprKind::Let { .. }
                | ExprKind::Code(_) => {}
            }
            if let Type::Map(map) = node.ty() {
                map.domain.iter().for_each(|index| self.limited(judge, index));
            }
            true
        });
        bodies.into_iter().for_each(|body| self.collect(judge, body));
    }

    fn limited(&mut self, judge: &Judge, ty: &Type) {
        self.types.extend(domain::type_ctors(judge.program, ty));
    }

    fn matters(&self, judge: &Judge, machine: &Machine) -> bool {
        let is_open =
            |function: &FunctionId| matches!(judge.program.functions[function.index()].meaning, Meaning::Uninterpreted);
        let closed = self.consts.is_empty() && !self.functions.iter().any(is_open);
        closed
            || self.functions.iter().any(|function| machine.asked.contains(function))
            || self.consts.iter().any(|constant| machine.consts.contains_key(constant))
            || self.types.iter().any(|ty| machine.asked_types.contains(ty))
    }
}

impl Machine<'_> {
    /// The run exists only if the axioms hold for what was chosen. Evaluating one may ask for more, so that further
    /// axioms matter.
    pub(super) fn assume_axioms(&mut self) -> Run<()> {
        let (judge, program) = (self.judge, self.program);
        let frame = Frame { locals: Vec::new(), old_globals: Vec::new() };
        let mut done = vec![false; program.axioms.len()];
        while let Some(index) =
            (0..done.len()).find(|index| !done[*index] && judge.axioms()[*index].matters(judge, self))
        {
            done[index] = true;
            if !judge.axioms()[index].is_definition
                && !self.holds(&mut Scope::of(&frame), &program.axioms[index].expr)?
            {
                return Err(Halt::Stuck);
            }
        }
        self.assume_unique()
    }

    /// Unique constants of one type differ. Of a small type, this needs the values of all of them.
    fn assume_unique(&mut self) -> Run<()> {
        let program = self.program;
        let ids = || (0..program.consts.len() as u32).map(ConstId);
        let unique = |id: &ConstId| program.consts[id.index()].unique;
        for id in ids().filter(unique) {
            let declaration = &program.consts[id.index()];
            if domain::elements(program, &declaration.ty).is_some() {
                self.constant(id, declaration.span)?;
            }
        }
        let asked: Vec<ConstId> = ids().filter(unique).filter(|id| self.consts.contains_key(id)).collect();
        for (at, one) in asked.iter().enumerate() {
            for other in &asked[..at] {
                let same_type = program.consts[one.index()].ty == program.consts[other.index()].ty;
                if same_type && self.consts[one] == self.consts[other] {
                    return Err(Halt::Stuck);
                }
            }
        }
        Ok(())
    }
}
