//! Programs without type variables.
//!
//! text → ast → typed → **mono** → contract → acyclic → passive → solver text
//!
//! At this level no function, procedure, datatype, quantifier or map type has type parameters, and no type has
//! variables. `Ctor(id, args)` may keep its arguments: they are ground, and the type names a sort of its own.
//! `Data(id, args)` has no arguments.
//!
//! # How
//!
//! A polymorphic declaration is replaced by its instances: those that implementations, procedures and axioms without
//! type parameters force, and those that these force in turn. The steps, one file each:
//!
//! - `polarity`: every quantifier over types is judged by where it stands; `general` finds those that can stand anywhere.
//! - `collect`, with `note`: instances are gathered to a fixed point; `candidates` says at which types a quantifier is
//!   taken, `collide` which types must be told apart.
//! - `emit`, with `emit_decls`, `emit_maps` and `emit_settled`: the program is rebuilt with one declaration per instance.
//!
//! Inline functions must have been inlined: a quantifier in the body of one is judged where the function is used.
//!
//! # Why a proof of the result is a proof of the program
//!
//! Every failing run of the program gives a failing run of the result, by these laws:
//!
//! 1. An assumed `(forall<T> …)` becomes the conjunction of finitely many instances: an assumption gets weaker.
//!    Likewise an asserted `(exists<T> …)` becomes a disjunction. Both are put into a quantifier without variables, so
//!    that nobody takes a run for real because a condition holds (or fails) at the known types.
//! 2. An asserted `(forall<T> …)` becomes the conjunction of instances at known types and at one *arbitrary* type, an
//!    uninterpreted type that nothing else is known of: if the assertion fails at some type, then either at a known
//!    one, or the arbitrary type stands for it. One run fails once, so all assertions share their arbitrary types;
//!    within one assertion, each quantifier has its own. If the failing type could depend on the value of a bound
//!    variable, one arbitrary type is not enough.
//! 3. Elsewhere, as where a quantifier is both proved and assumed, it is taken at known types and at all *remaining*
//!    types at once, if one value settles the type; see `general`. Else it is refused.
//! 4. An implementation with type parameters is taken at *opaque* uninterpreted types in their place.
//! 5. A polymorphic map `<a>[D a]R a` becomes a record with one map per instance, and one more component, of a type
//!    that nothing is known of, for all other instances: two maps are equal only if they agree there too.
//! 6. What tells types apart is treated by cases. Two things do: a store into a polymorphic map at one type leaves its
//!    other components alone, and an equation between different types is false. So where opaque or arbitrary types are
//!    distinct from other types in such a place, though an instance of the program may make them equal, the unifier
//!    of the two gives one more type at which the implementation, or the asserted quantifier, is taken.
//!
//! Boogie does as in 1 with all quantifiers, as in 4, and as in 5 but for the last component.

mod candidates;
mod collect;
mod collide;
mod emit;
mod emit_decls;
mod emit_maps;
mod emit_settled;
mod general;
mod instances;
mod names;
mod note;
mod origins;
mod polarity;

pub use origins::{Origin, Origins};

use crate::typed::{ExprKind, Program, Type};
use crate::visit::{Walker, for_each_expr_of_program, walk_type};
use source::{Code, Diagnostic, Kind};

/// A program without type variables.
#[derive(Clone, Debug)]
pub struct Mono {
    pub program: Program,
    pub origins: Origins,
}

pub static UNSUPPORTED: Code = Code {
    id: "E0291",
    name: "unsupported",
    kind: Kind::Unsupported,
    explanation: "\
A use of type parameters that is not modelled.

Programs are checked without type parameters: each polymorphic declaration is replaced by instances at the types that
the program uses. This is not possible, or would not be sound, in these cases:

- A quantifier over types such as `(forall<T> x: T, y: T :: …)` stands where it is both proved and assumed: as a side
  of `<==>` or `==`, as a condition of `if`, as an argument of a function, in a measure, on the right of `:=`.
- Such a quantifier asks for a type that nothing names: an assumed `(exists<T> …)`, an assumed implication with
  `(forall<T> …)` on its left, or an asserted `(forall<T> …)` inside `(exists z :: …)`.
- The instances have no end: a function on `T` that uses itself on `List T`, say.
- A polymorphic map can hold itself as a value.

    axiom Good() <==> (forall<T> x: T, y: T :: less(x, y));           // proved and assumed
    axiom Good() ==> (forall<T> x: T, y: T :: less(x, y));            // assumed only

The first two cases do not arise if each type parameter is in the type of just one variable, and this type is the
parameter itself or a declared type constructor applied to it:

    axiom Good(h) <==> (forall<T> f: Field T :: h[f] == Default(f));  // one variable settles T

What helps: state only the direction that is needed; name the type; use a datatype in place of the type parameter.",
};

pub static CODES: &[&Code] = &[&UNSUPPORTED];

/// Replaces polymorphic declarations by their instances.
pub fn monomorphise(program: Program) -> Result<Mono, Vec<Diagnostic>> {
    if is_monomorphic(&program) {
        return Ok(Mono { origins: Origins::themselves(&program), program });
    }
    let judgements = polarity::judge(&program);
    let collected = collect::collect(&program, &judgements)?;
    emit::emit(&program, collected)
}

/// Whether the program is already without type variables and polymorphic maps.
fn is_monomorphic(program: &Program) -> bool {
    let Program {
        type_ctors: _, datatypes, consts, functions, axioms: _, globals, procedures, implementations, ..
    } = program;
    if !program.type_vars.is_empty() {
        return false;
    }
    let fields = datatypes.iter().flat_map(|datatype| &datatype.fields).map(|field| &field.ty);
    let params = functions.iter().flat_map(|function| &function.params).map(|param| &param.ty);
    let locals = implementations.iter().flat_map(|implementation| &implementation.locals);
    let variables = procedures.iter().flat_map(|procedure| &procedure.params).chain(globals).chain(locals);
    let mut declared = fields
        .chain(consts.iter().map(|constant| &constant.ty))
        .chain(params)
        .chain(functions.iter().map(|function| &function.result))
        .chain(variables.map(|variable| &variable.ty));
    declared.all(|ty| !has_polymorphic_map(ty)) && !binds_polymorphic_maps(program)
}

fn has_polymorphic_map(ty: &Type) -> bool {
    let mut found = false;
    walk_type(ty, &mut |ty| found |= matches!(ty, Type::Map(map) if map.type_params > 0));
    found
}

fn binds_polymorphic_maps(program: &Program) -> bool {
    let mut found = false;
    let mut walker = Walker::default();
    for_each_expr_of_program(program, &mut |expr| {
        walker.walk(expr, &mut |expr| {
            let vars = match expr.kind() {
                ExprKind::Quantifier(quantifier) => &quantifier.vars,
                ExprKind::Let { vars, values: _, body: _ } => vars,
                ExprKind::Code(code) => &code.locals,
                _ => return !found,
            };
            found |= vars.iter().any(|var| has_polymorphic_map(&var.ty));
            !found
        });
    });
    found
}
