//! Helpers: methods that take a lock for their callers, or give up one that these hold.
//!
//! ```text
//! acquires l     on return the lock is held once more than at the entry
//! releases l     at the entry the lock is held (the caller proves it), on return once less
//! ```
//!
//! `l` is a field that holds a lock. Callers see the body, so what they know of the lock they know from there; the clause
//! is what the helper is checked against by itself. Names that are no fields are modes of a lock class, which is an affair
//! of the engine `locks`.

use crate::codes;
use crate::steps::method::Body;
use crate::terms::formula::library_class;
use crate::terms::heap::{Heap, binary, int};
use concurrent::object::annotations::Keyword;
use concurrent::object::annotations::spec::{Expr, ExprKind, Owner, RawClause, SpecType};
use concurrent::object::library::LibraryClass;
use concurrent::object::text::method_name;
use concurrent::object::{FieldId, MethodId, Type};
use ivl::build::{eq, select};
use ivl::typed::{BinaryOp, Expr as Term, LocalId, Type as Sort, Var};
use source::{Diagnostic, Span};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    Acquires,
    Releases,
}

#[derive(Clone)]
pub struct Helper {
    pub method: MethodId,
    pub change: Change,
    /// The field of `this`, or a static one.
    pub lock: Expr,
    pub span: Span,
}

/// The clauses of the program; those about locks of which the side is not known are gaps.
pub fn helpers(heap: &Heap, gaps: &mut Vec<Diagnostic>) -> Vec<Helper> {
    let mut found = Vec::new();
    for clause in &heap.spec.raw {
        let change = match clause.keyword {
            Keyword::Acquires => Change::Acquires,
            Keyword::Releases => Change::Releases,
            _ => continue,
        };
        let Owner::Method(method) = clause.owner else { continue };
        let Some(field) = named_field(heap, method, clause) else { continue };
        let ty = heap.java.field(field).ty.clone();
        let is_exclusive = match library_class(heap.java, &ty) {
            Some(LibraryClass::Lock) => !heap.may_be_read_side(&ty),
            _ => false,
        };
        if !is_exclusive {
            let message = "only helpers for locks that one thread has at a time are supported";
            gaps.push(Diagnostic::error(&codes::UNSUPPORTED, clause.span, message));
            continue;
        }
        let this = Expr {
            kind: ExprKind::This,
            ty: SpecType::Java(Type::Class(heap.java.method(method).class)),
            span: clause.span,
        };
        let object = (!heap.java.field(field).is_static).then(|| Box::new(this));
        let lock = Expr { kind: ExprKind::Field { object, field }, ty: SpecType::Java(ty), span: clause.span };
        found.push(Helper { method, change, lock, span: clause.span });
    }
    found
}

/// The field that the clause names, of the method's class or one above.
fn named_field(heap: &Heap, method: MethodId, clause: &RawClause) -> Option<FieldId> {
    let mut class = Some(heap.java.method(method).class);
    while let Some(id) = class {
        let mut fields = heap.java.class(id).fields.iter();
        if let Some(field) = fields.find(|field| *heap.java.field(**field).name == *clause.raw.text.trim()) {
            return Some(*field);
        }
        class = heap.java.class(id).superclass;
    }
    None
}

/// How often each lock of the method's clauses was held at the entry.
pub type Counts = Vec<(Helper, LocalId)>;

impl Body<'_, '_> {
    pub fn begin_helper(&mut self, span: Span) {
        let own: Vec<Helper> =
            self.clauses.methods.helpers.iter().filter(|helper| helper.method == self.method).cloned().collect();
        for helper in own {
            let count = self.sketch.hidden("count at the entry", Sort::Int);
            let now = self.count(&helper);
            self.sketch.assign(Var::Local(count), now, span);
            self.helper_counts.push((helper, count));
        }
    }

    fn count(&mut self, helper: &Helper) -> Term {
        let this = self.heap.java.method(self.method).this();
        let lock = self.here(&helper.lock, 0, this);
        select(self.sketch.value(self.locked), lock)
    }

    /// On return the counts are as the clauses say.
    pub fn finish_helper(&mut self, span: Span) {
        for (helper, count) in self.helper_counts.clone() {
            let (now, before) = (self.count(&helper), self.sketch.value(count));
            let (op, words) = match helper.change {
                Change::Acquires => (BinaryOp::Add, "with this lock held once more than when it was called"),
                Change::Releases => (BinaryOp::Sub, "with this lock held once less than when it was called"),
            };
            let name = method_name(self.heap.java, self.method);
            let failure = Diagnostic::error(&codes::ACTION, helper.span, format!("`{name}` might not return {words}"))
                .label(span, "on this return");
            let kept = eq(now, binary(op, before, int(1, span), Sort::Int));
            self.sketch.prove(codes::ACTION.name, failure, kept);
        }
    }
}
