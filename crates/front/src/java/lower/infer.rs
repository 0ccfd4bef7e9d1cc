//! Type arguments of generic methods and constructors, from the types of the arguments.

use crate::java::types::{Bindings, Ty, TypeVar};
use crate::java::world::World;

impl World {
    /// Binds the variables so that an argument of the second type fits a parameter of the first.
    pub fn unify(&self, vars: &[TypeVar], param: &Ty, arg: &Ty, bindings: &mut Bindings) {
        match param {
            Ty::Var(var) if vars.contains(var) => self.bind(*var, arg, bindings),
            Ty::Class(class, params) if !params.is_empty() => {
                if let Some(args) = self.as_super(arg, *class) {
                    for (param, arg) in params.iter().zip(&args) {
                        self.unify(vars, param, arg, bindings);
                    }
                }
            }
            Ty::Array(element) => {
                if let Ty::Array(arg) = arg {
                    self.unify(vars, element, arg, bindings);
                }
            }
            Ty::Class(..) | Ty::Var(_) | Ty::Void | Ty::Primitive(_) | Ty::Null | Ty::Unknown | Ty::Unseen => {}
        }
    }

    /// The first type that is known, or a wider one that comes later.
    fn bind(&self, var: TypeVar, arg: &Ty, bindings: &mut Bindings) {
        let arg = match arg {
            Ty::Primitive(primitive) => self.boxed(*primitive),
            Ty::Null | Ty::Void | Ty::Unknown => return,
            Ty::Class(..) | Ty::Array(_) | Ty::Var(_) | Ty::Unseen => arg.clone(),
        };
        match bindings.get(var) {
            Some(Ty::Unseen) => {}
            Some(_) if arg == Ty::Unseen => bindings.set(var, arg),
            None => bindings.set(var, arg),
            Some(known) if *known == arg => {}
            Some(known) if self.is_subtype(&arg, known) && !is_vague(known) => {}
            Some(known) if self.is_subtype(known, &arg) || is_vague(known) => bindings.set(var, arg),
            Some(_) => bindings.set(var, Ty::Unknown),
        }
    }

    /// What is still open is not known.
    pub fn close(&self, vars: &[TypeVar], bindings: &mut Bindings) {
        for var in vars {
            if bindings.get(*var).is_none() {
                bindings.set(*var, Ty::Unknown);
            }
        }
    }
}

fn is_vague(ty: &Ty) -> bool {
    match ty {
        Ty::Unknown | Ty::Unseen => true,
        Ty::Class(_, args) => args.contains(&Ty::Unknown),
        Ty::Void | Ty::Primitive(_) | Ty::Null | Ty::Array(_) | Ty::Var(_) => false,
    }
}
