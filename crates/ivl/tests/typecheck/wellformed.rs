//! The laws of the typed program, checked on what the type checker returns.

use ivl::typed::*;
use ivl::visit::{for_each_expr_of_program, walk};
use std::sync::Arc;

/// The first place where a law is broken, if any.
pub fn violation(program: &Program) -> Option<String> {
    let mut found = None;
    for_each_expr_of_program(program, &mut |expr| {
        walk(expr, &mut |expr| {
            if found.is_none() {
                found = check(program, expr).map(|law| format!("{law}: {expr:?}"));
            }
            true
        });
    });
    found.or_else(|| program.implementations.iter().find_map(|implementation| check_blocks(program, implementation)))
}

fn check(program: &Program, expr: &Expr) -> Option<&'static str> {
    let ty = expr.ty();
    if !is_settled(program, ty, 0) {
        return Some("the type is not settled");
    }
    let good = match expr.kind() {
        ExprKind::Literal(_) | ExprKind::Var(_) | ExprKind::Code(_) => true,
        ExprKind::Old(inner) => inner.ty() == ty,
        ExprKind::Unary(_, inner) => inner.ty() == ty,
        ExprKind::Binary(op, left, right) => binary(*op, left.ty(), right.ty(), ty),
        ExprKind::IfThenElse(condition, then_branch, else_branch) => {
            *condition.ty() == Type::Bool && then_branch.ty() == ty && else_branch.ty() == ty
        }
        ExprKind::Select { map, indices, type_args } => access(program, map, indices, ty, type_args),
        ExprKind::Store { map, indices, value, type_args } => {
            map.ty() == ty && access(program, map, indices, value.ty(), type_args)
        }
        ExprKind::Apply { function, type_args, args } => {
            let function = &program.functions[function.index()];
            let formals: Vec<&Type> = function.params.iter().map(|param| &param.ty).collect();
            instance(&function.type_params, type_args, &formals, args) && {
                instantiate(&function.result, &function.type_params, type_args) == *ty
            }
        }
        ExprKind::Construct { constructor, args } => construct(program, *constructor, args, ty),
        ExprKind::Field { expr, field } => field_type(program, expr.ty(), *field).as_ref() == Some(ty),
        ExprKind::FieldUpdate { expr, field, value } => {
            expr.ty() == ty && field_type(program, ty, *field).as_ref() == Some(value.ty())
        }
        ExprKind::Is { expr, constructor } => match expr.ty() {
            Type::Data(id, _) => constructor.index() < program.datatypes[id.index()].constructors.len(),
            _ => false,
        },
        ExprKind::Extract { expr, high, low } => match expr.ty() {
            Type::Bv(width) => low <= high && high <= width && *ty == Type::Bv(high - low),
            _ => false,
        },
        ExprKind::ToInt(inner) => *inner.ty() == Type::Real && *ty == Type::Int,
        ExprKind::ToReal(inner) => *inner.ty() == Type::Int && *ty == Type::Real,
        ExprKind::Quantifier(quantifier) => check_quantifier(quantifier, ty),
        ExprKind::Let { vars, values, body } => {
            body.ty() == ty && vars.len() == values.len() && vars.iter().zip(values).all(|(var, e)| var.ty == *e.ty())
        }
    };
    (!good).then_some("the parts do not fit")
}

fn is_settled(program: &Program, ty: &Type, binders: u32) -> bool {
    match ty {
        Type::Var(var) => var.index() < program.type_vars.len(),
        Type::MapParam { depth, .. } => *depth < binders,
        Type::Ctor(_, args) | Type::Data(_, args) => args.iter().all(|arg| is_settled(program, arg, binders)),
        Type::Map(map) => {
            let binders = binders + u32::from(map.type_params > 0);
            map.domain.iter().chain([&map.range]).all(|ty| is_settled(program, ty, binders))
        }
        Type::Bool | Type::Int | Type::Real | Type::Bv(_) | Type::Float { .. } | Type::RoundingMode => true,
        Type::String | Type::RegEx => true,
    }
}

