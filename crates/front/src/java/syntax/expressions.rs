//! Expressions.

use super::statements::unsupported;
use super::{Reader, child_of_kind, children, first_named, named};
use crate::java::ast::{Expr, ExprKind, Lambda, LambdaBody, MethodReference, Param, Qualifier, TypeKind};
use concurrent::object::{BinaryOp, Name, UnaryOp};
use std::sync::Arc;
use tree_sitter::Node;

impl Reader<'_> {
    pub(super) fn expr(&mut self, node: Node) -> Expr {
        let span = self.span(node);
        let kind = match node.kind() {
            "parenthesized_expression" => match first_named(node) {
                Some(inner) => return self.expr(inner),
                None => ExprKind::Unsupported("this expression"),
            },
            "identifier" | "type_identifier" => ExprKind::Name(self.name(node)),
            "this" => ExprKind::This,
            "class_literal" => match first_named(node) {
                Some(ty) if ty.kind() == "void_type" => ExprKind::Unsupported("void.class"),
                Some(ty) => ExprKind::ClassLiteral(self.ty(ty)),
                None => ExprKind::Unsupported("this class literal"),
            },
            "field_access" => self.field_access(node),
            "array_access" => ExprKind::Index { array: self.part(node, "array"), index: self.part(node, "index") },
            "method_invocation" => self.call(node),
            "object_creation_expression" => self.new_object(node),
            "array_creation_expression" => self.new_array(node),
            "array_initializer" => {
                ExprKind::ArrayValues(named(node).into_iter().map(|value| self.expr(value)).collect())
            }
            "unary_expression" => self.unary(node),
            "binary_expression" => self.binary(node),
            "assignment_expression" => self.assignment(node),
            "update_expression" => self.update(node),
            "ternary_expression" => ExprKind::Conditional {
                condition: self.part(node, "condition"),
                then: self.part(node, "consequence"),
                otherwise: self.part(node, "alternative"),
            },
            "cast_expression" => self.cast(node),
            "instanceof_expression" => self.instance_of(node),
            "lambda_expression" => ExprKind::Lambda(Arc::new(self.lambda(node))),
            "method_reference" => self.method_reference(node),
            "switch_expression" => ExprKind::Switch(self.switch(node)),
            "template_expression" => ExprKind::Unsupported("a string template"),
            _ => self.literal(node),
        };
        Expr { kind, span }
    }

    fn part(&mut self, node: Node, field: &str) -> Box<Expr> {
        Box::new(match node.child_by_field_name(field) {
            Some(part) => self.expr(part),
            None => unsupported(self.span(node), "this expression"),
        })
    }

    pub(super) fn args(&mut self, node: Node) -> Vec<Expr> {
        named(node).into_iter().map(|arg| self.expr(arg)).collect()
    }

    fn field_access(&mut self, node: Node) -> ExprKind {
        let name_node = node.child_by_field_name("field").unwrap_or(node);
        let object = node.child_by_field_name("object").unwrap_or(node);
        if name_node.kind() == "this" {
            return ExprKind::OuterThis(self.path(object));
        }
        let name = self.name(name_node);
        if child_of_kind(node, "super").is_some() {
            return ExprKind::SuperField { name };
        }
        ExprKind::Field { object: Box::new(self.expr(object)), name, name_span: self.span(name_node) }
    }

    /// A dotted name as its parts.
    fn path(&self, node: Node) -> Vec<Name> {
        self.plain_name(node).split('.').map(Arc::from).collect()
    }

    fn call(&mut self, node: Node) -> ExprKind {
        let name_node = node.child_by_field_name("name").unwrap_or(node);
        let name = self.name(name_node);
        let args = node.child_by_field_name("arguments").map_or_else(Vec::new, |args| self.args(args));
        let object = node.child_by_field_name("object");
        match object {
            Some(object) if object.kind() == "super" => ExprKind::SuperCall { qualifier: None, name, args },
            Some(object) if child_of_kind(node, "super").is_some() => {
                ExprKind::SuperCall { qualifier: Some(self.path(object)), name, args }
            }
            _ => {
                let object = object.map(|object| Box::new(self.expr(object)));
                ExprKind::Call { object, name, name_span: self.span(name_node), args }
            }
        }
    }

    fn new_object(&mut self, node: Node) -> ExprKind {
        let span = self.span(node);
        let Some(ty) = node.child_by_field_name("type") else {
            return ExprKind::Unsupported("this creation");
        };
        let outer = first_named(node).filter(|first| children(node).first() == Some(first) && *first != ty);
        ExprKind::New {
            outer: outer.map(|outer| Box::new(self.expr(outer))),
            ty: self.ty(ty),
            args: node.child_by_field_name("arguments").map_or_else(Vec::new, |args| self.args(args)),
            body: child_of_kind(node, "class_body").map(|body| Arc::new(self.anonymous_class(body, span))),
        }
    }

    fn new_array(&mut self, node: Node) -> ExprKind {
        let Some(ty) = node.child_by_field_name("type") else {
            return ExprKind::Unsupported("this creation");
        };
        let mut lengths = Vec::new();
        let mut more = 0;
        for child in children(node) {
            match child.kind() {
                "dimensions_expr" => lengths.extend(super::last_named(child).map(|length| self.expr(length))),
                "dimensions" => more += self.dimensions(child),
                _ => {}
            }
        }
        let values = node.child_by_field_name("value").map(|values| self.args(values));
        ExprKind::NewArray { element: self.ty(ty), lengths, more, values }
    }

    fn operator(&self, node: Node) -> &str {
        node.child_by_field_name("operator").map_or("", |operator| self.str(operator))
    }

    fn unary(&mut self, node: Node) -> ExprKind {
        let arg = self.part(node, "operand");
        match self.operator(node) {
            "!" => ExprKind::Unary { op: UnaryOp::Not, arg },
            "-" => ExprKind::Unary { op: UnaryOp::Negate, arg },
            "~" => ExprKind::Unary { op: UnaryOp::Complement, arg },
            _ => ExprKind::Plus(arg),
        }
    }

    fn binary(&mut self, node: Node) -> ExprKind {
        let (left, right) = (self.part(node, "left"), self.part(node, "right"));
        match self.operator(node) {
            "&&" => ExprKind::ShortCircuit { is_and: true, left, right },
            "||" => ExprKind::ShortCircuit { is_and: false, left, right },
            operator => match binary_op(operator) {
                Some(op) => ExprKind::Binary { op, left, right },
                None => ExprKind::Unsupported("this operator"),
            },
        }
    }

    fn assignment(&mut self, node: Node) -> ExprKind {
        let op = binary_op(self.operator(node).trim_end_matches('='));
        ExprKind::Assign { target: self.part(node, "left"), op, value: self.part(node, "right") }
    }

    fn update(&mut self, node: Node) -> ExprKind {
        let parts = children(node);
        let is_prefix = parts.first().is_some_and(|first| !first.is_named());
        let is_increment = parts.iter().any(|part| part.kind() == "++");
        match first_named(node) {
            Some(target) => ExprKind::Update { target: Box::new(self.expr(target)), is_increment, is_prefix },
            None => ExprKind::Unsupported("this update"),
        }
    }

    fn cast(&mut self, node: Node) -> ExprKind {
        let types: Vec<Node> = node.children_by_field_name("type", &mut node.walk()).collect();
        match types[..] {
            [ty] => ExprKind::Cast { ty: self.ty(ty), value: self.part(node, "value") },
            // Of an intersection the first type matters: the others are for lambdas that are serializable.
            [ty, ..] => ExprKind::Cast { ty: self.ty(ty), value: self.part(node, "value") },
            [] => ExprKind::Unsupported("this cast"),
        }
    }

    fn instance_of(&mut self, node: Node) -> ExprKind {
        let Some(ty) = node.child_by_field_name("right") else {
            return ExprKind::Unsupported("a record pattern");
        };
        let binding = node.child_by_field_name("name").map(|name| (self.name(name), self.span(name)));
        ExprKind::InstanceOf { value: self.part(node, "left"), ty: self.ty(ty), binding }
    }

    fn lambda(&mut self, node: Node) -> Lambda {
        let span = self.span(node);
        let params = match node.child_by_field_name("parameters") {
            Some(params) if params.kind() == "formal_parameters" => self.params(params),
            Some(params) if params.kind() == "inferred_parameters" => {
                named(params).into_iter().map(|name| self.lambda_param(name)).collect()
            }
            Some(name) => vec![self.lambda_param(name)],
            None => Vec::new(),
        };
        let params = params.into_iter().map(without_var).collect();
        let body = match node.child_by_field_name("body") {
            Some(body) if body.kind() == "block" => LambdaBody::Block(self.block(body)),
            Some(body) => LambdaBody::Expr(self.expr(body)),
            None => LambdaBody::Expr(unsupported(span, "this lambda")),
        };
        Lambda { params, body, span }
    }

    fn lambda_param(&self, name: Node) -> Param {
        Param { name: self.name(name), ty: None, is_varargs: false, annotations: Vec::new(), span: self.span(name) }
    }

    fn method_reference(&mut self, node: Node) -> ExprKind {
        let span = self.span(node);
        let parts = children(node);
        let (Some(first), Some(last)) = (parts.first(), parts.last()) else {
            return ExprKind::Unsupported("this method reference");
        };
        let qualifier = match first.kind() {
            "super" => Qualifier::Super,
            "generic_type"
            | "array_type"
            | "scoped_type_identifier"
            | "integral_type"
            | "floating_point_type"
            | "boolean_type"
            | "annotated_type" => Qualifier::Type(self.ty(*first)),
            _ => Qualifier::Expr(self.expr(*first)),
        };
        ExprKind::MethodReference(Arc::new(MethodReference { qualifier, name: self.name(*last), span }))
    }
}

/// `(var x) -> …` is `(x) -> …`.
fn without_var(mut param: Param) -> Param {
    if param.ty.as_ref().is_some_and(|ty| matches!(ty.kind, TypeKind::Var)) {
        param.ty = None;
    }
    param
}

fn binary_op(text: &str) -> Option<BinaryOp> {
    Some(match text {
        "==" => BinaryOp::Equal,
        "!=" => BinaryOp::NotEqual,
        "<" => BinaryOp::Less,
        "<=" => BinaryOp::LessEqual,
        ">" => BinaryOp::Greater,
        ">=" => BinaryOp::GreaterEqual,
        "+" => BinaryOp::Add,
        "-" => BinaryOp::Subtract,
        "*" => BinaryOp::Multiply,
        "/" => BinaryOp::Divide,
        "%" => BinaryOp::Remainder,
        "&" => BinaryOp::And,
        "|" => BinaryOp::Or,
        "^" => BinaryOp::Xor,
        "<<" => BinaryOp::ShiftLeft,
        ">>" => BinaryOp::ShiftRight,
        ">>>" => BinaryOp::ShiftRightUnsigned,
        _ => return None,
    })
}
