//! From the tree of tree-sitter to [`ast`](super::ast): declarations. The only files that know tree-sitter's names are this
//! one, [`syntax_stmt`](super::syntax_stmt) and [`syntax_expr`](super::syntax_expr).
//!
//! Text that is not C is reported at once; what is C but not of the subset becomes an `Unsupported` of its kind.

use super::ast::*;
use super::codes::{SYNTAX, UNSUPPORTED};
use super::dialect;
use super::mask;
use super::nesting;
use concurrent::codes::ANNOTATION;
use concurrent::program::{Annotation, Name};
use source::{Diagnostic, FileId, Span};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use tree_sitter::{Node, ParseOptions, ParseState, Parser, Tree};

/// Statements and expressions are nested at most this deep.
const MAX_NESTING: u32 = 400;
/// The syntax tree is at most this deep: there are several levels of it to one of the program.
const MAX_DEPTH: u32 = 3_000;
/// The parser does at most so many pieces of work for each byte; it needs a small part of one.
const MOST_WORK: usize = 20;
/// So many syntax errors are reported; what follows is mostly noise.
const MAX_ERRORS: usize = 5;

/// The program and what is wrong with its text. If something is, the program is not to be used.
pub fn read(file: FileId, text: &str) -> (Unit, Vec<Diagnostic>) {
    let refused = |at: u32, message: String| {
        (Unit::default(), vec![Diagnostic::error(&UNSUPPORTED, Span::new(file, at, at), message)])
    };
    if let Some(at) = nesting::deep_place(text, MAX_DEPTH) {
        return refused(at as u32, format!("the program is nested more than {MAX_DEPTH} levels deep"));
    }
    let masked = mask::mask(text);
    let mut parser = Parser::new();
    let is_ready = parser.set_language(&tree_sitter_c::LANGUAGE.into()).is_ok();
    let Some(tree) = parse(&mut parser, &masked).filter(|_| is_ready) else {
        return refused(0, "the text takes too long to be parsed".to_string());
    };
    let mut reader = Reader {
        file,
        text: &masked,
        unit: Unit::default(),
        errors: Vec::new(),
        nesting: 0,
        unnamed: 0,
        is_local: false,
    };
    if !reader.is_flat(tree.root_node()) {
        return (reader.unit, reader.errors);
    }
    reader.check(tree.root_node());
    if let (Some(wrong), Some((what, at))) = (reader.errors.first(), dialect::beyond_grammar(text)) {
        let place = Span::new(file, at as u32, (at + what.len()) as u32);
        let message = "this text cannot be read: it is no plain C, and the program has what is not modelled";
        let finding = Diagnostic::error(&UNSUPPORTED, wrong.span, message);
        reader.errors = vec![finding.label(place, format!("such as `{what}`"))];
    } else if reader.errors.is_empty() {
        reader.file_level(tree.root_node());
        reader.masked_words(text, Span::new(file, 0, 0));
        reader.hygiene(text);
    }
    (reader.unit, reader.errors)
}

/// The syntax tree, unless that takes more work than so much for each byte.
fn parse(parser: &mut Parser, text: &str) -> Option<Tree> {
    let (bytes, mut left) = (text.as_bytes(), MOST_WORK.saturating_mul(text.len() + 100));
    let mut progress = |_: &ParseState| {
        left = left.saturating_sub(1);
        if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let options = ParseOptions::new().progress_callback(&mut progress);
    parser.parse_with_options(&mut |at, _| bytes.get(at..).unwrap_or_default(), None, Some(options))
}

pub(super) struct Reader<'a> {
    pub file: FileId,
    text: &'a str,
    pub unit: Unit,
    errors: Vec<Diagnostic>,
    nesting: u32,
    unnamed: u32,
    /// Whether a function is being read: the types that it declares are its own.
    is_local: bool,
}

/// What stands before the declarators of a declaration.
pub(super) struct Specifiers {
    base: TypeName,
    is_static: bool,
    is_extern: bool,
    is_register: bool,
}

impl<'a> Reader<'a> {
    pub fn span(&self, node: Node) -> Span {
        Span::new(self.file, node.start_byte() as u32, node.end_byte() as u32)
    }

