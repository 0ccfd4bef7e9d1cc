//! From the annotations of a program to its specification.

use super::codes;
use super::expr::{Resolved, Resolver, Scope, error};
use super::guarded_by::{guard, simple_name};
use super::keyword::{Keyword, Level};
use super::parse;
use super::spec::{
    Action, ClassClause, Condition, ExprKind, FieldClause, FieldClauseKind, Ghost, Guarded, GuardedBy, MethodSpec,
    Owner, Place, PlaceKind, RawClause, Spec, StatementClause, StatementKind,
};
use super::syntax::{self, Clause, ClauseKind, Special};
use crate::object::{
    Annotation, AnnotationForm, ClassId, EdgeId, Field, FieldId, Instruction, Method, MethodId, Program,
    StatementAnnotation,
};
use source::{Diagnostic, Severity};

/// Reads all annotations of all classes whose text was given. What is wrong is reported, and costs its declaration alone:
/// see [`Spec::unreadable`].
pub fn resolve(program: &Program) -> (Spec, Vec<Diagnostic>) {
    let mut resolver = SpecResolver { program, spec: Spec::default(), diagnostics: Vec::new() };
    let classes: Vec<ClassId> = program.class_ids().filter(|class| program.class(*class).is_from_source()).collect();
    // Ghosts come first: every other clause may name them.
    let mut clauses: Vec<(ClassId, Vec<Clause>)> = Vec::new();
    for class in classes {
        let read = |resolver: &mut SpecResolver| resolver.parse(&program.class(class).annotations);
        clauses.push((class, resolver.watched(Owner::Class(class), read)));
    }
    for (class, clauses) in &clauses {
        resolver.watched(Owner::Class(*class), |resolver| {
            clauses.iter().for_each(|clause| resolver.ghost(*class, clause));
        });
    }
    for (class, clauses) in &clauses {
        resolver.class(*class, clauses);
    }
    let SpecResolver { mut spec, mut diagnostics, .. } = resolver;
    spec.methods.retain(|method, _| !spec.unreadable.contains_key(&Owner::Method(*method)));
    diagnostics.sort_by_key(|finding| finding.span);
    (spec, diagnostics)
}

struct SpecResolver<'p> {
    program: &'p Program,
    spec: Spec,
    diagnostics: Vec<Diagnostic>,
}

impl<'p> SpecResolver<'p> {
    /// Reads annotations of a declaration, and remembers whether one of them cannot be read.
    fn watched<T>(&mut self, owner: Owner, read: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.diagnostics.len();
        let found = read(self);
        let mut new = self.diagnostics.iter().skip(before);
        if let Some(wrong) = new.find(|finding| finding.severity == Severity::Error) {
            self.spec.unreadable.entry(owner).or_insert(wrong.span);
        }
        found
    }

    fn parse(&mut self, annotations: &[Annotation]) -> Vec<Clause> {
        let comments = annotations.iter().filter(|annotation| annotation.form == AnnotationForm::Comment);
        comments.flat_map(|comment| parse::clauses(comment, &mut self.diagnostics)).collect()
    }

    fn take<T>(&mut self, result: Resolved<T>) -> Option<T> {
        match result {
            Ok(found) => Some(found),
            Err(finding) => {
                self.diagnostics.push(*finding);
                None
            }
        }
    }

