//! The body of a procedure while it is built: nodes, edges, locals, scopes, and where to go on.

use super::place::{Lvalue, Root};
use super::{Constant, Context};
use crate::c::ast::Function;
use crate::c::codes::{RESOLVE, UNSUPPORTED};
use crate::c::types::CType;
use concurrent::program::*;
use source::{Code, Span};
use std::collections::{HashMap, HashSet};

/// Most points of control of a procedure while it is built. What comes later takes time that grows faster than its length.
const MOST_NODES: usize = 3_000;

pub(super) struct Body<'c, 'a> {
    pub cx: &'c mut Context<'a>,
    pub locals: Vec<Variable>,
    /// The names of locals so far, without those of members, and the last number behind each.
    names: HashSet<String>,
    counts: HashMap<String, u32>,
    pub nodes: Vec<Node>,
    pub edges: Vec<Edge>,
    /// Where the next step begins.
    pub at: NodeId,
    /// How many atomic blocks there were, and which one this is.
    pub blocks: u32,
    pub block: Option<u32>,
    pub is_init: bool,
    /// The function that is lowered and, above it, those that are inlined.
    pub frames: Vec<Frame>,
    pub exit: NodeId,
}

pub(super) struct Frame {
    pub function: Name,
    pub result: CType,
    pub returns: Returns,
    pub scopes: Vec<HashMap<Name, Binding>>,
    /// Where `break` and `continue` lead, innermost last; a `switch` has no place to continue.
    pub loops: Vec<(NodeId, Option<NodeId>)>,
    pub switches: Vec<Switch>,
    pub labels: HashMap<Name, Label>,
}

pub(super) struct Label {
    pub node: NodeId,
    pub mentioned: Span,
    /// The atomic block that it is in, once it is known where it is.
    pub defined: Option<Option<u32>>,
    /// The jumps to it, with the atomic blocks that they are in.
    pub jumps: Vec<(Option<u32>, Span)>,
}

/// The cases of a `switch` so far.
#[derive(Default)]
pub(super) struct Switch {
    pub cases: Vec<(i128, NodeId, Span)>,
    pub default: Option<NodeId>,
    /// The atomic block that it is in.
    pub block: Option<u32>,
}

/// What `return` does.
#[derive(Clone)]
pub(super) enum Returns {
    /// Ends the procedure, with its value in these locals.
    Procedure(Vec<LocalId>),
    /// Ends the inlined function: the value goes to these locals, control to the node.
    Value(Vec<LocalId>, NodeId),
    /// The inlined function is a condition: control goes to the first node if the value is true.
    Branch(NodeId, NodeId),
}

#[derive(Clone)]
pub(super) enum Binding {
    /// A variable, or what a parameter points to.
    Place(Lvalue),
    /// A parameter that is a pointer to a variable.
    Pointer(Lvalue),
    /// A parameter that is never changed and whose argument is a constant or a local.
    Value(Operand),
    /// A variable whose declaration was reported; what uses it is not.
    Broken,
}

/// A value that has not been stored yet: an expression for each scalar of its type.
#[derive(Clone, Debug)]
pub(super) struct Operand {
    pub parts: Vec<Expr>,
    pub ty: CType,
    /// It has an access to memory that others may see, which has not been made a step yet.
    pub is_shared: bool,
    pub span: Span,
}

impl<'c, 'a> Body<'c, 'a> {
    pub fn new(cx: &'c mut Context<'a>, is_init: bool) -> Body<'c, 'a> {
        let (entry, exit) = (NodeId(0), NodeId(1));
        let node = Node { is_within_atomic: false, span: Span::new(source::FileId(0), 0, 0) };
        Body {
            cx,
            locals: Vec::new(),
            names: HashSet::new(),
            counts: HashMap::new(),
            nodes: vec![node, node],
            edges: Vec::new(),
            at: entry,
            blocks: 0,
            block: None,
            is_init,
            frames: Vec::new(),
            exit,
        }
    }

    /// Lowers a function that threads call.
    pub fn procedure(mut self, function: &Function) -> Option<Procedure> {
        let result = self.cx.types.resolve(&function.result)?;
        let mut results = match &result {
            CType::Void => Vec::new(),
            ty => self.locals_of("result", ty, function.result.span)?,
        };
        if results.len() > 1 {
            return self.unsupported(function.result.span, "a function of the specification that returns a structure");
        }
        let returned = results.clone();
        let mut params = Vec::new();
        let mut scope = HashMap::new();
        for param in &function.params {
            let (ty, _) = self.cx.types.resolve_qualified(&param.ty)?;
            match ty {
                CType::Pointer(to) if !matches!(*to, CType::Struct(_)) => {
                    let first = self.locals_of(&param.name, &to, param.span)?;
                    let place = Lvalue::local(first[0], (*to).clone(), param.span);
                    results.extend(first);
                    scope.insert(param.name.clone(), Binding::Pointer(place));
                }
                ty => {
                    let first = self.locals_of(&param.name, &ty, param.span)?;
                    scope.insert(param.name.clone(), Binding::Place(Lvalue::local(first[0], ty, param.span)));
                    params.extend(first);
                }
            }
        }
        self.frames.push(Frame::new(function.name.clone(), result, Returns::Procedure(returned), scope));
        self.statements(&function.body);
        self.finish_frame();
        self.edge(self.at, self.exit, Vec::new(), function.span);
        self.nodes[self.exit.index()].span = function.span;
        let Body { locals, nodes, edges, exit, .. } = self;
        let (name, span) = (function.name.clone(), function.span);
        Some(Procedure { name, locals, params, results, nodes, edges, entry: NodeId(0), exit, span })
    }

