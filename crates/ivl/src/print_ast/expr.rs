//! Expressions, with the parentheses that precedence asks for.

use super::{LONGEST_CHAIN, Printer};
use crate::ast::{
    BinaryOp, CodeBlock, CodeExpr, CodeTransfer, Expr, ExprKind, Ident, Let, Quantifier, QuantifierKind, RoundingMode,
    Trigger, UnaryOp,
};

/// How tightly an expression holds together, from loose to tight.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    /// Conditionals and coercions: they swallow what follows, so they get parentheses inside any operator.
    Open,
    Iff,
    Implies,
    Logic,
    Relation,
    Concat,
    Sum,
    Product,
    Power,
    Is,
    Unary,
    Postfix,
}

fn level(expr: &Expr) -> Level {
    match &*expr.kind {
        ExprKind::IfThenElse { .. } | ExprKind::Coerce { .. } => Level::Open,
        ExprKind::Binary(op, ..) => binary_level(*op),
        ExprKind::Is { .. } => Level::Is,
        ExprKind::Unary(..) => Level::Unary,
        ExprKind::Bool(_)
        | ExprKind::Int(_)
        | ExprKind::Real(_)
        | ExprKind::Bv { .. }
        | ExprKind::Float(_)
        | ExprKind::String(_)
        | ExprKind::RoundingMode(_)
        | ExprKind::Name(_)
        | ExprKind::Call { .. }
        | ExprKind::Old(_)
        | ExprKind::ToInt(_)
        | ExprKind::ToReal(_)
        | ExprKind::Select { .. }
        | ExprKind::Store { .. }
        | ExprKind::Extract { .. }
        | ExprKind::Field { .. }
        | ExprKind::FieldUpdate { .. }
        | ExprKind::Quantifier(_)
        | ExprKind::Let(_)
        | ExprKind::Code(_) => Level::Postfix,
    }
}

fn binary_level(op: BinaryOp) -> Level {
    match op {
        BinaryOp::Iff => Level::Iff,
        BinaryOp::Implies => Level::Implies,
        BinaryOp::And | BinaryOp::Or => Level::Logic,
        BinaryOp::Eq | BinaryOp::Neq | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => Level::Relation,
        BinaryOp::Concat => Level::Concat,
        BinaryOp::Add | BinaryOp::Sub => Level::Sum,
        BinaryOp::Mul | BinaryOp::Div | BinaryOp::Mod | BinaryOp::RealDiv => Level::Product,
        BinaryOp::Pow => Level::Power,
    }
}

/// The loosest expressions that may stand left and right of the operator without parentheses.
fn sides(op: BinaryOp) -> (Level, Level) {
    match op {
        BinaryOp::Iff => (Level::Iff, Level::Implies),
        BinaryOp::Implies => (Level::Logic, Level::Implies),
        // Chains of one operator are printed by `chain`; `&&` and `||` never mix.
        BinaryOp::And | BinaryOp::Or => (Level::Relation, Level::Relation),
        BinaryOp::Eq | BinaryOp::Neq | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => {
            (Level::Concat, Level::Concat)
        }
        BinaryOp::Concat => (Level::Concat, Level::Sum),
        BinaryOp::Add | BinaryOp::Sub => (Level::Sum, Level::Product),
        BinaryOp::Mul | BinaryOp::Div | BinaryOp::Mod | BinaryOp::RealDiv => (Level::Product, Level::Power),
        BinaryOp::Pow => (Level::Is, Level::Power),
    }
}

