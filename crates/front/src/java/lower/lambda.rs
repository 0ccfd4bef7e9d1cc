//! Lambdas: classes with one method.

use super::create::{Mentioned, synthetic_method};
use super::{Lowerer, Returns, Value};
use crate::java::ast::{Expr, Lambda, LambdaBody};
use crate::java::types::Ty;
use crate::java::walk;
use crate::java::world::{ClassInfo, Lowered, Signature, World, gap};
use concurrent::object::library::UNSEEN_FUNCTION;
use concurrent::object::{
    Body, Class, ClassId, ClassKind, ClassOrigin, FieldKind, Gap, Instruction, MethodId, MethodKind, Name, Visibility,
};
use source::Span;
use std::sync::Arc;

/// The one method of a type for functions.
pub(super) struct FunctionType {
    pub name: Name,
    pub params: Vec<Ty>,
    pub result: Ty,
}

impl FunctionType {
    /// That of an interface which is not seen.
    pub fn unseen(params: Vec<Ty>) -> FunctionType {
        FunctionType { name: UNSEEN_FUNCTION.into(), params, result: Ty::Unseen }
    }
}

/// The object, and the type of what its method returns.
pub(super) struct Function {
    pub value: Value,
    pub result: Ty,
}

impl<'a> Lowerer<'_, 'a> {
    pub(super) fn lambda(&mut self, lambda: &'a Arc<Lambda>, target: &Ty) -> Lowered<Function> {
        let span = lambda.span;
        let method = match self.world.is_unseen_interface(target) {
            true => FunctionType::unseen(vec![Ty::Unseen; lambda.params.len()]),
            false => self.function_type(target, span)?,
        };
        if method.params.len() != lambda.params.len() {
            return gap(span, "a lambda with another number of parameters than its type");
        }
        if let Some(class) = self.world.placed.get(&span).copied() {
            return self.function_object(class, target, span);
        }
        let class = self.function_class(target, span);
        let mut names = Mentioned::default();
        match &lambda.body {
            LambdaBody::Expr(body) => walk::expr(&mut names, body),
            LambdaBody::Block(body) => walk::block(&mut names, body),
        }
        self.capture(class, names, span);
        let types: Vec<Ty> = lambda
            .params
            .iter()
            .zip(&method.params)
            .map(|(param, from_type)| match &param.ty {
                Some(ty) => self.resolve(ty),
                None => from_type.clone(),
            })
            .collect();
        let named = lambda.params.iter().zip(&types).map(|(param, ty)| (param.name.clone(), ty.clone(), param.span));
        let named = named.collect();
        let id = self.function_method(class, &method, named, types, span);
        self.world.placed.insert(span, class);
        self.lower_lambda(lambda, id, &method.result)?;
        self.function_object(class, target, span)
    }

    /// The one method that the type leaves open.
    pub(super) fn function_type(&self, target: &Ty, span: Span) -> Lowered<FunctionType> {
        match self.world.functional_method(&self.world.upper(target)) {
            Some(method) => {
                let name = self.world.name_of(&method).clone();
                Ok(FunctionType { name, params: method.params, result: method.result })
            }
            None => gap(span, format!("`{}` is not known as a type for a function", self.world.show(target))),
        }
    }

    pub(super) fn function_class(&mut self, target: &Ty, span: Span) -> ClassId {
        let class = Class {
            name: self.lambda_name(),
            kind: ClassKind::Class,
            origin: ClassOrigin::Lambda,
            superclass: Some(self.world.known.object),
            interfaces: Vec::new(),
            outer: Some(self.class),
            fields: Vec::new(),
            methods: Vec::new(),
            visibility: Visibility::Private,
            is_static: self.is_static,
            is_abstract: false,
            is_final: true,
            annotations: Vec::new(),
            promises: Vec::new(),
            span,
        };
        let mut info = ClassInfo::new(None, self.unit);
        info.scope = self.names.clone();
        let id = self.world.add_class(class, info);
        let (object, target) = (self.world.object(), self.world.upper(target));
        let interfaces = if target == Ty::Unseen { Vec::new() } else { vec![target] };
        self.world.set_supers(id, Some(object), interfaces);
        if !self.is_static {
            let outer = Ty::class(self.class);
            let field = self.world.add_hidden_field(id, "this$0".into(), FieldKind::Outer, outer, span);
            self.world.info_mut(id).outer_this = Some(field);
        }
        id
    }

    pub(super) fn function_method(
        &mut self,
        class: ClassId,
        method: &FunctionType,
        params: Vec<(Name, Ty, Span)>,
        types: Vec<Ty>,
        span: Span,
    ) -> MethodId {
        let header = synthetic_method(&method.name, class, MethodKind::Method, span);
        let signature =
            Signature { type_params: Vec::new(), params: types, result: method.result.clone(), is_varargs: false };
        let waiting = Body::Unsupported(Gap { message: "the body was not read".into(), span });
        self.world.push_method(class, header, params, signature, Vec::new(), waiting)
    }

    /// Lowers the body now: its result may say more about the types around it. A gap in it is the lambda's own.
    fn lower_lambda(&mut self, lambda: &'a Lambda, id: MethodId, declared: &Ty) -> Lowered<()> {
        let mut inner = Lowerer::new(self.world, id, lambda.span);
        let is_open = matches!(declared, Ty::Unknown | Ty::Unseen | Ty::Var(_));
        if is_open {
            inner.returns = Returns::Inferred(None);
        }
        let outcome = match &lambda.body {
            LambdaBody::Block(body) => inner.block(body),
            LambdaBody::Expr(body) => inner.lambda_expr(body, declared, is_open),
        };
        let end = Span::new(lambda.span.file, lambda.span.end, lambda.span.end);
        inner.goto(inner.exit, end);
        let found = match &inner.returns {
            Returns::Inferred(Some(ty)) => Some(ty.clone()),
            Returns::Inferred(None) | Returns::Nothing | Returns::Declared(_) => None,
        };
        let (graph, locals) = inner.finish();
        if let Some(ty) = found {
            self.world.signatures[id.index()].result = ty;
        }
        let method = &mut self.world.program.methods[id.index()];
        match outcome {
            Ok(()) => {
                method.body = Body::Graph(graph);
                method.locals = locals;
            }
            Err(gap) => method.body = Body::Unsupported(gap),
        }
        Ok(())
    }

    fn lambda_expr(&mut self, body: &'a Expr, declared: &Ty, is_open: bool) -> Lowered<()> {
        let value = match declared {
            Ty::Void => return self.effect(body),
            _ if is_open => {
                let value = self.expr(body, None)?;
                // Whether a function has a result is its type's to say.
                if *declared == Ty::Unseen && value.ty == Ty::Void {
                    return Ok(());
                }
                self.boxed(value, body.span)?
            }
            ty => {
                let ty = ty.clone();
                self.converted(body, &ty)?
            }
        };
        if let Returns::Inferred(known) = &mut self.returns {
            *known = Some(value.ty.clone());
        }
        if let Some(result) = self.result {
            self.assign(result, value.expr, body.span);
        }
        Ok(())
    }

    /// A fresh object of the class of a lambda.
    pub(super) fn function_object(&mut self, class: ClassId, target: &Ty, span: Span) -> Lowered<Function> {
        let local = self.temporary_of(&Ty::class(class), span);
        self.not_null.push(local);
        self.emit(Instruction::NewObject { target: local, class }, span);
        let value = self.local_value(local, target.clone());
        self.set_hidden(&value, class, None, span)?;
        let method = self.world.class(class).methods.first();
        let result = method.map_or(Ty::Unknown, |method| self.world.signatures[method.index()].result.clone());
        Ok(Function { value, result })
    }

    /// Whether the lambda, which has no parameters, returns nothing. It is lowered for that, and forgotten.
    pub(super) fn is_void_lambda(&mut self, lambda: &'a Lambda) -> bool {
        let LambdaBody::Expr(body) = &lambda.body else {
            return false;
        };
        let mark = Mark::of(self.world);
        let kept = (self.at, self.nodes.len(), self.edges.len(), self.locals.len(), self.temporaries);
        let (variables, not_null) = (self.variables.clone(), self.not_null.len());
        let result = self.expr(body, None);
        self.at = kept.0;
        self.nodes.truncate(kept.1);
        self.edges.truncate(kept.2);
        self.locals.truncate(kept.3);
        self.temporaries = kept.4;
        self.variables = variables;
        self.not_null.truncate(not_null);
        mark.restore(self.world);
        result.is_ok_and(|value| value.ty == Ty::Void)
    }
}

