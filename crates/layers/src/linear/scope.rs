//! What the rules of linearity ask about a routine, its variables and the routines it calls.

use super::paths::Path;
use super::permissions::Permissions;
use crate::civl::{Body, Civl, LayerRange, Linearity, Primitive, Routine};
use ivl::typed::{Expr, ExprKind, GlobalId, LocalId, Name, ProcedureId, Type, Var, Variable};
use source::Span;

/// The routine under examination.
pub struct Scope<'a> {
    pub civl: &'a Civl<'a>,
    pub permissions: &'a Permissions,
    pub routine: ProcedureId,
    /// The routine's variables: those of the body, or the parameters if there is none.
    variables: Vec<&'a Variable>,
    pub body: Option<&'a Body>,
}

/// Parameters of linear types, with how they hold permissions.
pub type LinearParams = Vec<(LocalId, Linearity)>;

/// A parameter of a routine that is called.
pub struct Formal<'a> {
    pub linearity: Linearity,
    pub variable: &'a Variable,
}

/// A routine that is called.
pub struct Callee<'a> {
    pub ins: Vec<Formal<'a>>,
    pub outs: Vec<Formal<'a>>,
    pub is_pure: bool,
    pub primitive: Option<Primitive>,
}

/// A variable whose permissions concern a parameter of a call.
pub struct Passed {
    pub var: Var,
    pub linearity: Linearity,
    pub position: usize,
    pub span: Span,
}

impl<'a> Scope<'a> {
    /// One for each body of the routine; one if there is none.
    pub fn all(civl: &'a Civl<'a>, permissions: &'a Permissions, routine: ProcedureId) -> Vec<Scope<'a>> {
        let bodies: Vec<&Body> = match &civl.routines[routine.index()] {
            Routine::Primitive { .. } | Routine::Invariant(_) => Vec::new(),
            Routine::Plain { bodies, .. } => bodies.iter().collect(),
            Routine::Pure { body, .. } => body.iter().collect(),
            Routine::Action(action) => vec![&action.body],
            Routine::Yield(procedure) => procedure.body.iter().collect(),
        };
        match bodies.is_empty() {
            true => vec![Scope::new(civl, permissions, routine, None)],
            false => bodies.into_iter().map(|body| Scope::new(civl, permissions, routine, Some(body))).collect(),
        }
    }

    fn new(
        civl: &'a Civl<'a>,
        permissions: &'a Permissions,
        routine: ProcedureId,
        body: Option<&'a Body>,
    ) -> Scope<'a> {
        let variables = match body {
            Some(body) => body.locals.iter().map(|local| &local.variable).collect(),
            None => civl.program.procedures[routine.index()].params.iter().collect(),
        };
        Scope { civl, permissions, routine, variables, body }
    }

    pub fn is_linear(&self, ty: &Type) -> bool {
        self.permissions.is_linear_type(ty)
    }

