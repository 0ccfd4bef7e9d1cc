//! Expressions of annotations: names resolved, types checked.

use super::codes;
use super::names::{ClassLookup, closest, find_class};
use super::spec::{Bound, Expr, ExprKind, Ghost, SpecType};
use super::syntax::{self, Operator, Special, TypeName};
use crate::object::library::LibraryClass;
use crate::object::text::print_type;
use crate::object::{BinaryOp, ClassId, ClassKind, ClassOrigin, Constant, Method, Program, ScopeEntry, Type, UnaryOp};
use source::{Diagnostic, Span};

pub type Resolved<T> = Result<T, Box<Diagnostic>>;

/// Where an expression stands.
#[derive(Clone, Copy)]
pub struct Scope<'p> {
    pub program: &'p Program,
    pub ghosts: &'p [Ghost],
    pub class: ClassId,
    /// The method whose parameters, or whose locals, may be named.
    pub method: Option<&'p Method>,
    pub entries: &'p [ScopeEntry],
    pub has_this: bool,
    /// Whether `\old` and primes may be used.
    pub is_two_state: bool,
    /// Whether `\result` may be used.
    pub has_result: bool,
}

pub struct Resolver<'p> {
    pub(super) scope: Scope<'p>,
    pub(super) bound: Vec<Bound>,
}

const BOOLEAN: SpecType = SpecType::Java(Type::Boolean);
const INT: SpecType = SpecType::Java(Type::Int);

fn primed_variables<'e>(expr: &'e Expr, found: &mut Vec<&'e Expr>) {
    if let ExprKind::Prime(variable) = &expr.kind {
        found.push(variable);
    }
    expr.children().into_iter().for_each(|child| primed_variables(child, found));
}

/// The variable, outside of `\old` and without a prime.
fn plain_variable<'e>(expr: &'e Expr, variable: &Expr) -> Option<&'e Expr> {
    match &expr.kind {
        ExprKind::Old(_) | ExprKind::Prime(_) => None,
        _ if is_same(expr, variable) => Some(expr),
        _ => expr.children().into_iter().find_map(|child| plain_variable(child, variable)),
    }
}

/// Whether both are the same variable, of whatever object.
fn is_same(left: &Expr, right: &Expr) -> bool {
    match (&left.kind, &right.kind) {
        (ExprKind::Field { field: left, .. }, ExprKind::Field { field: right, .. }) => left == right,
        (ExprKind::Ghost { ghost: left, .. }, ExprKind::Ghost { ghost: right, .. }) => left == right,
        (ExprKind::Element { array: left, .. }, ExprKind::Element { array: right, .. })
        | (ExprKind::Holder(left), ExprKind::Holder(right))
        | (ExprKind::Content(left), ExprKind::Content(right))
        | (ExprKind::Started(left), ExprKind::Started(right)) => {
            is_same(left, right) || matches!((&left.kind, &right.kind), (ExprKind::This, ExprKind::This))
        }
        _ => false,
    }
}

pub fn error<T>(code: &'static source::Code, span: Span, message: impl Into<String>) -> Resolved<T> {
    Err(Box::new(Diagnostic::error(code, span, message)))
}

impl<'p> Resolver<'p> {
    pub fn new(scope: Scope<'p>) -> Resolver<'p> {
        Resolver { scope, bound: Vec::new() }
    }

    pub fn condition(&mut self, expr: &syntax::Expr) -> Resolved<Expr> {
        let found = self.expr(expr)?;
        let mut primed = Vec::new();
        primed_variables(&found, &mut primed);
        if let Some(plain) = primed.iter().find_map(|primed| plain_variable(&found, primed)) {
            let message = "without a prime this is its value after the step too";
            let finding = Diagnostic::error(&codes::TYPE, plain.span, message);
            return Err(Box::new(
                finding.help("write `\\old(x)` for the value before the step, `x'` for the one after"),
            ));
        }
        self.boolean(found)
    }

    fn boolean(&self, expr: Expr) -> Resolved<Expr> {
        match expr.ty {
            BOOLEAN => Ok(expr),
            _ => error(&codes::TYPE, expr.span, format!("expected a condition, this is {}", self.show(&expr.ty))),
        }
    }

    pub(super) fn program(&self) -> &'p Program {
        self.scope.program
    }

