//! Expressions as terms.

use super::{Gap, Symbols, builtin, sort};
use crate::typed::*;
use rustc_hash::FxHashMap;
use smt::{Sort, TermId, Terms};
use source::Span;
use std::sync::Arc;

/// Builds terms over one arena and remembers what they mention.
pub struct Encoder<'a> {
    pub program: &'a Program,
    pub terms: Terms,
    pub used: Symbols,
    /// The constant of each incarnation.
    pub locals: Vec<TermId>,
    bound: FxHashMap<BoundId, TermId>,
    /// How many binders are around the current expression: bound names are numbered by it, so that they depend on the
    /// expression alone and an inner name never hides an outer one that is still in use.
    depth: usize,
    /// Terms of shared expressions, by address; valid in the current scope only, since the same expression means
    /// something else where its bound variables do.
    memo: FxHashMap<usize, TermId>,
}

impl<'a> Encoder<'a> {
    pub fn new(program: &'a Program) -> Encoder<'a> {
        Encoder {
            program,
            terms: Terms::new(),
            used: Symbols::default(),
            locals: Vec::new(),
            bound: FxHashMap::default(),
            depth: 0,
            memo: FxHashMap::default(),
        }
    }

    pub fn sort(&mut self, ty: &Type, span: Span) -> Result<Sort, Gap> {
        sort::sort(self.program, ty, &mut self.used, span)
    }

    /// The term of an expression. The expression must outlive the encoder's work: terms are remembered by address.
    pub fn expr(&mut self, expr: &Expr) -> Result<TermId, Gap> {
        let shared = (Arc::strong_count(&expr.0) > 1).then_some(Arc::as_ptr(&expr.0) as usize);
        if let Some(term) = shared.and_then(|address| self.memo.get(&address)) {
            return Ok(*term);
        }
        let term = self.node(expr)?;
        if let Some(address) = shared {
            self.memo.insert(address, term);
        }
        Ok(term)
    }

    fn node(&mut self, expr: &Expr) -> Result<TermId, Gap> {
        let span = expr.span();
        match expr.kind() {
            ExprKind::Literal(literal) => self.literal(literal, expr.ty(), span),
            ExprKind::Var(var) => self.var(*var, span),
            ExprKind::Old(_) => Err(Gap::new("`old` in this place", span)),
            ExprKind::Unary(op, operand) => self.unary(*op, operand),
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right, span),
            ExprKind::IfThenElse(condition, then_branch, else_branch) => {
                let condition = self.expr(condition)?;
                let (yes, no) = (self.expr(then_branch)?, self.expr(else_branch)?);
                Ok(self.terms.ite(condition, yes, no))
            }
            ExprKind::Select { map, indices, .. } => {
                let map = self.expr(map)?;
                let indices = self.exprs(indices)?;
                Ok(self.select(map, &indices))
            }
            ExprKind::Store { map, indices, value, .. } => {
                let map = self.expr(map)?;
                let indices = self.exprs(indices)?;
                let value = self.expr(value)?;
                Ok(self.store(map, &indices, value))
            }
            ExprKind::Apply { function, args, .. } => self.apply(*function, args, span),
            ExprKind::Construct { constructor, args } => {
                let args = self.exprs(args)?;
                let name = constructor_name(self.program, self.datatype(expr.ty(), span)?, *constructor);
                Ok(self.terms.app(&name, &args))
            }
            ExprKind::Field { expr: inner, field } => {
                let datatype = self.datatype(inner.ty(), span)?;
                let term = self.expr(inner)?;
                Ok(self.field(datatype, *field, term))
            }
            ExprKind::FieldUpdate { expr: inner, field, value } => {
                let datatype = self.datatype(inner.ty(), span)?;
                let (term, value) = (self.expr(inner)?, self.expr(value)?);
                Ok(self.field_update(datatype, *field, term, value))
            }
            ExprKind::Is { expr: inner, constructor } => {
                let datatype = self.datatype(inner.ty(), span)?;
                let term = self.expr(inner)?;
                Ok(self.is(datatype, *constructor, term))
            }
            ExprKind::Extract { expr: inner, high, low } => {
                if high <= low {
                    return Err(Gap::new("bit-vectors of width 0", span));
                }
                let term = self.expr(inner)?;
                Ok(self.terms.app(&format!("(_ extract {} {low})", high - 1), &[term]))
            }
            ExprKind::ToInt(inner) => self.int_of(inner, span),
            ExprKind::ToReal(inner) => self.real_of(inner, span),
            ExprKind::Quantifier(quantifier) => self.quantifier(quantifier, span),
            ExprKind::Let { vars, values, body } => {
                let values = self.exprs(values)?;
                for (var, value) in vars.iter().zip(values) {
                    self.bound.insert(var.id, value);
                }
                self.in_new_scope(|encoder| encoder.expr(body))
            }
            ExprKind::Code(code) => super::code::encode(self, code, span),
        }
    }