    fn scope<'s>(&'s self, class: ClassId) -> Scope<'s> {
        Scope {
            program: self.program,
            ghosts: &self.spec.ghosts,
            class,
            method: None,
            entries: &[],
            has_this: true,
            is_two_state: false,
            has_result: false,
        }
    }

    fn misplaced(&mut self, clause: &Clause, help: &str) {
        let message = format!("`{}` does not belong here", clause.keyword.word());
        self.diagnostics.push(Diagnostic::error(&codes::MISPLACED, clause.span, message).help(help));
    }

    /// Whether the clause is one of this level; else a finding.
    fn belongs(&mut self, clause: &Clause, level: Level) -> bool {
        let own = clause.keyword.level();
        let fits = own == level || (own == Level::Member && matches!(level, Level::Field | Level::Method));
        if !fits {
            let help = match own {
                Level::Class => "it stands at the start of a class body or before the class",
                Level::Field => "it stands before or behind a field",
                Level::Method => "it stands before a method",
                Level::Member => "it stands before a field or a method",
                Level::Statement => "it stands before a statement",
            };
            self.misplaced(clause, help);
        }
        fits
    }

    fn ghost(&mut self, class: ClassId, clause: &Clause) {
        let ClauseKind::Ghost { is_static, ty, name, value } = &clause.kind else {
            return;
        };
        let ty = Resolver::new(self.scope(class)).ty(ty);
        let Some(ty) = self.take(ty) else {
            return;
        };
        let scope = Scope { has_this: !is_static, ..self.scope(class) };
        let value = match value {
            None => None,
            Some(value) => {
                let mut resolver = Resolver::new(scope);
                let found = resolver.expr(value);
                let fits = found.as_ref().is_ok_and(|found| resolver.accepts(&ty, &found.ty));
                match (found, fits) {
                    (Ok(_), false) => {
                        let message = "this value is not of the ghost's type";
                        self.diagnostics.push(Diagnostic::error(&codes::TYPE, value.span, message));
                        return;
                    }
                    (found, _) => match self.take(found) {
                        Some(found) => Some(found),
                        None => return,
                    },
                }
            }
        };
        let is_taken = self.spec.ghosts.iter().any(|ghost| ghost.class == class && ghost.name == *name)
            || self.program.class(class).fields.iter().any(|field| *self.program.field(*field).name == **name);
        if is_taken {
            let message = format!("the class already has a variable `{name}`");
            self.diagnostics.push(Diagnostic::error(&codes::NAME, clause.span, message));
            return;
        }
        let ghost = Ghost { name: name.clone(), class, ty, is_static: *is_static, value, span: clause.span };
        self.spec.ghosts.push(ghost);
    }

    fn class(&mut self, class: ClassId, clauses: &[Clause]) {
        let entry = self.program.class(class);
        self.watched(Owner::Class(class), |resolver| {
            for clause in clauses {
                if resolver.belongs(clause, Level::Class) {
                    resolver.class_clause(class, clause);
                }
            }
        });
        for annotation in entry.annotations.iter().filter(|annotation| annotation.form == AnnotationForm::Java) {
            match simple_name(annotation) {
                "ThreadSafe" => self.spec.thread_safe.push(class),
                "Immutable" => self.spec.immutable.push(class),
                _ => {}
            }
        }
        for field in &entry.fields {
            let entry = self.program.field(*field);
            self.watched(Owner::Field(*field), |resolver| resolver.field(class, *field, entry));
        }
        for method in &entry.methods {
            let entry = self.program.method(*method);
            self.watched(Owner::Method(*method), |resolver| resolver.method(class, *method, entry));
        }
    }

    fn class_clause(&mut self, class: ClassId, clause: &Clause) {
        let span = clause.span;
        let scope = Scope { is_two_state: clause.keyword == Keyword::EnvAssumption, ..self.scope(class) };
        match &clause.kind {
            ClauseKind::Expr(condition) => {
                let condition = Resolver::new(scope).condition(condition);
                let Some(condition) = self.take(condition) else {
                    return;
                };
                if clause.keyword == Keyword::EnvAssumption && !condition.is_two_state() {
                    let message = "this says nothing of steps: it speaks of one state only";
                    let finding = Diagnostic::error(&codes::TYPE, condition.span, message);
                    let help =
                        "write `\\old(x)` for the value before the step, or `global_invariant` for what always holds";
                    self.diagnostics.push(finding.help(help));
                    return;
                }
                let found = ClassClause { class, condition, span };
                match clause.keyword {
                    Keyword::EnvAssumption => self.spec.env_assumptions.push(found),
                    _ => self.spec.global_invariants.push(found),
                }
            }
            ClauseKind::Raw(raw) => self.raw(Owner::Class(class), clause, raw),
            ClauseKind::Ghost { .. }
            | ClauseKind::Places(_)
            | ClauseKind::Action { .. }
            | ClauseKind::Set { .. }
            | ClauseKind::Bare => {}
        }
    }

    fn raw(&mut self, owner: Owner, clause: &Clause, raw: &syntax::Raw) {
        let found = RawClause { keyword: clause.keyword, owner, raw: raw.clone(), span: clause.span };
        self.spec.raw.push(found);
    }

    fn field(&mut self, class: ClassId, id: FieldId, field: &Field) {
        let scope_has_this = !field.is_static;
        for clause in self.parse(&field.annotations) {
            if !self.belongs(&clause, Level::Field) {
                continue;
            }
            let kind = match (clause.keyword, &clause.kind) {
                (Keyword::UnwritableByEnvIf, _) => FieldClauseKind::UnwritableByEnvIf,
                (Keyword::WritableIf, _) => FieldClauseKind::WritableIf,
                (Keyword::ReadableIf, _) => FieldClauseKind::ReadableIf,
                (_, ClauseKind::Raw(raw)) => {
                    self.raw(Owner::Field(id), &clause, raw);
                    continue;
                }
                (_, _) => continue,
            };
            if let ClauseKind::Expr(condition) = &clause.kind {
                let scope = Scope { has_this: scope_has_this, ..self.scope(class) };
                let condition = Resolver::new(scope).condition(condition);
                if let Some(condition) = self.take(condition) {
                    self.spec.field_clauses.push(FieldClause { field: id, kind, condition, span: clause.span });
                }
            }
        }
        self.guards(class, Guarded::Field(id), &field.annotations, !field.is_static);
    }

    fn guards(&mut self, class: ClassId, on: Guarded, annotations: &[Annotation], has_this: bool) {
        for annotation in annotations.iter().filter(|annotation| annotation.form == AnnotationForm::Java) {
            if simple_name(annotation) != "GuardedBy" {
                continue;
            }
            let scope = Scope { has_this, ..self.scope(class) };
            let lock = guard(annotation, scope);
            if let Some(lock) = self.take(lock) {
                self.spec.guarded_by.push(GuardedBy { on, lock, span: annotation.span });
            }
        }
    }

    fn method(&mut self, class: ClassId, id: MethodId, method: &'p Method) {
        let clauses = self.parse(&method.annotations);
        let mut spec = MethodSpec::default();
        let mut has_clauses = false;
        for clause in &clauses {
            if self.belongs(clause, Level::Method) {
                has_clauses |= !matches!(clause.kind, ClauseKind::Raw(_));
                self.method_clause(class, id, method, clause, &mut spec);
            }
        }
        if has_clauses {
            self.spec.methods.insert(id, spec);
        }
        self.guards(class, Guarded::Method(id), &method.annotations, !method.is_static);
        self.statements(class, id, method);
    }

    fn method_clause(
        &mut self,
        class: ClassId,
        id: MethodId,
        method: &'p Method,
        clause: &Clause,
        spec: &mut MethodSpec,
    ) {
        let span = clause.span;
        let one_state = Scope { method: Some(method), has_this: !method.is_static, ..self.scope(class) };
        let two_state = Scope { is_two_state: true, has_result: true, ..one_state };
        match (&clause.kind, clause.keyword) {
            (ClauseKind::Expr(condition), Keyword::Requires) => {
                let condition = Resolver::new(one_state).condition(condition);
                spec.requires.extend(self.take(condition).map(|condition| Condition { condition, span }));
            }
            (ClauseKind::Expr(condition), _) => {
                let condition = Resolver::new(two_state).condition(condition);
                spec.ensures.extend(self.take(condition).map(|condition| Condition { condition, span }));
            }
            (ClauseKind::Places(places), Keyword::Modifies) => {
                let places: Vec<Resolved<Place>> = places.iter().map(|place| modified(one_state, place)).collect();
                spec.modifies.extend(places.into_iter().filter_map(|place| self.take(place)));
            }
            (ClauseKind::Places(_), _) => self.misplaced(clause, "`also_modifies` stands after `action:`"),
            (ClauseKind::Action { also_modifies, ensures }, _) => {
                let places: Vec<Resolved<Place>> =
                    also_modifies.iter().map(|place| modified(one_state, place)).collect();
                let ensures = ensures.as_ref().map(|ensures| Resolver::new(two_state).condition(ensures));
                let also_modifies = places.into_iter().filter_map(|place| self.take(place)).collect();
                let ensures = match ensures {
                    None => None,
                    Some(found) => match self.take(found) {
                        Some(found) => Some(found),
                        None => return,
                    },
                };
                spec.actions.push(Action { also_modifies, ensures, span });
            }
            (ClauseKind::Bare, _) => spec.is_inline = true,
            (ClauseKind::Raw(raw), _) => self.raw(Owner::Method(id), clause, raw),
            (ClauseKind::Ghost { .. } | ClauseKind::Set { .. }, _) => {}
        }
    }

    fn statements(&mut self, class: ClassId, id: MethodId, method: &'p Method) {
        let Some(graph) = method.graph() else {
            return;
        };
        let mut told = std::collections::HashSet::new();
        for (at, edge) in graph.edges.iter().enumerate() {
            let Instruction::Annotation(found) = &edge.instruction else {
                continue;
            };
            let first = self.diagnostics.len();
            let clauses = self.statement(class, method, found);
            // Code that is copied has its annotations copied: what is wrong with them is told once.
            if !told.insert(found.annotation.span) {
                self.diagnostics.truncate(first);
            }
            self.spec.statements.insert((id, EdgeId(at as u32)), clauses);
        }
    }

    fn statement(
        &mut self,
        class: ClassId,
        method: &'p Method,
        found: &'p StatementAnnotation,
    ) -> Vec<StatementClause> {
        let mut clauses = Vec::new();
        for clause in parse::clauses(&found.annotation, &mut self.diagnostics) {
            if !self.belongs(&clause, Level::Statement) {
                continue;
            }
            if clause.keyword == Keyword::LoopInvariant && !found.is_at_loop {
                self.misplaced(&clause, "it stands right before a loop");
                continue;
            }
            let scope = Scope {
                method: Some(method),
                entries: &found.scope,
                has_this: !method.is_static,
                is_two_state: true,
                ..self.scope(class)
            };
            let kind = statement_kind(scope, &clause);
            if let Some(kind) = self.take(kind) {
                clauses.push(StatementClause { kind, span: clause.span });
            }
        }
        clauses
    }
}

