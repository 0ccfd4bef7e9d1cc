//! Annotations: which comments are some, which belong together, and Java's own.

use super::{Reader, children, is_comment};
use crate::java::codes;
use concurrent::object::annotations::{clause_keyword, is_meant_as_clause};
use concurrent::object::{Annotation, AnnotationForm};
use source::{Diagnostic, Span};
use std::sync::Arc;
use tree_sitter::Node;

impl Reader<'_> {
    /// Adds the comment if it is an annotation. A `//@` line that begins no clause goes on with the line before it.
    pub(super) fn collect_comment(&mut self, node: Node, annotations: &mut Vec<Annotation>) {
        let text = self.str(node);
        if !is_annotation(text) {
            return;
        }
        self.attached.insert(node.start_byte());
        let span = self.span(node);
        if let Some(last) = annotations.last_mut()
            && text.starts_with("//@")
            && last.text.starts_with("//@")
            && clause_keyword(text).is_none()
            && self.only_space_between(last.span.end, span.start)
        {
            let start = node.end_byte() - (span.end - last.span.start) as usize;
            last.span.end = span.end;
            last.text = Arc::from(self.text.get(start..node.end_byte()).unwrap_or(""));
            return;
        }
        annotations.push(Annotation { form: AnnotationForm::Comment, text: Arc::from(text), span });
    }

    /// Of places in the source.
    pub(super) fn only_space_between(&self, start: u32, end: u32) -> bool {
        self.text.get(self.place(start)..self.place(end)).is_some_and(|text| text.trim().is_empty())
    }

    /// Whether two places of the source are on the same line.
    pub(super) fn same_line(&self, start: u32, end: u32) -> bool {
        self.text.get(self.place(start)..self.place(end)).is_some_and(|text| !text.contains('\n'))
    }

    /// An offset in the text, from one in the source.
    fn place(&self, offset: u32) -> usize {
        self.added.iter().fold(offset as usize, |at, added| if *added <= at { at + 1 } else { at })
    }

    /// The annotations among the modifiers, and the comments before the body.
    pub(super) fn own_annotations(&mut self, node: Node, annotations: &mut Vec<Annotation>) {
        for child in children(node) {
            match child.kind() {
                "modifiers" => self.own_annotations(child, annotations),
                "marker_annotation" | "annotation" => {
                    let (text, span) = (Arc::from(self.str(child)), self.span(child));
                    annotations.push(Annotation { form: AnnotationForm::Java, text, span });
                }
                "line_comment" | "block_comment" => self.collect_comment(child, annotations),
                _ => {}
            }
        }
    }

    /// A comment where no annotation may stand. If it is not meant as one of ours, that is worth a note.
    pub(super) fn misplaced(&mut self, span: Span, text: &str) {
        let help = "annotations stand before classes, fields, methods and statements";
        let finding = match is_meant_as_clause(text) {
            true => Diagnostic::error(&codes::MISPLACED_COMMENT, span, "an annotation may not stand here"),
            false => {
                let message = "this is no annotation of Counterpoint, so it has no effect";
                Diagnostic::note(&codes::MISPLACED_COMMENT, span, message)
            }
        };
        self.diagnostics.push(finding.help(help));
    }

    /// An annotation that was attached to nothing, or that a space makes a comment, would be passed over in silence.
    pub(super) fn report_stray_comments(&mut self, root: Node) {
        let mut cursor = root.walk();
        loop {
            let node = cursor.node();
            if is_comment(node) && is_annotation(self.str(node)) && !self.attached.contains(&node.start_byte()) {
                let text = self.str(node);
                self.misplaced(self.span(node), text);
            }
            if is_comment(node) && is_spaced_annotation(self.str(node)) {
                let message = "this is a comment and no annotation: the `@` does not come first in it";
                let help = "an annotation begins with `//@` or `/*@`";
                let warning = Diagnostic::warning(&codes::SPACED_COMMENT, self.span(node), message);
                self.diagnostics.push(warning.help(help));
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
}

/// `//@ …` and `/*@ …`. A capital letter right after the sign is a Java annotation that was commented out; any other letter
/// is another tool's, as in `//@formatter:off`, unless the word is ours.
fn is_annotation(comment: &str) -> bool {
    let rest = comment.strip_prefix("//@").or_else(|| comment.strip_prefix("/*@"));
    rest.is_some_and(|rest| {
        let is_word = rest.starts_with(|next: char| next.is_ascii_alphabetic());
        let is_java = rest.starts_with(|next: char| next.is_ascii_uppercase());
        !is_java && (!is_word || is_meant_as_clause(comment))
    })
}

/// `// @ requires …`, `/**@ ensures …`: a comment that would be an annotation without what stands before the sign.
fn is_spaced_annotation(comment: &str) -> bool {
    let rest = comment.strip_prefix("//").or_else(|| comment.strip_prefix("/*")).unwrap_or_default();
    let from_sign = rest.trim_start_matches([' ', '\t', '*', '/']);
    let is_spaced = rest.len() != from_sign.len() && from_sign.starts_with('@');
    is_spaced && clause_keyword(&format!("//{from_sign}")).is_some()
}
