//! Declarations, commands, expressions and types as bytes.
//!
//! Law: two parts with the same bytes are the same but for layout: places in the text, the numbers of bound variables
//! (counted here in the order in which they are bound), and the numbers of called procedures (counted in the order in
//! which they are first called; the callees are listed beside the bytes). Other numbers are those of the environment,
//! whose bytes hold its tables in order. Lists begin with their length and choices with a mark of their own, so that no
//! two different parts run together to the same bytes. An expression that is met again is told by its number.

use crate::typed::*;
use num_bigint::BigInt;
use rustc_hash::FxHashMap;
use source::Span;
use std::sync::Arc;

/// The bytes of a part under construction.
#[derive(Default)]
pub struct Content {
    pub bytes: Vec<u8>,
    /// Where its commands, clauses and blocks stand, and its name.
    pub anchors: Vec<Span>,
    /// The kinds of the claims.
    pub claims: Vec<&'static str>,
    /// The procedures it calls.
    pub callees: Vec<ProcedureId>,
    bound: FxHashMap<BoundId, u32>,
    /// The numbers of compound expressions, by address: they are borrowed, so no address is used twice.
    met: FxHashMap<usize, u32>,
}

impl Content {
    /// All that implementations share but the procedures.
    pub fn environment(&mut self, program: &Program) {
        // Type variables are gone at this level, and the next unused number says nothing.
        let Program { type_ctors, datatypes, consts, functions, axioms, globals, .. } = program;
        self.list(type_ctors, |this, TypeCtor { name, arity, builtin, attributes, span: _ }| {
            this.text(name);
            this.number(*arity as u32);
            this.list(builtin.as_slice(), |this, name| this.text(name));
            this.attributes(attributes);
        });
        self.list(datatypes, Content::datatype);
        self.list(consts, |this, Const { name, ty, unique, attributes, span: _ }| {
            this.text(name);
            this.ty(ty);
            this.mark(u8::from(*unique));
            this.attributes(attributes);
        });
        self.list(functions, Content::function);
        self.list(axioms, |this, Axiom { expr, attributes, used_by, span: _ }| {
            this.expr(expr);
            this.attributes(attributes);
            this.list(used_by, |this, symbol| match symbol {
                Symbol::Function(id) => this.marked(0, id.0),
                Symbol::Const(id) => this.marked(1, id.0),
            });
        });
        self.list(globals, Content::variable);
    }

    pub fn procedure(&mut self, procedure: &Procedure) {
        let Procedure {
            name,
            role,
            type_params,
            params,
            ins,
            requires,
            ensures,
            modifies,
            modifies_at: _,
            measures,
            attributes,
            span: _,
        } = procedure;
        self.text(name);
        // What the other roles add is nothing that a sequential pass looks at.
        self.mark(match role {
            Role::Plain => 0,
            Role::Pure => 1,
            Role::Action(_) => 2,
            Role::Yield(_) => 3,
            Role::Invariant { .. } => 4,
        });
        self.list(type_params, |this, var| this.number(var.0));
        self.list(params, Content::variable);
        self.number(*ins as u32);
        self.list(requires, Content::condition);
        self.list(ensures, Content::condition);
        self.list(modifies, |this, id| this.number(id.0));
        self.list(measures, |this, Measure { exprs, attributes, span }| {
            this.list(exprs, Content::expr);
            this.attributes(attributes);
            this.anchors.push(*span);
        });
        self.attributes(attributes);
    }

    pub fn implementation(&mut self, implementation: &Implementation) {
        let Implementation { procedure: _, name, locals, hidden, blocks, attributes, span, end: _ } = implementation;
        self.anchors.push(*span);
        self.list(hidden, |this, var| this.var(*var));
        self.text(name);
        self.list(locals, Content::variable);
        self.list(blocks, |this, Block { label, cmds, transfer, span }| {
            this.anchors.push(*span);
            this.text(label);
            this.list(cmds, Content::cmd);
            match transfer {
                Transfer::Goto { targets, attributes, span: _ } => {
                    this.mark(0);
                    this.list(targets, |this, id| this.number(id.0));
                    this.attributes(attributes);
                }
                Transfer::Return { attributes, span: _ } => {
                    this.mark(1);
                    this.attributes(attributes);
                }
            }
        });
        self.attributes(attributes);
    }