    fn show(&self, ty: &SpecType) -> String {
        match ty {
            SpecType::Java(ty) => format!("of type `{}`", print_type(self.program(), ty)),
            SpecType::Thread => "a thread".into(),
            SpecType::ThreadSet => "a set of threads".into(),
        }
    }

    pub fn expr(&mut self, expr: &syntax::Expr) -> Resolved<Expr> {
        let span = expr.span;
        let made = |kind, ty| Ok(Expr { kind, ty, span });
        match &expr.kind {
            syntax::ExprKind::Constant(constant) => {
                let ty = self.constant_type(constant);
                made(ExprKind::Constant(constant.clone()), ty)
            }
            syntax::ExprKind::Name(name) => self.name(name, span),
            syntax::ExprKind::Result => self.result(span),
            syntax::ExprKind::Field { object, name } => self.field_access(object, name, span),
            syntax::ExprKind::ClassLiteral(name) => {
                let class = self.class_of_expr(name)?;
                let ty = self.library_type("java.lang.Class");
                made(ExprKind::Constant(Constant::Class(Type::Class(class))), ty)
            }
            syntax::ExprKind::Index { array, index } => self.element(array, index, span),
            syntax::ExprKind::AllElements(_) => error(&codes::TYPE, span, "`[*]` stands only in `modifies`"),
            syntax::ExprKind::Call { object, name, args } => self.call(object.as_deref(), name, args, span),
            syntax::ExprKind::Old(_) | syntax::ExprKind::Prime(_) if !self.scope.is_two_state => {
                error(&codes::TYPE, span, "there is only one state here: no `\\old` and no prime")
            }
            syntax::ExprKind::Old(inner) => {
                let inner = self.expr(inner)?;
                let ty = inner.ty.clone();
                made(ExprKind::Old(Box::new(inner)), ty)
            }
            syntax::ExprKind::Prime(inner) => {
                let inner = self.expr(inner)?;
                match inner.kind {
                    ExprKind::Field { .. } | ExprKind::Ghost { .. } | ExprKind::Element { .. } => {}
                    ExprKind::Holder(_) | ExprKind::Content(_) | ExprKind::Started(_) => {}
                    _ => return error(&codes::TYPE, span, "a prime stands after a variable that steps can change"),
                }
                let ty = inner.ty.clone();
                made(ExprKind::Prime(Box::new(inner)), ty)
            }
            syntax::ExprKind::Unary { op, arg } => self.unary(*op, arg, span),
            syntax::ExprKind::Binary { op, left, right } => self.binary(*op, left, right, span),
            syntax::ExprKind::Conditional { condition, then, otherwise } => {
                let condition = Box::new(self.condition(condition)?);
                let (then, otherwise) = (self.expr(then)?, self.expr(otherwise)?);
                let Some(ty) = self.joined(&then.ty, &otherwise.ty) else {
                    return self.mismatch(&then, &otherwise, span);
                };
                let (then, otherwise) = (Box::new(then), Box::new(otherwise));
                made(ExprKind::Conditional { condition, then, otherwise }, ty)
            }
            syntax::ExprKind::InstanceOf { value, ty } => {
                let value = self.reference(value)?;
                match self.ty(ty)? {
                    SpecType::Java(ty) => made(ExprKind::InstanceOf { value: Box::new(value), ty }, BOOLEAN),
                    SpecType::Thread | SpecType::ThreadSet => error(&codes::TYPE, ty.span, "expected a class"),
                }
            }
            syntax::ExprKind::Quantifier { is_forall, ty, names, range, body } => {
                self.quantifier(*is_forall, ty, names, range.as_deref(), body, span)
            }
            syntax::ExprKind::Special(Special::EmptySet) => made(ExprKind::EmptySet, SpecType::ThreadSet),
            syntax::ExprKind::Special(Special::Nothing | Special::Everything) => {
                error(&codes::TYPE, span, "this stands only in `modifies`")
            }
        }
    }

    fn constant_type(&self, constant: &Constant) -> SpecType {
        match constant {
            Constant::Null => SpecType::Java(Type::Null),
            Constant::Bool(_) => BOOLEAN,
            Constant::Int(value) if i32::try_from(*value).is_ok() => INT,
            Constant::Int(_) => SpecType::Java(Type::Long),
            Constant::Float(_) => SpecType::Java(Type::Double),
            Constant::String(_) => self.library_type("java.lang.String"),
            Constant::Class(_) => self.library_type("java.lang.Class"),
        }
    }

