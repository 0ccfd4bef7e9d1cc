//! Types and instances in words.

use crate::typed::{CtorId, DatatypeId, Name, Program, Type, TypeCtor};

/// Writes types of the program, among them the uninterpreted types added to it.
pub(super) struct Names<'a> {
    pub program: &'a Program,
    /// The constructors that come after the program's own.
    pub added: &'a [TypeCtor],
}

impl Names<'_> {
    /// `name<args>`: no declared name has angle brackets, so this is the name of one instance only.
    pub fn instance(&self, name: &str, args: &[Type]) -> Name {
        if args.is_empty() {
            return name.into();
        }
        format!("{name}<{}>", self.list(args)).into()
    }

    pub fn list(&self, types: &[Type]) -> String {
        types.iter().map(|ty| self.text(ty)).collect::<Vec<_>>().join(", ")
    }

    /// The type in the syntax of the source.
    pub fn text(&self, ty: &Type) -> String {
        self.nested(ty, 0, false)
    }

    fn nested(&self, ty: &Type, binders: u32, atomic: bool) -> String {
        match ty {
            Type::Bool => "bool".into(),
            Type::Int => "int".into(),
            Type::Real => "real".into(),
            Type::Bv(width) => format!("bv{width}"),
            Type::Float { significand, exponent } => format!("float{significand}e{exponent}"),
            Type::RoundingMode => "rmode".into(),
            Type::String => "string".into(),
            Type::RegEx => "regex".into(),
            Type::Ctor(id, args) => self.applied(&self.ctor(*id), args, binders, atomic),
            Type::Data(id, args) => self.applied(&self.datatype(*id), args, binders, atomic),
            Type::Map(map) => {
                let inside = binders + u32::from(map.type_params > 0);
                let params: Vec<String> = (0..map.type_params).map(|index| param(inside - 1, index)).collect();
                let params = if params.is_empty() { String::new() } else { format!("<{}>", params.join(", ")) };
                let domain: Vec<String> = map.domain.iter().map(|ty| self.nested(ty, inside, false)).collect();
                let text = format!("{params}[{}]{}", domain.join(", "), self.nested(&map.range, inside, false));
                if atomic { format!("({text})") } else { text }
            }
            Type::Var(var) => {
                self.program.type_vars.get(var.index()).map_or_else(|| "_".into(), |name| name.to_string())
            }
            Type::MapParam { depth, index } => param(binders.saturating_sub(depth + 1), *index),
        }
    }

    fn applied(&self, name: &str, args: &[Type], binders: u32, atomic: bool) -> String {
        if args.is_empty() {
            return name.into();
        }
        let args: Vec<String> = args.iter().map(|arg| self.nested(arg, binders, true)).collect();
        let text = format!("{name} {}", args.join(" "));
        if atomic { format!("({text})") } else { text }
    }

    fn ctor(&self, id: CtorId) -> Name {
        let own = self.program.type_ctors.len();
        let ctor = if id.index() < own { &self.program.type_ctors[id.index()] } else { &self.added[id.index() - own] };
        ctor.name.clone()
    }

    fn datatype(&self, id: DatatypeId) -> Name {
        self.program.datatypes[id.index()].name.clone()
    }
}

/// The name of a parameter of a map type, `level` polymorphic map types deep.
fn param(level: u32, index: u32) -> String {
    let letter = char::from(b'a' + (index % 26) as u8);
    match (index / 26, level) {
        (0, 0) => letter.to_string(),
        (more, level) => format!("{letter}{level}_{more}"),
    }
}
