//! What compilers reject within functions, besides what is found when they are lowered: a walk over all functions, also those that
//! are not checked, with the names that are known at each place and their types as they are written.
//!
//! - What is `const` is not assigned (C11, 6.5.16 (2)), nor is a structure with a member that is (6.3.2.1 (1)). To change it through
//!   a pointer is undefined (6.7.3 (6)), so its address goes only to what does not write.
//! - The address of a `register` variable is not taken (6.5.3.2 (1)).
//! - A local that hides a type or a function is not used as one: the grammar takes names of types for what they were.
//! - A label is there once in a function (6.8.1 (3)), a parameter once in a list (6.2.1, 6.7 (3)), and neither is of type `void`.
//!
//! Where the program has macros of its own the text may mean something else, and is unsupported rather than wrong.

use super::{Context, builtins};
use crate::c::ast::*;
use crate::c::codes::{RESOLVE, TYPE, UNSUPPORTED};
use crate::c::walk;
use concurrent::program::Name;
use source::{Code, Span};
use std::collections::{HashMap, HashSet};

/// Types are followed this far through typedefs, members and pointers.
const MOST_LINKS: u32 = 100;

/// A name that is declared in a function.
#[derive(Clone, Copy)]
struct Known<'a> {
    ty: &'a TypeName,
    is_register: bool,
}

struct Scopes<'a> {
    unit: &'a Unit,
    globals: HashMap<&'a str, &'a TypeName>,
    typedefs: HashMap<&'a str, &'a TypeName>,
    structs: HashMap<&'a str, &'a Struct>,
    functions: HashMap<&'a str, &'a Function>,
    scopes: Vec<HashMap<&'a str, Known<'a>>>,
    labels: HashSet<&'a str>,
    found: Vec<(&'static Code, Span, String)>,
}

impl Context<'_> {
    /// Reports what is wrong with names and qualifiers in all functions.
    pub(super) fn scopes(&mut self) {
        let unit = self.unit;
        let mut scopes = Scopes {
            unit,
            globals: unit.globals.iter().map(|one| (&*one.declared.name, &one.declared.ty)).collect(),
            typedefs: unit.typedefs.iter().map(|one| (&*one.name, &one.ty)).collect(),
            structs: unit.structs.iter().map(|one| (&*one.tag, one)).collect(),
            functions: unit.functions.iter().map(|one| (&*one.name, one)).collect(),
            scopes: Vec::new(),
            labels: HashSet::new(),
            found: Vec::new(),
        };
        for one in &unit.structs {
            one.members.iter().for_each(|member| scopes.must_have_value(member));
        }
        unit.functions.iter().for_each(|function| scopes.function(function));
        for (code, span, message) in scopes.found {
            let code = if unit.macros.is_empty() { code } else { &UNSUPPORTED };
            self.fail::<()>(code, span, message);
        }
    }
}

impl<'a> Scopes<'a> {
    fn function(&mut self, function: &'a Function) {
        self.labels.clear();
        self.scopes = vec![HashMap::new()];
        for param in &function.params {
            self.must_have_value(param);
            let is_known = self.scopes.iter().any(|scope| scope.contains_key(&*param.name));
            if is_known && !param.name.is_empty() {
                self.found.push((&RESOLVE, param.span, format!("`{}` is declared twice", param.name)));
            }
            self.declare(param, false);
        }
        self.stmts(&function.body);
    }

    fn must_have_value(&mut self, declared: &Declared) {
        if matches!(&self.expanded(&declared.ty).kind, TypeKind::Named(name) if name == "void") {
            let message = format!("`{}` is of type `void`, which has no values", declared.name);
            self.found.push((&TYPE, declared.span, message));
        }
    }

