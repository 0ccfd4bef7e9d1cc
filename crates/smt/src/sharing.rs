//! Which subterms of a term get a name by `let`, and in which scope.
//!
//! A scope is the whole term, the body of a quantifier, or one term of a trigger. A subterm
//! may be bound in a scope S only if none of its free variables is bound by a quantifier
//! between S and the subterm: such a variable would leave its binder. It belongs to the
//! innermost scope that still binds one of its free variables (or to the whole term, if no
//! scope does), because that scope holds all its occurrences with the same meaning.
//!
//! Variables are distinguished by name only, so one subterm can occur below two quantifiers that
//! bind the same name, and mean different things. Hence a subterm is placed per scope, on a
//! walk over pairs (subterm, captured), where `captured` are those of its free variables that
//! are bound between the scope and this occurrence. The walk of a scope visits only subterms
//! that mention a variable of the scope, so a subterm is visited once per scope that binds
//! one of its variables, and the whole work is linear but for nesting of quantifiers.

use rustc_hash::FxHashMap;

use crate::term::{Quantifier, Term, TermId, Terms};

/// A subterm with at most so many nodes, as a tree, is never worth a name.
const SMALL: u32 = 4;

pub(crate) type NodeId = u32;

/// Index of an interned set of variable names in [`NameSets`].
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub(crate) struct SetId(u32);

impl SetId {
    pub(crate) const EMPTY: SetId = SetId(0);
}

/// The subterms of one term, numbered densely, children before parents.
pub(crate) struct Dag<'t> {
    nodes: Vec<Node<'t>>,
    edges: Vec<NodeId>,
    sets: NameSets,
}

struct Node<'t> {
    term: &'t Term,
    children: std::ops::Range<usize>,
    /// Nodes of the term as a tree, saturating.
    size: u32,
    /// Names that occur free in the term and are bound somewhere in the whole term.
    free: SetId,
    /// Names bound by this very node.
    bound: SetId,
}

/// What a scope does to the names of subterms while its text is written.
pub(crate) struct Placement {
    /// Subterms to bind at the scope, each after those it contains.
    pub(crate) named: Vec<NodeId>,
    /// Subterms that occur once in the scope. A name from an outer scope would mean
    /// something else here, so they are written out.
    pub(crate) inline: Vec<NodeId>,
}