    pub fn exprs(&mut self, exprs: &[Expr]) -> Result<Vec<TermId>, Gap> {
        exprs.iter().map(|expr| self.expr(expr)).collect()
    }

    fn literal(&mut self, literal: &Literal, ty: &Type, span: Span) -> Result<TermId, Gap> {
        Ok(match literal {
            Literal::Bool(value) => self.terms.bool_(*value),
            Literal::Int(value) => self.terms.int(&value.to_string()),
            Literal::Real { numerator, scale } => {
                let numerator = self.terms.constant(&format!("{numerator}.0"));
                match scale {
                    0 => numerator,
                    _ => {
                        let denominator = self.terms.constant(&format!("1{}.0", "0".repeat(*scale as usize)));
                        self.terms.app("/", &[numerator, denominator])
                    }
                }
            }
            Literal::Bv { width: 0, .. } => return Err(Gap::new("bit-vectors of width 0", span)),
            Literal::Bv { value, width } => self.terms.constant(&format!("(_ bv{value} {width})")),
            Literal::Float(text) => super::float::literal(&mut self.terms, text, ty)
                .ok_or_else(|| Gap::new(format!("floating-point literals such as `{text}`"), span))?,
            Literal::String(text) => self.terms.constant(&format!("\"{}\"", text.replace('"', "\"\""))),
            Literal::RoundingMode(mode) => self.terms.constant(match mode {
                RoundingMode::NearestTiesToEven => "RNE",
                RoundingMode::NearestTiesToAway => "RNA",
                RoundingMode::TowardPositive => "RTP",
                RoundingMode::TowardNegative => "RTN",
                RoundingMode::TowardZero => "RTZ",
            }),
        })
    }

    fn var(&mut self, var: Var, span: Span) -> Result<TermId, Gap> {
        match var {
            Var::Local(id) => {
                self.locals.get(id.index()).copied().ok_or_else(|| Gap::new("a local variable in this place", span))
            }
            Var::Const(id) => {
                self.used.consts.insert(id);
                Ok(self.terms.constant(&const_name(self.program, id)))
            }
            Var::Bound(id) => self.bound.get(&id).copied().ok_or_else(|| Gap::new("a variable out of its scope", span)),
            Var::Global(_) => Err(Gap::new("a global variable in this place", span)),
        }
    }

    fn unary(&mut self, op: UnaryOp, operand: &Expr) -> Result<TermId, Gap> {
        let term = self.expr(operand)?;
        Ok(match (op, operand.ty()) {
            (UnaryOp::Not, _) => self.terms.not(term),
            (UnaryOp::Neg, Type::Float { .. }) => self.terms.app("fp.neg", &[term]),
            (UnaryOp::Neg, _) => self.terms.app("-", &[term]),
        })
    }

    fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr, span: Span) -> Result<TermId, Gap> {
        if let Type::Float { .. } = left.ty() {
            return self.float_binary(op, left, right, span);
        }
        if op == BinaryOp::RealDiv {
            let (left, right) = (self.real_of(left, span)?, self.real_of(right, span)?);
            return Ok(self.terms.app("/", &[left, right]));
        }
        let (a, b) = (self.expr(left)?, self.expr(right)?);
        Ok(match op {
            BinaryOp::Iff | BinaryOp::Eq => self.terms.eq(a, b),
            BinaryOp::Neq => {
                let equal = self.terms.eq(a, b);
                self.terms.not(equal)
            }
            BinaryOp::Implies => self.terms.implies(a, b),
            BinaryOp::And => self.terms.and([a, b]),
            BinaryOp::Or => self.terms.or([a, b]),
            BinaryOp::Lt => self.terms.app("<", &[a, b]),
            BinaryOp::Le => self.terms.app("<=", &[a, b]),
            BinaryOp::Gt => self.terms.app(">", &[a, b]),
            BinaryOp::Ge => self.terms.app(">=", &[a, b]),
            BinaryOp::Concat => self.terms.app("concat", &[a, b]),
            BinaryOp::Add => self.terms.app("+", &[a, b]),
            BinaryOp::Sub => self.terms.app("-", &[a, b]),
            BinaryOp::Mul => self.terms.app("*", &[a, b]),
            BinaryOp::Div => self.terms.app("div", &[a, b]),
            BinaryOp::Mod => self.terms.app("mod", &[a, b]),
            BinaryOp::Pow => {
                self.used.power = true;
                self.terms.app("power%real", &[a, b])
            }
            BinaryOp::RealDiv => unreachable!("handled above"),
        })
    }

    /// Arithmetic rounds to nearest, ties to even; equality is identity, as in Boogie: NaN equals itself, and the two
    /// zeros differ. The equality of IEEE 754 is the solver's `fp.eq`, to be had as a `{:builtin}` function.
    fn float_binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr, span: Span) -> Result<TermId, Gap> {
        let (a, b) = (self.expr(left)?, self.expr(right)?);
        let rounding = self.terms.constant("RNE");
        Ok(match op {
            BinaryOp::Add => self.terms.app("fp.add", &[rounding, a, b]),
            BinaryOp::Sub => self.terms.app("fp.sub", &[rounding, a, b]),
            BinaryOp::Mul => self.terms.app("fp.mul", &[rounding, a, b]),
            BinaryOp::RealDiv => self.terms.app("fp.div", &[rounding, a, b]),
            BinaryOp::Lt => self.terms.app("fp.lt", &[a, b]),
            BinaryOp::Le => self.terms.app("fp.leq", &[a, b]),
            BinaryOp::Gt => self.terms.app("fp.gt", &[a, b]),
            BinaryOp::Ge => self.terms.app("fp.geq", &[a, b]),
            BinaryOp::Eq | BinaryOp::Iff => self.terms.eq(a, b),
            BinaryOp::Neq => {
                let equal = self.terms.eq(a, b);
                self.terms.not(equal)
            }
            BinaryOp::Implies
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Concat
            | BinaryOp::Div
            | BinaryOp::Mod
            | BinaryOp::Pow => return Err(Gap::new("this operator on floating-point numbers", span)),
        })
    }

    fn int_of(&mut self, inner: &Expr, span: Span) -> Result<TermId, Gap> {
        let term = self.expr(inner)?;
        match inner.ty() {
            Type::Int => Ok(term),
            Type::Real => Ok(self.terms.app("to_int", &[term])),
            _ => Err(Gap::new("`int` of this type", span)),
        }
    }

    fn real_of(&mut self, inner: &Expr, span: Span) -> Result<TermId, Gap> {
        let term = self.expr(inner)?;
        match inner.ty() {
            Type::Real => Ok(term),
            Type::Int => Ok(self.terms.app("to_real", &[term])),
            Type::Float { .. } => Ok(self.terms.app("fp.to_real", &[term])),
            _ => Err(Gap::new("`real` of this type", span)),
        }
    }

    fn select(&mut self, map: TermId, indices: &[TermId]) -> TermId {
        indices.iter().fold(map, |map, index| self.terms.app("select", &[map, *index]))
    }

    /// m[i, j := v] is (store m i (store (select m i) j v)).
    fn store(&mut self, map: TermId, indices: &[TermId], value: TermId) -> TermId {
        let Some((first, rest)) = indices.split_first() else { return value };
        let inner = match rest.is_empty() {
            true => value,
            false => {
                let row = self.terms.app("select", &[map, *first]);
                self.store(row, rest, value)
            }
        };
        self.terms.app("store", &[map, *first, inner])
    }

    fn apply(&mut self, id: FunctionId, args: &[Expr], span: Span) -> Result<TermId, Gap> {
        let program = self.program;
        let function = &program.functions[id.index()];
        match &function.meaning {
            Meaning::Builtin(name) => builtin::apply(self, function, name, args, span),
            Meaning::Uninterpreted | Meaning::Define(_) => {
                let args = self.exprs(args)?;
                self.used.functions.insert(id);
                Ok(self.terms.app(&function_name(program, id), &args))
            }
            Meaning::Inline(_) => Err(Gap::new("a call that should have been inlined", span)),
        }
    }

    fn datatype(&mut self, ty: &Type, span: Span) -> Result<DatatypeId, Gap> {
        match ty {
            Type::Data(id, _) => {
                self.used.types.insert(ty.clone());
                Ok(*id)
            }
            _ => Err(Gap::new("a field of something that is not a datatype", span)),
        }
    }

    fn is(&mut self, datatype: DatatypeId, constructor: ConstructorId, term: TermId) -> TermId {
        let name = constructor_name(self.program, datatype, constructor);
        self.terms.app(&format!("(_ is {name})"), &[term])
    }

    /// The field in whichever constructor the value has; arbitrary if its constructor lacks the field.
    fn field(&mut self, datatype: DatatypeId, field: FieldId, term: TermId) -> TermId {
        let program = self.program;
        let places = &program.datatypes[datatype.index()].fields[field.index()].places;
        let select = |encoder: &mut Encoder, (constructor, position): (ConstructorId, usize)| {
            encoder.terms.app(&selector_name(program, datatype, constructor, position), &[term])
        };
        let mut result = select(self, places[0]);
        for place in &places[1..] {
            let condition = self.is(datatype, place.0, term);
            let value = select(self, *place);
            result = self.terms.ite(condition, value, result);
        }
        result
    }

    /// The value rebuilt with another field; as for reading, the first constructor with the field is the last resort.
    fn field_update(&mut self, datatype: DatatypeId, field: FieldId, term: TermId, value: TermId) -> TermId {
        let program = self.program;
        let declaration = &program.datatypes[datatype.index()];
        let mut result = None;
        for (constructor, position) in &declaration.fields[field.index()].places {
            let size = declaration.constructors[constructor.index()].fields.len();
            let args: Vec<TermId> = (0..size)
                .map(|at| match at == *position {
                    true => value,
                    false => self.terms.app(&selector_name(program, datatype, *constructor, at), &[term]),
                })
                .collect();
            let rebuilt = self.terms.app(&constructor_name(program, datatype, *constructor), &args);
            result = Some(match result {
                None => rebuilt,
                Some(otherwise) => {
                    let condition = self.is(datatype, *constructor, term);
                    self.terms.ite(condition, rebuilt, otherwise)
                }
            });
        }
        result.unwrap_or(term)
    }

    fn quantifier(&mut self, quantifier: &Quantifier, span: Span) -> Result<TermId, Gap> {
        if quantifier.vars.is_empty() {
            return self.expr(&quantifier.body);
        }
        let vars = self.bind(&quantifier.vars, span)?;
        let parts = self.in_new_scope(|encoder| {
            let body = encoder.expr(&quantifier.body)?;
            Ok((body, encoder.triggers(&quantifier.triggers)?, encoder.exprs(&quantifier.no_patterns)?))
        });
        self.leave_binder();
        let (body, triggers, no_patterns) = parts?;
        let kind = match quantifier.kind {
            QuantifierKind::Forall => smt::QuantifierKind::Forall,
            QuantifierKind::Exists => smt::QuantifierKind::Exists,
            QuantifierKind::Lambda => return Ok(self.lambda(vars, body)),
        };
        let term = smt::Quantifier {
            triggers: triggers.into_iter().map(Vec::into_boxed_slice).collect(),
            no_patterns: no_patterns.into(),
            weight: weight(&quantifier.attributes),
            ..smt::Quantifier::plain(kind, vars, body)
        };
        Ok(self.terms.quantifier(term))
    }

    /// Names for variables that a binder introduces, in scope until [`Encoder::leave_binder`].
    pub(super) fn bind(&mut self, vars: &[BoundVar], span: Span) -> Result<Vec<(Arc<str>, Sort)>, Gap> {
        let mut named = Vec::new();
        for (position, var) in vars.iter().enumerate() {
            let (name, sort) = self.new_name(var, self.depth, position, span)?;
            let term = self.terms.constant(&name);
            self.bound.insert(var.id, term);
            named.push((name, sort));
        }
        self.depth += 1;
        Ok(named)
    }

    pub(super) fn leave_binder(&mut self) {
        self.depth -= 1;
    }

    /// Another variable of the innermost binder: its `position`-th.
    pub(super) fn extend_binder(
        &mut self,
        var: &BoundVar,
        position: usize,
        span: Span,
    ) -> Result<(Arc<str>, Sort), Gap> {
        self.new_name(var, self.depth - 1, position, span)
    }

    fn new_name(&mut self, var: &BoundVar, depth: usize, position: usize, span: Span) -> Result<(Arc<str>, Sort), Gap> {
        let name = smt::quote(&format!("{}!{depth}.{position}", var.name)).into();
        Ok((name, self.sort(&var.ty, span)?))
    }

    /// What the variables stand for now.
    pub(super) fn bindings(&self, vars: &[BoundVar]) -> Vec<TermId> {
        vars.iter().map(|var| self.bound[&var.id]).collect()
    }

    /// From here on, the variables stand for these terms.
    pub(super) fn rebind(&mut self, vars: &[BoundVar], terms: &[TermId]) {
        for (var, term) in vars.iter().zip(terms) {
            self.bound.insert(var.id, *term);
        }
    }

    /// Work in a scope where bound variables may mean something else than outside.
    pub(super) fn in_new_scope<R>(&mut self, work: impl FnOnce(&mut Self) -> R) -> R {
        let outside = std::mem::take(&mut self.memo);
        let result = work(self);
        self.memo = outside;
        result
    }

    /// Maps of several arguments are maps to maps.
    fn lambda(&mut self, vars: Vec<(Arc<str>, Sort)>, body: TermId) -> TermId {
        vars.into_iter().rev().fold(body, |body, var| {
            self.terms.quantifier(smt::Quantifier::plain(smt::QuantifierKind::Lambda, vec![var], body))
        })
    }

    /// Patterns the solver takes. One with a connective or a binder inside is advice it cannot follow, and is left out.
    fn triggers(&mut self, triggers: &[Vec<Expr>]) -> Result<Vec<Vec<TermId>>, Gap> {
        let usable = triggers.iter().filter(|trigger| trigger.iter().all(is_pattern));
        usable.map(|trigger| self.exprs(trigger)).collect()
    }
}

