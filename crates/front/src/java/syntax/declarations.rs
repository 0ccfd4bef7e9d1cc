//! Classes and their members.

use super::types::wrap;
use super::{Reader, child_of_kind, children, first_named, is_comment, named};
use crate::java::ast::{
    Block, ClassDecl, EnumConstant, FieldDecl, Initializer, Member, MethodDecl, MethodForm, Modifiers, Param, TypeExpr,
};
use concurrent::object::annotations::{Level, clause_keyword};
use concurrent::object::{Annotation, ClassKind, Visibility};
use source::Span;
use std::sync::Arc;
use tree_sitter::Node;

impl Reader<'_> {
    /// A class with the annotations that stand before it.
    pub(super) fn class(&mut self, node: Node, mut annotations: Vec<Annotation>) -> ClassDecl {
        self.own_annotations(node, &mut annotations);
        let kind = match node.kind() {
            "interface_declaration" => ClassKind::Interface,
            "enum_declaration" => ClassKind::Enum,
            "record_declaration" => ClassKind::Record,
            "annotation_type_declaration" => ClassKind::AnnotationType,
            _ => ClassKind::Class,
        };
        let superclass = node.child_by_field_name("superclass").and_then(first_named).map(|ty| self.ty(ty));
        let interfaces = node.child_by_field_name("interfaces").or_else(|| child_of_kind(node, "extends_interfaces"));
        let mut class = ClassDecl {
            name: self.name_of(node, "name"),
            kind,
            modifiers: self.modifiers(node),
            type_params: self.type_params(node),
            superclass,
            interfaces: interfaces.map_or_else(Vec::new, |list| self.type_list(list)),
            components: self.params(node),
            constants: Vec::new(),
            members: Vec::new(),
            annotations,
            span: node.child_by_field_name("name").map_or(self.span(node), |name| self.span(name)),
        };
        if let Some(body) = node.child_by_field_name("body") {
            self.members(body, &mut class);
        }
        class
    }

    /// The body of an anonymous class or of an enum constant.
    pub(super) fn anonymous_class(&mut self, body: Node, span: Span) -> ClassDecl {
        let mut class = ClassDecl {
            name: Arc::from(""),
            kind: ClassKind::Class,
            modifiers: Modifiers::default(),
            type_params: Vec::new(),
            superclass: None,
            interfaces: Vec::new(),
            components: Vec::new(),
            constants: Vec::new(),
            members: Vec::new(),
            annotations: Vec::new(),
            span,
        };
        self.members(body, &mut class);
        class
    }

    pub(super) fn modifiers(&self, node: Node) -> Modifiers {
        let mut found = Modifiers::default();
        let Some(list) = child_of_kind(node, "modifiers") else {
            return found;
        };
        for modifier in children(list) {
            match modifier.kind() {
                "public" => found.visibility = Some(Visibility::Public),
                "protected" => found.visibility = Some(Visibility::Protected),
                "private" => found.visibility = Some(Visibility::Private),
                "abstract" => found.is_abstract = true,
                "static" => found.is_static = true,
                "final" => found.is_final = true,
                "default" => found.is_default = true,
                "synchronized" => found.is_synchronized = true,
                "native" => found.is_native = true,
                "volatile" => found.is_volatile = true,
                _ => {}
            }
        }
        found
    }

    /// Comments go to the member that follows; behind a member on its line, to that member; and those whose first word
    /// belongs to classes, to the class.
    fn members(&mut self, body: Node, class: &mut ClassDecl) {
        let mut before = Vec::new();
        let mut last_end = None;
        for child in children(body) {
            if is_comment(child) {
                self.member_comment(child, last_end, &mut before, class);
                continue;
            }
            if !child.is_named() {
                continue;
            }
            let first = class.members.len();
            match child.kind() {
                "enum_body_declarations" => {
                    class.annotations.append(&mut before);
                    self.members(child, class);
                }
                "enum_constant" => {
                    let constant = self.enum_constant(child, std::mem::take(&mut before));
                    class.constants.push(constant);
                }
                _ => self.member(child, std::mem::take(&mut before), class),
            }
            last_end = (class.members.len() > first).then(|| self.span(child).end);
        }
        class.annotations.append(&mut before);
    }

    fn member_comment(
        &mut self,
        comment: Node,
        last_end: Option<u32>,
        before: &mut Vec<Annotation>,
        class: &mut ClassDecl,
    ) {
        let level = clause_keyword(self.str(comment)).map(|keyword| keyword.level());
        let is_continued = level.is_none() && !before.is_empty();
        if level == Some(Level::Class) {
            return self.collect_comment(comment, &mut class.annotations);
        }
        let behind = last_end.is_some_and(|end| self.same_line(end, self.span(comment).start));
        if level.is_none() && before.is_empty() && self.continues_class(comment, class) {
            return self.collect_comment(comment, &mut class.annotations);
        }
        match class.members.last_mut() {
            Some(Member::Field(field)) if behind && !is_continued => {
                self.collect_comment(comment, &mut field.annotations);
            }
            _ => self.collect_comment(comment, before),
        }
    }

    /// Whether only space is between the last annotation of the class and this comment.
    fn continues_class(&self, comment: Node, class: &ClassDecl) -> bool {
        let start = self.span(comment).start;
        class.annotations.last().is_some_and(|last| self.only_space_between(last.span.end, start))
    }

    fn member(&mut self, node: Node, annotations: Vec<Annotation>, class: &mut ClassDecl) {
        match node.kind() {
            "field_declaration" | "constant_declaration" => self.fields(node, annotations, class),
            "method_declaration" | "annotation_type_element_declaration" => {
                let method = self.method(node, MethodForm::Method, annotations);
                class.members.push(Member::Method(Arc::new(method)));
            }
            "constructor_declaration" => {
                let method = self.method(node, MethodForm::Constructor, annotations);
                class.members.push(Member::Method(Arc::new(method)));
            }
            "compact_constructor_declaration" => {
                let method = self.method(node, MethodForm::CompactConstructor, annotations);
                class.members.push(Member::Method(Arc::new(method)));
            }
            "static_initializer" => {
                if let Some(block) = child_of_kind(node, "block") {
                    let body = self.block(block);
                    class.members.push(Member::Initializer(Initializer { is_static: true, body }));
                }
                class.annotations.extend(annotations);
            }
            "block" => {
                let body = self.block(node);
                class.members.push(Member::Initializer(Initializer { is_static: false, body }));
                class.annotations.extend(annotations);
            }
            "class_declaration"
            | "interface_declaration"
            | "enum_declaration"
            | "record_declaration"
            | "annotation_type_declaration" => {
                let inner = self.class(node, annotations);
                class.members.push(Member::Class(Arc::new(inner)));
            }
            _ => self.error(node, "expected a field or a method here"),
        }
    }

    fn fields(&mut self, node: Node, annotations: Vec<Annotation>, class: &mut ClassDecl) {
        let mut annotations = annotations;
        self.own_annotations(node, &mut annotations);
        let mut modifiers = self.modifiers(node);
        if matches!(class.kind, ClassKind::Interface | ClassKind::AnnotationType) {
            modifiers.is_static = true;
            modifiers.is_final = true;
            modifiers.visibility = Some(Visibility::Public);
        }
        for declarator in children(node).into_iter().filter(|child| child.kind() == "variable_declarator") {
            let mut annotations = annotations.clone();
            self.own_annotations(declarator, &mut annotations);
            let name = declarator.child_by_field_name("name").unwrap_or(declarator);
            let value = declarator.child_by_field_name("value").map(|value| Arc::new(self.expr(value)));
            class.members.push(Member::Field(FieldDecl {
                name: self.name(name),
                modifiers: modifiers.clone(),
                ty: self.declared_type(node, declarator),
                value,
                annotations,
                span: self.span(name),
            }));
        }
    }

    fn method(&mut self, node: Node, form: MethodForm, mut annotations: Vec<Annotation>) -> MethodDecl {
        self.own_annotations(node, &mut annotations);
        let result = match node.child_by_field_name("type") {
            Some(ty) if ty.kind() == "void_type" => None,
            Some(ty) => {
                let more = node.child_by_field_name("dimensions").map_or(0, |found| self.dimensions(found));
                Some(wrap(self.ty(ty), more))
            }
            None => None,
        };
        let throws = child_of_kind(node, "throws").map_or_else(Vec::new, |list| self.type_list(list));
        MethodDecl {
            name: self.name_of(node, "name"),
            form,
            modifiers: self.modifiers(node),
            type_params: self.type_params(node),
            result,
            params: self.params(node),
            throws,
            body: node.child_by_field_name("body").map(|body| self.block(body)),
            annotations,
            span: node.child_by_field_name("name").map_or(self.span(node), |name| self.span(name)),
        }
    }

    /// The parameters of a method or constructor, or the components of a record.
    pub(super) fn params(&mut self, node: Node) -> Vec<Param> {
        let list = match node.kind() {
            "formal_parameters" => node,
            _ => match node.child_by_field_name("parameters") {
                Some(list) => list,
                None => return Vec::new(),
            },
        };
        named(list).into_iter().filter_map(|param| self.param(param)).collect()
    }

    fn param(&mut self, node: Node) -> Option<Param> {
        let mut annotations = Vec::new();
        self.own_annotations(node, &mut annotations);
        let (declarator, is_varargs) = match node.kind() {
            "formal_parameter" => (node, false),
            "spread_parameter" => (child_of_kind(node, "variable_declarator")?, true),
            _ => return None,
        };
        let name = declarator.child_by_field_name("name")?;
        let ty: TypeExpr = match is_varargs {
            false => self.declared_type(node, declarator),
            true => {
                let is_type = |child: &Node| {
                    !matches!(child.kind(), "modifiers" | "variable_declarator" | "marker_annotation" | "annotation")
                };
                let ty = named(node).into_iter().find(is_type)?;
                wrap(self.ty(ty), 1)
            }
        };
        Some(Param { name: self.name(name), ty: Some(ty), is_varargs, annotations, span: self.span(name) })
    }

    fn enum_constant(&mut self, node: Node, mut annotations: Vec<Annotation>) -> EnumConstant {
        self.own_annotations(node, &mut annotations);
        let span = node.child_by_field_name("name").map_or(self.span(node), |name| self.span(name));
        EnumConstant {
            name: self.name_of(node, "name"),
            args: node.child_by_field_name("arguments").map_or_else(Vec::new, |args| self.args(args)),
            body: node.child_by_field_name("body").map(|body| Arc::new(self.anonymous_class(body, span))),
            annotations,
            span,
        }
    }

    /// The statements of a block or constructor body.
    pub(super) fn block(&mut self, node: Node) -> Block {
        let end = self.span(node).end;
        let end = Span::new(self.file, end.saturating_sub(1), end);
        Block { stmts: self.stmts(children(node)), end }
    }
}
