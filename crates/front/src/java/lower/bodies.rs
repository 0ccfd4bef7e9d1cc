//! Whole bodies: methods, constructors with the initialisers of their class, static initialisers, and what Java adds.

use super::Lowerer;
use crate::java::ast::{Block, ClassDecl, Member, MethodDecl, StmtKind};
use crate::java::types::Ty;
use crate::java::world::{Job, JobKind, Lowered, World, gap};
use concurrent::object::{Body, CallKind, ClassId, ClassKind, Constant, Gap, Instruction, LocalId, MethodId, Name};
use source::{Deadline, Span};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// Lowers bodies until none waits; lowering a body may add more. None if that is not done in time.
pub fn run_jobs(world: &mut World, deadline: Deadline) -> Option<()> {
    while let Some(job) = world.jobs.pop_front() {
        if deadline.is_over() {
            return None;
        }
        // What a body that fails has declared so far, its own classes, stays without bodies.
        if catch_unwind(AssertUnwindSafe(|| run_job(world, &job))).is_err() {
            let method = &mut world.program.methods[job.method.index()];
            let message = "reading it failed with an internal error".to_string();
            method.body = Body::Unsupported(Gap { message, span: method.span });
        }
    }
    Some(())
}

fn run_job(world: &mut World, job: &Job) {
    let span = world.program.methods[job.method.index()].span;
    let class = world.program.methods[job.method.index()].class;
    let decl = world.info(class).decl.clone();
    let mut lowerer = Lowerer::new(world, job.method, span);
    let outcome = match (&job.kind, &decl) {
        (JobKind::Method(method), _) => lowerer.method(method, job.method),
        (JobKind::Accessor(field), _) => lowerer.accessor(*field, span),
        (JobKind::Constructor(method), Some(decl)) => lowerer.constructor(decl, method.as_deref(), span),
        (JobKind::CompactConstructor(method), Some(decl)) => lowerer.compact(decl, method.as_deref(), span),
        (JobKind::AnonymousConstructor(parent), Some(decl)) => lowerer.anonymous(decl, *parent, span),
        (JobKind::StaticInitializer, Some(decl)) => lowerer.static_initializer(decl),
        (_, None) => gap(span, "a body without its class"),
    };
    let outcome = outcome.map(|()| {
        lowerer.goto(lowerer.exit, span);
        lowerer.finish()
    });
    let method = &mut world.program.methods[job.method.index()];
    match outcome {
        Ok((graph, locals)) => {
            method.body = Body::Graph(graph);
            method.locals = locals;
        }
        Err(gap) => method.body = Body::Unsupported(gap),
    }
}

