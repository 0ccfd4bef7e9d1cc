//! Values of one thread, as terms: two equal terms are the same value, but for conditions and views, of which a term
//! only says what they belong to.
//!
//! A term speaks of the values that parameters had when the method was entered, of fields that never change, and of
//! symbols. A symbol stands for a value of which nothing is known, and belongs to the edge or node where it arises; a
//! state that passes the edge again forgets the symbol's old meaning first.

use concurrent::object::{BinaryOp, ClassId, EdgeId, FieldId, LocalId, NodeId, Type, UnaryOp};
use rustc_hash::FxHashMap;
use std::sync::Arc;

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TermId(u32);

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Term {
    /// The value of a parameter at the entry.
    Entry(LocalId),
    Null,
    Bool(bool),
    Int(i64),
    Text(Arc<str>),
    ClassLiteral(Type),
    /// A field that is not written once its object is built.
    Field(TermId, FieldId),
    Static(FieldId),
    /// An element of an array of locks, which is filled before it is shared.
    Element(TermId, TermId),
    /// One side of a read-write lock.
    Side(Level, TermId),
    /// A condition of this lock.
    Condition(TermId),
    /// What an instruction makes of a collection in order to use it.
    View(TermId, EdgeId),
    Symbol(Symbol),
    Unary(UnaryOp, TermId),
    Binary(BinaryOp, TermId, TermId),
    InstanceOf(TermId, Type),
    /// A number of 32 bits or less as one of 64.
    Wide(TermId),
    /// The read-write lock that a value is a side of.
    LockOf(TermId),
    /// How long an array is.
    LengthOf(TermId),
    /// Less than zero, zero, or more, as the first number is less than the second, equal, or more.
    Compare(TermId, TermId),
    /// A number that a value has in all threads, for ever.
    Rank(Ranking, TermId),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Ranking {
    /// Where it stands in the order of its class, among all values that there are in a run; of a boxed number, the number.
    Natural,
    /// `System.identityHashCode`, which several objects may share.
    Identity,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Level {
    Read,
    Write,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symbol {
    pub place: Place,
    pub kind: SymbolKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// What an instruction yields.
    Edge(EdgeId),
    /// What an instruction throws.
    Unwind(EdgeId),
    /// What a local holds where ways meet.
    Join(NodeId, LocalId),
    /// What a local holds of a symbol whose place was passed again.
    Stale(LocalId),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SymbolKind {
    Any,
    /// An object of exactly this class, not null, that nobody else knew before.
    Fresh(ClassId),
    /// An object of this class or one below, not null.
    Of(ClassId),
    /// A number that is not zero.
    Stamp,
    /// Not null.
    NotNull,
}

/// All terms of a run, each once.
#[derive(Default)]
pub struct Terms {
    terms: Vec<Term>,
    ids: FxHashMap<Term, TermId>,
}

impl Terms {
    pub fn get(&self, id: TermId) -> &Term {
        &self.terms[id.0 as usize]
    }

    pub fn intern(&mut self, term: Term) -> TermId {
        if let Some(id) = self.ids.get(&term) {
            return *id;
        }
        let id = TermId(self.terms.len() as u32);
        self.terms.push(term.clone());
        self.ids.insert(term, id);
        id
    }

    /// A number of its own.
    pub fn number(&self, id: TermId) -> u32 {
        id.0
    }

    /// The term, if somebody has made it.
    pub fn find(&self, term: &Term) -> Option<TermId> {
        self.ids.get(term).copied()
    }

    /// The value of `this` at the entry, if somebody has asked for it.
    pub fn find_this(&self, this: Option<LocalId>) -> Option<TermId> {
        self.find(&Term::Entry(this?))
    }

    pub fn bool_(&mut self, value: bool) -> TermId {
        self.intern(Term::Bool(value))
    }

    pub fn int(&mut self, value: i64) -> TermId {
        self.intern(Term::Int(value))
    }

    pub fn symbol(&mut self, place: Place, kind: SymbolKind) -> TermId {
        self.intern(Term::Symbol(Symbol { place, kind }))
    }

    pub fn as_bool(&self, id: TermId) -> Option<bool> {
        match self.get(id) {
            Term::Bool(value) => Some(*value),
            _ => None,
        }
    }

    pub fn as_int(&self, id: TermId) -> Option<i64> {
        match self.get(id) {
            Term::Int(value) => Some(*value),
            _ => None,
        }
    }

    /// The direct parts.
    pub fn parts(&self, id: TermId) -> Vec<TermId> {
        match self.get(id) {
            Term::Entry(_) | Term::Null | Term::Bool(_) | Term::Int(_) | Term::Text(_) => Vec::new(),
            Term::ClassLiteral(_) | Term::Static(_) | Term::Symbol(_) => Vec::new(),
            Term::Field(part, _)
            | Term::Side(_, part)
            | Term::Condition(part)
            | Term::View(part, _)
            | Term::Unary(_, part)
            | Term::InstanceOf(part, _)
            | Term::Wide(part)
            | Term::LockOf(part)
            | Term::LengthOf(part)
            | Term::Rank(_, part) => vec![*part],
            Term::Element(left, right) | Term::Compare(left, right) | Term::Binary(_, left, right) => {
                vec![*left, *right]
            }
        }
    }

    /// Whether a part of the term, or the term itself, is one of these.
    pub fn mentions(&self, id: TermId, wanted: &dyn Fn(&Term) -> bool) -> bool {
        wanted(self.get(id)) || self.parts(id).into_iter().any(|part| self.mentions(part, wanted))
    }

    /// Whether the one is a part of the other, or the other itself.
    pub fn has_part(&self, id: TermId, part: TermId) -> bool {
        id == part || self.parts(id).into_iter().any(|inner| self.has_part(inner, part))
    }

    /// The term with its parts replaced; `replace` answers for the parts it knows, from the outside in, and none for a
    /// part means that the whole has no name.
    pub fn rewrite(&mut self, id: TermId, replace: &mut dyn FnMut(&mut Terms, TermId) -> Rewrite) -> Option<TermId> {
        match replace(self, id) {
            Rewrite::To(term) => return Some(term),
            Rewrite::Nameless => return None,
            Rewrite::Parts => {}
        }
        let term = match self.get(id).clone() {
            leaf @ (Term::Entry(_) | Term::Null | Term::Bool(_) | Term::Int(_) | Term::Text(_)) => leaf,
            leaf @ (Term::ClassLiteral(_) | Term::Static(_) | Term::Symbol(_)) => leaf,
            Term::Field(object, field) => Term::Field(self.rewrite(object, replace)?, field),
            Term::Side(level, lock) => Term::Side(level, self.rewrite(lock, replace)?),
            Term::Condition(lock) => Term::Condition(self.rewrite(lock, replace)?),
            Term::View(viewed, edge) => Term::View(self.rewrite(viewed, replace)?, edge),
            Term::Unary(op, arg) => {
                let arg = self.rewrite(arg, replace)?;
                return Some(self.unary(op, arg));
            }
            Term::InstanceOf(value, ty) => Term::InstanceOf(self.rewrite(value, replace)?, ty),
            Term::Wide(value) => Term::Wide(self.rewrite(value, replace)?),
            Term::LockOf(side) => Term::LockOf(self.rewrite(side, replace)?),
            Term::LengthOf(array) => Term::LengthOf(self.rewrite(array, replace)?),
            Term::Rank(ranking, value) => Term::Rank(ranking, self.rewrite(value, replace)?),
            Term::Element(array, index) => Term::Element(self.rewrite(array, replace)?, self.rewrite(index, replace)?),
            Term::Compare(left, right) => Term::Compare(self.rewrite(left, replace)?, self.rewrite(right, replace)?),
            Term::Binary(op, left, right) => {
                let (left, right) = (self.rewrite(left, replace)?, self.rewrite(right, replace)?);
                return self.is_one_value(left, right).then(|| self.binary(op, left, right));
            }
        };
        Some(self.intern(term))
    }

    pub fn unary(&mut self, op: UnaryOp, arg: TermId) -> TermId {
        match (op, self.get(arg)) {
            (UnaryOp::Not, Term::Bool(value)) => {
                let value = !value;
                self.bool_(value)
            }
            (UnaryOp::Not, Term::Unary(UnaryOp::Not, inner)) => *inner,
            (UnaryOp::Not, Term::Binary(op, left, right)) => match negated(*op) {
                Some(op) => {
                    let (left, right) = (*left, *right);
                    self.binary(op, left, right)
                }
                None => self.intern(Term::Unary(UnaryOp::Not, arg)),
            },
            _ => self.intern(Term::Unary(op, arg)),
        }
    }

    /// Folds constants and puts comparisons into a normal form, so that equal conditions are equal terms. Overflow is
    /// not folded: its result depends on the width.
    pub fn binary(&mut self, op: BinaryOp, left: TermId, right: TermId) -> TermId {
        if let Some((left, right)) = self.compared(op, left, right) {
            return self.binary(op, left, right);
        }
        if let Some(folded) = self.folded(op, left, right) {
            return folded;
        }
        match op {
            BinaryOp::Greater => self.binary(BinaryOp::Less, right, left),
            BinaryOp::GreaterEqual => self.binary(BinaryOp::LessEqual, right, left),
            BinaryOp::Equal | BinaryOp::NotEqual | BinaryOp::Add | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor
                if right < left =>
            {
                self.intern(Term::Binary(op, right, left))
            }
            _ => self.intern(Term::Binary(op, left, right)),
        }
    }

    /// compare(a, b) ⋚ 0 is a ⋚ b.
    fn compared(&self, op: BinaryOp, left: TermId, right: TermId) -> Option<(TermId, TermId)> {
        if !matches!(
            op,
            BinaryOp::Equal
                | BinaryOp::NotEqual
                | BinaryOp::Less
                | BinaryOp::LessEqual
                | BinaryOp::Greater
                | BinaryOp::GreaterEqual
        ) {
            return None;
        }
        match (self.get(left), self.get(right)) {
            (Term::Compare(a, b), Term::Int(0)) => Some((*a, *b)),
            (Term::Int(0), Term::Compare(a, b)) => Some((*b, *a)),
            _ => None,
        }
    }

    fn folded(&mut self, op: BinaryOp, left: TermId, right: TermId) -> Option<TermId> {
        if let (Some(a), Some(b)) = (self.as_int(left), self.as_int(right)) {
            return self.folded_ints(op, a, b);
        }
        let (a, b) = (self.as_bool(left), self.as_bool(right));
        match op {
            BinaryOp::Equal | BinaryOp::LessEqual | BinaryOp::GreaterEqual if left == right => Some(self.bool_(true)),
            BinaryOp::NotEqual | BinaryOp::Less | BinaryOp::Greater if left == right => Some(self.bool_(false)),
            BinaryOp::Equal | BinaryOp::NotEqual => self.folded_equality(op, left, right),
            BinaryOp::And => match (a, b) {
                (Some(false), _) | (_, Some(false)) => Some(self.bool_(false)),
                (Some(true), _) => Some(right),
                (_, Some(true)) => Some(left),
                (None, None) => None,
            },
            BinaryOp::Or => match (a, b) {
                (Some(true), _) | (_, Some(true)) => Some(self.bool_(true)),
                (Some(false), _) => Some(right),
                (_, Some(false)) => Some(left),
                (None, None) => None,
            },
            _ => None,
        }
    }

    fn folded_equality(&mut self, op: BinaryOp, left: TermId, right: TermId) -> Option<TermId> {
        let is_equal = op == BinaryOp::Equal;
        match (self.get(left), self.get(right)) {
            (Term::Bool(a), Term::Bool(b)) => {
                let value = (a == b) == is_equal;
                Some(self.bool_(value))
            }
            (Term::Bool(value), _) => {
                let holds = *value == is_equal;
                Some(if holds { right } else { self.unary(UnaryOp::Not, right) })
            }
            (_, Term::Bool(value)) => {
                let holds = *value == is_equal;
                Some(if holds { left } else { self.unary(UnaryOp::Not, left) })
            }
            (Term::Null, _) if self.is_never_null(right) => Some(self.bool_(!is_equal)),
            (_, Term::Null) if self.is_never_null(left) => Some(self.bool_(!is_equal)),
            (Term::Int(0), Term::Symbol(symbol)) | (Term::Symbol(symbol), Term::Int(0))
                if symbol.kind == SymbolKind::Stamp =>
            {
                Some(self.bool_(!is_equal))
            }
            _ => None,
        }
    }

    fn folded_ints(&mut self, op: BinaryOp, a: i64, b: i64) -> Option<TermId> {
        let truth = match op {
            BinaryOp::Equal => a == b,
            BinaryOp::NotEqual => a != b,
            BinaryOp::Less => a < b,
            BinaryOp::LessEqual => a <= b,
            BinaryOp::Greater => a > b,
            BinaryOp::GreaterEqual => a >= b,
            BinaryOp::Add | BinaryOp::Subtract => {
                let value = if op == BinaryOp::Add { a.checked_add(b) } else { a.checked_sub(b) };
                let small = value.filter(|value| i32::try_from(*value).is_ok())?;
                return Some(self.int(small));
            }
            _ => return None,
        };
        Some(self.bool_(truth))
    }

    /// Whether the two, if they are equal terms, are the same value: a lock has many conditions.
    pub fn is_one_value(&self, left: TermId, right: TermId) -> bool {
        left != right || !matches!(self.get(left), Term::Condition(_) | Term::View(..))
    }

    /// Whether the shape of the term alone says so.
    pub fn is_never_null(&self, id: TermId) -> bool {
        match self.get(id) {
            Term::Text(_) | Term::ClassLiteral(_) | Term::Side(..) | Term::Condition(_) | Term::View(..) => true,
            Term::Symbol(symbol) => match symbol.kind {
                SymbolKind::Fresh(_) | SymbolKind::Of(_) | SymbolKind::NotNull => true,
                SymbolKind::Any | SymbolKind::Stamp => false,
            },
            _ => false,
        }
    }
}

/// What becomes of a term.
pub enum Rewrite {
    To(TermId),
    /// Its parts are looked at.
    Parts,
    Nameless,
}

fn negated(op: BinaryOp) -> Option<BinaryOp> {
    Some(match op {
        BinaryOp::Equal => BinaryOp::NotEqual,
        BinaryOp::NotEqual => BinaryOp::Equal,
        BinaryOp::Less => BinaryOp::GreaterEqual,
        BinaryOp::LessEqual => BinaryOp::Greater,
        BinaryOp::Greater => BinaryOp::LessEqual,
        BinaryOp::GreaterEqual => BinaryOp::Less,
        _ => return None,
    })
}
