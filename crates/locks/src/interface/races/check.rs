//! The locksets of fields, and what is to be said of those that are empty.

use super::phases::{starting_initialisers, with_others};
use super::record::{Access, CallRecord, Guard, Guards, Owner, Place};
use super::roots::{Root, concurrent_classes, is_body, is_many, is_start, root, runs_once_for_each};
use super::sharing::{belongs_to, several_have, shared};
use crate::codes;
use crate::interface::ordering::cycles;
use crate::interface::ordering::objects::{Object, ObjectId};
use crate::interface::ordering::turns::Part;
use crate::interface::terms::names::{simple, term_name};
use crate::interface::terms::term::Level;
use crate::interface::walk::engine::Engine;
use crate::interface::walk::entries::{Calls, called_methods, static_calls};
use crate::unit::not_reached;
use concurrent::object::{ClassId, Edge, FieldId, Instruction, MethodId, NodeId, Program, Type};
use rustc_hash::{FxHashMap, FxHashSet};
use source::{Diagnostic, Obligation, Outcome, Report, Span, Verdict};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// Fields that several threads use with no lock in common. Where something is found, the methods that lead there are walked
/// through again with all paths told apart: which of two objects was chosen may have been forgotten where they meet.
/// What several threads of the program share is known only as far as all methods are (`is_open`).
pub fn check(engine: &mut Engine, is_open: bool) -> Report {
    let started = program_starts(engine.program);
    if engine.deadline.is_over() {
        let place = engine.records.accesses.first().map(|access| access.span).or(started);
        let not_asked = |span| not_reached("shared-fields", "shared-field", span, engine.deadline);
        return place.map(not_asked).unwrap_or_default();
    }
    let found = findings(engine);
    let suspects: BTreeSet<usize> = found.iter().flat_map(|found| found.contexts.iter().copied()).collect();
    let mut report = Report::default();
    if !suspects.is_empty() {
        walk_apart(engine, suspects);
    }
    let found = if found.is_empty() { found } else { findings(engine) };
    for Found { place, verdict, finding, .. } in found {
        let field = engine.program.field(place.field);
        let id = format!("{}.{}/shared", simple(&engine.program.class(field.class).name), field.name);
        let (kind, span, time) = ("shared-field", field.span, Duration::ZERO);
        if !report.obligations.iter().any(|known| known.id == id) {
            report.obligations.push(Obligation { id, kind, span, outcome: Outcome::of(verdict, vec![finding]), time });
        }
    }
    if let Some(span) = started.filter(|_| report.obligations.is_empty()) {
        let outcome = if is_open { Outcome::Unknown(Vec::new()) } else { Outcome::Proved };
        let (id, kind, time) = ("shared-fields".to_string(), "shared-field", Duration::ZERO);
        report.obligations.push(Obligation { id, kind, span, outcome, time });
    }
    report
}

/// Where the program starts a thread, if it does.
fn program_starts(program: &Program) -> Option<Span> {
    let edges = program.methods.iter().filter_map(|method| method.graph()).flat_map(|graph| &graph.edges);
    let start = |edge: &Edge| match &edge.instruction {
        Instruction::Call(call) => is_start(program, call).then_some(edge.span),
        _ => None,
    };
    edges.into_iter().find_map(start)
}

/// Walks again through contexts and those that call them, as far as there are not too many paths.
fn walk_apart(engine: &mut Engine, mut contexts: BTreeSet<usize>) {
    const MOST: usize = 60;
    let mut open: Vec<usize> = contexts.iter().copied().collect();
    while let Some(callee) = open.pop() {
        let callers = engine.records.calls.iter().filter(|call| call.callee == callee).map(|call| call.caller);
        open.extend(callers.filter(|caller| contexts.insert(*caller)));
    }
    if contexts.len() > MOST {
        return;
    }
    for id in contexts {
        let (context, only) = (engine.records.contexts[id].clone(), BTreeSet::from([id]));
        let (accesses, calls) = (engine.records.accesses.clone(), engine.records.calls.clone());
        engine.records.forget(&only);
        if engine.apart(&context).is_none() {
            (engine.records.accesses, engine.records.calls) = (accesses, calls);
        }
    }
}

struct Found {
    place: Place,
    verdict: Verdict,
    finding: Diagnostic,
    /// Where the field is used.
    contexts: Vec<usize>,
}

