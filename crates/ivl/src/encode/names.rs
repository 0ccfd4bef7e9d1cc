//! What the solver calls the program's functions, constants, constructors and fields.

use crate::typed::{ConstId, ConstructorId, DatatypeId, FunctionId, Program};

pub fn function_name(program: &Program, id: FunctionId) -> String {
    smt::quote(&format!("f%{}", program.functions[id.index()].name)).into_owned()
}

pub fn const_name(program: &Program, id: ConstId) -> String {
    smt::quote(&format!("c%{}", program.consts[id.index()].name)).into_owned()
}

pub fn constructor_name(program: &Program, datatype: DatatypeId, constructor: ConstructorId) -> String {
    let declaration = &program.datatypes[datatype.index()];
    let name = &declaration.constructors[constructor.index()].name;
    smt::quote(&format!("k%{}%{name}", declaration.name)).into_owned()
}

pub fn selector_name(program: &Program, datatype: DatatypeId, constructor: ConstructorId, position: usize) -> String {
    let declaration = &program.datatypes[datatype.index()];
    let constructor = &declaration.constructors[constructor.index()];
    let field = &declaration.fields[constructor.fields[position].index()].name;
    smt::quote(&format!("s%{}%{}%{field}", declaration.name, constructor.name)).into_owned()
}