    fn library_type(&self, name: &str) -> SpecType {
        SpecType::Java(self.program().class_named(name).map_or(Type::Null, Type::Class))
    }

    /// A type as written. `Thread` is that of threads.
    pub fn ty(&self, name: &TypeName) -> Resolved<SpecType> {
        let base = match &*name.name {
            "boolean" => Type::Boolean,
            "byte" => Type::Byte,
            "short" => Type::Short,
            "char" => Type::Char,
            "int" => Type::Int,
            "long" => Type::Long,
            "float" => Type::Float,
            "double" => Type::Double,
            "Thread" if name.dimensions == 0 => return Ok(SpecType::Thread),
            "ThreadSet" if name.dimensions == 0 => return Ok(SpecType::ThreadSet),
            other => Type::Class(self.class_named(other, name.span)?),
        };
        Ok(SpecType::Java((0..name.dimensions).fold(base, |ty, _| Type::Array(Box::new(ty)))))
    }

    fn class_named(&self, name: &str, span: Span) -> Resolved<ClassId> {
        match find_class(self.program(), self.scope.class, name) {
            ClassLookup::Found(class) => Ok(class),
            ClassLookup::None => error(&codes::NAME, span, format!("there is no class `{name}`")),
            ClassLookup::Several => {
                error(&codes::NAME, span, format!("several classes are called `{name}`: write the package too"))
            }
        }
    }

    fn class_of_expr(&self, expr: &syntax::Expr) -> Resolved<ClassId> {
        match dotted(expr) {
            Some(name) => self.class_named(&name, expr.span),
            None => error(&codes::NAME, expr.span, "expected the name of a class"),
        }
    }

    fn result(&self, span: Span) -> Resolved<Expr> {
        let ty = self.scope.method.filter(|_| self.scope.has_result).and_then(|method| method.result.clone());
        match ty {
            Some(ty) => Ok(Expr { kind: ExprKind::Result, ty: SpecType::Java(ty), span }),
            None => error(&codes::TYPE, span, "there is no `\\result` here"),
        }
    }

    fn field_access(&mut self, object: &syntax::Expr, name: &str, span: Span) -> Resolved<Expr> {
        // A dotted name may be a class: its first part is then no variable.
        if let Some(path) = dotted(object).filter(|path| !path.ends_with(".this")) {
            let first = path.split('.').next().unwrap_or(&path).to_string();
            if self.variable(&first, span)?.is_none() {
                let class = self.class_named(&path, object.span)?;
                if name == "this" {
                    return self.enclosing(class, span);
                }
                return match self.member(class, None, name, span)? {
                    Some(member) => Ok(member),
                    None => self.no_member(class, name, span),
                };
            }
        }
        let object = self.expr(object)?;
        let boxed = Box::new(object.clone());
        match (name, &object.ty) {
            ("length", SpecType::Java(Type::Array(_))) => Ok(Expr { kind: ExprKind::Length(boxed), ty: INT, span }),
            (_, SpecType::Java(Type::Class(class))) => match self.member(*class, Some(object.clone()), name, span)? {
                Some(member) => Ok(member),
                None => self.abstract_field(object, name, span),
            },
            (_, SpecType::Thread) if name == "start" || name == "holder" => self.abstract_field(object, name, span),
            (_, SpecType::Thread) => match self.program().class_named("java.lang.Thread") {
                Some(class) => self.no_member(class, name, span),
                None => error(&codes::NAME, span, format!("a thread has no `{name}`")),
            },
            ("holder", SpecType::Java(Type::Array(_))) => self.abstract_field(object, name, span),
            (_, SpecType::Java(_) | SpecType::ThreadSet) => {
                error(&codes::TYPE, span, format!("this has no fields: it is {}", self.show(&object.ty)))
            }
        }
    }

    /// `o.holder` and `t.start`, which Java does not have.
    fn abstract_field(&self, object: Expr, name: &str, span: Span) -> Resolved<Expr> {
        match name {
            "holder" => Ok(Expr { kind: ExprKind::Holder(Box::new(object)), ty: SpecType::Thread, span }),
            "start" if self.is_thread(&object.ty) => {
                Ok(Expr { kind: ExprKind::Started(Box::new(object)), ty: BOOLEAN, span })
            }
            _ => match object.ty {
                SpecType::Java(Type::Class(class)) => self.no_member(class, name, span),
                _ => error(&codes::NAME, span, format!("there is no `{name}` here")),
            },
        }
    }