    /// The innermost function.
    pub fn frame(&mut self) -> &mut Frame {
        // There is a frame while statements are lowered: `procedure` and `inline` push theirs first.
        self.frames.last_mut().expect("a function is being lowered")
    }

    /// Leaves a function: every label that was jumped to must have been there, and not in an atomic block that the jump
    /// would enter without waiting.
    pub fn finish_frame(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        let mut labels: Vec<_> = frame.labels.iter().collect();
        labels.sort_by_key(|(_, label)| label.mentioned);
        for (name, label) in labels {
            let Some(block) = label.defined else {
                self.cx.fail::<()>(&RESOLVE, label.mentioned, format!("there is no label `{name}`"));
                continue;
            };
            let enters = label.jumps.iter().find(|(from, _)| block.is_some() && *from != block);
            if let Some((_, span)) = enters {
                self.cx.unsupported::<()>(*span, "a jump into `ATOMIC`");
            }
        }
    }

    /// Reports a procedure that is too long, once; nothing more is added to it then.
    pub fn must_be_short(&mut self, span: Span) -> Option<()> {
        if self.nodes.len() <= MOST_NODES {
            return Some(());
        }
        let message = format!("a function of more than {MOST_NODES} steps, helpers included, is not modelled");
        if !self.cx.diagnostics.iter().any(|known| known.message == message) {
            self.cx.fail::<()>(&UNSUPPORTED, span, message);
        }
        None
    }

    pub fn fail<T>(&mut self, code: &'static Code, span: Span, message: impl Into<String>) -> Option<T> {
        self.cx.fail(code, span, message)
    }

    pub fn unsupported<T>(&mut self, span: Span, what: &str) -> Option<T> {
        self.cx.unsupported(span, what)
    }

    pub fn unsupported_with_help<T>(&mut self, span: Span, what: &str, help: &str) -> Option<T> {
        let message = format!("{what} is not modelled");
        self.cx.diagnostics.push(source::Diagnostic::error(&UNSUPPORTED, span, message).help(help));
        None
    }

    /// Whether nobody interferes here.
    pub fn is_alone(&self) -> bool {
        self.block.is_some() || self.is_init
    }

    pub fn node(&mut self, span: Span) -> NodeId {
        self.nodes.push(Node { is_within_atomic: self.block.is_some(), span });
        NodeId(self.nodes.len() as u32 - 1)
    }

    pub fn edge(&mut self, from: NodeId, to: NodeId, cmds: Vec<CmdKind>, span: Span) {
        let cmds = cmds.into_iter().map(|kind| Cmd { kind, span }).collect();
        if !self.edges.iter().any(|edge| edge.from == from) {
            self.nodes[from.index()].span = span;
        }
        self.edges.push(Edge { from, to, step: Step { cmds, span } });
    }

    /// One step; control goes on behind it.
    pub fn emit(&mut self, cmds: Vec<CmdKind>, span: Span) {
        let to = self.node(span);
        self.edge(self.at, to, cmds, span);
        self.at = to;
    }

    /// Control goes to the node; what is lowered next is reached otherwise or not at all.
    pub fn jump(&mut self, to: NodeId, span: Span) {
        self.edge(self.at, to, Vec::new(), span);
        self.at = self.node(span);
    }

    /// Control goes to the node, and on from there.
    pub fn go(&mut self, to: NodeId, span: Span) {
        self.edge(self.at, to, Vec::new(), span);
        self.at = to;
    }

    /// Fresh locals for a variable of the type.
    pub fn locals_of(&mut self, name: &str, ty: &CType, span: Span) -> Option<Vec<LocalId>> {
        let mut unique = name.to_string();
        while !self.names.insert(unique.clone()) {
            let count = self.counts.entry(name.to_string()).or_insert(1);
            *count += 1;
            unique = format!("{name}_{count}");
        }
        let variables = self.cx.scalars_of(&unique, ty, span)?;
        let first = self.locals.len() as u32;
        let ids = (first..first + variables.len() as u32).map(LocalId).collect();
        self.locals.extend(variables);
        Some(ids)
    }

    /// Stores the value in temporaries, which is one step.
    pub fn store_in_temporary(&mut self, value: Operand) -> Option<Operand> {
        let temporary = self.temporary(&value.ty, value.span)?;
        self.assign_step(&temporary, value, Vec::new())?;
        Some(self.read(&temporary))
    }

    pub fn temporary(&mut self, ty: &CType, span: Span) -> Option<Lvalue> {
        let locals = self.locals_of("tmp", ty, span)?;
        Some(Lvalue::local(locals[0], ty.clone(), span))
    }

    pub fn declare(&mut self, name: &Name, binding: Binding) {
        if let Some(scope) = self.frame().scopes.last_mut() {
            scope.insert(name.clone(), binding);
        }
    }

    pub fn binding(&mut self, name: &Name, span: Span) -> Option<Binding> {
        let local = self.frame().scopes.iter().rev().find_map(|scope| scope.get(name)).cloned();
        if local.is_some() {
            return local;
        }
        let global = self.cx.globals.get(name).filter(|global| global.start <= span.start)?.clone();
        let root = Root::Global(global.first);
        Some(Binding::Place(Lvalue { root, ty: global.ty, is_atomic: global.is_atomic, span }))
    }

    pub fn constant(&self, name: &Name) -> Option<Constant> {
        self.cx.constants.get(name).cloned()
    }
}

impl Frame {
    pub fn new(function: Name, result: CType, returns: Returns, scope: HashMap<Name, Binding>) -> Frame {
        let scopes = vec![scope];
        let (loops, switches, labels) = (Vec::new(), Vec::new(), HashMap::new());
        Frame { function, result, returns, scopes, loops, switches, labels }
    }
}
