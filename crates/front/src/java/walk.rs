//! One walk over the syntax tree, for those that only look.

use super::ast::{
    Block, ClassDecl, Expr, ExprKind, LambdaBody, Member, MethodDecl, Qualifier, Resource, Stmt, StmtKind, Switch,
    SwitchBody, SwitchLabel, Try, TypeExpr, TypeKind,
};

/// Is shown every expression and every type, outer ones first, bodies of lambdas and classes included.
pub trait Visitor {
    fn expr(&mut self, expr: &Expr);
    fn ty(&mut self, ty: &TypeExpr);
}

pub fn expr(visitor: &mut dyn Visitor, node: &Expr) {
    visitor.expr(node);
    match &node.kind {
        ExprKind::Literal(_)
        | ExprKind::Name(_)
        | ExprKind::This
        | ExprKind::OuterThis(_)
        | ExprKind::SuperField { .. }
        | ExprKind::Unsupported(_) => {}
        ExprKind::ClassLiteral(named) => ty(visitor, named),
        ExprKind::Field { object, .. } => expr(visitor, object),
        ExprKind::Index { array, index } => both(visitor, array, index),
        ExprKind::Call { object, args, .. } => {
            object.iter().for_each(|object| expr(visitor, object));
            exprs(visitor, args);
        }
        ExprKind::SuperCall { args, .. } => exprs(visitor, args),
        ExprKind::New { outer, ty: named, args, body } => {
            outer.iter().for_each(|outer| expr(visitor, outer));
            ty(visitor, named);
            exprs(visitor, args);
            body.iter().for_each(|body| class(visitor, body));
        }
        ExprKind::NewArray { element, lengths, values, .. } => {
            ty(visitor, element);
            exprs(visitor, lengths);
            values.iter().for_each(|values| exprs(visitor, values));
        }
        ExprKind::ArrayValues(values) => exprs(visitor, values),
        ExprKind::Unary { arg, .. } | ExprKind::Plus(arg) => expr(visitor, arg),
        ExprKind::Binary { left, right, .. } | ExprKind::ShortCircuit { left, right, .. } => both(visitor, left, right),
        ExprKind::Assign { target, value, .. } => both(visitor, target, value),
        ExprKind::Update { target, .. } => expr(visitor, target),
        ExprKind::Conditional { condition, then, otherwise } => {
            expr(visitor, condition);
            both(visitor, then, otherwise);
        }
        ExprKind::Cast { ty: named, value } | ExprKind::InstanceOf { value, ty: named, .. } => {
            ty(visitor, named);
            expr(visitor, value);
        }
        ExprKind::Lambda(lambda) => {
            lambda.params.iter().filter_map(|param| param.ty.as_ref()).for_each(|named| ty(visitor, named));
            match &lambda.body {
                LambdaBody::Expr(body) => expr(visitor, body),
                LambdaBody::Block(body) => block(visitor, body),
            }
        }
        ExprKind::MethodReference(reference) => match &reference.qualifier {
            Qualifier::Expr(object) => expr(visitor, object),
            Qualifier::Type(named) => ty(visitor, named),
            Qualifier::Super => {}
        },
        ExprKind::Switch(found) => switch(visitor, found),
    }
}

fn exprs(visitor: &mut dyn Visitor, nodes: &[Expr]) {
    nodes.iter().for_each(|node| expr(visitor, node));
}

fn both(visitor: &mut dyn Visitor, left: &Expr, right: &Expr) {
    expr(visitor, left);
    expr(visitor, right);
}

fn ty(visitor: &mut dyn Visitor, node: &TypeExpr) {
    visitor.ty(node);
    match &node.kind {
        TypeKind::Primitive(_) | TypeKind::Var | TypeKind::Wildcard(None) => {}
        TypeKind::Named { args, .. } => args.iter().for_each(|arg| ty(visitor, arg)),
        TypeKind::Array(element) | TypeKind::Wildcard(Some((_, element))) => ty(visitor, element),
    }
}

pub fn block(visitor: &mut dyn Visitor, node: &Block) {
    node.stmts.iter().for_each(|node| stmt(visitor, node));
}

