//! The names of declarations, each an identifier and each different.

use crate::typed::{Name, Program};
use rustc_hash::{FxHashMap, FxHashSet};

/// The name of each declaration, by id.
pub(super) struct Names {
    pub ctors: Vec<Name>,
    pub datatypes: Vec<Name>,
    /// Constructors by datatype.
    pub constructors: Vec<Vec<Name>>,
    /// Fields by datatype.
    pub fields: Vec<Vec<Name>>,
    pub functions: Vec<Name>,
    pub consts: Vec<Name>,
    pub globals: Vec<Name>,
    pub procedures: Vec<Name>,
    /// The names of constants and globals.
    pub values: FxHashSet<Name>,
    /// The names of types.
    pub types: FxHashSet<Name>,
}

impl Names {
    /// The names as declared.
    pub fn declared(program: &Program) -> Names {
        Names::new(program, &mut |_, name| name.clone())
    }

    /// Names that can be printed.
    pub fn unique(program: &Program) -> Names {
        let mut spaces: FxHashMap<Space, Unique> = FxHashMap::default();
        Names::new(program, &mut |space, name| spaces.entry(space).or_default().add(name))
    }

    fn new(program: &Program, name: &mut dyn FnMut(Space, &Name) -> Name) -> Names {
        let ctors: Vec<Name> = program.type_ctors.iter().map(|ctor| name(Space::Types, &ctor.name)).collect();
        let datatypes: Vec<Name> =
            program.datatypes.iter().map(|datatype| name(Space::Types, &datatype.name)).collect();
        let functions = program.functions.iter().map(|function| name(Space::Functions, &function.name)).collect();
        let (mut constructors, mut fields) = (Vec::new(), Vec::new());
        for (at, datatype) in program.datatypes.iter().enumerate() {
            let names = datatype.constructors.iter().map(|constructor| name(Space::Functions, &constructor.name));
            constructors.push(names.collect());
            fields.push(datatype.fields.iter().map(|field| name(Space::Fields(at), &field.name)).collect());
        }
        let consts: Vec<Name> = program.consts.iter().map(|constant| name(Space::Values, &constant.name)).collect();
        let globals: Vec<Name> = program.globals.iter().map(|global| name(Space::Values, &global.name)).collect();
        let procedures = program.procedures.iter().map(|procedure| name(Space::Procedures, &procedure.name)).collect();
        let values = consts.iter().chain(&globals).cloned().collect();
        let types = ctors.iter().chain(&datatypes).cloned().collect();
        Names { ctors, datatypes, constructors, fields, functions, consts, globals, procedures, values, types }
    }
}

/// Where a name must be the only one.
#[derive(PartialEq, Eq, Hash)]
enum Space {
    Types,
    Functions,
    Values,
    Procedures,
    Fields(usize),
}

/// Identifiers given out so far.
#[derive(Default)]
pub(super) struct Unique {
    taken: FxHashSet<Name>,
}

impl Unique {
    /// Names that must not be given out.
    pub fn reserve<'a>(&mut self, names: impl IntoIterator<Item = &'a Name>) {
        self.taken.extend(names.into_iter().cloned());
    }

    pub fn add(&mut self, name: &Name) -> Name {
        let new = unused(name, |name| self.taken.contains(name));
        self.taken.insert(new.clone());
        new
    }
}

/// The name as an identifier, with a number if it is taken.
pub(super) fn unused(name: &Name, is_taken: impl Fn(&str) -> bool) -> Name {
    let base = identifier(name);
    if !is_taken(&base) {
        return base;
    }
    let mut number = 1;
    loop {
        let candidate = format!("{base}_{number}");
        if !is_taken(&candidate) {
            return candidate.into();
        }
        number += 1;
    }
}

/// Runs of other characters become one underscore: `Vec<[int]bool>` is `Vec_int_bool`.
fn identifier(name: &Name) -> Name {
    let allowed = |c: char| c.is_alphanumeric() || "'~#$^_.?`".contains(c);
    if name.starts_with(|c: char| allowed(c) && !c.is_ascii_digit()) && name.chars().all(allowed) {
        return name.clone();
    }
    let words: Vec<&str> = name.split(|c: char| !allowed(c)).filter(|word| !word.is_empty()).collect();
    let joined = words.join("_");
    if joined.starts_with(|c: char| !c.is_ascii_digit()) { joined.into() } else { format!("_{joined}").into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_different_identifiers() {
        let mut unique = Unique::default();
        let mut add = |name: &str| unique.add(&name.into()).to_string();
        assert_eq!(add("Vec<int>"), "Vec_int");
        assert_eq!(add("Vec_int"), "Vec_int_1");
        assert_eq!(add("<a>[Field a]a"), "a_Field_a_a");
        assert_eq!(add("x.y$'"), "x.y$'");
        assert_eq!(add("1"), "_1");
        assert_eq!(add(""), "_");
    }
}
