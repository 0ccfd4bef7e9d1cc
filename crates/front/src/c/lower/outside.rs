//! What may change the structure besides its operations.
//!
//! A proof is about the functions that the specification names, in any number of threads. It says something of a program
//! only if nothing else changes the structure:
//!
//! * a global variable of the structure is `static`: else other files may change it; so is one whose initialiser holds the
//!   address of another;
//! * a function that other files can call, and that is no operation, changes none of these variables and no cell, frees no
//!   cell, gives none to its caller, and releases no lock that it does not hold.
//!
//! `init` runs first and alone, so what it does is no matter, if nobody but `main` calls it here. A function that mentions
//! none of the variables, be it by what it calls, cannot come to a cell of the structure. Of the others the lowered steps are
//! looked at; where something in them is not modelled, what the function does is not known. Cells that the function itself
//! has allocated are its own: to make one known it would have to change something else.

use super::body::Body;
use super::{Context, INIT};
use crate::c::ast::Function;
use concurrent::program::*;
use source::Span;
use std::collections::{BTreeSet, HashMap};

const MAIN: &str = "main";

/// Words by which a function may reach what it does not name.
const ASSEMBLY: [&str; 3] = ["asm", "__asm", "__asm__"];

/// All that may change the structure besides the operations, in the order of the text.
pub(super) fn outsiders(context: &mut Context, operations: &[Name], used: &BTreeSet<Name>) -> Vec<Outsider> {
    let unit = context.unit;
    let is_operation = |name: &Name| operations.contains(name) || &**name == INIT;
    let concerned = concerned(context, operations);
    let leading = unit.initialised.iter().map(|(name, _)| name).filter(|name| concerned.contains(*name));
    let mut found: Vec<Outsider> = exposed(context, &used.iter().chain(leading).collect());
    for function in unit.functions.iter().filter(|one| concerned.contains(&one.name) && !is_operation(&one.name)) {
        let is_callable = !function.is_static || unit.addressed.contains(&function.name);
        if is_callable {
            let access = access(context, function, operations);
            let (name, span) = (function.name.clone(), function.span);
            found.extend(access.map(|access| Outsider { name, span, access }));
        }
    }
    found.sort_by_key(|one| one.span);
    found
}

/// Those of these globals that other files can name.
fn exposed(context: &Context, of_structure: &BTreeSet<&Name>) -> Vec<Outsider> {
    let globals = &context.unit.globals;
    let is_static = |name: &Name| globals.iter().any(|one| one.declared.name == *name && one.is_static);
    let mut names: BTreeSet<&Name> = BTreeSet::new();
    let is_visible = |name: &Name| of_structure.contains(name) && !is_static(name);
    let declared = globals.iter().map(|one| &one.declared);
    let visible = declared.filter(|one| is_visible(&one.name) && names.insert(&one.name));
    visible
        .map(|declared| Outsider { name: declared.name.clone(), span: declared.span, access: Access::Exposed })
        .collect()
}

/// The functions that mention a variable of the structure, by themselves, by a macro, by another variable whose initialiser
/// does, or by a function that they mention. Operations are no matter: a caller of one is one more thread.
fn concerned(context: &Context, operations: &[Name]) -> BTreeSet<Name> {
    let unit = context.unit;
    let is_part = |character: char| character.is_alphanumeric() || character == '_';
    let words_of = |text: &str| -> BTreeSet<Name> { text.split(|one| !is_part(one)).map(Name::from).collect() };
    let mut mentions: HashMap<Name, Vec<Name>> = HashMap::new();
    let mut mention = |words: &BTreeSet<Name>, by: &Name| {
        words.iter().for_each(|word| mentions.entry(word.clone()).or_default().push(by.clone()));
    };
    unit.macros.iter().for_each(|one| mention(&words_of(&one.text), &one.name));
    unit.initialised.iter().for_each(|(name, words)| mention(words, name));
    for function in unit.functions.iter().filter(|function| !operations.contains(&function.name)) {
        let mut words = function.words.clone();
        if &*function.name == MAIN {
            words.remove(INIT);
        }
        mention(&words, &function.name);
    }
    // A macro that makes names may make any.
    let pasting = unit.macros.iter().filter(|one| one.text.contains("##")).map(|one| &one.name);
    let seeds = context.globals.keys().chain(&context.broken).chain(pasting).cloned();
    let mut pending: Vec<Name> = seeds.chain(ASSEMBLY.into_iter().map(Name::from)).collect();
    let mut known = BTreeSet::new();
    while let Some(name) = pending.pop() {
        if known.insert(name.clone()) {
            pending.extend(mentions.get(&name).into_iter().flatten().cloned());
        }
    }
    known
}

