//! The types of C and their layout.
//!
//! A value of a structure type is flattened: it is the sequence of its scalars. A structure of exactly one pointer and one
//! unsigned integer of at least 32 bits is a version-counted pointer if the pointer leads to another kind of structure (one that leads to its
//! own kind is a list node); then the integer is a version.

use super::ast::{Declared, Struct, TypeKind, TypeName, Unit};
use super::codes::{RESOLVE, UNSUPPORTED};
use concurrent::program::{Name, Record, RecordId, Type, Variable};
use source::{Diagnostic, Span};
use std::collections::HashMap;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CType {
    Void,
    Bool,
    Int {
        bits: u8,
        is_signed: bool,
    },
    /// `void *`: data that is passed on and compared, never looked into.
    Opaque,
    Version,
    Lock,
    Struct(usize),
    Pointer(Box<CType>),
    /// Of `NULL`, before it is known what it points to.
    Null,
}

pub const INT: CType = CType::Int { bits: 32, is_signed: true };

pub struct Member {
    pub name: Name,
    pub ty: CType,
    pub is_atomic: bool,
    /// Its first scalar, counted within the structure.
    pub offset: u32,
}

/// A scalar of a flattened type: its path, such as `next.ptr`, and its type.
#[derive(Clone)]
pub struct Scalar {
    pub path: String,
    pub ty: CType,
    pub span: Span,
}

/// Most scalars of a structure: it is assigned one by one, and compared each with each.
const MOST_SCALARS: usize = 256;

struct Layout {
    members: Vec<Member>,
    scalars: Vec<Scalar>,
}

pub struct Types<'a> {
    unit: &'a Unit,
    structs: HashMap<&'a str, usize>,
    typedefs: HashMap<&'a str, &'a TypeName>,
    /// None where it is wrong, which has been reported.
    layouts: HashMap<usize, Option<Layout>>,
    /// The structures whose layout is being made.
    making: Vec<usize>,
    records: Vec<(usize, Record)>,
    pub diagnostics: Vec<Diagnostic>,
}

