//! Declarations of datatypes, those that need each other together.
//!
//! Solvers take mutually recursive datatypes in one command, and some refuse a command that holds more than these.

use super::names::{constructor_name, selector_name};
use super::sort::{sort, sort_name};
use super::{Gap, Symbols};
use crate::typed::{ConstructorId, DatatypeId, Program, Type};
use crate::visit::walk_type;
use std::collections::BTreeSet;
use std::fmt::Write;

/// The declarations of these datatypes, each group after the groups it needs.
pub fn declarations(program: &Program, datatypes: &BTreeSet<DatatypeId>) -> Result<String, Gap> {
    let mut text = String::new();
    let mut done: BTreeSet<DatatypeId> = BTreeSet::new();
    for id in datatypes {
        declare(program, datatypes, *id, &mut done, &mut text)?;
    }
    Ok(text)
}

fn declare(
    program: &Program,
    datatypes: &BTreeSet<DatatypeId>,
    id: DatatypeId,
    done: &mut BTreeSet<DatatypeId>,
    text: &mut String,
) -> Result<(), Gap> {
    if done.contains(&id) {
        return Ok(());
    }
    let below = needed_by(program, datatypes, id);
    let group: Vec<DatatypeId> = std::iter::once(id)
        .chain(below.iter().copied().filter(|other| *other != id))
        .filter(|other| *other == id || needed_by(program, datatypes, *other).contains(&id))
        .collect();
    done.extend(&group);
    for other in below {
        declare(program, datatypes, other, done, text)?;
    }
    let (mut names, mut bodies) = (String::new(), String::new());
    for member in group {
        let _ = write!(names, "({} 0)", sort_name(program, &Type::Data(member, [].into())));
        bodies.push_str(&constructors(program, member)?);
    }
    let _ = writeln!(text, "(declare-datatypes ({names}) ({bodies}))");
    Ok(())
}

/// All datatypes that occur in the fields of this one, or in the fields of those.
fn needed_by(program: &Program, datatypes: &BTreeSet<DatatypeId>, id: DatatypeId) -> BTreeSet<DatatypeId> {
    let mut needed = BTreeSet::new();
    let mut work = vec![id];
    while let Some(id) = work.pop() {
        for field in &program.datatypes[id.index()].fields {
            walk_type(&field.ty, &mut |ty| {
                if let Type::Data(other, _) = ty
                    && datatypes.contains(other)
                    && needed.insert(*other)
                {
                    work.push(*other);
                }
            });
        }
    }
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
