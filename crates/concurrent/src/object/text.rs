//! The object program as text, for people and for snapshots. Models are left out.
//!
//! ```text
//! public class Counter
//!   private int value
//!   public void increment(this: Counter)
//!     0 -> 1: t0 := this.value
//!     1 -> 2: this.value := t0 + 1
//! ```
//! An edge is its two nodes, its instruction and, after `!`, the node where an exception leads. The exit is `end` and the
//! exceptional exit `thrown`.

use super::{
    AnnotationForm, Body, Call, CallKind, Check, Class, ClassId, ClassKind, ClassOrigin, Constant, Edge, Expr,
    ExprKind, Field, Graph, Instruction, LocalId, Method, MethodId, MethodKind, Name, NodeId, Program, Type, UnaryOp,
    Visibility,
};
use std::collections::HashSet;
use std::fmt::Write;

/// All classes whose text was given.
pub fn print(program: &Program) -> String {
    let classes = program.class_ids().filter(|class| program.class(*class).is_from_source());
    let texts: Vec<String> = classes.map(|class| print_class(program, class)).collect();
    texts.join("\n")
}

pub fn print_class(program: &Program, class: ClassId) -> String {
    let mut printer = Printer { program, text: String::new() };
    printer.class(class);
    printer.text
}

/// A method with its header.
pub fn print_method(program: &Program, method: MethodId) -> String {
    let mut printer = Printer { program, text: String::new() };
    printer.method(program.method(method));
    printer.text
}

/// An instruction as it stands in a method.
pub fn print_instruction(program: &Program, method: &Method, instruction: &Instruction) -> String {
    Writer::new(program, method).instruction(instruction)
}

pub fn print_expr(program: &Program, method: &Method, expr: &Expr) -> String {
    Writer::new(program, method).expr(expr)
}

pub fn print_type(program: &Program, ty: &Type) -> String {
    match ty {
        Type::Boolean => "boolean".into(),
        Type::Byte => "byte".into(),
        Type::Short => "short".into(),
        Type::Char => "char".into(),
        Type::Int => "int".into(),
        Type::Long => "long".into(),
        Type::Float => "float".into(),
        Type::Double => "double".into(),
        Type::Null => "null".into(),
        Type::Class(class) => short(&program.class(*class).name).into(),
        Type::Array(element) => format!("{}[]", print_type(program, element)),
    }
}

/// `Class.method`, with the class's short name.
pub fn method_name(program: &Program, method: MethodId) -> String {
    let method = program.method(method);
    format!("{}.{}", short(&program.class(method.class).name), method.name)
}

/// A name without its package: packages begin with small letters.
fn short(name: &Name) -> &str {
    let mut rest: &str = name;
    while let Some((first, after)) = rest.split_once('.') {
        if first.starts_with(|c: char| c.is_uppercase()) {
            break;
        }
        rest = after;
    }
    rest
}

struct Printer<'p> {
    program: &'p Program,
    text: String,
}

