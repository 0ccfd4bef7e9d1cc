//! The types of declarations: synonyms, datatypes, constants, globals, functions and procedures.

use super::names::Item;
use super::routine::{Clause, Kind, Routine};
use super::scope::Binding;
use super::type_ops::any_child;
use super::types::sort_type_params;
use super::{Checker, FunctionSignature, ProcedureSignature, attributes, codes};
use crate::ast;
use crate::typed::{
    BoundVar, ConstructorId, DatatypeId, Field, FieldId, FunctionId, GlobalId, Name, Type, TypeVar, Var, Variable,
};
use rustc_hash::{FxHashMap, FxHashSet};
use source::{Diagnostic, Span};
use std::sync::Arc;

impl<'a> Checker<'a> {
    pub(super) fn resolve_signatures(&mut self, items: &[Item<'a>]) {
        for index in 0..self.synonyms.len() {
            self.synonym_body(index);
        }
        for item in items {
            if let Item::Datatype(decl, id) = item {
                self.resolve_datatype(decl, *id);
            }
        }
        self.check_inhabited();
        for item in items {
            match item {
                Item::Const(decl, names) => {
                    let ty = self.resolve_type(&decl.ty);
                    for (name, id) in names {
                        self.out.consts[id.index()].ty = ty.clone();
                        let var = Var::Const(*id);
                        let binding =
                            Binding { var, ty: ty.clone(), mutable: false, assumption: false, span: name.span };
                        self.declare(name, binding);
                    }
                }
                Item::Var(decl, id) => self.resolve_global(decl, *id),
                Item::Function(decl, id) => self.resolve_function(decl, *id),
                Item::Type(..) | Item::Synonym(_) | Item::Datatype(..) => {}
                Item::Axiom(_) | Item::Procedure(..) | Item::Implementation(_) => {}
            }
        }
        // The modifies clauses of procedures name globals, so all globals come first.
        for item in items {
            if let Item::Procedure(routine) = item {
                self.resolve_procedure(routine);
            }
        }
    }

    fn resolve_global(&mut self, decl: &'a ast::VarDecl, id: GlobalId) {
        let ty = self.resolve_type(&decl.binding.ty);
        self.out.globals[id.index()].ty = ty.clone();
        let assumption = attributes::is_set(&decl.binding.attributes, "assumption");
        let name = &decl.binding.name;
        self.declare(name, Binding { var: Var::Global(id), ty, mutable: true, assumption, span: name.span });
    }

    /// The names of type parameters that already have their type variables.
    fn rebind_type_params(&mut self, params: &'a [ast::Ident], vars: &[TypeVar]) {
        let start = self.type_scope.len();
        self.bind_type_params(params);
        for (entry, var) in self.type_scope[start..].iter_mut().zip(vars) {
            entry.1 = *var;
        }
    }

    fn resolve_datatype(&mut self, decl: &'a ast::DatatypeDecl, id: DatatypeId) {
        let type_params = self.out.datatypes[id.index()].type_params.clone();
        self.rebind_type_params(&decl.params, &type_params);
        let result = Type::Data(id, type_params.iter().map(|var| Type::Var(*var)).collect());
        let mut by_name: FxHashMap<Name, FieldId> = FxHashMap::default();
        let mut signatures = Vec::new();
        for (at, constructor) in decl.constructors.iter().enumerate() {
            let mut params = Vec::new();
            let mut seen: FxHashMap<&str, Span> = FxHashMap::default();
            for (position, field) in constructor.fields.iter().enumerate() {
                if let Some(previous) = seen.insert(&field.name.name, field.name.span) {
                    self.duplicate("field", &field.name, previous);
                }
                let ty = self.resolve_type(&field.ty);
                self.add_field(id, &mut by_name, field, &ty, (ConstructorId(at as u32), position));
                params.push(ty);
            }
            let signature = FunctionSignature { type_params: type_params.clone(), params, result: result.clone() };
            signatures.push(Arc::new(signature));
        }
        self.type_scope.clear();
        self.constructor_signatures.push(signatures);
        self.fields.push(by_name);
    }

    /// Constructors may share a field, at one type.
    fn add_field(
        &mut self,
        id: DatatypeId,
        by_name: &mut FxHashMap<Name, FieldId>,
        field: &'a ast::Binding,
        ty: &Type,
        place: (ConstructorId, usize),
    ) {
        let name = &field.name;
        let datatype = &mut self.out.datatypes[id.index()];
        let next = FieldId(datatype.fields.len() as u32);
        let known = *by_name.entry(name.name.clone()).or_insert(next);
        datatype.constructors[place.0.index()].fields.push(known);
        if known == next {
            datatype.fields.push(Field { name: name.name.clone(), ty: ty.clone(), places: vec![place] });
            return;
        }
        datatype.fields[known.index()].places.push(place);
        let first = datatype.fields[known.index()].clone();
        if !self.infer.unify(&first.ty, ty) {
            let constructor = &self.out.datatypes[id.index()].constructors[first.places[0].0.index()];
            let label = format!("constructor `{}` has it at type `{}`", constructor.name, self.show(&first.ty));
            let span = constructor.span;
            let message = format!("field `{}` has type `{}` here and another elsewhere", name.name, self.show(ty));
            let diagnostic = Diagnostic::error(&codes::DATATYPE, name.span, message).label(span, label);
            self.report(diagnostic.help("a field that constructors share has one type; rename one of them"));
        }
    }

    /// A datatype must have a value: some constructor whose fields all have values already. Least fixed point, by a
    /// work list from the datatypes found inhabited to the constructors that wait for them.
    fn check_inhabited(&mut self) {
        let mut missing: Vec<Vec<usize>> = Vec::new();
        let mut waiting: FxHashMap<DatatypeId, Vec<(DatatypeId, usize)>> = FxHashMap::default();
        let mut inhabited: FxHashSet<DatatypeId> = FxHashSet::default();
        let mut work = Vec::new();
        for (at, signatures) in self.constructor_signatures.iter().enumerate() {
            let id = DatatypeId(at as u32);
            let mut counts = Vec::new();
            for (constructor, signature) in signatures.iter().enumerate() {
                let mut needs = FxHashSet::default();
                signature.params.iter().for_each(|ty| datatypes_in(ty, &mut needs));
                counts.push(needs.len());
                if needs.is_empty() && inhabited.insert(id) {
                    work.push(id);
                }
                needs.into_iter().for_each(|need| waiting.entry(need).or_default().push((id, constructor)));
            }
            missing.push(counts);
        }
        while let Some(found) = work.pop() {
            for (id, constructor) in waiting.remove(&found).unwrap_or_default() {
                missing[id.index()][constructor] -= 1;
                if missing[id.index()][constructor] == 0 && inhabited.insert(id) {
                    work.push(id);
                }
            }
        }
        for at in 0..missing.len() {
            if !inhabited.contains(&DatatypeId(at as u32)) {
                let (name, span) = (self.out.datatypes[at].name.clone(), self.out.datatypes[at].span);
                let message = format!("datatype `{name}` has no values: each constructor needs one already");
                let help = "add a constructor that needs no value of this datatype";
                self.report(Diagnostic::error(&codes::DATATYPE, span, message).help(help));
            }
        }
    }

    fn resolve_function(&mut self, decl: &'a ast::FunctionDecl, id: FunctionId) {
        let type_params = self.bind_type_params(&decl.type_params);
        let types: Vec<Type> = decl.params.iter().map(|param| self.resolve_type(&param.ty)).collect();
        let result = self.resolve_type(&decl.result.ty);
        self.type_scope.clear();
        let all: Vec<&Type> = types.iter().chain([&result]).collect();
        let place = "the function's parameters or result";
        self.check_occurrences(&decl.type_params, &type_params, &all, place, decl.name.span);
        let params = decl.params.iter().zip(&types).enumerate();
        let params = params.map(|(at, (param, ty))| BoundVar {
            id: self.fresh_bound(),
            name: param.name.as_ref().map_or_else(|| format!("_{at}").into(), |name| name.name.clone()),
            ty: ty.clone(),
            attributes: Vec::new(),
        });
        let params = params.collect();
        let function = &mut self.out.functions[id.index()];
        function.params = params;
        function.type_params = type_params.clone();
        function.result = result.clone();
        self.function_signatures.push(Arc::new(FunctionSignature { type_params, params: types, result }));
    }

    fn resolve_procedure(&mut self, routine: &Routine<'a>) {
        let vars = self.bind_type_params(routine.type_params);
        let ins: Vec<Type> = routine.ins.iter().map(|param| self.resolve_type(&param.ty)).collect();
        let outs: Vec<Type> = routine.outs.iter().map(|param| self.resolve_type(&param.ty)).collect();
        self.type_scope.clear();
        let types: Vec<&Type> = ins.iter().chain(&outs).collect();
        let place = "the procedure's parameters";
        self.check_occurrences(routine.type_params, &vars, &types, place, routine.name.span);
        let type_params = sort_type_params(&vars, &types);
        let (modifies, modifies_at): (Vec<GlobalId>, Vec<Span>) = self.resolve_modifies(routine).into_iter().unzip();
        let params = routine.params().zip(types);
        let params = params.map(|(param, ty)| Variable {
            name: param.name.name.clone(),
            ty: ty.clone(),
            where_clause: None,
            attributes: Vec::new(),
            span: param.name.span,
        });
        let procedure = &mut self.out.procedures[routine.id.index()];
        procedure.params = params.collect();
        procedure.ins = ins.len();
        procedure.type_params = type_params.clone();
        procedure.modifies = modifies.clone();
        procedure.modifies_at = modifies_at;
        self.procedure_signatures.push(Arc::new(ProcedureSignature {
            name: routine.name.name.clone(),
            kind: routine.kind,
            is_primitive: routine
                .attributes
                .iter()
                .any(|attribute| &*attribute.name.name == crate::attributes::PRIMITIVE),
            type_params,
            ins,
            outs,
            modifies,
            span: routine.name.span,
        }));
    }

    /// Each global that is named, with the first place.
    fn resolve_modifies(&mut self, routine: &Routine<'a>) -> Vec<(GlobalId, Span)> {
        let mut modifies = Vec::new();
        let mut seen = FxHashSet::default();
        for clause in &routine.clauses {
            let Clause::Modifies { names, span } = clause else { continue };
            if routine.kind.is_pure() && !names.is_empty() {
                self.error(&codes::CALL, *span, format!("{} has no modifies clause", routine.kind.name()));
                continue;
            }
            if routine.kind == (Kind::Yield { has_mover: false }) && !names.is_empty() {
                let message = "a yield procedure without a mover type has no modifies clause";
                let diagnostic = Diagnostic::error(&codes::CALL, *span, message);
                self.report(diagnostic.help("other threads run at its yields, and may change any variable"));
                continue;
            }
            for name in *names {
                match self.scope.lookup(&name.name).map(|binding| binding.var) {
                    Some(Var::Global(id)) => {
                        if seen.insert(id) {
                            modifies.push((id, name.span));
                        }
                    }
                    Some(_) => {
                        let message = format!("`{}` is a constant and cannot be modified", name.name);
                        self.error(&codes::ASSIGNMENT, name.span, message);
                    }
                    None => self.undeclared(super::Namespace::Variables, &name.name, name.span),
                }
            }
        }
        modifies
    }
}

fn datatypes_in(ty: &Type, found: &mut FxHashSet<DatatypeId>) {
    if let Type::Data(id, _) = ty {
        found.insert(*id);
    } else if let Type::Map(_) = ty {
        any_child(ty, &mut |child| {
            datatypes_in(child, found);
            false
        });
    }
}