fn findings(engine: &mut Engine) -> Vec<Found> {
    let (reached, with_outside) = (Reached::new(engine, false), Reached::new(engine, true));
    let bodies = engine.program.method_ids().filter(|id| is_body(engine, *id));
    let bodies: FxHashSet<ClassId> = bodies.map(|id| engine.program.method(id).class).collect();
    let shared = shared(engine.program, &mut engine.objects, &bodies);
    let mut places: BTreeMap<Place, Vec<Used>> = BTreeMap::new();
    for access in &engine.records.accesses {
        let is_of_all = access.place.made.is_none() && engine.program.field(access.place.field).is_static;
        let reached = if is_of_all { &with_outside } else { &reached };
        let Some(used) = reached.used(engine, access) else { continue };
        let is_shared = |id: &ObjectId| shared.contains(id);
        let is_handed = access.place.made.is_some();
        if is_handed || used.access.objects.as_ref().is_none_or(|objects| objects.iter().any(is_shared)) {
            places.entry(used.access.place).or_default().push(used);
        }
    }
    let found = places.into_iter().filter_map(|(place, uses)| {
        let (verdict, finding) = judge(engine, place, &uses)?;
        let contexts = uses.iter().map(|used| used.access.context).collect();
        Some(Found { place, verdict, finding, contexts })
    });
    found.collect()
}

/// An access, and who may come to it.
struct Used {
    access: Access,
    roots: BTreeSet<Root>,
    /// All locks that are held there, by the callers too.
    guards: Guards,
    /// Whether some lock is held, be it one that guards nothing here.
    is_locked: bool,
}

/// By context: who comes there, and with which locks that have no name there.
struct Reached {
    roots: Vec<BTreeSet<Root>>,
    frames: Vec<Option<Guards>>,
    /// By context: whether some caller comes there with a lock.
    is_locked: Vec<bool>,
    /// Nodes of `main`: whether other threads may run.
    with_others: FxHashMap<usize, Vec<bool>>,
    calls: Calls,
}

impl Reached {
    /// What code outside of the program calls of classes that are not made for several threads counts only if it is
    /// wanted: it shares static fields with others, and for the rest it would be code of which nobody knows the objects.
    fn new(engine: &Engine, with_outside: bool) -> Reached {
        let records = &engine.records;
        let count = records.contexts.len();
        let (calls, concurrent) = (static_calls(engine.program), concurrent_classes(engine));
        let (starting, called) = (starting_initialisers(engine.program, &calls), called_methods(engine.program));
        let mut reached = Reached {
            roots: vec![BTreeSet::new(); count],
            frames: vec![None; count],
            is_locked: vec![false; count],
            with_others: FxHashMap::default(),
            calls,
        };
        let mut callees: Vec<Vec<usize>> = vec![Vec::new(); count];
        for (index, call) in records.calls.iter().enumerate() {
            callees[call.caller].push(index);
        }
        let mut open = Vec::new();
        for (id, context) in records.contexts.iter().enumerate() {
            let root = root(engine, &concurrent, (&starting, &called), context);
            if let Some(root) = root.filter(|root| with_outside || *root != Root::Outside) {
                reached.roots[id].insert(root);
                reached.frames[id] = Some(Guards::default());
                open.push(id);
                if root == Root::Main {
                    reached.with_others.insert(id, with_others(engine.program, &reached.calls, context.method));
                }
            }
        }
        while let Some(id) = open.pop() {
            for call in callees[id].iter().map(|index| &records.calls[*index]) {
                if reached.is_alone(id, call.node) {
                    continue;
                }
                let callee = &records.contexts[call.callee];
                if reached.flow(id, call, callee.is_parallel.then_some(callee.method)) {
                    open.push(call.callee);
                }
            }
        }
        reached
    }

    /// Whether no other thread runs at a node of `main`.
    fn is_alone(&self, context: usize, node: NodeId) -> bool {
        self.with_others.get(&context).is_some_and(|with_others| !with_others[node.index()])
    }

    /// Whether no thread runs that who has made an array or a collection for it has started.
    fn is_before_tasks(&self, engine: &Engine, access: &Access) -> bool {
        let made = access.place.made.map(|id| engine.objects.get(id));
        let Some(Object::Made(maker, _)) = made.filter(|_| !self.with_others.contains_key(&access.context)) else {
            return false;
        };
        *maker == access.method && !with_others(engine.program, &self.calls, access.method)[access.node.index()]
    }

    /// Takes the callers of a context over to a callee. True if something is new there.
    fn flow(&mut self, from: usize, call: &CallRecord, parallel: Option<MethodId>) -> bool {
        let CallRecord { callee: to, guards, is_locked, .. } = call;
        let to = *to;
        let is_locked = *is_locked || self.is_locked[from];
        let is_newly_locked = is_locked && !std::mem::replace(&mut self.is_locked[to], true);
        let mut roots = self.roots[from].clone();
        roots.extend(parallel.map(Root::Parallel));
        let before = self.roots[to].len();
        self.roots[to].extend(roots);
        let mut frame = self.frames[from].clone().unwrap_or_default();
        // What is the lock of the caller's object is that of another one here.
        frame.extend(guards.iter().filter(|(guard, _)| !matches!(guard, Guard::Own(..))).map(|(g, l)| (g.clone(), *l)));
        let joined = match &self.frames[to] {
            None => frame,
            Some(known) => common(known, &frame),
        };
        let is_new = is_newly_locked || self.roots[to].len() > before || self.frames[to].as_ref() != Some(&joined);
        self.frames[to] = Some(joined);
        is_new
    }