pub fn stmt(visitor: &mut dyn Visitor, node: &Stmt) {
    match &node.kind {
        StmtKind::Empty | StmtKind::Annotation(_) | StmtKind::Break(_) | StmtKind::Continue(_) => {}
        StmtKind::Block(body) => block(visitor, body),
        StmtKind::Local(locals) => {
            for local in locals {
                ty(visitor, &local.ty);
                local.value.iter().for_each(|value| expr(visitor, value));
            }
        }
        StmtKind::Class(decl) => class(visitor, decl),
        StmtKind::Expr(value) | StmtKind::Yield(value) | StmtKind::Throw(value) => expr(visitor, value),
        StmtKind::If { condition, then, otherwise } => {
            expr(visitor, condition);
            stmt(visitor, then);
            otherwise.iter().for_each(|otherwise| stmt(visitor, otherwise));
        }
        StmtKind::While { condition, body } | StmtKind::DoWhile { body, condition } => {
            expr(visitor, condition);
            stmt(visitor, body);
        }
        StmtKind::For { init, condition, update, body } => {
            init.iter().for_each(|init| stmt(visitor, init));
            condition.iter().for_each(|condition| expr(visitor, condition));
            exprs(visitor, update);
            stmt(visitor, body);
        }
        StmtKind::ForEach { ty: named, value, body, .. } => {
            ty(visitor, named);
            expr(visitor, value);
            stmt(visitor, body);
        }
        StmtKind::Labeled { body, .. } => stmt(visitor, body),
        StmtKind::Return(value) => value.iter().for_each(|value| expr(visitor, value)),
        StmtKind::Assert { condition, message } => {
            expr(visitor, condition);
            message.iter().for_each(|message| expr(visitor, message));
        }
        StmtKind::Synchronized { monitor, body } => {
            expr(visitor, monitor);
            block(visitor, body);
        }
        StmtKind::Switch(found) => switch(visitor, found),
        StmtKind::Try(found) => try_stmt(visitor, found),
        StmtKind::ConstructorCall { outer, args, .. } => {
            outer.iter().for_each(|outer| expr(visitor, outer));
            exprs(visitor, args);
        }
    }
}

fn switch(visitor: &mut dyn Visitor, node: &Switch) {
    expr(visitor, &node.selector);
    for group in &node.groups {
        for label in &group.labels {
            match label {
                SwitchLabel::Default => {}
                SwitchLabel::Case(value) => expr(visitor, value),
            }
        }
        match &group.body {
            SwitchBody::Statements(body) => block(visitor, body),
            SwitchBody::ArrowExpr(value) => expr(visitor, value),
            SwitchBody::ArrowBlock(body) => stmt(visitor, body),
        }
    }
}

fn try_stmt(visitor: &mut dyn Visitor, node: &Try) {
    for resource in &node.resources {
        match resource {
            Resource::Declared(local) => {
                ty(visitor, &local.ty);
                local.value.iter().for_each(|value| expr(visitor, value));
            }
            Resource::Existing(value) => expr(visitor, value),
        }
    }
    block(visitor, &node.body);
    for catch in &node.catches {
        catch.types.iter().for_each(|named| ty(visitor, named));
        block(visitor, &catch.body);
    }
    node.finally.iter().for_each(|finally| block(visitor, finally));
}

pub fn class(visitor: &mut dyn Visitor, node: &ClassDecl) {
    node.superclass.iter().for_each(|named| ty(visitor, named));
    for constant in &node.constants {
        exprs(visitor, &constant.args);
        constant.body.iter().for_each(|body| class(visitor, body));
    }
    for member in &node.members {
        match member {
            Member::Field(field) => field.value.iter().for_each(|value| expr(visitor, value)),
            Member::Method(found) => method(visitor, found),
            Member::Initializer(initializer) => block(visitor, &initializer.body),
            Member::Class(inner) => class(visitor, inner),
        }
    }
}

fn method(visitor: &mut dyn Visitor, node: &MethodDecl) {
    node.body.iter().for_each(|body| block(visitor, body));
}

/// Whether evaluating the expression may give a local variable a new value.
pub fn assigns(node: &Expr) -> bool {
    struct Assigns(bool);
    impl Visitor for Assigns {
        fn expr(&mut self, expr: &Expr) {
            let target = match &expr.kind {
                ExprKind::Assign { target, .. } | ExprKind::Update { target, .. } => target,
                ExprKind::Switch(_) => return self.0 = true,
                _ => return,
            };
            self.0 |= matches!(target.kind, ExprKind::Name(_));
        }
        fn ty(&mut self, _: &TypeExpr) {}
    }
    let mut found = Assigns(false);
    expr(&mut found, node);
    found.0
}
