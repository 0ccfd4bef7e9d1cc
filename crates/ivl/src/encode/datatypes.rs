//! Declarations of datatypes, those that need each other together.
//!
//! Solvers take mutually recursive datatypes in one command, and some refuse a command that holds more than these.

use super::names::{constructor_name, selector_name};
use super::sort::{sort, sort_name};
use super::{Gap, Symbols};
use crate::components::components;
use crate::typed::{ConstructorId, DatatypeId, Program, Type};
use crate::visit::walk_type;
use std::collections::BTreeSet;
use std::fmt::Write;

/// The declarations of these datatypes, each group after the groups it needs.
pub fn declarations(program: &Program, datatypes: &BTreeSet<DatatypeId>) -> Result<String, Gap> {
    let ids: Vec<DatatypeId> = datatypes.iter().copied().collect();
    let needed: Vec<Vec<usize>> = ids.iter().map(|id| needed_by(program, &ids, *id)).collect();
    let mut text = String::new();
    for mut group in components(&needed) {
        group.sort_unstable();
        let (mut names, mut bodies) = (String::new(), String::new());
        for member in group {
            let _ = write!(names, "({} 0)", sort_name(program, &Type::Data(ids[member], [].into())));
            bodies.push_str(&constructors(program, ids[member])?);
        }
        let _ = writeln!(text, "(declare-datatypes ({names}) ({bodies}))");
    }
    Ok(text)
}

/// The datatypes that occur in the fields of this one, by their places in the sorted list.
fn needed_by(program: &Program, ids: &[DatatypeId], id: DatatypeId) -> Vec<usize> {
    let mut needed = Vec::new();
    for field in &program.datatypes[id.index()].fields {
        walk_type(&field.ty, &mut |ty| {
            if let Type::Data(other, _) = ty {
                needed.extend(ids.binary_search(other));
            }
        });
    }
    needed.sort_unstable();
    needed.dedup();
    needed
}

fn constructors(program: &Program, id: DatatypeId) -> Result<String, Gap> {
    let datatype = &program.datatypes[id.index()];
    let mut text = String::from("(");
    for (number, constructor) in datatype.constructors.iter().enumerate() {
        let constructor_id = ConstructorId(number as u32);
        let _ = write!(text, "({}", constructor_name(program, id, constructor_id));
        for (position, field) in constructor.fields.iter().enumerate() {
            let ty = &datatype.fields[field.index()].ty;
            let sort = sort(program, ty, &mut Symbols::default(), datatype.span)?;
            let _ = write!(text, " ({} {sort})", selector_name(program, id, constructor_id, position));
        }
        text.push(')');
    }
    text.push(')');
    Ok(text)
}
