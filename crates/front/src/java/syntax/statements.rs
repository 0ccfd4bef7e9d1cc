//! Statements.

use super::{Reader, child_of_kind, children, first_named, named};
use crate::java::ast::{
    Block, Catch, Expr, ExprKind, LocalDecl, Resource, Stmt, StmtKind, Switch, SwitchBody, SwitchGroup, SwitchLabel,
    Try,
};
use source::Span;
use std::sync::Arc;
use tree_sitter::Node;

impl Reader<'_> {
    /// Statements in order, with the annotations among them.
    pub(super) fn stmts(&mut self, nodes: Vec<Node>) -> Vec<Stmt> {
        let mut stmts = Vec::new();
        let mut comments = Vec::new();
        for node in nodes {
            if super::is_comment(node) {
                self.collect_comment(node, &mut comments);
                continue;
            }
            if !node.is_named() {
                continue;
            }
            stmts.extend(comments.drain(..).map(annotation));
            let stmt = self.stmt(node);
            stmts.push(stmt);
        }
        stmts.extend(comments.into_iter().map(annotation));
        stmts
    }

    fn stmt(&mut self, node: Node) -> Stmt {
        let span = self.span(node);
        let kind = match node.kind() {
            "block" => StmtKind::Block(self.block(node)),
            "local_variable_declaration" => StmtKind::Local(self.locals(node)),
            "class_declaration" | "interface_declaration" | "enum_declaration" | "record_declaration" => {
                StmtKind::Class(Arc::new(self.class(node, Vec::new())))
            }
            "expression_statement" => match first_named(node) {
                Some(expr) if expr.kind() == "switch_expression" => StmtKind::Switch(self.switch(expr)),
                Some(expr) => StmtKind::Expr(self.expr(expr)),
                None => StmtKind::Empty,
            },
            "if_statement" => self.if_stmt(node),
            "while_statement" => StmtKind::While { condition: self.condition(node), body: self.body(node, "body") },
            "do_statement" => StmtKind::DoWhile { body: self.body(node, "body"), condition: self.condition(node) },
            "for_statement" => self.for_stmt(node),
            "enhanced_for_statement" => self.for_each(node),
            "labeled_statement" => self.labeled(node),
            "break_statement" => StmtKind::Break(first_named(node).map(|label| self.name(label))),
            "continue_statement" => StmtKind::Continue(first_named(node).map(|label| self.name(label))),
            "return_statement" => StmtKind::Return(first_named(node).map(|value| self.expr(value))),
            "yield_statement" => StmtKind::Yield(self.first_expr(node)),
            "throw_statement" => StmtKind::Throw(self.first_expr(node)),
            "assert_statement" => {
                let mut parts = named(node).into_iter().map(|part| self.expr(part)).collect::<Vec<_>>().into_iter();
                match parts.next() {
                    Some(condition) => StmtKind::Assert { condition, message: parts.next() },
                    None => StmtKind::Empty,
                }
            }
            "synchronized_statement" => self.synchronized(node),
            "switch_expression" => StmtKind::Switch(self.switch(node)),
            "try_statement" | "try_with_resources_statement" => StmtKind::Try(self.try_stmt(node)),
            "explicit_constructor_invocation" => self.constructor_call(node),
            _ => StmtKind::Expr(unsupported(span, "this statement")),
        };
        Stmt { kind, span }
    }

    fn body(&mut self, node: Node, field: &str) -> Box<Stmt> {
        let span = self.span(node);
        let stmt = match node.child_by_field_name(field) {
            Some(body) if body.is_named() => self.stmt(body),
            _ => Stmt { kind: StmtKind::Empty, span },
        };
        Box::new(stmt)
    }

    fn first_expr(&mut self, node: Node) -> Expr {
        match first_named(node) {
            Some(expr) => self.expr(expr),
            None => unsupported(self.span(node), "this statement"),
        }
    }

    fn condition(&mut self, node: Node) -> Expr {
        match node.child_by_field_name("condition") {
            Some(condition) => self.expr(condition),
            None => unsupported(self.span(node), "a missing condition"),
        }
    }

    fn locals(&mut self, node: Node) -> Vec<LocalDecl> {
        let declarators = children(node).into_iter().filter(|child| child.kind() == "variable_declarator");
        let local = |declarator: Node| {
            let name = declarator.child_by_field_name("name").unwrap_or(declarator);
            LocalDecl {
                name: self.name(name),
                ty: self.declared_type(node, declarator),
                value: declarator.child_by_field_name("value").map(|value| self.expr(value)),
                span: self.span(name),
            }
        };
        declarators.map(local).collect()
    }

    fn if_stmt(&mut self, node: Node) -> StmtKind {
        let condition = self.condition(node);
        let then = self.body(node, "consequence");
        let otherwise = node.child_by_field_name("alternative").map(|_| self.body(node, "alternative"));
        StmtKind::If { condition, then, otherwise }
    }

    fn for_stmt(&mut self, node: Node) -> StmtKind {
        let mut init = Vec::new();
        for part in node.children_by_field_name("init", &mut node.walk()).collect::<Vec<_>>() {
            let span = self.span(part);
            let kind = match part.kind() {
                "local_variable_declaration" => StmtKind::Local(self.locals(part)),
                _ => StmtKind::Expr(self.expr(part)),
            };
            init.push(Stmt { kind, span });
        }
        let condition = node.child_by_field_name("condition").map(|condition| self.expr(condition));
        let update = node.children_by_field_name("update", &mut node.walk()).collect::<Vec<_>>();
        let update = update.into_iter().map(|part| self.expr(part)).collect();
        StmtKind::For { init, condition, update, body: self.body(node, "body") }
    }

    fn for_each(&mut self, node: Node) -> StmtKind {
        let name = node.child_by_field_name("name").unwrap_or(node);
        let value = match node.child_by_field_name("value") {
            Some(value) => self.expr(value),
            None => unsupported(self.span(node), "a missing value"),
        };
        StmtKind::ForEach {
            ty: self.declared_type(node, node),
            name: self.name(name),
            name_span: self.span(name),
            value,
            body: self.body(node, "body"),
        }
    }

    fn labeled(&mut self, node: Node) -> StmtKind {
        let parts: Vec<Node> = named(node);
        match parts[..] {
            [label, body] => StmtKind::Labeled { label: self.name(label), body: Box::new(self.stmt(body)) },
            _ => StmtKind::Empty,
        }
    }

    fn synchronized(&mut self, node: Node) -> StmtKind {
        let span = self.span(node);
        let monitor = match child_of_kind(node, "parenthesized_expression") {
            Some(monitor) => self.expr(monitor),
            None => unsupported(span, "a missing monitor"),
        };
        StmtKind::Synchronized { monitor, body: self.block_of(node) }
    }

    fn block_of(&mut self, node: Node) -> Block {
        match node.child_by_field_name("body") {
            Some(body) => self.block(body),
            None => Block { stmts: Vec::new(), end: self.span(node) },
        }
    }

    fn constructor_call(&mut self, node: Node) -> StmtKind {
        let is_super = node.child_by_field_name("constructor").is_some_and(|target| target.kind() == "super");
        StmtKind::ConstructorCall {
            is_super,
            outer: node.child_by_field_name("object").map(|object| self.expr(object)),
            args: node.child_by_field_name("arguments").map_or_else(Vec::new, |args| self.args(args)),
        }
    }

    fn try_stmt(&mut self, node: Node) -> Try {
        let resources = node
            .child_by_field_name("resources")
            .map_or_else(Vec::new, |list| named(list).into_iter().map(|resource| self.resource(resource)).collect());
        let body = self.block_of(node);
        let clauses = children(node);
        let catches = clauses.iter().filter(|child| child.kind() == "catch_clause");
        let catches = catches.map(|clause| self.catch(*clause)).collect();
        let finally = clauses.iter().find(|child| child.kind() == "finally_clause");
        let finally = finally.and_then(|clause| child_of_kind(*clause, "block")).map(|block| self.block(block));
        Try { resources, body, catches, finally }
    }

    fn resource(&mut self, node: Node) -> Resource {
        match (node.child_by_field_name("name"), node.child_by_field_name("value")) {
            (Some(name), Some(value)) => Resource::Declared(LocalDecl {
                name: self.name(name),
                ty: self.declared_type(node, node),
                value: Some(self.expr(value)),
                span: self.span(name),
            }),
            _ => Resource::Existing(self.first_expr(node)),
        }
    }

    fn catch(&mut self, node: Node) -> Catch {
        let span = self.span(node);
        let param = child_of_kind(node, "catch_formal_parameter");
        let name = param.and_then(|param| param.child_by_field_name("name"));
        let types = param.and_then(|param| child_of_kind(param, "catch_type"));
        Catch {
            types: types.map_or_else(Vec::new, |list| self.type_list(list)),
            name: name.map_or_else(|| Arc::from("_"), |name| self.name(name)),
            body: self.block_of(node),
            span: name.map_or(span, |name| self.span(name)),
        }
    }

    pub(super) fn switch(&mut self, node: Node) -> Switch {
        let selector = Box::new(self.condition(node));
        let groups = node
            .child_by_field_name("body")
            .map_or_else(Vec::new, |body| named(body).into_iter().map(|group| self.switch_group(group)).collect());
        Switch { selector, groups, span: self.span(node) }
    }

    fn switch_group(&mut self, node: Node) -> SwitchGroup {
        let span = self.span(node);
        let mut labels = Vec::new();
        let mut rest = Vec::new();
        for child in children(node) {
            match child.kind() {
                "switch_label" => self.switch_label(child, &mut labels),
                _ => rest.push(child),
            }
        }
        let body = match node.kind() {
            "switch_rule" => self.arrow(node, &rest),
            _ => {
                let end = Span::new(span.file, span.end, span.end);
                SwitchBody::Statements(Block { stmts: self.stmts(rest), end })
            }
        };
        SwitchGroup { labels, body, span }
    }

    fn arrow(&mut self, node: Node, rest: &[Node]) -> SwitchBody {
        let body = rest.iter().find(|child| child.is_named() && !super::is_comment(**child));
        match body {
            Some(body) if body.kind() == "expression_statement" => SwitchBody::ArrowExpr(self.first_expr(*body)),
            Some(body) => SwitchBody::ArrowBlock(self.stmt(*body)),
            None => SwitchBody::ArrowExpr(unsupported(self.span(node), "this arrow")),
        }
    }

    fn switch_label(&mut self, node: Node, labels: &mut Vec<SwitchLabel>) {
        if children(node).iter().any(|child| child.kind() == "default") {
            labels.push(SwitchLabel::Default);
        }
        for child in named(node) {
            let span = self.span(child);
            labels.push(SwitchLabel::Case(match child.kind() {
                "pattern" => unsupported(span, "a pattern in a switch"),
                "guard" => unsupported(span, "a guard in a switch"),
                _ => self.expr(child),
            }));
        }
    }
}

fn annotation(annotation: concurrent::object::Annotation) -> Stmt {
    let span = annotation.span;
    Stmt { kind: StmtKind::Annotation(annotation), span }
}

pub(super) fn unsupported(span: Span, what: &'static str) -> Expr {
    Expr { kind: ExprKind::Unsupported(what), span }
}
