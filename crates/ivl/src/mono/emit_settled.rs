//! Calls at remaining types that their arguments do not settle.
//!
//! Law: let f<T>(): C T, called at the type variable a, which a bound variable x settles (see `general`). At the remaining
//! types, what f is depends on what a is, and so on x: the call becomes `f(x)`, with a new function for f at the remaining
//! types that has one more parameter.

use super::emit::Emitter;
use super::general::is_settled;
use super::instances::{Env, extend};
use crate::typed::{BoundId, BoundVar, Expr, ExprKind, FunctionId, Type, Var};
use crate::visit::{Folder, walk_type};
use source::Span;

impl Emitter<'_> {
    /// The instance of a function for a call, and the arguments to be added. `types` are the type arguments in the
    /// current scope.
    pub fn settled_function(
        &mut self,
        function: FunctionId,
        type_args: &[Type],
        types: &[Type],
        span: Span,
    ) -> (FunctionId, Vec<Expr>) {
        let vars = self.settling_variables(function, type_args, types);
        if vars.is_empty() {
            return (self.function_id(function, types), Vec::new());
        }
        let mut added = Vec::new();
        for (id, ty) in vars {
            let var = self.target(Var::Bound(id));
            added.push(Expr::new(ExprKind::Var(var), self.new_type(&ty), span));
        }
        let key = (function, types.to_vec(), added.iter().map(|var| var.ty().clone()).collect());
        if let Some(known) = self.settled_functions.get(&key) {
            return (*known, added);
        }
        let declaration = &self.program.functions[function.index()];
        let env = extend(&Env::default(), &declaration.type_params, types);
        let mut instance = self.at(env, true, |this| this.function(declaration, types));
        instance.name = format!("{} by {}", instance.name, self.settled_functions.len()).into();
        for var in &added {
            let (id, name) = (self.fresh_bound(), format!("type{}", instance.params.len()).into());
            instance.params.push(BoundVar { id, name, ty: var.ty().clone(), attributes: Vec::new() });
        }
        let id = self.add_rest(instance);
        self.settled_functions.insert(key, id);
        (id, added)
    }

    /// The variables, with their types, that settle what the arguments of the call do not.
    fn settling_variables(&self, function: FunctionId, type_args: &[Type], types: &[Type]) -> Vec<(BoundId, Type)> {
        let declaration = &self.program.functions[function.index()];
        let mut vars: Vec<(BoundId, Type)> = Vec::new();
        for ((param, arg), ty) in declaration.type_params.iter().zip(type_args).zip(types) {
            if !self.found.is_remaining(ty) || is_settled(self.program, *param, &declaration.params) {
                continue;
            }
            walk_type(arg, &mut |ty| {
                let Type::Var(var) = ty else { return };
                let settling = self.settling(*var).filter(|settling| !vars.contains(settling)).cloned();
                vars.extend(settling);
            });
        }
        vars
    }
}