/// The sizes of the world's tables, to take back what was added.
struct Mark {
    classes: usize,
    fields: usize,
    methods: usize,
    type_vars: usize,
    jobs: usize,
    unseen_uses: usize,
    synthetic: Vec<u32>,
}

impl Mark {
    fn of(world: &World) -> Mark {
        Mark {
            classes: world.program.classes.len(),
            fields: world.program.fields.len(),
            methods: world.program.methods.len(),
            type_vars: world.type_vars.len(),
            jobs: world.jobs.len(),
            unseen_uses: world.unseen_uses.len(),
            synthetic: world.infos.iter().map(|info| info.synthetic).collect(),
        }
    }

    fn restore(self, world: &mut World) {
        world.program.classes.truncate(self.classes);
        world.infos.truncate(self.classes);
        world.program.fields.truncate(self.fields);
        world.field_types.truncate(self.fields);
        world.program.methods.truncate(self.methods);
        world.signatures.truncate(self.methods);
        world.type_vars.truncate(self.type_vars);
        world.jobs.truncate(self.jobs);
        world.unseen_uses.truncate(self.unseen_uses);
        let classes = self.classes;
        world.by_name.retain(|_, class| class.index() < classes);
        world.placed.retain(|_, class| class.index() < classes);
        world.field_values.retain(|field, _| field.index() < self.fields);
        for (info, synthetic) in world.infos.iter_mut().zip(self.synthetic) {
            info.synthetic = synthetic;
        }
    }
}