impl<'a> Types<'a> {
    pub fn new(unit: &'a Unit) -> Types<'a> {
        let structs = unit.structs.iter().enumerate().map(|(at, one)| (&*one.tag, at)).collect();
        let typedefs = unit.typedefs.iter().map(|one| (&*one.name, &one.ty)).collect();
        let (layouts, making, records) = (HashMap::new(), Vec::new(), Vec::new());
        Types { unit, structs, typedefs, layouts, making, records, diagnostics: Vec::new() }
    }

    /// The records that pointers lead to, complete.
    pub fn into_records(self) -> (Vec<Record>, Vec<Diagnostic>) {
        (self.records.into_iter().map(|(_, record)| record).collect(), self.diagnostics)
    }

    /// How many records and diagnostics there are.
    pub fn sizes(&self) -> (usize, usize) {
        (self.records.len(), self.diagnostics.len())
    }

    /// Forgets the records and diagnostics that came after there were so many.
    pub fn shrink(&mut self, (records, diagnostics): (usize, usize)) {
        self.records.truncate(records);
        self.diagnostics.truncate(diagnostics);
    }

    pub fn is_type(&self, name: &str) -> bool {
        self.typedefs.contains_key(name) || known(name).is_some()
    }

    /// The type of this name; none, with a diagnostic, for what is unknown or not modelled.
    pub fn resolve(&mut self, ty: &TypeName) -> Option<CType> {
        self.resolve_within(ty, 0).map(|(ty, _)| ty)
    }

    /// With whether it is `_Atomic`, be it by a typedef.
    pub fn resolve_qualified(&mut self, ty: &TypeName) -> Option<(CType, bool)> {
        self.resolve_within(ty, 0)
    }

    /// What a pointer of this type leads to, and whether that is `_Atomic`; none if it is no pointer.
    pub fn pointee(&mut self, ty: &TypeName) -> Option<(CType, bool)> {
        let mut ty = ty;
        for _ in 0..100 {
            match &ty.kind {
                TypeKind::Pointer(to) => return self.resolve_qualified(to),
                TypeKind::Named(name) => ty = self.typedefs.get(&**name).copied()?,
                TypeKind::Struct(_) | TypeKind::Enum(_) | TypeKind::Unsupported(_) => return None,
            }
        }
        None
    }

    fn resolve_within(&mut self, ty: &TypeName, depth: u32) -> Option<(CType, bool)> {
        if depth > 100 {
            return self.fail(&UNSUPPORTED, ty.span, "this type, which is nested too deep, is not modelled");
        }
        let resolved = match &ty.kind {
            TypeKind::Enum(tag) => match self.unit.enums.iter().find(|one| one.tag == *tag).map(|one| one.has_negative)
            {
                // As gcc and clang have it; its constants are of type `int`.
                Some(Some(is_signed)) => CType::Int { bits: 32, is_signed },
                Some(None) => {
                    let message = "a variable of an enumeration whose constants are no literals is not modelled";
                    return self.fail(&UNSUPPORTED, ty.span, message);
                }
                None => return self.fail(&UNSUPPORTED, ty.span, format!("there is no enumeration `{tag}`")),
            },
            TypeKind::Struct(tag) => match self.structs.get(&**tag) {
                Some(at) => CType::Struct(*at),
                None => return self.fail(&UNSUPPORTED, ty.span, format!("there is no structure `{tag}`")),
            },
            TypeKind::Named(name) => match (self.typedefs.get(&**name).copied(), known(name)) {
                (Some(meant), _) if meant.span.start > ty.span.start => {
                    let message = format!("the type `{name}`, which is declared later, is not modelled");
                    return self.fail(&UNSUPPORTED, ty.span, message);
                }
                (Some(meant), _) => {
                    let (meant, is_atomic) = self.resolve_within(meant, depth + 1)?;
                    return Some((meant, is_atomic || ty.is_atomic));
                }
                (None, Some(known)) => return Some((known, ty.is_atomic || name.starts_with("atomic_"))),
                (None, None) if is_float(name) => {
                    return self.fail(&UNSUPPORTED, ty.span, "a floating-point number is not modelled");
                }
                (None, None) => return self.fail(&UNSUPPORTED, ty.span, format!("there is no type `{name}`")),
            },
            TypeKind::Pointer(to) => match self.resolve_within(to, depth + 1)?.0 {
                CType::Void => CType::Opaque,
                to => CType::Pointer(Box::new(to)),
            },
            TypeKind::Unsupported(what) => {
                return self.fail(&UNSUPPORTED, ty.span, format!("{what} is not modelled"));
            }
        };
        Some((resolved, ty.is_atomic))
    }

    fn fail<T>(&mut self, code: &'static source::Code, span: Span, message: impl Into<String>) -> Option<T> {
        let diagnostic = Diagnostic::error(code, span, message);
        if !self.diagnostics.contains(&diagnostic) {
            self.diagnostics.push(diagnostic);
        }
        None
    }

    /// The type as engines see it; none for structures, and with a diagnostic for pointers to variables.
    pub fn scalar(&mut self, ty: &CType, span: Span) -> Option<Type> {
        Some(match ty {
            CType::Bool => Type::Bool,
            CType::Int { bits, is_signed } => Type::Int { bits: *bits, is_signed: *is_signed },
            CType::Opaque => Type::Int { bits: 64, is_signed: false },
            CType::Version => Type::Version,
            CType::Lock => Type::Thread,
            CType::Pointer(to) => match **to {
                CType::Struct(at) => Type::Pointer(self.record(at)?),
                _ => {
                    return self.fail(
                        &UNSUPPORTED,
                        span,
                        "a pointer to something else than a structure is not modelled",
                    );
                }
            },
            CType::Void | CType::Null | CType::Struct(_) => {
                return self.fail(&UNSUPPORTED, span, "a value of this type is not modelled");
            }
        })
    }

    /// The scalars that a value of the type consists of.
    pub fn scalars(&mut self, ty: &CType, span: Span) -> Option<Vec<Scalar>> {
        match ty {
            CType::Struct(at) => Some(self.layout(*at)?.scalars.clone()),
            CType::Void => self.fail(&UNSUPPORTED, span, "a variable without a type is not modelled"),
            _ => Some(vec![Scalar { path: String::new(), ty: ty.clone(), span }]),
        }
    }

    pub fn member(&mut self, at: usize, name: &str) -> Option<(CType, bool, u32)> {
        let layout = self.layout(at)?;
        let member = layout.members.iter().find(|member| &*member.name == name)?;
        Some((member.ty.clone(), member.is_atomic, member.offset))
    }

    pub fn members(&mut self, at: usize) -> Option<Vec<(Name, CType)>> {
        let layout = self.layout(at)?;
        Some(layout.members.iter().map(|member| (member.name.clone(), member.ty.clone())).collect())
    }

    pub fn tag(&self, at: usize) -> &Name {
        &self.unit.structs[at].tag
    }

    /// The record of a structure that pointers lead to.
    pub fn record(&mut self, at: usize) -> Option<RecordId> {
        if let Some(found) = self.records.iter().position(|(of, _)| *of == at) {
            return Some(RecordId(found as u32));
        }
        let id = RecordId(self.records.len() as u32);
        let declared = &self.unit.structs[at];
        let name = self.shown_name(declared);
        self.records.push((at, Record { name, fields: Vec::new(), span: declared.span }));
        let mut fields = Vec::new();
        for scalar in self.layout(at)?.scalars.clone() {
            let ty = self.scalar(&scalar.ty, scalar.span)?;
            fields.push(Variable { name: scalar.path.into(), ty, span: scalar.span });
        }
        self.records[id.index()].1.fields = fields;
        Some(id)
    }

    /// The tag, or the first typedef for a structure without one.
    fn shown_name(&self, declared: &Struct) -> Name {
        let names = |one: &&Declared| matches!(&one.ty.kind, TypeKind::Struct(tag) if *tag == declared.tag);
        let typedef = self.unit.typedefs.iter().find(names);
        match typedef {
            Some(typedef) if declared.tag.starts_with("struct ") => typedef.name.clone(),
            Some(_) | None => declared.tag.clone(),
        }
    }

    /// The structure of a record.
    pub fn struct_of(&self, record: RecordId) -> Option<CType> {
        self.records.get(record.index()).map(|(at, _)| CType::Struct(*at))
    }

    fn layout(&mut self, at: usize) -> Option<&Layout> {
        if !self.layouts.contains_key(&at) {
            if self.making.contains(&at) {
                return self.fail(&RESOLVE, self.unit.structs[at].span, "this structure contains itself");
            }
            self.making.push(at);
            let layout = self.make_layout(at);
            self.making.pop();
            self.layouts.insert(at, layout);
        }
        self.layouts.get(&at)?.as_ref()
    }

    /// Whether something is wrong with the structure, which has been reported.
    pub fn is_broken(&mut self, at: usize) -> bool {
        self.layout(at).is_none()
    }

    fn make_layout(&mut self, at: usize) -> Option<Layout> {
        let declared = &self.unit.structs[at];
        let mut layout = Layout { members: Vec::new(), scalars: Vec::new() };
        for member in &declared.members {
            let (ty, is_atomic) = self.resolve_qualified(&member.ty)?;
            let offset = layout.scalars.len() as u32;
            for scalar in self.scalars(&ty, member.span)? {
                let path = match (member.name.is_empty(), scalar.path.is_empty()) {
                    (true, _) => scalar.path,
                    (false, true) => member.name.to_string(),
                    (false, false) => format!("{}.{}", member.name, scalar.path),
                };
                layout.scalars.push(Scalar { path, ty: scalar.ty, span: member.span });
            }
            if layout.scalars.len() > MOST_SCALARS {
                let message = format!("a structure of more than {MOST_SCALARS} numbers and pointers is not modelled");
                return self.fail(&UNSUPPORTED, member.span, message);
            }
            match ty {
                CType::Struct(inner) if member.name.is_empty() => {
                    for inner in self.layout(inner)?.members.iter() {
                        let (name, ty) = (inner.name.clone(), inner.ty.clone());
                        let offset = offset + inner.offset;
                        layout.members.push(Member { name, ty, is_atomic: inner.is_atomic, offset });
                    }
                }
                ty => layout.members.push(Member { name: member.name.clone(), ty, is_atomic, offset }),
            }
        }
        if let Some(counter) = version_of(at, &layout) {
            layout.members[counter].ty = CType::Version;
            layout.scalars[counter].ty = CType::Version;
        }
        Some(layout)
    }
}

/// The member that is the counter of a version-counted pointer, if the structure is one.
fn version_of(at: usize, layout: &Layout) -> Option<usize> {
    let [one, other] = &layout.members[..] else { return None };
    // Members that are atomic each are never swapped as one.
    if one.is_atomic || other.is_atomic {
        return None;
    }
    let counts = |member: &Member| matches!(member.ty, CType::Int { bits: 32.., is_signed: false });
    let points = |member: &Member| match &member.ty {
        CType::Pointer(to) => matches!(**to, CType::Struct(to) if to != at),
        _ => false,
    };
    match (points(one) && counts(other), counts(one) && points(other)) {
        (true, _) => Some(1),
        (_, true) => Some(0),
        (false, false) => None,
    }
}

fn is_float(name: &str) -> bool {
    matches!(name, "float" | "double" | "long double")
}

/// Types of the language and of the known headers.
fn known(name: &str) -> Option<CType> {
    let int = |bits, is_signed| CType::Int { bits, is_signed };
    let mut words: Vec<&str> = name.split(' ').filter(|word| !matches!(*word, "const" | "volatile")).collect();
    // The words may come in any order.
    words.sort_by_key(|word| match *word {
        "signed" | "unsigned" => 0,
        "short" | "long" => 1,
        _ => 2,
    });
    Some(match &words.join(" ")[..] {
        "void" => CType::Void,
        "bool" | "_Bool" | "atomic_bool" | "atomic_flag" => CType::Bool,
        "char" | "signed char" | "int8_t" | "atomic_char" | "atomic_schar" => int(8, true),
        "unsigned char" | "uint8_t" | "atomic_uchar" => int(8, false),
        "short" | "short int" | "signed short" | "signed short int" | "int16_t" | "atomic_short" => int(16, true),
        "unsigned short" | "unsigned short int" | "uint16_t" | "atomic_ushort" => int(16, false),
        "int" | "signed" | "signed int" | "int32_t" | "atomic_int" => INT,
        "unsigned" | "unsigned int" | "uint32_t" | "atomic_uint" => int(32, false),
        "long"
        | "long int"
        | "signed long"
        | "signed long int"
        | "long long"
        | "long long int"
        | "signed long long"
        | "signed long long int"
        | "int64_t"
        | "intptr_t"
        | "ptrdiff_t"
        | "ssize_t"
        | "atomic_long"
        | "atomic_llong"
        | "intmax_t"
        | "atomic_intptr_t" => int(64, true),
        "unsigned long"
        | "unsigned long int"
        | "unsigned long long"
        | "unsigned long long int"
        | "uint64_t"
        | "uintptr_t"
        | "size_t"
        | "atomic_ulong"
        | "atomic_ullong"
        | "uintmax_t"
        | "atomic_uintptr_t"
        | "atomic_size_t" => int(64, false),
        "pthread_mutex_t" | "pthread_spinlock_t" | "mtx_t" => CType::Lock,
        _ => return None,
    })
}
