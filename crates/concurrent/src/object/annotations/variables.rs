//! What a name in an annotation means: variables of quantifiers, locals, fields, ghosts, and what is built in.

use super::codes;
use super::expr::{Resolved, Resolver, error};
use super::names::closest;
use super::spec::{Expr, ExprKind, GhostId, SpecType};
use crate::object::{ClassId, ClassOrigin, FieldId, FieldKind, ScopeEntry, ScopeVariable, Type, Visibility};
use source::{Diagnostic, Span};

impl Resolver<'_> {
    pub(super) fn name(&mut self, name: &str, span: Span) -> Resolved<Expr> {
        if let Some(found) = self.variable(name, span)? {
            return Ok(found);
        }
        let finding = Diagnostic::error(&codes::NAME, span, format!("there is no variable `{name}` here"));
        let known = self.names();
        Err(Box::new(match closest(name, known.iter().map(String::as_str)) {
            Some(close) => finding.help(format!("did you mean `{close}`?")),
            None => finding,
        }))
    }

    /// From the inside out: quantifiers, locals, what is built in, members of the enclosing classes.
    pub(super) fn variable(&mut self, name: &str, span: Span) -> Resolved<Option<Expr>> {
        let made = |kind, ty| Ok(Some(Expr { kind, ty, span }));
        if let Some(bound) = self.bound.iter().rev().find(|bound| bound.name == name) {
            return made(ExprKind::Bound(bound.number), bound.ty.clone());
        }
        if let Some(entry) = self.scope.entries.iter().find(|entry| &*entry.name == name) {
            return self.scope_variable(entry, span).map(Some);
        }
        if let Some(method) = self.scope.method.filter(|_| self.scope.entries.is_empty()) {
            let params = method.params.iter().copied().filter(|param| Some(*param) != method.this());
            let mut named = params.filter(|param| &*method.local(*param).name == name);
            if let Some(local) = named.next() {
                return made(ExprKind::Local(local), SpecType::Java(method.local(local).ty.clone()));
            }
        }
        if name == "this" {
            return self.this(span).map(Some);
        }
        if let Some(member) = self.member_by_name(name, span)? {
            return Ok(Some(member));
        }
        match name {
            "tid" => made(ExprKind::Tid, SpecType::Thread),
            "main" => made(ExprKind::Main, SpecType::Thread),
            // The lock of `this`.
            "holder" if self.scope.has_this => {
                let this = self.this(span)?;
                made(ExprKind::Holder(Box::new(this)), SpecType::Thread)
            }
            _ => Ok(None),
        }
    }

    fn scope_variable(&self, entry: &ScopeEntry, span: Span) -> Resolved<Expr> {
        match (entry.variable, self.scope.method) {
            (ScopeVariable::Local(local), Some(method)) => {
                Ok(Expr { kind: ExprKind::Local(local), ty: SpecType::Java(method.local(local).ty.clone()), span })
            }
            (ScopeVariable::Captured(field), _) => Ok(self.field(Some(self.own_this(span)), field, span)),
            (ScopeVariable::Local(_), None) => error(&codes::NAME, span, "a local outside of its method"),
        }
    }

    /// The receiver of the method itself, also in a lambda.
    pub(super) fn own_this(&self, span: Span) -> Expr {
        Expr { kind: ExprKind::This, ty: SpecType::Java(Type::Class(self.scope.class)), span }
    }

    /// What `this` means: in a lambda, the object around it.
    pub(super) fn this(&self, span: Span) -> Resolved<Expr> {
        if !self.scope.has_this {
            return error(&codes::NAME, span, "there is no `this` here");
        }
        let mut class = self.scope.class;
        let mut object = self.own_this(span);
        while self.program().class(class).origin == ClassOrigin::Lambda {
            match self.outward(class, object, span) {
                Some((outer, next)) => (class, object) = (outer, next),
                None => return error(&codes::NAME, span, "there is no `this` here"),
            }
        }
        Ok(object)
    }

    /// The object that encloses an object of an inner class.
    pub(super) fn outward(&self, class: ClassId, object: Expr, span: Span) -> Option<(ClassId, Expr)> {
        let entry = self.program().class(class);
        let is_outer = |field: &&FieldId| self.program().field(**field).kind == FieldKind::Outer;
        let field = entry.fields.iter().find(is_outer)?;
        Some((entry.outer?, self.field(Some(object), *field, span)))
    }

    fn member_by_name(&self, name: &str, span: Span) -> Resolved<Option<Expr>> {
        let mut class = self.scope.class;
        let mut object = self.scope.has_this.then(|| self.own_this(span));
        loop {
            if !self.is_someone_elses(class, name)
                && let Some(member) = self.member(class, object.clone(), name, span)?
            {
                return Ok(Some(member));
            }
            let Some(outer) = self.program().class(class).outer else {
                return Ok(None);
            };
            object = object.and_then(|object| self.outward(class, object, span)).map(|(_, object)| object);
            class = outer;
        }
    }

    /// Whether the name means a private field of a class above, which code here does not have, and one of a class around
    /// this one, which it has.
    fn is_someone_elses(&self, class: ClassId, name: &str) -> bool {
        let program = self.program();
        let is_private = self.find_field(class, name).is_some_and(|field| {
            let field = program.field(field);
            field.visibility == Visibility::Private && field.class != class
        });
        let mut around = std::iter::successors(program.class(class).outer, |outer| program.class(*outer).outer);
        is_private && around.any(|outer| self.find_field(outer, name).is_some())
    }

    /// A field or ghost of a class or of its ancestors.
    pub(super) fn member(
        &self,
        class: ClassId,
        object: Option<Expr>,
        name: &str,
        span: Span,
    ) -> Resolved<Option<Expr>> {
        let needs_object = |is_static: bool| match (is_static, &object) {
            (true, _) => Ok(None),
            (false, Some(object)) => Ok(Some(object.clone())),
            (false, None) => error(&codes::NAME, span, format!("`{name}` needs an object, and there is none here")),
        };
        if let Some(field) = self.find_field(class, name) {
            let object = needs_object(self.program().field(field).is_static)?;
            return Ok(Some(self.field(object, field, span)));
        }
        if let Some(ghost) = self.find_ghost(class, name) {
            let entry = &self.scope.ghosts[ghost.0 as usize];
            let object = needs_object(entry.is_static)?.map(Box::new);
            return Ok(Some(Expr { kind: ExprKind::Ghost { object, ghost }, ty: entry.ty.clone(), span }));
        }
        Ok(None)
    }

    pub(super) fn field(&self, object: Option<Expr>, field: FieldId, span: Span) -> Expr {
        let ty = SpecType::Java(self.program().field(field).ty.clone());
        Expr { kind: ExprKind::Field { object: object.map(Box::new), field }, ty, span }
    }

    fn find_field(&self, class: ClassId, name: &str) -> Option<FieldId> {
        let entry = self.program().class(class);
        let is_declared = |field: &&FieldId| {
            let field = self.program().field(**field);
            &*field.name == name && !matches!(field.kind, FieldKind::Outer | FieldKind::Captured)
        };
        entry
            .fields
            .iter()
            .find(is_declared)
            .copied()
            .or_else(|| self.program().supertypes(class).find_map(|parent| self.find_field(parent, name)))
    }

    fn find_ghost(&self, class: ClassId, name: &str) -> Option<GhostId> {
        let own = self.scope.ghosts.iter().position(|ghost| ghost.class == class && ghost.name == name);
        own.map(|at| GhostId(at as u32))
            .or_else(|| self.program().supertypes(class).find_map(|parent| self.find_ghost(parent, name)))
    }

    /// All names that could be meant.
    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = ["tid", "main", "this"].map(String::from).into();
        names.extend(self.bound.iter().map(|bound| bound.name.clone()));
        names.extend(self.scope.entries.iter().map(|entry| entry.name.to_string()));
        if let Some(method) = self.scope.method {
            names.extend(method.params.iter().map(|param| method.local(*param).name.to_string()));
        }
        let mut class = Some(self.scope.class);
        while let Some(id) = class {
            self.member_names(id, &mut names);
            class = self.program().class(id).outer;
        }
        names
    }

    pub(super) fn member_names(&self, class: ClassId, names: &mut Vec<String>) {
        let entry = self.program().class(class);
        names.extend(entry.fields.iter().map(|field| self.program().field(*field).name.to_string()));
        names.extend(self.scope.ghosts.iter().filter(|ghost| ghost.class == class).map(|ghost| ghost.name.clone()));
        for parent in self.program().supertypes(class) {
            self.member_names(parent, names);
        }
    }
}
