//! Gathers the instances that a program needs, to a fixed point.
//!
//! The roots are all declarations without type parameters, and every implementation. What they use at some types is
//! an instance; an instance's own parts are visited at its types; quantifiers over types are taken at the types that
//! `candidates` finds, again and again until nothing new appears.

use super::candidates::{candidates, in_env};
use super::collide::{Unifier, collisions, resolve};
use super::instances::{Env, Instances, Owner, Site, extend};
use super::polarity::Judgements;
use crate::typed::{
    Attribute, Call, Cmd, DatatypeId, ExprKind, FunctionId, Implementation, MapType, Meaning, ProcedureId, Program,
    Type,
};
use crate::visit::{Walker, for_each_expr_of_implementation, for_each_expr_of_procedure, open_map};
use rustc_hash::{FxHashMap, FxHashSet};
use source::Diagnostic;
use std::sync::Arc;

pub(super) fn collect(program: &Program, judgements: &Judgements) -> Result<Instances, Vec<Diagnostic>> {
    let mut collector = Collector {
        program,
        bodies: bodies(program),
        judgements,
        found: Instances::default(),
        open: Vec::new(),
        noted: FxHashSet::default(),
        known_functions: vec![false; program.functions.len()],
        owner: Owner::Global,
        more: FxHashMap::default(),
        max_depth: usize::MAX,
        is_endless: false,
        diagnostics: Vec::new(),
    };
    collector.limit_depth();
    collector.roots();
    collector.close();
    let mut diagnostics = collector.diagnostics;
    diagnostics.sort_by_key(|diagnostic| diagnostic.span);
    if diagnostics.is_empty() { Ok(collector.found) } else { Err(diagnostics) }
}

/// An instance whose parts are still to be visited.
pub(super) enum Open {
    Function(FunctionId, Vec<Type>),
    Data(DatatypeId, Vec<Type>),
    Map(Arc<MapType>, Vec<Type>),
    Procedure(ProcedureId, Vec<Type>),
    Implementation(ProcedureId, Vec<Type>),
}

pub(super) struct Collector<'a> {
    pub program: &'a Program,
    /// The implementations of each procedure that has some.
    bodies: FxHashMap<ProcedureId, Vec<&'a Implementation>>,
    pub judgements: &'a Judgements,
    pub found: Instances,
    pub open: Vec<Open>,
    /// Ground types already visited.
    pub noted: FxHashSet<Type>,
    /// Functions without type parameters that were met.
    pub known_functions: Vec<bool>,
    /// What is being visited.
    pub owner: Owner,
    /// Further types at which an arbitrary type is taken.
    more: FxHashMap<Type, Vec<Type>>,
    pub max_depth: usize,
    /// Something needs more and more instances.
    pub is_endless: bool,
    pub diagnostics: Vec<Diagnostic>,
}

