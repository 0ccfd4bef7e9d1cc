//! Programs as C-like text: `counterpoint dump --stage concurrent`.
//!
//! A procedure is a list of points, each with the steps that lead on from it: `3: top := Top; -> 4`. Points within an
//! atomic block are marked with `|`. Expressions have C's spelling, with as many parentheses as it takes.

use crate::program::*;
use std::fmt::Write;

/// The whole program.
pub fn print(program: &Program) -> String {
    let mut text = String::new();
    for annotation in &program.annotations {
        let _ = writeln!(text, "//@ {}", annotation.text.trim());
    }
    for record in &program.records {
        let _ = writeln!(text, "struct {} {{", record.name);
        for field in &record.fields {
            let _ = writeln!(text, "  {} {};", ty(program, field.ty), field.name);
        }
        text.push_str("};\n");
    }
    for global in &program.globals {
        let _ = writeln!(text, "{} {};", ty(program, global.ty), global.name);
    }
    for procedure in &program.procedures {
        text.push('\n');
        text.push_str(&print_procedure(program, procedure));
    }
    text
}

pub fn print_procedure(program: &Program, procedure: &Procedure) -> String {
    let declared = |local: &LocalId| {
        let variable = procedure.local(*local);
        format!("{} {}", ty(program, variable.ty), variable.name)
    };
    let list = |locals: &[LocalId]| locals.iter().map(declared).collect::<Vec<_>>().join(", ");
    let mut text = format!("{}({})", procedure.name, list(&procedure.params));
    if !procedure.results.is_empty() {
        let _ = write!(text, " -> ({})", list(&procedure.results));
    }
    text.push_str(" {\n");
    for (at, _) in procedure.locals.iter().enumerate() {
        let local = LocalId(at as u32);
        if !procedure.params.contains(&local) && !procedure.results.contains(&local) {
            let _ = writeln!(text, "  {};", declared(&local));
        }
    }
    for (at, node) in procedure.nodes.iter().enumerate() {
        let id = NodeId(at as u32);
        let bar = if node.is_within_atomic { "|" } else { " " };
        if id == procedure.exit {
            let _ = writeln!(text, "{bar} {at}: return");
        }
        for edge in procedure.edges.iter().filter(|edge| edge.from == id) {
            let step = step(program, procedure, &edge.step);
            let _ = writeln!(text, "{bar} {at}: {step}{}-> {}", if step.is_empty() { "" } else { " " }, edge.to.0);
        }
    }
    text.push_str("}\n");
    text
}

/// The commands of a step, each with its semicolon.
pub fn step(program: &Program, procedure: &Procedure, step: &Step) -> String {
    step.cmds.iter().map(|one| cmd(program, procedure, one)).collect::<Vec<_>>().join(" ")
}

pub fn cmd(program: &Program, procedure: &Procedure, cmd: &Cmd) -> String {
    let show = |expr: &Expr| expr_text(program, procedure, expr, 0);
    match &cmd.kind {
        CmdKind::Assume(condition) => format!("assume({});", show(condition)),
        CmdKind::Assert(condition) => format!("assert({});", show(condition)),
        CmdKind::Assign { target, value } => format!("{} = {};", place(program, procedure, target), show(value)),
        CmdKind::Havoc(target) => format!("{} = *;", place(program, procedure, target)),
        CmdKind::Alloc { target, record } => {
            format!("{} = malloc({});", procedure.local(*target).name, program.record(*record).name)
        }
        CmdKind::Free(pointer) => format!("free({});", show(pointer)),
    }
}

pub fn ty(program: &Program, ty: Type) -> String {
    match ty {
        Type::Bool => "bool".to_string(),
        Type::Int { bits, is_signed: true } => format!("int{bits}"),
        Type::Int { bits, is_signed: false } => format!("uint{bits}"),
        Type::Pointer(record) => format!("{} *", program.record(record).name),
        Type::Version => "version".to_string(),
        Type::Thread => "thread".to_string(),
    }
}

pub fn place(program: &Program, procedure: &Procedure, place: &Place) -> String {
    match &place.kind {
        PlaceKind::Local(local) => procedure.local(*local).name.to_string(),
        PlaceKind::Global(global) => program.global(*global).name.to_string(),
        PlaceKind::Field { base, record, field } => {
            let name = &program.record(*record).fields[field.index()].name;
            format!("{}->{name}", expr_text(program, procedure, base, POSTFIX))
        }
    }
}

pub fn expr(program: &Program, procedure: &Procedure, expr: &Expr) -> String {
    expr_text(program, procedure, expr, 0)
}

/// How tightly postfix and prefix operators bind.
const POSTFIX: u8 = 12;
const PREFIX: u8 = 11;

fn expr_text(program: &Program, procedure: &Procedure, expr: &Expr, context: u8) -> String {
    let show = |expr: &Expr, context| expr_text(program, procedure, expr, context);
    match &expr.kind {
        ExprKind::Read(from) => place(program, procedure, from),
        ExprKind::Null => "NULL".to_string(),
        ExprKind::Bool(value) => value.to_string(),
        ExprKind::Int(value) => value.to_string(),
        ExprKind::NoThread => "nobody".to_string(),
        ExprKind::ThisThread => "self".to_string(),
        ExprKind::Unary { op, arg } => {
            let arg = show(arg, PREFIX);
            let text = match op {
                UnaryOp::Not => format!("!{arg}"),
                UnaryOp::Negate => format!("-{arg}"),
                UnaryOp::Complement => format!("~{arg}"),
                UnaryOp::Convert => format!("({}){arg}", ty(program, expr.ty)),
            };
            parenthesised(text, context > PREFIX)
        }
        ExprKind::Binary { op, left, right } => {
            let (sign, level) = binary(*op, left.ty);
            let text = format!("{} {sign} {}", show(left, level), show(right, level + 1));
            parenthesised(text, context > level)
        }
    }
}

fn parenthesised(text: String, needed: bool) -> String {
    if needed { format!("({text})") } else { text }
}

/// The sign and how tightly it binds. Conjunction and disjunction have no other effect than their value.
fn binary(op: BinaryOp, operand: Type) -> (&'static str, u8) {
    let is_logical = operand == Type::Bool;
    match op {
        BinaryOp::Multiply => ("*", 10),
        BinaryOp::Divide => ("/", 10),
        BinaryOp::Remainder => ("%", 10),
        BinaryOp::Add => ("+", 9),
        BinaryOp::Subtract => ("-", 9),
        BinaryOp::ShiftLeft => ("<<", 8),
        BinaryOp::ShiftRight => (">>", 8),
        BinaryOp::Less => ("<", 7),
        BinaryOp::LessEqual => ("<=", 7),
        BinaryOp::Equal => ("==", 6),
        BinaryOp::NotEqual => ("!=", 6),
        BinaryOp::BitAnd if is_logical => ("&&", 2),
        BinaryOp::BitOr if is_logical => ("||", 1),
        BinaryOp::BitAnd => ("&", 5),
        BinaryOp::BitXor => ("^", 4),
        BinaryOp::BitOr => ("|", 3),
    }
}