    pub fn text(&self, node: Node) -> &'a str {
        &self.text[node.byte_range()]
    }

    pub fn name(&self, node: Node) -> Name {
        self.text(node).into()
    }

    /// Runs the work one level deeper, or gives the substitute if that is too deep.
    pub fn nested<T>(&mut self, node: Node, substitute: T, work: impl FnOnce(&mut Self) -> T) -> T {
        if self.nesting >= MAX_NESTING {
            if self.errors.is_empty() {
                let message = format!("the program is nested more than {MAX_NESTING} levels deep");
                self.errors.push(Diagnostic::error(&UNSUPPORTED, self.span(node), message));
            }
            return substitute;
        }
        self.nesting += 1;
        let result = work(self);
        self.nesting -= 1;
        result
    }

    /// Reports a tree that is too deep to be read. Walks without recursion, and before anything else looks at the tree: to go
    /// from a node to its parent takes as long as the way from the root.
    fn is_flat(&mut self, root: Node) -> bool {
        let mut cursor = root.walk();
        loop {
            if cursor.depth() > MAX_DEPTH {
                let message = format!("the program is nested more than {MAX_DEPTH} levels deep");
                let span = self.first_line(cursor.node());
                let help = "split the expression, the declaration or the block";
                self.errors.push(Diagnostic::error(&UNSUPPORTED, span, message).help(help));
                return false;
            }
            if cursor.goto_first_child() {
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return true;
                }
            }
        }
    }

    /// Reports text that is not C. Walks without recursion: the tree may be deep.
    fn check(&mut self, root: Node) {
        let mut cursor = root.walk();
        loop {
            let node = cursor.node();
            let is_wrong = node.is_error() || node.is_missing();
            if is_wrong {
                self.report(node);
            }
            let descends = node.has_error() && !is_wrong && self.errors.len() < MAX_ERRORS;
            if descends && cursor.goto_first_child() {
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return;
                }
            }
        }
    }

    fn report(&mut self, node: Node) {
        if self.errors.len() >= MAX_ERRORS {
            return;
        }
        let message = if node.is_missing() {
            match node.kind() {
                "identifier" | "type_identifier" | "field_identifier" => "a name is missing here".to_string(),
                kind => format!("`{kind}` is missing here"),
            }
        } else {
            let word = self.text(node).split_whitespace().next().unwrap_or("").to_string();
            if word.is_empty() { "this is not C".to_string() } else { format!("`{word}` does not belong here") }
        };
        let start = node.start_byte() as u32;
        let line_end = self.text[node.start_byte()..].find('\n').map_or(self.text.len(), |at| node.start_byte() + at);
        let end = (node.end_byte() as u32).min(line_end as u32).max(start);
        self.errors.push(Diagnostic::error(&SYNTAX, Span::new(self.file, start, end), message));
    }

    fn file_level(&mut self, root: Node) {
        let mut cursor = root.walk();
        for node in root.children(&mut cursor).collect::<Vec<_>>() {
            self.top(node);
        }
        self.comments(root);
        self.preprocessor(root);
    }

    fn top(&mut self, node: Node) {
        match node.kind() {
            "comment" | ";" => {}
            "preproc_include" => self.include(node),
            "preproc_def" => self.define(node),
            "preproc_function_def" => {
                if let Some(name) = node.child_by_field_name("name") {
                    let text = self.text(node).to_string();
                    let span = self.first_line(node);
                    self.unit.macros.push(Macro { name: self.name(name), text, value: None, span });
                }
            }
            "type_definition" => {
                let specifiers = self.specifiers(node);
                for declarator in self.fields(node, "declarator") {
                    let declared = self.declarator(declarator, specifiers.base.clone());
                    self.unit.typedefs.extend(declared);
                }
            }
            "struct_specifier" | "enum_specifier" => drop(self.type_specifier(node)),
            "declaration" => {
                for declaration in self.declaration(node) {
                    if declaration.init.is_some() {
                        let words = self.words(node);
                        self.unit.initialised.push((declaration.declared.name.clone(), words));
                    }
                    self.unit.globals.push(declaration);
                }
            }
            "function_definition" => self.function(node),
            "union_specifier" => {}
            kind => {
                let what = match kind {
                    "preproc_if" | "preproc_ifdef" => "conditional text",
                    "preproc_call" => "this directive",
                    "expression_statement" => "this text at the level of the file",
                    _ => "this",
                };
                let span = self.first_line(node);
                self.unit.unsupported.push((what.to_string(), span));
            }
        }
    }

    /// The part of the node on its first line.
    pub fn first_line(&self, node: Node) -> Span {
        let length = self.text(node).find('\n').unwrap_or(node.byte_range().len());
        Span::new(self.file, node.start_byte() as u32, (node.start_byte() + length) as u32)
    }

    fn include(&mut self, node: Node) {
        if let Some(path) = node.child_by_field_name("path") {
            self.unit.includes.push((self.text(path).to_string(), self.span(path)));
        }
    }

    fn define(&mut self, node: Node) {
        let Some(name) = node.child_by_field_name("name") else { return };
        let value = node.child_by_field_name("value");
        let text = value.map_or("", |value| self.text(value)).trim().to_string();
        let value = value.and_then(|value| self.macro_value(value));
        let span = self.first_line(node);
        self.unit.macros.push(Macro { name: self.name(name), text, value, span });
    }

    /// A literal, with a minus sign and in parentheses if need be.
    fn macro_value(&self, node: Node) -> Option<Expr> {
        let span = self.span(node);
        let mut text = self.text(node).split("//").next().unwrap_or("").split("/*").next().unwrap_or("").trim();
        while let Some(inner) = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')) {
            text = inner.trim();
        }
        let kind = match text {
            "NULL" | "(void *)0" | "(void*)0" => ExprKind::Null,
            "true" => ExprKind::Bool(true),
            "false" => ExprKind::Bool(false),
            _ => super::syntax_expr::number(text)?,
        };
        Some(Expr { kind, span })
    }

    fn annotation(&mut self, node: Node, text: &str) {
        if is_within_function(node) {
            let message = "an annotation within a function means nothing";
            let finding = Diagnostic::error(&ANNOTATION, self.span(node), message);
            self.errors.push(finding.help("put it on a line of its own before the functions"));
        }
        let annotation = Annotation { text: text.trim().to_string(), span: self.span(node) };
        self.unit.annotations.push(annotation);
    }

    /// Comments that begin with `//@`, wherever they stand.
    fn comments(&mut self, root: Node) {
        let mut cursor = root.walk();
        loop {
            let node = cursor.node();
            if node.kind() == "comment"
                && let Some(text) = self.text(node).strip_prefix("//@")
            {
                self.annotation(node, text);
            }
            if cursor.goto_first_child() {
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return;
                }
            }
        }
    }

    pub fn fields<'t>(&self, node: Node<'t>, field: &str) -> Vec<Node<'t>> {
        let mut cursor = node.walk();
        node.children_by_field_name(field, &mut cursor).collect()
    }

    pub fn named_children<'t>(&self, node: Node<'t>) -> Vec<Node<'t>> {
        let mut cursor = node.walk();
        node.named_children(&mut cursor).filter(|child| child.kind() != "comment").collect()
    }

    pub fn declaration(&mut self, node: Node) -> Vec<Declaration> {
        let specifiers = self.specifiers(node);
        let mut declarations = Vec::new();
        for declarator in self.fields(node, "declarator") {
            let (declarator, value) = match declarator.kind() {
                "init_declarator" => {
                    let inner = declarator.child_by_field_name("declarator");
                    (inner.unwrap_or(declarator), declarator.child_by_field_name("value"))
                }
                _ => (declarator, None),
            };
            let is_function = |node: &Node| node.kind() == "function_declarator";
            let inner = std::iter::successors(Some(declarator), |node| match node.kind() {
                "pointer_declarator" => node.child_by_field_name("declarator"),
                _ => None,
            });
            if inner.last().is_some_and(|last| is_function(&last))
                && let Some(name) = self.declared_name(declarator)
            {
                self.prototype(name, declarator, &specifiers);
                continue;
            }
            let init = value.map(|value| self.initialiser(value));
            if let Some(declared) = self.declarator(declarator, specifiers.base.clone()) {
                let Specifiers { is_static, is_extern, is_register, .. } = specifiers;
                declarations.push(Declaration { declared, is_static, is_extern, is_register, init });
            }
        }
        declarations
    }

    /// A function that is declared without a body. Without anything between the parentheses, nothing is known of its parameters.
    fn prototype(&mut self, name: Name, declarator: Node, specifiers: &Specifiers) {
        let (start, is_static, span) = (declarator.start_byte() as u32, specifiers.is_static, self.span(declarator));
        let (mut result, mut node) = (specifiers.base.clone(), declarator);
        while node.kind() == "pointer_declarator" {
            result = self.pointer_to(node, result);
            match node.child_by_field_name("declarator") {
                Some(inner) => node = inner,
                None => break,
            }
        }
        let list = node.child_by_field_name("parameters").map_or_else(Vec::new, |list| self.named_children(list));
        let mut params = Vec::new();
        for param in &list {
            params.extend(self.param(*param).map(|declared| declared.ty));
        }
        let params = (!list.is_empty()).then_some(params);
        self.unit.prototypes.push(Prototype { name, start, is_static, result, params, span });
    }

    fn function(&mut self, node: Node) {
        self.is_local = true;
        self.read_function(node);
        self.is_local = false;
    }

    /// A function must not vanish: it may change what others use.
    fn read_function(&mut self, node: Node) {
        if self.try_function(node).is_none() {
            self.unit.unsupported.push(("a function that is declared in this way".to_string(), self.first_line(node)));
        }
    }

    fn try_function(&mut self, node: Node) -> Option<()> {
        let specifiers = self.specifiers(node);
        let mut result = specifiers.base;
        let mut declarator = node.child_by_field_name("declarator")?;
        let span = self.span(node).to(self.span(declarator));
        let span = Span::new(self.file, span.start, declarator.end_byte() as u32);
        while declarator.kind() == "pointer_declarator" {
            result = self.pointer_to(declarator, result);
            declarator = declarator.child_by_field_name("declarator")?;
        }
        let name = declarator.child_by_field_name("declarator").filter(|name| name.kind() == "identifier")?;
        let mut params = Vec::new();
        if let Some(list) = declarator.child_by_field_name("parameters") {
            for param in self.named_children(list) {
                params.extend(self.param(param));
            }
        }
        let body = node.child_by_field_name("body").map_or_else(Vec::new, |body| self.block(body));
        let (name, is_static) = (self.name(name), specifiers.is_static);
        let words = self.words(node);
        self.unit.functions.push(Function { name, result, params, body, is_static, words, span });
        Some(())
    }

    /// All words of the node.
    fn words(&self, node: Node) -> BTreeSet<Name> {
        let text = self.text(node);
        mask::words(text).into_iter().map(|(start, end)| text[start..end].into()).collect()
    }

    fn param(&mut self, node: Node) -> Option<Declared> {
        if node.kind() != "parameter_declaration" {
            let kind = TypeKind::Unsupported("a variable number of arguments".to_string());
            let ty = TypeName { kind, is_atomic: false, is_const: false, span: self.span(node) };
            return Some(Declared { name: "".into(), ty, span: self.span(node) });
        }
        let Specifiers { base, is_static, is_extern, .. } = self.specifiers(node);
        if is_static || is_extern {
            self.unit.unsupported.push(("this storage class".to_string(), self.first_line(node)));
        }
        match node.child_by_field_name("declarator") {
            Some(declarator) => self.declarator(declarator, base),
            None if matches!(&base.kind, TypeKind::Named(name) if name == "void") => None,
            None => Some(Declared { name: "".into(), ty: base, span: self.span(node) }),
        }
    }

    fn specifiers(&mut self, node: Node) -> Specifiers {
        let span = self.span(node);
        let mut base = match node.child_by_field_name("type") {
            Some(ty) => self.type_specifier(ty),
            None => TypeName { kind: TypeKind::Named("int".to_string()), is_atomic: false, is_const: false, span },
        };
        let (mut is_static, mut is_extern, mut is_register, mut is_auto) = (false, false, false, false);
        for child in self.named_children(node) {
            match child.kind() {
                "type_qualifier" => match self.text(child) {
                    "_Atomic" => base.is_atomic = true,
                    "restrict" => base.kind = TypeKind::Unsupported("`restrict` before a name".to_string()),
                    word => base.is_const |= is_const(word),
                },
                "storage_class_specifier" => match self.text(child) {
                    "static" => is_static = true,
                    "extern" => is_extern = true,
                    "register" => is_register = true,
                    "auto" => is_auto = true,
                    "inline" | "__inline" | "__inline__" => {}
                    // Such as `_Thread_local`.
                    other => base.kind = TypeKind::Unsupported(format!("`{other}`")),
                },
                _ => {}
            }
        }
        // C11, 6.7.1 (2) and 6.9 (2).
        let classes = [is_static, is_extern, is_register, is_auto].into_iter().filter(|is| *is).count();
        if classes > 1 || !self.is_local && (is_register || is_auto) {
            self.unit.unsupported.push(("this storage class".to_string(), self.first_line(node)));
        }
        Specifiers { base, is_static, is_extern, is_register }
    }

    pub fn type_name(&mut self, node: Node) -> TypeName {
        let base = self.specifiers(node).base;
        match node.child_by_field_name("declarator") {
            Some(declarator) => self.declarator(declarator, base.clone()).map_or(base, |declared| declared.ty),
            None => base,
        }
    }

    fn type_specifier(&mut self, node: Node) -> TypeName {
        let substitute = TypeKind::Unsupported("this type".to_string());
        let substitute = TypeName { kind: substitute, is_atomic: false, is_const: false, span: self.span(node) };
        self.nested(node, substitute, |reader| reader.type_specifier_within(node))
    }

    fn type_specifier_within(&mut self, node: Node) -> TypeName {
        let span = self.span(node);
        let words = || self.text(node).split_whitespace().collect::<Vec<_>>().join(" ");
        let has_body = node.child_by_field_name("body").is_some();
        let kind = match node.kind() {
            "struct_specifier" | "enum_specifier" if self.is_local && has_body => {
                TypeKind::Unsupported("a type within a function".to_string())
            }
            "primitive_type" | "type_identifier" | "sized_type_specifier" => TypeKind::Named(words()),
            "struct_specifier" => TypeKind::Struct(self.struct_specifier(node)),
            "enum_specifier" => TypeKind::Enum(self.enum_specifier(node)),
            "macro_type_specifier" => return self.atomic_of(node),
            "union_specifier" => TypeKind::Unsupported("a union".to_string()),
            _ => TypeKind::Unsupported("this type".to_string()),
        };
        TypeName { kind, is_atomic: false, is_const: false, span }
    }

    /// `_Atomic(T)`.
    fn atomic_of(&mut self, node: Node) -> TypeName {
        let is_atomic = node.child_by_field_name("name").is_some_and(|name| self.text(name) == mask::ATOMIC_OF);
        match node.child_by_field_name("type") {
            Some(ty) if is_atomic => {
                let ty = self.type_name(ty);
                TypeName { is_atomic: true, ..ty }
            }
            Some(_) | None => {
                let kind = TypeKind::Unsupported("this type".to_string());
                TypeName { kind, is_atomic: false, is_const: false, span: self.span(node) }
            }
        }
    }

    /// The tag of a structure or an enumeration, or a name that no program has.
    fn tag(&mut self, node: Node) -> Name {
        match node.child_by_field_name("name") {
            Some(name) => self.name(name),
            None => {
                self.unnamed += 1;
                format!("struct {}", self.unnamed).into()
            }
        }
    }

    fn struct_specifier(&mut self, node: Node) -> Name {
        let tag = self.tag(node);
        let Some(body) = node.child_by_field_name("body") else { return tag };
        let mut members = Vec::new();
        for field in self.named_children(body) {
            let is_bit_field = self.named_children(field).iter().any(|child| child.kind() == "bitfield_clause");
            let base = match field.kind() {
                "field_declaration" if is_bit_field => {
                    let kind = TypeKind::Unsupported("a bit field".to_string());
                    TypeName { kind, is_atomic: false, is_const: false, span: self.span(field) }
                }
                "field_declaration" => self.specifiers(field).base,
                _ => {
                    let kind = TypeKind::Unsupported("conditional text".to_string());
                    TypeName { kind, is_atomic: false, is_const: false, span: self.first_line(field) }
                }
            };
            let declarators = self.fields(field, "declarator");
            if declarators.is_empty() {
                // A structure without a name within another: its members are those of the outer one.
                members.push(Declared { name: "".into(), ty: base.clone(), span: self.span(field) });
            }
            for declarator in declarators {
                members.extend(self.declarator(declarator, base.clone()));
            }
        }
        self.unit.structs.push(Struct { tag: tag.clone(), members, span: self.first_line(node) });
        tag
    }

    fn enum_specifier(&mut self, node: Node) -> Name {
        let tag = self.tag(node);
        let Some(body) = node.child_by_field_name("body") else { return tag };
        let mut has_negative = Some(false);
        for (at, child) in self.named_children(body).into_iter().enumerate() {
            let (Some(name), value) = (child.child_by_field_name("name"), child.child_by_field_name("value")) else {
                continue;
            };
            let value = value.map(|value| self.expr(value));
            has_negative = match value.as_ref().map(is_negative) {
                Some(None) => None,
                Some(Some(true)) => has_negative.map(|_| true),
                Some(Some(false)) | None => has_negative,
            };
            let (is_first, span) = (at == 0, self.span(name));
            let enumerator = Enumerator { name: self.name(name), value, is_first, span };
            self.unit.enumerators.push(enumerator);
        }
        let span = self.first_line(node);
        self.unit.enums.push(Enum { tag: tag.clone(), has_negative, span });
        tag
    }

    /// The name that is declared, with its type.
    fn declarator(&mut self, node: Node, base: TypeName) -> Option<Declared> {
        self.nested(node, None, |reader| reader.declarator_within(node, base))
    }

    /// The type of a pointer, with the qualifiers that stand after its star.
    fn pointer_to(&self, node: Node, to: TypeName) -> TypeName {
        let qualifiers: Vec<&str> = self.named_children(node).into_iter().map(|child| self.text(child)).collect();
        let has_const = qualifiers.iter().any(|word| is_const(word));
        pointer(to, self.span(node), qualifiers.contains(&"_Atomic"), has_const)
    }

    fn declarator_within(&mut self, node: Node, base: TypeName) -> Option<Declared> {
        let span = self.span(node);
        match node.kind() {
            "identifier" | "field_identifier" | "type_identifier" | "primitive_type" => {
                Some(Declared { name: self.name(node), ty: base, span })
            }
            "pointer_declarator" | "abstract_pointer_declarator" => {
                let ty = self.pointer_to(node, base);
                match node.child_by_field_name("declarator") {
                    Some(inner) => self.declarator(inner, ty),
                    None => Some(Declared { name: "".into(), ty, span }),
                }
            }
            "parenthesized_declarator" => {
                let inner = self.named_children(node).into_iter().next()?;
                self.declarator(inner, base)
            }
            kind => {
                let what = match kind {
                    "array_declarator" | "abstract_array_declarator" => "an array",
                    "function_declarator" | "abstract_function_declarator" => "a function pointer",
                    _ => "this declaration",
                };
                let name = self.declared_name(node).unwrap_or_else(|| "".into());
                let ty =
                    TypeName { kind: TypeKind::Unsupported(what.to_string()), is_atomic: false, is_const: false, span };
                Some(Declared { name, ty, span })
            }
        }
    }

    /// The innermost name of a declarator.
    pub fn declared_name(&self, node: Node) -> Option<Name> {
        let mut node = node;
        loop {
            if matches!(node.kind(), "identifier" | "field_identifier" | "type_identifier") {
                return Some(self.name(node));
            }
            node = node.child_by_field_name("declarator").or_else(|| node.named_child(0))?;
        }
    }
}

/// Whether a literal is less than zero; none if it is none.
fn is_negative(value: &Expr) -> Option<bool> {
    match value.kind {
        ExprKind::Int { value, .. } => Some(value < 0),
        ExprKind::Bool(_) => Some(false),
        ExprKind::Unary { op: Sign::Minus, ref arg } => match arg.kind {
            ExprKind::Int { value, is_signed: true, .. } => Some(value != 0),
            _ => None,
        },
        _ => None,
    }
}

fn is_within_function(node: Node) -> bool {
    std::iter::successors(node.parent(), Node::parent).any(|outer| outer.kind() == "function_definition")
}

fn pointer(to: TypeName, span: Span, is_atomic: bool, is_const: bool) -> TypeName {
    TypeName { kind: TypeKind::Pointer(Box::new(to)), is_atomic, is_const, span }
}

fn is_const(word: &str) -> bool {
    matches!(word, "const" | "__const" | "__const__")
}