fn statement_kind(scope: Scope, clause: &Clause) -> Resolved<StatementKind> {
    let mut resolver = Resolver::new(scope);
    match (&clause.kind, clause.keyword) {
        (ClauseKind::Expr(condition), keyword) => {
            let condition = resolver.condition(condition)?;
            Ok(match keyword {
                Keyword::Assume => StatementKind::Assume(condition),
                Keyword::LoopInvariant => StatementKind::LoopInvariant(condition),
                _ => StatementKind::Assert(condition),
            })
        }
        (ClauseKind::Set { target, value }, _) => {
            let (target, value) = (resolver.expr(target)?, resolver.expr(value)?);
            if !matches!(target.kind, ExprKind::Ghost { .. }) {
                return error(&codes::TYPE, target.span, "only a ghost can be set in an annotation");
            }
            if !resolver.accepts(&target.ty, &value.ty) {
                return error(&codes::TYPE, value.span, "this value is not of the ghost's type");
            }
            Ok(StatementKind::Set { target, value })
        }
        (
            ClauseKind::Ghost { .. }
            | ClauseKind::Places(_)
            | ClauseKind::Action { .. }
            | ClauseKind::Bare
            | ClauseKind::Raw(_),
            _,
        ) => error(&codes::MISPLACED, clause.span, "this does not belong here"),
    }
}

/// What a `modifies` clause names.
fn modified(scope: Scope, place: &syntax::Expr) -> Resolved<Place> {
    let span = place.span;
    let kind = match &place.kind {
        syntax::ExprKind::Special(Special::Nothing) => PlaceKind::Nothing,
        syntax::ExprKind::Special(Special::Everything) => PlaceKind::Everything,
        syntax::ExprKind::AllElements(array) => PlaceKind::Elements(Resolver::new(scope).expr(array)?),
        _ => {
            let found = Resolver::new(scope).expr(place)?;
            match found.kind {
                ExprKind::Field { .. }
                | ExprKind::Ghost { .. }
                | ExprKind::Element { .. }
                | ExprKind::Content(_)
                | ExprKind::Holder(_) => PlaceKind::One(found),
                _ => return error(&codes::TYPE, span, "expected a field, a ghost or an element"),
            }
        }
    };
    Ok(Place { kind, span })
}
