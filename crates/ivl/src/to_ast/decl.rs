//! Declarations.

use super::body::mark;
use super::expr::{Writer, ident};
use super::names::{Names, Unique};
use crate::ast::{self, Binding, Decl, FunctionParam, Signature, Spec};
use crate::typed::{
    Axiom, Condition, Const, ConstId, Constructor, Datatype, Function, FunctionId, Implementation, Meaning, Measure,
    Name, Procedure, Program, Role, Symbol, TypeCtor, Variable,
};
use rustc_hash::FxHashMap;
use source::Span;

/// Types, constants, functions, axioms, globals, procedures, implementations.
pub(super) fn decls(program: &Program, names: &Names) -> Vec<Decl> {
    let mut axioms: FxHashMap<Option<Symbol>, Vec<&Axiom>> = FxHashMap::default();
    for axiom in &program.axioms {
        axioms.entry(axiom.used_by.first().copied()).or_default().push(axiom);
    }
    let writer = || Writer::new(program, names);
    let uses = |symbol: Option<Symbol>| -> Vec<ast::AxiomDecl> {
        axioms.get(&symbol).into_iter().flatten().map(|axiom| writer().axiom(axiom)).collect()
    };
    let mut decls = Vec::new();
    for (at, ctor) in program.type_ctors.iter().enumerate() {
        decls.push(Decl::Type(writer().type_ctor(ctor, &names.ctors[at])));
    }
    for (at, datatype) in program.datatypes.iter().enumerate() {
        decls.push(Decl::Datatype(writer().datatype(datatype, at)));
    }
    for (at, constant) in program.consts.iter().enumerate() {
        let uses = uses(Some(Symbol::Const(ConstId(at as u32))));
        decls.push(Decl::Const(writer().constant(constant, &names.consts[at], uses)));
    }
    for (at, function) in program.functions.iter().enumerate() {
        let uses = uses(Some(Symbol::Function(FunctionId(at as u32))));
        decls.push(Decl::Function(writer().function(function, &names.functions[at], uses)));
    }
    decls.extend(uses(None).into_iter().map(Decl::Axiom));
    for (at, global) in program.globals.iter().enumerate() {
        let binding = writer().variable(global, &names.globals[at], true);
        decls.push(Decl::Var(ast::VarDecl { binding, span: global.span }));
    }
    for (at, procedure) in program.procedures.iter().enumerate() {
        decls.push(writer().procedure(procedure, &names.procedures[at]));
    }
    for implementation in &program.implementations {
        decls.push(Decl::Implementation(writer().implementation(implementation)));
    }
    decls
}