impl Printer<'_> {
    fn line(&mut self, indent: usize, line: &str) {
        let _ = writeln!(self.text, "{}{line}", "  ".repeat(indent));
    }

    fn annotations(&mut self, indent: usize, annotations: &[super::Annotation]) {
        for annotation in annotations {
            let words: Vec<&str> = annotation.text.split_whitespace().collect();
            match annotation.form {
                AnnotationForm::Comment | AnnotationForm::Java => self.line(indent, &words.join(" ")),
            }
        }
    }

    fn class(&mut self, id: ClassId) {
        let class = self.program.class(id);
        self.annotations(0, &class.annotations);
        let header = self.class_header(class);
        self.line(0, &header);
        for field in &class.fields {
            self.field(self.program.field(*field));
        }
        for method in &class.methods {
            self.method(self.program.method(*method));
        }
    }

    fn class_header(&self, class: &Class) -> String {
        let mut words = vec![visibility(class.visibility)];
        words.extend(class.is_abstract.then_some("abstract").filter(|_| class.kind == ClassKind::Class));
        words.extend(class.is_final.then_some("final").filter(|_| class.kind == ClassKind::Class));
        words.push(match (class.origin, class.kind) {
            (ClassOrigin::Lambda, _) => "lambda",
            (_, ClassKind::Class) => "class",
            (_, ClassKind::Interface) => "interface",
            (_, ClassKind::Enum) => "enum",
            (_, ClassKind::Record) => "record",
            (_, ClassKind::AnnotationType) => "@interface",
        });
        words.push(&class.name);
        let mut header = words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
        let name = |id: &ClassId| &*self.program.class(*id).name;
        if let Some(parent) = &class.superclass
            && name(parent) != "java.lang.Object"
        {
            let _ = write!(header, " extends {}", name(parent));
        }
        if !class.interfaces.is_empty() {
            let names: Vec<&str> = class.interfaces.iter().map(name).collect();
            let _ = write!(header, " implements {}", names.join(", "));
        }
        header
    }

    fn field(&mut self, field: &Field) {
        self.annotations(1, &field.annotations);
        let mut words = vec![visibility(field.visibility)];
        words.extend(field.is_static.then_some("static"));
        words.extend(field.is_final.then_some("final"));
        words.extend(field.is_volatile.then_some("volatile"));
        let mut ty = print_type(self.program, &field.ty);
        if !field.type_arguments.is_empty() {
            let args: Vec<String> = field.type_arguments.iter().map(|arg| print_type(self.program, arg)).collect();
            let _ = write!(ty, "<{}>", args.join(", "));
        }
        words.push(&ty);
        words.push(&field.name);
        let mut line = words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
        if let Some(value) = &field.constant {
            let _ = write!(line, " = {}", constant(self.program, value));
        }
        self.line(1, &line);
    }

    fn method(&mut self, method: &Method) {
        self.annotations(1, &method.annotations);
        let header = self.method_header(method);
        match &method.body {
            Body::Graph(graph) => {
                self.line(1, &header);
                self.graph(method, graph);
            }
            Body::Library(kind) => self.line(1, &format!("{header} = {}", kind.name())),
            Body::Abstract => self.line(1, &format!("{header} abstract")),
            Body::Native => self.line(1, &format!("{header} native")),
            Body::Unsupported(gap) => self.line(1, &format!("{header} unsupported: {}", gap.message)),
        }
    }

    fn method_header(&self, method: &Method) -> String {
        let mut words = vec![visibility(method.visibility).to_string()];
        words.extend(method.is_static.then(|| "static".to_string()));
        words.extend(method.is_final.then(|| "final".to_string()));
        words.extend(method.is_synchronized.then(|| "synchronized".to_string()));
        words.extend(match (&method.result, method.kind) {
            (Some(ty), _) => Some(print_type(self.program, ty)),
            (None, MethodKind::Method) => Some("void".to_string()),
            (None, MethodKind::Constructor | MethodKind::StaticInitializer) => None,
        });
        let params = method.params.iter().map(|param| {
            let local = method.local(*param);
            format!("{}: {}", local.name, print_type(self.program, &local.ty))
        });
        words.push(format!("{}({})", method.name, params.collect::<Vec<_>>().join(", ")));
        if !method.throws.is_empty() {
            let names: Vec<&str> = method.throws.iter().map(|class| short(&self.program.class(*class).name)).collect();
            words.push(format!("throws {}", names.join(", ")));
        }
        words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
    }

    fn graph(&mut self, method: &Method, graph: &Graph) {
        let writer = Writer::new(self.program, method);
        let lines: Vec<String> = graph.edges.iter().map(|edge| writer.edge(graph, edge)).collect();
        lines.iter().for_each(|line| self.line(2, line));
    }
}

fn visibility(visibility: Visibility) -> &'static str {
    match visibility {
        Visibility::Public => "public",
        Visibility::Protected => "protected",
        Visibility::Package => "",
        Visibility::Private => "private",
    }
}

fn constant(program: &Program, constant: &Constant) -> String {
    match constant {
        Constant::Null => "null".into(),
        Constant::Bool(value) => value.to_string(),
        Constant::Int(value) => value.to_string(),
        Constant::Float(value) => format!("{value:?}"),
        Constant::String(text) => format!("{text:?}"),
        Constant::Class(ty) => format!("{}.class", print_type(program, ty)),
    }
}

struct Writer<'p> {
    program: &'p Program,
    method: &'p Method,
    /// Names that several locals share.
    shared: HashSet<&'p str>,
}

