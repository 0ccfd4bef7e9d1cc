//! Types as they are written.

use super::{Reader, children, named};
use crate::java::ast::{Primitive, TypeExpr, TypeKind, TypeParam, WildcardBound};
use tree_sitter::Node;

impl Reader<'_> {
    pub(super) fn ty(&mut self, node: Node) -> TypeExpr {
        let span = self.span(node);
        let kind = match node.kind() {
            "integral_type" | "floating_point_type" | "boolean_type" => self.primitive(node),
            "type_identifier" | "identifier" if self.str(node) == "var" => TypeKind::Var,
            "array_type" => return self.array_type(node),
            "annotated_type" => match named(node).into_iter().next_back() {
                Some(inner) => return self.ty(inner),
                None => self.named_type(node),
            },
            "wildcard" => self.wildcard(node),
            _ => self.named_type(node),
        };
        TypeExpr { kind, span }
    }

    /// The type in a field of the node, with the brackets that may follow the name.
    pub(super) fn declared_type(&mut self, node: Node, declarator: Node) -> TypeExpr {
        let ty = match node.child_by_field_name("type") {
            Some(ty) => self.ty(ty),
            None => self.ty(node),
        };
        let more = declarator.child_by_field_name("dimensions").map_or(0, |found| self.dimensions(found));
        wrap(ty, more)
    }

    /// How many pairs of brackets.
    pub(super) fn dimensions(&self, node: Node) -> usize {
        children(node).into_iter().filter(|child| child.kind() == "[").count()
    }

    fn primitive(&self, node: Node) -> TypeKind {
        TypeKind::Primitive(match self.str(node) {
            "byte" => Primitive::Byte,
            "short" => Primitive::Short,
            "char" => Primitive::Char,
            "int" => Primitive::Int,
            "long" => Primitive::Long,
            "float" => Primitive::Float,
            "double" => Primitive::Double,
            _ => Primitive::Boolean,
        })
    }

    fn array_type(&mut self, node: Node) -> TypeExpr {
        let Some(element) = node.child_by_field_name("element") else {
            let span = self.span(node);
            return TypeExpr { kind: self.named_type(node), span };
        };
        let more = node.child_by_field_name("dimensions").map_or(1, |found| self.dimensions(found));
        let element = self.ty(element);
        wrap(element, more)
    }

    fn wildcard(&mut self, node: Node) -> TypeKind {
        let bound = match children(node).into_iter().any(|child| child.kind() == "super") {
            true => WildcardBound::Super,
            false => WildcardBound::Extends,
        };
        let is_type = |child: &Node| !matches!(child.kind(), "super" | "marker_annotation" | "annotation");
        let ty = named(node).into_iter().rfind(is_type);
        TypeKind::Wildcard(ty.map(|ty| (bound, Box::new(self.ty(ty)))))
    }

    /// The arguments of the last part count; those of enclosing classes are not kept.
    fn named_type(&mut self, node: Node) -> TypeKind {
        let mut path = Vec::new();
        let mut args = Vec::new();
        let mut is_diamond = false;
        self.named_type_parts(node, &mut |reader, part| match part.kind() {
            "type_arguments" => {
                let found = named(part);
                is_diamond = found.is_empty();
                args = found.into_iter().map(|arg| reader.ty(arg)).collect();
            }
            _ => {
                args.clear();
                path.push(reader.name(part));
            }
        });
        TypeKind::Named { path, args, is_diamond }
    }

    fn named_type_parts(&mut self, node: Node, part: &mut dyn FnMut(&mut Self, Node)) {
        match node.kind() {
            "type_identifier" | "identifier" | "type_arguments" => part(self, node),
            "marker_annotation" | "annotation" => {}
            _ => named(node).into_iter().for_each(|child| self.named_type_parts(child, part)),
        }
    }

    pub(super) fn type_params(&mut self, node: Node) -> Vec<TypeParam> {
        let Some(params) = node.child_by_field_name("type_parameters") else {
            return Vec::new();
        };
        let of_kind = named(params).into_iter().filter(|child| child.kind() == "type_parameter");
        of_kind.map(|param| self.type_param(param)).collect()
    }

    fn type_param(&mut self, node: Node) -> TypeParam {
        let parts = named(node);
        let name = parts.iter().find(|part| part.kind() == "type_identifier").map(|part| self.name(*part));
        let bound = parts.into_iter().find(|part| part.kind() == "type_bound");
        let bound = bound.and_then(super::first_named).map(|ty| self.ty(ty));
        TypeParam { name: name.unwrap_or_else(|| "".into()), bound }
    }

    /// The types of an `extends`, `implements` or `throws` list.
    pub(super) fn type_list(&mut self, node: Node) -> Vec<TypeExpr> {
        let mut types = Vec::new();
        for child in named(node) {
            match child.kind() {
                "type_list" => types.extend(self.type_list(child)),
                _ => types.push(self.ty(child)),
            }
        }
        types
    }
}

pub(super) fn wrap(ty: TypeExpr, dimensions: usize) -> TypeExpr {
    let span = ty.span;
    (0..dimensions).fold(ty, |ty, _| TypeExpr { kind: TypeKind::Array(Box::new(ty)), span })
}
