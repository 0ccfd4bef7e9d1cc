//! Declarations, one per instance.

use super::emit::Emitter;
use super::instances::{Env, Symbol, Table, extend};
use crate::typed::{
    self, Axiom, Block, Cmd, CmdKind, Constructor, Datatype, DatatypeId, Expr, ExprKind, Field, Function, FunctionId,
    Implementation, Meaning, Name, Procedure, ProcedureId, QuantifierKind, Type, TypeCtor, Visibility,
};
use crate::visit::{
    Folder, Walker, fold_attributes, fold_bound_vars, fold_expr, fold_implementation, fold_procedure, fold_variable,
};
use rustc_hash::FxHashSet;
use std::sync::Arc;

impl Emitter<'_> {
    pub fn type_ctors(&mut self) -> Vec<TypeCtor> {
        let mut ctors = self.program.type_ctors.clone();
        ctors.iter_mut().for_each(|ctor| {
            fold_attributes(self, &mut ctor.attributes);
        });
        ctors.extend(self.found.added_ctors.iter().cloned());
        ctors.extend(self.rest_types());
        ctors
    }

    pub fn consts(&mut self) -> Vec<typed::Const> {
        let mut consts = self.program.consts.clone();
        for constant in &mut consts {
            constant.ty = self.new_type(&constant.ty);
            fold_attributes(self, &mut constant.attributes);
        }
        consts
    }

    pub fn globals(&mut self) -> Vec<typed::Variable> {
        let mut globals = self.program.globals.clone();
        globals.iter_mut().for_each(|global| fold_variable(self, global));
        globals
    }

    pub fn datatypes(&mut self) -> Vec<Datatype> {
        let (program, found) = (self.program, self.found);
        let mut datatypes = Vec::new();
        for (at, datatype) in program.datatypes.iter().enumerate() {
            for args in found.of(&Symbol::Data(DatatypeId(at as u32))) {
                let env = extend(&Env::default(), &datatype.type_params, args);
                datatypes.push(self.at(env, !args.is_empty(), |this| this.datatype(datatype, args)));
            }
        }
        datatypes.extend(found.maps.iter().map(|map| self.map_datatype(map)));
        datatypes
    }

    fn datatype(&mut self, datatype: &Datatype, args: &[Type]) -> Datatype {
        let names = self.names();
        let constructor = |constructor: &Constructor| Constructor {
            name: names.instance(&constructor.name, args),
            fields: constructor.fields.clone(),
            span: constructor.span,
        };
        let mut attributes = datatype.attributes.clone();
        fold_attributes(self, &mut attributes);
        let field = |field: &Field| Field {
            name: field.name.clone(),
            ty: self.new_type(&field.ty),
            places: field.places.clone(),
        };
        Datatype {
            name: names.instance(&datatype.name, args),
            type_params: Vec::new(),
            constructors: datatype.constructors.iter().map(constructor).collect(),
            fields: datatype.fields.iter().map(field).collect(),
            attributes,
            span: datatype.span,
        }
    }

    pub fn functions(&mut self) -> Vec<Function> {
        let (program, found) = (self.program, self.found);
        let mut functions = Vec::new();
        for (at, function) in program.functions.iter().enumerate() {
            for args in found.of(&Symbol::Function(FunctionId(at as u32))) {
                let env = extend(&Env::default(), &function.type_params, args);
                functions.push(self.at(env, !args.is_empty(), |this| this.function(function, args)));
            }
        }
        functions.append(&mut self.rests);
        functions
    }

    pub fn function(&mut self, function: &Function, args: &[Type]) -> Function {
        let mut function = function.clone();
        function.name = self.names().instance(&function.name, args);
        function.type_params.clear();
        fold_attributes(self, &mut function.attributes);
        fold_bound_vars(self, &mut function.params);
        function.result = self.new_type(&function.result);
        match &mut function.meaning {
            Meaning::Uninterpreted | Meaning::Builtin(_) => {}
            Meaning::Inline(body) | Meaning::Define(body) => {
                fold_expr(self, body);
            }
        }
        function
    }

    pub fn procedures(&mut self) -> Vec<Procedure> {
        let (program, found) = (self.program, self.found);
        let mut procedures = Vec::new();
        for (at, procedure) in program.procedures.iter().enumerate() {
            for args in found.procedures.get(&ProcedureId(at as u32)).map_or(&[][..], Table::list) {
                let env = extend(&Env::default(), &procedure.type_params, args);
                let mut instance = procedure.clone();
                instance.type_params.clear();
                instance.name = self.procedure_name(ProcedureId(at as u32), &procedure.name, args);
                self.at(env, !args.is_empty(), |this| fold_procedure(this, &mut instance));
                procedures.push(instance);
            }
        }
        procedures
    }

    pub fn implementations(&mut self) -> Vec<Implementation> {
        let (program, found) = (self.program, self.found);
        let mut implementations = Vec::new();
        for implementation in &program.implementations {
            let params = &program.procedures[implementation.procedure.index()].type_params;
            for args in found.implementations.get(&implementation.procedure).map_or(&[][..], Table::list) {
                let env = extend(&Env::default(), params, args);
                let mut instance = implementation.clone();
                instance.name = self.procedure_name(implementation.procedure, &implementation.name, args);
                instance.procedure = self.procedure_id(implementation.procedure, args);
                self.at(env, !args.is_empty(), |this| {
                    fold_implementation(this, &mut instance);
                    instance.blocks.iter_mut().for_each(|block| this.visibility(block));
                });
                implementations.push(instance);
            }
        }
        implementations
    }

    /// At its opaque types, a procedure keeps its name.
    fn procedure_name(&self, id: ProcedureId, name: &Name, args: &[Type]) -> Name {
        let opaque = self.found.opaque.get(&id).into_iter().flatten();
        let is_opaque = opaque.map(|id| Type::Ctor(*id, Arc::new([]))).eq(args.iter().cloned());
        if is_opaque { name.clone() } else { self.names().instance(name, args) }
    }

    /// Advice on a function becomes advice on all its instances.
    fn visibility(&self, block: &mut Block) {
        if !block.cmds.iter().any(|cmd| matches!(cmd.kind, CmdKind::Visibility(_))) {
            return;
        }
        let cmds = std::mem::take(&mut block.cmds);
        block.cmds = cmds.into_iter().flat_map(|cmd| self.visibility_cmd(cmd)).collect();
    }

    fn visibility_cmd(&self, cmd: Cmd) -> Vec<Cmd> {
        let again = |visibility| Cmd { kind: CmdKind::Visibility(visibility), ..cmd.clone() };
        match &cmd.kind {
            CmdKind::Visibility(Visibility::Hide(Some(id))) => {
                self.function_ids(*id).map(|id| again(Visibility::Hide(Some(id)))).collect()
            }
            CmdKind::Visibility(Visibility::Reveal(Some(id))) => {
                self.function_ids(*id).map(|id| again(Visibility::Reveal(Some(id)))).collect()
            }
            CmdKind::Visibility(
                Visibility::Hide(None) | Visibility::Reveal(None) | Visibility::Push | Visibility::Pop,
            )
            | CmdKind::Assert(_)
            | CmdKind::Prove { .. }
            | CmdKind::Assume { .. }
            | CmdKind::Assign(_)
            | CmdKind::Havoc(_)
            | CmdKind::Call(_)
            | CmdKind::Async(_)
            | CmdKind::Parallel(_)
            | CmdKind::LoopYield(_)
            | CmdKind::Measure(_) => vec![cmd],
        }
    }

    /// An axiom over types becomes one axiom per instance.
    pub fn axioms(&mut self) -> Vec<Axiom> {
        let mut axioms = Vec::new();
        for axiom in &self.program.axioms {
            let exprs = match axiom.expr.kind() {
                ExprKind::Quantifier(quantifier)
                    if !quantifier.type_params.is_empty() && quantifier.kind == QuantifierKind::Forall =>
                {
                    self.quantifier_instances(&axiom.expr, quantifier)
                }
                _ => vec![self.expr(&axiom.expr)],
            };
            let mut attributes = axiom.attributes.clone();
            fold_attributes(self, &mut attributes);
            for expr in exprs {
                let used_by = self.used_by(axiom, &expr);
                axioms.push(Axiom { expr, attributes: attributes.clone(), used_by, span: axiom.span });
            }
        }
        axioms
    }

    /// The instances of the symbols whose `uses` clause holds the axiom: those that the new axiom speaks of, if the old
    /// axiom speaks of the symbol at all.
    fn used_by(&self, axiom: &Axiom, new: &Expr) -> Vec<typed::Symbol> {
        if axiom.used_by.is_empty() {
            return Vec::new();
        }
        let (before, after) = (functions_of(&axiom.expr), functions_of(new));
        let mut used_by = Vec::new();
        for symbol in &axiom.used_by {
            match symbol {
                typed::Symbol::Const(_) => used_by.push(*symbol),
                typed::Symbol::Function(id) => {
                    let spoken_of = |new: &FunctionId| !before.contains(id) || after.contains(new);
                    used_by.extend(self.function_ids(*id).filter(spoken_of).map(typed::Symbol::Function));
                }
            }
        }
        used_by
    }
}

fn functions_of(expr: &Expr) -> FxHashSet<FunctionId> {
    let mut functions = FxHashSet::default();
    Walker::default().walk(expr, &mut |expr| {
        if let ExprKind::Apply { function, type_args: _, args: _ } = expr.kind() {
            functions.insert(*function);
        }
        true
    });
    functions
}