impl<'a> Lowerer<'_, 'a> {
    fn method(&mut self, decl: &'a MethodDecl, id: MethodId) -> Lowered<()> {
        let Some(body) = &decl.body else {
            return Ok(());
        };
        if !decl.modifiers.is_synchronized {
            return self.block_to_end(body);
        }
        let monitor = match self.world.program.methods[id.index()].this() {
            Some(this) => self.local_value(this, Ty::class(self.class)),
            None => {
                let class = Constant::Class(self.world.erase(&Ty::class(self.class)));
                self.constant(class, Ty::class(self.world.known.class))
            }
        };
        self.guarded(monitor, decl.span, body.end, |lowerer| lowerer.block(body))?;
        self.goto(self.exit, body.end);
        Ok(())
    }

    fn block_to_end(&mut self, body: &'a Block) -> Lowered<()> {
        self.block(body)?;
        self.goto(self.exit, body.end);
        Ok(())
    }

    fn accessor(&mut self, field: concurrent::object::FieldId, span: Span) -> Lowered<()> {
        let ty = self.world.field_types[field.index()].clone();
        let this = self.local_value(LocalId(0), Ty::class(self.class));
        let value = self.read_field(Some(this.expr), field, ty, span);
        if let Some(result) = self.result {
            self.assign(result, value.expr, span);
        }
        Ok(())
    }

    /// The other constructor that is called first, then the initialisers, then the body.
    fn constructor(&mut self, class: &'a ClassDecl, method: Option<&'a MethodDecl>, span: Span) -> Lowered<()> {
        let stmts = method.and_then(|method| method.body.as_ref()).map_or(&[][..], |body| &body.stmts[..]);
        let first = stmts.iter().position(|stmt| !matches!(stmt.kind, StmtKind::Annotation(_)));
        let explicit = first.filter(|first| matches!(stmts[*first].kind, StmtKind::ConstructorCall { .. }));
        let rest = match explicit {
            Some(at) => &stmts[at + 1..],
            None => stmts,
        };
        let mut calls_this = false;
        match explicit.map(|at| &stmts[at]) {
            Some(stmt) => match &stmt.kind {
                StmtKind::ConstructorCall { is_super, outer, args } => {
                    calls_this = !is_super;
                    let target = self.target_class(*is_super, stmt.span)?;
                    let outer = match outer {
                        Some(outer) => Some(self.expr(outer, None)?),
                        None => None,
                    };
                    if let Some(outer) = &outer {
                        self.check_not_null(&outer.expr, stmt.span);
                    }
                    if let Some((target, ty)) = target {
                        let candidates = self.world.constructors(&ty);
                        let args = self.args(args)?;
                        let chosen = self.choose_part(candidates, &args, target, stmt.span)?;
                        let (args, _) = self.bind_args(&chosen, args, None, stmt.span)?;
                        let hides = *is_super;
                        self.call_constructor(target, chosen.candidate.method, args, outer, hides, stmt.span)?;
                    }
                }
                _ => return gap(stmt.span, "a constructor call"),
            },
            None => self.default_super(span)?,
        }
        if !calls_this {
            self.initializers(class)?;
        }
        let variables = self.variables.len();
        self.stmts(rest)?;
        self.variables.truncate(variables);
        Ok(())
    }

    fn target_class(&mut self, is_super: bool, span: Span) -> Lowered<Option<(ClassId, Ty)>> {
        if !is_super {
            let own = self.world.info(self.class).type_params.iter().map(|var| Ty::Var(*var)).collect();
            return Ok(Some((self.class, Ty::Class(self.class, own))));
        }
        match self.world.class(self.class).superclass {
            None => Ok(None),
            Some(parent) => {
                let ty = self.world.info(self.class).supers.first().cloned().unwrap_or(Ty::class(parent));
                match self.world.has_unknown_super(parent) && self.world.info(parent).constructors.is_empty() {
                    true => gap(span, format!("the class `{}` is not known", self.world.class(parent).name)),
                    false => Ok(Some((parent, ty))),
                }
            }
        }
    }

    /// `super()`, where nothing else is written.
    fn default_super(&mut self, span: Span) -> Lowered<()> {
        let Some((parent, ty)) = self.target_class(true, span)? else {
            return Ok(());
        };
        if matches!(self.world.class(self.class).kind, ClassKind::Enum | ClassKind::Record) {
            return Ok(());
        }
        let candidates = self.world.constructors(&ty);
        let chosen = self.choose_part(candidates, &[], parent, span)?;
        let (args, _) = self.bind_args(&chosen, Vec::new(), None, span)?;
        self.call_constructor(parent, chosen.candidate.method, args, None, true, span)
    }

    /// Calls a constructor on `this`. A superclass may have an enclosing object and captured variables of its own.
    fn call_constructor(
        &mut self,
        class: ClassId,
        constructor: MethodId,
        args: Vec<concurrent::object::Expr>,
        outer: Option<super::Value>,
        sets_hidden: bool,
        span: Span,
    ) -> Lowered<()> {
        let this = self.local_value(LocalId(0), Ty::class(self.class));
        if class == self.world.known.object {
            return Ok(());
        }
        if sets_hidden {
            self.set_super_hidden(&this, class, outer, span)?;
        }
        self.emit_call(CallKind::Special, constructor, Some(this.expr), args, Ty::Void, span).map(|_| ())
    }

    /// The enclosing object of the superclass is one that encloses this class, not this object itself.
    fn set_super_hidden(
        &mut self,
        this: &super::Value,
        class: ClassId,
        outer: Option<super::Value>,
        span: Span,
    ) -> Lowered<()> {
        let info = self.world.info(class);
        if info.outer_this.is_none() && info.captures.is_empty() {
            return Ok(());
        }
        let outer = match (outer, self.world.class(class).outer, self.world.class(self.class).outer) {
            (Some(outer), _, _) => Some(outer),
            (None, Some(wanted), Some(mut enclosing)) => {
                while !self.world.is_subclass(enclosing, wanted) {
                    match self.world.class(enclosing).outer {
                        Some(next) => enclosing = next,
                        None => return gap(span, "an enclosing object of the superclass in a place without one"),
                    }
                }
                match self.world.info(class).outer_this {
                    Some(_) => Some(self.enclosing(enclosing, span)?),
                    None => None,
                }
            }
            (None, _, _) => None,
        };
        self.set_hidden(this, class, outer, span)
    }

    /// Field values and initialiser blocks of an object, in their order.
    fn initializers(&mut self, class: &'a ClassDecl) -> Lowered<()> {
        // The parameters of the constructor are not in scope.
        let variables = std::mem::take(&mut self.variables);
        let result = class.members.iter().try_for_each(|member| self.initializer(member, false));
        self.variables = variables;
        result
    }

    fn initializer(&mut self, member: &'a Member, is_static: bool) -> Lowered<()> {
        match member {
            Member::Field(field) if field.modifiers.is_static == is_static => {
                let (Some(value), Some(id)) =
                    (&field.value, self.world.info(self.class).fields.get(&field.name).copied())
                else {
                    return Ok(());
                };
                let ty = self.world.field_types[id.index()].clone();
                let value = match self.constant_field(id) {
                    Some(constant) => constant,
                    None => self.converted(value, &ty)?,
                };
                let object = (!is_static).then(|| self.local_value(LocalId(0), Ty::class(self.class)).expr);
                self.emit(Instruction::WriteField { object, field: id, value: value.expr }, field.span);
                Ok(())
            }
            Member::Initializer(initializer) if initializer.is_static == is_static => self.block(&initializer.body),
            Member::Field(_) | Member::Initializer(_) | Member::Method(_) | Member::Class(_) => Ok(()),
        }
    }

    /// The constructor of a record with all its components.
    fn compact(&mut self, class: &'a ClassDecl, method: Option<&'a MethodDecl>, span: Span) -> Lowered<()> {
        if let Some(body) = method.and_then(|method| method.body.as_ref()) {
            self.block(body)?;
        }
        for (at, component) in class.components.iter().enumerate() {
            let Some(field) = self.world.info(self.class).fields.get(&component.name).copied() else {
                return gap(component.span, "a component without a field");
            };
            let this = self.local_value(LocalId(0), Ty::class(self.class));
            let ty = self.world.field_types[field.index()].clone();
            let value = self.local_value(LocalId(at as u32 + 1), ty).expr;
            self.emit(Instruction::WriteField { object: Some(this.expr), field, value }, span);
        }
        Ok(())
    }

    /// The constructor of an anonymous class hands on its arguments.
    fn anonymous(&mut self, class: &'a ClassDecl, parent: Option<MethodId>, span: Span) -> Lowered<()> {
        if let Some(parent) = parent {
            let count = self.world.signatures[parent.index()].params.len();
            let args = (0..count).map(|at| self.local_value(LocalId(at as u32 + 1), Ty::Unknown).expr).collect();
            let parent_class = self.world.program.methods[parent.index()].class;
            self.call_constructor(parent_class, parent, args, None, true, span)?;
        }
        self.initializers(class)
    }

    fn static_initializer(&mut self, class: &'a Arc<ClassDecl>) -> Lowered<()> {
        for constant in &class.constants {
            self.enum_constant(constant)?;
        }
        class.members.iter().try_for_each(|member| self.initializer(member, true))
    }

    fn enum_constant(&mut self, constant: &'a crate::java::ast::EnumConstant) -> Lowered<()> {
        let span = constant.span;
        let ty = Ty::class(self.class);
        let args = self.args(&constant.args)?;
        let candidates = self.world.constructors(&ty);
        let chosen = self.choose(candidates, &args, "<init>", Some(self.class), span)?;
        let (values, _) = self.bind_args(&chosen, args, None, span)?;
        let object = match &constant.body {
            None => self.create_with(self.class, &ty, chosen.candidate.method, values, None, span)?,
            Some(body) => {
                let class = self.anonymous_class(body, &ty, Some(&chosen.candidate), span)?;
                let Some(own) = self.world.info(class).constructors.first().copied() else {
                    return self.unknown_type(span);
                };
                self.create_with(class, &Ty::class(class), own, values, None, span)?
            }
        };
        let name: &Name = &constant.name;
        let Some(field) = self.world.info(self.class).fields.get(name).copied() else {
            return self.unknown_type(span);
        };
        self.emit(Instruction::WriteField { object: None, field, value: object.expr }, span);
        Ok(())
    }
}