impl<'t> Dag<'t> {
    pub(crate) fn new(terms: &'t Terms, root: TermId) -> Dag<'t> {
        let mut dag = Dag { nodes: Vec::new(), edges: Vec::new(), sets: NameSets::new() };
        dag.number(terms, root);
        dag.find_free_names();
        dag
    }

    /// The node of the whole term.
    pub(crate) fn root(&self) -> NodeId {
        self.nodes.len() as NodeId - 1
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn term(&self, node: NodeId) -> &'t Term {
        self.nodes[node as usize].term
    }

    /// Children in the order of [`for_each_child`].
    pub(crate) fn children(&self, node: NodeId) -> &[NodeId] {
        &self.edges[self.nodes[node as usize].children.clone()]
    }

    /// The names that a quantifier node binds.
    pub(crate) fn bound(&self, node: NodeId) -> SetId {
        self.nodes[node as usize].bound
    }

    /// Decides about the subterms of `root` that belong to the scope that binds `variables`;
    /// the empty set stands for the scope of the whole term.
    pub(crate) fn place(&mut self, root: NodeId, variables: SetId) -> Placement {
        let mut uses: FxHashMap<(NodeId, SetId), u32> = FxHashMap::default();
        let mut finished = Vec::new();
        let mut work = Vec::new();
        if self.concerns(root, variables) {
            work.push(Visit::Enter(root, SetId::EMPTY));
        }
        while let Some(visit) = work.pop() {
            match visit {
                Visit::Finish(node) => finished.push(node),
                Visit::Enter(node, captured) => {
                    let count = uses.entry((node, captured)).or_insert(0);
                    *count += 1;
                    if *count > 1 {
                        continue;
                    }
                    if captured == SetId::EMPTY {
                        work.push(Visit::Finish(node));
                    }
                    self.enter_children(node, captured, variables, &mut work);
                }
            }
        }
        let (named, inline) = finished.into_iter().partition(|node| uses[&(*node, SetId::EMPTY)] > 1);
        Placement { named, inline }
    }

    fn enter_children(&mut self, node: NodeId, captured: SetId, variables: SetId, work: &mut Vec<Visit>) {
        let Node { children, bound, .. } = &self.nodes[node as usize];
        let below = self.sets.union(captured, *bound);
        for edge in children.clone().rev() {
            let child = self.edges[edge];
            if self.concerns(child, variables) {
                let free = self.nodes[child as usize].free;
                work.push(Visit::Enter(child, self.sets.intersection(below, free)));
            }
        }
    }

    /// Whether a subterm can hold anything to place in the scope of these variables: it is
    /// not small (then neither are its subterms worth a name), and it mentions one of them.
    fn concerns(&mut self, node: NodeId, variables: SetId) -> bool {
        let Node { free, size, .. } = self.nodes[node as usize];
        size > SMALL && (variables == SetId::EMPTY || self.sets.intersection(free, variables) != SetId::EMPTY)
    }

    fn number(&mut self, terms: &'t Terms, root: TermId) {
        let mut numbers: FxHashMap<TermId, NodeId> = FxHashMap::default();
        let mut work = vec![(root, false)];
        while let Some((id, children_done)) = work.pop() {
            if numbers.contains_key(&id) {
                continue;
            }
            let term = terms.get(id);
            if !children_done {
                work.push((id, true));
                let first = work.len();
                for_each_child(term, |child| work.push((child, false)));
                work[first..].reverse();
                continue;
            }
            let start = self.edges.len();
            for_each_child(term, |child| self.edges.push(numbers[&child]));
            let children = start..self.edges.len();
            let size = self.edges[children.clone()]
                .iter()
                .map(|child| self.nodes[*child as usize].size)
                .fold(1 + binder_size(term), u32::saturating_add);
            numbers.insert(id, self.nodes.len() as NodeId);
            self.nodes.push(Node { term, children, size, free: SetId::EMPTY, bound: SetId::EMPTY });
        }
    }

    fn find_free_names(&mut self) {
        let mut names: FxHashMap<&str, u32> = FxHashMap::default();
        for node in &mut self.nodes {
            if let Term::Quantifier(quantifier) = node.term {
                let bound = quantifier.vars.iter().map(|(name, _)| {
                    let next = names.len() as u32;
                    *names.entry(name).or_insert(next)
                });
                node.bound = self.sets.intern(bound.collect());
            }
        }
        if names.is_empty() {
            return;
        }
        for at in 0..self.nodes.len() {
            let mut free = match self.nodes[at].term {
                Term::App { head, .. } => match names.get(&**head) {
                    Some(name) => self.sets.intern(vec![*name]),
                    None => SetId::EMPTY,
                },
                Term::Quantifier(_) => SetId::EMPTY,
            };
            for edge in self.nodes[at].children.clone() {
                let child = self.edges[edge] as usize;
                free = self.sets.union(free, self.nodes[child].free);
            }
            self.nodes[at].free = self.sets.difference(free, self.nodes[at].bound);
        }
    }
}

enum Visit {
    Enter(NodeId, SetId),
    Finish(NodeId),
}

/// Arguments; of a quantifier the body, then what [`printed_advice`] lists.
pub(crate) fn for_each_child(term: &Term, mut action: impl FnMut(TermId)) {
    match term {
        Term::App { args, .. } => args.iter().copied().for_each(action),
        Term::Quantifier(quantifier) => {
            action(quantifier.body);
            let (triggers, no_patterns) = printed_advice(quantifier);
            for trigger in triggers {
                trigger.iter().copied().for_each(&mut action);
            }
            no_patterns.iter().copied().for_each(action);
        }
    }
}

/// The triggers and no-patterns that are printed: the latter only without the former.
pub(crate) fn printed_advice(quantifier: &Quantifier) -> (&[Box<[TermId]>], &[TermId]) {
    if quantifier.triggers.is_empty() { (&[], &quantifier.no_patterns) } else { (&quantifier.triggers, &[]) }
}

/// A quantifier is never small: its variables and sorts are text too.
fn binder_size(term: &Term) -> u32 {
    match term {
        Term::App { .. } => 0,
        Term::Quantifier(_) => SMALL,
    }
}

/// Interned sets of small numbers, with remembered results: most terms below a quantifier
/// have the same few sets of free names.
struct NameSets {
    sets: Vec<Vec<u32>>,
    ids: FxHashMap<Vec<u32>, SetId>,
    unions: FxHashMap<(SetId, SetId), SetId>,
    intersections: FxHashMap<(SetId, SetId), SetId>,
    differences: FxHashMap<(SetId, SetId), SetId>,
}

impl NameSets {
    fn new() -> NameSets {
        let mut sets = NameSets {
            sets: Vec::new(),
            ids: FxHashMap::default(),
            unions: FxHashMap::default(),
            intersections: FxHashMap::default(),
            differences: FxHashMap::default(),
        };
        sets.intern(Vec::new());
        sets
    }

    fn intern(&mut self, mut names: Vec<u32>) -> SetId {
        names.sort_unstable();
        names.dedup();
        if let Some(id) = self.ids.get(&names) {
            return *id;
        }
        let id = SetId(self.sets.len() as u32);
        self.sets.push(names.clone());
        self.ids.insert(names, id);
        id
    }

    fn get(&self, id: SetId) -> &[u32] {
        &self.sets[id.0 as usize]
    }

    fn union(&mut self, a: SetId, b: SetId) -> SetId {
        if b == SetId::EMPTY || a == b {
            return a;
        }
        if a == SetId::EMPTY {
            return b;
        }
        if let Some(known) = self.unions.get(&(a, b)) {
            return *known;
        }
        let both = [self.get(a), self.get(b)].concat();
        let id = self.intern(both);
        self.unions.insert((a, b), id);
        id
    }

    fn intersection(&mut self, a: SetId, b: SetId) -> SetId {
        if a == SetId::EMPTY || b == SetId::EMPTY {
            return SetId::EMPTY;
        }
        if a == b {
            return a;
        }
        if let Some(known) = self.intersections.get(&(a, b)) {
            return *known;
        }
        let id = self.intern(self.chosen(a, b, true));
        self.intersections.insert((a, b), id);
        id
    }

    fn difference(&mut self, a: SetId, b: SetId) -> SetId {
        if a == SetId::EMPTY || b == SetId::EMPTY {
            return a;
        }
        if let Some(known) = self.differences.get(&(a, b)) {
            return *known;
        }
        let id = self.intern(self.chosen(a, b, false));
        self.differences.insert((a, b), id);
        id
    }

    /// The members of `a` that are (or are not) members of `b`.
    fn chosen(&self, a: SetId, b: SetId, in_b: bool) -> Vec<u32> {
        let b = self.get(b);
        let members = self.get(a).iter().copied();
        members.filter(|name| b.binary_search(name).is_ok() == in_b).collect()
    }
}