fn binary(op: BinaryOp, left: &Type, right: &Type, ty: &Type) -> bool {
    let numbers = left == right && matches!(left, Type::Int | Type::Real | Type::Float { .. });
    match op {
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => numbers && ty == left,
        BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => numbers && *ty == Type::Bool,
        BinaryOp::Div | BinaryOp::Mod => *left == Type::Int && left == right && ty == left,
        BinaryOp::RealDiv => {
            let number = |ty: &Type| matches!(ty, Type::Int | Type::Real);
            number(left) && number(right) && *ty == Type::Real || numbers && ty == left
        }
        BinaryOp::Pow => *left == Type::Real && left == right && ty == left,
        BinaryOp::And | BinaryOp::Or | BinaryOp::Implies | BinaryOp::Iff => {
            *left == Type::Bool && left == right && ty == left
        }
        BinaryOp::Eq | BinaryOp::Neq => *ty == Type::Bool && (left == right || has_var(left) || has_var(right)),
        BinaryOp::Concat => match (left, right) {
            (Type::Bv(high), Type::Bv(low)) => *ty == Type::Bv(high + low),
            _ => false,
        },
    }
}

fn has_var(ty: &Type) -> bool {
    match ty {
        Type::Var(_) => true,
        Type::Ctor(_, args) | Type::Data(_, args) => args.iter().any(has_var),
        Type::Map(map) => map.domain.iter().chain([&map.range]).any(has_var),
        _ => false,
    }
}

fn access(program: &Program, map: &Expr, indices: &[Expr], value: &Type, type_args: &[Type]) -> bool {
    let Type::Map(map) = map.ty() else { return false };
    type_args.len() == map.type_params as usize
        && type_args.iter().all(|arg| is_settled(program, arg, 0))
        && map.domain.len() == indices.len()
        && map.domain.iter().zip(indices).all(|(formal, index)| open(formal, type_args, 0) == *index.ty())
        && open(&map.range, type_args, 0) == *value
}

fn open(ty: &Type, args: &[Type], depth: u32) -> Type {
    if let Type::MapParam { depth: at, index } = ty
        && *at == depth
        && !args.is_empty()
    {
        return args[*index as usize].clone();
    }
    rebuild(ty, &mut |child, binder| open(child, args, depth + u32::from(binder)))
}

fn instantiate(ty: &Type, params: &[TypeVar], args: &[Type]) -> Type {
    if let Type::Var(var) = ty
        && let Some(at) = params.iter().position(|param| param == var)
    {
        return args[at].clone();
    }
    rebuild(ty, &mut |child, _| instantiate(child, params, args))
}

fn rebuild(ty: &Type, f: &mut dyn FnMut(&Type, bool) -> Type) -> Type {
    match ty {
        Type::Ctor(id, args) => Type::Ctor(*id, args.iter().map(|arg| f(arg, false)).collect()),
        Type::Data(id, args) => Type::Data(*id, args.iter().map(|arg| f(arg, false)).collect()),
        Type::Map(map) => {
            let binder = map.type_params > 0;
            let domain = map.domain.iter().map(|ty| f(ty, binder)).collect();
            Type::Map(Arc::new(MapType { type_params: map.type_params, domain, range: f(&map.range, binder) }))
        }
        other => other.clone(),
    }
}

fn instance(params: &[TypeVar], type_args: &[Type], formals: &[&Type], args: &[Expr]) -> bool {
    params.len() == type_args.len()
        && formals.len() == args.len()
        && formals.iter().zip(args).all(|(formal, arg)| instantiate(formal, params, type_args) == *arg.ty())
}

fn construct(program: &Program, constructor: ConstructorId, args: &[Expr], ty: &Type) -> bool {
    let Type::Data(id, type_args) = ty else { return false };
    let datatype = &program.datatypes[id.index()];
    let fields = datatype.constructors[constructor.index()].fields.iter();
    let formals: Vec<&Type> = fields.map(|field| &datatype.fields[field.index()].ty).collect();
    instance(&datatype.type_params, type_args, &formals, args)
}