    fn no_member(&self, class: ClassId, name: &str, span: Span) -> Resolved<Expr> {
        let message = format!("the class `{}` has no field `{name}`", self.program().class(class).name);
        let finding = Diagnostic::error(&codes::NAME, span, message);
        let mut names = vec!["holder".to_string()];
        self.member_names(class, &mut names);
        Err(Box::new(match closest(name, names.iter().map(String::as_str)) {
            Some(close) => finding.help(format!("did you mean `{close}`?")),
            None => finding,
        }))
    }

    /// `Outer.this`.
    fn enclosing(&self, wanted: ClassId, span: Span) -> Resolved<Expr> {
        let mut current = self.scope.has_this.then(|| (self.scope.class, self.own_this(span)));
        while let Some((class, object)) = current {
            if class == wanted {
                return Ok(object);
            }
            current = self.outward(class, object, span);
        }
        error(&codes::NAME, span, "this class does not enclose the annotation")
    }

    fn is_thread(&self, ty: &SpecType) -> bool {
        match ty {
            SpecType::Thread => true,
            SpecType::Java(Type::Class(class)) => {
                let thread = self.program().class_named("java.lang.Thread");
                thread.is_some_and(|thread| self.program().is_subclass(*class, thread))
            }
            SpecType::Java(_) | SpecType::ThreadSet => false,
        }
    }

    fn element(&mut self, array: &syntax::Expr, index: &syntax::Expr, span: Span) -> Resolved<Expr> {
        let (array, index) = (self.expr(array)?, self.expr(index)?);
        if !is_integer(&index.ty) {
            let message = format!("expected a number, this is {}", self.show(&index.ty));
            return error(&codes::TYPE, index.span, message);
        }
        match &array.ty {
            SpecType::Java(Type::Array(element)) => {
                let ty = SpecType::Java((**element).clone());
                let kind = ExprKind::Element { array: Box::new(array), index: Box::new(index) };
                Ok(Expr { kind, ty, span })
            }
            ty => error(&codes::TYPE, array.span, format!("expected an array, this is {}", self.show(ty))),
        }
    }

    fn call(&mut self, object: Option<&syntax::Expr>, name: &str, args: &[syntax::Expr], span: Span) -> Resolved<Expr> {
        let Some(object) = object else {
            return error(&codes::TYPE, span, "annotations call no methods");
        };
        let object = self.expr(object)?;
        let args: Vec<Expr> = args.iter().map(|arg| self.expr(arg)).collect::<Resolved<_>>()?;
        let boxed = Box::new(object.clone());
        match (&object.ty, name, &args[..]) {
            (SpecType::Java(Type::Class(class)), "get", []) if self.is_atomic(*class) => {
                let ty = self.content_type(&object, *class);
                Ok(Expr { kind: ExprKind::Content(boxed), ty, span })
            }
            (SpecType::ThreadSet, "contains" | "with" | "without", [thread]) if self.is_thread(&thread.ty) => {
                let (set, thread) = (boxed, Box::new(thread.clone()));
                let (kind, ty) = match name {
                    "contains" => (ExprKind::Contains { set, thread }, BOOLEAN),
                    "with" => (ExprKind::With { set, thread }, SpecType::ThreadSet),
                    _ => (ExprKind::Without { set, thread }, SpecType::ThreadSet),
                };
                Ok(Expr { kind, ty, span })
            }
            (SpecType::Java(Type::Class(class)), "readLock" | "writeLock", []) if !self.has_sides(*class) => {
                let kind = &self.program().class(*class).name;
                let kind = kind.rsplit('.').next().unwrap_or(kind);
                error(&codes::TYPE, span, format!("this is a `{kind}`, it has no sides"))
            }
            _ => {
                let finding = Diagnostic::error(&codes::TYPE, span, "annotations call no methods");
                Err(Box::new(finding.help("`x.get()` of an atomic and `s.contains(t)` of a set of threads are known")))
            }
        }
    }

    fn has_sides(&self, class: ClassId) -> bool {
        self.program().class(class).origin == ClassOrigin::Library(LibraryClass::ReadWriteLock)
    }

    fn is_atomic(&self, class: ClassId) -> bool {
        self.program().class(class).origin == ClassOrigin::Library(LibraryClass::Atomic)
    }