    /// None if only one thread comes there, or nobody does.
    fn used(&self, engine: &Engine, access: &Access) -> Option<Used> {
        let program = engine.program;
        let roots = self.roots[access.context].clone();
        if roots.is_empty() || self.is_alone(access.context, access.node) || self.is_before_tasks(engine, access) {
            return None;
        }
        let is_static = program.field(access.place.field).is_static;
        let own = program.field(access.place.field).class;
        let mut guards = access.guards.clone();
        for (guard, level) in self.frames[access.context].iter().flatten() {
            if !is_static || matches!(guard, Guard::Global(..)) {
                guards.entry(guard.clone()).or_insert(*level);
            }
        }
        // Of two objects of one class, which one's lock it is matters.
        guards.retain(|guard, _| match guard {
            Guard::Other(owner @ Owner::Of(class), _) if !is_static => {
                let is_related = program.is_subclass(*class, own) || program.is_subclass(own, *class);
                !is_related && belongs_to(engine, access.objects.as_ref(), owner)
            }
            Guard::Other(owner, _) => belongs_to(engine, access.objects.as_ref(), owner),
            Guard::Own(..) | Guard::Global(..) => true,
        });
        let is_locked = access.is_locked || self.is_locked[access.context];
        Some(Used { access: access.clone(), roots, guards, is_locked })
    }
}

/// The locks that both have, at the lower level.
fn common(one: &Guards, other: &Guards) -> Guards {
    let both = one.iter().filter_map(|(guard, level)| Some((guard.clone(), *level.min(other.get(guard)?))));
    both.collect()
}

/// Those that are enough for the access.
fn enough(used: &Used) -> impl Iterator<Item = &Guard> {
    let level = used.access.level;
    used.guards.iter().filter(move |(_, held)| **held >= level).map(|(guard, _)| guard)
}

fn judge(engine: &Engine, place: Place, uses: &[Used]) -> Option<(Verdict, Diagnostic)> {
    let is_write = |used: &&Used| used.access.level == Level::Write;
    let write = uses.iter().find(is_write)?;
    let roots: BTreeSet<Root> = uses.iter().flat_map(|used| used.roots.iter().copied()).collect();
    let is_started = |root: &&Root| matches!(root, Root::Thread(_) | Root::Parallel(_));
    let several = roots.len() > 1 || roots.iter().any(|root| is_many(engine, *root));
    let usual = usual(uses);
    // Who takes a lock, be it one that guards nothing here, expects other threads.
    let is_expected = usual.is_some() || uses.iter().any(|used| used.is_locked);
    let is_alone = match place.made {
        Some(id) => !several_have(engine, id, &roots),
        None => is_confined(engine, &roots, uses),
    };
    if !several || !is_expected && !roots.iter().any(|root| is_started(&root)) || is_alone {
        return None;
    }
    let mut lockset: FxHashSet<&Guard> = enough(write).collect();
    for used in uses {
        let own: FxHashSet<&Guard> = enough(used).collect();
        lockset.retain(|guard| own.contains(guard));
    }
    if !lockset.is_empty() {
        return None;
    }
    Some(finding(engine, place, uses, usual))
}

/// The lock that most accesses have, and one that has it.
fn usual(uses: &[Used]) -> Option<(&Used, &Guard)> {
    let count = |guard: &Guard| uses.iter().filter(|used| enough(used).any(|own| own == guard)).count();
    let all = uses.iter().flat_map(|used| enough(used).map(move |guard| (used, guard)));
    all.max_by_key(|(used, guard)| (count(guard), std::cmp::Reverse(used.access.span), format!("{guard:?}")))
}

/// Whether each thread uses only what belongs to the object whose method it runs, and no two threads run one object's.
fn is_confined(engine: &Engine, roots: &BTreeSet<Root>, uses: &[Used]) -> bool {
    let mut roots = roots.iter();
    let (Some(Root::Thread(body)), None) = (roots.next(), roots.next()) else { return false };
    let class = engine.program.method(*body).class;
    let is_own = |id: &ObjectId| match engine.objects.type_of(*id) {
        Type::Class(of) => engine.program.is_subclass(*of, class),
        _ => false,
    };
    let is_of_body = |used: &Used| {
        let is_this = used.access.objects.as_ref().is_some_and(|objects| objects.iter().all(is_own));
        is_this && engine.program.field(used.access.place.field).class == class
    };
    uses.iter().all(is_of_body) && runs_once_for_each(engine, *body)
}

