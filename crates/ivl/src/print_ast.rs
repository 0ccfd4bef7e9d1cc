//! Prints a syntax tree as Boogie text.
//!
//! The law: what is printed parses back to the same tree, spans aside. Parentheses stand only where the tree needs
//! them, or where a reader would otherwise guess.

mod decl;
mod expr;
mod stmt;

use crate::ast::{Attribute, AttributeParam, Binding, Expr, Ident, Program, Type, TypeKind};

/// A chain `a && b && …` with up to this many operands is nested to the left; a longer one is read as a balanced
/// tree, so that the height of a tree does not grow with the length of generated conjunctions. The printer adds
/// parentheses where a tree nested to the left is taller.
pub const LONGEST_CHAIN: usize = 64;

/// The program as text.
pub fn print(program: &Program) -> String {
    let mut printer = Printer::default();
    printer.program(program);
    printer.out
}

/// One expression as text, on one line.
pub fn print_expr(expr: &Expr) -> String {
    let mut printer = Printer::default();
    printer.expr(expr);
    printer.out
}

/// One type as text.
pub fn print_type(ty: &Type) -> String {
    let mut printer = Printer::default();
    printer.ty(ty);
    printer.out
}

#[derive(Default)]
struct Printer {
    out: String,
    /// How many blocks are open.
    indent: usize,
}

/// Words that are no names unless a backslash stands before them.
const KEYWORDS: [&str; 60] = [
    "RNA",
    "RNE",
    "RTN",
    "RTP",
    "RTZ",
    "action",
    "assert",
    "asserts",
    "assume",
    "async",
    "axiom",
    "bool",
    "break",
    "call",
    "const",
    "datatype",
    "div",
    "else",
    "ensures",
    "exists",
    "false",
    "forall",
    "free",
    "function",
    "goto",
    "havoc",
    "hideable",
    "if",
    "implementation",
    "int",
    "invariant",
    "is",
    "lambda",
    "measure",
    "mod",
    "modifies",
    "old",
    "preserves",
    "procedure",
    "pure",
    "real",
    "refines",
    "requires",
    "return",
    "returns",
    "revealed",
    "roundNearestTiesToAway",
    "roundNearestTiesToEven",
    "roundTowardNegative",
    "roundTowardPositive",
    "roundTowardZero",
    "then",
    "true",
    "type",
    "unique",
    "uses",
    "var",
    "where",
    "while",
    "yield",
];

impl Printer {
    fn text(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Ends the line and indents the next one, up to a limit: else text would grow with the square of its nesting.
    fn line(&mut self) {
        self.out.push('\n');
        for _ in 0..self.indent.min(50) {
            self.out.push_str("  ");
        }
    }

    fn name(&mut self, name: &str) {
        if KEYWORDS.binary_search(&name).is_ok() {
            self.out.push('\\');
        }
        self.out.push_str(name);
    }

    fn list<T>(&mut self, items: &[T], print: impl Fn(&mut Self, &T)) {
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.text(", ");
            }
            print(self, item);
        }
    }

    fn names(&mut self, names: &[Ident]) {
        self.list(names, |printer, name| printer.name(&name.name));
    }

    fn string(&mut self, text: &str) {
        self.out.push('"');
        self.out.push_str(text);
        self.out.push('"');
        if text.ends_with('\\') {
            // Such a string is one only if no other quote follows on its line.
            self.out.push_str("\n ");
        }
    }

    /// Attributes, each with a blank after it.
    fn attributes(&mut self, attributes: &[Attribute]) {
        for Attribute { name, params, span: _ } in attributes {
            self.text("{:");
            self.name(&name.name);
            if !params.is_empty() {
                self.text(" ");
                self.list(params, Self::attribute_param);
            }
            self.text("} ");
        }
    }

    fn attribute_param(&mut self, param: &AttributeParam) {
        match param {
            AttributeParam::String(text) => self.string(text),
            AttributeParam::Expr(expr) => self.attribute_expr(expr),
        }
    }

    /// A string at the start would be taken for the whole parameter.
    fn attribute_expr(&mut self, expr: &Expr) {
        self.parenthesised_if(|text| text.starts_with('"'), |printer| printer.expr(expr));
    }

    /// Prints, and adds parentheses if the printed text needs them.
    fn parenthesised_if(&mut self, needed: impl Fn(&str) -> bool, print: impl FnOnce(&mut Self)) {
        let start = self.out.len();
        print(self);
        if needed(&self.out[start..]) {
            self.out.insert(start, '(');
            self.out.push(')');
        }
    }

    /// `<a, b>`, or nothing.
    fn type_params(&mut self, params: &[Ident]) {
        if !params.is_empty() {
            self.text("<");
            self.names(params);
            self.text(">");
        }
    }

    fn ty(&mut self, ty: &Type) {
        match &ty.kind {
            TypeKind::Bool => self.text("bool"),
            TypeKind::Int => self.text("int"),
            TypeKind::Real => self.text("real"),
            TypeKind::Named { name, args } => {
                self.name(name);
                for arg in args {
                    self.text(" ");
                    self.type_arg(arg);
                }
            }
            TypeKind::Map { type_params, domain, range } => {
                self.type_params(type_params);
                self.text("[");
                self.list(domain, Self::ty);
                self.text("]");
                self.ty(range);
            }
        }
    }

    fn type_arg(&mut self, arg: &Type) {
        let is_atom = match &arg.kind {
            TypeKind::Bool | TypeKind::Int | TypeKind::Real => true,
            TypeKind::Named { name: _, args } => args.is_empty(),
            TypeKind::Map { .. } => false,
        };
        if is_atom {
            return self.ty(arg);
        }
        self.text("(");
        self.ty(arg);
        self.text(")");
    }

    fn binding(&mut self, binding: &Binding) {
        let Binding { attributes, name, ty, where_clause } = binding;
        self.attributes(attributes);
        self.name(&name.name);
        self.text(": ");
        self.ty(ty);
        if let Some(condition) = where_clause {
            self.text(" where ");
            self.expr(condition);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::KEYWORDS;

    #[test]
    fn keywords_are_sorted_for_the_search() {
        assert!(KEYWORDS.is_sorted());
    }
}