impl Collector<'_> {
    fn roots(&mut self) {
        let program = self.program;
        let env = Env::default();
        for (at, datatype) in program.datatypes.iter().enumerate() {
            self.attributes(&datatype.attributes, &env);
            if datatype.type_params.is_empty() {
                self.ty(&Type::Data(DatatypeId(at as u32), Arc::new([])), &env);
            }
        }
        for constant in &program.consts {
            self.attributes(&constant.attributes, &env);
            self.ty(&constant.ty, &env);
        }
        for (at, function) in program.functions.iter().enumerate() {
            // A body of an inline function is visited if something still calls it.
            if function.type_params.is_empty() && !matches!(function.meaning, Meaning::Inline(_)) {
                self.function(FunctionId(at as u32), &[]);
            }
        }
        for axiom in &program.axioms {
            self.attributes(&axiom.attributes, &env);
            self.expr(&axiom.expr, &env);
        }
        program.globals.iter().for_each(|global| self.variable(global, &env));
        for (at, procedure) in program.procedures.iter().enumerate() {
            if procedure.type_params.is_empty() {
                self.procedure(ProcedureId(at as u32), &[]);
            }
        }
        for implementation in &program.implementations {
            let args = self.opaque(implementation.procedure);
            self.implementation(implementation.procedure, &args);
        }
    }

    /// Visits what is open until nothing is; then takes quantifiers at new types, then looks for collisions.
    fn close(&mut self) {
        while !self.is_endless {
            if let Some(open) = self.open.pop() {
                self.visit(open);
            } else if !self.take_sites() && !self.take_collisions() {
                return;
            }
        }
    }

    fn visit(&mut self, open: Open) {
        let program = self.program;
        self.owner = Owner::Global;
        match open {
            Open::Function(id, args) => {
                let function = &program.functions[id.index()];
                let env = extend(&Env::default(), &function.type_params, &args);
                self.attributes(&function.attributes, &env);
                self.bound_vars(&function.params, &env);
                self.ty(&function.result, &env);
                match &function.meaning {
                    Meaning::Uninterpreted | Meaning::Builtin(_) => {}
                    Meaning::Inline(body) | Meaning::Define(body) => self.expr(body, &env),
                }
            }
            Open::Data(id, args) => {
                let datatype = &program.datatypes[id.index()];
                let env = extend(&Env::default(), &datatype.type_params, &args);
                datatype.fields.iter().for_each(|field| self.ty(&field.ty, &env));
            }
            Open::Map(map, args) => {
                let (domain, range) = open_map(&map, &args);
                domain.iter().chain([&range]).for_each(|ty| self.ground(ty));
            }
            Open::Procedure(id, args) => {
                let procedure = &program.procedures[id.index()];
                let env = extend(&Env::default(), &procedure.type_params, &args);
                self.owner = Owner::Specification(id, args);
                procedure.params.iter().for_each(|param| self.ty(&param.ty, &env));
                let mut walker = Walker::default();
                for_each_expr_of_procedure(procedure, &mut |expr| self.walk(&mut walker, expr, &env));
                procedure.role.calls().for_each(|call| self.instance_of_call(call, &env));
            }
            Open::Implementation(id, args) => self.visit_implementations(id, &args),
        }
    }

    fn visit_implementations(&mut self, id: ProcedureId, args: &[Type]) {
        self.owner = Owner::Body(id, args.to_vec());
        self.procedure(id, args);
        let program = self.program;
        let env = extend(&Env::default(), &program.procedures[id.index()].type_params, args);
        for implementation in self.bodies.get(&id).cloned().unwrap_or_default() {
            implementation.locals.iter().for_each(|local| self.ty(&local.ty, &env));
            let mut walker = Walker::default();
            for_each_expr_of_implementation(implementation, &mut |expr| self.walk(&mut walker, expr, &env));
            for cmd in implementation.blocks.iter().flat_map(|block| &block.cmds) {
                self.call(cmd, &env);
            }
        }
    }

    pub fn call(&mut self, cmd: &Cmd, env: &Env) {
        cmd.kind.calls().for_each(|call| self.instance_of_call(call, env));
    }

    fn instance_of_call(&mut self, call: &Call, env: &Env) {
        let args: Vec<Type> = call.type_args.iter().map(|ty| in_env(ty, env)).collect();
        self.procedure(call.procedure, &args);
        let procedure = &self.program.procedures[call.procedure.index()];
        let is_inline = |attributes: &[Attribute]| attributes.iter().any(|attribute| &*attribute.name == "inline");
        let mut bodies = self.bodies.get(&call.procedure).into_iter().flatten();
        if is_inline(&procedure.attributes) || bodies.any(|body| is_inline(&body.attributes)) {
            self.implementation(call.procedure, &args);
        }
    }

    /// Takes quantifiers over types at the types that are new for them.
    fn take_sites(&mut self) -> bool {
        let mut changed = false;
        for at in 0..self.found.sites.len() {
            for args in candidates(&self.found, &self.found.sites[at], &self.more) {
                if !self.found.sites[at].taken.add(&args) {
                    continue;
                }
                changed = true;
                let Site { expr, env, owner, taken, judgement: _, generality: _ } = &self.found.sites[at];
                let (expr, env, count) = (expr.clone(), env.clone(), taken.list().len());
                self.owner = owner.clone();
                if self.is_endless("this quantifier over types", &args, count, expr.span()) {
                    return true;
                }
                let ExprKind::Quantifier(quantifier) = expr.kind() else { continue };
                self.quantifier(quantifier, &extend(&env, &quantifier.type_params, &args));
            }
        }
        changed
    }

    fn take_collisions(&mut self) -> bool {
        let mut changed = false;
        for (owner, unifier) in collisions(&self.found) {
            for id in self.found.arbitrary.values() {
                let Some(ty) = unifier.get(id) else { continue };
                let more = self.more.entry(Type::Ctor(*id, Arc::new([]))).or_default();
                if !more.contains(ty) {
                    more.push(ty.clone());
                    changed = true;
                }
            }
            changed |= self.take_implementation(&owner, &unifier);
        }
        changed
    }

    /// Takes an implementation at opaque types also in the case of the unifier.
    fn take_implementation(&mut self, owner: &Owner, unifier: &Unifier) -> bool {
        let Owner::Body(id, args) = owner else { return false };
        let args: Vec<Type> = args.iter().map(|ty| resolve(ty, unifier)).collect();
        self.implementation(*id, &args)
    }
}

fn bodies(program: &Program) -> FxHashMap<ProcedureId, Vec<&Implementation>> {
    let mut bodies: FxHashMap<ProcedureId, Vec<&Implementation>> = FxHashMap::default();
    for implementation in &program.implementations {
        bodies.entry(implementation.procedure).or_default().push(implementation);
    }
    bodies
}
