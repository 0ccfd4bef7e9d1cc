//! Terms and locks in the words of the source.

use crate::interface::terms::term::{Level, Place, SymbolKind, Term, TermId, Terms};
use crate::interface::walk::held::Lock;
use concurrent::object::{EdgeId, FieldId, FieldKind, Instruction, Method, Program, Type};

/// A lock as a Java engineer would call it, in a method.
pub fn lock_name(program: &Program, terms: &Terms, method: &Method, lock: &Lock) -> String {
    let object = term_name(program, terms, method, lock.object());
    match lock {
        Lock::Monitor(_) => format!("the monitor of `{object}`"),
        Lock::Plain(_) | Lock::Permit(_) => format!("`{object}`"),
        Lock::Side(_, Level::Read) => format!("`{object}.readLock()`"),
        Lock::Side(_, Level::Write) => format!("`{object}.writeLock()`"),
        Lock::Stamped(_, Level::Read) => format!("the read lock of `{object}`"),
        Lock::Stamped(_, Level::Write) => format!("the write lock of `{object}`"),
        Lock::Mode(_, mode) => format!("`{object}.{mode}`"),
    }
}

pub fn term_name(program: &Program, terms: &Terms, method: &Method, id: TermId) -> String {
    let inner = |id: TermId| term_name(program, terms, method, id);
    match terms.get(id) {
        Term::Entry(local) => method.local(*local).name.to_string(),
        Term::Null => "null".to_string(),
        Term::Bool(value) => value.to_string(),
        Term::Int(value) => value.to_string(),
        Term::Text(text) => format!("\"{text}\""),
        Term::ClassLiteral(Type::Class(class)) => format!("{}.class", simple(&program.class(*class).name)),
        Term::ClassLiteral(_) => "a class".to_string(),
        Term::Field(object, field) => {
            let name = field_name(program, *field);
            match terms.get(*object) {
                Term::Entry(local) if Some(*local) == method.this() => name,
                Term::Field(_, outer) if program.field(*outer).kind == FieldKind::Outer => name,
                _ => format!("{}.{name}", inner(*object)),
            }
        }
        Term::Static(field) => {
            let field = program.field(*field);
            format!("{}.{}", simple(&program.class(field.class).name), field.name)
        }
        Term::Element(array, index) => format!("{}[{}]", inner(*array), inner(*index)),
        Term::Side(Level::Read, lock) => format!("{}.readLock()", inner(*lock)),
        Term::Side(Level::Write, lock) => format!("{}.writeLock()", inner(*lock)),
        Term::View(viewed, _) => format!("a view of {}", inner(*viewed)),
        Term::Condition(lock) => format!("a condition of {}", inner(*lock)),
        Term::Symbol(symbol) => match (symbol.place, symbol.kind) {
            (Place::Join(_, local) | Place::Stale(local), _) if !method.local(local).is_temporary => {
                method.local(local).name.to_string()
            }
            (Place::Edge(edge), SymbolKind::Any | SymbolKind::Of(_) | SymbolKind::NotNull) => {
                yielded(program, method, edge).unwrap_or_else(|| "…".to_string())
            }
            (_, SymbolKind::Fresh(class)) => format!("new {}()", simple(&program.class(class).name)),
            (_, SymbolKind::Any | SymbolKind::Of(_) | SymbolKind::Stamp | SymbolKind::NotNull) => "…".to_string(),
        },
        Term::Unary(_, arg) => format!("!{}", inner(*arg)),
        Term::Binary(_, left, right) => format!("{} ∘ {}", inner(*left), inner(*right)),
        Term::Wide(value) => inner(*value),
        Term::Rank(_, value) => inner(*value),
        Term::Compare(left, right) => format!("{} ∘ {}", inner(*left), inner(*right)),
        Term::LengthOf(array) => format!("{}.length", inner(*array)),
        Term::LockOf(side) => format!("{}'s lock", inner(*side)),
        Term::InstanceOf(value, _) => format!("{} instanceof …", inner(*value)),
    }
}

/// What an instruction has read or called.
pub fn yielded(program: &Program, method: &Method, edge: EdgeId) -> Option<String> {
    let instruction = &method.graph()?.edges.get(edge.index())?.instruction;
    let target = instruction.target().map(|target| method.local(target)).filter(|target| !target.is_temporary);
    match (target, instruction) {
        (Some(target), _) => Some(target.name.to_string()),
        (None, Instruction::ReadField { field, .. }) => Some(field_name(program, *field)),
        (None, Instruction::Call(call)) => {
            let args = if call.args.is_empty() { "" } else { "…" };
            Some(format!("{}({args})", program.method(call.method).name))
        }
        (None, _) => None,
    }
}

/// A field, or what it stands for in the text: the variable that was captured, the object around.
fn field_name(program: &Program, id: FieldId) -> String {
    let field = program.field(id);
    match (field.kind, &field.ty) {
        (FieldKind::Captured, _) => field.name.strip_prefix("val$").unwrap_or(&field.name).to_string(),
        (FieldKind::Outer, Type::Class(class)) => format!("{}.this", simple(&program.class(*class).name)),
        (FieldKind::Outer | FieldKind::Declared | FieldKind::EnumConstant, _) => field.name.to_string(),
    }
}

/// Without the package.
pub fn simple(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}
