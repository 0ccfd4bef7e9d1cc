//! From the tree of tree-sitter to [`ast`](super::ast): statements and initialisers.

use super::ast::*;
use super::mask::ATOMIC_LABEL;
use super::syntax::Reader;
use tree_sitter::Node;

impl Reader<'_> {
    /// The statements of a block.
    pub fn block(&mut self, node: Node) -> Vec<Stmt> {
        self.named_children(node).into_iter().map(|child| self.stmt(child)).collect()
    }

    pub fn stmt(&mut self, node: Node) -> Stmt {
        let span = self.span(node);
        let substitute = StmtKind::Empty;
        let kind = self.nested(node, substitute, |reader| reader.stmt_kind(node));
        Stmt { kind, span }
    }

    fn stmt_kind(&mut self, node: Node) -> StmtKind {
        match node.kind() {
            "compound_statement" => StmtKind::Block(self.block(node)),
            "declaration" if node.child_by_field_name("declarator").is_none() => unsupported("this declaration"),
            "declaration" => StmtKind::Declare(self.declaration(node)),
            "expression_statement" => match self.named_children(node).into_iter().next() {
                Some(expr) => StmtKind::Expr(self.expr(expr)),
                None => StmtKind::Empty,
            },
            "if_statement" => self.if_statement(node),
            "while_statement" => match (self.field(node, "condition"), self.body(node)) {
                (Some(condition), Some(body)) => StmtKind::While { condition, body },
                _ => unsupported("this loop"),
            },
            "do_statement" => match (self.body(node), self.field(node, "condition")) {
                (Some(body), Some(condition)) => StmtKind::DoWhile { body, condition },
                _ => unsupported("this loop"),
            },
            "for_statement" => self.for_statement(node),
            "switch_statement" => match (self.field(node, "condition"), self.body(node)) {
                (Some(operand), Some(body)) => StmtKind::Switch { operand, body },
                _ => unsupported("this `switch`"),
            },
            "case_statement" => self.case_statement(node),
            "break_statement" => StmtKind::Break,
            "continue_statement" => StmtKind::Continue,
            "return_statement" => {
                let value = self.named_children(node).into_iter().next();
                StmtKind::Return(value.map(|value| self.expr(value)))
            }
            "goto_statement" => match node.child_by_field_name("label") {
                Some(label) => StmtKind::Goto(self.name(label)),
                None => unsupported("this `goto`"),
            },
            "labeled_statement" => self.labeled_statement(node),
            "preproc_if" | "preproc_ifdef" | "preproc_def" | "preproc_call" | "preproc_include" => {
                unsupported("a preprocessor line within a function")
            }
            "type_definition" | "struct_specifier" | "enum_specifier" => unsupported("a type within a function"),
            _ => unsupported("this statement"),
        }
    }

    fn field(&mut self, node: Node, field: &str) -> Option<Expr> {
        node.child_by_field_name(field).map(|child| self.expr(child))
    }

    fn body(&mut self, node: Node) -> Option<Box<Stmt>> {
        node.child_by_field_name("body").map(|body| Box::new(self.stmt(body)))
    }

    fn if_statement(&mut self, node: Node) -> StmtKind {
        let condition = self.field(node, "condition");
        let then = node.child_by_field_name("consequence").map(|then| Box::new(self.stmt(then)));
        let otherwise = node.child_by_field_name("alternative");
        let otherwise = otherwise.and_then(|clause| self.named_children(clause).into_iter().next());
        let otherwise = otherwise.map(|otherwise| Box::new(self.stmt(otherwise)));
        match (condition, then) {
            (Some(condition), Some(then)) => StmtKind::If { condition, then, otherwise },
            _ => unsupported("this `if`"),
        }
    }

    fn for_statement(&mut self, node: Node) -> StmtKind {
        let init = node.child_by_field_name("initializer").map(|init| match init.kind() {
            "declaration" => self.stmt(init),
            _ => Stmt { span: self.span(init), kind: StmtKind::Expr(self.expr(init)) },
        });
        let (condition, update) = (self.field(node, "condition"), self.field(node, "update"));
        match self.body(node) {
            Some(body) => StmtKind::For { init: init.map(Box::new), condition, update, body },
            None => unsupported("this loop"),
        }
    }

    fn case_statement(&mut self, node: Node) -> StmtKind {
        let value = node.child_by_field_name("value");
        let rest = self.named_children(node).into_iter().filter(|child| Some(*child) != value);
        let body = rest.collect::<Vec<_>>().into_iter().map(|child| self.stmt(child)).collect();
        StmtKind::Case { value: value.map(|value| self.expr(value)), body }
    }

    fn labeled_statement(&mut self, node: Node) -> StmtKind {
        let Some(label) = node.child_by_field_name("label") else { return unsupported("this label") };
        let rest = self.named_children(node).into_iter().find(|child| *child != label);
        let body = match rest {
            Some(rest) => self.stmt(rest),
            None => Stmt { kind: StmtKind::Empty, span: self.span(node) },
        };
        if self.text(label) == ATOMIC_LABEL {
            return StmtKind::Atomic(Box::new(body));
        }
        StmtKind::Label { name: self.name(label), body: Box::new(body) }
    }

    pub fn initialiser(&mut self, node: Node) -> Initialiser {
        match node.kind() {
            "initializer_list" => {
                let items = self.nested(node, Vec::new(), |reader| reader.items(node));
                Initialiser::List(items, self.span(node))
            }
            _ => Initialiser::Value(self.expr(node)),
        }
    }

    pub fn items(&mut self, list: Node) -> Vec<Item> {
        self.named_children(list).into_iter().map(|child| self.item(child)).collect()
    }

    fn item(&mut self, node: Node) -> Item {
        let value = node.child_by_field_name("value");
        match (node.kind(), value) {
            ("initializer_pair", Some(value)) => {
                let designators = self.fields(node, "designator");
                let member = match &designators[..] {
                    [one] if one.kind() == "field_designator" => {
                        self.named_children(*one).into_iter().next().map(|name| self.name(name))
                    }
                    _ => Some("".into()),
                };
                Item { member, value: self.initialiser(value) }
            }
            _ => Item { member: None, value: self.initialiser(node) },
        }
    }
}

fn unsupported(what: &str) -> StmtKind {
    StmtKind::Unsupported(what.to_string())
}
