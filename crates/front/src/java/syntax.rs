//! From the text to its syntax tree, by way of tree-sitter's.
//!
//! A text with errors gives no tree: each place that the grammar does not know is a finding. This file holds what all
//! parts share, and the top of a file; [`declarations`], [`statements`], [`expressions`] and [`types`] hold the rest.

mod comments;
mod declarations;
mod escapes;
mod expressions;
mod headers;
mod literals;
mod statements;
mod types;

use super::ast::{Import, Unit};
use super::codes;
use concurrent::object::Name;
use source::{Diagnostic, FileId, Span};
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;
use tree_sitter::{Node, Parser};

/// The tree-sitter tree is at most this high, so that passes may recurse on ours: they run on large stacks. What javac
/// itself compiles with its usual stack is less deep.
const MAX_HEIGHT: u32 = 3_000;

/// At most so many syntax errors of one file are told.
const MAX_ERRORS: usize = 10;

/// Reads one file. Without a tree there is at least one finding.
pub fn parse(file: FileId, text: &str) -> (Option<Unit>, Vec<Diagnostic>) {
    read(file, text, Vec::new())
}

/// Reads a file of headers without bodies.
pub fn parse_headers(file: FileId, text: &str) -> (Option<Unit>, Vec<Diagnostic>) {
    let (text, added) = headers::with_bodies(text);
    read(file, &text, added)
}

fn read(file: FileId, text: &str, added: Vec<usize>) -> (Option<Unit>, Vec<Diagnostic>) {
    let mut parser = Parser::new();
    let tree = match parser.set_language(&tree_sitter_java::LANGUAGE.into()) {
        Ok(()) => parser.parse(text, None),
        Err(_) => None,
    };
    let Some(tree) = tree else {
        let message = "the parser for Java could not be started";
        return (None, vec![Diagnostic::error(&codes::SYNTAX, Span::new(file, 0, 0), message)]);
    };
    let mut reader = Reader { file, text, added, diagnostics: Vec::new(), attached: BTreeSet::new() };
    let root = tree.root_node();
    if let Some(place) = too_high(root) {
        let message = format!("the text is nested more than {MAX_HEIGHT} levels deep here, which is not supported");
        let span = reader.span(place);
        reader.diagnostics.push(Diagnostic::error(&codes::DEPTH, span, message).help("split it into parts"));
    } else if let Some(escape) = unread_escape(text, root) {
        let span = Span::new(file, reader.offset(escape.start), reader.offset(escape.end));
        let message = "this Unicode escape is part of the syntax, which is not supported";
        reader.diagnostics.push(Diagnostic::error(&codes::ESCAPE, span, message).help("write the character itself"));
    } else if root.has_error() {
        reader.report_errors(root);
    }
    if !reader.diagnostics.is_empty() {
        return (None, reader.diagnostics);
    }
    let unit = reader.unit(root);
    reader.report_stray_comments(root);
    (Some(unit), reader.diagnostics)
}

/// An escape that the grammar reads as something else than Java does. It knows none outside of comments and literals, so that
/// a text with errors may have them because of it.
fn unread_escape(text: &str, root: Node) -> Option<Range<usize>> {
    escapes::of_a_delimiter(text).or_else(|| escapes::first(text).filter(|_| root.has_error()))
}

fn too_high(root: Node) -> Option<Node> {
    let mut cursor = root.walk();
    loop {
        if cursor.depth() > MAX_HEIGHT {
            return Some(cursor.node());
        }
        if cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return None;
            }
        }
    }
}

struct Reader<'t> {
    file: FileId,
    text: &'t str,
    /// Where the text has a byte that the source does not have.
    added: Vec<usize>,
    diagnostics: Vec<Diagnostic>,
    /// Where the comments begin that were attached to something.
    attached: BTreeSet<usize>,
}

impl<'t> Reader<'t> {
    fn span(&self, node: Node) -> Span {
        Span::new(self.file, self.offset(node.start_byte()), self.offset(node.end_byte()))
    }

    /// An offset in the source, from one in the text.
    fn offset(&self, at: usize) -> u32 {
        (at - self.added.iter().filter(|added| **added < at).count()) as u32
    }