fn finding(engine: &Engine, place: Place, uses: &[Used], usual: Option<(&Used, &Guard)>) -> (Verdict, Diagnostic) {
    let name = &engine.program.field(place.field).name;
    let what = if place.is_content { format!("what `{name}` holds") } else { format!("`{name}`") };
    let done = |level: Level| if level == Level::Read { "read" } else { "written" };
    let lacks = |used: &&Used| usual.is_none_or(|(_, guard)| !enough(used).any(|own| own == guard));
    let bare = uses
        .iter()
        .filter(lacks)
        .min_by_key(|used| (used.guards.len(), usual.is_some() && used.is_locked, used.access.span))
        .unwrap_or(&uses[0]);
    let help = "take the same lock around all accesses, or make the field volatile, final or an atomic";
    let verb = done(bare.access.level);
    match usual {
        Some((used, guard)) => {
            let lock = guard_name(engine, place.field, guard, used.access.method);
            let is_wrong = bare.guards.is_empty() && !bare.access.is_with_unknown;
            let verdict = if is_wrong { Verdict::Failed } else { Verdict::Unknown };
            let message = match bare.guards.is_empty() {
                true if !bare.is_locked => format!(
                    "{what} is {verb} here without a lock, and elsewhere with {lock}: another thread may be there"
                ),
                true => format!(
                    "{what} is {verb} here with a lock that is not known to be the same object as elsewhere: that is {lock}"
                ),
                false => format!("{what} is {verb} here with another lock than elsewhere: that is {lock}"),
            };
            let label = format!("it is {} here with {lock}", done(used.access.level));
            let code = if verdict == Verdict::Failed { &codes::SHARED } else { &codes::UNKNOWN };
            (verdict, Diagnostic::error(code, bare.access.span, message).label(used.access.span, label).help(help))
        }
        None if bare.is_locked => {
            let message = match engine.program.field(place.field).is_static {
                true => format!(
                    "{what} is {verb} here with a lock that is not one for all threads: `{name}` is static, and another \
                     thread may hold the lock of another object"
                ),
                false => format!(
                    "{what} is {verb} here with a lock that is not known to be its own: another thread may hold another one"
                ),
            };
            let help = "take a lock that all accesses have in common: one in a static final field for a static field, \
                        else one of the object itself";
            let diagnostic = Diagnostic::error(&codes::UNKNOWN, bare.access.span, message);
            let label = format!("it is {} here", done(write_of(uses).access.level));
            (Verdict::Unknown, diagnostic.label(write_of(uses).access.span, label).help(help))
        }
        None => {
            let other = uses.iter().find(|used| used.roots != bare.roots).unwrap_or(bare);
            let message = format!("{what} is {verb} here, and another thread may use it at once: no lock guards it");
            let label = format!("it is {} here, by {}", done(other.access.level), who(engine, other));
            let diagnostic = Diagnostic::error(&codes::UNKNOWN, bare.access.span, message);
            (Verdict::Unknown, diagnostic.label(other.access.span, label).help(help))
        }
    }
}

/// An access that writes, if there is one.
fn write_of(uses: &[Used]) -> &Used {
    uses.iter().find(|used| used.access.level == Level::Write).unwrap_or(&uses[0])
}

fn who(engine: &Engine, used: &Used) -> String {
    let name = |method| concurrent::object::text::method_name(engine.program, method);
    match used.roots.first() {
        Some(Root::Main) => "the thread of `main`".to_string(),
        Some(Root::Thread(method)) => format!("a thread that runs `{}`", name(*method)),
        Some(Root::Entry(method)) => format!("whoever calls `{}`", name(*method)),
        Some(Root::Outside) => format!("code outside of the program, by `{}`", name(used.access.method)),
        Some(Root::Parallel(_)) | None => "a parallel stream".to_string(),
    }
}

fn guard_name(engine: &Engine, field: FieldId, guard: &Guard, method: MethodId) -> String {
    let program = engine.program;
    match guard {
        Guard::Own(parts, _) if parts.is_empty() => {
            format!("the monitor of its `{}`", simple(&program.class(program.field(field).class).name))
        }
        Guard::Own(parts, _) => {
            let mut text = String::new();
            for part in parts {
                match part {
                    Part::Field(field) if text.is_empty() => text.push_str(&program.field(*field).name),
                    Part::Field(field) => text.push_str(&format!(".{}", program.field(*field).name)),
                    Part::Element(Some(index)) => text.push_str(&format!("[{index}]")),
                    Part::Element(None) => text.push_str("[..]"),
                }
            }
            format!("`{text}`")
        }
        Guard::Global(lock, _) => format!("`{}`", term_name(program, &engine.terms, program.method(method), *lock)),
        Guard::Other(Owner::Of(class), _) => format!("a lock of a `{}`", simple(&program.class(*class).name)),
        Guard::Other(Owner::Made(id), _) => cycles::name(engine, *id),
    }
}