fn field_type(program: &Program, ty: &Type, field: FieldId) -> Option<Type> {
    let Type::Data(id, args) = ty else { return None };
    let datatype = &program.datatypes[id.index()];
    Some(instantiate(&datatype.fields[field.index()].ty, &datatype.type_params, args))
}

fn check_quantifier(quantifier: &Quantifier, ty: &Type) -> bool {
    match quantifier.kind {
        QuantifierKind::Forall | QuantifierKind::Exists => *quantifier.body.ty() == Type::Bool && *ty == Type::Bool,
        QuantifierKind::Lambda => {
            let Type::Map(map) = ty else { return false };
            let args: Vec<Type> = quantifier.type_params.iter().map(|var| Type::Var(*var)).collect();
            map.type_params as usize == args.len()
                && map.domain.len() == quantifier.vars.len()
                && map.domain.iter().zip(&quantifier.vars).all(|(formal, var)| open(formal, &args, 0) == var.ty)
                && open(&map.range, &args, 0) == *quantifier.body.ty()
        }
    }
}

fn check_blocks(program: &Program, implementation: &Implementation) -> Option<String> {
    let blocks = &implementation.blocks;
    let name = &implementation.name;
    if blocks.is_empty() {
        return Some(format!("{name} has no entry"));
    }
    let mut labels: Vec<&Name> = blocks.iter().map(|block| &block.label).collect();
    labels.sort();
    labels.dedup();
    if labels.len() != blocks.len() {
        return Some(format!("{name} has two blocks of one name"));
    }
    for block in blocks {
        if let Transfer::Goto { targets, .. } = &block.transfer
            && targets.iter().any(|target| target.index() == 0 || target.index() >= blocks.len())
        {
            return Some(format!("{name} jumps to its entry or nowhere"));
        }
        if let Some(law) = block.cmds.iter().find_map(|cmd| check_cmd(program, implementation, cmd)) {
            return Some(format!("{name}: {law}"));
        }
    }
    None
}

fn check_call(program: &Program, call: &Call, type_of: &dyn Fn(&Var) -> Type) -> bool {
    let procedure = &program.procedures[call.procedure.index()];
    let formals: Vec<&Type> = procedure.params.iter().map(|param| &param.ty).collect();
    let mut results = formals[procedure.ins..].iter().zip(&call.outs);
    instance(&procedure.type_params, &call.type_args, &formals[..procedure.ins], &call.ins)
        && call.outs.len() == formals.len() - procedure.ins
        && results.all(|(formal, out)| instantiate(formal, &procedure.type_params, &call.type_args) == type_of(out))
}

fn check_cmd(program: &Program, implementation: &Implementation, cmd: &Cmd) -> Option<String> {
    let type_of = |var: &Var| match var {
        Var::Global(id) => program.globals[id.index()].ty.clone(),
        Var::Local(id) => implementation.locals[id.index()].ty.clone(),
        Var::Const(_) | Var::Bound(_) => Type::String,
    };
    let good = match &cmd.kind {
        CmdKind::Assert(expr) | CmdKind::Prove { expr, .. } | CmdKind::Assume { expr, .. } => *expr.ty() == Type::Bool,
        CmdKind::Assign(assignments) => assignments.iter().all(|(var, value)| type_of(var) == *value.ty()),
        CmdKind::Call(_) | CmdKind::Async(_) | CmdKind::Parallel(_) | CmdKind::LoopYield(_) => {
            cmd.kind.calls().all(|call| check_call(program, call, &type_of))
        }
        CmdKind::Havoc(_) | CmdKind::Measure(_) | CmdKind::Visibility(_) => true,
    };
    (!good).then(|| format!("a command does not fit: {:?}", cmd.kind))
}