    fn str(&self, node: Node) -> &'t str {
        self.text.get(node.byte_range()).unwrap_or("")
    }

    fn name(&self, node: Node) -> Name {
        Arc::from(self.str(node))
    }

    /// The name in a field of the node; empty if it has none.
    fn name_of(&self, node: Node, field: &str) -> Name {
        node.child_by_field_name(field).map_or_else(|| Arc::from(""), |child| self.name(child))
    }

    fn error(&mut self, node: Node, message: impl Into<String>) {
        let span = self.span(node);
        self.diagnostics.push(Diagnostic::error(&codes::SYNTAX, span, message));
    }

    fn report_errors(&mut self, root: Node) {
        let mut pending = vec![root];
        let mut cursor = root.walk();
        while let Some(node) = pending.pop() {
            if self.diagnostics.len() >= MAX_ERRORS {
                return;
            }
            if node.is_missing() {
                let wanted = node.kind().to_string();
                self.error(node, format!("expected `{wanted}` here"));
            } else if node.is_error() {
                self.report_error(node);
            } else if node.has_error() {
                let children: Vec<Node> = node.children(&mut cursor).collect();
                pending.extend(children.into_iter().rev());
            }
        }
        if self.diagnostics.is_empty() {
            self.error(root, "this is not a Java file");
        }
    }

    /// An error node may cover much text; its first line says where to look.
    fn report_error(&mut self, node: Node) {
        let text = self.str(node);
        let line = text.lines().next().unwrap_or("").trim();
        let start = self.offset(node.start_byte());
        let span = Span::new(self.file, start, start + text.lines().next().map_or(0, str::len) as u32);
        let message = match line.chars().count() {
            0 => "something is missing here".to_string(),
            1..=40 => format!("unexpected `{line}`"),
            _ => format!("unexpected `{}…`", line.chars().take(40).collect::<String>()),
        };
        self.diagnostics.push(Diagnostic::error(&codes::SYNTAX, span, message));
    }

    fn unit(&mut self, root: Node) -> Unit {
        let mut unit = Unit { package: None, imports: Vec::new(), classes: Vec::new() };
        let mut comments = Vec::new();
        for child in children(root) {
            match child.kind() {
                "package_declaration" => unit.package = last_named(child).map(|name| self.plain_name(name)),
                "import_declaration" => unit.imports.push(self.import(child)),
                "line_comment" | "block_comment" => self.collect_comment(child, &mut comments),
                "class_declaration"
                | "interface_declaration"
                | "enum_declaration"
                | "record_declaration"
                | "annotation_type_declaration" => {
                    let before = std::mem::take(&mut comments);
                    unit.classes.push(Arc::new(self.class(child, before)));
                }
                "module_declaration" | ";" => {}
                _ => self.error(child, "expected a class here"),
            }
        }
        comments.iter().for_each(|left| self.misplaced(left.span, &left.text));
        unit
    }

    fn import(&mut self, node: Node) -> Import {
        let mut import = Import { path: Arc::from(""), is_static: false, is_on_demand: false };
        for child in children(node) {
            match child.kind() {
                "static" => import.is_static = true,
                "asterisk" => import.is_on_demand = true,
                "identifier" | "scoped_identifier" => import.path = self.plain_name(child),
                _ => {}
            }
        }
        import
    }

    /// A dotted name without the layout and comments that may stand in it.
    fn plain_name(&self, node: Node) -> Name {
        let mut parts = Vec::new();
        self.name_parts(node, &mut parts);
        Arc::from(parts.join("."))
    }

    fn name_parts(&self, node: Node, parts: &mut Vec<&'t str>) {
        match node.kind() {
            "identifier" | "type_identifier" => parts.push(self.str(node)),
            _ => named(node).into_iter().for_each(|child| self.name_parts(child, parts)),
        }
    }
}

fn is_comment(node: Node) -> bool {
    matches!(node.kind(), "line_comment" | "block_comment")
}

fn children<'a>(node: Node<'a>) -> Vec<Node<'a>> {
    node.children(&mut node.walk()).collect()
}

/// The named children, comments left out.
fn named<'a>(node: Node<'a>) -> Vec<Node<'a>> {
    node.named_children(&mut node.walk()).filter(|child| !is_comment(*child)).collect()
}

fn first_named(node: Node) -> Option<Node> {
    named(node).into_iter().next()
}

fn last_named(node: Node) -> Option<Node> {
    named(node).into_iter().last()
}

fn child_of_kind<'a>(node: Node<'a>, kind: &str) -> Option<Node<'a>> {
    children(node).into_iter().find(|child| child.kind() == kind)
}