impl Writer<'_> {
    fn type_ctor(&mut self, ctor: &TypeCtor, name: &Name) -> ast::TypeDecl {
        let param = |at: usize| ident(&format!("t{at}").into(), ctor.span);
        ast::TypeDecl {
            attributes: self.attributes(&ctor.attributes),
            name: ident(name, ctor.span),
            params: (0..ctor.arity).map(param).collect(),
            synonym: None,
            span: ctor.span,
        }
    }

    fn datatype(&mut self, datatype: &Datatype, at: usize) -> ast::DatatypeDecl {
        let span = datatype.span;
        let names = self.names;
        let attributes = self.attributes(&datatype.attributes);
        let params = self.bind_types(&datatype.type_params, span);
        let mut constructors = Vec::new();
        for (Constructor { name: _, fields, span }, name) in datatype.constructors.iter().zip(&names.constructors[at]) {
            let field = |field: &crate::typed::FieldId| Binding {
                attributes: Vec::new(),
                name: ident(&names.fields[at][field.index()], *span),
                ty: self.ty(&datatype.fields[field.index()].ty, *span),
                where_clause: None,
            };
            constructors
                .push(ast::Constructor { name: ident(name, *span), fields: fields.iter().map(field).collect() });
        }
        ast::DatatypeDecl { attributes, name: ident(&names.datatypes[at], span), params, constructors, span }
    }

    fn constant(&mut self, constant: &Const, name: &Name, uses: Vec<ast::AxiomDecl>) -> ast::ConstDecl {
        let span = constant.span;
        ast::ConstDecl {
            attributes: self.attributes(&constant.attributes),
            unique: constant.unique,
            names: vec![ident(name, span)],
            ty: self.ty(&constant.ty, span),
            uses,
            span,
        }
    }

    fn axiom(&mut self, axiom: &Axiom) -> ast::AxiomDecl {
        ast::AxiomDecl {
            attributes: self.attributes(&axiom.attributes),
            hideable: false,
            expr: self.expr(&axiom.expr),
            span: axiom.span,
        }
    }

    fn function(&mut self, function: &Function, name: &Name, uses: Vec<ast::AxiomDecl>) -> ast::FunctionDecl {
        let span = function.span;
        let type_params = self.bind_types(&function.type_params, span);
        let mut params = Vec::new();
        for param in &function.params {
            let Binding { attributes, name, ty, where_clause: _ } = self.binding(param, span);
            params.push(FunctionParam { attributes, name: Some(name), ty });
        }
        let mut attributes = self.attributes(&function.attributes);
        let mut require = |name: &str, params: Vec<ast::AttributeParam>| {
            if !attributes.iter().any(|attribute| &*attribute.name.name == name) {
                attributes.push(ast::Attribute { params, ..mark(name, span) });
            }
        };
        let body = match &function.meaning {
            Meaning::Uninterpreted => None,
            Meaning::Builtin(operator) => {
                let is_stated = function.attributes.iter().any(|attribute| &*attribute.name == "bvbuiltin");
                if !is_stated {
                    require("builtin", vec![ast::AttributeParam::String(operator.clone())]);
                }
                None
            }
            Meaning::Inline(body) => {
                require("inline", Vec::new());
                Some(body)
            }
            Meaning::Define(body) => {
                require("define", Vec::new());
                Some(body)
            }
        };
        let body = body.map(|body| self.expr(body));
        let result = FunctionParam { attributes: Vec::new(), name: None, ty: self.ty(&function.result, span) };
        let name = ident(name, span);
        ast::FunctionDecl { attributes, revealed: false, name, type_params, params, result, body, uses, span }
    }

    /// A variable under this name; parameters of implementations have no where-clause of their own.
    fn variable(&mut self, variable: &Variable, name: &Name, with_where: bool) -> Binding {
        let where_clause = variable.where_clause.as_ref().filter(|_| with_where);
        Binding {
            attributes: self.attributes(&variable.attributes),
            name: ident(name, variable.span),
            ty: self.ty(&variable.ty, variable.span),
            where_clause: where_clause.map(|expr| self.expr(expr)),
        }
    }

    /// Gives the locals names of their own.
    fn name_locals(&mut self, locals: &[Variable]) {
        let mut unique = Unique::default();
        unique.reserve(&self.names.values);
        self.locals = locals.iter().map(|local| unique.add(&local.name)).collect();
    }

    fn procedure(&mut self, procedure: &Procedure, name: &Name) -> Decl {
        let span = procedure.span;
        let type_params = self.bind_types(&procedure.type_params, span);
        self.name_locals(&procedure.params);
        let locals = self.locals.clone();
        let params = procedure.params.iter().zip(&locals);
        let mut ins: Vec<Binding> = params.map(|(param, name)| self.variable(param, name, true)).collect();
        let outs = ins.split_off(procedure.ins);
        let attributes = self.attributes(&procedure.attributes);
        let signature = Signature { attributes, name: ident(name, span), type_params, ins, outs };
        let pure = match &procedure.role {
            Role::Plain => false,
            Role::Pure => true,
            Role::Action(action) => return Decl::Action(self.action(procedure, action, signature)),
            Role::Yield(role) => return Decl::YieldProcedure(self.yield_procedure(procedure, role, signature)),
            Role::Invariant { global } => return Decl::YieldInvariant(self.invariant(procedure, *global, signature)),
        };
        let specs = self.specs(procedure);
        Decl::Procedure(ast::ProcedureDecl { pure, signature, specs, body: None, span })
    }

    fn specs(&mut self, procedure: &Procedure) -> Vec<Spec> {
        let mut specs = Vec::new();
        if !procedure.modifies.is_empty() {
            specs.push(Spec::Modifies { names: self.modified(procedure), span: procedure.span });
        }
        specs.extend(procedure.requires.iter().map(|condition| Spec::Requires(self.condition(condition))));
        specs.extend(procedure.ensures.iter().map(|condition| Spec::Ensures(self.condition(condition))));
        specs.extend(procedure.measures.iter().map(|measure| Spec::Measure(self.measure(measure))));
        specs
    }

    pub fn modified(&self, procedure: &Procedure) -> Vec<ast::Ident> {
        procedure.modifies.iter().map(|id| ident(&self.names.globals[id.index()], procedure.span)).collect()
    }

    pub fn measure(&mut self, Measure { exprs, attributes, span }: &Measure) -> ast::Measure {
        ast::Measure { attributes: self.attributes(attributes), exprs: self.exprs(exprs), span: *span }
    }

    pub fn condition(&mut self, condition: &Condition) -> ast::Condition {
        ast::Condition {
            free: condition.free,
            attributes: self.attributes(&condition.attributes),
            expr: self.expr(&condition.expr),
            span: condition.span,
        }
    }

    fn implementation(&mut self, implementation: &Implementation) -> ast::ImplementationDecl {
        let span: Span = implementation.span;
        let procedure = &self.program.procedures[implementation.procedure.index()];
        let type_params = self.bind_types(&procedure.type_params, span);
        self.name_locals(&implementation.locals);
        let names = self.locals.clone();
        let count = procedure.params.len();
        let mut variables = Vec::new();
        for (at, (local, name)) in implementation.locals.iter().zip(&names).enumerate() {
            variables.push(self.variable(local, name, at >= count));
        }
        let locals = variables.split_off(count);
        let outs = variables.split_off(procedure.ins);
        let name = ident(&self.names.procedures[implementation.procedure.index()], span);
        let attributes = self.attributes(&implementation.attributes);
        let signature = Signature { attributes, name, type_params, ins: variables, outs };
        let stmts = self.blocks(&implementation.blocks);
        let body = ast::Body { locals, stmts, end: implementation.end };
        ast::ImplementationDecl { signature, body, span }
    }
}