    fn mark(&mut self, mark: u8) {
        self.bytes.push(mark);
    }

    fn number(&mut self, number: u32) {
        self.bytes.extend_from_slice(&number.to_le_bytes());
    }

    fn marked(&mut self, mark: u8, number: u32) {
        self.mark(mark);
        self.number(number);
    }

    fn block(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u32);
        self.bytes.extend_from_slice(bytes);
    }

    fn text(&mut self, text: &str) {
        self.block(text.as_bytes());
    }

    fn integer(&mut self, value: &BigInt) {
        self.block(&value.to_signed_bytes_le());
    }

    fn list<T>(&mut self, items: &[T], mut each: impl FnMut(&mut Content, &T)) {
        self.number(items.len() as u32);
        items.iter().for_each(|item| each(self, item));
    }

    fn datatype(&mut self, datatype: &Datatype) {
        let Datatype { name, type_params, constructors, fields, attributes, span: _ } = datatype;
        self.text(name);
        self.list(type_params, |this, var| this.number(var.0));
        self.list(constructors, |this, Constructor { name, fields, span: _ }| {
            this.text(name);
            this.list(fields, |this, id| this.number(id.0));
        });
        self.list(fields, |this, Field { name, ty, places }| {
            this.text(name);
            this.ty(ty);
            this.list(places, |this, (constructor, position)| {
                this.number(constructor.0);
                this.number(*position as u32);
            });
        });
        self.attributes(attributes);
    }

    fn function(&mut self, function: &Function) {
        let Function { name, type_params, params, result, meaning, attributes, span: _ } = function;
        self.text(name);
        self.list(type_params, |this, var| this.number(var.0));
        self.bind(params);
        self.ty(result);
        match meaning {
            Meaning::Uninterpreted => self.mark(0),
            Meaning::Inline(body) => {
                self.mark(1);
                self.expr(body);
            }
            Meaning::Define(body) => {
                self.mark(2);
                self.expr(body);
            }
            Meaning::Builtin(name) => {
                self.mark(3);
                self.text(name);
            }
        }
        self.attributes(attributes);
    }

    fn attributes(&mut self, attributes: &[Attribute]) {
        self.list(attributes, |this, Attribute { name, params, span: _ }| {
            this.text(name);
            this.list(params, |this, param| match param {
                AttributeParam::String(text) => {
                    this.mark(0);
                    this.text(text);
                }
                AttributeParam::Expr(expr) => {
                    this.mark(1);
                    this.expr(expr);
                }
            });
        });
    }

    fn variable(&mut self, variable: &Variable) {
        let Variable { name, ty, where_clause, attributes, span: _ } = variable;
        self.text(name);
        self.ty(ty);
        self.list(where_clause.as_slice(), Content::expr);
        self.attributes(attributes);
    }

    fn condition(&mut self, condition: &Condition) {
        let Condition { free, expr, attributes, span } = condition;
        self.mark(u8::from(*free));
        self.expr(expr);
        self.attributes(attributes);
        self.anchors.push(*span);
    }

    fn cmd(&mut self, cmd: &Cmd) {
        let Cmd { kind, attributes, span } = cmd;
        self.anchors.push(*span);
        self.attributes(attributes);
        match kind {
            CmdKind::Assert(expr) => {
                self.mark(0);
                self.expr(expr);
            }
            CmdKind::Assume { expr, origin } => {
                self.mark(match origin {
                    Assumption::Stated => 1,
                    Assumption::Guard { taken: true } => 2,
                    Assumption::Guard { taken: false } => 3,
                    Assumption::FreeInvariant => 4,
                    Assumption::Rule => 14,
                });
                self.expr(expr);
            }
            CmdKind::Assign(assignments) => {
                self.mark(5);
                self.list(assignments, |this, (var, value)| {
                    this.var(*var);
                    this.expr(value);
                });
            }
            CmdKind::Havoc(vars) => {
                self.mark(6);
                self.list(vars, |this, var| this.var(*var));
            }
            CmdKind::Call(call) => {
                self.mark(7);
                self.call(call);
            }
            CmdKind::Measure(exprs) => {
                self.mark(8);
                self.list(exprs, Content::expr);
            }
            CmdKind::Visibility(visibility) => {
                self.mark(9);
                self.visibility(visibility);
            }
            CmdKind::Prove { claim, expr } => {
                self.mark(10);
                self.text(claim.kind);
                self.claims.push(claim.kind);
                self.expr(expr);
            }
            // Refused by the sequential passes.
            CmdKind::Async(_) => self.mark(11),
            CmdKind::Parallel(_) => self.mark(12),
            CmdKind::LoopYield(_) => self.mark(13),
        }
    }

    fn call(&mut self, call: &Call) {
        let Call { procedure, type_args, ins, outs, free } = call;
        let known = self.callees.iter().position(|callee| callee == procedure);
        let number = known.unwrap_or_else(|| {
            self.callees.push(*procedure);
            self.callees.len() - 1
        });
        self.number(number as u32);
        self.list(type_args, Content::ty);
        self.list(ins, Content::expr);
        self.list(outs, |this, var| this.var(*var));
        self.mark(u8::from(*free));
    }

    fn visibility(&mut self, visibility: &Visibility) {
        match visibility {
            Visibility::Hide(None) => self.mark(0),
            Visibility::Hide(Some(id)) => self.marked(1, id.0),
            Visibility::Reveal(None) => self.mark(2),
            Visibility::Reveal(Some(id)) => self.marked(3, id.0),
            Visibility::Push => self.mark(4),
            Visibility::Pop => self.mark(5),
        }
    }

    fn bind(&mut self, vars: &[BoundVar]) {
        for var in vars {
            let number = self.bound.len() as u32;
            self.bound.entry(var.id).or_insert(number);
        }
        self.list(vars, |this, BoundVar { id, name, ty, attributes }| {
            this.var(Var::Bound(*id));
            this.text(name);
            this.ty(ty);
            this.attributes(attributes);
        });
    }

    fn var(&mut self, var: Var) {
        match var {
            Var::Global(id) => self.marked(0, id.0),
            Var::Const(id) => self.marked(1, id.0),
            Var::Local(id) => self.marked(2, id.0),
            Var::Bound(id) => match self.bound.get(&id) {
                Some(number) => self.marked(3, *number),
                // Bound outside of this part, where no number but its own is known.
                None => self.marked(4, id.0),
            },
        }
    }

    fn expr(&mut self, expr: &Expr) {
        if !matches!(expr.kind(), ExprKind::Literal(_) | ExprKind::Var(_)) {
            let number = self.met.len() as u32;
            let address = Arc::as_ptr(&expr.0) as usize;
            match self.met.get(&address).copied() {
                Some(number) => return self.marked(255, number),
                None => drop(self.met.insert(address, number)),
            }
        }
        self.kind(expr.kind());
        self.ty(expr.ty());
    }

    fn kind(&mut self, kind: &ExprKind) {
        match kind {
            ExprKind::Literal(literal) => {
                self.mark(0);
                self.literal(literal);
            }
            ExprKind::Var(var) => {
                self.mark(1);
                self.var(*var);
            }
            ExprKind::Old(expr) => self.node(2, &[], [expr]),
            ExprKind::Unary(op, expr) => self.node(3, &[*op as u32], [expr]),
            ExprKind::Binary(op, left, right) => self.node(4, &[*op as u32], [left, right]),
            ExprKind::IfThenElse(condition, yes, no) => self.node(5, &[], [condition, yes, no]),
            ExprKind::Select { map, indices, type_args } => {
                self.node(6, &[], std::iter::once(map).chain(indices));
                self.list(type_args, Content::ty);
            }
            ExprKind::Store { map, indices, value, type_args } => {
                self.node(7, &[], std::iter::once(map).chain(indices).chain([value]));
                self.list(type_args, Content::ty);
            }
            ExprKind::Apply { function, type_args, args } => {
                self.node(8, &[function.0], args);
                self.list(type_args, Content::ty);
            }
            ExprKind::Construct { constructor, args } => self.node(9, &[constructor.0], args),
            ExprKind::Field { expr, field } => self.node(10, &[field.0], [expr]),
            ExprKind::FieldUpdate { expr, field, value } => self.node(11, &[field.0], [expr, value]),
            ExprKind::Is { expr, constructor } => self.node(12, &[constructor.0], [expr]),
            ExprKind::Extract { expr, high, low } => self.node(13, &[*high, *low], [expr]),
            ExprKind::ToInt(expr) => self.node(14, &[], [expr]),
            ExprKind::ToReal(expr) => self.node(15, &[], [expr]),
            ExprKind::Quantifier(quantifier) => self.quantifier(quantifier),
            ExprKind::Let { vars, values, body } => {
                self.mark(17);
                self.bind(vars);
                self.list(values, Content::expr);
                self.expr(body);
            }
            ExprKind::Code(code) => self.code(code),
        }
    }

    /// A mark, some numbers, and the parts with a mark after the last.
    fn node<'a>(&mut self, mark: u8, numbers: &[u32], parts: impl IntoIterator<Item = &'a Expr>) {
        self.mark(mark);
        numbers.iter().for_each(|number| self.number(*number));
        parts.into_iter().for_each(|part| self.expr(part));
        self.mark(254);
    }

    fn quantifier(&mut self, quantifier: &Quantifier) {
        let Quantifier { kind, type_params, vars, triggers, no_patterns, attributes, body } = quantifier;
        self.mark(16);
        self.mark(*kind as u8);
        self.list(type_params, |this, var| this.number(var.0));
        self.bind(vars);
        self.list(triggers, |this, trigger| this.list(trigger, Content::expr));
        self.list(no_patterns, Content::expr);
        self.attributes(attributes);
        self.expr(body);
    }

    fn code(&mut self, code: &CodeExpr) {
        let CodeExpr { locals, blocks } = code;
        self.mark(18);
        self.bind(locals);
        self.list(blocks, |this, CodeBlock { label, cmds, transfer }| {
            this.text(label);
            this.list(cmds, Content::cmd);
            match transfer {
                CodeTransfer::Goto(targets) => {
                    this.mark(0);
                    this.list(targets, |this, id| this.number(id.0));
                }
                CodeTransfer::Return(expr) => {
                    this.mark(1);
                    this.expr(expr);
                }
            }
        });
    }

    fn literal(&mut self, literal: &Literal) {
        match literal {
            Literal::Bool(value) => self.mark(u8::from(*value)),
            Literal::Int(value) => {
                self.mark(2);
                self.integer(value);
            }
            Literal::Real { numerator, scale } => {
                self.marked(3, *scale);
                self.integer(numerator);
            }
            Literal::Bv { value, width } => {
                self.marked(4, *width);
                self.integer(value);
            }
            Literal::Float(text) => {
                self.mark(5);
                self.text(text);
            }
            Literal::String(text) => {
                self.mark(6);
                self.text(text);
            }
            Literal::RoundingMode(mode) => {
                self.mark(7);
                self.mark(*mode as u8);
            }
        }
    }

    fn ty(&mut self, ty: &Type) {
        match ty {
            Type::Bool => self.mark(0),
            Type::Int => self.mark(1),
            Type::Real => self.mark(2),
            Type::Bv(width) => self.marked(3, *width),
            Type::Float { significand, exponent } => {
                self.marked(4, *significand);
                self.number(*exponent);
            }
            Type::RoundingMode => self.mark(5),
            Type::String => self.mark(6),
            Type::RegEx => self.mark(7),
            Type::Ctor(id, args) => {
                self.marked(8, id.0);
                self.list(args, Content::ty);
            }
            Type::Data(id, args) => {
                self.marked(9, id.0);
                self.list(args, Content::ty);
            }
            Type::Map(map) => {
                let MapType { type_params, domain, range } = &**map;
                self.marked(10, *type_params);
                self.list(domain, Content::ty);
                self.ty(range);
            }
            Type::Var(var) => self.marked(11, var.0),
            Type::MapParam { depth, index } => {
                self.marked(12, *depth);
                self.number(*index);
            }
        }
    }
}
