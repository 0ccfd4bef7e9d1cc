//! Terms as SMT-LIB text.
//!
//! Linear in the graph, not in the tree: subterms that occur more than once in a scope are
//! bound by `let` there (see [`crate::sharing`] for which and where). Iterative: the depth of
//! a term is not limited by the stack. The binders are `?0`, `?1`, … in order of appearance;
//! no quoted name starts with `?`, and the numbers depend on the structure of the term alone.

use std::fmt::Write;

use crate::sharing::{Dag, NodeId, Placement, SetId, printed_advice};
use crate::term::{Quantifier, QuantifierKind, Term, TermId, Terms};

pub fn write_term(terms: &Terms, id: TermId, out: &mut String) {
    if is_small(terms, id, &mut { SMALL_TREE }) {
        write_tree(terms, id, out);
        return;
    }
    let dag = Dag::new(terms, id);
    let root = dag.root();
    let mut printer =
        Printer { names: vec![None; dag.len()], dag, next_name: 0, work: vec![Item::Scope(root, SetId::EMPTY)], out };
    while let Some(item) = printer.work.pop() {
        printer.step(item);
    }
}

/// Most terms are no larger than this, and need no thought about what they share.
const SMALL_TREE: u32 = 16;

/// Whether the term, written as a tree, has fewer nodes than are left, and no binder.
fn is_small(terms: &Terms, id: TermId, left: &mut u32) -> bool {
    *left = left.saturating_sub(1);
    match terms.get(id) {
        Term::App { args, .. } => *left > 0 && args.iter().all(|arg| is_small(terms, *arg, left)),
        Term::Quantifier(_) => false,
    }
}

fn write_tree(terms: &Terms, id: TermId, out: &mut String) {
    let Term::App { head, args } = terms.get(id) else { return };
    if args.is_empty() {
        out.push_str(head);
        return;
    }
    out.push('(');
    out.push_str(head);
    for arg in args {
        out.push(' ');
        write_tree(terms, *arg, out);
    }
    out.push(')');
}

struct Printer<'t, 'o> {
    dag: Dag<'t>,
    /// For each node its number among the `let` binders, where one is in force.
    names: Vec<Option<u32>>,
    next_name: u32,
    /// What remains to be written, last item first.
    work: Vec<Item>,
    out: &'o mut String,
}

enum Item {
    Text(&'static str),
    /// A term, by its name if it has one.
    Term(NodeId),
    /// A term written out, even if it has a name: the right-hand side of its `let`.
    Definition(NodeId),
    /// `(let ((?n`, up to the definition.
    OpenLet(u32),
    /// A term as a scope of its own, below a binder of these variables.
    Scope(NodeId, SetId),
    /// The end of a scope: closes its lets, restores the names from before it.
    Leave {
        lets: usize,
        before: Vec<(NodeId, Option<u32>)>,
    },
    /// The weight and the name of a quantifier.
    Labels(NodeId),
}

impl Printer<'_, '_> {
    fn step(&mut self, item: Item) {
        match item {
            Item::Text(text) => self.out.push_str(text),
            Item::Term(node) => match self.names[node as usize] {
                Some(name) => self.write(format_args!("?{name}")),
                None => self.definition(node),
            },
            Item::Definition(node) => self.definition(node),
            Item::OpenLet(name) => self.write(format_args!("(let ((?{name} ")),
            Item::Scope(node, variables) => self.scope(node, variables),
            Item::Leave { lets, before } => {
                self.out.extend(std::iter::repeat_n(')', lets));
                for (node, name) in before {
                    self.names[node as usize] = name;
                }
            }
            Item::Labels(node) => {
                if let Term::Quantifier(quantifier) = self.dag.term(node) {
                    self.labels(quantifier);
                }
            }
        }
    }

    fn definition(&mut self, node: NodeId) {
        match self.dag.term(node) {
            Term::App { head, args } if args.is_empty() => self.out.push_str(head),
            Term::App { head, .. } => {
                self.out.push('(');
                self.out.push_str(head);
                self.work.push(Item::Text(")"));
                for child in self.dag.children(node).iter().rev() {
                    self.work.push(Item::Term(*child));
                    self.work.push(Item::Text(" "));
                }
            }
            Term::Quantifier(quantifier) => self.quantifier(node, quantifier),
        }
    }

    /// `(let ((?0 …)) (let ((?1 …)) term))`, where later definitions use earlier names.
    fn scope(&mut self, node: NodeId, variables: SetId) {
        let Placement { named, inline } = self.dag.place(node, variables);
        let mut before = Vec::with_capacity(named.len() + inline.len());
        for node in inline {
            before.push((node, self.names[node as usize].take()));
        }
        let mut items = Vec::with_capacity(3 * named.len());
        let lets = named.len();
        for node in named {
            let name = self.next_name;
            self.next_name += 1;
            before.push((node, self.names[node as usize].replace(name)));
            items.push(Item::OpenLet(name));
            items.push(Item::Definition(node));
            items.push(Item::Text(")) "));
        }
        self.work.push(Item::Leave { lets, before });
        self.work.push(Item::Term(node));
        self.work.extend(items.into_iter().rev());
    }

    /// `(forall ((x S)) (! body :pattern (t u) :weight w :qid q))`. Z3 wants the annotation
    /// directly below the variables, so the body and each term of a trigger is a scope of its
    /// own and the lets are inside.
    fn quantifier(&mut self, node: NodeId, quantifier: &Quantifier) {
        self.out.push_str(match quantifier.kind {
            QuantifierKind::Forall => "(forall (",
            QuantifierKind::Exists => "(exists (",
            QuantifierKind::Lambda => "(lambda (",
        });
        for (position, (name, sort)) in quantifier.vars.iter().enumerate() {
            let space = if position == 0 { "" } else { " " };
            self.write(format_args!("{space}({name} {sort})"));
        }
        self.out.push_str(") ");
        let (triggers, no_patterns) = printed_advice(quantifier);
        let annotated =
            !triggers.is_empty() || !no_patterns.is_empty() || quantifier.weight.is_some() || quantifier.name.is_some();
        let variables = self.dag.bound(node);
        let mut children = self.dag.children(node).iter().copied();
        let mut scopes = |count| children.by_ref().take(count).collect::<Vec<_>>();

        let mut items = Vec::new();
        items.push(Item::Text(if annotated { "(! " } else { "" }));
        items.extend(scopes(1).into_iter().map(|body| Item::Scope(body, variables)));
        for trigger in triggers {
            items.push(Item::Text(" :pattern ("));
            for (position, term) in scopes(trigger.len()).into_iter().enumerate() {
                items.push(Item::Text(if position == 0 { "" } else { " " }));
                items.push(Item::Scope(term, variables));
            }
            items.push(Item::Text(")"));
        }
        for term in scopes(no_patterns.len()) {
            items.push(Item::Text(" :no-pattern "));
            items.push(Item::Scope(term, variables));
        }
        items.push(Item::Labels(node));
        items.push(Item::Text(if annotated { "))" } else { ")" }));
        self.work.extend(items.into_iter().rev());
    }

    fn labels(&mut self, quantifier: &Quantifier) {
        if let Some(weight) = quantifier.weight {
            self.write(format_args!(" :weight {weight}"));
        }
        if let Some(name) = &quantifier.name {
            self.write(format_args!(" :qid {name}"));
        }
    }

    fn write(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.out.write_fmt(text);
    }
}
