//! Statements: control flow.

use super::body::{Binding, Body, Label, Operand, Returns, Switch};
use super::condition::negated;
use super::place::Lvalue;
use crate::c::ast::{Declaration, Expr, ExprKind, Initialiser, Stmt, StmtKind};
use crate::c::codes::{RESOLVE, UNSUPPORTED};
use crate::c::types::CType;
use crate::c::walk;
use concurrent::program::{BinaryOp, CmdKind, Expr as Condition, ExprKind as Kind, Name, NodeId, Type};
use source::Span;
use std::collections::HashMap;

impl Body<'_, '_> {
    /// Lowers all statements, also behind one with an error, so that each is reported.
    pub fn statements(&mut self, statements: &[Stmt]) {
        for statement in statements {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Stmt) {
        let _: Option<()> = self.lower_statement(statement);
    }

    fn in_scope(&mut self, work: impl FnOnce(&mut Self)) {
        self.frame().scopes.push(HashMap::new());
        work(self);
        self.frame().scopes.pop();
    }

    fn lower_statement(&mut self, statement: &Stmt) -> Option<()> {
        let span = statement.span;
        self.must_be_short(span)?;
        match &statement.kind {
            StmtKind::Empty => {}
            StmtKind::Block(body) => self.in_scope(|it| it.statements(body)),
            StmtKind::Declare(declarations) => {
                for declaration in declarations {
                    let name = &declaration.declared.name;
                    if self.frame().scopes.last().is_some_and(|scope| scope.contains_key(name)) {
                        let message = format!("`{name}` is declared twice");
                        self.fail::<()>(&RESOLVE, declaration.declared.span, message);
                    }
                    self.declare(name, Binding::Broken);
                    let _: Option<()> = self.declaration(declaration);
                }
            }
            StmtKind::Expr(expr) => self.effect(expr)?,
            StmtKind::If { condition, then, otherwise } => self.if_else(condition, then, otherwise.as_deref(), span),
            StmtKind::While { condition, body } => {
                let (head, inside, end) = (self.node(span), self.node(span), self.node(span));
                self.go(head, span);
                let _ = self.condition(condition, inside, end);
                self.at = inside;
                self.loop_body(body, end, head);
                self.edge(self.at, head, Vec::new(), span);
                self.at = end;
            }
            StmtKind::DoWhile { body, condition } => {
                let (head, tail, end) = (self.node(span), self.node(span), self.node(span));
                self.go(head, span);
                self.loop_body(body, end, tail);
                self.go(tail, span);
                let _ = self.condition(condition, head, end);
                self.at = end;
            }
            StmtKind::For { init, condition, update, body } => self.in_scope(|it| {
                it.for_loop(init.as_deref(), condition.as_ref(), update.as_ref(), body, span);
            }),
            StmtKind::Switch { operand, body } => self.switch(operand, body, span)?,
            StmtKind::Case { value, body } => self.case(value.as_ref(), body, span)?,
            StmtKind::Break => match self.frame().loops.last().copied() {
                Some((end, _)) => self.jump(end, span),
                None => return self.fail(&RESOLVE, span, "there is no loop or `switch` to leave"),
            },
            StmtKind::Continue => match self.frame().loops.iter().rev().find_map(|(_, head)| *head) {
                Some(head) => self.jump(head, span),
                None => return self.fail(&RESOLVE, span, "there is no loop to continue"),
            },
            StmtKind::Return(value) => self.return_value(value.as_ref(), span)?,
            StmtKind::Goto(name) => {
                let (label, block) = (self.label(name, span), self.block);
                if let Some(label) = self.frame().labels.get_mut(name) {
                    label.jumps.push((block, span));
                }
                self.jump(label, span);
            }
            StmtKind::Label { name, body } => {
                let (node, block) = (self.label(name, span), self.block);
                self.nodes[node.index()].is_within_atomic = block.is_some();
                if let Some(label) = self.frame().labels.get_mut(name) {
                    label.defined = Some(block);
                }
                self.go(node, span);
                self.statement(body);
            }
            StmtKind::Atomic(body) => self.atomic_block(body, span)?,
            StmtKind::Unsupported(what) => return self.unsupported(span, what),
        }
        Some(())
    }

    /// `ATOMIC { … }`. It has a node of its own at its entry, so that a block of one step can be told from a step. To the
    /// compiler it is a loop that runs once: `break` and `continue` leave it.
    fn atomic_block(&mut self, body: &Stmt, span: Span) -> Option<()> {
        if self.block.is_some() {
            return self.unsupported(span, "`ATOMIC` within `ATOMIC`, which would wait for itself,");
        }
        let end = self.node(span);
        self.blocks += 1;
        self.block = Some(self.blocks);
        let first = self.node(span);
        self.go(first, span);
        self.loop_body(body, end, end);
        self.block = None;
        self.go(end, span);
        Some(())
    }

    fn declaration(&mut self, declaration: &Declaration) -> Option<()> {
        let declared = &declaration.declared;
        if declaration.is_extern {
            return self.unsupported(declared.span, "a global variable that is declared within a function");
        }
        if declaration.is_static {
            return self.unsupported(declared.span, "a static variable within a function");
        }
        let ty = self.cx.types.resolve(&declared.ty)?;
        if matches!(&ty, CType::Pointer(to) if !matches!(**to, CType::Struct(_))) {
            return self.unsupported(declared.span, "a variable that points to a variable");
        }
        let locals = self.locals_of(&declared.name, &ty, declared.span)?;
        let Some(first) = locals.first() else {
            return self.unsupported(declared.span, "a variable without a value");
        };
        let place = Lvalue::local(*first, ty.clone(), declared.span);
        self.declare(&declared.name, Binding::Place(place.clone()));
        match &declaration.init {
            None => {
                let parts = self.parts(&place)?.into_iter().filter(|part| part.ty != Type::Thread);
                let cmds = parts.map(CmdKind::Havoc).collect();
                self.emit(cmds, declared.span);
                Some(())
            }
            Some(Initialiser::Value(value)) => self.store(&place, value),
            Some(Initialiser::List(items, span)) => {
                let value = self.listed(&ty, items, *span);
                value.and_then(|value| self.assign_step(&place, value, Vec::new()))
            }
        }
    }

    fn if_else(&mut self, condition: &Expr, then: &Stmt, otherwise: Option<&Stmt>, span: Span) {
        let (yes, no, end) = (self.node(span), self.node(span), self.node(span));
        let _ = self.condition(condition, yes, no);
        self.at = yes;
        self.in_scope(|it| it.statement(then));
        self.edge(self.at, end, Vec::new(), span);
        self.at = no;
        if let Some(otherwise) = otherwise {
            self.in_scope(|it| it.statement(otherwise));
        }
        self.go(end, span);
    }

    fn loop_body(&mut self, body: &Stmt, end: NodeId, head: NodeId) {
        self.frame().loops.push((end, Some(head)));
        self.in_scope(|it| it.statement(body));
        self.frame().loops.pop();
    }

    fn for_loop(
        &mut self,
        init: Option<&Stmt>,
        condition: Option<&Expr>,
        update: Option<&Expr>,
        body: &Stmt,
        span: Span,
    ) {
        if let Some(init) = init {
            self.statement(init);
        }
        let (head, inside, next, end) = (self.node(span), self.node(span), self.node(span), self.node(span));
        self.go(head, span);
        match condition {
            Some(condition) => {
                let _: Option<()> = self.condition(condition, inside, end);
            }
            None => self.edge(head, inside, Vec::new(), span),
        }
        self.at = inside;
        self.loop_body(body, end, next);
        self.go(next, span);
        if let Some(update) = update {
            let _ = self.effect(update);
        }
        self.edge(self.at, head, Vec::new(), span);
        self.at = end;
    }

    fn switch(&mut self, operand: &Expr, body: &Stmt, span: Span) -> Option<()> {
        let mut value = self.value(operand)?;
        if !matches!(value.ty, CType::Int { .. } | CType::Bool) {
            return self.fail(&UNSUPPORTED, operand.span, "a number is expected here");
        }
        let promoted = self.promoted(&value.ty);
        value = self.convert(value, &promoted)?;
        if value.is_shared && !self.is_alone() {
            value = self.store_in_temporary(value)?;
        }
        let dispatch = self.at;
        let end = self.node(span);
        self.at = self.node(span);
        let block = self.block;
        self.frame().switches.push(Switch { block, ..Switch::default() });
        self.frame().loops.push((end, None));
        self.in_scope(|it| it.statement(body));
        self.frame().loops.pop();
        let switch = self.frame().switches.pop().unwrap_or_default();
        self.go(end, span);
        let mut others: Vec<CmdKind> = Vec::new();
        for (constant, node, span) in switch.cases {
            let literal = self.convert(Operand::int(constant, 64, true, span), &value.ty.clone())?;
            let equal = self.compare(BinaryOp::Equal, value.clone(), literal, span)?;
            let condition = self.truth(equal)?;
            others.push(CmdKind::Assume(negated(condition.clone())));
            self.edge(dispatch, node, vec![CmdKind::Assume(condition)], operand.span);
        }
        self.edge(dispatch, switch.default.unwrap_or(end), others, operand.span);
        Some(())
    }

    fn case(&mut self, value: Option<&Expr>, body: &[Stmt], span: Span) -> Option<()> {
        let block = self.block;
        if self.frame().switches.last().is_some_and(|switch| switch.block != block) {
            return self.unsupported(span, "a jump into `ATOMIC`");
        }
        let node = self.node(span);
        self.go(node, span);
        let constant = match value {
            None => None,
            Some(value) => match self.cx.constant_value(value) {
                Some(constant) => Some(constant),
                None => return self.unsupported(value.span, "a case that is no literal or named constant"),
            },
        };
        let is_repeated = self.frame().switches.last().is_some_and(|switch| match constant {
            Some(constant) => switch.cases.iter().any(|(known, ..)| *known == constant),
            None => switch.default.is_some(),
        });
        if is_repeated {
            return self.fail(&RESOLVE, span, "this case is there twice");
        }
        match (self.frame().switches.last_mut(), constant) {
            (None, _) => return self.fail(&RESOLVE, span, "there is no `switch` around this case"),
            (Some(switch), Some(constant)) => switch.cases.push((constant, node, span)),
            (Some(switch), None) => switch.default = Some(node),
        }
        self.statements(body);
        Some(())
    }

    fn return_value(&mut self, value: Option<&Expr>, span: Span) -> Option<()> {
        let (returns, result) = (self.frame().returns.clone(), self.frame().result.clone());
        if value.is_some() && result == CType::Void {
            return self.fail(&UNSUPPORTED, span, "this function returns no value");
        }
        if value.is_none() && result != CType::Void {
            return self.fail(&UNSUPPORTED, span, "this function returns a value");
        }
        let (locals, end) = match returns {
            Returns::Procedure(locals) => (locals, self.exit),
            Returns::Value(locals, end) => (locals, end),
            Returns::Branch(then, otherwise) => {
                if let Some(value) = value {
                    self.return_truth(value, &result, then, otherwise)?;
                }
                self.at = self.node(span);
                return Some(());
            }
        };
        match (value, locals.first()) {
            (None, _) => {}
            // Nobody takes the value, which has to be one of the type all the same.
            (Some(value), None) => {
                let value = self.value(value)?;
                let value = self.convert(value, &result)?;
                self.store_in_temporary(value)?;
            }
            (Some(value), Some(first)) => {
                let place = Lvalue::local(*first, result, span);
                self.store(&place, value)?;
            }
        }
        self.jump(end, span);
        Some(())
    }

    /// Whether the result is true: the value in the type of the result, which may have fewer bits. Any type has 0 and 1.
    fn return_truth(&mut self, value: &Expr, result: &CType, then: NodeId, otherwise: NodeId) -> Option<()> {
        let is_truth = match &value.kind {
            ExprKind::Not(_) | ExprKind::And(..) | ExprKind::Or(..) => true,
            ExprKind::Binary { op, .. } => op.is_comparison(),
            _ => false,
        };
        if is_truth || *result == CType::Bool {
            return self.condition(value, then, otherwise);
        }
        let value = self.value(value)?;
        let value = self.convert(value, result)?;
        self.branch(value, then, otherwise)
    }

    /// The node of a label of the innermost function.
    fn label(&mut self, name: &Name, span: Span) -> NodeId {
        if let Some(label) = self.frame().labels.get(name) {
            return label.node;
        }
        let node = self.node(span);
        self.frame().labels.insert(name.clone(), Label { node, mentioned: span, defined: None, jumps: Vec::new() });
        node
    }

    /// Goes on only if the condition holds; else it is an error.
    pub fn assert(&mut self, condition: &Expr, span: Span) -> Option<()> {
        if walk::may_change(condition) {
            return self.unsupported(condition.span, "an assertion that changes something");
        }
        if !walk::has_effects(condition) && !matches!(condition.kind, ExprKind::And(..) | ExprKind::Or(..)) {
            let value = self.value(condition)?;
            let condition = self.truth(value)?;
            self.emit(vec![CmdKind::Assert(condition)], span);
            return Some(());
        }
        let (then, otherwise) = (self.node(span), self.node(span));
        self.condition(condition, then, otherwise)?;
        let wrong = Condition { kind: Kind::Bool(false), ty: Type::Bool, span };
        self.edge(otherwise, then, vec![CmdKind::Assert(wrong)], span);
        self.at = then;
        Some(())
    }
}