impl Printer {
    /// An expression where anything may stand.
    pub(super) fn expr(&mut self, expr: &Expr) {
        match &*expr.kind {
            ExprKind::Bool(value) => self.text(if *value { "true" } else { "false" }),
            ExprKind::Int(text) | ExprKind::Real(text) | ExprKind::Float(text) => self.text(text),
            ExprKind::Bv { digits, width } => self.out += &format!("{digits}bv{width}"),
            ExprKind::String(text) => self.string(text),
            ExprKind::RoundingMode(mode) => self.rounding_mode(*mode),
            ExprKind::Name(name) => self.name(&name.name),
            ExprKind::Call { callee, args } => {
                self.name(&callee.name);
                self.args(args);
            }
            ExprKind::Old(argument) => self.keyword_call("old", argument),
            ExprKind::ToInt(argument) => self.keyword_call("int", argument),
            ExprKind::ToReal(argument) => self.keyword_call("real", argument),
            ExprKind::Unary(op, operand) => self.unary(*op, operand),
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right) => self.chain(*op, left, right),
            ExprKind::Binary(op, left, right) => {
                let (left_level, right_level) = sides(*op);
                self.operand(left, left_level);
                self.out += &format!(" {} ", op.symbol());
                self.operand(right, right_level);
            }
            ExprKind::Is { expr, constructor } => {
                self.operand(expr, Level::Unary);
                self.text(" is ");
                self.name(&constructor.name);
            }
            ExprKind::Coerce { expr, ty } => {
                self.operand(expr, Level::Postfix);
                self.text(": ");
                self.ty(ty);
            }
            ExprKind::Select { map, indices } => self.select(map, indices),
            ExprKind::Store { map, indices, value } => self.store(map, indices, value),
            ExprKind::Extract { expr, high, low } => {
                self.operand(expr, Level::Postfix);
                self.out += &format!("[{high}:{low}]");
            }
            ExprKind::Field { expr, field } => {
                self.operand(expr, Level::Postfix);
                self.text("->");
                self.name(&field.name);
            }
            ExprKind::FieldUpdate { expr, field, value } => self.field_update(expr, field, value),
            ExprKind::IfThenElse { condition, then_branch, else_branch } => {
                self.conditional(condition, then_branch, else_branch);
            }
            ExprKind::Quantifier(quantifier) => self.quantifier(quantifier),
            ExprKind::Let(binder) => self.let_in(binder),
            ExprKind::Code(code) => self.code(code),
        }
    }

    pub(super) fn exprs(&mut self, exprs: &[Expr]) {
        self.list(exprs, Self::expr);
    }

    pub(super) fn args(&mut self, args: &[Expr]) {
        self.text("(");
        self.exprs(args);
        self.text(")");
    }

    fn keyword_call(&mut self, keyword: &str, argument: &Expr) {
        self.text(keyword);
        self.args(std::slice::from_ref(argument));
    }

    /// An expression where nothing looser than `loosest` may stand bare.
    fn operand(&mut self, expr: &Expr, loosest: Level) {
        if level(expr) >= loosest {
            return self.expr(expr);
        }
        self.text("(");
        self.expr(expr);
        self.text(")");
    }

    fn unary(&mut self, op: UnaryOp, operand: &Expr) {
        match op {
            UnaryOp::Not => {
                self.text("!");
                self.operand(operand, Level::Unary);
            }
            UnaryOp::Neg => {
                self.text("-");
                // `-0x…` would be one literal.
                self.parenthesised_if(|text| text.starts_with("0x"), |p| p.operand(operand, Level::Unary));
            }
        }
    }

    /// `a && b && c`, nested to the left; a part that is too long for one chain gets parentheses.
    fn chain(&mut self, op: BinaryOp, left: &Expr, right: &Expr) {
        let mut rights = vec![right];
        let mut first = left;
        while let ExprKind::Binary(inner, left, right) = &*first.kind
            && *inner == op
            && rights.len() < LONGEST_CHAIN - 1
        {
            rights.push(right);
            first = left;
        }
        self.operand(first, Level::Relation);
        for right in rights.into_iter().rev() {
            self.out += &format!(" {} ", op.symbol());
            self.operand(right, Level::Relation);
        }
    }

    fn select(&mut self, map: &Expr, indices: &[Expr]) {
        self.operand(map, Level::Postfix);
        self.text("[");
        self.exprs(indices);
        self.text("]");
    }

    fn store(&mut self, map: &Expr, indices: &[Expr], value: &Expr) {
        self.operand(map, Level::Postfix);
        self.text("[");
        self.exprs(indices);
        self.text(if indices.is_empty() { ":= " } else { " := " });
        self.expr(value);
        self.text("]");
    }

    fn field_update(&mut self, expr: &Expr, field: &Ident, value: &Expr) {
        self.operand(expr, Level::Postfix);
        self.text("->(");
        self.name(&field.name);
        self.text(" := ");
        self.expr(value);
        self.text(")");
    }

    fn conditional(&mut self, condition: &Expr, then_branch: &Expr, else_branch: &Expr) {
        self.text("if ");
        self.operand(condition, Level::Iff);
        self.text(" then ");
        self.operand(then_branch, Level::Iff);
        self.text(" else ");
        self.expr(else_branch);
    }

    fn rounding_mode(&mut self, mode: RoundingMode) {
        self.text(match mode {
            RoundingMode::NearestTiesToEven => "RNE",
            RoundingMode::NearestTiesToAway => "RNA",
            RoundingMode::TowardPositive => "RTP",
            RoundingMode::TowardNegative => "RTN",
            RoundingMode::TowardZero => "RTZ",
        });
    }

    fn quantifier(&mut self, quantifier: &Quantifier) {
        let Quantifier { kind, type_params, vars, attributes, triggers, body } = quantifier;
        self.text(match kind {
            QuantifierKind::Forall => "(forall",
            QuantifierKind::Exists => "(exists",
            QuantifierKind::Lambda => "(lambda",
        });
        self.type_params(type_params);
        self.text(" ");
        self.list(vars, Self::binding);
        self.text(if vars.is_empty() { ":: " } else { " :: " });
        self.attributes(attributes);
        for Trigger { negative, exprs, span: _ } in triggers {
            self.text(if *negative { "{:nopats " } else { "{" });
            self.list(exprs, if *negative { Self::attribute_expr } else { Self::expr });
            self.text("} ");
        }
        self.expr(body);
        self.text(")");
    }

    fn let_in(&mut self, binder: &Let) {
        let Let { names, values, attributes, body } = binder;
        self.text("(var ");
        self.list(names, |printer, (attributes, name)| {
            printer.attributes(attributes);
            printer.name(&name.name);
        });
        self.text(" := ");
        self.exprs(values);
        self.text("; ");
        self.attributes(attributes);
        self.expr(body);
        self.text(")");
    }

    fn code(&mut self, code: &CodeExpr) {
        self.text("|{ ");
        for local in &code.locals {
            self.text("var ");
            self.binding(local);
            self.text("; ");
        }
        for CodeBlock { label, stmts, transfer } in &code.blocks {
            self.name(&label.name);
            self.text(": ");
            for stmt in stmts {
                self.stmt(stmt);
                self.text(" ");
            }
            match transfer {
                CodeTransfer::Goto { attributes, labels, span: _ } => {
                    self.text("goto ");
                    self.attributes(attributes);
                    self.names(labels);
                }
                CodeTransfer::Return { attributes, expr, span: _ } => {
                    self.text("return ");
                    self.attributes(attributes);
                    self.expr(expr);
                }
            }
            self.text("; ");
        }
        self.text("}|");
    }
}
