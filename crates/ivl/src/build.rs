//! Expressions and commands, built by hand, and the program that receives an engine's obligations.
//!
//! An engine that starts from a typed program keeps its types, functions, axioms, constants, globals and procedures under
//! the same ids, so that expressions of the original can be used as they are; obligations are procedures added behind
//! them.

use crate::typed::{
    Assumption, BinaryOp, BlockId, BoundId, BoundVar, Cmd, CmdKind, ConstructorId, DatatypeId, Expr, ExprKind, FieldId,
    Function, FunctionId, Literal, MapType, Meaning, Name, Program, Quantifier, QuantifierKind, Transfer, Type,
    UnaryOp, Var,
};
use rustc_hash::FxHashMap;
use source::Span;
use std::sync::Arc;

/// The program that receives the obligations.
pub struct Build {
    pub program: Program,
    /// Operators on maps, by name and type.
    operators: FxHashMap<(&'static str, Vec<Type>, Type), FunctionId>,
    /// Functions that are made on demand, by name and type.
    made: FxHashMap<(&'static str, Vec<Type>, Type), FunctionId>,
}

impl Build {
    pub fn new(program: Program) -> Build {
        Build { program, operators: FxHashMap::default(), made: FxHashMap::default() }
    }

    pub fn fresh_bound(&mut self) -> BoundId {
        let id = BoundId(self.program.next_bound);
        self.program.next_bound += 1;
        id
    }

    /// The solver's own operator `name`, such as `MapAnd`, at these types.
    fn operator(&mut self, name: &'static str, args: &[Type], result: &Type, span: Span) -> FunctionId {
        let key = (name, args.to_vec(), result.clone());
        if let Some(id) = self.operators.get(&key) {
            return *id;
        }
        let id = self.declare(name, args, result, Meaning::Builtin(name.into()), span);
        self.operators.insert(key, id);
        id
    }

    fn declare(&mut self, name: &str, args: &[Type], result: &Type, meaning: Meaning, span: Span) -> FunctionId {
        let id = FunctionId(self.program.functions.len() as u32);
        let params = args
            .iter()
            .map(|ty| BoundVar { id: self.fresh_bound(), name: "".into(), ty: ty.clone(), attributes: Vec::new() })
            .collect();
        self.program.functions.push(Function {
            name: format!("{name}#{}", id.0).into(),
            type_params: Vec::new(),
            params,
            result: result.clone(),
            meaning,
            attributes: Vec::new(),
            span,
        });
        id
    }

    /// The function `name` of these types, of which nothing is known but what axioms say, and whether it is new.
    pub fn function(&mut self, name: &'static str, args: &[Type], result: &Type, span: Span) -> (FunctionId, bool) {
        let key = (name, args.to_vec(), result.clone());
        if let Some(id) = self.made.get(&key) {
            return (*id, false);
        }
        let id = self.declare(name, args, result, Meaning::Uninterpreted, span);
        self.made.insert(key, id);
        (id, true)
    }

    fn apply(&mut self, name: &'static str, args: Vec<Expr>, result: Type, span: Span) -> Expr {
        let types: Vec<Type> = args.iter().map(|arg| arg.ty().clone()).collect();
        let function = self.operator(name, &types, &result, span);
        Expr::new(ExprKind::Apply { function, type_args: Vec::new(), args }, result, span)
    }

    /// `record->id`, for a field of the record's own datatype.
    pub fn field(&self, record: &Expr, id: FieldId) -> Expr {
        let ty = match record.ty() {
            Type::Data(datatype, _) => &self.program.datatypes[datatype.index()].fields[id.index()].ty,
            other => other,
        };
        field(record.clone(), id, ty.clone())
    }

    /// The map of type `map` that is `value` everywhere.
    pub fn constant_map(&mut self, map: Type, value: Expr) -> Expr {
        let span = value.span();
        self.apply("MapConst", vec![value], map, span)
    }

    /// Pointwise, on maps to bool.
    pub fn map_or(&mut self, left: Expr, right: Expr) -> Expr {
        let (ty, span) = (left.ty().clone(), left.span());
        self.apply("MapOr", vec![left, right], ty, span)
    }

    pub fn map_and(&mut self, left: Expr, right: Expr) -> Expr {
        let (ty, span) = (left.ty().clone(), left.span());
        self.apply("MapAnd", vec![left, right], ty, span)
    }

    pub fn map_not(&mut self, map: Expr) -> Expr {
        let (ty, span) = (map.ty().clone(), map.span());
        self.apply("MapNot", vec![map], ty, span)
    }

    pub fn map_implies(&mut self, left: Expr, right: Expr) -> Expr {
        let (ty, span) = (left.ty().clone(), left.span());
        self.apply("MapImp", vec![left, right], ty, span)
    }

    /// `condition[x] ? then[x] : otherwise[x]` at every x.
    pub fn map_if(&mut self, condition: Expr, then: Expr, otherwise: Expr) -> Expr {
        let (ty, span) = (then.ty().clone(), then.span());
        self.apply("MapIte", vec![condition, then, otherwise], ty, span)
    }

    /// `left[x] == right[x]` at every x.
    pub fn map_eq(&mut self, left: Expr, right: Expr) -> Expr {
        let span = left.span();
        let Type::Map(map) = left.ty() else { return eq(left, right) };
        let result = map_type(map.domain.clone(), Type::Bool);
        self.apply("MapEq", vec![left, right], result, span)
    }
}

/// `[domain]range`
pub fn map_type(domain: Vec<Type>, range: Type) -> Type {
    Type::Map(Arc::new(MapType { type_params: 0, domain, range }))
}

pub fn bool_lit(value: bool, span: Span) -> Expr {
    Expr::new(ExprKind::Literal(Literal::Bool(value)), Type::Bool, span)
}

pub fn int_lit(value: u32, span: Span) -> Expr {
    Expr::new(ExprKind::Literal(Literal::Int(value.into())), Type::Int, span)
}

pub fn var(var: Var, ty: &Type, span: Span) -> Expr {
    Expr::new(ExprKind::Var(var), ty.clone(), span)
}

pub fn old(expr: Expr) -> Expr {
    let (ty, span) = (expr.ty().clone(), expr.span());
    Expr::new(ExprKind::Old(expr), ty, span)
}

fn binary(op: BinaryOp, left: Expr, right: Expr, ty: Type) -> Expr {
    let span = left.span();
    Expr::new(ExprKind::Binary(op, left, right), ty, span)
}

pub fn eq(left: Expr, right: Expr) -> Expr {
    binary(BinaryOp::Eq, left, right, Type::Bool)
}

pub fn implies(left: Expr, right: Expr) -> Expr {
    match (is_literal(&left), is_literal(&right)) {
        (Some(true), _) | (_, Some(true)) => right,
        _ => binary(BinaryOp::Implies, left, right, Type::Bool),
    }
}

pub fn or(left: Expr, right: Expr) -> Expr {
    binary(BinaryOp::Or, left, right, Type::Bool)
}

pub fn and(left: Expr, right: Expr) -> Expr {
    binary(BinaryOp::And, left, right, Type::Bool)
}

pub fn not(expr: Expr) -> Expr {
    let span = expr.span();
    Expr::new(ExprKind::Unary(UnaryOp::Not, expr), Type::Bool, span)
}

pub fn all(conjuncts: impl IntoIterator<Item = Expr>, span: Span) -> Expr {
    let mut conjuncts = conjuncts.into_iter().filter(|expr| is_literal(expr) != Some(true));
    match conjuncts.next() {
        None => bool_lit(true, span),
        Some(first) => conjuncts.fold(first, and),
    }
}

pub fn any(disjuncts: impl IntoIterator<Item = Expr>, span: Span) -> Expr {
    let mut disjuncts = disjuncts.into_iter().filter(|expr| is_literal(expr) != Some(false));
    match disjuncts.next() {
        None => bool_lit(false, span),
        Some(first) => disjuncts.fold(first, or),
    }
}

/// The truth value, if it is written out.
pub fn is_literal(expr: &Expr) -> Option<bool> {
    match expr.kind() {
        ExprKind::Literal(Literal::Bool(value)) => Some(*value),
        _ => None,
    }
}

pub fn if_then_else(condition: Expr, then: Expr, otherwise: Expr) -> Expr {
    let (ty, span) = (then.ty().clone(), condition.span());
    Expr::new(ExprKind::IfThenElse(condition, then, otherwise), ty, span)
}

/// `map[index]`, for a map without type parameters.
pub fn select(map: Expr, index: Expr) -> Expr {
    let span = map.span();
    let range = match map.ty() {
        Type::Map(ty) => ty.range.clone(),
        other => other.clone(),
    };
    Expr::new(ExprKind::Select { map, indices: vec![index], type_args: Vec::new() }, range, span)
}

/// `map[index := value]`, for a map without type parameters.
pub fn store(map: Expr, index: Expr, value: Expr) -> Expr {
    let (ty, span) = (map.ty().clone(), map.span());
    Expr::new(ExprKind::Store { map, indices: vec![index], value, type_args: Vec::new() }, ty, span)
}

pub fn field(expr: Expr, field: FieldId, ty: Type) -> Expr {
    let span = expr.span();
    Expr::new(ExprKind::Field { expr, field }, ty, span)
}

pub fn field_update(expr: Expr, field: FieldId, value: Expr) -> Expr {
    let (ty, span) = (expr.ty().clone(), expr.span());
    Expr::new(ExprKind::FieldUpdate { expr, field, value }, ty, span)
}

pub fn is_constructor(expr: Expr, constructor: ConstructorId) -> Expr {
    let span = expr.span();
    Expr::new(ExprKind::Is { expr, constructor }, Type::Bool, span)
}

/// A value of a datatype of the monomorphic program.
pub fn construct(datatype: DatatypeId, constructor: ConstructorId, args: Vec<Expr>, span: Span) -> Expr {
    Expr::new(ExprKind::Construct { constructor, args }, Type::Data(datatype, Arc::new([])), span)
}

pub fn bound_var(id: BoundId, name: Name, ty: Type) -> BoundVar {
    BoundVar { id, name, ty, attributes: Vec::new() }
}

/// `function(args)`
pub fn apply(function: FunctionId, args: Vec<Expr>, result: Type, span: Span) -> Expr {
    Expr::new(ExprKind::Apply { function, type_args: Vec::new(), args }, result, span)
}

/// `(lambda vars :: body)`
pub fn lambda(vars: Vec<BoundVar>, body: Expr) -> Expr {
    let ty = map_type(vars.iter().map(|var| var.ty.clone()).collect(), body.ty().clone());
    let span = body.span();
    let quantifier = Quantifier {
        kind: QuantifierKind::Lambda,
        type_params: Vec::new(),
        vars,
        triggers: Vec::new(),
        no_patterns: Vec::new(),
        attributes: Vec::new(),
        body,
    };
    Expr::new(ExprKind::Quantifier(quantifier), ty, span)
}

/// `(exists vars :: triggers body)`; without variables, the body itself.
pub fn exists(vars: Vec<BoundVar>, triggers: Vec<Vec<Expr>>, body: Expr) -> Expr {
    quantifier(QuantifierKind::Exists, vars, triggers, body)
}

/// `(forall vars :: triggers body)`; without variables, the body itself.
pub fn forall(vars: Vec<BoundVar>, triggers: Vec<Vec<Expr>>, body: Expr) -> Expr {
    quantifier(QuantifierKind::Forall, vars, triggers, body)
}

fn quantifier(kind: QuantifierKind, vars: Vec<BoundVar>, triggers: Vec<Vec<Expr>>, body: Expr) -> Expr {
    if vars.is_empty() {
        return body;
    }
    let span = body.span();
    let quantifier = Quantifier {
        kind,
        type_params: Vec::new(),
        vars,
        triggers,
        no_patterns: Vec::new(),
        attributes: Vec::new(),
        body,
    };
    Expr::new(ExprKind::Quantifier(quantifier), Type::Bool, span)
}

pub fn goto(target: BlockId, span: Span) -> Transfer {
    Transfer::Goto { targets: vec![target], attributes: Vec::new(), span }
}

pub fn assume(expr: Expr, span: Span) -> Cmd {
    Cmd { kind: CmdKind::Assume { expr, origin: Assumption::Rule }, attributes: Vec::new(), span }
}