impl<'p> Writer<'p> {
    fn new(program: &'p Program, method: &'p Method) -> Writer<'p> {
        let mut seen = HashSet::new();
        let mut shared = HashSet::new();
        for local in &method.locals {
            if !seen.insert(&*local.name) {
                shared.insert(&*local.name);
            }
        }
        Writer { program, method, shared }
    }

    fn edge(&self, graph: &Graph, edge: &Edge) -> String {
        let node = |node: NodeId| match node {
            node if node == graph.exit => "end".to_string(),
            node if node == graph.exceptional_exit => "thrown".to_string(),
            node => node.0.to_string(),
        };
        let mut line = format!("{} -> {}: {}", node(edge.from), node(edge.to), self.instruction(&edge.instruction));
        if let Some(unwind) = edge.unwind {
            let _ = write!(line, " ! {}", node(unwind));
        }
        line
    }

    fn local(&self, local: LocalId) -> String {
        let name = &self.method.local(local).name;
        match self.shared.contains(&**name) {
            true => format!("{name}#{}", local.0),
            false => name.to_string(),
        }
    }

    fn place(&self, object: &Option<Expr>, field: super::FieldId) -> String {
        let entry = self.program.field(field);
        match object {
            Some(object) => format!("{}.{}", self.operand(object), entry.name),
            None => format!("{}.{}", short(&self.program.class(entry.class).name), entry.name),
        }
    }

    fn instruction(&self, instruction: &Instruction) -> String {
        match instruction {
            Instruction::Skip => "skip".into(),
            Instruction::Assign { target, value } => format!("{} := {}", self.local(*target), self.expr(value)),
            Instruction::ReadField { target, object, field } => {
                format!("{} := {}", self.local(*target), self.place(object, *field))
            }
            Instruction::WriteField { object, field, value } => {
                format!("{} := {}", self.place(object, *field), self.expr(value))
            }
            Instruction::ReadElement { target, array, index } => {
                format!("{} := {}[{}]", self.local(*target), self.operand(array), self.expr(index))
            }
            Instruction::WriteElement { array, index, value } => {
                format!("{}[{}] := {}", self.operand(array), self.expr(index), self.expr(value))
            }
            Instruction::ArrayLength { target, array } => {
                format!("{} := length {}", self.local(*target), self.expr(array))
            }
            Instruction::NewObject { target, class } => {
                format!("{} := new {}", self.local(*target), short(&self.program.class(*class).name))
            }
            Instruction::NewArray { target, ty, lengths } => {
                let lengths: Vec<String> = lengths.iter().map(|length| self.expr(length)).collect();
                format!("{} := new {} of {}", self.local(*target), print_type(self.program, ty), lengths.join(", "))
            }
            Instruction::Call(call) => self.call(call),
            Instruction::Enter(monitor) => format!("enter {}", self.expr(monitor)),
            Instruction::Exit(monitor) => format!("exit {}", self.expr(monitor)),
            Instruction::Assume(condition) => format!("assume {}", self.expr(condition)),
            Instruction::Check(check) => self.check(check),
            Instruction::Throw(value) => format!("throw {}", self.expr(value)),
            Instruction::Annotation(found) => {
                let words: Vec<&str> = found.annotation.text.split_whitespace().collect();
                words.join(" ")
            }
        }
    }

    fn call(&self, call: &Call) -> String {
        let args: Vec<String> = call.args.iter().map(|arg| self.expr(arg)).collect();
        let method = self.program.method(call.method);
        let name = format!("{}.{}", short(&self.program.class(method.class).name), method.name);
        let mut text = match (&call.kind, &call.receiver) {
            (CallKind::Virtual, Some(receiver)) => {
                format!("{}.{name}({})", self.operand(receiver), args.join(", "))
            }
            (_, Some(receiver)) => {
                let all: Vec<String> = std::iter::once(self.expr(receiver)).chain(args).collect();
                format!("{name}({})", all.join(", "))
            }
            (_, None) => format!("{name}({})", args.join(", ")),
        };
        if call.kind == CallKind::Virtual && call.targets != [call.method] {
            let names: Vec<String> = call.targets.iter().map(|target| method_name(self.program, *target)).collect();
            let _ = match names.len() {
                0 => write!(text, " to nothing known"),
                1..=6 => write!(text, " to {}", names.join(", ")),
                more => write!(text, " to {more} methods"),
            };
        }
        match call.target {
            Some(target) => format!("{} := {text}", self.local(target)),
            None => text,
        }
    }

    fn check(&self, check: &Check) -> String {
        match check {
            Check::NotNull(value) => format!("check {} is not null", self.expr(value)),
            Check::InBounds { array, index } => format!("check {} is in {}", self.expr(index), self.expr(array)),
            Check::NotNegative(value) => format!("check {} is not negative", self.expr(value)),
            Check::NotZero(value) => format!("check {} is not zero", self.expr(value)),
            Check::Cast { value, ty } => format!("check {} is {}", self.expr(value), print_type(self.program, ty)),
            Check::ArrayStore { array, value } => format!("check {} holds {}", self.expr(array), self.expr(value)),
            Check::Assertion(value) => format!("check {}", self.expr(value)),
        }
    }

    fn expr(&self, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Local(local) => self.local(*local),
            ExprKind::Constant(value) => constant(self.program, value),
            ExprKind::Unary { op, arg } => format!("{}{}", unary(*op), self.operand(arg)),
            ExprKind::Binary { op, left, right } => {
                format!("{} {} {}", self.operand(left), op.symbol(), self.operand(right))
            }
            ExprKind::Convert(arg) | ExprKind::Cast(arg) => {
                format!("({}) {}", print_type(self.program, &expr.ty), self.operand(arg))
            }
            ExprKind::InstanceOf { value, ty } => {
                format!("{} instanceof {}", self.operand(value), print_type(self.program, ty))
            }
            ExprKind::Concat(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.expr(part)).collect();
                format!("concat({})", parts.join(", "))
            }
        }
    }

    fn operand(&self, expr: &Expr) -> String {
        match expr.kind {
            ExprKind::Local(_) | ExprKind::Constant(_) | ExprKind::Concat(_) => self.expr(expr),
            ExprKind::Unary { .. }
            | ExprKind::Binary { .. }
            | ExprKind::Convert(_)
            | ExprKind::Cast(_)
            | ExprKind::InstanceOf { .. } => format!("({})", self.expr(expr)),
        }
    }
}

fn unary(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Not => "!",
        UnaryOp::Negate => "-",
        UnaryOp::Complement => "~",
    }
}
