//! Declarations.

use super::Printer;
use crate::ast::{
    ActionDecl, AxiomDecl, Binding, Body, CivlSpec, ConstDecl, Constructor, DatatypeDecl, Decl, FunctionDecl,
    FunctionParam, ImplementationDecl, Mover, ProcedureDecl, Program, Signature, Spec, TypeDecl, VarDecl,
    YieldInvariantDecl, YieldProcedureDecl,
};

impl Printer {
    /// One declaration after the other; short ones of one kind without blank lines between them.
    pub(super) fn program(&mut self, program: &Program) {
        let mut previous: Option<&Decl> = None;
        for decl in &program.decls {
            let same_kind = |previous| std::mem::discriminant(previous) == std::mem::discriminant(decl);
            let together = |previous| is_short(previous) && is_short(decl) && same_kind(previous);
            if previous.is_some_and(|previous| !together(previous)) {
                self.line();
            }
            self.decl(decl);
            self.line();
            previous = Some(decl);
        }
    }

    fn decl(&mut self, decl: &Decl) {
        match decl {
            Decl::Type(decl) => self.type_decl(decl),
            Decl::Datatype(decl) => self.datatype_decl(decl),
            Decl::Const(decl) => self.const_decl(decl),
            Decl::Function(decl) => self.function_decl(decl),
            Decl::Axiom(decl) => self.axiom_decl(decl),
            Decl::Var(VarDecl { binding, span: _ }) => {
                self.text("var ");
                self.binding(binding);
                self.text(";");
            }
            Decl::Procedure(decl) => self.procedure_decl(decl),
            Decl::Implementation(ImplementationDecl { signature, body, span: _ }) => {
                self.text("implementation ");
                self.signature(signature);
                self.line();
                self.body(body);
            }
            Decl::YieldInvariant(decl) => self.yield_invariant_decl(decl),
            Decl::Action(decl) => self.action_decl(decl),
            Decl::YieldProcedure(decl) => self.yield_procedure_decl(decl),
        }
    }

    fn type_decl(&mut self, decl: &TypeDecl) {
        let TypeDecl { attributes, name, params, synonym, span: _ } = decl;
        self.text("type ");
        self.attributes(attributes);
        self.name(&name.name);
        for param in params {
            self.text(" ");
            self.name(&param.name);
        }
        if let Some(ty) = synonym {
            self.text(" = ");
            self.ty(ty);
        }
        self.text(";");
    }

    fn datatype_decl(&mut self, decl: &DatatypeDecl) {
        let DatatypeDecl { attributes, name, params, constructors, span: _ } = decl;
        self.text("datatype ");
        self.attributes(attributes);
        self.name(&name.name);
        self.type_params(params);
        self.text(" {");
        self.indent += 1;
        for (index, Constructor { name, fields }) in constructors.iter().enumerate() {
            self.text(if index > 0 { "," } else { "" });
            self.line();
            self.name(&name.name);
            self.bindings(fields);
        }
        self.indent -= 1;
        self.line();
        self.text("}");
    }

    /// Bindings in parentheses.
    fn bindings(&mut self, bindings: &[Binding]) {
        self.text("(");
        self.list(bindings, Self::binding);
        self.text(")");
    }

    fn const_decl(&mut self, decl: &ConstDecl) {
        let ConstDecl { attributes, unique, names, ty, uses, span: _ } = decl;
        self.text("const ");
        self.attributes(attributes);
        self.text(if *unique { "unique " } else { "" });
        self.names(names);
        self.text(": ");
        self.ty(ty);
        if uses.is_empty() {
            self.text(";");
        } else {
            self.uses(uses);
        }
    }

    fn uses(&mut self, axioms: &[AxiomDecl]) {
        self.text(" uses {");
        self.indent += 1;
        for axiom in axioms {
            self.line();
            self.axiom_decl(axiom);
        }
        self.indent -= 1;
        self.line();
        self.text("}");
    }

    fn axiom_decl(&mut self, decl: &AxiomDecl) {
        let AxiomDecl { attributes, hideable, expr, span: _ } = decl;
        self.text(if *hideable { "hideable axiom " } else { "axiom " });
        self.attributes(attributes);
        self.expr(expr);
        self.text(";");
    }

    fn function_decl(&mut self, decl: &FunctionDecl) {
        let FunctionDecl { attributes, revealed, name, type_params, params, result, body, uses, span: _ } = decl;
        self.text(if *revealed { "revealed function " } else { "function " });
        self.attributes(attributes);
        self.name(&name.name);
        self.type_params(type_params);
        self.text("(");
        self.list(params, Self::function_param);
        self.text(")");
        if result.name.is_none() && result.attributes.is_empty() {
            self.text(": ");
            self.ty(&result.ty);
        } else {
            self.text(" returns (");
            self.function_param(result);
            self.text(")");
        }
        if let Some(body) = body {
            self.text(" {");
            self.indent += 1;
            self.line();
            self.expr(body);
            self.indent -= 1;
            self.line();
            self.text("}");
        }
        match (body, uses.is_empty()) {
            (None, true) => self.text(";"),
            (Some(_), true) => {}
            (_, false) => self.uses(uses),
        }
    }

    fn function_param(&mut self, param: &FunctionParam) {
        let FunctionParam { attributes, name, ty } = param;
        self.attributes(attributes);
        if let Some(name) = name {
            self.name(&name.name);
            self.text(": ");
        }
        self.ty(ty);
    }