    fn content_type(&self, object: &Expr, class: ClassId) -> SpecType {
        let argument = match &object.kind {
            ExprKind::Field { field, .. } => self.program().field(*field).type_arguments.first().cloned(),
            _ => None,
        };
        match &*self.program().class(class).name {
            "java.util.concurrent.atomic.AtomicInteger" => INT,
            "java.util.concurrent.atomic.AtomicLong" => SpecType::Java(Type::Long),
            "java.util.concurrent.atomic.AtomicBoolean" => BOOLEAN,
            _ => argument.map_or_else(|| self.library_type("java.lang.Object"), SpecType::Java),
        }
    }

    fn reference(&mut self, expr: &syntax::Expr) -> Resolved<Expr> {
        let found = self.expr(expr)?;
        match &found.ty {
            SpecType::Thread => Ok(found),
            SpecType::Java(ty) if ty.is_reference() => Ok(found),
            ty => error(&codes::TYPE, found.span, format!("expected an object, this is {}", self.show(ty))),
        }
    }

    fn unary(&mut self, op: UnaryOp, arg: &syntax::Expr, span: Span) -> Resolved<Expr> {
        let arg = self.expr(arg)?;
        let fits = match op {
            UnaryOp::Not => arg.ty == BOOLEAN,
            UnaryOp::Negate => is_number(&arg.ty),
            UnaryOp::Complement => is_integer(&arg.ty),
        };
        if !fits {
            let wanted = if op == UnaryOp::Not { "a condition" } else { "a number" };
            return error(&codes::TYPE, arg.span, format!("expected {wanted}, this is {}", self.show(&arg.ty)));
        }
        let ty = if op == UnaryOp::Not { BOOLEAN } else { wider(&arg.ty, &INT) };
        Ok(Expr { kind: ExprKind::Unary { op, arg: Box::new(arg) }, ty, span })
    }

    fn binary(&mut self, op: Operator, left: &syntax::Expr, right: &syntax::Expr, span: Span) -> Resolved<Expr> {
        let (left, right) = (self.expr(left)?, self.expr(right)?);
        let ty = match op {
            Operator::And | Operator::Or | Operator::Implies | Operator::Iff => {
                let (left, right) = (self.boolean(left)?, self.boolean(right)?);
                let kind = ExprKind::Binary { op, left: Box::new(left), right: Box::new(right) };
                return Ok(Expr { kind, ty: BOOLEAN, span });
            }
            Operator::Java(op) => self.java_operator(op, &left, &right),
        };
        match ty {
            Some(ty) => {
                let kind = ExprKind::Binary { op, left: Box::new(left), right: Box::new(right) };
                Ok(Expr { kind, ty, span })
            }
            None => self.mismatch(&left, &right, span),
        }
    }

    fn mismatch(&self, left: &Expr, right: &Expr, span: Span) -> Resolved<Expr> {
        let message =
            format!("these do not fit together: one is {}, the other {}", self.show(&left.ty), self.show(&right.ty));
        let is_cell = |expr: &Expr| matches!(expr.ty, SpecType::Java(Type::Class(class)) if self.is_atomic(class));
        let found = error(&codes::TYPE, span, message);
        match is_cell(left) || is_cell(right) {
            true => found.map_err(|found| Box::new(found.help("write `x.get()` for what an atomic `x` holds"))),
            false => found,
        }
    }

    fn java_operator(&self, op: BinaryOp, left: &Expr, right: &Expr) -> Option<SpecType> {
        let numbers = is_number(&left.ty) && is_number(&right.ty);
        let integers = is_integer(&left.ty) && is_integer(&right.ty);
        let booleans = left.ty == BOOLEAN && right.ty == BOOLEAN;
        match op {
            BinaryOp::Equal | BinaryOp::NotEqual => {
                (numbers || self.joined(&left.ty, &right.ty).is_some()).then_some(BOOLEAN)
            }
            BinaryOp::Less | BinaryOp::LessEqual | BinaryOp::Greater | BinaryOp::GreaterEqual => {
                numbers.then_some(BOOLEAN)
            }
            BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::Remainder => {
                numbers.then(|| wider(&left.ty, &right.ty))
            }
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor if booleans => Some(BOOLEAN),
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => integers.then(|| wider(&left.ty, &right.ty)),
            BinaryOp::ShiftLeft | BinaryOp::ShiftRight | BinaryOp::ShiftRightUnsigned => {
                integers.then(|| wider(&left.ty, &INT))
            }
        }
    }

