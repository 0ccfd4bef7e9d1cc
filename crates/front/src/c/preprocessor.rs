//! What the preprocessor and attributes would make of the text.
//!
//! The text is read as it stands, and names of macros are looked up where an expression has a name. So a macro whose name
//! stands anywhere else would change what is read: such uses are noted, and reported if a checked function has them. A
//! macro with two meanings has none. Lines of the preprocessor stand at the level of the file, and attributes are
//! those that change nothing.

use super::ast::{Macro, MacroUse};
use super::syntax::Reader;
use concurrent::program::Name;
use source::Span;
use std::collections::{BTreeMap, BTreeSet};
use tree_sitter::Node;

/// Attributes that do not change what a program does.
const HARMLESS: [&str; 23] = [
    "unused",
    "used",
    "maybe_unused",
    "noinline",
    "always_inline",
    "inline",
    "flatten",
    "aligned",
    "packed",
    "hot",
    "cold",
    "const",
    "pure",
    "leaf",
    "malloc",
    "nonnull",
    "returns_nonnull",
    "warn_unused_result",
    "nodiscard",
    "deprecated",
    "visibility",
    "nothrow",
    "noreturn",
];

/// What follows `??` in a trigraph.
const TRIGRAPHS: [char; 9] = ['=', '/', '\'', '(', ')', '!', '<', '>', '-'];

impl Reader<'_> {
    /// Notes what the preprocessor would change, once all macros are known.
    pub fn preprocessor(&mut self, root: Node) {
        self.forget_ambiguous_macros();
        let names: BTreeMap<Name, u32> =
            self.unit.macros.iter().rev().map(|one| (one.name.clone(), one.span.start)).collect();
        let mut cursor = root.walk();
        loop {
            let node = cursor.node();
            if !self.inspect(node, &names) || !cursor.goto_first_child() {
                while !cursor.goto_next_sibling() {
                    if !cursor.goto_parent() {
                        self.trigraphs(root);
                        self.joined_lines(root);
                        return;
                    }
                }
            }
        }
    }

    fn forget_ambiguous_macros(&mut self) {
        let mut texts: BTreeMap<Name, BTreeSet<String>> = BTreeMap::new();
        for one in &self.unit.macros {
            texts.entry(one.name.clone()).or_default().insert(one.text.clone());
        }
        let is_ambiguous = |one: &Macro| texts.get(&one.name).is_some_and(|texts| texts.len() > 1);
        self.unit.macros.iter_mut().filter(|one| is_ambiguous(one)).for_each(|one| one.value = None);
    }

    /// Looks at a node and says whether to look at those within.
    fn inspect(&mut self, node: Node, macros: &BTreeMap<Name, u32>) -> bool {
        let kind = node.kind();
        if kind.starts_with("preproc_") {
            let is_inside = node.parent().is_some_and(|parent| parent.kind() != "translation_unit");
            if is_inside {
                let what = "a preprocessor line within a function".to_string();
                self.unit.unsupported.push((what, self.span(node)));
            }
            return false;
        }
        if matches!(kind, "attribute_specifier" | "attribute_declaration" | "ms_declspec_modifier") {
            if let Some(word) = harmful(self.text(node)) {
                self.unit.unsupported.push((format!("the attribute `{word}`"), self.first_line(node)));
            }
            return false;
        }
        if kind == "gnu_asm_expression" && enclosing_function(node).is_none() {
            self.unit.unsupported.push(("an assembler name".to_string(), self.first_line(node)));
            return false;
        }
        if node.child_count() > 0 || kind == "comment" {
            return true;
        }
        if let Some((name, start)) = macros.get_key_value(self.text(node))
            && (!is_in_expression(node) || (node.start_byte() as u32) < *start)
        {
            let function = enclosing_function(node).and_then(|function| {
                let declarator = function.child_by_field_name("declarator")?;
                self.declared_name(declarator)
            });
            self.unit.macro_uses.push(MacroUse { name: name.clone(), function, span: self.span(node) });
        }
        false
    }

    /// Words that [`mask`](super::mask) uses for others are words of no program.
    pub fn masked_words(&mut self, text: &str, whole: Span) {
        for (start, end) in super::mask::words(text) {
            if matches!(&text[start..end], super::mask::ATOMIC_LABEL | super::mask::ATOMIC_OF) {
                let span = Span::new(whole.file, start as u32, end as u32);
                self.unit.unsupported.push((format!("the name `{}`", &text[start..end]), span));
            }
        }
    }

    /// Compilers join a line that ends with a backslash with the next, also in comments, and also if blanks follow. Where that is
    /// no line of the preprocessor, the text is read otherwise here.
    fn joined_lines(&mut self, root: Node) {
        let (text, whole) = (self.text(root), self.span(root));
        let (mut start, mut is_directive) = (0, false);
        let mut is_continued = false;
        for line in text.split_inclusive('\n') {
            let kept = line.trim_end_matches(['\n', '\r']);
            is_directive = line.trim_start().starts_with('#') || is_directive && is_continued;
            is_continued = kept.trim_end().ends_with('\\');
            let opens = if is_directive { kept.rfind("/*") } else { None };
            if let Some(open) = opens.filter(|open| !kept[*open..].contains("*/")) {
                let at = whole.start + (start + open) as u32;
                let what = "a comment that begins in a directive and ends on another line".to_string();
                self.unit.unsupported.push((what, Span::new(whole.file, at, at + 2)));
            }
            if is_continued && !(is_directive && kept.ends_with('\\')) {
                let at = whole.start + (start + kept.trim_end().len() - 1) as u32;
                let what = "a line that is joined with the next".to_string();
                self.unit.unsupported.push((what, Span::new(whole.file, at, at + 1)));
            }
            start += line.len();
        }
    }

    /// Some compilers put another character for each of them, even in comments.
    fn trigraphs(&mut self, root: Node) {
        let (text, whole) = (self.text(root), self.span(root));
        let found = text.match_indices("??").find(|(at, _)| text[at + 2..].starts_with(TRIGRAPHS));
        if let Some((at, _)) = found {
            let start = whole.start + at as u32;
            self.unit.unsupported.push(("a trigraph".to_string(), Span::new(whole.file, start, start + 3)));
        }
    }
}

/// A word of an attribute that is not known to be harmless.
pub fn harmful(text: &str) -> Option<&str> {
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    // What stands in quotes is a name.
    let outside = text.split('"').step_by(2);
    outside.flat_map(|part| part.split(|character| !is_word(character))).find(|word| {
        let plain = word.trim_matches('_');
        let is_known = plain.is_empty() || matches!(plain, "attribute" | "gnu") || HARMLESS.contains(&plain);
        !is_known && !plain.starts_with(|character: char| character.is_ascii_digit())
    })
}

/// Whether a name stands where a constant may stand, or is called.
fn is_in_expression(node: Node) -> bool {
    let Some(parent) = node.parent() else { return false };
    let is_field = |field| parent.child_by_field_name(field) == Some(node);
    let declares = is_field("declarator") || is_field("name") || is_field("label");
    node.kind() == "identifier" && !declares && !parent.kind().ends_with("declarator")
        || parent.kind() == "init_declarator" && is_field("value") && node.kind() == "identifier"
}

fn enclosing_function(node: Node) -> Option<Node> {
    std::iter::successors(node.parent(), Node::parent).find(|outer| outer.kind() == "function_definition")
}