    fn signature(&mut self, signature: &Signature) {
        let Signature { attributes, name, type_params, ins, outs } = signature;
        self.attributes(attributes);
        self.name(&name.name);
        self.type_params(type_params);
        self.formals(ins, outs);
    }

    /// `(ins) returns (outs)`
    fn formals(&mut self, ins: &[Binding], outs: &[Binding]) {
        self.bindings(ins);
        if !outs.is_empty() {
            self.text(" returns ");
            self.bindings(outs);
        }
    }

    fn procedure_decl(&mut self, decl: &ProcedureDecl) {
        let ProcedureDecl { pure, signature, specs, body, span: _ } = decl;
        self.text(if *pure { "pure procedure " } else { "procedure " });
        self.signature(signature);
        self.specs_and_body(specs, body, Self::spec);
    }

    /// A header without a body ends with `;` before its specifications.
    fn specs_and_body<S>(&mut self, specs: &[S], body: &Option<Body>, print: impl Fn(&mut Self, &S)) {
        if body.is_none() {
            self.text(";");
        }
        self.indent += 1;
        for spec in specs {
            self.line();
            print(self, spec);
        }
        self.indent -= 1;
        if let Some(body) = body {
            self.line();
            self.body(body);
        }
    }

    fn spec(&mut self, spec: &Spec) {
        match spec {
            Spec::Requires(condition) => self.condition("requires", condition),
            Spec::Ensures(condition) => self.condition("ensures", condition),
            Spec::Modifies { names, span: _ } => self.modifies(names),
            Spec::Measure(measure) => self.measure(measure),
        }
    }

    fn modifies(&mut self, names: &[crate::ast::Ident]) {
        self.text(if names.is_empty() { "modifies" } else { "modifies " });
        self.names(names);
        self.text(";");
    }

    fn yield_invariant_decl(&mut self, decl: &YieldInvariantDecl) {
        let YieldInvariantDecl { global, attributes, name, params, preserves, span: _ } = decl;
        self.text(if *global { "invariant " } else { "yield invariant " });
        self.attributes(attributes);
        self.name(&name.name);
        self.bindings(params);
        self.specs_and_body(preserves, &None, |printer, condition| printer.condition("preserves", condition));
    }

    fn mover(&mut self, mover: Option<Mover>) {
        self.text(match mover {
            None => "",
            Some(Mover::Atomic) => "atomic ",
            Some(Mover::Left) => "left ",
            Some(Mover::Right) => "right ",
            Some(Mover::Both) => "both ",
        });
    }

    fn action_decl(&mut self, decl: &ActionDecl) {
        let ActionDecl { pure, mover, attributes, name, ins, outs, specs, body, span: _ } = decl;
        self.text(if *pure { "pure " } else { "" });
        self.mover(*mover);
        self.text("action ");
        self.attributes(attributes);
        self.name(&name.name);
        self.formals(ins, outs);
        self.specs_and_body(specs, body, Self::civl_spec);
    }

    fn yield_procedure_decl(&mut self, decl: &YieldProcedureDecl) {
        let YieldProcedureDecl { mover, attributes, name, ins, outs, specs, body, span: _ } = decl;
        self.text("yield ");
        self.mover(*mover);
        self.text("procedure ");
        self.attributes(attributes);
        self.name(&name.name);
        self.formals(ins, outs);
        self.specs_and_body(specs, body, Self::civl_spec);
    }

    fn civl_spec(&mut self, spec: &CivlSpec) {
        match spec {
            CivlSpec::Refines { attributes, action, span: _ } => {
                self.text("refines ");
                self.attributes(attributes);
                self.name(&action.name);
                self.text(";");
            }
            CivlSpec::RefinesAnonymous { attributes, mover, action_attributes, name, body, span: _ } => {
                self.text("refines ");
                self.attributes(attributes);
                self.mover(*mover);
                self.text("action ");
                self.attributes(action_attributes);
                self.name(&name.name);
                self.text(" ");
                self.body(body);
            }
            CivlSpec::Asserts(condition) => self.condition("asserts", condition),
            CivlSpec::Requires(condition) => self.condition("requires", condition),
            CivlSpec::Preserves(condition) => self.condition("preserves", condition),
            CivlSpec::Ensures(condition) => self.condition("ensures", condition),
            CivlSpec::RequiresCall(call) => self.call_condition("requires", call),
            CivlSpec::PreservesCall(call) => self.call_condition("preserves", call),
            CivlSpec::EnsuresCall(call) => self.call_condition("ensures", call),
            CivlSpec::Modifies { names, span: _ } => self.modifies(names),
            CivlSpec::Measure(measure) => self.measure(measure),
        }
    }
}

/// Whether the declaration is printed on one line.
fn is_short(decl: &Decl) -> bool {
    match decl {
        Decl::Type(_) | Decl::Axiom(_) | Decl::Var(_) => true,
        Decl::Const(decl) => decl.uses.is_empty(),
        Decl::Function(decl) => decl.body.is_none() && decl.uses.is_empty(),
        Decl::Datatype(_)
        | Decl::Procedure(_)
        | Decl::Implementation(_)
        | Decl::YieldInvariant(_)
        | Decl::Action(_)
        | Decl::YieldProcedure(_) => false,
    }
}
