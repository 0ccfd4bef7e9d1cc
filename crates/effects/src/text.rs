//! Summaries as C-like text.

use crate::code::{AgeOf, Code, Expr, Op};
use crate::interference::Summary;
use crate::value::{ANY, FIRST, GREATER, LESS, NOBODY, NULL, SELF, UNDEFINED, Val, as_constant};
use crate::view::Slot;
use concurrent::program::{BinaryOp, Name};
use concurrent::spec::Kind;
use std::fmt::Write;

/// `atomic { /* push */ … }`.
pub fn print(code: &Code, summary: &Summary) -> String {
    let mut text = format!("atomic {{ /* {} */\n", summary.of);
    let names = Names { code, locals: &summary.locals, first: code.first_temporary };
    for op in &summary.ops {
        let line = names.op(op);
        if !line.is_empty() {
            let _ = writeln!(text, "  {line}");
        }
    }
    text.push_str("}\n");
    text
}

/// An operation of a procedure of the code.
pub fn print_op(code: &Code, locals: &[Name], op: &Op) -> String {
    Names { code, locals, first: code.first_local() }.op(op)
}

struct Names<'a> {
    code: &'a Code,
    locals: &'a [Name],
    /// The slot of the first local.
    first: Slot,
}

impl Names<'_> {
    fn op(&self, op: &Op) -> String {
        match op {
            Op::Assume(expr) => format!("assume({});", self.expr(expr)),
            Op::Assert(expr) => format!("assert({});", self.expr(expr)),
            Op::Set(slot, value) if self.code.is_global(*slot) => {
                format!("{} = {};", self.slot(*slot), self.expr(value))
            }
            Op::Set(slot, value) => format!("{} = {};", self.slot(*slot), self.expr(value)),
            Op::SetNext(base, value) => {
                format!("{}->{} = {};", self.base(base), self.code.fields.next, self.expr(value))
            }
            Op::SetData(base, value) => {
                format!("{}->{} = {};", self.base(base), self.code.fields.data, self.expr(value))
            }
            Op::SetAge(place, value) => match value {
                Expr::Successor(of) if **of == Expr::Age(place.clone()) => format!("{}++;", self.age(place)),
                _ => format!("{} = {};", self.age(place), self.expr(value)),
            },
            Op::Alloc(slot) => format!("{} = malloc(sizeof({}));", self.slot(*slot), self.code.fields.record),
            Op::Free(expr) => format!("free({});", self.expr(expr)),
            Op::Pick(slot) => format!("{} = *;", self.slot(*slot)),
            Op::Insert(value) => format!("/* inserts {} */", self.expr(value)),
            Op::Remove(value) => format!("/* removes {} */", self.expr(value)),
            Op::Choose(slot) => format!("{} = any cell;", self.slot(*slot)),
            Op::Is(expr, role) => format!("assume({} {});", self.expr(expr), key_role(*role)),
            Op::Lock(base) => format!("lock({});", self.expr(base)),
            Op::Unlock(base) => format!("unlock({});", self.expr(base)),
            Op::InitLock(base) => format!("initialise the lock of {};", self.expr(base)),
            Op::MarkEmpty => "/* finds nothing, if nothing is found */".into(),
        }
    }

    fn slot(&self, slot: Slot) -> String {
        let code = self.code;
        if code.is_global(slot) {
            return code.globals[usize::from(slot)].to_string();
        }
        let local = usize::from(slot).checked_sub(usize::from(self.first));
        let name = local.and_then(|at| self.locals.get(at));
        name.map_or_else(|| "value".into(), |name| name.to_string())
    }

    fn base(&self, expr: &Expr) -> String {
        match expr {
            Expr::Slot(_) | Expr::Next(_) => self.expr(expr),
            _ => format!("({})", self.expr(expr)),
        }
    }

    fn age(&self, place: &AgeOf) -> String {
        match place {
            AgeOf::Global(at) => self.code.ages[usize::from(*at)].to_string(),
            AgeOf::Cell(base) => format!("{}->{}", self.base(base), self.code.fields.age),
        }
    }

    fn expr(&self, expr: &Expr) -> String {
        match expr {
            Expr::Slot(slot) => self.slot(*slot),
            Expr::Value(NULL) => "NULL".into(),
            Expr::Value(NOBODY) => "nobody".into(),
            Expr::Value(SELF) => "self".into(),
            Expr::Value(ANY | UNDEFINED) | Expr::Unknown => "*".into(),
            Expr::Value(FIRST) if self.code.kind == Kind::Set => "k".into(),
            Expr::Value(LESS) => "a key less than k".into(),
            Expr::Value(GREATER) => "a key greater than k".into(),
            Expr::Value(value) => {
                as_constant(*value).map_or_else(|| "*".into(), |at| self.code.constants[at].to_string())
            }
            Expr::Next(base) => format!("{}->{}", self.base(base), self.code.fields.next),
            Expr::Data(base) => format!("{}->{}", self.base(base), self.code.fields.data),
            Expr::Age(place) => self.age(place),
            Expr::Successor(arg) => format!("{} + 1", self.expr(arg)),
            Expr::Equal(left, right) => format!("{} == {}", self.expr(left), self.expr(right)),
            Expr::Not(arg) => match &**arg {
                Expr::Equal(left, right) => format!("{} != {}", self.expr(left), self.expr(right)),
                arg => format!("!({})", self.expr(arg)),
            },
            Expr::And(left, right) => format!("({}) && ({})", self.expr(left), self.expr(right)),
            Expr::Or(left, right) => format!("({}) || ({})", self.expr(left), self.expr(right)),
            Expr::Arithmetic(op, _, left, right) => {
                format!("({}) {} ({})", self.expr(left), symbol(*op), self.expr(right))
            }
        }
    }
}

/// How a key relates to the observed one.
fn key_role(role: Val) -> &'static str {
    match role {
        LESS => "< k",
        FIRST => "== k",
        GREATER => "> k",
        _ => "is known",
    }
}

fn symbol(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Equal => "==",
        BinaryOp::NotEqual => "!=",
        BinaryOp::Less => "<",
        BinaryOp::LessEqual => "<=",
        BinaryOp::Add => "+",
        BinaryOp::Subtract => "-",
        BinaryOp::Multiply => "*",
        BinaryOp::Divide => "/",
        BinaryOp::Remainder => "%",
        BinaryOp::BitAnd => "&",
        BinaryOp::BitOr => "|",
        BinaryOp::BitXor => "^",
        BinaryOp::ShiftLeft => "<<",
        BinaryOp::ShiftRight => ">>",
    }
}