    /// The declaration of a local or a global.
    pub fn variable(&self, var: Var) -> Option<&'a Variable> {
        match var {
            Var::Local(id) => self.variables.get(id.index()).copied(),
            Var::Global(id) => self.civl.program.globals.get(id.index()),
            Var::Const(_) | Var::Bound(_) => None,
        }
    }

    pub fn name(&self, var: Var) -> Name {
        match var {
            Var::Const(id) => self.civl.program.consts[id.index()].name.clone(),
            Var::Local(_) | Var::Global(_) | Var::Bound(_) => {
                self.variable(var).map_or("_".into(), |variable| variable.name.clone())
            }
        }
    }

    /// Whether permissions can be in the variable: a local of a linear type, or a global that is declared linear.
    pub fn can_hold(&self, var: Var) -> bool {
        let has_type = self.variable(var).is_some_and(|variable| self.is_linear(&variable.ty));
        match var {
            Var::Local(_) => has_type,
            Var::Global(id) => has_type && self.civl.globals[id.index()].is_linear,
            Var::Const(_) | Var::Bound(_) => false,
        }
    }

    /// The globals that hold permissions.
    pub fn linear_globals(&self) -> impl Iterator<Item = GlobalId> {
        let ids = (0..self.civl.globals.len() as u32).map(GlobalId);
        ids.filter(|id| self.can_hold(Var::Global(*id)))
    }

    /// The in-parameters, then the out-parameters, with how they hold permissions. Only those of linear types.
    pub fn linear_params(&self) -> (LinearParams, LinearParams) {
        let ins = self.civl.program.procedures[self.routine.index()].ins;
        let all = linearities(self.civl, self.routine).into_iter().enumerate();
        let all = all.map(|(at, linearity)| (LocalId(at as u32), linearity));
        let linear = all.filter(|(id, linearity)| *linearity != Linearity::Ordinary && self.can_hold(Var::Local(*id)));
        linear.partition(|(id, _)| id.index() < ins)
    }

    pub fn is_in_param(&self, var: Var) -> bool {
        matches!(var, Var::Local(id) if id.index() < self.civl.program.procedures[self.routine.index()].ins)
    }

    /// The layers at which a local exists, up to the layer of its yield procedure.
    pub fn layers(&self, id: LocalId) -> LayerRange {
        let layers =
            self.body.and_then(|body| body.locals.get(id.index())).map_or(LayerRange::ALL, |local| local.layers);
        match self.civl.yield_procedure(self.routine) {
            Some(procedure) => LayerRange { lower: layers.lower, upper: layers.upper.min(procedure.layer) },
            None => layers,
        }
    }

    pub fn callee(&self, id: ProcedureId) -> Callee<'a> {
        let procedure = &self.civl.program.procedures[id.index()];
        let formals = linearities(self.civl, id).into_iter().zip(&procedure.params);
        let mut formals = formals.map(|(linearity, variable)| Formal { linearity, variable });
        let ins = formals.by_ref().take(procedure.ins).collect();
        let (is_pure, primitive) = match &self.civl.routines[id.index()] {
            Routine::Plain { .. } | Routine::Yield(_) | Routine::Invariant(_) => (false, None),
            Routine::Pure { .. } => (true, None),
            Routine::Primitive { primitive, .. } => (true, Some(*primitive)),
            Routine::Action(action) => (action.is_pure, None),
        };
        Callee { ins, outs: formals.collect(), is_pure, primitive }
    }

    pub fn is_linear_formal(&self, formal: &Formal) -> bool {
        formal.linearity != Linearity::Ordinary && self.is_linear(&formal.variable.ty)
    }

    /// The variables at the linear parameters of a call; arguments that are not variables are left out.
    pub fn passed(&self, callee: &Callee, ins: &[Expr]) -> Vec<Passed> {
        let mut passed = self.marked(callee, ins);
        passed.retain(|passed| self.is_linear_formal(&callee.ins[passed.position]));
        passed
    }

    /// The same for parameters that are declared linear, of any type.
    pub fn marked(&self, callee: &Callee, ins: &[Expr]) -> Vec<Passed> {
        let formals = callee.ins.iter().zip(ins).enumerate();
        let formals = formals.filter(|(_, (formal, _))| formal.linearity != Linearity::Ordinary);
        let passed = formals.filter_map(|(position, (formal, actual))| {
            let var = linear_actual(callee, formal, actual)?;
            Some(Passed { var, linearity: formal.linearity, position, span: actual.span() })
        });
        passed.collect()
    }
}

/// The variable that an argument at a linear parameter is. A primitive changes its `{:linear}` parameter in place, so
/// that the argument may be a path there: its root is the variable.
pub fn linear_actual(callee: &Callee, formal: &Formal, actual: &Expr) -> Option<Var> {
    let var = match callee.primitive.is_some() && formal.linearity == Linearity::Linear {
        true => Path::read(actual)?.root,
        false => variable_of(actual)?,
    };
    matches!(var, Var::Local(_) | Var::Global(_)).then_some(var)
}

/// The variable that the expression is.
pub fn variable_of(expr: &Expr) -> Option<Var> {
    match expr.kind() {
        ExprKind::Var(var) => Some(*var),
        _ => None,
    }
}

/// How the parameters of a routine hold permissions, in-parameters first.
pub fn linearities(civl: &Civl, id: ProcedureId) -> Vec<Linearity> {
    match &civl.routines[id.index()] {
        Routine::Plain { params, .. } | Routine::Pure { params, .. } | Routine::Primitive { params, .. } => {
            params.clone()
        }
        Routine::Action(action) => action.params.clone(),
        Routine::Yield(procedure) => procedure.params.iter().map(|param| param.linearity).collect(),
        Routine::Invariant(invariant) => invariant.params.clone(),
    }
}