    /// The type of values of both types, if they can be the same.
    fn joined(&self, left: &SpecType, right: &SpecType) -> Option<SpecType> {
        if left == right {
            return Some(left.clone());
        }
        if is_number(left) && is_number(right) {
            return Some(wider(left, right));
        }
        match (left, right) {
            (SpecType::Thread, other) | (other, SpecType::Thread) => {
                let fits = self.is_thread(other) || *other == SpecType::Java(Type::Null) || self.is_top(other);
                fits.then_some(SpecType::Thread)
            }
            (SpecType::Java(Type::Null), SpecType::Java(other))
            | (SpecType::Java(other), SpecType::Java(Type::Null)) => {
                other.is_reference().then(|| SpecType::Java(other.clone()))
            }
            (SpecType::Java(Type::Class(a)), SpecType::Java(Type::Class(b))) => {
                let program = self.program();
                let open = |class: ClassId| program.class(class).kind == ClassKind::Interface;
                match () {
                    () if program.is_subclass(*a, *b) => Some(right.clone()),
                    () if program.is_subclass(*b, *a) => Some(left.clone()),
                    // An object may be of both.
                    () if open(*a) || open(*b) => Some(self.library_type("java.lang.Object")),
                    () => None,
                }
            }
            (SpecType::Java(Type::Array(_)), other) | (other, SpecType::Java(Type::Array(_))) if self.is_top(other) => {
                Some(other.clone())
            }
            _ => None,
        }
    }

    fn is_top(&self, ty: &SpecType) -> bool {
        *ty == self.library_type("java.lang.Object")
    }

    fn quantifier(
        &mut self,
        is_forall: bool,
        ty: &TypeName,
        names: &[(String, Span)],
        range: Option<&syntax::Expr>,
        body: &syntax::Expr,
        span: Span,
    ) -> Resolved<Expr> {
        let ty = self.ty(ty)?;
        let depth = self.bound.len();
        for (name, _) in names {
            let number = self.bound.len() as u32;
            self.bound.push(Bound { name: name.clone(), number, ty: ty.clone() });
        }
        let range = range.map(|range| self.condition(range)).transpose();
        let body = self.condition(body);
        let variables = self.bound.split_off(depth);
        let (range, body) = (range?, body?);
        let body = match range {
            None => body,
            Some(range) => {
                let op = if is_forall { Operator::Implies } else { Operator::And };
                let span = range.span.to(body.span);
                let kind = ExprKind::Binary { op, left: Box::new(range), right: Box::new(body) };
                Expr { kind, ty: BOOLEAN, span }
            }
        };
        Ok(Expr { kind: ExprKind::Quantifier { is_forall, variables, body: Box::new(body) }, ty: BOOLEAN, span })
    }

    /// Whether a value of the second type may be put into a variable of the first.
    pub fn accepts(&self, target: &SpecType, value: &SpecType) -> bool {
        match (target, value) {
            (SpecType::Java(Type::Class(target)), SpecType::Java(Type::Class(value))) => {
                self.program().is_subclass(*value, *target)
            }
            _ => self.joined(target, value).is_some(),
        }
    }
}

/// `a.b.C` as text.
fn dotted(expr: &syntax::Expr) -> Option<String> {
    match &expr.kind {
        syntax::ExprKind::Name(name) => Some(name.clone()),
        syntax::ExprKind::Field { object, name } => Some(format!("{}.{name}", dotted(object)?)),
        _ => None,
    }
}

fn is_integer(ty: &SpecType) -> bool {
    matches!(ty, SpecType::Java(ty) if ty.integer().is_some())
}

fn is_number(ty: &SpecType) -> bool {
    is_integer(ty) || matches!(ty, SpecType::Java(Type::Float | Type::Double))
}

/// The type that an operator on two numbers works on.
fn wider(left: &SpecType, right: &SpecType) -> SpecType {
    let rank = |ty: &SpecType| match ty {
        SpecType::Java(Type::Double) => 3,
        SpecType::Java(Type::Float) => 2,
        SpecType::Java(Type::Long) => 1,
        SpecType::Java(_) | SpecType::Thread | SpecType::ThreadSet => 0,
    };
    SpecType::Java(match rank(left).max(rank(right)) {
        3 => Type::Double,
        2 => Type::Float,
        1 => Type::Long,
        _ => Type::Int,
    })
}