    fn declare(&mut self, declared: &'a Declared, is_register: bool) {
        if self.typedefs.contains_key(&*declared.name) {
            let message = format!("a variable `{}` with the name of a type is not modelled", declared.name);
            self.found.push((&UNSUPPORTED, declared.span, message));
        }
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(&declared.name, Known { ty: &declared.ty, is_register });
        }
    }

    fn local(&self, name: &str) -> Option<Known<'a>> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name)).copied()
    }

    fn within(&mut self, work: impl FnOnce(&mut Self)) {
        self.scopes.push(HashMap::new());
        work(self);
        self.scopes.pop();
    }

    fn stmts(&mut self, stmts: &'a [Stmt]) {
        stmts.iter().for_each(|one| self.stmt(one));
    }

    fn stmt(&mut self, one: &'a Stmt) {
        match &one.kind {
            StmtKind::Empty
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Return(None)
            | StmtKind::Goto(_)
            | StmtKind::Unsupported(_) => {}
            StmtKind::Block(body) => self.within(|it| it.stmts(body)),
            StmtKind::Declare(declarations) => {
                for declaration in declarations {
                    self.declare(&declaration.declared, declaration.is_register);
                    if let Some(init) = &declaration.init {
                        walk::initialiser(init, &mut |expr| self.expr(expr));
                    }
                }
            }
            StmtKind::Expr(expr) | StmtKind::Return(Some(expr)) => self.exprs(expr),
            StmtKind::If { condition, then, otherwise } => {
                self.exprs(condition);
                self.within(|it| it.stmt(then));
                self.within(|it| otherwise.iter().for_each(|otherwise| it.stmt(otherwise)));
            }
            StmtKind::While { condition, body } | StmtKind::DoWhile { condition, body } => {
                self.exprs(condition);
                self.within(|it| it.stmt(body));
            }
            StmtKind::For { init, condition, update, body } => self.within(|it| {
                init.iter().for_each(|init| it.stmt(init));
                condition.iter().chain(update).for_each(|expr| it.exprs(expr));
                it.within(|it| it.stmt(body));
            }),
            StmtKind::Switch { operand, body } => {
                self.exprs(operand);
                self.within(|it| it.stmt(body));
            }
            StmtKind::Case { value: _, body } => self.stmts(body),
            StmtKind::Label { name, body } => {
                if !self.labels.insert(name) {
                    self.found.push((&RESOLVE, one.span, format!("the label `{name}` is there twice")));
                }
                self.stmt(body);
            }
            StmtKind::Atomic(body) => self.within(|it| it.stmt(body)),
        }
    }

    fn exprs(&mut self, expr: &'a Expr) {
        walk::exprs(expr, &mut |one| self.expr(one));
    }

    fn expr(&mut self, expr: &'a Expr) {
        match &expr.kind {
            ExprKind::Assign { target, .. } | ExprKind::Count { target, .. } => self.assigned(target),
            ExprKind::Call { function, args } => {
                if self.local(function).is_some() {
                    let message = format!("a call of the variable `{function}` is not modelled");
                    self.found.push((&UNSUPPORTED, expr.span, message));
                }
                for (at, arg) in args.iter().enumerate() {
                    self.argument(function, at, arg);
                }
            }
            ExprKind::AddressOf(place) => {
                if let Some(Known { is_register: true, .. }) = walk::root(place).and_then(|name| self.local(name)) {
                    let message = "the address of a `register` variable is taken here";
                    self.found.push((&TYPE, expr.span, message.to_string()));
                }
            }
            _ => {}
        }
    }

    fn assigned(&mut self, target: &Expr) {
        if self.type_of(target, 0).is_some_and(|ty| !self.is_modifiable(&ty, 0)) {
            let message = "this is `const`, or has a member that is, and is assigned here";
            self.found.push((&TYPE, target.span, message.to_string()));
        }
    }

    /// The address of something `const` as an argument: a function of the program says in its header whether it may write there, of
    /// functions of other headers it is known.
    fn argument(&mut self, function: &Name, at: usize, arg: &Expr) {
        let mut place = arg;
        while let ExprKind::Cast { arg, .. } = &place.kind {
            place = arg;
        }
        let ExprKind::AddressOf(place) = &place.kind else { return };
        if self.type_of(place, 0).is_none_or(|ty| self.is_modifiable(&ty, 0)) {
            return;
        }
        let param = self.functions.get(&**function).and_then(|function| function.params.get(at));
        let may_write = match param {
            Some(param) => match self.expanded(&param.ty).kind {
                TypeKind::Pointer(to) => !self.expanded(&to).is_const,
                _ => true,
            },
            None => builtins::may_write(function, at),
        };
        if may_write {
            let message = "the address of something `const`, through which it may be changed, is not modelled";
            self.found.push((&UNSUPPORTED, arg.span, message.to_string()));
        }
    }

    /// The type without typedefs at its outermost level, with the qualifiers of all of them.
    fn expanded(&self, ty: &TypeName) -> TypeName {
        let mut expanded = ty.clone();
        for _ in 0..MOST_LINKS {
            let TypeKind::Named(name) = &expanded.kind else { break };
            let Some(meant) = self.typedefs.get(&**name) else { break };
            let (is_atomic, is_const) = (expanded.is_atomic || meant.is_atomic, expanded.is_const || meant.is_const);
            expanded = TypeName { is_atomic, is_const, ..(*meant).clone() };
        }
        expanded
    }

    fn is_modifiable(&self, ty: &TypeName, depth: u32) -> bool {
        let ty = self.expanded(ty);
        let is_whole = |tag: &Name| {
            let members = self.structs.get(&**tag).map_or(&[][..], |one| &one.members);
            depth > MOST_LINKS || members.iter().all(|member| self.is_modifiable(&member.ty, depth + 1))
        };
        !ty.is_const && !matches!(&ty.kind, TypeKind::Struct(tag) if !is_whole(tag))
    }

    /// The type of a place, and of what leads to one; none if it is not known.
    fn type_of(&self, expr: &Expr, depth: u32) -> Option<TypeName> {
        if depth > MOST_LINKS {
            return None;
        }
        let of = |expr: &Expr| Some(self.expanded(&self.type_of(expr, depth + 1)?));
        let pointee = |ty: TypeName| match ty.kind {
            TypeKind::Pointer(to) => Some(self.expanded(&to)),
            _ => None,
        };
        match &expr.kind {
            ExprKind::Name(name) => match self.local(name) {
                Some(known) => Some(known.ty.clone()),
                None => self.globals.get(&**name).map(|ty| (*ty).clone()),
            },
            ExprKind::Member { base, member, is_arrow } => {
                let base = of(base)?;
                let base = if *is_arrow { pointee(base)? } else { base };
                let TypeKind::Struct(tag) = &base.kind else { return None };
                let member = self.structs.get(&**tag)?.members.iter().find(|one| one.name == *member)?;
                let is_const = base.is_const || member.ty.is_const;
                Some(TypeName { is_const, ..member.ty.clone() })
            }
            ExprKind::Deref(pointer) => pointee(of(pointer)?),
            ExprKind::AddressOf(place) => {
                let kind = TypeKind::Pointer(Box::new(of(place)?));
                Some(TypeName { kind, is_atomic: false, is_const: false, span: expr.span })
            }
            ExprKind::Cast { ty, .. } | ExprKind::Compound { ty, .. } => Some(ty.clone()),
            ExprKind::Call { function, .. } => {
                self.unit.functions.iter().find(|one| one.name == *function).map(|one| one.result.clone())
            }
            ExprKind::Comma(_, last) => of(last),
            ExprKind::Assign { target, .. } => of(target),
            ExprKind::Conditional { then, .. } => of(then),
            _ => None,
        }
    }
}