/// The first thing that the function does to the structure.
fn access(context: &mut Context, function: &Function, operations: &[Name]) -> Option<Access> {
    context.opaque = operations.iter().cloned().collect();
    if &*function.name == MAIN {
        context.opaque.insert(INIT.into());
    }
    let of_structure = context.variables.len();
    let globals = context.globals.clone();
    let (reported, types) = (context.diagnostics.len(), context.types.sizes());
    let stored = std::mem::take(&mut context.stored);
    context.globals(&function_words(context, function));
    let lowered = Body::new(context, false).procedure(function);
    let reason = context.diagnostics.get(reported).or_else(|| context.types.diagnostics.get(types.1)).cloned();
    let access = match (lowered, reason) {
        (Some(procedure), None) => first_access(&procedure, of_structure),
        (_, Some(reason)) => Some(Access::Unclear { span: reason.span, reason: reason.message }),
        (None, None) => Some(Access::Unclear { span: function.span, reason: "it is not modelled".to_string() }),
    };
    context.diagnostics.truncate(reported);
    context.types.shrink(types);
    context.variables.truncate(of_structure);
    (context.globals, context.stored) = (globals, stored);
    context.opaque.clear();
    access
}

/// The words of the function and of those that it calls.
fn function_words(context: &Context, function: &Function) -> BTreeSet<Name> {
    crate::c::walk::used_names(&context.functions, std::slice::from_ref(&function.name))
}

/// What is certain at a point of control: locals that hold null or a cell that the function allocated, and globals that are
/// locks which it holds.
#[derive(Clone, PartialEq)]
struct Known {
    own: BTreeSet<LocalId>,
    held: BTreeSet<GlobalId>,
}

/// What a procedure does to shared memory, by a forward analysis of what is certain at each node.
fn first_access(procedure: &Procedure, of_structure: usize) -> Option<Access> {
    let is_pointer = |local: &LocalId| matches!(procedure.local(*local).ty, Type::Pointer(_));
    if procedure.results.iter().any(is_pointer) {
        return Some(Access::HandsOut);
    }
    let nothing = Known { own: BTreeSet::new(), held: BTreeSet::new() };
    let mut known: HashMap<NodeId, Known> = HashMap::from([(procedure.entry, nothing)]);
    let mut pending = vec![procedure.entry];
    let mut found: Option<Access> = None;
    while let Some(node) = pending.pop() {
        for edge in procedure.edges.iter().filter(|edge| edge.from == node) {
            let mut after = known[&node].clone();
            for cmd in &edge.step.cmds {
                if let Some(access) = after.run(cmd, of_structure) {
                    found.get_or_insert(access);
                }
            }
            let joined = match known.get(&edge.to) {
                None => after,
                Some(other) => Known {
                    own: after.own.intersection(&other.own).copied().collect(),
                    held: after.held.intersection(&other.held).copied().collect(),
                },
            };
            if known.get(&edge.to) != Some(&joined) {
                known.insert(edge.to, joined);
                pending.push(edge.to);
            }
        }
    }
    found
}

impl Known {
    /// What is known after the command; and what the command does to the structure, if anything.
    fn run(&mut self, cmd: &Cmd, of_structure: usize) -> Option<Access> {
        let span = cmd.span;
        match &cmd.kind {
            CmdKind::Assume(_) | CmdKind::Assert(_) => None,
            CmdKind::Alloc { target, .. } => {
                self.own.insert(*target);
                None
            }
            CmdKind::Free(pointer) => (!self.is_own(pointer)).then_some(Access::Frees(span)),
            CmdKind::Havoc(target) => self.write(target, None, of_structure, span),
            CmdKind::Assign { target, value } => self.write(target, Some(value), of_structure, span),
        }
    }

    fn write(&mut self, target: &Place, value: Option<&Expr>, of_structure: usize, span: Span) -> Option<Access> {
        match &target.kind {
            PlaceKind::Local(local) => {
                if value.is_some_and(|value| self.is_own(value)) {
                    self.own.insert(*local);
                } else {
                    self.own.remove(local);
                }
                None
            }
            PlaceKind::Global(lock) if target.ty == Type::Thread => match value.map(|value| &value.kind) {
                Some(ExprKind::ThisThread) => {
                    self.held.insert(*lock);
                    None
                }
                _ => (!self.held.remove(lock)).then_some(Access::Unlocks(span)),
            },
            PlaceKind::Global(global) => {
                let is_other = global.index() >= of_structure && !matches!(target.ty, Type::Pointer(_));
                (!is_other).then_some(Access::Writes(span))
            }
            PlaceKind::Field { base, .. } => (!self.is_own(base)).then_some(Access::Writes(span)),
        }
    }

    /// Whether the value is null or a cell that the function allocated.
    fn is_own(&self, value: &Expr) -> bool {
        match &value.kind {
            ExprKind::Null => true,
            ExprKind::Read(place) => matches!(place.kind, PlaceKind::Local(local) if self.own.contains(&local)),
            ExprKind::Bool(_)
            | ExprKind::Int(_)
            | ExprKind::NoThread
            | ExprKind::ThisThread
            | ExprKind::Unary { .. }
            | ExprKind::Binary { .. } => false,
        }
    }
}