/// Whether an expression has only what a pattern may have: no connectives, no binders.
fn is_pattern(expr: &Expr) -> bool {
    let mut usable = true;
    crate::visit::walk(expr, &mut |node| {
        usable &= match node.kind() {
            ExprKind::Quantifier(_) | ExprKind::Let { .. } | ExprKind::Code(_) | ExprKind::IfThenElse(..) => false,
            ExprKind::Unary(UnaryOp::Not, _) => false,
            ExprKind::Binary(op, ..) => !matches!(
                op,
                BinaryOp::Iff
                    | BinaryOp::Implies
                    | BinaryOp::And
                    | BinaryOp::Or
                    | BinaryOp::Eq
                    | BinaryOp::Neq
                    | BinaryOp::Lt
                    | BinaryOp::Le
                    | BinaryOp::Gt
                    | BinaryOp::Ge
            ),
            _ => true,
        };
        usable
    });
    usable
}

/// `{:weight n}`
fn weight(attributes: &[Attribute]) -> Option<u32> {
    let attribute = attributes.iter().find(|attribute| &*attribute.name == "weight")?;
    match attribute.params.first()? {
        AttributeParam::Expr(expr) => match expr.kind() {
            ExprKind::Literal(Literal::Int(value)) => value.try_into().ok(),
            _ => None,
        },
        AttributeParam::String(_) => None,
    }
}

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
